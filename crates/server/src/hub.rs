//! What everything in the server shares: the games that are on or were on lately, the store, the course, and the
//! news for the first page.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_arena::player::custody::Custody;
use agon_arena::store::Store;
use agon_games::record::Ending;
use serde_json::json;
use tokio::sync::broadcast;

use crate::answers::Answers;
use crate::casual::Casual;
use crate::course::Course;
use crate::journal::Journal;
use crate::limits::Limits;
use crate::live::{End, Live};
use crate::metrics::Metrics;
use crate::players::PlayerFiles;
use crate::refusal::Refusal;
use crate::results::Results;
use crate::{Config, LogSink, ServeError};

/// Games kept in memory; the oldest finished ones go first.
const MOST_GAMES: usize = 400;
/// Games of people that may be open at once.
pub(crate) const MOST_OPEN: usize = 200;

/// The shared state of this server.
pub(crate) struct Hub {
    games: Mutex<Games>,
    /// The cards of games that changed.
    news: broadcast::Sender<Arc<str>>,
    store: Mutex<Store>,
    pub(crate) course: Course,
    pub(crate) casual: Casual,
    pub(crate) results: Results,
    pub(crate) answers: Answers,
    pub(crate) limits: Limits,
    pub(crate) metrics: Metrics,
    pub(crate) files: PlayerFiles,
    /// How foreign players are held.
    pub(crate) custody: Custody,
    /// Whether a proxy that we trust stands before us.
    pub(crate) is_proxied: bool,
    /// Breaks ladder games off.
    pub(crate) halt: Arc<AtomicBool>,
    journals: Mutex<HashMap<i64, Arc<Journal>>>,
    /// Whether an upload came that the examiner has not heard of.
    upload: Mutex<bool>,
    bell: Condvar,
    closed: Mutex<bool>,
    closing: Condvar,
    log: Option<LogSink>,
}

#[derive(Default)]
struct Games {
    by_id: HashMap<String, Arc<Live>>,
    order: VecDeque<String>,
}

impl Hub {
    pub(crate) fn new(config: &Config) -> Result<Self, ServeError> {
        let store = match &config.db {
            Some(path) => Store::open(path)?,
            None => Store::in_memory()?,
        };
        let course = Course::open(config.db.as_deref())?;
        Ok(Self {
            games: Mutex::default(),
            news: broadcast::Sender::new(1024),
            results: Results::load(&store)?,
            answers: Answers::default(),
            store: Mutex::new(store),
            course,
            casual: Casual::open(config.db.as_deref())?,
            limits: Limits::default(),
            metrics: Metrics::default(),
            files: PlayerFiles::new().map_err(ServeError::Runtime)?,
            custody: config.host.clone().map_or_else(Custody::default, Custody::new),
            is_proxied: config.is_proxied,
            halt: Arc::default(),
            journals: Mutex::default(),
            upload: Mutex::new(false),
            bell: Condvar::new(),
            closed: Mutex::new(false),
            closing: Condvar::new(),
            log: config.log.clone(),
        })
    }

    /// The store, for one user at a time.
    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        lock(&self.store)
    }

    /// Adds a game; refused when too many people play at once.
    pub(crate) fn add(&self, game: Arc<Live>) -> Result<(), Refusal> {
        let mut games = lock(&self.games);
        let is_open = |game: &Live| game.has_people() && game.end().is_none();
        // The ladder's own games are never turned away by what guests do.
        if game.has_people() && games.by_id.values().filter(|game| is_open(game)).count() >= MOST_OPEN {
            let words = "too many games are open: finish or resign one, or try again later";
            return Err(Refusal::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, words));
        }
        while games.order.len() >= MOST_GAMES {
            let finished = games.order.iter().position(|id| games.by_id[id].end().is_some());
            let Some(oldest) = games.order.remove(finished.unwrap_or(0)) else { break };
            games.by_id.remove(&oldest);
        }
        if games.by_id.insert(game.id.clone(), game.clone()).is_none() {
            games.order.push_back(game.id.clone());
        }
        drop(games);
        self.tell(&game);
        Ok(())
    }

    /// The game with this id: in progress, or out of the store.
    pub(crate) fn game(&self, id: &str) -> Result<Arc<Live>, Refusal> {
        if let Some(game) = lock(&self.games).by_id.get(id) {
            return Ok(game.clone());
        }
        let missing = || Refusal::missing("there is no such game, or no longer");
        let Some((tournament, pair, leg)) = stored_id(id) else {
            let game = Arc::new(self.casual.find(id)?.ok_or_else(missing)?);
            if game.end().is_none() {
                self.add(game.clone())?;
            }
            return Ok(game);
        };
        let stored = self.store().game(tournament, pair, leg)?.ok_or_else(missing)?;
        Live::replay(id.to_owned(), &stored.record).map(Arc::new).ok_or_else(missing)
    }

    /// Keeps a game of people as it is now, before anybody is told that it is so.
    pub(crate) fn keep(&self, game: &Live) {
        if let Err(error) = self.casual.keep(game) {
            self.log("error", &format!("game {} could not be kept: {error}", game.id));
        }
    }

    /// The latest games, newest first.
    pub(crate) fn latest(&self, n: usize) -> Vec<Arc<Live>> {
        let games = lock(&self.games);
        games.order.iter().rev().take(n).map(|id| games.by_id[id].clone()).collect()
    }

    /// How many games are open, and how many are kept.
    pub(crate) fn count(&self) -> (u64, u64) {
        let games = lock(&self.games);
        let open = games.by_id.values().filter(|game| game.end().is_none()).count();
        (open as u64, games.by_id.len() as u64)
    }

    /// How many look at the first page.
    pub(crate) fn n_viewers(&self) -> u64 {
        self.news.receiver_count() as u64
    }

    /// Sends the game's card to the first page's viewers.
    pub(crate) fn tell(&self, game: &Live) {
        // Nobody listening is no fault.
        let _ = self.news.send(game.card().to_string().into());
    }

    /// The cards of games as they change.
    pub(crate) fn news(&self) -> broadcast::Receiver<Arc<str>> {
        self.news.subscribe()
    }

    /// The file of an uploaded player.
    pub(crate) fn player_file(&self, entry: i64) -> Result<PathBuf, String> {
        self.files.file(entry, || self.course.library(entry))
    }

    /// The journal of a check that is on or about to be.
    pub(crate) fn journal(&self, entry: i64) -> Arc<Journal> {
        lock(&self.journals).entry(entry).or_default().clone()
    }

    /// Lets a journal go: what it says is in the database.
    pub(crate) fn forget_journal(&self, entry: i64) {
        lock(&self.journals).remove(&entry);
    }

    /// Wakes the examiner.
    pub(crate) fn upload_came(&self) {
        *lock(&self.upload) = true;
        self.bell.notify_all();
    }

    /// Waits for an upload, but no longer than this.
    pub(crate) fn await_upload(&self, at_most: Duration) {
        let waiting = self.bell.wait_timeout_while(lock(&self.upload), at_most, |came| !*came);
        if let Ok((mut came, _)) = waiting {
            *came = false;
        }
    }

    /// Sleeps, unless the server closes.
    pub(crate) fn rest(&self, time: Duration) {
        if !time.is_zero() {
            drop(self.closing.wait_timeout_while(lock(&self.closed), time, |closed| !*closed));
        }
    }

    /// Writes a line to the log, if anybody keeps one.
    pub(crate) fn log(&self, level: &str, words: &str) {
        self.log_value(json!({ "level": level, "message": words }));
    }

    /// Writes a line with these fields to the log.
    pub(crate) fn log_value(&self, mut line: serde_json::Value) {
        if let Some(log) = &self.log {
            line["time"] = json!(crate::course::now());
            log(&line.to_string());
        }
    }

    /// Whether the server is shutting down.
    pub(crate) fn is_closed(&self) -> bool {
        *lock(&self.closed)
    }

    /// Ends what is still open, so that viewers' connections end too. Ladder games that are broken off are played
    /// again another day.
    pub(crate) fn close(&self) {
        *lock(&self.closed) = true;
        self.halt.store(true, Ordering::Relaxed);
        self.closing.notify_all();
        self.upload_came();
        let games: Vec<_> = lock(&self.games).by_id.values().cloned().collect();
        for game in games {
            // Games of people are parked as they are: they go on after the next start.
            if game.has_people() {
                game.wake();
            } else {
                game.break_off(End { winner: None, ending: Ending::Aborted });
            }
        }
        lock(&self.journals).values().for_each(|journal| journal.close());
        let _ = self.news.send("".into());
    }
}

/// The parts of a stored game's id.
pub(crate) fn stored_id(id: &str) -> Option<(i64, u64, u8)> {
    let mut parts = id.split('-');
    let parsed = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let (tournament, pair, leg): (i64, u64, u8) = parsed;
    let is_whole =
        parts.next().is_none() && tournament > 0 && tournament < 1 << 20 && pair < 1 << 38 && leg < 2;
    is_whole.then_some((tournament, pair, leg))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
