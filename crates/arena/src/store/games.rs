//! Games in the store: saved in pairs, read back as records.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use agon_games::record::{Ending, MoveRecord, PlayerRecord, Record, VERSION};
use agon_games::side::Side;
use rusqlite::{Connection, Row, params};

use super::schema::TOURNAMENT_SHIFT;
use super::{Store, StoreError};
use crate::job::{PairResult, score_of_first};

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
        ((self.tournament as u64) << (TOURNAMENT_SHIFT - 1)) | self.pair
    }
}

impl Store {
    /// Saves pairs in one transaction, and says of each whether it was new. Broken-off pairs are not saved.
    pub fn save(&mut self, results: &[PairResult]) -> Result<Vec<bool>, StoreError> {
        self.in_transaction(|connection, known| {
            let mut are_new = Vec::with_capacity(results.len());
            for result in results {
                are_new.push(!result.is_aborted() && insert_pair(connection, known, result)?);
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
            Some(id) => [id << TOURNAMENT_SHIFT, ((id + 1) << TOURNAMENT_SHIFT) - 1],
            None => [i64::MIN, i64::MAX],
        };
        let sql = format!("{SELECT} WHERE g.id BETWEEN ?1 AND ?2 ORDER BY g.id");
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare_cached(&sql)?;
            let mut rows = statement.query(range)?;
            while let Some(row) = rows.next()? {
                if !see(read_game(row, filter.without_moves)?) {
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
        let sql = format!("{SELECT} WHERE g.id = ?1");
        let games = self.rows(&sql, [game_id(tournament, pair, leg)], |row| read_game(row, false))?;
        Ok(games.into_iter().next())
    }

    /// Removes the pairs of a tournament from this number on: those that a sequential test did not need.
    pub fn drop_pairs_from(&mut self, tournament: i64, pair: u64) -> Result<usize, StoreError> {
        let range = [game_id(tournament, pair, 0), ((tournament + 1) << TOURNAMENT_SHIFT) - 1];
        self.connection
            .execute("DELETE FROM games WHERE id BETWEEN ?1 AND ?2", range)
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

const INSERT: &str = "INSERT OR IGNORE INTO games (id, round, first, second, rated, half_points, ending, reason,
    tally_first, tally_second, game, start, opening, seed, seed_first, seed_second, isolation, plies, moves,
    micros, scores, depths, nodes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
    ?17, ?18, ?19, ?20, ?21, ?22, ?23)";

const SELECT: &str = "SELECT g.id, g.round, g.first, g.second, g.rated, g.half_points, g.ending, g.reason,
    g.tally_first, g.tally_second, ifnull(g.game, t.game), g.start, g.opening, g.seed, g.seed_first, g.seed_second,
    g.isolation, t.clock, a.name, a.spec, a.hash, b.name, b.spec, b.hash, g.moves, g.micros, g.scores, g.depths,
    g.nodes, g.plies FROM games g JOIN tournaments t ON t.id = g.id >> 41 JOIN players a ON a.id = g.first
    JOIN players b ON b.id = g.second";

fn game_id(tournament: i64, pair: u64, leg: u8) -> i64 {
    (tournament << TOURNAMENT_SHIFT) | (pair as i64) << 1 | i64::from(leg)
}

/// What the store has looked up already: numbers of players by hash, games of tournaments by number.
#[derive(Debug, Default)]
pub(super) struct Known {
    players: HashMap<String, i64>,
    games: HashMap<i64, String>,
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

    fn game(&mut self, connection: &Connection, tournament: i64) -> rusqlite::Result<&str> {
        match self.games.entry(tournament) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => {
                let sql = "SELECT game FROM tournaments WHERE id = ?1";
                Ok(unknown.insert(connection.query_row(sql, [tournament], |row| row.get(0))?))
            }
        }
    }
}

/// Inserts the games of a pair; whether they were new.
pub(super) fn insert_pair(
    connection: &Connection,
    known: &mut Known,
    result: &PairResult,
) -> rusqlite::Result<bool> {
    let job = &result.job;
    let mut statement = connection.prepare_cached(INSERT)?;
    let mut is_new = false;
    for (leg, record) in job.legs().zip(&result.records) {
        let [first, second] = leg.players();
        let players = [known.player(connection, &first.hash)?, known.player(connection, &second.hash)?];
        let game = (record.game != known.game(connection, job.tournament)?).then_some(&record.game);
        let half_points = score_of_first(record).map_or(1, |score| (2.0 * score) as i64);
        let seed = |side: usize| record.players[side].seed.map(|seed| seed as i64);
        let isolation = isolation_text(&record.players);
        let moves = join(record.moves.iter().map(|m| m.text.as_str()));
        is_new |= statement.execute(params![
            game_id(job.tournament, job.number, leg.leg),
            job.round,
            players[0],
            players[1],
            job.is_rated,
            half_points,
            record.ending.name(),
            record.reason,
            record.tally[0],
            record.tally[1],
            game,
            record.start,
            record.opening as i64,
            job.seed as i64,
            seed(0),
            seed(1),
            isolation,
            record.moves.len() as i64,
            moves,
            column(&record.moves, |m| m.us),
            column(&record.moves, |m| m.score),
            column(&record.moves, |m| m.depth),
            column(&record.moves, |m| m.nodes),
        ])? > 0;
    }
    Ok(is_new)
}

fn read_game(row: &Row<'_>, without_moves: bool) -> rusqlite::Result<StoredGame> {
    let id: i64 = row.get(0)?;
    let isolation: Option<String> = row.get(16)?;
    let isolation =
        |side: usize| isolation.as_ref()?.split('|').nth(side).filter(|s| !s.is_empty()).map(str::to_owned);
    let player = |side: usize| -> rusqlite::Result<PlayerRecord> {
        let column = 18 + 3 * side;
        Ok(PlayerRecord {
            name: row.get(column)?,
            spec: row.get(column + 1)?,
            hash: Some(row.get(column + 2)?),
            seed: row.get::<_, Option<i64>>(14 + side)?.map(|seed| seed as u64),
            isolation: isolation(side),
        })
    };
    let ending: String = row.get(6)?;
    let record = Record {
        version: VERSION,
        game: row.get(10)?,
        start: row.get(11)?,
        players: [player(0)?, player(1)?],
        clock: Some(row.get(17)?),
        seed: Some(row.get::<_, i64>(13)? as u64),
        opening: row.get::<_, i64>(12)? as usize,
        moves: if without_moves { Vec::new() } else { read_moves(row)? },
        winner: match row.get::<_, i64>(5)? {
            0 => Some(Side::Second),
            2 => Some(Side::First),
            _ => None,
        },
        ending: Ending::ALL.into_iter().find(|e| e.name() == ending).unwrap_or(Ending::Aborted),
        reason: row.get(7)?,
        tally: [row.get(8)?, row.get(9)?],
    };
    Ok(StoredGame {
        tournament: id >> TOURNAMENT_SHIFT,
        pair: (id >> 1) as u64 & ((1 << (TOURNAMENT_SHIFT - 1)) - 1),
        leg: (id & 1) as u8,
        round: row.get(1)?,
        players: [row.get(2)?, row.get(3)?],
        rated: row.get(4)?,
        record,
    })
}

fn read_moves(row: &Row<'_>) -> rusqlite::Result<Vec<MoveRecord>> {
    let text: String = row.get(24)?;
    let columns: Vec<Option<String>> = (25..29).map(|i| row.get(i)).collect::<Result<_, _>>()?;
    let mut columns: Vec<_> =
        columns.iter().map(|column| column.as_deref().unwrap_or("").split(' ')).collect();
    let moves = text.split(' ').filter(|text| !text.is_empty()).map(|text| MoveRecord {
        text: text.to_owned(),
        us: next(&mut columns[0]),
        score: next(&mut columns[1]),
        depth: next(&mut columns[2]),
        nodes: next(&mut columns[3]),
    });
    Ok(moves.collect())
}

fn next<T: std::str::FromStr>(values: &mut std::str::Split<'_, char>) -> Option<T> {
    values.next().and_then(|value| value.parse().ok())
}

/// One value per move, `-` where there is none; nothing at all if no move has one.
fn column<T: ToString>(moves: &[MoveRecord], value: impl Fn(&MoveRecord) -> Option<T>) -> Option<String> {
    moves.iter().any(|m| value(m).is_some()).then(|| {
        let values: Vec<String> =
            moves.iter().map(|m| value(m).map_or_else(|| "-".to_owned(), |v| v.to_string())).collect();
        join(values.iter().map(String::as_str))
    })
}

fn join<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut joined = String::with_capacity(512);
    for text in texts {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(text);
    }
    joined
}

fn isolation_text(players: &[PlayerRecord; 2]) -> Option<String> {
    let [a, b] = [0, 1].map(|side| players[side].isolation.as_deref());
    (a.is_some() || b.is_some()).then(|| format!("{}|{}", a.unwrap_or(""), b.unwrap_or("")))
}
