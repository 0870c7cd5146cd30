//! A ladder game where everybody can watch. The game itself is played by the referee at its own speed; what viewers
//! see follows at a pace for eyes, so that watching never touches a clock.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use agon_arena::bout::{self, Terms, Watcher};
use agon_arena::job::{Identity, Leg};
use agon_arena::player::custody::Custody;
use agon_arena::player::hosted::Hosted;
use agon_arena::player::{Choice, Introduction, Player, Reply, Seat as Chair, StartError, Turn};
use agon_arena::referee::{Fault, Opinion};
use agon_engine::budget::Budget;
use agon_engine::catalog::build;
use agon_engine::engine::{Engine, Thought};
use agon_games::catalog::{Position, Table};
use agon_games::game::PackedMove;
use agon_games::record::{Ending, Record};
use agon_games::side::Side;

use super::entry_of;
use crate::course::EntryState;
use crate::hub::Hub;
use crate::live::{End, Live};
use crate::seats::Seat;

/// A game being shown.
pub(super) struct Stage(JoinHandle<()>);

/// What is shown next.
enum Scene {
    Move(PackedMove, Option<Thought>),
    End(End),
}

impl Stage {
    /// Plays one game of a pair to its end; what viewers see may take longer. None when it could not be played.
    pub(super) fn play(hub: &Arc<Hub>, leg: &Leg<'_>, per_move: Duration) -> Option<(Self, Record)> {
        let job = leg.job;
        let table = Table::open(&job.game, None).ok()?;
        let id = format!("{}-{}-{}", job.tournament, job.number, leg.leg);
        let seats = leg.players().map(|player| Seat::player(&player.name, &player.spec));
        let live = Arc::new(Live::new(id.clone(), table.clone(), seats, None, true));
        hub.add(live.clone()).ok()?;
        let (scenes, script) = channel();
        let opening = opening(&table, &job.opening)?;
        for &mv in &opening {
            scenes.send(Scene::Move(mv, None)).ok()?;
        }
        let viewers = hub.clone();
        let stage = Self(std::thread::spawn(move || show(&viewers, &live, &script, per_move)));
        let played = play(hub, leg, table, opening, &scenes);
        let end = played.as_ref().map_or(End { winner: None, ending: Ending::Aborted }, |(record, _)| End {
            winner: record.winner,
            ending: record.ending,
        });
        // A viewer's side that is gone needs no end.
        let _ = scenes.send(Scene::End(end));
        let Some((record, logs)) = played else {
            stage.wait();
            return None;
        };
        keep_logs(hub, leg, &id, &logs);
        Some((stage, record))
    }

    /// Waits until everything was shown.
    pub(super) fn wait(self) {
        // A panic was reported where it happened.
        let _ = self.0.join();
    }
}

/// Shows scene after scene.
fn show(hub: &Hub, live: &Live, script: &Receiver<Scene>, per_move: Duration) {
    for scene in script {
        match scene {
            Scene::End(end) => {
                live.break_off(end);
                hub.tell(live);
                break;
            }
            Scene::Move(mv, thought) => {
                let (position, at, goes_on) = live.now();
                if !goes_on {
                    break;
                }
                if let Some(thought) = &thought {
                    live.thought(position.side(), &position, thought);
                }
                hub.rest(per_move);
                if live.play(position.side(), at, mv, thought.as_ref()).is_err() {
                    break;
                }
            }
        }
        hub.tell(live);
    }
}

/// The game as the referee sees it, with what each player printed.
fn play(
    hub: &Hub,
    leg: &Leg<'_>,
    table: Table,
    opening: Vec<PackedMove>,
    scenes: &Sender<Scene>,
) -> Option<(Record, [String; 2])> {
    let settings = hub.course.settings().ok()?;
    let mut terms = Terms::new(table, leg.job.clock.parse().ok()?);
    terms.seed = Some(leg.job.seed);
    terms.seeds = Side::BOTH.map(|side| leg.seed(side));
    terms.opening = opening;
    terms.halt = hub.halt.clone();
    let custody = Custody { memory: settings.memory_mb << 20, ..hub.custody.clone() };
    let last = Arc::new(Mutex::new(None));
    let identities = leg.players();
    let mut players =
        [seat(hub, identities[0], &custody, &last)?, seat(hub, identities[1], &custody, &last)?];
    let [first, second] = &mut players;
    let specs = identities.map(|identity| identity.spec.as_str());
    let mut relay = Relay { scenes, last };
    match bout::play(&terms, [first.as_mut(), second.as_mut()], specs, &mut relay) {
        Ok(bout) if bout.record.ending == Ending::Aborted => None,
        Ok(bout) => {
            let mut record = bout.record;
            for (entry, identity) in record.players.iter_mut().zip(identities) {
                entry.name = identity.name.clone();
                entry.hash = Some(identity.hash.clone());
            }
            Some((record, bout.logs))
        }
        Err(error) => {
            refuse(hub, &error, &specs);
            None
        }
    }
}

/// A player that passed its check and cannot be started now is set aside.
fn refuse(hub: &Hub, error: &bout::BoutError, specs: &[&str; 2]) {
    if let bout::BoutError::Refused(side, why) = error
        && let Some(entry) = entry_of(specs[side.index()])
    {
        hub.log("warning", &format!("entry {entry} was set aside: {why}"));
        // If it was retired meanwhile, there is nothing to set aside.
        let _ = hub.course.move_entry(entry, EntryState::Placed, EntryState::Suspended);
    }
}

fn seat(hub: &Hub, identity: &Identity, custody: &Custody, last: &Last) -> Option<Box<dyn Player>> {
    Some(match entry_of(&identity.spec) {
        Some(entry) => Box::new(Hosted::new(hub.player_file(entry).ok()?, custody.clone())),
        None => Box::new(Thinker { spec: identity.spec.clone(), engine: None, last: last.clone() }),
    })
}

fn keep_logs(hub: &Hub, leg: &Leg<'_>, game: &str, logs: &[String; 2]) {
    for (player, log) in leg.players().into_iter().zip(logs) {
        if let Some(entry) = entry_of(&player.spec)
            && !log.trim().is_empty()
            && let Err(error) = hub.course.add_log(entry, game, log)
        {
            hub.log("error", &format!("the log of entry {entry} could not be kept: {error}"));
        }
    }
}

fn opening(table: &Table, texts: &[String]) -> Option<Vec<PackedMove>> {
    let mut position = table.start();
    texts.iter().map(|text| position.play_text(text).ok()).collect()
}

/// The latest thought of a player of the house, until its move is shown.
type Last = Arc<Mutex<Option<Thought>>>;

/// Passes moves on to the viewers, with the thought behind each.
struct Relay<'a> {
    scenes: &'a Sender<Scene>,
    last: Last,
}

impl Watcher for Relay<'_> {
    fn moved(&mut self, _: &Position, mv: PackedMove) {
        let thought = self.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Nobody left to see it is no fault.
        let _ = self.scenes.send(Scene::Move(mv, thought.filter(|thought| thought.mv == mv)));
    }
}

/// A player of the house whose thoughts can be seen.
struct Thinker {
    spec: String,
    engine: Option<Box<dyn Engine>>,
    last: Last,
}

impl Player for Thinker {
    fn start(&mut self, chair: &Chair) -> Result<Introduction, StartError> {
        let engine = build(&chair.table, &self.spec, chair.seed);
        self.engine = Some(engine.map_err(|error| StartError::Refused(error.to_string()))?);
        Ok(Introduction { name: Some(self.spec.clone()), isolation: None })
    }

    fn choose(&mut self, chair: &Chair, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let engine = self.engine.as_mut().expect("a player has taken its seat before it is asked");
        let mut budget = Budget { stop: chair.halt.clone(), ..Budget::default() };
        chair.clock.limit(&mut budget, turn.left[chair.side.index()]);
        let thought = engine.think(turn.position, &budget, &mut |_| ());
        if chair.is_halted() {
            return Err(Fault::new(Ending::Aborted, "stopped"));
        }
        let mut reply = Reply::of(Choice::Move(thought.mv));
        if let Some(score) = thought.score {
            reply.opinion = Opinion {
                score: Some(score.get().into()),
                depth: Some(thought.depth),
                nodes: Some(thought.nodes),
            };
        }
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(thought);
        Ok(reply)
    }

    fn finish(&mut self, _: &Chair) -> Option<Fault> {
        None
    }

    fn is_trusted(&self) -> bool {
        true
    }
}
