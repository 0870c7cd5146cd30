//! Trust, but verify: every game of a store is replayed through the rules, every pair checked to be one, every
//! rating computed again.

mod again;

pub use again::{SpotCheck, play_again};

use std::sync::Arc;

use agon_games::catalog::Table;
use agon_games::record::{Ending, Record};
use serde::Serialize;

use crate::schedule::is_fault;
use crate::standings::Standings;
use crate::store::{GameFilter, Store, StoreError, StoredGame, StoredTournament};
use crate::tournament::Plan;

/// So many faults are listed; more are only counted.
const LISTED: usize = 100;

/// Ratings are equal if they differ by less.
const TOLERANCE: f64 = 1e-6;

/// What a check of a store found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Games replayed.
    pub games: u64,
    /// Moves replayed.
    pub moves: u64,
    /// Tournaments whose ratings were computed again.
    pub tournaments: u64,
    /// How many faults there are.
    pub n_faults: u64,
    /// The first of them.
    pub faults: Vec<Fault>,
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Where: tournament, pair and game, or the tournament alone.
    pub place: String,
    /// What.
    pub what: String,
}

impl Verification {
    /// Whether all is well.
    pub fn is_clean(&self) -> bool {
        self.n_faults == 0
    }

    fn fault(&mut self, place: String, what: String) {
        self.n_faults += 1;
        if self.faults.len() < LISTED {
            self.faults.push(Fault { place, what });
        }
    }
}

/// Checks everything in a store; `tell` hears how many games are done.
pub fn verify(store: &Store, tell: &mut dyn FnMut(u64)) -> Result<Verification, StoreError> {
    let mut found = Verification::default();
    if let Some(what) = store.integrity()? {
        found.fault("the file".to_owned(), what);
    }
    for tournament in store.tournaments()? {
        let filter = GameFilter { tournament: Some(tournament.id), without_moves: false };
        let mut referee = Replayer::default();
        let mut last: Option<StoredGame> = None;
        store.each_game(filter, |game| {
            let place = || format!("`{}`, pair {}, game {}", tournament.name, game.pair, game.leg + 1);
            if let Err(what) = referee.check(&game.record) {
                found.fault(place(), what);
            }
            if let Some(what) = last.take().and_then(|first| wrong_pair(&first, &game)) {
                found.fault(place(), what);
            }
            found.games += 1;
            found.moves += game.record.moves.len() as u64;
            tell(found.games);
            last = Some(game);
            true
        })?;
        check_ratings(store, &tournament, &mut found)?;
    }
    Ok(found)
}

/// Checks one record against the rules.
pub fn check_record(record: &Record) -> Result<(), String> {
    Replayer::default().check(record)
}

/// Replays games; keeps the table between them.
#[derive(Default)]
pub struct Replayer {
    table: Option<(String, String, Arc<Table>)>,
}

impl Replayer {
    fn table(&mut self, record: &Record) -> Result<Arc<Table>, String> {
        match &self.table {
            Some((game, start, table)) if *game == record.game && *start == record.start => Ok(table.clone()),
            _ => {
                let table =
                    Table::open(&record.game, Some(&record.start)).map_err(|error| error.to_string())?;
                let table = Arc::new(table);
                self.table = Some((record.game.clone(), record.start.clone(), table.clone()));
                Ok(table)
            }
        }
    }

    /// Checks a record against the rules.
    pub fn check(&mut self, record: &Record) -> Result<(), String> {
        let mut position = self.table(record)?.start();
        for (at, mv) in record.moves.iter().enumerate() {
            if position.is_over() {
                return Err(format!("the game was over before move {}", at + 1));
            }
            position.play_text(&mv.text).map_err(|error| format!("move {}: {error}", at + 1))?;
        }
        if record.opening > record.moves.len() {
            return Err(format!("an opening of {} in {} moves", record.opening, record.moves.len()));
        }
        let winner = match (record.ending, position.outcome()) {
            (Ending::Rules, Some(outcome)) => outcome.winner(),
            (Ending::Rules, None) => {
                return Err("recorded as ended by the rules, but it is not over".to_owned());
            }
            (ending, None) if is_fault(ending) || ending == Ending::Resigned => Some(!position.side()),
            (Ending::Aborted, None) => None,
            (ending, _) => return Err(format!("over by the rules, but recorded as {}", ending.name())),
        };
        if winner != record.winner {
            return Err(format!("recorded as won by {:?}, but {winner:?} won", record.winner));
        }
        if position.tally() != record.tally {
            return Err(format!(
                "recorded with a count of {:?}, but it is {:?}",
                record.tally,
                position.tally()
            ));
        }
        Ok(())
    }
}

/// What is wrong with a game as the second of a pair, if it is one.
fn wrong_pair(first: &StoredGame, second: &StoredGame) -> Option<String> {
    if first.pair_id() != second.pair_id() {
        return None;
    }
    let opening = |game: &StoredGame| -> Vec<String> {
        game.record.moves.iter().take(game.record.opening).map(|m| m.text.clone()).collect()
    };
    if first.players != [second.players[1], second.players[0]] {
        Some("the seats were not swapped".to_owned())
    } else if (&first.record.game, &first.record.start) != (&second.record.game, &second.record.start)
        || opening(first) != opening(second)
    {
        Some("the games of the pair begin differently".to_owned())
    } else {
        None
    }
}

fn check_ratings(
    store: &Store,
    tournament: &StoredTournament,
    found: &mut Verification,
) -> Result<(), StoreError> {
    let Some(text) = &tournament.standings else { return Ok(()) };
    let place = || format!("`{}`", tournament.name);
    let Ok(recorded) = serde_json::from_str::<Standings>(text) else {
        found.fault(place(), "its standings cannot be read".to_owned());
        return Ok(());
    };
    let scoring = serde_json::from_str::<Plan>(&tournament.plan).map(|plan| plan.scoring).unwrap_or_default();
    let again = Standings::of(&store.players()?, store.results(tournament.id)?, scoring);
    found.tournaments += 1;
    if again.games != recorded.games || again.lines.len() != recorded.lines.len() {
        let what = format!("its standings count {} games, it has {}", recorded.games, again.games);
        found.fault(place(), what);
        return Ok(());
    }
    for line in &again.lines {
        let same = recorded.lines.iter().find(|other| other.id == line.id);
        let is_same = same.is_some_and(|other| {
            (other.rating.rating - line.rating.rating).abs() < TOLERANCE
                && (other.rating.error - line.rating.error).abs() < TOLERANCE
                && (other.wins, other.draws, other.losses) == (line.wins, line.draws, line.losses)
        });
        if !is_same {
            found.fault(place(), format!("the rating of {} comes out differently", line.name));
        }
    }
    Ok(())
}
