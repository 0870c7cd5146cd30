//! Entering a move by choosing cells: a queen, where it goes, where it shoots; a blob and where it jumps; the
//! cell of a disc; a cell of the colour to take. Only cells that lead to a legal move can be chosen.

use agon_games::catalog::Position;
use agon_games::direction::Direction;
use agon_games::game::{PackedMove, Piece};
use agon_games::spec::Kind;

/// Every legal move as the cells that name it, and the cells chosen so far.
#[derive(Default)]
pub struct Entry {
    ways: Vec<(Vec<usize>, PackedMove)>,
    pub chosen: Vec<usize>,
}

/// What came of choosing a cell.
pub enum Chosen {
    /// The move is complete.
    Move(PackedMove),
    /// More cells are needed.
    More,
    /// No move goes there.
    Nothing,
}

impl Entry {
    /// The moves of a position.
    pub fn new(position: &Position, kind: Kind) -> Self {
        let mut ways = Vec::new();
        for mv in position.moves() {
            let trace = position.trace(mv);
            match (trace.from, trace.to) {
                (Some(from), Some(to)) => {
                    ways.push(([from, to].into_iter().chain(trace.arrow).collect(), mv))
                }
                (None, Some(to)) => {
                    ways.push((vec![to], mv));
                    if kind == Kind::Blobwar {
                        ways.extend(parents(position, to).map(|from| (vec![from, to], mv)));
                    }
                }
                _ => ways.extend(of_colour(position, mv).map(|cell| (vec![cell], mv))),
            }
        }
        Self { ways, chosen: Vec::new() }
    }

    /// The cells that can be chosen next.
    pub fn lit(&self) -> Vec<usize> {
        let depth = self.chosen.len();
        let next = self.ways.iter().filter(|(cells, _)| cells.starts_with(&self.chosen));
        let mut lit: Vec<usize> = next.filter_map(|(cells, _)| cells.get(depth).copied()).collect();
        lit.sort_unstable();
        lit.dedup();
        lit
    }

    /// What is to be chosen next, in words.
    pub fn invitation(&self, kind: Kind) -> &'static str {
        match (kind, self.chosen.len()) {
            (_, 0) if self.ways.is_empty() => "your move: all you can do is pass (p)",
            (Kind::Amazons, 0) => "your move: choose a queen",
            (Kind::Amazons, 1) => "where does it go?",
            (Kind::Amazons, _) => "where does it shoot?",
            (Kind::Blobwar, 0) => "your move: choose a cell to grow to, or a blob that jumps",
            (Kind::Blobwar, _) => "where does it go?",
            (Kind::Flood, _) => "your move: a colour by its digit, or a cell of it",
            (Kind::Reversi, _) => "your move: choose a cell",
        }
    }

    /// Chooses a cell; another piece may be chosen instead of the first at any time.
    pub fn choose(&mut self, cell: usize) -> Chosen {
        self.chosen.push(cell);
        if let Some((_, mv)) = self.ways.iter().find(|(cells, _)| *cells == self.chosen) {
            return Chosen::Move(*mv);
        }
        if !self.lit().is_empty() {
            return Chosen::More;
        }
        self.chosen.pop();
        if self.chosen.is_empty() {
            return Chosen::Nothing;
        }
        let before = std::mem::take(&mut self.chosen);
        match self.choose(cell) {
            Chosen::Nothing => {
                self.chosen = before;
                Chosen::Nothing
            }
            chosen => chosen,
        }
    }
}

/// The free cells of the colour that a move of Flood takes.
fn of_colour(position: &Position, mv: PackedMove) -> impl Iterator<Item = usize> {
    let colour = position.move_text(mv).parse::<u8>().ok();
    let is_free = move |&cell: &usize| match position.piece(cell) {
        Piece::Colour(found, None) => Some(found) == colour,
        _ => false,
    };
    (0..position.board().n_cells()).filter(is_free)
}

/// The own pieces beside a cell: a blob there can be said to duplicate onto it.
fn parents(position: &Position, to: usize) -> impl Iterator<Item = usize> {
    let mine = Piece::Of(position.side());
    let board = position.board();
    let near = Direction::ALL.into_iter().filter_map(move |direction| board.neighbour(to, direction));
    near.filter(move |&from| position.piece(from) == mine)
}
