//! Tournaments from files: every format is stopped, killed and resumed, and comes out as if nobody had; what is
//! wrong with a file, a disk or a database is said, and nothing is lost by it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Ran, agon, run, scratch};

const AGON: &str = env!("CARGO_BIN_EXE_agon");

/// A tournament file of this format in a folder.
fn file(folder: &Path, format: &str, more: &str) -> PathBuf {
    let path = folder.join(format!("{format}.toml"));
    let players = match format {
        "match" => "\"greedy\", \"random\"",
        _ => "\"greedy\", \"random\", \"alphabeta:depth=1..2\", { spec = \"random\", name = \"chance\" }",
    };
    let text = format!(
        "name = \"cup\"\ngame = \"ataxx/5\"\nformat = \"{format}\"\nplayers = [{players}]\n\
         clock = \"nodes=300\"\nopenings = \"random:2\"\nseed = 7\n{more}\n"
    );
    std::fs::write(&path, text).unwrap();
    path
}

fn play(file: &Path, db: &Path, more: &[&str]) -> Ran {
    let args = ["tournament", "--file", file.to_str().unwrap(), "--db", db.to_str().unwrap(), "-j", "2"];
    agon(&[&args, more].concat())
}

/// Every game of a database, without the day it was played.
fn games(db: &Path) -> Vec<String> {
    let ran = agon(&["export", db.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    ran.stdout.lines().filter(|line| line.contains("\"type\":\"game\"")).map(str::to_owned).collect()
}

fn check_verified(db: &Path) {
    let ran = agon(&["verify", db.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains(": 0 faults"), "{}", ran.stdout);
}

/// Starts a tournament and sends it a signal once it has saved something; its exit code and last words.
fn interrupted(file: &Path, db: &Path, signal: &str) -> (Option<i32>, String) {
    let mut child = Command::new(AGON)
        .args(["tournament", "--file", file.to_str().unwrap(), "--db", db.to_str().unwrap(), "-j", "2"])
        .arg("--resume")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (begun, wal) = (Instant::now(), db.with_extension("db-wal"));
    let size = || std::fs::metadata(&wal).map_or(0, |file| file.len());
    let before = size();
    // Until it has written some games, or for a while after it began to write at all.
    let is_due = || size() > before + 300_000 || size() > 0 && begun.elapsed() > Duration::from_millis(400);
    let mut is_running = true;
    while is_running && !is_due() && begun.elapsed() < Duration::from_secs(60) {
        is_running = child.try_wait().unwrap().is_none();
    }
    if is_running {
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A tournament that was told to stop says how to go on, unless it was done before (code 0) or had not begun to listen
/// (no code: the signal ended it).
fn check_stopped(code: Option<i32>, words: &str) {
    let is_stopped = code == Some(1) && words.contains("--resume goes on");
    assert!(is_stopped || matches!(code, None | Some(0)), "{code:?} {words}");
}

#[test]
fn every_format_survives_being_stopped_and_killed() {
    for (format, more) in [
        ("match", "games = 1500"),
        ("round-robin", "games = 150"),
        ("gauntlet", "games = 250"),
        ("swiss", "games = 100\nrounds = 4"),
        ("knockout", "games = 300"),
        (
            "ladder",
            "rounds = 150\nscoring = \"school\"\n[[challenges]]\nplayers = [\"greedy\", \"chance\"]\npairs = 2",
        ),
    ] {
        let dir = scratch(&format!("format-{format}"));
        let file = file(&dir, format, more);
        let [whole, broken] = ["whole.db", "broken.db"].map(|name| dir.join(name));
        let ran = play(&file, &whole, &[]);
        assert_eq!(ran.code, 0, "{format}: {}", ran.stderr);
        let (code, words) = interrupted(&file, &broken, "-INT");
        check_stopped(code, &words);
        let n_stopped = games(&broken).len();
        let (code, words) = interrupted(&file, &broken, "-KILL");
        assert!(code.is_none() || code == Some(0), "{format}: {code:?} {words}");
        let n_killed = games(&broken).len();
        assert!(n_stopped <= n_killed, "{format}: {n_stopped} games became {n_killed}");
        let ran = play(&file, &broken, &["--resume"]);
        assert_eq!(ran.code, 0, "{format}: {}", ran.stderr);
        println!(
            "{format}: {n_stopped} games when stopped, {n_killed} when killed, {} in all",
            games(&whole).len()
        );
        // A ladder that had come to its end by then has gone on: it never ends.
        let (a, b) = (games(&whole), games(&broken));
        assert_eq!(a, b[..a.len().min(b.len())], "{format}");
        check_verified(&broken);
    }
}

#[test]
fn mistakes_in_files_are_told() {
    let dir = scratch("bad-files");
    for (text, words) in [
        (
            "gmae = \"ataxx\"\nplayers = []",
            &["line 1", "no setting is called `gmae`", "did you mean `game`?"][..],
        ),
        (
            "game = \"ataxx\"\nplayers = [\"greedy\", \"random\"]\nformat = \"swis\"",
            &["line 3", "`swis`", "swiss"],
        ),
        ("game = \"ataxx\"\nplayers = [\"greedy\", 3]", &["line 2", "a player such as \"greedy\""]),
        (
            "game = \"ataxx\"\nplayers = [\"greedy\", { nmae = \"x\", spec = \"random\" }]",
            &["`nmae`", "`name`"],
        ),
        ("game = \"ataxx\"\nplayers = \"greedy\"", &["line 2", "expected a sequence"]),
        (
            "game = \"ataxx\"\nplayers = [\"greedy\", \"random\"]\ngames = \"many\"",
            &["line 3", "expected a whole number"],
        ),
        ("players = [\"greedy\", \"random\"]", &["missing field `game`"]),
        ("game = \"ataxx\"\nplayers = [\"greedy\"]", &["at least two players"]),
        ("game = \"ataxx\"\nplayers = [\"greedy\", \"radnom\"]", &["radnom", "random"]),
        ("game = \"atax\"\nplayers = [\"greedy\", \"random\"]", &["`atax`", "`ataxx`"]),
        ("game = \"ataxx\"\nplayers = [\"greedy\", \"./none.so\"]", &["./none.so"]),
        (
            "game = \"ataxx\"\nplayers = [\"greedy\", \"random\"]\nclock = \"soon\"",
            &["`soon` is not a clock"],
        ),
        (
            "game = \"ataxx\"\nplayers = [\"greedy\", \"random\"]\nopenings = \"radnom:2\"",
            &["no openings `radnom:2`"],
        ),
        ("game = \"ataxx\"\nplayers = [\"greedy\", \"alphabeta:depth=4..1\"]", &["4..1", "1..6"]),
        (
            "game = \"ataxx\"\nplayers = [\"greedy\", \"random\"]\nformat = \"ladder\"\n[ladder]\nnewcomer_meeting = 1",
            &["line 5", "did you mean `newcomer_meetings`?"],
        ),
        (
            "game = \"ataxx\"\nplayers = [\"greedy\", \"random\"]\nformat = \"ladder\"\n[[challenges]]\nplayers = [\"gredy\", \"random\"]",
            &["no entrant is called `gredy`", "did you mean `greedy`?"],
        ),
        (
            "game = \"ataxx\"\nplayers = [\"greedy\", \"random\"]\nformat = \"match\"\n[sprt]\nelo0 = 5\nelo1 = 0",
            &["give the smaller first"],
        ),
        ("game = ataxx", &["line 1"]),
    ] {
        let path = dir.join("cup.toml");
        std::fs::write(&path, text).unwrap();
        let ran = agon(&["tournament", "--file", path.to_str().unwrap()]);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{text}\n{}", ran.stderr);
        for word in words {
            assert!(ran.stderr.contains(word), "{text}\nno `{word}` in {}", ran.stderr);
        }
    }
}

#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let dir = scratch("full-disk");
    let file = file(&dir, "round-robin", "games = 400");
    let [whole, full] = ["whole.db", "full.db"].map(|name| dir.join(name));
    assert_eq!(play(&file, &whole, &[]).code, 0);
    // No file may grow beyond so many blocks, and trying is an error instead of death.
    let script = format!(
        "trap '' XFSZ; ulimit -f 400; exec {AGON} tournament --file {} --db {}",
        file.display(),
        full.display()
    );
    let ran = run(Command::new("bash").args(["-c", &script]), "");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("disk full") && ran.stderr.contains("--resume"), "{}", ran.stderr);
    let n_saved = games(&full).len();
    assert!(n_saved > 0 && n_saved < games(&whole).len(), "{n_saved} games were saved");
    check_verified(&full);
    assert_eq!(play(&file, &full, &["--resume"]).code, 0);
    assert_eq!(games(&full), games(&whole));
}

#[test]
fn a_read_only_database_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let dir = std::env::temp_dir().join(format!("agon-read-only-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let (file, db) = (file(&dir, "match", "games = 10"), dir.join("games.db"));
    assert_eq!(play(&file, &db, &[]).code, 0);
    let before = std::fs::read(&db).unwrap();
    let set = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    set(&db, 0o444);
    set(&dir, 0o555);
    // Root may write anywhere: it becomes somebody else, from a copy of the program that others can reach.
    let program = std::env::temp_dir().join(format!("agon-{}", std::process::id()));
    std::fs::copy(AGON, &program).unwrap();
    set(&program, 0o755);
    let is_root = run(Command::new("id").arg("-u"), "").stdout.trim() == "0";
    let become_other = if is_root { "setpriv --reuid=65534 --regid=65534 --clear-groups" } else { "" };
    let ask = |args: &str| {
        let script = format!("cd {}; exec {become_other} {} {args}", dir.display(), program.display());
        run(Command::new("bash").args(["-c", &script]), "")
    };
    let refused = ask("tournament --file match.toml --db games.db --resume");
    let (report, verified) = (ask("report games.db"), ask("verify games.db"));
    set(&dir, 0o755);
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    assert!(refused.stderr.contains("is read-only"), "{}", refused.stderr);
    assert_eq!(report.code, 0, "{}", report.stderr);
    assert_eq!(verified.code, 0, "{}", verified.stderr);
    assert_eq!(std::fs::read(&db).unwrap(), before, "nothing was written");
    std::fs::remove_dir_all(&dir).unwrap();
    std::fs::remove_file(&program).unwrap();
}

#[test]
fn reports_are_pages_and_pictures() {
    let dir = scratch("reports");
    let [db, html, plots] = ["games.db", "games.html", "plots"].map(|name| dir.join(name));
    let paths = [&db, &html, &plots].map(|path| path.to_str().unwrap().to_owned());
    let sweep = agon(&[
        "sweep",
        "ataxx/5",
        "alphabeta:depth=1..3",
        "minimax:depth=1..2",
        "--against",
        "random",
        "--games",
        "4",
        "--openings",
        "random:2",
        "--db",
        &paths[0],
        "--html",
        &paths[1],
        "--plots",
        &paths[2],
    ]);
    assert_eq!(sweep.code, 0, "{}", sweep.stderr);
    assert_eq!(
        sweep.stdout.lines().filter(|line| line.starts_with("alphabeta ")).count(),
        3,
        "{}",
        sweep.stdout
    );
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("By depth"));
    for name in ["score-by-depth", "time-by-depth", "nodes-by-depth", "game-lengths", "rating-over-time"] {
        let svg = std::fs::read_to_string(plots.join(format!("{name}.svg"))).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"), "{name}");
        let png = std::fs::read(plots.join(format!("{name}.png"))).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n"), "{name}");
    }
    let told = agon(&["report", &paths[0], "--json"]).json();
    assert_eq!(told["tournaments"][0]["standings"]["games"], 20);
    let nothing = agon(&["sweep", "ataxx/5", "greedy", "--against", "random"]);
    assert!(nothing.stderr.contains("nothing is swept"), "{}", nothing.stderr);
}

#[test]
fn thirty_players_play_a_season() {
    let dir = scratch("season");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/season.toml");
    let db = dir.join("season.db");
    // The file's own clock measures time; nodes make the test short and the same everywhere.
    let quick = ["--clock", "nodes=300"];
    let text = std::fs::read_to_string(&file).unwrap();
    let short = dir.join("season.toml");
    let text = text.replace("\"10s\"", "\"nodes=300\"");
    std::fs::write(&short, text).unwrap();
    let (code, words) = interrupted(&short, &db, "-INT");
    check_stopped(code, &words);
    let ran = play(&file, &db, &[&quick[..], &["--resume"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(games(&db).len(), 3480, "435 pairings of eight games");
    check_verified(&db);
    let html = dir.join("season.html");
    let report = agon(&["report", db.to_str().unwrap(), "--html", html.to_str().unwrap()]);
    assert!(report.stdout.contains(" 30. "), "{}", report.stdout);
    assert!(std::fs::read_to_string(&html).unwrap().contains("Cross table"));
}
