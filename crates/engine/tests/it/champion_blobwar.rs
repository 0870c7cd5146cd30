//! The Blobwar champion: its network keeps its sums right, it plays legally on every board, and learning
//! repeats.

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::champion::blobwar::net::{Net, covers};
use agon_engine::champion::blobwar::weights::shipped;
use agon_engine::eval::Evaluator;
use agon_engine::train;
use agon_engine::train::blobwar::{Config, Run};
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;

/// Boards that the network covers.
const COVERED: [&str; 6] =
    ["ataxx", "blobwar", "blobwar?map=river", "blobwar/3", "blobwar/5?shape=clover", "blobwar/8x4"];

#[test]
fn sums_kept_up_to_date_equal_sums_from_scratch() {
    for spec in COVERED {
        let table = Table::open(spec, None).unwrap();
        let AnyGame::Blobwar64(game) = table.game() else { panic!("{spec} fits 64 bits") };
        assert!(covers(game.board()), "{spec}");
        let net = Net::new(shipped(), game.board());
        for seed in 0..20 {
            let mut dice = Dice::new(seed);
            let mut state = game.start();
            let mut memo = net.begin(game, &state);
            while game.outcome(&state).is_none() {
                let mv = game.random_move(&state, &mut dice);
                let next = game.play(&state, mv);
                memo = net.after(game, &memo, &state, mv, &next);
                state = next;
                assert_eq!(
                    memo,
                    net.begin(game, &state),
                    "{spec} seed {seed}: {}",
                    game.position_text(&state)
                );
            }
        }
    }
}

#[test]
fn equal_positions_of_both_sides_have_equal_values() {
    let table = Table::open("ataxx", None).unwrap();
    let AnyGame::Blobwar64(game) = table.game() else { panic!("7x7 fits 64 bits") };
    let net = Net::new(shipped(), game.board());
    let value = |text: &str| {
        let state = game.parse_position(text).unwrap();
        net.value(game, &state, &net.begin(game, &state))
    };
    assert_eq!(value("x5o/7/7/3x3/7/7/o5x x 0 1"), value("o5x/7/7/3o3/7/7/x5o o 0 1"));
}

#[test]
fn plays_legally_on_every_board_and_level() {
    let uncovered = ["blobwar/9?shape=donut", "blobwar/6?shape=torus", "blobwar/12", "blobwar/17"];
    for spec in COVERED.into_iter().chain(uncovered) {
        let table = Table::open(spec, None).unwrap();
        for level in [1, 4, 10] {
            let mut player = catalog::build(&table, &format!("champion:level={level},tt=1"), 1).unwrap();
            let mut dice = Dice::new(level);
            let mut position = table.start();
            for ply in 0..60 {
                if position.is_over() {
                    break;
                }
                if ply % 2 == 0 {
                    let thought = player.think(&position, &Budget::nodes(300), &mut |_| {});
                    let mut line = position.clone();
                    assert!(thought.pv.iter().all(|&mv| line.play(mv)), "{spec} level {level}: {position:?}");
                    assert!(position.play(thought.mv), "{spec} level {level}: {position:?}");
                } else {
                    let mv = position.random_move(&mut dice);
                    assert!(position.play(mv));
                }
            }
        }
    }
}

#[test]
fn wins_at_once_where_it_can() {
    let last_blob = Table::open("ataxx", Some("7/7/2xx3/1xx1o2/2xx3/7/7 x 0 20")).unwrap();
    let mut player = catalog::build(&last_blob, "champion", 1).unwrap();
    let thought = player.think(&last_blob.start(), &Budget::nodes(2_000), &mut |_| {});
    assert_eq!(thought.score.unwrap().to_string(), "win in 1");
}

/// A run of a few small games.
const SMALL: Config = Config {
    seed: 3,
    generations: 10,
    growth: 4,
    stage: 2,
    aside: 6,
    aside_stage: 1,
    long: 8,
    long_stage: 2,
    games: 8,
    nodes: 60,
    epochs: 2,
    memory: 100_000,
};

/// Both runs to their ends, the second on two threads and written down after each step.
fn ends_alike(mut straight: Run, mut broken: Run) -> Run {
    while !straight.is_done() {
        straight.step(1);
    }
    while !broken.is_done() {
        broken.step(2);
        broken = Run::read(&broken.write()).unwrap();
    }
    assert_eq!(straight.weights(), broken.weights());
    assert!(Run::read(&broken.write()[..1000]).is_err());
    straight
}

#[test]
fn learning_repeats_whatever_the_threads_and_can_be_taken_up() {
    let straight = ends_alike(Run::new(SMALL), Run::new(SMALL));
    // A run that goes on after its end is as one that never ended.
    let mut longer = train::Run::Blobwar(Box::new(Run::new(SMALL)));
    for generations in [2, 4, 5, 9, SMALL.generations] {
        longer.set_generations(generations);
        while !longer.is_done() {
            longer.step(1);
        }
    }
    assert_eq!(straight.weights().write(), longer.weights());
    assert!(Run::read(b"nonsense").is_err());
}

#[test]
fn learning_goes_on_from_weights_in_stages_of_full_length() {
    let config = Config { generations: 3, ..SMALL };
    let begin = || Run::going_on(config, &shipped());
    assert_eq!(begin().weights(), *shipped(), "nothing was learned yet");
    let run = ends_alike(begin(), begin());
    assert_ne!(run.weights(), *shipped());
    // The first two generations are a stage: its positions are learned from at its end, and remembered.
    let [first, second, third] = run.lessons() else { panic!("{:?}", run.lessons()) };
    assert_eq!(first.before.to_bits(), first.after.to_bits());
    assert_ne!(second.before.to_bits(), second.after.to_bits());
    assert!(first.positions < second.positions && second.positions < third.positions, "{:?}", run.lessons());
}
