//! What every request and answer passes: sizes, origins, and the headers that keep a browser safe.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// More than any request of the pages needs.
const LARGEST_BODY: usize = 64 * 1024;

/// Puts the guards around the routes.
pub(crate) fn protect(app: Router) -> Router {
    app.layer(DefaultBodyLimit::max(LARGEST_BODY)).layer(middleware::from_fn(guard))
}

async fn guard(request: Request, next: Next) -> Response {
    let mut reply = match check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = reply.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    reply
}

/// A request that changes something must come from our own pages or from a program, never from a page of
/// another site.
fn check(request: &Request) -> Result<(), Refusal> {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(());
    }
    let text = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let is_json = text(header::CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/json"));
    if !is_json {
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "send JSON (content-type: application/json)",
        ));
    }
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    let host = text(header::HOST).unwrap_or_default();
    let ours = origin.split_once("://").is_some_and(|(_, origin)| origin == host);
    if ours {
        Ok(())
    } else {
        Err(Refusal::new(StatusCode::FORBIDDEN, "requests from other sites are refused"))
    }
}
