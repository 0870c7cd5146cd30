//! The Reversi program: every option, good and bad position files, people at the board, and a whole game in
//! contest mode.

mod files;
mod people;

use crate::program::{Ran, agon, scratch};

fn reversi(args: &[&str]) -> Ran {
    agon(&[&["reversi"], args].concat())
}

/// Refused with `reversi: kind: ...` and nothing on stdout.
fn refused(ran: &Ran, kind: &str, words: &str) {
    assert_ne!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.stdout, "", "{ran:?}");
    assert!(ran.stderr.starts_with(&format!("reversi: {kind}: ")), "{ran:?}");
    assert!(ran.stderr.contains(words), "no `{words}` in {ran:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
}

#[test]
fn options_that_are_refused() {
    for (args, kind, words) in [
        (&["-x"][..], "option", "`-x`"),
        (&["--sise=3"], "option", "did you mean `size`?"),
        (&["--ver"], "option", "--verbose or --version"),
        (&["-s"], "option", "needs a number"),
        (&["--size"], "option", "needs a number"),
        (&["--contest=1"], "option", "takes no argument"),
        (&["--seed", "x"], "option", "not a seed"),
        (&["-s", "0"], "size", "from 1 to 5"),
        (&["-s6"], "size", "from 1 to 5"),
        (&["-s", "two"], "size", "`two`"),
        (&["--size=-1"], "size", "`-1`"),
        (&["-b99"], "player", "0 to 7"),
        (&["--white-ai=x"], "player", "`x`"),
        (&["-c"], "usage", "needs a position file"),
        (&["a", "b"], "usage", "`a` and `b`"),
        (&["-c", "no-such-file"], "file", "cannot read `no-such-file`"),
        (&["."], "file", "cannot read `.`"),
    ] {
        refused(&reversi(args), kind, words);
    }
}

#[test]
fn options_that_are_understood() {
    let over = "Player 'O' win the game.";
    for args in [
        &["-s2", "-b1", "-w1", "--seed", "3"][..],
        &["-s", "2", "-b", "-w", "--seed=3"],
        &["--size=2", "--black-ai=1", "--white-ai=1", "--seed", "3"],
        &["--siz", "2", "--bl=1", "--wh", "--seed", "3"],
        &["-vs2", "-b1", "-w1", "--seed", "3", "--"],
    ] {
        let ran = reversi(args);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains("Black player (X) is random and white player (O) is random."));
        assert!(ran.stdout.contains("\nGame over.\n\n   A B C D\n 1 "), "{}", ran.stdout);
        let endings = [over, "Player 'X' win the game.", "Draw game, no winner."];
        assert!(endings.iter().any(|end| ran.stdout.trim_end().ends_with(end)), "{}", ran.stdout);
    }
    assert!(reversi(&["-h"]).stdout.contains("--black-ai"));
    assert!(reversi(&["--version"]).stdout.starts_with("reversi (agon) "));
    let two = reversi(&["-s1", "-b1", "-w1"]).stdout;
    assert!(two.contains("Score: 'X' = 2, 'O' = 2\n\nDraw game, no winner.\n"), "{two}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = || reversi(&["-s3", "-b1", "-w1", "-v", "--seed", "7"]).stdout;
    assert_eq!(game(), game());
}

#[test]
fn verbose_shows_every_turn() {
    let told = reversi(&["-s2", "-b1", "-w1", "-v", "--seed", "1"]).stdout;
    let first = "X player's turn.

   A B C D
 1 _ * _ _
 2 * O X _
 3 _ X O *
 4 _ _ * _

Score: 'X' = 2, 'O' = 2

X plays ";
    assert!(told.contains(first), "{told}");
    assert!(told.matches("\n=====\n").count() >= 4);
}

#[test]
fn every_player_plays() {
    for number in 1..=7 {
        let ran = reversi(&["-s2", &format!("-b{number}"), "-w1", "--seed", "5"]);
        assert_eq!(ran.code, 0, "{number}: {ran:?}");
    }
}

/// Two copies play a whole game, each handed the position as a file, as a contest does it.
#[test]
fn a_contest_between_two_copies() {
    let dir = scratch("contest");
    let file = dir.join("position.txt");
    let table = agon_games::catalog::Table::open("reversi/6", None).unwrap();
    let mut position = table.start();
    let mut plies = 0;
    while !position.is_over() {
        let text = position.text();
        let (rows, side) = text.split_once(' ').unwrap();
        std::fs::write(&file, format!("{side}\n{}\n", rows.replace('/', "\n"))).unwrap();
        let player = if plies % 2 == 0 { "-b3w3" } else { "-b4" };
        let args = if plies % 2 == 0 { vec!["-b3", "-w3", "-c"] } else { vec!["-b4", "-w4", "-c"] };
        let ran = reversi(&[&args[..], &[file.to_str().unwrap()]].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{player}");
        let mv = ran.stdout.strip_suffix('\n').unwrap();
        assert_eq!(mv, mv.to_uppercase(), "`C4`, and nothing else");
        position.play_text(mv).unwrap();
        plies += 1;
    }
    assert!(plies >= 20, "{plies}");
}
