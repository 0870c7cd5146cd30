//! A progress bar on stderr: only on a terminal, and never when silence was asked for.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::output::Output;

/// A bar of so many games, or a spinner where nobody knows.
pub fn games(output: &Output, total: Option<u64>) -> ProgressBar {
    let form = match total {
        Some(_) => "{bar:30} {pos}/{len} games, {rate}, {elapsed}, {eta} to go  {msg}",
        None => "{spinner} {pos} games, {rate}, {elapsed}  {msg}",
    };
    shown(output, total, form)
}

/// A bar of so much of whatever its prefix says; how fast that goes is for its message to say.
pub fn work(output: &Output) -> ProgressBar {
    shown(output, Some(0), "{bar:30} {human_pos}/{human_len} {prefix}, {elapsed}, {msg}")
}

/// Something that moves while nobody knows how long it takes, with words about how far it has come.
pub fn spinner(output: &Output) -> ProgressBar {
    shown(output, None, "{spinner} {elapsed} {msg}")
}

fn shown(output: &Output, total: Option<u64>, form: &str) -> ProgressBar {
    let bar = match total {
        Some(total) => ProgressBar::new(total),
        None => ProgressBar::new_spinner(),
    };
    if output.quiet || !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        return bar;
    }
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{:.1} a second", state.per_sec());
    };
    let style = ProgressStyle::with_template(form).expect("the template is right");
    bar.set_style(style.with_key("rate", rate));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
