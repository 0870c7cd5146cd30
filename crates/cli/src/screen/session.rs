//! A game in a thread of its own: the arena's referee asks the players, everything worth seeing is sent to the
//! view, and a person's moves come from it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use agon_arena::bout::{self, Bout, Nobody, Terms};
use agon_arena::player::custody::Custody;
use agon_arena::player::{self, Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use agon_arena::referee::{Fault, Opinion};
use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::engine::{Engine, Report};
use agon_games::game::PackedMove;
use agon_games::record::Ending;
use agon_games::side::Side;
use anyhow::Result;

/// What the view hears.
pub enum News {
    /// A side is asked for a move, after these moves, with this much on both clocks.
    Asked { side: Side, history: Vec<PackedMove>, left: [Duration; 2] },
    /// A built-in player has come so far.
    Thinking { side: Side, report: Report },
    /// A side answered, and said this about it.
    Answered { side: Side, opinion: Opinion },
    /// A player's log, all of it.
    Log { side: Side, text: String },
    /// The game is over.
    Over(Box<Bout>),
    /// The game could not be played.
    Failed(String),
}

/// A running game.
pub struct Session {
    pub news: Receiver<News>,
    /// Where a person's answers go, for the sides that are people.
    pub people: [Option<Sender<Choice>>; 2],
    halt: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Session {
    /// Seats the players and begins.
    pub fn begin(terms: Terms, specs: [String; 2], custody: &Custody) -> Result<Self> {
        let (tell, news) = mpsc::channel();
        let mut people = [None, None];
        let mut players: Vec<Relay> = Vec::new();
        for side in Side::BOTH {
            let spec = &specs[side.index()];
            let inner: Box<dyn Player> = if spec == "human" {
                let (say, hear) = mpsc::channel();
                people[side.index()] = Some(say);
                Box::new(Person { hear })
            } else if player::spec::is_foreign(spec) {
                player::spec::open(spec, custody, None)?
            } else {
                catalog::build(&terms.table, spec, 0)?;
                Box::new(Thinker { spec: spec.clone(), engine: None, tell: tell.clone() })
            };
            players.push(Relay { inner, tell: tell.clone() });
        }
        let halt = terms.halt.clone();
        let thread = std::thread::spawn(move || {
            let [first, second] = &mut players[..] else { unreachable!("two sides, two players") };
            let names = [specs[0].as_str(), specs[1].as_str()];
            let news = match bout::play(&terms, [first as &mut dyn Player, second], names, &mut Nobody) {
                Ok(bout) => News::Over(Box::new(bout)),
                Err(error) => News::Failed(error.to_string()),
            };
            // The view may be gone already.
            let _ = tell.send(news);
        });
        Ok(Self { news, people, halt, thread: Some(thread) })
    }
}

impl Drop for Session {
    /// Breaks the game off and waits for the players to go.
    fn drop(&mut self) {
        self.halt.store(true, Ordering::Relaxed);
        self.people = [None, None];
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Passes everything on to a player and tells the view about it.
struct Relay {
    inner: Box<dyn Player>,
    tell: Sender<News>,
}

impl Player for Relay {
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError> {
        self.inner.start(seat)
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let side = seat.side;
        let _ = self.tell.send(News::Asked { side, history: turn.history.to_vec(), left: turn.left });
        let reply = self.inner.choose(seat, turn);
        if let Ok(reply) = &reply {
            let _ = self.tell.send(News::Answered { side, opinion: reply.opinion });
        }
        let text = self.inner.log();
        if !text.is_empty() {
            let _ = self.tell.send(News::Log { side, text });
        }
        reply
    }

    fn finish(&mut self, seat: &Seat) -> Option<Fault> {
        self.inner.finish(seat)
    }

    fn is_trusted(&self) -> bool {
        self.inner.is_trusted()
    }

    fn log(&mut self) -> String {
        self.inner.log()
    }
}

/// A person, whose answers come from the view.
struct Person {
    hear: Receiver<Choice>,
}

impl Player for Person {
    fn start(&mut self, _: &Seat) -> Result<Introduction, StartError> {
        Ok(Introduction { name: Some("human".to_owned()), isolation: None })
    }

    fn choose(&mut self, seat: &Seat, _: &Turn<'_>) -> Result<Reply, Fault> {
        loop {
            match self.hear.recv_timeout(Duration::from_millis(50)) {
                Ok(choice) => return Ok(Reply::of(choice)),
                Err(RecvTimeoutError::Timeout) if !seat.is_halted() => {}
                Err(_) => return Err(Fault::new(Ending::Aborted, "the player left")),
            }
        }
    }

    fn finish(&mut self, _: &Seat) -> Option<Fault> {
        None
    }

    fn is_trusted(&self) -> bool {
        true
    }
}

/// A strategy whose thoughts can be watched.
struct Thinker {
    spec: String,
    engine: Option<Box<dyn Engine>>,
    tell: Sender<News>,
}

impl Player for Thinker {
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError> {
        let engine = catalog::build(&seat.table, &self.spec, seat.seed);
        self.engine = Some(engine.map_err(|error| StartError::Refused(error.to_string()))?);
        Ok(Introduction { name: Some(self.spec.clone()), isolation: None })
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let engine = self.engine.as_mut().expect("a player has taken its seat before it is asked");
        let mut budget = Budget { stop: seat.halt.clone(), ..Budget::default() };
        seat.clock.limit(&mut budget, turn.left[seat.side.index()]);
        let thought = engine.think(turn.position, &budget, &mut |report| {
            let _ = self.tell.send(News::Thinking { side: seat.side, report: report.clone() });
        });
        if seat.is_halted() {
            return Err(Fault::new(Ending::Aborted, "stopped"));
        }
        let opinion = thought.score.map_or_else(Opinion::default, |score| Opinion {
            score: Some(score.get().into()),
            depth: Some(thought.depth),
            nodes: Some(thought.nodes),
        });
        if let Some(score) = thought.score {
            let elapsed = Duration::ZERO;
            let report =
                Report { depth: thought.depth, score, nodes: thought.nodes, elapsed, pv: thought.pv };
            let _ = self.tell.send(News::Thinking { side: seat.side, report });
        }
        Ok(Reply { opinion, ..Reply::of(Choice::Move(thought.mv)) })
    }

    fn finish(&mut self, _: &Seat) -> Option<Fault> {
        None
    }

    fn is_trusted(&self) -> bool {
        true
    }
}
