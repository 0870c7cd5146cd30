//! Answers that take work and may be a little old: standings and pages of players. Each is made at most once in a while,
//! however many ask, so that readers never take the machine from the games.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::refusal::Refusal;

/// How old an answer may be.
const STALE: Duration = Duration::from_secs(2);
/// Answers that are kept.
const MOST: usize = 1000;

/// One answer: when it was made, and its JSON.
type Slot = Arc<Mutex<Option<(Instant, Arc<str>)>>>;

/// The answers by what was asked.
#[derive(Default)]
pub(crate) struct Answers(Mutex<HashMap<String, Slot>>);

impl Answers {
    /// The answer to this question, made anew by `make` if it is too old. Who asks meanwhile waits for the same one.
    pub(crate) async fn get(
        &self,
        question: String,
        make: impl FnOnce() -> Result<Value, Refusal> + Send + 'static,
    ) -> Result<Response, Refusal> {
        let slot = self.slot(question);
        if let Ok(kept) = slot.try_lock()
            && let Some(text) = fresh(&kept)
        {
            return Ok(reply(&text));
        }
        let made = tokio::task::spawn_blocking(move || -> Result<Arc<str>, Refusal> {
            let mut kept = slot.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(text) = fresh(&kept) {
                return Ok(text);
            }
            let text: Arc<str> = make()?.to_string().into();
            *kept = Some((Instant::now(), text.clone()));
            Ok(text)
        });
        Ok(reply(&made.await??))
    }

    fn slot(&self, question: String) -> Slot {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MOST {
            slots.clear();
        }
        slots.entry(question).or_default().clone()
    }
}

fn fresh(kept: &Option<(Instant, Arc<str>)>) -> Option<Arc<str>> {
    kept.as_ref().filter(|(at, _)| at.elapsed() < STALE).map(|(_, text)| text.clone())
}

fn reply(text: &str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.to_owned()).into_response()
}
