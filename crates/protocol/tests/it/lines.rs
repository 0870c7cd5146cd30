//! Lines in any fragmentation, and lines without an end.

use agon_protocol::lines::LineBuffer;

fn lines(chunks: &[&[u8]], limit: usize) -> (Vec<String>, bool) {
    let mut buffer = LineBuffer::new(limit);
    let mut out = Vec::new();
    for chunk in chunks {
        buffer.push(chunk);
        loop {
            match buffer.next_line() {
                Ok(Some(line)) => out.push(line.into_owned()),
                Ok(None) => break,
                Err(_) => return (out, true),
            }
        }
    }
    (out, false)
}

#[test]
fn fragments_become_lines() {
    let text: &[u8] = b"one\ntwo\r\n\nthree\nhalf";
    for cut in 0..text.len() {
        let (found, fault) = lines(&[&text[..cut], &text[cut..]], 16);
        assert_eq!((found, fault), (["one", "two", "", "three"].map(str::to_owned).to_vec(), false));
    }
}

#[test]
fn a_line_without_an_end_is_a_fault() {
    assert_eq!(lines(&[b"ok\n", &[b'x'; 9], &[b'x'; 9]], 16), (vec!["ok".into()], true));
    assert!(!lines(&[&[b'x'; 16], b"\n"], 16).1);
    assert!(lines(&[&[b'x'; 17], b"\n"], 16).1);
}

#[test]
fn rubbish_bytes_are_replaced() {
    assert_eq!(lines(&[b"\xff\xfe\n"], 16).0, ["\u{fffd}\u{fffd}"]);
}
