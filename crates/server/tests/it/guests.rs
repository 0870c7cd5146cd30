//! What strangers may not do: every request here is refused with the right status, and nothing changes.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::client::{events, get, post, post_from, send, server};

#[test]
fn bad_requests_are_refused() {
    let server = server();
    let address = server.address();
    let wish = |game: &str, opponent: &str| json!({ "game": game, "opponent": opponent }).to_string();
    let json = "Content-Type: application/json\r\n";
    let foreign = "Content-Type: application/json\r\nOrigin: http://evil.example\r\n";
    for (body, headers, status) in [
        (wish("chess", "random"), json, 400),
        (wish("amazons/3", "random"), json, 400),
        (wish("reversi/8?board=/etc/passwd", "random"), json, 400),
        (wish("reversi", "nobody"), json, 400),
        (wish("reversi", "<script>alert(1)</script>"), json, 400),
        (wish("reversi", "random"), foreign, 403),
        (wish("reversi", "random"), "Content-Type: text/plain\r\n", 415),
        ("{".to_owned(), json, 400),
        ("[]".to_owned(), json, 422),
        (format!("{{\"game\":\"{}\"}}", "x".repeat(100_000)), json, 413),
    ] {
        let reply = post_from(address, "/api/games", &body, headers);
        assert_eq!(reply.status, status, "{:.80}: {}", body, reply.body);
    }
    assert_eq!(get(address, "/api/games").json(), json!([]), "nothing was made");
    server.stop().unwrap();
}

#[test]
fn a_stranger_cannot_move_for_others() {
    let server = server();
    let address = server.address();
    let made =
        post(address, "/api/games", &json!({ "game": "reversi/4", "opponent": "random", "side": "0" }))
            .json();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    for what in ["moves", "back", "resign", "hint", "join"] {
        for token in ["", "0", "00000000000000000000000000000000"] {
            let reply = post(address, &format!("{path}/{what}"), &json!({ "token": token, "move": "b1" }));
            assert_eq!(reply.status, 403, "{what} with {token:?}");
        }
    }
    let card = get(address, &path);
    assert_eq!(card.json()["ply"], 0);
    assert!(!card.body.contains(made["token"].as_str().unwrap()), "a secret was shown");
    server.stop().unwrap();
}

#[test]
fn paths_lead_nowhere_else() {
    let server = server();
    let address = server.address();
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fetc%2fpasswd",
        "/assets/%00",
        "/nowhere",
        "/api/games/../../etc",
        "/api/games/none",
    ] {
        let reply = get(address, path);
        assert!(reply.status == 404 || reply.status == 400, "{path}: {}", reply.status);
        assert!(!reply.body.contains("root:"), "{path}");
    }
    assert_eq!(send(address, "DELETE /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n").status, 405);
    let page = get(address, "/");
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
    ] {
        assert!(page.head.contains(header), "{header}: {}", page.head);
    }
    server.stop().unwrap();
}

#[test]
fn slow_clients_are_sent_away_and_harm_nobody() {
    let server = server();
    let address = server.address();
    let begin = |words: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(90))).unwrap();
        stream.write_all(words.as_bytes()).unwrap();
        stream
    };
    // Some never say what they want, some never listen to what they asked for, some never send what they promised.
    let mut silent: Vec<TcpStream> =
        (0..100).map(|_| begin("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")).collect();
    let made =
        post(address, "/api/games", &json!({ "game": "reversi/4", "opponent": "random", "side": "0" }))
            .json();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let deaf: Vec<TcpStream> =
        (0..100).map(|_| begin(&format!("GET {path}/events HTTP/1.1\r\nHost: x\r\n\r\n"))).collect();
    let poor = "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{";
    let poor: Vec<TcpStream> = (0..100).map(|_| begin(poor)).collect();
    assert_eq!(get(address, "/").status, 200);
    let moved = post(address, &format!("{path}/moves"), &json!({ "token": made["token"], "move": "b1" }));
    assert_eq!(moved.status, 200, "{}", moved.body);
    let seen = events(address, &format!("{path}/events"), None).find(|event| event.data["ply"] == 2);
    assert!(seen.is_some(), "the game goes on");
    for stream in &mut silent {
        let mut reply = Vec::new();
        let ended = stream.read_to_end(&mut reply);
        assert!(ended.is_ok() || ended.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
        assert!(!reply.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&reply));
    }
    drop((deaf, poor));
    assert_eq!(get(address, "/healthz").status, 200);
    server.stop().unwrap();
}
