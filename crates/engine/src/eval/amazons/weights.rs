//! How the terms add up to the log-odds of winning. The weights were fitted by logistic regression to the
//! outcomes of games that the champion played against itself on 10x10; they change with the phase of the
//! game, which is told by the openness of a cell, so that they serve boards of every size.

use super::Terms;

/// Where between an open board (1) and separated regions (0) each row of weights stands.
const PHASES: [f32; 6] = [0.0, 0.08, 0.2, 0.38, 0.6, 0.85];

/// Log-odds per unit of: queen lead, queen ties, king lead, king ties, queen nearness, king nearness,
/// freedom, and being the one to move.
const WEIGHTS: [[f32; 8]; 6] = [
    [0.356, 0.003, 0.178, 0.008, 0.097, 0.191, 0.244, -0.321],
    [0.320, 0.006, 0.091, 0.014, 0.102, 0.058, 0.146, 0.194],
    [0.175, 0.009, 0.077, 0.008, 0.047, 0.064, 0.146, 0.326],
    [0.064, 0.003, 0.031, 0.002, 0.020, 0.128, 0.200, 0.181],
    [0.040, 0.002, 0.030, 0.002, 0.010, 0.100, 0.160, 0.180],
    [0.030, 0.002, 0.030, 0.002, 0.010, 0.080, 0.150, 0.100],
];

/// The log-odds that the side to move wins. `n_open` is the number of playable cells.
#[inline]
pub fn chance_of(terms: &Terms, n_open: f32) -> f32 {
    let phase = terms.openness / n_open;
    let row = PHASES[1..PHASES.len() - 1].iter().filter(|&&start| phase >= start).count();
    let share = ((phase - PHASES[row]) / (PHASES[row + 1] - PHASES[row])).min(1.0);
    let values = [
        terms.queen_lead as f32,
        terms.queen_ties as f32,
        terms.king_lead as f32,
        terms.king_ties as f32,
        terms.queen_nearness,
        terms.king_nearness,
        terms.freedom,
        1.0,
    ];
    let (low, high) = (&WEIGHTS[row], &WEIGHTS[row + 1]);
    (0..8).map(|i| (low[i] + share * (high[i] - low[i])) * values[i]).sum()
}
