//! Players in processes of their own: the zoo of hostile ones, C players of earlier servers, engines in every
//! protocol. This binary is its own host program, so it brings its own `main`: `host ...` is the host, `arena FILE` an
//! arena to be killed, anything else is a filter for the tests' names.
#![allow(clippy::unwrap_used)]

mod builds;
mod c_players;
mod cases;
mod engines;
mod keeper;
mod modules;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// A named test.
pub(crate) type Test = (&'static str, fn());

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1).peekable();
    if args.peek().is_some_and(|first| first == "host") {
        return ExitCode::from(agon_host::main(args.skip(1)) as u8);
    }
    if args.next_if(|first| first == "arena").is_some() {
        modules::arena(&args.next().unwrap().to_string_lossy());
        return ExitCode::SUCCESS;
    }
    let filters: Vec<String> =
        args.map(|arg| arg.to_string_lossy().into_owned()).filter(|arg| !arg.starts_with('-')).collect();
    let tests = [cases::TESTS, modules::TESTS, c_players::TESTS, engines::TESTS].concat();
    let is_wanted =
        |name: &str| filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()));
    let mut n_failed = 0;
    for (name, test) in tests.into_iter().filter(|(name, _)| is_wanted(name)) {
        let passed = catch_unwind(AssertUnwindSafe(test)).is_ok();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        n_failed += usize::from(!passed);
    }
    if n_failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
