//! Sharing out a clock, with invented times.

use std::time::Duration;

use agon_engine::budget::Time;
use agon_engine::timekeeper::Timekeeper;

const MS: Duration = Duration::from_millis(1);

/// Plays a game on paper: every move takes its hard limit and the clock loses `lag` besides.
fn check(clock: Duration, increment: Duration, n_moves: u32, lag: Duration) {
    let mut keeper = Timekeeper::default();
    let mut remaining = clock;
    for at in 0..n_moves {
        let time = Time { remaining: Some(remaining), increment, movetime: None };
        let (soft, hard) = keeper.plan(&time, 2 * (n_moves - at));
        assert!(soft <= hard);
        assert!(hard + lag < remaining, "move {at}: {hard:?} of {remaining:?}, lag {lag:?}");
        keeper.note(&time, hard, Duration::ZERO);
        remaining = remaining - hard - lag + increment;
    }
}

#[test]
fn the_clock_lasts_when_every_move_takes_its_most() {
    check(10_000 * MS, Duration::ZERO, 60, Duration::ZERO);
    check(10_000 * MS, Duration::ZERO, 200, 2 * MS);
    check(1_000 * MS, Duration::ZERO, 40, MS / 2);
    check(1_000 * MS, 100 * MS, 60, 3 * MS);
}

#[test]
fn a_fixed_time_is_nearly_used() {
    let mut keeper = Timekeeper::default();
    let (soft, hard) = keeper.plan(&Time { movetime: Some(200 * MS), ..Time::default() }, 40);
    assert_eq!(soft, hard);
    assert!(hard >= 190 * MS && hard < 200 * MS);
}

#[test]
fn a_fixed_time_leaves_room_for_a_pause_of_the_machine() {
    let mut keeper = Timekeeper::default();
    let mut free = |movetime: Duration| {
        movetime - keeper.plan(&Time { movetime: Some(movetime), ..Time::default() }, 40).1
    };
    assert!(free(10 * MS) < 3 * MS);
    assert!((8 * MS..10 * MS).contains(&free(100 * MS)));
    assert!(free(1_000 * MS) < 30 * MS);
}
