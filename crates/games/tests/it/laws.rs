//! The laws that every game keeps, on random games over a spread of boards of every word width.

use std::sync::Arc;

use agon_games::catalog::{ReadBoard, Table, Visitor};
use agon_games::dice::Dice;
use agon_games::game::{Game, PackedMove};

/// Plays random games and checks every position on the way.
struct Laws {
    spec: &'static str,
    games: u64,
}

impl Visitor for Laws {
    type Out = ();

    fn visit<G: Game>(self, game: &Arc<G>) {
        for seed in 0..self.games {
            let mut dice = Dice::new(seed);
            let mut state = game.start();
            let mut plies = 0;
            while game.outcome(&state).is_none() {
                let context =
                    format!("{} seed {seed} ply {plies}: {}", self.spec, game.position_text(&state));
                let sparse = plies % 7 == seed % 7;
                state = step(&**game, &state, &mut dice, sparse, &context);
                plies += 1;
                assert!(plies < 5_000, "{context}: the game does not end");
            }
            let mut none = Vec::new();
            game.moves(&state, &mut none);
            assert!(none.is_empty() && game.n_moves(&state) == 0, "{}: moves after the end", self.spec);
        }
    }
}

fn step<G: Game>(game: &G, state: &G::State, dice: &mut Dice, full: bool, context: &str) -> G::State {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    assert!(!moves.is_empty(), "{context}: not over, and no move");
    assert_eq!(game.n_moves(state), moves.len() as u64, "{context}: count of moves");
    for mv in [game.random_move(state, dice), game.playout_move(state, dice)] {
        assert!(moves.contains(&mv), "{context}: random move {mv:?}");
    }
    if full {
        check_moves(game, state, &moves, dice, context);
        check_text(game, state, &moves, dice, context);
        check_symmetries(game, state, &moves, dice, context);
    }
    let mv = moves[dice.below(moves.len() as u32) as usize];
    let next = game.play(state, mv);
    assert_eq!(game.side(&next), !game.side(state), "{context}: sides alternate");
    next
}

fn check_moves<G: Game>(game: &G, state: &G::State, moves: &[G::Move], dice: &mut Dice, context: &str) {
    let listed: std::collections::HashSet<_> = moves.iter().copied().collect();
    assert_eq!(listed.len(), moves.len(), "{context}: a move is listed twice");
    for &mv in moves {
        assert!(game.is_legal(state, mv), "{context}: {mv:?} is listed");
        assert_eq!(game.unpack(game.pack(mv)), Some(mv), "{context}: {mv:?} packs");
    }
    for _ in 0..500 {
        let bits = dice.word() as u32 >> dice.below(32);
        if let Some(mv) = game.unpack(PackedMove(bits)) {
            assert_eq!(game.is_legal(state, mv), listed.contains(&mv), "{context}: {mv:?}");
        }
    }
}

fn check_text<G: Game>(game: &G, state: &G::State, moves: &[G::Move], dice: &mut Dice, context: &str) {
    for _ in 0..20 {
        let mv = moves[dice.below(moves.len() as u32) as usize];
        let text = game.move_text(mv);
        assert_eq!(game.parse_move(state, &text).as_ref(), Ok(&mv), "{context}: {text}");
    }
    let text = game.position_text(state);
    let read = game.parse_position(&text).unwrap_or_else(|error| panic!("{context}: {text}: {error}"));
    assert_eq!(read, *state, "{context}: position text; the hash is part of the state");
    assert_eq!(game.hash(&read), game.hash(state), "{context}: hash from scratch");
}

fn check_symmetries<G: Game>(game: &G, state: &G::State, moves: &[G::Move], dice: &mut Dice, context: &str) {
    let mv = moves[dice.below(moves.len() as u32) as usize];
    for symmetry in game.symmetries() {
        let (turned, turned_mv) = (game.turned(state, symmetry), game.turned_move(mv, symmetry));
        assert_eq!(game.n_moves(&turned), moves.len() as u64, "{context}: turned");
        assert!(game.is_legal(&turned, turned_mv), "{context}: turned {mv:?}");
        let [after, before] = [game.play(&turned, turned_mv), game.turned(&game.play(state, mv), symmetry)];
        assert_eq!(after, before, "{context}: turning and playing commute");
    }
}

fn check(spec: &'static str, games: u64) {
    Table::open(spec, None).unwrap_or_else(|error| panic!("{spec}: {error}")).visit(Laws { spec, games });
}

#[test]
fn amazons() {
    for spec in [
        "amazons/5",
        "amazons/6",
        "amazons/8?shape=torus",
        "amazons/9?shape=donut",
        "amazons/10",
        "amazons/10?setup=school",
        "amazons/10?shape=clover",
        "amazons/9?shape=h",
        "amazons/12?shape=eight",
        "amazons/13?shape=torus",
        "amazons/16",
        "amazons/20?shape=clover",
        "amazons/22",
    ] {
        check(spec, 12);
    }
}

#[test]
fn blobwar() {
    for spec in [
        "blobwar/3",
        "blobwar/2x5",
        "ataxx/4",
        "ataxx",
        "blobwar",
        "blobwar?map=checker",
        "blobwar?map=river",
        "blobwar/5?shape=torus",
        "blobwar/8?shape=torus",
        "blobwar/5?shape=clover",
        "blobwar/9x6",
        "blobwar/9?shape=donut",
        "blobwar/9?shape=h",
        "blobwar/12?shape=eight",
        "ataxx/13?shape=torus",
        "blobwar/16",
        "blobwar/30x4",
        "blobwar/20?shape=clover",
        "ataxx/22",
    ] {
        check(spec, 12);
    }
}

#[test]
fn flood() {
    for spec in [
        "flood/2?colours=2",
        "flood/2?shape=torus&colours=3",
        "flood/6?colours=3",
        "flood/8?colours=5&rules=strict",
        "flood/8?colours=7&colouring=cyclic",
        "flood/9?shape=donut",
        "flood/9?shape=h&rules=strict",
        "flood/10?shape=clover&colouring=symmetric",
        "flood/8?shape=eight&forbidden=2",
        "flood/12",
        "flood/12?shape=torus&colouring=blocks",
        "flood/15?shape=torus&colours=8&forbidden=13:2",
        "flood/22?rules=strict",
        "flood/22?shape=torus&colouring=cyclic&colours=8",
    ] {
        check(spec, 40);
    }
}

#[test]
fn reversi() {
    for spec in [
        "reversi/2",
        "reversi/4",
        "reversi/4x8",
        "reversi/6",
        "reversi/6?shape=h",
        "reversi/6?shape=torus",
        "reversi/8",
        "reversi/8?shape=torus",
        "reversi/10",
        "reversi/10?shape=clover",
        "reversi/10x6?shape=torus",
        "reversi/10?shape=torus",
    ] {
        check(spec, 40);
    }
}

#[test]
fn reversi_on_board_files() {
    for (cols, rows, wrap) in [(12, 14, ""), (14, 14, "wrap\n"), (22, 22, ""), (16, 30, "wrap\n")] {
        let hole = |cell: usize| cell % 29 == 5;
        let row = |row: usize| -> String {
            (0..cols).map(|col| if hole(row * cols + col) { '#' } else { '.' }).collect()
        };
        let text = format!("{wrap}{}", (0..rows).map(row).collect::<Vec<_>>().join("\n"));
        let files = OneFile(text);
        let table = Table::open_with("reversi?board=some", None, &files).unwrap();
        table.visit(Laws { spec: "reversi?board", games: 6 });
    }
}

struct OneFile(String);

impl ReadBoard for OneFile {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.clone())
    }
}
