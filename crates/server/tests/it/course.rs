//! Teams, tokens and uploads as strangers, teams and the administrator see them. What is uploaded here is refused
//! before anything of it runs; whole checks are tested with the program itself.

use std::net::SocketAddr;

use agon_server::{Config, Server};
use serde_json::{Value, json};

use crate::client::{Reply, config, get, post_from, send};

const ADMIN: &str = "agon-test-administrator-0123456789abcdef";

/// A server whose administrator is known.
fn course() -> Server {
    Server::start(&Config { administrator: Some(ADMIN.to_owned()), ..config() }).unwrap()
}

fn with(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

fn fetch(address: SocketAddr, path: &str, headers: &str) -> Reply {
    send(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n"))
}

fn order(address: SocketAddr, path: &str, headers: &str, body: &Value) -> Reply {
    post_from(address, path, &body.to_string(), &format!("Content-Type: application/json\r\n{headers}"))
}

/// Makes a team and gives its token.
fn team(address: SocketAddr, name: &str) -> String {
    let made = order(address, "/api/admin/teams", &with(ADMIN), &json!({ "name": name }));
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["token"].as_str().unwrap().to_owned()
}

fn upload(address: SocketAddr, token: &str, query: &str, body: &str) -> Reply {
    let headers = format!("Content-Type: application/octet-stream\r\n{}", with(token));
    post_from(address, &format!("/api/entries?{query}"), body, &headers)
}

/// Every route that is not for everybody.
const CLOSED: [(&str, &str); 14] = [
    ("GET", "/api/entries"),
    ("POST", "/api/entries?game=reversi&file=a.c"),
    ("GET", "/api/entries/1"),
    ("GET", "/api/entries/1/events"),
    ("GET", "/api/entries/1/logs"),
    ("POST", "/api/entries/1/retire"),
    ("GET", "/api/admin/teams"),
    ("POST", "/api/admin/teams"),
    ("POST", "/api/admin/teams/1/token"),
    ("POST", "/api/admin/teams/1/close"),
    ("POST", "/api/admin/entries/1/place"),
    ("GET", "/api/admin/settings"),
    ("POST", "/api/admin/settings"),
    ("GET", "/api/admin/export/arena.db"),
];

fn knock(address: SocketAddr, (method, path): (&str, &str), headers: &str) -> Reply {
    match method {
        "GET" => fetch(address, path, headers),
        _ => order(address, path, headers, &json!({ "name": "x" })),
    }
}

#[test]
fn strangers_and_forged_tokens_are_refused_everywhere() {
    let server = course();
    let address = server.address();
    let mine = team(address, "Mine");
    let cut = &mine[..mine.len() - 1];
    for door in CLOSED {
        assert_eq!(knock(address, door, "").status, 401, "{door:?}");
        assert_eq!(knock(address, door, "Cookie: agon=0000\r\n").status, 401, "{door:?}");
    }
    for forged in [cut, "agon-", "' OR 1=1 --", "null"] {
        assert_eq!(fetch(address, "/api/entries", &with(forged)).status, 401, "{forged}");
    }
    for door in CLOSED.into_iter().filter(|(_, path)| path.contains("/admin/")) {
        assert_eq!(knock(address, door, &with(&mine)).status, 403, "a team at {door:?}");
    }
    let teams = fetch(address, "/api/admin/teams", &with(ADMIN));
    assert_eq!(teams.json().as_array().map(Vec::len), Some(1), "nothing was made");
    assert!(!teams.body.contains(&mine), "a token was shown");
    server.stop().unwrap();
}

#[test]
fn a_thousand_wrong_tokens_meet_a_wall() {
    let server = course();
    let address = server.address();
    let mut refused = [0, 0];
    for n in 0..1000 {
        let reply = order(address, "/api/session", "", &json!({ "token": format!("agon-{n:064x}") }));
        match reply.status {
            401 => refused[0] += 1,
            429 => {
                refused[1] += 1;
                assert!(reply.head.contains("retry-after: "), "{}", reply.head);
            }
            other => panic!("status {other}"),
        }
    }
    assert!(refused[0] < 100, "{refused:?}");
    assert_eq!(get(address, "/").status, 200, "others are not harmed");
    server.stop().unwrap();
}

#[test]
fn browsers_sign_in_and_pages_of_other_sites_cannot_use_it() {
    let server = course();
    let address = server.address();
    team(address, "Mine");
    let signed = order(address, "/api/session", "", &json!({ "token": ADMIN }));
    assert_eq!(signed.json()["role"], "administrator");
    assert!(signed.head.contains("httponly; samesite=strict"), "{}", signed.head);
    let cookie = signed.head.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next()).unwrap();
    let cookie = format!("Cookie: {cookie}\r\n");
    assert_eq!(fetch(address, "/api/session", &cookie).json()["role"], "administrator");
    let wish = json!({ "name": "Theirs" });
    for (headers, status) in
        [("", 403), ("X-Agon: 1\r\nOrigin: https://evil.example\r\n", 403), ("X-Agon: 1\r\n", 201)]
    {
        let reply = order(address, "/api/admin/teams", &format!("{cookie}{headers}"), &wish);
        assert_eq!(reply.status, status, "{headers}: {}", reply.body);
    }
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    assert_eq!(post_from(address, "/api/admin/teams", "name=x", &format!("{cookie}{form}")).status, 415);
    let out = send(
        address,
        &format!(
            "DELETE /api/session HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nX-Agon: 1\r\n{cookie}\r\n"
        ),
    );
    assert_eq!(out.status, 200, "{}", out.body);
    assert_eq!(fetch(address, "/api/session", &cookie).json()["role"], "guest");
    server.stop().unwrap();
}

#[test]
fn uploads_that_cannot_be_players_are_refused() {
    let server = course();
    let address = server.address();
    let mine = team(address, "Mine");
    let settings = order(address, "/api/admin/settings", &with(ADMIN), &json!({ "upload_kb": 8 }));
    assert_eq!(settings.status, 200, "{}", settings.body);
    for (query, body, status) in [
        ("game=chess&file=a.c", "int x;", 400),
        ("game=reversi", "int x;", 400),
        ("game=reversi&file=..", "int x;", 400),
        ("game=reversi&file=a.so", "", 400),
        ("game=reversi&file=a.so", "not a library", 400),
        ("game=reversi&file=a.zip", "PK..", 400),
        ("game=reversi&file=a.c", &"x".repeat(9000), 413),
    ] {
        let reply = upload(address, &mine, query, body);
        assert_eq!(reply.status, status, "{query}: {}", reply.body);
    }
    // Refused before it is read: whoever still writes may find the door closed instead of an answer.
    let huge = upload(address, &mine, "game=reversi&file=a.c", &"x".repeat(40 << 20));
    assert!(matches!(huge.status, 0 | 413), "{}", huge.body);
    assert_eq!(upload(address, ADMIN, "game=reversi&file=a.c", "int x;").status, 403, "no team");
    assert_eq!(fetch(address, "/api/entries", &with(&mine)).json(), json!([]), "nothing was kept");
    let past = order(address, "/api/admin/settings", &with(ADMIN), &json!({ "deadline": 1000 }));
    assert_eq!(past.json()["deadline"], 1000);
    let late = upload(address, &mine, "game=reversi&file=a.c", "int x;");
    assert!(late.status == 403 && late.body.contains("deadline"), "{}", late.body);
    server.stop().unwrap();
}

#[test]
fn teams_see_their_own_uploads_only() {
    let server = course();
    let address = server.address();
    let (mine, theirs) = (team(address, "<script>alert(1)</script>"), team(address, "Theirs"));
    order(address, "/api/admin/settings", &with(ADMIN), &json!({ "uploads_per_hour": 1 }));
    let kept = upload(address, &mine, "game=reversi&file=%3Cb%3E..%2Fx.c", "int x;");
    assert_eq!(kept.status, 202, "{}", kept.body);
    assert_eq!(kept.json()["file"], "x.c");
    let path = format!("/api/entries/{}", kept.json()["id"]);
    for part in ["", "/events", "/logs"] {
        assert_eq!(fetch(address, &format!("{path}{part}"), &with(&theirs)).status, 404, "{part}");
    }
    assert_eq!(fetch(address, &path, &with(&mine)).status, 200);
    assert_eq!(fetch(address, &path, &with(ADMIN)).status, 200);
    assert_eq!(upload(address, &mine, "game=flood&file=x.c", "int x;").status, 429, "one an hour");
    let again = order(address, "/api/admin/teams", &with(ADMIN), &json!({ "name": "theirs" }));
    assert_eq!(again.status, 409, "names differ in more than case");
    server.stop().unwrap();
}

#[test]
fn bad_settings_are_refused_and_tokens_are_renewed() {
    let server = course();
    let address = server.address();
    let old = team(address, "Mine");
    for wrong in [
        json!({ "clock": "soon" }),
        json!({ "memory_mb": 1 }),
        json!({ "upload_kb": 1 << 30 }),
        json!({ "check_games": 0 }),
        json!({ "no such": 1 }),
        json!({ "frozen": "yes" }),
    ] {
        let reply = order(address, "/api/admin/settings", &with(ADMIN), &wrong);
        assert_eq!(reply.status, 400, "{wrong}: {}", reply.body);
    }
    let renewed = order(address, "/api/admin/teams/1/token", &with(ADMIN), &json!({})).json();
    let new = renewed["token"].as_str().unwrap();
    assert_eq!(fetch(address, "/api/entries", &with(&old)).status, 401);
    assert_eq!(fetch(address, "/api/entries", &with(new)).status, 200);
    assert_eq!(order(address, "/api/admin/teams/1/close", &with(ADMIN), &json!({})).status, 200);
    assert_eq!(fetch(address, "/api/entries", &with(new)).status, 401);
    assert_eq!(order(address, "/api/admin/teams/9/close", &with(ADMIN), &json!({})).status, 404);
    server.stop().unwrap();
}

#[test]
fn exports_and_operation() {
    let folder = std::env::temp_dir().join(format!("agon-export-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let db = Some(folder.join("arena.db"));
    let server = Server::start(&Config { administrator: Some(ADMIN.to_owned()), db, ..config() }).unwrap();
    let address = server.address();
    let mine = team(address, "Mine");
    for (what, start) in
        [("games.csv", "tournament,pair"), ("standings.csv", "game,clock"), ("arena.db", "SQLite format 3")]
    {
        let reply = fetch(address, &format!("/api/admin/export/{what}"), &with(ADMIN));
        assert_eq!(reply.status, 200, "{what}");
        assert!(reply.body.starts_with(start), "{what}: {:.60}", reply.body);
        assert!(!reply.body.contains(&mine) && !reply.body.contains(ADMIN), "{what} has a token");
    }
    assert_eq!(fetch(address, "/api/admin/export/..%2fpasswd", &with(ADMIN)).status, 404);
    assert_eq!(get(address, "/healthz").json()["status"], "ok");
    assert!(get(address, "/metrics").body.contains("agon_requests_total{status=\"2xx\"}"));
    assert_eq!(get(address, "/api/openapi.json").json()["openapi"], "3.1.0");
    server.stop().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_was_acknowledged_is_there_after_a_restart() {
    let folder = std::env::temp_dir().join(format!("agon-restart-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let config =
        Config { administrator: Some(ADMIN.to_owned()), db: Some(folder.join("arena.db")), ..config() };
    let server = Server::start(&config).unwrap();
    let mine = team(server.address(), "Mine");
    assert_eq!(upload(server.address(), &mine, "game=reversi&file=x.c", "int x;").status, 202);
    server.stop().unwrap();
    let server = Server::start(&Config { administrator: None, ..config }).unwrap();
    assert_eq!(server.new_administrator(), None, "there is one already");
    let entries = fetch(server.address(), "/api/entries", &with(&mine)).json();
    assert_eq!((&entries[0]["file"], &entries[0]["version"]), (&json!("x.c"), &json!(1)), "{entries}");
    assert_eq!(fetch(server.address(), "/api/admin/teams", &with(ADMIN)).status, 200);
    server.stop().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
