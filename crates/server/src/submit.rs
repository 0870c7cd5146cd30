//! Handing in a player: the upload is kept before it is acknowledged, then checked while its team looks on.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use futures_util::Stream;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::caller::Signed;
use crate::course::{Entry, EntryState, NewEntry, Who, now};
use crate::exam::Kind;
use crate::hub::Hub;
use crate::journal::Journal;
use crate::ladder::LADDERS;
use crate::refusal::Refusal;

/// What an upload says about itself.
#[derive(Debug, Deserialize)]
pub(crate) struct About {
    game: String,
    file: String,
}

/// Takes an upload.
pub(crate) async fn upload(
    State(hub): State<Arc<Hub>>,
    Signed(who): Signed,
    Query(about): Query<About>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let Who::Team { id: team, .. } = who else {
        return Err(Refusal::forbidden(
            "only teams hand in players: make a team for yourself and use its token",
        ));
    };
    let settings = hub.course.settings()?;
    if settings.deadline.is_some_and(|deadline| now() > deadline) {
        return Err(Refusal::forbidden("the deadline has passed: nothing is taken any more"));
    }
    let most = settings.upload_kb * 1024;
    if body.len() as u64 > most {
        let words = format!("the file has {} bytes, {most} are allowed", body.len());
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, words));
    }
    let known: Vec<&str> = LADDERS.iter().map(|(name, _)| *name).collect();
    if !known.contains(&about.game.as_str()) {
        return Err(Refusal::bad(format!(
            "no ladder of `{:.40}`: there are {}",
            about.game,
            known.join(", ")
        )));
    }
    let file = plain_name(&about.file)
        .ok_or_else(|| Refusal::bad("give the file a plain name, such as player.so"))?;
    Kind::of(&file, &body).map_err(Refusal::bad)?;
    let keep = {
        let hub = hub.clone();
        move || {
            let new = NewEntry { team, game: &about.game, file: &file, upload: &body };
            let kept = hub.course.add_entry(&new, settings.uploads_per_hour)?;
            kept.map_or(Ok(None), |id| hub.course.entry(id))
        }
    };
    let Some(entry) = tokio::task::spawn_blocking(keep).await?? else {
        let words = format!("{} uploads an hour are allowed: try again later", settings.uploads_per_hour);
        return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, words).retry_after(600));
    };
    hub.metrics.uploads.add();
    hub.upload_came();
    Ok((StatusCode::ACCEPTED, Json(json!(entry))).into_response())
}

/// A name without folders, markup or surprises; its first 60 characters.
fn plain_name(name: &str) -> Option<String> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    let name: String = last.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let start = name.len().saturating_sub(60);
    (!name.trim_matches('.').is_empty()).then(|| name[start..].to_owned())
}

/// What the team handed in, or everybody's for the administrator.
pub(crate) async fn list(
    State(hub): State<Arc<Hub>>,
    Signed(who): Signed,
) -> Result<Json<Vec<Entry>>, Refusal> {
    let team = match who {
        Who::Administrator => None,
        Who::Team { id, .. } => Some(id),
    };
    Ok(Json(hub.course.entries(team)?))
}

/// One entry with the report of its check.
pub(crate) async fn show(
    State(hub): State<Arc<Hub>>,
    Signed(who): Signed,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    let entry = own(&hub, &who, id)?;
    let report: Value = serde_json::from_str(&hub.course.report(id)?).unwrap_or_default();
    Ok(Json(json!({ "entry": entry, "report": report })))
}

/// What it printed in its latest games.
pub(crate) async fn logs(
    State(hub): State<Arc<Hub>>,
    Signed(who): Signed,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    own(&hub, &who, id)?;
    Ok(Json(json!(hub.course.logs(id)?)))
}

/// Takes it off the ladder.
pub(crate) async fn retire(
    State(hub): State<Arc<Hub>>,
    Signed(who): Signed,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    let entry = own(&hub, &who, id)?;
    if !hub.course.move_entry(id, EntryState::Placed, EntryState::Retired)? {
        return Err(Refusal::conflict(format!("it is not on the ladder: it is {}", entry.state.name())));
    }
    Ok(Json(json!({})))
}

/// Puts back on the ladder what was taken off or set aside.
pub(crate) async fn place(
    State(hub): State<Arc<Hub>>,
    _: crate::caller::Administrator,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    let back = |from| hub.course.move_entry(id, from, EntryState::Placed);
    if !back(EntryState::Suspended)? && !back(EntryState::Retired)? {
        return Err(Refusal::conflict("only players that were taken off or set aside can be put back"));
    }
    Ok(Json(json!({})))
}

/// The check as it goes on, from the start or from what the browser saw last.
pub(crate) async fn events(
    State(hub): State<Arc<Hub>>,
    Signed(who): Signed,
    Path(id): Path<i64>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let entry = own(&hub, &who, id)?;
    let seen = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    let is_open = matches!(entry.state, EntryState::Waiting | EntryState::Checking);
    let journal = if is_open { hub.journal(id) } else { Arc::new(past(&hub.course.report(id)?)) };
    // It may have ended between the two looks: then its journal has everything too.
    if is_open
        && let Some(entry) = hub.course.entry(id)?
        && !matches!(entry.state, EntryState::Waiting | EntryState::Checking)
        && journal.all().is_empty()
    {
        let ended = Arc::new(past(&hub.course.report(id)?));
        hub.forget_journal(id);
        return Ok(Sse::new(ended.follow(seen.map_or(0, |seen| seen + 1))).keep_alive(KeepAlive::default()));
    }
    Ok(Sse::new(journal.follow(seen.map_or(0, |seen| seen + 1))).keep_alive(KeepAlive::default()))
}

/// The journal of a check that is over, from what was kept.
fn past(report: &str) -> Journal {
    let journal = Journal::default();
    let events: Vec<Value> = serde_json::from_str(report).unwrap_or_default();
    for event in events {
        let known = ["item", "game", "log", "state"].into_iter().find(|name| event["event"] == *name);
        known.into_iter().for_each(|name| journal.add(name, event["data"].to_string()));
    }
    journal.close();
    journal
}

/// The entry, if it is theirs to see.
fn own(hub: &Hub, who: &Who, id: i64) -> Result<Entry, Refusal> {
    let missing = || Refusal::missing("there is no such upload, or it is another team's");
    let entry = hub.course.entry(id)?.ok_or_else(missing)?;
    let is_theirs = match who {
        Who::Administrator => true,
        Who::Team { id, .. } => entry.team == *id,
    };
    if is_theirs { Ok(entry) } else { Err(missing()) }
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn names_are_made_plain() {
        for (name, plain) in [
            ("player.so", Some("player.so")),
            ("../../etc/passwd", Some("passwd")),
            ("C:\\mine\\a b.c", Some("a_b.c")),
            ("<img src=x onerror=alert(1)>.so", Some("_img_src_x_onerror_alert_1__.so")),
            ("..", None),
            ("", None),
            ("x/", None),
        ] {
            assert_eq!(plain_name(name).as_deref(), plain, "{name}");
        }
        assert!(plain_name(&"x".repeat(500)).is_some_and(|name| name.len() == 60));
    }
}
