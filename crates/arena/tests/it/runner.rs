//! Running tournaments: the same games come out with any number of workers, after any number of stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agon_arena::hall::Hall;
use agon_arena::identity::identify;
use agon_arena::job::Leg;
use agon_arena::openings::{OpeningSource, Openings};
use agon_arena::player::custody::Custody;
use agon_arena::queue::in_process;
use agon_arena::runner::{Event, Run, Setup, run};
use agon_arena::schedule::{
    ByRounds, Knockout, Ladder, LadderOptions, Schedule, Swiss, match_of_two, round_robin,
};
use agon_arena::stats::{EloModel, Sprt};
use agon_arena::store::{GameFilter, Store, StoredGame};
use agon_arena::venue::{Venue, VenueError};
use agon_games::catalog::Table;
use agon_games::record::Record;

type Make = dyn Fn() -> Box<dyn Schedule>;

const PLAYERS: [&str; 4] = ["greedy", "random", "random:", "greedy:"];

fn setup(workers: usize) -> Setup {
    let table = Arc::new(Table::open("ataxx/5", None).unwrap());
    Setup {
        tournament: 1,
        players: PLAYERS.iter().map(|spec| Arc::new(identify(spec, None).unwrap())).collect(),
        openings: Openings::new(table, None, &OpeningSource::Random(2), 9).unwrap(),
        clock: "nodes=100".into(),
        seed: 9,
        workers,
        pin: false,
    }
}

fn new_store() -> Store {
    let mut store = Store::in_memory().unwrap();
    store.begin_tournament("t", "", "ataxx/5", "nodes=100").unwrap();
    store
}

/// Plays on until the end, or until `limit` pairs were finished.
fn play(store: &mut Store, make: &Make, workers: usize, limit: u64) -> Run {
    let stop = AtomicBool::new(false);
    let venues = |_| -> Box<dyn Venue> { Box::new(Hall::new(Custody::default())) };
    let mut listen = |event: Event<'_>| {
        if let Event::Finished(_, progress) = event
            && progress.pairs >= limit
        {
            stop.store(true, Ordering::Relaxed);
        }
    };
    run(&setup(workers), &mut *make(), Some(store), &venues, &stop, &mut listen).unwrap()
}

fn games(store: &Store) -> Vec<StoredGame> {
    store.games(GameFilter::default()).unwrap()
}

fn check_format(name: &str, make: &Make) {
    let mut whole = new_store();
    assert!(play(&mut whole, make, 1, u64::MAX).is_complete, "{name}");
    let mut parallel = new_store();
    assert!(play(&mut parallel, make, 3, u64::MAX).is_complete, "{name}");
    assert_eq!(games(&whole), games(&parallel), "{name}: three workers");
    let mut stopped = new_store();
    let mut n_runs = 0;
    while !play(&mut stopped, make, 2, 3).is_complete {
        n_runs += 1;
        assert!(n_runs < 1000, "{name}: does not come to an end");
    }
    assert_eq!(games(&whole), games(&stopped), "{name}: stopped {n_runs} times");
}

#[test]
fn every_format_repeats_and_resumes() {
    let options = LadderOptions { rounds: 5, ..Default::default() };
    let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    check_format("match", &|| Box::new(match_of_two(21, None)));
    check_format("test", &move || Box::new(match_of_two(400, Some(sprt))));
    check_format("round robin", &|| Box::new(round_robin(4, 8)));
    check_format("swiss", &|| Box::new(ByRounds::new(Swiss::new(4, 3, 2))));
    check_format("knockout", &|| Box::new(ByRounds::new(Knockout::new(4, 2))));
    check_format("ladder", &move || Box::new(ByRounds::new(Ladder::new(4, options, vec![([0, 1], 2)]))));
}

#[test]
fn greedy_beats_random() {
    let mut store = new_store();
    play(&mut store, &|| Box::new(match_of_two(40, None)), 2, u64::MAX);
    let games = games(&store);
    assert_eq!(games.len(), 40);
    let points: f64 = games.iter().map(|g| if g.leg == 0 { g.score() } else { 1.0 - g.score() }).sum();
    assert!(points > 30.0, "greedy scored {points} of 40");
    // Both games of a pair share their opening, and pairs differ.
    for pair in games.chunks(2) {
        let opening = |g: &StoredGame| g.record.moves[..2].iter().map(|m| m.text.clone()).collect::<Vec<_>>();
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert_eq!(pair[0].players, [pair[1].players[1], pair[1].players[0]]);
    }
}

/// A venue with a bug.
struct Broken;

impl Venue for Broken {
    fn play(&mut self, leg: Leg<'_>, halt: &Arc<AtomicBool>) -> Result<Record, VenueError> {
        assert!(leg.job.number != 5, "a bug, for a test");
        Hall::new(Custody::default()).play(leg, halt)
    }
}

#[test]
fn a_bug_ends_the_run_and_nobody_waits_for_it() {
    let venues = |_| -> Box<dyn Venue> { Box::new(Broken) };
    let stop = AtomicBool::new(false);
    let played = std::panic::catch_unwind(|| {
        run(&setup(3), &mut round_robin(4, 8), None, &venues, &stop, &mut |_| {}).map(|_| ())
    });
    assert!(played.is_err());
    let led = std::panic::catch_unwind(|| {
        in_process(2, false, &venues, |_| panic!("a bug of whoever leads, for a test"))
    });
    assert!(led.is_err());
}

#[test]
fn a_full_disk_ends_the_run_with_its_name() {
    let mut store = new_store();
    store.cap_bytes(100_000).unwrap();
    let venues = |_| -> Box<dyn Venue> { Box::new(Hall::new(Custody::default())) };
    let stop = AtomicBool::new(false);
    let mut schedule = round_robin(4, 10_000);
    let error = run(&setup(2), &mut schedule, Some(&mut store), &venues, &stop, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("disk full"), "{error}");
    assert_eq!(store.integrity().unwrap(), None);
}

#[test]
fn an_unknown_player_ends_the_run_with_its_name() {
    let mut setup = setup(2);
    setup.players[1] = Arc::new(identify("grady", None).unwrap());
    let venues = |_| -> Box<dyn Venue> { Box::new(Hall::new(Custody::default())) };
    let stop = AtomicBool::new(false);
    let error = run(&setup, &mut match_of_two(10, None), None, &venues, &stop, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("`grady`"), "{error}");
}
