//! The files of a new player, from the templates that come with the program.

use agon_games::spec::Kind;

use super::{Form, Language};

const HEADER: &str = include_str!("../../../../../include/agon.h");
const README: &str = include_str!("../../../templates/README.md");
const BOARD: &str = include_str!("../../../templates/c/board.inc");
const MAKEFILE: &str = include_str!("../../../templates/c/Makefile");
const MAKEFILE_WASM: &str = include_str!("../../../templates/c/Makefile.wasm");
const CARGO: &str = include_str!("../../../templates/rust/Cargo.toml.txt");
const RUST_PROGRAM: &str = include_str!("../../../templates/rust/program/main.rs");
const RUST_LIBRARY: &str = include_str!("../../../templates/rust/library/lib.rs");
const PYTHON_LOOP: &str = include_str!("../../../templates/python/ugi.py");

/// A player about to be written.
pub struct Project<'a> {
    pub name: &'a str,
    /// The game and board, as asked for.
    pub spec: &'a str,
    pub kind: Kind,
    pub language: Language,
    pub form: Form,
}

impl Project<'_> {
    /// Paths and texts.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let mut files = match self.language {
            Language::C => vec![
                ("player.c", self.c_source()),
                ("agon.h", HEADER.to_owned()),
                ("Makefile", MAKEFILE.to_owned()),
            ],
            Language::Wasm => vec![
                ("player.c", self.c_source()),
                ("agon.h", HEADER.to_owned()),
                ("Makefile", MAKEFILE_WASM.to_owned()),
            ],
            Language::Python => {
                vec![("player.py", self.fill(&format!("{}{PYTHON_LOOP}", self.python_rules())))]
            }
            Language::Rust if self.is_rust_library() => vec![
                ("Cargo.toml", self.cargo("\n[lib]\nname = \"player\"\ncrate-type = [\"cdylib\"]\n")),
                ("src/lib.rs", self.fill(RUST_LIBRARY)),
                ("src/player.rs", self.rust_player().to_owned()),
            ],
            Language::Rust => vec![
                ("Cargo.toml", self.cargo("\n[[bin]]\nname = \"player\"\npath = \"src/main.rs\"\n")),
                ("src/main.rs", self.fill(RUST_PROGRAM)),
                ("src/game.rs", self.rust_rules().to_owned()),
            ],
        };
        files.push(("README.md", self.fill(README)));
        files
    }

    /// How to build it.
    pub const fn build(&self) -> &'static str {
        match self.language {
            Language::C | Language::Wasm => "make",
            Language::Rust => "cargo build --release",
            Language::Python => "chmod +x player.py",
        }
    }

    /// How to name it on the command line, inside its directory.
    pub fn player(&self) -> &'static str {
        match self.language {
            Language::C => "./player.so",
            Language::Wasm => "./player.wasm",
            Language::Python => "ugi:./player.py",
            Language::Rust if self.is_rust_library() => "./target/release/libplayer.so",
            Language::Rust => "ugi:./target/release/player",
        }
    }

    fn is_rust_library(&self) -> bool {
        self.form == Form::Library
    }

    fn c_source(&self) -> String {
        let rules = match self.kind {
            Kind::Amazons => include_str!("../../../templates/c/amazons.c"),
            Kind::Blobwar => include_str!("../../../templates/c/blobwar.c"),
            Kind::Flood => include_str!("../../../templates/c/flood.c"),
            Kind::Reversi => include_str!("../../../templates/c/reversi.c"),
        };
        self.fill(&rules.replace("@BOARD@\n", BOARD))
    }

    const fn rust_player(&self) -> &'static str {
        match self.kind {
            Kind::Amazons => include_str!("../../../templates/rust/library/amazons.rs"),
            Kind::Blobwar => include_str!("../../../templates/rust/library/blobwar.rs"),
            Kind::Flood => include_str!("../../../templates/rust/library/flood.rs"),
            Kind::Reversi => include_str!("../../../templates/rust/library/reversi.rs"),
        }
    }

    const fn rust_rules(&self) -> &'static str {
        match self.kind {
            Kind::Amazons => include_str!("../../../templates/rust/program/amazons.rs"),
            Kind::Blobwar => include_str!("../../../templates/rust/program/blobwar.rs"),
            Kind::Flood => include_str!("../../../templates/rust/program/flood.rs"),
            Kind::Reversi => include_str!("../../../templates/rust/program/reversi.rs"),
        }
    }

    const fn python_rules(&self) -> &'static str {
        match self.kind {
            Kind::Amazons => include_str!("../../../templates/python/amazons.py"),
            Kind::Blobwar => include_str!("../../../templates/python/blobwar.py"),
            Kind::Flood => include_str!("../../../templates/python/flood.py"),
            Kind::Reversi => include_str!("../../../templates/python/reversi.py"),
        }
    }

    fn cargo(&self, target: &str) -> String {
        self.fill(&CARGO.replace("@TARGET@\n", target))
    }

    fn fill(&self, text: &str) -> String {
        let (language, files) = match self.language {
            Language::C => ("C", "player.so"),
            Language::Wasm => ("C, for WebAssembly", "player.wasm"),
            Language::Python => ("Python", "player.py"),
            Language::Rust if self.is_rust_library() => ("Rust", "target/release/libplayer.so"),
            Language::Rust => ("Rust", "target/release/player"),
        };
        [
            ("@NAME@", self.name),
            ("@GAME@", self.spec),
            ("@SPEC@", self.spec),
            ("@LANGUAGE@", language),
            ("@BUILD@", self.build()),
            ("@PLAYER@", self.player()),
            ("@FILES@", files),
        ]
        .iter()
        .fold(text.to_owned(), |text, (mark, value)| text.replace(mark, value))
    }
}
