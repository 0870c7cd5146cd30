//! The rules of Blobwar and Ataxx on a grid, flat or wrapped around.

pub struct Game {
    cells: Vec<Vec<u8>>,
    side: u8,
    wraps: bool,
}

impl Game {
    /// A position such as `x5o/7/7/7/7/7/o5x x 0 1`; without one, the start of the board in the spec.
    pub fn new(spec: &str, fen: Option<&str>) -> Self {
        let usual = if spec.starts_with("ataxx") { 7 } else { 8 };
        let size: usize = spec.split(['/', '?']).nth(1).and_then(|n| n.parse().ok()).unwrap_or(usual);
        let (gap, empty) = (size - 2, format!("{size}/"));
        let start = format!("x{gap}o/{}o{gap}x x 0 1", empty.repeat(gap));
        let mut words = fen.unwrap_or(&start).split(' ');
        let cells = words.next().unwrap_or("").split('/').map(spread).collect();
        let side = words.next().unwrap_or("x").as_bytes()[0];
        Self { cells, side, wraps: spec.contains("shape=torus") }
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for row in 0..self.cells.len() {
            for col in 0..self.cells[row].len() {
                let mut is_beside = false;
                for (r, c, distance) in self.near(row, col, 2) {
                    match self.cells[r][c] == self.side && self.cells[row][col] == b'.' {
                        true if distance == 2 => moves.push(self.name(r, c) + &self.name(row, col)),
                        mine => is_beside |= mine,
                    }
                }
                moves.extend(is_beside.then(|| self.name(row, col)));
            }
        }
        if moves.is_empty() { vec!["0000".to_owned()] } else { moves }
    }

    pub fn play(&mut self, text: &str) {
        if text != "0000" {
            let starts: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(at, _)| at).collect();
            let (row, col) = self.cell(&text[starts[starts.len() - 1]..]);
            if let [_, second] = starts[..] {
                let (r, c) = self.cell(&text[..second]);
                self.cells[r][c] = b'.';
            }
            self.cells[row][col] = self.side;
            for (r, c, _) in self.near(row, col, 1) {
                if self.cells[r][c] != b'.' && self.cells[r][c] != b'-' {
                    self.cells[r][c] = self.side;
                }
            }
        }
        self.side = if self.side == b'x' { b'o' } else { b'x' };
    }

    /// The cells at most `reach` away, and how far they are.
    fn near(&self, row: usize, col: usize, reach: isize) -> Vec<(usize, usize, isize)> {
        let (height, width) = (self.cells.len() as isize, self.cells[0].len() as isize);
        let mut found = Vec::new();
        for down in -reach..=reach {
            for right in -reach..=reach {
                let (r, c) = (row as isize + down, col as isize + right);
                let is_on = self.wraps || (0..height).contains(&r) && (0..width).contains(&c);
                if is_on && (down, right) != (0, 0) {
                    let cell = (r.rem_euclid(height) as usize, c.rem_euclid(width) as usize);
                    found.push((cell.0, cell.1, down.abs().max(right.abs())));
                }
            }
        }
        found
    }

    fn name(&self, row: usize, col: usize) -> String {
        format!("{}{}", (b'a' + col as u8) as char, self.cells.len() - row)
    }

    fn cell(&self, name: &str) -> (usize, usize) {
        let row: usize = name[1..].parse().expect("a row");
        (self.cells.len() - row, usize::from(name.as_bytes()[0] - b'a'))
    }
}

/// `x5o` becomes `x.....o`: numbers count empty cells.
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
