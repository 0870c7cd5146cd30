//! Our engines as other people's runners see them: whole conversations, line by line.

use agon_arena::outward::{Conversation, Step, bestmove_line};
use agon_games::catalog::Table;
use agon_protocol::ugi::Dialect;

fn say(conversation: &mut Conversation, line: &str) -> String {
    match conversation.hear(line) {
        Step::Say(text) => text,
        Step::Think(search) => {
            let mut engine = conversation.engine().unwrap();
            let thought = engine.think(&search.position, &search.budget, &mut |_| {});
            assert!(search.position.is_legal(thought.mv));
            bestmove_line(&search.position, &thought)
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn ugi_with_another_board() {
    let mut talk = Conversation::new(Dialect::Ugi, Table::open("reversi/8", None).unwrap(), "random", 1);
    let hello = say(&mut talk, "ugi");
    assert!(hello.contains("option name Game type string default reversi/8") && hello.ends_with("ugiok\n"));
    assert_eq!(say(&mut talk, "isready"), "readyok\n");
    assert_eq!(say(&mut talk, "setoption name Game value reversi/4"), "");
    assert!(say(&mut talk, "setoption name Game value chess").starts_with("info string no game"));
    assert_eq!(say(&mut talk, "uginewgame"), "");
    assert_eq!(say(&mut talk, "query p1turn"), "response true\n");
    assert_eq!(say(&mut talk, "position startpos moves a2"), "");
    assert_eq!(say(&mut talk, "query p1turn"), "response false\n");
    assert_eq!(say(&mut talk, "query gameover"), "response false\n");
    assert_eq!(say(&mut talk, "query result"), "response none\n");
    assert!(say(&mut talk, "go nodes 10").starts_with("bestmove "));
    assert!(say(&mut talk, "position startpos moves z9").starts_with("info string"));
    assert!(say(&mut talk, "xyzzy").starts_with("info string unknown command"));
    assert_eq!(say(&mut talk, "stop"), "Stop");
    assert_eq!(say(&mut talk, "quit"), "Quit");
}

#[test]
fn uai_by_position() {
    let mut talk = Conversation::new(Dialect::Uai, Table::open("ataxx", None).unwrap(), "random", 1);
    assert!(say(&mut talk, "uai").ends_with("uaiok\n"));
    assert_eq!(say(&mut talk, "position fen x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1"), "", "a board with walls");
    assert!(say(&mut talk, "go movetime 5").starts_with("bestmove "));
    assert_eq!(say(&mut talk, "position fen x6/7/7/7/7/7/7 o 0 1"), "", "a game that is over");
    assert_eq!(say(&mut talk, "go depth 1"), "bestmove 0000\n");
}
