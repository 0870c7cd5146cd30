//! `agon new`: a player to start from. It builds with one command and plays legal moves at once.

mod template;

use std::path::{Path, PathBuf};

use agon_games::spec::{GameSpec, Kind};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::output::Output;
use template::Project;

/// Start writing a player
///
/// Makes a directory with a player that plays legal moves, a way to build it, and a README that says how to
/// check it and measure it.
#[derive(Args)]
#[command(after_help = "Examples:
  agon new mine --game amazons --lang c
  agon new mine --game reversi --lang python
  agon new mine --game ataxx --lang rust
  agon new mine --game ataxx --lang rust --form library
  agon new mine --game flood --lang wasm")]
pub struct New {
    /// The directory to make; its last part is the player's name
    dir: PathBuf,
    /// The game and board it is for
    #[arg(long, short)]
    game: String,
    /// The language it is written in
    #[arg(long, short, value_enum)]
    lang: Language,
    /// A library or a program; C and wasm are libraries, Python is a program, Rust can be both
    #[arg(long, value_enum)]
    form: Option<Form>,
}

/// What a player is built as.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Loaded by the arena: a shared library or a WebAssembly module.
    Library,
    /// Started by the arena: a program that reads and writes lines.
    Program,
}

/// What a player can be written in.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// A shared library in C.
    C,
    /// A program in Rust, or a library.
    Rust,
    /// A program in Python.
    Python,
    /// A WebAssembly module in C.
    Wasm,
}

impl New {
    /// Writes the files.
    pub fn run(&self, output: &Output) -> Result<()> {
        let spec: GameSpec = self.game.parse()?;
        let name = self.name()?;
        let form = self.form(spec.kind)?;
        let project = Project { name: &name, spec: &self.game, kind: spec.kind, language: self.lang, form };
        if self.dir.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            bail!("`{}` is not empty: choose another directory", self.dir.display());
        }
        let files = project.files();
        for (path, text) in &files {
            write(&self.dir.join(path), text)?;
        }
        if self.lang == Language::Python {
            make_executable(&self.dir.join("player.py"))?;
        }
        if output.json {
            let files: Vec<&str> = files.iter().map(|(path, _)| *path).collect();
            let (build, player) = (project.build(), project.player());
            return output
                .value(&json!({ "dir": self.dir, "game": self.game, "files": files, "build": build,
                "player": player }));
        }
        let dir = self.dir.display();
        output.text(&format!(
            "{dir}: a player of {} in {:?}\n\n  cd {dir}\n  {}\n  agon check '{}' '{}'\n",
            Kind::name(spec.kind),
            self.lang,
            project.build(),
            project.player(),
            self.game,
        ))
    }

    /// What it is built as: what was asked for, if the language can do it.
    fn form(&self, kind: Kind) -> Result<Form> {
        let usual = match self.lang {
            Language::C | Language::Wasm => Form::Library,
            Language::Python => Form::Program,
            // The games whose earlier servers loaded libraries.
            Language::Rust if matches!(kind, Kind::Amazons | Kind::Flood) => Form::Library,
            Language::Rust => Form::Program,
        };
        match self.form {
            None => Ok(usual),
            Some(form) if form == usual || self.lang == Language::Rust => Ok(form),
            Some(_) if usual == Form::Library => {
                bail!("a player in {:?} is a library: for a program take --lang python or rust", self.lang)
            }
            Some(_) => {
                bail!("a player in {:?} is a program: for a library take --lang c, rust or wasm", self.lang)
            }
        }
    }

    /// The player's name, fit for code: letters, digits, `-` and `_`.
    fn name(&self) -> Result<String> {
        let name = self.dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty()
            || !name.chars().all(is_fit)
            || !name.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            bail!("`{name}` is no name for a player: use letters, digits, - and _, a letter first");
        }
        Ok(name)
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir)
        .and_then(|()| std::fs::write(path, text))
        .with_context(|| format!("cannot write `{}`", path.display()))
}

fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
        .with_context(|| format!("cannot make `{}` executable", path.display()))
}
