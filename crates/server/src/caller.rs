//! Who is asking. A program shows its token with every request; a browser has a cookie, and then must also show a
//! header that no page of another site can send.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};

use crate::course::Who;
use crate::hub::Hub;
use crate::limits::Kind;
use crate::refusal::Refusal;

/// The cookie's name.
pub(crate) const COOKIE: &str = "agon";
/// The header that only our own pages send.
pub(crate) const OWN_PAGE: &str = "x-agon";

/// Where a request came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Anybody.
pub(crate) struct Caller(pub(crate) Option<Who>);
/// Somebody with a token.
pub(crate) struct Signed(pub(crate) Who);
/// The administrator.
pub(crate) struct Administrator;

impl FromRequestParts<Arc<Hub>> for Peer {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Hub>) -> Result<Self, Refusal> {
        parts.extensions.get::<Self>().copied().ok_or_else(|| Refusal::fault("a request from nowhere"))
    }
}

impl FromRequestParts<Arc<Hub>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, Refusal> {
        let peer = Peer::from_request_parts(parts, hub).await?;
        if let Some(token) = bearer(&parts.headers) {
            return by_token(hub, peer, token).map(|who| Self(Some(who)));
        }
        let Some(cookie) = cookie(&parts.headers) else { return Ok(Self(None)) };
        let who = hub.course.session(cookie)?;
        let only_looks = matches!(parts.method, Method::GET | Method::HEAD);
        if who.is_some() && !only_looks && !parts.headers.contains_key(OWN_PAGE) {
            return Err(Refusal::forbidden("requests from other sites are refused"));
        }
        Ok(Self(who))
    }
}

impl FromRequestParts<Arc<Hub>> for Signed {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, Refusal> {
        let Caller(who) = Caller::from_request_parts(parts, hub).await?;
        who.map(Self).ok_or_else(Refusal::stranger)
    }
}

impl FromRequestParts<Arc<Hub>> for Administrator {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, Refusal> {
        match Signed::from_request_parts(parts, hub).await? {
            Signed(Who::Administrator) => Ok(Self),
            Signed(Who::Team { .. }) => Err(Refusal::forbidden("only the administrator may do this")),
        }
    }
}

/// Whose token this is. Wrong ones are counted, so that nobody tries them all.
pub(crate) fn by_token(hub: &Hub, Peer(address): Peer, token: &str) -> Result<Who, Refusal> {
    hub.limits.peek(Kind::WrongToken, address)?;
    if let Some(who) = hub.course.who(token)? {
        return Ok(who);
    }
    hub.metrics.wrong_tokens.add();
    hub.limits.take(Kind::WrongToken, address)?;
    Err(Refusal::new(
        axum::http::StatusCode::UNAUTHORIZED,
        "this token is not known: check it, or ask your teacher",
    ))
}

/// The session's cookie.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get(header::COOKIE)?.to_str().ok()?;
    all.split(';').find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}
