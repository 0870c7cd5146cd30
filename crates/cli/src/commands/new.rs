//! `agon new`: a player to start from. It builds with one command and plays legal moves at once.

mod template;

use std::path::{Path, PathBuf};

use agon_games::spec::{GameSpec, Kind};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

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
  agon new mine --game flood --lang wasm")]
pub struct New {
    /// The directory to make; its last part is the player's name
    dir: PathBuf,
    /// The game and board it is for
    #[arg(long, short)]
    game: String,
    /// The language: c and wasm make libraries, python and rust programs (rust a library for amazons and flood)
    #[arg(long, short, value_enum)]
    lang: Language,
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
        let project = Project { name: &name, spec: &self.game, kind: spec.kind, language: self.lang };
        if self.dir.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            bail!("`{}` is not empty: choose another directory", self.dir.display());
        }
        for (path, text) in project.files() {
            write(&self.dir.join(path), &text)?;
        }
        if self.lang == Language::Python {
            make_executable(&self.dir.join("player.py"))?;
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
