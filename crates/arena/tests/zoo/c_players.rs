//! C players as people wrote them for earlier servers, on every shape, in both numberings, against our random and
//! against each other; and players through `agon.h`.

use std::path::PathBuf;

use agon_arena::bout::{Bout, Nobody, Terms, play};
use agon_arena::clock::Clock;
use agon_arena::player::built_in::BuiltIn;
use agon_games::catalog::Table;
use agon_games::graph::Numbering;
use agon_games::record::Ending;

use crate::Test;
use crate::builds::{compile, folder, try_compile};
use crate::keeper::player;

pub(crate) const TESTS: &[Test] = &[
    ("c_amazons_on_every_shape", amazons),
    ("c_flood_on_every_shape", flood),
    ("c_agon_header", agon_header),
    ("c_refusals", refusals),
    ("fuel_games_repeat", fuel_games_repeat),
];

const LIBRARY: [&str; 3] = ["-O1", "-shared", "-fPIC"];

fn source(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/players").join(name)
}

fn game(game: &str, numbering: Numbering, specs: [&str; 2]) -> Bout {
    let mut terms = Terms::new(Table::open(game, None).unwrap(), "20s".parse::<Clock>().unwrap());
    terms.numbering = numbering;
    let mut players = specs.map(player);
    let [a, b] = &mut players;
    let bout = play(&terms, [a.as_mut(), b.as_mut()], specs, &mut Nobody).unwrap();
    let record = &bout.record;
    assert_eq!(record.ending, Ending::Rules, "{game} {specs:?}: {:?}; {:?}", record.reason, bout.logs);
    assert_eq!(bout.aftermath, [None, None], "{game} {specs:?}");
    bout
}

fn check(name: &str, library: &str, boards: &[&str]) {
    for board in boards {
        for numbering in [Numbering::Full, Numbering::Compact] {
            let bout = game(board, numbering, [library, "random"]);
            assert_eq!(bout.record.players[0].name, name);
            assert!(
                bout.record.players[0].isolation.as_deref().is_some_and(|layers| layers.contains("limits"))
            );
            game(board, numbering, ["random", library]);
        }
        game(board, Numbering::Full, [library, library]);
    }
}

fn amazons() {
    let boards = [
        "amazons/10",
        "amazons/9?shape=donut",
        "amazons/10?shape=clover",
        "amazons/8?shape=eight",
        "amazons/8?shape=torus",
        "amazons/22",
    ];
    let plain = compile(&source("amazons.c"), "amazons.so", &LIBRARY);
    check("old server's random", &plain.display().to_string(), &boards);
    let with_gsl = folder().join("amazons-gsl.so");
    let flags = [&LIBRARY[..], &["-DWITH_GSL"]].concat();
    if try_compile("cc", &source("amazons.c"), &with_gsl, &flags) {
        check("old server's random", &with_gsl.display().to_string(), &boards[..2]);
    } else {
        println!("skipped: players with GSL, its headers are not installed (Debian: libgsl-dev)");
    }
}

fn flood() {
    let boards = [
        "flood/12",
        "flood/9?shape=donut",
        "flood/9?shape=h",
        "flood/8?shape=torus",
        "flood/10?colours=8&forbidden=2&seed=4",
        "flood/8?rules=strict",
    ];
    let library = compile(&source("flood.c"), "flood.so", &LIBRARY);
    // Under the strict rules this player may break them: it does not know that the opponent's colour is closed.
    check("old server's greedy", &library.display().to_string(), &boards[..5]);
}

fn agon_header() {
    let library = compile(&source("any.c"), "any.so", &LIBRARY);
    let boards = ["reversi/8", "reversi/4", "blobwar/8", "ataxx", "blobwar/9?shape=donut"];
    check("first come", &library.display().to_string(), &boards);
}

/// What `agon play` says about files that are no players.
fn refusals() {
    let library = compile(&source("flood.c"), "flood.so", &LIBRARY).display().to_string();
    let text = folder().join("text.so");
    std::fs::write(&text, "hello").unwrap();
    let cases = [
        ("reversi/8", library.as_str(), "agon.h"),
        ("flood/6", "./nowhere.so", "no such file"),
        ("flood/6", &text.display().to_string(), "text file"),
        ("flood/6", &format!("ugi:{}", text.display()), "ermission denied"),
        ("flood/6", "ugi:./nowhere", "No such file"),
        ("flood/6", "ugi:no-such-program", "no such program"),
        ("flood/6", "no-such-strategy", "no player"),
        ("flood/6", "gtp:/bin/cat", "reversi/8"),
    ];
    for (board, spec, expected) in cases {
        let (bout, _) = crate::keeper::against_random(board, spec, "1s");
        let message = bout.map(|bout| bout.record).unwrap_err().to_string();
        assert!(message.contains(expected), "{spec}: {message}");
    }
}

/// Untrusted code under a fuel clock: the same bout twice, byte for byte.
fn fuel_games_repeat() {
    let module = crate::builds::project().join("zoo/wasm/tame.wasm").display().to_string();
    let once = || {
        let terms = Terms::new(Table::open("flood/8", None).unwrap(), "fuel=1M".parse::<Clock>().unwrap());
        let mut random = BuiltIn::new("random");
        let mut guest = player(&module);
        let bout = play(&terms, [guest.as_mut(), &mut random], [&module, "random"], &mut Nobody).unwrap();
        serde_json::to_string(&bout.record).unwrap()
    };
    assert_eq!(once(), once());
}
