//! Drawing: the board in the largest cells that fit, a panel beside or below it, one line at the bottom.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::app::App;
use super::panel;
use crate::view::{Ink, Look, Picture, Scene};

/// The panel is no narrower than this.
const PANEL: u16 = 30;

/// Lines below the board that are worth keeping for the panel.
const BELOW: usize = 6;

const HELP: &[&str] = &[
    "arrows, Enter   choose a cell; so does the mouse",
    "Esc             choose again",
    "m               type a move",
    "0 to 7          Flood: the colour",
    "p u r           pass, take back, resign",
    ", .             a move back, a move on (or the wheel)",
    "Home End        the start, the game as it goes on",
    "Space + -       watching: pause, faster, slower",
    "g               grid or graph",
    "l               what the players print",
    "s               save (.json), or export (.ggf, .txt)",
    "o               open a saved game, when this one is over",
    "q               leave; Ctrl-C at once",
];

/// Draws everything.
pub fn draw(app: &mut App, frame: &mut Frame<'_>) {
    let [main, bottom] = Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(frame.area());
    let picture = picture(app, main);
    let width = picture.width() as u16;
    let [board, side] = if main.width >= width + PANEL {
        let width = (width + 1).min(main.width - PANEL);
        Layout::horizontal([Constraint::Length(width), Constraint::Min(PANEL)]).areas(main)
    } else {
        let height = (picture.height() as u16).min(main.height);
        Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(main)
    };
    paint(&picture, board, frame.buffer_mut());
    panel::draw(app, side, frame.buffer_mut());
    app.drawn = Some((board, picture));
    bottom_line(app, bottom.width.into()).render(bottom, frame.buffer_mut());
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
    // Beside the panel if anything fits there, else above what is left for it.
    let beside = (width.saturating_sub(PANEL.into()), height);
    let above = (width, height.saturating_sub(BELOW));
    for place in [beside, above] {
        let fits = |(w, h): (usize, usize)| w <= place.0 && h <= place.1;
        let gap = [8, 4, 2].into_iter().find(|&gap| fits((scene.graph_width(gap), scene.graph_height())));
        if let Some(gap) = gap.filter(|_| app.graph) {
            return scene.graph_at(gap, &look);
        }
        let pitch = [(9, 4), (7, 3), (5, 2), (3, 1)].into_iter().find(|&pitch| fits(scene.grid_size(pitch)));
        if let Some(pitch) = pitch {
            return scene.grid_at(pitch, &look);
        }
    }
    scene.grid_at((2, 1), &look)
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

/// What is going on to the left, the keys to the right as far as there is room.
fn bottom_line(app: &App, width: usize) -> Line<'static> {
    if let Some(prompt) = &app.prompt {
        return Line::raw(format!("{}: {}_   (Enter, or Esc to leave it)", prompt.question, prompt.text));
    }
    let place = if app.timeline.is_live() {
        String::new()
    } else {
        format!("[move {} of {}] ", app.timeline.place(), app.timeline.len())
    };
    let text = format!("{place}{}", app.message);
    let keys: &[&str] = match (app.is_watching(), app.record.is_some()) {
        (true, _) => &["? help", "Space pause", ", . step", "q leave"],
        (_, true) => &["? help", ", . step", "s save", "o open", "q leave"],
        _ => &["? help", "m type", "u undo", "q leave"],
    };
    let mut hint = String::new();
    for n in (1..=keys.len()).rev() {
        let shown = keys[..n].join("  ");
        if text.chars().count() + shown.chars().count() + 3 <= width {
            hint = shown;
            break;
        }
    }
    let gap = width.saturating_sub(text.chars().count() + hint.chars().count());
    let faint = Style::default().add_modifier(Modifier::DIM);
    Line::from(vec![Span::raw(text), Span::raw(" ".repeat(gap)), Span::styled(hint, faint)])
}

fn popup(area: Rect, frame: &mut Frame<'_>) {
    let width = 60.min(area.width);
    let height = (HELP.len() as u16 + 2).min(area.height);
    let [_, row, _] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(height), Constraint::Fill(1)]).areas(area);
    let [_, place, _] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(width), Constraint::Fill(1)]).areas(row);
    Clear.render(place, frame.buffer_mut());
    let lines: Vec<Line<'_>> = HELP.iter().copied().map(Line::raw).collect();
    Paragraph::new(lines).block(Block::bordered().title("keys")).render(place, frame.buffer_mut());
}
