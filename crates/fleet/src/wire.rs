//! What travels between coordinator, broker and workers: names of streams and subjects, and messages as JSON.
//! A run is one tournament of one coordinator; each has two streams of its own, one for jobs and one for reports.

use agon_arena::job::Job;
use agon_arena::queue::Hand;
use agon_games::record::Record;
use serde::{Deserialize, Serialize};

/// Raised when an older program would misread the messages.
pub(crate) const VERSION: u32 = 1;

/// Where coordinators say what there is to play.
pub(crate) const RUNS: &str = "agon.runs";

/// Where newcomers ask what there is to play.
pub(crate) const HELLO: &str = "agon.hello";

/// Where workers say that they are there.
pub(crate) const WORKERS: &str = "agon.workers";

/// The bucket of players' files, by the hash of their content.
pub(crate) const PLAYERS: &str = "agon-players";

/// The consumer that all workers of a run share, and the coordinator's own.
pub(crate) const CONSUMER: &str = "agon";

pub(crate) fn jobs_stream(run: &str) -> String {
    format!("AGON_JOBS_{run}")
}

pub(crate) fn jobs_subject(run: &str) -> String {
    format!("agon.jobs.{run}")
}

pub(crate) fn reports_stream(run: &str) -> String {
    format!("AGON_REPORTS_{run}")
}

pub(crate) fn reports_subject(run: &str) -> String {
    format!("agon.reports.{run}")
}

/// Where the coordinator of a run answers whether there is one.
pub(crate) fn helm_subject(run: &str) -> String {
    format!("agon.helm.{run}")
}

/// A job with all that a stranger needs to play it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The job's identity.
    pub(crate) key: String,
    pub(crate) job: Job,
    /// The files of the job's players, where they are files.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub(crate) files: [Option<Parcel>; 2],
}

/// A player's file in the object store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Parcel {
    /// The hash of its content, and its name in the bucket.
    pub(crate) hash: String,
    /// What the file is called: its ending says what it is.
    pub(crate) name: String,
}

/// What became of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The job's identity.
    pub(crate) key: String,
    pub(crate) hand: Hand,
    pub(crate) verdict: Verdict,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Played(Vec<Record>),
    Refused(String),
    Parked(String),
}

/// There is something to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Announcement {
    pub(crate) version: u32,
    pub(crate) run: String,
    /// What it is called among people.
    pub(crate) name: String,
    /// What the built-in players do, as a checksum: workers whose players do otherwise stay away.
    pub(crate) signature: u64,
    /// The speed at which its times are meant, if its clock counts time.
    pub(crate) reference: Option<u64>,
    /// How long, in milliseconds, a worker may be silent before its tasks go to another.
    pub(crate) lease: u64,
    /// Whether it has ended.
    pub(crate) is_over: bool,
}

/// A worker is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Presence {
    pub(crate) worker: String,
    pub(crate) cores: u32,
    /// The runs that it works for.
    pub(crate) runs: Vec<String>,
    /// The runs that it stays away from, each with the reason.
    #[serde(default)]
    pub(crate) left_out: Vec<(String, String)>,
    /// Whether it is going home.
    pub(crate) is_leaving: bool,
}

fn is_empty(files: &[Option<Parcel>; 2]) -> bool {
    files.iter().all(Option::is_none)
}
