//! Numbers about the server in the form that Prometheus reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::hub::Hub;

/// A number that grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// All that is counted.
pub(crate) struct Metrics {
    started: Instant,
    /// Requests by the hundreds of their status.
    pub(crate) requests: [Counter; 6],
    pub(crate) wrong_tokens: Counter,
    pub(crate) uploads: Counter,
    pub(crate) checks_passed: Counter,
    pub(crate) checks_failed: Counter,
    pub(crate) ladder_games: Counter,
    pub(crate) faults: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            requests: Default::default(),
            wrong_tokens: Counter::default(),
            uploads: Counter::default(),
            checks_passed: Counter::default(),
            checks_failed: Counter::default(),
            ladder_games: Counter::default(),
            faults: Counter::default(),
        }
    }
}

/// The numbers, one a line.
pub(crate) async fn show(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    let metrics = &hub.metrics;
    let (open, kept) = hub.count();
    let mut text = String::new();
    let mut line = |name: &str, kind: &str, help: &str, values: &[(String, u64)]| {
        text += &format!("# HELP agon_{name} {help}\n# TYPE agon_{name} {kind}\n");
        values.iter().for_each(|(labels, value)| text += &format!("agon_{name}{labels} {value}\n"));
    };
    let one = |value: u64| vec![(String::new(), value)];
    let statuses: Vec<_> =
        (1..6).map(|n| (format!("{{status=\"{n}xx\"}}"), metrics.requests[n].get())).collect();
    let checks = [("passed", &metrics.checks_passed), ("failed", &metrics.checks_failed)];
    let checks: Vec<_> =
        checks.iter().map(|(word, n)| (format!("{{verdict=\"{word}\"}}"), n.get())).collect();
    line("requests_total", "counter", "Requests answered.", &statuses);
    line("wrong_tokens_total", "counter", "Tokens that nobody has.", &one(metrics.wrong_tokens.get()));
    line("uploads_total", "counter", "Players handed in.", &one(metrics.uploads.get()));
    line("checks_total", "counter", "Checks of players that ended.", &checks);
    line("ladder_games_total", "counter", "Rated games played and stored.", &one(metrics.ladder_games.get()));
    line(
        "player_faults_total",
        "counter",
        "Games lost by a crash, the clock, or an illegal move.",
        &one(metrics.faults.get()),
    );
    line("games_open", "gauge", "Games in progress.", &one(open));
    line("games_kept", "gauge", "Games in memory.", &one(kept));
    line("viewers", "gauge", "Viewers of the first page.", &one(hub.n_viewers()));
    line("uptime_seconds", "gauge", "Seconds since the start.", &one(metrics.started.elapsed().as_secs()));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}
