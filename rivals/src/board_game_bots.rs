//! The bots of the `board-game` crate: its Monte-Carlo tree search and its alpha-beta with a count of tiles.

use std::time::{Duration, Instant};

use board_game::ai::Bot as _;
use board_game::ai::mcts::MCTSBot;
use board_game::ai::minimax::minimax;
use board_game::games::ataxx::AtaxxBoard;
use board_game::heuristic::ataxx::AtaxxTileHeuristic;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::Bot;

/// Its tree search, with as many descents as the last searches of the same game promise to fit in the time: it has no clock
/// of its own. Descents from the end of a game take no time at all, and say nothing about the game after it.
pub(crate) struct Mcts {
    rng: SmallRng,
    /// Descents a second.
    rate: f64,
    /// What they are at the beginning of a game.
    first_rate: f64,
    /// Empty cells when it was last asked; there are more only in another game.
    n_empty: u32,
}

impl Mcts {
    pub(crate) fn new() -> Self {
        let mut bot = Self { rng: SmallRng::seed_from_u64(1), rate: 20_000.0, first_rate: 0.0, n_empty: 0 };
        for _ in 0..5 {
            bot.search(&AtaxxBoard::default(), Duration::from_millis(20));
        }
        bot.first_rate = bot.rate;
        bot
    }

    fn search(&mut self, board: &AtaxxBoard, time: Duration) -> String {
        let descents = (self.rate * time.as_secs_f64()).max(1.0);
        let begun = Instant::now();
        let mv = MCTSBot::new(descents as u64, 2.0, &mut self.rng).select_move(board);
        let seen = descents / begun.elapsed().as_secs_f64();
        // No more than twice as many at once: a position that was over soon is followed by one that is not.
        self.rate = (self.rate * 0.5 + seen * 0.5).min(self.rate * 2.0);
        mv.map_or_else(|_| "0000".to_owned(), |mv| mv.to_uai())
    }
}

impl Bot for Mcts {
    fn name(&self) -> &'static str {
        "board-game MCTSBot"
    }

    fn choose(&mut self, fen: &str, time: Duration) -> String {
        let board = board(fen);
        let n_empty =
            fen.split(' ').next().map_or(0, |rows| rows.chars().filter_map(|c| c.to_digit(10)).sum());
        if n_empty > self.n_empty {
            self.rate = self.first_rate;
        }
        self.n_empty = n_empty;
        self.search(&board, time)
    }
}

/// Its alpha-beta, a ply deeper as long as the next one is likely to fit in the time.
pub(crate) struct Tiles;

impl Bot for Tiles {
    fn name(&self) -> &'static str {
        "board-game minimax, tiles"
    }

    fn choose(&mut self, fen: &str, time: Duration) -> String {
        let board = board(fen);
        let mut rng = SmallRng::seed_from_u64(1);
        let begun = Instant::now();
        let mut best = None;
        for depth in 1..30 {
            let before = begun.elapsed();
            let found = minimax(&board, &AtaxxTileHeuristic::default(), depth, &mut rng);
            best = found.best_move.or(best);
            let last = begun.elapsed() - before;
            if begun.elapsed() + last * 6 > time {
                break;
            }
        }
        best.map_or_else(|| "0000".to_owned(), |mv| mv.to_uai())
    }
}

fn board(fen: &str) -> AtaxxBoard {
    AtaxxBoard::from_fen(fen).expect("the arena sends positions of Ataxx")
}
