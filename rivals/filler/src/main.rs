//! The Flood champion against the robots of Debian's `filler`, on filler's board (1,377 hexagons, nine colours) and by
//! its rules: `agon-filler JAR BRIDGE ROBOT [GAMES] [depth=N | nodes=N | move=MILLISECONDS]`. The arena's boards have at
//! most 512 cells and eight colours, so the champion's own search and evaluation are compiled here for filler's graph.

mod bridge;
mod champion;
mod flood;
mod referee;
mod tally;

// Sources of the engine, read where they are. They call these modules by the names that they have at home.
#[allow(dead_code, reason = "a file of the engine: not all of it is wanted here")]
#[path = "../../../crates/engine/src/solve/flood/bounds.rs"]
mod bounds;
#[allow(dead_code, reason = "a file of the engine: not all of it is wanted here")]
#[path = "../../../crates/engine/src/budget.rs"]
mod budget;
#[allow(dead_code, reason = "a file of the engine: not all of it is wanted here")]
#[path = "../../../crates/engine/src/gauge.rs"]
mod gauge;
#[allow(dead_code, reason = "a file of the engine: not all of it is wanted here")]
#[path = "../../../crates/engine/src/timekeeper.rs"]
mod timekeeper;
extern crate self as agon_games;
use games::{bits, side, spec};
mod game {
    pub(crate) use crate::flood::Game;
}
mod solve {
    pub(crate) mod flood {
        pub(crate) use crate::bounds::Bounds;
    }
}

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use self::bridge::Bridge;
use self::budget::Budget;
use self::tally::Tally;

const USAGE: &str = "usage: agon-filler JAR BRIDGE ROBOT [GAMES] [depth=N | nodes=N | move=MILLISECONDS]";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agon-filler: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<()> {
    let [jar, source, robot, rest @ ..] = args else { bail!("{USAGE}") };
    let n_games: u64 = match rest.first() {
        Some(games) => games.parse().with_context(|| format!("`{games}` is not a number of games"))?,
        None => 200,
    };
    let budget = read_budget(rest.get(1).map_or("depth=1", String::as_str))?;
    let mut bridge = Bridge::start(jar, source, robot)?;
    let mut tally = Tally::default();
    // Every board twice: the champion begins, then the robot.
    for n in 0..n_games.next_multiple_of(2) {
        let end = referee::play(&mut bridge, 1 + n / 2, (n % 2) as usize, &budget)
            .with_context(|| format!("{robot}, game {n}"))?;
        tally.add(&end);
    }
    println!("{robot}: {tally}");
    Ok(())
}

fn read_budget(text: &str) -> Result<Budget> {
    let (what, number) = text.split_once('=').context(USAGE)?;
    let number: u64 = number.parse().with_context(|| format!("`{text}`: {USAGE}"))?;
    match what {
        "depth" => Ok(Budget::depth(number.try_into()?)),
        "nodes" => Ok(Budget::nodes(number)),
        "move" => Ok(Budget::movetime(Duration::from_millis(number))),
        _ => bail!("`{text}`: {USAGE}"),
    }
}
