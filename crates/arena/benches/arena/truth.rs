//! How true the clock is: 200 games at once of players that sleep 100 ms a move, booked time against the time that the
//! players measured themselves; from the first move on, while most games still start, and once all of them play.

use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use agon_arena::bout::{Bout, Terms, Watcher, play};
use agon_arena::clock::Clock;
use agon_arena::queue::pin_to_core;
use agon_games::catalog::Position;
use agon_games::game::PackedMove;

use crate::players::{Script, build_library, open};

const N_GAMES: usize = 200;
const NAP_MS: u32 = 100;

/// Moves of each game that are looked at once all have started.
const N_MOVES: usize = 10;

/// Moves that are left out: those under way when the last game starts, one of each side.
const N_SKIPPED: usize = 2;

/// Measures programs and libraries.
pub(crate) fn run(script: &Script, folder: &Path) {
    measure("programs", script, &script.specs(NAP_MS.into()), |bout| {
        bout.record.moves.iter().map(|ply| ply.nodes.map(|us| us as f64)).collect()
    });
    if let Some(file) = build_library(script, folder, NAP_MS) {
        let spec = file.display().to_string();
        measure("libraries", script, &[spec.clone(), spec], |bout| {
            let mut logs = [0, 1].map(|side| bout.logs[side].lines().filter_map(|line| line.parse().ok()));
            (0..bout.record.moves.len()).map(|ply| logs[ply % 2].next()).collect()
        });
    }
}

/// Plays the games; `own` gives what the players measured, in microseconds, per ply.
fn measure(name: &str, script: &Script, specs: &[String; 2], own: impl Fn(&Bout) -> Vec<Option<f64>> + Sync) {
    let (n_started, n_done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let [early, late] = [Mutex::new(Vec::new()), Mutex::new(Vec::new())];
    std::thread::scope(|scope| {
        for game in 0..N_GAMES {
            let (n_started, n_done, early, late, own) = (&n_started, &n_done, &early, &late, &own);
            scope.spawn(move || {
                // As matches of foreign players are held: a game stays on one core.
                pin_to_core(game);
                let mut players = specs.each_ref().map(|spec| open(spec));
                let clock = Clock::Game(Duration::from_secs(600), Duration::ZERO);
                let terms = Terms::new(script.table.clone(), clock);
                let mut watcher =
                    Watch { n_started, n_done, n_early: 0, n_late: 0, halt: terms.halt.clone() };
                let [a, b] = &mut players;
                let bout =
                    play(&terms, [a.as_mut(), b.as_mut()], ["a", "b"], &mut watcher).expect("both play");
                let booked = bout.record.moves.iter().map(|ply| ply.us.map(|us| us as f64));
                let nap = f64::from(NAP_MS) * 1e3;
                let wrong = booked.zip(own(&bout)).map(|(booked, own)| Some([booked? - own?, booked? - nap]));
                for (ply, wrong) in wrong.enumerate().filter_map(|(ply, wrong)| Some((ply, wrong?))) {
                    let since = ply.checked_sub(watcher.n_early + N_SKIPPED);
                    if since.is_none_or(|since| since < N_MOVES) {
                        let list = if since.is_none() { early } else { late };
                        list.lock().expect("nobody panics").push(wrong);
                    }
                }
            });
        }
    });
    for (when, list) in [("while games start", early), ("once all play", late)] {
        let wrong = list.into_inner().expect("nobody panics");
        for (which, than) in ["what they measured", "their nap"].into_iter().enumerate() {
            let mut wrong: Vec<f64> = wrong.iter().map(|wrong| wrong[which] / 1e3).collect();
            if wrong.is_empty() {
                continue;
            }
            wrong.sort_by(f64::total_cmp);
            let mut size: Vec<f64> = wrong.iter().map(|wrong| wrong.abs()).collect();
            size.sort_by(f64::total_cmp);
            let at = |list: &[f64], share: f64| list[(list.len() as f64 * share) as usize];
            println!(
                "clock, {N_GAMES} games, {name:9} {when:17} booked more than {than:18} by {:7.3} ms (p1), {:.3} (median), {:.3} (p99); off by {:.3} (p99), {:.3} (worst), {} moves",
                at(&wrong, 0.01),
                at(&wrong, 0.5),
                at(&wrong, 0.99),
                at(&size, 0.99),
                at(&size, 0.9999),
                wrong.len()
            );
        }
    }
}

/// Counts the moves before and after the last game has started, and breaks the game off in the end.
struct Watch<'a> {
    n_started: &'a AtomicUsize,
    n_done: &'a AtomicUsize,
    n_early: usize,
    n_late: usize,
    halt: Arc<AtomicBool>,
}

impl Watcher for Watch<'_> {
    fn moved(&mut self, _: &Position, _: PackedMove) {
        if self.n_early + self.n_late == 0 {
            self.n_started.fetch_add(1, Ordering::Relaxed);
        }
        match self.n_started.load(Ordering::Relaxed) == N_GAMES {
            true => self.n_late += 1,
            false => self.n_early += 1,
        }
        if self.n_late == N_SKIPPED + N_MOVES {
            self.n_done.fetch_add(1, Ordering::Relaxed);
        }
        // Games that end cost more than games that are played: nobody leaves before all are done.
        if self.n_done.load(Ordering::Relaxed) == N_GAMES {
            self.halt.store(true, Ordering::Relaxed);
        }
    }
}
