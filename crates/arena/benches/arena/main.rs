//! How many moves a second the arena plays between two random players of Ataxx: rules, referee, record and
//! store, on one core and two. The nearest peer, cuteataxx, was measured at 1.7 million on one core of this
//! kind of machine, and gains nothing from a second.

mod players;
mod scripted;
mod truth;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_arena::hall::Hall;
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
fn rates(games: u64, workers: usize, db: Option<&Path>) -> [f64; 2] {
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
    let venues = |_| -> Box<dyn Venue> { Box::new(Hall::new(Custody::default())) };
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

/// The best of several runs without the store and with it, in turn: others use the machine too.
fn best(games: u64, workers: usize) -> [[f64; 2]; 2] {
    let once = |has_store: bool| {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("bench.db");
        rates(games, workers, has_store.then_some(path.as_path()))
    };
    let better = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a.max(c), b.max(d)];
    (0..7)
        .map(|_| [once(false), once(true)])
        .fold([[0.0; 2]; 2], |[without, with], run| [better(without, run[0]), better(with, run[1])])
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
    println!("random against random, ataxx, {games} games, best of 7");
    println!("million moves a second (and a second of processor time)");
    let mut alone = 0.0;
    for workers in [1, 2] {
        let [[without, cpu], [with, cpu_with]] = best(games, workers);
        alone = if workers == 1 { without } else { alone };
        println!(
            "{workers} workers  without store {without:.2} ({cpu:.2})  with store {with:.2} ({cpu_with:.2}): \
             {:.2} times one worker, storing costs {:.1}%",
            without / alone,
            100.0 * (1.0 - with / without)
        );
    }
}
