//! Whole games of a person against the house, in every game.

use agon_server::{Config, Server};
use serde_json::{Value, json};

use crate::client::{config, events, get, post, server};

/// Plays the first legal move at every turn until the game is over, and gives back its card.
fn play_out(server: &Server, wish: &Value) -> Value {
    let address = server.address();
    let made = post(address, "/api/games", wish);
    assert_eq!(made.status, 200, "{wish}: {}", made.body);
    let made = made.json();
    let (id, token) = (made["id"].as_str().unwrap(), made["token"].as_str().unwrap());
    for event in events(address, &format!("/api/games/{id}/events"), None) {
        if event.data["over"] == true {
            break;
        }
        if event.name != "ply" || event.data["side"] != made["side"] {
            continue;
        }
        let legal = get(address, &format!("/api/games/{id}/moves")).json();
        let Some(mv) = legal.as_array().unwrap().last() else { continue };
        let sent =
            post(address, &format!("/api/games/{id}/moves"), &json!({ "token": token, "move": mv["text"] }));
        assert_eq!(sent.status, 200, "{wish}: {mv}: {}", sent.body);
    }
    get(address, &format!("/api/games/{id}")).json()
}

#[test]
fn every_game_can_be_played_to_its_end() {
    let server = server();
    for (game, side) in [("reversi/4", "0"), ("ataxx/5", "1"), ("amazons/5", "0"), ("flood/6?colours=4", "1")]
    {
        let card = play_out(&server, &json!({ "game": game, "opponent": "random", "side": side }));
        assert_eq!((&card["over"], &card["ending"]), (&json!(true), &json!("rules")), "{game}: {card}");
    }
    server.stop().unwrap();
}

#[test]
fn two_people_play_by_invitation() {
    let server = server();
    let address = server.address();
    let made =
        post(address, "/api/games", &json!({ "game": "reversi/4", "opponent": "human", "side": "0" })).json();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let (mine, theirs) = (&made["token"], &made["invite"]);
    let early = post(address, &format!("{path}/moves"), &json!({ "token": mine, "move": "a2" }));
    assert_eq!(early.status, 409, "the other player has not come: {}", early.body);
    assert_eq!(post(address, &format!("{path}/join"), &json!({ "token": theirs })).json()["side"], 1);
    assert_eq!(post(address, &format!("{path}/moves"), &json!({ "token": mine, "move": "b1" })).status, 200);
    let again = post(address, &format!("{path}/moves"), &json!({ "token": mine, "move": "a1" }));
    assert_eq!(again.status, 409, "not my turn: {}", again.body);
    assert_eq!(post(address, &format!("{path}/resign"), &json!({ "token": theirs })).status, 200);
    let card = get(address, &path).json();
    assert_eq!((&card["winner"], &card["ending"]), (&json!(0), &json!("resigned")));
    server.stop().unwrap();
}

#[test]
fn moves_are_taken_back_and_hinted() {
    let server = server();
    let address = server.address();
    let made =
        post(address, "/api/games", &json!({ "game": "reversi/6", "opponent": "random", "side": "0" }))
            .json();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let ask = |what: &str, body: Value| post(address, &format!("{path}/{what}"), &body);
    let hint = ask("hint", json!({ "token": made["token"] })).json();
    assert_eq!(ask("moves", json!({ "token": made["token"], "move": hint["move"] })).status, 200);
    let log = events(address, &format!("{path}/events"), None);
    let answered = log.into_iter().find(|event| event.name == "ply" && event.data["ply"] == 2);
    assert!(answered.is_some());
    assert_eq!(ask("back", json!({ "token": made["token"] })).status, 200);
    assert_eq!(get(address, &path).json()["ply"], 0);
    assert_eq!(ask("back", json!({ "token": made["token"] })).status, 409, "nothing left to take back");
    server.stop().unwrap();
}

#[test]
fn games_of_people_go_on_after_a_restart() {
    let folder = std::env::temp_dir().join(format!("agon-parked-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let config = Config { db: Some(folder.join("arena.db")), ..config() };
    let server = Server::start(&config).unwrap();
    let wish = json!({ "game": "reversi/6", "opponent": "human", "side": "0", "clock": "900s+5s" });
    let made = post(server.address(), "/api/games", &wish).json();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let say = |server: &Server, what: &str, token: &Value, mv: &str| {
        post(server.address(), &format!("{path}/{what}"), &json!({ "token": token, "move": mv }))
    };
    assert_eq!(say(&server, "join", &made["invite"], "").status, 200);
    let legal = |server: &Server| get(server.address(), &format!("{path}/moves")).json()[0]["text"].clone();
    let first = legal(&server);
    assert_eq!(say(&server, "moves", &made["token"], first.as_str().unwrap()).status, 200);
    let before = get(server.address(), &path).json();
    server.stop().unwrap();
    let server = Server::start(&config).unwrap();
    let after = get(server.address(), &path).json();
    for key in ["cells", "ply", "side", "move", "over", "started", "players"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    assert!(after["left"][0].as_u64().is_some_and(|left| left > 800_000), "{after}");
    // A viewer of before, whose count means nothing any more, gets everything.
    let log: Vec<_> = events(server.address(), &format!("{path}/events"), Some("0000.7")).take(2).collect();
    assert_eq!((&log[0].data["ply"], &log[1].data["move"]), (&json!(0), &first));
    let second = legal(&server);
    assert_eq!(say(&server, "moves", &made["invite"], second.as_str().unwrap()).status, 200);
    assert_eq!(say(&server, "resign", &made["token"], "").status, 200);
    server.stop().unwrap();
    let server = Server::start(&config).unwrap();
    let over = get(server.address(), &path).json();
    assert_eq!((&over["ply"], &over["winner"], &over["ending"]), (&json!(2), &json!(1), &json!("resigned")));
    server.stop().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
