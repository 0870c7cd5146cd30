//! The report for a terminal: the table with intervals, and what is worth knowing besides.

use std::fmt::Write;

use super::Report;

/// A report in plain text, at most about 100 columns wide.
pub fn summary(report: &Report) -> String {
    let mut text = String::new();
    let s = &report.standings;
    let _ = writeln!(
        text,
        "{}: {}, {}, {}, {} games",
        report.name, report.game, report.format, report.clock, s.games
    );
    let width = s.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0).clamp(6, 40);
    let _ = writeln!(
        text,
        "{:>3}  {:width$} {:>8} {:>6} {:>7} {:>6} {:>15} {:>7} {:>6}",
        "", "player", "rating", "+-", "points", "games", "score 95%", "draws", "faults"
    );
    for (place, line) in s.lines.iter().enumerate() {
        let name: String = line.name.chars().take(width).collect();
        let star = if line.rating.has_prior { "*" } else { " " };
        let interval = format!("{:.1}-{:.1}%", 100.0 * line.score95.low, 100.0 * line.score95.high);
        let draws = 100.0 * line.draws as f64 / line.games.max(1) as f64;
        let _ = writeln!(
            text,
            "{:>3}  {name:width$} {:>8.1}{star}{:>6.1} {:>7} {:>6} {interval:>15} {draws:>6.1}% {:>6}",
            place + 1,
            line.rating.rating,
            line.rating.error,
            line.points,
            line.games,
            line.faults,
        );
    }
    if let Some(caveat) = &report.caveat {
        let _ = writeln!(text, "* {caveat}");
    }
    let _ = writeln!(
        text,
        "moving first: {:+.1} +- {:.1} rating points, {:.1}% of the points ({:.1}-{:.1}%)",
        s.first_move.rating,
        s.first_move.error,
        100.0 * s.first_score,
        100.0 * s.first_score95.low,
        100.0 * s.first_score95.high
    );
    let endings: Vec<String> = s.endings.iter().map(|(name, n)| format!("{name} {n}")).collect();
    let _ = writeln!(text, "endings: {}", endings.join(", "));
    text
}
