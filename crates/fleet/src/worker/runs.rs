//! What there is to play: runs as their coordinators announce them, and whether this worker may take part.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;

use super::{News, Worker};
use crate::calibration::{Calibration, Fairness, fairness};
use crate::failure::FleetError;
use crate::wire::{Announcement, HELLO, RUNS, VERSION};

/// A coordinator may be away for so long before its run is forgotten.
const REMEMBERED: Duration = Duration::from_secs(600);

/// The runs that are known.
#[derive(Default)]
pub(super) struct Runs {
    known: BTreeMap<String, Known>,
    /// The run that was served last: the next one is next.
    last: String,
}

struct Known {
    told: Announcement,
    terms: Result<Option<f64>, String>,
    heard: Instant,
    consumer: Option<PullConsumer>,
}

/// A run to take tasks from.
#[derive(Clone)]
pub(super) struct Turn {
    pub(super) run: String,
    /// What times are multiplied by, if they count.
    pub(super) scale: Option<f64>,
    pub(super) consumer: Option<PullConsumer>,
}

impl Runs {
    /// Takes note of a run; what is new about it, if anything.
    fn hear(&mut self, now: Instant, told: &Announcement, me: &Calibration) -> Option<News> {
        let run = told.name.clone();
        if told.is_over {
            return self.known.remove(&told.run).map(|_| News::Over { run });
        }
        if let Some(known) = self.known.get_mut(&told.run) {
            known.heard = now;
            return None;
        }
        let terms = terms(told, me);
        let news = news(told, &terms);
        self.known.insert(told.run.clone(), Known { told: told.clone(), terms, heard: now, consumer: None });
        Some(news)
    }

    /// Draws the conclusions from another calibration; what is new.
    pub(super) fn review(&mut self, me: &Calibration) -> Vec<News> {
        let mut changed = Vec::new();
        for known in self.known.values_mut() {
            let terms = terms(&known.told, me);
            if terms.is_ok() != known.terms.is_ok() {
                changed.push(news(&known.told, &terms));
            }
            known.terms = terms;
        }
        changed
    }

    /// Whose turn it is, if there is anything to play.
    pub(super) fn next(&mut self) -> Option<Turn> {
        let now = Instant::now();
        self.known.retain(|_, known| now.duration_since(known.heard) < REMEMBERED);
        let after = self
            .known
            .range::<str, _>((std::ops::Bound::Excluded(self.last.as_str()), std::ops::Bound::Unbounded));
        let (run, known) = after.chain(self.known.iter()).find(|(_, known)| known.terms.is_ok())?;
        let scale = known.terms.as_ref().ok().copied().flatten();
        let turn = Turn { run: run.clone(), scale, consumer: known.consumer.clone() };
        self.last.clone_from(&turn.run);
        Some(turn)
    }

    /// Keeps the consumer of a run, or forgets it.
    pub(super) fn keep(&mut self, run: &str, consumer: Option<PullConsumer>) {
        if let Some(known) = self.known.get_mut(run) {
            known.consumer = consumer;
        }
    }

    /// Whether a run has not ended.
    pub(super) fn is_on(&self, run: &str) -> bool {
        self.known.contains_key(run)
    }

    /// The lease that must be renewed most often.
    pub(super) fn shortest_lease(&self) -> Option<Duration> {
        self.known.values().map(|known| Duration::from_millis(known.told.lease)).min()
    }

    /// The runs that this worker works for.
    pub(super) fn joined(&self) -> Vec<String> {
        self.known.iter().filter(|(_, known)| known.terms.is_ok()).map(|(run, _)| run.clone()).collect()
    }

    /// The runs that it stays away from, each with the reason.
    pub(super) fn left_out(&self) -> Vec<(String, String)> {
        let excused = |(run, known): (&String, &Known)| Some((run.clone(), known.terms.clone().err()?));
        self.known.iter().filter_map(excused).collect()
    }
}

fn news(told: &Announcement, terms: &Result<Option<f64>, String>) -> News {
    let run = told.name.clone();
    match terms {
        Ok(scale) => News::Joined { run, scale: *scale },
        Err(why) => News::LeftOut { run, why: why.clone() },
    }
}

/// On what terms a worker takes part, or why not.
fn terms(told: &Announcement, me: &Calibration) -> Result<Option<f64>, String> {
    if told.version != VERSION || told.signature != me.signature {
        return Err("its coordinator is another version of agon, whose players play otherwise: \
                    install the same one everywhere"
            .to_owned());
    }
    let way_out = "use --clock nodes=N or machines more like the coordinator's";
    match fairness(told.reference, me) {
        Fairness::Untimed => Ok(None),
        Fairness::Scaled(scale) => Ok(Some(scale)),
        Fairness::TooFar(scale) if scale > 1.0 => {
            Err(format!("its clock counts time, and this machine is {scale:.1} times too slow: {way_out}"))
        }
        Fairness::TooFar(scale) => {
            let faster = 1.0 / scale;
            Err(format!("its clock counts time, and this machine is {faster:.1} times too fast: {way_out}"))
        }
        Fairness::TooBusy(share) => Err(format!(
            "its clock counts time, and a game gets only {:.0}% of a core here: end what else runs, \
             give the worker fewer --cores, or use --clock nodes=N",
            100.0 * share
        )),
    }
}

/// Hears of runs from now on, and asks for them.
pub(super) async fn listen(worker: &Arc<Worker>) -> Result<(), FleetError> {
    let mut told = worker.link.client.subscribe(RUNS).await.map_err(FleetError::broker)?;
    worker.link.client.publish(HELLO, Vec::new().into()).await.map_err(FleetError::broker)?;
    // The worker's own end is seen by those who wait for its tasks: this one must not keep it alive.
    let weak = Arc::downgrade(worker);
    worker.link.runtime.spawn(async move {
        while let Some(message) = told.next().await {
            let Some(worker) = weak.upgrade() else { return };
            let Ok(announcement) = serde_json::from_slice::<Announcement>(&message.payload) else { continue };
            let news = worker.lock_runs().hear(Instant::now(), &announcement, &worker.gauge.calibration());
            if let Some(news) = news {
                worker.tell(news);
                worker.say_presence(false).await;
                worker.has_room.notify_one();
            }
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announcement(run: &str, reference: Option<u64>) -> Announcement {
        Announcement {
            version: VERSION,
            run: run.to_owned(),
            name: run.to_owned(),
            signature: 7,
            reference,
            lease: 10_000,
            is_over: false,
        }
    }

    const ME: Calibration = Calibration { speed: 1_000_000, share: 0.98, signature: 7 };

    #[test]
    fn runs_take_turns_and_end() {
        let (mut runs, now) = (Runs::default(), Instant::now());
        for run in ["a", "b", "c"] {
            assert!(matches!(runs.hear(now, &announcement(run, None), &ME), Some(News::Joined { .. })));
            assert_eq!(runs.hear(now, &announcement(run, None), &ME), None, "{run} is known");
        }
        let mut turns = || runs.next().map(|turn| turn.run);
        let order: Vec<String> = (0..4).filter_map(|_| turns()).collect();
        assert_eq!(order, ["a", "b", "c", "a"]);
        let over = Announcement { is_over: true, ..announcement("b", None) };
        assert_eq!(runs.hear(now, &over, &ME), Some(News::Over { run: "b".to_owned() }));
        assert_eq!(runs.joined(), ["a", "c"]);
    }

    #[test]
    fn only_like_machines_take_part_in_timed_runs() {
        let check = |reference, me: Calibration, expected: Result<Option<f64>, &str>| {
            let terms = terms(&announcement("a", reference), &me);
            match expected {
                Ok(scale) => assert_eq!(terms, Ok(scale)),
                Err(word) => assert!(terms.as_ref().is_err_and(|why| why.contains(word)), "{terms:?}"),
            }
        };
        check(None, ME, Ok(None));
        check(None, Calibration { share: 0.1, ..ME }, Ok(None));
        check(Some(1_000_000), ME, Ok(Some(1.0)));
        check(Some(1_500_000), ME, Ok(Some(1.5)));
        check(Some(3_000_000), ME, Err("3.0 times too slow"));
        check(Some(250_000), ME, Err("4.0 times too fast"));
        check(Some(1_000_000), Calibration { share: 0.3, ..ME }, Err("only 30% of a core"));
        check(None, Calibration { signature: 8, ..ME }, Err("another version"));
    }

    #[test]
    fn a_machine_that_becomes_busy_stays_away_until_it_is_not() {
        let (mut runs, now) = (Runs::default(), Instant::now());
        runs.hear(now, &announcement("timed", Some(1_000_000)), &ME);
        runs.hear(now, &announcement("untimed", None), &ME);
        assert_eq!(runs.joined(), ["timed", "untimed"]);
        let busy = runs.review(&Calibration { share: 0.2, ..ME });
        assert!(matches!(&busy[..], [News::LeftOut { run, .. }] if run == "timed"), "{busy:?}");
        assert_eq!(runs.joined(), ["untimed"]);
        assert_eq!(runs.left_out().len(), 1);
        let free = runs.review(&ME);
        assert_eq!(free, [News::Joined { run: "timed".to_owned(), scale: Some(1.0) }]);
        assert_eq!(runs.review(&ME), []);
    }
}
