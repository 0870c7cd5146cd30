//! The files of the pages, inside the program. Each is known by its hash, so that a browser asks once.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

struct Asset {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

const JS: &str = "text/javascript; charset=utf-8";

macro_rules! asset {
    ($name:literal, $kind:expr) => {
        Asset { name: $name, kind: $kind, text: include_str!(concat!("../web/", $name)) }
    };
}

const ASSETS: &[Asset] = &[
    asset!("agon.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
    asset!("admin.js", JS),
    asset!("app.js", JS),
    asset!("board.js", JS),
    asset!("dom.js", JS),
    asset!("game.js", JS),
    asset!("home.js", JS),
    asset!("live.js", JS),
    asset!("new.js", JS),
    asset!("player.js", JS),
    asset!("sound.js", JS),
    asset!("standings.js", JS),
    asset!("team.js", JS),
    asset!("words.js", JS),
];

const PAGE: Asset = asset!("index.html", "text/html; charset=utf-8");

/// The one page; its script shows what the address says.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    PAGE.reply(&headers)
}

/// Any other address: people get the page, which says so, programs a refusal.
pub(crate) async fn missing(uri: Uri, headers: HeaderMap) -> Response {
    if uri.path().starts_with("/api/") {
        return Refusal::missing("there is no such address: /api/openapi.json lists them").into_response();
    }
    // Nothing to be remembered: the address may come to life another day.
    let mut reply = PAGE.reply(&HeaderMap::new());
    *reply.status_mut() = StatusCode::NOT_FOUND;
    let wants_page =
        headers.get(header::ACCEPT).is_some_and(|kinds| kinds.as_bytes().starts_with(b"text/html"));
    if wants_page { reply } else { (StatusCode::NOT_FOUND, "no such page").into_response() }
}

/// A file of the page.
pub(crate) async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    match ASSETS.iter().find(|asset| asset.name == name) {
        Some(asset) => asset.reply(&headers),
        None => (StatusCode::NOT_FOUND, "no such file").into_response(),
    }
}

impl Asset {
    fn reply(&self, headers: &HeaderMap) -> Response {
        let tag = format!("\"{:016x}\"", hash(self.text));
        if headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag.as_bytes()) {
            return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
        }
        let headers = [
            (header::CONTENT_TYPE, self.kind.to_owned()),
            (header::CACHE_CONTROL, "no-cache".to_owned()),
            (header::ETAG, tag),
        ];
        (headers, self.text).into_response()
    }
}

/// FNV-1a: enough to tell two builds of one file apart.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
