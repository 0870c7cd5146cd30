//! Every game that is on or was on lately, and the news of them for the first page.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agon_arena::store::Store;
use agon_games::record::Ending;
use tokio::sync::broadcast;

use crate::live::{End, Live};
use crate::refusal::Refusal;

/// Games kept in memory; the oldest finished ones go first.
const MOST_GAMES: usize = 400;
/// Games of people that may be open at once.
const MOST_OPEN: usize = 200;

/// The games of this server.
pub(crate) struct Hub {
    games: Mutex<Games>,
    /// The cards of games that changed.
    news: broadcast::Sender<Arc<str>>,
    store: Mutex<Store>,
    closed: AtomicBool,
}

#[derive(Default)]
struct Games {
    by_id: HashMap<String, Arc<Live>>,
    order: VecDeque<String>,
}

impl Hub {
    pub(crate) fn new(store: Store) -> Self {
        let closed = AtomicBool::new(false);
        Self { games: Mutex::default(), news: broadcast::Sender::new(1024), store: Mutex::new(store), closed }
    }

    /// The store, for one user at a time.
    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a game; refused when too many people play at once.
    pub(crate) fn add(&self, game: Arc<Live>) -> Result<(), Refusal> {
        let mut games = self.lock();
        let open = games.by_id.values().filter(|game| game.end().is_none()).count();
        if open >= MOST_OPEN {
            let words = "too many games are open: finish or resign one, or try again later";
            return Err(Refusal::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, words));
        }
        while games.order.len() >= MOST_GAMES {
            let finished = games.order.iter().position(|id| games.by_id[id].end().is_some());
            let Some(oldest) = games.order.remove(finished.unwrap_or(0)) else { break };
            games.by_id.remove(&oldest);
        }
        games.order.push_back(game.id.clone());
        games.by_id.insert(game.id.clone(), game.clone());
        drop(games);
        self.tell(&game);
        Ok(())
    }

    /// The game with this id.
    pub(crate) fn game(&self, id: &str) -> Result<Arc<Live>, Refusal> {
        self.lock()
            .by_id
            .get(id)
            .cloned()
            .ok_or_else(|| Refusal::missing("there is no such game, or no longer"))
    }

    /// The latest games, newest first.
    pub(crate) fn latest(&self, n: usize) -> Vec<Arc<Live>> {
        let games = self.lock();
        games.order.iter().rev().take(n).map(|id| games.by_id[id].clone()).collect()
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

    /// Whether the server is shutting down.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Ends what is still open, so that viewers' connections end too.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let games: Vec<_> = self.lock().by_id.values().cloned().collect();
        for game in games {
            game.break_off(End { winner: None, ending: Ending::Aborted });
        }
        let _ = self.news.send("".into());
    }

    fn lock(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
