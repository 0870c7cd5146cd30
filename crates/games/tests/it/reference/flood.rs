//! Flood on a grid of coloured cells: zones are found again by flooding from the starts whenever they are
//! asked for, and neither components nor bits are known here.

use std::collections::BTreeSet;

use agon_games::board::Board;
use agon_games::catalog::Table;
use agon_games::dice::Dice;
use agon_games::direction::Direction;
use agon_games::game::Piece;
use agon_games::side::{Outcome, Side};

#[derive(Clone)]
struct Grid {
    board: Board,
    colours: Vec<Option<u8>>,
    starts: [usize; 2],
    forbidden: [Vec<u8>; 2],
    strict: bool,
    side: usize,
    passes: usize,
}

impl Grid {
    fn zone_in(&self, colours: &[Option<u8>], player: usize) -> BTreeSet<usize> {
        let mut zone = BTreeSet::from([self.starts[player]]);
        loop {
            let mut more = Vec::new();
            for &cell in &zone {
                for direction in Direction::STRAIGHT {
                    if let Some(to) = self.board.neighbour(cell, direction)
                        && colours[to] == colours[cell]
                        && !zone.contains(&to)
                    {
                        more.push(to);
                    }
                }
            }
            if more.is_empty() {
                return zone;
            }
            zone.extend(more);
        }
    }

    fn zone(&self, player: usize) -> BTreeSet<usize> {
        self.zone_in(&self.colours, player)
    }

    /// The colours of the cells after a player took a colour, if it may.
    fn painted(&self, player: usize, colour: u8) -> Option<Vec<Option<u8>>> {
        let opponent = self.colours[self.starts[1 - player]];
        if self.forbidden[player].contains(&colour) || (self.strict && opponent == Some(colour)) {
            return None;
        }
        let zone = self.zone(player);
        let mut colours = self.colours.clone();
        for &cell in &zone {
            colours[cell] = Some(colour);
        }
        let grown = self.zone_in(&colours, player);
        (grown.len() > zone.len() && !grown.contains(&self.starts[1 - player])).then_some(colours)
    }

    fn playable(&self, player: usize) -> Vec<u8> {
        (0..8).filter(|&colour| self.painted(player, colour).is_some()).collect()
    }

    fn is_over(&self) -> bool {
        self.passes == 2 || (self.playable(0).is_empty() && self.playable(1).is_empty())
    }

    fn moves(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let colours = self.playable(self.side);
        let mut moves: Vec<String> = colours.iter().map(u8::to_string).collect();
        if !self.strict || colours.is_empty() {
            moves.push("-".to_owned());
        }
        moves
    }

    fn play(&mut self, text: &str) {
        self.passes += 1;
        if text != "-" {
            self.passes = 0;
            self.colours = self.painted(self.side, text.parse().unwrap()).unwrap();
        }
        self.side = 1 - self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::by_count(self.zone(0).len() as u32, self.zone(1).len() as u32))
    }
}

/// One random game, every position of which must look the same to both.
fn check(spec: &str, forbidden: [&[u8]; 2], strict: bool, seed: u64) {
    let table = Table::open(spec, None).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let (board, mut position) = (table.board(), table.start());
    let colour = |cell| match position.piece(cell) {
        Piece::Colour(colour, _) => Some(colour),
        _ => None,
    };
    let mut grid = Grid {
        colours: (0..board.n_cells()).map(colour).collect(),
        board,
        starts: table.starts().map(|cells| cells[0]),
        forbidden: forbidden.map(<[u8]>::to_vec),
        strict,
        side: 0,
        passes: 0,
    };
    let mut dice = Dice::new(seed);
    loop {
        let context = format!("{spec} seed {seed}: {}", position.text());
        let moves: Vec<String> = position.moves().iter().map(|&mv| position.move_text(mv)).collect();
        assert_eq!(moves, grid.moves(), "{context}");
        assert_eq!(position.outcome(), grid.outcome(), "{context}");
        let zones = [grid.zone(0), grid.zone(1)];
        assert_eq!(position.tally(), zones.each_ref().map(|zone| zone.len() as u32), "{context}");
        for cell in 0..grid.colours.len() {
            let owner = Side::BOTH.into_iter().find(|side| zones[side.index()].contains(&cell));
            let piece = grid.colours[cell].map_or(Piece::Hole, |colour| Piece::Colour(colour, owner));
            assert_eq!(position.piece(cell), piece, "{context}: cell {cell}");
        }
        let Some(last) = moves.len().checked_sub(1) else { break };
        // Mostly colours: games that pass at once show little.
        let pick = if dice.below(8) == 0 { last as u32 } else { dice.below(last.max(1) as u32) };
        let text = &moves[pick as usize];
        position.play_text(text).unwrap();
        grid.play(text);
    }
}

#[test]
fn flood_agrees_on_every_shape_and_width() {
    let boards = [
        "2",
        "3",
        "8",
        "8x7",
        "11",
        "12",
        "16",
        "22",
        "9?shape=donut",
        "12?shape=h",
        "10?shape=clover",
        "8?shape=eight",
        "7?shape=torus",
        "14?shape=torus",
        "2?shape=torus",
        "5x3?shape=torus",
        "1x6",
    ];
    for (n, board) in boards.iter().enumerate() {
        for seed in 0..4 {
            let colours = 2 + (n as u64 + seed) % 7;
            let strict = seed % 2 == 1;
            let colouring = ["random", "cyclic", "blocks"][(seed % 3) as usize];
            let rules = if strict { "strict" } else { "seed" };
            let joint = if board.contains('?') { '&' } else { '?' };
            let spec = format!(
                "flood/{board}{joint}colours={colours}&colouring={colouring}&seed={seed}&rules={rules}"
            );
            check(&spec, [&[], &[]], strict, seed);
            check(&format!("{spec}&forbidden=1:0"), [&[1], &[0]], strict, seed);
        }
    }
}
