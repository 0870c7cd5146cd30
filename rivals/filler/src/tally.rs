//! What a match came to: games won, drawn and lost, the score with its interval, and the processor time of both sides.

use std::fmt;
use std::time::Duration;

use crate::referee::End;

/// The games so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    stuck: u32,
    times: [Duration; 2],
    n_moves: [u32; 2],
}

impl Tally {
    pub(crate) fn add(&mut self, end: &End) {
        match end.outcome {
            1 => self.won += 1,
            0 => self.drawn += 1,
            _ => self.lost += 1,
        }
        self.stuck += u32::from(end.is_stuck);
        for who in 0..2 {
            self.times[who] += end.times[who];
            self.n_moves[who] += end.n_moves[who];
        }
    }

    /// The score and the ends of Wilson's interval of 95%, as if all games were independent: both games of a board
    /// rather make up for each other, so that the real interval is the narrower one.
    fn score(&self) -> [f64; 3] {
        const Z: f64 = 1.959_964;
        let n = f64::from((self.won + self.drawn + self.lost).max(1));
        let score = (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / n;
        let middle = (score + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
        [score, middle - half, (middle + half).min(1.0)]
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [score, low, high] = self.score().map(|part| 100.0 * part);
        let per_move = |who: usize| 1e3 * self.times[who].as_secs_f64() / f64::from(self.n_moves[who].max(1));
        write!(f, "won {}, drawn {}, lost {}: {score:.1}%", self.won, self.drawn, self.lost)?;
        write!(f, " ({low:.1} to {high:.1})")?;
        write!(f, "; processor time per move: champion {:.3} ms, robot {:.3} ms", per_move(0), per_move(1))?;
        if self.stuck > 0 {
            write!(f, "; {} games where nobody got on, won by the larger zone", self.stuck)?;
        }
        Ok(())
    }
}
