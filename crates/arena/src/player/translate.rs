//! Between the games' moves and the three numbers that libraries and modules speak in. The numbering of the match
//! is applied here, both ways; a test holds this against the games' own traces.

use agon_games::catalog::{AnyGame, Position, Table};
use agon_games::game::{PackedMove, Piece};
use agon_games::graph::{Csr, Numbering, Vertices};
use agon_games::side::Side;
use agon_games::spec::{FloodRules, Kind, Options, Rules};
use agon_protocol::host::{GameKind, NONE, PASS, RawMove, Setup};

use super::Choice;
use crate::referee::pass_of;

/// The numbers of one match.
#[derive(Debug)]
pub(super) struct Translator {
    kind: Kind,
    vertices: Vertices,
}

impl Translator {
    pub(super) fn new(table: &Table, numbering: Numbering) -> Translator {
        Translator { kind: table.spec().kind, vertices: Vertices::new(&table.board(), numbering) }
    }

    /// What a player is told of a move.
    pub(super) fn tell(&self, mv: PackedMove) -> RawMove {
        if pass_of(self.kind) == Some(mv) {
            return RawMove::PASS;
        }
        let cell = |shift: u32| self.number(mv.0 >> shift & 0x1FF);
        match self.kind {
            Kind::Amazons => RawMove([cell(0), cell(9), cell(18)]),
            Kind::Blobwar if mv.0 >> 18 == 1 => RawMove([NONE, cell(0), NONE]),
            Kind::Blobwar => RawMove([cell(9), cell(0), NONE]),
            Kind::Flood => RawMove([mv.0, NONE, NONE]),
            Kind::Reversi => RawMove([NONE, cell(0), NONE]),
        }
    }

    /// What a player's answer means in this position.
    pub(super) fn hear(&self, step: RawMove, position: &Position) -> Choice {
        self.packed(step, position).map_or_else(|| Choice::Nonsense(format!("{:?}", step.0)), Choice::Move)
    }

    fn packed(&self, step: RawMove, position: &Position) -> Option<PackedMove> {
        let [from, to, arrow] = step.0;
        if from == PASS {
            return pass_of(self.kind);
        }
        let cell = |vertex: u32| self.vertices.cell(vertex as usize).map(|cell| cell as u32);
        let bits = match self.kind {
            Kind::Amazons => cell(from)? | cell(to)? << 9 | cell(arrow)? << 18,
            Kind::Blobwar if from == NONE => 1 << 18 | cell(to)?,
            Kind::Blobwar => {
                let jump = PackedMove(2 << 18 | cell(from)? << 9 | cell(to)?);
                let duplicate = PackedMove(1 << 18 | cell(to)?);
                // Some name the blob that duplicates as well as the cell.
                let is_near = !position.is_legal(jump) && is_near(position, cell(from)?, cell(to)?);
                return Some(if is_near { duplicate } else { jump });
            }
            Kind::Flood if from < 8 => from,
            Kind::Flood => return None,
            Kind::Reversi => cell(to)?,
        };
        Some(PackedMove(bits))
    }

    fn number(&self, cell: u32) -> u32 {
        self.vertices.vertex(cell as usize).map_or(NONE, |vertex| vertex as u32)
    }
}

fn is_near(position: &Position, from: u32, to: u32) -> bool {
    let board = position.board();
    let mut directions = agon_games::direction::Direction::ALL.into_iter();
    directions.any(|direction| board.neighbour(from as usize, direction) == Some(to as usize))
}

/// Everything that `initialize` tells. Cells that are taken before the start, arrows, lose their edges: a graph
/// has no other way to say that nobody can go there.
pub(super) fn setup(
    table: &Table,
    position: &Position,
    side: Side,
    numbering: Numbering,
    seed: u64,
) -> Setup {
    let board = table.board();
    let vertices = Vertices::new(&board, numbering);
    let csr = table.csr(numbering);
    let is_burnt = |vertex: usize| vertices.cell(vertex).is_some_and(|c| position.piece(c) == Piece::Arrow);
    let (row_ptr, col, data) = edges(&csr, is_burnt);
    let pieces = Side::BOTH.map(|owner| pieces(table, position, owner, &vertices));
    let (forbidden, strict) = terms(table);
    let is_ataxx = matches!(table.spec().options, Options::Blobwar(Rules::Ataxx));
    let colours = match table.spec().kind {
        Kind::Flood => (0..vertices.len()).map(|v| colour(position, vertices.cell(v))).collect(),
        _ => Vec::new(),
    };
    Setup {
        game: match table.spec().kind {
            Kind::Amazons => GameKind::Amazons,
            Kind::Blobwar => GameKind::Blobwar,
            Kind::Flood => GameKind::Flood,
            Kind::Reversi => GameKind::Reversi,
        },
        player: side.index() as u8,
        rules: u32::from(strict || is_ataxx),
        grid: [board.cols() as u32, board.rows() as u32],
        row_ptr,
        col,
        data,
        pieces,
        colours,
        forbidden,
        seed,
    }
}

fn edges(csr: &Csr, is_burnt: impl Fn(usize) -> bool) -> (Vec<u32>, Vec<u32>, Vec<u8>) {
    let (mut row_ptr, mut col, mut data) = (vec![0], Vec::new(), Vec::new());
    for vertex in 0..csr.num_vertices {
        for k in csr.row_ptr[vertex]..csr.row_ptr[vertex + 1] {
            if !is_burnt(vertex) && !is_burnt(csr.col[k]) {
                col.push(csr.col[k] as u32);
                data.push(csr.data[k]);
            }
        }
        row_ptr.push(col.len() as u32);
    }
    (row_ptr, col, data)
}

fn pieces(table: &Table, position: &Position, owner: Side, vertices: &Vertices) -> Vec<u32> {
    let number = |cell: usize| vertices.vertex(cell).map(|vertex| vertex as u32);
    if table.spec().kind == Kind::Flood {
        return table.starts()[owner.index()].iter().filter_map(|&cell| number(cell)).collect();
    }
    let cells = 0..position.board().n_cells();
    cells.filter(|&cell| position.piece(cell) == Piece::Of(owner)).filter_map(number).collect()
}

fn colour(position: &Position, cell: Option<usize>) -> u8 {
    match cell.map(|cell| position.piece(cell)) {
        Some(Piece::Colour(colour, _)) => colour,
        _ => 0,
    }
}

/// Flood's forbidden colours as bits, and whether its rules are strict.
pub(super) fn terms(table: &Table) -> ([u8; 2], bool) {
    let terms = match table.game() {
        AnyGame::Flood64(game) => *game.terms(),
        AnyGame::Flood128(game) => *game.terms(),
        AnyGame::Flood256(game) => *game.terms(),
        AnyGame::Flood512(game) => *game.terms(),
        _ => return ([0; 2], false),
    };
    (
        terms.allowed.map(|allowed| !allowed & ((1u16 << terms.colours) - 1) as u8),
        terms.rules == FloodRules::Strict,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_games::dice::Dice;

    /// Random games on every kind of board: what is told agrees with the games' own traces, and what is heard
    /// back is the same move, in both numberings.
    #[test]
    fn numbers_mean_what_the_games_say() {
        let boards = [
            "amazons/9?shape=donut",
            "blobwar/9?shape=donut",
            "blobwar/8?shape=torus",
            "flood/9?shape=h",
            "reversi/8",
        ];
        for (seed, board) in (1..).zip(boards.into_iter().cycle().take(20)) {
            let table = Table::open(board, None).unwrap();
            for numbering in [Numbering::Full, Numbering::Compact] {
                let translator = Translator::new(&table, numbering);
                let mut position = table.start();
                let mut dice = Dice::new(seed);
                while !position.is_over() {
                    let mv = position.random_move(&mut dice);
                    check(&translator, &position, mv, &format!("{board} seed {seed}"));
                    assert!(position.play(mv));
                }
            }
        }
    }

    /// Any three numbers at all: legal, illegal or no move, but never a panic.
    #[test]
    fn rubbish_is_heard_as_rubbish() {
        let edge = [0, 1, 63, 64, 511, 512, 513, 1 << 18, 1 << 31, PASS, NONE];
        for board in ["amazons/6", "amazons/22", "blobwar/9?shape=donut", "flood/8?shape=torus", "reversi/8"]
        {
            let table = Table::open(board, None).unwrap();
            let position = table.start();
            for numbering in [Numbering::Full, Numbering::Compact] {
                let translator = Translator::new(&table, numbering);
                let mut dice = Dice::new(9);
                let mut any = || match dice.below(3) {
                    0 => dice.below(600),
                    1 => edge[dice.below(edge.len() as u32) as usize],
                    _ => dice.word() as u32,
                };
                for _ in 0..20_000 {
                    let step = RawMove([any(), any(), any()]);
                    if let Choice::Move(mv) = translator.hear(step, &position) {
                        let mut after = position.clone();
                        let is_legal = position.is_legal(mv);
                        assert_eq!(after.play(mv), is_legal, "{board} seed 9: {step:?}");
                        assert!(!position.move_text(mv).is_empty(), "{board} seed 9: {step:?}");
                    }
                }
            }
        }
    }

    fn check(translator: &Translator, position: &Position, mv: PackedMove, what: &str) {
        let told = translator.tell(mv);
        assert_eq!(translator.hear(told, position), Choice::Move(mv), "{what}");
        let trace = position.trace(mv);
        let number = |cell: Option<usize>| cell.map_or(NONE, |cell| translator.number(cell as u32));
        if told != RawMove::PASS && translator.kind != Kind::Flood {
            let from = if translator.kind == Kind::Blobwar && told.0[0] == NONE { None } else { trace.from };
            assert_eq!(told.0, [number(from), number(trace.to), number(trace.arrow)], "{what}: {mv:?}");
        }
    }
}
