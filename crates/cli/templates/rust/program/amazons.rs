//! The rules of Amazons on a grid, flat or wrapped around.

const AROUND: [(isize, isize); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
const START: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";

pub struct Game {
    cells: Vec<Vec<u8>>,
    side: u8,
    wraps: bool,
}

impl Game {
    /// A position such as START: Q and q queens, * arrows, # holes, numbers count empty cells.
    pub fn new(spec: &str, fen: Option<&str>) -> Self {
        let (rows, side) = fen.unwrap_or(START).split_once(' ').expect("a board and a side");
        let cells = rows.split('/').map(spread).collect();
        let side = if side == "w" { b'Q' } else { b'q' };
        Self { cells, side, wraps: spec.contains("shape=torus") }
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in (0..self.cells.len()).flat_map(|row| (0..self.cells[row].len()).map(move |col| (row, col))) {
            if self.cells[from.0][from.1] != self.side {
                continue;
            }
            for to in self.slides(from, from) {
                let arrows = self.slides(to, from).into_iter();
                moves.extend(arrows.map(|arrow| format!("{}-{}/{}", self.name(from), self.name(to), self.name(arrow))));
            }
        }
        moves
    }

    pub fn play(&mut self, text: &str) {
        let mut cells = text.split(['-', '/']).map(|name| self.cell(name)).collect::<Vec<_>>().into_iter();
        for piece in [b'.', self.side, b'*'] {
            let (row, col) = cells.next().expect("a move has three cells");
            self.cells[row][col] = piece;
        }
        self.side = if self.side == b'Q' { b'q' } else { b'Q' };
    }

    /// The cells that a queen or an arrow reaches from here, when the queen has left `empty`.
    fn slides(&self, from: (usize, usize), empty: (usize, usize)) -> Vec<(usize, usize)> {
        let (height, width) = (self.cells.len() as isize, self.cells[0].len() as isize);
        let mut found = Vec::new();
        for (down, right) in AROUND {
            let (mut r, mut c) = (from.0 as isize + down, from.1 as isize + right);
            loop {
                if self.wraps {
                    (r, c) = (r.rem_euclid(height), c.rem_euclid(width));
                }
                let cell = (r as usize, c as usize);
                let is_on = (0..height).contains(&r) && (0..width).contains(&c) && cell != from;
                if !is_on || self.cells[cell.0][cell.1] != b'.' && cell != empty {
                    break;
                }
                found.push(cell);
                (r, c) = (r + down, c + right);
            }
        }
        found
    }

    fn name(&self, (row, col): (usize, usize)) -> String {
        format!("{}{}", (b'a' + col as u8) as char, self.cells.len() - row)
    }

    fn cell(&self, name: &str) -> (usize, usize) {
        (self.cells.len() - name[1..].parse::<usize>().expect("a row"), usize::from(name.as_bytes()[0] - b'a'))
    }
}

/// `3q2q3` becomes `...q..q...`: numbers count empty cells.
fn spread(row: &str) -> Vec<u8> {
    let mut cells = Vec::new();
    let mut number = 0;
    for c in row.bytes().chain([b' ']) {
        if c.is_ascii_digit() {
            number = number * 10 + usize::from(c - b'0');
            continue;
        }
        cells.extend(std::iter::repeat_n(b'.', std::mem::take(&mut number)));
        cells.extend((c != b' ').then_some(c));
    }
    cells
}
