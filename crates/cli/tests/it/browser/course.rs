//! A course in the browser: the administrator signs in and makes a team, the team hands in a player that climbs and one
//! that is caught, strangers are refused, exports are saved. Every text of a team's own is markup that would run.

use std::path::Path;

use serde_json::json;

use super::driver::{Browser, is_there};
use crate::hostile::{self, DEEDS};
use crate::program::{agon, scratch};
use crate::serving::{Arena, await_some};

/// Would run if any page took it for markup.
const MARKUP: &str = "<img src=x onerror=hacked=1>";

/// Signs in on the page *Team*.
fn sign_in(browser: &Browser, arena: &Arena, token: &str) {
    browser.open(&arena.url("/team"));
    browser.type_into("#sign-in input[name=token]", token);
    browser.click("#sign-in button[type=submit]");
    browser.wait("somebody signed in", "return document.querySelector('#sign-out') !== null");
}

fn sign_out(browser: &Browser) {
    browser.click("#sign-out");
    browser.wait("nobody signed in", "return document.querySelector('#sign-in') !== null");
}

/// Hands a file in on the page *Team*, and waits for the verdict.
fn hand_in(browser: &Browser, arena: &Arena, file: &Path, verdict: &str) {
    browser.open(&arena.url("/team"));
    browser.choose("#upload select[name=game]", "reversi");
    browser.type_into("#upload input[type=file]", file.to_str().unwrap());
    browser.click("#upload button[type=submit]");
    let state = "return document.querySelector('#entry-state')?.dataset.state.match(/placed|refused/)?.[0]";
    let found = browser.wait("a verdict", state);
    assert_eq!(found, json!(verdict), "{}: {}", file.display(), browser.text());
}

/// No page ran what a team wrote, and the browser has nothing to complain of.
fn check_harmless(browser: &Browser, page: &str) {
    assert_eq!(browser.run("return window.hacked ?? null", &[]), json!(null), "{page} ran a team's markup");
    assert_eq!(
        browser.run("return document.querySelector('img, script:not([src])') === null", &[]),
        json!(true),
        "{page}"
    );
    assert_eq!(browser.complaints(), Vec::<String>::new(), "{page}");
}

/// The player of `agon new`, with markup wherever it may write: its name, its log, its file's name, and what the compiler
/// says of it.
fn player(folder: &Path) -> std::path::PathBuf {
    let home = folder.join("player");
    let made = agon(&["new", home.to_str().unwrap(), "--game", "reversi", "--lang", "c"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let source = std::fs::read_to_string(home.join("player.c")).unwrap();
    let named = "char const* get_player_name(void) { return \"";
    let (before, after) = source.split_once(named).unwrap();
    let (_, after) = after.split_once('"').unwrap();
    let loud = format!(
        "#include <stdio.h>\n#warning {MARKUP}\n\
         __attribute__((constructor)) static void hello(void) {{ fputs(\"{MARKUP}\\n\", stderr); }}\n\
         {before}{named}{MARKUP}\"{after}"
    );
    let file = folder.join("<img src=x onerror=hacked=1>.c");
    std::fs::write(&file, loud).unwrap();
    file
}

#[test]
fn a_course_from_the_first_sign_in_to_the_export() {
    if !is_there() {
        return;
    }
    let folder = scratch("browser-course");
    let arena = Arena::start(&folder);
    let browser = Browser::start(&folder);
    // A stranger sees a form, and nothing else.
    browser.open(&arena.url("/admin"));
    browser.wait_for("main", "Only the administrator");
    browser.type_into("#sign-in input[name=token]", "agon-0000000000000000000000000000000000000000");
    browser.click("#sign-in button[type=submit]");
    browser.wait_for("#toasts", "not known");
    browser.shoot("stranger");
    for path in ["/api/admin/teams", "/api/admin/export/arena.db", "/api/entries"] {
        let status = format!("return fetch('{path}').then((reply) => reply.status)");
        assert_eq!(browser.run(&status, &[]), json!(401), "{path}");
    }
    let _ = browser.complaints();
    // The administrator makes a team with a hostile name.
    browser.tell("element", &json!({ "using": "css selector", "value": "#sign-in" })).unwrap();
    sign_in(&browser, &arena, &arena.token);
    arena.ask("/api/admin/settings", Some(&json!({ "clock": "2s", "check_games": 2 })));
    browser.open(&arena.url("/admin"));
    browser.type_into("#new-team input[name=team]", MARKUP);
    browser.click("#new-team button[type=submit]");
    let token =
        browser.wait("the team's token", "return document.querySelector('#new-token .secret')?.textContent");
    let token = token.as_str().unwrap().to_owned();
    check_harmless(&browser, "administration");
    foreign_page(&browser, &arena);
    sign_out(&browser);
    // The team hands in a player, which is checked, placed and plays.
    sign_in(&browser, &arena, &token);
    let good = player(&folder);
    hand_in(&browser, &arena, &good, "placed");
    browser.wait_for(".report li", "compiles");
    browser.wait_for(".report li", &format!("#warning {MARKUP}"));
    browser.wait_for(".report li", &format!("as {MARKUP}"));
    check_harmless(&browser, "a check");
    browser.shoot("check-passed");
    arena.await_games(&format!("{MARKUP} v1"), 2);
    // A hostile one is caught, and its page says at what.
    let (name, deed) = DEEDS.into_iter().find(|(name, _)| *name == "steal").unwrap();
    let bad = hostile::player(&folder, name, deed);
    hand_in(&browser, &arena, &bad, "refused");
    browser.wait_for(".report li", "FAIL");
    browser.wait_for(".report li", "starts");
    assert!(!browser.text().contains("root:"), "it stole: {}", browser.text());
    browser.shoot("check-refused");
    browser.open(&arena.url("/team"));
    browser.wait_for("td", "steal.c");
    browser.shoot("team");
    check_harmless(&browser, "the team's page");
    // Its page, its log and the ladder show its name as it is written.
    browser.open(&arena.url("/entry/1"));
    browser.wait_for("pre", MARKUP);
    check_harmless(&browser, "the log");
    browser.open(&arena.url("/standings/reversi"));
    browser.wait_for("td a", MARKUP);
    check_harmless(&browser, "standings");
    browser.click("td a[href^='/player/']");
    browser.wait_for("main h2", "Opponents");
    check_harmless(&browser, "a player's page");
    for path in ["/game/", "/player/", "/entry/", "/standings/", "/"] {
        browser
            .open(&arena.url(&format!("{path}%3Cimg%20src=x%20onerror=hacked=1%3E#ply=%3Cimg%20src=x%3E")));
        let ran = browser.run("return [window.hacked ?? null, document.querySelector('img')]", &[]);
        assert_eq!(ran, json!([null, null]), "{path}");
    }
    let _ = browser.complaints();
    browser.open(&arena.url("/"));
    browser.wait_for(".who", MARKUP);
    check_harmless(&browser, "the first page");
    browser.open(&arena.url("/team"));
    browser.wait("the team's page", "return document.querySelector('#upload') !== null");
    sign_out(&browser);
    exports(&browser, &arena, &folder);
}

/// A page of somebody else on the same machine, where the browser sends the administrator's cookie along, changes
/// nothing and learns nothing.
fn foreign_page(browser: &Browser, arena: &Arena) {
    let page = "<!doctype html><title>elsewhere</title>";
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let _ = std::io::Read::read(&mut stream, &mut [0; 4096]);
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}",
                page.len()
            );
            let _ = std::io::Write::write_all(&mut stream, head.as_bytes());
        }
    });
    browser.open(&format!("http://{address}/"));
    let attempts = "const [url] = arguments; const body = JSON.stringify({ name: 'Forged' });
        const tries = [
            { mode: 'no-cors', body, headers: { 'content-type': 'text/plain' } },
            { mode: 'no-cors', body: new URLSearchParams({ name: 'Forged' }) },
            { mode: 'cors', body, headers: { 'content-type': 'application/json', 'x-agon': '1' } },
            { mode: 'cors', body, headers: { 'content-type': 'application/json' } }];
        return Promise.all(tries.map((one) => fetch(url, { method: 'POST', credentials: 'include', ...one })
            .then((reply) => reply.ok, () => false)))";
    let done = browser.run(attempts, &[json!(arena.url("/api/admin/teams"))]);
    assert_eq!(done, json!([false, false, false, false]));
    let read =
        "return fetch(arguments[0], { credentials: 'include' }).then((reply) => reply.text(), () => null)";
    assert_eq!(browser.run(read, &[json!(arena.url("/api/admin/teams"))]), json!(null));
    let teams = arena.ask("/api/admin/teams", None);
    assert_eq!(teams.as_array().map(Vec::len), Some(1), "{teams}");
    browser.open(&arena.url("/admin"));
    let _ = browser.complaints();
}

/// The administrator saves every export with a click.
fn exports(browser: &Browser, arena: &Arena, folder: &Path) {
    sign_in(browser, arena, &arena.token);
    browser.open(&arena.url("/admin"));
    for (file, start) in [
        ("games.csv", "tournament,"),
        ("games.jsonl", "{"),
        ("standings.csv", "game,"),
        ("arena.db", "SQLite format 3"),
    ] {
        browser.click(&format!("a[download='{file}']"));
        let path = folder.join("downloads").join(file);
        let bytes = await_some(file, || std::fs::read(&path).ok().filter(|bytes| !bytes.is_empty()));
        assert!(bytes.starts_with(start.as_bytes()), "{file}: {}", String::from_utf8_lossy(&bytes[..40]));
    }
    browser.shoot("admin");
    check_harmless(browser, "exports");
}
