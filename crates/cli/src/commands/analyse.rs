//! `agon analyse`: the best moves of a position, searched deeper and deeper, as a live table.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::engine::Engine;
use agon_engine::score::Score;
use agon_games::catalog::Position;
use agon_games::game::PackedMove;
use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use crate::interrupt;
use crate::limit;
use crate::open::Setting;
use crate::output::Output;

/// Compare the best moves of a position, deeper and deeper
#[derive(Args)]
#[command(after_help = "Examples:
  agon analyse reversi --time 2s
  agon analyse amazons/6 --player alphabeta:depth=2 --lines 3 --time 5s
  agon analyse ataxx --position 'x5o/7/7/7/7/7/o5x x 0 1' --json")]
pub struct Analyse {
    #[command(flatten)]
    setting: Setting,
    /// Who judges
    #[arg(long, value_name = "PLAYER", default_value = "champion")]
    player: String,
    /// How many moves to compare
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..))]
    lines: u8,
    /// How long; Ctrl-C ends it sooner
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = limit::time)]
    time: Duration,
    /// Where the player's chance comes from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// A move and what is known about it.
#[derive(Clone, Serialize)]
struct Candidate {
    #[serde(rename = "move")]
    text: String,
    score: i32,
    #[serde(skip)]
    shown: String,
    depth: u32,
    nodes: u64,
    pv: Vec<String>,
    #[serde(skip)]
    mv: Option<PackedMove>,
}

/// Positions looked at for each move in the first round; every later round has twice as many.
const FIRST_NODES: u64 = 250;

impl Analyse {
    /// Shows the table until time is up.
    pub fn run(&self, output: &Output) -> Result<()> {
        let (table, position) = self.setting.open()?;
        if position.is_over() {
            bail!("the game is over in this position: there is no move to compare");
        }
        let mut engine = catalog::build(&table, &self.player, self.seed)?;
        let stop = interrupt::flag()?;
        let deadline = Instant::now() + self.time;
        let mut judge = Judge { engine: &mut *engine, position: &position, deadline };
        let budget = |nodes| Budget { stop: stop.clone(), ..Budget::nodes(nodes) };
        let mut found = Vec::new();
        for mv in position.moves() {
            // Some need more than a glance before they have an opinion.
            let judged = judge.score(mv, budget(FIRST_NODES));
            found.extend(judged.or_else(|| judge.score(mv, budget(100 * FIRST_NODES))));
            if Instant::now() >= deadline || stop.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
        }
        if found.is_empty() {
            bail!("player `{}` has no opinion: choose another", self.player);
        }
        rank(&mut found, self.lines.into());
        let mut painter = Painter { output, lines: 0 };
        painter.paint(&found)?;
        let mut nodes = 2 * FIRST_NODES;
        while Instant::now() < deadline && !stop.load(std::sync::atomic::Ordering::Relaxed) {
            for candidate in &mut found {
                let Some(mv) = candidate.mv else { continue };
                let judged = judge.score(mv, budget(nodes)).filter(|new| new.nodes >= candidate.nodes);
                *candidate = judged.unwrap_or_else(|| candidate.clone());
            }
            rank(&mut found, self.lines.into());
            painter.paint(&found)?;
            nodes = nodes.saturating_mul(2);
        }
        if output.json { output.value(&found) } else { painter.finish(&found) }
    }
}

fn rank(found: &mut Vec<Candidate>, lines: usize) {
    found.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    found.truncate(lines);
}

struct Judge<'a> {
    engine: &'a mut dyn Engine,
    position: &'a Position,
    deadline: Instant,
}

impl Judge<'_> {
    /// The value of a move, from the side that makes it; none where the player has no opinion.
    fn score(&mut self, mv: PackedMove, mut budget: Budget) -> Option<Candidate> {
        let mut child = self.position.clone();
        let played = child.play(mv);
        debug_assert!(played, "listed moves are legal");
        let text = self.position.move_text(mv);
        let mut plies = 1;
        // Nobody has an opinion where there is no choice: what follows counts.
        while let [forced] = child.moves()[..] {
            let played = child.play(forced);
            debug_assert!(played, "listed moves are legal");
            plies += 1;
        }
        if let Some(outcome) = child.outcome() {
            let score = Score::ended(outcome.sign_for(self.position.side()), plies);
            let (shown, pv) = (score.to_string(), vec![text.clone()]);
            return Some(Candidate {
                text,
                score: score.get(),
                shown,
                depth: 1,
                nodes: u64::MAX,
                pv,
                mv: None,
            });
        }
        let left = self.deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        budget.time = Budget::movetime(left).time;
        let thought = self.engine.think(&child, &budget, &mut |_| {});
        let score = if child.side() == self.position.side() { thought.score? } else { -thought.score? };
        let mut pv = vec![text.clone()];
        pv.extend(limit::line(&child, &thought.pv));
        let (depth, nodes) = (thought.depth + plies, thought.nodes);
        Some(Candidate { text, score: score.get(), shown: score.to_string(), depth, nodes, pv, mv: Some(mv) })
    }
}

/// Repaints the table in place on a terminal; elsewhere only the last one is printed.
struct Painter<'a> {
    output: &'a Output,
    lines: usize,
}

impl Painter<'_> {
    fn paint(&mut self, found: &[Candidate]) -> Result<()> {
        let Some(columns) = self.output.columns.filter(|_| !self.output.json) else { return Ok(()) };
        let mut text = String::new();
        if self.lines > 0 {
            let _ = write!(text, "\x1b[{}A\x1b[J", self.lines);
        }
        let table = table(found, columns);
        self.lines = table.lines().count();
        self.output.text(&(text + &table))
    }

    fn finish(&self, found: &[Candidate]) -> Result<()> {
        if self.lines > 0 { Ok(()) } else { self.output.text(&table(found, 100)) }
    }
}

fn table(found: &[Candidate], columns: usize) -> String {
    let mut text = format!("{:<14} {:>10} {:>5} {:>9}  line\n", "move", "score", "depth", "nodes");
    for candidate in found {
        let nodes =
            if candidate.nodes == u64::MAX { "exact".to_owned() } else { candidate.nodes.to_string() };
        let row = format!(
            "{:<14} {:>10} {:>5} {nodes:>9}  {}",
            candidate.text,
            candidate.shown,
            candidate.depth,
            candidate.pv.join(" ")
        );
        text.extend(row.chars().take(columns.saturating_sub(1)));
        text.push('\n');
    }
    text
}
