//! Engines in every protocol: small scripts of our own that know one thing, and GRhino where it is installed.

use agon_arena::bout::{Nobody, Terms, play};
use agon_arena::check::{Exam, check};
use agon_arena::clock::Clock;
use agon_arena::player::built_in::BuiltIn;
use agon_games::catalog::Table;
use agon_games::record::Ending;

use crate::Test;
use crate::builds::folder;
use crate::keeper::{against_random, custody};

pub(crate) const TESTS: &[Test] = &[
    ("engine_gtp_grhino", grhino),
    ("engine_contest", contest),
    ("engine_uai", uai),
    ("engine_nboard", nboard),
    ("engine_botzone", botzone),
    ("engine_tcp", tcp),
    ("check_reports_each_item", check_reports),
];

/// A shell script that answers lines; it always plays the same move, which is legal once.
fn repeat(name: &str, cases: &str) -> String {
    script(
        name,
        &format!(
            "#!/bin/sh\nwhile read -r word rest; do case \"$word\" in\n{cases}\nquit) exit 0;;\nesac; done\n"
        ),
    )
}

fn first_move(game: &str, spec: &str) -> (Ending, String, Option<String>) {
    let (bout, _) = against_random(game, spec, "10s", &custody());
    let bout = bout.unwrap();
    let first = bout.record.moves.first().map_or_else(String::new, |ply| ply.text.clone());
    assert!(!first.is_empty(), "{spec}: {:?}; {}", bout.record.reason, bout.logs[0]);
    (bout.record.ending, first, bout.record.reason)
}

/// A duplication written with both cells, as some engines do.
fn uai() {
    let engine = repeat("uai-one", "uai) echo uaiok;;\nisready) echo readyok;;\ngo) echo bestmove a7b6;;");
    let (ending, first, reason) = first_move("ataxx", &format!("uai:{engine}"));
    assert_eq!((ending, first.as_str()), (Ending::Illegal, "b6"), "{reason:?}");
}

fn nboard() {
    let engine = repeat("nboard-one", "ping) echo pong $rest;;\ngo) echo \"=== F5//1.0\";;");
    let (ending, first, reason) = first_move("reversi/8", &format!("nboard:{engine}"));
    assert_eq!((ending, first.as_str()), (Ending::Illegal, "f5"), "{reason:?}");
}

/// Started for each move, and kept running.
fn botzone() {
    let once = script("botzone-once", "#!/bin/sh\nread n\nread line\necho 2 0 2 1 2 2\n");
    let keep = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";
    let stay = format!(
        "#!/bin/sh\nread n\nread line\necho 2 0 2 1 2 2\necho '{keep}'\nread line\necho 2 1 2 0 2 1\n"
    );
    for (name, program, n_moves) in [("once", once, 2), ("stays", script("botzone-stays", &stay), 4)] {
        let (bout, _) = against_random("amazons/8", &format!("botzone:{program}"), "10s", &custody());
        let record = bout.unwrap().record;
        assert_eq!(record.moves[0].text, "c1-c2/c3", "{name}");
        assert!(record.moves.len() >= n_moves, "{name}: {:?}", record.reason);
    }
}

/// A client in a thread: one good answer in pieces, then a pass that the rules forbid.
fn tcp() {
    use std::io::{BufRead, Write};
    let mut player = agon_arena::player::tcp::Tcp::listen("127.0.0.1:0").unwrap();
    let address = player.address().unwrap();
    let client = std::thread::spawn(move || {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        let mut lines = std::io::BufReader::new(stream.try_clone().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        for piece in ["{\"Dupl", "icate\"", ":1}"] {
            stream.write_all(piece.as_bytes()).unwrap();
        }
        lines.next().unwrap().unwrap();
        stream.write_all(b"null\n").unwrap();
        first
    });
    let terms = Terms::new(Table::open("blobwar/8", None).unwrap(), Clock::default());
    let mut random = BuiltIn::new("random");
    let bout = play(&terms, [&mut player, &mut random], ["tcp:", "random"], &mut Nobody).unwrap();
    assert_eq!(bout.record.ending, Ending::Illegal, "{:?}", bout.record.reason);
    assert_eq!(bout.record.moves[0].text, "b8");
    let question = client.join().unwrap();
    assert_eq!((question.len(), &question[..2], &question[8..9]), (65, "0r", "b"));
}

fn check_reports() {
    let findings = |case: &str| {
        let spec = crate::cases::build_library(case).display().to_string();
        let table = Table::open("flood/6", None).unwrap();
        let clock = "2s".parse().unwrap();
        let exam = Exam { spec, table, clock, n_games: 2, seed: 1, custody: crate::keeper::custody() };
        check(&exam).unwrap()
    };
    let good = findings("tame");
    assert!(good.is_passed(), "{good:?}");
    for (case, item) in
        [("segv", "answers"), ("illegal", "legal"), ("hang_end", "ends"), ("segv_start", "starts")]
    {
        let findings = findings(case);
        let failed: Vec<&str> =
            findings.items.iter().filter(|i| i.finding.is_err()).map(|i| i.name).collect();
        assert_eq!(failed, [item], "{case}: {findings:?}");
    }
}

fn script(name: &str, text: &str) -> String {
    let file = folder().join(name);
    std::fs::write(&file, text).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&file, mode).unwrap();
    file.display().to_string()
}

/// A real engine, if Debian's package is there.
fn grhino() {
    let program =
        ["/usr/games/gtp-rhino", "/usr/bin/gtp-rhino"].into_iter().find(|p| std::path::Path::new(p).exists());
    let Some(program) = program else {
        println!("skipped: GRhino is not installed (Debian: grhino)");
        return;
    };
    let (bout, _) = against_random("reversi/8", &format!("gtp:{program}"), "60s", &custody());
    let bout = bout.unwrap();
    let record = bout.record;
    assert_eq!(record.ending, Ending::Rules, "{:?} {}", record.reason, bout.logs[0]);
}

/// A contest program in shell: it knows one first move, and plays it again when it is no longer legal.
fn contest() {
    let good = script("contest-one", "#!/bin/sh\nread side < \"$1\"\necho D3\n");
    let (bout, _) = against_random("reversi/8", &format!("contest:{good}"), "10s", &custody());
    let record = bout.unwrap().record;
    assert_eq!(
        (record.ending, record.moves[0].text.as_str()),
        (Ending::Illegal, "d3"),
        "{:?}",
        record.reason
    );
    let cases = [
        ("contest-silent", "#!/bin/sh\nexit 0\n", Ending::Protocol),
        ("contest-failing", "#!/bin/sh\necho d3\nexit 3\n", Ending::Crash),
        ("contest-chatty", "#!/bin/sh\necho I play d3\n", Ending::Protocol),
        ("contest-flood", "#!/bin/sh\nwhile :; do echo zzzzzzzzzzzzzzzzzzzzzzzzz; done\n", Ending::Protocol),
        ("contest-hang", "#!/bin/sh\nwhile :; do :; done\n", Ending::Time),
    ];
    for (name, text, expected) in cases {
        let (bout, _) =
            against_random("reversi/8", &format!("contest:{}", script(name, text)), "700ms", &custody());
        let record = bout.unwrap().record;
        assert_eq!(record.ending, expected, "{name}: {:?}", record.reason);
    }
}
