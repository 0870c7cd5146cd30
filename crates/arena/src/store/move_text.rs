//! The text of a move in one to three bytes and two bits: the ways in which our games write squares are known, anything else is
//! kept as it is.

use agon_games::record::MoveRecord;

use super::bytes::{Reader, Unreadable, Writer};

/// How the squares of a move are written.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Form {
    /// `g2`
    One = 1,
    /// `a7b5`
    Two = 2,
    /// `a4-a7/d7`
    Three = 3,
}

/// Lengths of texts that are kept as they are begin here in the older layout.
const LITERAL: u64 = 4;

/// Writes the moves of a game: two bits each that say the form, then what the forms need; 0 is a text kept as it is.
pub(super) fn pack(out: &mut Writer, moves: &[MoveRecord]) {
    let begin = out.reserve(moves.len().div_ceil(MOVES_A_BYTE));
    for (at, moves) in (begin..).zip(moves.chunks(MOVES_A_BYTE)) {
        let mut forms = 0;
        for (i, mv) in moves.iter().enumerate() {
            forms |= pack_one(out, &mv.text) << (2 * i);
        }
        out.fill_byte(at, forms);
    }
}

const MOVES_A_BYTE: usize = 4;

/// Writes what a move's form needs; the form.
fn pack_one(out: &mut Writer, text: &str) -> u8 {
    // Nearly all moves of nearly all games.
    match *text.as_bytes() {
        [a, b] if is_short(a, b) => {
            out.byte(short(a, b));
            Form::One as u8
        }
        [a, b, c, d] if is_short(a, b) && is_short(c, d) => {
            out.bytes(&[short(a, b), short(c, d)]);
            Form::Two as u8
        }
        _ => pack_any(out, text),
    }
}

fn pack_any(out: &mut Writer, text: &str) -> u8 {
    match squares(text.as_bytes()) {
        Some((form, squares)) => {
            out.bytes(&squares[..form as usize]);
            form as u8
        }
        None => {
            out.text(text);
            0
        }
    }
}

/// Reads so many moves.
pub(super) fn unpack(input: &mut Reader<'_>, plies: usize) -> Result<Vec<MoveRecord>, Unreadable> {
    let forms = input.take(plies.div_ceil(MOVES_A_BYTE))?;
    let read = |at: usize| {
        let text = match forms[at / MOVES_A_BYTE] >> (2 * (at % MOVES_A_BYTE)) & 3 {
            0 => input.text()?,
            form => written(input.take(form.into())?),
        };
        Ok(MoveRecord { text, ..MoveRecord::default() })
    };
    (0..plies).map(read).collect()
}

/// Reads a move of the older layout, where each began with its form.
pub(super) fn unpack_older(input: &mut Reader<'_>) -> Result<String, Unreadable> {
    match input.number()? {
        0 => Err(Unreadable),
        form @ 1..LITERAL => Ok(written(input.take(form as usize)?)),
        longer => {
            let length = usize::try_from(longer - LITERAL).map_err(|_| Unreadable)?;
            String::from_utf8(input.take(length)?.to_vec()).map_err(|_| Unreadable)
        }
    }
}

/// The text of a move with these squares.
fn written(squares: &[u8]) -> String {
    let mut text = String::with_capacity(12);
    for (i, &square) in squares.iter().enumerate() {
        match (squares.len(), i) {
            (3, 1) => text.push('-'),
            (3, 2) => text.push('/'),
            _ => {}
        }
        text.push((b'a' + (square >> 4)) as char);
        text.push_str(ROWS[(square & 15) as usize]);
    }
    text
}

const ROWS: [&str; 16] =
    ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"];

/// The squares of a move, if it is written in one of the forms and its board is not larger than 16x16.
fn squares(text: &[u8]) -> Option<(Form, [u8; 3])> {
    let (first, rest) = square(text)?;
    if rest.is_empty() {
        return Some((Form::One, [first, 0, 0]));
    }
    match rest.strip_prefix(b"-") {
        None => {
            let (second, rest) = square(rest)?;
            rest.is_empty().then_some((Form::Two, [first, second, 0]))
        }
        Some(rest) => {
            let (second, rest) = square(rest)?;
            let (third, rest) = square(rest.strip_prefix(b"/")?)?;
            rest.is_empty().then_some((Form::Three, [first, second, third]))
        }
    }
}

/// Whether this is a square of one letter and one digit, which needs no further look.
fn is_short(column: u8, row: u8) -> bool {
    column.wrapping_sub(b'a') < 16 && row.wrapping_sub(b'1') < 9
}

fn short(column: u8, row: u8) -> u8 {
    (column - b'a') << 4 | (row - b'1')
}

/// A square and what follows it. Numbers with a leading zero are nobody's.
fn square(text: &[u8]) -> Option<(u8, &[u8])> {
    let (&column, rest) = text.split_first()?;
    let column = column.checked_sub(b'a').filter(|&column| column < 16)?;
    let (row, rest) = match rest {
        [b'1', ones @ b'0'..=b'6', rest @ ..] => (9 + ones - b'0', rest),
        [ones @ b'1'..=b'9', rest @ ..] => (ones - b'1', rest),
        _ => return None,
    };
    Some((column << 4 | row, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_as_they_were() {
        let kept = "x".repeat(300);
        let texts = [
            ("g2", 1),
            ("a7b5", 2),
            ("p16", 1),
            ("a10p16", 2),
            ("a10b2", 2),
            ("a4-a7/d7", 3),
            ("j10-a1/p16", 3),
            ("q1", 3),
            ("a17", 4),
            ("a0", 3),
            ("a01", 4),
            ("a4-a7", 6),
            ("a4-a7/d7/e8", 12),
            ("pass", 5),
            ("5", 2),
            ("", 1),
            ("A1", 3),
            (&kept, 302),
        ];
        let moves = texts.map(|(text, _)| MoveRecord { text: text.to_owned(), ..MoveRecord::default() });
        let bytes = |moves: &[MoveRecord]| {
            let mut out = Writer::with_capacity(8);
            pack(&mut out, moves);
            out.into_bytes()
        };
        for (mv, (text, n_bytes)) in moves.iter().zip(texts) {
            assert_eq!(bytes(std::slice::from_ref(mv)).len(), 1 + n_bytes, "{text}");
        }
        for n in 0..=moves.len() {
            let packed = bytes(&moves[..n]);
            assert_eq!(unpack(&mut Reader::new(&packed), n).as_deref(), Ok(&moves[..n]));
            let cut = packed.split_last().map(|(_, cut)| cut);
            assert!(cut.is_none_or(|cut| unpack(&mut Reader::new(cut), n) == Err(Unreadable)), "{n}");
        }
        assert_eq!(unpack(&mut Reader::new(&[0, 2, 0xff, 0xff]), 1), Err(Unreadable));
    }

    #[test]
    fn moves_of_the_older_layout_are_read() {
        for (bytes, text) in [
            (&[1, 0x61][..], "g2"),
            (&[2, 0x06, 0x14], "a7b5"),
            (&[3, 0x03, 0x06, 0x36], "a4-a7/d7"),
            (b"\x08pass", "pass"),
            (b"\x04", ""),
        ] {
            assert_eq!(unpack_older(&mut Reader::new(bytes)).as_deref(), Ok(text));
        }
        for bad in [&[][..], &[0], &[2, 7], &[9, b'a'], &[5, 0xff]] {
            assert_eq!(unpack_older(&mut Reader::new(bad)), Err(Unreadable), "{bad:?}");
        }
    }
}
