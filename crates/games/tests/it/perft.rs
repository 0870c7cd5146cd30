//! Lines of play counted against the reference figures in `tests/data/perft.json`.

use agon_games::catalog::Table;
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
