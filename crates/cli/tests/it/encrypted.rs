//! `agon submit` to an arena behind a proxy with TLS, as docs/arena.md has it: a certificate that the machine trusts is
//! accepted, any other is not.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::program::{run, scratch};
use crate::serving::Arena;

/// A proxy that ends with the test.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
fn players_are_handed_in_over_tls_to_arenas_that_are_trusted() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tls");
    let folder = scratch("encrypted");
    let arena = Arena::start(&folder);
    let team = arena.ask("/api/admin/teams", Some(&json!({ "name": "Far away" })));
    let (host, port) = arena.host.split_once(':').unwrap();
    let proxy = Command::new("python3")
        .arg(files.join("proxy.py"))
        .arg(files.join("server.pem"))
        .args([host, port])
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut proxy) = proxy.map(Proxy) else {
        eprintln!("skipped: python3 is not installed");
        return;
    };
    let mut line = String::new();
    BufReader::new(proxy.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let url = format!("https://127.0.0.1:{}", line.trim());
    let player = folder.join("player.txt");
    std::fs::write(&player, "no player").unwrap();
    let submit = |certificates: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command.arg("submit").arg(&player).args(["--game", "reversi", "--to", &url]);
        command.args(["--token", team["token"].as_str().unwrap()]).env("SSL_CERT_FILE", certificates);
        run(&mut command, "")
    };
    let trusted = submit(&files.join("ca.pem"));
    assert!(trusted.code == 1 && trusted.stderr.contains("this is no player"), "{}", trusted.stderr);
    std::fs::write(folder.join("none.pem"), "").unwrap();
    let unknown = submit(&folder.join("none.pem"));
    assert!(unknown.code == 1 && !unknown.stderr.contains("this is no player"), "{}", unknown.stderr);
}
