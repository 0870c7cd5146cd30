//! The house's own venue: both players are built-in strategies in this process, so that a game costs little
//! more than its thinking.

pub use crate::clock::{Clock, ClockError};

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_engine::budget::Budget;
use agon_engine::catalog::build;
use agon_engine::engine::{Engine, Thought};
use agon_games::catalog::{Position, Table};
use agon_games::record::{Ending, MoveRecord, PlayerRecord, Record, VERSION};
use agon_games::side::Side;

use crate::job::{Identity, Leg};
use crate::venue::{Venue, VenueError};

/// Plays games between built-in players.
#[derive(Default)]
pub struct House {
    /// The last table that was played on, with what it was asked for as.
    table: Option<(String, Option<String>, Arc<Table>)>,
    clock: Option<(String, Clock)>,
}

impl House {
    /// A house without tables yet.
    pub fn new() -> House {
        House::default()
    }

    fn table(&mut self, game: &str, start: Option<&str>) -> Result<Arc<Table>, VenueError> {
        match &self.table {
            Some((g, s, table)) if g == game && s.as_deref() == start => Ok(table.clone()),
            _ => {
                let table = Arc::new(Table::open(game, start)?);
                self.table = Some((game.to_owned(), start.map(str::to_owned), table.clone()));
                Ok(table)
            }
        }
    }

    fn clock(&mut self, text: &str) -> Result<Clock, VenueError> {
        match &self.clock {
            Some((known, clock)) if known == text => Ok(*clock),
            _ => {
                let clock = text.parse()?;
                self.clock = Some((text.to_owned(), clock));
                Ok(clock)
            }
        }
    }
}

impl Venue for House {
    fn play(&mut self, leg: Leg<'_>, halt: &Arc<AtomicBool>) -> Result<Record, VenueError> {
        let job = leg.job;
        let table = self.table(&job.game, job.start.as_deref())?;
        let clock = self.clock(&job.clock)?;
        let seeds = Side::BOTH.map(|side| leg.seed(side));
        let [first, second] = leg.players();
        let engines = [build(&table, &first.spec, seeds[0])?, build(&table, &second.spec, seeds[1])?];
        let mut position = table.start();
        let mut record = blank_record(&table, leg, &position, seeds);
        for text in job.opening.iter() {
            position.play_text(text)?;
            record.moves.push(MoveRecord { text: text.clone(), ..MoveRecord::default() });
        }
        let budget = Budget { stop: halt.clone(), ..Budget::default() };
        let remaining = [clock.at_start(); 2];
        Play { position, engines, clock, budget, remaining, record: &mut record }.run();
        Ok(record)
    }
}

/// A game being played.
struct Play<'a> {
    position: Position,
    engines: [Box<dyn Engine>; 2],
    clock: Clock,
    budget: Budget,
    remaining: [Duration; 2],
    record: &'a mut Record,
}

impl Play<'_> {
    fn run(mut self) {
        while self.position.outcome().is_none() {
            let side = self.position.side();
            if let Err((ending, reason)) = self.turn(side) {
                self.record.ending = ending;
                self.record.reason = Some(reason);
                self.record.winner = (ending != Ending::Aborted).then_some(!side);
                break;
            }
        }
        if let Some(outcome) = self.position.outcome() {
            self.record.winner = outcome.winner();
        }
        self.record.tally = self.position.tally();
    }

    fn turn(&mut self, side: Side) -> Result<(), (Ending, String)> {
        let i = side.index();
        self.clock.limit(&mut self.budget, self.remaining[i]);
        let (thought, us) = if self.clock.is_timed() {
            let begun = Instant::now();
            let thought = self.think(i)?;
            let used = begun.elapsed();
            self.broken_off()?;
            let late = || (Ending::Time, format!("took {used:.2?} with {:.2?} left", self.remaining[i]));
            self.remaining[i] = self.clock.after(self.remaining[i], used).ok_or_else(late)?;
            (thought, Some(used.as_micros() as u64))
        } else {
            let thought = self.think(i)?;
            self.broken_off()?;
            (thought, None)
        };
        let text = self.position.move_text(thought.mv);
        if !self.position.play(thought.mv) {
            return Err((Ending::Illegal, format!("`{text}` is not legal")));
        }
        let opinion = thought.score.map(|score| (score, thought.depth, thought.nodes));
        self.record.moves.push(MoveRecord {
            text,
            us,
            score: opinion.map(|(score, ..)| f64::from(score.get())),
            depth: opinion.map(|(_, depth, _)| depth),
            nodes: opinion.map(|(.., nodes)| nodes),
        });
        Ok(())
    }

    /// A player that panics has crashed; the house goes on.
    fn think(&mut self, i: usize) -> Result<Thought, (Ending, String)> {
        let (engine, position, budget) = (&mut self.engines[i], &self.position, &self.budget);
        catch_unwind(AssertUnwindSafe(|| engine.think(position, budget, &mut |_| {})))
            .map_err(|_| (Ending::Crash, "panicked".to_owned()))
    }

    fn broken_off(&self) -> Result<(), (Ending, String)> {
        if self.budget.stop.load(Ordering::Relaxed) {
            return Err((Ending::Aborted, "stopped".to_owned()));
        }
        Ok(())
    }
}

fn blank_record(table: &Table, leg: Leg<'_>, position: &Position, seeds: [u64; 2]) -> Record {
    let player = |who: &Identity, seed: u64| PlayerRecord {
        name: who.name.clone(),
        spec: who.spec.clone(),
        hash: Some(who.hash.clone()),
        seed: Some(seed),
        isolation: None,
    };
    let [first, second] = leg.players();
    Record {
        version: VERSION,
        game: table.spec().to_string(),
        start: position.text(),
        players: [player(first, seeds[0]), player(second, seeds[1])],
        clock: Some(leg.job.clock.to_string()),
        seed: Some(leg.job.seed),
        opening: leg.job.opening.len(),
        moves: Vec::with_capacity(96),
        winner: None,
        ending: Ending::Rules,
        reason: None,
        tally: [0; 2],
    }
}
