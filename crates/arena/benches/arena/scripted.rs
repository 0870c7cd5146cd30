//! Trivial players: they know their moves before the game begins, and answer as fast as a process can.

use std::ffi::OsString;
use std::io::{BufRead, Read, Write};
use std::time::{Duration, Instant};

/// A UGI engine that plays the moves of a file, one per line, after a nap of so many milliseconds. It tells how
/// long it took, in microseconds, as its nodes.
pub(crate) fn run(args: &[OsString]) {
    let moves = std::fs::read_to_string(&args[0]).expect("the file of moves");
    let moves: Vec<&str> = moves.lines().collect();
    let nap = args.get(1).and_then(|arg| arg.to_str()?.parse().ok()).unwrap_or(0);
    let mut turn = 0;
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let mut line = String::new();
    while input.read_line(&mut line).is_ok_and(|n| n > 0) {
        let begun = Instant::now();
        let answer = match line.split_whitespace().next() {
            Some("ugi") => "option name Game type string default x\nugiok\n".to_owned(),
            Some("isready") => {
                turn = 0;
                "readyok\n".to_owned()
            }
            Some("go") if nap > 0 => {
                std::thread::sleep(Duration::from_millis(nap));
                turn += 1;
                format!("info nodes {}\nbestmove {}\n", begun.elapsed().as_micros(), moves[turn - 1])
            }
            Some("go") => {
                turn += 1;
                format!("bestmove {}\n", moves[turn - 1])
            }
            Some("quit") => return,
            _ => String::new(),
        };
        output.write_all(answer.as_bytes()).expect("the runner listens");
        output.flush().expect("the runner listens");
        line.clear();
    }
}

/// The floor: whatever comes goes back.
pub(crate) fn echo() {
    let mut buffer = [0; 64];
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    while let Ok(n @ 1..) = input.read(&mut buffer) {
        output.write_all(&buffer[..n]).expect("the other end listens");
        output.flush().expect("the other end listens");
    }
}
