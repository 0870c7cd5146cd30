//! What every request and answer passes: sizes, origins, rates, and the headers that keep a browser safe.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::caller::Peer;
use crate::hub::Hub;
use crate::limits::Kind;
use crate::refusal::Refusal;

/// More than any request of the pages needs, uploads apart.
const LARGEST_BODY: usize = 64 * 1024;
/// How long a request that changes something may take, its body included.
const LONGEST: Duration = Duration::from_secs(90);

/// Puts the guards around the routes.
pub(crate) fn protect(app: Router, hub: Arc<Hub>) -> Router {
    app.layer(DefaultBodyLimit::max(LARGEST_BODY)).layer(middleware::from_fn_with_state(hub, guard))
}

async fn guard(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let peer = request.extensions().get::<Peer>().copied();
    let mut reply = match check(&request, &hub) {
        Ok(()) if is_look(&method) => next.run(request).await,
        Ok(()) => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(reply) => reply,
            Err(_) => Refusal::new(StatusCode::REQUEST_TIMEOUT, "that took too long").into_response(),
        },
        Err(refusal) => refusal.into_response(),
    };
    protect_browser(&mut reply);
    let status = reply.status().as_u16();
    hub.metrics.requests[usize::from(status / 100).min(5)].add();
    hub.log_value(json!({
        "level": if status >= 500 { "error" } else { "info" },
        "message": "request",
        "method": method.as_str(),
        "path": path,
        "status": status,
        "ms": began.elapsed().as_secs_f64() * 1000.0,
        "peer": peer.map(|Peer(address)| address.to_string()),
    }));
    reply
}

fn protect_browser(reply: &mut Response) {
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
}

fn is_look(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// A request that changes something must come from our own pages or from a program, never from a page of
/// another site.
fn check(request: &Request, hub: &Hub) -> Result<(), Refusal> {
    if is_look(request.method()) {
        return Ok(());
    }
    if let Some(Peer(address)) = request.extensions().get() {
        hub.limits.take(Kind::Change, *address)?;
    }
    let text = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    // Neither of the two can be sent by another site's page without asking us first, which we refuse.
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    let is_upload = request.uri().path() == "/api/entries" && kind == "application/octet-stream";
    if !is_upload && !kind.starts_with("application/json") {
        return Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "send JSON (content-type: application/json), uploads as application/octet-stream",
        ));
    }
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    let host = text(header::HOST).unwrap_or_default();
    let ours = origin.split_once("://").is_some_and(|(_, origin)| origin == host);
    if ours { Ok(()) } else { Err(Refusal::forbidden("requests from other sites are refused")) }
}
