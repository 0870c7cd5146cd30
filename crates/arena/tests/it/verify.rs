//! Verification and exchange: sound games pass, tampered ones are named, exports come back whole.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use agon_arena::export::{ExportFormat, export, import};
use agon_arena::house::House;
use agon_arena::store::{GameFilter, Store};
use agon_arena::tournament::{Format, Manner, Plan, Tournament};
use agon_arena::venue::Venue;
use agon_arena::verify::verify;
use agon_games::catalog::NoFiles;

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
        let venues = |_| -> Box<dyn Venue> { Box::new(House::new()) };
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
    let check = |change: &str, words: &str| {
        let copy = dir.path().join("copy.db");
        std::fs::copy(&path, &copy).unwrap();
        let connection = rusqlite::Connection::open(&copy).unwrap();
        assert!(connection.execute(change, []).unwrap() > 0, "{change}");
        drop(connection);
        let found = verify(&Store::open_to_read(&copy).unwrap(), &mut |_| {}).unwrap();
        let said: Vec<&str> = found.faults.iter().map(|fault| fault.what.as_str()).collect();
        assert!(said.iter().any(|what| what.contains(words)), "{change}: {said:?} should say `{words}`");
    };
    check("UPDATE games SET half_points = 2 - half_points WHERE half_points <> 1", "but Some(");
    check("UPDATE games SET moves = moves || ' a1' WHERE pair = 0 AND tournament = 1", "over before move");
    check("UPDATE games SET moves = replace(moves, ' ', ' zz ') WHERE tournament = 3", "move 2");
    check("UPDATE games SET tally_first = tally_first + 1", "with a count of");
    check("UPDATE games SET ending = 'crash'", "but recorded as crash");
    check("UPDATE games SET first = second, second = first WHERE leg = 1", "seats were not swapped");
    check("UPDATE games SET opening = opening - 1 WHERE leg = 1 AND tournament < 5", "begin differently");
    check("DELETE FROM games WHERE leg = 1 AND tournament = 1", "standings count 3 games, it has 2");
    let change = r#"UPDATE tournaments SET standings = replace(standings, '"wins":', '"wins":9')"#;
    check(change, "comes out differently");
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
