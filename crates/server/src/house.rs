//! The house plays: built-in players meet each other at a few tables, so that there is always something to
//! watch. Less than half a core in all; every pair of games goes to the store and counts for the standings.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use agon_arena::job::{Identity, Job, Leg, PairResult, derive};
use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::catalog::Table;
use agon_games::dice::Dice;
use agon_games::record::{Ending, MoveRecord, PlayerRecord, Record, VERSION};
use agon_games::side::Side;

use crate::hub::Hub;
use crate::live::Live;
use crate::seats::{Seat, secret};

/// What is played, in turn.
const BOARDS: [&str; 8] = [
    "reversi/8",
    "ataxx/7",
    "amazons/8",
    "flood/12?colouring=symmetric",
    "amazons/9?shape=donut",
    "blobwar/8",
    "flood/12?shape=torus",
    "reversi/6",
];
/// Who plays.
const PLAYERS: [&str; 6] = ["greedy", "alphabeta:depth=1", "alphabeta:depth=2", "mcts", "pvs", "champion"];
/// What a player may take for a move, and what a viewer needs to see it.
const MOVE_TIME: Duration = Duration::from_millis(100);
const PACE: Duration = Duration::from_millis(1000);
/// Games at once.
const TABLES: usize = 4;
const CLOCK: &str = "move=100ms";
/// Random plies that make each pair different.
const OPENING: usize = 2;
const TOURNAMENT: &str = "house";

/// Opens the house on threads of its own; it closes with the hub.
pub(crate) fn open(hub: Arc<Hub>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64);
        let Some((tournament, next)) = enrol(&hub) else { return };
        let next = AtomicU64::new(next);
        std::thread::scope(|scope| {
            for _ in 0..TABLES {
                scope.spawn(|| {
                    while !hub.is_closed() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        play_pair(&hub, pair(tournament, number, derive(seed, number)));
                    }
                });
            }
        });
    })
}

/// Plays a pair and saves it, if the house stays open that long.
fn play_pair(hub: &Hub, job: Job) {
    let records: Vec<Record> = job.legs().map_while(|leg| play(hub, &leg)).collect();
    if records.is_empty() {
        // Nothing to play with: no use in hurrying to the next pair.
        std::thread::sleep(PACE);
    }
    if records.len() == 2 {
        // A store that fails now is asked again with the next pair; the pages go on.
        let _ = hub.store().save(&[PairResult { job, records }]);
    }
}

/// The house's tournament in the store, and the number of its next pair.
fn enrol(hub: &Hub) -> Option<(i64, u64)> {
    let mut store = hub.store();
    let id = match store.tournament(TOURNAMENT).ok()? {
        Some(tournament) => tournament.id,
        None => store.begin_tournament(TOURNAMENT, "{}", "", CLOCK).ok()?,
    };
    for spec in PLAYERS {
        store.player(&identity(spec)).ok()?;
    }
    let mut next = 0;
    let filter = agon_arena::store::GameFilter { tournament: Some(id), without_moves: true };
    store
        .each_game(filter, |game| {
            next = next.max(game.pair + 1);
            true
        })
        .ok()?;
    Some((id, next))
}

fn identity(spec: &str) -> Identity {
    Identity { hash: format!("built-in {spec}"), name: spec.to_owned(), spec: spec.to_owned() }
}

/// The next pair: two different players, a board, an opening.
fn pair(tournament: i64, number: u64, seed: u64) -> Job {
    let mut dice = Dice::new(seed);
    let a = dice.below(PLAYERS.len() as u32) as usize;
    let b = (a + 1 + dice.below(PLAYERS.len() as u32 - 1) as usize) % PLAYERS.len();
    let board = BOARDS[number as usize % BOARDS.len()];
    let game = if board.starts_with("flood") { format!("{board}&seed={number}") } else { board.to_owned() };
    let opening = Table::open(&game, None).map_or_else(|_| Vec::new(), |table| opening(&table, &mut dice));
    Job {
        tournament,
        number,
        round: 0,
        players: [Arc::new(identity(PLAYERS[a])), Arc::new(identity(PLAYERS[b]))],
        game: game.into(),
        start: None,
        opening: opening.into(),
        clock: CLOCK.into(),
        seed,
        n_games: 2,
        is_rated: true,
    }
}

fn opening(table: &Table, dice: &mut Dice) -> Vec<String> {
    let mut position = table.start();
    let mut moves = Vec::new();
    while moves.len() < OPENING && !position.is_over() {
        let mv = position.random_move(dice);
        moves.push(position.move_text(mv));
        if !position.play(mv) {
            break;
        }
    }
    moves
}

/// Plays one game of a pair where everybody can watch. None when the house closes in the middle of it.
fn play(hub: &Hub, leg: &Leg<'_>) -> Option<Record> {
    let job = leg.job;
    let table = Table::open(&job.game, None).ok()?;
    let mut engines = Vec::new();
    for (side, player) in Side::BOTH.into_iter().zip(leg.players()) {
        engines.push(catalog::build(&table, &player.spec, leg.seed(side)).ok()?);
    }
    let seats = leg.players().map(|player| Seat::engine(&player.spec));
    let game = Arc::new(Live::new(secret()[..12].to_owned(), table, seats, None, true));
    hub.add(game.clone()).ok()?;
    let mut moves: Vec<MoveRecord> = Vec::new();
    loop {
        let (position, at, goes_on) = game.now();
        if !goes_on {
            break;
        }
        let side = position.side();
        let began = Instant::now();
        let thought = match job.opening.get(at) {
            Some(text) => agon_engine::engine::Thought::blind(position.parse_move(text).ok()?),
            None => {
                let mut report = |report: &_| game.think(side, &position, report);
                engines[side.index()].think(&position, &Budget::movetime(MOVE_TIME), &mut report)
            }
        };
        let took = began.elapsed();
        moves.push(MoveRecord {
            text: position.move_text(thought.mv),
            us: (at >= job.opening.len()).then_some(took.as_micros() as u64),
            score: thought.score.map(crate::live::in_units),
            depth: Some(thought.depth),
            nodes: Some(thought.nodes),
        });
        std::thread::sleep(PACE.saturating_sub(took));
        game.play(side, at, thought.mv, Some(&thought)).ok()?;
        hub.tell(&game);
    }
    let end = game.end().filter(|end| end.ending != Ending::Aborted)?;
    let players = leg.players();
    let player = |side: Side| PlayerRecord {
        name: players[side.index()].name.clone(),
        spec: players[side.index()].spec.clone(),
        hash: Some(players[side.index()].hash.clone()),
        seed: Some(leg.seed(side)),
        isolation: None,
    };
    Some(Record {
        version: VERSION,
        game: game.table.spec().to_string(),
        start: game.table.start_text(),
        players: [player(Side::First), player(Side::Second)],
        clock: Some(job.clock.to_string()),
        seed: Some(job.seed),
        opening: job.opening.len(),
        moves,
        winner: end.winner,
        ending: end.ending,
        reason: None,
        tally: game.now().0.tally(),
    })
}
