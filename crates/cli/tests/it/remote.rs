//! A player that connects from elsewhere, in a match of several games: it has one door, so that games wait for each other.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use crate::program::agon;

/// The cells of an 8x8 board at most `far` steps away.
fn around(cell: usize, far: usize) -> impl Iterator<Item = usize> {
    let near = move |other: &usize| {
        (other / 8).abs_diff(cell / 8) <= far && (other % 8).abs_diff(cell % 8) <= far && *other != cell
    };
    (0..64).filter(near)
}

/// Any legal answer to a question.
fn answer(question: &str) -> String {
    let (own, cells) = (if question.starts_with('0') { b'r' } else { b'b' }, &question.as_bytes()[1..]);
    let step = |far| {
        let blobs = (0..64).filter(|&cell| cells[cell] == own);
        blobs.flat_map(|from| around(from, far).map(move |to| (from, to))).find(|&(_, to)| cells[to] == b' ')
    };
    match (step(1), step(2)) {
        (Some((_, to)), _) => format!("{{\"Duplicate\":{to}}}\n"),
        (None, Some((from, to))) => format!("{{\"Jump\":[{from},{to}]}}\n"),
        (None, None) => "null\n".to_owned(),
    }
}

/// Connects as soon as somebody listens, and answers until the other side hangs up; how many questions there were.
fn play(address: SocketAddr) -> usize {
    let stream = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(5));
        TcpStream::connect(address).ok()
    });
    let mut stream = stream.take(12_000).flatten().next().expect("somebody listens within a minute");
    let questions = BufReader::new(stream.try_clone().unwrap()).lines();
    questions
        .map_while(Result::ok)
        .take_while(|question| stream.write_all(answer(question).as_bytes()).is_ok())
        .count()
}

#[test]
fn games_over_tcp_come_one_at_a_time() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let client = std::thread::spawn(move || play(address));
    let spec = format!("tcp:{address}");
    let ran = agon(&[
        "match",
        "blobwar/8",
        &spec,
        "random",
        "--games",
        "4",
        "--concurrency",
        "2",
        "--clock",
        "60s",
        "--json",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let value = ran.json();
    assert_eq!(value["games"], 4, "{value}");
    assert!(client.join().unwrap() > 40, "one connection answered in all games: {value}");
    assert!(
        value["endings"].as_object().is_none_or(|endings| endings.keys().all(|how| how == "rules")),
        "{value}"
    );
}
