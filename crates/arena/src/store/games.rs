//! Games in the store: saved in pairs, read back as records.

use std::collections::HashMap;
use std::ops::ControlFlow;

use agon_games::record::Record;
use rusqlite::{Connection, Row, params};

use super::packed::{self, PackedPair, Unpacked};
use super::schema::TOURNAMENT_SHIFT;
use super::{Store, StoreError};
use crate::job::{Job, PairResult, score_of_first};

/// A game out of the store.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StoredGame {
    /// The tournament's number.
    pub tournament: i64,
    /// The pair's number in it.
    pub pair: u64,
    /// 0, or 1 for the game with swapped seats.
    pub leg: u8,
    /// The round.
    pub round: u32,
    /// The store's numbers of the players on side 0 and 1.
    pub players: [i64; 2],
    /// Whether it counts for ratings.
    pub rated: bool,
    /// How many plies it had, the opening's included; known also where the moves were not read.
    pub plies: u32,
    /// The game itself.
    pub record: Record,
}

/// Which games to read.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameFilter {
    /// Only those of this tournament.
    pub tournament: Option<i64>,
    /// Without moves, times and thoughts: for standings.
    pub without_moves: bool,
}

impl StoredGame {
    /// The score of side 0; one half for draws.
    pub fn score(&self) -> f64 {
        score_of_first(&self.record).unwrap_or(0.5)
    }

    /// A number that the two games of a pair share and no others have.
    pub fn pair_id(&self) -> u64 {
        pair_id(self.tournament, self.pair) as u64
    }
}

impl Store {
    /// Saves pairs in one transaction, and says of each whether it was new. Broken-off pairs are not saved.
    pub fn save(&mut self, results: &[PairResult]) -> Result<Vec<bool>, StoreError> {
        self.save_packed(results, &mut HashMap::new())
    }

    /// [`Store::save`], where some of the pairs are packed already; those that are saved are taken out.
    pub fn save_packed(
        &mut self,
        results: &[PairResult],
        packed: &mut HashMap<u64, PackedPair>,
    ) -> Result<Vec<bool>, StoreError> {
        self.in_transaction(|connection, known| {
            let mut statement = connection.prepare_cached(INSERT)?;
            let mut are_new = Vec::with_capacity(results.len());
            for result in results {
                let packed = packed.remove(&result.job.number);
                let packed = packed.unwrap_or_else(|| PackedPair::new(&result.records));
                are_new.push(
                    !result.is_aborted() && insert(connection, &mut statement, known, &result.job, &packed)?,
                );
            }
            Ok(are_new)
        })
    }

    /// Hands every game to `see`, in the order of tournaments, pairs and legs, until it says stop.
    pub fn each_game(
        &self,
        filter: GameFilter,
        mut see: impl FnMut(StoredGame) -> bool,
    ) -> Result<(), StoreError> {
        let range = match filter.tournament {
            Some(id) => range_of(id),
            None => [i64::MIN, i64::MAX],
        };
        self.each_pair(range, filter.without_moves, |games| {
            let goes_on = games.into_iter().all(&mut see);
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    }

    fn each_pair(
        &self,
        range: [i64; 2],
        without_moves: bool,
        mut see: impl FnMut(Vec<StoredGame>) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare_cached(SELECT)?;
            let mut rows = statement.query(range)?;
            while let Some(row) = rows.next()? {
                if see(read_pair(row, without_moves)?).is_break() {
                    break;
                }
            }
            Ok(())
        };
        read().map_err(|error| self.error(error))
    }

    /// All games at once.
    pub fn games(&self, filter: GameFilter) -> Result<Vec<StoredGame>, StoreError> {
        let mut games = Vec::new();
        self.each_game(filter, |game| {
            games.push(game);
            true
        })?;
        Ok(games)
    }

    /// One game.
    pub fn game(&self, tournament: i64, pair: u64, leg: u8) -> Result<Option<StoredGame>, StoreError> {
        let mut found = None;
        self.each_pair([pair_id(tournament, pair); 2], false, |games| {
            found = games.into_iter().find(|game| game.leg == leg);
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Removes the pairs of a tournament from this number on: those that a sequential test did not need.
    pub fn drop_pairs_from(&mut self, tournament: i64, pair: u64) -> Result<usize, StoreError> {
        let range = [pair_id(tournament, pair), pair_id(tournament + 1, 0) - 1];
        self.connection
            .execute("DELETE FROM pairs WHERE id BETWEEN ?1 AND ?2", range)
            .map_err(|error| self.error(error))
    }

    pub(super) fn in_transaction<T>(
        &mut self,
        work: impl FnOnce(&Connection, &mut Known) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let Store { path, connection, known } = self;
        let transact = || -> rusqlite::Result<T> {
            let transaction =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let value = work(&transaction, known)?;
            transaction.commit()?;
            Ok(value)
        };
        transact().map_err(|error| StoreError::of(path, error))
    }
}

const INSERT: &str = "INSERT OR IGNORE INTO pairs (id, round, first, second, rated, games)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

const SELECT: &str = "SELECT p.id, p.round, p.first, p.second, p.rated, p.games, t.clock, a.name, a.spec, a.hash,
    b.name, b.spec, b.hash FROM pairs p JOIN tournaments t ON t.id = p.id >> 40 JOIN players a ON a.id = p.first
    JOIN players b ON b.id = p.second WHERE p.id BETWEEN ?1 AND ?2 ORDER BY p.id";

pub(super) fn pair_id(tournament: i64, pair: u64) -> i64 {
    (tournament << TOURNAMENT_SHIFT) | pair as i64
}

pub(super) fn tournament_of(id: i64) -> i64 {
    id >> TOURNAMENT_SHIFT
}

pub(super) fn pair_of(id: i64) -> u64 {
    id as u64 & ((1 << TOURNAMENT_SHIFT) - 1)
}

/// The first and last number that a pair of a tournament can have.
pub(super) fn range_of(tournament: i64) -> [i64; 2] {
    [pair_id(tournament, 0), pair_id(tournament + 1, 0) - 1]
}

/// The error of a column whose bytes make no sense.
pub(super) fn unreadable(column: usize, error: super::bytes::Unreadable) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Blob, error.into())
}

/// What the store has looked up already: numbers of players by hash.
#[derive(Debug, Default)]
pub(super) struct Known {
    players: HashMap<String, i64>,
}

impl Known {
    fn player(&mut self, connection: &Connection, hash: &str) -> rusqlite::Result<i64> {
        if let Some(&id) = self.players.get(hash) {
            return Ok(id);
        }
        let sql = "SELECT id FROM players WHERE hash = ?1";
        let id = connection.query_row(sql, [hash], |row| row.get(0))?;
        self.players.insert(hash.to_owned(), id);
        Ok(id)
    }
}

/// Inserts a pair; whether it was new.
fn insert(
    connection: &Connection,
    statement: &mut rusqlite::Statement<'_>,
    known: &mut Known,
    job: &Job,
    packed: &PackedPair,
) -> rusqlite::Result<bool> {
    let [first, second] = &job.players;
    let n_new = statement.execute(params![
        pair_id(job.tournament, job.number),
        job.round,
        known.player(connection, &first.hash)?,
        known.player(connection, &second.hash)?,
        job.is_rated,
        packed.0,
    ])?;
    Ok(n_new > 0)
}

fn read_pair(row: &Row<'_>, without_moves: bool) -> rusqlite::Result<Vec<StoredGame>> {
    let id: i64 = row.get(0)?;
    let clock = row.get_ref(6)?.as_str()?;
    let games = packed::unpack(row.get_ref(5)?.as_blob()?, clock, without_moves)
        .map_err(|error| unreadable(5, error))?;
    let mut stored = Vec::with_capacity(games.len());
    for (leg, Unpacked { mut record, plies }) in games.into_iter().enumerate() {
        // The first player of the pair sits on side 0 in the first game, on side 1 in the second.
        for side in 0..2 {
            let column = 7 + 3 * (side ^ leg);
            let player = &mut record.players[side];
            player.name = row.get(column)?;
            player.spec = row.get(column + 1)?;
            player.hash = Some(row.get(column + 2)?);
        }
        let players: [i64; 2] = [row.get(2)?, row.get(3)?];
        stored.push(StoredGame {
            tournament: tournament_of(id),
            pair: pair_of(id),
            leg: leg as u8,
            round: row.get(1)?,
            players: if leg == 0 { players } else { [players[1], players[0]] },
            rated: row.get(4)?,
            plies,
            record,
        });
    }
    Ok(stored)
}
