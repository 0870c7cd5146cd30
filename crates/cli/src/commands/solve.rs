//! `agon solve`: the exact value of a small or late position.

use std::time::{Duration, Instant};

use agon_engine::solve::{self, Answer, Limits, Progress};
use agon_games::catalog::{Position, Table};
use agon_games::side::Side;
use anyhow::{Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::open::Setting;
use crate::output::Output;
use crate::{interrupt, limit, progress, seats};

/// Find the exact value of a small or late position
///
/// The score is from the side to move: in Reversi in discs, the empty squares to the winner; in Flood in cells;
/// in Amazons and Blobwar 1 is won, 0 drawn, -1 lost. What is printed is proved; where time runs out first, the
/// answer is unknown, with what is proved so far.
#[derive(Args)]
#[command(after_help = "Examples:
  agon solve reversi/4
  agon solve reversi/6 --position '_OOOX_/OOOOXX/OXOXXX/OOXXXX/_OOOX_/______ X' --json
  agon solve 'flood/6?colours=4&seed=1' --time 10s
  agon solve reversi/4 --threads 2 --memory 64")]
pub struct Solve {
    #[command(flatten)]
    setting: Setting,
    /// Give up after this time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limit::time)]
    time: Duration,
    /// How many threads search
    #[arg(long, short = 'j', value_name = "K", default_value_t = 1)]
    threads: usize,
    /// Memory for positions whose value is known, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
}

/// Between two words about how far it has come, where there is no bar to show it.
const STORY: Duration = Duration::from_secs(10);

#[derive(Serialize)]
struct Value {
    winner: Option<usize>,
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 2]>,
    #[serde(rename = "move")]
    mv: Option<String>,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

impl Solve {
    /// Prints the value.
    pub fn run(&self, output: &Output) -> Result<()> {
        let (table, position) = self.setting.open()?;
        self.check_memory()?;
        let limits = Limits {
            time: Some(self.time.max(Duration::from_millis(1))),
            threads: self.threads.max(1),
            mib: self.memory as usize,
            stop: interrupt::flag()?,
        };
        let solution = match Told::solve(output, &table, &position, &limits) {
            Answer::Solved(solution) => solution,
            Answer::Unknown(progress) => return unknown(output, &progress),
        };
        let side = position.side();
        let winner = match solution.score {
            0 => None,
            score if score > 0 => Some(side),
            _ => Some(!side),
        };
        let value = Value {
            winner: winner.map(Side::index),
            score: Some(solution.score),
            bounds: None,
            mv: solution.best().map(|mv| position.move_text(mv)),
            nodes: solution.nodes,
            seconds: solution.elapsed.as_secs_f64(),
            pv: limit::line(&position, &solution.line),
        };
        if output.json {
            return output.value(&value);
        }
        let result = match winner {
            Some(side) => format!("{} wins", seats::name(table.spec().kind, side)),
            None => "a draw".to_owned(),
        };
        output.text(&format!(
            "{result}, score {:+} for the side to move\nbest play: {}\nproved with {} positions in {:.2?}\n",
            solution.score,
            value.pv.join(" "),
            solution.nodes,
            solution.elapsed
        ))
    }

    /// A table that does not fit would end the program, not the search.
    fn check_memory(&self) -> Result<()> {
        // Tables have powers of two.
        let wanted = u64::from(self.memory.next_power_of_two());
        match free_mib() {
            Some(free) if wanted > free => {
                bail!("--memory {}: the table would take {wanted} MiB, and {free} are free", self.memory)
            }
            _ => Ok(()),
        }
    }
}

/// What this machine could give at once; none where it does not tell.
fn free_mib() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib / 1024)
}

/// What is proved, and that it is not all.
fn unknown(output: &Output, progress: &Progress) -> Result<()> {
    let Progress { lower, upper, nodes, elapsed, .. } = *progress;
    if nodes == 0 {
        bail!("this position is too early to be solved: try a smaller board or a later position");
    }
    if output.json {
        let seconds = elapsed.as_secs_f64();
        let bounds = Some([lower, upper]);
        output.value(&Value {
            winner: None,
            score: None,
            bounds,
            mv: None,
            nodes,
            seconds,
            pv: Vec::new(),
        })?;
    }
    bail!(
        "unknown: not solved in {elapsed:.0?}; the score lies between {lower} and {upper} after {nodes} positions; give it more --time, --threads or --memory"
    )
}

/// Tells how far a solver has come: a line that changes on a terminal, else now and then another one.
struct Told<'a> {
    output: &'a Output,
    bar: ProgressBar,
    last: Instant,
}

impl Told<'_> {
    fn solve(output: &Output, table: &Table, position: &Position, limits: &Limits) -> Answer {
        let mut told = Told { output, bar: progress::spinner(output), last: Instant::now() };
        let answer = solve::solve(table, position, limits, &mut |progress| told.hear(progress));
        told.bar.finish_and_clear();
        answer
    }

    fn hear(&mut self, progress: &Progress) {
        let (settled, n_moves) = progress.settled;
        let moves =
            if n_moves > 1 { format!(", {settled} of {n_moves} moves settled") } else { String::new() };
        let story = format!(
            "the score is at least {:+} and at most {:+}{moves}, {} positions",
            progress.lower, progress.upper, progress.nodes
        );
        if !self.bar.is_hidden() {
            self.bar.set_message(story);
        } else if self.last.elapsed() >= STORY {
            self.last = Instant::now();
            self.output.story(format!("{:.0?}: {story}", progress.elapsed));
        }
    }
}
