//! How many pairs a second pass through the queues when playing them takes no time: the embedded one, and a real
//! broker on this machine with coordinator and worker in this process. And how many bytes a pair costs.

#![allow(unreachable_pub, dead_code, clippy::unwrap_used, reason = "shared with the tests")]

#[path = "../../cli/tests/it/broker.rs"]
mod broker;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_arena::identity::identify;
use agon_arena::job::Leg;
use agon_arena::openings::{OpeningSource, Openings};
use agon_arena::runner::{Setup, run, run_on};
use agon_arena::schedule::match_of_two;
use agon_arena::store::Store;
use agon_arena::venue::{Venue, VenueError};
use agon_fleet::{Access, Coordinator, Post, Undertaking, run_key, work};
use agon_games::catalog::Table;
use agon_games::record::{Ending, PlayerRecord, Record, VERSION};
use agon_games::side::Side;
use broker::Broker;

/// A venue where whoever is to move gives up at once.
struct Nowhere;

impl Venue for Nowhere {
    fn play(&mut self, leg: Leg<'_>, _: &Arc<AtomicBool>) -> Result<Record, VenueError> {
        let players = leg.players().map(|who| PlayerRecord {
            name: who.name.clone(),
            spec: who.spec.clone(),
            hash: Some(who.hash.clone()),
            ..PlayerRecord::default()
        });
        Ok(Record {
            version: VERSION,
            game: leg.job.game.to_string(),
            start: "x5o/7/7/7/7/7/o5x x 0 1".to_owned(),
            players,
            clock: Some(leg.job.clock.to_string()),
            seed: Some(leg.job.seed),
            opening: 0,
            moves: Vec::new(),
            winner: Some(Side::Second),
            ending: Ending::Resigned,
            reason: None,
            tally: [2, 2],
        })
    }
}

fn nowhere(_: usize) -> Box<dyn Venue> {
    Box::new(Nowhere)
}

fn setup(tournament: i64) -> Setup {
    let table = Arc::new(Table::open("ataxx", None).unwrap());
    let players = ["random", "random:"].map(|spec| Arc::new(identify(spec, None).unwrap()));
    Setup {
        tournament,
        players: players.to_vec(),
        openings: Openings::new(table, None, &OpeningSource::None, 1).unwrap(),
        clock: "nodes=1".into(),
        seed: 1,
        workers: 2,
        pin: false,
    }
}

fn store(dir: &std::path::Path, name: &str) -> (Store, i64) {
    let mut store = Store::open(&dir.join(name)).unwrap();
    let id = store.begin_tournament("bench", "", "ataxx/7", "nodes=1").unwrap();
    (store, id)
}

fn tell(name: &str, pairs: u64, seconds: f64) {
    println!(
        "{name:28} {:9.0} pairs/s  {:8.1} us per pair",
        pairs as f64 / seconds,
        1e6 * seconds / pairs as f64
    );
}

fn embedded(dir: &std::path::Path, pairs: u64) {
    let (mut store, id) = store(dir, "embedded.db");
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    let mut schedule = match_of_two(2 * pairs, None);
    let done = run(&setup(id), &mut schedule, Some(&mut store), &nowhere, &stop, &mut |_| {}).unwrap();
    assert_eq!(done.progress.pairs, pairs);
    tell("embedded, into the store", pairs, begun.elapsed().as_secs_f64());
}

/// Bytes in and out of the broker so far.
fn traffic(port: u16) -> [f64; 2] {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.write_all(b"GET /varz HTTP/1.0\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let field = |name: &str| {
        let (_, rest) = text.split_once(&format!("\"{name}\": ")).unwrap();
        rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
    };
    [field("in_bytes"), field("out_bytes")]
}

fn jetstream(dir: &std::path::Path, pairs: u64) {
    let monitor = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let Some(broker) = Broker::start(&dir.join("streams"), &["-m", &monitor.to_string()]) else { return };
    let access = Access { url: broker.url(), ..Access::default() };
    let post =
        Post { access: access.clone(), cores: 2, pin: false, folder: dir.join("cache"), idle_limit: None };
    let (mut store, id) = store(dir, "jetstream.db");
    let setup = setup(id);
    let undertaking = Undertaking {
        run: run_key(None),
        name: "bench".to_owned(),
        players: setup.players.clone(),
        is_timed: false,
        lease: Duration::from_secs(10),
    };
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (ready, is_ready) = std::sync::mpsc::channel();
        let stop = &stop;
        let worker = scope.spawn(move || work(&post, &nowhere, stop, &mut |news| drop(ready.send(news))));
        is_ready.recv().unwrap();
        let mut queue = Coordinator::open(&access, undertaking).unwrap();
        let before = traffic(monitor);
        let begun = Instant::now();
        let mut schedule = match_of_two(2 * pairs, None);
        let never = AtomicBool::new(false);
        let done = run_on(&setup, &mut schedule, Some(&mut store), &mut queue, &never, &mut |_| {}).unwrap();
        assert_eq!(done.progress.pairs, pairs);
        tell("JetStream, into the store", pairs, begun.elapsed().as_secs_f64());
        let after = traffic(monitor);
        let [bytes_in, bytes_out] = [0, 1].map(|i| (after[i] - before[i]) / pairs as f64);
        println!("{:28} {bytes_in:9.0} bytes in {bytes_out:6.0} out, per pair without moves", "broker");
        drop(queue);
        stop.store(true, Ordering::Relaxed);
        worker.join().unwrap().unwrap();
    });
}

fn main() {
    let dir = tempfile::tempdir().unwrap();
    embedded(dir.path(), 200_000);
    jetstream(dir.path(), 30_000);
}
