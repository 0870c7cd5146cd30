//! Bad input: each is refused with the right code and a message that names the thing and the way out.

use crate::program::{agon, scratch};

fn check(args: &[&str], code: i32, words: &[&str]) {
    let ran = agon(args);
    assert_eq!(ran.code, code, "{args:?}: {}", ran.stderr);
    assert_eq!(ran.stdout, "", "{args:?}: stdout holds results only");
    for word in words {
        assert!(ran.stderr.contains(word), "{args:?}: no `{word}` in {}", ran.stderr);
    }
    assert!(!ran.stderr.contains("panicked"), "{args:?}: {}", ran.stderr);
}

#[test]
fn usage() {
    for (args, words) in [
        (&["pertf"][..], &["'perft'"][..]),
        (&["perft", "amazons"], &["<DEPTH>"]),
        (&["perft", "amazons", "0"], &["1..=100"]),
        (&["perft", "amazons", "x"], &["invalid value 'x'"]),
        (&["perft", "amazons", "2", "--jsn"], &["'--json'"]),
        (&["show", "amazons", "--view", "grpah"], &["'graph'"]),
        (&["show", "amazons", "--color", "mauve"], &["always"]),
        (&["show"], &["<GAME>"]),
        (&["show", "amazons", "--psition", "x"], &["'--position'"]),
    ] {
        check(args, 2, words);
    }
}

/// A usage error is followed by an example of how it goes.
#[test]
fn examples_follow() {
    for (args, example) in [
        (&["play", "reversi", "human"][..], "For example: agon play reversi human champion\n"),
        (&["match", "reversi"], "For example: agon match "),
        (&["new", "mine"], "For example: agon new mine --game amazons --lang c\n"),
        (&["analyse", "reversi", "--time", "soon"], "such as 10s"),
        (&["serve", "--listen", "here"], "such as 127.0.0.1:8047"),
    ] {
        check(args, 2, &[example]);
    }
}

/// Players named wrongly in the ways that people name them.
#[test]
fn players() {
    let dir = scratch("refused-players");
    let script = dir.join("player.py");
    std::fs::write(&script, "print()").unwrap();
    let script = script.to_str().unwrap();
    for (player, words) in [
        ("humn", &["did you mean `human`?"][..]),
        ("randm", &["did you mean `random`?"]),
        ("stockfish", &["known: random", "ugi:COMMAND"]),
        ("player.py", &["ugi:./player.py"]),
        ("player.so", &["there is no such file"]),
        ("./player.so", &["there is no such file"]),
        (script, &["is no library", "ugi:/"]),
        ("champion:level=11", &["from 1 to 10"]),
        ("champion:levl=1", &["did you mean `level`?"]),
        ("alphabeta:depth", &["key=value"]),
        ("alphabeta:eval=corner", &["did you mean `corners`?"]),
        ("ugi:", &["names no program"]),
    ] {
        for command in [
            &["play", "reversi/4", player, "random"][..],
            &["match", "reversi/4", player, "random", "--games", "2"],
            &["check", player, "reversi/4"],
            &["bestmove", "reversi/4", player],
        ] {
            let ran = agon(command);
            assert_eq!(ran.code, 1, "{command:?}: {}", ran.stderr);
            let told = ran.stdout + &ran.stderr;
            for word in words {
                assert!(told.contains(word), "{command:?}: no `{word}` in {told}");
            }
        }
    }
}

#[test]
fn games() {
    for (game, words) in [
        ("amazon", &["no game called `amazon`", "did you mean `amazons`?"][..]),
        ("", &["known: amazons, blobwar, ataxx, flood, reversi"]),
        ("chess", &["no game called `chess`", "known: amazons"]),
        ("amazons/3", &["no amazons board of width 3: the smallest is 5"]),
        ("amazons/23", &["the largest has 512"]),
        ("amazons/0", &["the smallest is 5"]),
        ("amazons/ten", &["`ten` is not a size"]),
        ("amazons/8x", &["`8x` is not a size"]),
        ("amazons/-4", &["`-4` is not a size"]),
        ("amazons/8?shape=donut", &["no donut of width 8", "6 or 9"]),
        ("amazons/9?shape=dnut", &["did you mean `donut`?"]),
        ("amazons/9?shpae=donut", &["did you mean `shape`?"]),
        ("amazons/9?shape", &["key=value"]),
        ("amazons/9?shape=donut&shape=h", &["`shape` is given twice"]),
        ("amazons/9?setup=classic", &["classic"]),
        ("amazons/9?setup=clasic", &["did you mean `classic`?"]),
        ("amazons/9x12?shape=donut", &["only square and torus come as rectangles"]),
        ("amazons?board=no/such/file", &["no/such/file", "No such file"]),
        ("ataxx?map=nowhere", &["nowhere"]),
        ("blobwar/2", &["the smallest is 3"]),
        ("blobwar/4?shape=torus", &["the smallest is 5"]),
        ("flood?colours=9", &["from 2 to 8"]),
        ("flood?colouring=rnadom", &["did you mean `random`?"]),
        ("flood?forbidden=7", &["at most 6 per player"]),
        ("flood?forbidden=x", &["02:5"]),
        ("flood?seed=-1", &["0 to 18446744073709551615"]),
        ("reversi/7", &["even numbers from 2 to 10"]),
        ("reversi/12", &["even numbers from 2 to 10"]),
    ] {
        check(&["show", game], 1, words);
    }
}

#[test]
fn positions_and_moves() {
    for (args, words) in [
        (&["amazons/5", "--position", "5/5/5/5/5 w"][..], &["position"][..]),
        (&["amazons/5", "--position", "q4/5/5/5/Q4"], &["character"]),
        (&["amazons/5", "--position", "q4/5/5/5/Q5 w"], &["row 5"]),
        (&["amazons/5", "--position", "q4/5/5/5/Q3Z w"], &["`Z`"]),
        (&["amazons/5", "--position", "@no-such-file"], &["cannot read `no-such-file`"]),
        (&["amazons/5", "--position", "/dev/null"], &["character 1"]),
        (&["amazons/5", "--position", "@/dev/null"], &["holds no position"]),
        (&["amazons/5", "--position", env!("CARGO_MANIFEST_PATH")], &["is a file, no position"]),
        (&["amazons", "--moves", "a4"], &["move 1", "`a4`"]),
        (&["amazons", "--moves", "a4-a6/a4 a7-a5/a6"], &["move 2"]),
        (&["amazons", "--moves", "z9-a6/a4"], &["move 1"]),
        (&["ataxx", "--moves", "d4"], &["move 1"]),
        (&["ataxx", "--position", "x5o/7/7/7/7/7/o5x y 0 1"], &["character 19", "`x` (player 0) or `o`"]),
    ] {
        check(&[&["show"], args].concat(), 1, words);
    }
}

#[test]
fn board_files() {
    let dir = scratch("board-files");
    for (name, text, words) in [
        ("ragged", "...\n..\n...\n", &["line 2 has 2 cells"][..]),
        ("letters", "...\n.q.\n...\n", &["line 2, column 2", "`q`"]),
        ("empty", "\n", &["the board is empty"]),
        ("holes", "###\n###\n###\n", &["no playable cell"]),
        ("huge", &".".repeat(70_000), &["longer than 65536 bytes"]),
    ] {
        let path = dir.join(name);
        std::fs::write(&path, text).unwrap();
        check(&["show", &format!("blobwar?board={}", path.display())], 1, words);
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let agon = env!("CARGO_BIN_EXE_agon");
    let script = format!("set -o pipefail; {agon} graph amazons/22 | head -c 10");
    let ran = crate::program::run(std::process::Command::new("bash").args(["-c", &script]), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}
