//! C players as people wrote them for earlier servers, on every shape, in both numberings, against our random and
//! against each other; and players through `agon.h`.

use std::path::PathBuf;

use agon_arena::bout::{Bout, Nobody, Terms, play};
use agon_arena::clock::Clock;
use agon_arena::player::Player;
use agon_arena::player::built_in::BuiltIn;
use agon_games::catalog::Table;
use agon_games::graph::Numbering;
use agon_games::record::Ending;

use crate::Test;
use crate::builds::{compile, folder, try_compile};
use crate::keeper::{custody, player};

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

fn check(name: &str, library: &str, boards: &[String]) {
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

/// Every shape that the game has, each at a width that it comes in.
fn shapes(game: &str) -> Vec<String> {
    let shapes = ["square", "donut", "clover", "eight", "torus", "h"];
    shapes.into_iter().map(|shape| format!("{game}/{}?shape={shape}", width(game, shape))).collect()
}

fn width(game: &str, shape: &str) -> usize {
    let exists = |width: &usize| Table::open(&format!("{game}/{width}?shape={shape}"), None).is_ok();
    (8..=22).find(exists).unwrap_or_else(|| panic!("{game} comes as {shape}"))
}

fn amazons() {
    let boards = [shapes("amazons"), vec!["amazons/10".to_owned(), "amazons/22".to_owned()]].concat();
    let plain = compile(&source("amazons.c"), "amazons.so", &LIBRARY).display().to_string();
    check("old server's random", &plain, &boards);
    let with_gsl = folder().join("amazons-gsl.so");
    let flags = [&LIBRARY[..], &["-DWITH_GSL"]].concat();
    if !try_compile("cc", &source("amazons.c"), &with_gsl, &flags) {
        println!("skipped: players with GSL, its headers are not installed (Debian: libgsl-dev)");
        return;
    }
    let with_gsl = with_gsl.display().to_string();
    check("old server's random", &with_gsl, &boards[..6]);
    let header = compile(&source("any.c"), "any.so", &LIBRARY).display().to_string();
    for board in &boards[..6] {
        for pair in [[&plain, &with_gsl], [&with_gsl, &header], [&header, &plain]] {
            game(board, Numbering::Full, pair.map(String::as_str));
            game(board, Numbering::Compact, pair.map(String::as_str));
        }
    }
}

fn flood() {
    let more = ["flood/12", "flood/10?colours=8&forbidden=2&seed=4", "flood/12?colouring=symmetric"];
    let boards = [shapes("flood"), more.map(str::to_owned).to_vec()].concat();
    let library = compile(&source("flood.c"), "flood.so", &LIBRARY).display().to_string();
    // Under the strict rules this player may break them: it does not know that the opponent's colour is closed.
    check("old server's greedy", &library, &boards);
    let header = compile(&source("any.c"), "any.so", &LIBRARY).display().to_string();
    for board in &boards {
        game(board, Numbering::Full, [&library, &header]);
        game(board, Numbering::Compact, [&header, &library]);
    }
}

/// All four games through the header, as library and as module, the committed one and one built here.
fn agon_header() {
    let library = compile(&source("any.c"), "any.so", &LIBRARY).display().to_string();
    let more = ["reversi/8", "reversi/4", "ataxx", "flood/8?rules=strict", "amazons/6x5?setup=school"];
    let more = more.iter().filter(|board| Table::open(board, None).is_ok()).map(|board| (*board).to_owned());
    let boards: Vec<String> =
        ["amazons", "blobwar", "flood"].into_iter().flat_map(shapes).chain(more).collect();
    check("first come", &library, &boards);
    let mut modules = vec![source("any.wasm")];
    let built = folder().join("any.wasm");
    let flags = ["--target=wasm32", "-nostdlib", "-fno-builtin", "-O1", "-Wl,--no-entry"];
    match try_compile("clang", &source("any.c"), &built, &flags) {
        true => modules.push(built),
        false => println!("not rebuilt: clang and lld are not installed (Debian: clang lld)"),
    }
    for module in modules {
        let module = module.display().to_string();
        for board in &boards {
            // The same player as library and as module plays the same game.
            let moves = |specs| game(board, Numbering::Compact, specs).record.moves;
            let texts = |specs| moves(specs).into_iter().map(|ply| ply.text).collect::<Vec<_>>();
            assert_eq!(texts([&module, "greedy"]), texts([&library, "greedy"]), "{board}");
        }
    }
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
        ("flood/6", &format!("ugi:{}", text.display()), "chmod +x"),
        ("flood/6", "ugi:./nowhere", "no such program"),
        ("flood/6", "ugi:no-such-program", "no such program"),
        ("flood/6", "no-such-strategy", "no player"),
        ("flood/6", "gtp:/bin/cat", "reversi/8"),
    ];
    for (board, spec, expected) in cases {
        let (bout, _) = crate::keeper::against_random(board, spec, "1s", &custody());
        let message = bout.map(|bout| bout.record).unwrap_err().to_string();
        assert!(message.contains(expected), "{spec}: {message}");
    }
}

/// Untrusted code under a fuel clock: the same bout twice, byte for byte, times and all.
fn fuel_games_repeat() {
    let module = source("any.wasm").display().to_string();
    for board in ["flood/8", "reversi/8", "ataxx", "amazons/8?shape=torus"] {
        let once = || {
            let terms = Terms::new(Table::open(board, None).unwrap(), "fuel=10M".parse::<Clock>().unwrap());
            let mut opponent = BuiltIn::new("mcts");
            let mut guest = player(&module);
            let players: [&mut dyn Player; 2] = [guest.as_mut(), &mut opponent];
            let bout = play(&terms, players, [&module, "mcts"], &mut Nobody).unwrap();
            assert_eq!(bout.record.ending, Ending::Rules, "{board}: {:?}", bout.record.reason);
            serde_json::to_string(&bout.record).unwrap()
        };
        assert_eq!(once(), once(), "{board}");
    }
}
