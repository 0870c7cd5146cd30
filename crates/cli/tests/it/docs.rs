//! Every command that the documentation shows is run, as it is typed. In a block fenced as ```console, lines
//! that begin with `$ ` are typed; the lines below a command are in what it prints, in that order, `...`
//! standing for anything. In a block fenced as ```sh every line is typed. A block fenced as ```console fails`
//! ends with a refusal.
//!
//! What a test cannot wait for is bounded by a comment in the page that says why:
//! `<!-- docs test: agon serve is stopped after 3 s: it serves until Ctrl-C -->`, or `is not run: ...`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::{agon, run, scratch};

#[derive(Debug, PartialEq, Clone, Copy)]
enum Kind {
    Works,
    Fails,
}

struct Typed {
    line: usize,
    command: String,
    expected: Vec<String>,
    kind: Kind,
}

/// What a page says about commands that begin so.
#[derive(Debug, PartialEq, Clone)]
enum Bound {
    /// Ended from outside after so many seconds, and no failure.
    Seconds(String),
    NotRun,
}

fn typed(text: &str) -> Vec<Typed> {
    let mut found: Vec<Typed> = Vec::new();
    let mut block = None;
    for (at, line) in text.lines().enumerate() {
        let line_number = at + 1;
        let is_typed = |command: &str, kind| Typed {
            line: line_number,
            command: command.to_owned(),
            expected: Vec::new(),
            kind,
        };
        match (block, line.strip_prefix("```")) {
            (None, Some("console")) => block = Some(("$ ", Kind::Works)),
            (None, Some("console fails")) => block = Some(("$ ", Kind::Fails)),
            (None, Some("sh")) => block = Some(("", Kind::Works)),
            (Some(_), Some(_)) => block = None,
            (Some((prompt, kind)), None) => match line.strip_prefix(prompt) {
                Some(command) if command.trim().is_empty() || command.starts_with('#') => {}
                Some(command) => found.push(is_typed(command, kind)),
                None => found.last_mut().unwrap().expected.push(line.to_owned()),
            },
            _ => {}
        }
    }
    found
}

/// The bounds that a page sets, each with a reason.
fn bounds(text: &str) -> Vec<(String, Bound)> {
    let comments = text.lines().filter_map(|line| line.strip_prefix("<!-- docs test: "));
    let bound = |comment: &str| {
        let (said, reason) = comment.split_once(": ").expect("a reason after a colon");
        assert!(reason.len() > 8, "a reason: {comment}");
        if let Some(command) = said.strip_suffix(" is not run") {
            return (command.to_owned(), Bound::NotRun);
        }
        let (command, seconds) = said.split_once(" is stopped after ").expect("what is done with it");
        (command.to_owned(), Bound::Seconds(seconds.strip_suffix(" s").unwrap().to_owned()))
    };
    comments.map(bound).collect()
}

/// Whether the expected lines occur in this order.
fn holds(said: &str, expected: &[String]) -> Result<(), String> {
    let mut lines = said.lines();
    for wanted in expected.iter().filter(|line| line.trim() != "...") {
        let parts: Vec<&str> = wanted.split("...").collect();
        let fits = |line: &str| {
            let mut rest = line;
            parts.iter().all(|part| match rest.find(part.trim_end()) {
                Some(at) => {
                    rest = &rest[at + part.trim_end().len()..];
                    true
                }
                None => false,
            })
        };
        if !lines.any(fits) {
            return Err(format!("no line `{wanted}`"));
        }
    }
    Ok(())
}

fn check(path: &Path) {
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let dir = scratch(&format!("docs-{name}"));
    let bin = Path::new(env!("CARGO_BIN_EXE_agon")).parent().unwrap();
    let search = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let text = std::fs::read_to_string(path).unwrap();
    let bounds = bounds(&text);
    for Typed { line, command, expected, kind } in typed(&text) {
        let place = format!("{}:{line}: {command}", path.display());
        let bound = bounds.iter().find(|(beginning, _)| command.starts_with(beginning));
        let (words, wants) = match bound {
            Some((_, Bound::NotRun)) => continue,
            Some((_, Bound::Seconds(seconds))) => (format!("timeout {seconds} {command}"), 124),
            None => (command.clone(), 0),
        };
        let ran = run(
            Command::new("bash")
                .args(["-c", &words])
                .current_dir(&dir)
                .env("PATH", &search)
                .env("XDG_DATA_HOME", &dir)
                .env("LC_ALL", "C.UTF-8"),
            "",
        );
        let is_right = ran.code == wants || wants == 124 && ran.code == 0;
        assert_eq!(is_right, kind == Kind::Works, "{place}\n{}{}", ran.stdout, ran.stderr);
        let said = ran.stdout + &ran.stderr;
        if let Err(missing) = holds(&said, &expected) {
            panic!("{place}: {missing} in\n{said}");
        }
    }
}

/// The pages, and those below them.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for folder in [root.join("docs"), root.join("docs/champions")] {
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    pages.sort();
    pages
}

#[test]
fn every_command_shown_works_as_printed() {
    for page in pages() {
        check(&page);
    }
}

/// The examples below a command's help.
fn examples(command: &str) -> Vec<String> {
    let help = agon(&["help", command]).stdout;
    let block = help.split("Examples:\n").nth(1).unwrap_or("");
    let lines = block.lines().take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// Examples that need a person, a browser, a file of the user's own or an hour, each with what is run instead.
const INSTEAD: [(&str, &str); 14] = [
    ("agon serve", "timeout 2 agon serve --listen 127.0.0.1:0 --db x.db || test $? = 124"),
    ("agon play amazons ./mine.so", "agon play amazons/6 random random --view graph --clock nodes=10"),
    ("agon play flood/12 'ugi:", "agon play flood/6 'ugi:agon ugi flood greedy' greedy --clock 5s --verbose"),
    ("agon train", "agon train --help"),
    ("agon match reversi champion:weights", "agon match --help"),
    ("agon check ./player.so", "agon check greedy amazons/5"),
    ("agon check 'ugi:./player.py'", "agon check 'ugi:agon ugi reversi greedy' reversi/4 --clock 5s"),
    ("agon man ", "agon man man1"),
    ("man agon-match", "agon help match"),
    ("agon completions bash", "agon completions bash > agon.bash"),
    ("agon completions zsh", "agon completions zsh > _agon"),
    ("agon completions fish", "agon completions fish > agon.fish"),
    ("agon reversi -w7", "agon reversi -s2 -w7 < /dev/null"),
    (
        "agon reversi -c position.txt",
        "printf 'X\\n____\\n_OX_\\n_XO_\\n____\\n' > p.txt && agon reversi -c p.txt",
    ),
];

/// Every example of every command's help runs; the commands of the tournaments have pages with tests of their own.
#[test]
fn every_example_of_the_help_works() {
    let bin = Path::new(env!("CARGO_BIN_EXE_agon")).parent().unwrap();
    let search = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    for command in [
        "show",
        "graph",
        "perft",
        "players",
        "bestmove",
        "analyse",
        "annotate",
        "solve",
        "train",
        "play",
        "replay",
        "reversi",
        "new",
        "check",
        "serve",
        "completions",
        "man",
        "tour",
    ] {
        let examples = examples(command);
        assert!(!examples.is_empty(), "{command} has no examples");
        let dir = scratch(&format!("examples-{command}"));
        let mut n_new = 0;
        for example in examples {
            let instead = INSTEAD.iter().find(|(beginning, _)| example.starts_with(beginning));
            let mut typed = instead.map_or(example.clone(), |(_, instead)| (*instead).to_owned());
            if command == "new" {
                n_new += 1;
                typed = typed.replace("agon new mine", &format!("agon new mine{n_new}"));
            }
            let ran = run(
                Command::new("bash")
                    .args(["-c", &typed])
                    .current_dir(&dir)
                    .env("PATH", &search)
                    .env("LC_ALL", "C.UTF-8"),
                "",
            );
            assert_eq!(ran.code, 0, "{example} as {typed}: {}{}", ran.stdout, ran.stderr);
        }
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    for page in pages().into_iter().filter(|page| !page.ends_with("README.md")) {
        let text = std::fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap();
            if !file.is_empty() && !file.contains("://") {
                assert!(page.parent().unwrap().join(file).exists(), "{}: no {file}", page.display());
            }
        }
    }
}
