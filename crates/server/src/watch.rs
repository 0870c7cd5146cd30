//! Watching: lists and cards of games, and their events as server-sent streams. A stream begins where the
//! browser says it stopped, so that a dropped connection loses nothing.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::Stream;
use futures_util::stream::{self, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{broadcast, watch};

use crate::hub::Hub;
use crate::live::Live;
use crate::refusal::Refusal;

/// How soon a browser comes back when its connection drops.
const RETRY: std::time::Duration = std::time::Duration::from_secs(1);

/// The latest games, newest first.
pub(crate) async fn games(State(hub): State<Arc<Hub>>) -> Json<Vec<Value>> {
    Json(hub.latest(24).iter().map(|game| game.card()).collect())
}

/// One game, without its log.
pub(crate) async fn game(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    Ok(Json(hub.game(&id)?.card()))
}

/// The legal moves of a game, with the cells that each concerns.
pub(crate) async fn moves(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
) -> Result<Json<Vec<Value>>, Refusal> {
    let (position, _, goes_on) = hub.game(&id)?.now();
    let moves = if goes_on { position.moves() } else { Vec::new() };
    let shown = moves.into_iter().map(|mv| {
        let trace = position.trace(mv);
        json!({ "text": position.move_text(mv), "from": trace.from, "to": trace.to, "arrow": trace.arrow })
    });
    Ok(Json(shown.collect()))
}

/// The cards of games as they change.
pub(crate) async fn news(State(hub): State<Arc<Hub>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let news = hub.news();
    let events = stream::unfold((hub, news), |(hub, mut news)| async move {
        loop {
            match news.recv().await {
                Ok(_) | Err(broadcast::error::RecvError::Closed) if hub.is_closed() => return None,
                Ok(card) => return Some((Ok(Event::default().event("game").data(&*card)), (hub, news))),
                Err(broadcast::error::RecvError::Closed) => return None,
                // A slow viewer misses cards; the next one of each game is as good.
                Err(broadcast::error::RecvError::Lagged(_)) => {}
            }
        }
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// The log of one game, from the start or from what the browser saw last, and the thinking of its engines.
pub(crate) async fn events(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let game = hub.game(&id)?;
    let seen = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.split_once('.'));
    let seen =
        seen.filter(|(edition, _)| *edition == game.edition).and_then(|(_, n)| n.parse::<usize>().ok());
    let reader =
        Reader { wake: game.listen(), game, next: seen.map_or(0, |seen| seen + 1), thought: None, hub };
    let batches = stream::unfold(reader, |mut reader| async move {
        let events = reader.read().await?;
        Some((stream::iter(events.into_iter().map(Ok)), reader))
    });
    Ok(Sse::new(batches.flatten()).keep_alive(KeepAlive::default()))
}

/// A viewer's place in the log of a game.
struct Reader {
    game: Arc<Live>,
    wake: watch::Receiver<usize>,
    next: usize,
    thought: Option<Value>,
    hub: Arc<Hub>,
}

impl Reader {
    /// What is new, once there is something; none when the server closes.
    async fn read(&mut self) -> Option<Vec<Event>> {
        loop {
            self.wake.mark_unchanged();
            let (entries, thinking, _) = self.game.since(self.next);
            let mut events = Vec::with_capacity(entries.len() + 1);
            for entry in entries {
                let id = format!("{}.{}", self.game.edition, self.next);
                events.push(Event::default().event(entry.name).id(id).retry(RETRY).data(entry.data));
                self.next += 1;
            }
            if thinking != self.thought {
                if let Some(thinking) = &thinking {
                    events.push(Event::default().event("thinking").data(thinking.to_string()));
                }
                self.thought = thinking;
            }
            if !events.is_empty() {
                return Some(events);
            }
            if self.hub.is_closed() || self.wake.changed().await.is_err() {
                return None;
            }
        }
    }
}
