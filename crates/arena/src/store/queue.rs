//! The embedded queue: jobs and leases in the same file as the games, so that finishing a job and saving its
//! games is one transaction.

use std::time::Duration;

use rusqlite::{Connection, params};

use super::games::{Known, insert_pair};
use super::{Store, now};
use crate::job::{Job, PairResult};
use crate::queue::{Queue, QueueError};

/// The jobs of a store.
#[derive(Debug)]
pub struct StoreQueue {
    store: Store,
}

impl StoreQueue {
    /// The queue of this store.
    pub fn new(store: Store) -> StoreQueue {
        StoreQueue { store }
    }

    /// The store itself.
    pub fn store(&mut self) -> &mut Store {
        &mut self.store
    }
}

impl Queue for StoreQueue {
    fn submit(&mut self, jobs: &[Job]) -> Result<(), QueueError> {
        let bodies: Vec<String> = jobs.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        for job in jobs {
            job.players.iter().try_for_each(|player| self.store.player(player).map(|_| ()))?;
        }
        self.store.in_transaction(|connection, _| {
            let sql = "INSERT OR IGNORE INTO jobs (tournament, number, body, lease, attempts)
                       SELECT ?1, ?2, ?3, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = (?1 << 41) | (?2 << 1))";
            let mut statement = connection.prepare_cached(sql)?;
            for (job, body) in jobs.iter().zip(&bodies) {
                statement.execute(params![job.tournament, job.number as i64, body])?;
            }
            Ok(())
        })?;
        Ok(())
    }

    fn claim(&mut self, worker: &str, max: usize, lease: Duration) -> Result<Vec<Job>, QueueError> {
        let now = now();
        let bodies = self.store.in_transaction(|connection, _| {
            let sql = "UPDATE jobs SET worker = ?1, lease = ?2, attempts = attempts + 1
                       WHERE (tournament, number) IN (SELECT tournament, number FROM jobs WHERE lease < ?3
                       ORDER BY tournament, number LIMIT ?4) RETURNING body";
            let until = (now + lease).as_millis() as i64;
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement
                .query_map(params![worker, until, now.as_millis() as i64, max as i64], |row| row.get(0))?;
            rows.collect::<rusqlite::Result<Vec<String>>>()
        })?;
        let mut jobs: Vec<Job> =
            bodies.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>()?;
        jobs.sort_by_key(|job| (job.tournament, job.number));
        Ok(jobs)
    }

    fn renew(&mut self, worker: &str, lease: Duration) -> Result<(), QueueError> {
        let until = (now() + lease).as_millis() as i64;
        self.store.in_transaction(|connection, _| {
            connection.execute("UPDATE jobs SET lease = ?2 WHERE worker = ?1", params![worker, until])
        })?;
        Ok(())
    }

    fn finish(&mut self, results: &[PairResult]) -> Result<Vec<bool>, QueueError> {
        Ok(self.store.in_transaction(|connection, known| {
            results.iter().map(|r| finish_one(connection, known, r)).collect()
        })?)
    }

    fn give_back(&mut self, worker: &str) -> Result<(), QueueError> {
        self.store.in_transaction(|connection, _| {
            connection.execute("UPDATE jobs SET worker = NULL, lease = 0 WHERE worker = ?1", [worker])
        })?;
        Ok(())
    }

    fn n_open(&mut self) -> Result<u64, QueueError> {
        Ok(self.store.get::<i64>("SELECT count(*) FROM jobs")? as u64)
    }
}

fn finish_one(connection: &Connection, known: &mut Known, result: &PairResult) -> rusqlite::Result<bool> {
    let key = params![result.job.tournament, result.job.number as i64];
    if result.is_aborted() {
        let sql = "UPDATE jobs SET worker = NULL, lease = 0 WHERE tournament = ?1 AND number = ?2";
        connection.prepare_cached(sql)?.execute(key)?;
        return Ok(false);
    }
    connection.prepare_cached("DELETE FROM jobs WHERE tournament = ?1 AND number = ?2")?.execute(key)?;
    insert_pair(connection, known, result)
}
