//! The routes: which request goes where. Each is described in [`crate::openapi`].

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::course::LARGEST_UPLOAD_KB;
use crate::hub::Hub;
use crate::{admin, analysis, assets, meta, metrics, openapi, play, session, standings, submit, watch};

/// Every route of the server.
pub(crate) fn routes() -> Router<Arc<Hub>> {
    pages().merge(open()).merge(course()).merge(administration()).fallback(assets::missing)
}

/// The one page under all its addresses, and its files.
fn pages() -> Router<Arc<Hub>> {
    Router::new()
        .route("/", get(assets::page))
        .route("/play", get(assets::page))
        .route("/standings", get(assets::page))
        .route("/standings/{game}", get(assets::page))
        .route("/player/{id}", get(assets::page))
        .route("/team", get(assets::page))
        .route("/entry/{id}", get(assets::page))
        .route("/admin", get(assets::page))
        .route("/game/{id}", get(assets::page))
        .route("/assets/{name}", get(assets::file))
}

/// What anybody may ask for.
fn open() -> Router<Arc<Hub>> {
    Router::new()
        .route("/healthz", get(meta::health))
        .route("/metrics", get(metrics::show))
        .route("/api/openapi.json", get(openapi::show))
        .route("/api/meta", get(meta::meta))
        .route("/api/standings", get(standings::all))
        .route("/api/standings/{game}", get(standings::one))
        .route("/api/players/{id}", get(standings::player))
        .route("/api/events", get(watch::news))
        .route("/api/games", get(watch::games).post(play::create))
        .route("/api/games/{id}", get(watch::game))
        .route("/api/games/{id}/events", get(watch::events))
        .route("/api/games/{id}/moves", get(watch::moves).post(play::play))
        .route("/api/games/{id}/join", post(play::join))
        .route("/api/games/{id}/back", post(play::back))
        .route("/api/games/{id}/resign", post(play::resign))
        .route("/api/games/{id}/hint", post(play::hint))
        .route("/api/games/{id}/analysis", get(analysis::analyse))
}

/// What teams do.
fn course() -> Router<Arc<Hub>> {
    let largest = DefaultBodyLimit::max(LARGEST_UPLOAD_KB as usize * 1024);
    Router::new()
        .route("/api/session", get(session::show).post(session::sign_in).delete(session::sign_out))
        .route("/api/entries", get(submit::list).post(submit::upload).layer(largest))
        .route("/api/entries/{id}", get(submit::show))
        .route("/api/entries/{id}/events", get(submit::events))
        .route("/api/entries/{id}/logs", get(submit::logs))
        .route("/api/entries/{id}/retire", post(submit::retire))
}

/// What the administrator does.
fn administration() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/admin/teams", get(admin::teams).post(admin::add_team))
        .route("/api/admin/teams/{id}/token", post(admin::renew))
        .route("/api/admin/teams/{id}/close", post(admin::close))
        .route("/api/admin/entries/{id}/place", post(submit::place))
        .route("/api/admin/settings", get(admin::settings).post(admin::set_settings))
        .route("/api/admin/export/{what}", get(admin::download))
}
