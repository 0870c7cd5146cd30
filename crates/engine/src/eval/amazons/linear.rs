//! How the terms add up to the log-odds of winning. The weights change with the phase of the game, which is told
//! by the openness of a cell, so that they serve boards of every size.

use super::Terms;

/// What is weighed: seven terms, and being the one to move.
pub const N_TERMS: usize = 8;
/// Rows of weights, from separated regions to an open board.
pub const N_PHASES: usize = 6;

/// Where between an open board (1) and separated regions (0) each row of weights stands.
const PHASES: [f32; N_PHASES] = [0.0, 0.08, 0.2, 0.38, 0.6, 0.85];

/// Log-odds per unit of: queen lead, queen ties, king lead, king ties, queen nearness, king nearness,
/// freedom, and being the one to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Linear(pub [[f32; N_TERMS]; N_PHASES]);

/// The row that a phase lies after, and how far from it to the next.
type Place = (usize, f32);

impl Linear {
    /// A published setting for 10x10, a cell being a sixth of a unit of log-odds: queens count always, kings and
    /// freedom the more the opener the board is.
    pub const BY_HAND: Self = {
        const fn row(king: f32, freedom: f32) -> [f32; N_TERMS] {
            let cell = 1.0 / 6.0;
            [cell, 0.2 * cell, king * cell, 0.2 * king * cell, 0.0, 0.0, freedom * cell, 0.0]
        }
        Self([row(0.0, 0.0), row(0.0, 0.0), row(0.0, 0.2), row(1.0, 1.0), row(1.0, 3.0), row(1.0, 4.0)])
    };

    /// Fitted to games of the champion against itself and then scaled by what won more games; the first teacher of the
    /// network.
    pub const SCALED: Self = Self([
        [0.225, 0.002, 0.247, 0.008, 0.037, 0.22, 0.237, -0.229],
        [0.202, 0.004, 0.126, 0.014, 0.039, 0.067, 0.142, 0.139],
        [0.127, 0.007, 0.104, 0.008, 0.022, 0.083, 0.147, 0.256],
        [0.062, 0.004, 0.039, 0.002, 0.015, 0.213, 0.217, 0.171],
        [0.044, 0.003, 0.037, 0.002, 0.009, 0.188, 0.18, 0.187],
        [0.033, 0.003, 0.037, 0.002, 0.009, 0.15, 0.169, 0.104],
    ]);

    /// The log-odds that the side to move wins. `n_open` is the number of playable cells.
    #[inline]
    pub fn odds(&self, terms: &Terms, n_open: f32) -> f32 {
        let (row, share) = place(terms.openness / n_open);
        let (low, high) = (&self.0[row], &self.0[row + 1]);
        let values = terms.values();
        (0..N_TERMS).map(|i| (low[i] + share * (high[i] - low[i])) * values[i]).sum()
    }
}

/// Where a phase stands between the rows.
#[inline]
fn place(phase: f32) -> Place {
    let row = PHASES[1..N_PHASES - 1].iter().filter(|&&start| phase >= start).count();
    (row, ((phase - PHASES[row]) / (PHASES[row + 1] - PHASES[row])).min(1.0))
}
