//! What a second thread adds, by the clock on the wall: nodes a second, and how much sooner a depth is reached. Both
//! cores must be free.

use std::time::{Duration, Instant};

use agon_engine::budget::Budget;

use super::{midgame, million, spent, table, think};

/// Game, random plies before, player, and the depth that takes it a tenth of a second or so; 0 for players that do not
/// count in plies.
const CASES: [(&str, usize, &str, u32); 9] = [
    ("ataxx", 16, "pvs", 9),
    ("blobwar", 16, "pvs", 9),
    ("reversi", 24, "pvs", 14),
    ("flood/12", 8, "pvs", 16),
    ("amazons", 20, "pvs", 4),
    ("ataxx", 16, "mcts", 0),
    ("reversi", 24, "mcts", 0),
    ("flood/12", 8, "mcts", 0),
    ("amazons", 20, "mcts", 0),
];
/// Positions of each case.
const POSITIONS: u64 = 8;

/// Prints what two threads do in the time of one: by the clock on the wall, and by processor time, which tells what
/// they would do if nobody else used the machine.
pub(crate) fn all() {
    for (spec, n_plies, player, depth) in CASES {
        let table = table(spec);
        let run = |n_threads: u32, seed: u64, budget: &Budget| {
            let player = format!("{player}:threads={n_threads}");
            think(&table, &player, &midgame(&table, n_plies, seed), budget)
        };
        // Million nodes a second, by both clocks.
        let speed = |n_threads: u32| {
            let budget = Budget::movetime(Duration::from_millis(300));
            let (begun, mut nodes, mut wall) = (Instant::now(), 0, Duration::ZERO);
            let before = spent(begun);
            for seed in 1..=POSITIONS {
                let (thought, time) = run(n_threads, seed, &budget);
                nodes += thought.nodes;
                wall += time;
            }
            [million(nodes, wall), f64::from(n_threads) * million(nodes, spent(begun) - before)]
        };
        let [one, two] = [1, 2].map(speed);
        let [by_wall, by_processor] = [two[0] / one[0], two[1] / one[1]];
        print!(
            "{spec:10} {player:6} one {:.2}, two {:.2} million nodes/s: {by_wall:.2} times",
            one[0], two[0]
        );
        print!(" ({by_processor:.2} by processor time)");
        if depth > 0 {
            let time = |n_threads: u32, seed: u64| {
                let (thought, time) = run(n_threads, seed, &Budget::depth(depth));
                [time.as_secs_f64(), thought.nodes as f64]
            };
            let pairs: Vec<_> = (1..=POSITIONS).map(|seed| (time(1, seed), time(2, seed))).collect();
            let mean = |at: usize| {
                let gains = pairs.iter().map(|(one, two)| (one[at] / two[at]).ln());
                (gains.sum::<f64>() / pairs.len() as f64).exp()
            };
            print!("; depth {depth} {:.2} times as soon, {:.2} times the nodes", mean(0), 1.0 / mean(1));
        }
        println!();
    }
}
