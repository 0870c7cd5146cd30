//! UGI and UAI, both ends.

use agon_protocol::ugi::command::{Command, Go, parse_command};
use agon_protocol::ugi::{Dialect, EngineOption, Limit, Reply, SearchInfo, parse_reply, write_go};

#[test]
fn go_lines() {
    let check = |dialect, limit, expected: &str| {
        let mut out = String::new();
        write_go(&mut out, dialect, limit);
        assert_eq!(out, format!("{expected}\n"));
    };
    let clock = Limit::Clock { left: [900, 800], increment: [10, 20] };
    check(Dialect::Ugi, clock, "go p1time 900 p2time 800 p1inc 10 p2inc 20");
    check(Dialect::Uai, clock, "go btime 900 wtime 800 binc 10 winc 20");
    check(Dialect::Ugi, Limit::MoveTime(50), "go movetime 50");
    check(Dialect::Uai, Limit::Nodes(7), "go nodes 7");
    check(Dialect::Ugi, Limit::Depth(3), "go depth 3");
}

#[test]
fn replies() {
    let option = EngineOption { name: "Hash Size", kind: "spin", rest: "default 1 min 1" };
    let cases = [
        ("id name Ada 1.2", Reply::Name("Ada 1.2")),
        ("id author B. L.", Reply::Author("B. L.")),
        ("option name Hash Size type spin default 1 min 1", Reply::Option(option)),
        ("option broken", Reply::Other),
        ("uaiok", Reply::Hello),
        ("ugiok", Reply::Other),
        ("readyok", Reply::Ready),
        ("bestmove g1f3 ponder a1", Reply::BestMove("g1f3")),
        ("bestmove", Reply::BestMove("")),
        ("hello", Reply::Other),
    ];
    for (line, expected) in cases {
        assert_eq!(parse_reply(Dialect::Uai, line), expected, "{line}");
    }
}

#[test]
fn info_keeps_what_it_understands() {
    let line = "info depth 6 seldepth 9 score cp -12 nodes 1234 nps 99 time 15 pv a1 b2 c3";
    let expected =
        SearchInfo { depth: Some(6), score: Some(-12), nodes: Some(1234), time: Some(15), pv: "a1 b2 c3" };
    assert_eq!(parse_reply(Dialect::Ugi, line), Reply::Info(expected));
    let odd = parse_reply(Dialect::Ugi, "info depth score nodes 5");
    assert_eq!(odd, Reply::Info(SearchInfo { nodes: Some(5), ..SearchInfo::default() }));
}

#[test]
fn commands() {
    let go = Go { left: [Some(0), Some(500)], increment: [0, 7], nodes: Some(3), ..Go::default() };
    let cases = [
        ("ugi", Command::Hello),
        ("  isready ", Command::IsReady),
        ("setoption name Board Size value 9 x 9", Command::SetOption { name: "Board Size", value: "9 x 9" }),
        ("setoption name Clear", Command::SetOption { name: "Clear", value: "" }),
        ("uginewgame", Command::NewGame),
        ("position startpos", Command::Position { fen: None, moves: vec![] }),
        ("position startpos moves a1 b2", Command::Position { fen: None, moves: vec!["a1", "b2"] }),
        (
            "position fen x5o/7 x 0 1 moves g1",
            Command::Position { fen: Some("x5o/7 x 0 1"), moves: vec!["g1"] },
        ),
        ("go p1time -5 p2time 500 p2inc 7 nodes 3", Command::Go(go)),
        ("go infinite", Command::Go(Go { is_infinite: true, ..Go::default() })),
        ("query p1turn", Command::Query("p1turn")),
        ("stop", Command::Stop),
        ("quit", Command::Quit),
        ("", Command::Nothing),
        ("position nowhere", Command::Unknown("position nowhere")),
        ("xyzzy", Command::Unknown("xyzzy")),
    ];
    for (line, expected) in cases {
        assert_eq!(parse_command(Dialect::Ugi, line), expected, "{line}");
    }
}
