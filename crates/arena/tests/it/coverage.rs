//! Simulated matches and tournaments: intervals hold what they promise, and nothing is ever NaN.

use agon_arena::stats::*;
use fastrand::Rng;

/// A pair's points (0..=4 halves): each game is won with probability `p` from the stronger side, but with
/// chance `draws` it is drawn instead, and with chance `tied` both games follow the opening: one each.
#[derive(Clone, Copy)]
struct PairModel {
    p: f64,
    draws: f64,
    tied: f64,
}

impl PairModel {
    fn pair(&self, rng: &mut Rng) -> usize {
        if rng.f64() < self.tied {
            return 2;
        }
        (0..2).map(|_| if rng.f64() < self.draws { 1 } else { 2 * usize::from(rng.f64() < self.p) }).sum()
    }

    fn mean(&self) -> f64 {
        self.tied * 0.5 + (1.0 - self.tied) * (self.draws * 0.5 + (1.0 - self.draws) * self.p)
    }
}

fn tally(model: PairModel, n: u64, rng: &mut Rng) -> Tally {
    let mut counts = [0; 5];
    (0..n).for_each(|_| counts[model.pair(rng)] += 1);
    Tally::Pairs(counts)
}

/// The share of `n_runs` simulated matches of `n` pairs whose Elo interval holds the truth.
fn elo_coverage(model: PairModel, n: u64, n_runs: u32, rng: &mut Rng) -> f64 {
    let truth = elo_of_score(model.mean());
    let held = (0..n_runs).filter(|_| Elo::of(&tally(model, n, rng)).interval.contains(truth)).count();
    held as f64 / f64::from(n_runs)
}

#[test]
fn elo_intervals_hold() {
    let seed = 7;
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    for n in [5, 10, 20, 50, 200, 500] {
        let mut cells = Vec::new();
        for p in [0.5, 0.7, 0.9, 0.97] {
            for (draws, tied) in [(0.0, 0.0), (0.3, 0.0), (0.0, 0.4), (0.5, 0.3)] {
                cells.push(elo_coverage(PairModel { p, draws, tied }, n, 2000, &mut rng));
            }
        }
        let mean = cells.iter().sum::<f64>() / cells.len() as f64;
        let worst = cells.iter().copied().fold(1.0, f64::min);
        println!("{n} pairs: mean {mean:.4}, worst {worst:.4}");
        assert!(worst > 0.92, "{n} pairs: worst cell {worst}");
        // With few pairs the intervals err on the wide side.
        let upper = if n >= 20 { 0.96 } else { 0.98 };
        assert!((0.94..upper).contains(&mean), "{n} pairs: mean coverage {mean}");
    }
}

/// The exact probability that an interval made from `n` coin tosses holds their true rate.
fn exact_coverage(p: f64, n: u32, interval: fn(f64, f64) -> Interval) -> f64 {
    let mut probability = (1.0 - p).powi(n as i32);
    let mut held = 0.0;
    for wins in 0..=n {
        if interval(f64::from(wins), f64::from(n)).contains(p) {
            held += probability;
        }
        probability *= f64::from(n - wins) / f64::from(wins + 1) * p / (1.0 - p);
    }
    held
}

#[test]
fn wilson_holds_and_the_textbook_interval_does_not() {
    for n in [10, 20, 50, 100, 200] {
        let cells: Vec<f64> = (5..=95).map(|p| exact_coverage(f64::from(p) / 100.0, n, wilson)).collect();
        let mean = cells.iter().sum::<f64>() / cells.len() as f64;
        assert!((0.94..0.96).contains(&mean), "n = {n}: mean coverage {mean}");
    }
    assert!((exact_coverage(0.9, 10, wald) - 0.65).abs() < 0.01);
    assert!((exact_coverage(0.97, 20, wald) - 0.46).abs() < 0.01);
}

/// A tournament of players with these true ratings: in each pair the opening favours one seat by chance, so
/// that the two games are far from independent.
fn tournament(truth: &[f64], first_move: f64, pairs_each: u64, rng: &mut Rng) -> Vec<GameResult> {
    let mut games = Vec::new();
    for a in 0..truth.len() {
        for b in 0..a {
            for _ in 0..pairs_each {
                let pair = games.len() as u64;
                let luck = rng.f64();
                for (first, second, luck) in [(a, b, luck), (b, a, 1.0 - luck)] {
                    let expected = score_of_elo(truth[first] - truth[second] + first_move);
                    // Comonotone luck of the seat: half the time the same dice, half fresh ones.
                    let dice = if pair % 4 < 2 { luck } else { rng.f64() };
                    let score = if dice < expected { 1.0 } else { 0.0 };
                    games.push(GameResult { first, second, score, pair });
                }
            }
        }
    }
    games
}

#[test]
fn bradley_terry_intervals_hold() {
    let seed = 11;
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    let truth = [150.0, 80.0, 0.0, -60.0, -170.0];
    let (mut held, mut held_fisher, mut n) = (0.0, 0.0, 0.0);
    for _ in 0..1000 {
        let games = tournament(&truth, 25.0, 40, &mut rng);
        let ratings = rate(truth.len(), &games, None);
        for (rating, truth) in
            ratings.players.iter().chain([&ratings.first_move]).zip(truth.iter().chain([&25.0]))
        {
            held += f64::from(u8::from((rating.rating - truth).abs() <= rating.error));
            held_fisher += f64::from(u8::from((rating.rating - truth).abs() <= rating.error_fisher));
            n += 1.0;
        }
    }
    println!("by pairs {:.4}, by games {:.4}", held / n, held_fisher / n);
    assert!((0.94..0.96).contains(&(held / n)), "coverage {}", held / n);
}

fn assert_finite(what: &str, values: &[f64]) {
    assert!(values.iter().all(|x| x.is_finite()), "{what}: {values:?}");
}

#[test]
fn never_nan_in_a_match() {
    let counts = [0, 1, 2, 1000, 1_000_000_000_000];
    let sprts = [(0.0, 2.0), (-3.0, 1.0), (-500.0, 500.0), (100.0, 101.0)];
    let models = [EloModel::Logistic, EloModel::Normalised];
    let tests: Vec<Sprt> = (sprts.iter())
        .flat_map(|&(elo0, elo1)| models.map(|model| Sprt::new(elo0, elo1, 0.05, 0.01, model).unwrap()))
        .collect();
    for index in 0..counts.len().pow(5) {
        let pick = |k: u32| counts[index / counts.len().pow(k) % counts.len()];
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(pick);
        for tally in [Tally::Games([a, b, c]), Tally::Pairs([a, b, c, d, e])] {
            let (elo, nelo) = (Elo::of(&tally), NormalisedElo::of(&tally));
            let score = score_interval(&tally);
            let values = [elo.elo, elo.error, elo.interval.low, elo.interval.high, nelo.nelo, nelo.error];
            assert_finite(&format!("{tally:?}"), &values);
            assert_finite(&format!("{tally:?}"), &[score.low, score.high, likelihood_of_superiority(&tally)]);
            let sprt = tests[index % tests.len()];
            let (llr, estimate) = (sprt.llr(&tally), sprt.estimate(&tally));
            let values = [llr, estimate.elo, estimate.los, estimate.interval.low, estimate.interval.high];
            assert_finite(&format!("{tally:?} {sprt:?}"), &values);
        }
    }
}

#[test]
fn never_nan_in_a_tournament() {
    let seed = 5;
    println!("seed {seed}");
    let mut rng = Rng::with_seed(seed);
    for round in 0..3000 {
        let n = rng.usize(1..7);
        let n_games = if n == 1 { 0 } else { rng.usize(0..12) };
        let one_sided = rng.bool();
        let mut games = Vec::new();
        for k in 0..n_games {
            let first = rng.usize(0..n);
            let second = (first + rng.usize(1..n)) % n;
            let score =
                if one_sided { f64::from(u8::from(first < second)) } else { f64::from(rng.u8(0..3)) / 2.0 };
            games.push(GameResult { first, second, score, pair: k as u64 / 2 });
        }
        let ratings = rate(n, &games, None);
        for rating in ratings.players.iter().chain([&ratings.first_move]) {
            assert_finite(&format!("round {round}: {games:?}"), &[rating.rating, rating.error]);
        }
    }
    assert!(rate(0, &[], None).players.is_empty());
}

#[test]
fn a_sweep_gets_a_prior_and_says_so() {
    let game = |first, second, score, pair| GameResult { first, second, score, pair };
    let games = [game(0, 1, 1.0, 0), game(1, 0, 0.0, 0), game(1, 2, 1.0, 1), game(2, 1, 0.5, 1)];
    let ratings = rate(3, &games, None);
    assert_eq!(ratings.prior, Prior::Some);
    assert!(ratings.players[0].has_prior && !ratings.players[1].has_prior);
    assert!(ratings.players[0].rating > ratings.players[1].rating);
    let anchored = rate(3, &games, Some((2, 1000.0)));
    assert!((anchored.players[2].rating - 1000.0).abs() < 1e-9);
}

#[test]
fn impossible_tests_are_refused() {
    let make = |elo0, elo1, alpha| Sprt::new(elo0, elo1, alpha, 0.05, EloModel::Logistic).map(|_| ());
    assert_eq!(make(5.0, 0.0, 0.05), Err(SprtError::Bounds(5.0, 0.0)));
    assert_eq!(make(0.0, 5.0, 0.7), Err(SprtError::Rates(0.7, 0.05)));
    assert!(make(f64::NAN, 5.0, 0.05).is_err() && make(0.0, 5.0, f64::NAN).is_err());
}
