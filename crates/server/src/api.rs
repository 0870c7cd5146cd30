//! The routes: which request goes where.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::hub::Hub;
use crate::{analysis, assets, meta, play, watch};

/// Every route of the server.
pub(crate) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/", get(assets::page))
        .route("/play", get(assets::page))
        .route("/standings", get(assets::page))
        .route("/standings/{game}", get(assets::page))
        .route("/game/{id}", get(assets::page))
        .route("/assets/{name}", get(assets::file))
        .route("/api/health", get(meta::health))
        .route("/api/meta", get(meta::meta))
        .route("/api/standings", get(meta::standings))
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
