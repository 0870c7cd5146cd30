//! Games into a store, from JSON lines. Each game is replayed before it is taken; a game that is there already
//! is not taken twice.

use std::collections::HashMap;
use std::io::BufRead;
use std::sync::Arc;

use agon_games::record::Record;
use serde::Serialize;

use super::JsonLine;
use crate::job::{Identity, Job, PairResult};
use crate::standings::Standings;
use crate::store::{Store, StoreError};
use crate::tournament::Plan;
use crate::verify::check_record;

/// Pairs saved at once.
const BATCH: usize = 500;

/// What an import brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// Tournaments that are new.
    pub tournaments: u64,
    /// Pairs that are new.
    pub pairs: u64,
    /// Pairs that were there already.
    pub known_pairs: u64,
}

/// Why an import failed. What was taken before stays.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum ImportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: String },
    #[error("line {line}: the database holds another tournament `{name}`: rename one of them")]
    Clash { line: usize, name: String },
}

/// Takes everything from an export in JSON lines.
pub fn import(store: &mut Store, lines: &mut dyn BufRead) -> Result<Imported, ImportError> {
    let mut importer =
        Importer { store, tournaments: HashMap::new(), waiting: Vec::new(), done: Imported::default() };
    for (at, text) in lines.lines().enumerate() {
        let wrong = |reason: String| ImportError::Line { line: at + 1, reason };
        let text = text.map_err(|error| wrong(error.to_string()))?;
        if text.trim().is_empty() {
            continue;
        }
        let line = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        importer.take(at + 1, line)?;
    }
    importer.save()?;
    importer.rate()?;
    Ok(importer.done)
}

struct Importer<'a> {
    store: &'a mut Store,
    tournaments: HashMap<String, i64>,
    waiting: Vec<PairResult>,
    done: Imported,
}

impl Importer<'_> {
    fn take(&mut self, line: usize, entry: JsonLine) -> Result<(), ImportError> {
        match entry {
            JsonLine::Tournament { name, plan, game, clock, created } => {
                let id = match self.store.tournament(&name)? {
                    Some(known) if known.plan == plan => known.id,
                    Some(_) => return Err(ImportError::Clash { line, name }),
                    None => {
                        self.done.tournaments += 1;
                        let id = self.store.begin_tournament(&name, &plan, &game, &clock)?;
                        self.store.set_created(id, created)?;
                        id
                    }
                };
                self.tournaments.insert(name, id);
            }
            JsonLine::Game { tournament, pair, leg, round, rated, record } => {
                let wrong = |reason: String| ImportError::Line { line, reason };
                check_record(&record).map_err(wrong)?;
                let unknown =
                    || wrong(format!("tournament `{tournament}` was not announced before its games"));
                let id = *self.tournaments.get(&tournament).ok_or_else(unknown)?;
                self.add(line, (id, pair, leg, round, rated), *record)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        line: usize,
        (tournament, number, leg, round, is_rated): (i64, u64, u8, u32, bool),
        record: Record,
    ) -> Result<(), ImportError> {
        let wrong = |reason: &str| ImportError::Line { line, reason: reason.to_owned() };
        if leg == 1 {
            let last = self.waiting.last_mut().filter(|last| {
                (last.job.tournament, last.job.number, last.records.len()) == (tournament, number, 1)
            });
            let last = last.ok_or_else(|| wrong("the second game of a pair without its first"))?;
            let [first, second] = &last.job.players;
            let [one, two] = [0, 1].map(|side| record.players[side].hash.as_deref());
            if (one, two) != (Some(&second.hash), Some(&first.hash)) {
                return Err(wrong("the seats were not swapped"));
            }
            last.records.push(record);
            last.job.n_games = 2;
            return Ok(());
        }
        if self.waiting.len() >= BATCH {
            self.save()?;
        }
        let player = |side: usize| {
            let player = &record.players[side];
            let hash = player.hash.clone().ok_or_else(|| wrong("a player without a hash"))?;
            Ok::<_, ImportError>(Arc::new(Identity {
                hash,
                name: player.name.clone(),
                spec: player.spec.clone(),
            }))
        };
        let players = [player(0)?, player(1)?];
        for player in &players {
            self.store.player(player)?;
        }
        let opening: Vec<String> = record.moves.iter().take(record.opening).map(|m| m.text.clone()).collect();
        let job = Job {
            tournament,
            number,
            round,
            players,
            game: record.game.as_str().into(),
            start: Some(record.start.as_str().into()),
            opening: opening.into(),
            clock: record.clock.clone().unwrap_or_default().into(),
            seed: record.seed.unwrap_or(0),
            n_games: 1,
            is_rated,
        };
        self.waiting.push(PairResult { job, records: vec![record] });
        Ok(())
    }

    fn save(&mut self) -> Result<(), ImportError> {
        let are_new = self.store.save(&std::mem::take(&mut self.waiting))?;
        let n_new = are_new.iter().filter(|&&is_new| is_new).count() as u64;
        self.done.pairs += n_new;
        self.done.known_pairs += are_new.len() as u64 - n_new;
        Ok(())
    }

    /// Keeps the standings of what came in, for `verify` to compare with.
    fn rate(&mut self) -> Result<(), ImportError> {
        for name in self.tournaments.keys().filter(|_| self.done.pairs > 0) {
            let Some(tournament) = self.store.tournament(name)? else { continue };
            let plan = serde_json::from_str::<Plan>(&tournament.plan);
            let scoring = plan.map(|plan| plan.scoring).unwrap_or_default();
            let results = self.store.results(tournament.id)?;
            let standings = Standings::of(&self.store.players()?, results, scoring);
            self.store.set_standings(tournament.id, &standings)?;
        }
        Ok(())
    }
}
