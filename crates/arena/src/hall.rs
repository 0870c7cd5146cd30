//! The venue where anyone plays: built-in strategies, libraries, programs. Players that can stay are kept from game
//! to game; whoever failed is thrown out and fetched anew.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_games::catalog::Table;
use agon_games::game::PackedMove;
use agon_games::graph::Numbering;
use agon_games::record::{Ending, Record};
use agon_games::side::Side;

use crate::bout::{self, BoutError, Nobody, Terms};
use crate::clock::Clock;
use crate::job::{Job, Leg};
use crate::player::custody::Custody;
use crate::player::{Player, spec};
use crate::scribe::Scribe;
use crate::venue::{Venue, VenueError};

/// Plays games between players of every kind.
pub struct Hall {
    custody: Custody,
    numbering: Numbering,
    table: Option<(Arc<str>, Option<Arc<str>>, Table)>,
    /// Writes the games of the table.
    scribe: Scribe,
    clock: Option<(Arc<str>, Clock)>,
    /// Players at rest, by what they were asked for as; two of a kind when one plays itself.
    bench: HashMap<String, Vec<Box<dyn Player>>>,
}

impl Hall {
    /// A hall that holds foreign players like this.
    pub fn new(custody: Custody) -> Hall {
        Hall {
            custody,
            numbering: Numbering::Full,
            table: None,
            scribe: Scribe::new(),
            clock: None,
            bench: HashMap::new(),
        }
    }

    /// The numbering for players that see a graph.
    #[must_use]
    pub fn numbered(mut self, numbering: Numbering) -> Hall {
        self.numbering = numbering;
        self
    }

    fn table(&mut self, job: &Job) -> Result<Table, VenueError> {
        if let Some((game, start, table)) = &self.table
            && *game == job.game
            && *start == job.start
        {
            return Ok(table.clone());
        }
        let table = Table::open(&job.game, job.start.as_deref())?;
        self.table = Some((job.game.clone(), job.start.clone(), table.clone()));
        self.scribe = Scribe::new();
        Ok(table)
    }

    fn clock(&mut self, text: &Arc<str>) -> Result<Clock, VenueError> {
        match &self.clock {
            Some((known, clock)) if known == text => Ok(*clock),
            _ => {
                let clock = text.parse()?;
                self.clock = Some((text.clone(), clock));
                Ok(clock)
            }
        }
    }

    fn fetch(&mut self, text: &str) -> Result<Box<dyn Player>, VenueError> {
        match self.bench.get_mut(text).and_then(Vec::pop) {
            Some(player) => Ok(player),
            None => {
                spec::open(text, &self.custody, None).map_err(|error| VenueError::Other(error.to_string()))
            }
        }
    }

    fn dismiss(&mut self, text: &str, player: Box<dyn Player>) {
        match self.bench.get_mut(text) {
            Some(players) => players.push(player),
            None => drop(self.bench.insert(text.to_owned(), vec![player])),
        }
    }
}

/// The moves of an opening, from their texts.
fn opening(table: &Table, texts: &[String]) -> Result<Vec<PackedMove>, VenueError> {
    let mut position = table.start();
    texts.iter().map(|text| Ok(position.play_text(text)?)).collect()
}

impl Venue for Hall {
    fn play(&mut self, leg: Leg<'_>, halt: &Arc<AtomicBool>) -> Result<Record, VenueError> {
        let job = leg.job;
        let table = self.table(job)?;
        let clock = self.clock(&job.clock)?;
        let opening = if job.opening.is_empty() { Vec::new() } else { opening(&table, &job.opening)? };
        let terms = Terms {
            table,
            clock,
            seed: Some(job.seed),
            seeds: Side::BOTH.map(|side| leg.seed(side)),
            opening,
            numbering: self.numbering,
            halt: halt.clone(),
        };
        let identities = leg.players();
        let specs = identities.map(|identity| identity.spec.as_str());
        let (mut first, mut second) = (self.fetch(specs[0])?, self.fetch(specs[1])?);
        let scribe = &mut self.scribe;
        let played = bout::play_by(scribe, &terms, [first.as_mut(), second.as_mut()], specs, &mut Nobody);
        let bout = played.map_err(|error| match error {
            BoutError::Refused(side, why) => {
                VenueError::Other(format!("player `{}`: {why}", specs[side.index()]))
            }
            BoutError::Opening(_) => VenueError::Other(error.to_string()),
        })?;
        let mut record = bout.record;
        for (entry, identity) in record.players.iter_mut().zip(identities) {
            entry.name = identity.name.clone();
            entry.hash = Some(identity.hash.clone());
        }
        let is_fault = |ending| !matches!(ending, Ending::Rules | Ending::Resigned);
        for (side, player) in Side::BOTH.into_iter().zip([first, second]) {
            let has_failed = is_fault(record.ending) && record.winner != Some(side);
            if !has_failed {
                self.dismiss(specs[side.index()], player);
            }
        }
        Ok(record)
    }

    fn hand_back(&mut self, record: Record) {
        self.scribe.hand_back(record.moves);
    }
}
