//! One game between two players: the referee's questions carried to the players and their answers back, on a real
//! watch.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_games::catalog::{Position, Table};
use agon_games::game::PackedMove;
use agon_games::graph::Numbering;
use agon_games::record::{Ending, PlayerRecord, Record};
use agon_games::side::Side;
use thiserror::Error;

use crate::clock::Clock;
use crate::player::{Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use crate::referee::{Action, Answer, Fault, Input, Referee, presentable};
use crate::scribe::Scribe;

/// What is agreed before a game.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The game and the position that it begins with.
    pub table: Table,
    /// What each player may spend.
    pub clock: Clock,
    /// The seed of the game.
    pub seed: Option<u64>,
    /// The seed of each player.
    pub seeds: [u64; 2],
    /// Moves played for both before the game.
    pub opening: Vec<PackedMove>,
    /// How vertices are numbered for players that see a graph.
    pub numbering: Numbering,
    /// Set from outside to break the game off.
    pub halt: Arc<AtomicBool>,
}

impl Terms {
    /// A game at a table, with everything else as usual.
    pub fn new(table: Table, clock: Clock) -> Terms {
        Terms {
            table,
            clock,
            seed: None,
            seeds: [0, 1],
            opening: Vec::new(),
            numbering: Numbering::Full,
            halt: Arc::default(),
        }
    }

    fn seat(&self, side: Side) -> Seat {
        Seat {
            table: self.table.clone(),
            opening: self.opening.as_slice().into(),
            side,
            clock: self.clock,
            seed: self.seeds[side.index()],
            numbering: self.numbering,
            halt: self.halt.clone(),
        }
    }
}

/// Why a game could not even begin.
#[derive(Debug, Clone, Error)]
pub enum BoutError {
    /// A player is none, or not for this game.
    #[error("{1}")]
    Refused(Side, String),
    /// The opening has a move that is not legal.
    #[error("the opening's move `{0}` is not legal")]
    Opening(String),
}

/// A game that was played, with what the record does not hold.
#[derive(Debug, Clone)]
pub struct Bout {
    /// The record.
    pub record: Record,
    /// What went wrong after the end, per side.
    pub aftermath: [Option<Fault>; 2],
    /// What each player printed for itself.
    pub logs: [String; 2],
}

/// Someone who watches a game.
pub trait Watcher {
    /// A move was played; the position is the one after it.
    fn moved(&mut self, position: &Position, mv: PackedMove);
}

/// Nobody watches.
#[derive(Debug, Clone, Copy)]
pub struct Nobody;

impl Watcher for Nobody {
    fn moved(&mut self, _: &Position, _: PackedMove) {}
}

/// Plays one game. The specs are what the players were asked for as.
pub fn play<'a>(
    terms: &'a Terms,
    players: [&'a mut dyn Player; 2],
    specs: [&str; 2],
    watcher: &'a mut dyn Watcher,
) -> Result<Bout, BoutError> {
    play_by(&mut Scribe::new(), terms, players, specs, watcher)
}

/// [`play`], with the record written by a scribe of this table.
pub fn play_by<'a>(
    scribe: &mut Scribe,
    terms: &'a Terms,
    players: [&'a mut dyn Player; 2],
    specs: [&str; 2],
    watcher: &'a mut dyn Watcher,
) -> Result<Bout, BoutError> {
    let seats = Side::BOTH.map(|side| terms.seat(side));
    let has_watch = terms.clock.is_timed() || players.iter().any(|player| !player.is_trusted());
    let mut game = Game { terms, seats, players, epoch: Instant::now(), has_watch, watcher };
    let mut referee = game.referee()?;
    let mut introductions = game.start(&mut referee)?;
    if referee.verdict().is_none() {
        game.run(&mut referee);
    }
    let mut aftermath = [None, None];
    for side in Side::BOTH {
        let i = side.index();
        aftermath[i] = game.players[i].finish(&game.seats[i]);
        let told = introductions[i].isolation.take();
        introductions[i].isolation = told.or_else(|| game.players[i].isolation());
    }
    let logs = game.players.map(|player| player.log());
    let entries = [0, 1].map(|i| entry(&introductions[i], specs[i], terms.seeds[i]));
    Ok(Bout { record: referee.record_by(scribe, &terms.table, entries, terms.seed), aftermath, logs })
}

/// Characters of a player's name that are kept.
const MAX_NAME: usize = 100;

fn entry(introduction: &Introduction, spec: &str, seed: u64) -> PlayerRecord {
    PlayerRecord {
        name: introduction
            .name
            .as_deref()
            .map_or_else(|| spec.to_owned(), |name| presentable(name, MAX_NAME)),
        spec: spec.to_owned(),
        hash: None,
        seed: Some(seed),
        isolation: introduction.isolation.clone(),
    }
}

struct Game<'a> {
    terms: &'a Terms,
    seats: [Seat; 2],
    players: [&'a mut dyn Player; 2],
    epoch: Instant,
    /// Without, time stands still: where it is not recorded and nobody can be late, looking at the watch would
    /// take a tenth of the fastest games.
    has_watch: bool,
    watcher: &'a mut dyn Watcher,
}

impl Game<'_> {
    fn referee(&self) -> Result<Referee, BoutError> {
        let illegal = |mv| BoutError::Opening(self.terms.table.start().move_text(mv));
        let mut referee =
            Referee::new(&self.terms.table, self.terms.clock, &self.terms.opening).map_err(illegal)?;
        for side in Side::BOTH {
            if self.players[side.index()].is_trusted() {
                referee.trust(side);
            }
        }
        Ok(referee)
    }

    fn now(&self) -> Duration {
        if self.has_watch { self.epoch.elapsed() } else { Duration::ZERO }
    }

    /// Brings both players to the table; one that fails on the way has lost.
    fn start(&mut self, referee: &mut Referee) -> Result<[Introduction; 2], BoutError> {
        let mut introductions = [Introduction::default(), Introduction::default()];
        let mut actions = Vec::new();
        for side in Side::BOTH {
            let i = side.index();
            match self.players[i].start(&self.seats[i]) {
                Ok(introduction) => introductions[i] = introduction,
                Err(StartError::Refused(why)) => return Err(BoutError::Refused(side, why)),
                Err(StartError::Fault(fault)) => {
                    let fault = Fault::new(fault.ending, format!("at the start: {}", fault.reason));
                    referee.handle(self.now(), Input::Fault(side, fault), &mut actions);
                    break;
                }
            }
        }
        Ok(introductions)
    }

    fn run(&mut self, referee: &mut Referee) {
        let mut actions = Vec::with_capacity(2);
        referee.handle(self.now(), Input::Begin, &mut actions);
        while let Some(Action::Ask { side, deadline }) = actions.pop() {
            if self.terms.halt.load(Ordering::Relaxed) {
                referee.handle(self.now(), Input::Abort("stopped"), &mut actions);
                continue;
            }
            let n_before = referee.history().len();
            let asked = self.now();
            let deadline = referee.start_clock(asked).unwrap_or(deadline);
            let reply = self.ask(referee, side, deadline);
            if let Some(at) = reply.as_ref().ok().and_then(|reply| reply.asked) {
                referee.start_clock(at.saturating_duration_since(self.epoch).max(asked));
            }
            let now = self.answered(asked, &reply);
            match &reply {
                Ok(Reply { choice: Choice::Undo, .. }) => {
                    referee.take_back(now, side, &mut actions);
                    continue;
                }
                Ok(reply) => match answer(&reply.choice) {
                    Some(answer) => {
                        referee.handle(now, Input::Answer(side, answer, reply.opinion), &mut actions)
                    }
                    None => {
                        let fault = Fault::new(Ending::Resigned, "resigned");
                        referee.handle(now, Input::Fault(side, fault), &mut actions);
                    }
                },
                Err(fault) if fault.ending == Ending::Aborted => {
                    referee.handle(now, Input::Abort(&fault.reason), &mut actions);
                }
                Err(fault) => referee.handle(now, Input::Fault(side, fault.clone()), &mut actions),
            }
            if let Some(&mv) = referee.history().get(n_before) {
                self.watcher.moved(referee.position(), mv);
            }
        }
    }

    /// When the answer was given: as the kernel noted it, where it did, else when it was heard.
    fn answered(&self, asked: Duration, reply: &Result<Reply, Fault>) -> Duration {
        let now = self.now();
        let noted = reply.as_ref().ok().and_then(|reply| reply.at);
        noted.map_or(now, |at| at.saturating_duration_since(self.epoch).clamp(asked, now))
    }

    fn ask(&mut self, referee: &Referee, side: Side, deadline: Duration) -> Result<Reply, Fault> {
        let turn = Turn {
            position: referee.position(),
            history: referee.history(),
            left: referee.left(),
            deadline: self.epoch + deadline,
        };
        let i = side.index();
        self.players[i].choose(&self.seats[i], &turn)
    }
}

fn answer(choice: &Choice) -> Option<Answer<'_>> {
    match choice {
        Choice::Move(mv) => Some(Answer::Move(*mv)),
        Choice::Text(text) => Some(Answer::Text(text)),
        Choice::Nonsense(what) => Some(Answer::Nonsense(what)),
        Choice::Resign | Choice::Undo => None,
    }
}
