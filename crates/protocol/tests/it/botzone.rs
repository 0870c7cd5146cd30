//! Botzone's numbers, and the single word of contest programs.

use agon_protocol::botzone::{NOTHING, parse_line, write_history};
use agon_protocol::contest::{BadOutput, MAX_OUTPUT, parse_output};

#[test]
fn history_of_the_first_and_a_later_turn() {
    let mut out = String::new();
    write_history(&mut out, &[NOTHING]);
    assert_eq!(out, "1\n-1 -1 -1 -1 -1 -1\n");
    out.clear();
    write_history(&mut out, &[NOTHING, [0, 2, 0, 3, 1, 3], [2, 7, 2, 6, 3, 6]]);
    assert_eq!(out, "2\n-1 -1 -1 -1 -1 -1\n0 2 0 3 1 3\n2 7 2 6 3 6\n");
}

#[test]
fn six_numbers_and_nothing_else() {
    assert_eq!(parse_line(" 0 2 0 3\t1 3 \r").unwrap(), [0, 2, 0, 3, 1, 3]);
    for bad in ["", "1 2 3 4 5", "1 2 3 4 5 6 7", "a b c d e f", "1 2 3 4 5 99999999999"] {
        assert_eq!(parse_line(bad).unwrap_err().0, bad);
    }
}

#[test]
fn one_move_on_stdout() {
    assert_eq!(parse_output(b" C4\n\n").unwrap(), "C4");
    assert_eq!(parse_output(b" \n"), Err(BadOutput::Empty));
    assert_eq!(parse_output(b"I play C4"), Err(BadOutput::Several("I play C4".into())));
    assert_eq!(parse_output(&vec![b'x'; MAX_OUTPUT + 1]), Err(BadOutput::TooMuch));
}
