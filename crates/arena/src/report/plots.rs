//! The pictures of a report, each with the name of its file.

use super::sweep_table::parameters;
use super::{Bar, Chart, Drawing, Mark, PlayerDetail, Quantity, Report, Series, Snapshot, sweep_chart};

/// So many lines fit a chart.
const LINES: usize = 8;

/// A picture that can be a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Its name, without an extension.
    pub name: String,
    /// The picture.
    pub drawing: Drawing,
}

/// Every picture that a report has to show.
pub fn plots(report: &Report) -> Vec<Plot> {
    let mut found: Vec<Plot> = Vec::new();
    for parameter in parameters(report) {
        for quantity in Quantity::ALL {
            let name = format!("{}-by-{parameter}", quantity.name());
            let drawing = sweep_chart(report, &parameter, quantity);
            found.extend(drawing.map(|drawing| Plot { name, drawing }));
        }
    }
    for (name, drawing) in [
        ("rating-over-time", rating_over_time(report)),
        ("time-per-move", time_per_move(report)),
        ("game-lengths", game_lengths(report)),
    ] {
        found.extend(drawing.map(|drawing| Plot { name: name.to_owned(), drawing }));
    }
    found
}

/// How the ratings of the best settled; none before there were two points in time.
pub(super) fn rating_over_time(report: &Report) -> Option<Drawing> {
    let line = |(i, name): (usize, &String)| {
        let mark = |s: &Snapshot| Some(Mark { x: s.games as f64, y: s.ratings[i]?, bar: None });
        Series { name: name.clone(), marks: report.history.iter().filter_map(mark).collect() }
    };
    let names = report.standings.lines.iter().map(|line| &line.name);
    let series: Vec<Series> = names.take(LINES).enumerate().map(line).collect();
    let chart =
        Chart { title: "rating over time".into(), x: "games".into(), y: "rating".into(), is_log: false };
    (report.history.len() > 1).then(|| chart.lines(&series))
}

/// How the best spend their time in the course of a game; none where no time was measured.
pub(super) fn time_per_move(report: &Report) -> Option<Drawing> {
    let line = |(name, player): (&String, &PlayerDetail)| {
        let mark = |(i, &us): (usize, &f64)| Mark { x: 10.0 * i as f64 + 5.0, y: us / 1e3, bar: None };
        Series { name: name.clone(), marks: player.us_by_tenth.iter().enumerate().map(mark).collect() }
    };
    let names = report.standings.lines.iter().map(|line| &line.name);
    let series: Vec<Series> = names.zip(&report.players).take(LINES).map(line).collect();
    let chart = Chart {
        title: "time per move".into(),
        x: "% of the game".into(),
        y: "milliseconds per move".into(),
        is_log: true,
    };
    let is_measured = report.players.iter().any(|player| player.timed_moves > 0);
    is_measured.then(|| chart.lines(&series))
}

/// How long games were; none before the first.
pub(super) fn game_lengths(report: &Report) -> Option<Drawing> {
    let class = report.length_class.max(1);
    let (&first, &last) = (report.lengths.keys().next()?, report.lengths.keys().next_back()?);
    let bar = |from: u32| {
        let to = from + class - 1;
        let label = if class == 1 { from.to_string() } else { format!("{from}-{to}") };
        Bar { label, value: report.lengths.get(&from).copied().unwrap_or(0) as f64 }
    };
    let bars: Vec<Bar> = (first..=last).step_by(class as usize).map(bar).collect();
    let chart = Chart { title: "game lengths".into(), x: "plies".into(), y: "games".into(), is_log: false };
    Some(chart.columns(&bars))
}
