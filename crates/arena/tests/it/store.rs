//! The store: what goes in comes out, nothing counts twice, and trouble has a name.

use std::path::Path;
use std::sync::Arc;

use agon_arena::export::{ExportFormat, export};
use agon_arena::job::{Identity, Job, PairResult};
use agon_arena::store::{GameFilter, Store, StoreError, StoredResult};
use agon_arena::verify::verify;
use agon_games::record::{Ending, MoveRecord, PlayerRecord, Record, VERSION};
use agon_games::side::Side;

fn identity(name: &str) -> Arc<Identity> {
    Arc::new(Identity {
        hash: format!("hash-{name}"),
        name: name.to_owned(),
        spec: format!("{name}:depth=1"),
    })
}

fn job(tournament: i64, number: u64) -> Job {
    Job {
        tournament,
        number,
        round: 3,
        players: [identity("a"), identity("b")],
        game: "ataxx/7".into(),
        start: None,
        opening: vec!["g1".to_owned()].into(),
        clock: "nodes=100".into(),
        seed: u64::MAX - number,
        n_games: 2,
        is_rated: true,
    }
}

fn record(job: &Job, leg: usize, ending: Ending) -> Record {
    let player = |side: usize| {
        let who = &job.players[side ^ leg];
        PlayerRecord {
            name: who.name.clone(),
            spec: who.spec.clone(),
            hash: Some(who.hash.clone()),
            seed: Some(side as u64),
            isolation: (side == 1).then(|| "landlock".to_owned()),
        }
    };
    let thought =
        MoveRecord { text: "a7b6".into(), us: Some(17), score: Some(-0.25), depth: Some(4), nodes: None };
    Record {
        version: VERSION,
        game: job.game.to_string(),
        start: "x5o/7/7/7/7/7/o5x x 0 1".to_owned(),
        players: [player(0), player(1)],
        clock: Some(job.clock.to_string()),
        seed: Some(job.seed),
        opening: 1,
        moves: vec![MoveRecord { text: "g1".into(), ..Default::default() }, thought],
        winner: [Some(Side::First), None][leg],
        ending,
        reason: (leg == 1).then(|| "agreed".to_owned()),
        tally: [30, 19],
    }
}

fn result(job: Job, ending: Ending) -> PairResult {
    let records = vec![record(&job, 0, Ending::Rules), record(&job, 1, ending)];
    PairResult { job, records }
}

fn store_with_tournament(path: &Path) -> (Store, i64) {
    let mut store = Store::open(path).unwrap();
    let id = store.begin_tournament("cup", "{}", "ataxx/7", "nodes=100").unwrap();
    ["a", "b"].iter().for_each(|name| assert!(store.player(&identity(name)).is_ok()));
    (store, id)
}

#[test]
fn records_come_back_whole() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.db");
    let (mut store, id) = store_with_tournament(&path);
    let saved = result(job(id, 5), Ending::Rules);
    assert_eq!(store.save(std::slice::from_ref(&saved)).unwrap(), [true]);
    drop(store);
    let store = Store::open_to_read(&path).unwrap();
    let games = store.games(GameFilter::default()).unwrap();
    let records: Vec<Record> = games.iter().map(|game| game.record.clone()).collect();
    assert_eq!(records, saved.records);
    assert_eq!((games[1].tournament, games[1].pair, games[1].leg, games[1].round), (id, 5, 1, 3));
    assert_eq!(store.game(id, 5, 1).unwrap().as_ref(), Some(&games[1]));
    assert_eq!(store.game(id, 6, 0).unwrap(), None);
    assert_eq!(store.integrity().unwrap(), None);
}

/// A database of the version before this one, and its games as that version exported them.
#[test]
fn an_older_database_is_read_and_gone_on_with() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.db");
    std::fs::write(&path, std::fs::read(data.join("format-2.sqlite")).unwrap()).unwrap();
    let lines = |store: &Store| {
        let mut out = Vec::new();
        export(store, Some("timed"), ExportFormat::JsonLines, &mut out).unwrap();
        export(store, Some("old"), ExportFormat::JsonLines, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let exported = std::fs::read_to_string(data.join("format-2.jsonl")).unwrap();
    let at = exported.rfind("{\"type\":\"tournament\"").unwrap();
    let exported = format!("{}{}", &exported[at..], &exported[..at]);
    assert_eq!(lines(&Store::open_to_read(&path).unwrap()), exported);
    let mut store = Store::open(&path).unwrap();
    let id = store.begin_tournament("new", "{}", "ataxx/7", "nodes=100").unwrap();
    ["a", "b"].iter().for_each(|name| assert!(store.player(&identity(name)).is_ok()));
    let saved = result(job(id, 0), Ending::Rules);
    assert_eq!(store.save(std::slice::from_ref(&saved)).unwrap(), [true]);
    assert_eq!(lines(&store), exported);
    let games = store.games(GameFilter { tournament: Some(id), ..GameFilter::default() }).unwrap();
    assert_eq!(games.into_iter().map(|game| game.record).collect::<Vec<_>>(), saved.records);
    drop(store);
    assert!(verify(&Store::open_to_read(&path).unwrap(), &mut |_| {}).unwrap().tournaments == 2);
}

/// Results alone are those of the whole games.
#[test]
fn results_are_those_of_the_games() {
    let (mut store, id) = store_with_tournament(&tempfile::tempdir().unwrap().path().join("x.db"));
    store.save(&[result(job(id, 0), Ending::Rules), result(job(id, 7), Ending::Time)]).unwrap();
    let games = store.games(GameFilter::default()).unwrap();
    let expected: Vec<StoredResult> = games.iter().map(StoredResult::from).collect();
    assert_eq!(store.results(id).unwrap(), expected);
    assert_eq!((expected.len(), expected[1].winner_of_pair(), expected[0].score()), (4, None, 1.0));
    assert_eq!(store.results(id + 1).unwrap(), []);
}

#[test]
fn a_pair_counts_once_and_a_broken_one_never() {
    let dir = tempfile::tempdir().unwrap();
    let (mut store, id) = store_with_tournament(&dir.path().join("x.db"));
    let pairs = [result(job(id, 0), Ending::Rules), result(job(id, 1), Ending::Aborted)];
    assert_eq!(store.save(&pairs).unwrap(), [true, false]);
    assert_eq!(store.save(&pairs).unwrap(), [false, false]);
    assert_eq!(store.games(GameFilter::default()).unwrap().len(), 2);
    assert_eq!(store.drop_pairs_from(id, 0).unwrap(), 1);
}

fn check_error(made: Result<Store, StoreError>, words: &str) {
    let message = made.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(message.contains(words), "`{message}` should say `{words}`");
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    std::fs::write(path("text"), "not a database at all, but rather long\n".repeat(50)).unwrap();
    check_error(Store::open(&path("text")), "not a database");
    check_error(Store::open_to_read(&path("text")), "not a database");
    check_error(Store::open_to_read(&path("none")), "no database");
    check_error(Store::open(&path("no/such/folder")), "folder");
    let other = rusqlite::Connection::open(path("other")).unwrap();
    other.execute_batch("CREATE TABLE mine (x)").unwrap();
    check_error(Store::open(&path("other")), "another program");
    let (store, _) = store_with_tournament(&path("new"));
    drop(store);
    let newer = rusqlite::Connection::open(path("new")).unwrap();
    newer.execute_batch("PRAGMA user_version = 99").unwrap();
    check_error(Store::open(&path("new")), "newer agon (format 99");
}

#[test]
fn a_full_disk_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.db");
    let (mut store, id) = store_with_tournament(&path);
    store.cap_bytes(200_000).unwrap();
    let mut saved = 0;
    let error = loop {
        let batch: Vec<PairResult> = (saved..saved + 50).map(|n| result(job(id, n), Ending::Rules)).collect();
        match store.save(&batch) {
            Ok(_) => saved += 50,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
    assert!(error.to_string().contains("--resume"));
    drop(store);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.integrity().unwrap(), None);
    assert_eq!(store.games(GameFilter::default()).unwrap().len() as u64, 2 * saved);
    assert_eq!(store.save(&[result(job(id, saved), Ending::Rules)]).unwrap(), [true]);
}

#[test]
fn a_read_only_store_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.db");
    let (store, id) = store_with_tournament(&path);
    drop(store);
    let mut store = Store::open_to_read(&path).unwrap();
    let error = store.save(&[result(job(id, 0), Ending::Rules)]).unwrap_err();
    assert!(error.to_string().contains("read-only"), "{error}");
}
