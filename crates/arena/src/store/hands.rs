//! Who played which pair, for pairs that were played on other machines. Kept beside the games, not in them: with
//! clocks that do not count time the games are the same whoever played them.

use std::sync::Arc;

use rusqlite::params;

use super::{Store, StoreError};
use crate::queue::Hand;

/// A worker of a tournament and what it played there.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct StoredHand {
    /// Who, on what; times were scaled by the mean of all its pairs.
    pub hand: Hand,
    /// The numbers of its pairs.
    pub pairs: Vec<u64>,
}

/// Made when first needed: tournaments on one machine have none.
const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS workers (
        id INTEGER PRIMARY KEY,
        body TEXT NOT NULL UNIQUE -- who and on what, as JSON
    );
    CREATE TABLE IF NOT EXISTS hands (
        tournament INTEGER NOT NULL,
        pair INTEGER NOT NULL,
        worker INTEGER NOT NULL REFERENCES workers (id),
        PRIMARY KEY (tournament, pair)
    ) WITHOUT ROWID;
";

impl Store {
    /// Notes who played pairs of a tournament. Of two for one pair the first stays, as with games.
    pub fn save_hands(&mut self, tournament: i64, hands: &[(u64, Arc<Hand>)]) -> Result<(), StoreError> {
        if hands.is_empty() {
            return Ok(());
        }
        let bodies: Vec<(i64, String)> = hands
            .iter()
            .map(|(pair, hand)| (*pair as i64, serde_json::to_string(&**hand).expect("a hand is plain data")))
            .collect();
        self.in_transaction(|connection, _| {
            connection.execute_batch(TABLES)?;
            let mut worker = connection.prepare_cached("INSERT OR IGNORE INTO workers (body) VALUES (?1)")?;
            let mut hand = connection.prepare_cached(
                "INSERT OR IGNORE INTO hands SELECT ?1, ?2, id FROM workers WHERE body = ?3",
            )?;
            for (pair, body) in &bodies {
                worker.execute([body])?;
                hand.execute(params![tournament, pair, body])?;
            }
            Ok(())
        })
    }

    /// The workers of a tournament on other machines, with what they played.
    pub fn hands(&self, tournament: i64) -> Result<Vec<StoredHand>, StoreError> {
        let n_tables: i64 = self.get("SELECT count(*) FROM sqlite_schema WHERE name = 'hands'")?;
        if n_tables == 0 {
            return Ok(Vec::new());
        }
        let sql = "SELECT w.body, h.pair FROM hands h JOIN workers w ON w.id = h.worker
                   WHERE h.tournament = ?1 ORDER BY w.id, h.pair";
        let rows =
            self.rows(sql, [tournament], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
        let mut hands: Vec<StoredHand> = Vec::new();
        for same in rows.chunk_by(|a, b| a.0 == b.0) {
            // A line that a newer agon wrote otherwise is left out rather than failing all.
            let Ok(hand) = serde_json::from_str(&same[0].0) else { continue };
            hands.push(StoredHand { hand, pairs: same.iter().map(|row| row.1 as u64).collect() });
        }
        Ok(hands)
    }
}
