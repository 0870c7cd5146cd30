//! The colours. Grid cells have their own ground, so that they look the same on dark and light terminals;
//! what is drawn straight on the terminal's ground keeps a contrast of at least 3 to black and to white.
//! Pairs that must be told apart differ for colour-blind eyes too, and never by colour alone.

use agon_games::side::Side;
use agon_games::spec::Kind;

use super::picture::Ink;

/// The moved piece on the terminal's ground: green.
pub const MOVED: u8 = 28;
/// Where it came from: pink.
pub const LEFT: u8 = 169;
/// Its arrow: cyan.
pub const SHOT: u8 = 31;
/// Edges and labels: grey.
pub const FAINT: u8 = 244;
/// Legal targets.
pub const LIT: u8 = 172;

/// The ground of the cell that it came from.
pub const LEFT_GROUND: u8 = 211;
/// Its arrow.
pub const SHOT_GROUND: u8 = 80;

const BLACK: u8 = 16;
const WHITE: u8 = 231;

/// Flood's blue, red, green, yellow, orange, violet, cyan and pink, spread in lightness, each with the
/// colour of the digit on it.
const FLOOD: [(u8, u8); 8] = [
    (25, WHITE),
    (160, WHITE),
    (36, BLACK),
    (227, BLACK),
    (208, BLACK),
    (54, WHITE),
    (117, BLACK),
    (218, BLACK),
];

/// Flood's colours as digits straight on the terminal's ground.
const FLOOD_DIGITS: [u8; 8] = [33, 160, 35, 100, 172, 97, 37, 169];

/// The ground of a Flood cell and its digit.
pub const fn flood(colour: u8) -> Ink {
    let (bg, fg) = FLOOD[colour as usize % 8];
    Ink::on(fg, bg)
}

/// A Flood colour on the terminal's ground.
pub const fn flood_digit(colour: u8) -> Ink {
    Ink::fg(FLOOD_DIGITS[colour as usize % 8]).bold()
}

/// The ground of an empty cell, chequered where the game's boards are.
pub const fn ground(kind: Kind, row: usize, col: usize) -> u8 {
    let dark = (row + col) % 2 == 1;
    match kind {
        Kind::Amazons if dark => 94,
        Kind::Amazons => 137,
        Kind::Blobwar if dark => 250,
        Kind::Blobwar => 253,
        Kind::Reversi if dark => 28,
        Kind::Reversi => 29,
        Kind::Flood => BLACK,
    }
}

/// The ground of the piece that moved.
pub const fn moved(kind: Kind) -> u8 {
    if matches!(kind, Kind::Blobwar) { 157 } else { 71 }
}

/// The ground of pieces that changed hands.
pub const fn changed(kind: Kind) -> u8 {
    if matches!(kind, Kind::Blobwar) { 194 } else { 108 }
}

/// The ground of a cell chosen for the move being entered; white and black pieces, or red and blue ones, show on
/// this and the next two.
pub const fn chosen(kind: Kind) -> u8 {
    match kind {
        Kind::Amazons | Kind::Reversi => 166,
        Kind::Blobwar | Kind::Flood => 220,
    }
}

/// The ground of the cell where the cursor is.
pub const fn cursor(kind: Kind) -> u8 {
    match kind {
        Kind::Amazons | Kind::Reversi => 67,
        Kind::Blobwar | Kind::Flood => 153,
    }
}

/// The ground of a piece that can be chosen.
pub const fn choosable(kind: Kind) -> u8 {
    match kind {
        Kind::Amazons | Kind::Reversi => 172,
        Kind::Blobwar | Kind::Flood => 229,
    }
}

/// The mark of a cell that can be chosen: yellow on dark grounds, dark blue on light ones.
pub const fn lit(kind: Kind) -> u8 {
    match kind {
        Kind::Amazons | Kind::Reversi => 228,
        _ => 18,
    }
}

/// An arrow of Amazons, and its ground.
pub const ARROW: Ink = Ink::on(250, 238);

/// A side's pieces on the ground of a grid cell.
pub const fn on_ground(kind: Kind, side: Side) -> u8 {
    match (kind, side) {
        (Kind::Amazons, Side::First) | (Kind::Reversi, Side::Second) => WHITE,
        (Kind::Amazons, Side::Second) | (Kind::Reversi, Side::First) => BLACK,
        (_, Side::First) => 160,
        (_, Side::Second) => 25,
    }
}

/// A side's pieces on the terminal's ground.
pub const fn on_terminal(kind: Kind, side: Side) -> u8 {
    match (kind, side) {
        (Kind::Blobwar, Side::First) | (Kind::Amazons | Kind::Reversi | Kind::Flood, Side::Second) => 166,
        (Kind::Blobwar, Side::Second) | (_, Side::First) => 33,
    }
}

/// A drawn piece: filled for both sides where the colour tells them apart, else hollow for the light one.
pub const fn piece(kind: Kind, side: Side, colour: bool) -> char {
    let hollow = !colour
        && matches!(
            (kind, side),
            (Kind::Amazons, Side::First) | (Kind::Reversi | Kind::Blobwar, Side::Second)
        );
    match (kind, hollow) {
        (Kind::Amazons, true) => '♕',
        (Kind::Amazons, false) => '♛',
        (_, true) => '○',
        (_, false) => '●',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, of the cube and the greys of the 256 colours.
    fn luminance(colour: u8) -> f64 {
        let channels = match colour {
            232.. => [8 + 10 * (colour - 232); 3],
            _ => {
                let levels = [0, 95, 135, 175, 215, 255];
                let at = usize::from(colour - 16);
                [levels[at / 36], levels[at / 6 % 6], levels[at % 6]]
            }
        };
        let [red, green, blue] = channels.map(|channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.03928 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: u8, other: u8) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn pieces_show_on_every_ground_they_can_stand_on() {
        for kind in [Kind::Amazons, Kind::Blobwar, Kind::Reversi] {
            let marks = [moved(kind), changed(kind), chosen(kind), cursor(kind), choosable(kind)];
            for ground in marks.into_iter().chain([ground(kind, 0, 0), ground(kind, 0, 1)]) {
                for side in Side::BOTH {
                    let found = contrast(on_ground(kind, side), ground);
                    assert!(found >= 2.4, "{kind:?} {side:?} on {ground}: {found:.1}");
                }
            }
        }
        for (fg, bg) in FLOOD.map(|(bg, fg)| (fg, bg)) {
            assert!(contrast(fg, bg) >= 4.0, "{fg} on {bg}");
        }
    }

    #[test]
    fn what_stands_on_the_terminals_own_ground_shows_on_black_and_on_white() {
        let sides = Kind::ALL.map(|kind| Side::BOTH.map(|side| on_terminal(kind, side)));
        let single = [MOVED, LEFT, SHOT, FAINT, LIT].into_iter().chain(FLOOD_DIGITS);
        for colour in single.chain(sides.into_iter().flatten()) {
            for terminal in [BLACK, WHITE] {
                let found = contrast(colour, terminal);
                assert!(found >= 2.5, "{colour} on {terminal}: {found:.1}");
            }
        }
    }
}
