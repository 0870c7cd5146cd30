//! The ladder: players that teams handed in meet each other and the house, one ladder for each game and clock. The
//! house also plays by itself, so that there is always something to watch; about half a core in all.

mod draw;
mod elsewhere;
mod stage;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;

use agon_arena::job::{Identity, Job, PairResult, derive};
use agon_arena::schedule::side_at_fault;
use agon_games::catalog::Table;
use agon_games::dice::Dice;
use agon_games::record::Record;

use crate::course::{Entry, EntryState};
use crate::hub::Hub;
use crate::priority;
use crate::{OpenQueue, ServeError};
use draw::Entrant;
use stage::Stage;

/// The ladders, and the boards that each is played on in turn.
pub(crate) const LADDERS: [(&str, &[&str]); 5] = [
    ("reversi", &["reversi/8"]),
    ("ataxx", &["ataxx/7"]),
    ("amazons", &["amazons/8", "amazons/9?shape=donut"]),
    ("flood", &["flood/12?colouring=symmetric", "flood/12?shape=torus"]),
    ("blobwar", &["blobwar/8"]),
];
/// The house's players, from the weakest up.
pub(crate) const HOUSE: [&str; 7] =
    ["random", "greedy", "alphabeta:depth=1", "alphabeta:depth=2", "mcts", "pvs", "champion"];
/// Random plies that make each pair different.
const OPENING: usize = 2;
/// Tables at which the house plays by itself.
const HOUSE_TABLES: usize = 4;
/// How long a table waits when there is nothing to play.
const PAUSE: Duration = Duration::from_millis(300);
/// Games after which a player is known well enough to play more slowly.
const SETTLED: u64 = 100;
/// Faults in a row after which a player is set aside.
const PATIENCE: usize = 8;

/// How the ladder plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Whether the house plays by itself.
    pub(crate) demo: bool,
    /// What a viewer needs to see a move.
    pub(crate) per_move: Duration,
}

/// Opens the tables on threads of their own; they close with the hub. With a queue, guests play elsewhere.
pub(crate) fn open(
    hub: &Arc<Hub>,
    pace: Pace,
    queue: Option<&OpenQueue>,
) -> Result<Vec<JoinHandle<()>>, ServeError> {
    let house = if pace.demo { HOUSE_TABLES } else { 0 };
    let here = std::thread::available_parallelism().map_or(1, |n| n.get() / 2).max(1);
    let guests = if queue.is_some() { 0 } else { here };
    let mut threads = Vec::new();
    if let Some(open) = queue {
        let queue = open(elsewhere::is_timed(hub)).map_err(ServeError::Queue)?;
        let (hub, open) = (hub.clone(), open.clone());
        threads.push(std::thread::spawn(move || elsewhere::hand_out(&hub, &open, queue, &mut dice())));
    }
    let table = |n: usize| {
        let hub = hub.clone();
        std::thread::spawn(move || {
            if n < house {
                priority::yield_to_games(priority::HOUSE);
            }
            let mut dice = dice();
            for round in n.. {
                if hub.is_closed() {
                    break;
                }
                let job =
                    if n < house { house_pair(&hub, round, &mut dice) } else { guest_pair(&hub, &mut dice) };
                match job {
                    Some(job) => play_pair(&hub, &job, pace),
                    None => hub.rest(PAUSE),
                }
            }
        })
    };
    threads.extend((0..house + guests).map(table));
    Ok(threads)
}

/// Dice that nobody can foresee.
fn dice() -> Dice {
    Dice::new(u64::from_str_radix(&crate::token::hex::<8>(), 16).unwrap_or(1))
}

/// Two different players of the house.
fn house_pair(hub: &Hub, round: usize, dice: &mut Dice) -> Option<Job> {
    if hub.course.settings().ok()?.frozen {
        return None;
    }
    let (game, _) = LADDERS[round % LADDERS.len()];
    let a = dice.below(HOUSE.len() as u32) as usize;
    let b = (a + 1 + dice.below(HOUSE.len() as u32 - 1) as usize) % HOUSE.len();
    pair(hub, game, [house_identity(HOUSE[a]), house_identity(HOUSE[b])], dice)
}

/// A player of a team, whoever has played least, and an opponent near it.
fn guest_pair(hub: &Hub, dice: &mut Dice) -> Option<Job> {
    let settings = hub.course.settings().ok().filter(|settings| !settings.frozen)?;
    let placed = hub.course.placed().ok().filter(|placed| !placed.is_empty())?;
    let mut games: Vec<&str> = placed.iter().map(|entry| entry.game.as_str()).collect();
    games.sort_unstable();
    games.dedup();
    let candidates = games.into_iter().filter_map(|game| {
        let entrants = entrants(hub, game, &settings.clock, &placed);
        let fewest = entrants.iter().filter(|e| !e.is_house).map(|e| e.n_games).min()?;
        Some((fewest, game, entrants))
    });
    let (fewest, game, entrants) = candidates.min_by_key(|(fewest, ..)| *fewest)?;
    if fewest >= SETTLED {
        hub.rest(10 * PAUSE);
    }
    let [a, b] = draw::draw(&entrants, dice)?;
    pair(hub, game, [a, b].map(|i| entrants[i].identity.clone()), dice)
}

/// Everybody who plays this game.
fn entrants(hub: &Hub, game: &str, clock: &str, placed: &[Entry]) -> Vec<Entrant> {
    let ladder = hub.results.find(&crate::results::ladder_name(game, clock));
    let standings = ladder.map(|ladder| hub.results.standings(ladder));
    let entrant = |identity: Identity, is_house: bool| {
        let line = standings.as_ref().and_then(|s| s.lines.iter().find(|line| line.spec == identity.spec));
        let (n_games, rating) = line.map_or((0, 0.0), |line| (line.games, line.rating.rating));
        Entrant { identity, is_house, n_games, rating }
    };
    let house = HOUSE.iter().map(|spec| entrant(house_identity(spec), true));
    let guests =
        placed.iter().filter(|entry| entry.game == game).map(|entry| entrant(guest_identity(entry), false));
    house.chain(guests).collect()
}

fn house_identity(spec: &str) -> Identity {
    Identity { hash: format!("built-in {spec}"), name: spec.to_owned(), spec: spec.to_owned() }
}

/// A version of a team's player is a player of its own: its results are about it alone.
fn guest_identity(entry: &Entry) -> Identity {
    let words = format!("{} {} {} {}", entry.team_name, entry.game, entry.version, entry.created);
    let hash = blake3::hash(words.as_bytes()).to_hex()[..32].to_owned();
    Identity { hash, name: entry.player_name(), spec: format!("upload:{}", entry.id) }
}

/// The entry behind a player of the ladder.
pub(crate) fn entry_of(spec: &str) -> Option<i64> {
    spec.strip_prefix("upload:")?.parse().ok()
}

/// The next pair of a ladder.
fn pair(hub: &Hub, game: &str, players: [Identity; 2], dice: &mut Dice) -> Option<Job> {
    let settings = hub.course.settings().ok()?;
    let mut store = hub.store();
    let ladder = hub.results.enter(&mut store, game, &settings.clock).ok()?;
    let known = hub.results.players();
    if players.iter().any(|player| !known.iter().any(|(_, identity)| identity == player)) {
        players.iter().try_for_each(|player| store.player(player).map(|_| ())).ok()?;
        hub.results.set_players(store.players().ok()?);
    }
    drop(store);
    let number = hub.results.next_pair(ladder);
    let boards = LADDERS.iter().find(|(name, _)| *name == game)?.1;
    let board = boards[number as usize % boards.len()];
    let board = if game == "flood" { format!("{board}&seed={number}") } else { board.to_owned() };
    let opening = opening(&Table::open(&board, None).ok()?, dice);
    Some(Job {
        tournament: ladder,
        number,
        round: 0,
        players: players.map(Arc::new),
        game: board.into(),
        start: None,
        opening: opening.into(),
        clock: settings.clock.into(),
        seed: derive(dice.word(), number),
        n_games: 2,
        is_rated: true,
    })
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

/// Plays a pair where everybody can watch, stores it, and only then counts it.
fn play_pair(hub: &Arc<Hub>, job: &Job, pace: Pace) {
    let has_guest = job.players.iter().any(|player| entry_of(&player.spec).is_some());
    // Guests' games are shown as they are played, only a little slower where they are very fast.
    let per_move = if has_guest { pace.per_move / 4 } else { pace.per_move };
    let mut stages = Vec::new();
    let mut records: Vec<Record> = Vec::new();
    for leg in job.legs() {
        match Stage::play(hub, &leg, per_move) {
            Some((stage, record)) => {
                stages.push(stage);
                records.push(record);
            }
            None => break,
        }
    }
    if records.len() == 2 && !hub.halt.load(Ordering::Relaxed) {
        store(hub, &PairResult { job: job.clone(), records });
    } else if stages.is_empty() {
        hub.rest(PAUSE);
    }
    stages.into_iter().for_each(Stage::wait);
}

fn store(hub: &Hub, result: &PairResult) {
    let job = &result.job;
    let mut store = hub.store();
    if let Err(error) = store.save(std::slice::from_ref(result)) {
        hub.log("error", &format!("a pair of games could not be stored: {error}"));
        return;
    }
    let games: Vec<_> =
        (0..2).filter_map(|leg| store.game(job.tournament, job.number, leg).ok().flatten()).collect();
    drop(store);
    for record in &result.records {
        hub.metrics.ladder_games.add();
        if let Some(side) = side_at_fault(record.winner, record.ending) {
            hub.metrics.faults.add();
            let entry = entry_of(&record.players[side.index()].spec);
            entry.into_iter().for_each(|entry| note_fault(hub, job.tournament, entry));
        }
    }
    hub.results.add(job.tournament, games);
}

/// Sets a player aside that does nothing but fail.
fn note_fault(hub: &Hub, ladder: i64, entry: i64) {
    let spec = format!("upload:{entry}");
    let players = hub.results.players();
    let Some(id) = players.iter().find(|(_, identity)| identity.spec == spec).map(|(id, _)| *id) else {
        return;
    };
    let games = hub.results.games(ladder);
    let own = games.iter().rev().filter(|game| game.players.contains(&id)).take(PATIENCE);
    let is_fault = |game: &agon_arena::store::StoredGame| {
        side_at_fault(game.record.winner, game.record.ending)
            .is_some_and(|side| game.players[side.index()] == id)
    };
    let lately: Vec<bool> = own.map(is_fault).collect();
    if lately.len() == PATIENCE && lately.iter().all(|fault| *fault) {
        // If it was retired meanwhile, there is nothing to set aside.
        let _ = hub.course.move_entry(entry, EntryState::Placed, EntryState::Suspended);
        hub.log("warning", &format!("entry {entry} was set aside: it failed {PATIENCE} times in a row"));
    }
}
