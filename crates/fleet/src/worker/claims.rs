//! Tasks that this worker has claimed: from the broker's hand to the pool, kept alive while they are here, and back
//! as a report. A task that has come too often is not played but parked.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use agon_arena::clock::Clock;
use agon_arena::identity::{identify, relocated};
use agon_arena::job::{Identity, Job};
use agon_arena::player::spec::is_foreign;
use agon_games::record::Record;
use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::{Acker, PublishMessage};
use futures_util::StreamExt;

use super::Worker;
use super::runs::Turn;
use crate::crew::SIGN_OF_LIFE;
use crate::link::PAUSE;
use crate::wire::{CONSUMER, Report, Task, Verdict, jobs_stream, reports_subject};

/// A task that was handed out so often without a report is not handed to another.
const MOST_TRIES: i64 = 3;

/// How long a report is tried to be delivered to a run that seems to have no stream: a broker that has just come
/// back needs a moment.
const STUBBORN: u32 = 100;

/// A task that is here.
pub(super) struct Held {
    run: String,
    task: Task,
    acker: Arc<Acker>,
    /// How often it was handed out, this time included.
    tries: i64,
    scale: Option<f64>,
}

impl Held {
    /// Makes the records say what was asked for, not how it was played here.
    pub(super) fn restore(&self, records: &mut [Record]) {
        for (leg, record) in self.task.job.legs().zip(records) {
            for (told, asked) in record.players.iter_mut().zip(leg.players()) {
                told.spec.clone_from(&asked.spec);
            }
            if self.scale.is_some() {
                record.clock = Some(self.task.job.clock.to_string());
            }
        }
    }

    /// Sends the report until it has arrived, then the task is done.
    pub(super) async fn report(self, worker: &Worker, verdict: Verdict) {
        let isolation = match &verdict {
            Verdict::Played(records) => isolation(records),
            _ => String::new(),
        };
        let report = Report { key: self.task.key, hand: worker.hand(isolation, self.scale), verdict };
        let body = serde_json::to_vec(&report).expect("a report is plain data");
        let id = format!("{}/{}/{}", report.key, worker.name, self.tries);
        let mut n_missing = 0;
        loop {
            let message = PublishMessage::build().payload(body.clone().into()).message_id(&id);
            let sent = async {
                worker.link.jetstream.send_publish(reports_subject(&self.run), message).await?.await
            };
            match sent.await {
                Ok(_) => break,
                Err(error) if error.kind() == PublishErrorKind::StreamNotFound => n_missing += 1,
                Err(_) => {}
            }
            if n_missing > STUBBORN || (n_missing > 0 && !worker.lock_runs().is_on(&self.run)) {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        let _ = self.acker.ack().await;
    }

    /// Somebody else may try; whoever is the last of three says why not.
    pub(super) async fn refuse(self, worker: &Worker, why: String) {
        match self.tries < MOST_TRIES {
            true => drop(self.acker.ack_with(AckKind::Nak(Some(Duration::from_secs(1)))).await),
            false => self.report(worker, Verdict::Refused(why)).await,
        }
    }

    /// Puts it back at once.
    pub(super) async fn give_back(self) {
        let _ = self.acker.ack_with(AckKind::Nak(None)).await;
    }
}

/// How foreign players were locked in, as far as the records say.
fn isolation(records: &[Record]) -> String {
    let mut layers = records.iter().flat_map(|record| &record.players).filter_map(|p| p.isolation.clone());
    layers.next().unwrap_or_else(|| "built-in players".to_owned())
}

/// Takes tasks whenever there is room for them, until the worker leaves.
pub(super) async fn claim(worker: Arc<Worker>) {
    while !worker.is_leaving.load(Ordering::Relaxed) {
        let turn = worker.lock_runs().next();
        let (room, Some(turn)) = (worker.room(), turn) else {
            wait(&worker, Duration::from_secs(1)).await;
            continue;
        };
        if room == 0 {
            wait(&worker, Duration::from_millis(100)).await;
            continue;
        }
        let Some(consumer) = consumer(&worker, &turn).await else {
            wait(&worker, Duration::from_millis(500)).await;
            continue;
        };
        // With cores to spare a wait costs nothing; with some busy, room may come soon.
        let patience = if worker.n_held() == 0 { 1000 } else { 50 };
        let batch = consumer.batch().max_messages(room).expires(Duration::from_millis(patience));
        let Ok(mut batch) = batch.messages().await else {
            worker.lock_runs().keep(&turn.run, None);
            wait(&worker, Duration::from_millis(500)).await;
            continue;
        };
        let longest = Duration::from_millis(patience + 1000);
        while let Ok(Some(next)) = tokio::time::timeout(longest, batch.next()).await {
            match next {
                Ok(message) => take(&worker, &turn, message).await,
                Err(_) => {
                    worker.lock_runs().keep(&turn.run, None);
                    wait(&worker, Duration::from_millis(500)).await;
                    break;
                }
            }
        }
    }
}

/// Waits for room, or for news of runs, but no longer than this.
async fn wait(worker: &Worker, at_most: Duration) {
    let _ = tokio::time::timeout(at_most, worker.has_room.notified()).await;
}

async fn consumer(worker: &Worker, turn: &Turn) -> Option<PullConsumer> {
    if let Some(known) = &turn.consumer {
        return Some(known.clone());
    }
    let found = worker.link.jetstream.get_consumer_from_stream(CONSUMER, jobs_stream(&turn.run)).await.ok();
    worker.lock_runs().keep(&turn.run, found.clone());
    found
}

/// From the broker's hand to the pool.
async fn take(worker: &Arc<Worker>, turn: &Turn, message: async_nats::jetstream::Message) {
    static TICKET: AtomicI64 = AtomicI64::new(1);
    let tries = message.info().map_or(1, |info| info.delivered);
    let (message, acker) = message.split();
    let Ok(task) = serde_json::from_slice::<Task>(&message.payload) else {
        // Nobody else could read it either.
        let _ = acker.ack_with(AckKind::Term).await;
        return;
    };
    let held = Held { run: turn.run.clone(), task, acker: Arc::new(acker), tries, scale: turn.scale };
    if worker.is_leaving.load(Ordering::Relaxed) {
        return held.give_back().await;
    }
    if tries > MOST_TRIES {
        let why = format!("{MOST_TRIES} workers took it and never reported");
        return held.report(worker, Verdict::Parked(why)).await;
    }
    match prepared(worker, &held).await {
        Ok(job) => {
            let ticket = TICKET.fetch_add(1, Ordering::Relaxed);
            worker.lock_held().insert(ticket, held);
            // What came after the pool was closed is given back with the rest.
            worker.pool.add([Job { tournament: ticket, ..job }]);
        }
        Err(why) => {
            worker.tell(super::News::Trouble { why: why.clone() });
            held.refuse(worker, why).await;
        }
    }
}

/// The job as it is played here: with our copies of players' files, and times that make up for our speed.
async fn prepared(worker: &Worker, held: &Held) -> Result<Job, String> {
    let mut job = held.task.job.clone();
    for (player, parcel) in job.players.iter_mut().zip(&held.task.files) {
        if let Some(parcel) = parcel {
            let file = worker.shelf.file(&worker.link, parcel).await?;
            let spec = relocated(&player.spec, &file);
            *player = Arc::new(Identity { spec, ..(**player).clone() });
        } else if !is_foreign(&player.spec) {
            let ours = identify(&player.spec, None).map_err(|error| error.to_string())?;
            // An entrant that plays itself has a number after its hash.
            if !player.hash.starts_with(&ours.hash) {
                return Err(format!("player `{}` is another one in this version of agon", player.spec));
            }
        }
    }
    if let Some(scale) = held.scale {
        let clock: Clock = job.clock.parse().map_err(|error| format!("{error}"))?;
        job.clock = scaled(clock, scale).to_string().into();
    }
    Ok(job)
}

/// The clock for a machine on which everything takes `scale` times as long.
fn scaled(clock: Clock, scale: f64) -> Clock {
    match clock {
        Clock::Game(total, increment) => Clock::Game(total.mul_f64(scale), increment.mul_f64(scale)),
        Clock::Move(time) => Clock::Move(time.mul_f64(scale)),
        untimed => untimed,
    }
}

/// Renews the leases of all that is here, and tells coordinators that we are.
pub(super) async fn stay_alive(worker: Arc<Worker>) {
    loop {
        worker.say_presence(false).await;
        // Three times per lease: one lost message costs nothing.
        let lease = worker.lock_runs().shortest_lease();
        let pause = lease.map_or(SIGN_OF_LIFE, |lease| SIGN_OF_LIFE.min(lease / 3));
        tokio::time::sleep(pause).await;
        let ackers: Vec<Arc<Acker>> = worker.lock_held().values().map(|held| held.acker.clone()).collect();
        for acker in ackers {
            let _ = acker.ack_with(AckKind::Progress).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_scaled_and_nothing_else_is() {
        let check = |clock: &str, scale: f64, expected: &str| {
            let clock: Clock = clock.parse().unwrap();
            assert_eq!(scaled(clock, scale).to_string(), expected);
        };
        check("10s", 1.5, "15s");
        check("5s+100ms", 0.5, "2500ms+50ms");
        check("move=200ms", 2.0, "move=400ms");
        check("nodes=1000", 2.0, "nodes=1000");
        check("depth=4", 0.5, "depth=4");
        check("fuel=1M", 0.5, "fuel=1000000");
    }
}
