//! `agon report`: the table of a tournament that a database holds.

use std::path::PathBuf;

use agon_arena::standings::{Line, Scoring, Standings};
use agon_arena::store::{GameFilter, Store};
use anyhow::{Context, Result, bail};
use clap::Args;

use crate::output::Output;

/// Print the table of a tournament, with ratings and their errors
#[derive(Args)]
#[command(after_help = "Examples:
  agon report --db games.db
  agon report --db games.db --name cup --json")]
pub struct Report {
    /// The database
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
    /// The tournament; without it, all games of the database
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

impl Report {
    /// Prints the table.
    pub fn run(&self, output: &Output) -> Result<()> {
        let store = Store::open_to_read(&self.db)?;
        let tournament = match &self.name {
            None => None,
            Some(name) => match store.tournament(name)? {
                Some(found) => Some(found.id),
                None => {
                    let all = store.tournaments()?;
                    let names: Vec<&str> = all.iter().map(|known| known.name.as_str()).collect();
                    bail!("no tournament `{name}`: {}", agon_games::nearest::suggestion(name, names));
                }
            },
        };
        let filter = GameFilter { tournament, without_moves: true };
        let games = store.games(filter).with_context(|| format!("`{}`", self.db.display()))?;
        let standings = Standings::of(&store.players()?, &games, Scoring::Standard);
        if output.json { output.value(&standings) } else { output.text(&table(&standings)) }
    }
}

/// The standings as text, every rating with its interval and its number of games.
pub fn table(standings: &Standings) -> String {
    let width = standings.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(6).clamp(6, 40);
    let mut text = format!(
        "{:>3}  {:<width$} {:>7} {:>6} {:>6} {:>17}\n",
        "", "player", "rating", "+/-", "games", "won drawn lost"
    );
    for (place, line) in standings.lines.iter().enumerate() {
        text += &row(place + 1, line, width);
    }
    let first = &standings.first_move;
    text += &format!(
        "{} games; moving first is worth {:+.0} +/- {:.0}, scoring {:.1}%\n",
        standings.games,
        first.rating,
        first.error,
        100.0 * standings.first_score
    );
    if let Some(caveat) = standings.caveat() {
        text += &format!("{caveat}\n");
    }
    text
}

fn row(place: usize, line: &Line, width: usize) -> String {
    let faults = if line.faults > 0 { format!("  ({} by own fault)", line.faults) } else { String::new() };
    let name: String = line.name.chars().take(width).collect();
    let counts = format!("{} {} {}", line.wins, line.draws, line.losses);
    format!(
        "{place:>3}. {name:<width$} {:>+7.0} {:>6.0} {:>6} {counts:>17}{faults}\n",
        line.rating.rating, line.rating.error, line.games
    )
}
