//! Drawing: the board in the largest cells that fit, a panel beside or below it, one line at the bottom.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::app::App;
use super::panel;
use crate::view::{Ink, Look, Picture, Scene};

/// The panel is no narrower than this.
const PANEL: u16 = 30;

const HELP: &[&str] = &[
    "arrows, Enter   choose a cell; so does the mouse",
    "Esc             choose again",
    "m               type a move",
    "p u r           pass, take back, resign",
    ", .             a move back, a move on (or the wheel)",
    "Home End        the start, the game as it goes on",
    "g               grid or graph",
    "l               what the players print",
    "s               save the game",
    "q               leave",
];

/// Draws everything.
pub fn draw(app: &mut App, frame: &mut Frame<'_>) {
    let [main, bottom] = Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(frame.area());
    let picture = picture(app, main);
    let width = (picture.width() as u16 + 1).min(main.width);
    let is_wide = main.width >= width + PANEL;
    let [board, side] = if is_wide {
        Layout::horizontal([Constraint::Length(width), Constraint::Min(PANEL)]).areas(main)
    } else {
        let height = (picture.height() as u16).min(main.height);
        Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(main)
    };
    paint(&picture, board, frame.buffer_mut());
    panel::draw(app, side, frame.buffer_mut());
    app.drawn = Some((board, picture));
    bottom_line(app).render(bottom, frame.buffer_mut());
    if app.shows_help {
        popup(main, frame);
    }
}

/// The board as large as the place allows.
fn picture(app: &App, area: Rect) -> Picture {
    let mut scene = Scene::new(app.timeline.seen(), app.table.spec().kind);
    scene.last = app.timeline.last_trace();
    if app.is_my_turn() {
        scene.lit = app.entry.lit();
        scene.chosen.clone_from(&app.entry.chosen);
        scene.cursor = Some(app.cursor);
    }
    let look = Look { colour: app.colour, ascii: false, columns: Some(area.width.into()) };
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let room = width.saturating_sub(PANEL.into());
    if app.graph {
        let gap = [8, 4, 2].into_iter().find(|&gap| scene.graph_width(gap) <= room).unwrap_or(2);
        return scene.graph_at(gap, &look);
    }
    let fits = |&(w, h): &(usize, usize)| {
        let picture = scene.grid_size((w, h));
        picture.0 <= room && picture.1 <= height
    };
    let pitch = [(9, 4), (7, 3), (5, 2), (3, 1)].into_iter().find(fits).unwrap_or((2, 1));
    scene.grid_at(pitch, &look)
}

fn paint(picture: &Picture, area: Rect, buffer: &mut Buffer) {
    for (y, row) in picture.rows().iter().enumerate().take(area.height.into()) {
        for (x, &(character, ink)) in row.iter().enumerate().take(area.width.into()) {
            if let Some(cell) = buffer.cell_mut((area.x + x as u16, area.y + y as u16)) {
                cell.set_char(character).set_style(style(ink));
            }
        }
    }
}

/// The colours of a picture as the terminal library's.
pub fn style(ink: Ink) -> Style {
    let [fg, bg] = [ink.fg, ink.bg].map(|colour| colour.map(Color::Indexed));
    let style = Style { fg, bg, ..Style::default() };
    if ink.bold { style.add_modifier(Modifier::BOLD) } else { style }
}

fn bottom_line(app: &App) -> Line<'static> {
    if let Some(prompt) = &app.prompt {
        return Line::raw(format!("{}: {}_", prompt.question, prompt.text));
    }
    let place = if app.timeline.is_live() {
        String::new()
    } else {
        format!("[move {} of {}] ", app.timeline.place(), app.timeline.len())
    };
    Line::raw(format!("{place}{}", app.message))
}

fn popup(area: Rect, frame: &mut Frame<'_>) {
    let width = 56.min(area.width);
    let height = (HELP.len() as u16 + 2).min(area.height);
    let [_, row, _] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(height), Constraint::Fill(1)]).areas(area);
    let [_, place, _] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(width), Constraint::Fill(1)]).areas(row);
    Clear.render(place, frame.buffer_mut());
    let lines: Vec<Line<'_>> = HELP.iter().copied().map(Line::raw).collect();
    Paragraph::new(lines).block(Block::bordered().title("keys")).render(place, frame.buffer_mut());
}
