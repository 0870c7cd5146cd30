//! A list of events that only grows, read by everybody at their own pace. Games and checks both keep one.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::{self, StreamExt};
use tokio::sync::watch;

/// One event: what kind, and its JSON.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) name: &'static str,
    pub(crate) data: String,
}

/// The events so far.
pub(crate) struct Journal {
    notes: Mutex<Vec<Note>>,
    /// How many there are, and whether there will be more.
    wake: watch::Sender<(usize, bool)>,
}

impl Default for Journal {
    fn default() -> Self {
        Self { notes: Mutex::default(), wake: watch::Sender::new((0, false)) }
    }
}

impl Journal {
    /// Adds an event.
    pub(crate) fn add(&self, name: &'static str, data: String) {
        let mut notes = self.lock();
        notes.push(Note { name, data });
        let n = notes.len();
        drop(notes);
        self.wake.send_modify(|(known, _)| *known = n);
    }

    /// There will be no more.
    pub(crate) fn close(&self) {
        self.wake.send_modify(|(_, is_closed)| *is_closed = true);
    }

    /// Everything so far.
    pub(crate) fn all(&self) -> Vec<Note> {
        self.lock().clone()
    }

    /// The events from a number on, as they come.
    pub(crate) fn follow(
        self: Arc<Self>,
        from: usize,
    ) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
        let wake = self.wake.subscribe();
        let batches = stream::unfold((self, wake, from), |(journal, mut wake, next)| async move {
            loop {
                let is_closed = wake.borrow_and_update().1;
                let fresh: Vec<Note> = journal.lock().get(next..).unwrap_or_default().to_vec();
                if !fresh.is_empty() {
                    let n = fresh.len();
                    let events = fresh.into_iter().enumerate().map(move |(at, note)| {
                        Ok(Event::default().event(note.name).id((next + at).to_string()).data(note.data))
                    });
                    return Some((stream::iter(events), (journal, wake, next + n)));
                }
                if is_closed || wake.changed().await.is_err() {
                    return None;
                }
            }
        });
        batches.flatten()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Note>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
