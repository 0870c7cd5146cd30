//! Flood from outside: the boards that specs promise, and what is said about bad input.

use agon_games::catalog::Table;
use agon_games::game::Piece;

fn open(spec: &str) -> Table {
    Table::open(spec, None).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

#[test]
fn a_spec_names_the_same_board_for_ever() {
    for (spec, text) in [
        ("flood/6?colours=4&seed=1", "223113/321312/121023/230010/102203/221110 0 0"),
        ("flood/4x3?colours=5&colouring=cyclic", "0123/4012/3401 0 0"),
        ("flood/6?colours=4&colouring=blocks&seed=1", "222233/222233/111133/111133/332211/332211 0 0"),
        ("flood/6?colours=4&colouring=symmetric&seed=1", "201332/031212/102323/323201/212130/233101 0 0"),
        ("flood/3?shape=donut&seed=2", "454/5#2/255 0 0"),
    ] {
        assert_eq!(open(spec).start_text(), text, "{spec}");
    }
}

#[test]
fn the_starts_differ_in_colour() {
    for shape in ["square", "torus", "donut", "h"] {
        for colouring in ["random", "cyclic", "blocks", "symmetric"] {
            for seed in 0..50 {
                let colours = 2 + seed % 7;
                let spec =
                    format!("flood/6?shape={shape}&colours={colours}&colouring={colouring}&seed={seed}");
                let table = open(&spec);
                let [first, second] = table.starts().map(|cells| table.start().piece(cells[0]));
                let colour = |piece| matches!(piece, Piece::Colour(colour, _) if colour < colours as u8);
                assert!(colour(first) && colour(second), "{spec}");
                let [Piece::Colour(a, _), Piece::Colour(b, _)] = [first, second] else { panic!("{spec}") };
                assert_ne!(a, b, "{spec}");
            }
        }
    }
}

/// Both players see the same board: half-turned, only the starts differ.
#[test]
fn symmetric_boards_are_fair() {
    for spec in ["flood/7?colours=3", "flood/8x5", "flood/9?shape=h", "flood/12?shape=donut&colours=4"] {
        for seed in 0..20 {
            let joint = if spec.contains('?') { '&' } else { '?' };
            let table = open(&format!("{spec}{joint}colouring=symmetric&seed={seed}"));
            let (start, n) = (table.start(), table.board().n_cells());
            assert_eq!(start.tally(), [1, 1], "{spec} seed {seed}");
            for cell in 1..n - 1 {
                assert_eq!(start.piece(cell), start.piece(n - 1 - cell), "{spec} seed {seed} cell {cell}");
            }
        }
    }
    let table = open("flood/6?shape=torus&colouring=symmetric&seed=3");
    let (start, board) = (table.start(), table.board());
    for cell in (0..36).filter(|&cell| cell != 0 && cell != 21) {
        let turned = board.cell((9 - cell / 6) % 6, (9 - cell % 6) % 6);
        assert_eq!(start.piece(cell), start.piece(turned), "cell {cell}");
    }
}

#[test]
fn forbidden_colours_are_drawn_by_the_seed() {
    let drawn = |seed: u64| {
        let table = open(&format!("flood/8?forbidden=3&seed={seed}"));
        let mut refused = [0, 1].map(|_| Vec::new());
        for player in 0..2 {
            let mut position = table.start();
            if player == 1 {
                position.play_text("-").unwrap();
            }
            for colour in 0..7 {
                let said = position.parse_move(&colour.to_string());
                if said.is_err_and(|error| error.to_string().contains("forbidden")) {
                    refused[player].push(colour);
                }
            }
        }
        refused
    };
    let sets: Vec<_> = (0..10).map(drawn).collect();
    assert!(sets.iter().flatten().all(|set| set.len() == 3), "{sets:?}");
    assert!(sets.iter().any(|set| *set != sets[0]) && sets.iter().any(|set| set[0] != set[1]), "{sets:?}");
    assert_eq!(drawn(4), sets[4]);
}

#[test]
fn a_position_brings_its_own_colours_and_holes() {
    let text = "0120/1#21/2013 1 1";
    let table = Table::open("flood/4x3?colours=4", Some(text)).unwrap();
    assert_eq!(table.start_text(), text);
    let mut position = table.start();
    assert_eq!(position.move_text(position.parse_move("Red").unwrap()), "1");
    position.play_text("1").unwrap();
    assert_eq!((position.text().as_str(), position.tally()), ("0120/1#21/2011 0 0", [1, 3]));
    // A later position of the same game may be set, another colouring may not.
    assert!(position.set_text("1120/1#21/2011 1 0").is_ok());
    let error = position.set_text("1120/1#20/2011 1 0").unwrap_err().to_string();
    assert!(error.contains("open a game with it"), "{error}");
}

#[test]
fn passes_end_the_game() {
    let mut seed = open("flood/6?colours=4&seed=5").start();
    seed.play_text("pass").unwrap();
    seed.play_text("-").unwrap();
    assert!(seed.is_over() && seed.moves().is_empty());
    assert!(seed.text().ends_with(" 0 2"), "{}", seed.text());
    let strict = open("flood/6?colours=4&seed=5&rules=strict").start();
    let error = strict.parse_move("-").unwrap_err().to_string();
    assert_eq!(
        error,
        "`-` is not legal here: under strict rules a player passes only without a colour to play"
    );
}

#[test]
fn bad_moves_are_explained() {
    let position = |rules: &str| {
        let spec = format!("flood/4x2?colours=4&forbidden=3:&rules={rules}");
        Table::open(&spec, Some("0123/1122 0 0")).unwrap().start()
    };
    let (seed, strict) = (position("seed"), position("strict"));
    for (on, typed, message) in [
        (
            &seed,
            "",
            "`` is not a move of flood: write a colour, 0 to 3, or `-` to pass; known: blue, red, green, yellow",
        ),
        (
            &seed,
            "gren",
            "`gren` is not a move of flood: write a colour, 0 to 3, or `-` to pass; did you mean `green`? (known: blue, red, green, yellow)",
        ),
        (&seed, "5", "`5` is not a move of flood: this board has colours 0 to 3 (blue, red, green, yellow)"),
        (
            &seed,
            "pink",
            "`pink` is not a move of flood: this board has colours 0 to 3 (blue, red, green, yellow)",
        ),
        (
            &seed,
            "11",
            "`11` is not a move of flood: write a colour, 0 to 3, or `-` to pass; known: blue, red, green, yellow",
        ),
        (&seed, "0", "`0` is not legal here: the zone of player 0 is blue already"),
        (&seed, "3", "`3` is not legal here: yellow is forbidden to player 0"),
        (&seed, "green", "`green` is not legal here: no free cell of green touches the zone of player 0"),
        (
            &strict,
            "-",
            "`-` is not legal here: under strict rules a player passes only without a colour to play",
        ),
    ] {
        assert_eq!(on.parse_move(typed).unwrap_err().to_string(), message, "{typed}");
    }
    let mut over = seed.clone();
    over.play_text("-").unwrap();
    over.play_text("-").unwrap();
    assert_eq!(over.parse_move("1").unwrap_err().to_string(), "`1` is not legal here: the game is over");
    // The opponent's colour: swallowed where the zones touch, refused by strict rules where they do not.
    let at = |rules: &str, text: &str| {
        Table::open(&format!("flood/4x2?colours=4&rules={rules}"), Some(text)).unwrap().start()
    };
    for (rules, text, message) in [
        ("seed", "0012/1301 0 0", "none"),
        (
            "seed",
            "0022/1001 0 0",
            "`1` is not legal here: red is the colour of the opponent, whose zone it would swallow",
        ),
        (
            "strict",
            "0012/1301 0 0",
            "`1` is not legal here: red is the colour of the opponent, never playable under strict rules",
        ),
    ] {
        let said =
            at(rules, text).parse_move("1").map_or_else(|error| error.to_string(), |_| "none".to_owned());
        assert_eq!(said, message, "{rules} {text}");
    }
}

#[test]
fn bad_positions_are_explained() {
    for (text, message) in [
        ("", "position, character 1: row 1 has 0 of 3 cells: the rest is missing"),
        ("012 0 0", "position, character 4: 1 of 2 rows: the rest is missing"),
        ("012/01 0 0", "position, character 7: row 2 has 2 of 3 cells: the rest is missing"),
        ("0123/012 0 0", "position, character 4: row 1 is longer than the board's 3 columns"),
        ("012/012/012 0 0", "position, character 8: more than 2 rows: the board has 2"),
        ("01x/012 0 0", "position, character 3: `x` is not a cell: use one of `01234567#`"),
        (
            "012/014 0 0",
            "position, character 7: colour 4 on a board of colours 0 to 3: set colours=5 or more",
        ),
        (
            "012/011",
            "position, character 9: after the rows come who is to move, `0` or `1`, and how many passes were just played: `0 0`",
        ),
        (
            "012/011 2 0",
            "position, character 9: after the rows come who is to move, `0` or `1`, and how many passes were just played: `0 0`",
        ),
        (
            "012/011 0",
            "position, character 10: after the rows come who is to move, `0` or `1`, and how many passes were just played: `0 0`",
        ),
        ("012/011 0 3", "position, character 11: passes just played are 0, 1 or 2: the second ends the game"),
        ("012/011 0 0 0", "position, character 12: nothing comes after the passes"),
        (
            "112/111 0 0",
            "position, character 1: the two starts are connected by one colour: one zone, not two",
        ),
        ("##2/### 0 0", "position, character 1: the board has 1 playable cells: flood needs two at least"),
    ] {
        let error = Table::open("flood/3x2?colours=4", Some(text)).unwrap_err().to_string();
        assert_eq!(error, message, "{text}");
    }
    for (spec, message) in [
        ("flood/1", "no flood board of width 1: the smallest is 2"),
        ("flood/8?colours=9", "no colours `9`: from 2 to 8"),
        ("flood/8?colours=1", "no colours `1`: from 2 to 8"),
        ("flood/8?forbidden=7", "no forbidden `7`: with 7 colours at most 6 per player"),
        ("flood/8?colours=3&forbidden=3:", "no forbidden `3`: colours are 0 to 2"),
        ("flood/8?shape=donut", "no donut of width 8: its width is a multiple of 3, such as 6 or 9"),
    ] {
        assert_eq!(Table::open(spec, None).unwrap_err().to_string(), message, "{spec}");
    }
}
