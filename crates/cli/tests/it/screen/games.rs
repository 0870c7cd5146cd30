//! Whole games against a champion in a real terminal, by keys and by mouse, on a small and on a large screen,
//! resized in between. The test follows the game by the list of moves on the screen.

use agon_games::catalog::{Position, Table};
use agon_games::dice::Dice;
use agon_games::game::PackedMove;
use agon_games::spec::Kind;

use super::terminal::Terminal;

const SMALL: (u32, u32) = (80, 24);
const LARGE: (u32, u32) = (200, 60);

#[derive(Clone, Copy, PartialEq)]
enum Hand {
    Keys,
    Mouse,
}

/// A game that is being played at a terminal.
struct Party {
    terminal: Terminal,
    hand: Hand,
    kind: Kind,
    position: Position,
    n_moves: usize,
    /// Where the cursor is, by row and column.
    cursor: (usize, usize),
    dice: Dice,
}

fn check(game: &str, hand: Hand) {
    let (from, to) = if hand == Hand::Keys { (SMALL, LARGE) } else { (LARGE, SMALL) };
    let name = format!("{}{}", game.split(['/', '?']).next().unwrap(), u8::from(hand == Hand::Mouse));
    let Some(terminal) = Terminal::open(&name, from.0, from.1) else { return };
    let before = terminal.settings("before");
    terminal.types("clear");
    terminal.keys(&["Enter"]);
    terminal.starts(&format!("play '{game}' human champion:level=1 --clock nodes=300 --seed 5"));
    let table = Table::open(game, None).unwrap();
    let board = table.board();
    let mut party = Party {
        terminal,
        hand,
        kind: table.spec().kind,
        position: table.start(),
        n_moves: 0,
        cursor: (board.rows() / 2, board.cols() / 2),
        dice: Dice::new(11),
    };
    let screen = party.terminal.sees("your move");
    assert!(screen.contains("human") && screen.contains("champion:level=1"), "{screen}");
    assert!(party.terminal.flag("alternate_on") && party.terminal.flag("mouse_any_flag"));
    let mut is_resized = false;
    while !party.position.is_over() {
        if party.n_moves >= 2 && !is_resized {
            party.terminal.resize(to.0, to.1);
            is_resized = true;
        }
        party.turn();
    }
    let screen = party.terminal.waits(
        |screen| {
            let last = screen.lines().rev().find(|line| !line.trim().is_empty())?;
            (last.contains(" wins") || last.contains("a draw")).then(|| screen.to_owned())
        },
        "the result",
    );
    assert!(is_resized, "{screen}");
    let Party { terminal, .. } = party;
    terminal.keys(&["q"]);
    terminal.sees("ready>");
    assert!(!terminal.flag("alternate_on") && !terminal.flag("mouse_any_flag"));
    assert_eq!(terminal.settings("after"), before, "the terminal is as it was");
}

impl Party {
    /// One ply: ours by hand, the opponent's read from the screen.
    fn turn(&mut self) {
        // A forced pass is played by the referee, for people too.
        let is_ours = self.position.side().index() == 0;
        if is_ours && !self.real_moves().is_empty() {
            self.terminal.sees("your move");
            self.play();
        }
        let (row, column) = (self.n_moves / 2 + 1, self.n_moves % 2);
        let text = self.terminal.waits(
            |screen| listed(screen, row, column),
            &format!("move {column} of row {row} after {:?}", self.position),
        );
        self.position.play_text(&text).unwrap();
        self.n_moves += 1;
    }

    /// The moves that are no pass.
    fn real_moves(&self) -> Vec<PackedMove> {
        let is_pass = |mv: PackedMove| self.position.trace(mv) == agon_games::game::Trace::default();
        self.position.moves().into_iter().filter(|&mv| !is_pass(mv)).collect()
    }

    /// Enters a random move by its cells.
    fn play(&mut self) {
        let real = self.real_moves();
        let mv = real[self.dice.below(real.len() as u32) as usize];
        if self.kind == Kind::Flood && self.hand == Hand::Keys {
            self.terminal.types(&self.position.move_text(mv));
            return;
        }
        for cell in self.cells(mv) {
            match self.hand {
                Hand::Keys => self.walk(cell),
                Hand::Mouse => self.click(cell),
            }
        }
    }

    /// The cells that name a move.
    fn cells(&self, mv: PackedMove) -> Vec<usize> {
        let trace = self.position.trace(mv);
        if self.kind == Kind::Flood {
            let colour = self.position.move_text(mv).parse().unwrap();
            let free = agon_games::game::Piece::Colour(colour, None);
            return (0..self.position.board().n_cells())
                .find(|&cell| self.position.piece(cell) == free)
                .into_iter()
                .collect();
        }
        trace.from.into_iter().chain(trace.to).chain(trace.arrow).collect()
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        let cols = self.position.board().cols();
        (cell / cols, cell % cols)
    }

    fn walk(&mut self, cell: usize) {
        let (row, col) = self.place(cell);
        let mut keys = Vec::new();
        keys.extend(std::iter::repeat_n(
            if row < self.cursor.0 { "Up" } else { "Down" },
            row.abs_diff(self.cursor.0),
        ));
        keys.extend(std::iter::repeat_n(
            if col < self.cursor.1 { "Left" } else { "Right" },
            col.abs_diff(self.cursor.1),
        ));
        keys.push("Enter");
        self.terminal.keys(&keys);
        self.cursor = (row, col);
    }

    /// Finds the cell on the screen: by the labels, or in Flood by the grid of digits, and clicks on it.
    fn click(&self, cell: usize) {
        let (row, col) = self.place(cell);
        let (rows, cols) = (self.position.board().rows(), self.position.board().cols());
        let place = |screen: &str| {
            let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
            if self.kind == Kind::Flood {
                let digits = |line: &Vec<char>| -> Vec<usize> {
                    (0..line.len()).filter(|&x| line[x].is_ascii_digit()).take(cols).collect()
                };
                let with: Vec<usize> = (0..lines.len())
                    .filter(|&y| {
                        lines[y].first().is_some_and(|&c| c == ' ' || c == '[')
                            && digits(&lines[y]).len() == cols
                            && digits(&lines[y])[0] <= 4
                    })
                    .take(rows)
                    .collect();
                let y = *with.get(row)?;
                return digits(&lines[y]).get(col).map(|&x| (x, y));
            }
            let letter = (b'a' + col as u8) as char;
            let x = lines.first()?.iter().position(|&c| c == letter)?;
            let number = if self.kind == Kind::Reversi { row + 1 } else { rows - row };
            let y = lines
                .iter()
                .position(|line| line.first().is_some_and(|&c| c.to_string() == number.to_string()))?;
            Some((x, y))
        };
        let (x, y) = self.terminal.waits(place, "the board");
        self.terminal.click(x, y);
    }
}

/// The move at a place of the list of moves, if it is on the screen.
fn listed(screen: &str, row: usize, column: usize) -> Option<String> {
    let mark = format!("{row:>3}. ");
    let line = screen.lines().find(|line| line.contains(&mark))?;
    let rest = &line[line.find(&mark)? + mark.len()..];
    rest.split_whitespace().nth(column).map(str::to_owned)
}

#[test]
fn amazons_by_keys() {
    check("amazons/5", Hand::Keys);
}

#[test]
fn amazons_by_mouse() {
    check("amazons/5", Hand::Mouse);
}

#[test]
fn blobwar_by_keys() {
    check("blobwar/4", Hand::Keys);
}

#[test]
fn blobwar_by_mouse() {
    check("blobwar/4", Hand::Mouse);
}

#[test]
fn flood_by_keys() {
    check("flood/6?colours=5&seed=2", Hand::Keys);
}

#[test]
fn flood_by_mouse() {
    check("flood/6?colours=5&seed=2", Hand::Mouse);
}

#[test]
fn reversi_by_keys() {
    check("reversi/4", Hand::Keys);
}

#[test]
fn reversi_by_mouse() {
    check("reversi/6", Hand::Mouse);
}
