//! The arena as a course uses it, with the program itself: a team hands in C sources, they are compiled and checked
//! in the sandbox and climb the ladder; hostile ones are refused; a killed arena goes on where it was.

use std::net::TcpStream;

use serde_json::{Value, json};

use crate::hostile::{self, DEEDS};
use crate::program::{agon, scratch};
use crate::serving::Arena;

#[test]
fn a_team_climbs_and_a_killed_arena_goes_on() {
    let folder = scratch("course");
    let player = folder.join("player");
    let made = agon(&["new", player.to_str().unwrap(), "--game", "reversi", "--lang", "c"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let source = player.join("player.c");
    let arena = Arena::start(&folder);
    arena.ask("/api/admin/settings", Some(&json!({ "clock": "2s", "check_games": 2 })));
    let team = arena.ask("/api/admin/teams", Some(&json!({ "name": "Penguins" })));
    let token = team["token"].as_str().unwrap();
    let ran = arena.submit(&source, "reversi", token);
    if ran.stdout.contains("C is not compiled here") || ran.stderr.contains("C is not compiled here") {
        eprintln!("skipped: {}{}", ran.stdout, ran.stderr);
        return;
    }
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("pass  compiles"), "{}", ran.stdout);
    let before = arena.await_games("Penguins v1", 2);
    let host = arena.host.clone();
    drop(arena);
    assert!(TcpStream::connect(&host).is_err(), "it was killed");
    let arena = Arena::start(&folder);
    let after = arena.await_games("Penguins v1", before);
    arena.await_games("Penguins v1", after + 2);
    let copy = folder.join("copy.db");
    let db = folder.join("arena.db");
    let ran = agon(&["backup", db.to_str().unwrap(), copy.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = agon(&["verify", "--db", copy.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn hostile_uploads_are_caught() {
    let folder = scratch("hostile");
    let arena = Arena::start(&folder);
    let limits = json!({ "clock": "move=300ms", "check_games": 1, "memory_mb": 200 });
    arena.ask("/api/admin/settings", Some(&limits));
    let team = arena.ask("/api/admin/teams", Some(&json!({ "name": "Mallory" })));
    let token = team["token"].as_str().unwrap();
    let nosy = folder.join("nosy.c");
    std::fs::write(&nosy, "#include \"/etc/shadow\"\nint x;\n").unwrap();
    let files = DEEDS.iter().map(|(name, deed)| hostile::player(&folder, name, deed));
    for file in files.chain([nosy.clone()]) {
        let ran = arena.submit(&file, "reversi", token);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        if said.contains("C is not compiled here") {
            eprintln!("skipped: {said}");
            return;
        }
        assert_eq!(ran.code, 1, "{}: {said}", file.display());
        assert!(!said.contains("root:") && !said.contains("uid="), "{}: {said}", file.display());
        // It was caught at what it does, not at what it is.
        let is_built = said.contains("pass  compiles") && said.contains("pass  starts");
        assert_eq!(is_built, file != nosy, "{}: {said}", file.display());
    }
    let entries = arena.ask("/api/entries", None);
    let states: Vec<&Value> = entries.as_array().unwrap().iter().map(|entry| &entry["state"]).collect();
    assert!(states.len() == DEEDS.len() + 1 && states.iter().all(|state| **state == "refused"), "{entries}");
    assert_eq!(arena.ask("/healthz", None)["status"], "ok");
}
