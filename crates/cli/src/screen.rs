//! The full-screen view: a game being played, watched or replayed. Drawing, keys and the mouse live here;
//! the game itself runs in a thread of its own and only sends news.

mod app;
mod draw;
mod entry;
mod files;
mod panel;
mod session;
mod timeline;

pub use session::Session;

use std::io::stdout;
use std::time::Duration;

use anyhow::{Context, Result};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use app::App;
pub use app::Opening;

/// How often the view looks for news while no key is pressed.
const TICK: Duration = Duration::from_millis(50);

/// Runs the view until the user leaves it. The terminal is given back as it was, also after a panic.
pub fn run(opening: Opening) -> Result<()> {
    let mut app = App::new(opening);
    let mut terminal = ratatui::try_init().context("cannot take over the terminal")?;
    let mouse = Mouse::capture();
    let outcome = (|| {
        while !app.is_done() {
            terminal.draw(|frame| draw::draw(&mut app, frame))?;
            app.hear_news();
            // After the first event, take what else is waiting: a mouse moves faster than a screen.
            let mut wait = TICK;
            while event::poll(wait)? {
                match event::read()? {
                    Event::Key(key) => app.key(key),
                    Event::Mouse(mouse) => app.mouse(mouse),
                    _ => {}
                }
                wait = Duration::ZERO;
            }
        }
        anyhow::Ok(())
    })();
    drop(mouse);
    ratatui::restore();
    app.farewell();
    outcome
}

/// The mouse is ours while this lives, and given back when the program panics.
struct Mouse;

impl Mouse {
    fn capture() -> Self {
        // A terminal without a mouse still has keys.
        let _ = execute!(stdout(), EnableMouseCapture);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let _ = execute!(stdout(), DisableMouseCapture);
            before(info);
        }));
        Self
    }
}

impl Drop for Mouse {
    fn drop(&mut self) {
        let _ = execute!(stdout(), DisableMouseCapture);
    }
}
