//! `agon show`: pictures compared character by character, and the colours that must be in them.

use crate::program::{agon, run, scratch};

fn check(args: &[&str], picture: &str) {
    let ran = agon(&[&["show"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let rows = picture.trim_matches('\n').lines().count();
    let found: Vec<&str> = ran.stdout.lines().take(rows).collect();
    assert_eq!(found.join("\n"), picture.trim_matches('\n'), "{args:?}\n{}", ran.stdout);
}

#[test]
fn grids() {
    check(
        &["amazons/5"],
        "
   a b c d e
5  · ♛ · ♛ · 5
4  ♛ · · · ♛ 4
3  · · · · · 3
2  ♕ · · · ♕ 2
1  · ♕ · ♕ · 1
   a b c d e
",
    );
    check(
        &["ataxx/3", "--ascii", "--moves", "b3"],
        "
   a b c
3  x x x 3
2  . . . 2
1  o . x 1
   a b c
last move: b3
",
    );
    check(
        &["blobwar/3", "--targets"],
        "
   a b c
3  ● * ○ 3
2  * * * 2
1  ○ * ● 1
   a b c
",
    );
}

#[test]
fn flood_has_digits_and_zones() {
    let position = ["--position", "1102/3102/3320/0033 0 0"];
    check(
        &[&["flood/4?colours=4"], &position[..]].concat(),
        "
[1][1] 0  2
 3 [1] 0  2
 3  3  2  0
 0  0 (3)(3)
",
    );
    check(
        &[&["flood/4?colours=4", "--view", "graph"], &position[..]].concat(),
        "
1━━━1───0───2
│   ┃   │   │
3───1───0───2
│   │   │   │
3───3───2───0
│   │   │   │
0───0───3━━━3
",
    );
}

#[test]
fn graphs() {
    check(
        &["amazons/5", "--view", "graph", "--moves", "b1-b3/c3"],
        "
5 ▫───♛───▫───♛───▫
  │ ╳ │ ╳ │ ╳ │ ╳ │
4 ♛───▫───▫───▫───♛
  │ ╳ │ ╱   ╲ │ ╳ │
3 ▫───♕   ▪   ▫───▫
  │ ╳ │ ╲   ╱ │ ╳ │
2 ♕───▫───▫───▫───♕
  │ ╳ │ ╳ │ ╳ │ ╳ │
1 ▫───▫───▫───♕───▫
  a   b   c   d   e
",
    );
    check(
        &["amazons/6?shape=donut", "--view", "graph", "--ascii"],
        "
6 o---q---o---o---q---o
",
    );
    check(
        &["blobwar/3", "--view", "graph"],
        "
3 ●───▫───○
  │ ╳ │ ╳ │
2 ▫───▫───▫
  │ ╳ │ ╳ │
1 ○───▫───●
  a   b   c
",
    );
}

#[test]
fn colours_are_for_terminals() {
    let plain = agon(&["show", "amazons"]);
    assert!(!plain.stdout.contains('\x1b'), "a pipe gets no colours");
    let grid = agon(&["show", "amazons", "--color", "always", "--moves", "d1-d4/g7"]).stdout;
    for ground in ["48;5;71", "48;5;211", "48;5;80"] {
        assert!(grid.contains(ground), "green, pink and cyan grounds: {ground}");
    }
    let graph =
        agon(&["show", "amazons", "--color", "always", "--view", "graph", "--moves", "d1-d4/g7"]).stdout;
    for (what, ink) in [("♕", "0;1;38;5;28m"), ("▫", "0;1;38;5;169m"), ("▪", "0;1;38;5;31m")] {
        assert!(graph.contains(&format!("\x1b[{ink}{what}")), "{what}");
    }
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(["show", "amazons", "--color", "never"]);
    assert!(!run(&mut command, "").stdout.contains('\x1b'));
}

#[test]
fn boards_from_files_and_positions_from_files() {
    let dir = scratch("show-files");
    let (board, position) = (dir.join("board.txt"), dir.join("position.txt"));
    std::fs::write(&board, ".....\n.#.#.\n.....\n.....\n.....\n").unwrap();
    let ran = agon(&["show", &format!("blobwar?board={}", board.display())]);
    assert!(ran.stdout.contains("x3o/1-1-1/5/5/o3x x 0 1"), "{}", ran.stdout);
    std::fs::write(&position, "# a comment\n\nq4/5/5/5/Q4 w\n").unwrap();
    let ran = agon(&["show", "amazons/5", "--position", &format!("@{}", position.display()), "--json"]);
    assert_eq!(ran.json()["position"], "q4/5/5/5/Q4 w");
}

#[test]
fn every_shape_and_game_fits_eighty_columns() {
    for game in [
        "flood/22",
        "amazons/22",
        "amazons/21?shape=donut",
        "amazons/20?shape=clover",
        "blobwar/22?shape=torus",
    ] {
        for view in ["grid", "graph"] {
            let ran = agon(&["show", game, "--view", view]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            assert!(!ran.stdout.is_empty());
        }
    }
}
