//! How the terms add up to the log-odds of winning. The weights were fitted by logistic regression to the
//! outcomes of games that the champion played against itself, and then scaled by what won more games; they change
//! with the phase of the game, which is told by the openness of a cell, so that they serve boards of every size.

use super::Terms;

/// Where between an open board (1) and separated regions (0) each row of weights stands.
const PHASES: [f32; 6] = [0.0, 0.08, 0.2, 0.38, 0.6, 0.85];

/// Log-odds per unit of: queen lead, queen ties, king lead, king ties, queen nearness, king nearness,
/// freedom, and being the one to move.
const WEIGHTS: [[f32; 8]; 6] = [
    [0.225, 0.002, 0.247, 0.008, 0.037, 0.220, 0.237, -0.229],
    [0.202, 0.004, 0.126, 0.014, 0.039, 0.067, 0.142, 0.139],
    [0.127, 0.007, 0.104, 0.008, 0.022, 0.083, 0.147, 0.256],
    [0.062, 0.004, 0.039, 0.002, 0.015, 0.213, 0.217, 0.171],
    [0.044, 0.003, 0.037, 0.002, 0.009, 0.188, 0.180, 0.187],
    [0.033, 0.003, 0.037, 0.002, 0.009, 0.150, 0.169, 0.104],
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
