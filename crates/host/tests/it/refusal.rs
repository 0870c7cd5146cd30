//! Files that are no players: each is refused with a sentence that says why.

use agon_protocol::host::{FaultKind, GameKind, Report};

use crate::table::{Table, library, scratch, square};

fn check(name: &str, content: Option<&[u8]>, expected: &str) {
    let file = scratch().join(name);
    match content {
        Some(content) => std::fs::write(&file, content).unwrap(),
        None => drop(std::fs::remove_file(&file)),
    }
    let table = Table::open(&file);
    let mut report = table.receive();
    if matches!(report, Some(Report::Loaded(_))) {
        report = table.start(square(GameKind::Reversi));
    }
    match report {
        Some(Report::Fault(FaultKind::Refused, text)) => assert!(text.contains(expected), "{name}: {text}"),
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn files_that_are_no_libraries() {
    let mut elf = vec![0u8; 64];
    elf[..5].copy_from_slice(b"\x7fELF\x01");
    check("missing.so", None, "no such file");
    check("empty.so", Some(b""), "empty");
    check("text.so", Some(b"#!/bin/sh\necho hello\n"), "a text file");
    check("noise.so", Some(b"\xff\xfe\xfd\xfc"), "not a program file");
    check("small.so", Some(&elf), "32-bit");
    elf[4] = 2;
    elf[18] = 40;
    check("arm.so", Some(&elf), "another kind of processor");
    elf[18] = 62;
    elf[16] = 1;
    check("object.so", Some(&elf), "object file");
    elf[16] = 3;
    check("hollow.so", Some(&elf), "cannot load the library");
    check("cut.so", Some(&elf[..20]), "cut short");
}

#[test]
fn libraries_that_are_no_players() {
    let read = |file: &std::path::Path| std::fs::read(file).unwrap();
    let no_play = library("amazons.c", "no-play.so", &["-Dplay=other"]);
    check("no-play-copy.so", Some(&read(&no_play)), "no function `play`");
    let other_game = library("amazons.c", "other-game.so", &[]);
    check("other-game-copy.so", Some(&read(&other_game)), "not written for reversi");
}

#[test]
fn modules_that_are_no_players() {
    check("short.wasm", Some(b"\0asm"), "no valid wasm module");
    check("bare.wasm", Some(b"\0asm\x01\0\0\0"), "exports no `memory`");
}
