//! `agon perft` and `agon graph` say what others rely on, in the form that they rely on.

use serde_json::{Value, json};

use crate::program::agon;

fn check(game: &str, depth: &str, extra: &[&str], expected: Value) {
    let args = [&["perft", game, depth, "--json"], extra].concat();
    let found = agon(&args).json();
    assert_eq!(found["perft"], expected, "{args:?}");
    assert_eq!(found["seconds"].as_array().map(Vec::len), expected.as_array().map(Vec::len));
}

#[test]
fn lines_are_counted() {
    check("amazons", "2", &[], json!([2176, 4_307_152]));
    check("amazons/6", "2", &[], json!([544, 238_532]));
    check("ataxx", "4", &[], json!([16, 256, 6460, 155_888]));
    check("amazons/9?shape=donut", "1", &[], json!([944]));
    check("blobwar/6?shape=torus", "3", &[], json!([42, 1332, 53_094]));
    let position = ["--position", "102033/331030/330321/020000/313013/312113 0 0"];
    check("flood/6?colours=4", "5", &position, json!([3, 9, 26, 74, 208]));
}

#[test]
fn the_text_has_one_line_per_depth() {
    let ran = agon(&["perft", "amazons/6", "2"]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("  1                  544 "), "{lines:?}");
}

#[test]
fn the_matrix_of_a_board() {
    let found = agon(&["graph", "amazons/9?shape=donut", "--json"]).json();
    assert_eq!(found["num_vertices"], 81);
    assert_eq!(found["row_ptr"].as_array().unwrap().len(), 82);
    assert_eq!(found["starts"][0].as_array().unwrap().len(), 4);
    let compact = agon(&["graph", "amazons/9?shape=donut", "--json", "--compact"]).json();
    assert_eq!(compact["num_vertices"], 72);
    assert_eq!(compact["col"].as_array().unwrap().len(), found["col"].as_array().unwrap().len());
    let text = agon(&["graph", "blobwar/3"]).stdout;
    assert!(text.contains("row_ptr 0 3 8 11 16 24 29 32 37 40\n"), "{text}");
    assert!(text.contains("starts 0 8 : 2 6\n"), "{text}");
}
