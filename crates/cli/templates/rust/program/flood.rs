//! The rules of Flood on a grid, flat or wrapped around.

pub struct Game {
    cells: Vec<Vec<u8>>,
    side: usize,
    homes: [(usize, usize); 2],
    forbidden: [Vec<u8>; 2],
    wraps: bool,
    is_strict: bool,
}

impl Game {
    /// A position such as `1023/1132/0012/3312 0 0`: colours, the side, passes just played.
    pub fn new(spec: &str, fen: Option<&str>) -> Self {
        let mut words = fen.expect("the colours are in the position").split(' ');
        let cells: Vec<Vec<u8>> = words.next().unwrap_or("").split('/').map(|row| row.bytes().collect()).collect();
        let side = usize::from(words.next() == Some("1"));
        let (wraps, is_strict) = (spec.contains("shape=torus"), spec.contains("rules=strict"));
        let (height, width) = (cells.len(), cells[0].len());
        let far = if wraps { (height / 2, width / 2) } else { (height - 1, width - 1) };
        let sets = spec.split(['?', '&']).find_map(|pair| pair.strip_prefix("forbidden=")).unwrap_or(":");
        let (first, second) = sets.split_once(':').unwrap_or(("", ""));
        let forbidden = [first.bytes().collect(), second.bytes().collect()];
        Self { cells, side, homes: [(0, 0), far], forbidden, wraps, is_strict }
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<String> {
        let (mine, theirs) = (self.zone(self.side), self.zone(1 - self.side));
        let (row, col) = self.homes[1 - self.side];
        let is_legal = |colour: &u8| {
            let zone = self.connected(mine.clone(), *colour);
            !self.forbidden[self.side].contains(colour)
                && !(self.is_strict && self.cells[row][col] == *colour)
                && zone.len() > mine.len()
                && !zone.iter().any(|cell| theirs.contains(cell))
        };
        let moves: Vec<String> = (b'0'..=b'7').filter(is_legal).map(|colour| (colour as char).to_string()).collect();
        if moves.is_empty() { vec!["-".to_owned()] } else { moves }
    }

    pub fn play(&mut self, text: &str) {
        if text != "-" {
            let colour = text.as_bytes()[0];
            for (row, col) in self.connected(self.zone(self.side), colour) {
                self.cells[row][col] = colour;
            }
        }
        self.side = 1 - self.side;
    }

    fn zone(&self, side: usize) -> Vec<(usize, usize)> {
        let (row, col) = self.homes[side];
        self.connected(vec![(row, col)], self.cells[row][col])
    }

    /// These cells and all of a colour that hang together with them.
    fn connected(&self, mut cells: Vec<(usize, usize)>, colour: u8) -> Vec<(usize, usize)> {
        let (height, width) = (self.cells.len(), self.cells[0].len());
        let mut at = 0;
        while at < cells.len() {
            let (row, col) = cells[at];
            for (down, right) in [(height - 1, 0), (0, 1), (1, 0), (0, width - 1)] {
                let (r, c) = ((row + down) % height, (col + right) % width);
                let is_beside = self.wraps || row.abs_diff(r) + col.abs_diff(c) == 1;
                if is_beside && self.cells[r][c] == colour && !cells.contains(&(r, c)) {
                    cells.push((r, c));
                }
            }
            at += 1;
        }
        cells
    }
}
