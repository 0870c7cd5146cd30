//! The rules of Reversi on a grid, flat or wrapped around.

const AROUND: [(isize, isize); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

pub struct Game {
    cells: Vec<Vec<u8>>,
    side: u8,
    wraps: bool,
}

impl Game {
    /// A position such as `____/_OX_/_XO_/____ X`; without one, the start of the board in the spec.
    pub fn new(spec: &str, fen: Option<&str>) -> Self {
        let (rows, side) = fen.and_then(|fen| fen.split_once(' ')).unwrap_or(("", "X"));
        let mut cells: Vec<Vec<u8>> = rows.split('/').map(|row| row.bytes().collect()).collect();
        if fen.is_none() {
            let size: usize = spec.split(['/', '?', 'x']).nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
            cells = vec![vec![b'_'; size]; size];
            for (row, col, disc) in [(1, 1, b'O'), (0, 0, b'O'), (1, 0, b'X'), (0, 1, b'X')] {
                cells[size / 2 - row][size / 2 - col] = disc;
            }
        }
        Self { cells, side: side.as_bytes()[0], wraps: spec.contains("shape=torus") }
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for row in 0..self.cells.len() {
            for col in 0..self.cells[row].len() {
                if self.cells[row][col] == b'_' && !self.flips(row, col).is_empty() {
                    moves.push(format!("{}{}", (b'a' + col as u8) as char, row + 1));
                }
            }
        }
        if moves.is_empty() { vec!["pass".to_owned()] } else { moves }
    }

    pub fn play(&mut self, text: &str) {
        if text != "pass" {
            let row = text[1..].parse::<usize>().expect("a row") - 1;
            let col = usize::from(text.as_bytes()[0] - b'a');
            for (r, c) in self.flips(row, col) {
                self.cells[r][c] = self.side;
            }
            self.cells[row][col] = self.side;
        }
        self.side = if self.side == b'X' { b'O' } else { b'X' };
    }

    /// The cells that a disc here turns.
    fn flips(&self, row: usize, col: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (down, right) in AROUND {
            let (mut line, mut at) = (Vec::new(), (row, col));
            while let Some(next) = self.step(at, down, right).filter(|&next| next != (row, col)) {
                match self.cells[next.0][next.1] {
                    b'_' | b'#' => break,
                    disc if disc == self.side => {
                        found.append(&mut line);
                        break;
                    }
                    _ => line.push(next),
                }
                at = next;
            }
        }
        found
    }

    fn step(&self, (row, col): (usize, usize), down: isize, right: isize) -> Option<(usize, usize)> {
        let (height, width) = (self.cells.len(), self.cells[0].len());
        let (r, c) = (row.wrapping_add_signed(down), col.wrapping_add_signed(right));
        if self.wraps {
            return Some((if r == usize::MAX { height - 1 } else { r % height }, if c == usize::MAX { width - 1 } else { c % width }));
        }
        (r < height && c < width).then_some((r, c))
    }
}
