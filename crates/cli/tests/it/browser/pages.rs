//! Every other page with something on it: the ladder, a player, the form, a stored game, French and the dark theme.

use serde_json::json;

use super::driver::{Browser, is_there};
use crate::program::scratch;
use crate::serving::Arena;

#[test]
fn every_page_fits_a_laptop_and_a_phone() {
    if !is_there() {
        return;
    }
    let folder = scratch("browser-pages");
    let arena = Arena::start_with(&folder, &["--demo", "on", "--pace", "0"]);
    let browser = Browser::start(&folder);
    browser.open(&arena.url("/play"));
    browser.wait("the form", "return document.querySelector('select[name=clock]') !== null");
    browser.shoot("play");
    arena.await_games("random", 2);
    browser.open(&arena.url("/standings"));
    browser.wait("a table", "return document.querySelector('table.cross') !== null");
    browser.shoot("standings");
    browser.click("td a[href^='/player/']");
    browser.wait_for("main h2", "Opponents");
    browser.shoot("player");
    browser.click("td a[href^='/game/']");
    browser.wait("a stored game", "return document.querySelector('.game')?.dataset.turn === 'over'");
    // Stepping through it by keyboard changes the address, which leads back to the same ply.
    browser.wait("its moves", "return document.querySelectorAll('.moves button').length > 3");
    browser.press(&[",", ","]);
    let address = browser.wait("a link to a ply", "return /ply=\\d+/.test(location.hash) && location.href");
    let ply = browser.run("return document.querySelector('.game').dataset.ply", &[]);
    browser.open(&arena.url("/team"));
    browser.shoot("sign-in");
    browser.open(address.as_str().unwrap());
    browser.wait("the same ply", &format!("return document.querySelector('.game')?.dataset.ply === {ply}"));
    browser.shoot("replay");
    browser.click(".actions button[data-act=graph]");
    browser.shoot("graph");
    browser.click(".actions button[data-act=grid]");
    browser.run("localStorage.setItem('theme', 'dark'); localStorage.setItem('language', 'fr')", &[]);
    browser.open(&arena.url("/"));
    browser.wait_for("h1", "Parties en cours");
    browser.wait("a board", "return document.querySelector('.card rect') !== null");
    browser.shoot("home-dark-french");
    browser.open(&arena.url("/nowhere"));
    browser.wait_for(".empty", "Cette page n'existe pas");
    let _ = browser.complaints();
    browser.open(&arena.url("/game/none"));
    browser.wait("an explanation", "return document.querySelector('.empty') !== null");
    assert_eq!(browser.run("return document.documentElement.lang", &[]), json!("fr"));
}
