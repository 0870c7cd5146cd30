//! `agon worker`: plays games that are handed out on another machine.

use std::path::PathBuf;
use std::time::Duration;

use agon_fleet::{News, Post, work};
use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::broker::Broker;
use crate::interrupt;
use crate::output::Output;
use crate::tourney::venues;

/// Play games for tournaments on other machines
///
/// Takes pairs from a broker that `agon match`, `tournament`, `ladder` or `serve` with the same --queue put them up at.
/// Players' files that are not here are fetched by their hash. Ctrl-C finishes the games under way and gives the rest
/// back; a second one ends at once, and so does kill: whatever was begun is played by another worker.
#[derive(Args)]
#[command(after_help = "Examples:
  agon worker --queue nats://broker.example:4222
  agon worker --queue tls://broker.example:4222 --queue-creds worker.creds --cores 8
  agon worker --queue nats://127.0.0.1:4222 --idle 60")]
pub struct Worker {
    #[command(flatten)]
    broker: Broker,
    /// How many games at once; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    cores: u16,
    /// Keep each game on one core
    #[arg(long)]
    pin: bool,
    /// Go home when there has been nothing to play for so many seconds
    #[arg(long, value_name = "SECONDS")]
    idle: Option<u64>,
    /// Where players' files are kept
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

#[derive(Serialize)]
struct Worked {
    pairs: u64,
}

impl Worker {
    /// Works until Ctrl-C.
    pub fn run(&self, output: &Output) -> Result<()> {
        let all = std::thread::available_parallelism().map_or(1, |n| n.get());
        let post = Post {
            access: self.broker.needed()?,
            cores: if self.cores == 0 { all } else { self.cores.into() },
            pin: self.pin,
            folder: self.cache.clone().unwrap_or_else(default_cache),
            idle_limit: self.idle.map(Duration::from_secs),
        };
        let stop = interrupt::flag()?;
        let pairs = work(&post, &venues, &stop, &mut |news| {
            if let Some(line) = told(&news) {
                output.story(line);
            }
        })?;
        match output.json {
            true => output.value(&Worked { pairs }),
            false => output.text(&format!("{pairs} pairs played\n")),
        }
    }
}

/// What a person wants to read of it.
fn told(news: &News) -> Option<String> {
    Some(match news {
        News::Ready { worker, calibration } => format!(
            "worker {worker}: {:.2} million nodes a second, {:.0}% of a core for each game; waiting for work",
            calibration.speed as f64 / 1e6,
            100.0 * calibration.share
        ),
        News::Joined { run, scale: None } => format!("playing for `{run}`"),
        News::Joined { run, scale: Some(scale) } => {
            format!("playing for `{run}`, times multiplied by {scale:.2} to make up for this machine's speed")
        }
        News::LeftOut { run, why } => format!("not playing for `{run}`: {why}"),
        News::Over { run } => format!("`{run}` is over"),
        News::Trouble { why } => format!("a pair could not be played here: {why}"),
        News::Leaving { .. } => "finishing the games under way".to_owned(),
        News::Played { .. } => return None,
    })
}

/// A folder that players who are locked in can read, too: root's own is closed to them.
fn default_cache() -> PathBuf {
    let home = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = home.or_else(|| {
        let home = PathBuf::from(std::env::var_os("HOME")?);
        (home != std::path::Path::new("/root")).then(|| home.join(".cache"))
    });
    home.unwrap_or_else(|| "/var/cache".into()).join("agon/players")
}
