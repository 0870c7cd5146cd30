//! The report for a terminal: the table with intervals, and what is worth knowing besides.

use std::fmt::Write;

use super::{Comparison, Report, sweep_rows, sweep_table};
use crate::standings::{Line, Standings};

/// Of so many players at most neighbours are compared in words.
const COMPARED: usize = 12;

/// A report in plain text, at most about 100 columns wide.
pub fn summary(report: &Report) -> String {
    let mut text = String::new();
    let s = &report.standings;
    let Report { name, game, format, clock, .. } = report;
    let _ = writeln!(text, "{name}: {game}, {format}, clock {clock}, {} games", s.games);
    text += &table(s);
    // Of many players there is too much to say here: the page says it.
    let n_compared = if s.lines.len() > COMPARED { 0 } else { s.lines.len() };
    for i in 1..n_compared {
        if let Some(pair) = Comparison::of(s, i - 1, i) {
            let _ =
                writeln!(text, "  {} {} {}: {}", pair.first, pair.verdict(), pair.second, pair.evidence());
        }
    }
    for parameter in sweep_table::parameters(report) {
        text += &sweep(report, &parameter);
    }
    let endings: Vec<String> = s.endings.iter().map(|(name, n)| format!("{name} {n}")).collect();
    let _ = writeln!(text, "endings: {}; {} different openings", endings.join(", "), report.n_openings);
    text
}

/// The standings as text, every rating with its interval and its number of games.
pub fn table(standings: &Standings) -> String {
    let width = standings.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(6).clamp(6, 40);
    let mut text = format!(
        "{:>3}  {:<width$} {:>8} {:>6} {:>6} {:>7} {:>15} {:>17}\n",
        "", "player", "rating", "+/-", "games", "points", "score 95%", "won drawn lost"
    );
    for (place, line) in standings.lines.iter().enumerate() {
        text += &row(place + 1, line, width);
    }
    let (first, share) = (&standings.first_move, &standings.first_score95);
    text += &format!(
        "{} games; moving first is worth {:+.0} +/- {:.0}, scoring {:.1}% ({:.1}-{:.1}%)\n",
        standings.games,
        first.rating,
        first.error,
        100.0 * standings.first_score,
        100.0 * share.low,
        100.0 * share.high
    );
    if let Some(caveat) = standings.caveat() {
        text += &format!("* {caveat}\n");
    }
    text
}

fn row(place: usize, line: &Line, width: usize) -> String {
    let faults = if line.faults > 0 { format!("  ({} by own fault)", line.faults) } else { String::new() };
    let name: String = line.name.chars().take(width).collect();
    let counts = format!("{} {} {}", line.wins, line.draws, line.losses);
    let star = if line.rating.has_prior { "*" } else { " " };
    let interval = format!("{:.1}-{:.1}%", 100.0 * line.score95.low, 100.0 * line.score95.high);
    format!(
        "{place:>3}. {name:<width$} {:>+7.0}{star} {:>6.0} {:>6} {:>7} {interval:>15} {counts:>17}{faults}\n",
        line.rating.rating, line.rating.error, line.games, line.points
    )
}

/// Players that differ in one parameter, side by side.
pub fn sweep(report: &Report, parameter: &str) -> String {
    let rows = sweep_rows(report, parameter);
    let width = rows.iter().map(|row| row.family.chars().count()).max().unwrap_or(6).clamp(6, 40);
    let mut text = format!(
        "{:<width$} {parameter:>9} {:>7} {:>15} {:>14} {:>11} {:>12}\n",
        "by", "score", "95%", "rating", "ms/move", "nodes/move"
    );
    for row in rows {
        let family: String = row.family.chars().take(width).collect();
        let interval = format!("{:.1}-{:.1}%", 100.0 * row.score95[0], 100.0 * row.score95[1]);
        let rating = format!("{:+.0} +/- {:.0}", row.rating[0], row.rating[1]);
        let ms = row.mean_us.map_or("-".to_owned(), |us| format!("{:.3}", us / 1e3));
        let nodes = row.mean_nodes.map_or("-".to_owned(), |nodes| format!("{nodes:.0}"));
        let _ = writeln!(
            text,
            "{family:<width$} {:>9} {:>6.1}% {interval:>15} {rating:>14} {ms:>11} {nodes:>12}",
            row.value,
            100.0 * row.score
        );
    }
    text
}
