//! What came of games, without the games: all that standings, scores and a resumed tournament need, at a small part of
//! the cost of whole records.

use agon_games::record::{Ending, Record};
use agon_games::side::Side;
use rusqlite::Row;

use super::games::{StoredGame, pair_id, pair_of, range_of, tournament_of, unreadable};
use super::packed;
use super::{Store, StoreError};

/// The result of a game out of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredResult {
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
    /// How many plies it had, the opening's included.
    pub plies: u32,
    /// How many of them were the opening's.
    pub opening: u32,
    /// The side that won, if any.
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: Ending,
}

impl StoredResult {
    /// The score of side 0; one half for draws.
    pub fn score(&self) -> f64 {
        match self.winner.filter(|_| self.ending != Ending::Aborted) {
            Some(Side::First) => 1.0,
            Some(Side::Second) => 0.0,
            None => 0.5,
        }
    }

    /// Which player of the pair won: 0 for the one who moved first in its first game.
    pub fn winner_of_pair(&self) -> Option<usize> {
        self.winner.map(|side| side.index() ^ usize::from(self.leg))
    }

    /// A number that the two games of a pair share and no others have.
    pub fn pair_id(&self) -> u64 {
        pair_id(self.tournament, self.pair) as u64
    }
}

impl From<&StoredGame> for StoredResult {
    fn from(game: &StoredGame) -> StoredResult {
        let Record { opening, winner, ending, .. } = game.record;
        StoredResult {
            tournament: game.tournament,
            pair: game.pair,
            leg: game.leg,
            round: game.round,
            players: game.players,
            rated: game.rated,
            plies: game.plies,
            opening: opening as u32,
            winner,
            ending,
        }
    }
}

const SELECT: &str =
    "SELECT id, round, first, second, rated, games FROM pairs WHERE id BETWEEN ?1 AND ?2 ORDER BY id";

impl Store {
    /// The results of a tournament, in the order of pairs and legs.
    pub fn results(&self, tournament: i64) -> Result<Vec<StoredResult>, StoreError> {
        let mut results = Vec::new();
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare_cached(SELECT)?;
            let mut rows = statement.query(range_of(tournament))?;
            while let Some(row) = rows.next()? {
                read_pair(row, &mut results)?;
            }
            Ok(())
        };
        read().map_err(|error| self.error(error))?;
        Ok(results)
    }
}

fn read_pair(row: &Row<'_>, results: &mut Vec<StoredResult>) -> rusqlite::Result<()> {
    let id: i64 = row.get(0)?;
    let [first, second] = [row.get(2)?, row.get(3)?];
    let (round, rated) = (row.get(1)?, row.get(4)?);
    let outcomes = packed::outcomes(row.get_ref(5)?.as_blob()?).map_err(|error| unreadable(5, error))?;
    for (leg, outcome) in outcomes.into_iter().flatten().enumerate() {
        results.push(StoredResult {
            tournament: tournament_of(id),
            pair: pair_of(id),
            leg: leg as u8,
            round,
            players: if leg == 0 { [first, second] } else { [second, first] },
            rated,
            plies: outcome.plies,
            opening: outcome.opening,
            winner: outcome.winner,
            ending: outcome.ending,
        });
    }
    Ok(())
}
