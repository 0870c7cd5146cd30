//! The referee: legality, passes, clocks, endings, the record. A state machine without I/O and without a watch:
//! time and answers come in, questions and the end go out. It trusts no one, checks time before legality, and
//! never asks a player that has no move.

use std::time::Duration;

use agon_games::catalog::{Position, Table};
use agon_games::game::PackedMove;
use agon_games::record::{Ending, MoveRecord, PlayerRecord, Record, VERSION};
use agon_games::side::Side;
use agon_games::spec::{FloodRules, Kind, Options};

use crate::clock::Clock;
use crate::scribe::Scribe;

/// What the referee is told.
#[derive(Debug)]
pub enum Input<'a> {
    /// Both players stand ready: the game begins.
    Begin,
    /// A side answers.
    Answer(Side, Answer<'a>, Opinion),
    /// A side failed.
    Fault(Side, Fault),
    /// Time has passed and nobody has said anything.
    Tick,
    /// The game is broken off; nobody is at fault.
    Abort(&'a str),
}

/// A move as a player gave it.
#[derive(Debug, Clone, Copy)]
pub enum Answer<'a> {
    /// In the games' own form, legal or not.
    Move(PackedMove),
    /// As text.
    Text(&'a str),
    /// In a form that names no move of this game: what it was, in words.
    Nonsense(&'a str),
}

/// What a player said about its move.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Opinion {
    /// Its score, in hundredths.
    pub score: Option<f64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

/// How a player failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The ending that it means.
    pub ending: Ending,
    /// In words.
    pub reason: String,
}

impl Fault {
    /// A fault with its reason, which may quote the player: it is made fit to be shown.
    pub fn new(ending: Ending, reason: impl Into<String>) -> Fault {
        Fault { ending, reason: presentable(&reason.into(), MAX_REASON) }
    }
}

/// Characters of a reason that are kept.
const MAX_REASON: usize = 250;

/// What a player said, in one line of bounded length that plays no tricks on a terminal.
pub(crate) fn presentable(text: &str, n_chars: usize) -> String {
    text.chars().take(n_chars).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// What the referee wants done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Ask this side for a move; at `deadline` its flag falls.
    Ask {
        /// Whose turn it is.
        side: Side,
        /// On the same watch as the times that come in.
        deadline: Duration,
    },
    /// The game is over.
    Over,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Why.
    pub ending: Ending,
    /// Who won; none for a draw or an aborted game.
    pub winner: Option<Side>,
    /// More about it, in words.
    pub reason: Option<String>,
}

/// One ply that was played.
#[derive(Debug, Clone, Copy)]
struct Ply {
    mv: PackedMove,
    /// Microseconds; none for moves of the opening and forced passes.
    us: Option<u64>,
    opinion: Opinion,
}

/// Room for most games.
const USUAL_PLIES: usize = 128;

/// One game.
#[derive(Debug)]
pub struct Referee {
    position: Position,
    start: String,
    pass: Pass,
    clock: Clock,
    left: [Duration; 2],
    /// Sides that cannot lose on time: built-in players, whose lateness is the machine's.
    is_trusted: [bool; 2],
    asked: Option<(Side, Duration)>,
    history: Vec<PackedMove>,
    plies: Vec<Ply>,
    n_opening: usize,
    verdict: Option<Verdict>,
}

/// How a skipped turn looks, and when it is forced.
#[derive(Debug, Clone, Copy)]
enum Pass {
    /// The game has none.
    Never,
    /// Legal only when nothing else is.
    Forced(PackedMove),
    /// Legal at any time.
    Free(PackedMove),
}

impl Pass {
    fn of(table: &Table) -> Pass {
        let spec = table.spec();
        let is_free = matches!(&spec.options, Options::Flood(flood) if flood.rules == FloodRules::Seed);
        match pass_of(spec.kind) {
            None => Pass::Never,
            Some(pass) if is_free => Pass::Free(pass),
            Some(pass) => Pass::Forced(pass),
        }
    }
}

/// The pass of a game, if it has one.
pub fn pass_of(kind: Kind) -> Option<PackedMove> {
    match kind {
        Kind::Amazons => None,
        Kind::Blobwar => Some(PackedMove(0)),
        Kind::Flood => Some(PackedMove(8)),
        Kind::Reversi => Some(PackedMove(0x200)),
    }
}

impl Referee {
    /// A game at this table. The opening's moves must be legal; the one that is not is handed back.
    pub fn new(table: &Table, clock: Clock, opening: &[PackedMove]) -> Result<Referee, PackedMove> {
        let mut position = table.start();
        let start = position.text();
        let mut plies = Vec::with_capacity(USUAL_PLIES);
        plies.extend(opening.iter().map(|&mv| Ply { mv, us: None, opinion: Opinion::default() }));
        let mut history = Vec::with_capacity(USUAL_PLIES);
        history.extend_from_slice(opening);
        for &mv in opening {
            if !position.play(mv) {
                return Err(mv);
            }
        }
        Ok(Referee {
            position,
            start,
            pass: Pass::of(table),
            clock,
            left: [clock.at_start(); 2],
            is_trusted: [false; 2],
            asked: None,
            history,
            plies,
            n_opening: opening.len(),
            verdict: None,
        })
    }

    /// Spares a built-in player the loss on time.
    pub fn trust(&mut self, side: Side) {
        self.is_trusted[side.index()] = true;
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Every move so far, opening and passes included.
    pub fn history(&self) -> &[PackedMove] {
        &self.history
    }

    /// What each side has left on its clock.
    pub fn left(&self) -> [Duration; 2] {
        self.left
    }

    /// How the game ended, once it has.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Takes one input and appends what is to be done. Input after the end, and answers of a side that was not
    /// asked, change nothing but themselves: the latter end the game.
    pub fn handle(&mut self, now: Duration, input: Input<'_>, actions: &mut Vec<Action>) {
        if self.verdict.is_some() {
            return;
        }
        match input {
            Input::Begin => self.advance(now, actions),
            Input::Answer(side, answer, opinion) => self.answer(now, side, answer, opinion, actions),
            Input::Fault(side, fault) => {
                // A player that fails after its flag fell has lost on time.
                let fault = self.late(now, side).unwrap_or(fault);
                self.lose(side, fault, actions);
            }
            Input::Tick => {
                if let Some((side, _)) = self.asked
                    && let Some(late) = self.late(now, side)
                {
                    self.lose(side, late, actions);
                }
            }
            Input::Abort(reason) => {
                let reason = Some(reason.to_owned());
                self.end(Verdict { ending: Ending::Aborted, winner: None, reason }, actions);
            }
        }
    }

    /// Starts the clock of the side that is asked now, and not when the question arose: what the arena does in
    /// between, for its spectators perhaps, is nobody's time. Gives when the flag falls.
    pub fn start_clock(&mut self, now: Duration) -> Option<Duration> {
        let (side, since) = self.asked.as_mut()?;
        *since = now;
        Some(now + self.clock.longest(self.left[side.index()]))
    }

    /// Takes back moves until this side is to move again, one earlier; its clock goes on. Nothing happens if the
    /// side has not moved yet.
    pub fn take_back(&mut self, now: Duration, side: Side, actions: &mut Vec<Action>) {
        let first = (self.position.side().index() + self.history.len()) % 2;
        let is_own = |ply: usize| (first + ply) % 2 == side.index();
        let last = (self.n_opening..self.history.len())
            .rev()
            .find(|&ply| is_own(ply) && self.plies[ply].us.is_some());
        if let Some(ply) = last {
            self.history.truncate(ply);
            self.plies.truncate(ply);
            self.position.set_text(&self.start).expect("the start was printed by this game");
            for &mv in &self.history {
                let played = self.position.play(mv);
                debug_assert!(played, "the history is legal");
            }
        }
        self.advance(now, actions);
    }

    /// The record of the game as far as it went.
    pub fn record(&self, table: &Table, players: [PlayerRecord; 2], seed: Option<u64>) -> Record {
        self.record_by(&mut Scribe::new(), table, players, seed)
    }

    /// [`Referee::record`], written by a scribe of this table.
    pub fn record_by(
        &self,
        scribe: &mut Scribe,
        table: &Table,
        players: [PlayerRecord; 2],
        seed: Option<u64>,
    ) -> Record {
        let verdict = self.verdict.as_ref();
        let is_timed = self.clock.is_timed();
        let ply = |ply: &Ply| {
            let Opinion { score, depth, nodes } = ply.opinion;
            let us = ply.us.filter(|_| is_timed);
            (ply.mv, MoveRecord { text: String::new(), us, score, depth, nodes })
        };
        Record {
            version: VERSION,
            game: table.spec().to_string(),
            start: self.start.clone(),
            players,
            clock: Some(self.clock.to_string()),
            seed,
            opening: self.n_opening,
            moves: scribe.write(&self.position, self.plies.iter().map(ply)),
            winner: verdict.and_then(|verdict| verdict.winner),
            ending: verdict.map_or(Ending::Aborted, |verdict| verdict.ending),
            reason: verdict.and_then(|verdict| verdict.reason.clone()),
            tally: self.position.tally(),
        }
    }

    fn answer(
        &mut self,
        now: Duration,
        side: Side,
        answer: Answer<'_>,
        opinion: Opinion,
        out: &mut Vec<Action>,
    ) {
        let Some((asked, since)) = self.asked.filter(|(asked, _)| *asked == side) else {
            let fault = Fault::new(Ending::Protocol, "a move out of turn");
            return self.lose(side, fault, out);
        };
        if let Some(late) = self.late(now, asked) {
            return self.lose(side, late, out);
        }
        let mv = match answer {
            Answer::Move(mv) => Ok(mv),
            Answer::Text(text) => self.position.parse_move(text).map_err(|error| error.to_string()),
            Answer::Nonsense(what) => Err(format!("{what} is no move of this game")),
        };
        let played = mv.and_then(|mv| match self.position.play(mv) {
            true => Ok(mv),
            false => Err(format!("`{}` is not legal here", self.position.move_text(mv))),
        });
        match played {
            Ok(mv) => {
                self.book(side, now.saturating_sub(since), mv, opinion);
                self.advance(now, out);
            }
            Err(reason) => self.lose(side, Fault::new(Ending::Illegal, reason), out),
        }
    }

    /// Takes the time off the clock and writes the move down.
    fn book(&mut self, side: Side, used: Duration, mv: PackedMove, opinion: Opinion) {
        let left = &mut self.left[side.index()];
        *left = self.clock.after(*left, used).unwrap_or(self.clock.increment());
        self.history.push(mv);
        self.plies.push(Ply { mv, us: Some(used.as_micros() as u64), opinion });
    }

    /// Plays forced passes, then asks whoever is to move, or ends the game.
    fn advance(&mut self, now: Duration, out: &mut Vec<Action>) {
        loop {
            if let Some(outcome) = self.position.outcome() {
                let verdict = Verdict { ending: Ending::Rules, winner: outcome.winner(), reason: None };
                return self.end(verdict, out);
            }
            let Some(pass) = self.forced_pass() else { break };
            let played = self.position.play(pass);
            debug_assert!(played, "a forced pass is legal");
            self.history.push(pass);
            self.plies.push(Ply { mv: pass, us: None, opinion: Opinion::default() });
        }
        let side = self.position.side();
        self.asked = Some((side, now));
        let deadline = now + self.clock.longest(self.left[side.index()]);
        out.push(Action::Ask { side, deadline });
    }

    fn forced_pass(&self) -> Option<PackedMove> {
        match self.pass {
            Pass::Never => None,
            Pass::Forced(pass) => self.position.is_legal(pass).then_some(pass),
            Pass::Free(pass) => {
                (self.position.n_moves() == 1 && self.position.is_legal(pass)).then_some(pass)
            }
        }
    }

    /// The loss on time of the side that was asked, if its flag has fallen.
    fn late(&self, now: Duration, side: Side) -> Option<Fault> {
        let (_, since) = self.asked.filter(|(asked, _)| *asked == side)?;
        let left = self.left[side.index()];
        let used = now.saturating_sub(since);
        let is_late = used > self.clock.longest(left) && !self.is_trusted[side.index()];
        is_late.then(|| Fault::new(Ending::Time, format!("no move after {used:.1?} with {left:.1?} left")))
    }

    fn lose(&mut self, side: Side, fault: Fault, out: &mut Vec<Action>) {
        let winner = (fault.ending != Ending::Aborted).then_some(!side);
        self.end(Verdict { ending: fault.ending, winner, reason: Some(fault.reason) }, out);
    }

    fn end(&mut self, verdict: Verdict, out: &mut Vec<Action>) {
        self.asked = None;
        self.verdict = Some(verdict);
        out.push(Action::Over);
    }
}
