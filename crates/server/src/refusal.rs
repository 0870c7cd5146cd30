//! A request that was refused: a status and words for a person.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why not.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    words: String,
    retry_after: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, words: impl Into<String>) -> Self {
        Self { status, words: words.into(), retry_after: None }
    }

    /// The request makes no sense.
    pub(crate) fn bad(words: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, words)
    }

    /// Nobody knows who is asking.
    pub(crate) fn stranger() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "sign in with your token first")
    }

    /// Whoever is asking may not.
    pub(crate) fn forbidden(words: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, words)
    }

    /// What was asked for is not there.
    pub(crate) fn missing(words: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, words)
    }

    /// It does not fit the state of the game.
    pub(crate) fn conflict(words: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, words)
    }

    /// The fault is ours.
    pub(crate) fn fault(words: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, words)
    }

    /// When to try again, in seconds.
    pub(crate) fn retry_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Self::fault(format!("the database does not answer: {error}"))
    }
}

impl From<agon_arena::store::StoreError> for Refusal {
    fn from(error: agon_arena::store::StoreError) -> Self {
        Self::fault(error.to_string())
    }
}

impl From<tokio::task::JoinError> for Refusal {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::fault(format!("it could not be done: {error}"))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut reply = (self.status, Json(json!({ "error": self.words }))).into_response();
        if let Some(seconds) = self.retry_after {
            reply.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            reply.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        reply
    }
}
