//! GRhino's main term: what lies on 42 groups of cells, looked up in tables of the installed package by the stage of
//! the game. All group indices are summed at once, row by row of the board, one vector addition for sixteen groups.

use std::fs;
use std::path::Path;

use super::DATA;

/// Stages of four moves each.
const N_STAGES: usize = 15;
const N_GROUPS: usize = 42;
/// Groups with room up to whole registers.
const N_LANES: usize = 48;

type Lanes = [u16; N_LANES];

/// The weights, and how much each row of discs adds to the index of each group.
pub(crate) struct Patterns {
    /// By row of the board and its discs: powers of three for all groups.
    rows: Box<[[Lanes; 256]; 8]>,
    /// The indices of an empty board.
    empty: Lanes,
    /// Where the table of each group begins in the weights of a stage.
    begins: [usize; N_GROUPS],
    stages: Vec<Vec<i8>>,
}

/// A table and the groups that are looked up in it.
struct Kind {
    file: &'static str,
    groups: Vec<Vec<u32>>,
}

impl Patterns {
    /// Reads the tables of the installed package.
    pub(crate) fn load() -> Result<Self, String> {
        Self::from_files(&|file| {
            let path = Path::new(DATA).join("pattern").join(file);
            fs::read(&path)
                .map_err(|error| format!("{}: {error}: install the package grhino", path.display()))
        })
    }

    fn from_files(read: &dyn Fn(&str) -> Result<Vec<u8>, String>) -> Result<Self, String> {
        let mut patterns = Self {
            rows: Box::new([[[0; N_LANES]; 256]; 8]),
            empty: [0; N_LANES],
            begins: [0; N_GROUPS],
            stages: vec![Vec::new(); N_STAGES],
        };
        let mut group = 0;
        for kind in kinds() {
            let begin = patterns.stages[0].len();
            patterns.add_tables(&kind, &read(kind.file)?)?;
            for cells in kind.groups {
                patterns.add_group(group, &cells);
                patterns.begins[group] = begin;
                group += 1;
            }
        }
        Ok(patterns)
    }

    /// A file has two thirds of the table of each stage. The last third is the first one backwards with the signs
    /// changed: the same discs in the other colour.
    fn add_tables(&mut self, kind: &Kind, bytes: &[u8]) -> Result<(), String> {
        let third = 3_usize.pow(kind.groups[0].len() as u32 - 1);
        if bytes.len() != 2 * third * N_STAGES {
            let (file, wanted) = (kind.file, 2 * third * N_STAGES);
            return Err(format!(
                "{file} of grhino has {} bytes, not {wanted}: install the package grhino 0.16",
                bytes.len()
            ));
        }
        for (stage, bytes) in self.stages.iter_mut().zip(bytes.chunks(2 * third)) {
            stage.extend(bytes.iter().map(|&byte| byte as i8));
            stage.extend(bytes[..third].iter().rev().map(|&byte| (byte as i8).wrapping_neg()));
        }
        Ok(())
    }

    /// A cell is a digit to base three by its place in the group: nothing for white, one when it is empty, two for black.
    fn add_group(&mut self, group: usize, cells: &[u32]) {
        for (place, &cell) in cells.iter().enumerate() {
            let power = 3_u16.pow(place as u32);
            self.empty[group] += power;
            for (discs, lanes) in self.rows[cell as usize / 8].iter_mut().enumerate() {
                if discs >> (cell % 8) & 1 != 0 {
                    lanes[group] += power;
                }
            }
        }
    }

    /// The sum of the weights from black's side; nothing at the start of the game.
    #[inline]
    pub(crate) fn value(&self, black: u64, white: u64) -> i32 {
        let n_moves = ((black | white).count_ones() as usize).saturating_sub(4);
        if n_moves == 0 {
            return 0;
        }
        let mut index = self.empty;
        for ((lanes, black), white) in self.rows.iter().zip(black.to_le_bytes()).zip(white.to_le_bytes()) {
            let (black, white) = (&lanes[usize::from(black)], &lanes[usize::from(white)]);
            for lane in 0..N_LANES {
                index[lane] = index[lane].wrapping_add(black[lane]).wrapping_sub(white[lane]);
            }
        }
        let weights = &self.stages[(n_moves - 1) / 4][..];
        let weight = |(begin, index): (&usize, &u16)| i32::from(weights[begin + usize::from(*index)]);
        self.begins.iter().zip(&index).map(weight).sum()
    }
}

/// All groups: four kinds of rows and columns by their distance from the edge, diagonals of eight to four cells,
/// and two lines of five cells in every corner, both ways.
fn kinds() -> Vec<Kind> {
    const ROWS: [&str; 4] = ["row1.bin", "row2.bin", "row3.bin", "row4.bin"];
    const DIAGONALS: [&str; 5] = ["diag1.bin", "diag2.bin", "diag3.bin", "diag4.bin", "diag5.bin"];
    let rows = ROWS.into_iter().zip(0..).map(|(file, from_edge)| Kind { file, groups: lines(from_edge) });
    let diagonals = DIAGONALS
        .into_iter()
        .zip(0..)
        .map(|(file, from_middle)| Kind { file, groups: diagonals(from_middle) });
    let corners = Kind { file: "corner5x2.bin", groups: corners() };
    rows.chain(diagonals).chain([corners]).collect()
}

const fn cell(column: i32, row: i32) -> u32 {
    (row * 8 + column) as u32
}

/// The two rows and the two columns so far from the edge, from left to right and from top to bottom.
fn lines(from_edge: i32) -> Vec<Vec<u32>> {
    let both = [from_edge, 7 - from_edge];
    let rows = both.map(|row| (0..8).map(|column| cell(column, row)).collect());
    let columns = both.map(|column| (0..8).map(|row| cell(column, row)).collect());
    rows.into_iter().chain(columns).collect()
}

/// The diagonals so far from the long ones, all read downwards.
fn diagonals(from_middle: i32) -> Vec<Vec<u32>> {
    let length = 8 - from_middle;
    let line =
        |column: i32, row: i32, step: i32| (0..length).map(|i| cell(column + step * i, row + i)).collect();
    let mut groups = vec![line(0, from_middle, 1), line(from_middle, 0, 1)];
    groups.extend([line(7, from_middle, -1), line(7 - from_middle, 0, -1)]);
    if from_middle == 0 {
        groups = vec![line(0, 0, 1), line(7, 0, -1)];
    }
    groups
}

/// Five cells along an edge and the five beside them. On the last column GRhino counts the middle three of the edge
/// twice instead of those beside them, presumably a slip; it plays with it.
fn corners() -> Vec<Vec<u32>> {
    let from = |corner: i32, i: i32| if corner == 0 { i } else { corner - i };
    let mut groups = Vec::new();
    for row in [0, 7] {
        for column in [0, 7] {
            let line = |row: i32| (0..5).map(move |i| cell(from(column, i), row));
            groups.push(line(row).chain(line((row - 1).abs())).collect());
        }
    }
    for column in [0_i32, 7] {
        for row in [0, 7] {
            let inner = |i: i32| if column == 7 && (1..4).contains(&i) { 7 } else { (column - 1).abs() };
            let edge = (0..5).map(|i| cell(column, from(row, i)));
            groups.push(edge.chain((0..5).map(|i| cell(inner(i), from(row, i)))).collect());
        }
    }
    groups
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::grhino::position::cell_text;

    /// Weights of no use for playing.
    pub(crate) fn made_up() -> Patterns {
        Patterns::from_files(&file).unwrap()
    }

    fn file(file: &str) -> Result<Vec<u8>, String> {
        let kind = kinds().into_iter().find(|kind| kind.file == file).ok_or("no such file")?;
        let n_bytes = 2 * 3_usize.pow(kind.groups[0].len() as u32 - 1) * N_STAGES;
        Ok((0..n_bytes).map(|i| ((i * 7919) >> 3) as u8).collect())
    }

    #[test]
    fn groups_are_where_they_should_be() {
        let names =
            |group: &Vec<u32>| group.iter().map(|&cell| cell_text(cell)).collect::<Vec<_>>().join(" ");
        let kinds = kinds();
        assert_eq!(kinds.iter().map(|kind| kind.groups.len()).sum::<usize>(), N_GROUPS);
        assert_eq!(names(&kinds[1].groups[3]), "g1 g2 g3 g4 g5 g6 g7 g8");
        assert_eq!(names(&kinds[5].groups[2]), "h2 g3 f4 e5 d6 c7 b8");
        assert_eq!(names(&kinds[8].groups[3]), "d1 c2 b3 a4");
        assert_eq!(names(&kinds[9].groups[3]), "h8 g8 f8 e8 d8 h7 g7 f7 e7 d7");
        assert_eq!(names(&kinds[9].groups[5]), "a8 a7 a6 a5 a4 b8 b7 b6 b5 b4");
        assert_eq!(names(&kinds[9].groups[7]), "h8 h7 h6 h5 h4 g8 h7 h6 h5 g4");
    }

    #[test]
    fn sums_by_rows_are_sums_by_cells() {
        let patterns = made_up();
        let (mut black, mut white) = (0x0000_0018_0800_0000_u64, 0x0000_0000_1000_0000_u64);
        for step in 0..60_u64 {
            let cell = 1 << ((step * 37 + 5) % 64) & !(black | white);
            *(if step % 3 == 0 { &mut white } else { &mut black }) |= cell;
            let stage = &patterns.stages[((black | white).count_ones() as usize - 5) / 4];
            let mut wanted = 0;
            let mut begin = 0;
            for kind in kinds() {
                for group in &kind.groups {
                    let digit = |cell: u32| 1 + (black >> cell & 1) - (white >> cell & 1);
                    let index = group.iter().rev().fold(0, |index, &cell| index * 3 + digit(cell));
                    wanted += i32::from(stage[begin + index as usize]);
                }
                begin += 3_usize.pow(kind.groups[0].len() as u32);
            }
            assert_eq!(patterns.value(black, white), wanted, "step {step}");
        }
    }

    #[test]
    fn a_short_file_is_refused() {
        let short = |name: &str| file(name).map(|bytes| bytes[1..].to_vec());
        let error = Patterns::from_files(&short).err().unwrap();
        assert_eq!(error, "row1.bin of grhino has 65609 bytes, not 65610: install the package grhino 0.16");
    }
}
