//! The results of the ladders, in memory: what standings and players' pages are made of. Loaded once, then each
//! stored pair is added; tables are computed when someone asks and something is new.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_arena::job::Identity;
use agon_arena::standings::{Scoring, Standings};
use agon_arena::store::{GameFilter, Store, StoreError, StoredGame};

/// A table may be this old while games come in.
const STALE: Duration = Duration::from_secs(2);
/// Ladders are tournaments of the store whose names begin so.
const PREFIX: &str = "ladder/";

/// Every ladder.
#[derive(Default)]
pub(crate) struct Results(Mutex<Inside>);

#[derive(Default)]
struct Inside {
    by_name: HashMap<String, i64>,
    ladders: HashMap<i64, Ladder>,
    players: Arc<Vec<(i64, Identity)>>,
}

#[derive(Default)]
struct Ladder {
    games: Arc<Vec<StoredGame>>,
    next: u64,
    table: Option<Table>,
}

struct Table {
    n_games: usize,
    at: Instant,
    standings: Arc<Standings>,
}

/// The ladder of a game under a clock.
pub(crate) fn ladder_name(game: &str, clock: &str) -> String {
    format!("{PREFIX}{game}/{clock}")
}

impl Results {
    /// All that the store holds.
    pub(crate) fn load(store: &Store) -> Result<Self, StoreError> {
        let mut inside = Inside { players: Arc::new(store.players()?), ..Inside::default() };
        for tournament in store.tournaments()?.into_iter().filter(|t| t.name.starts_with(PREFIX)) {
            let filter = GameFilter { tournament: Some(tournament.id), without_moves: true };
            let mut games = Vec::new();
            store.each_game(filter, |game| {
                games.push(lean(game));
                true
            })?;
            let next = games.last().map_or(0, |game| game.pair + 1);
            inside.by_name.insert(tournament.name, tournament.id);
            inside.ladders.insert(tournament.id, Ladder { games: Arc::new(games), next, table: None });
        }
        Ok(Self(Mutex::new(inside)))
    }

    /// The ladder's number in the store; made if it is new.
    pub(crate) fn enter(&self, store: &mut Store, game: &str, clock: &str) -> Result<i64, StoreError> {
        let name = ladder_name(game, clock);
        if let Some(id) = self.find(&name) {
            return Ok(id);
        }
        let id = match store.tournament(&name)? {
            Some(known) => known.id,
            None => store.begin_tournament(&name, "{}", game, clock)?,
        };
        let mut inside = self.lock();
        inside.by_name.insert(name, id);
        inside.ladders.entry(id).or_default();
        Ok(id)
    }

    /// The ladder of this name.
    pub(crate) fn find(&self, name: &str) -> Option<i64> {
        self.lock().by_name.get(name).copied()
    }

    /// The number of the next pair.
    pub(crate) fn next_pair(&self, ladder: i64) -> u64 {
        let mut inside = self.lock();
        let ladder = inside.ladders.entry(ladder).or_default();
        ladder.next += 1;
        ladder.next - 1
    }

    /// Adds what was just stored.
    pub(crate) fn add(&self, ladder: i64, games: impl IntoIterator<Item = StoredGame>) {
        let mut inside = self.lock();
        let ladder = inside.ladders.entry(ladder).or_default();
        Arc::make_mut(&mut ladder.games).extend(games.into_iter().map(lean));
    }

    /// The players that the store knows by now.
    pub(crate) fn set_players(&self, players: Vec<(i64, Identity)>) {
        self.lock().players = Arc::new(players);
    }

    /// Every player with its number in the store.
    pub(crate) fn players(&self) -> Arc<Vec<(i64, Identity)>> {
        self.lock().players.clone()
    }

    /// The games of a ladder, without their moves.
    pub(crate) fn games(&self, ladder: i64) -> Arc<Vec<StoredGame>> {
        self.lock().ladders.get(&ladder).map(|ladder| ladder.games.clone()).unwrap_or_default()
    }

    /// The table of a ladder, two seconds old at most.
    pub(crate) fn standings(&self, id: i64) -> Arc<Standings> {
        let inside = self.lock();
        let (games, players) = match inside.ladders.get(&id) {
            Some(Ladder { games, table: Some(table), .. })
                if table.n_games == games.len() || table.at.elapsed() < STALE =>
            {
                return table.standings.clone();
            }
            Some(ladder) => (ladder.games.clone(), inside.players.clone()),
            None => Default::default(),
        };
        drop(inside);
        let standings = Arc::new(Standings::of(&players, games.iter(), Scoring::Standard));
        let table = Table { n_games: games.len(), at: Instant::now(), standings: standings.clone() };
        if let Some(ladder) = self.lock().ladders.get_mut(&id) {
            ladder.table = Some(table);
        }
        standings
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Without what standings do not need: there may be a hundred thousand.
fn lean(mut game: StoredGame) -> StoredGame {
    game.record.moves = Vec::new();
    game.record.start = String::new();
    game.record.clock = None;
    game.record.players = Default::default();
    game
}
