//! Speed of the searches: nodes a second, nodes to a depth beside the `minimax` crate, playouts beside the
//! rules' own, threads, time to stop. `cargo xtask bench search [PART...]`.

mod amazons;
mod ffo;
mod peer;
mod stop;
mod strength;
mod threads;

use std::time::{Duration, Instant};

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::engine::Thought;
use agon_games::catalog::{AnyGame, Position, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let parts: [(&str, fn()); 10] = [
        ("ataxx", ataxx),
        ("speed", speed),
        ("flood", flood),
        ("mcts", mcts),
        ("threads", threads::all),
        ("stop", stop::all),
        ("amazons", amazons::evaluations),
        ("ffo", ffo::usual),
        ("ffo-more", ffo::more),
        ("strength", strength::ladder),
    ];
    for (name, part) in parts {
        if wanted.is_empty() || wanted.iter().any(|want| want == name) {
            println!("\n# {name}");
            part();
        }
    }
}

fn table(spec: &str) -> Table {
    Table::open(spec, None).expect("the table opens")
}

/// Processor time of this process so far: what a speed is measured in, whoever else uses the machine. Wall
/// time where the system does not tell.
fn spent(since: Instant) -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: Vec<u64> = fields.skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    if ticks.len() == 2 { Duration::from_millis(10 * ticks.iter().sum::<u64>()) } else { since.elapsed() }
}

/// What a player finds in a position, and how long it takes.
fn think(table: &Table, player: &str, position: &Position, budget: &Budget) -> (Thought, Duration) {
    let mut engine = catalog::build(table, player, 1).expect("the player is known");
    let begun = Instant::now();
    let thought = engine.think(position, budget, &mut |_| {});
    (thought, begun.elapsed())
}

/// A position some random plies into the game.
fn midgame(table: &Table, n_plies: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed);
    let mut position = table.start();
    for _ in 0..n_plies {
        let mv = position.random_move(&mut dice);
        assert!(position.play(mv), "a random move is legal");
        if position.is_over() {
            return midgame(table, n_plies, seed + 1000);
        }
    }
    position
}

fn million(n: u64, time: Duration) -> f64 {
    n as f64 / time.as_secs_f64() / 1e6
}

/// Nodes from the start of Ataxx to each depth, beside the best that the `minimax` crate does.
fn ataxx() {
    let table = table("ataxx");
    for (player, deepest) in [("alphabeta:order=hints", 7), ("pvs:lmr=no", 7), ("pvs", 9)] {
        for depth in (5..=deepest).step_by(2) {
            let (thought, time) = think(&table, player, &table.start(), &Budget::depth(depth));
            println!(
                "{player:24} depth {depth}: {:>10} nodes {:>8.1} ms",
                thought.nodes,
                time.as_secs_f64() * 1e3
            );
        }
    }
    for depth in [5, 7] {
        let (nodes, time) = peer::search(depth);
        println!(
            "{:24} depth {depth}: {nodes:>10} nodes {:>8.1} ms",
            "minimax crate",
            time.as_secs_f64() * 1e3
        );
    }
}

/// Nodes a second of processor time in the middle of games.
fn speed() {
    for (spec, n_plies, player) in [
        ("ataxx", 0, "pvs"),
        ("ataxx", 16, "pvs"),
        ("blobwar", 0, "pvs"),
        ("blobwar", 16, "pvs"),
        ("blobwar", 16, "pvs:lmr=no"),
        ("blobwar", 16, "alphabeta:order=hints"),
        ("reversi", 12, "pvs"),
        ("reversi", 24, "pvs"),
        ("reversi", 36, "pvs"),
        ("flood/10", 10, "pvs"),
        ("amazons", 20, "pvs"),
        ("amazons", 20, "pvs:order=eval"),
    ] {
        let table = table(spec);
        let best = (1..=3)
            .map(|seed| {
                let position = midgame(&table, n_plies, seed);
                let (thought, time) =
                    think(&table, player, &position, &Budget::movetime(Duration::from_secs(1)));
                (million(thought.nodes, time), thought.depth)
            })
            .fold((0.0, 0), |best: (f64, u32), (speed, depth)| (best.0.max(speed), best.1.max(depth)));
        println!(
            "{spec:10} {n_plies:>2} plies {player:24} {:>7.2} million nodes/s, depth {}",
            best.0, best.1
        );
    }
}

/// The time of a Monte-Carlo move in Flood.
fn flood() {
    let table = table("flood/10");
    for n_plies in [0, 5, 10, 15, 20, 25] {
        let times = (0..10).map(|seed| {
            let position = midgame(&table, n_plies, seed);
            think(&table, "montecarlo:games=100", &position, &Budget::default()).1
        });
        let worst = times.max().unwrap_or_default();
        println!(
            "flood/10 after {n_plies} plies, 100 games a colour: at most {:.2} ms a move",
            worst.as_secs_f64() * 1e3
        );
    }
}

/// Descents a second beside the rules' own random games from the same position.
fn mcts() {
    for spec in ["ataxx", "reversi", "flood/10", "amazons"] {
        let table = table(spec);
        let raw = match table.game() {
            AnyGame::Amazons128(game) => raw_playouts(game.as_ref()),
            AnyGame::Blobwar64(game) => raw_playouts(game.as_ref()),
            AnyGame::Flood64(game) => raw_playouts(game.as_ref()),
            AnyGame::Flood128(game) => raw_playouts(game.as_ref()),
            AnyGame::Reversi64(game) => raw_playouts(game.as_ref()),
            _ => unreachable!("the tables above fit in these words"),
        };
        let (begun, n) = (Instant::now(), (raw as u64).max(1000));
        let before = spent(begun);
        think(&table, &format!("mcts:playouts={n}"), &table.start(), &Budget::default());
        let rate = n as f64 / (spent(begun) - before).as_secs_f64();
        println!("{spec:10} mcts {rate:>9.0} playouts/s, rules {raw:>9.0}: {:.0}%", 100.0 * rate / raw);
    }
}

/// Random games a second of processor time, by the rules alone.
fn raw_playouts<G: Game>(game: &G) -> f64 {
    let mut dice = Dice::new(1);
    let begun = Instant::now();
    let (before, mut n) = (spent(begun), 0);
    while spent(begun) - before < Duration::from_secs(1) {
        for _ in 0..1000 {
            let mut state = game.start();
            while game.outcome(&state).is_none() {
                state = game.play(&state, game.playout_move(&state, &mut dice));
            }
            std::hint::black_box(state);
        }
        n += 1000;
    }
    f64::from(n) / (spent(begun) - before).as_secs_f64()
}
