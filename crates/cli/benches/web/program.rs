//! The arena as a process: started in a folder of its own, asked over HTTP, killed at the end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A running arena.
pub(crate) struct Arena {
    child: Child,
    folder: PathBuf,
    began: Instant,
    pub(crate) host: String,
    token: String,
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

impl Arena {
    /// With an empty database, and games of the house if it has a pace: so many seconds between the moves that it shows.
    pub(crate) fn start(pace: Option<&str>) -> Arena {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("agon-bench-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = |name: &str| folder.join(name).display().to_string();
        let began = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args(["serve", "--listen", "127.0.0.1:0", "--demo", if pace.is_some() { "on" } else { "off" }])
            .args(["--pace", pace.unwrap_or("1")])
            .args(["--db", &file("arena.db"), "--admin-token-file", &file("admin.token")])
            .env("TMPDIR", &folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("its output");
        BufReader::new(stdout).read_line(&mut line).expect("its address");
        let host = line.trim().trim_start_matches("http://").to_owned();
        let token = std::fs::read_to_string(file("admin.token")).expect("its token").trim().to_owned();
        Arena { child, folder, began, host, token }
    }

    /// How long it took until a game had a move that can be watched.
    pub(crate) fn first_move(&self) -> Duration {
        loop {
            let games = self.ask("/api/games", None);
            let moved = |game: &Value| game["ply"].as_u64().is_some_and(|ply| ply > 0);
            if games.as_array().is_some_and(|games| games.iter().any(moved)) {
                return self.began.elapsed();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Makes a team that hands in the C player of `agon new`; its name on the ladder.
    pub(crate) fn hand_in(&self) -> String {
        self.ask("/api/admin/settings", Some(&json!({ "check_games": 1 })));
        let team = self.ask("/api/admin/teams", Some(&json!({ "name": "Guest" })));
        let player = self.folder.join("player");
        let agon =
            |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_agon")).args(args).output().expect("agon");
        agon(&["new", &player.display().to_string(), "--game", "reversi", "--lang", "c"]);
        let source = player.join("player.c").display().to_string();
        let (url, token) = (format!("http://{}", self.host), team["token"].as_str().unwrap_or_default());
        let ran = agon(&["submit", &source, "--game", "reversi", "--to", &url, "--token", token]);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        "Guest v1".to_owned()
    }

    /// Asks as the administrator.
    pub(crate) fn ask(&self, path: &str, body: Option<&Value>) -> Value {
        serde_json::from_str(&self.text(path, body)).unwrap_or_default()
    }

    /// The body of an answer.
    pub(crate) fn text(&self, path: &str, body: Option<&Value>) -> String {
        let Arena { host, token, .. } = self;
        let method = if body.is_some() { "POST" } else { "GET" };
        let body = body.map(Value::to_string).unwrap_or_default();
        let length = body.len();
        let mut stream = TcpStream::connect(host).expect("a connection");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(head.as_bytes()).expect("a request");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("an answer");
        reply.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default()
    }
}
