//! The panel beside the board: both players with clock, score and thoughts, the evaluation as a bar and as a
//! curve, Flood's colours, the moves, the players' logs.

use std::time::Duration;

use agon_engine::engine::Report;
use agon_games::game::Piece;
use agon_games::side::{Outcome, Side};
use agon_games::spec::Kind;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::app::App;
use super::draw::style;
use crate::view::palette;
use crate::{limit, seats};

/// Draws the panel.
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    if area.height == 0 || area.width < 8 {
        return;
    }
    let width = usize::from(area.width);
    let title = if app.is_paused { " (paused)" } else { "" };
    let mut lines = vec![Line::styled(format!("{}{title}", app.table.spec()), bold())];
    for side in Side::BOTH {
        player(app, side, width, &mut lines);
    }
    evaluation(app, width, &mut lines);
    if app.table.spec().kind == Kind::Flood && app.is_my_turn() {
        lines.push(colours(app));
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

fn faint() -> Style {
    Style::default().add_modifier(Modifier::DIM)
}

/// Two lines for who it is and how it stands, two more for what it thinks.
fn player(app: &App, side: Side, width: usize, lines: &mut Vec<Line<'_>>) {
    let kind = app.table.spec().kind;
    let corner = &app.corners[side.index()];
    let position = app.timeline.seen();
    let is_asked = app.asked.is_some_and(|(asked, _)| asked == side);
    let mark = match position.outcome() {
        Some(Outcome::Win(winner)) if winner == side => "* ",
        _ if is_asked => "> ",
        _ => "  ",
    };
    let seat = seats::name(kind, side);
    let name = shortened(&app.names[side.index()], width.saturating_sub(seat.len() + 6));
    lines.push(Line::from(vec![
        Span::raw(mark),
        badge(app, side),
        Span::styled(format!(" {seat} {name}"), if is_asked { bold() } else { Style::default() }),
    ]));
    let since = app.asked.filter(|_| is_asked).map_or(Duration::ZERO, |(_, since)| since.elapsed());
    let time = match corner.left {
        _ if corner.is_person => format!("   {} used", clock(corner.used + since)),
        Some(left) => format!("   {} left", clock(left.saturating_sub(since))),
        None => String::new(),
    };
    let count = position.tally()[side.index()];
    lines.push(Line::raw(format!("    {count} {}{time}", seats::unit(kind))));
    if let Some(report) = &corner.report {
        lines.push(Line::styled(format!("    {}", numbers(report)), faint()));
        let line = limit::line(position, &report.pv).join(" ");
        lines.push(Line::styled(format!("    {}", shortened(&line, width.saturating_sub(5))), faint()));
    }
}

/// A piece of the side in its colour; in Flood the colour of its zone.
fn badge(app: &App, side: Side) -> Span<'static> {
    let kind = app.table.spec().kind;
    let position = app.timeline.seen();
    let zone = (0..position.board().n_cells()).find_map(|cell| match position.piece(cell) {
        Piece::Colour(colour, Some(owner)) if owner == side => Some(colour),
        _ => None,
    });
    let (text, ink) = match zone {
        Some(colour) => (colour.to_string(), palette::flood(colour)),
        None => {
            let ground = palette::ground(kind, 0, 0);
            let ink = crate::view::Ink::on(palette::on_ground(kind, side), ground).bold();
            (palette::piece(kind, side, app.colour).to_string(), ink)
        }
    };
    Span::styled(format!(" {text} "), if app.colour { style(ink) } else { Style::default() })
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

fn numbers(report: &Report) -> String {
    let seconds = report.elapsed.as_secs_f64();
    let speed = match report.nodes as f64 / seconds {
        speed if seconds > 0.01 && speed.is_finite() => format!(", {}/s", short(speed as u64)),
        _ => String::new(),
    };
    format!("{}  depth {}  {} nodes{speed}", report.score, report.depth, short(report.nodes))
}

/// `1:05`, or `4.2s` in the last seconds.
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

/// Half of the bar at a lead of about six discs, blobs or cells.
fn share(score: f64) -> f64 {
    0.5 + (score / 600.0).tanh() / 2.0
}

/// Who is better where one looks, as a bar between the two sides, and the course of it below.
fn evaluation(app: &App, width: usize, lines: &mut Vec<Line<'_>>) {
    let kind = app.table.spec().kind;
    let scores = &app.timeline.scores[..=app.timeline.place()];
    let Some(score) = scores.iter().rev().find_map(|score| *score) else { return };
    let [first, second] = Side::BOTH.map(|side| seats::name(kind, side));
    let room = width.saturating_sub(first.len() + second.len() + 5).clamp(4, 30);
    let full = ((share(score) * room as f64).round() as usize).min(room);
    let bar = format!("{}{}", "█".repeat(full), "░".repeat(room - full));
    lines.push(Line::raw(format!("  {first} {bar} {second}")));
    let curve = curve(&app.timeline.scores, width.saturating_sub(4));
    lines.push(Line::raw(format!("  {curve}")));
}

/// The course of the evaluation, one character per move, the last ones if there are too many.
fn curve(scores: &[Option<f64>], width: usize) -> String {
    const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let known: Vec<f64> = scores.iter().filter_map(|score| *score).collect();
    let from = known.len().saturating_sub(width);
    known[from..].iter().map(|&score| STEPS[((share(score) * 8.0) as usize).min(7)]).collect()
}

/// Flood's colours that can be played, each with the cells that it brings.
fn colours(app: &App) -> Line<'static> {
    let position = app.timeline.latest();
    let side = position.side();
    let now = position.tally()[side.index()];
    let mut spans = vec![Span::raw("  play ")];
    for mv in position.moves() {
        let Ok(colour) = position.move_text(mv).parse::<u8>() else { continue };
        let mut next = position.clone();
        let gain = if next.play(mv) { next.tally()[side.index()].saturating_sub(now) } else { 0 };
        let ink = if app.colour { style(palette::flood(colour)) } else { bold() };
        spans.push(Span::styled(format!(" {colour} "), ink));
        spans.push(Span::raw(format!("+{gain} ")));
    }
    Line::from(spans)
}

/// The moves, two to a line, those around the place one looks at.
fn moves(app: &App, room: usize, width: usize, lines: &mut Vec<Line<'_>>) {
    let n_rows = app.timeline.len().div_ceil(2);
    let here = app.timeline.place().saturating_sub(1) / 2;
    let first = (here + 1).saturating_sub(room).min(n_rows.saturating_sub(room));
    let cell = (width.saturating_sub(5) / 2).clamp(6, 16);
    for row in first..n_rows.min(first + room) {
        let mut spans = vec![Span::styled(format!("{:>3}. ", row + 1), faint())];
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
        let says = if log.is_empty() { "prints nothing" } else { "prints" };
        lines.push(Line::styled(format!("{} {says}", app.names[side.index()]), bold()));
        for text in &log[log.len().saturating_sub(fits)..] {
            lines.push(Line::raw(text.replace(|c: char| c.is_control(), " ")));
        }
    }
}
