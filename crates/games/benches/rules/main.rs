//! The speed of the rules: lines counted and random games played per second, for each game and width of
//! word, beside the same work done by peers in the same run, and in instructions where valgrind is there.
//!
//! `cargo xtask bench rules [FILTER...]` runs the works whose name contains a filter. Each game has its own
//! file with a `cases` function; a peer is one more [`Work`] of a case.

mod amazons;
mod blobwar;
mod flood;
mod instructions;
mod openspiel;
mod ours;
mod reversi;
mod work;

use work::{Case, Work};

fn cases() -> Vec<Case> {
    [amazons::cases(), blobwar::cases(), flood::cases(), reversi::cases()].into_iter().flatten().collect()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [flag, name] = &args[..]
        && flag == instructions::ONCE
    {
        return instructions::run_once(cases(), name);
    }
    if let Some(option) = args.iter().find(|arg| arg.starts_with('-')) {
        eprintln!("no option `{option}`: give parts of names, such as amazons, or nothing for all");
        std::process::exit(2);
    }
    let wanted =
        |case: &Case| args.is_empty() || args.iter().any(|part| case.ours.name.contains(part.as_str()));
    for mut case in cases().into_iter().filter(wanted) {
        case.measure();
        case.print();
    }
}
