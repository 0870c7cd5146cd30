//! A finished game looked at again: what the champion thinks of every position, and where a move gave away
//! what a better one would have kept.

use std::sync::Arc;
use std::time::Duration;

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::side::Side;
use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::caller::Peer;
use crate::hub::Hub;
use crate::limits::Kind;
use crate::live::{Live, in_units, line};
use crate::refusal::Refusal;

/// One analysis at a time: it takes a core for seconds.
static ANALYSTS: Semaphore = Semaphore::const_new(1);
/// For the whole game.
const TIME: Duration = Duration::from_secs(6);
/// What a move must lose to be called a mistake, in blobs, discs or cells.
const MISTAKE: f64 = 3.0;
/// Moves shown of a best line.
const LINE: usize = 6;

/// Scores of every position and the mistakes. Only finished games: a running one is nobody's to analyse.
pub(crate) async fn analyse(
    State(hub): State<Arc<Hub>>,
    Peer(address): Peer,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    hub.limits.take(Kind::Thinking, address)?;
    let game = hub.game(&id)?;
    if game.end().is_none() {
        return Err(Refusal::conflict("the game is not over yet"));
    }
    let busy = || {
        Refusal::new(
            axum::http::StatusCode::SERVICE_UNAVAILABLE,
            "another game is being analysed: try again soon",
        )
    };
    let _turn = ANALYSTS.try_acquire().map_err(|_| busy())?;
    let found = tokio::task::spawn_blocking(move || look(&game)).await;
    found
        .map(Json)
        .map_err(|_| Refusal::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "the analysis failed"))
}

fn look(game: &Live) -> Value {
    let moves = game.moves();
    let mut position = game.table.start();
    let Ok(mut engine) = catalog::build(&game.table, "champion", 0) else {
        return json!({ "scores": [], "mistakes": [] });
    };
    let budget = Budget::movetime(TIME / (moves.len() as u32 + 1));
    let (mut scores, mut mistakes): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    let mut before: Option<(f64, String)> = None;
    let mut known = 0.0;
    for (ply, text) in moves.iter().map(Some).chain([None]).enumerate() {
        let sign = if position.side() == Side::First { 1.0 } else { -1.0 };
        let (mut best, mut following) = (None, Vec::new());
        let value = match position.outcome() {
            Some(outcome) => 100.0 * f64::from(outcome.sign_for(Side::First)),
            None => {
                let thought = engine.think(&position, &budget, &mut |_| ());
                best = Some(position.move_text(thought.mv));
                following = line(&position, &thought.pv);
                following.truncate(LINE);
                // Of a forced move nothing is said: then it stands as it stood.
                thought.score.map_or(known, |score| sign * in_units(score))
            }
        };
        known = value;
        scores.push(json!({ "ply": ply, "score": value, "line": following }));
        if let Some((last, better)) = before.take() {
            let lost = (last - value) * -sign;
            if lost > MISTAKE && moves[ply - 1] != better {
                mistakes.push(json!({ "ply": ply, "move": moves[ply - 1], "best": better, "lost": lost }));
            }
        }
        before = best.map(|best| (value, best));
        let Some(text) = text else { break };
        if position.play_text(text).is_err() {
            break;
        }
    }
    json!({ "scores": scores, "mistakes": mistakes })
}
