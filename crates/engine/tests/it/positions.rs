//! Random positions of every game on every shape, for the suites that every search must pass.

use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;

/// Small boards of every game and shape, in words of several widths.
pub(crate) const TABLES: &[&str] = &[
    "amazons/5",
    "amazons/6",
    "amazons/6?shape=torus",
    "amazons/9?shape=donut",
    "amazons/10",
    "blobwar/4",
    "blobwar/8?map=cross",
    "blobwar/6?shape=h",
    "blobwar/5?shape=torus",
    "ataxx",
    "flood/4?colours=4",
    "flood/6?colours=5&rules=strict",
    "flood/7?shape=torus&colours=6",
    "flood/9?shape=donut&forbidden=1",
    "reversi/4",
    "reversi/6",
    "reversi/8",
    "reversi/10",
];

/// Something to check about a state.
pub(crate) trait Check {
    /// Checks it; `dice` for choices, `name` for messages.
    fn check<G: Game>(&self, game: &G, state: &G::State, dice: &mut Dice, name: &str);
}

/// Checks `n` random unfinished states of every table, from all phases of the game.
pub(crate) fn on_random_states(n: usize, seed: u64, check: &impl Check) {
    eprintln!("seed {seed}");
    for name in TABLES {
        let table = Table::open(name, None).expect("the table opens");
        let dice = &mut Dice::new(seed);
        // Wider words differ in nothing that a search could notice, and take long to compile.
        match table.game() {
            AnyGame::Amazons64(game) => on_game(game.as_ref(), n, dice, check, name),
            AnyGame::Amazons128(game) => on_game(game.as_ref(), n, dice, check, name),
            AnyGame::Blobwar64(game) => on_game(game.as_ref(), n, dice, check, name),
            AnyGame::Flood64(game) => on_game(game.as_ref(), n, dice, check, name),
            AnyGame::Reversi64(game) => on_game(game.as_ref(), n, dice, check, name),
            AnyGame::Reversi128(game) => on_game(game.as_ref(), n, dice, check, name),
            _ => panic!("{name}: no suite for words of this width"),
        }
    }
}

fn on_game<G: Game>(game: &G, n: usize, dice: &mut Dice, check: &impl Check, name: &str) {
    for _ in 0..n {
        let state = random_state(game, dice);
        let name = format!("{name} at `{}`", game.position_text(&state));
        check.check(game, &state, dice, &name);
    }
}

/// An unfinished state some random plies into a game.
pub(crate) fn random_state<G: Game>(game: &G, dice: &mut Dice) -> G::State {
    let mut line = vec![game.start()];
    loop {
        let state = *line.last().expect("a line has a start");
        if game.outcome(&state).is_some() {
            break;
        }
        line.push(game.play(&state, game.random_move(&state, dice)));
    }
    line[dice.below(line.len() as u32 - 1) as usize]
}

/// A depth at which looking at everything costs at most about `n_lines` lines.
pub(crate) fn affordable_depth<G: Game>(game: &G, state: &G::State, n_lines: u64) -> u32 {
    let mut depth = 1;
    while depth < 6 && game.perft(state, depth + 1) <= n_lines {
        depth += 1;
    }
    depth
}
