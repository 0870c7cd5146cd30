//! What the view knows and what keys do to it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use agon_arena::clock::Clock;
use agon_arena::player::Choice;
use agon_engine::engine::Report;
use agon_games::catalog::Table;
use agon_games::record::Record;
use agon_games::side::Side;
use agon_games::spec::Kind;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::entry::{Chosen, Entry};
use super::files;
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
    /// Thinking time so far, of people: nobody takes theirs away.
    pub used: Duration,
    pub is_person: bool,
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
    Open,
}

/// What has to be asked for twice.
#[derive(Clone, Copy, PartialEq)]
enum Grave {
    Leave,
    Resign,
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
    /// Whether a game between programs is held up.
    pub is_paused: bool,
    waiting: VecDeque<News>,
    pace: Duration,
    shown: Instant,
    /// What was asked for once.
    meant: Option<Grave>,
    done: bool,
}

impl App {
    /// A view of a game at its start, or of a record at its end.
    pub fn new(opening: Opening) -> Self {
        let Opening { table, names, clock, session, record, colour, pace, graph } = opening;
        let timeline = record.as_ref().map_or_else(|| Timeline::new(&table), |record| replay(&table, record));
        let board = table.board();
        let cursor = board.cell(board.rows() / 2, board.cols() / 2);
        let left = clock.filter(|clock| clock.is_timed()).map(Clock::at_start);
        let people =
            session.as_ref().map_or([false; 2], |session| session.people.each_ref().map(Option::is_some));
        let is_watching = session.is_some() && people == [false; 2];
        let corners = people.map(|is_person| Corner { left, is_person, ..Corner::default() });
        Self {
            names,
            session,
            timeline,
            corners,
            asked: None,
            record,
            colour,
            graph,
            shows_logs: false,
            shows_help: false,
            cursor,
            entry: Entry::default(),
            message: String::new(),
            prompt: None,
            drawn: None,
            waiting: VecDeque::new(),
            pace: if is_watching { pace } else { Duration::ZERO },
            shown: Instant::now(),
            is_paused: false,
            meant: None,
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
            if is_move && (self.is_paused || self.shown.elapsed() < self.pace) {
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
                    self.message = self.entry.invitation(self.table.spec().kind).to_owned();
                } else if self.corners.iter().any(|corner| corner.is_person) {
                    self.message = format!("{} is thinking", self.names[side.index()]);
                }
            }
            News::Thinking { side, report } => self.corners[side.index()].report = Some(report),
            News::Answered { side, opinion } => {
                if let Some((_, since)) = self.asked.filter(|(asked, _)| *asked == side) {
                    self.corners[side.index()].used += since.elapsed();
                }
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
        self.meant = None;
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
        if !matches!(key.code, KeyCode::Char('q' | 'r')) {
            self.meant = None;
        }
        match key.code {
            KeyCode::Char('q') => self.leave(),
            KeyCode::Char('?' | 'h') => self.shows_help = !self.shows_help,
            KeyCode::Esc if self.shows_help => self.shows_help = false,
            KeyCode::Char('g') => self.graph = !self.graph,
            KeyCode::Char('l') => self.shows_logs = !self.shows_logs,
            KeyCode::Left => self.move_cursor(0, -1),
            KeyCode::Right => self.move_cursor(0, 1),
            KeyCode::Up => self.move_cursor(-1, 0),
            KeyCode::Down => self.move_cursor(1, 0),
            KeyCode::Char(' ') if self.is_watching() => self.is_paused = !self.is_paused,
            KeyCode::Char('+') => self.pace /= 2,
            KeyCode::Char('-') => self.pace = (self.pace * 2).max(Duration::from_millis(50)),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Esc => self.entry.chosen.clear(),
            KeyCode::Char(',' | 'b') | KeyCode::PageUp => self.timeline.step(-1),
            KeyCode::Char('.' | 'n') | KeyCode::PageDown => self.timeline.step(1),
            KeyCode::Home => self.timeline.rewind(),
            KeyCode::End => self.timeline.catch_up(),
            KeyCode::Char('u') => self.answer(Choice::Undo),
            KeyCode::Char('p') => self.pass(),
            KeyCode::Char('r') => self.resign(),
            KeyCode::Char(digit @ '0'..='7') if self.table.spec().kind == Kind::Flood => {
                self.type_move(&digit.to_string());
            }
            KeyCode::Char('m' | ':' | '/') => self.ask("move", Purpose::Move, String::new()),
            KeyCode::Char('s') => self.ask("save as", Purpose::Save, files::free_name(&self.table)),
            KeyCode::Char('o') => self.ask("open", Purpose::Open, String::new()),
            _ => {}
        }
    }

    /// Whether a game between programs is going on.
    pub fn is_watching(&self) -> bool {
        let has_person = self.corners.iter().any(|corner| corner.is_person);
        self.session.is_some() && self.record.is_none() && !has_person
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
                    Purpose::Open => self.open(text.trim()),
                }
            }
            _ => {}
        }
    }

    fn ask(&mut self, question: &'static str, purpose: Purpose, text: String) {
        self.prompt = Some(Prompt { question, text, purpose });
    }

    fn leave(&mut self) {
        let is_free = self.record.is_some() || self.session.is_none();
        if is_free || self.is_meant(Grave::Leave, "the game is not over: q again leaves it, s saves it first")
        {
            self.done = true;
        }
    }

    fn resign(&mut self) {
        if !self.is_my_turn() || self.is_meant(Grave::Resign, "r again resigns the game") {
            self.answer(Choice::Resign);
        }
    }

    /// Whether something grave was asked for before; if not, says so.
    fn is_meant(&mut self, what: Grave, warning: &str) -> bool {
        if self.meant.replace(what) == Some(what) {
            return true;
        }
        self.message = warning.to_owned();
        false
    }

    fn move_cursor(&mut self, down: isize, right: isize) {
        let board = self.table.board();
        let row = (self.cursor / board.cols()).saturating_add_signed(down).min(board.rows() - 1);
        let col = (self.cursor % board.cols()).saturating_add_signed(right).min(board.cols() - 1);
        self.cursor = board.cell(row, col);
    }

    fn choose(&mut self, cell: usize) {
        if !self.is_my_turn() {
            if !self.timeline.is_live() && self.record.is_none() && self.session.is_some() {
                self.message = "you look at an earlier position: End goes back to the game".to_owned();
            }
            return;
        }
        match self.entry.choose(cell) {
            Chosen::Move(mv) => {
                self.message.clear();
                self.answer(Choice::Move(mv));
            }
            Chosen::More => self.message = self.entry.invitation(self.table.spec().kind).to_owned(),
            Chosen::Nothing => self.message = "no move goes there: the lit cells are possible".to_owned(),
        }
    }

    fn type_move(&mut self, text: &str) {
        if !self.is_my_turn() {
            self.message = "it is not your turn".to_owned();
            return;
        }
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

    /// Saves the record, or as much of it as there is.
    fn save(&mut self, path: &str) {
        let record = files::record_of(&self.table, &self.names, &self.timeline, self.record.as_ref());
        self.message = files::save(&record, path);
    }

    /// Looks at a saved game instead; a game that is going on is not given up for it.
    fn open(&mut self, path: &str) {
        if self.session.is_some() && self.record.is_none() {
            self.message = "finish or leave this game before you open another".to_owned();
            return;
        }
        match files::open(path) {
            Err(why) => self.message = why,
            Ok((table, record)) => {
                self.names = record.players.each_ref().map(|player| player.name.clone());
                self.timeline = replay(&table, &record);
                (self.corners, self.session) = (Default::default(), None);
                self.cursor = 0;
                self.message = crate::verdict::of(&table, &record);
                (self.table, self.record) = (table, Some(record));
            }
        }
    }
}

/// The course of a recorded game, looked at from its start.
fn replay(table: &Table, record: &Record) -> Timeline {
    let mut timeline = Timeline::new(table);
    for mv in &record.moves {
        let Ok(packed) = timeline.latest().parse_move(&mv.text) else { break };
        let side = timeline.latest().side();
        timeline.push(packed);
        *timeline.scores.last_mut().expect("one per position") = mv.score.map(|score| of_first(side, score));
    }
    timeline.rewind();
    timeline
}

/// A score from the first side's point of view.
fn of_first(side: Side, score: f64) -> f64 {
    if side == Side::First { score } else { -score }
}
