//! Signing in with a token, and out again.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::caller::{COOKIE, Caller, Peer, by_token, cookie};
use crate::course::{SESSION_SECONDS, Who};
use crate::hub::Hub;
use crate::refusal::Refusal;

/// What is shown to sign in.
#[derive(Debug, Deserialize)]
pub(crate) struct SignIn {
    token: String,
}

/// Who the browser is signed in as.
pub(crate) async fn show(State(hub): State<Arc<Hub>>, Caller(who): Caller) -> Result<Json<Value>, Refusal> {
    let settings = hub.course.settings()?;
    let mut shown = describe(who.as_ref());
    shown["deadline"] = json!(settings.deadline);
    shown["frozen"] = json!(settings.frozen);
    Ok(Json(shown))
}

/// Begins a session.
pub(crate) async fn sign_in(
    State(hub): State<Arc<Hub>>,
    peer: Peer,
    headers: HeaderMap,
    Json(sign_in): Json<SignIn>,
) -> Result<Response, Refusal> {
    let who = by_token(&hub, peer, &sign_in.token)?;
    let session = hub.course.begin_session(&who)?;
    let secure = if is_encrypted(&headers, &hub) { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE}={session}; Path=/; Max-Age={SESSION_SECONDS}; HttpOnly; SameSite=Strict{secure}");
    Ok(with_cookie(&cookie, describe(Some(&who))))
}

/// Ends it.
pub(crate) async fn sign_out(
    State(hub): State<Arc<Hub>>,
    Caller(_): Caller,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    if let Some(cookie) = cookie(&headers) {
        hub.course.end_session(cookie)?;
    }
    let gone = format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
    Ok(with_cookie(&gone, describe(None)))
}

fn with_cookie(cookie: &str, body: Value) -> Response {
    let mut reply = Json(body).into_response();
    if let Ok(value) = HeaderValue::from_str(cookie) {
        reply.headers_mut().insert(header::SET_COOKIE, value);
    }
    reply
}

fn describe(who: Option<&Who>) -> Value {
    match who {
        None => json!({ "role": "guest" }),
        Some(Who::Administrator) => json!({ "role": "administrator" }),
        Some(Who::Team { id, name }) => json!({ "role": "team", "team": id, "name": name }),
    }
}

/// Whether the browser's own connection is encrypted, as a proxy tells.
fn is_encrypted(headers: &HeaderMap, hub: &Hub) -> bool {
    hub.is_proxied && headers.get("x-forwarded-proto").is_some_and(|proto| proto.as_bytes() == b"https")
}
