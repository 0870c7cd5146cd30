//! The champion of Amazons: complete games on every shape, its filling of separated regions, its levels.

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::champion::amazons::filling;
use agon_engine::champion::amazons::tree::{Taste, Tree};
use agon_engine::eval::amazons::Judge;
use agon_games::bits::Bits;
use agon_games::catalog::{AnyGame, Table};
use agon_games::game::Game;
use agon_games::side::Side;

/// Plays a game and returns the winner.
fn game(spec: &str, players: [&str; 2], seed: u64) -> Side {
    let table = Table::open(spec, None).unwrap();
    let mut engines = players.map(|player| catalog::build(&table, player, seed).unwrap());
    let mut position = table.start();
    while position.outcome().is_none() {
        let thought = engines[position.side().index()].think(&position, &Budget::nodes(300), &mut |_| {});
        assert!(position.play(thought.mv), "{spec} {players:?}: an illegal move at {}", position.text());
        assert!(
            thought.pv.first().is_none_or(|&first| first == thought.mv),
            "{spec}: the line begins with it"
        );
    }
    position.outcome().and_then(|outcome| outcome.winner()).expect("amazons has no draw")
}

#[test]
fn it_beats_random_on_every_shape() {
    for spec in [
        "amazons/5",
        "amazons/6?shape=h",
        "amazons/8?shape=eight",
        "amazons/9?shape=donut",
        "amazons/10",
        "amazons/10?shape=clover",
        "amazons/8?shape=torus",
        "amazons/12",
    ] {
        assert_eq!(game(spec, ["champion", "random"], 1), Side::First, "{spec}");
        assert_eq!(game(spec, ["random", "champion"], 1), Side::Second, "{spec}");
    }
}

#[test]
fn every_level_finishes_its_games() {
    for level in 1..=10 {
        let player = format!("champion:level={level},memory=1");
        game("amazons/6", [&player, "random"], level);
    }
}

#[test]
fn filling_wastes_no_cell() {
    // Cells that the first side's queen can reach, and the moves that it can make of them.
    for (position, room, n_moves) in [
        ("Q4/5/5/*****/q4 w", 14, 14),
        ("Q*3/**3/5/5/4q w", 0, 0),
        ("Q1*2/***2/5/5/4q w", 1, 1),
        ("1Q1*1/*****/5/5/4q w", 2, 2),
        ("1*1**/*Q***/*1***/*****/4q w", 3, 1),
    ] {
        let table = Table::open("amazons/5", Some(position)).unwrap();
        let AnyGame::Amazons64(game) = table.game() else { panic!("5x5 fits 64 bits") };
        let state = game.start();
        assert_eq!(filling::room(game, &state), room, "{position}");
        let found = filling::longest(game, &state, 100_000);
        assert_eq!(found.map_or(0, |filling| filling.n_moves), n_moves, "{position}");
        assert!(found.is_none_or(|filling| filling.is_longest), "{position}");
    }
}

#[test]
fn a_queen_at_the_door_does_not_let_the_other_in() {
    // The first side's queen keeps the other's out of all its cells: whoever leaves a door shoots back at it.
    for (spec, position, n_moves) in [
        ("amazons/5", "q****/*Q***/5/5/5 w", 15),
        ("amazons/5", "q****/Q*3/*4/*4/*4 w", 15),
        ("amazons/5", "q*Q2/*q*2/**Q2/5/5 w", 16),
    ] {
        let table = Table::open(spec, Some(position)).unwrap();
        let AnyGame::Amazons64(game) = table.game() else { panic!("5x5 fits 64 bits") };
        let mut state = game.start();
        assert!(filling::is_separated(game, &state), "{position}");
        for left in (1..=n_moves).rev() {
            let found = filling::longest(game, &state, 100_000).expect("a move is left");
            assert_eq!(found.n_moves, left, "{}", game.position_text(&state));
            let side = state.side;
            state = game.play(&state, found.mv);
            assert!(filling::is_separated(game, &state), "{}", game.position_text(&state));
            state.side = side;
        }
    }
}

#[test]
fn a_first_look_leaves_nothing_out_for_good() {
    let table = Table::open("amazons/6", None).unwrap();
    let AnyGame::Amazons64(game) = table.game() else { panic!("6x6 fits 64 bits") };
    let (start, judge) = (game.start(), Judge::new(game));
    let mut n_evaluated = Vec::new();
    for first_look in [1.0, 0.3] {
        let taste = Taste { first_look, least_look: 2, ..Taste::default() };
        let mut tree = Tree::new(start, taste);
        n_evaluated.push((0..3_000).map(|_| tree.grow(game, &judge)).sum::<u32>());
        let candidates = tree.candidates();
        let mut n_full = 0;
        for first in &candidates {
            let same_queen = || {
                candidates.iter().filter(|other| (other.mv.from, other.mv.to) == (first.mv.from, first.mv.to))
            };
            assert_eq!(same_queen().filter(|other| other.mv == first.mv).count(), 1, "{:?} twice", first.mv);
            if same_queen().map(|other| other.visits).sum::<u32>() > taste.full_look {
                let n_shots = game.shots(&start, first.mv.from.into(), first.mv.to.into()).count();
                assert_eq!(same_queen().count(), n_shots as usize, "{:?}", first.mv);
                n_full += 1;
            }
        }
        assert!(n_full > 0, "some queen move was looked at often");
    }
    assert!(n_evaluated[1] < n_evaluated[0], "{n_evaluated:?}");
}
