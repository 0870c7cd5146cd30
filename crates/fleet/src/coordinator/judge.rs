//! Whether a report is what was asked for: the right players, opening and seeds, and moves that replay by the rules
//! to the result it claims. A worker that sends anything else is not believed.

use agon_arena::job::Job;
use agon_arena::verify::Replayer;
use agon_games::record::{Ending, Record};

/// Checks reports.
#[derive(Default)]
pub(crate) struct Judge {
    replayer: Replayer,
}

impl Judge {
    /// What is wrong with a pair, in words.
    pub(crate) fn check(&mut self, job: &Job, records: &[Record], worker: &str) -> Result<(), String> {
        if records.len() != usize::from(job.n_games) {
            return Err(format!("{worker} sent {} games of {}", records.len(), job.n_games));
        }
        for (leg, record) in job.legs().zip(records) {
            let is_player = |side: usize| {
                let (told, asked) = (&record.players[side], leg.players()[side]);
                told.hash.as_deref() == Some(&asked.hash)
                    && told.spec == asked.spec
                    && told.name == asked.name
            };
            let opening = record.moves.iter().take(record.opening).map(|m| &m.text);
            let is_asked = is_player(0)
                && is_player(1)
                && record.game == *job.game
                && record.seed == Some(job.seed)
                && record.ending != Ending::Aborted
                && opening.eq(job.opening.iter());
            if !is_asked {
                return Err(format!("{worker} sent a game that was not asked for"));
            }
            self.replayer.check(record).map_err(|why| format!("{worker}: {why}"))?;
        }
        Ok(())
    }
}
