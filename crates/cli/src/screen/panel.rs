//! The panel beside the board: both players with clock, score and thoughts, the evaluation as a bar and as a
//! curve, the moves, the players' logs.

use std::time::Duration;

use agon_games::side::{Outcome, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::app::App;
use crate::{limit, seats};

/// Draws the panel.
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 || area.width < 8 {
        return;
    }
    let width = usize::from(area.width);
    let mut lines = vec![Line::styled(app.table.spec().to_string(), bold())];
    for side in Side::BOTH {
        player(app, side, width, &mut lines);
    }
    lines.push(Line::raw(bar(app, width.saturating_sub(2).min(40))));
    let curve = curve(&app.timeline.scores, width.saturating_sub(2));
    if !curve.is_empty() {
        lines.push(Line::raw(curve));
    }
    lines.push(Line::raw(""));
    let room = usize::from(area.height).saturating_sub(lines.len());
    if app.shows_logs {
        logs(app, room, &mut lines);
    } else {
        moves(app, room, width, &mut lines);
    }
    Paragraph::new(lines).render(area, buffer);
}

fn bold() -> Style {
    Style::default().add_modifier(Modifier::BOLD)
}

fn player(app: &App, side: Side, width: usize, lines: &mut Vec<Line<'_>>) {
    let kind = app.table.spec().kind;
    let corner = &app.corners[side.index()];
    let position = app.timeline.seen();
    let is_asked = app.asked.is_some_and(|(asked, _)| asked == side);
    let mark = match position.outcome() {
        Some(Outcome::Win(winner)) if winner == side => '*',
        _ if is_asked => '>',
        _ => ' ',
    };
    let mut name = app.names[side.index()].clone();
    let most = width.saturating_sub(22).max(8);
    if name.chars().count() > most {
        name = name.chars().take(most - 1).chain(['…']).collect();
    }
    let count = position.tally()[side.index()];
    let clock = corner.left.map_or_else(String::new, |left| {
        let since = app.asked.filter(|_| is_asked).map_or(Duration::ZERO, |(_, since)| since.elapsed());
        format!("  {}", clock(left.saturating_sub(since)))
    });
    let head = format!("{mark} {} {name}  {count}{clock}", seats::name(kind, side));
    lines.push(Line::from(Span::styled(head, if is_asked { bold() } else { Style::default() })));
    if let Some(report) = &corner.report {
        let numbers = format!("    {}  depth {}  {} nodes", report.score, report.depth, short(report.nodes));
        lines.push(Line::raw(numbers));
        let pv = limit::line(position, &report.pv).join(" ");
        lines
            .push(Line::raw(format!("    {}", pv.chars().take(width.saturating_sub(5)).collect::<String>())));
    }
}

/// `1:05`, or `4.2` in the last seconds.
fn clock(left: Duration) -> String {
    if left < Duration::from_secs(20) {
        return format!("{:.1}s", left.as_secs_f64());
    }
    format!("{}:{:02}", left.as_secs() / 60, left.as_secs() % 60)
}

fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}

/// Who is better, as a bar: full is the first side's.
fn bar(app: &App, width: usize) -> String {
    let scores = &app.timeline.scores[..=app.timeline.place()];
    let score = scores.iter().rev().find_map(|score| *score).unwrap_or(0.0);
    // Half of the bar at a lead of about six discs, blobs or cells.
    let share = 0.5 + (score / 600.0).tanh() / 2.0;
    let full = (share * width as f64).round() as usize;
    format!("{}{}", "█".repeat(full.min(width)), "░".repeat(width - full.min(width)))
}

/// The course of the evaluation, one character per move, the last ones if there are too many.
pub fn curve(scores: &[Option<f64>], width: usize) -> String {
    const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let known: Vec<f64> = scores.iter().filter_map(|score| *score).collect();
    let from = known.len().saturating_sub(width);
    let step = |score: &f64| {
        let share = 0.5 + (score / 600.0).tanh() / 2.0;
        STEPS[((share * 8.0) as usize).min(7)]
    };
    known[from..].iter().map(step).collect()
}

/// The moves, two to a line, those around the place one looks at.
fn moves(app: &App, room: usize, width: usize, lines: &mut Vec<Line<'_>>) {
    let n_rows = app.timeline.len().div_ceil(2);
    let here = app.timeline.place().saturating_sub(1) / 2;
    let first = (here + 1).saturating_sub(room).min(n_rows.saturating_sub(room));
    let cell = (width.saturating_sub(5) / 2).clamp(6, 16);
    for row in first..n_rows.min(first + room) {
        let mut spans = vec![Span::raw(format!("{:>3}. ", row + 1))];
        for number in [2 * row, 2 * row + 1] {
            if number < app.timeline.len() {
                let is_here = number + 1 == app.timeline.place();
                let style = if is_here {
                    Style::default().add_modifier(Modifier::REVERSED)
                } else {
                    Style::default()
                };
                let text = app.timeline.text(number);
                let pad = cell.saturating_sub(text.chars().count()).max(1);
                spans.push(Span::styled(text, style));
                spans.push(Span::raw(" ".repeat(pad)));
            }
        }
        lines.push(Line::from(spans));
    }
}

/// The last lines that the players printed.
fn logs(app: &App, room: usize, lines: &mut Vec<Line<'_>>) {
    for side in Side::BOTH {
        let log: Vec<&str> = app.corners[side.index()].log.lines().collect();
        let fits = (room / 2).saturating_sub(1);
        lines.push(Line::styled(format!("{} says", app.names[side.index()]), bold()));
        for text in &log[log.len().saturating_sub(fits)..] {
            lines.push(Line::raw(text.replace(|c: char| c.is_control(), " ")));
        }
    }
}
