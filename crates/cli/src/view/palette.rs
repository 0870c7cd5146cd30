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

/// The same marks as grounds of grid cells.
pub const MOVED_GROUND: u8 = 71;
/// Where the piece came from.
pub const LEFT_GROUND: u8 = 211;
/// Its arrow.
pub const SHOT_GROUND: u8 = 80;
/// Cells that changed hands.
pub const CHANGED_GROUND: u8 = 108;
/// A cell chosen for the move being entered.
pub const CHOSEN_GROUND: u8 = 220;

/// Where the cursor is.
pub const CURSOR_GROUND: u8 = 153;
/// A piece that can be chosen.
pub const LIT_GROUND: u8 = 222;

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
const FLOOD_DIGITS: [u8; 8] = [33, 160, 35, 142, 172, 97, 37, 169];

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
        Kind::Amazons if dark => 137,
        Kind::Amazons => 180,
        Kind::Blobwar if dark => 250,
        Kind::Blobwar => 253,
        Kind::Reversi if dark => 28,
        Kind::Reversi => 29,
        Kind::Flood => BLACK,
    }
}

/// The mark of a cell that can be chosen: yellow on Reversi's green, dark on light grounds.
pub const fn lit(kind: Kind) -> u8 {
    match kind {
        Kind::Reversi => 228,
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
