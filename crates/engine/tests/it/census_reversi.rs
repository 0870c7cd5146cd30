//! The census of Reversi: what it counts on whole boards at once is what counting cell by cell gives, on boards of every
//! kind, and learning its weights repeats.

use std::collections::HashSet;

use agon_engine::eval::reversi::census::{N_COUNTS, count};
use agon_engine::eval::reversi::layout::Layout;
use agon_engine::train::wide::{Config, Run};
use agon_engine::train::{self, Plan};
use agon_games::bits::Bits;
use agon_games::catalog::{AnyGame, ReadBoard, Table};
use agon_games::dice::Dice;
use agon_games::direction::Direction;
use agon_games::game::Game;
use agon_games::reversi::{Reversi, State};
use agon_games::spec::Kind;

/// Where the counts of what is around corners begin.
const CORNERS: usize = 43;

/// Boards that have no name.
struct Drawn;

impl ReadBoard for Drawn {
    fn read(&self, path: &str) -> Result<String, String> {
        Ok(match path {
            "wide" => (".".repeat(40) + "\n").repeat(6),
            "notched" => ["#..###\n", "......\n", "......\n", "#....#\n"].concat(),
            _ => (".".repeat(12) + "\n").repeat(12),
        })
    }
}

#[test]
fn counting_at_once_is_counting_cell_by_cell() {
    let boards = [
        "reversi",
        "reversi/6x4",
        "reversi/10",
        "reversi/10?shape=clover",
        "reversi/8x6?shape=torus",
        "reversi?board=large",
        "reversi?board=wide",
        "reversi?board=notched",
    ];
    for spec in boards {
        let table = Table::open_with(spec, None, &Drawn).unwrap();
        match table.game() {
            AnyGame::Reversi64(game) => check(spec, &**game),
            AnyGame::Reversi128(game) => check(spec, &**game),
            AnyGame::Reversi256(game) => check(spec, &**game),
            _ => panic!("{spec}: no suite for words of this width"),
        }
    }
}

fn check<B: Bits>(spec: &str, game: &Reversi<B>) {
    let layout = Layout::of(game);
    for seed in 0..10 {
        let mut dice = Dice::new(seed);
        let mut state = game.start();
        while game.outcome(&state).is_none() {
            let mut counts = [0; N_COUNTS];
            count(game, &layout, &state, |at, n| counts[at] += n);
            let corners: i32 = counts[CORNERS..].iter().sum();
            assert_eq!(counts[..CORNERS], slowly(game, &state), "{spec}: {}", game.position_text(&state));
            assert_eq!(corners, n_corners(game), "{spec}: {}", game.position_text(&state));
            state = game.play(&state, game.random_move(&state, &mut dice));
        }
    }
}

const AXES: [Direction; 4] = [Direction::E, Direction::S, Direction::NE, Direction::SE];

fn is_crossed<B: Bits>(game: &Reversi<B>, cell: usize, axis: Direction) -> bool {
    [axis, axis.opposite()].into_iter().all(|way| game.topology().next(cell, way).is_some())
}

fn n_crossed<B: Bits>(game: &Reversi<B>, cell: usize) -> usize {
    AXES.into_iter().filter(|&axis| is_crossed(game, cell, axis)).count()
}

fn n_corners<B: Bits>(game: &Reversi<B>) -> i32 {
    game.topology().open().cells().filter(|&cell| n_crossed(game, cell) == 0).count() as i32
}

/// The same counts, but for what is around corners, from the neighbours of every cell.
fn slowly<B: Bits>(game: &Reversi<B>, state: &State<B>) -> Vec<i32> {
    let topology = game.topology();
    let (own, other) = Reversi::own_and_other(state);
    let empty = topology.open().minus(own | other);
    let mut counts = vec![0; CORNERS];
    for (side, (discs, others)) in [(own, other), (other, own)].into_iter().enumerate() {
        let stable = stable(game, discs);
        let is_move = |&cell: &usize| !game.flips(discs, others, cell).is_empty();
        let moves: Vec<usize> = empty.cells().filter(is_move).collect();
        counts[side] = moves.len() as i32;
        counts[2 + 12 * side + moves.len().min(11)] = 1;
        counts[26 + side] = empty.cells().filter(|&cell| topology.near(cell).meets(others)).count() as i32;
        for cell in discs.cells() {
            let is_open = topology.near(cell).meets(empty);
            counts[28 + 2 * side + usize::from(!is_open)] += 1;
            if let crossed @ 1..=3 = n_crossed(game, cell) {
                counts[32 + crossed - 1] += if side == 0 { 1 } else { -1 };
            }
            counts[35 + side] += i32::from(is_bare(game, empty, cell));
            counts[37 + side] += i32::from(stable.contains(&cell));
        }
        counts[39 + side] = moves.iter().filter(|&&cell| n_crossed(game, cell) == 0).count() as i32;
    }
    counts[41] = 1;
    counts[42] = (empty.count() % 2) as i32;
    counts
}

/// Whether a cell of an edge has an empty cell of the same edge beside it.
fn is_bare<B: Bits>(game: &Reversi<B>, empty: B, cell: usize) -> bool {
    let is_on = |cell: usize, edge: Direction| {
        AXES.into_iter().all(|axis| axis == edge || !is_crossed(game, cell, axis))
    };
    [Direction::E, Direction::S].into_iter().any(|edge| {
        let beside = [edge, edge.opposite()].into_iter().filter_map(|way| game.topology().next(cell, way));
        is_on(cell, edge) && beside.into_iter().any(|next| empty.has(next) && is_on(next, edge))
    })
}

/// Discs that have a wall or such a disc beside them on every axis.
fn stable<B: Bits>(game: &Reversi<B>, discs: B) -> HashSet<usize> {
    let mut stable = HashSet::new();
    loop {
        let is_held = |cell: usize, axis: Direction| {
            let mut next = [axis, axis.opposite()].into_iter().map(|way| game.topology().next(cell, way));
            next.any(|next| next.is_none_or(|next| stable.contains(&next)))
        };
        let is_new =
            |cell: &usize| !stable.contains(cell) && AXES.into_iter().all(|axis| is_held(*cell, axis));
        let more: Vec<usize> = discs.cells().filter(is_new).collect();
        if more.is_empty() {
            return stable;
        }
        stable.extend(more);
    }
}

/// A position and its mirror images, which are the same to every count.
#[test]
fn mirror_images_are_counted_alike() {
    let table = Table::open("reversi/10", None).unwrap();
    let AnyGame::Reversi128(game) = table.game() else { panic!("10x10 is a word of 128 bits") };
    let layout = Layout::of(game);
    let counts = |state: &State<u128>| {
        let mut counts = [0; N_COUNTS];
        count(game, &layout, state, |at, n| counts[at] += n);
        counts
    };
    let mut dice = Dice::new(5);
    let mut state = game.start();
    let mut seen = HashSet::new();
    while game.outcome(&state).is_none() {
        let found = counts(&state);
        seen.extend((CORNERS..N_COUNTS).filter(|&at| found[at] > 0));
        assert_eq!(game.symmetries().len(), 8);
        for symmetry in game.symmetries() {
            assert_eq!(counts(&game.turned(&state, symmetry)), found, "{}", game.position_text(&state));
        }
        state = game.play(&state, game.random_move(&state, &mut dice));
    }
    assert!(seen.len() > 20, "corners fill up: {}", seen.len());
}

#[test]
fn learning_for_wide_boards_repeats_whatever_the_threads_and_can_be_taken_up() {
    let config = Config { seed: 3, generations: 2, games: 21, nodes: 40 };
    let begin = || Run::new(Kind::Reversi, config).expect("Reversi learns for wide boards");
    let mut straight = begin();
    while !straight.is_done() {
        straight.step(1);
    }
    let plan = Plan { seed: 3, generations: Some(2), games: Some(21), is_wide: true };
    assert!(matches!(train::Run::new(Kind::Reversi, &plan), Ok(train::Run::Wide(_))));
    let mut broken = begin();
    while !broken.is_done() {
        broken.step(2);
        let Ok(train::Run::Wide(read)) = train::Run::read(Kind::Reversi, &broken.write()) else {
            panic!("a run for wide boards is read as one")
        };
        broken = *read;
    }
    assert_eq!(straight.weights(), broken.weights());
    assert!(Run::read(Kind::Blobwar, &broken.write()).is_err());
    assert!(train::check_weights(Kind::Reversi, &broken.weights().write()).is_ok());
    assert!(train::check_weights(Kind::Blobwar, &broken.weights().write()).is_err());
}
