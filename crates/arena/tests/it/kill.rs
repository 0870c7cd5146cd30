//! `kill -9` at random moments of a tournament: nothing is lost, nothing counts twice, and the games that come
//! out in the end are those of a tournament that nobody killed.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use agon_arena::hall::Hall;
use agon_arena::player::custody::Custody;
use agon_arena::store::{GameFilter, Store};
use agon_arena::tournament::{Format, Manner, Plan, Tournament};
use agon_arena::venue::Venue;
use agon_arena::verify::verify;
use agon_games::catalog::NoFiles;
use fastrand::Rng;

/// Where the child is told to play.
const DATABASE: &str = "AGON_TEST_KILL_DB";

/// How many times to kill: a few in everyday runs, 200 and more by `AGON_TEST_KILLS=200`.
fn n_kills() -> u32 {
    std::env::var("AGON_TEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(25)
}

fn plan() -> Plan {
    Plan {
        format: Format::RoundRobin,
        games: 60 * u64::from(n_kills()),
        clock: "nodes=20".to_owned(),
        openings: "random:4".to_owned(),
        seed: 3,
        ..Plan::new("ataxx/5", &["greedy", "random", "random", "greedy"])
    }
}

fn play(path: &Path) {
    let mut store = Store::open(path).unwrap();
    let mut tournament = Tournament::new(plan(), &NoFiles).unwrap();
    tournament.enter(&mut store, true).unwrap();
    let venues = |_| -> Box<dyn Venue> { Box::new(Hall::new(Custody::default())) };
    let stop = AtomicBool::new(false);
    let manner = Manner { workers: 2, pin: false };
    tournament.run(Some(&mut store), &venues, manner, &stop, &mut |_| {}).unwrap();
}

/// Not a test: the program that the test below kills.
#[test]
#[ignore = "run by killed_tournaments_end_as_if_nothing_had_happened"]
fn child() {
    if let Some(path) = std::env::var_os(DATABASE) {
        play(Path::new(&path));
    }
}

/// Starts the child and kills it after this long; whether it had ended by itself.
fn start_and_kill(path: &Path, after: Duration) -> bool {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::child", "--ignored"])
        .env(DATABASE, path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "the tournament failed: {status}");
            return true;
        }
        if begun.elapsed() >= after {
            child.kill().unwrap();
            child.wait().unwrap();
            return false;
        }
        std::thread::yield_now();
    }
}

#[test]
fn killed_tournaments_end_as_if_nothing_had_happened() {
    let seed = 17;
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    let dir = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole.db", "killed.db"].map(|name| dir.path().join(name));
    play(&whole);
    let (mut n_killed, mut saved) = (0, 0);
    while n_killed < n_kills() {
        if start_and_kill(&killed, Duration::from_micros(rng.u64(1_000..60_000))) {
            break;
        }
        n_killed += 1;
        if let Ok(store) = Store::open_to_read(&killed) {
            let now = store.games(GameFilter { tournament: None, without_moves: true }).unwrap().len();
            assert!(now >= saved, "games were lost: {saved} before, {now} now");
            saved = now;
        }
    }
    println!("killed {n_killed} times, {saved} games saved by then");
    play(&killed);
    let [whole, killed] = [whole, killed].map(|path| Store::open_to_read(&path).unwrap());
    let games = |store: &Store| store.games(GameFilter::default()).unwrap();
    assert_eq!(games(&whole), games(&killed));
    assert!(verify(&killed, &mut |_| {}).unwrap().is_clean());
}
