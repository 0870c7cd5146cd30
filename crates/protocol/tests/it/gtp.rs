//! GTP: commands as text, replies put together from lines.

use agon_protocol::gtp::{Colour, Command, Refused, ReplyReader, parse_square, write_command};

#[test]
fn commands() {
    let check = |command, expected: &str| {
        let mut out = String::new();
        write_command(&mut out, command);
        assert_eq!(out, format!("{expected}\n"));
    };
    check(Command::BoardSize(8), "boardsize 8");
    check(Command::Play(Colour::Black, "f5"), "play black f5");
    check(Command::GenMove(Colour::White), "genmove white");
    check(Command::TimeLeft(Colour::Black, 12, 0), "time_left black 12 0");
}

#[test]
fn replies_end_with_an_empty_line() {
    let check = |lines: &[&str], expected: Result<&str, &str>| {
        let mut reader = ReplyReader::default();
        let (last, first) = lines.split_last().unwrap();
        assert!(first.iter().all(|line| reader.take(line).is_none()), "{lines:?}");
        let expected = expected.map(str::to_owned).map_err(|e| Refused(e.to_owned()));
        assert_eq!(reader.take(last), Some(expected), "{lines:?}");
    };
    check(&["= F5", ""], Ok("F5"));
    check(&["", "hello", "=12 pass", "\r"], Ok("pass"));
    check(&["= one", "two", ""], Ok("one\ntwo"));
    check(&["? unknown command", ""], Err("unknown command"));
}

#[test]
fn squares_in_any_case() {
    assert_eq!(parse_square("F5").as_deref(), Some("f5"));
    assert_eq!(parse_square("PASS"), None);
}
