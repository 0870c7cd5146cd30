//! The school's JSON, whole and in pieces.

use agon_protocol::school::{Answer, Cell, scan_answer, write_question};

#[test]
fn whole_answers() {
    let cases = [
        ("null", Answer::Pass, 4),
        ("{\"Duplicate\":63}\n", Answer::Duplicate(63), 16),
        (" { \"Jump\" : [ 0 , 18 ] }{", Answer::Jump(0, 18), 24),
    ];
    for (text, answer, used) in cases {
        assert_eq!(scan_answer(text.as_bytes()), Ok(Some((answer, used))), "{text}");
        let start = text.len() - text.trim_start().len();
        for cut in start..used {
            assert_eq!(scan_answer(&text.as_bytes()[..cut]), Ok(None), "{text} cut at {cut}");
        }
    }
}

#[test]
fn rubbish() {
    for text in
        ["x", "nope", "{\"Fly\":1}", "{\"Jump\":[1 2]}", "{\"Duplicate\":-1}", "[]", "{\"Duplicate\":12345}"]
    {
        assert!(scan_answer(text.as_bytes()).is_err(), "{text}");
    }
    assert!(scan_answer(&[b' '; 300]).is_err());
}

#[test]
fn question() {
    let mut out = String::new();
    write_question(&mut out, 1, [Cell::Red, Cell::Empty, Cell::Hole, Cell::Blue].into_iter());
    assert_eq!(out, "1r hb\n");
}
