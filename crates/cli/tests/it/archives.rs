//! Archives of C sources handed in at the arena: those that build play, those that climb out of their folder, blow up or
//! break off are refused, and leave nothing behind.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::program::{Ran, agon, scratch};
use crate::serving::Arena;

/// Packs what is in a folder with these options of tar.
fn pack(folder: &Path, name: &str, options: &[&str]) -> PathBuf {
    let archive = folder.join(name);
    let packed =
        Command::new("tar").current_dir(folder).arg("-czf").arg(&archive).args(options).status().unwrap();
    assert!(packed.success(), "tar {options:?}");
    archive
}

/// Hands an archive in and gives back what came of it.
fn submit(arena: &Arena, token: &str, archive: &Path) -> (Ran, Value) {
    let ran = arena.submit(archive, "reversi", token);
    let state = arena.ask("/api/entries", None)[0]["state"].clone();
    (ran, state)
}

#[test]
fn archives_are_built_or_refused() {
    let folder = scratch("archives");
    let player = folder.join("player");
    let made = agon(&["new", player.to_str().unwrap(), "--game", "reversi", "--lang", "c"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let arena = Arena::start(&folder);
    arena.ask("/api/admin/settings", Some(&json!({ "clock": "2s", "check_games": 1 })));
    let team = arena.ask("/api/admin/teams", Some(&json!({ "name": "Packers" })));
    let token = team["token"].as_str().unwrap();
    // With a Makefile, and with sources alone.
    for (name, options) in
        [("made.tar.gz", ["-C", "player", "."]), ("plain.tar.gz", ["-C", "player", "player.c"])]
    {
        let (ran, state) = submit(&arena, token, &pack(&folder, name, &options));
        if format!("{}{}", ran.stdout, ran.stderr).contains("C is not compiled here") {
            eprintln!("skipped: {}{}", ran.stdout, ran.stderr);
            return;
        }
        assert_eq!(state, "placed", "{name}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("pass  compiles"), "{name}: {}", ran.stdout);
    }
    // One that climbs out of its folder writes nothing there.
    let target = folder.join("climbed.c");
    std::fs::write(folder.join("evil.c"), "int evil;\n").unwrap();
    let rename = format!("s|evil.c|{}|", target.display());
    let climbing = pack(&folder, "climb.tar.gz", &["-P", "--transform", &rename, "evil.c"]);
    let up = pack(
        &folder,
        "up.tar.gz",
        &["-P", "--transform", "s|evil.c|../../../../../../tmp/evil.c|", "evil.c"],
    );
    // One that grows beyond every bound, one that breaks off, one that is none.
    std::fs::File::create(folder.join("huge.c")).unwrap().set_len(200 << 20).unwrap();
    let bomb = pack(&folder, "bomb.tar.gz", &["huge.c"]);
    let whole = std::fs::read(pack(&folder, "whole.tar.gz", &["-C", "player", "."])).unwrap();
    let broken = folder.join("broken.tar.gz");
    std::fs::write(&broken, &whole[..whole.len() / 3]).unwrap();
    let noise = folder.join("noise.tar.gz");
    std::fs::write(&noise, [&[0x1f, 0x8b, 8, 0][..], &[0x5a; 4000]].concat()).unwrap();
    for archive in [climbing, up, bomb, broken, noise] {
        let (ran, state) = submit(&arena, token, &archive);
        assert_eq!((ran.code, state), (1, json!("refused")), "{}: {}", archive.display(), ran.stdout);
    }
    assert!(!target.exists(), "an archive wrote outside its folder");
    assert_eq!(arena.ask("/healthz", None)["status"], "ok");
    let left = std::fs::read_dir(folder.join("tmp")).unwrap().flatten();
    let left: Vec<_> = left.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert!(left.iter().all(|name| name.starts_with("agon-players-")), "{left:?}");
}
