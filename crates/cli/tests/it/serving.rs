//! A running arena for tests: the program itself, on a port of its own, killed when the test ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::agon;

/// How long anything may take before a test gives up: far longer than it takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// An arena that is killed, not asked, when the test ends.
pub struct Arena {
    pub child: Child,
    pub host: String,
    pub token: String,
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// What came back: the status and the body.
pub struct Reply {
    pub status: u16,
    pub body: String,
}

impl Arena {
    /// With its database in this folder and nobody playing but who is asked to.
    pub fn start(folder: &Path) -> Self {
        Self::start_with(folder, &["--demo", "off"])
    }

    /// With its database in this folder and these arguments.
    pub fn start_with(folder: &Path, args: &[&str]) -> Self {
        Self::start_at(folder, "127.0.0.1:0", args).expect("any free port")
    }

    /// At this address, if nobody else has taken it meanwhile.
    pub fn start_at(folder: &Path, listen: &str, args: &[&str]) -> Option<Self> {
        let file = |name: &str| folder.join(name).display().to_string();
        let temporary = folder.join("tmp");
        std::fs::create_dir_all(&temporary).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(["serve", "--listen", listen, "--db", &file("arena.db")])
            .args(["--admin-token-file", &file("admin.token")])
            .args(args)
            .env("TMPDIR", &temporary)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let Some(host) = line.trim().strip_prefix("http://").map(str::to_owned) else {
            child.wait().unwrap();
            return None;
        };
        let token = std::fs::read_to_string(file("admin.token")).unwrap().trim().to_owned();
        Some(Self { child, host, token })
    }

    /// Its address with this path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }

    /// Asks as the administrator; the answer must be a good one.
    pub fn ask(&self, path: &str, body: Option<&Value>) -> Value {
        let reply = self.request(path, body.map(Value::to_string).as_deref(), Some(&self.token));
        assert!(matches!(reply.status, 200..=202), "{path}: {} {}", reply.status, reply.body);
        serde_json::from_str(&reply.body).unwrap_or_else(|error| panic!("{path}: {error}: {}", reply.body))
    }

    /// Asks with any token or none.
    pub fn request(&self, path: &str, body: Option<&str>, token: Option<&str>) -> Reply {
        let kind = if path.starts_with("/api/entries?") { "octet-stream" } else { "json" };
        let method = if body.is_some() { "POST" } else { "GET" };
        let body = body.unwrap_or_default();
        let token = token.map_or(String::new(), |token| format!("Authorization: Bearer {token}\r\n"));
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{token}Connection: close\r\n\
             Content-Type: application/{kind}\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((&reply, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Reply { status, body: body.to_owned() }
    }

    /// The first `n` moves of the first side in a game's stream of events.
    pub fn log(&self, path: &str, n: usize) -> Vec<Value> {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host).unwrap();
        let mut moves = Vec::new();
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let Some(data) = line.strip_prefix("data: ") else { continue };
            let data: Value = serde_json::from_str(data).unwrap();
            // After a move of the first side it is the second's turn.
            if data["move"].is_string() && data["side"] == 1 {
                moves.push(data["move"].clone());
            }
            if moves.len() == n {
                break;
            }
        }
        moves
    }

    /// Hands a player in by `agon submit`.
    pub fn submit(&self, file: &Path, game: &str, token: &str) -> crate::program::Ran {
        agon(&["submit", file.to_str().unwrap(), "--game", game, "--to", &self.url(""), "--token", token])
    }

    /// Waits until a player has so many rated games.
    pub fn await_games(&self, name: &str, at_least: u64) -> u64 {
        await_some(&format!("{at_least} games of {name}"), || {
            let ladders = self.ask("/api/standings", None);
            let players =
                ladders.as_array().into_iter().flatten().flat_map(|l| l["players"].as_array().unwrap());
            let games =
                players.filter(|p| p["name"] == name).filter_map(|p| p["games"].as_u64()).next().unwrap_or(0);
            (games >= at_least).then_some(games)
        })
    }
}

/// Asks again and again until there is an answer.
pub fn await_some<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(Instant::now() < until, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(30));
    }
}
