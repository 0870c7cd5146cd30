//! A request that was refused: a status and words for a person.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why not.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    words: String,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, words: impl Into<String>) -> Self {
        Self { status, words: words.into() }
    }

    /// The request makes no sense.
    pub(crate) fn bad(words: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, words)
    }

    /// What was asked for is not there.
    pub(crate) fn missing(words: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, words)
    }

    /// It does not fit the state of the game.
    pub(crate) fn conflict(words: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, words)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.words }))).into_response()
    }
}
