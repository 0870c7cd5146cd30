//! What players are given in each interface, byte for byte as far as a C program can see.

use agon_protocol::host::{GameKind, NONE, PASS, RawMove, Report, Setup};

use crate::table::{Table, compile, library, scratch, square};

const MATRIX: &str = "p 0 3 8 11 16 24 29 32 37 40\n\
    i 1 3 4 0 2 3 4 5 1 4 5 0 1 4 6 7 0 1 2 3 5 6 7 8 1 2 4 7 8 3 4 7 3 4 5 6 8 4 5 7\n\
    data 3 5 4 7 3 6 5 4 7 6 5 1 2 3 5 4 8 1 2 7 3 6 5 4 8 1 7 6 5 1 2 3 8 1 2 7 3 8 1 7\n";

fn started(name: &str, follows: bool) -> Option<Report> {
    Some(Report::Started { name: name.into(), follows })
}

fn check_amazons(output: &str, arguments: &[&str]) -> String {
    let table = Table::open(&library("amazons.c", output, arguments));
    table.loaded();
    assert_eq!(table.start(square(GameKind::Amazons)), started("witness", false));
    assert_eq!(table.moved(RawMove::NOTHING), [0, 1, 2]);
    assert_eq!(table.moved(RawMove([5, 6, 7])), [6, 8, 10]);
    let log = table.finish();
    assert!(log.starts_with("id 1 n 9 size 9 9 nz 40 type 2\n"), "{log}");
    assert!(log.contains(MATRIX), "{log}");
    assert!(log.contains("queens 1: 0 8\n") && log.contains("freed\n"), "{log}");
    log
}

#[test]
fn amazons_as_earlier_servers_had_it() {
    check_amazons("amazons.so", &[]);
}

#[test]
fn amazons_with_symbols_that_never_resolve() {
    check_amazons("amazons-lazy.so", &["-DUNRESOLVED"]);
}

#[test]
fn amazons_with_gsl_linked_or_not() {
    if compile("cc", "amazons.c", "probe.so", &["-DWITH_GSL", "-shared", "-fPIC"]).is_none() {
        eprintln!("skipped: GSL's headers are not installed (Debian: libgsl-dev)");
        return;
    }
    for (output, libraries) in [
        ("amazons-gsl.so", &["-DWITH_GSL", "-lgsl", "-lgslcblas", "-lm"][..]),
        ("amazons-unlinked.so", &["-DWITH_GSL"]),
    ] {
        assert!(check_amazons(output, libraries).contains("gsl get 3 0\n"));
    }
}

#[test]
fn a_player_without_a_name() {
    let table = Table::open(&library("amazons.c", "nameless.so", &["-DNAMELESS"]));
    table.loaded();
    assert_eq!(table.start(square(GameKind::Amazons)), started("", false));
}

#[test]
fn flood_as_earlier_servers_had_it() {
    let table = Table::open(&library("flood.c", "flood.so", &[]));
    table.loaded();
    let setup = Setup { colours: vec![0, 1, 2, 3, 4, 5, 6, 0, 1], ..square(GameKind::Flood) };
    assert_eq!(table.start(setup), started("flood witness", false));
    assert_eq!(table.moved(RawMove::NOTHING), [0, NONE, NONE]);
    assert_eq!(table.moved(RawMove([3, NONE, NONE])), [4, NONE, NONE]);
    assert_eq!(table.moved(RawMove([5, NONE, NONE])), RawMove::PASS.0);
    let log = table.finish();
    let expected = format!(
        "id 1 n 9 at 0 8\ndata{}\ncolors 0 1 2 3 4 5 6 0 1\nforbidden 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0\n",
        " 1".repeat(40)
    );
    assert_eq!(log, expected);
}

fn check_agon(table: &Table, game: GameKind) {
    assert_eq!(table.start(square(game)), started("agon witness", true));
    assert_eq!(table.moved(RawMove::NOTHING), [40 + 1 + 3 + 8 + 1000, 2, NONE]);
    assert_eq!(table.moved(RawMove([NONE, 3, NONE])), [PASS, NONE, NONE]);
    assert_eq!(table.moved(RawMove::PASS), [NONE, 7, NONE]);
}

#[test]
fn all_games_through_agon_h() {
    let player = library("agon.c", "agon.so", &[]);
    for game in [GameKind::Amazons, GameKind::Blobwar, GameKind::Flood, GameKind::Reversi] {
        let table = Table::open(&player);
        table.loaded();
        check_agon(&table, game);
        let log = table.finish();
        let number = game as u32;
        let expected =
            format!("id 1 n 9 grid 3 3 edges 44\nseed 42 game {number} rules 1 pieces 1 1 at 0 8\n");
        assert_eq!(log, expected);
    }
}

/// The committed module, and the one built here where clang is installed, behave alike.
#[test]
fn all_games_through_agon_h_in_wasm() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/players");
    let mut players = vec![std::path::PathBuf::from(folder).join("agon.wasm")];
    let flags = ["--target=wasm32", "-nostdlib", "-O1", "-Wl,--no-entry"];
    match compile("clang", "agon.c", "agon-built.wasm", &flags) {
        Some(built) => players.push(built),
        None => eprintln!("not rebuilt: clang and lld are not installed (Debian: clang lld)"),
    }
    std::fs::remove_dir_all(scratch().join("cache")).ok();
    for player in players {
        // Twice: compiled, then from the cache; and once more with fuel.
        for is_fuelled in [false, false, true] {
            let table = Table::open_with(&player, |launch| launch.is_fuelled = is_fuelled);
            table.loaded();
            check_agon(&table, GameKind::Reversi);
            table.finish();
        }
    }
}
