//! Verification and exchange: sound games pass, tampered ones are named, exports come back whole.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_arena::export::{ExportFormat, export, import};
use agon_arena::hall::Hall;
use agon_arena::job::{Identity, Job, PairResult};
use agon_arena::player::custody::Custody;
use agon_arena::store::{GameFilter, Store};
use agon_arena::tournament::{Format, Manner, Plan, Tournament};
use agon_arena::venue::Venue;
use agon_arena::verify::{play_again, verify};
use agon_games::catalog::NoFiles;
use agon_games::record::{Ending, PlayerRecord, Record};

const GAMES: [&str; 5] =
    ["ataxx/5", "blobwar/6?shape=torus", "reversi/8", "amazons/6?shape=donut", "flood/6?colours=4"];

fn played(path: &Path) -> Store {
    let mut store = Store::open(path).unwrap();
    for game in GAMES {
        let plan = Plan {
            name: game.to_owned(),
            format: Format::RoundRobin,
            games: 3,
            clock: "nodes=20".to_owned(),
            openings: if game.starts_with("flood") { "auto" } else { "random:3" }.to_owned(),
            ..Plan::new(game, &["greedy", "random"])
        };
        let mut tournament = Tournament::new(plan, &NoFiles).unwrap();
        tournament.enter(&mut store, false).unwrap();
        let venues = |_| -> Box<dyn Venue> { Box::new(Hall::new(Custody::default())) };
        let stop = AtomicBool::new(false);
        tournament.run(Some(&mut store), &venues, Manner::default(), &stop, &mut |_| {}).unwrap();
    }
    store
}

#[test]
fn every_game_verifies_and_tampering_shows() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.db");
    let store = played(&path);
    let found = verify(&store, &mut |_| {}).unwrap();
    assert!(found.is_clean(), "{:?}", found.faults);
    assert_eq!((found.games, found.tournaments), (15, 5));
    drop(store);
    let copy = dir.path().join("copy.db");
    let check = |change: &dyn Fn(&Path), words: &str| {
        std::fs::copy(&path, &copy).unwrap();
        change(&copy);
        let found = verify(&Store::open_to_read(&copy).unwrap(), &mut |_| {});
        let said = match &found {
            Ok(found) => found.faults.iter().map(|fault| fault.what.as_str()).collect::<Vec<_>>().join("; "),
            Err(error) => error.to_string(),
        };
        assert!(said.contains(words), "`{said}` should say `{words}`");
    };
    let records = |change: &dyn Fn(usize, &mut Record), words: &str| {
        check(&|copy| rewrite(copy, change), words);
    };
    records(&|_, record| record.winner = record.winner.map(|side| !side), "but Some(");
    records(&|_, record| record.moves.push(record.moves[0].clone()), "over before move");
    records(&|_, record| record.moves[1].text = "zz".to_owned(), "move 2");
    records(&|_, record| record.tally[0] += 1, "with a count of");
    records(&|_, record| record.ending = Ending::Crash, "but recorded as crash");
    records(&|leg, record| record.opening -= leg.min(record.opening), "begin differently");
    let sql = |change: &'static str, words: &str| {
        let change = |copy: &Path| {
            let n = rusqlite::Connection::open(copy).unwrap().execute(change, []).unwrap();
            assert!(n > 0, "{change}");
        };
        check(&change, words);
    };
    sql("DELETE FROM pairs WHERE pair = 1 AND tournament = 1", "standings count 3 games, it has 2");
    sql("UPDATE pairs SET games = substr(games, 1, 30)", "cannot be read");
    sql("UPDATE pairs SET games = zeroblob(30) WHERE tournament = 2", "standings count 3 games, it has 0");
    let change = r#"UPDATE tournaments SET standings = replace(standings, '"wins":', '"wins":9')"#;
    sql(change, "comes out differently");
}

/// Changes every game of a store and saves it again.
fn rewrite(path: &Path, change: &dyn Fn(usize, &mut Record)) {
    let mut store = Store::open(path).unwrap();
    let games = store.games(GameFilter::default()).unwrap();
    for pair in games.chunk_by(|a, b| a.pair_id() == b.pair_id()) {
        let identity = |player: &PlayerRecord| {
            let hash = player.hash.clone().unwrap();
            Arc::new(Identity { hash, name: player.name.clone(), spec: player.spec.clone() })
        };
        let record = &pair[0].record;
        let job = Job {
            tournament: pair[0].tournament,
            number: pair[0].pair,
            round: pair[0].round,
            players: [identity(&record.players[0]), identity(&record.players[1])],
            game: record.game.as_str().into(),
            start: None,
            opening: Vec::new().into(),
            clock: "nodes=20".into(),
            seed: 0,
            n_games: pair.len() as u8,
            is_rated: true,
        };
        let mut records: Vec<Record> = pair.iter().map(|game| game.record.clone()).collect();
        records.iter_mut().enumerate().for_each(|(leg, record)| change(leg, record));
        store.drop_pairs_from(job.tournament, job.number).unwrap();
        assert_eq!(store.save(&[PairResult { job, records }]).unwrap(), [true]);
    }
}

#[test]
fn an_export_comes_back_whole() {
    let dir = tempfile::tempdir().unwrap();
    let store = played(&dir.path().join("x.db"));
    let mut text = Vec::new();
    assert_eq!(export(&store, None, ExportFormat::JsonLines, &mut text).unwrap(), 15);
    let mut copy = Store::in_memory().unwrap();
    let first = import(&mut copy, &mut text.as_slice()).unwrap();
    assert_eq!((first.tournaments, first.pairs, first.known_pairs), (5, 10, 0));
    let again = import(&mut copy, &mut text.as_slice()).unwrap();
    assert_eq!((again.tournaments, again.pairs, again.known_pairs), (0, 0, 10));
    let records = |store: &Store| {
        let games = store.games(GameFilter::default()).unwrap();
        games.into_iter().map(|game| game.record).collect::<Vec<_>>()
    };
    assert_eq!(records(&store), records(&copy));
    let mut exported_again = Vec::new();
    export(&copy, None, ExportFormat::JsonLines, &mut exported_again).unwrap();
    assert!(exported_again == text, "the copy's export is the same to the byte");
    let verified = verify(&copy, &mut |_| {}).unwrap();
    assert!(verified.is_clean() && verified.tournaments == 5, "{verified:?}");
    let tampered = String::from_utf8(text).unwrap().replacen("\"winner\":", "\"winner\":1,\"loser\":", 1);
    let error = import(&mut Store::in_memory().unwrap(), &mut tampered.as_bytes());
    assert!(error.is_err());
}

#[test]
fn spreadsheets_and_players_get_their_forms() {
    let dir = tempfile::tempdir().unwrap();
    let store = played(&dir.path().join("x.db"));
    let text = |tournament, format| {
        let mut text = Vec::new();
        export(&store, Some(tournament), format, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    };
    let csv = text("reversi/8", ExportFormat::Csv);
    let widths: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(widths, [19; 4]);
    let ggf = text("reversi/8", ExportFormat::Native);
    assert!(ggf.starts_with("(;GM[Othello]PC[reversi/8]PB[greedy]PW[random]RE["), "{ggf}");
    assert!(
        ggf.contains("BO[8 ---------------------------O*------*O--------------------------- *]B["),
        "{ggf}"
    );
    let pgn = text("ataxx/5", ExportFormat::Native);
    assert!(pgn.contains("[FEN \"x3o/5/5/5/o3x x 0 1\"]") && pgn.contains("\n1. "), "{pgn}");
}

#[test]
fn pairs_played_again_come_out_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.db");
    drop(played(&path));
    let again = |n_pairs| {
        let store = Store::open_to_read(&path).unwrap();
        play_again(&store, &mut Hall::new(Custody::default()), n_pairs, 1, &mut |_| {}).unwrap()
    };
    let found = again(100);
    assert_eq!((found.pairs, found.repeatable), (10, 10));
    assert_eq!(found.faults, []);
    assert_eq!(again(3).pairs, 3);
    rewrite(&path, &|_, record| record.winner = record.winner.map(|side| !side));
    let found = again(100);
    assert!(found.faults.len() > 5, "{:?}", found.faults);
    assert!(found.faults[0].place.contains("by this machine"), "{:?}", found.faults[0]);
}
