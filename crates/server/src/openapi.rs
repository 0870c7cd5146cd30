//! The description of the API for programs and their authors, in the OpenAPI form.

use axum::Json;
use serde_json::{Map, Value, json};

/// Who may ask.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    Anybody,
    Team,
    Administrator,
}

use For::{Administrator, Anybody, Team};

/// Method, path, who may ask, what it does.
const OPERATIONS: &[(&str, &str, For, &str)] = &[
    ("get", "/healthz", Anybody, "Whether the server is well"),
    ("get", "/metrics", Anybody, "Numbers in the form that Prometheus reads"),
    ("get", "/api/openapi.json", Anybody, "This description"),
    ("get", "/api/meta", Anybody, "The games, boards and opponents that can be chosen"),
    ("get", "/api/standings", Anybody, "The ladders of all games"),
    ("get", "/api/standings/{game}", Anybody, "One ladder: cross table, comparisons, history of ratings"),
    ("get", "/api/players/{id}", Anybody, "A player: record by opponent, endings, time, games, versions"),
    ("get", "/api/events", Anybody, "Server-sent events: the card of each game as it changes"),
    ("get", "/api/games", Anybody, "The latest games"),
    ("post", "/api/games", Anybody, "Makes a casual game: {game, opponent, side, clock, position}"),
    ("get", "/api/games/{id}", Anybody, "One game, in progress or stored (TOURNAMENT-PAIR-LEG)"),
    (
        "get",
        "/api/games/{id}/events",
        Anybody,
        "Server-sent events: the game from its start, or from Last-Event-ID",
    ),
    ("get", "/api/games/{id}/moves", Anybody, "The legal moves"),
    ("post", "/api/games/{id}/moves", Anybody, "Plays a move with the seat's own token: {token, move}"),
    ("post", "/api/games/{id}/join", Anybody, "Takes the free seat: {token}"),
    ("post", "/api/games/{id}/back", Anybody, "Takes the last move back: {token}"),
    ("post", "/api/games/{id}/resign", Anybody, "Gives up: {token}"),
    ("post", "/api/games/{id}/hint", Anybody, "What the champion would play: {token}"),
    ("get", "/api/games/{id}/analysis", Anybody, "Scores of every position of a finished game, and mistakes"),
    ("get", "/api/session", Anybody, "Who is signed in"),
    ("post", "/api/session", Anybody, "Signs a browser in: {token}"),
    ("delete", "/api/session", Anybody, "Signs it out"),
    ("get", "/api/entries", Team, "What the team handed in"),
    (
        "post",
        "/api/entries",
        Team,
        "Hands a player in: ?game=G&file=NAME, the body is the file (application/octet-stream)",
    ),
    ("get", "/api/entries/{id}", Team, "One upload with the report of its check"),
    ("get", "/api/entries/{id}/events", Team, "Server-sent events: the check as it goes on"),
    ("get", "/api/entries/{id}/logs", Team, "What it printed in its latest games"),
    ("post", "/api/entries/{id}/retire", Team, "Takes it off the ladder"),
    ("get", "/api/admin/teams", Administrator, "All teams"),
    ("post", "/api/admin/teams", Administrator, "Makes a team: {name}; the answer has its token"),
    ("post", "/api/admin/teams/{id}/token", Administrator, "Gives a team a new token"),
    ("post", "/api/admin/teams/{id}/close", Administrator, "Closes a team"),
    ("post", "/api/admin/entries/{id}/place", Administrator, "Puts a player back on the ladder"),
    ("get", "/api/admin/settings", Administrator, "Clock, limits, deadline, freeze"),
    ("post", "/api/admin/settings", Administrator, "Changes the settings that are named"),
    ("get", "/api/admin/export/{what}", Administrator, "games.csv, games.jsonl, standings.csv or arena.db"),
];

/// The description.
pub(crate) async fn show() -> Json<Value> {
    Json(document())
}

fn document() -> Value {
    let mut paths = Map::new();
    for (method, path, who, summary) in OPERATIONS {
        let operation = operation(path, *who, summary);
        let entry = paths.entry((*path).to_owned()).or_insert_with(|| json!({}));
        entry[*method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Agon",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The arena for two-player board games on graphs. Programs show a token with every \
                request; browsers sign in once and then send X-Agon: 1 with every change. Refusals are \
                {\"error\": \"words\"} with the status that fits; 429 has Retry-After.",
        },
        "paths": paths,
        "components": { "securitySchemes": {
            "token": { "type": "http", "scheme": "bearer" },
            "session": { "type": "apiKey", "in": "cookie", "name": "agon" },
        } },
    })
}

fn operation(path: &str, who: For, summary: &str) -> Value {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameters: Vec<Value> = names
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    let mut operation = json!({
        "summary": summary,
        "parameters": parameters,
        "responses": { "200": { "description": "done" }, "default": { "description": "refused, with words" } },
    });
    if who != Anybody {
        operation["security"] = json!([{ "token": [] }, { "session": [] }]);
        operation["description"] = json!(if who == Team { "For teams." } else { "For the administrator." });
    }
    operation
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The routes as they are written in the source: path, and the methods behind it.
    fn routes() -> Vec<(String, Vec<String>)> {
        let source = include_str!("api.rs");
        let lines = source.lines().filter_map(|line| line.trim().strip_prefix(".route(\""));
        lines
            .map(|line| {
                let (path, rest) = line.split_once('"').unwrap();
                let methods = ["get", "post", "delete"].into_iter();
                let methods = methods.filter(|method| rest.contains(&format!("{method}(")));
                (path.to_owned(), methods.map(str::to_owned).collect())
            })
            .collect()
    }

    #[test]
    fn every_route_is_described_and_nothing_else_is() {
        let document = document();
        let paths = document["paths"].as_object().unwrap();
        let mut n = 0;
        for (path, methods) in routes() {
            let is_page = !path.starts_with("/api") && path != "/healthz" && path != "/metrics";
            if is_page {
                continue;
            }
            assert!(!methods.is_empty(), "{path}");
            for method in methods {
                assert!(paths[&path][&method].is_object(), "{method} {path} is not described");
                n += 1;
            }
        }
        assert_eq!(n, OPERATIONS.len(), "something is described that is not there");
    }
}
