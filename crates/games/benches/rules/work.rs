//! Pieces of work and how fast they go: everything of a case is run in turns, several times, and the best
//! time of each counts, so that a busy machine slows all of them alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often each work of a case is timed.
const ROUNDS: usize = 5;
/// A timing repeats its work until it has taken this long.
const LEAST: Duration = Duration::from_millis(150);

/// Something to be timed.
pub(crate) struct Work {
    /// `amazons/10 perft 2`; of a peer, its name.
    pub(crate) name: String,
    /// How it is done.
    run: Run,
    /// The best rate so far, in units a second.
    best: f64,
}

enum Run {
    /// Does the work once and says how many units that was.
    Here(Box<dyn FnMut() -> u64>),
    /// Measures itself, in another process: units a second, or why not.
    Elsewhere(Box<dyn FnMut() -> Result<f64, String>>),
    /// Cannot be run.
    Skipped(String),
}

impl Work {
    /// A work of this process; `run` does it once and says how many units that was.
    pub(crate) fn new(name: impl Into<String>, run: impl FnMut() -> u64 + 'static) -> Self {
        Self { name: name.into(), run: Run::Here(Box::new(run)), best: 0.0 }
    }

    /// A work that measures its own rate, elsewhere; what it says on failure is printed instead.
    pub(crate) fn elsewhere(
        name: impl Into<String>,
        rate: impl FnMut() -> Result<f64, String> + 'static,
    ) -> Self {
        Self { name: name.into(), run: Run::Elsewhere(Box::new(rate)), best: 0.0 }
    }

    /// Does the work once, not timed; says how many units that was.
    pub(crate) fn once(&mut self) -> u64 {
        if let Run::Here(run) = &mut self.run { black_box(run()) } else { 0 }
    }

    fn time(&mut self) {
        let rate = match &mut self.run {
            Run::Here(run) => rate_of(run),
            Run::Elsewhere(rate) => match rate() {
                Ok(rate) => rate,
                Err(reason) => return self.run = Run::Skipped(reason),
            },
            Run::Skipped(_) => return,
        };
        self.best = self.best.max(rate);
    }
}

fn rate_of(run: &mut dyn FnMut() -> u64) -> f64 {
    let (start, mut units) = (Instant::now(), 0);
    while start.elapsed() < LEAST {
        units += black_box(run());
    }
    units as f64 / start.elapsed().as_secs_f64()
}

/// One line of the bench: our work, what it is counted in, and the peers that do the same.
pub(crate) struct Case {
    pub(crate) ours: Work,
    /// `leaves`, `games`, `plies`.
    unit: &'static str,
    /// Bits of the word that holds the board.
    bits: usize,
    peers: Vec<Work>,
    instructions: bool,
}

impl Case {
    /// A case without peers.
    pub(crate) const fn new(bits: usize, unit: &'static str, ours: Work) -> Self {
        Self { ours, unit, bits, peers: Vec::new(), instructions: false }
    }

    /// Adds a peer.
    pub(crate) fn beside(mut self, peer: Work) -> Self {
        self.peers.push(peer);
        self
    }

    /// Also counts instructions per unit.
    pub(crate) const fn with_instructions(mut self) -> Self {
        self.instructions = true;
        self
    }

    /// Times our work and the peers' in turns.
    pub(crate) fn measure(&mut self) {
        for _ in 0..ROUNDS {
            self.ours.time();
            self.peers.iter_mut().for_each(Work::time);
        }
    }

    /// One line for us, one for each peer with the ratio, one for instructions.
    pub(crate) fn print(&mut self) {
        println!(
            "{:<34} {:>4} bit {:>16} {}/s",
            self.ours.name,
            self.bits,
            grouped(self.ours.best),
            self.unit
        );
        for peer in &self.peers {
            match &peer.run {
                Run::Skipped(reason) => println!("    beside {:<32} skipped: {reason}", peer.name),
                _ => {
                    let ratio = self.ours.best / peer.best;
                    println!(
                        "    beside {:<32} {:>16} {}/s   {ratio:.2}x",
                        peer.name,
                        grouped(peer.best),
                        self.unit
                    );
                }
            }
        }
        if self.instructions {
            match crate::instructions::count(&self.ours.name) {
                Ok((total, units)) => {
                    let each = total as f64 / units.max(1) as f64;
                    println!("    {each:.2} instructions per unit ({total} in all)");
                }
                Err(reason) => println!("    instructions not counted: {reason}"),
            }
        }
    }
}

fn grouped(rate: f64) -> String {
    let digits = format!("{rate:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
