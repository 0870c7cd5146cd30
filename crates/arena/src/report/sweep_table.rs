//! Players that differ in one parameter, side by side: the table and the plot of a sweep such as
//! `alphabeta:depth=1..6`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Chart, Drawing, Mark, Report, Series};

/// One player of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepRow {
    /// The player without the parameter.
    pub family: String,
    /// The parameter's value.
    pub value: f64,
    /// Points per game, and its 95% interval.
    pub score: f64,
    /// The interval.
    pub score95: [f64; 2],
    /// Rating and the half-width of its 95% interval.
    pub rating: [f64; 2],
    /// Mean microseconds a move, where time was measured.
    pub mean_us: Option<f64>,
    /// Mean nodes a move, where they were said.
    pub mean_nodes: Option<f64>,
    /// Games.
    pub games: u64,
}

/// What a plot of a sweep shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Points per game.
    Score,
    /// Time per move.
    Time,
    /// Nodes per move.
    Nodes,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Quantity; 3] = [Quantity::Score, Quantity::Time, Quantity::Nodes];

    /// The word for it in the name of a file.
    pub fn name(self) -> &'static str {
        match self {
            Quantity::Score => "score",
            Quantity::Time => "time",
            Quantity::Nodes => "nodes",
        }
    }
}

/// The rows of all families that have at least two members, for a parameter with numbers.
pub fn sweep_rows(report: &Report, parameter: &str) -> Vec<SweepRow> {
    let mut families: BTreeMap<String, Vec<SweepRow>> = BTreeMap::new();
    for (line, detail) in report.standings.lines.iter().zip(&report.players) {
        let Some((family, value)) = split(&line.spec, parameter) else { continue };
        families.entry(family.clone()).or_default().push(SweepRow {
            family,
            value,
            score: line.score,
            score95: [line.score95.low, line.score95.high],
            rating: [line.rating.rating, line.rating.error],
            mean_us: (detail.timed_moves > 0).then_some(detail.mean_us),
            mean_nodes: detail.mean_nodes,
            games: line.games,
        });
    }
    let mut rows: Vec<SweepRow> = families.into_values().filter(|rows| rows.len() > 1).flatten().collect();
    rows.sort_by(|a, b| a.family.cmp(&b.family).then(a.value.total_cmp(&b.value)));
    rows
}

/// The plot of a sweep; none if nothing was swept or measured.
pub fn sweep_chart(report: &Report, parameter: &str, quantity: Quantity) -> Option<Drawing> {
    let rows = sweep_rows(report, parameter);
    let mark = |row: &SweepRow| {
        let (y, bar) = match quantity {
            Quantity::Score => (row.score, Some(row.score95)),
            Quantity::Time => (row.mean_us? / 1e3, None),
            Quantity::Nodes => (row.mean_nodes?, None),
        };
        Some(Mark { x: row.value, y, bar })
    };
    let series: Vec<Series> = rows
        .chunk_by(|a, b| a.family == b.family)
        .map(|family| Series {
            name: family[0].family.clone(),
            marks: family.iter().filter_map(mark).collect(),
        })
        .filter(|series| series.marks.len() > 1)
        .collect();
    let (y, is_log) = match quantity {
        Quantity::Score => ("points per game", false),
        Quantity::Time => ("milliseconds per move", true),
        Quantity::Nodes => ("nodes per move", true),
    };
    let title = format!("{y} by {parameter}");
    let chart = Chart { title, x: parameter.to_owned(), y: y.to_owned(), is_log };
    (!series.is_empty()).then(|| chart.lines(&series))
}

/// The parameters with numbers that two players or more have.
pub fn parameters(report: &Report) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in &report.standings.lines {
        let params = line.spec.split_once(':').map_or("", |(_, params)| params);
        let numeric =
            params.split(',').filter_map(|p| p.split_once('=')).filter(|(_, v)| v.parse::<f64>().is_ok());
        names.extend(numeric.map(|(name, _)| name.to_owned()));
    }
    names.sort();
    names.dedup();
    names.retain(|name| {
        let rows = sweep_rows(report, name);
        rows.windows(2).any(|pair| pair[0].family == pair[1].family && pair[0].value != pair[1].value)
    });
    names
}

/// A spec without one parameter, and the number that it had.
fn split(spec: &str, parameter: &str) -> Option<(String, f64)> {
    let (name, params) = spec.split_once(':')?;
    let is_meant = |p: &&str| p.split_once('=').is_some_and(|(key, _)| key == parameter);
    let value = params.split(',').find(is_meant)?.split_once('=')?.1.parse().ok()?;
    let others: Vec<&str> = params.split(',').filter(|p| !is_meant(p)).collect();
    let family = if others.is_empty() { name.to_owned() } else { format!("{name}:{}", others.join(",")) };
    Some((family, value))
}
