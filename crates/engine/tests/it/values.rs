//! Every search finds the value of plain minimax: sorted or not, with a table or without, on one thread or on
//! several. The evaluation is a hash, so that no two lines look alike by accident.

use agon_engine::eval::Evaluator;
use agon_engine::gauge::Gauge;
use agon_engine::score::Score;
use agon_engine::search::{Order, Parallel, Shared, Symmetries, Tactics, Transpositions, Workspace, deepen};
use agon_engine::strategy::{Manner, Minimax, Negamax, Walker};
use agon_games::dice::Dice;
use agon_games::game::Game;

use crate::positions::{Check, affordable_depth, on_random_states};

/// Values that follow no reason, the same for all turns of a position.
#[derive(Clone, Copy, Debug)]
struct Hashed {
    is_symmetric: bool,
}

impl<G: Game> Evaluator<G> for Hashed {
    type Memo = u64;

    fn begin(&self, game: &G, state: &G::State) -> u64 {
        game.hash(state)
    }

    fn after(&self, game: &G, _: &u64, _: &G::State, _: G::Move, after: &G::State) -> u64 {
        game.hash(after)
    }

    fn value(&self, game: &G, state: &G::State, memo: &u64) -> i32 {
        assert_eq!(game.hash(state), *memo, "the memo is the one of this state");
        let turns = if self.is_symmetric { game.symmetries() } else { &[] };
        let smallest = turns.iter().map(|turn| game.hash(&game.turned(state, turn))).min();
        Dice::new(smallest.unwrap_or(*memo)).below(2001) as i32 - 1000
    }

    fn urgency(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        Dice::new(game.hash(state) ^ u64::from(game.pack(mv).0)).below(500) as i32
    }
}

/// The value by the definition, for the side to move.
fn by_definition<G: Game>(game: &G, state: &G::State, eval: Hashed, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = game.outcome(state) {
        return Score::ended(outcome.sign_for(game.side(state)), ply);
    }
    if depth == 0 {
        return Score::of(eval.value(game, state, &game.hash(state)));
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values =
        moves.iter().map(|&mv| -by_definition(game, &game.play(state, mv), eval, depth - 1, ply + 1));
    values.max().expect("an unfinished game has moves")
}

/// What a search with these means finds, and whether its line is worth what it says.
struct Means {
    name: &'static str,
    tactics: Tactics,
    table_buckets: usize,
    is_symmetric: bool,
    n_threads: usize,
}

const PVS: Tactics = Tactics { null_windows: true, order: Order::Hints, ..Tactics::CLASSIC };

const fn means(name: &'static str, tactics: Tactics, table_buckets: usize, n_threads: usize) -> Means {
    Means { name, tactics, table_buckets, is_symmetric: false, n_threads }
}

const ALL_MEANS: &[Means] = &[
    means("classic", Tactics::CLASSIC, 0, 1),
    means("hints", Tactics { order: Order::Hints, ..Tactics::CLASSIC }, 0, 1),
    means("evaluated", Tactics { order: Order::Evaluated, ..Tactics::CLASSIC }, 0, 1),
    means("aspiration", Tactics { aspiration: Some(30), ..Tactics::CLASSIC }, 0, 1),
    means("pvs", PVS, 0, 1),
    means("pvs, aspiration and table", Tactics { aspiration: Some(30), ..PVS }, 1 << 12, 1),
    means("table", Tactics::CLASSIC, 1 << 12, 1),
    means("tiny table", PVS, 3, 1),
    Means { is_symmetric: true, ..means("symmetric table", PVS, 1 << 12, 1) },
    means("parallel at the root", Tactics::CLASSIC, 0, 3),
    means("parallel on two levels", Tactics { parallel: Parallel::Levels(2), ..PVS }, 0, 3),
    means("parallel on all levels", Tactics { parallel: Parallel::Levels(64), ..PVS }, 1 << 12, 4),
    means("threads with a table", Tactics { parallel: Parallel::Table, ..PVS }, 1 << 12, 3),
];

impl Means {
    fn search<G: Game>(&self, game: &G, state: &G::State, depth: u32) -> (Score, Vec<G::Move>) {
        let eval = Hashed { is_symmetric: self.is_symmetric };
        let table = (self.table_buckets > 0).then(|| Transpositions::with_buckets(self.table_buckets));
        let symmetries = if self.is_symmetric { Symmetries::of(game) } else { None };
        let gauge = Gauge::endless();
        let shared = Shared::new(
            game,
            &eval,
            self.tactics,
            table.as_ref(),
            symmetries.as_ref(),
            &gauge,
            self.n_threads,
        );
        let mut works: Vec<Workspace<G>> = (0..self.n_threads).map(|_| Workspace::default()).collect();
        let found = deepen(&shared, &mut works, state, depth, &mut |_| {});
        (found.score, found.line)
    }
}

struct SameValue(&'static [Means]);

impl Check for SameValue {
    fn check<G: Game>(&self, game: &G, state: &G::State, _: &mut Dice, name: &str) {
        let depth = affordable_depth(game, state, 20_000);
        for means in self.0 {
            let eval = Hashed { is_symmetric: means.is_symmetric };
            // A game that is decided sooner is not searched deeper.
            let shallow = (1..=depth).map(|depth| by_definition(game, state, eval, depth, 0));
            let shallow = shallow.into_iter().find(|score| score.is_decided());
            let expected = shallow.unwrap_or_else(|| by_definition(game, state, eval, depth, 0));
            let (score, line) = means.search(game, state, depth);
            assert_eq!(score, expected, "{}, depth {depth}, {name}", means.name);
            let after = game.play(state, line[0]);
            let depth_left = score.plies_to_end().map_or(depth - 1, |plies| plies.unsigned_abs() - 1);
            let follows = -by_definition(game, &after, eval, depth_left, 1);
            assert_eq!(follows, expected, "{}: the move, depth {depth}, {name}", means.name);
        }
    }
}

#[test]
fn every_search_finds_the_value_of_minimax() {
    on_random_states(12, 0x5EED, &SameValue(ALL_MEANS));
}

#[test]
fn minimax_and_negamax_find_it_too() {
    struct Exhaustive;
    impl Check for Exhaustive {
        fn check<G: Game>(&self, game: &G, state: &G::State, _: &mut Dice, name: &str) {
            let depth = affordable_depth(game, state, 10_000);
            let (eval, gauge) = (Hashed { is_symmetric: false }, Gauge::endless());
            let expected = by_definition(game, state, eval, depth, 0);
            let memo = game.hash(state);
            let mut walker = Walker::new(game, &eval, &gauge);
            assert_eq!(Minimax::score(&mut walker, state, &memo, depth, 0), expected, "{name}");
            assert_eq!(Negamax::score(&mut walker, state, &memo, depth, 0), expected, "{name}");
        }
    }
    on_random_states(6, 0xBEEF, &Exhaustive);
}
