//! The transposition table: entries survive, and give way in the right order.

use agon_engine::score::Score;
use agon_engine::search::table::{Bound, Known, Transpositions};
use agon_games::dice::Dice;
use agon_games::game::PackedMove;

#[test]
fn entries_survive_packing() {
    let table: Transpositions = Transpositions::with_buckets(1 << 10);
    let mut dice = Dice::new(7);
    for _ in 0..1000 {
        let known = Known {
            mv: (dice.below(4) > 0).then(|| PackedMove(dice.below(1 << 27))),
            score: Score::from_raw(dice.below(2_000_003) as i32 - 1_000_001),
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][dice.below(3) as usize],
            depth: dice.below(128),
        };
        let key = dice.word();
        table.store(key, known);
        assert_eq!(table.probe(key), Some(known));
        assert_eq!(table.probe(key ^ 1), None);
    }
}

#[test]
fn a_bound_without_move_keeps_the_move_that_was_known() {
    let table: Transpositions = Transpositions::with_buckets(1);
    let known = Known { mv: Some(PackedMove(5)), score: Score::DRAW, bound: Bound::Lower, depth: 3 };
    table.store(9, known);
    table.store(9, Known { mv: None, bound: Bound::Upper, ..known });
    assert_eq!(table.probe(9).unwrap().mv, Some(PackedMove(5)));
}

#[test]
fn the_shallowest_gives_way_and_the_old_before_it() {
    let mut table: Transpositions = Transpositions::with_buckets(1);
    let known = |depth| Known { mv: None, score: Score::DRAW, bound: Bound::Exact, depth };
    for depth in 1..=4 {
        table.store(u64::from(depth), known(depth));
    }
    table.store(5, known(5));
    assert!(table.probe(1).is_none() && table.probe(2).is_some());
    table.age();
    table.store(5, known(5));
    table.store(6, known(1));
    table.store(7, known(1));
    assert!(table.probe(5).is_some() && table.probe(6).is_some(), "the old ones went first");
    table.clear();
    assert!((1..8).all(|key| table.probe(key).is_none()));
}
