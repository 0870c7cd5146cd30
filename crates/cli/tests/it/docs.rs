//! Every command that the documentation shows is run. In a block fenced as ```console, lines that begin with
//! `$ ` are typed; the lines below a command are in what it prints, in that order, `...` standing for anything.
//! A block fenced as ```console fails` ends with a refusal; one fenced as ```console elsewhere` needs a person,
//! a browser or a compiler, and is only checked for commands that do not exist.

use std::path::Path;
use std::process::Command;

use crate::program::{agon, run, scratch};

#[derive(Debug, PartialEq, Clone, Copy)]
enum Kind {
    Works,
    Fails,
    Elsewhere,
}

struct Typed {
    line: usize,
    command: String,
    expected: Vec<String>,
    kind: Kind,
}

fn typed(text: &str) -> Vec<Typed> {
    let mut found: Vec<Typed> = Vec::new();
    let mut block = None;
    for (at, line) in text.lines().enumerate() {
        match (block, line.strip_prefix("```")) {
            (None, Some("console")) => block = Some(Kind::Works),
            (None, Some("console fails")) => block = Some(Kind::Fails),
            (None, Some("console elsewhere")) => block = Some(Kind::Elsewhere),
            (Some(_), Some(_)) => block = None,
            (Some(kind), None) => match line.strip_prefix("$ ") {
                Some(command) => {
                    let command = command.to_owned();
                    found.push(Typed { line: at + 1, command, expected: Vec::new(), kind });
                }
                None => found.last_mut().unwrap().expected.push(line.to_owned()),
            },
            _ => {}
        }
    }
    found
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
    for Typed { line, command, expected, kind } in typed(&std::fs::read_to_string(path).unwrap()) {
        let place = format!("{}:{line}: {command}", path.display());
        if kind == Kind::Elsewhere {
            let words: Vec<&str> = command.split_whitespace().collect();
            if words[0] == "agon" && words.len() > 1 {
                assert_eq!(agon(&["help", words[1]]).code, 0, "{place}: no such command");
            }
            continue;
        }
        let ran = run(
            Command::new("bash")
                .args(["-c", &command])
                .current_dir(&dir)
                .env("PATH", &search)
                .env("LC_ALL", "C.UTF-8"),
            "",
        );
        assert_eq!(ran.code == 0, kind == Kind::Works, "{place}\n{}{}", ran.stdout, ran.stderr);
        let said = ran.stdout + &ran.stderr;
        if let Err(missing) = holds(&said, &expected) {
            panic!("{place}: {missing} in\n{said}");
        }
    }
}

fn pages() -> Vec<std::path::PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    for entry in std::fs::read_dir(root.join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
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
