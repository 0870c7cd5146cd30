//! The transposition table: what earlier visits found out about a position, shared by threads without locks.
//!
//! An entry is two words, its data and its key mixed with the data. Threads may interleave as they like: a
//! reader who sees halves of two different writes finds a key that does not fit and takes it for a miss.
// CITE: R. Hyatt, T. Mann, "A lock-less transposition table implementation for parallel search chess engines",
// ICGA Journal 25(1), 2002.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use agon_games::game::PackedMove;

use crate::score::Score;

/// A word that threads share; its own trait so that the protocol can be model-checked.
pub trait Word: Send + Sync + Sized {
    /// A word that holds 0.
    fn zero() -> Self;
    /// So many words that hold 0.
    fn zeros(n_words: usize) -> Box<[Self]> {
        (0..n_words).map(|_| Self::zero()).collect()
    }
    /// Its value now, or an older one.
    fn get(&self) -> u64;
    /// Replaces its value.
    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    fn zero() -> Self {
        Self::new(0)
    }
    /// Costs nothing before the words are used: fresh memory from the system is zero already, and wrapping its
    /// words in place compiles to no code at all.
    fn zeros(n_words: usize) -> Box<[Self]> {
        vec![0; n_words].into_iter().map(Self::new).collect::<Vec<_>>().into_boxed_slice()
    }
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Relaxed)
    }
    #[inline(always)]
    fn set(&self, value: u64) {
        self.store(value, Relaxed);
    }
}

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true score.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The best move, or the one that refuted the position.
    pub mv: Option<PackedMove>,
    /// Its score, with ends of games counted from this position.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Plies that were looked ahead, at most [`MAX_DEPTH`].
    pub depth: u32,
}

/// The deepest search that an entry can tell of.
pub const MAX_DEPTH: u32 = 127;

/// A table of a fixed size.
#[derive(Debug)]
pub struct Transpositions<W = AtomicU64> {
    words: Box<[W]>,
    /// The first word that begins a cache line.
    first: usize,
    n_buckets: usize,
    generation: u64,
}

/// Words of a bucket, which is a cache line: entries that compete for one place, each its data and its check.
const BUCKET: usize = 8;

// Data, from the top: 21 bits of score, 7 of depth, 2 of bound (0: no entry), 2 of generation, 32 of move.
const SCORE: u32 = 43;
const DEPTH: u32 = 36;
const BOUND: u32 = 34;
const GENERATION: u32 = 32;
const NO_MOVE: u32 = u32::MAX;

impl<W: Word> Transpositions<W> {
    /// An empty table of about this many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Self::with_buckets((mebibytes << 20) / (BUCKET * size_of::<u64>()))
    }

    /// An empty table of this many buckets, at least one.
    pub fn with_buckets(n_buckets: usize) -> Self {
        let n_buckets = n_buckets.max(1);
        let words = W::zeros((n_buckets + 1) * BUCKET);
        let first = words.as_ptr().align_offset(BUCKET * size_of::<u64>()).min(BUCKET);
        Self { words, first, n_buckets, generation: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::with_buckets(self.n_buckets);
    }

    /// Forgets everything by writing over it, which takes longer. Threads that share a table begin with this: where
    /// they were the first to use its memory, they would wait for each other at the system's door.
    pub fn wipe(&mut self) {
        for word in &self.words {
            word.set(0);
        }
    }

    /// Begins a new search: what is in the table stays, but gives way first.
    pub const fn age(&mut self) {
        self.generation = (self.generation + 1) & 3;
    }

    /// What is known about the position with this key.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Known> {
        for slot in self.bucket(key).chunks_exact(2) {
            let (data, check) = (slot[0].get(), slot[1].get());
            if data ^ check == key && bound_bits(data) != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers something about the position with this key. The entry that it replaces is its own, or one of
    /// an older search, or the shallowest.
    #[inline(always)]
    pub fn store(&self, key: u64, known: Known) {
        let bucket = self.bucket(key);
        let (mut victim, mut least) = (&bucket[..2], u64::MAX);
        let mut kept_move = NO_MOVE;
        for slot in bucket.chunks_exact(2) {
            let (data, check) = (slot[0].get(), slot[1].get());
            if data ^ check == key {
                (victim, kept_move) = (slot, data as u32);
                break;
            }
            let is_current = data >> GENERATION & 3 == self.generation && bound_bits(data) != 0;
            let worth = (u64::from(is_current) << 7) + (data >> DEPTH & 0x7F);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = pack(known, kept_move) | self.generation << GENERATION;
        victim[0].set(data);
        victim[1].set(data ^ key);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[W; BUCKET] {
        let at = (u128::from(key) * self.n_buckets as u128) >> 64;
        let begin = self.first + BUCKET * at as usize;
        self.words[begin..].first_chunk().expect("buckets lie inside the words")
    }
}

#[inline(always)]
const fn bound_bits(data: u64) -> u64 {
    data >> BOUND & 3
}

#[inline(always)]
fn pack(known: Known, kept_move: u32) -> u64 {
    let mv = known.mv.map_or(kept_move, |mv| mv.0);
    let score = (known.score.get() as i64 as u64) << SCORE;
    let bound = match known.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    score | u64::from(known.depth.min(MAX_DEPTH)) << DEPTH | bound << BOUND | u64::from(mv)
}

#[inline(always)]
fn unpack(data: u64) -> Known {
    let bound = match bound_bits(data) {
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    Known {
        mv: (data as u32 != NO_MOVE).then_some(PackedMove(data as u32)),
        score: Score::from_raw((data as i64 >> SCORE) as i32),
        bound,
        depth: (data >> DEPTH & 0x7F) as u32,
    }
}
