//! Position files: twenty that are right in their own ways, forty that are wrong in theirs.

use super::{refused, reversi};
use crate::program::scratch;

const GOOD: [&str; 20] = [
    "X\n_ _ _ _\n_ O X _\n_ X O _\n_ _ _ _\n",
    "O\n_ _ _ _\n_ O X _\n_ X O _\n_ _ _ _\n",
    "X\n____\n_OX_\n_XO_\n____\n",
    "X\n____\n_OX_\n_XO_\n____",
    "\n\nX\n\n____\n\n_OX_\n_XO_\n\n____\n\n",
    "# a position\nX\n____\n_OX_\n_XO_\n____\n",
    "X # black\n____ # row 1\n_OX_\n_XO_#row 3\n____\n",
    "\tX\t\n\t_\t_\t_\t_\n_ O X _\n_ X O _\n_ _ _ _\n",
    "  X\n  ____\n  _OX_\n  _XO_\n  ____\n",
    "X\r\n____\r\n_OX_\r\n_XO_\r\n____\r\n",
    "X\n__ __\n_O X_\n_X O_\n__ __\n",
    "#\n#\nO\n____\n_XX_\n_XO_\n____\n",
    "X\n______\n______\n__OX__\n__XO__\n______\n______\n",
    "X\n________\n________\n________\n___OX___\n___XO___\n________\n________\n________\n",
    "O\n__________\n__________\n__________\n__________\n____OX____\n____XO____\n__________\n__________\n__________\n__________\n",
    "X\nOOO_\nXOO_\nOXO_\n_X__\n",
    "O\nXOX_\nXXX_\nXXXX\nXXXX\n",
    "X\n_OX_\n____\n____\n____\n",
    "X\nXO__\n____\n____\n____\n#",
    "X\n\t \n____\n \n_OX_\n\t\n_XO_\n____\n   \n",
];

#[test]
fn good_files() {
    let dir = scratch("reversi-good");
    for (number, text) in GOOD.iter().enumerate() {
        let path = dir.join(format!("good-{number}.txt"));
        std::fs::write(&path, text).unwrap();
        let ran = reversi(&["-b1", "-w1", "-c", path.to_str().unwrap()]);
        assert_eq!(ran.code, 0, "{text:?}: {ran:?}");
        let mv = ran.stdout.trim_end();
        let legal = mv == "PASS" || mv.len() <= 3 && mv.starts_with(|c: char| c.is_ascii_uppercase());
        assert!(legal, "{text:?}: {mv}");
    }
}

/// The text, the line at fault, and a word of the reason.
const BAD: [(&str, usize, &str); 40] = [
    ("", 1, "missing"),
    ("\n", 2, "missing"),
    ("# only a comment\n", 2, "missing"),
    ("   \n\t\n", 3, "missing"),
    ("X", 2, "rows are missing"),
    ("X\n", 2, "rows are missing"),
    ("X\n\n\n", 4, "rows are missing"),
    ("X\n# rows\n", 3, "rows are missing"),
    ("____\n_OX_\n_XO_\n____\n", 1, "player to move is missing"),
    ("Y\n____\n_OX_\n_XO_\n____\n", 1, "`Y` is no player"),
    ("x\n____\n_OX_\n_XO_\n____\n", 1, "`x` is no player"),
    ("_\n____\n_OX_\n_XO_\n____\n", 1, "`_` is no player"),
    ("0\n____\n_OX_\n_XO_\n____\n", 1, "`0` is no player"),
    ("XX\n____\n_OX_\n_XO_\n____\n", 1, "player to move is missing"),
    ("X O\n____\n_OX_\n_XO_\n____\n", 1, "player to move is missing"),
    ("X\nX\n____\n_OX_\n_XO_\n____\n", 2, "a row of 1 cells"),
    ("X\n___\n_OX\n_XO\n", 2, "a row of 3 cells"),
    ("X\n_____\n", 2, "a row of 5 cells"),
    ("X\n_________\n", 2, "a row of 9 cells"),
    ("X\n____________\n", 2, "a row of 12 cells"),
    ("X\n___________\n", 2, "a row of 11 cells"),
    ("X\n____\n_OX_\n_XO_\n", 5, "3 of 4 rows"),
    ("X\n____\n", 3, "1 of 4 rows"),
    ("X\n__\n", 3, "1 of 2 rows"),
    ("X\n________\n________\n", 4, "2 of 8 rows"),
    ("X\n____\n_OX_\n_XO_\n____\n____\n", 6, "an extra row"),
    ("X\n____\n_OX_\n_XO_\n____\n\n\n____\n", 8, "an extra row"),
    ("X\n____\n_OX_\n_XO_\n____\nX\n", 6, "an extra row"),
    ("X\n__\n__\n__\n", 4, "an extra row"),
    ("X\n____\n_OX\n_XO_\n____\n", 3, "row 2 is too short"),
    ("X\n____\n_OX_\n_XO_\n___\n", 5, "row 4 is too short"),
    ("X\n____\n_OX__\n_XO_\n____\n", 3, "row 2 is too long"),
    ("X\n____\n_OX_\n_XO_ _\n____\n", 4, "row 3 is too long"),
    ("X\n____\n_OX_\n_X#O_\n____\n", 4, "row 3 is too short"),
    ("X\n____\n_OZ_\n_XO_\n____\n", 3, "`Z` is not a cell"),
    ("X\n____\n_ox_\n_XO_\n____\n", 3, "`o` is not a cell"),
    ("X\n____\n_OX_\n_X0_\n____\n", 4, "`0` is not a cell"),
    ("X\n....\n_OX_\n_XO_\n____\n", 2, "`.` is not a cell"),
    ("X\n____\n_O*_\n_XO_\n____\n", 3, "`*` is not a cell"),
    ("X\n____\n_O\u{e9}_\n_XO_\n____\n", 3, "is not a cell"),
];

#[test]
fn bad_files() {
    let dir = scratch("reversi-bad");
    for (number, (text, line, reason)) in BAD.iter().enumerate() {
        let path = dir.join(format!("bad-{number}.txt"));
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        for args in [&["-c", path][..], &["-b1", "-w1", path]] {
            let ran = reversi(args);
            refused(&ran, "position", reason);
            assert!(ran.stderr.contains(&format!("{path}: line {line}: ")), "{text:?}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let path = scratch("reversi-over").join("over.txt");
    std::fs::write(&path, "X\nXX\nXX\n").unwrap();
    refused(&reversi(&["-c", path.to_str().unwrap()]), "position", "the game is over");
    std::fs::write(&path, [0xff, 0xfe]).unwrap();
    refused(&reversi(&["-c", path.to_str().unwrap()]), "file", "UTF-8");
}
