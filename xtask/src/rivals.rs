//! Matches of our champions against other people's programs: `cargo xtask rivals [NAME] [GAMES]`. Each rival is fetched
//! or built the first time; the result is told with its interval and with what both sides really used per move. Games are
//! kept as they end: a match that was broken off goes on with `--resume`. Against the robots of filler the champion's
//! budget can be named: `cargo xtask rivals filler-sachin 200 nodes=100`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{cargo, filler, openspiel, root, target};

/// A match and what its rival needs.
struct Rival {
    name: &'static str,
    game: &'static str,
    /// The clock is long, so that nobody loses by a rival's rough idea of time, and both sides use a part of it.
    clock_ms: u32,
    pace: Pace,
    /// The rival's command, where {} stands for what its kind provides.
    command: &'static str,
    kind: Kind,
    /// Games at once: one where the rival takes all cores.
    n_at_once: u32,
}

/// How long the champion thinks.
enum Pace {
    /// This part of the clock: as long as the rival is told to take, or far less than it takes.
    Share(f64),
    /// A tenth of what the rival takes on this machine, as a first few games tell.
    Tenth,
}

enum Kind {
    /// A script for the interpreter that has OpenSpiel.
    OpenSpiel,
    /// The program of `rivals/`.
    Crates,
    /// A package of the system.
    System(&'static str),
}

const RIVALS: [Rival; 7] = [
    Rival {
        name: "openspiel-amazons",
        game: "amazons/10",
        clock_ms: 20_000,
        pace: Pace::Tenth,
        command: "ugi:{} amazons 1000",
        kind: Kind::OpenSpiel,
        n_at_once: 2,
    },
    Rival {
        name: "openspiel-othello",
        game: "reversi/8",
        clock_ms: 20_000,
        pace: Pace::Tenth,
        command: "ugi:{} othello 1000",
        kind: Kind::OpenSpiel,
        n_at_once: 2,
    },
    Rival {
        name: "grhino",
        game: "reversi/8",
        // It knows no clock, and thinks for a minute and more now and then.
        clock_ms: 1_000_000,
        pace: Pace::Share(0.001),
        command: "gtp:/usr/games/gtp-rhino -l 5",
        kind: Kind::System("/usr/games/gtp-rhino"),
        n_at_once: 2,
    },
    Rival {
        name: "grhino-double",
        game: "reversi/8",
        // It takes a tenth of a second, as the champion does, and GRhino itself 20 s.
        clock_ms: 100_000,
        pace: Pace::Share(0.001),
        command: "gtp:{} grhino",
        kind: Kind::Crates,
        n_at_once: 1,
    },
    Rival {
        name: "minimax",
        game: "ataxx",
        clock_ms: 1_000,
        pace: Pace::Share(0.02),
        command: "uai:{} minimax 20",
        kind: Kind::Crates,
        n_at_once: 1,
    },
    Rival {
        name: "board-game-mcts",
        game: "ataxx",
        clock_ms: 1_000,
        pace: Pace::Share(0.02),
        command: "uai:{} mcts 20",
        kind: Kind::Crates,
        n_at_once: 2,
    },
    Rival {
        name: "board-game-tiles",
        game: "ataxx",
        clock_ms: 1_000,
        pace: Pace::Share(0.02),
        command: "uai:{} tiles 20",
        kind: Kind::Crates,
        n_at_once: 2,
    },
];

/// Plays the match of this name, or all of them, with so many games each.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let (options, args): (Vec<&String>, Vec<&String>) = args.iter().partition(|word| word.starts_with('-'));
    if let Some(other) = options.iter().find(|word| *word != &"--resume") {
        bail!("no option `{other}`: there is --resume, to go on with matches that were broken off");
    }
    let games = args.iter().find(|word| word.parse::<u32>().is_ok()).map_or("200", |word| word);
    let budget = args.iter().find(|word| word.contains('=')).map(|word| word.as_str());
    let name = args.iter().find(|word| word.parse::<u32>().is_err() && !word.contains('='));
    let name = name.map(|word| word.as_str());
    let chosen: Vec<&Rival> =
        RIVALS.iter().filter(|rival| name.is_none_or(|name| rival.name == name)).collect();
    let is_robot =
        |robot: &str| name.is_none_or(|name| name == "filler" || name.strip_prefix("filler-") == Some(robot));
    let robots: Vec<(&str, &str)> = filler::ROBOTS
        .into_iter()
        .filter(|(robot, _)| is_robot(robot))
        .map(|(robot, usual)| (robot, budget.unwrap_or(usual)))
        .collect();
    if chosen.is_empty() && robots.is_empty() {
        let known: Vec<&str> = RIVALS.iter().map(|rival| rival.name).chain(["filler"]).collect();
        let (name, known) = (name.unwrap_or_default(), known.join(", "));
        let robots = filler::ROBOTS.map(|(robot, _)| robot).join(", ");
        bail!("no rival called `{name}`: known are {known}, and filler-ROBOT of {robots}");
    }
    if !chosen.is_empty() {
        cargo(&["build", "--release"])?;
    }
    chosen.into_iter().try_for_each(|rival| rival.play(games, !options.is_empty()))?;
    if robots.is_empty() { Ok(()) } else { filler::play(&robots, games) }
}

/// Games that tell how long a rival thinks.
const N_TRIAL: &str = "4";
/// A tenth, less what so few games may be off by.
const TENTH: f64 = 0.09;

impl Rival {
    fn play(&self, games: &str, resume: bool) -> Result<()> {
        std::fs::create_dir_all(folder()).context("the folder for the games cannot be made")?;
        let command = self.command()?;
        let path = folder().join(self.name);
        let (database, paced) = (path.with_extension("db"), path.with_extension("share"));
        if !resume {
            forget(&database)?;
        }
        // A match that goes on keeps the pace that it began with.
        let kept = if database.exists() { std::fs::read_to_string(&paced).ok() } else { None };
        let share = match (kept, &self.pace) {
            (Some(share), _) => share,
            (None, Pace::Share(share)) => share.to_string(),
            (None, Pace::Tenth) => self.tenth(&command)?,
        };
        std::fs::write(&paced, &share).with_context(|| paced.display().to_string())?;
        let champion = format!("champion:share={share}");
        let [ours, theirs] = self.games(&champion, &command, games, &database)?;
        println!("  per move: champion {ours:.1} ms, {} {theirs:.1} ms", self.name);
        Ok(())
    }

    /// The part of the clock that is a tenth of what the rival takes.
    fn tenth(&self, command: &str) -> Result<String> {
        let database = folder().join(format!("{}-trial.db", self.name));
        forget(&database)?;
        println!("\n{}: how long it thinks", self.name);
        let [_, theirs] = self.games("champion:share=0.001", command, N_TRIAL, &database)?;
        Ok(format!("{:.5}", TENTH * theirs / f64::from(self.clock_ms)))
    }

    /// Plays the games and tells the milliseconds per move of both.
    fn games(&self, champion: &str, command: &str, games: &str, database: &Path) -> Result<[f64; 2]> {
        let (at_once, clock) = (self.n_at_once.to_string(), format!("move={}ms", self.clock_ms));
        let mut agon = Command::new(target().join("release/agon"));
        agon.args(["match", self.game, champion, command, "--games", games, "--clock", &clock]);
        agon.args(["--concurrency", &at_once, "--name", self.name, "--db"]).arg(database);
        if database.exists() {
            agon.arg("--resume");
        }
        let line = agon.get_args().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
        println!("\n{}: agon {}", self.name, line.join(" "));
        if !agon.status().context("agon could not be started")?.success() {
            bail!(
                "the match against {} failed: `cargo xtask rivals {} {games} --resume` goes on with it",
                self.name,
                self.name
            );
        }
        time_per_move(database, champion)
    }

    /// The rival as a player of the arena, ready to be started.
    fn command(&self) -> Result<String> {
        let provided = match self.kind {
            Kind::OpenSpiel => {
                format!("{} {}", openspiel::python()?.display(), root().join("rivals/openspiel.py").display())
            }
            Kind::Crates => {
                let manifest = root().join("rivals/Cargo.toml");
                let (manifest, folder) = (manifest.to_string_lossy(), folder());
                let folder_text = folder.to_string_lossy();
                cargo(&["build", "--release", "--manifest-path", &manifest, "--target-dir", &folder_text])?;
                folder.join("release/agon-rivals").display().to_string()
            }
            Kind::System(file) if !Path::new(file).exists() => {
                bail!("{file} is not there: `cargo xtask packages` says what to install")
            }
            Kind::System(_) => String::new(),
        };
        Ok(self.command.replace("{}", &provided))
    }
}

/// Removes the games of the match before, if there are any.
fn forget(database: &Path) -> Result<()> {
    for ending in ["", "-wal", "-shm"] {
        let file = PathBuf::from(format!("{}{ending}", database.display()));
        if file.exists() {
            std::fs::remove_file(&file).with_context(|| file.display().to_string())?;
        }
    }
    Ok(())
}

/// Mean milliseconds per move of the champion and of its rival, over all games.
fn time_per_move(database: &Path, champion: &str) -> Result<[f64; 2]> {
    let export = Command::new(target().join("release/agon")).arg("export").arg(database).output();
    let export = export.context("agon could not be started")?;
    if !export.status.success() {
        bail!("the games cannot be read: {}", String::from_utf8_lossy(&export.stderr).trim());
    }
    let (mut spent, mut n_moves) = ([0.0; 2], [0.0; 2]);
    for line in String::from_utf8_lossy(&export.stdout).lines() {
        let line: Value = serde_json::from_str(line).context("each line is one JSON value")?;
        let record = &line["record"];
        if record.is_null() {
            continue;
        }
        let is_second = record["players"][0]["spec"] != champion;
        let n_opening = record["opening"].as_u64().unwrap_or(0) as usize;
        let moves = record["moves"].as_array().map_or(&[][..], Vec::as_slice);
        for (ply, mv) in moves.iter().enumerate().skip(n_opening) {
            let who = usize::from((ply % 2 == 1) != is_second);
            spent[who] += mv["us"].as_f64().unwrap_or(0.0) / 1000.0;
            n_moves[who] += 1.0;
        }
    }
    Ok([0, 1].map(|who| spent[who] / f64::max(n_moves[who], 1.0)))
}

/// Where rivals are built and their games are kept.
fn folder() -> PathBuf {
    target().join("rivals")
}
