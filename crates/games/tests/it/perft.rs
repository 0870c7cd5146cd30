//! Lines of play counted against the reference figures in `tests/data/perft.json`.

use agon_games::catalog::{ReadBoard, Table};
use serde_json::Value;

/// Enough for every row in a second or two, whatever the machine.
const MOST: u64 = 100_000_000;

fn rows(game: &str) -> Vec<Value> {
    let data: Value = serde_json::from_str(include_str!("../data/perft.json")).unwrap();
    data["rows"].as_array().unwrap().iter().filter(|row| row["game"] == game).cloned().collect()
}

fn check(row: &Value, spec: &str, position: Option<&str>) {
    let table = Table::open(spec, position).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let start = table.start();
    for (depth, expected) in row["perft"].as_array().unwrap().iter().enumerate() {
        let expected = expected.as_u64().unwrap();
        if expected <= MOST {
            assert_eq!(start.perft(depth as u32 + 1), expected, "{spec} at depth {}", depth + 1);
        }
    }
}

#[test]
fn amazons() {
    for row in rows("amazons") {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        let spec = format!("amazons/{}?shape={}&setup={}", row["width"], text("shape"), text("setup"));
        let starts = Table::open(&spec, None).unwrap().starts();
        assert_eq!(serde_json::to_value(starts).unwrap(), row["start"], "{spec}");
        check(&row, &spec, None);
    }
}

/// A board file with the text of a row's map.
struct Map(String);

impl ReadBoard for Map {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.clone())
    }
}

#[test]
fn blobwar() {
    for row in rows("blobwar") {
        let mut spec = format!("blobwar/{}?shape={}", row["width"], row["shape"].as_str().unwrap());
        let mut position = None;
        if let Some(lines) = row["map"].as_array() {
            let lines: Vec<&str> = lines.iter().map(|line| line.as_str().unwrap()).collect();
            spec = "blobwar?board=map.txt".to_owned();
            let table = Table::open_with(&spec, None, &Map(lines.join("\n"))).unwrap();
            (spec, position) = (table.spec().to_string(), Some(table.start_text()));
        }
        check(&row, &spec, position.as_deref());
    }
}

/// Positions that public Ataxx engines agree on, on boards of several sizes, with and without holes.
#[test]
fn ataxx() {
    for line in include_str!("../data/ataxx-perft.txt").lines() {
        let (position, counts) = line.split_once(';').unwrap();
        let rows: Vec<&str> = position.split(' ').next().unwrap().split('/').collect();
        let cols: u32 = rows[0].chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        let spec = match (cols, rows.len()) {
            (7, 7) => "ataxx".to_owned(),
            (cols, rows) => format!("ataxx/{cols}x{rows}"),
        };
        let counts: Vec<u64> = counts.split_whitespace().map(|n| n.parse().unwrap()).collect();
        check(&serde_json::json!({ "perft": counts }), &spec, Some(position));
    }
}

#[test]
fn flood() {
    for row in rows("flood") {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        let strict = row["strict"].as_bool().unwrap();
        let forbidden = [0, 1].map(|player| {
            let set = row["forbidden"][player].as_array().unwrap();
            set.iter().map(Value::to_string).collect::<String>()
        });
        let spec = format!(
            "flood/{}?shape={}&colours={}&forbidden={}&rules={}",
            row["width"],
            text("shape"),
            row["colours"],
            forbidden.join(":"),
            if strict { "strict" } else { "seed" }
        );
        let board = Table::open(&spec, None).unwrap().board();
        // The colours of the playable cells, in order.
        let mut colours = row["cells"].as_array().unwrap().iter();
        let cell = |cell| if board.is_open(cell) { colours.next().unwrap().to_string() } else { "#".into() };
        let cells: Vec<String> = (0..board.n_cells()).map(cell).collect();
        let rows: Vec<String> = cells.chunks(board.cols()).map(|row| row.concat()).collect();
        let position = format!("{} 0 0", rows.join("/"));
        let table = Table::open(&spec, Some(&position)).unwrap();
        let starts = table.starts().map(|cells| cells[0]);
        assert_eq!(serde_json::to_value(starts).unwrap(), row["starts"], "{spec}");
        assert_eq!(serde_json::to_value(table.start().tally()).unwrap(), row["zones"], "{spec}");
        check(&row, &spec, Some(&position));
    }
    let cyclic = rows("flood").into_iter().next_back().unwrap();
    check(&cyclic, "flood/8?colours=5&colouring=cyclic", None);
}

#[test]
fn reversi() {
    for row in rows("reversi") {
        check(&row, &format!("reversi/{}", row["width"]), None);
    }
}
