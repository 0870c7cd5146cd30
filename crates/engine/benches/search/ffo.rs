//! The FFO endgame test on one core: each position solved from nothing, in processor time. `ffo` does 40 to 44, the
//! part that other programs publish, `ffo-more` 45 to 49, which take a minute together.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use agon_engine::solve::{Answer, Limits, solve};
use agon_games::catalog::Table;

use crate::{million, spent};

/// What the programs that published it needed for 40 to 44, in seconds.
const PEERS: &str = "NTest 6.8 s, Zebra 6.9 s";

pub(crate) fn usual() {
    let total = all(40..=44);
    println!("40 to 44: {:.2} s ({PEERS})", total.as_secs_f64());
}

pub(crate) fn more() {
    let total = all(45..=49);
    println!("45 to 49: {:.2} s", total.as_secs_f64());
}

fn all(wanted: RangeInclusive<u32>) -> Duration {
    let mut total = Duration::ZERO;
    for line in include_str!("../../tests/data/ffo.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [number, n_empty, cells, side, best] = fields[..] else { panic!("five fields in `{line}`") };
        if !wanted.contains(&number.parse().expect("a number")) {
            continue;
        }
        let table = Table::open("reversi/8", Some(&format!("{cells} {side}"))).expect("a position");
        let begun = Instant::now();
        let before = spent(begun);
        let answer = solve(&table, &table.start(), &Limits::default(), &mut |_| {});
        let time = spent(begun) - before;
        let Answer::Solved(solution) = answer else { panic!("{number} was not solved") };
        let (nodes, rate) = (solution.nodes as f64 / 1e6, million(solution.nodes, time));
        let seconds = time.as_secs_f64();
        println!(
            "{number} ({n_empty} empty, {best}): {:+} in {seconds:.2} s, {nodes:.1} M nodes, {rate:.1} M/s",
            solution.score
        );
        total += time;
    }
    total
}
