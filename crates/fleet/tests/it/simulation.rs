//! The real scheduler in front of a fleet in virtual time: nothing is lost, nothing counts twice, little time is
//! wasted. `cargo xtask bench simulation` does the same with a thousand workers and a million pairs.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_arena::identity::identify;
use agon_arena::openings::{OpeningSource, Openings};
use agon_arena::runner::{Event, Run, Setup, run_on};
use agon_arena::schedule::{ByRounds, Schedule, Swiss, round_robin};
use agon_games::catalog::Table;

use crate::virtual_fleet::{Climate, Ledger, VirtualFleet};

pub const ROUGH: Climate = Climate {
    workers: 1000,
    failing_per_minute: 0.05,
    silent: 0.2,
    absence: 45.0,
    pair: 10.0,
    latency: 0.005,
    lease: 10.0,
    poison: 0,
    seed: 1,
};

/// Runs a tournament of so many players, and counts how often each pair counted.
pub fn simulate(climate: Climate, n_players: usize, schedule: &mut dyn Schedule) -> (Run, Ledger, Vec<u8>) {
    let table = Arc::new(Table::open("ataxx/5", None).unwrap());
    let player = |n: usize| Arc::new(identify("random", Some(&n.to_string())).unwrap());
    let setup = Setup {
        tournament: 1,
        players: (0..n_players).map(player).collect(),
        openings: Openings::new(table, None, &OpeningSource::None, 1).unwrap(),
        clock: "nodes=1".into(),
        seed: 1,
        workers: 1,
        pin: false,
    };
    let mut fleet = VirtualFleet::new(climate);
    let mut counted: Vec<u8> = Vec::new();
    let stop = AtomicBool::new(false);
    let mut listen = |event: Event<'_>| {
        if let Event::Finished(results, _) = event {
            for result in results {
                let number = result.job.number as usize;
                counted.resize(counted.len().max(number + 1), 0);
                counted[number] += 1;
            }
        }
    };
    let run = run_on(&setup, schedule, None, &mut fleet, &stop, &mut listen).unwrap();
    (run, fleet.ledger(), counted)
}

#[test]
fn a_rough_fleet_plays_every_pair_once() {
    let mut schedule = round_robin(20, 200);
    let n_pairs = schedule.n_pairs().unwrap();
    let (run, ledger, counted) = simulate(Climate { workers: 200, ..ROUGH }, 20, &mut schedule);
    assert!(run.is_complete, "{run:?}");
    assert_eq!(counted.len() as u64, n_pairs);
    assert!(counted.iter().all(|&n| n == 1), "a pair was lost or counted twice");
    assert!(ledger.failures > 100 && ledger.redelivered > 50 && ledger.doubled > 0, "{ledger:?}");
    assert!(ledger.present <= 200.001 * ledger.seconds, "{ledger:?}");
    let efficiency = ledger.useful / ledger.present;
    assert!(efficiency > 0.95, "{efficiency:.3}: {ledger:?}");
}

#[test]
fn rounds_that_wait_for_the_dead_go_on() {
    let mut schedule = ByRounds::new(Swiss::new(16, 5, 4));
    let climate = Climate { workers: 20, failing_per_minute: 0.5, ..ROUGH };
    let (run, _, counted) = simulate(climate, 16, &mut schedule);
    assert!(run.is_complete, "{run:?}");
    assert!(counted.iter().all(|&n| n == 1));
}

#[test]
fn poisoned_pairs_are_set_aside_and_counted() {
    let mut schedule = round_robin(4, 100);
    let n_pairs = schedule.n_pairs().unwrap();
    let climate = Climate { workers: 20, failing_per_minute: 0.0, silent: 0.0, poison: 50, ..ROUGH };
    let (run, ledger, counted) = simulate(climate, 4, &mut schedule);
    let n_poisoned = n_pairs.div_ceil(50);
    assert!(!run.is_complete);
    assert_eq!(run.n_parked, n_poisoned);
    assert_eq!(counted.iter().map(|&n| u64::from(n)).sum::<u64>(), n_pairs - n_poisoned);
    // Three deaths each, and three more at its second chance.
    assert_eq!(ledger.failures, 6 * n_poisoned);
}
