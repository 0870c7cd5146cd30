//! How long every player takes to stop once it is told to, over many stops at different moments of its search.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::catalog::Table;

use super::{midgame, table};

const BOARDS: [&str; 6] = ["ataxx", "blobwar/22", "reversi", "flood/22?colours=8", "amazons", "amazons/22"];

/// Each goes on until it is told to stop, or has nothing left to do.
const PLAYERS: [&str; 12] = [
    "random",
    "greedy",
    "montecarlo:games=1000000",
    "minimax:depth=budget",
    "negamax:depth=budget",
    "alphabeta",
    "alphabeta:order=eval",
    "aspiration",
    "pvs",
    "mcts:playouts=1000000000",
    "mcts:playouts=1000000000,expand=eval,widen=5",
    "champion",
];

/// Stops per player and board.
const STOPS: u64 = 20;

/// Prints the typical, the 99th in a hundred and the worst delay of every player.
pub(crate) fn all() {
    let mut everything = Vec::new();
    for spec in BOARDS {
        let table = table(spec);
        for player in PLAYERS {
            let mut delays: Vec<Duration> = (0..STOPS).filter_map(|n| delay(&table, player, n)).collect();
            if let Some(worst) = delays.iter().max() {
                println!("{spec:20} {player:46} worst of {:>2} stops {:.2} ms", delays.len(), ms(*worst));
            }
            everything.append(&mut delays);
        }
    }
    everything.sort_unstable();
    let at = |part: f64| everything[((everything.len() - 1) as f64 * part) as usize];
    println!(
        "{} stops: median {:.2} ms, p99 {:.2} ms, worst {:.2} ms",
        everything.len(),
        ms(at(0.5)),
        ms(at(0.99)),
        ms(at(1.0))
    );
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Lets a player think and tells it to stop after a few milliseconds: how much later it answered. None when it
/// had answered before.
fn delay(table: &Table, player: &str, n: u64) -> Option<Duration> {
    let position = midgame(table, (n % 4 * 4) as usize, n);
    let mut engine = catalog::build(table, player, n).expect("the player is known");
    let budget = Budget::default();
    let flag = budget.stop.clone();
    let wait = Duration::from_micros(3_000 + 731 * n);
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(wait);
        flag.store(true, Ordering::Relaxed);
        Instant::now()
    });
    engine.think(&position, &budget, &mut |_| {});
    let ended = Instant::now();
    let told = stopper.join().expect("the stopper sleeps and returns");
    ended.checked_duration_since(told)
}
