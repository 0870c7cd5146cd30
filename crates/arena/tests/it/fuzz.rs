//! Everything that players, users and files say to the arena, mutated: an answer or an error comes out, and
//! what was accepted means the same when it is printed and read again.

use agon_arena::clock::Clock;
use agon_arena::openings::OpeningSource;
use agon_arena::tournament::Plan;
use agon_protocol::lines::LineBuffer;
use agon_protocol::ugi::Dialect;
use agon_protocol::{botzone, contest, gtp, nboard, school, ugi};

use crate::corpus::fuzz;

/// Accepted texts print to texts that mean the same.
fn check_printing<T>(texts: &[&str])
where
    T: std::str::FromStr + std::fmt::Display + PartialEq + std::fmt::Debug,
{
    fuzz(texts.iter().copied(), |text| {
        if let Ok(value) = text.parse::<T>() {
            assert_eq!(value.to_string().parse().ok(), Some(value), "{text:?}");
        }
    });
}

#[test]
fn clocks() {
    check_printing::<Clock>(&[
        "10s",
        "10+0.1",
        "300ms+5ms",
        "move=100ms",
        "nodes=10k",
        "depth=4",
        "fuel=2M",
        "90us",
        "1.5m",
    ]);
}

#[test]
fn opening_sources() {
    check_printing::<OpeningSource>(&[
        "auto",
        "none",
        "shipped",
        "colourings",
        "random:4",
        "balanced:6",
        "file:x.txt",
    ]);
}

#[test]
fn tournament_files() {
    let texts = [
        "game = \"amazons/6\"\nformat = \"round-robin\"\nplayers = [\"random\", \"greedy\"]\ngames = 10\nclock = \"10s+100ms\"\nseed = 3\n",
        "game = \"reversi\"\nformat = \"swiss\"\nrounds = 4\nplayers = [{ name = \"a\", spec = \"random\" }, \"greedy\"]\n[sprt]\nelo0 = 0\nelo1 = 5\n",
    ];
    fuzz(texts, |text| {
        if let Ok(plan) = Plan::from_toml(text) {
            let json = serde_json::to_string(&plan).unwrap();
            assert_eq!(json, serde_json::to_string(&serde_json::from_str::<Plan>(&json).unwrap()).unwrap());
        }
    });
}

#[test]
fn replies_of_engines() {
    let texts = [
        "bestmove a1b2",
        "info depth 7 score cp -13 nodes 12345 nps 99 pv a1a2 b3",
        "option name Hash type spin default 16 min 1 max 4096",
        "id name An engine",
        "ugiok",
        "readyok",
        "position startpos moves a1 b2",
        "go btime 1000 wtime 900 binc 10 winc 10",
        "setoption name Hash value 64",
        "= D3",
        "? illegal move",
        "=== C4//",
        "learned",
        "1 2 3 4 5 6",
        "-1 -1 -1 -1 -1 -1",
    ];
    fuzz(texts, |text| {
        for dialect in [Dialect::Ugi, Dialect::Uai] {
            let _ = ugi::parse_reply(dialect, text);
            let _ = ugi::command::parse_command(dialect, text);
        }
        let mut reader = gtp::ReplyReader::default();
        for line in text.lines().chain([""]) {
            if let Some(Ok(answer)) = reader.take(line) {
                let _ = gtp::parse_square(&answer);
            }
        }
        let _ = nboard::parse_reply(text);
        if let Ok(line) = botzone::parse_line(text) {
            let mut written = String::new();
            botzone::write_line(&mut written, line);
            assert_eq!(botzone::parse_line(written.trim_end()), Ok(line), "{text:?}");
        }
        let _ = contest::parse_output(text.as_bytes());
        let _ = school::scan_answer(text.as_bytes());
    });
}

#[test]
fn lines_in_pieces() {
    fuzz(["bestmove a1\nreadyok\n", "one long line without an end", "\r\n\r\n"], |text| {
        let mut buffer = LineBuffer::new(32);
        for piece in text.as_bytes().chunks(7) {
            buffer.push(piece);
            while let Ok(Some(line)) = buffer.next_line() {
                assert!(line.len() <= 3 * 32, "{text:?}");
            }
        }
    });
}
