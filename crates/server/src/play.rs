//! Playing: a person makes a game, moves, takes back, asks for a hint, resigns. The built-in opponent thinks
//! on a thread of its own, a few at a time.

use std::sync::Arc;
use std::time::Duration;

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::catalog::Table;
use agon_games::side::Side;
use axum::Json;
use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::caller::Peer;
use crate::hub::{Hub, MOST_OPEN};
use crate::limits::Kind;
use crate::live::Live;
use crate::refusal::Refusal;
use crate::seats::{Allowance, Seat, secret, side_of};

/// Engines that may think at once for people; the others wait their turn.
static THINKERS: Semaphore = Semaphore::const_new(2);
/// What a built-in opponent takes for a move, at most.
const MOVE_TIME: Duration = Duration::from_millis(800);

/// A wish for a game.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    game: String,
    #[serde(default)]
    position: Option<String>,
    opponent: String,
    #[serde(default)]
    side: String,
    #[serde(default)]
    clock: String,
}

/// Who asks, and for what.
#[derive(Debug, Deserialize)]
pub(crate) struct Request {
    token: String,
    #[serde(default)]
    r#move: Option<String>,
}

/// Makes a game. The answer has the secret of the person's seat, and an invitation if a second person plays.
pub(crate) async fn create(
    State(hub): State<Arc<Hub>>,
    Peer(address): Peer,
    Json(wish): Json<Wish>,
) -> Result<Json<Value>, Refusal> {
    hub.limits.take(Kind::NewGame, address)?;
    let position = wish.position.as_deref().filter(|text| !text.is_empty());
    let table = Table::open(&wish.game, position).map_err(|error| Refusal::bad(error.to_string()))?;
    let allowance = Allowance::parse(&wish.clock).map_err(Refusal::bad)?;
    let mine = match wish.side.as_str() {
        "0" => Side::First,
        "1" => Side::Second,
        _ => Side::from_index(usize::from(secret().as_bytes()[0] % 2)),
    };
    let by_person = wish.opponent == "human";
    let other = if by_person { Seat::human("guest") } else { Seat::engine(&wish.opponent) };
    if !by_person {
        // Whoever sits at a browser names no files of this machine.
        if wish.opponent.contains("weights=") {
            return Err(Refusal::bad("`weights` is for the command line".to_owned()));
        }
        catalog::build(&table, &wish.opponent, 0).map_err(|error| Refusal::bad(error.to_string()))?;
    }
    let me = Seat::human("guest");
    let (token, invite) = (me.token.clone(), other.token.clone());
    let seats = if mine == Side::First { [me, other] } else { [other, me] };
    let game = Arc::new(Live::new(secret()[..12].to_owned(), table, seats, allowance, !by_person));
    hub.add(game.clone())?;
    hub.keep(&game);
    go_on(hub, &game);
    Ok(Json(json!({ "id": game.id, "side": mine, "token": token, "invite": invite })))
}

/// The second person takes the free seat.
pub(crate) async fn join(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Json(request): Json<Request>,
) -> Result<Json<Value>, Refusal> {
    let (game, side) = seat(&hub, &id, &request)?;
    game.begin();
    hub.keep(&game);
    go_on(hub, &game);
    Ok(Json(json!({ "side": side })))
}

/// A person moves.
pub(crate) async fn play(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Json(request): Json<Request>,
) -> Result<Json<Value>, Refusal> {
    let (game, side) = seat(&hub, &id, &request)?;
    let (position, at, _) = game.now();
    let text = request.r#move.as_deref().ok_or_else(|| Refusal::bad("which move? add `move`"))?;
    if position.side() != side {
        return Err(Refusal::conflict("it is not your turn"));
    }
    let mv = position.parse_move(text).map_err(|error| Refusal::bad(error.to_string()))?;
    let played = game.play(side, at, mv, None).map_err(Refusal::conflict);
    hub.keep(&game);
    go_on(hub, &game);
    played.map(|()| Json(json!({})))
}

/// A person takes the last move back, against a machine only.
pub(crate) async fn back(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Json(request): Json<Request>,
) -> Result<Json<Value>, Refusal> {
    let (game, side) = seat(&hub, &id, &request)?;
    if game.seats.iter().all(Seat::is_human) {
        return Err(Refusal::conflict("moves are taken back against machines only"));
    }
    if game.now().0.side() != side || !game.take_back(side) {
        return Err(Refusal::conflict("there is nothing to take back now"));
    }
    hub.keep(&game);
    hub.tell(&game);
    Ok(Json(json!({})))
}

/// A person gives up.
pub(crate) async fn resign(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Json(request): Json<Request>,
) -> Result<Json<Value>, Refusal> {
    let (game, side) = seat(&hub, &id, &request)?;
    game.resign(side);
    hub.keep(&game);
    hub.tell(&game);
    Ok(Json(json!({})))
}

/// What the champion would play, against a machine only.
pub(crate) async fn hint(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
    Json(request): Json<Request>,
) -> Result<Json<Value>, Refusal> {
    let (game, side) = seat(&hub, &id, &request)?;
    let (position, _, goes_on) = game.now();
    if !goes_on || position.side() != side || game.seats.iter().all(Seat::is_human) {
        return Err(Refusal::conflict("hints are for your own turn, against machines only"));
    }
    let thinking = async {
        let _turn = THINKERS.acquire().await.ok()?;
        let work = move || {
            let mut engine = catalog::build(&game.table, "champion", 0).ok()?;
            let thought = engine.think(&position, &Budget::movetime(Duration::from_millis(300)), &mut |_| ());
            Some(position.move_text(thought.mv))
        };
        tokio::task::spawn_blocking(work).await.ok()?
    };
    Ok(Json(json!({ "move": thinking.await })))
}

/// Goes on with the games that an earlier run of the server left open.
pub(crate) fn resume(hub: &Arc<Hub>, runtime: &tokio::runtime::Handle) -> rusqlite::Result<()> {
    let _inside = runtime.enter();
    for game in hub.casual.parked(MOST_OPEN)? {
        // There is room for as many as could be open before.
        if hub.add(game.clone()).is_ok() {
            go_on(hub.clone(), &game);
        }
    }
    Ok(())
}

fn seat(hub: &Hub, id: &str, request: &Request) -> Result<(Arc<Live>, Side), Refusal> {
    let game = hub.game(id)?;
    let stranger = || Refusal::new(axum::http::StatusCode::FORBIDDEN, "you do not play this game");
    let side = side_of(&game.seats, &request.token).ok_or_else(stranger)?;
    Ok((game, side))
}

/// Lets the game go on: tells the viewers, starts the engine if it is to move, and watches the clock.
fn go_on(hub: Arc<Hub>, game: &Arc<Live>) {
    hub.tell(game);
    let (position, at, goes_on) = game.now();
    if !goes_on {
        return;
    }
    if let Some(left) = game.left() {
        let (game, hub) = (game.clone(), hub.clone());
        tokio::spawn(async move {
            tokio::time::sleep(left + Duration::from_millis(5)).await;
            if !hub.is_closed() && game.check_time(at) {
                hub.keep(&game);
                hub.tell(&game);
            }
        });
    }
    if !game.seats[position.side().index()].is_human() {
        tokio::spawn(answer(hub, game.clone(), at));
    }
}

/// The built-in opponent's move.
async fn answer(hub: Arc<Hub>, game: Arc<Live>, at: usize) {
    let Ok(_turn) = THINKERS.acquire().await else { return };
    let (position, _, _) = game.now();
    let side = position.side();
    let time = game.left().map_or(MOVE_TIME, |left| MOVE_TIME.min(left / 20));
    let thinker = game.clone();
    let work = move || {
        let spec = &thinker.seats[side.index()].spec;
        let Ok(mut engine) = catalog::build(&thinker.table, spec, at as u64) else { return };
        let mut report = |report: &_| thinker.think(side, &position, report);
        let thought = engine.think(&position, &Budget::movetime(time), &mut report);
        // Refused only when the game has moved on without us: taken back, resigned, out of time.
        let _ = thinker.play(side, at, thought.mv, Some(&thought));
    };
    if tokio::task::spawn_blocking(work).await.is_ok() && game.now().1 > at {
        hub.keep(&game);
        go_on(hub, &game);
    }
}
