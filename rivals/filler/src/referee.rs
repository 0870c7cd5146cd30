//! One game by filler's rules. A player takes any colour but the opponent's, its own and useless ones included; the first
//! with more than half of the cells wins. Filler would let two players who gain nothing go on for ever: here that ends.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use games::bits::Wide;
use games::side::{Outcome, Side};
use rustix::time::{ClockId, clock_gettime};

use crate::bridge::Bridge;
use crate::budget::Budget;
use crate::champion::Champion;
use crate::flood::{Flood, Game, Paint};

/// Filler's boards have about 970 components, 1,011 at most of 200.
type Word = Wide<18>;

/// Moves in a row without a gain after which the larger zone wins.
const IDLE: u32 = 100;

/// How a game ended, for the champion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) outcome: i32,
    /// Nobody reached filler's goal.
    pub(crate) is_stuck: bool,
    /// The processor time that the champion and the robot used, and for how many moves each.
    pub(crate) times: [Duration; 2],
    pub(crate) n_moves: [u32; 2],
}

/// Plays the board of this seed, the champion in this seat.
pub(crate) fn play(bridge: &mut Bridge, seed: u64, seat: usize, budget: &Budget) -> Result<End> {
    let colours = bridge.begin(seed, 1 - seat)?;
    let game = Flood::<Word>::new(&bridge.graph, &colours).context("not the board of this program")?;
    let mut champion = Champion::new(&game);
    let mut state = game.start();
    let (mut times, mut n_moves) = ([Duration::ZERO; 2], [0; 2]);
    let (mut n_idle, goal) = (0, bridge.graph.goal);
    while state.sizes.iter().all(|&size| size < goal) && n_idle < IDLE {
        let s = state.side.index();
        let (colour, score, time) = if s == seat {
            let begun = processor_time();
            let mv = champion.choose(&game, &state, budget);
            let time = processor_time().saturating_sub(begun);
            let colour = match mv {
                Paint::Colour(colour) => colour,
                Paint::Pass => state.colours[s],
            };
            (colour, bridge.play(colour)?, time)
        } else {
            let answer = bridge.go()?;
            (answer.colour, answer.score, answer.time)
        };
        ensure!(colour < bridge.graph.n_colours, "there is no colour {colour}");
        // Both zones may begin with one colour; after that the opponent's is never taken.
        if colour == state.colours[1 - s] && colour != state.colours[s] {
            bail!("player {s} took the opponent's colour, {colour}");
        }
        let next = game.play(&state, Paint::Colour(colour));
        ensure!(next.sizes[s] == score, "filler counts {score} cells, we {}", next.sizes[s]);
        n_idle = if next.sizes[s] > state.sizes[s] { 0 } else { n_idle + 1 };
        let who = usize::from(s != seat);
        times[who] += time;
        n_moves[who] += 1;
        state = next;
    }
    let sizes = state.sizes.map(u32::from);
    let outcome = Outcome::by_count(sizes[seat], sizes[1 - seat]).sign_for(Side::First);
    Ok(End { outcome, is_stuck: n_idle >= IDLE, times, n_moves })
}

/// What this thread has used so far. The time on a clock would count whatever else the machine does.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
