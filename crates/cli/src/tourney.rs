//! What `match`, `tournament`, `ladder` and `sweep` share: the conditions of play, where results are kept, and
//! holding the event with a bar that tells its rate, its end and its score.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_arena::clock::Clock;
use agon_arena::hall::Hall;
use agon_arena::job::PairResult;
use agon_arena::player::custody::Custody;
use agon_arena::player::spec::is_foreign;
use agon_arena::queue::Crew;
use agon_arena::runner::{Event, Progress, Run};
use agon_arena::schedule::PairScore;
use agon_arena::store::Store;
use agon_arena::tournament::{Manner, Plan, Tournament, stored_plan};
use agon_arena::venue::Venue;
use agon_fleet::{Coordinator, Undertaking, run_key};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use crate::broker::Broker;
use crate::output::Output;
use crate::{interrupt, progress};

/// How often a log is told how far workers elsewhere have come.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// How games are played, whoever plays them.
#[derive(Args, Clone, Debug)]
pub struct Conditions {
    /// What a player may spend: 10s, 5s+100ms, move=200ms, nodes=10000, depth=4, fuel=1G [default: 10s]
    #[arg(long, short, value_name = "C")]
    clock: Option<String>,
    /// Where all chance comes from [default: 0]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How many games at once; 0 for one per core, one at a time for players over TCP
    #[arg(long, short = 'j', value_name = "K", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=256))]
    concurrency: u16,
    /// Where games begin: auto, none, random:PLIES, balanced:PLIES, colourings, shipped, or a file [default: auto]
    #[arg(long, value_name = "WHERE")]
    openings: Option<String>,
    /// Begin with this position instead; @FILE reads it from a file
    #[arg(long, short, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// Whether a game and its players stay on one core
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pin: Pin,
    #[command(flatten)]
    broker: Broker,
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

    /// Whether games are handed out to other machines.
    pub fn is_elsewhere(&self) -> bool {
        self.broker.access().is_some()
    }

    /// One game at a time, unless told otherwise: games at once would take each other's time.
    pub fn one_at_a_time(mut self) -> Conditions {
        self.concurrency = self.concurrency.max(1);
        self
    }

    /// How many games are played at once, and where.
    pub fn manner(&self, tournament: &Tournament) -> Manner {
        let specs = || tournament.players().iter().map(|player| player.spec.as_str());
        // A search of several threads needs several cores.
        let is_faster = specs().any(is_foreign) && !specs().any(|spec| spec.contains("threads="));
        let pin = match self.pin {
            Pin::Auto => is_faster,
            Pin::Always => true,
            Pin::Never => false,
        };
        // A player that connects has one door, and plays one game at a time.
        let workers = if specs().any(|spec| spec.starts_with("tcp:")) { 1 } else { self.concurrency.into() };
        Manner { workers, pin }
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
            if self.run.n_parked > 0 {
                bail!("{} pairs were given up: every worker that took them died", self.run.n_parked);
            }
            let how = if self.is_kept { ": --resume goes on" } else { "" };
            bail!("stopped after {} games{how}", self.run.progress.games);
        }
        Ok(())
    }
}

impl Keeping {
    /// Nowhere: results last as long as the command.
    pub const fn nowhere() -> Keeping {
        Keeping { db: None, name: None, resume: false }
    }

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
    let mut ticker = Ticker::new(output, &bar, conditions);
    let is_kept = keeping.db.is_some();
    let run = play(&mut tournament, store.as_mut(), conditions, is_kept, output, &stop, &mut |event| {
        match &event {
            Event::Finished(results, played) => {
                results.iter().for_each(|result| score.add(result));
                hear(results, &stop);
                bar.set_position(played.games + 2 * played.resumed_pairs);
                ticker.score = score.text();
                bar.set_message(ticker.score.clone());
            }
            Event::Resumed(..) => bar.inc(2),
            Event::Parked { .. } | Event::Notice(_) | Event::Tick(_) => {}
        }
        ticker.hear(&event);
    });
    bar.finish_and_clear();
    Ok(Held { tournament, store, run: run?, is_kept })
}

/// Plays a tournament: here, or by workers behind a broker. `is_kept` says whether the store outlives us.
fn play(
    tournament: &mut Tournament,
    store: Option<&mut Store>,
    conditions: &Conditions,
    is_kept: bool,
    output: &Output,
    stop: &AtomicBool,
    listen: &mut dyn FnMut(Event<'_>),
) -> Result<Run> {
    let Some(access) = conditions.broker.access() else {
        let manner = conditions.manner(tournament);
        return Ok(tournament.run(store, &venues, manner, stop, listen)?);
    };
    let name = tournament.plan().name.clone();
    let stored = match store.as_deref().filter(|_| is_kept) {
        Some(store) => store.tournament(&name)?,
        None => None,
    };
    let clock: Clock = tournament.plan().clock.parse()?;
    let undertaking = Undertaking {
        run: run_key(stored.as_ref()),
        name,
        players: tournament.players().to_vec(),
        is_timed: clock.is_timed(),
        lease: conditions.broker.lease(),
    };
    let mut queue = Coordinator::open(&access, undertaking)?;
    output.story("handing out games: start `agon worker` with this --queue wherever they are to be played");
    Ok(tournament.run_on(store, &mut queue, stop, listen)?)
}

/// Tells what happens beside the games: on a terminal the bar says who plays, in a log a line every ten seconds does.
struct Ticker<'a> {
    output: &'a Output,
    bar: &'a ProgressBar,
    is_fleet: bool,
    last: Instant,
    score: String,
}

impl<'a> Ticker<'a> {
    fn new(output: &'a Output, bar: &'a ProgressBar, conditions: &Conditions) -> Ticker<'a> {
        let is_fleet = conditions.broker.access().is_some();
        Ticker { output, bar, is_fleet, last: Instant::now(), score: String::new() }
    }

    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Finished(_, progress) | Event::Tick(progress) if self.is_fleet => self.tick(progress),
            Event::Notice(what) => self.bar.suspend(|| self.output.story(what)),
            Event::Parked { number, why, is_final } => {
                let then = if *is_final { "and is given up" } else { "and is tried again at the end" };
                let what = format!("pair {number} is set aside ({why}) {then}");
                self.bar.suspend(|| self.output.story(what));
            }
            _ => {}
        }
    }

    fn tick(&mut self, progress: &Progress) {
        let Crew { workers, cores } = progress.crew;
        let rate = progress.games as f64 / progress.elapsed.as_secs_f64().max(1e-9);
        let crew = format!("{workers} workers with {cores} cores, {rate:.1} games/s");
        if !self.bar.is_hidden() {
            return self.bar.set_message(format!("{}; {crew}", self.score));
        }
        if self.last.elapsed() < LOG_EVERY {
            return;
        }
        self.last = Instant::now();
        let left = progress.total_pairs.map(|pairs| pairs - progress.pairs - progress.resumed_pairs);
        let eta = left.filter(|_| rate > 0.0).map(|pairs| 2.0 * pairs as f64 / rate);
        let eta = eta.map_or_else(String::new, |seconds| format!(", {seconds:.0} s to go"));
        self.output.story(format!("{} games; {crew}{eta}", progress.games));
    }
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
