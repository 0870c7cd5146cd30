//! `agon bench`: a signature of what the engines do, and how fast they do it. The node counts depend on the
//! code alone: a change that moves them changes how the engines play.

use std::time::Instant;

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::catalog::{Position, Table};
use agon_games::dice::Dice;
use agon_games::spec::Kind;
use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::output::Output;

/// Print the engines' node signature and speeds
///
/// Each search runs over the same few positions with the same limits, so that its node count is the same on
/// every machine; only the speeds differ.
#[derive(Args)]
#[command(after_help = "Examples:
  agon bench
  agon bench reversi --json")]
pub struct Bench {
    /// Only this game
    game: Option<String>,
}

#[derive(Serialize)]
struct Measured {
    /// The sum of all node counts.
    signature: u64,
    searches: Vec<Search>,
    playouts: Vec<Playouts>,
}

#[derive(Serialize)]
struct Search {
    game: String,
    player: String,
    nodes: u64,
    seconds: f64,
    nps: f64,
}

#[derive(Serialize)]
struct Playouts {
    game: String,
    playouts: u64,
    plies: u64,
    seconds: f64,
    per_second: f64,
}

/// Searches whose work does not depend on the clock: fixed depths, and a number of positions.
const SEARCHES: [(&str, Limit); 4] = [
    ("alphabeta", Limit::Depth),
    ("pvs", Limit::Depth),
    ("mcts", Limit::Nodes(2_000)),
    ("champion", Limit::Nodes(20_000)),
];

#[derive(Clone, Copy)]
enum Limit {
    /// Deep enough for a second or so, see [`depth`].
    Depth,
    Nodes(u64),
}

/// Plies that alpha-beta searches well within a second at a few positions.
const fn depth(kind: Kind) -> u32 {
    match kind {
        Kind::Amazons => 2,
        Kind::Blobwar => 4,
        Kind::Flood => 6,
        Kind::Reversi => 6,
    }
}

impl Bench {
    /// Prints the table.
    pub fn run(&self, output: &Output) -> Result<()> {
        let games: Vec<&str> = match &self.game {
            Some(game) => vec![game],
            None => vec!["amazons", "ataxx", "flood", "reversi"],
        };
        let mut result = Measured { signature: 0, searches: Vec::new(), playouts: Vec::new() };
        let known = |name: &str| catalog::strategies().iter().any(|entry| entry.name == name);
        for game in games {
            let table = crate::open::table(game, None)?;
            let positions = positions(&table);
            for (player, limit) in SEARCHES.into_iter().filter(|(player, _)| known(player)) {
                let search = search(&table, &positions, player, limit)?;
                result.signature = result.signature.wrapping_add(search.nodes);
                if !output.json {
                    output.text(&search.text())?;
                }
                result.searches.push(search);
            }
            let playouts = playouts(&table);
            if !output.json {
                output.text(&playouts.text())?;
            }
            result.playouts.push(playouts);
        }
        if output.json {
            return output.value(&result);
        }
        output.text(&format!("signature {}\n", result.signature))
    }
}

/// The start, and positions a third and two thirds into a game drawn by a fixed seed.
fn positions(table: &Table) -> Vec<Position> {
    let mut dice = Dice::new(1);
    let mut position = table.start();
    let mut line = vec![position.clone()];
    while !position.is_over() {
        let mv = position.random_move(&mut dice);
        assert!(position.play(mv), "a random move is legal");
        line.push(position.clone());
    }
    let places = [0, line.len() / 3, 2 * line.len() / 3];
    places.into_iter().map(|at| line[at].clone()).filter(|position| !position.is_over()).collect()
}

fn search(table: &Table, positions: &[Position], player: &str, limit: Limit) -> Result<Search> {
    let mut engine = catalog::build(table, player, 0)?;
    let budget = match limit {
        Limit::Depth => Budget::depth(depth(table.spec().kind)),
        Limit::Nodes(nodes) => Budget::nodes(nodes),
    };
    let began = Instant::now();
    let mut nodes = 0;
    for position in positions {
        engine.new_game();
        nodes += engine.think(position, &budget, &mut |_| {}).nodes;
    }
    let seconds = began.elapsed().as_secs_f64();
    let (game, player) = (table.spec().to_string(), player.to_owned());
    Ok(Search { game, player, nodes, seconds, nps: nodes as f64 / seconds.max(1e-9) })
}

fn playouts(table: &Table) -> Playouts {
    let mut dice = Dice::new(1);
    let (mut playouts, mut plies) = (0, 0);
    let began = Instant::now();
    while began.elapsed().as_millis() < 200 {
        let mut position = table.start();
        while !position.is_over() {
            let played = position.play(position.playout_move(&mut dice));
            debug_assert!(played, "a playout's move is legal");
            plies += 1;
        }
        playouts += 1;
    }
    let seconds = began.elapsed().as_secs_f64();
    let game = table.spec().to_string();
    Playouts { game, playouts, plies, seconds, per_second: playouts as f64 / seconds }
}

impl Search {
    fn text(&self) -> String {
        let Self { game, player, nodes, seconds, nps } = self;
        format!("{game:<12} {player:<10} {nodes:>12} nodes {seconds:>8.3} s {nps:>12.0} nodes/s\n")
    }
}

impl Playouts {
    fn text(&self) -> String {
        let Self { game, playouts, seconds, per_second, .. } = self;
        format!("{game:<12} playouts   {playouts:>12} games {seconds:>8.3} s {per_second:>12.0} games/s\n")
    }
}
