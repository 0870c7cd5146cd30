//! Who is there to play, by what workers say of themselves every now and then.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use agon_arena::queue::Crew;

use crate::wire::Presence;

/// How often a worker says that it is there.
pub(crate) const SIGN_OF_LIFE: Duration = Duration::from_secs(2);

/// After so long without a word a worker is gone.
const GONE_AFTER: Duration = Duration::from_secs(7);

/// The workers of a run.
#[derive(Default)]
pub(crate) struct Roll {
    known: HashMap<String, (Instant, u32)>,
    /// Workers that are there and stay away, and why.
    absent: HashMap<String, (Instant, String)>,
    /// What was last said about them.
    said: Option<String>,
}

impl Roll {
    /// Takes note of a worker, if it works for this run.
    pub(crate) fn hear(&mut self, now: Instant, run: &str, presence: &Presence) {
        if presence.is_leaving || !presence.runs.iter().any(|known| known == run) {
            self.known.remove(&presence.worker);
        } else {
            self.known.insert(presence.worker.clone(), (now, presence.cores));
        }
        match presence.left_out.iter().find(|(known, _)| known == run) {
            Some((_, why)) if !presence.is_leaving => {
                self.absent.insert(presence.worker.clone(), (now, why.clone()));
            }
            _ => drop(self.absent.remove(&presence.worker)),
        }
    }

    /// What to tell if workers are there and none of them plays, once for each reason.
    pub(crate) fn complaint(&mut self, now: Instant) -> Option<String> {
        self.absent.retain(|_, (heard, _)| now.duration_since(*heard) < GONE_AFTER);
        let is_stuck = self.crew(now).workers == 0;
        let Some((worker, (_, why))) = self.absent.iter().min().filter(|_| is_stuck) else {
            if !is_stuck {
                self.said = None;
            }
            return None;
        };
        if self.said.as_ref() == Some(why) {
            return None;
        }
        let complaint = match self.absent.len() {
            1 => format!("the only worker, {worker}, stays away: {why}"),
            n => format!("all {n} workers stay away, among them {worker}: {why}"),
        };
        self.said = Some(why.clone());
        Some(complaint)
    }

    /// Who is there.
    pub(crate) fn crew(&mut self, now: Instant) -> Crew {
        self.known.retain(|_, (heard, _)| now.duration_since(*heard) < GONE_AFTER);
        let cores = self.known.values().map(|(_, cores)| cores).sum();
        Crew { workers: self.known.len() as u32, cores }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_come_leave_and_fall_silent() {
        let begun = Instant::now();
        let says = |worker: &str, runs: &[&str], is_leaving| Presence {
            worker: worker.to_owned(),
            cores: 2,
            runs: runs.iter().map(|run| (*run).to_owned()).collect(),
            left_out: Vec::new(),
            is_leaving,
        };
        let mut roll = Roll::default();
        roll.hear(begun, "cup", &says("a", &["cup"], false));
        roll.hear(begun, "cup", &says("b", &["cup", "other"], false));
        roll.hear(begun, "cup", &says("c", &["other"], false));
        assert_eq!(roll.crew(begun), Crew { workers: 2, cores: 4 });
        roll.hear(begun, "cup", &says("a", &["cup"], true));
        assert_eq!(roll.crew(begun), Crew { workers: 1, cores: 2 });
        assert_eq!(roll.crew(begun + GONE_AFTER), Crew::default());
    }

    #[test]
    fn when_all_workers_stay_away_it_is_said_once() {
        let begun = Instant::now();
        let says = |worker: &str, why: Option<&str>| Presence {
            worker: worker.to_owned(),
            cores: 1,
            runs: if why.is_none() { vec!["cup".to_owned()] } else { Vec::new() },
            left_out: why.map(|why| ("cup".to_owned(), why.to_owned())).into_iter().collect(),
            is_leaving: false,
        };
        let mut roll = Roll::default();
        assert_eq!(roll.complaint(begun), None);
        roll.hear(begun, "cup", &says("a", Some("too slow")));
        assert_eq!(roll.complaint(begun).unwrap(), "the only worker, a, stays away: too slow");
        assert_eq!(roll.complaint(begun), None);
        roll.hear(begun, "cup", &says("b", None));
        assert_eq!(roll.complaint(begun), None, "somebody plays");
        roll.hear(begun, "cup", &says("b", Some("too slow")));
        assert_eq!(roll.complaint(begun).unwrap(), "all 2 workers stay away, among them a: too slow");
        assert_eq!(roll.complaint(begun + GONE_AFTER), None, "nobody is there at all");
    }
}
