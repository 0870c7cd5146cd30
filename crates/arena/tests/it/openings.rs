//! Openings: shipped files are sound, every number has its own line, and bad files are refused by line.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use agon_arena::openings::{Opening, OpeningSource, Openings, board_lead};
use agon_games::catalog::Table;

/// Games of Flood with boards that come along.
const SHIPPED_BOARDS: [&str; 3] = ["flood/12", "flood/16", "flood/22"];

fn openings(game: &str, source: &str, seed: u64) -> Openings {
    let table = Arc::new(Table::open(game, None).unwrap());
    Openings::new(table, None, &source.parse().unwrap(), seed).unwrap()
}

/// The position where a game from this opening begins.
fn position(opening: &Opening) -> String {
    let mut position = Table::open(&opening.game, opening.start.as_deref()).unwrap().start();
    opening.moves.iter().for_each(|text| assert!(position.play_text(text).is_ok(), "{opening:?}"));
    assert!(!position.is_over(), "{opening:?} leaves nothing to play");
    format!("{} {}", opening.game, position.text())
}

#[test]
fn shipped_lines_are_many_and_different() {
    for game in ["amazons/10", "ataxx/7", "blobwar/8", "reversi/8"] {
        let shipped = openings(game, "shipped", 1);
        let seen: HashSet<Vec<String>> = (0..100).map(|n| shipped.nth(n).unwrap().moves.to_vec()).collect();
        assert_eq!(seen.len(), 100, "{game}");
        (0..20).for_each(|n| drop(position(&shipped.nth(n).unwrap())));
        // Once all lines were played they come again, longer.
        let (first, later) = (shipped.nth(0).unwrap(), shipped.nth(5000).unwrap());
        assert!(later.moves.len() > first.moves.len(), "{game}: {later:?}");
        position(&later);
    }
}

#[test]
fn boards_that_come_along_are_many_and_different() {
    for game in SHIPPED_BOARDS {
        let shipped = openings(game, "auto", 1);
        // Past the end of the list there are more boards, none of which was in it.
        let seen: HashSet<String> = (0..205).map(|n| position(&shipped.nth(n).unwrap())).collect();
        assert_eq!(seen.len(), 205, "{game}");
        // A seed of one's own changes the board, not the list.
        let sep = if game.contains('?') { '&' } else { '?' };
        assert_eq!(
            openings(&format!("{game}{sep}seed=5"), "shipped", 1).nth(0).unwrap(),
            shipped.nth(0).unwrap()
        );
    }
}

#[test]
fn a_board_of_ones_own_has_no_lines_that_come_along() {
    // As large as a board with lines, some of which lead into its holes.
    for (game, start) in
        [("ataxx", "x5o/7/3-3/2---2/3-3/7/o5x x 0 1"), ("flood/4?colours=4", "0123/1##0/2##1/3012 0 0")]
    {
        let table = Arc::new(Table::open(game, Some(start)).unwrap());
        let open = |source: &str| Openings::new(table.clone(), Some(start), &source.parse().unwrap(), 1);
        let opening = open("auto").unwrap().nth(0).unwrap();
        assert_eq!(opening.start.as_deref(), Some(start));
        position(&opening);
        for source in ["shipped", "colourings"] {
            let error = open(source).unwrap_err().to_string();
            assert!(error.contains("or board"), "{error}");
        }
    }
}

/// How far a search finds boards from even, in hundredths of a cell on average.
fn mean_lead(openings: &Openings) -> i32 {
    let lead = |n| {
        let table = Table::open(&openings.nth(n).unwrap().game, None).unwrap();
        board_lead(&table, 3000).unwrap().abs().min(5000)
    };
    (0..12).map(lead).sum::<i32>() / 12
}

#[test]
fn boards_of_flood_are_even() {
    for (game, part) in
        [("flood/12", 4), ("flood/9x7?colours=6", 2), ("flood/10?shape=torus&rules=strict", 2)]
    {
        let [even, any] = ["auto", "colourings"].map(|source| mean_lead(&openings(game, source, 3)));
        assert!(part * even < any, "{game}: {even} hundredths of a cell, {any} unchecked");
    }
    let table = Arc::new(Table::open("reversi", None).unwrap());
    let error = Openings::new(table, None, &OpeningSource::Colourings, 0).unwrap_err().to_string();
    assert!(error.contains("reversi/8") && error.contains("random:PLIES"), "{error}");
}

#[test]
fn openings_depend_on_seed_and_number_alone() {
    for (game, source) in
        [("ataxx/5", "random:4"), ("reversi/6", "balanced:4"), ("flood/8", "auto"), ("amazons/10", "auto")]
    {
        let [a, again, b] = [1, 1, 2].map(|seed| openings(game, source, seed));
        assert_eq!(a.nth(3).unwrap(), again.nth(3).unwrap(), "{game}");
        assert_ne!(position(&a.nth(3).unwrap()), position(&b.nth(3).unwrap()), "{game}");
        assert_ne!(position(&a.nth(3).unwrap()), position(&a.nth(4).unwrap()), "{game}");
    }
}

/// What a short search sees for whoever leads, in hundredths of a piece.
fn lead(opening: &Opening) -> i32 {
    let table = Table::open(&opening.game, opening.start.as_deref()).unwrap();
    let mut position = table.start();
    opening.moves.iter().for_each(|text| assert!(position.play_text(text).is_ok(), "{opening:?}"));
    let mut judge = agon_engine::catalog::build(&table, "pvs", 0).unwrap();
    let thought = judge.think(&position, &agon_engine::budget::Budget::nodes(5000), &mut |_| {});
    thought.score.unwrap().get().abs()
}

#[test]
fn balanced_lines_are_even() {
    for (game, plies, most) in [("ataxx/6", 4, 100), ("reversi/8", 6, 200)] {
        let [balanced, random] =
            ["balanced", "random"].map(|source| openings(game, &format!("{source}:{plies}"), 1));
        let n_even = |from: &Openings| (0..12).filter(|&n| lead(&from.nth(n).unwrap()) <= most).count();
        let (n_balanced, n_random) = (n_even(&balanced), n_even(&random));
        assert!(
            n_balanced >= 11 && n_balanced > n_random,
            "{game}: {n_balanced} of 12, {n_random} unchecked"
        );
    }
}

#[test]
fn own_files_hold_moves_or_positions() {
    let dir = tempfile::tempdir().unwrap();
    let check = |game: &str, text: &str| -> Result<Openings, String> {
        let path: PathBuf = dir.path().join("openings.txt");
        std::fs::write(&path, text).unwrap();
        let table = Arc::new(Table::open(game, None).unwrap());
        Openings::new(table, None, &OpeningSource::File(path), 0).map_err(|error| error.to_string())
    };
    let othello = check("reversi/8", "f5d6c4d3c2b3b4b5\n\n# a comment\nf5 d6 c3\n").unwrap();
    let lengths: HashSet<usize> = (0..2).map(|n| othello.nth(n).unwrap().moves.len()).collect();
    assert_eq!(lengths, HashSet::from([8, 3]));
    let ataxx = check("ataxx", "4x2/3x3/x6/7/7/1oo4/o2o3 x 0 5").unwrap().nth(0).unwrap();
    assert!(ataxx.start.is_some() && ataxx.moves.is_empty());
    let board = "0123/1230/2301/3012 0 0";
    let flood = check("flood/4?colours=4", &format!("{board}\nseed=7\nseed=8")).unwrap();
    let starts: HashSet<String> = (0..3).map(|n| position(&flood.nth(n).unwrap())).collect();
    assert!(starts.len() == 3 && starts.contains(&format!("flood/4?colours=4 {board}")), "{starts:?}");
    assert!(check("flood/4", "seed=x").unwrap_err().contains("line 1: `x` is no board"));
    assert!(check("flood/4?colouring=cyclic", "seed=1").unwrap_err().contains("write a position"));
    assert!(check("ataxx", "seed=1").unwrap_err().contains("not drawn by a seed"));
    assert!(check("flood/4", "0123/1230/2301 0 0").unwrap_err().contains("line 1"));
    assert!(check("reversi/8", "f5\nnonsense").unwrap_err().contains("line 2"));
    assert!(check("reversi/8", "# nothing").unwrap_err().contains("holds no opening"));
}
