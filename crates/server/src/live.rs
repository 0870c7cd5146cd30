//! A game while it is on: its position, and the log of all that happened, which viewers read at their own
//! pace. Nothing in the log ever changes; what is appended wakes everybody who waits.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_engine::engine::{Report, Thought};
use agon_engine::score::Score;
use agon_games::catalog::{Position, Table};
use agon_games::game::{PackedMove, Piece, Trace};
use agon_games::record::{Ending, Record};
use agon_games::side::Side;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::casual::{Sheet, Sitter};
use crate::seats::{Allowance, Seat};

/// A game that can be watched.
pub(crate) struct Live {
    pub(crate) id: String,
    /// Which log this is: one of before a restart counts differently.
    pub(crate) edition: String,
    pub(crate) table: Table,
    pub(crate) seats: [Seat; 2],
    pub(crate) allowance: Option<Allowance>,
    state: Mutex<State>,
    wake: watch::Sender<usize>,
}

/// An entry of the log: what kind of event, and its JSON.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) data: String,
}

struct State {
    position: Position,
    /// The position after each ply, the start first, with what is shown of it.
    plies: Vec<Ply>,
    log: Vec<Entry>,
    left: [Duration; 2],
    turn_began: Instant,
    started: bool,
    end: Option<End>,
    reason: Option<String>,
    thinking: Option<Value>,
}

#[derive(Clone)]
struct Ply {
    position: Position,
    left: [Duration; 2],
    shown: Value,
}

/// What a player said about its move, from its own side, and how long it took.
#[derive(Clone, Copy, Debug)]
struct Remark {
    score: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    us: Option<u64>,
}

impl Remark {
    fn of(thought: &Thought) -> Self {
        let score = thought.score.map(in_units);
        Self { score, depth: Some(thought.depth), nodes: Some(thought.nodes), us: None }
    }
}

/// How it ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) winner: Option<Side>,
    pub(crate) ending: Ending,
}

impl Live {
    /// A new game; it waits for its second person if `started` is not set.
    pub(crate) fn new(
        id: String,
        table: Table,
        seats: [Seat; 2],
        allowance: Option<Allowance>,
        started: bool,
    ) -> Self {
        let position = table.start();
        let left = [allowance.map_or(Duration::ZERO, |allowance| allowance.base); 2];
        let state = State {
            position,
            plies: Vec::new(),
            log: Vec::new(),
            left,
            turn_began: Instant::now(),
            started,
            end: None,
            reason: None,
            thinking: None,
        };
        let game = Self {
            id,
            edition: crate::token::hex::<4>(),
            table,
            seats,
            allowance,
            state: Mutex::new(state),
            wake: watch::Sender::new(0),
        };
        let mut state = game.lock();
        game.push(&mut state, None, None);
        if state.position.is_over() {
            game.settle(&mut state);
        }
        drop(state);
        game
    }

    /// The position, how many plies led to it, and whether play goes on.
    pub(crate) fn now(&self) -> (Position, usize, bool) {
        let state = self.lock();
        (state.position.clone(), state.plies.len() - 1, state.started && state.end.is_none())
    }

    /// How it ended, if it did.
    pub(crate) fn end(&self) -> Option<End> {
        self.lock().end
    }

    /// Whether a person plays.
    pub(crate) fn has_people(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    /// The moves so far, as text.
    pub(crate) fn moves(&self) -> Vec<String> {
        let state = self.lock();
        state.plies.iter().filter_map(|ply| ply.shown["move"].as_str().map(str::to_owned)).collect()
    }

    /// What is left on the clock of the side to move, if there is a clock.
    pub(crate) fn left(&self) -> Option<Duration> {
        let state = self.lock();
        let left = state.left[state.position.side().index()];
        self.allowance.map(|_| left.saturating_sub(state.turn_began.elapsed()))
    }

    /// Plays a move of `side` at ply `at`, if it is still that ply and the move is legal.
    pub(crate) fn play(
        &self,
        side: Side,
        at: usize,
        mv: PackedMove,
        thought: Option<&Thought>,
    ) -> Result<(), String> {
        let mut state = self.lock();
        if state.end.is_some() {
            return Err("the game is over".to_owned());
        }
        if !state.started {
            return Err("the other player has not come yet".to_owned());
        }
        if state.position.side() != side || state.plies.len() - 1 != at {
            return Err("it is not your turn".to_owned());
        }
        if self.is_late(&mut state, side) {
            return Err("your time is up".to_owned());
        }
        let before = state.position.clone();
        if !state.position.play(mv) {
            return Err(format!("`{}` is not legal here", before.move_text(mv)));
        }
        state.turn_began = Instant::now();
        self.push(&mut state, Some((&before, mv)), thought.map(Remark::of));
        self.settle(&mut state);
        Ok(())
    }

    /// A game that is over, as it was recorded. None when its moves do not fit its board.
    pub(crate) fn replay(id: String, record: &Record) -> Option<Self> {
        let table = Table::open(&record.game, Some(&record.start)).ok()?;
        let seats = [0, 1].map(|i| Seat::player(&record.players[i].name, &record.players[i].spec));
        let game = Self::new(id, table, seats, None, true);
        let mut state = game.lock();
        state.end = None;
        for played in &record.moves {
            let before = state.position.clone();
            let mv = state.position.play_text(&played.text).ok()?;
            let score = played.score.map(|score| (score / 100.0).clamp(-100.0, 100.0));
            let remark = Remark { score, depth: played.depth, nodes: played.nodes, us: played.us };
            game.push(&mut state, Some((&before, mv)), Some(remark));
        }
        state.reason = record.reason.clone();
        game.finish(&mut state, End { winner: record.winner, ending: record.ending });
        drop(state);
        Some(game)
    }

    /// All that is needed to go on with this game another day.
    pub(crate) fn sheet(&self) -> Sheet {
        let state = self.lock();
        let millis = |time: Duration| time.as_millis() as u64;
        let sitter = |seat: &Seat| Sitter {
            name: seat.name.clone(),
            spec: seat.spec.clone(),
            token: seat.token.clone(),
        };
        let text = |ply: &Ply| ply.shown["move"].as_str().map(str::to_owned);
        Sheet {
            game: self.table.spec().to_string(),
            start: self.table.start_text(),
            seats: [sitter(&self.seats[0]), sitter(&self.seats[1])],
            allowance: self.allowance.map(|a| [millis(a.base), millis(a.increment)]),
            left: state.left.map(millis),
            started: state.started,
            moves: state.plies.iter().filter_map(text).collect(),
            end: state.end.map(|end| (end.winner, end.ending)),
        }
    }

    /// A game that was kept. None when its moves do not fit its board.
    pub(crate) fn revive(id: String, sheet: &Sheet) -> Option<Self> {
        let table = Table::open(&sheet.game, Some(&sheet.start)).ok()?;
        let seats = [0, 1].map(|i| Seat::again(&sheet.seats[i]));
        let time = Duration::from_millis;
        let allowance =
            sheet.allowance.map(|[base, each]| Allowance { base: time(base), increment: time(each) });
        let game = Self::new(id, table, seats, allowance, sheet.started);
        let mut state = game.lock();
        state.end = None;
        for text in &sheet.moves {
            let before = state.position.clone();
            let mv = state.position.play_text(text).ok()?;
            state.left = sheet.left.map(time);
            game.push(&mut state, Some((&before, mv)), None);
        }
        match sheet.end {
            Some((winner, ending)) => game.finish(&mut state, End { winner, ending }),
            None => game.announce(&mut state),
        }
        drop(state);
        Some(game)
    }

    /// Books the time of the side to move; ends the game if there is none left.
    fn is_late(&self, state: &mut State, side: Side) -> bool {
        let Some(allowance) = self.allowance else { return false };
        let spent = state.turn_began.elapsed();
        let left = &mut state.left[side.index()];
        if spent >= *left {
            *left = Duration::ZERO;
            self.finish(state, End { winner: Some(!side), ending: Ending::Time });
            return true;
        }
        *left = *left - spent + allowance.increment;
        false
    }

    /// Ends the game if the side to move at ply `at` has let its time run out.
    pub(crate) fn check_time(&self, at: usize) -> bool {
        let mut state = self.lock();
        let side = state.position.side();
        let over = state.end.is_some() || state.plies.len() - 1 != at;
        if !over && self.allowance.is_some() && state.turn_began.elapsed() >= state.left[side.index()] {
            self.finish(&mut state, End { winner: Some(!side), ending: Ending::Time });
            return true;
        }
        false
    }

    /// The second person has come: the clock starts.
    pub(crate) fn begin(&self) {
        let mut state = self.lock();
        if !state.started {
            state.started = true;
            state.turn_began = Instant::now();
            self.announce(&mut state);
        }
    }

    /// The side gives up.
    pub(crate) fn resign(&self, side: Side) {
        self.break_off(End { winner: Some(!side), ending: Ending::Resigned });
    }

    /// Ends the game from outside.
    pub(crate) fn break_off(&self, end: End) {
        let mut state = self.lock();
        if state.end.is_none() {
            self.finish(&mut state, end);
        }
    }

    /// Goes back to the last position in which `side` was to move. False when there is none.
    pub(crate) fn take_back(&self, side: Side) -> bool {
        let mut state = self.lock();
        let earlier =
            state.plies[..state.plies.len() - 1].iter().rposition(|ply| ply.position.side() == side);
        let Some(at) = earlier.filter(|_| state.end.is_none()) else { return false };
        state.plies.truncate(at + 1);
        state.position = state.plies[at].position.clone();
        state.left = state.plies[at].left;
        state.turn_began = Instant::now();
        self.append(&mut state, Entry { name: "back", data: json!({ "ply": at }).to_string() });
        true
    }

    /// What an engine is thinking; not part of the log, viewers see the latest.
    pub(crate) fn think(&self, side: Side, position: &Position, report: &Report) {
        let shown = json!({ "side": side, "score": in_units(report.score), "depth": report.depth, "nodes": report.nodes, "pv": line(position, &report.pv) });
        self.set_thinking(shown);
    }

    /// What an engine thought before the move that is shown next.
    pub(crate) fn thought(&self, side: Side, position: &Position, thought: &Thought) {
        let score = thought.score.map(in_units);
        let shown = json!({ "side": side, "score": score, "depth": thought.depth, "nodes": thought.nodes, "pv": line(position, &thought.pv) });
        self.set_thinking(shown);
    }

    fn set_thinking(&self, shown: Value) {
        self.lock().thinking = Some(shown);
        self.wake.send_modify(|_| ());
    }

    /// The entries of the log from a number on, and the latest thinking.
    pub(crate) fn since(&self, from: usize) -> (Vec<Entry>, Option<Value>, bool) {
        let state = self.lock();
        let entries = state.log.get(from..).unwrap_or_default().to_vec();
        (entries, state.thinking.clone(), state.end.is_some())
    }

    /// Wakes everybody who listens, so that they can see that the server closes.
    pub(crate) fn wake(&self) {
        self.wake.send_modify(|_| ());
    }

    /// Wakes up when the log or the thinking changes.
    pub(crate) fn listen(&self) -> watch::Receiver<usize> {
        self.wake.subscribe()
    }

    /// All that a page needs besides the log.
    pub(crate) fn card(&self) -> Value {
        let state = self.lock();
        let mut card = json!({
            "id": self.id,
            "game": self.table.spec().to_string(),
            "kind": self.table.name(),
            "board": self.board(),
            "players": self.seats,
            "clock": self.allowance.is_some(),
            "colours": self.colours(),
        });
        merge(&mut card, state.status());
        merge(&mut card, state.plies[state.plies.len() - 1].shown.clone());
        card
    }

    fn board(&self) -> Value {
        let board = self.table.board();
        json!({ "cols": board.cols(), "rows": board.rows(), "wraps": board.wraps(), "kind": self.table.name() })
    }

    fn colours(&self) -> u8 {
        match &self.table.spec().options {
            agon_games::spec::Options::Flood(flood) => flood.colours,
            _ => 0,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, state: &mut State, played: Option<(&Position, PackedMove)>, remark: Option<Remark>) {
        let mut shown = show(&state.position, played, state.plies.len());
        let first = if state.position.side() == Side::First { -1.0 } else { 1.0 };
        if let Some(remark) = remark {
            let score = remark.score.map(|score| first * score);
            merge(
                &mut shown,
                json!({ "score": score, "depth": remark.depth, "nodes": remark.nodes, "us": remark.us }),
            );
        }
        if self.allowance.is_some() {
            let left = state.left.map(|left| left.as_millis() as u64);
            merge(&mut shown, json!({ "left": left }));
        }
        state.plies.push(Ply { position: state.position.clone(), left: state.left, shown: shown.clone() });
        self.append(state, Entry { name: "ply", data: shown.to_string() });
    }

    fn settle(&self, state: &mut State) {
        if let Some(outcome) = state.position.outcome() {
            self.finish(state, End { winner: outcome.winner(), ending: Ending::Rules });
        }
    }

    fn finish(&self, state: &mut State, end: End) {
        state.end = Some(end);
        self.announce(state);
    }

    fn announce(&self, state: &mut State) {
        let data = state.status().to_string();
        self.append(state, Entry { name: "state", data });
    }

    fn append(&self, state: &mut State, entry: Entry) {
        state.log.push(entry);
        self.wake.send_replace(state.log.len());
    }
}

impl State {
    fn status(&self) -> Value {
        json!({
            "started": self.started,
            "over": self.end.is_some(),
            "winner": self.end.and_then(|end| end.winner),
            "ending": self.end.map(|end| end.ending),
            "reason": self.reason,
        })
    }
}

/// What a page shows of a position.
fn show(position: &Position, played: Option<(&Position, PackedMove)>, ply: usize) -> Value {
    let cells: String = (0..position.board().n_cells()).map(|cell| glyph(position.piece(cell))).collect();
    json!({
        "ply": ply,
        "side": position.side(),
        "cells": cells,
        "tally": position.tally(),
        "move": played.map(|(before, mv)| before.move_text(mv)),
        "trace": played.map(|(before, mv)| trace(&before.trace(mv))),
    })
}

fn trace(trace: &Trace) -> Value {
    json!({ "from": trace.from, "to": trace.to, "arrow": trace.arrow, "changed": trace.changed })
}

/// One character per cell, as `board.js` reads them.
fn glyph(piece: Piece) -> char {
    match piece {
        Piece::Hole => '#',
        Piece::Empty => '.',
        Piece::Of(Side::First) => '0',
        Piece::Of(Side::Second) => '1',
        Piece::Arrow => '*',
        Piece::Colour(colour, None) => (b'0' + colour) as char,
        Piece::Colour(colour, Some(Side::First)) => (b'a' + colour) as char,
        Piece::Colour(colour, Some(Side::Second)) => (b'A' + colour) as char,
    }
}

/// A line of moves as text.
pub(crate) fn line(position: &Position, moves: &[PackedMove]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(position.move_text(mv));
        if !position.play(mv) {
            texts.pop();
            break;
        }
    }
    texts
}

/// A score in blobs, discs or cells; wins are shown as a hundred.
pub(crate) fn in_units(score: Score) -> f64 {
    if score.is_decided() { 100.0 * f64::from(score.get().signum()) } else { f64::from(score.get()) / 100.0 }
}

fn merge(into: &mut Value, from: Value) {
    if let (Value::Object(into), Value::Object(from)) = (into, from) {
        into.extend(from);
    }
}
