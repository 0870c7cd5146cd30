//! The network while it learns, in floating point: one position at a time, each weight by steps that get shorter the
//! more it has been moved. Nothing here depends on the order in which a machine adds numbers up.
// CITE: J. Duchi, E. Hazan and Y. Singer, Adaptive subgradient methods for online learning and stochastic optimization, 2011.

use agon_games::dice::Dice;

use crate::othello::network::{Head, Learned, N_STAGES, N_TERMS, N_UNITS, Row, SHIFT, n_rows};

type Units = [f32; N_UNITS];

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
/// So many units begin as plain sums, the others count only above their threshold.
const N_PLAIN: usize = N_UNITS / 4;

/// How a stage weighs the units.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Weighing {
    threshold: Units,
    above: Units,
    always: Units,
    base: f32,
}

/// The network while it learns.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    heads: Vec<Weighing>,
    rows: Vec<Units>,
    /// By weight of the rows: the squares of all its gradients.
    moved: Vec<Units>,
}

impl Model {
    /// A network that knows nothing.
    pub fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut between = |most: f32| (dice.below(2001) as f32 / 1000.0 - 1.0) * most;
        let threshold = [0.0; N_UNITS].map(|_| between(0.25));
        let above = std::array::from_fn(|unit| if unit < N_PLAIN { 0.0 } else { between(0.5) });
        let always = std::array::from_fn(|unit| if unit < N_PLAIN { 0.5 } else { 0.0 });
        let heads = vec![Weighing { threshold, above, always, base: 0.0 }; N_STAGES];
        Self { heads, rows: vec![[0.0; N_UNITS]; n_rows()], moved: vec![[DOUBT; N_UNITS]; n_rows()] }
    }

    /// The network to learn on from what was learned.
    pub fn of(learned: &Learned) -> Self {
        let of_head = |head: &Head| Weighing {
            threshold: head.threshold.map(|weight| f32::from(weight) / UNIT),
            above: head.above.map(|weight| f32::from(weight) / WEIGHT),
            always: head.always.map(|weight| f32::from(weight) / WEIGHT),
            base: head.base as f32 / VALUE,
        };
        let rows: Vec<Units> =
            learned.rows.iter().map(|row| row.0.map(|weight| f32::from(weight) / UNIT)).collect();
        let moved = vec![[DOUBT; N_UNITS]; rows.len()];
        Self { heads: learned.heads.iter().map(of_head).collect(), rows, moved }
    }

    /// What it has come to, in whole numbers.
    pub fn learned(&self) -> Learned {
        let whole = |value: f32, most: f32| value.round().clamp(-most, most);
        let of_head = |head: &Weighing| Head {
            threshold: head.threshold.map(|weight| whole(weight * UNIT, 32_767.0) as i16),
            above: head.above.map(|weight| whole(weight * WEIGHT, 32_767.0) as i16),
            always: head.always.map(|weight| whole(weight * WEIGHT, 32_767.0) as i16),
            base: whole(head.base * VALUE, 1e6) as i32,
        };
        let of_row = |row: &Units| Row(row.map(|weight| whole(weight * UNIT, 127.0) as i8));
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
        let mut sums = [0.0; N_UNITS];
        for &term in terms {
            let row = &self.rows[term as usize];
            for unit in 0..N_UNITS {
                sums[unit] += row[unit];
            }
        }
        let head = &mut self.heads[stage];
        let mut parts = [0.0; N_UNITS];
        for unit in 0..N_UNITS {
            let above = (sums[unit] + head.threshold[unit]).max(0.0);
            parts[unit] = head.above[unit] * above + head.always[unit] * sums[unit];
        }
        let value = head.base + parts.iter().sum::<f32>();
        let error = ((value - discs * 100.0 / VALUE) * counts).clamp(-LARGEST, LARGEST);
        let head_step = HEAD_RATE * rate * error;
        let mut slopes = [0.0; N_UNITS];
        for unit in 0..N_UNITS {
            let raised = sums[unit] + head.threshold[unit];
            let is_above = if raised > 0.0 { 1.0 } else { 0.0 };
            let through = head.above[unit] * is_above;
            slopes[unit] = error * (through + head.always[unit]);
            head.above[unit] -= head_step * raised.max(0.0);
            head.always[unit] -= head_step * sums[unit];
            head.threshold[unit] -= head_step * through;
        }
        head.base -= head_step;
        for &term in terms {
            let (row, moved) = (&mut self.rows[term as usize], &mut self.moved[term as usize]);
            for unit in 0..N_UNITS {
                moved[unit] += slopes[unit] * slopes[unit];
                row[unit] -= rate * slopes[unit] / moved[unit].sqrt();
            }
        }
    }
}
