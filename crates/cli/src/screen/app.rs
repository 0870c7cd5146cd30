//! What the view knows and what keys do to it.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use agon_arena::clock::Clock;
use agon_arena::player::Choice;
use agon_engine::engine::Report;
use agon_games::catalog::Table;
use agon_games::record::Record;
use agon_games::side::Side;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::entry::{Chosen, Entry};
use super::session::{News, Session};
use super::timeline::Timeline;
use crate::view::Picture;

/// What the view is opened with.
pub struct Opening {
    pub table: Table,
    pub names: [String; 2],
    pub clock: Option<Clock>,
    /// A running game, or none to replay a record.
    pub session: Option<Session>,
    pub record: Option<Record>,
    pub colour: bool,
    /// Show a game between programs no faster than this.
    pub pace: Duration,
    pub graph: bool,
}

/// What one side shows beside the board.
#[derive(Default)]
pub struct Corner {
    pub left: Option<Duration>,
    pub report: Option<Report>,
    pub log: String,
}

/// A line at the bottom into which the user types.
pub struct Prompt {
    pub question: &'static str,
    pub text: String,
    purpose: Purpose,
}

#[derive(Clone, Copy, PartialEq)]
enum Purpose {
    Move,
    Save,
}

/// The state of the view.
pub struct App {
    pub table: Table,
    pub names: [String; 2],
    pub session: Option<Session>,
    pub timeline: Timeline,
    pub corners: [Corner; 2],
    /// Whose clock runs, and since when.
    pub asked: Option<(Side, Instant)>,
    pub record: Option<Record>,
    pub colour: bool,
    pub graph: bool,
    pub shows_logs: bool,
    pub shows_help: bool,
    pub cursor: usize,
    pub entry: Entry,
    pub message: String,
    pub prompt: Option<Prompt>,
    /// Where the board was drawn, for the mouse.
    pub drawn: Option<(Rect, Picture)>,
    waiting: VecDeque<News>,
    pace: Duration,
    shown: Instant,
    wants_out: bool,
    done: bool,
}

impl App {
    /// A view of a game at its start, or of a record at its end.
    pub fn new(opening: Opening) -> Self {
        let Opening { table, names, clock, session, record, colour, pace, graph } = opening;
        let mut timeline = Timeline::new(&table);
        if let Some(record) = &record {
            for mv in &record.moves {
                let Ok(packed) = timeline.latest().parse_move(&mv.text) else { break };
                let side = timeline.latest().side();
                timeline.push(packed);
                *timeline.scores.last_mut().expect("one per position") =
                    mv.score.map(|score| of_first(side, score));
            }
            timeline.rewind();
        }
        let board = table.board();
        let cursor = board.cell(board.rows() / 2, board.cols() / 2);
        let left = clock.filter(|clock| clock.is_timed()).map(Clock::at_start);
        let corner = || Corner { left, ..Corner::default() };
        let is_watching = session.as_ref().is_some_and(|session| session.people.iter().all(Option::is_none));
        Self {
            names,
            session,
            timeline,
            corners: [corner(), corner()],
            asked: None,
            record,
            colour,
            graph,
            shows_logs: false,
            shows_help: false,
            cursor,
            entry: Entry::default(),
            message: "? for help".to_owned(),
            prompt: None,
            drawn: None,
            waiting: VecDeque::new(),
            pace: if is_watching { pace } else { Duration::ZERO },
            shown: Instant::now(),
            wants_out: false,
            done: false,
            table,
        }
    }

    /// Whether the user has left.
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// The last word, on the terminal that is the user's again.
    pub fn farewell(&self) {
        if let Some(record) = &self.record {
            eprintln!("{}", crate::verdict::summary(&self.table, record, &self.names));
        }
    }

    /// Whether a person is to move, here and now.
    pub fn is_my_turn(&self) -> bool {
        let Some((side, _)) = self.asked else { return false };
        let is_person = self.session.as_ref().is_some_and(|session| session.people[side.index()].is_some());
        is_person && self.record.is_none() && self.timeline.is_live()
    }

    /// Takes in what the game has sent, no faster than the pace.
    pub fn hear_news(&mut self) {
        if let Some(session) = &self.session {
            self.waiting.extend(session.news.try_iter());
        }
        while let Some(news) = self.waiting.pop_front() {
            let is_move = matches!(news, News::Asked { .. } | News::Over(_));
            if is_move && self.shown.elapsed() < self.pace {
                self.waiting.push_front(news);
                return;
            }
            if is_move {
                self.shown = Instant::now();
            }
            self.hear(news);
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Asked { side, history, left } => {
                self.timeline.follow(&history);
                for side in Side::BOTH {
                    let corner = &mut self.corners[side.index()];
                    corner.left = corner.left.map(|_| left[side.index()]);
                }
                self.asked = Some((side, Instant::now()));
                self.entry = Entry::new(self.timeline.latest(), self.table.spec().kind);
                if self.is_my_turn() {
                    self.message = "your move".to_owned();
                }
            }
            News::Thinking { side, report } => self.corners[side.index()].report = Some(report),
            News::Answered { side, opinion } => {
                if let Some(last) = self.timeline.scores.last_mut() {
                    *last = opinion.score.map(|score| of_first(side, score));
                }
            }
            News::Log { side, text } => self.corners[side.index()].log = text,
            News::Over(bout) => self.end(bout.record),
            News::Failed(why) => {
                self.asked = None;
                self.message = why;
            }
        }
    }

    fn end(&mut self, record: Record) {
        self.asked = None;
        let start = self.table.start();
        let mut history = Vec::new();
        let mut position = start;
        for mv in &record.moves {
            let Ok(packed) = position.play_text(&mv.text) else { break };
            history.push(packed);
        }
        self.timeline.follow(&history);
        self.message = crate::verdict::of(&self.table, &record);
        self.record = Some(record);
        self.wants_out = false;
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.done = true;
            return;
        }
        if self.prompt.is_some() {
            return self.prompt_key(key.code);
        }
        if key.code != KeyCode::Char('q') {
            self.wants_out = false;
        }
        match key.code {
            KeyCode::Char('q') => self.leave(),
            KeyCode::Char('?') => self.shows_help = !self.shows_help,
            KeyCode::Char('g') => self.graph = !self.graph,
            KeyCode::Char('l') => self.shows_logs = !self.shows_logs,
            KeyCode::Left => self.move_cursor(0, -1),
            KeyCode::Right => self.move_cursor(0, 1),
            KeyCode::Up => self.move_cursor(-1, 0),
            KeyCode::Down => self.move_cursor(1, 0),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Esc => self.entry.chosen.clear(),
            KeyCode::Char(',' | 'b') | KeyCode::PageUp => self.timeline.step(-1),
            KeyCode::Char('.' | 'n') | KeyCode::PageDown => self.timeline.step(1),
            KeyCode::Home => self.timeline.rewind(),
            KeyCode::End => self.timeline.catch_up(),
            KeyCode::Char('u') => self.answer(Choice::Undo),
            KeyCode::Char('p') => self.pass(),
            KeyCode::Char('r') => self.answer(Choice::Resign),
            KeyCode::Char('m' | ':' | '/') => self.ask("move", Purpose::Move, String::new()),
            KeyCode::Char('s') => self.ask("save as", Purpose::Save, self.default_name()),
            _ => {}
        }
    }

    /// The mouse did something.
    pub fn mouse(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.timeline.step(-1),
            MouseEventKind::ScrollDown => self.timeline.step(1),
            MouseEventKind::Down(MouseButton::Right) => self.entry.chosen.clear(),
            MouseEventKind::Down(MouseButton::Left) => {
                let Some((area, picture)) = &self.drawn else { return };
                let place = mouse.column.checked_sub(area.x).zip(mouse.row.checked_sub(area.y));
                if let Some(cell) = place.and_then(|(x, y)| picture.cell_at(x.into(), y.into())) {
                    self.cursor = cell;
                    self.choose(cell);
                }
            }
            _ => {}
        }
    }

    fn prompt_key(&mut self, code: KeyCode) {
        let Some(prompt) = &mut self.prompt else { return };
        match code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Backspace => {
                prompt.text.pop();
            }
            KeyCode::Char(c) if prompt.text.len() < 200 => prompt.text.push(c),
            KeyCode::Enter => {
                let (text, purpose) = (std::mem::take(&mut prompt.text), prompt.purpose);
                self.prompt = None;
                match purpose {
                    Purpose::Move => self.type_move(text.trim()),
                    Purpose::Save => self.save(text.trim()),
                }
            }
            _ => {}
        }
    }

    fn ask(&mut self, question: &'static str, purpose: Purpose, text: String) {
        self.prompt = Some(Prompt { question, text, purpose });
    }

    fn leave(&mut self) {
        if self.record.is_some() || self.session.is_none() || self.wants_out {
            self.done = true;
        } else {
            self.wants_out = true;
            self.message = "the game is not over: q again leaves it, s saves it first".to_owned();
        }
    }

    fn move_cursor(&mut self, down: isize, right: isize) {
        let board = self.table.board();
        let row = (self.cursor / board.cols()).saturating_add_signed(down).min(board.rows() - 1);
        let col = (self.cursor % board.cols()).saturating_add_signed(right).min(board.cols() - 1);
        self.cursor = board.cell(row, col);
    }

    fn choose(&mut self, cell: usize) {
        if !self.is_my_turn() {
            return;
        }
        match self.entry.choose(cell) {
            Chosen::Move(mv) => {
                self.message.clear();
                self.answer(Choice::Move(mv));
            }
            Chosen::More => self.message = "and then?".to_owned(),
            Chosen::Nothing => self.message = "no move goes there: the lit cells are possible".to_owned(),
        }
    }

    fn type_move(&mut self, text: &str) {
        match self.timeline.latest().parse_move(text) {
            Ok(mv) => self.answer(Choice::Move(mv)),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn pass(&mut self) {
        let latest = self.timeline.latest();
        let pass =
            latest.moves().into_iter().find(|&mv| latest.trace(mv) == agon_games::game::Trace::default());
        match pass {
            Some(mv) => self.answer(Choice::Move(mv)),
            None => self.message = "there is no pass here".to_owned(),
        }
    }

    /// Sends a person's answer to the game, if it is a person's turn.
    fn answer(&mut self, choice: Choice) {
        if !self.is_my_turn() {
            self.message = "it is not your turn".to_owned();
            return;
        }
        let (Some((side, _)), Some(session)) = (self.asked, &self.session) else { return };
        if let Some(person) = &session.people[side.index()] {
            self.asked = None;
            let _ = person.send(choice);
        }
    }

    fn default_name(&self) -> String {
        let stem = self.table.name();
        let free = (1..1000).map(|n| format!("{stem}-{n}.json")).find(|name| !PathBuf::from(name).exists());
        free.unwrap_or_default()
    }

    /// Saves the record, or as much of it as there is.
    fn save(&mut self, path: &str) {
        let text = match &self.record {
            Some(record) => serde_json::to_string_pretty(record).unwrap_or_default(),
            None => self.unfinished(),
        };
        self.message = match std::fs::write(path, text + "\n") {
            Ok(()) => format!("saved as {path}: agon replay {path}"),
            Err(error) => format!("cannot write `{path}`: {error}"),
        };
    }

    /// The record of a game that still goes on.
    fn unfinished(&self) -> String {
        let moves: Vec<String> = (0..self.timeline.len()).map(|number| self.timeline.text(number)).collect();
        let record = crate::verdict::unfinished(&self.table, &self.names, &moves);
        serde_json::to_string_pretty(&record).unwrap_or_default()
    }
}

/// A score from the first side's point of view.
fn of_first(side: Side, score: f64) -> f64 {
    if side == Side::First { score } else { -score }
}
