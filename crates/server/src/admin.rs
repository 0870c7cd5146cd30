//! The administrator: teams, settings, exports.

use std::sync::Arc;

use agon_arena::export::{ExportFormat, export};
use agon_arena::store::Store;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::caller::Administrator;
use crate::course::{Settings, Team};
use crate::hub::Hub;
use crate::refusal::Refusal;

/// A team to be made.
#[derive(Debug, Deserialize)]
pub(crate) struct NewTeam {
    name: String,
}

/// All teams.
pub(crate) async fn teams(State(hub): State<Arc<Hub>>, _: Administrator) -> Result<Json<Vec<Team>>, Refusal> {
    Ok(Json(hub.course.teams()?))
}

/// Makes a team; the answer has its token, which is shown nowhere else.
pub(crate) async fn add_team(
    State(hub): State<Arc<Hub>>,
    _: Administrator,
    Json(new): Json<NewTeam>,
) -> Result<Response, Refusal> {
    let name = team_name(&new.name).map_err(Refusal::bad)?;
    let made = hub.course.add_team(&name)?;
    let (team, token) = made.ok_or_else(|| Refusal::conflict(format!("there is a team `{name}` already")))?;
    Ok((StatusCode::CREATED, Json(json!({ "team": team, "token": token }))).into_response())
}

/// A name that can be shown anywhere: up to 40 visible characters.
fn team_name(name: &str) -> Result<String, String> {
    let name = name.trim();
    let n = name.chars().count();
    if n == 0 || n > 40 {
        return Err(format!("a team's name has 1 to 40 characters, not {n}"));
    }
    // Marks that turn the writing direction can make one name look like another.
    let is_hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    if name.chars().any(is_hidden) {
        return Err("a team's name has no invisible characters".to_owned());
    }
    Ok(name.to_owned())
}

/// Gives a team a new token.
pub(crate) async fn renew(
    State(hub): State<Arc<Hub>>,
    _: Administrator,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    let token = hub.course.renew_token(id)?.ok_or_else(no_team)?;
    Ok(Json(json!({ "token": token })))
}

/// Closes a team.
pub(crate) async fn close(
    State(hub): State<Arc<Hub>>,
    _: Administrator,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    if hub.course.close_team(id)? { Ok(Json(json!({}))) } else { Err(no_team()) }
}

fn no_team() -> Refusal {
    Refusal::missing("there is no such team")
}

/// The settings in force.
pub(crate) async fn settings(
    State(hub): State<Arc<Hub>>,
    _: Administrator,
) -> Result<Json<Settings>, Refusal> {
    Ok(Json(hub.course.settings()?))
}

/// Changes the settings that are named; the others stay.
pub(crate) async fn set_settings(
    State(hub): State<Arc<Hub>>,
    _: Administrator,
    Json(changes): Json<serde_json::Map<String, Value>>,
) -> Result<Json<Settings>, Refusal> {
    let mut all = json!(hub.course.settings()?);
    for (key, value) in changes {
        all[key] = value;
    }
    let settings: Settings = serde_json::from_value(all).map_err(|error| Refusal::bad(error.to_string()))?;
    settings.check().map_err(Refusal::bad)?;
    hub.course.set_settings(&settings)?;
    Ok(Json(settings))
}

/// Everything in one of its forms: `games.csv`, `games.jsonl`, `standings.csv`, `arena.db`.
pub(crate) async fn download(
    State(hub): State<Arc<Hub>>,
    _: Administrator,
    Path(what): Path<String>,
) -> Result<Response, Refusal> {
    let kind = match what.as_str() {
        "games.csv" | "standings.csv" => "text/csv; charset=utf-8",
        "games.jsonl" => "application/jsonl",
        "arena.db" => "application/vnd.sqlite3",
        _ => return Err(Refusal::missing("there are games.csv, games.jsonl, standings.csv and arena.db")),
    };
    let name = format!("attachment; filename=\"{what}\"");
    let bytes = tokio::task::spawn_blocking(move || make(&hub, &what)).await??;
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from(bytes)).into_response())
}

fn make(hub: &Hub, what: &str) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    match what {
        "standings.csv" => return Ok(crate::standings::csv(hub)?.into_bytes()),
        "arena.db" => return copy(hub),
        _ => {}
    }
    let format = if what == "games.csv" { ExportFormat::Csv } else { ExportFormat::JsonLines };
    let exported = match hub.course.path() {
        // The ladder goes on storing meanwhile.
        Some(path) => export(&Store::open_to_read(path)?, None, format, &mut bytes),
        None => export(&hub.store(), None, format, &mut bytes),
    };
    exported.map_err(|error| Refusal::fault(error.to_string()))?;
    Ok(bytes)
}

/// The whole database, copied while the ladder plays.
fn copy(hub: &Hub) -> Result<Vec<u8>, Refusal> {
    let path = hub.course.path().ok_or_else(|| Refusal::conflict("this arena keeps nothing in a file"))?;
    let to = hub.files.scratch("db");
    let copied = crate::course::backup(path, &to).map_err(|error| Refusal::fault(error.to_string()));
    let bytes = copied.and_then(|()| std::fs::read(&to).map_err(|error| Refusal::fault(error.to_string())));
    // It goes with its folder at the latest.
    let _ = std::fs::remove_file(&to);
    bytes
}

#[cfg(test)]
mod tests {
    use super::team_name;

    #[test]
    fn names_of_teams_can_be_shown_anywhere() {
        for (name, fits) in [
            ("Les Pingouins", true),
            ("  équipe n° 3 ", true),
            ("<b>bold</b>", true),
            ("", false),
            ("   ", false),
            ("a\u{202e}b", false),
            ("a\nb", false),
        ] {
            assert_eq!(team_name(name).is_ok(), fits, "{name:?}");
        }
        assert!(team_name(&"x".repeat(41)).is_err());
    }
}
