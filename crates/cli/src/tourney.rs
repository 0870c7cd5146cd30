//! What `match`, `tournament` and `ladder` share: the conditions of play, the venues, records of games.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_arena::hall::Hall;
use agon_arena::job::PairResult;
use agon_arena::player::custody::Custody;
use agon_arena::tournament::{Plan, Tournament};
use agon_arena::venue::Venue;
use anyhow::{Context, Result};
use clap::Args;

/// How games are played, whoever plays them.
#[derive(Args, Clone, Debug)]
pub struct Conditions {
    /// What a player may spend: 10s, 5s+100ms, move=200ms, nodes=10000, depth=4, fuel=1G
    #[arg(long, short, value_name = "C", default_value = "10s")]
    clock: String,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many games at once; 0 for one per core
    #[arg(long, short = 'j', value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=256))]
    pub concurrency: u16,
    /// Where games begin: auto, none, random:PLIES, balanced:PLIES, shipped, or a file
    #[arg(long, value_name = "WHERE", default_value = "auto")]
    openings: String,
    /// Begin with this position instead; @FILE reads it from a file
    #[arg(long, short, value_name = "P")]
    position: Option<String>,
}

impl Conditions {
    /// Writes the conditions into a plan.
    pub fn put_into(&self, plan: &mut Plan) -> Result<()> {
        plan.clock.clone_from(&self.clock);
        plan.seed = self.seed;
        plan.openings.clone_from(&self.openings);
        plan.position = self.position.as_deref().map(crate::open::position).transpose()?;
        Ok(())
    }
}

/// Refuses players that cannot play before the first game is played.
pub fn check_players(tournament: &Tournament) -> Result<()> {
    for player in tournament.players() {
        crate::typed::check_player(&player.spec, tournament.table())?;
    }
    Ok(())
}

/// The venue of a worker, open to players of every kind.
pub fn venues(_: usize) -> Box<dyn Venue> {
    Box::new(Hall::new(Custody::default()))
}

/// A file that takes every game, one JSON record per line.
pub struct Records {
    file: Option<File>,
    outcome: std::io::Result<()>,
}

impl Records {
    /// Opens the file to append to, if there is to be one.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let open = |path: &Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.with_context(|| format!("cannot open `{}`", path.display()))
        };
        Ok(Self { file: path.map(open).transpose()?, outcome: Ok(()) })
    }

    /// Appends games; a failure raises `stop` and is told at the end.
    pub fn write(&mut self, pairs: &[PairResult], stop: &AtomicBool) {
        let Some(file) = &mut self.file else { return };
        let mut lines = String::new();
        for record in pairs.iter().flat_map(|pair| &pair.records) {
            lines += &serde_json::to_string(record).expect("a record is plain data");
            lines.push('\n');
        }
        if let Err(error) = file.write_all(lines.as_bytes()) {
            self.outcome = Err(error);
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether everything was written.
    pub fn close(self) -> Result<()> {
        self.outcome.context("cannot write the records")
    }
}
