//! The arena under load, beside what was promised: how soon there is something to watch, a thousand viewers of one
//! game, and two hundred reads a second while the ladder plays. The arena is the program itself, in a process of its own.

mod clocks;
mod load;
mod program;

use std::time::Duration;

use program::Arena;

/// Viewers of one game.
const VIEWERS: usize = 1000;
/// Reads a second.
const READS: u32 = 200;
/// How long the reads go on, and how long the ladder is left alone before.
const SPAN: Duration = Duration::from_secs(25);

/// A share of a sorted list, as milliseconds.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or(f64::NAN)
}

/// One line: what, its middle, its p99, the worst, and what was promised.
fn report(what: &str, unit: &str, mut values: Vec<f64>, promise: &str) {
    values.sort_by(f64::total_cmp);
    let [half, p99, worst] = [0.5, 0.99, 1.0].map(|share| quantile(&values, share));
    println!("{what:<44} {:>7}  {half:>9.2} {p99:>9.2} {worst:>9.2} {unit}  {promise}", values.len());
}

fn main() {
    // `cargo test --benches` asks whether it runs at all.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    println!("{:<44} {:>7}  {:>9} {:>9} {:>9}", "", "n", "median", "p99", "worst");
    let starts = (0..3).map(|_| Arena::start(Some("1")).first_move().as_secs_f64() * 1000.0).collect();
    report("from the program's start to a first move", "ms", starts, "promised: 5000");
    let arena = Arena::start(None);
    report("an event to 1000 viewers", "ms", load::viewers(&arena, VIEWERS), "promised: p99 200");
    drop(arena);
    // Faster than for eyes: more games in the time that a bench has.
    let arena = Arena::start(Some("0.4"));
    let guest = arena.hand_in();
    std::thread::sleep(SPAN);
    let mut calm = clocks::booked(&arena, &guest);
    let times = load::reads(&arena, READS, SPAN);
    let busy = clocks::booked(&arena, &guest).split_off(calm.len());
    // The first moves load the library's pages.
    calm.drain(..calm.len().min(10));
    report("a read, 200 a second, while the ladder plays", "ms", times, "promised: p99 50");
    report("booked per move of a foreign player, calm", "us", calm, "");
    report("booked per move of a foreign player, busy", "us", busy, "promised: as calm");
}
