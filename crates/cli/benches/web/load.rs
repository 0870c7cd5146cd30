//! The load: viewers that listen, and readers that ask at set times whether or not earlier answers came.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, mpsc};

use crate::program::Arena;

/// Moves that viewers see, and the time between them.
const MOVES: usize = 40;
const PAUSE: Duration = Duration::from_millis(150);

/// Threads for people elsewhere: here they must not take the processor from players whose clocks run.
fn elsewhere() -> Runtime {
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    // On Linux this is about the calling thread alone.
    let step_back = || {
        let _ = rustix::process::setpriority_process(None, 3);
    };
    threads.enable_all().on_thread_start(step_back).build().expect("a runtime")
}

/// Milliseconds from the moment when a move was sent to the arena until each viewer had it.
pub(crate) fn viewers(arena: &Arena, n: usize) -> Vec<f64> {
    let made =
        arena.ask("/api/games", Some(&json!({ "game": "reversi/8", "opponent": "human", "side": "0" })));
    let id = made["id"].as_str().expect("a game").to_owned();
    arena.ask(&format!("/api/games/{id}/join"), Some(&json!({ "token": made["invite"] })));
    let runtime = elsewhere();
    let (seen, mut all) = mpsc::unbounded_channel();
    let ready = Arc::new(Semaphore::new(0));
    for _ in 0..n {
        let (host, id, seen, ready) = (arena.host.clone(), id.clone(), seen.clone(), ready.clone());
        runtime.spawn(async move { watch(&host, &id, &ready, &seen).await });
    }
    runtime.block_on(async { ready.acquire_many(n as u32).await.expect("viewers").forget() });
    let mut sent = vec![Instant::now(); MOVES + 1];
    for ply in 1..=MOVES {
        let path = format!("/api/games/{id}/moves");
        let side = arena.ask(&format!("/api/games/{id}"), None)["side"].as_u64().unwrap_or(0);
        let text = arena.ask(&path, None)[0]["text"].clone();
        let token = if side == 0 { &made["token"] } else { &made["invite"] };
        sent[ply] = Instant::now();
        arena.ask(&path, Some(&json!({ "token": token, "move": text })));
        std::thread::sleep(PAUSE);
    }
    let mut times = Vec::with_capacity(n * MOVES);
    runtime.block_on(async {
        while times.len() < n * MOVES {
            let Ok(Some((ply, at))) = tokio::time::timeout(Duration::from_secs(20), all.recv()).await else {
                break;
            };
            let at: Instant = at;
            times.push(at.duration_since(sent[ply]).as_secs_f64() * 1000.0);
        }
    });
    assert_eq!(times.len(), n * MOVES, "every viewer has every move");
    times
}

/// One viewer: tells when it has seen the start, and then of every move.
async fn watch(
    host: &str,
    id: &str,
    ready: &Semaphore,
    seen: &mpsc::UnboundedSender<(usize, Instant)>,
) -> Option<()> {
    let mut stream = TcpStream::connect(host).await.ok()?;
    let head = format!("GET /api/games/{id}/events HTTP/1.1\r\nHost: {host}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.ok()?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(line) = lines.next_line().await.ok()? {
        let Some(data) = line.strip_prefix("data: ") else { continue };
        let now = Instant::now();
        let data: Value = serde_json::from_str(data).ok()?;
        match data["ply"].as_u64() {
            Some(0) => ready.add_permits(1),
            Some(ply) => seen.send((ply as usize, now)).ok()?,
            None => {}
        }
    }
    Some(())
}

/// What is read, in turn.
const PATHS: [&str; 10] = [
    "/",
    "/assets/app.js",
    "/api/games",
    "/api/standings",
    "/api/standings/reversi",
    "/api/standings/amazons",
    "/api/players/1",
    "/api/meta",
    "/healthz",
    "/api/session",
];

/// Milliseconds of each of so many reads a second, each sent at its time.
pub(crate) fn reads(arena: &Arena, per_second: u32, span: Duration) -> Vec<f64> {
    let runtime = elsewhere();
    let n = (span.as_secs_f64() * f64::from(per_second)) as u32;
    let begin = Instant::now();
    runtime.block_on(async {
        let mut all = Vec::new();
        for number in 0..n {
            let due = begin + number * (Duration::from_secs(1) / per_second);
            tokio::time::sleep_until(due.into()).await;
            let host = arena.host.clone();
            all.push(tokio::spawn(
                async move { read(&host, PATHS[number as usize % PATHS.len()], due).await },
            ));
        }
        let mut times = Vec::new();
        for one in all {
            times.push(one.await.expect("a reader"));
        }
        times
    })
}

/// Reads one page over a connection of its own; a failure counts as a minute.
async fn read(host: &str, path: &str, due: Instant) -> f64 {
    let whole = async {
        let mut stream = TcpStream::connect(host).await.ok()?;
        let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.ok()?;
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).await.ok()?;
        reply.starts_with(b"HTTP/1.1 200").then_some(())
    };
    match whole.await {
        Some(()) => due.elapsed().as_secs_f64() * 1000.0,
        None => 60_000.0,
    }
}
