//! A progress bar on stderr: only on a terminal, and never when silence was asked for.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::Output;

/// A bar of so many games, or a spinner where nobody knows.
pub fn games(output: &Output, total: Option<u64>) -> ProgressBar {
    let bar = match total {
        Some(total) => ProgressBar::new(total),
        None => ProgressBar::new_spinner(),
    };
    if output.quiet || !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        return bar;
    }
    let form = match total {
        Some(_) => "{bar:30} {pos}/{len} games {elapsed} eta {eta} {msg}",
        None => "{spinner} {pos} games {elapsed} {msg}",
    };
    bar.set_style(ProgressStyle::with_template(form).expect("the template is right"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
