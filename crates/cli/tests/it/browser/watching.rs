//! Watching: two tabs of one live game, of which one loses its connection, and the first page as a stranger gets it.

use serde_json::{Value, json};

use super::driver::{Browser, is_there};
use super::games::begin;
use super::relay::Relay;
use crate::program::scratch;
use crate::serving::{Arena, await_some};

/// The moves that the page lists.
const MOVES: &str = "return [...document.querySelectorAll('.moves button')].map((node) => node.textContent)";

/// A game of two people whose moves this test makes.
struct Match<'a> {
    arena: &'a Arena,
    id: String,
    tokens: [Value; 2],
    moves: Vec<Value>,
}

impl<'a> Match<'a> {
    fn begin(arena: &'a Arena) -> Self {
        let wish = json!({ "game": "reversi/8", "opponent": "human", "side": "0" });
        let made = arena.ask("/api/games", Some(&wish));
        let id = made["id"].as_str().unwrap().to_owned();
        arena.ask(&format!("/api/games/{id}/join"), Some(&json!({ "token": made["invite"] })));
        Self { arena, id, tokens: [made["token"].clone(), made["invite"].clone()], moves: Vec::new() }
    }

    /// Plays so many moves, each the first that is legal.
    fn play(&mut self, n: usize) {
        for _ in 0..n {
            let path = format!("/api/games/{}/moves", self.id);
            let side = self.arena.ask(&format!("/api/games/{}", self.id), None)["side"].as_u64().unwrap();
            let text = self.arena.ask(&path, None)[0]["text"].clone();
            self.arena.ask(&path, Some(&json!({ "token": self.tokens[side as usize], "move": text })));
            self.moves.push(text);
        }
    }
}

/// Waits until this tab lists these moves, no more, no fewer, each once.
fn expect(browser: &Browser, tab: &str, moves: &[Value]) {
    browser.tell("window", &json!({ "handle": tab })).unwrap();
    await_some("all moves in the tab", || (browser.run(MOVES, &[]) == json!(moves)).then_some(()));
}

/// Opens a tab and looks at this address in it.
fn tab(browser: &Browser, url: &str) -> String {
    let handle = browser.tell("window/new", &json!({ "type": "tab" })).unwrap()["handle"].clone();
    browser.tell("window", &json!({ "handle": handle })).unwrap();
    browser.open(url);
    handle.as_str().unwrap().to_owned()
}

#[test]
fn two_people_play_each_other() {
    if !is_there() {
        return;
    }
    let folder = scratch("browser-people");
    let arena = Arena::start(&folder);
    let browser = Browser::start(&folder);
    // Another address of the same arena is another person's browser: it shares nothing with the first.
    let relay = Relay::to(&arena.host);
    begin(&browser, &arena, "reversi", 6, "human");
    let first = browser.tell("window", &Value::Null).unwrap().as_str().unwrap().to_owned();
    browser.wait_for(".status", "waiting for the other player");
    let invitation = browser.run("return location.pathname + location.hash", &[]);
    let second = tab(&browser, &relay.url(invitation.as_str().unwrap()));
    for (n, person) in [&first, &second, &first, &second].into_iter().enumerate() {
        browser.tell("window", &json!({ "handle": person })).unwrap();
        let ready = format!(
            "return document.querySelector('.game')?.dataset.turn === 'mine' && document.querySelectorAll('.moves button').length === {n}"
        );
        browser.wait("their turn", &ready);
        browser.click(".board-box rect.can");
        browser.wait(
            "their move",
            &format!("return document.querySelectorAll('.moves button').length === {}", n + 1),
        );
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn two_tabs_watch_and_one_that_comes_back_has_lost_nothing() {
    if !is_there() {
        return;
    }
    let folder = scratch("browser-watching");
    let arena = Arena::start(&folder);
    let browser = Browser::start(&folder);
    let relay = Relay::to(&arena.host);
    let mut game = Match::begin(&arena);
    let page = format!("/game/{}", game.id);
    browser.open(&arena.url(&page));
    let first = browser.tell("window", &Value::Null).unwrap().as_str().unwrap().to_owned();
    let second = tab(&browser, &relay.url(&page));
    game.play(5);
    for tab in [&first, &second] {
        expect(&browser, tab, &game.moves);
    }
    relay.cut();
    game.play(7);
    expect(&browser, &first, &game.moves);
    browser.tell("window", &json!({ "handle": second })).unwrap();
    assert_eq!(browser.run(MOVES, &[]).as_array().map(Vec::len), Some(5), "the wire was cut");
    relay.mend();
    expect(&browser, &second, &game.moves);
    game.play(4);
    for tab in [&first, &second] {
        expect(&browser, tab, &game.moves);
    }
}

#[test]
fn the_first_page_is_small_alone_and_shows_a_game_at_once() {
    if !is_there() {
        return;
    }
    let folder = scratch("browser-first");
    let arena = Arena::start_with(&folder, &["--demo", "on"]);
    let browser = Browser::start(&folder);
    browser.open(&arena.url("/"));
    browser.wait(
        "a live board with a piece on it",
        "return document.querySelector('.card .board rect') !== null",
    );
    let requests =
        "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map((entry) => [entry.name, entry.transferSize || entry.encodedBodySize])";
    let requests = browser.run(requests, &[]);
    let requests = requests.as_array().unwrap();
    let home = arena.url("/");
    for request in requests {
        assert!(request[0].as_str().unwrap().starts_with(&home), "another host: {request}");
    }
    let bytes: u64 = requests.iter().filter_map(|request| request[1].as_u64()).sum();
    assert!(bytes < 200_000, "{bytes} bytes: {requests:?}");
    let moved = "return [...document.querySelectorAll('.card .meta')].some((node) => /move [1-9]/.test(node.textContent))";
    browser.wait("a move", moved);
    browser.shoot("home");
    browser.click(".card");
    browser.wait("a move in the large view", "return document.querySelector('.moves button') !== null");
    browser.shoot("watch");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
