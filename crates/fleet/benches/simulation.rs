//! A thousand workers, one in twenty failing every minute, a million pairs, in front of the real scheduler: how much
//! of the workers' time is useful. Virtual time: it runs in seconds.

#![allow(unreachable_pub, dead_code, unused_imports, clippy::unwrap_used, reason = "shared with the tests")]

#[path = "../tests/it/simulation.rs"]
mod simulation;
#[path = "../tests/it/virtual_fleet.rs"]
mod virtual_fleet;

use std::time::Instant;

use agon_arena::schedule::{Schedule, round_robin};
use simulation::{ROUGH, simulate};
use virtual_fleet::Climate;

fn main() {
    println!(
        "workers  failing/min  pair s      pairs  hours  lost or doubled  failures  redelivered  second reports  parked  efficiency  real s"
    );
    let climates = [
        ROUGH,
        Climate { pair: 2.0, ..ROUGH },
        Climate { pair: 30.0, ..ROUGH },
        Climate { failing_per_minute: 0.2, ..ROUGH },
    ];
    for climate in climates {
        let begun = Instant::now();
        let mut schedule = round_robin(100, 406);
        let n_pairs = schedule.n_pairs().unwrap();
        let (run, ledger, counted) = simulate(climate, 100, &mut schedule);
        let wrong =
            counted.iter().filter(|&&n| n != 1).count() as u64 + n_pairs.abs_diff(counted.len() as u64);
        println!(
            "{:7}  {:10.0}%  {:6.0}  {:9}  {:5.1}  {:15}  {:8}  {:11}  {:14}  {:6}  {:9.2}%  {:6.1}",
            climate.workers,
            100.0 * climate.failing_per_minute,
            climate.pair,
            run.progress.pairs,
            ledger.seconds / 3600.0,
            wrong,
            ledger.failures,
            ledger.redelivered,
            ledger.doubled,
            ledger.parked,
            100.0 * ledger.useful / ledger.present,
            begun.elapsed().as_secs_f64()
        );
    }
}
