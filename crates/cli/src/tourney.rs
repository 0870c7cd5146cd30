//! What `match`, `tournament`, `ladder` and `sweep` share: the conditions of play, where results are kept, and
//! holding the event with a bar that tells its rate, its end and its score.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use agon_arena::hall::Hall;
use agon_arena::job::PairResult;
use agon_arena::player::custody::Custody;
use agon_arena::player::spec::is_foreign;
use agon_arena::runner::{Event, Run};
use agon_arena::schedule::PairScore;
use agon_arena::store::Store;
use agon_arena::tournament::{Manner, Plan, Tournament, stored_plan};
use agon_arena::venue::Venue;
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::output::Output;
use crate::{interrupt, progress};

/// How games are played, whoever plays them.
#[derive(Args, Clone, Debug)]
pub struct Conditions {
    /// What a player may spend: 10s, 5s+100ms, move=200ms, nodes=10000, depth=4, fuel=1G [default: 10s]
    #[arg(long, short, value_name = "C")]
    clock: Option<String>,
    /// Where all chance comes from [default: 0]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How many games at once; 0 for one per core
    #[arg(long, short = 'j', value_name = "K", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=256))]
    concurrency: u16,
    /// Where games begin: auto, none, random:PLIES, balanced:PLIES, shipped, or a file [default: auto]
    #[arg(long, value_name = "WHERE")]
    openings: Option<String>,
    /// Begin with this position instead; @FILE reads it from a file
    #[arg(long, short, value_name = "P")]
    position: Option<String>,
    /// Whether a game and its players stay on one core
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pin: Pin,
}

/// When a game and its players stay on one core.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pin {
    /// Where a player is a program of its own: it is woken up faster on the core that asks.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Where results are kept.
#[derive(Args, Clone, Debug)]
pub struct Keeping {
    /// Keep every game in this database
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Its name in the database
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Go on with the tournament of that name
    #[arg(long, requires = "db")]
    resume: bool,
}

impl Conditions {
    /// Writes the conditions that were given into a plan.
    pub fn put_into(&self, plan: &mut Plan) -> Result<()> {
        plan.clock = self.clock.clone().unwrap_or(std::mem::take(&mut plan.clock));
        plan.seed = self.seed.unwrap_or(plan.seed);
        plan.openings = self.openings.clone().unwrap_or(std::mem::take(&mut plan.openings));
        if let Some(position) = &self.position {
            plan.position = Some(crate::open::position(position)?);
        }
        Ok(())
    }

    /// One game at a time, unless told otherwise: games at once would take each other's time.
    pub fn one_at_a_time(mut self) -> Conditions {
        self.concurrency = self.concurrency.max(1);
        self
    }

    fn manner(&self, tournament: &Tournament) -> Manner {
        let specs = || tournament.players().iter().map(|player| player.spec.as_str());
        // A search of several threads needs several cores.
        let is_faster = specs().any(is_foreign) && !specs().any(|spec| spec.contains("threads="));
        let pin = match self.pin {
            Pin::Auto => is_faster,
            Pin::Always => true,
            Pin::Never => false,
        };
        Manner { workers: self.concurrency.into(), pin }
    }
}

/// An event that was held, to its end or until it was stopped.
pub struct Held {
    /// What was played.
    pub tournament: Tournament,
    /// How it ended.
    pub run: Run,
    store: Option<Store>,
    is_kept: bool,
}

impl Held {
    /// Where its games are.
    pub fn store(&self) -> Result<&Store> {
        self.store.as_ref().context("the games were not kept")
    }

    /// Refuses an event that was stopped, and says how to go on.
    pub fn check_complete(&self) -> Result<()> {
        if !self.run.is_complete {
            let how = if self.is_kept { ": --resume goes on" } else { "" };
            bail!("stopped after {} games{how}", self.run.progress.games);
        }
        Ok(())
    }
}

impl Keeping {
    /// The database, if there is one.
    pub fn open(&self) -> Result<Option<Store>> {
        Ok(self.db.as_deref().map(Store::open).transpose()?)
    }

    /// The database, or one that lasts as long as the command.
    pub fn open_or_make(&self) -> Result<Store> {
        self.open()?.map_or_else(|| Ok(Store::in_memory()?), Ok)
    }
}

/// Plays an event; every finished pair goes to `hear` once it is safe.
pub fn hold(
    plan: Plan,
    mut store: Option<Store>,
    keeping: &Keeping,
    conditions: &Conditions,
    output: &Output,
    hear: &mut dyn FnMut(&[PairResult], &AtomicBool),
) -> Result<Held> {
    let plan = match &store {
        Some(store) if keeping.resume && plan.players.is_empty() => stored_plan(store, &plan.name)?,
        _ => plan,
    };
    let mut tournament = Tournament::new(plan, &crate::open::BoardFiles)?;
    check_players(&tournament)?;
    if let Some(sprt) = tournament.sprt() {
        let games = sprt.expected_games(0.1);
        output.story(format!(
            "a test of about {:.0} games if there is the gain, {:.0} if there is none, {:.0} at worst",
            games.at_elo1, games.at_elo0, games.worst
        ));
    }
    if let Some(store) = &mut store {
        tournament.enter(store, keeping.resume)?;
    }
    let stop = interrupt::flag()?;
    let bar = progress::games(output, tournament.n_pairs().map(|pairs| 2 * pairs));
    let mut score = Score::default();
    let manner = conditions.manner(&tournament);
    let run = tournament.run(store.as_mut(), &venues, manner, &stop, &mut |event| match event {
        Event::Finished(results, played) => {
            results.iter().for_each(|result| score.add(result));
            hear(results, &stop);
            bar.set_position(played.games + 2 * played.resumed_pairs);
            bar.set_message(score.text());
        }
        Event::Resumed(..) => bar.inc(2),
        Event::Parked { number, why, .. } => output.story(format!("pair {number} was set aside: {why}")),
        Event::Tick(_) => {}
    });
    bar.finish_and_clear();
    Ok(Held { tournament, store, run: run?, is_kept: keeping.db.is_some() })
}

/// The score so far, for the bar.
#[derive(Default)]
struct Score {
    counts: [u64; 3],
    points: HashMap<String, (f64, u64)>,
}

impl Score {
    fn add(&mut self, result: &PairResult) {
        let score = PairScore::of(result);
        let (games, draws) = (u64::from(score.n_games), u64::from(score.draws));
        let wins = (score.points - draws as f64 / 2.0) as u64;
        for (sum, n) in self.counts.iter_mut().zip([wins, draws, games - wins - draws]) {
            *sum += n;
        }
        for (at, player) in result.job.players.iter().enumerate() {
            let entry = self.points.entry(player.name.clone()).or_default();
            *entry = (entry.0 + score.points_of(at), entry.1 + games);
        }
    }

    /// Wins, draws and losses of a match; who leads among more.
    fn text(&self) -> String {
        if self.points.len() <= 2 {
            let [wins, draws, losses] = self.counts;
            return format!("+{wins} ={draws} -{losses}");
        }
        let share = |entry: &(f64, u64)| entry.0 / entry.1.max(1) as f64;
        let best = self.points.iter().max_by(|a, b| share(a.1).total_cmp(&share(b.1)).then(b.0.cmp(a.0)));
        best.map_or(String::new(), |(name, entry)| format!("{name} leads with {:.0}%", 100.0 * share(entry)))
    }
}

/// Refuses players that cannot play before the first game is played.
fn check_players(tournament: &Tournament) -> Result<()> {
    for player in tournament.players() {
        crate::typed::check_player(&player.spec, tournament.table())?;
    }
    Ok(())
}

/// The venue of a worker, open to players of every kind.
fn venues(_: usize) -> Box<dyn Venue> {
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
