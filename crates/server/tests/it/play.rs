//! Whole games of a person against the house, in every game.

use agon_server::Server;
use serde_json::{Value, json};

use crate::client::{events, get, post, server};

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
