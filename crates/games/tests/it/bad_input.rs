//! What is refused, and what it says: a table of malformed specs, boards, positions and moves, each with
//! the part of its message that names the thing and the way out.

use agon_games::board::Board;
use agon_games::catalog::{OpenError, ReadBoard, Table};

/// Board files of these tests.
struct Shelf;

impl ReadBoard for Shelf {
    fn read(&self, path: &str) -> Result<String, String> {
        let text = match path {
            "cross.txt" => "..#..\n.....\n#...#\n.....\n..#..\n",
            "ring.txt" => "wrap\n......\n......\n......\n......\n......\n......\n",
            "ragged.txt" => "....\n...\n",
            "empty.txt" => "\n\n",
            _ => return Err("no such file".to_owned()),
        };
        Ok(text.to_owned())
    }
}

fn open(spec: &str, position: Option<&str>) -> Result<Table, OpenError> {
    Table::open_with(spec, position, &Shelf)
}

fn refused(spec: &str, position: Option<&str>, says: &str) {
    match open(spec, position) {
        Ok(_) => panic!("`{spec}` with {position:?} is accepted"),
        Err(error) => {
            let error = error.to_string();
            assert!(error.contains(says), "`{spec}` with {position:?}: {error}");
        }
    }
}

#[test]
fn specs() {
    for (spec, says) in [
        ("", "no game called ``"),
        ("amazon", "did you mean `amazons`?"),
        ("Amazons", "did you mean `amazons`?"),
        ("amazons ", "did you mean `amazons`?"),
        ("chess", "known: amazons, blobwar, ataxx, flood, reversi"),
        ("\u{1b}[31mamazons", "no game called"),
        ("/10", "no game called"),
        ("?shape=torus", "no game called"),
        ("amazons/", "`` is not a size"),
        ("amazons/ten", "write a width, such as 8, or columns and rows"),
        ("amazons/-5", "is not a size"),
        ("amazons/+5", "is not a size"),
        ("amazons/5.5", "is not a size"),
        ("amazons/10x", "is not a size"),
        ("amazons/x10", "is not a size"),
        ("amazons/5x5x5", "is not a size"),
        ("amazons/10/10", "is not a size"),
        ("amazons/99999999999999999999", "is not a size"),
        ("amazons/0", "the smallest is 5"),
        ("amazons/4", "no amazons board of width 4: the smallest is 5"),
        ("amazons/0x7", "the smallest is 5"),
        ("amazons/4?shape=torus", "the smallest is 5"),
        ("amazons/23", "23x23 has 529 cells: the largest has 512"),
        ("amazons/9999", "the largest has 512"),
        ("amazons/9999x9999", "the largest has 512"),
        ("amazons/100x6", "100x6 has 600 cells"),
        ("amazons/8?shape=donut", "a multiple of 3, such as 6 or 9"),
        ("amazons/10?shape=eight", "a multiple of 4, such as 8 or 12"),
        ("amazons/12?shape=clover", "a multiple of 5, such as 10 or 15"),
        ("amazons/10?shape=h", "a multiple of 3, such as 9 or 12"),
        ("amazons/9x6?shape=donut", "only square and torus come as rectangles"),
        ("amazons/10?shape=donat", "did you mean `donut`?"),
        ("amazons/10?shape=", "known: square, donut"),
        ("amazons/10?shape", "write key=value"),
        ("amazons/10?=", "amazons has no option ``"),
        ("amazons/10?shpae=torus", "did you mean `shape`?"),
        ("amazons/10?colours=3", "known: shape, setup, board"),
        ("amazons/10?shape=torus&shape=torus", "option `shape` is given twice"),
        ("amazons/10?setup=school&setup=classic", "option `setup` is given twice"),
        ("amazons/10?setup=clasic", "did you mean `classic`?"),
        ("amazons/8?setup=classic", "the classic start is for 10x10"),
        ("amazons/10?shape=clover&setup=classic", "the classic start is for 10x10 without holes"),
        ("amazons/6x5", "6x5 has no standard start: give one with --position"),
        ("amazons/12?shape=h", "which is a hole: give a start with --position"),
        ("amazons?shape=torus&board=cross.txt", "exclude each other"),
        ("amazons?board=nowhere.txt", "board file `nowhere.txt`: no such file"),
        ("amazons?board=ragged.txt", "line 2 has 3 cells where the first row has 4"),
        ("amazons?board=empty.txt", "the board is empty"),
        ("amazons/6?board=cross.txt", "the spec says 6x6, but the board `cross.txt` is 5x5"),
        ("flood?colours=9", "from 2 to 8"),
        ("flood?colours=1", "from 2 to 8"),
        ("flood?colours=two", "from 2 to 8"),
        ("flood?colours=7&colors=7", "given twice"),
        ("flood?seed=-1", "a number from 0"),
        ("flood?seed=18446744073709551616", "a number from 0"),
        ("flood?forbidden=7", "with 7 colours at most 6 per player"),
        ("flood?forbidden=08:1", "such as 02:5"),
        ("flood?colours=4&forbidden=4:0", "colours are 0 to 3"),
        ("flood?colouring=zebra", "known: random, cyclic, blocks, symmetric"),
        ("flood/1", "the smallest is 2"),
        ("reversi/7", "even numbers from 2 to 10"),
        ("reversi/12", "even numbers from 2 to 10"),
        ("reversi?setup=school", "reversi has no option `setup`"),
        ("blobwar/2", "the smallest is 3"),
        ("blobwar/4?shape=torus", "the smallest is 5"),
        ("blobwar?rules=atax", "did you mean `ataxx`?"),
        ("blobwar?map=pilars", "no map `pilars`: did you mean `pillars`?"),
        ("blobwar?map=", "known: checker, corridors, cross"),
        ("blobwar/7?map=cross", "the spec says 7x7, but the board `cross` is 8x8"),
        ("blobwar?map=cross&shape=torus", "exclude each other"),
        ("amazons?map=cross", "amazons has no option `map`"),
        ("blobwar/1x9", "1x9 has no four corners"),
    ] {
        refused(spec, None, says);
    }
    assert!(Table::open("amazons?board=cross.txt", None).is_err_and(|e| e.to_string().contains("cannot be")));
}

#[test]
fn boards() {
    for (text, says) in [
        ("", "the board is empty"),
        ("wrap", "the board is empty"),
        ("wrap\n", "the board is empty"),
        ("###\n###\n", "no playable cell"),
        ("...\n.o.\n...\n", "line 2, column 2: `o` is not part of a board"),
        ("wrap\n...\n. .\n...\n", "line 3, column 2: ` `"),
        (" ...\n...\n", "line 1, column 1"),
        ("...\n....\n", "line 2 has 4 cells where the first row has 3"),
        ("....\n\n....\n", "line 2 has 0 cells"),
        ("Wrap\n....\n", "line 1, column 1: `W`"),
        ("..é.\n", "line 1, column 3: `é`"),
    ] {
        let error = Board::parse(text).expect_err(text).to_string();
        assert!(error.contains(says), "{text:?}: {error}");
    }
    let tall = ".\n".repeat(513);
    let wide = ".".repeat(10_000);
    for (text, says) in [(tall, "1x513 has 513 cells"), (wide, "10000x1 has 10000 cells")] {
        let error = Board::parse(&text).expect_err("too large").to_string();
        assert!(error.contains(says), "{error}");
    }
    for text in ["...\n.#.\n...", "...\r\n.x.\r\n...\r\n", "... \n.#.\t\n...\n\n\n"] {
        let board = Board::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(board.to_text(), "...\n.#.\n...\n");
    }
}

#[test]
fn boards_from_files() {
    let table = open("amazons?board=cross.txt", Some("qq#2/5/#3#/5/2#QQ w")).unwrap();
    assert_eq!((table.spec().to_string(), table.board().open_cells().count()), ("amazons/5".to_owned(), 21));
    let torus = open("amazons?board=ring.txt", None).unwrap();
    assert_eq!(torus.spec().to_string(), "amazons/6?shape=torus");
    assert_eq!(torus.start_text(), Table::open("amazons/6?shape=torus", None).unwrap().start_text());
}

#[test]
fn amazons_positions() {
    for (text, says) in [
        ("", "character 1: row 1 has 0 of 5 cells"),
        ("5/5/5/5/5 w", "no queen `Q` on the board"),
        ("Q4/5/5/5/5 w", "no queen `q` on the board"),
        ("Q4/5/5/5/4q", "`w` (player 0) or `b` (player 1)"),
        ("Q4/5/5/5/4q x", "`w` (player 0) or `b` (player 1)"),
        ("Q4/5/5/5/4q w b", "`w` (player 0) or `b` (player 1)"),
        ("Q4/5/5/5/4q W", "`w` (player 0) or `b` (player 1)"),
        ("Q4/5/5/5 w", "4 of 5 rows: the rest is missing"),
        ("Q4/5/5/5/4q/5 w", "character 12: more than 5 rows"),
        ("Q5/5/5/5/4q w", "character 2: row 1 is longer than the board's 5 columns"),
        ("Q3/5/5/5/4q w", "row 1 has 4 of 5 cells"),
        ("Q4/5/5/5/3kq w", "character 11: `k` is not a cell"),
        ("Q4/5/5/0/4q w", "a run of 0 empty cells"),
        ("Q4/99999999999999999999/5/5/4q w", "row 2 is longer"),
        ("Q4/5/5/5/4♛ w", "`♛` is not a cell"),
    ] {
        refused("amazons/5", Some(text), says);
    }
    refused(
        "amazons/9?shape=donut",
        Some("Q8/9/9/9/9/9/9/9/8q w"),
        "row 4, column 4 is a hole of this board",
    );
    let mut cursor = Table::open("amazons/5", None).unwrap().start();
    let holed = cursor.set_text("Q4/5/2#2/5/4q w").expect_err("a hole").to_string();
    assert!(holed.contains("holes where this board has none"), "{holed}");
}

#[test]
fn amazons_moves() {
    let position = open("amazons/5", Some("Q4/1*3/5/3*1/4q w")).unwrap().start();
    for (text, says) in [
        ("", "a cell (a1 to e5) is missing, as in d1-g4/d7"),
        ("pass", "expected a cell (a1 to e5) at `p`"),
        ("a5", "`-` is missing"),
        ("a5-", "a cell (a1 to e5) is missing"),
        ("a5-a4", "`/` is missing"),
        ("a5-a4/", "a cell (a1 to e5) is missing"),
        ("a5-a4/a5/a5", "expected nothing more at `/`"),
        ("a5a4/a5", "expected `-` at `a`"),
        ("a5-a4-a5", "expected `/` at `-`"),
        ("a6-a4/a5", "expected a cell (a1 to e5) at `a`"),
        ("f5-a4/a5", "expected a cell (a1 to e5) at `f`"),
        ("a0-a4/a5", "expected a cell (a1 to e5) at `a`"),
        ("a99999-a4/a5", "expected a cell"),
        ("é5-a4/a5", "expected a cell"),
        ("b1-b2/b3", "there is no queen on b1"),
        ("b4-b3/b2", "there is no queen on b4"),
        ("e1-e2/e3", "the queen on e1 is the opponent's"),
        ("a5-a5/a4", "the queen on a5 cannot reach a5"),
        ("a5-c3/c4", "the queen on a5 cannot reach c3"),
        ("a5-b3/b2", "the queen on a5 cannot reach b3"),
        ("a5-a1/e1", "from a1 no arrow reaches e1"),
        ("a5-a3/a3", "from a3 no arrow reaches a3"),
        ("a5-a3/b5", "from a3 no arrow reaches b5"),
    ] {
        let error = position.parse_move(text).expect_err(text).to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    assert!(position.parse_move("A5-A4/A5").is_ok() && position.parse_move(" a5-a4/a5\n").is_ok());
    let over = open("amazons/5", Some("Q*3/**3/5/3*1/4q w")).unwrap().start();
    let error = over.parse_move("a5-a4/a5").expect_err("over").to_string();
    assert!(error.contains("the game is over"), "{error}");
}

#[test]
fn blobwar_positions() {
    for (text, says) in [
        ("", "character 1: row 1 has 0 of 4 cells"),
        ("4/4/4/4 x 0 1", "character 8: no blob `x` or `o` on the board"),
        ("x2o/4/4/o2x", "character 13: after the rows comes who is to move: `x`"),
        ("x2o/4/4/o2x b 0 1", "character 13: after the rows comes who is to move"),
        ("x2o/4/4/o2x xo 0 1", "character 13: after the rows comes who is to move"),
        ("x2o/4/4/o2x x -1 1", "character 15: the half-moves are a number from 0 to 100"),
        ("x2o/4/4/o2x x 101 1", "character 15: the half-moves are a number from 0 to 100"),
        ("x2o/4/4/o2x x 0 65536", "character 17: the full-moves are a number from 0 to 65535"),
        ("x2o/4/4/o2x x 0 one", "character 17: the full-moves are a number"),
        ("x2o/4/4/o2x x 0 1 1", "character 19: nothing comes after the full-moves"),
        ("x2o/4/4/o2x  x  0  1  -", "character 23: nothing comes after the full-moves"),
        ("x2o/4/4 x 0 1", "3 of 4 rows: the rest is missing"),
        ("x2o/4/4/o2x/4 x 0 1", "character 12: more than 4 rows"),
        ("x2o/4/5/o2x x 0 1", "row 3 is longer than the board's 4 columns"),
        ("x2o/4/#3/o2x x 0 1", "character 7: `#` is not a cell: use one of `xo-`"),
        ("X2o/4/4/o2x x 0 1", "character 1: `X` is not a cell"),
    ] {
        refused("ataxx/4", Some(text), says);
    }
    let missing = "x6o/8/8/8/8/8/8/o6x x 0 1";
    refused("blobwar?map=pillars", Some(missing), "row 3, column 3 is a hole of this board");
    let start = open("ataxx/4", Some("x2o/4/4/o2x o")).unwrap().start_text();
    assert_eq!(start, "x2o/4/4/o2x o 0 1", "the counters may be left out");
}

#[test]
fn blobwar_moves() {
    let position = open("ataxx/4", Some("x1-o/4/4/o2x x 0 1")).unwrap().start();
    for (text, says) in [
        ("", "a cell (a1 to d4) is missing, as in c3, a1c3 or 0000 (pass)"),
        ("pass", "expected a cell (a1 to d4) at `p`"),
        ("e1", "expected a cell (a1 to d4) at `e`"),
        ("a5", "expected a cell (a1 to d4) at `a`"),
        ("a4-a2", "expected a cell (a1 to d4) at `-`"),
        ("a4a", "expected a cell (a1 to d4) at `a`"),
        ("a4a2a1", "expected nothing more at `a`"),
        ("0000", "a side that can move must"),
        ("a2", "no blob of the side to move touches a2"),
        ("a4", "a4 is not empty"),
        ("c4", "c4 is a hole"),
        ("a4c4", "c4 is a hole"),
        ("b3d3", "there is no blob on b3"),
        ("d4d2", "the blob on d4 is the opponent's"),
        ("a4a1", "a1 is not empty"),
        ("a4c1", "c1 is not two steps from a4"),
        ("a4b3", "a4 and b3 touch, which is a duplication: it is named by its landing cell, b3"),
    ] {
        let error = position.parse_move(text).expect_err(text).to_string();
        assert!(error.contains(says), "`{text}`: {error}");
    }
    let stuck = open("ataxx", Some("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1")).unwrap().start();
    let error = stuck.parse_move("a4").unwrap_err().to_string();
    assert!(error.contains("no blob can move, which is a pass: 0000"), "{error}");
    let over = open("ataxx/4", Some("xxxx/4/4/4 x 0 1")).unwrap().start();
    let error = over.parse_move("a3").unwrap_err().to_string();
    assert!(error.contains("the game is over"), "{error}");
    let wide = open("blobwar/30x3", None).unwrap().start();
    for (text, says) in [
        ("0 2", "expected `-` at ` `, as in 93, 93-66 or 0000 (pass)"),
        ("0-", "a cell (0 to 89) is missing"),
        ("90", "expected a cell (0 to 89) at `9`"),
    ] {
        let error = wide.parse_move(text).expect_err(text).to_string();
        assert!(error.contains(says), "`{text}`: {error}");
    }
    assert_eq!(wide.move_text(wide.parse_move("0-62").unwrap()), "0-62");
}
