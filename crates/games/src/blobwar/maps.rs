//! Maps for Blobwar: boards of 8x8 with holes, named on the command line as `blobwar?map=NAME`. Each maps
//! onto itself when the sides change corners, so neither side is favoured by it.

use crate::board::Board;

/// The name and the text of every map.
const MAPS: [(&str, &str); 14] = [
    ("checker", include_str!("../../maps/checker.txt")),
    ("corridors", include_str!("../../maps/corridors.txt")),
    ("cross", include_str!("../../maps/cross.txt")),
    ("diamond", include_str!("../../maps/diamond.txt")),
    ("fortress", include_str!("../../maps/fortress.txt")),
    ("gates", include_str!("../../maps/gates.txt")),
    ("islands", include_str!("../../maps/islands.txt")),
    ("pillars", include_str!("../../maps/pillars.txt")),
    ("pinwheel", include_str!("../../maps/pinwheel.txt")),
    ("ring", include_str!("../../maps/ring.txt")),
    ("river", include_str!("../../maps/river.txt")),
    ("star", include_str!("../../maps/star.txt")),
    ("steps", include_str!("../../maps/steps.txt")),
    ("walls", include_str!("../../maps/walls.txt")),
];

/// The names of all maps, in order.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    MAPS.iter().map(|(name, _)| *name)
}

/// The board of a map; none when no map has that name.
pub fn board(name: &str) -> Option<Board> {
    let (_, text) = MAPS.iter().find(|(known, _)| *known == name)?;
    Some(Board::parse(text).expect("the maps of the project are boards"))
}

#[cfg(test)]
mod tests {
    use super::{board, names};

    #[test]
    fn maps_are_8x8_with_open_corners_and_fair() {
        for name in names() {
            let map = board(name).unwrap();
            assert_eq!((map.cols(), map.rows()), (8, 8), "{name}");
            let open = |row: usize, col: usize| map.is_open(map.cell(row, col));
            for (row, col) in [(0, 0), (0, 7), (7, 0), (7, 7)] {
                assert!(open(row, col), "{name}: a corner is a hole");
            }
            let everywhere = |turned: fn(usize, usize) -> (usize, usize)| {
                (0..64).all(|cell| {
                    let (row, col) = turned(cell / 8, cell % 8);
                    map.is_open(cell) == open(row, col)
                })
            };
            let is_fair = everywhere(|row, col| (row, 7 - col))
                || everywhere(|row, col| (7 - row, col))
                || everywhere(|row, col| (col, 7 - row));
            assert!(is_fair, "{name}: the sides cannot change places");
        }
    }
}
