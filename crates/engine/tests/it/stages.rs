//! Moves in stages, as the evaluations list them one ply before the horizon: every legal move once, and the
//! searches that use them still find the value of plain minimax.

use std::collections::HashSet;

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::eval::Evaluator;
use agon_engine::params::Params;
use agon_engine::playable::Playable;
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;

const TABLES: &[&str] = &[
    "ataxx",
    "blobwar/8?map=cross",
    "blobwar/6?shape=h",
    "blobwar/5?shape=torus",
    "blobwar/9?shape=donut",
    "reversi/4",
    "reversi/8",
    "reversi/10",
];

#[test]
fn stages_list_every_legal_move_once() {
    for spec in TABLES {
        let table = Table::open(spec, None).unwrap();
        match table.game() {
            AnyGame::Blobwar64(game) => check(game.as_ref(), "material", spec),
            AnyGame::Blobwar128(game) => check(game.as_ref(), "material", spec),
            AnyGame::Reversi64(game) => check(game.as_ref(), "discs", spec),
            AnyGame::Reversi128(game) => check(game.as_ref(), "discs", spec),
            _ => panic!("{spec}: no suite for words of this width"),
        }
    }
}

/// Follows random games and compares the stages of every state with its moves.
fn check<G: Playable>(game: &G, eval: &str, spec: &str) {
    let eval = game.evaluation(eval, &Params::default()).unwrap();
    let dice = &mut Dice::new(7);
    for _ in 0..20 {
        let mut state = game.start();
        while game.outcome(&state).is_none() {
            let (mut listed, mut moves, mut next) = (Vec::new(), Vec::new(), Some(0));
            while let Some(stage) = next {
                next = eval.stage(game, &state, stage, &mut listed);
            }
            game.moves(&state, &mut moves);
            let set = |moves: &[G::Move]| moves.iter().map(|&mv| game.pack(mv).0).collect::<HashSet<_>>();
            assert_eq!(listed.len(), moves.len(), "{spec} at {}", game.position_text(&state));
            assert_eq!(set(&listed), set(&moves), "{spec} at {}", game.position_text(&state));
            state = game.play(&state, game.random_move(&state, dice));
        }
    }
}

#[test]
fn searches_with_real_evaluations_find_the_value_of_minimax() {
    for spec in TABLES.iter().chain(&["flood/7", "amazons/5"]) {
        let table = Table::open(spec, None).unwrap();
        let dice = &mut Dice::new(8);
        let mut position = table.start();
        for n_plies in 0..12 {
            if position.is_over() {
                break;
            }
            let value = |player: &str| {
                catalog::build(&table, player, 1)
                    .unwrap()
                    .think(&position, &Budget::depth(2), &mut |_| {})
                    .score
            };
            let expected = value("minimax");
            for player in ["alphabeta", "alphabeta:order=hints", "alphabeta:order=eval", "pvs:lmr=no,tt=1"] {
                assert_eq!(value(player), expected, "{spec} after {n_plies} plies: {player}");
            }
            let mv = position.random_move(dice);
            assert!(position.play(mv));
        }
    }
}
