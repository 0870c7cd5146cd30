//! `agon reversi`: the Reversi program that people know, flag for flag. It has its own arguments, its own
//! form of errors (`reversi: kind: what`), and a contest mode that prints one move.

mod dialogue;
mod failure;
mod options;
mod party;
mod tactic;

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use agon_games::catalog::Table;
use agon_games::reversi;

use failure::Failure;
use options::{Options, Request};
use party::Party;

const HELP: &str = "\
Usage: reversi [-s SIZE] [-b[N]] [-w[N]] [-c] [-v] [-V] [-h] [FILE]
Play a game of Reversi between people and programs.

  -s, --size SIZE       board of side 2*SIZE, SIZE from 1 to 5 (default 4: 8x8)
  -b, --black-ai[=N]    player of black (X), who begins (default 0; -b alone is 1)
  -w, --white-ai[=N]    player of white (O) (default 0; -w alone is 1)
  -c, --contest         print one move for the position in FILE, and nothing else
  -v, --verbose         show every turn
      --seed N          draw the same random moves again
  -V, --version         print the version
  -h, --help            print this

FILE holds a position: the player to move (X or O), then one row per line of X, O
and _ ; blanks and empty lines are free, # starts a comment.

Players:
";

/// Runs the program; `args` does not hold its name.
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { kind, what, code }) => {
            eprintln!("reversi: {kind}: {what}");
            ExitCode::from(code)
        }
    }
}

fn run(args: impl Iterator<Item = OsString>) -> Result<(), Failure> {
    let text = match options::parse(args)? {
        Request::Help => format!("{HELP}{}", tactic::list()),
        Request::Version => format!("reversi (agon) {}\n", env!("CARGO_PKG_VERSION")),
        Request::Play(options) if options.contest => contest(&options)?,
        Request::Play(options) => return play(&options),
    };
    std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)
}

/// The move for a position, in the form that contests expect.
fn contest(options: &Options) -> Result<String, Failure> {
    let Some(path) = &options.file else {
        return Err(Failure::usage("contest mode needs a position file: reversi -c FILE"));
    };
    let table = open(options)?;
    let position = table.start();
    if position.is_over() {
        return Err(Failure::position(format!("{path}: the game is over: neither side has a move")));
    }
    let player = match options.players[position.side().index()] {
        0 => tactic::CONTEST,
        number => number,
    };
    let mv = tactic::engine(&table, player, options.seed)?.choose(&position);
    Ok(format!("{}\n", position.move_text(mv).to_uppercase()))
}

fn play(options: &Options) -> Result<(), Failure> {
    let table = open(options)?;
    let stdin = std::io::stdin().lock();
    Party::new(&table, options, stdin, std::io::stdout().lock())?.play().map_err(Failure::output)
}

/// The table of the position file, or of the size.
fn open(options: &Options) -> Result<Table, Failure> {
    let Some(path) = &options.file else {
        let spec = format!("reversi/{}", 2 * options.size);
        return Table::open(&spec, None).map_err(|error| Failure::position(error.to_string()));
    };
    let text = crate::open::read(path).map_err(Failure::file)?;
    let setup = reversi::file::read(&text).map_err(|error| Failure::position(format!("{path}: {error}")))?;
    let spec = format!("reversi/{}", setup.board.cols());
    Table::open(&spec, Some(&crate::open::reversi_line(&setup)))
        .map_err(|error| Failure::position(format!("{path}: {error}")))
}
