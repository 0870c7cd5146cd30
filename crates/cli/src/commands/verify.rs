//! `agon verify`: replays every game of a database and computes every rating again.

use agon_arena::store::Store;
use agon_arena::verify::{SpotCheck, play_again, verify};
use anyhow::{Result, bail};
use clap::Args;

use crate::database::Database;
use crate::output::Output;
use crate::progress;
use crate::tourney::venues;

/// Replay every game of a database, and compute every rating again
#[derive(Args)]
#[command(after_help = "Examples:
  agon verify games.db
  agon verify games.db --json
  agon verify games.db --again 100")]
pub struct Verify {
    #[command(flatten)]
    db: Database,
    /// Instead, play so many pairs again, of every worker alike, and compare: where the clock counts no time
    #[arg(long, value_name = "PAIRS", value_parser = clap::value_parser!(u64).range(1..))]
    again: Option<u64>,
    /// Which pairs are drawn to be played again
    #[arg(long, value_name = "S", default_value_t = 0, requires = "again")]
    seed: u64,
}

impl Verify {
    /// Prints what is not as it should be.
    pub fn run(&self, output: &Output) -> Result<()> {
        let store = self.db.open()?;
        if let Some(n_pairs) = self.again {
            return self.play_again(&store, n_pairs, output);
        }
        let bar = progress::games(output, None);
        let found = verify(&store, &mut |games| bar.set_position(games))?;
        bar.finish_and_clear();
        if output.json {
            output.value(&found)?;
        } else {
            for fault in &found.faults {
                output.text(&format!("{}: {}\n", fault.place, fault.what))?;
            }
            output.text(&format!(
                "{} games with {} moves replayed, {} tournaments rated again: {} faults\n",
                found.games, found.moves, found.tournaments, found.n_faults
            ))?;
        }
        if !found.is_clean() {
            bail!("`{}` has {} faults", self.db.path().display(), found.n_faults);
        }
        Ok(())
    }

    fn play_again(&self, store: &Store, n_pairs: u64, output: &Output) -> Result<()> {
        let bar = progress::games(output, None);
        let found =
            play_again(store, &mut *venues(0), n_pairs, self.seed, &mut |pairs| bar.set_position(2 * pairs))?;
        bar.finish_and_clear();
        let SpotCheck { pairs, repeatable, faults, workers } = &found;
        if output.json {
            output.value(&found)?;
        } else {
            for fault in faults {
                output.text(&format!("{}: {}\n", fault.place, fault.what))?;
            }
            for (worker, n) in workers {
                output.text(&format!("{worker}: {n} pairs played again\n"))?;
            }
            output.text(&format!(
                "{pairs} of {repeatable} pairs that can be were played again: {} came out otherwise\n",
                faults.len()
            ))?;
        }
        if !faults.is_empty() {
            bail!("`{}` has {} pairs that came out otherwise", self.db.path().display(), faults.len());
        }
        if *pairs == 0 {
            bail!(
                "no pair of `{}` can be played again exactly: their clocks count time",
                self.db.path().display()
            );
        }
        Ok(())
    }
}
