//! The pages in a real browser, as people meet them: games won and lost, watching, handing in, administration.
//! Pictures of every page are left in `target/tmp/screenshots`.

mod course;
mod driver;
mod games;
mod page;
mod pages;
mod relay;
mod watching;
