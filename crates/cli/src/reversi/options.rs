//! The arguments of the Reversi program, read as its users are used to: short options in clusters, optional
//! arguments attached, long options with their unambiguous beginnings, the file anywhere among them.

use std::ffi::OsString;

use super::failure::Failure;
use super::tactic;

/// What is asked for.
#[derive(Debug)]
pub enum Request {
    Help,
    Version,
    Play(Options),
}

/// How to play.
#[derive(Debug)]
pub struct Options {
    /// Half the side of the board.
    pub size: usize,
    /// The numbers of the players of black and white.
    pub players: [usize; 2],
    pub contest: bool,
    pub verbose: bool,
    pub seed: u64,
    /// The position file.
    pub file: Option<String>,
}

/// Whether an option has an argument.
#[derive(Clone, Copy, PartialEq)]
enum Takes {
    Nothing,
    Something,
    /// Attached, or not at all.
    Perhaps,
}

const OPTIONS: [(char, &str, Takes); 8] = [
    ('s', "size", Takes::Something),
    ('b', "black-ai", Takes::Perhaps),
    ('w', "white-ai", Takes::Perhaps),
    ('c', "contest", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    ('V', "version", Takes::Nothing),
    ('h', "help", Takes::Nothing),
    ('S', "seed", Takes::Something),
];

/// Reads the arguments.
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Request, Failure> {
    let seed = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64);
    let mut options = Options { size: 4, players: [0, 0], contest: false, verbose: false, seed, file: None };
    let mut args = args.map(|arg| arg.to_string_lossy().into_owned());
    let mut only_files = false;
    while let Some(arg) = args.next() {
        let found = match arg.strip_prefix("--") {
            _ if only_files || arg == "-" || !arg.starts_with('-') => {
                options.take_file(arg)?;
                continue;
            }
            Some("") => {
                only_files = true;
                continue;
            }
            Some(long) => long_option(long, &mut args)?,
            None => short_options(&arg[1..], &mut args)?,
        };
        for (option, value) in found {
            match option {
                'h' => return Ok(Request::Help),
                'V' => return Ok(Request::Version),
                _ => options.set(option, value)?,
            }
        }
    }
    Ok(Request::Play(options))
}

type Found = Vec<(char, Option<String>)>;

fn long_option(text: &str, rest: &mut impl Iterator<Item = String>) -> Result<Found, Failure> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (text, None),
    };
    let meant: Vec<_> = OPTIONS.iter().filter(|(_, long, _)| long.starts_with(name)).collect();
    let &(letter, long, takes) = match meant.as_slice() {
        _ if name.is_empty() => return Err(Failure::option("`--=` is no option: try --help")),
        [one] => one,
        [] => {
            let hint = agon_games::nearest::suggestion(name, OPTIONS.map(|(_, long, _)| long));
            return Err(Failure::option(format!("no option `--{name}`: {hint}")));
        }
        several => match several.iter().find(|(_, long, _)| *long == name) {
            Some(exact) => exact,
            None => {
                let names: Vec<String> = several.iter().map(|(_, long, _)| format!("--{long}")).collect();
                return Err(Failure::option(format!("`--{name}` may be {}", names.join(" or "))));
            }
        },
    };
    match (takes, value) {
        (Takes::Nothing, Some(_)) => Err(Failure::option(format!("`--{long}` takes no argument"))),
        (Takes::Something, None) => match rest.next() {
            Some(value) => Ok(vec![(*letter, Some(value))]),
            None => Err(Failure::option(format!("`--{long}` needs a number"))),
        },
        (_, value) => Ok(vec![(*letter, value)]),
    }
}

fn short_options(cluster: &str, rest: &mut impl Iterator<Item = String>) -> Result<Found, Failure> {
    let mut found = Vec::new();
    for (at, letter) in cluster.char_indices() {
        let known = OPTIONS.iter().find(|(short, ..)| *short == letter && letter != 'S');
        let Some(&(_, _, takes)) = known else {
            return Err(Failure::option(format!("no option `-{letter}`: try --help")));
        };
        if takes == Takes::Nothing {
            found.push((letter, None));
            continue;
        }
        let attached = &cluster[at + letter.len_utf8()..];
        let value = match (attached.is_empty(), takes) {
            (false, _) => Some(attached.to_owned()),
            (true, Takes::Something) => match rest.next() {
                Some(value) => Some(value),
                None => return Err(Failure::option(format!("`-{letter}` needs a number"))),
            },
            (true, _) => None,
        };
        found.push((letter, value));
        return Ok(found);
    }
    Ok(found)
}

impl Options {
    fn set(&mut self, option: char, value: Option<String>) -> Result<(), Failure> {
        match option {
            'c' => self.contest = true,
            'v' => self.verbose = true,
            's' => self.size = size(&value.unwrap_or_default())?,
            'b' => self.players[0] = tactic::number(value.as_deref())?,
            'w' => self.players[1] = tactic::number(value.as_deref())?,
            _ => {
                let text = value.unwrap_or_default();
                let bad = |_| Failure::option(format!("`{text}` is not a seed: it is a whole number"));
                self.seed = text.parse().map_err(bad)?;
            }
        }
        Ok(())
    }

    fn take_file(&mut self, path: String) -> Result<(), Failure> {
        if let Some(first) = &self.file {
            return Err(Failure::usage(format!("one position file, not two: `{first}` and `{path}`")));
        }
        self.file = Some(path);
        Ok(())
    }
}

fn size(text: &str) -> Result<usize, Failure> {
    let bad = || Failure::size(format!("`{text}` is not a size: it is a number from 1 to 5"));
    text.parse().ok().filter(|size| (1..=5).contains(size)).ok_or_else(bad)
}
