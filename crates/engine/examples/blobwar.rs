//! The Blobwar champion in the workshop: learn (`learn FILE [key=value...]`), play paired games between two
//! players (`match SPEC A B PAIRS MOVETIME|nodes=N[,M] [OPENING_PLIES] [FIRST_OPENING]`, a player being a spec or a file
//! of weights, M the nodes of the second, SPEC a game or GAME@POSITION), and measure speed (`speed SPEC PLAYER DEPTH`).

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::champion::blobwar::learned;
use agon_engine::champion::blobwar::tuning::Tuning;
use agon_engine::champion::blobwar::weights::{Weights, shipped};
use agon_engine::engine::{Engine, Seated};
use agon_engine::train::blobwar::{Config, Run};
use agon_games::catalog::{AnyGame, Position, Table};
use agon_games::dice::Dice;
use agon_games::side::Side;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["learn", file, ref rest @ ..] => learn(Path::new(file), rest),
        ["match", spec, a, b, pairs, budget, ref rest @ ..] => {
            let number = |at: usize, usual| rest.get(at).map_or(usual, |n| n.parse().expect("a number"));
            let (plies, first, pairs) = (number(0, 6), number(1, 0), pairs.parse::<u64>().expect("pairs"));
            play_match(spec, [a, b], first..first + pairs, budget, plies as u32);
        }
        ["speed", spec, player, depth] => speed(spec, player, depth.parse().expect("a depth")),
        _ => eprintln!(
            "learn FILE [key=value...] | match SPEC A B PAIRS BUDGET [PLIES] | speed SPEC PLAYER DEPTH"
        ),
    }
}

/// Learns until the run is over; FILE holds the run, FILE.weights what it has come to.
fn learn(file: &Path, rest: &[&str]) {
    let mut config = Config::default();
    let mut n_threads = 1;
    for pair in rest {
        let (key, value) = pair.split_once('=').expect("key=value");
        let value: u32 = value.parse().expect("a number");
        match key {
            "seed" => config.seed = value.into(),
            "generations" => config.generations = value,
            "games" => config.games = value,
            "nodes" => config.nodes = value,
            "epochs" => config.epochs = value,
            "memory" => config.memory = value,
            "threads" => n_threads = value as usize,
            _ => panic!("no key {key}"),
        }
    }
    let mut run = match std::fs::read(file) {
        Ok(bytes) => Run::read(&bytes).expect("a run to take up"),
        Err(_) => Run::new(config),
    };
    let begun = Instant::now();
    while !run.is_done() {
        let progress = run.step(n_threads);
        if let Some(lesson) = progress.lesson {
            println!(
                "{:6.0} s  generation {}  {} positions  error {:.5} -> {:.5}",
                begun.elapsed().as_secs_f64(),
                progress.generation,
                lesson.positions,
                lesson.before,
                lesson.after,
            );
            let weights = file.with_extension(format!("{}.weights", progress.generation));
            std::fs::write(weights, run.weights().write()).expect("the weights can be written");
            std::fs::write(file, run.write()).expect("the run can be written");
        }
    }
}

fn player(table: &Table, name: &str, seed: u64) -> Box<dyn Engine> {
    let (name, numbers) = name.split_once('?').unwrap_or((name, ""));
    if !name.ends_with(".weights") && name != "shipped" {
        return catalog::build(table, name, seed).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut tuning = Tuning::default();
    for pair in numbers.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').expect("key=value");
        assert!(tuning.set(key, value.parse().expect("a number")), "no number {key}");
    }
    let weights = if name == "shipped" {
        shipped()
    } else {
        let bytes = std::fs::read(name).expect("a file of weights");
        Arc::new(Weights::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    match table.game() {
        AnyGame::Blobwar64(game) => Box::new(Seated::new(
            game.clone(),
            Box::new(learned(&**game, weights, 16, 10, seed).with_tuning(tuning)),
        )),
        _ => panic!("the network covers boards of at most 8x8"),
    }
}

fn play_match(spec: &str, names: [&str; 2], openings: Range<u64>, budget: &str, plies: u32) {
    let (spec, start) = spec.split_once('@').map_or((spec, None), |(spec, start)| (spec, Some(start)));
    let table = Table::open(spec, start).unwrap_or_else(|error| panic!("{error}"));
    let budgets = match budget.strip_prefix("nodes=") {
        Some(nodes) => {
            let (first, second) = nodes.split_once(',').unwrap_or((nodes, nodes));
            [first, second].map(|nodes| Budget::nodes(nodes.parse().expect("a number of nodes")))
        }
        None => {
            [0; 2].map(|_| Budget::movetime(Duration::from_millis(budget.parse().expect("milliseconds"))))
        }
    };
    let mut players = names.map(|name| player(&table, name, 1));
    let mut scores: Vec<f64> = Vec::new();
    let (mut wins, mut draws) = (0, 0);
    let last = openings.end - 1;
    for pair in openings {
        let mut points = 0.0;
        for first in 0..2 {
            let mut position = opening(&table, pair, plies);
            players.iter_mut().for_each(|player| player.new_game());
            while !position.is_over() {
                let at = (position.side().index() + first) % 2;
                let thought = players[at].think(&position, &budgets[at], &mut |_| {});
                assert!(position.play(thought.mv), "{} plays illegally", names[at]);
            }
            let own = Side::from_index(first);
            let sign = position.outcome().expect("over").sign_for(own);
            wins += i32::from(sign > 0);
            draws += i32::from(sign == 0);
            points += f64::from(sign + 1) / 4.0;
        }
        scores.push(points);
        if scores.len().is_multiple_of(10) || pair == last {
            report(names, &scores, wins, draws);
        }
    }
}

/// A position after random plies in which neither side is more than one blob ahead.
fn opening(table: &Table, seed: u64, plies: u32) -> Position {
    let mut dice = Dice::new(seed);
    loop {
        let mut position = table.start();
        for _ in 0..plies {
            if !position.is_over() {
                let mv = position.random_move(&mut dice);
                assert!(position.play(mv), "random moves are legal");
            }
        }
        let [first, second] = position.tally();
        if !position.is_over() && first.abs_diff(second) <= 1 {
            return position;
        }
    }
}

fn report(names: [&str; 2], scores: &[f64], wins: i32, draws: i32) {
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let reach = 1.96 * (variance / n).sqrt();
    println!(
        "{} - {}: {wins} wins, {draws} draws of {} games: {:.1}% ± {:.1}",
        names[0],
        names[1],
        2 * scores.len(),
        100.0 * mean,
        100.0 * reach
    );
}

fn speed(spec: &str, name: &str, depth: u32) {
    let table = Table::open(spec, None).unwrap_or_else(|error| panic!("{error}"));
    let mut player = player(&table, name, 1);
    let begun = Instant::now();
    let thought = player.think(&table.start(), &Budget::depth(depth), &mut |report| {
        println!("depth {:2}  {:>10} nodes  {}", report.depth, report.nodes, report.score);
    });
    let seconds = begun.elapsed().as_secs_f64();
    println!("{} nodes, {:.2} Mnps", thought.nodes, thought.nodes as f64 / seconds / 1e6);
}
