//! What a store has to tell about its tournaments, gathered once and shown as a page, as plots, as text or as
//! JSON.

mod chart;
mod drawing;
mod gather;
mod html;
mod pairwise;
mod plots;
mod raster;
mod sweep_table;
mod text;

pub use chart::{Bar, Chart, Mark, Series};
pub use drawing::Drawing;
pub use gather::gather;
pub use html::page;
pub use pairwise::{Comparison, comparisons};
pub use plots::{Plot, plots};
pub use sweep_table::{Quantity, SweepRow, parameters, sweep_chart, sweep_rows};
pub use text::{summary, sweep, table};

use std::collections::BTreeMap;

use serde::Serialize;

use crate::standings::Standings;

/// Everything that is shown of one tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Its name.
    pub name: String,
    /// The game.
    pub game: String,
    /// The clock.
    pub clock: String,
    /// Who meets whom.
    pub format: String,
    /// The table.
    pub standings: Standings,
    /// What there is to say about the ratings besides.
    pub caveat: Option<String>,
    /// How each player of the table spent its time, in the table's order.
    pub players: Vec<PlayerDetail>,
    /// How many games had so many plies, in classes of [`Report::length_class`].
    pub lengths: BTreeMap<u32, u64>,
    /// The width of a class of lengths.
    pub length_class: u32,
    /// Ratings after parts of the games.
    pub history: Vec<Snapshot>,
    /// The openings that were played most.
    pub openings: Vec<OpeningLine>,
    /// How many different openings there were.
    pub n_openings: usize,
}

/// How a player spent its time and lost its games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerDetail {
    /// Its own moves.
    pub moves: u64,
    /// Moves of which the time is known.
    pub timed_moves: u64,
    /// Mean microseconds of these.
    pub mean_us: f64,
    /// The longest.
    pub max_us: u64,
    /// Mean nodes of the moves for which it said so.
    pub mean_nodes: Option<f64>,
    /// Mean depth of the moves for which it said so.
    pub mean_depth: Option<f64>,
    /// Mean microseconds by the tenth of the game.
    pub us_by_tenth: [f64; 10],
    /// How its lost games ended.
    pub losses_by: BTreeMap<String, u64>,
}

/// Ratings after some of the games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Snapshot {
    /// Games so far.
    pub games: u64,
    /// Ratings in the table's order; none for who has not played.
    pub ratings: Vec<Option<f64>>,
}

/// An opening and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningLine {
    /// Its moves, or its position.
    pub text: String,
    /// Games from it.
    pub games: u64,
    /// The score of side 0.
    pub first_score: f64,
}
