//! Golden values: Elo, sequential tests and ratings computed by others from the same results.

use agon_arena::stats::*;
use serde::Deserialize;

const SPRT_GOLDEN: &str = include_str!("../data/elo-sprt-golden.json");
const RATINGS_GOLDEN: &str = include_str!("../data/bradley-terry-golden.json");

// Fields that are not known are refused: no value of the files goes unchecked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    llr: Vec<LlrCase>,
    elo: Vec<EloCase>,
    sprt_elo: Vec<SprtCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
struct LlrCase {
    results: Vec<u64>,
    elo0: f64,
    elo1: f64,
    LLR_logistic: f64,
    LLR_normalized: f64,
    LLR_normalized_alt: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EloCase {
    results: Vec<u64>,
    elo: f64,
    elo95: f64,
    los: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
struct SprtCase {
    results: Vec<u64>,
    elo0: f64,
    elo1: f64,
    clamped: bool,
    a: f64,
    b: f64,
    elo: f64,
    ci: [f64; 2],
    LOS: f64,
    LLR: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatingsCase {
    r#true: Vec<f64>,
    games: usize,
    rating: Vec<f64>,
    first_adv: f64,
    err95_fisher: Vec<f64>,
    err95_pair_sandwich: Vec<f64>,
    data: Vec<(usize, usize, f64, u64)>,
}

fn tally(results: &[u64]) -> Tally {
    match *results {
        [l, d, w] => Tally::Games([l, d, w]),
        [a, b, c, d, e] => Tally::Pairs([a, b, c, d, e]),
        _ => panic!("{results:?} are neither games nor pairs"),
    }
}

fn check(what: &str, got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{what}: got {got}, want {want}");
}

fn golden() -> Golden {
    serde_json::from_str(SPRT_GOLDEN).unwrap()
}

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

#[test]
fn log_likelihood_ratios() {
    for case in golden().llr {
        let tally = tally(&case.results);
        let what = format!("{:?} {} {}", case.results, case.elo0, case.elo1);
        check(&what, sprt(case.elo0, case.elo1, EloModel::Logistic).llr(&tally), case.LLR_logistic, 1e-6);
        let normalised = sprt(case.elo0, case.elo1, EloModel::Normalised);
        check(&what, normalised.llr(&tally), case.LLR_normalized, 1e-6);
        check(&what, normalised.llr_in_closed_form(&tally).unwrap(), case.LLR_normalized_alt, 1e-6);
    }
}

#[test]
fn elo_error_and_superiority() {
    for case in golden().elo {
        let tally = tally(&case.results);
        let what = format!("{:?}", case.results);
        let elo = Elo::of(&tally);
        check(&what, elo.elo, case.elo, 1e-6);
        check(&what, elo.error, case.elo95, 1e-6);
        check(&what, likelihood_of_superiority(&tally), case.los, 1e-6);
    }
}

#[test]
fn unbiased_elo_after_a_test() {
    for case in golden().sprt_elo {
        let what = format!("{:?}", case.results);
        let sprt = sprt(case.elo0, case.elo1, EloModel::Logistic);
        let estimate = sprt.estimate(&tally(&case.results));
        check(&what, sprt.lower(), case.a, 1e-9);
        check(&what, sprt.upper(), case.b, 1e-9);
        check(&what, estimate.llr, case.LLR, 1e-6);
        check(&what, estimate.los, case.LOS, 1e-6);
        check(&what, estimate.elo, case.elo, 1e-6);
        check(&what, estimate.interval.low, case.ci[0], 1e-6);
        check(&what, estimate.interval.high, case.ci[1], 1e-6);
        assert_eq!(estimate.clamped, case.clamped, "{what}");
    }
}

#[test]
fn bradley_terry_ratings() {
    // The golden file gives four decimals, and its errors use 1.95996 for the 95% point.
    let (tolerance, point) = (5.1e-5, 1.95996 / Z95);
    let case: RatingsCase = serde_json::from_str(RATINGS_GOLDEN).unwrap();
    let game = |&(first, second, score, pair): &_| GameResult { first, second, score, pair };
    let games: Vec<GameResult> = case.data.iter().map(game).collect();
    assert_eq!(games.len(), case.games);
    let ratings = rate(case.rating.len(), &games, None);
    for (rating, truth) in ratings.players.iter().zip(&case.r#true) {
        check("the truth is in the interval", rating.rating, *truth, 1.5 * rating.error);
    }
    assert_eq!(ratings.prior, Prior::None);
    check("first move", ratings.first_move.rating, case.first_adv, tolerance);
    let all = ratings.players.iter().chain([&ratings.first_move]);
    for (i, rating) in all.enumerate() {
        let wanted = case.rating.get(i).copied().unwrap_or(case.first_adv);
        check("rating", rating.rating, wanted, tolerance);
        check("fisher", point * rating.error_fisher, case.err95_fisher[i], tolerance);
        check("pairs", point * rating.error_pairs, case.err95_pair_sandwich[i], tolerance);
    }
}

#[test]
fn glicko_example_of_its_author() {
    let opponent = |rating, deviation| Glicko { rating, deviation, volatility: 0.06 };
    let player = opponent(1500.0, 200.0);
    let results =
        [(opponent(1400.0, 30.0), 1.0), (opponent(1550.0, 100.0), 0.0), (opponent(1700.0, 300.0), 0.0)];
    let after = rate_period(player, &results);
    check("rating", after.rating, 1464.05, 0.01);
    check("deviation", after.deviation, 151.52, 0.01);
    check("volatility", after.volatility, 0.05999, 1e-5);
}

#[test]
fn expected_lengths() {
    for (gap, games) in [(3.0, 116_000.0), (10.0, 10_500.0), (50.0, 419.0)] {
        let expected = sprt(0.0, gap, EloModel::Normalised).expected_games(0.0);
        assert!((expected.worst / games - 1.0).abs() < 0.01, "{gap}: {expected:?}");
        assert!(expected.at_elo0 < expected.worst && expected.at_elo1 < expected.worst);
    }
}

#[test]
fn wilson_in_the_open() {
    // 8 of 10 and 0 of 10, worked by hand from the formula.
    check("8/10", wilson(8.0, 10.0).low, 0.490_162, 1e-6);
    check("8/10", wilson(8.0, 10.0).high, 0.943_318, 1e-6);
    check("0/10", wilson(0.0, 10.0).low, 0.0, 1e-12);
    check("0/10", wilson(0.0, 10.0).high, 0.277_533, 1e-6);
}
