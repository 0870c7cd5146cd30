//! Tournaments on many machines, which here are processes: real workers, a real broker, players' files, strangers,
//! and pairs that kill.

mod chaos;
mod ladder;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::broker::Broker;
use crate::program::{Ran, agon, run, scratch};

/// Longer than any of these tests takes: then something hangs.
const TOO_LONG: Duration = Duration::from_secs(900);

/// A process of ours, killed when dropped.
struct Process(Child);

impl Process {
    fn agon(args: &[&str], dir: &Path) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command.args(args).current_dir(dir).stdin(Stdio::null());
        let log = std::fs::File::create(dir.join(format!("{}.log", args[0]))).unwrap();
        command.stdout(log.try_clone().unwrap()).stderr(log);
        Process(command.spawn().unwrap())
    }

    fn worker(broker: &Broker, dir: &Path) -> Process {
        let cache = dir.join("cache");
        let args = ["worker", "--cores", "1", "--queue", &broker.url(), "--cache", cache.to_str().unwrap()];
        Process::agon(&args, dir)
    }

    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Asks it to end, as a service manager would.
    fn terminate(&self) {
        let status = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    fn has_ended(&mut self) -> Option<i32> {
        self.0.try_wait().unwrap().map(|status| status.code().unwrap_or(-1))
    }

    fn wait(&mut self) -> i32 {
        let begun = Instant::now();
        loop {
            if let Some(code) = self.has_ended() {
                return code;
            }
            assert!(begun.elapsed() < TOO_LONG, "it does not end");
            pause();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Between two looks at a process.
fn pause() {
    std::thread::sleep(Duration::from_millis(20));
}

/// Waits until a log says this.
fn await_words(log: &Path, words: &str) {
    let begun = Instant::now();
    while !std::fs::read_to_string(log).is_ok_and(|text| text.contains(words)) {
        assert!(begun.elapsed() < TOO_LONG, "{} never says `{words}`", log.display());
        pause();
    }
}

/// A match of two players through this broker, its JSON on stdout.
fn fleet_match(broker: &Broker, dir: &Path, more: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["match", "--json", "--queue", &broker.url()]).args(more).current_dir(dir);
    run(&mut command, "")
}

#[test]
fn a_player_that_is_a_file_comes_along() {
    let dir = scratch("fleet-file");
    let Some(broker) = Broker::start(&dir.join("streams"), &[]) else { return };
    let [here, there] = ["here", "there"].map(|name| dir.join(name));
    std::fs::create_dir_all(&there).unwrap();
    let made = agon(&["new", here.to_str().unwrap(), "--game", "ataxx", "--lang", "c"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert!(Command::new("make").current_dir(&here).stdout(Stdio::null()).status().unwrap().success());
    let built = std::fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().path());
    let library = built.into_iter().find(|path| path.extension().is_some_and(|ext| ext == "so")).unwrap();
    let spec = format!("./{}", library.file_name().unwrap().to_str().unwrap());
    let _worker = Process::worker(&broker, &there);
    let options = ["--games", "4", "--clock", "nodes=100", "--openings", "random:2"];
    let mut args = vec!["ataxx", spec.as_str(), "random"];
    args.extend(options);
    let result = fleet_match(&broker, &here, &args).json();
    assert_eq!(result["endings"], serde_json::json!({"rules": 4}), "{result}");
    let content = std::fs::read(&library).unwrap();
    let kept: Vec<PathBuf> = std::fs::read_dir(there.join("cache"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join(library.file_name().unwrap()))
        .collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(std::fs::read(&kept[0]).unwrap(), content);
    let stays = fleet_match(&broker, &here, &["ataxx", "tcp:127.0.0.1:0", "random", "--games", "2"]);
    assert!(stays.code == 1 && stays.stderr.contains("this machine only"), "{}", stays.stderr);
    // A clock that counts time would keep a worker away whose machine is busy.
    let args = ["ataxx", "ugi:no-such-engine", "random", "--games", "2", "--clock", "nodes=100"];
    let unknown = fleet_match(&broker, &here, &args);
    assert!(unknown.code == 1 && unknown.stderr.contains("no-such-engine"), "{}", unknown.stderr);
}

#[test]
fn a_pair_that_kills_its_workers_is_given_up() {
    let dir = scratch("fleet-poison");
    let Some(broker) = Broker::start(&dir.join("streams"), &[]) else { return };
    let mut worker = Process::worker(&broker, &dir);
    let players = ["reversi", "alphabeta:depth=60", "random", "--games", "2", "--clock", "nodes=1000000000"];
    let mut args = vec!["match"];
    args.extend(players);
    let url = broker.url();
    args.extend(["--openings", "none", "--queue", &url, "--queue-lease", "1"]);
    let mut coordinator = Process::agon(&args, &dir);
    let log = dir.join("worker.log");
    let begun = Instant::now();
    let mut killed = 0;
    while coordinator.has_ended().is_none() {
        assert!(begun.elapsed() < TOO_LONG);
        // A worker that has joined has the pair soon: it is out since before.
        let has_joined = std::fs::read_to_string(&log).is_ok_and(|text| text.contains("playing for"));
        if has_joined {
            std::thread::sleep(Duration::from_millis(1500));
            worker.kill();
            killed += 1;
            worker = Process::worker(&broker, &dir);
        }
        pause();
    }
    let said = std::fs::read_to_string(dir.join("match.log")).unwrap();
    assert!(said.contains("pair 0 is set aside") && said.contains("given up"), "killed {killed}: {said}");
    assert_eq!(coordinator.wait(), 1);
}

fn check_refused(ran: &Ran, words: &str) {
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains(words), "`{}` should say `{words}`", ran.stderr);
    assert!(!ran.stderr.contains("secret"), "{}", ran.stderr);
}

#[test]
fn strangers_get_nothing() {
    let dir = scratch("fleet-strangers");
    let Some(broker) = Broker::start(&dir.join("streams"), &["--auth", "secret"]) else { return };
    let token = format!("nats://secret@{}", broker.host());
    let wrong = format!("nats://secretly:wrong@{}", broker.host());
    for url in [&broker.url(), &wrong] {
        check_refused(&agon(&["worker", "--queue", url]), "does not know us");
        check_refused(&agon(&["match", "ataxx", "greedy", "random", "--queue", url]), "does not know us");
    }
    let missing = agon(&["worker", "--queue", &broker.url(), "--queue-creds", "no-such.creds"]);
    check_refused(&missing, "no-such.creds");
    let mut worker = Command::new(env!("CARGO_BIN_EXE_agon"));
    worker
        .args(["worker", "--queue", &broker.url(), "--idle", "0", "--json"])
        .env("AGON_QUEUE_TOKEN", "secret");
    assert_eq!(run(&mut worker, "").json(), serde_json::json!({"pairs": 0}));
    let known = agon(&["worker", "--queue", &token, "--idle", "0"]);
    assert_eq!(known.code, 0, "{}", known.stderr);
}

#[test]
fn absent_brokers_and_wrong_addresses_say_so() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    check_refused(&agon(&["worker"]), "--queue nats://");
    check_refused(&agon(&["worker", "--queue", "http://localhost"]), "not the address of a queue");
    check_refused(&agon(&["worker", "--queue", "nats://"]), "not the address of a queue");
    check_refused(&agon(&["worker", "--queue", &format!("nats://{free}")]), "no broker answers");
    let there = format!("nats://{free}");
    check_refused(&agon(&["match", "ataxx", "greedy", "random", "--queue", &there]), "nats-server -js");
}

/// Makes an authority and a certificate for this machine; whether openssl was there to do it.
fn certificates(dir: &Path) -> bool {
    let openssl = |args: &[&str]| {
        let made = Command::new("openssl").args(args).current_dir(dir).stderr(Stdio::null()).status();
        made.is_ok_and(|status| status.success())
    };
    std::fs::write(dir.join("names"), "subjectAltName=IP:127.0.0.1").unwrap();
    let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    let authority =
        ["req", "-x509", "-days", "2", "-subj", "/CN=agon test", "-keyout", "ca.key", "-out", "ca.pem"];
    let request = ["req", "-subj", "/CN=127.0.0.1", "-keyout", "server.key", "-out", "server.csr"];
    openssl(&[&authority[..], &key].concat())
        && openssl(&[&request[..], &key].concat())
        && openssl(&[
            "x509",
            "-req",
            "-in",
            "server.csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
            "-days",
            "2",
            "-extfile",
            "names",
            "-out",
            "server.pem",
        ])
}

#[test]
fn a_secure_broker_is_trusted_by_its_authority_alone() {
    let dir = scratch("fleet-tls");
    if !certificates(&dir) {
        return eprintln!("skipped: no openssl here to make certificates");
    }
    let file = |name: &str| dir.join(name).to_str().unwrap().to_owned();
    let options = ["--tls", "--tlscert", &file("server.pem"), "--tlskey", &file("server.key")];
    let Some(broker) = Broker::start(&dir.join("streams"), &options) else { return };
    let url = format!("tls://{}", broker.host());
    let trusting = agon(&["worker", "--queue", &url, "--queue-ca", &file("ca.pem"), "--idle", "0"]);
    assert_eq!(trusting.code, 0, "{}", trusting.stderr);
    check_refused(&agon(&["worker", "--queue", &url, "--idle", "0"]), "");
}

#[test]
fn one_tournament_has_one_coordinator() {
    let dir = scratch("fleet-two");
    let Some(broker) = Broker::start(&dir.join("streams"), &[]) else { return };
    let db = dir.join("cup.db");
    let url = broker.url();
    let args = ["tournament", "ataxx", "greedy", "random", "--db", db.to_str().unwrap(), "--queue", &url];
    let first = Process::agon(&args, &dir);
    await_words(&dir.join("tournament.log"), "handing out");
    let mut args = args.to_vec();
    args.push("--resume");
    check_refused(&agon(&args), "being run by somebody else");
    drop(first);
}

/// What a match says without its time.
fn without_time(mut result: Value) -> Value {
    result.as_object_mut().unwrap().remove("seconds");
    result
}

#[test]
fn a_match_elsewhere_ends_as_it_does_here() {
    let dir = scratch("fleet-match");
    let Some(broker) = Broker::start(&dir.join("streams"), &[]) else { return };
    let _worker = Process::worker(&broker, &dir);
    let args =
        ["reversi/6", "greedy", "random", "--games", "21", "--clock", "nodes=100", "--openings", "random:2"];
    let there = fleet_match(&broker, &dir, &args).json();
    let mut here = vec!["match", "--json"];
    here.extend(args);
    assert_eq!(without_time(there), without_time(agon(&here).json()));
    let mut tested = args.to_vec();
    tested[4] = "4000";
    tested.extend(["--sprt", "0,200"]);
    let there = fleet_match(&broker, &dir, &tested).json();
    let mut here = vec!["match", "--json"];
    here.extend(tested);
    assert_eq!(without_time(there), without_time(agon(&here).json()));
}
