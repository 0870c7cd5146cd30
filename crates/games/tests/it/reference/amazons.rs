//! Amazons by the book: a queen slides over empty cells, then its arrow does; whoever cannot move loses.

use super::{Slow, check};

const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

#[derive(Clone)]
struct Grid {
    rows: Vec<Vec<char>>,
    first_to_move: bool,
    wraps: bool,
}

type Place = (usize, usize);

impl Grid {
    fn step(&self, (row, col): Place, (down, right): (i32, i32)) -> Option<Place> {
        let (height, width) = (self.rows.len() as i32, self.rows[0].len() as i32);
        let (row, col) = (row as i32 + down, col as i32 + right);
        if self.wraps {
            return Some((row.rem_euclid(height) as usize, col.rem_euclid(width) as usize));
        }
        (row >= 0 && row < height && col >= 0 && col < width).then_some((row as usize, col as usize))
    }

    /// Where a piece can slide to, each cell once.
    fn reach(&self, from: Place) -> Vec<Place> {
        let mut reached = Vec::new();
        for direction in DIRECTIONS {
            let mut at = from;
            while let Some(next) = self.step(at, direction) {
                if next == from || self.rows[next.0][next.1] != '.' {
                    break;
                }
                if !reached.contains(&next) {
                    reached.push(next);
                }
                at = next;
            }
        }
        reached
    }

    fn queens(&self) -> Vec<Place> {
        let letter = if self.first_to_move { 'Q' } else { 'q' };
        let width = self.rows[0].len();
        let places = (0..self.rows.len()).flat_map(|row| (0..width).map(move |col| (row, col)));
        places.filter(|&(row, col)| self.rows[row][col] == letter).collect()
    }

    fn name(&self, (row, col): Place) -> String {
        format!("{}{}", (b'a' + col as u8) as char, self.rows.len() - row)
    }

    fn place(&self, name: &str) -> Place {
        let col = name.as_bytes()[0] - b'a';
        (self.rows.len() - name[1..].parse::<usize>().unwrap(), col as usize)
    }

    fn set(&mut self, (row, col): Place, cell: char) {
        self.rows[row][col] = cell;
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in &self.rows {
            let line: String = row.iter().collect();
            let mut out = String::new();
            let mut run = 0;
            for c in line.chars().chain(['\n']) {
                if c == '.' {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    out += &run.to_string();
                    run = 0;
                }
                if c != '\n' {
                    out.push(c);
                }
            }
            rows.push(out);
        }
        format!("{} {}", rows.join("/"), if self.first_to_move { 'w' } else { 'b' })
    }
}

impl Slow for Grid {
    fn read(text: &str, wraps: bool) -> Self {
        let (grid, side) = text.split_once(' ').unwrap();
        let expand = |row: &str| {
            let mut cells = Vec::new();
            let mut digits = String::new();
            for c in row.chars().chain(['\n']) {
                if c.is_ascii_digit() {
                    digits.push(c);
                    continue;
                }
                cells.extend(std::iter::repeat_n('.', digits.parse().unwrap_or(0)));
                digits.clear();
                if c != '\n' {
                    cells.push(c);
                }
            }
            cells
        };
        Self { rows: grid.split('/').map(expand).collect(), first_to_move: side == "w", wraps }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in self.queens() {
            let mut lifted = self.clone();
            lifted.set(from, '.');
            for to in self.reach(from) {
                for arrow in lifted.reach(to) {
                    moves.push(format!("{}-{}/{}", self.name(from), self.name(to), self.name(arrow)));
                }
            }
        }
        moves
    }

    fn after(&self, mv: &str) -> String {
        let mut cells = mv.split(['-', '/']).map(|name| self.place(name));
        let [from, to, arrow] = [0; 3].map(|_| cells.next().unwrap());
        let mut next = self.clone();
        let queen = next.rows[from.0][from.1];
        next.set(from, '.');
        next.set(to, queen);
        next.set(arrow, '*');
        next.first_to_move = !self.first_to_move;
        next.text()
    }

    fn ending(&self) -> Option<Option<usize>> {
        let is_stuck = self.queens().iter().all(|&queen| self.reach(queen).is_empty());
        is_stuck.then_some(Some(usize::from(self.first_to_move)))
    }
}

#[test]
fn amazons() {
    for (spec, games, stride) in [
        ("amazons/5", 20, 1),
        ("amazons/6?shape=h", 10, 1),
        ("amazons/6?shape=torus", 10, 2),
        ("amazons/8", 6, 2),
        ("amazons/8?shape=eight", 6, 2),
        ("amazons/9?shape=donut", 4, 3),
        ("amazons/9?shape=torus", 4, 5),
        ("amazons/10", 4, 4),
        ("amazons/10?shape=clover", 4, 4),
        ("amazons/12?shape=eight", 2, 10),
        ("amazons/12?shape=torus", 2, 20),
        ("amazons/15?shape=donut", 2, 20),
        ("amazons/16", 2, 40),
        ("amazons/20?shape=clover", 1, 40),
        ("amazons/22?shape=torus", 1, 200),
    ] {
        check::<Grid>(spec, games, stride);
    }
}
