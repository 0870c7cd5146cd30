//! The transposition table between threads: every interleaving of a small case, then a storm.

use std::sync::Arc;

use agon_engine::score::Score;
use agon_engine::search::table::{Bound, Known, Transpositions, Word};
use agon_games::dice::Dice;
use agon_games::game::PackedMove;

/// A word whose every access may be interleaved with others.
struct Watched(shuttle::sync::atomic::AtomicU64);

impl Word for Watched {
    fn zero() -> Self {
        Self(shuttle::sync::atomic::AtomicU64::new(0))
    }
    fn get(&self) -> u64 {
        self.0.load(shuttle::sync::atomic::Ordering::SeqCst)
    }
    fn set(&self, value: u64) {
        self.0.store(value, shuttle::sync::atomic::Ordering::SeqCst);
    }
}

/// What is stored is a function of the key, so that a reader can tell when halves of two entries meet.
fn of_key(key: u64) -> Known {
    let mut dice = Dice::new(key);
    Known {
        mv: Some(PackedMove(dice.below(1 << 27))),
        score: Score::of(dice.below(10_000) as i32 - 5000),
        bound: [Bound::Exact, Bound::Lower, Bound::Upper][dice.below(3) as usize],
        depth: dice.below(100),
    }
}

#[test]
fn no_interleaving_shows_half_an_entry() {
    let case = || {
        let table: Arc<Transpositions<Watched>> = Arc::new(Transpositions::with_buckets(1));
        for key in 1..=4 {
            table.store(key, of_key(key));
        }
        let writers = [(11, 12), (13, 11)].map(|(first, second)| {
            let table = table.clone();
            shuttle::thread::spawn(move || {
                table.store(first, of_key(first));
                table.store(second, of_key(second));
            })
        });
        for key in [11, 12, 13, 1, 2] {
            if let Some(known) = table.probe(key) {
                assert_eq!(known, of_key(key), "key {key}");
            }
        }
        for writer in writers {
            writer.join().expect("writers do not panic");
        }
    };
    shuttle::check_pct(case, 2000, 4);
    shuttle::check_random(case, 2000);
}

#[test]
fn a_storm_of_threads_never_reads_rubbish() {
    let table: Transpositions = Transpositions::with_buckets(8);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let table = &table;
            scope.spawn(move || {
                let mut dice = Dice::new(seed);
                for _ in 0..200_000 {
                    let key = u64::from(dice.below(64)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    if dice.below(2) == 0 {
                        table.store(key, of_key(key));
                    } else if let Some(known) = table.probe(key) {
                        assert_eq!(known, of_key(key), "seed {seed}, key {key}");
                    }
                }
            });
        }
    });
}
