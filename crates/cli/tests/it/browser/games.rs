//! Whole games through the page: every game won and lost against a low level, and moves by keyboard and by dragging.

use agon_engine::budget::Budget;
use agon_engine::catalog::build;
use agon_games::catalog::{Position, Table};
use agon_games::game::PackedMove;
use agon_games::side::Side;
use serde_json::{Value, json};

use super::driver::{Browser, is_there};
use crate::program::scratch;
use crate::serving::Arena;

/// What the person at the page wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    Win,
    Lose,
}

impl Aim {
    /// The words at the end.
    const fn words(self) -> &'static str {
        match self {
            Self::Win => "You won",
            Self::Lose => "You lost",
        }
    }

    /// A move that serves it.
    fn choose(self, table: &Table, position: &Position) -> PackedMove {
        match self {
            Self::Win => {
                let mut engine = build(table, "alphabeta:depth=4", 1).unwrap();
                engine.think(position, &Budget::nodes(40_000), &mut |_| ()).mv
            }
            Self::Lose => worst(table, position),
        }
    }
}

/// The move after which the other side thinks best of its own position.
fn worst(table: &Table, position: &Position) -> PackedMove {
    let mut engine = build(table, "alphabeta:depth=1", 1).unwrap();
    let mut gain = |mv: &PackedMove| {
        let mut after = position.clone();
        assert!(after.play(*mv));
        match after.outcome() {
            Some(outcome) => i64::from(outcome.sign_for(after.side())) * 1_000_000,
            None => {
                let thought = engine.think(&after, &Budget::nodes(500), &mut |_| ());
                thought.score.map_or(0, |score| i64::from(score.get()))
            }
        }
    };
    position.moves().into_iter().max_by_key(|mv| gain(mv)).unwrap()
}

/// The page's own account of the game: its words, its moves, whether it is over and whose turn it is.
const ACCOUNT: &str = "
    const game = document.querySelector('.game');
    if (!game?.dataset.turn) return null;
    return { turn: game.dataset.turn, status: document.querySelector('.status').textContent,
        moves: [...document.querySelectorAll('.moves button')].map((node) => node.textContent) };";

/// Starts a game with the form.
pub(super) fn begin(browser: &Browser, arena: &Arena, game: &str, width: usize, opponent: &str) {
    browser.open(&arena.url("/play"));
    browser.choose("select[name=game]", game);
    browser.choose("select[name=width]", &width.to_string());
    browser.choose("select[name=opponent]", opponent);
    browser.choose("select[name=side]", "0");
    browser.click("form button[type=submit]");
    browser.wait("the game's page", "return location.pathname.startsWith('/game/')");
}

/// The position that the page's moves lead to.
fn position(table: &Table, account: &Value) -> Position {
    let mut position = table.start();
    for text in account["moves"].as_array().unwrap() {
        position.play_text(text.as_str().unwrap()).unwrap();
    }
    position
}

/// Clicks what makes this move: its cells, a colour, or the button to pass.
fn click(browser: &Browser, table: &Table, position: &Position, mv: PackedMove) {
    let trace = position.trace(mv);
    let text = position.move_text(mv);
    let cells: Vec<usize> = [trace.from, trace.to, trace.arrow].into_iter().flatten().collect();
    if table.name() == "flood" && text != "-" {
        return browser.click(&format!(".colours button[data-colour='{text}']"));
    }
    if cells.is_empty() {
        return browser.click(".actions button[data-act=pass]");
    }
    for cell in cells {
        browser.click(&format!(".board-box rect.can[data-cell='{cell}']"));
    }
}

/// Plays until the game is over and says how it ended.
fn play_out(browser: &Browser, table: &Table, aim: Aim) -> String {
    let mut seen = 0;
    loop {
        let waiting = format!(
            "const account = (() => {{ {ACCOUNT} }})();
             return account && (account.turn === 'over' || (account.turn === 'mine' && account.moves.length >= {seen})) ? account : null"
        );
        let account = browser.wait("my turn or the end", &waiting);
        if account["turn"] == "over" {
            return account["status"].as_str().unwrap().to_owned();
        }
        let position = position(table, &account);
        assert_eq!(position.side(), Side::First, "{account}");
        click(browser, table, &position, aim.choose(table, &position));
        seen = account["moves"].as_array().unwrap().len() + 2;
    }
}

/// A game won and one lost. Luck may turn one; five in a row it does not.
fn check(game: &str, width: usize) {
    if !is_there() {
        return;
    }
    let folder = scratch(&format!("browser-{game}"));
    let arena = Arena::start(&folder);
    let browser = Browser::start(&folder);
    let table = Table::open(&format!("{game}/{width}"), None).unwrap();
    for (aim, opponent) in [(Aim::Win, "random"), (Aim::Lose, "alphabeta:depth=1")] {
        let mut ends = Vec::new();
        while !ends.iter().any(|end: &String| end.starts_with(aim.words())) {
            assert!(ends.len() < 5, "{game}: never {aim:?}: {ends:?}");
            begin(&browser, &arena, game, width, opponent);
            ends.push(play_out(&browser, &table, aim));
        }
        if aim == Aim::Win {
            browser.click(".actions button[data-act=analyse]");
            browser.wait_for(".notes h2", "Mistakes");
        }
        browser.shoot(&format!("{game}-{}", if aim == Aim::Win { "won" } else { "lost" }));
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn amazons_is_won_and_lost() {
    check("amazons", 5);
}

#[test]
fn blobwar_is_won_and_lost() {
    check("blobwar", 5);
}

#[test]
fn flood_is_won_and_lost() {
    check("flood", 8);
}

#[test]
fn reversi_is_won_and_lost() {
    check("reversi", 6);
}

/// Keys in WebDriver's alphabet.
const TAB: &str = "\u{e004}";
const ESCAPE: &str = "\u{e00c}";
const ENTER: &str = "\u{e007}";
const LEFT: &str = "\u{e012}";
const UP: &str = "\u{e013}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

#[test]
fn a_game_is_begun_and_a_move_made_by_keyboard_alone() {
    if !is_there() {
        return;
    }
    let folder = scratch("browser-keyboard");
    let arena = Arena::start(&folder);
    let browser = Browser::start(&folder);
    browser.open(&arena.url("/play"));
    browser.choose("select[name=game]", "reversi");
    browser.choose("select[name=side]", "0");
    let focused = "return document.activeElement?.matches('form button[type=submit]')";
    for _ in 0..40 {
        if browser.run(focused, &[]) == json!(true) {
            break;
        }
        browser.press(&[TAB]);
    }
    browser.press(&[ENTER]);
    browser.wait("my turn", "return document.querySelector('.game')?.dataset.turn === 'mine'");
    browser.wait("legal moves", "return document.querySelector('rect.can') !== null");
    // The keys count from the first cell: three to the right and two down is d3.
    browser.press(&[RIGHT, RIGHT, RIGHT, DOWN, DOWN, LEFT, RIGHT, UP, DOWN]);
    browser.wait_for(".sr", "d3");
    browser.press(&[ENTER]);
    browser.wait_for(".moves button", "d3");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_queen_is_dragged_and_may_think_again_before_her_arrow() {
    if !is_there() {
        return;
    }
    let folder = scratch("browser-drag");
    let arena = Arena::start(&folder);
    let browser = Browser::start(&folder);
    begin(&browser, &arena, "amazons", 6, "random");
    browser.wait("my turn", "return document.querySelector('.game')?.dataset.turn === 'mine'");
    let table = Table::open("amazons/6", None).unwrap();
    let start = table.start();
    let mv = start.moves()[0];
    let trace = start.trace(mv);
    let [from, to, arrow] =
        [trace.from, trace.to, trace.arrow].map(|cell| format!("rect[data-cell='{}']", cell.unwrap()));
    browser.drag(&from, &to);
    browser.wait_for(".status", "choose where the arrow lands");
    browser.press(&[ESCAPE]);
    browser.wait_for(".status", "choose where the queen goes");
    browser.click(&to);
    browser.wait_for(".status", "choose where the arrow lands");
    browser.click(&arrow);
    browser.wait_for(".moves button", &start.move_text(mv));
    browser.wait("my turn again", "return document.querySelector('.game')?.dataset.turn === 'mine'");
    browser.click(".actions button[data-act=take]");
    browser.wait("an empty list of moves", "return document.querySelector('.moves button') === null");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
