//! Shares a clock out over the moves of a game, and never lets it run out. The safety margin is measured: how
//! much more time the clock loses between two moves than the thinking took, and how late searches stop.

use std::time::{Duration, Instant};

use crate::budget::{Budget, Time};

/// When a search should and must end.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// When it began.
    pub begun: Instant,
    /// About when the move should be made.
    pub soft: Option<Instant>,
    /// No step begins after this that takes several times as long as all before it.
    pub last_step: Option<Instant>,
    /// It must stop here.
    pub hard: Option<Instant>,
}

impl Deadlines {
    /// A search that begins now and has all the time in the world.
    pub const fn none(begun: Instant) -> Self {
        Self { begun, soft: None, last_step: None, hard: None }
    }
}

/// What one player knows about its clock from move to move.
#[derive(Clone, Debug, Default)]
pub struct Timekeeper {
    /// The most that the clock lost beyond our own thinking, and the most that we stopped late; fading.
    lag: Duration,
    /// What the clock should show at the next move.
    expected: Option<Duration>,
}

/// Never planned for, whatever was measured: a thread may be put to sleep for this long at any time.
const LEAST_MARGIN: Duration = Duration::from_millis(2);
/// A margin of this part of what there is, for machines that are busier than they were.
const MARGIN_PART: u32 = 40;
/// A fixed time for each move is overstepped by any pause at its end, and lost with it is the game: this part of it is
/// kept free, up to a limit. Of moves of 100 ms, one in some hundred met a pause of 4 to 10 ms at its end on a virtual machine.
const PAUSE_PART: u32 = 14;
const LONGEST_PAUSE: Duration = Duration::from_millis(7);
/// What is kept back of a clock, for the same reason; half of what it shows if that is less.
const RESERVE: Duration = Duration::from_millis(30);
/// A single move gets at most this many times its share.
const MOST_SHARES: f64 = 3.0;
/// A step is begun while no more than this part of the move's share is used: a step takes a few times as long
/// as the one before, and one that is broken off is not lost when its first moves are done.
const WORTH_BEGINNING: f64 = 0.55;

impl Timekeeper {
    /// The deadlines of a search that begins now, with about this many plies still to come.
    pub fn begin(&mut self, budget: &Budget, plies_left: u32) -> Deadlines {
        let begun = Instant::now();
        let Some(time) = budget.time else { return Deadlines::none(begun) };
        let (soft, hard) = self.plan(&time, plies_left);
        // What a fixed time for each move leaves over is of no use to later ones.
        let last_step = if time.remaining.is_some() { soft.mul_f64(WORTH_BEGINNING) } else { hard };
        let at = |time: Duration| Some(begun + time);
        Deadlines { begun, soft: at(soft), last_step: at(last_step), hard: at(hard) }
    }

    /// Notes when the search really ended.
    pub fn end(&mut self, budget: &Budget, deadlines: &Deadlines) {
        let (Some(time), Some(hard)) = (budget.time, deadlines.hard) else { return };
        let now = Instant::now();
        self.note(&time, now.duration_since(deadlines.begun), now.saturating_duration_since(hard));
    }

    /// How long to think, by choice and at most, when the clock shows this.
    pub fn plan(&mut self, time: &Time, plies_left: u32) -> (Duration, Duration) {
        if let (Some(expected), Some(remaining)) = (self.expected.take(), time.remaining) {
            self.learn(expected.saturating_sub(remaining));
        }
        self.share(time, plies_left)
    }

    /// Takes note of a move that took this long, and was that much later than it should.
    pub fn note(&mut self, time: &Time, spent: Duration, late: Duration) {
        self.learn(late);
        self.expected = time.remaining.map(|left| left.saturating_sub(spent) + time.increment);
    }

    /// Forgets the clock of the last game, not what was measured.
    pub fn new_game(&mut self) {
        self.expected = None;
    }

    fn learn(&mut self, lost: Duration) {
        // A jump of more than a second is another game, or a clock that was set.
        if lost < Duration::from_secs(1) {
            self.lag = lost.max(self.lag * 7 / 8);
        }
    }

    fn share(&self, time: &Time, plies_left: u32) -> (Duration, Duration) {
        let mut shares = (Duration::MAX, Duration::MAX);
        if let Some(movetime) = time.movetime {
            let pause = (movetime / PAUSE_PART).min(LONGEST_PAUSE).max(movetime / MARGIN_PART);
            let margin = LEAST_MARGIN + pause + self.lag;
            let usable = movetime - margin.min(movetime * 9 / 10);
            shares = (usable, usable);
        }
        if let Some(remaining) = time.remaining {
            let n_moves = plies_left.div_ceil(2).max(1);
            // What each of the moves may lose is put aside before the rest is shared out.
            let pauses = RESERVE.min(remaining / 2).max(LEAST_MARGIN + remaining / MARGIN_PART);
            let margin = pauses + self.lag * (n_moves + 2);
            let usable = remaining - margin.min(remaining * 9 / 10);
            let share = usable.as_secs_f64() / f64::from(n_moves + 1) + 0.8 * time.increment.as_secs_f64();
            let most = usable.as_secs_f64() * 0.5;
            let soft = Duration::from_secs_f64(share.min(most));
            let hard = Duration::from_secs_f64((share * MOST_SHARES).min(most));
            shares = (shares.0.min(soft), shares.1.min(hard));
        }
        shares
    }
}
