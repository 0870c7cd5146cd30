//! Learning of Reversi: the same weights on any number of threads and in any number of sittings, with and without a
//! teacher.

use agon_engine::train::reversi::{Config, Run};
use agon_engine::train::{Run as AnyRun, Task};

/// A generation without a teacher, two with one.
const SMALL: Config =
    Config { seed: 3, generations: 3, growth: 1, games: 4, depth: 1, look: 2, exact: 8, passes: 1 };

#[test]
fn it_repeats_whatever_the_threads_and_can_be_taken_up() {
    let mut straight = Run::new(SMALL);
    while !straight.is_done() {
        straight.step(1);
    }
    // What is being learned just now is not written down, and begun again.
    let mut broken = Run::new(SMALL);
    while !broken.is_done() {
        let progress = broken.step(2);
        if progress.task != Task::Learn {
            broken = Run::read(&broken.write()).unwrap();
        }
    }
    assert_eq!(straight.weights(), broken.weights());
    assert_eq!(straight.lessons(), broken.lessons());
    // A run that goes on after its end is as one that never ended.
    let mut longer = AnyRun::Reversi(Box::new(Run::new(SMALL)));
    for generations in 1..=SMALL.generations {
        longer.set_generations(generations);
        while !longer.is_done() {
            longer.step(1);
        }
        longer = AnyRun::Reversi(Box::new(Run::read(&longer.write()).unwrap()));
    }
    assert_eq!(straight.weights(), longer.weights());
}

#[test]
fn games_with_a_teacher_are_as_many_as_the_last_without() {
    let mut run = Run::new(Config { growth: 2, ..SMALL });
    while !run.is_done() {
        run.step(1);
    }
    let positions: Vec<u32> = run.lessons().iter().map(|lesson| lesson.positions).collect();
    assert!(positions[1..].iter().all(|&n| n > 3 * positions[0] && n < 5 * positions[0]), "{positions:?}");
}

#[test]
fn a_run_that_is_closed_early_learns_what_there_is() {
    let mut run = Run::new(SMALL);
    while run.lessons().len() < 2 {
        run.step(1);
    }
    let before = run.weights();
    // A teacher is to learn, has learned, and plays.
    for _ in 0..3 {
        run.step(1);
    }
    run.close(1);
    assert_eq!(run.lessons().len(), 3);
    assert_ne!(run.weights(), before);
    assert!(Run::read(b"nonsense").is_err() && Run::read(&run.write()[..1000]).is_err());
}
