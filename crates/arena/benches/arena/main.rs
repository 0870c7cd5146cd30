//! How many moves a second the arena plays between two random players of Ataxx: rules, house, record and
//! store, on one core and two. The nearest peer, cuteataxx, was measured at 1.7 million on one core of this
//! kind of machine, and gains nothing from a second.

mod players;
mod scripted;
mod truth;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_arena::hall::Hall;
use agon_arena::house::House;
use agon_arena::identity::identify;
use agon_arena::openings::{OpeningSource, Openings};
use agon_arena::player::custody::Custody;
use agon_arena::runner::{Setup, run};
use agon_arena::schedule::match_of_two;
use agon_arena::store::Store;
use agon_arena::venue::Venue;
use agon_games::catalog::Table;
use rustix::time::{ClockId, clock_gettime};

/// Millions of moves a second, and a second of processor time, in a match of so many games.
fn rates(games: u64, workers: usize, hall: bool, db: Option<&Path>) -> [f64; 2] {
    let table = Arc::new(Table::open("ataxx", None).expect("ataxx is a game"));
    let openings = Openings::new(table, None, &OpeningSource::None, 1).expect("no openings are needed");
    let mut store = db.map(|path| Store::open(path).expect("the folder is ours"));
    let tournament = store.as_mut().map_or(0, |store| {
        store.begin_tournament("bench", "", "ataxx/7", "nodes=1").expect("the store is new")
    });
    let players = ["random", "random:"].map(|spec| Arc::new(identify(spec, None).expect("no file is read")));
    let setup = Setup {
        tournament,
        players: players.to_vec(),
        openings,
        clock: "nodes=1".into(),
        seed: 1,
        workers,
        pin: false,
    };
    let venues = |_| -> Box<dyn Venue> {
        if hall { Box::new(Hall::new(Custody::default())) } else { Box::new(House::new()) }
    };
    let mut schedule = match_of_two(games, None);
    let stop = AtomicBool::new(false);
    let before = processor_time();
    let done =
        run(&setup, &mut schedule, store.as_mut(), &venues, &stop, &mut |_| {}).expect("the match runs");
    let spent = processor_time() - before;
    [done.progress.elapsed.as_secs_f64(), spent].map(|seconds| done.progress.moves as f64 / seconds / 1e6)
}

/// Seconds that all threads of this process have run so far.
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The best of several runs: others use the machine too.
fn best(games: u64, workers: usize, hall: bool, store: bool) -> [f64; 2] {
    let once = || {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("bench.db");
        rates(games, workers, hall, store.then_some(path.as_path()))
    };
    (0..5).map(|_| once()).fold([0.0; 2], |[a, b], [c, d]| [a.max(c), b.max(d)])
}

fn main() {
    // The bench is its own host and its own trivial players.
    let args: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    match args.first().and_then(|first| first.to_str()) {
        Some("host") => std::process::exit(agon_host::main(args.into_iter().skip(1))),
        Some("scripted") => return scripted::run(&args[1..]),
        Some("echo") => return scripted::echo(),
        _ => {}
    }
    agon_host::be_prompt();
    let part = std::env::args().find(|arg| ["ready", "clock", "players"].contains(&arg.as_str()));
    if !std::env::args().any(|arg| arg == "throughput") {
        players::run(part.as_deref());
    }
    if part.is_some() {
        return;
    }
    let games = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(20_000);
    println!("random against random, ataxx, {games} games, best of 5");
    println!("million moves a second (and a second of processor time)");
    for (workers, hall) in [(1, false), (1, true), (2, false), (2, true)] {
        let [[without, cpu], [with, cpu_with]] = [false, true].map(|store| best(games, workers, hall, store));
        let place = if hall { "hall" } else { "house" };
        println!(
            "{workers} workers, {place:6}  without store {without:.2} ({cpu:.2})  with store {with:.2} ({cpu_with:.2})"
        );
    }
}
