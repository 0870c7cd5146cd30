//! Blobwar by the book: a blob divides into a neighbour or jumps two steps, and what touches the landing cell
//! changes sides; a hundred plies without a division end the game.

use agon_games::catalog::Table;
use agon_games::dice::Dice;

use super::{Slow, check, compare};

type Place = (usize, usize);

/// A position; under the Ataxx rules a hundred plies without a division are a draw.
#[derive(Clone)]
struct Grid<const ATAXX: bool> {
    rows: Vec<Vec<char>>,
    side: char,
    quiet: u32,
    number: u32,
    wraps: bool,
}

impl<const ATAXX: bool> Grid<ATAXX> {
    fn places(&self, wanted: char) -> Vec<Place> {
        let width = self.rows[0].len();
        let places = (0..self.rows.len()).flat_map(|row| (0..width).map(move |col| (row, col)));
        places.filter(|&(row, col)| self.rows[row][col] == wanted).collect()
    }

    fn distance(&self, a: Place, b: Place) -> usize {
        let along = |a: usize, b: usize, length: usize| {
            let straight = a.abs_diff(b);
            if self.wraps { straight.min(length - straight) } else { straight }
        };
        along(a.0, b.0, self.rows.len()).max(along(a.1, b.1, self.rows[0].len()))
    }

    fn name(&self, (row, col): Place) -> String {
        let (height, width) = (self.rows.len(), self.rows[0].len());
        if width > 26 {
            return (row * width + col).to_string();
        }
        format!("{}{}", (b'a' + col as u8) as char, height - row)
    }

    /// The moves of a side that are not a pass: where from, where to, and their names.
    fn hops(&self, side: char) -> Vec<(Option<Place>, Place, String)> {
        let mut hops = Vec::new();
        let blobs = self.places(side);
        let joint = if self.rows[0].len() > 26 { "-" } else { "" };
        for to in self.places('.') {
            if blobs.iter().any(|&blob| self.distance(blob, to) == 1) {
                hops.push((None, to, self.name(to)));
            }
            for &from in blobs.iter().filter(|&&blob| self.distance(blob, to) == 2) {
                hops.push((Some(from), to, format!("{}{joint}{}", self.name(from), self.name(to))));
            }
        }
        hops
    }

    const fn other(side: char) -> char {
        if side == 'x' { 'o' } else { 'x' }
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in &self.rows {
            let mut out = String::new();
            for run in row.chunk_by(|a, b| *a == '.' && *b == '.') {
                match run[0] {
                    '.' => out += &run.len().to_string(),
                    c => out.push(c),
                }
            }
            rows.push(out);
        }
        format!("{} {} {} {}", rows.join("/"), self.side, self.quiet, self.number)
    }
}

impl<const ATAXX: bool> Slow for Grid<ATAXX> {
    fn read(text: &str, wraps: bool) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let expand = |row: &str| {
            let mut cells = Vec::new();
            let mut run = 0;
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    run = run * 10 + digit as usize;
                    continue;
                }
                cells.extend(std::iter::repeat_n('.', run));
                cells.push(c);
                run = 0;
            }
            cells.extend(std::iter::repeat_n('.', run));
            cells
        };
        Self {
            rows: fields[0].split('/').map(expand).collect(),
            side: fields[1].chars().next().unwrap(),
            quiet: fields[2].parse().unwrap(),
            number: fields[3].parse().unwrap(),
            wraps,
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let hops = self.hops(self.side);
        if hops.is_empty() { vec!["0000".to_owned()] } else { hops.into_iter().map(|hop| hop.2).collect() }
    }

    fn after(&self, mv: &str) -> String {
        let mut next = self.clone();
        next.quiet += 1;
        if let Some((from, to, _)) = self.hops(self.side).into_iter().find(|hop| hop.2 == mv) {
            match from {
                Some((row, col)) => next.rows[row][col] = '.',
                None => next.quiet = 0,
            }
            next.rows[to.0][to.1] = self.side;
            for blob in self.places(Self::other(self.side)) {
                if self.distance(blob, to) == 1 {
                    next.rows[blob.0][blob.1] = self.side;
                }
            }
        }
        next.number += u32::from(self.side == 'o');
        next.side = Self::other(self.side);
        next.text()
    }

    fn ending(&self) -> Option<Option<usize>> {
        let [x, o] = ['x', 'o'].map(|side| self.places(side).len());
        let is_stuck = self.hops('x').is_empty() && self.hops('o').is_empty();
        let is_long = self.quiet >= 100;
        if x > 0 && o > 0 && !is_stuck && !is_long {
            return None;
        }
        let by_count = match x.cmp(&o) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(1),
        };
        Some(if ATAXX && is_long && x > 0 && o > 0 { None } else { by_count })
    }
}

#[test]
fn blobwar() {
    for (spec, games, stride) in [
        ("blobwar/3", 30, 1),
        ("blobwar/2x9", 20, 1),
        ("blobwar/5?shape=clover", 10, 1),
        ("blobwar/5?shape=torus", 10, 1),
        ("blobwar/6?shape=h", 10, 1),
        ("blobwar?map=fortress", 6, 2),
        ("blobwar/8?shape=torus", 4, 4),
        ("blobwar/8?shape=eight", 4, 4),
        ("blobwar/9?shape=donut", 4, 4),
        ("blobwar/10?shape=torus", 2, 8),
        ("blobwar/15?shape=clover", 2, 20),
        ("blobwar/30x5", 2, 20),
        ("blobwar/22", 1, 50),
    ] {
        check::<Grid<false>>(spec, games, stride);
    }
    for (spec, games, stride) in [("ataxx/4", 20, 1), ("ataxx", 6, 2), ("ataxx/12?shape=torus", 2, 20)] {
        check::<Grid<true>>(spec, games, stride);
    }
}

/// Positions that games seldom reach: any blobs anywhere, shut-in sides, long runs of jumps.
fn check_scattered<const ATAXX: bool>(spec: &str, positions: u64) {
    let table = Table::open(spec, None).unwrap();
    let board = table.board();
    for seed in 0..positions {
        let mut dice = Dice::new(seed);
        let empties = dice.below(10);
        let letters = ["x", "o", if dice.below(3) == 0 { "x" } else { "o" }];
        let mut cell = |place: usize| match board.is_open(place) {
            false => "-",
            true if dice.below(10) < empties => "1",
            true => letters[dice.below(3) as usize],
        };
        let row = |row: usize, cell: &mut dyn FnMut(usize) -> &'static str| -> String {
            let mut out = String::new();
            let mut run = 0;
            for col in 0..board.cols() {
                match cell(board.cell(row, col)) {
                    "1" => run += 1,
                    c => {
                        out += &if run > 0 { run.to_string() } else { String::new() };
                        out += c;
                        run = 0;
                    }
                }
            }
            out + &if run > 0 { run.to_string() } else { String::new() }
        };
        let rows: Vec<String> = (0..board.rows()).map(|at| row(at, &mut cell)).collect();
        if !rows.iter().any(|row| row.contains(['x', 'o'])) {
            continue;
        }
        let side = ['x', 'o'][dice.below(2) as usize];
        let quiet = [0, dice.below(101), 98, 99, 100][dice.below(5) as usize];
        let text = format!("{} {side} {quiet} {}", rows.join("/"), 1 + dice.below(60));
        let mut fast = table.start();
        fast.set_text(&text).unwrap_or_else(|error| panic!("{spec}: {text}: {error}"));
        let slow = Grid::<ATAXX>::read(&text, board.wraps());
        compare(&fast, &slow, &mut dice, &format!("{spec} scattered, seed {seed}: {text}"));
        let replies = |mv: &String| Grid::<ATAXX>::read(&slow.after(mv), board.wraps()).moves().len() as u64;
        let two: u64 = slow.moves().iter().map(replies).sum();
        assert_eq!(fast.perft(2), two, "{spec} scattered, seed {seed}: {text}: lines of two plies");
    }
}

#[test]
fn blobwar_scattered() {
    for (spec, positions) in [
        ("blobwar/3", 300),
        ("blobwar/4", 300),
        ("blobwar/5?shape=torus", 100),
        ("blobwar?map=checker", 60),
        ("blobwar/9?shape=h", 30),
        ("blobwar/9?shape=torus", 20),
        ("blobwar/12?shape=donut", 10),
        ("blobwar/17?shape=torus", 2),
    ] {
        check_scattered::<false>(spec, positions);
    }
    check_scattered::<true>("ataxx", 60);
}
