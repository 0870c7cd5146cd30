//! The text of a move in two to four bytes: the ways in which our games write squares are known, anything else is
//! kept as it is.

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

/// Lengths of texts that are kept as they are begin here.
const LITERAL: u64 = 4;

/// Writes a move.
pub(super) fn pack(out: &mut Writer, text: &str) {
    match squares(text.as_bytes()) {
        Some((form, squares)) => {
            out.byte(form as u8);
            squares[..form as usize].iter().for_each(|&square| out.byte(square));
        }
        None => {
            out.number(LITERAL + text.len() as u64);
            text.bytes().for_each(|byte| out.byte(byte));
        }
    }
}

/// Reads a move.
pub(super) fn unpack(input: &mut Reader<'_>) -> Result<String, Unreadable> {
    let head = input.number()?;
    if head >= LITERAL {
        let length = usize::try_from(head - LITERAL).map_err(|_| Unreadable)?;
        return String::from_utf8(input.take(length)?.to_vec()).map_err(|_| Unreadable);
    }
    let mut text = String::with_capacity(12);
    for (i, &square) in input.take(head as usize)?.iter().enumerate() {
        match (head, i) {
            (3, 1) => text.push('-'),
            (3, 2) => text.push('/'),
            _ => {}
        }
        text.push((b'a' + (square >> 4)) as char);
        text.push_str(ROWS[(square & 15) as usize]);
    }
    if head == 0 { Err(Unreadable) } else { Ok(text) }
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
        for (text, n_bytes) in [
            ("g2", 2),
            ("a7b5", 3),
            ("p16", 2),
            ("a10p16", 3),
            ("a4-a7/d7", 4),
            ("j10-a1/p16", 4),
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
        ] {
            let mut out = Writer::with_capacity(8);
            pack(&mut out, text);
            let bytes = out.into_bytes();
            assert_eq!(bytes.len(), n_bytes, "{text}");
            assert_eq!(unpack(&mut Reader::new(&bytes)).as_deref(), Ok(text));
        }
        for bad in [&[][..], &[0], &[2, 7], &[9, b'a'], &[5, 0xff]] {
            assert_eq!(unpack(&mut Reader::new(bad)), Err(Unreadable), "{bad:?}");
        }
    }
}
