//! Watching: a dropped connection loses nothing, and the pages are all there.

use serde_json::json;

use crate::client::{events, get, post, server};

#[test]
fn a_viewer_that_comes_back_gets_what_it_missed() {
    let server = server();
    let address = server.address();
    let made =
        post(address, "/api/games", &json!({ "game": "reversi/4", "opponent": "human", "side": "0" })).json();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    post(address, &format!("{path}/join"), &json!({ "token": made["invite"] }));
    let seen = events(address, &format!("{path}/events"), None).next().unwrap();
    assert_eq!((seen.name.as_str(), &seen.data["ply"]), ("ply", &json!(0)));
    post(address, &format!("{path}/moves"), &json!({ "token": made["token"], "move": "b1" }));
    let rest: Vec<_> = events(address, &format!("{path}/events"), seen.id.as_deref()).take(2).collect();
    assert_eq!(rest.iter().map(|event| event.name.as_str()).collect::<Vec<_>>(), ["state", "ply"]);
    assert_eq!(rest[1].data["move"], "b1");
    server.stop().unwrap();
}

#[test]
fn the_first_page_is_small_and_whole() {
    let server = server();
    let address = server.address();
    let page = get(address, "/");
    assert_eq!(page.status, 200);
    let mut bytes = page.body.len();
    for name in [
        "agon.css",
        "icon.svg",
        "admin.js",
        "app.js",
        "board.js",
        "dom.js",
        "game.js",
        "home.js",
        "live.js",
        "new.js",
        "player.js",
        "sound.js",
        "standings.js",
        "team.js",
        "words.js",
    ] {
        let file = get(address, &format!("/assets/{name}"));
        assert_eq!(file.status, 200, "{name}");
        bytes += file.body.len();
        for other in ["http://", "https://"] {
            let hosts = file.body.matches(other).count()
                - file.body.matches("http://www.w3.org").count().min(usize::from(other == "http://") * 9);
            assert_eq!(hosts, 0, "{name} names another host");
        }
    }
    assert!(bytes < 200_000, "{bytes} bytes");
    let meta = get(address, "/api/meta").json();
    assert_eq!(meta["games"].as_array().map(Vec::len), Some(5));
    server.stop().unwrap();
}
