//! The network while it learns, in floating point: one position at a time, each weight by steps that get shorter the
//! more it has been moved. Nothing here depends on the order in which a machine adds numbers up.
// CITE: J. Duchi, E. Hazan and Y. Singer, Adaptive subgradient methods for online learning and stochastic optimization, 2011.

use agon_games::dice::Dice;

use crate::othello::network::{BLOCK, Head, Learned, N_STAGES, N_TERMS, Row, SHIFT, n_rows};

type Units<const B: usize> = [[f32; BLOCK]; B];

/// A unit of 1.0 in the whole numbers of the network.
const UNIT: f32 = 256.0;
/// An output of 1.0, in hundredths of a disc.
const VALUE: f32 = 1_000.0;
/// A weight of a head of 1.0 in the whole numbers of the network.
const WEIGHT: f32 = VALUE / UNIT * (1 << SHIFT) as f32;
/// What the squares of a weight's gradients begin with: what was seen little stays near zero.
const DOUBT: f32 = 0.01;
/// Heads are moved by this part of what rows are.
const HEAD_RATE: f32 = 0.1;
/// A larger error moves weights no further.
const LARGEST: f32 = 1.0;
/// Of so many units one begins as a plain sum, the others count only above their threshold.
const PLAIN: usize = 4;

/// How a stage weighs the units.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Weighing<const B: usize> {
    threshold: Units<B>,
    above: Units<B>,
    always: Units<B>,
    base: f32,
}

/// The network while it learns.
#[derive(Clone, PartialEq, Debug)]
pub struct Model<const B: usize = 1> {
    heads: Vec<Weighing<B>>,
    rows: Vec<Units<B>>,
    /// By weight of the rows: the squares of all its gradients.
    moved: Vec<Units<B>>,
}

impl<const B: usize> Model<B> {
    /// A network that knows nothing.
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut between = |most: f32| (dice.below(2001) as f32 / 1000.0 - 1.0) * most;
        let all = |number| [[number; BLOCK]; B];
        // A unit that begins below its threshold counts nowhere, and would never learn to.
        let threshold = all(0.0).map(|block| block.map(|_| between(0.25).abs()));
        let (mut above, mut always) = (all(0.0), all(0.0));
        let n_plain = B * BLOCK / PLAIN;
        always.as_flattened_mut()[..n_plain].fill(0.5);
        above.as_flattened_mut()[n_plain..].fill_with(|| between(0.5));
        let heads = vec![Weighing { threshold, above, always, base: 0.0 }; N_STAGES];
        Self { heads, rows: vec![all(0.0); n_rows()], moved: vec![all(DOUBT); n_rows()] }
    }

    /// The network to learn on from what was learned.
    pub fn of(learned: &Learned<B>) -> Self {
        let parts = |weights: [[i16; BLOCK]; B], of: f32| {
            weights.map(|block| block.map(|weight| f32::from(weight) / of))
        };
        let of_head = |head: &Head<B>| Weighing {
            threshold: parts(head.threshold, UNIT),
            above: parts(head.above, WEIGHT),
            always: parts(head.always, WEIGHT),
            base: head.base as f32 / VALUE,
        };
        let of_row = |row: &Row<B>| row.0.map(|block| block.map(|weight| f32::from(weight) / UNIT));
        let rows: Vec<Units<B>> = learned.rows.iter().map(of_row).collect();
        let moved = vec![[[DOUBT; BLOCK]; B]; rows.len()];
        Self { heads: learned.heads.iter().map(of_head).collect(), rows, moved }
    }

    /// What it has come to, in whole numbers.
    pub fn learned(&self) -> Learned<B> {
        let whole = |value: f32, most: f32| value.round().clamp(-most, most);
        let counts = |weights: Units<B>, of: f32| {
            weights.map(|block| block.map(|weight| whole(weight * of, 32_767.0) as i16))
        };
        let of_head = |head: &Weighing<B>| Head {
            threshold: counts(head.threshold, UNIT),
            above: counts(head.above, WEIGHT),
            always: counts(head.always, WEIGHT),
            base: whole(head.base * VALUE, 1e6) as i32,
        };
        let of_row =
            |row: &Units<B>| Row(row.map(|block| block.map(|weight| whole(weight * UNIT, 127.0) as i8)));
        Learned {
            heads: self.heads.iter().map(of_head).collect(),
            rows: self.rows.iter().map(of_row).collect(),
        }
    }

    /// Stages before this one, of which nothing was seen, are weighed as it is.
    pub fn spread_back(&mut self, stage: usize) {
        let head = self.heads[stage];
        self.heads[..stage].fill(head);
    }

    /// Learns that a position of this stage with these rows is worth so many discs, which counts so much.
    #[inline(always)]
    pub fn learn(&mut self, stage: usize, terms: &[u32; N_TERMS], discs: f32, counts: f32, rate: f32) {
        let mut sums = [[0.0; BLOCK]; B];
        for &term in terms {
            let row = &self.rows[term as usize];
            for block in 0..B {
                for unit in 0..BLOCK {
                    sums[block][unit] += row[block][unit];
                }
            }
        }
        let head = &mut self.heads[stage];
        let mut parts = [[0.0; BLOCK]; B];
        for block in 0..B {
            for unit in 0..BLOCK {
                let sum = sums[block][unit];
                let above = (sum + head.threshold[block][unit]).max(0.0);
                parts[block][unit] = head.above[block][unit] * above + head.always[block][unit] * sum;
            }
        }
        let value = head.base + parts.as_flattened().iter().sum::<f32>();
        let error = ((value - discs * 100.0 / VALUE) * counts).clamp(-LARGEST, LARGEST);
        let head_step = HEAD_RATE * rate * error;
        let mut slopes = [[0.0; BLOCK]; B];
        for block in 0..B {
            for unit in 0..BLOCK {
                let sum = sums[block][unit];
                let raised = sum + head.threshold[block][unit];
                let is_above = if raised > 0.0 { 1.0 } else { 0.0 };
                let through = head.above[block][unit] * is_above;
                slopes[block][unit] = error * (through + head.always[block][unit]);
                head.above[block][unit] -= head_step * raised.max(0.0);
                head.always[block][unit] -= head_step * sum;
                head.threshold[block][unit] -= head_step * through;
            }
        }
        head.base -= head_step;
        for &term in terms {
            let (row, moved) = (&mut self.rows[term as usize], &mut self.moved[term as usize]);
            for block in 0..B {
                for unit in 0..BLOCK {
                    let slope = slopes[block][unit];
                    moved[block][unit] += slope * slope;
                    row[block][unit] -= rate * slope / moved[block][unit].sqrt();
                }
            }
        }
    }
}
