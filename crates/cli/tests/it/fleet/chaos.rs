//! Everything that can die dies: workers, the broker, the coordinator. The database ends up as on one machine.

use std::path::{Path, PathBuf};
use std::time::Instant;

use agon_arena::store::{GameFilter, Store};

use super::{Process, TOO_LONG, await_words, pause};
use crate::broker::Broker;
use crate::program::{agon, scratch};

const CUP: [&str; 12] = [
    "tournament",
    "ataxx",
    "greedy",
    "alphabeta:depth=2",
    "pvs",
    "mcts",
    "--games",
    "80",
    "--clock",
    "nodes=1500",
    "--openings",
    "random:4",
];

#[test]
fn workers_broker_and_coordinator_may_all_die() {
    // On a machine that gives this test no time the tournament may be over too soon: then once more.
    let is_done = (0..5).any(|attempt| {
        let dir = scratch(&format!("fleet-chaos-{attempt}"));
        let Some(broker) = Broker::start(&dir.join("streams"), &[]) else { return true };
        Chaos::new(dir, broker).run()
    });
    assert!(is_done, "everything was over before it could be killed, five times");
}

/// A tournament of which everything dies.
struct Chaos {
    dir: PathBuf,
    broker: Broker,
    workers: Vec<Process>,
    n_killed: usize,
    broker_died: bool,
    coordinator_died: bool,
}

/// The games of the tournament.
const TOTAL: usize = 6 * 80;

impl Chaos {
    fn new(dir: PathBuf, broker: Broker) -> Chaos {
        let mut chaos = Chaos {
            dir,
            broker,
            workers: Vec::new(),
            n_killed: 0,
            broker_died: false,
            coordinator_died: false,
        };
        for n in 0..4 {
            std::fs::create_dir_all(chaos.worker_dir(n)).unwrap();
            chaos.workers.push(Process::worker(&chaos.broker, &chaos.worker_dir(n)));
        }
        chaos
    }

    fn worker_dir(&self, n: usize) -> PathBuf {
        self.dir.join(format!("worker{n}"))
    }

    fn db(&self) -> PathBuf {
        self.dir.join("fleet.db")
    }

    /// Plays to the end and looks at what came out; whether everything has died meanwhile that was to.
    fn run(mut self) -> bool {
        self.play();
        if self.n_killed < 4 || !self.broker_died || !self.coordinator_died {
            return false;
        }
        self.check();
        self.send_home();
        true
    }

    fn play(&mut self) {
        let (db, url) = (self.db(), self.broker.url());
        let mut args = CUP.to_vec();
        args.extend(["--name", "cup", "--db", db.to_str().unwrap(), "--queue", &url, "--queue-lease", "2"]);
        let mut coordinator = Process::agon(&args, &self.dir);
        args.push("--resume");
        let begun = Instant::now();
        let code = loop {
            let saved = n_saved(&db);
            assert!(begun.elapsed() < TOO_LONG, "{saved} of {TOTAL} games after {TOO_LONG:?}");
            if let Some(code) = coordinator.has_ended() {
                break code;
            }
            if saved * 24 >= TOTAL * (self.n_killed + 1) && saved < TOTAL {
                self.kill_worker();
            }
            if !self.broker_died && saved * 6 >= TOTAL {
                self.broker.restart();
                self.broker_died = true;
            }
            if !self.coordinator_died && saved * 4 >= TOTAL {
                coordinator.kill();
                coordinator = Process::agon(&args, &self.dir);
                self.coordinator_died = true;
            }
            self.restart_workers();
            pause();
        };
        assert_eq!(code, 0, "{}", std::fs::read_to_string(self.dir.join("tournament.log")).unwrap());
    }

    fn kill_worker(&mut self) {
        let victim = self.n_killed % self.workers.len();
        self.workers[victim].kill();
        self.workers[victim] = Process::worker(&self.broker, &self.worker_dir(victim));
        self.n_killed += 1;
    }

    /// A worker that was started while the broker was away ends; a service manager would do this.
    fn restart_workers(&mut self) {
        for n in 0..self.workers.len() {
            if self.workers[n].has_ended().is_some() {
                self.workers[n] = Process::worker(&self.broker, &self.worker_dir(n));
            }
        }
    }

    /// Every pair is there once, as on one machine.
    fn check(&self) {
        let (db, whole) = (self.db(), self.dir.join("whole.db"));
        let mut args = CUP.to_vec();
        args.extend(["--name", "cup", "--db", whole.to_str().unwrap(), "--concurrency", "0"]);
        assert_eq!(agon(&args).code, 0);
        assert_eq!(n_saved(&db), TOTAL);
        assert_eq!(content(&db), content(&whole));
        let store = Store::open_to_read(&db).unwrap();
        let played: usize = store.hands(1).unwrap().iter().map(|hand| hand.pairs.len()).sum();
        assert_eq!(played, TOTAL / 2, "each pair has one worker");
        let checked = agon(&["verify", db.to_str().unwrap(), "--again", "8", "--json"]).json();
        assert_eq!(checked["pairs"], 8, "{checked}");
    }

    /// Those who are asked to go, once they hear, finish what they have begun.
    fn send_home(&mut self) {
        for n in 0..self.workers.len() {
            let log = self.worker_dir(n).join("worker.log");
            await_words(&log, "waiting for work");
            self.workers[n].terminate();
            let code = self.workers[n].wait();
            assert_eq!(code, 0, "{}", std::fs::read_to_string(log).unwrap());
        }
    }
}

/// The games that a database holds by now.
fn n_saved(db: &Path) -> usize {
    let filter = GameFilter { tournament: None, without_moves: true };
    Store::open_to_read(db).and_then(|store| store.games(filter)).map_or(0, |games| games.len())
}

/// All games and the standings of a database, one line of JSON each.
fn content(db: &Path) -> (Vec<String>, Option<String>) {
    let store = Store::open_to_read(db).unwrap();
    let games = store.games(GameFilter::default()).unwrap();
    let mut lines: Vec<String> = games.iter().map(|game| serde_json::to_string(game).unwrap()).collect();
    lines.sort();
    let standings = store.tournament("cup").unwrap().and_then(|known| known.standings);
    (lines, standings)
}
