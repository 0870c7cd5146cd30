//! The census of Blobwar: what it counts on whole boards at once is what counting cell by cell gives, on boards of every
//! kind, and learning its weights repeats.

use agon_engine::eval::blobwar::census::{N_COUNTS, count};
use agon_engine::eval::blobwar::shelter::Shelter;
use agon_engine::train::wide::{Config, Run};
use agon_engine::train::{self, Plan};
use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, State};
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::spec::Kind;

#[test]
fn counting_at_once_is_counting_cell_by_cell() {
    let boards = ["ataxx", "blobwar/9?shape=donut", "blobwar/6?shape=torus", "blobwar/12", "blobwar/17"];
    for spec in boards {
        let table = Table::open(spec, None).unwrap();
        match table.game() {
            AnyGame::Blobwar64(game) => check(spec, &**game),
            AnyGame::Blobwar128(game) => check(spec, &**game),
            AnyGame::Blobwar256(game) => check(spec, &**game),
            AnyGame::Blobwar512(game) => check(spec, &**game),
            _ => panic!("{spec} is no Blobwar"),
        }
    }
}

fn check<B: Bits>(spec: &str, game: &Blobwar<B>) {
    let shelter = Shelter::of(game);
    for seed in 0..4 {
        let mut dice = Dice::new(seed);
        let mut state = game.start();
        for _ in 0..150 {
            if game.outcome(&state).is_some() {
                break;
            }
            let mut counts = [0; N_COUNTS];
            count(game, &shelter, &state, |at, n| counts[at] += n);
            assert_eq!(counts, slowly(game, &state), "{spec} seed {seed}: {}", game.position_text(&state));
            state = game.play(&state, game.random_move(&state, &mut dice));
        }
    }
}

/// The same counts from the neighbours of every cell.
fn slowly<B: Bits>(game: &Blobwar<B>, state: &State<B>) -> [i32; N_COUNTS] {
    let topology = game.topology();
    let (own, their, empty) = (state.own(), state.their(), game.empty(state));
    let mut counts = [0; N_COUNTS];
    for cell in topology.open().cells() {
        let n_near = |set: B| topology.near(cell).cells().filter(|&near| set.has(near)).count();
        let is_open = n_near(empty) > 0;
        let n_missing = 8 - topology.near(cell).count() as i32;
        for (side, (blobs, others, sign)) in [(own, their, 1), (their, own, -1)].into_iter().enumerate() {
            if blobs.has(cell) {
                counts[2 * side + usize::from(!is_open)] += 1;
                counts[30] += if n_missing >= 3 { sign } else { 0 };
                counts[31] += if n_missing >= 5 { sign } else { 0 };
            }
            let is_reached = n_near(blobs) > 0 || topology.ring(cell).meets(blobs);
            if empty.has(cell) && is_reached {
                let share = [0, 1, 1, 2, 2, 3, 3, 3, 3][n_near(others)];
                counts[4 + 4 * side + share] += 1;
            }
        }
    }
    for (side, (blobs, others)) in [(own, their), (their, own)].into_iter().enumerate() {
        let landings = topology.open().cells().filter(|&cell| {
            empty.has(cell) && (topology.near(cell).meets(blobs) || topology.ring(cell).meets(blobs))
        });
        let best = landings.map(|cell| (topology.near(cell) & others).count() as usize).max().unwrap_or(0);
        counts[12 + 9 * side + best] += 1;
    }
    counts[32] = 1;
    counts
}

#[test]
fn learning_for_wide_boards_repeats_whatever_the_threads_and_can_be_taken_up() {
    let config = Config { seed: 3, generations: 2, games: 24, nodes: 40 };
    let begin = || Run::new(Kind::Blobwar, config).expect("Blobwar learns for wide boards");
    let mut straight = begin();
    while !straight.is_done() {
        straight.step(1);
    }
    let plan = Plan { seed: 3, generations: Some(2), games: Some(24), is_wide: true };
    assert!(matches!(train::Run::new(Kind::Blobwar, &plan), Ok(train::Run::Wide(_))));
    let mut broken = begin();
    while !broken.is_done() {
        broken.step(2);
        let Ok(train::Run::Wide(read)) = train::Run::read(Kind::Blobwar, &broken.write()) else {
            panic!("a run for wide boards is read as one")
        };
        broken = *read;
    }
    assert_eq!(straight.weights(), broken.weights());
    for damaged in [b"nonsense", &broken.write()[..1000]] {
        assert!(Run::read(Kind::Blobwar, damaged).is_err());
    }
    assert!(train::check_weights(Kind::Blobwar, &broken.weights().write()).is_ok());
}
