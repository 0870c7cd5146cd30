//! Scores and windows.

use agon_engine::score::{Score, Window};

#[test]
fn ends_of_games_are_told_in_plies() {
    assert_eq!(Score::win_in(3).to_string(), "win in 3");
    assert_eq!(Score::loss_in(4).to_string(), "loss in 4");
    assert_eq!(Score::of(-150).to_string(), "-1.50");
    assert_eq!(Score::win_in(7).from_here(2), Score::win_in(5));
    assert_eq!((-Score::win_in(5)).from_root(2), Score::loss_in(7));
    assert_eq!(Score::of(40).from_here(9), Score::of(40));
    assert!(Score::of(i32::MAX) < Score::win_in(1000));
}

#[test]
fn windows_turn_around() {
    let window = Window { alpha: Score::of(-10), beta: Score::of(30) };
    assert_eq!(-window, Window { alpha: Score::of(-30), beta: Score::of(10) });
    assert!(window.null().is_null() && window.holds(Score::DRAW) && !window.holds(Score::of(30)));
}
