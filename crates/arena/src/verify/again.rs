//! Spot checks: pairs of a store are played again here and compared with what whoever played them reported. Only
//! where that must come out the same: clocks that do not count time, players of our own or metered by fuel.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_games::dice::Dice;
use agon_games::record::Record;
use serde::Serialize;

use super::Fault;
use crate::clock::Clock;
use crate::job::{Identity, Job};
use crate::player::spec::is_foreign;
use crate::store::{GameFilter, Store, StoreError, StoredGame};
use crate::venue::Venue;

/// What spot checks found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SpotCheck {
    /// Pairs played again.
    pub pairs: u64,
    /// Pairs that could have been.
    pub repeatable: u64,
    /// Those that came out otherwise, with the worker who had played them.
    pub faults: Vec<Fault>,
    /// Pairs played again, by the worker who had played them.
    pub workers: BTreeMap<String, u64>,
}

/// A pair of a store, by its tournament and number.
type Place = (i64, u64);

/// Plays up to `n_pairs` pairs again, drawn by `seed`, as many of each worker's as of the others'.
pub fn play_again(
    store: &Store,
    venue: &mut dyn Venue,
    n_pairs: u64,
    seed: u64,
    tell: &mut dyn FnMut(u64),
) -> Result<SpotCheck, StoreError> {
    let mut by_worker = repeatable(store)?;
    let mut dice = Dice::new(seed);
    let mut found = SpotCheck {
        repeatable: by_worker.values().map(|pairs| pairs.len() as u64).sum(),
        ..SpotCheck::default()
    };
    let halt = Arc::new(AtomicBool::new(false));
    while found.pairs < n_pairs && by_worker.values().any(|pairs| !pairs.is_empty()) {
        for (worker, pairs) in by_worker.iter_mut().filter(|(_, pairs)| !pairs.is_empty()) {
            if found.pairs == n_pairs {
                break;
            }
            let at = (dice.word() % pairs.len() as u64) as usize;
            let place = pairs.swap_remove(at);
            if let Err(what) = check(store, venue, place, &halt)? {
                let place = format!("tournament {}, pair {}, by {worker}", place.0, place.1);
                found.faults.push(Fault { place, what });
            }
            found.pairs += 1;
            *found.workers.entry(worker.clone()).or_default() += 1;
            tell(found.pairs);
        }
    }
    Ok(found)
}

/// The pairs that must come out the same, by who played them.
fn repeatable(store: &Store) -> Result<BTreeMap<String, Vec<Place>>, StoreError> {
    let mut by_worker: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for tournament in store.tournaments()? {
        let Some(clock) = tournament.clock.parse::<Clock>().ok().filter(|clock| !clock.is_timed()) else {
            continue;
        };
        let mut worker_of = BTreeMap::new();
        for hand in store.hands(tournament.id)? {
            worker_of.extend(hand.pairs.iter().map(|&pair| (pair, hand.hand.worker.clone())));
        }
        let filter = GameFilter { tournament: Some(tournament.id), without_moves: true };
        store.each_game(filter, |game| {
            let is_metered = matches!(clock, Clock::Fuel(_));
            // What a team has uploaded to an arena is in that arena only.
            let is_repeatable =
                |spec: &str| !spec.starts_with("upload:") && (is_metered || !is_foreign(spec));
            if game.leg == 0 && game.record.players.iter().all(|player| is_repeatable(&player.spec)) {
                let worker = worker_of.remove(&game.pair).unwrap_or_else(|| "this machine".to_owned());
                by_worker.entry(worker).or_default().push((tournament.id, game.pair));
            }
            true
        })?;
    }
    Ok(by_worker)
}

/// Plays one pair again; what came out otherwise.
fn check(
    store: &Store,
    venue: &mut dyn Venue,
    (tournament, pair): Place,
    halt: &Arc<AtomicBool>,
) -> Result<Result<(), String>, StoreError> {
    let mut games = Vec::new();
    for leg in 0..2 {
        games.extend(store.game(tournament, pair, leg)?);
    }
    let job = job(&games);
    for (leg, game) in job.legs().zip(&games) {
        let again = match venue.play(leg, halt) {
            Ok(record) => record,
            Err(error) => return Ok(Err(format!("it cannot be played here: {error}"))),
        };
        if let Some(what) = difference(&game.record, &again) {
            return Ok(Err(format!("game {}: {what}", game.leg + 1)));
        }
    }
    Ok(Ok(()))
}

/// The job that these games came from.
fn job(games: &[StoredGame]) -> Job {
    let first = &games[0].record;
    let identity = |side: usize| {
        let player = &first.players[side];
        let hash = player.hash.clone().unwrap_or_default();
        Arc::new(Identity { hash, name: player.name.clone(), spec: player.spec.clone() })
    };
    Job {
        tournament: games[0].tournament,
        number: games[0].pair,
        round: games[0].round,
        players: [identity(0), identity(1)],
        game: first.game.as_str().into(),
        start: Some(first.start.as_str().into()),
        opening: first.moves.iter().take(first.opening).map(|m| m.text.clone()).collect(),
        clock: first.clock.as_deref().unwrap_or_default().into(),
        seed: first.seed.unwrap_or_default(),
        n_games: games.len() as u8,
        is_rated: games[0].rated,
    }
}

fn difference(told: &Record, again: &Record) -> Option<String> {
    let texts = |record: &Record| record.moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>();
    let (told_moves, moves) = (texts(told), texts(again));
    let at = told_moves.iter().zip(&moves).position(|(a, b)| a != b);
    match at {
        Some(at) => Some(format!("move {} was {}, played again it is {}", at + 1, told_moves[at], moves[at])),
        None if told_moves.len() != moves.len() => {
            Some(format!("it had {} moves, played again {}", told_moves.len(), moves.len()))
        }
        None if (told.winner, told.ending) != (again.winner, again.ending) => {
            Some(format!("it ended by {}, played again by {}", told.ending.name(), again.ending.name()))
        }
        None => None,
    }
}
