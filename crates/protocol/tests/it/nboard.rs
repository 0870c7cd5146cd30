//! NBoard: moves in every form that engines send, and the game on one line.

use agon_protocol::nboard::{Game, Reply, parse_reply, write_set_game};

#[test]
fn replies() {
    let square = |s: &str| Reply::Move(Some(s.to_owned()));
    let cases = [
        ("=== F5/1.20/0.5", square("f5")),
        ("=== f6 0.00 0.0", square("f6")),
        ("===H4//1.38", square("h4")),
        ("=== PA", Reply::Move(None)),
        ("===", Reply::Other),
        ("pong 12", Reply::Pong(12)),
        ("pong x", Reply::Other),
        ("set myname NTest 9", Reply::Name("NTest 9")),
        ("status thinking", Reply::Other),
    ];
    for (line, expected) in cases {
        assert_eq!(parse_reply(line), expected, "{line}");
    }
}

#[test]
fn game_on_one_line() {
    let moves = [Some("f5".to_owned()), None];
    let game = Game { size: 4, cells: "-----O*--*O-----", is_black_first: true, moves: &moves, seconds: 905 };
    let mut out = String::new();
    write_set_game(&mut out, &game);
    let expected = "set game (;GM[Othello]PC[agon]PB[black]PW[white]RE[?]TI[15:05]TY[4]\
                    BO[4 -----O*--*O----- *]B[F5]W[PA];)\n";
    assert_eq!(out, expected);
}
