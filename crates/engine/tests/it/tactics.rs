//! Positions whose right move or value is known.

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::score::Score;
use agon_games::catalog::Table;

/// Players that must see what is two or three plies away.
const PLAYERS: &[&str] = &["minimax:depth=3", "alphabeta:depth=4", "aspiration:depth=4", "pvs:depth=4,tt=1"];

/// Every player finds a move that ends the game at once, and says so.
fn check(spec: &str, position: &str) {
    let table = Table::open(spec, Some(position)).unwrap_or_else(|error| panic!("{position}: {error}"));
    for player in PLAYERS {
        let mut engine = catalog::build(&table, player, 1).expect(player);
        let thought = engine.think(&table.start(), &Budget::default(), &mut |_| {});
        assert_eq!(thought.score, Some(Score::win_in(1)), "{player} in {position}");
        let mut after = table.start();
        assert!(after.play(thought.mv) && after.is_over(), "{player} ends {position}");
    }
}

#[test]
fn blobwar_takes_the_last_blob() {
    check("ataxx", "x6/7/2o4/7/7/7/7 x 0 1");
}

#[test]
fn amazons_shuts_the_last_queen_in() {
    check("amazons/5", "q*3/1*3/*4/5/4Q w");
}

#[test]
fn reversi_turns_every_disc() {
    check("reversi/4", "__X_/_XO_/____/____ X");
}

#[test]
fn four_by_four_reversi_is_lost_for_the_first_player() {
    let table = Table::open("reversi/4", None).expect("the table opens");
    for player in ["alphabeta:order=hints", "pvs:tt=4", "pvs:tt=4,lmr=no,symmetry=yes", "pvs:tt=4,threads=2"]
    {
        let mut engine = catalog::build(&table, player, 1).expect(player);
        let thought = engine.think(&table.start(), &Budget::default(), &mut |_| {});
        assert!(thought.score.is_some_and(|score| score.plies_to_end().is_some_and(|n| n < 0)), "{player}");
    }
}
