//! The coordinator's errands at the broker, done by tasks in the background that try again until they succeed: the
//! tournament itself never waits for a broker that is away.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::message::{Acker, PublishMessage};
use futures_util::{StreamExt, future::join_all};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use super::Arrived;
use crate::crew::Roll;
use crate::failure::FleetError;
use crate::link::{Link, PAUSE, stubbornly};
use crate::wire::{
    Announcement, CONSUMER, HELLO, Presence, RUNS, Report, WORKERS, helm_subject, jobs_stream, jobs_subject,
    reports_stream, reports_subject,
};
use crate::worker::host_name;

/// How often a run is announced.
const ANNOUNCE: Duration = Duration::from_secs(1);

/// How often the broker is asked what it holds.
const AUDIT: Duration = Duration::from_secs(5);

/// How long another coordinator of the same run may take to say that it is there.
const OTHERS: Duration = Duration::from_secs(8);

/// So many jobs are on their way to the broker at once.
const AT_ONCE: usize = 512;

/// An errand.
pub(super) enum Posting {
    /// Put up a job under this message id.
    Job { id: String, body: Vec<u8> },
    /// Take down all jobs.
    Purge,
    /// Tell the broker that reports are safe.
    Settle(Vec<Acker>),
    /// Take down the run; if it is complete, with its streams.
    Close { is_complete: bool },
    /// Say when everything before has been done.
    Farewell(Sender<()>),
}

/// The two ends that the coordinator holds.
pub(super) struct Desk {
    pub(super) outbox: UnboundedSender<Posting>,
    pub(super) inbox: Receiver<Arrived>,
    /// How many messages the broker holds, whenever it was asked.
    pub(super) held: Arc<Mutex<Option<u64>>>,
}

impl Desk {
    pub(super) fn open(
        link: &Arc<Link>,
        announcement: Announcement,
        roll: &Arc<Mutex<Roll>>,
    ) -> Result<Desk, FleetError> {
        let run = announcement.run.clone();
        let lease = Duration::from_millis(announcement.lease);
        let first = link.runtime.block_on(async {
            take_helm(link, &announcement).await?;
            stubbornly(async || begin(link, &run, lease).await).await
        })?;
        let (outbox, postings) = unbounded_channel();
        let (arrivals, inbox) = channel();
        drain(link, &first, &arrivals)?;
        let held: Arc<Mutex<Option<u64>>> = Arc::default();
        let others = [
            link.runtime.spawn(announce(link.clone(), announcement.clone(), roll.clone())),
            link.runtime.spawn(collect(link.clone(), run.clone(), lease, first, arrivals)),
            link.runtime.spawn(audit(link.clone(), run, held.clone())),
        ];
        link.runtime.spawn(run_errands(link.clone(), announcement, postings, others));
        Ok(Desk { outbox, inbox, held })
    }
}

/// Makes what a run needs and takes down what an earlier life put up; the consumer of reports.
async fn begin(link: &Link, run: &str, lease: Duration) -> Result<PullConsumer, FleetError> {
    prepare(link, run, lease).await?;
    // Reports that an earlier life took and did not settle come again to a new consumer at once.
    let stream = link.jetstream.get_stream(reports_stream(run)).await.map_err(FleetError::broker)?;
    let _ = stream.delete_consumer(CONSUMER).await;
    let jobs = link.jetstream.get_stream(jobs_stream(run)).await.map_err(FleetError::broker)?;
    jobs.purge().await.map_err(FleetError::broker)?;
    reports_consumer(link, run).await
}

/// Asks the broker every now and then what it holds.
async fn audit(link: Arc<Link>, run: String, held: Arc<Mutex<Option<u64>>>) {
    loop {
        tokio::time::sleep(AUDIT).await;
        if let Some(n) = n_held(&link, &run).await {
            *held.lock().expect("nobody panics while holding it") = Some(n);
        }
    }
}

/// How many jobs and reports of a run the broker holds; none if it does not say.
async fn n_held(link: &Link, run: &str) -> Option<u64> {
    let mut held = 0;
    for name in [jobs_stream(run), reports_stream(run)] {
        held += match link.jetstream.get_stream(&name).await {
            Ok(stream) => stream.cached_info().state.messages,
            Err(error) if is_missing(&error) => 0,
            Err(_) => return None,
        };
    }
    Some(held)
}

fn is_missing(error: &async_nats::jetstream::context::GetStreamError) -> bool {
    use async_nats::jetstream::context::GetStreamErrorKind;
    matches!(error.kind(), GetStreamErrorKind::JetStream(error) if error.code() == 404)
}

/// Makes sure that nobody else coordinates this run, and answers from now on whoever asks.
async fn take_helm(link: &Link, announcement: &Announcement) -> Result<(), FleetError> {
    let subject = helm_subject(&announcement.run);
    // Where nobody listens the broker says so at once; only one who was killed a moment ago is waited for.
    let asked = link.client.request(subject.clone(), Vec::new().into());
    if let Ok(Ok(answer)) = tokio::time::timeout(OTHERS, asked).await {
        let who = String::from_utf8_lossy(&answer.payload).into_owned();
        return Err(FleetError::Taken(announcement.name.clone(), who));
    }
    let mut questions = link.client.subscribe(subject).await.map_err(FleetError::broker)?;
    let (client, name) = (link.client.clone(), format!("{}, process {}", host_name(), std::process::id()));
    link.runtime.spawn(async move {
        while let Some(question) = questions.next().await {
            if let Some(reply) = question.reply {
                let _ = client.publish(reply, name.clone().into()).await;
            }
        }
    });
    Ok(())
}

/// Makes the streams of a run and the workers' consumer, where they are not there.
async fn prepare(link: &Link, run: &str, lease: Duration) -> Result<(), FleetError> {
    link.work_queue(jobs_stream(run), jobs_subject(run)).await?;
    link.work_queue(reports_stream(run), reports_subject(run)).await?;
    let config = pull::Config {
        durable_name: Some(CONSUMER.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: lease,
        max_ack_pending: 100_000,
        ..Default::default()
    };
    let stream = link.jetstream.get_stream(jobs_stream(run)).await.map_err(FleetError::broker)?;
    // One with another lease is brought to this one.
    stream.create_consumer(config).await.map_err(FleetError::broker)?;
    Ok(())
}

async fn reports_consumer(link: &Link, run: &str) -> Result<PullConsumer, FleetError> {
    let config = pull::Config {
        durable_name: Some(CONSUMER.to_owned()),
        ack_policy: AckPolicy::Explicit,
        // Long enough for a store that is busy; a new life does not wait for it.
        ack_wait: Duration::from_secs(120),
        max_ack_pending: 100_000,
        ..Default::default()
    };
    let stream = link.jetstream.get_stream(reports_stream(run)).await.map_err(FleetError::broker)?;
    stream.get_or_create_consumer(CONSUMER, config).await.map_err(FleetError::broker)
}

/// Takes in what an earlier life left behind, before anything is put up again.
fn drain(link: &Link, consumer: &PullConsumer, arrivals: &Sender<Arrived>) -> Result<(), FleetError> {
    link.runtime.block_on(async {
        loop {
            let fetch = async || consumer.fetch().max_messages(500).messages().await;
            let batch = stubbornly(fetch).await.map_err(FleetError::broker)?;
            if forward(batch, arrivals).await == 0 {
                return Ok(());
            }
        }
    })
}

/// Hands on the reports of a batch; how many messages there were.
async fn forward(mut batch: pull::Batch, arrivals: &Sender<Arrived>) -> usize {
    let mut n = 0;
    while let Some(Ok(message)) = batch.next().await {
        n += 1;
        let (message, acker) = message.split();
        match serde_json::from_slice::<Report>(&message.payload) {
            Ok(report) => {
                let _ = arrivals.send(Arrived { report, acker });
            }
            // Nothing that we could read will ever come of it.
            Err(_) => drop(acker.ack().await),
        }
    }
    n
}

/// Fetches reports for as long as anybody wants them.
async fn collect(
    link: Arc<Link>,
    run: String,
    lease: Duration,
    first: PullConsumer,
    arrivals: Sender<Arrived>,
) {
    let mut consumer = Some(first);
    loop {
        let known = match consumer.take() {
            Some(known) => known,
            None => match renewed(&link, &run, lease).await {
                Some(made) => made,
                None => continue,
            },
        };
        let batch = known.batch().max_messages(500).expires(Duration::from_millis(500)).messages().await;
        match batch {
            Ok(batch) => {
                forward(batch, &arrivals).await;
                consumer = Some(known);
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// The streams and the consumer, made again if a broker has forgotten them.
async fn renewed(link: &Link, run: &str, lease: Duration) -> Option<PullConsumer> {
    let made = async {
        prepare(link, run, lease).await?;
        reports_consumer(link, run).await
    };
    match made.await {
        Ok(consumer) => Some(consumer),
        Err(_) => {
            tokio::time::sleep(PAUSE).await;
            None
        }
    }
}

/// Says every second what there is to play, and at once to newcomers; keeps the roll of workers.
async fn announce(link: Arc<Link>, announcement: Announcement, roll: Arc<Mutex<Roll>>) {
    let body = serde_json::to_vec(&announcement).expect("an announcement is plain data");
    let (Ok(mut hellos), Ok(mut workers)) =
        (link.client.subscribe(HELLO).await, link.client.subscribe(WORKERS).await)
    else {
        return;
    };
    let mut ticks = tokio::time::interval(ANNOUNCE);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            Some(_) = hellos.next() => {}
            Some(message) = workers.next() => {
                if let Ok(presence) = serde_json::from_slice::<Presence>(&message.payload) {
                    let mut roll = roll.lock().expect("nobody panics while holding it");
                    roll.hear(Instant::now(), &announcement.run, &presence);
                }
                continue;
            }
            else => return,
        }
        let _ = link.client.publish(RUNS, body.clone().into()).await;
    }
}

/// Does errands in their order; jobs that follow each other go out together.
async fn run_errands(
    link: Arc<Link>,
    announcement: Announcement,
    mut postings: UnboundedReceiver<Posting>,
    others: [JoinHandle<()>; 3],
) {
    let run = &announcement.run;
    let lease = Duration::from_millis(announcement.lease);
    let mut jobs = Vec::new();
    while let Some(posting) = postings.recv().await {
        let mut next = Some(posting);
        while let Some(Posting::Job { id, body }) = next {
            jobs.push((id, body));
            next = match jobs.len() < AT_ONCE {
                true => postings.try_recv().ok(),
                false => None,
            };
        }
        put_up(&link, run, lease, &mut jobs).await;
        match next {
            None | Some(Posting::Job { .. }) => {}
            Some(Posting::Purge) => {
                if let Ok(stream) = link.jetstream.get_stream(jobs_stream(run)).await {
                    let _ = stream.purge().await;
                }
            }
            Some(Posting::Settle(ackers)) => {
                for acker in ackers {
                    let _ = acker.ack().await;
                }
            }
            Some(Posting::Close { is_complete }) => {
                others.iter().for_each(JoinHandle::abort);
                close(&link, &announcement, is_complete).await;
            }
            Some(Posting::Farewell(told)) => {
                let _ = link.client.flush().await;
                let _ = told.send(());
            }
        }
    }
}

/// Puts jobs up until the broker has confirmed all of them.
async fn put_up(link: &Link, run: &str, lease: Duration, jobs: &mut Vec<(String, Vec<u8>)>) {
    while !jobs.is_empty() {
        let sent = jobs.iter().map(|(id, body)| async move {
            let message = PublishMessage::build().payload(body.clone().into()).message_id(id);
            link.jetstream.send_publish(jobs_subject(run), message).await?.await
        });
        let mut confirmed = join_all(sent).await.into_iter().map(|answer| answer.is_ok());
        jobs.retain(|_| !confirmed.next().unwrap_or(false));
        if !jobs.is_empty() {
            tokio::time::sleep(PAUSE).await;
            let _ = prepare(link, run, lease).await;
        }
    }
}

async fn close(link: &Link, announcement: &Announcement, is_complete: bool) {
    let run = &announcement.run;
    let over = Announcement { is_over: true, ..announcement.clone() };
    let body = serde_json::to_vec(&over).expect("an announcement is plain data");
    let _ = link.client.publish(RUNS, body.into()).await;
    if is_complete {
        let _ = link.jetstream.delete_stream(jobs_stream(run)).await;
        let _ = link.jetstream.delete_stream(reports_stream(run)).await;
    } else if let Ok(stream) = link.jetstream.get_stream(jobs_stream(run)).await {
        let _ = stream.purge().await;
    }
}
