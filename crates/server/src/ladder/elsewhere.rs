//! Ladder games on other machines: pairs of guests go into a queue, and what comes back is stored and counted like
//! any other pair. Nobody watches these move by move; once stored they can be replayed.

use std::collections::HashMap;
use std::sync::Arc;

use agon_arena::clock::Clock;
use agon_arena::identity::identify;
use agon_arena::job::{Identity, Job, PairResult};
use agon_arena::queue::{Hand, Outcome, Queue, QueueError};
use agon_games::dice::Dice;

use super::{PAUSE, entry_of, guest_pair, store};
use crate::OpenQueue;
use crate::hub::Hub;

/// Pairs that are out for each core: fewer and cores wait, more and pairs are drawn by old ratings.
const AHEAD: usize = 2;

/// Hands out the guests' pairs until the hub closes.
pub(super) fn hand_out(hub: &Hub, open: &OpenQueue, mut queue: Box<dyn Queue + Send>, dice: &mut Dice) {
    let mut is_timed = is_timed(hub);
    let mut asked = HashMap::new();
    while !hub.is_closed() {
        if is_timed != self::is_timed(hub) {
            // Other workers may be fit for it: the run is announced anew.
            is_timed = !is_timed;
            let _ = queue.close(true);
            asked.clear();
            drop(queue);
            queue = match reopened(hub, open, is_timed) {
                Some(queue) => queue,
                None => return,
            };
        }
        if let Err(error) = take_turn(hub, &mut *queue, &mut asked, dice) {
            hub.log("error", &error.to_string());
            hub.rest(10 * PAUSE);
        }
    }
    // What is still out is drawn anew at the next start.
    let _ = queue.close(true);
}

/// Whether the ladder's clock counts time.
pub(super) fn is_timed(hub: &Hub) -> bool {
    let clock = hub.course.settings().ok().and_then(|settings| settings.clock.parse::<Clock>().ok());
    clock.is_none_or(|clock| clock.is_timed())
}

/// The queue once more, however long that takes; none when the hub closes first.
fn reopened(hub: &Hub, open: &OpenQueue, is_timed: bool) -> Option<Box<dyn Queue + Send>> {
    while !hub.is_closed() {
        match open(is_timed) {
            Ok(queue) => return Some(queue),
            Err(why) => hub.log("error", &why),
        }
        hub.rest(10 * PAUSE);
    }
    None
}

/// Pairs that are out, by ladder and number, as the ladder knows them.
type Asked = HashMap<(i64, u64), Job>;

fn take_turn(hub: &Hub, queue: &mut dyn Queue, asked: &mut Asked, dice: &mut Dice) -> Result<(), QueueError> {
    let enough = (AHEAD * queue.crew().cores as usize).max(AHEAD);
    let mut jobs = Vec::new();
    while asked.len() < enough {
        let Some(job) = guest_pair(hub, dice) else { break };
        match outward(hub, &job) {
            Ok(sent) => jobs.push(sent),
            Err(why) => {
                hub.log("error", &format!("a pair could not be sent: {why}"));
                break;
            }
        }
        asked.insert((job.tournament, job.number), job);
    }
    if asked.is_empty() {
        hub.rest(PAUSE);
    }
    queue.submit(jobs)?;
    for outcome in queue.take(PAUSE)? {
        match outcome {
            Outcome::Played(result, hand) => take_in(hub, asked, result, hand),
            Outcome::Refused(job, why) | Outcome::Parked(job, why) => {
                asked.remove(&(job.tournament, job.number));
                hub.log("warning", &format!("pair {} of ladder {}: {why}", job.number, job.tournament));
                hub.rest(PAUSE);
            }
        }
    }
    queue.settle()?;
    queue.news().iter().for_each(|news| hub.log("warning", news));
    Ok(())
}

/// The pair as workers need it: uploads by their files, the house by what it is.
fn outward(hub: &Hub, job: &Job) -> Result<Job, String> {
    let player = |who: &Arc<Identity>| {
        let spec = match entry_of(&who.spec) {
            Some(entry) => hub.player_file(entry)?.display().to_string(),
            None => who.spec.clone(),
        };
        identify(&spec, Some(&who.name)).map(Arc::new).map_err(|error| error.to_string())
    };
    let [a, b] = &job.players;
    Ok(Job { players: [player(a)?, player(b)?], ..job.clone() })
}

/// Stores a pair under the names that the ladder has for its players. Of two reports the first counts.
fn take_in(hub: &Hub, asked: &mut Asked, result: PairResult, hand: Option<Arc<Hand>>) {
    let Some(job) = asked.remove(&(result.job.tournament, result.job.number)) else { return };
    let mut records = result.records;
    for (leg, record) in job.legs().zip(&mut records) {
        for (told, asked) in record.players.iter_mut().zip(leg.players()) {
            told.name.clone_from(&asked.name);
            told.spec.clone_from(&asked.spec);
            told.hash = Some(asked.hash.clone());
        }
    }
    let hands: Vec<_> = hand.map(|hand| (job.number, hand)).into_iter().collect();
    if let Err(error) = hub.store().save_hands(job.tournament, &hands) {
        hub.log("error", &format!("who played a pair could not be stored: {error}"));
    }
    store(hub, &PairResult { job, records });
}
