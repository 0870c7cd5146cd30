//! An arena that is killed in the middle of everything: what it had acknowledged is there after the next start, what was
//! broken off begins again, and its address is free at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::program::scratch;
use crate::serving::{Arena, await_some};

/// Games of people that are on when it happens.
const PEOPLE: usize = 10;
/// Uploads that must have been acknowledged before.
const UPLOADS: usize = 6;
/// Uploads at most: each is checked afterwards.
const MOST_UPLOADS: usize = 60;

/// A person's game, and the moves that the arena said yes to.
struct Seat {
    id: String,
    token: Value,
    moves: Vec<Value>,
}

/// Sits down against the house and makes a move.
fn sit_down(arena: &Arena) -> Seat {
    let made =
        arena.ask("/api/games", Some(&json!({ "game": "reversi/8", "opponent": "random", "side": "0" })));
    let mut seat =
        Seat { id: made["id"].as_str().unwrap().to_owned(), token: made["token"].clone(), moves: Vec::new() };
    move_on(arena, &mut seat);
    seat
}

/// Makes the first legal move once it is our turn.
fn move_on(arena: &Arena, seat: &mut Seat) {
    let path = format!("/api/games/{}", seat.id);
    await_some("my turn", || (arena.ask(&path, None)["side"] == 0).then_some(()));
    let text = arena.ask(&format!("{path}/moves"), None)[0]["text"].clone();
    arena.ask(&format!("{path}/moves"), Some(&json!({ "token": seat.token, "move": text })));
    seat.moves.push(text);
}

/// Rated games on all ladders.
fn rated(arena: &Arena) -> u64 {
    let ladders = arena.ask("/api/standings", None);
    let players =
        ladders.as_array().into_iter().flatten().flat_map(|ladder| ladder["players"].as_array().unwrap());
    players.filter_map(|player| player["games"].as_u64()).sum()
}

/// Hands in file after file until told to stop, until nobody answers, or until there are very many.
fn hand_in(host: &str, token: &str, stop: &AtomicBool, kept: &Mutex<Vec<Value>>) {
    use std::io::{Read, Write};
    while !stop.load(Ordering::SeqCst) && kept.lock().unwrap().len() < MOST_UPLOADS {
        let Ok(mut stream) = std::net::TcpStream::connect(host) else { return };
        let body = "\u{7f}ELF is not enough";
        let sent = write!(
            stream,
            "POST /api/entries?game=reversi&file=a.so HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Connection: close\r\nContent-Type: application/octet-stream\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut reply = String::new();
        if sent.is_err() || stream.read_to_string(&mut reply).is_err() {
            return;
        }
        let body = reply.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        if let Ok(entry) = serde_json::from_str::<Value>(body)
            && reply.starts_with("HTTP/1.1 202")
        {
            kept.lock().unwrap().push(entry["id"].clone());
        }
    }
}

#[test]
fn a_killed_arena_has_lost_nothing_that_it_acknowledged() {
    let folder = scratch("survival");
    let arena = Arena::start_with(&folder, &["--demo", "on", "--pace", "0"]);
    arena.ask(
        "/api/admin/settings",
        Some(&json!({ "uploads_per_hour": 1000, "clock": "200ms", "check_games": 1 })),
    );
    let team = arena.ask("/api/admin/teams", Some(&json!({ "name": "Survivors" })));
    let token = team["token"].as_str().unwrap().to_owned();
    let mut seats: Vec<Seat> = (0..PEOPLE).map(|_| sit_down(&arena)).collect();
    for seat in &mut seats {
        move_on(&arena, seat);
    }
    let before = await_some("rated games", || Some(rated(&arena)).filter(|games| *games > 0));
    let (stop, kept) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
    let uploads = {
        let (host, token, stop, kept) = (arena.host.clone(), token.clone(), stop.clone(), kept.clone());
        std::thread::spawn(move || hand_in(&host, &token, &stop, &kept))
    };
    await_some("uploads", || (kept.lock().unwrap().len() >= UPLOADS).then_some(()));
    let host = arena.host.clone();
    // Killed, not asked: while people play, the ladder plays and files come in.
    drop(arena);
    stop.store(true, Ordering::SeqCst);
    uploads.join().unwrap();
    let arena =
        await_some("the same address", || Arena::start_at(&folder, &host, &["--demo", "on", "--pace", "0"]));
    for id in kept.lock().unwrap().iter() {
        assert_eq!(arena.ask(&format!("/api/entries/{id}"), None)["entry"]["id"], *id, "upload {id} is lost");
    }
    for seat in &mut seats {
        check_moves(&arena, seat);
        move_on(&arena, seat);
        check_moves(&arena, seat);
    }
    assert!(rated(&arena) >= before, "rated games are lost");
    await_some("more rated games", || (rated(&arena) > before).then_some(()));
    await_some("a verdict on every upload", || {
        let entries = arena.ask("/api/entries", None);
        let is_open = |entry: &Value| entry["state"] == "waiting" || entry["state"] == "checking";
        (!entries.as_array().unwrap().iter().any(is_open)).then_some(())
    });
    let folders = std::fs::read_dir(folder.join("tmp")).unwrap().flatten();
    let left =
        folders.filter(|entry| entry.file_name().to_string_lossy().starts_with("agon-players-")).count();
    assert_eq!(left, 1, "the killed one's folder is still there");
}

/// Every move that was acknowledged is in the game's log, in order.
fn check_moves(arena: &Arena, seat: &Seat) {
    let events = arena.log(&format!("/api/games/{}/events", seat.id), seat.moves.len());
    assert_eq!(events, seat.moves, "game {}", seat.id);
}
