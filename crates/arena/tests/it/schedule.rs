//! Formats: who meets whom, played out with players of known strength in every order of arrival.

use std::collections::BTreeMap;

use agon_arena::schedule::*;
use agon_arena::stats::{EloModel, Sprt, score_of_elo};
use fastrand::Rng;

type Play = dyn Fn(&Pairing) -> PairScore;

/// Plays a schedule with up to `in_flight` pairs at once, finished in random order; at most `limit` pairs.
fn run(schedule: &mut dyn Schedule, in_flight: usize, limit: usize, play: &Play) -> Vec<Pairing> {
    let mut rng = Rng::with_seed(in_flight as u64);
    let (mut all, mut open) = (Vec::new(), Vec::new());
    loop {
        let step = if open.len() < in_flight && all.len() < limit { schedule.next() } else { Step::Wait };
        match step {
            Step::Play(pairing) => {
                all.push(pairing);
                open.push(pairing);
            }
            _ if open.is_empty() => return all,
            _ => {
                let pairing = open.swap_remove(rng.usize(0..open.len()));
                schedule.record(pairing.number, play(&pairing));
            }
        }
    }
}

/// The lower number wins everything.
fn by_number(pairing: &Pairing) -> PairScore {
    let [a, b] = pairing.players;
    let points = if a < b { f64::from(pairing.n_games) } else { 0.0 };
    PairScore { points, n_games: pairing.n_games, ..Default::default() }
}

/// Chance, by the pair's number alone; each number is 40 Elo better than the next.
fn by_chance(pairing: &Pairing) -> PairScore {
    let mut rng = Rng::with_seed(pairing.number);
    let expected = score_of_elo(40.0 * (pairing.players[1] as f64 - pairing.players[0] as f64));
    let points = (0..pairing.n_games).map(|_| f64::from(u8::from(rng.f64() < expected))).sum();
    PairScore { points, n_games: pairing.n_games, ..Default::default() }
}

fn meetings(pairings: &[Pairing]) -> BTreeMap<[usize; 2], u32> {
    let mut games = BTreeMap::new();
    for pairing in pairings {
        let mut key = pairing.players;
        key.sort_unstable();
        *games.entry(key).or_default() += u32::from(pairing.n_games);
    }
    games
}

#[test]
fn fixed_formats_play_every_game() {
    let check = |mut schedule: Fixed, n_meetings: usize, games: u32| {
        let n_pairs = schedule.n_pairs().unwrap();
        let pairings = run(&mut schedule, 3, usize::MAX, &by_chance);
        assert_eq!(pairings.len() as u64, n_pairs);
        let meetings = meetings(&pairings);
        assert_eq!(meetings.len(), n_meetings);
        assert!(meetings.values().all(|&n| n == games), "{meetings:?}");
        assert!(pairings.iter().enumerate().all(|(i, p)| p.number == i as u64));
    };
    check(match_of_two(7, None), 1, 7);
    check(round_robin(30, 10), 435, 10);
    check(gauntlet(9, 2, 4), 14, 4);
}

#[test]
fn a_test_ends_at_the_same_pair_in_every_order() {
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let cuts: Vec<Option<u64>> = [1, 2, 7, 50]
        .map(|in_flight| {
            let mut schedule = match_of_two(100_000, Some(sprt));
            run(&mut schedule, in_flight, usize::MAX, &by_chance);
            schedule.cut()
        })
        .to_vec();
    assert!(cuts[0].is_some() && cuts.iter().all(|cut| *cut == cuts[0]), "{cuts:?}");
}

#[test]
fn swiss_rounds_have_no_rematch_and_find_the_best() {
    for n in [2, 3, 8, 13, 30] {
        let n_rounds = Swiss::usual_rounds(n).min(n as u32 - 1);
        let mut schedule = ByRounds::new(Swiss::new(n, n_rounds, 1));
        let pairings = run(&mut schedule, 4, usize::MAX, &by_number);
        assert_eq!(pairings.len(), n / 2 * n_rounds as usize);
        assert!(meetings(&pairings).values().all(|&games| games == 2), "{n} players: somebody met twice");
        for round in 0..n_rounds {
            let mut seen = vec![0; n];
            let of_round = pairings.iter().filter(|p| p.round == round);
            of_round.flat_map(|p| p.players).for_each(|p| seen[p] += 1);
            assert!(seen.iter().all(|&k| k <= 1), "{n} players, round {round}: {seen:?}");
        }
        assert_eq!(schedule.places().unwrap()[0], 0);
    }
}

#[test]
fn knockout_ends_with_one() {
    for n in [1, 2, 3, 5, 8, 13, 30] {
        let mut schedule = ByRounds::new(Knockout::new(n, 2));
        let pairings = run(&mut schedule, 4, usize::MAX, &by_number);
        assert_eq!(pairings.len(), 2 * (n - 1));
        let places = schedule.places().unwrap();
        assert_eq!(places.len(), n);
        assert_eq!(places[0], 0);
        // The second seed is met in the final only.
        assert!(n < 2 || places[1] == 1);
    }
    let tie = |p: &Pairing| PairScore { points: 1.0, n_games: p.n_games, ..Default::default() };
    let mut schedule = ByRounds::new(Knockout::new(4, 1));
    let pairings = run(&mut schedule, 2, usize::MAX, &tie);
    assert_eq!(pairings.len(), 3 * 5, "one pair and four extra in each meeting");
    assert_eq!(schedule.places().unwrap()[0], 0);
}

#[test]
fn results_in_any_order_make_one_tournament() {
    let play = |schedule: &mut dyn Schedule, in_flight| {
        run(schedule, in_flight, 400, &by_chance);
        schedule.places()
    };
    let ladder = || Ladder::new(9, LadderOptions { rounds: 20, ..Default::default() }, vec![]);
    for in_flight in [2, 5, 16] {
        let fresh = |n: usize| play(&mut ByRounds::new(Swiss::new(13, 6, 2)), n);
        assert_eq!(fresh(in_flight), fresh(1));
        let fresh = |n: usize| play(&mut ByRounds::new(Knockout::new(13, 2)), n);
        assert_eq!(fresh(in_flight), fresh(1));
        let fresh = |n: usize| play(&mut ByRounds::new(ladder()), n);
        assert_eq!(fresh(in_flight), fresh(1));
    }
}

#[test]
fn nobody_starves_on_the_ladder() {
    let options = LadderOptions { rounds: 60, ..Default::default() };
    let mut schedule = ByRounds::new(Ladder::new(31, options, vec![([3, 4], 2)]));
    let pairings = run(&mut schedule, 6, usize::MAX, &by_chance);
    let mut games = vec![0; 31];
    pairings.iter().flat_map(|p| p.players).for_each(|p| games[p] += 1);
    let (least, most) = (games.iter().min().unwrap(), games.iter().max().unwrap());
    assert!(*least >= 60 && *most < 3 * least, "pairs per player: {games:?}");
    assert_eq!(pairings.iter().filter(|p| !p.is_rated).count(), 2);
    let places = schedule.places().unwrap();
    let off: usize = places.iter().enumerate().map(|(place, &player)| place.abs_diff(player)).sum();
    assert!(off < 31 * 4, "the ladder's order is far from the truth: {places:?}");
    assert_eq!(schedule.format().history().len(), 60);
}

#[test]
fn newcomers_find_their_place_within_few_games() {
    let options = LadderOptions { rounds: 8, ..Default::default() };
    let mut schedule = ByRounds::new(Ladder::new(12, options, vec![]));
    run(&mut schedule, 6, usize::MAX, &by_number);
    let players = schedule.format().players();
    assert!(players.iter().all(|p| p.glicko.deviation < 150.0), "{players:?}");
    assert!(players[0].glicko.rating > players[6].glicko.rating + 100.0);
    assert!(players[6].glicko.rating > players[11].glicko.rating + 100.0);
}

#[test]
fn who_crashes_is_set_aside_and_who_recovers_returns() {
    // Player 5 always crashes; player 4 does so in its first pairs only.
    let play = |p: &Pairing| {
        let crashes = |player: usize| player == 5 || (player == 4 && p.round < 2);
        let mut score = by_chance(p);
        for seat in (0..2).filter(|&seat| crashes(p.players[seat])) {
            score.points = if seat == 0 { 0.0 } else { 2.0 };
            score.faults[seat] = 2;
        }
        score
    };
    let options = LadderOptions { rounds: 40, ..Default::default() };
    let mut schedule = ByRounds::new(Ladder::new(8, options, vec![]));
    let pairings = run(&mut schedule, 3, usize::MAX, &play);
    let players = schedule.format().players();
    assert!(players[5].is_suspended && !players[4].is_suspended && !players[4].on_probation);
    let late = pairings.iter().filter(|p| p.round > 30).flat_map(|p| p.players);
    let late: Vec<usize> = late.collect();
    assert!(!late.contains(&5) && late.contains(&4));
}
