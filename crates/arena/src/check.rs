//! `agon check`: does this player keep the rules of being a player? Each item passes or fails with the reason, and
//! the player's own log is shown.

use std::time::{Duration, Instant};

use agon_games::catalog::Table;
use agon_games::record::{Ending, Record};
use agon_games::side::Side;

use crate::bout::{self, Bout, BoutError, Nobody, Terms};
use crate::clock::Clock;
use crate::player::built_in::BuiltIn;
use crate::player::custody::Custody;
use crate::player::spec::{self, PlayerError};

/// What a check covers.
#[derive(Debug, Clone)]
pub struct Exam {
    /// The player, as on the command line.
    pub spec: String,
    /// The game and where it begins.
    pub table: Table,
    /// The clock that it must keep.
    pub clock: Clock,
    /// Games against random, seats swapped.
    pub n_games: u32,
    /// Where chance comes from.
    pub seed: u64,
    /// How the player is held.
    pub custody: Custody,
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What was looked at.
    pub name: &'static str,
    /// What was found when it passed, or why it failed.
    pub finding: Result<String, String>,
}

/// The report.
#[derive(Debug, Clone)]
pub struct Findings {
    /// In the order of a player's life.
    pub items: Vec<Item>,
    /// What the player printed in its last game.
    pub log: String,
}

impl Findings {
    /// Whether every item passed.
    pub fn is_passed(&self) -> bool {
        self.items.iter().all(|item| item.finding.is_ok())
    }
}

/// Plays the games and looks at each item.
pub fn check(exam: &Exam) -> Result<Findings, PlayerError> {
    check_watched(exam, &mut |_, _| {})
}

/// [`check`], with someone who hears of each game when it is over: its number from 0, and its record.
pub fn check_watched(exam: &Exam, seen: &mut dyn FnMut(u32, &Record)) -> Result<Findings, PlayerError> {
    let mut games = Vec::new();
    let mut refusal = None;
    let begun = Instant::now();
    for number in 0..exam.n_games.max(1) {
        match play(exam, number)? {
            Ok(game) => {
                seen(number, &game.bout.record);
                games.push(game);
            }
            Err(error) => {
                refusal = Some(error.to_string());
                break;
            }
        }
    }
    let took = begun.elapsed();
    let log = games.last().map_or_else(String::new, |game| game.bout.logs[game.seat.index()].clone());
    let items = match refusal {
        Some(why) => vec![Item { name: "starts", finding: Err(why) }],
        None => items(exam, &games, took),
    };
    Ok(Findings { items, log })
}

/// A game and where the player sat.
struct Played {
    bout: Bout,
    seat: Side,
}

fn play(exam: &Exam, number: u32) -> Result<Result<Played, BoutError>, PlayerError> {
    let seat = Side::from_index(number as usize % 2);
    let mut terms = Terms::new(exam.table.clone(), exam.clock);
    terms.seeds = [exam.seed + u64::from(number), exam.seed + 1000 + u64::from(number)];
    let mut guest = spec::open(&exam.spec, &exam.custody, None)?;
    let mut random = BuiltIn::new("random");
    let played = match seat {
        Side::First => bout::play(&terms, [guest.as_mut(), &mut random], [&exam.spec, "random"], &mut Nobody),
        Side::Second => {
            bout::play(&terms, [&mut random, guest.as_mut()], ["random", &exam.spec], &mut Nobody)
        }
    };
    // A player that could stay for another game is sent home here, which is where its end is seen.
    let end = guest.dismiss();
    Ok(played.map(|mut bout| {
        let aftermath = &mut bout.aftermath[seat.index()];
        *aftermath = aftermath.take().or(end);
        Played { bout, seat }
    }))
}

fn items(exam: &Exam, games: &[Played], took: Duration) -> Vec<Item> {
    let is_at_start =
        |record: &Record| record.reason.as_deref().is_some_and(|why| why.starts_with("at the start"));
    let failed = |endings: &[Ending], at_start: bool| {
        let mut found = games.iter().enumerate().filter(|(_, game)| {
            let record = &game.bout.record;
            endings.contains(&record.ending)
                && record.winner != Some(game.seat)
                && is_at_start(record) == at_start
        });
        found.next().map(|(number, game)| describe(number, &game.bout.record))
    };
    let own_moves = own_moves(games, exam.table.start().side());
    let every = [Ending::Time, Ending::Crash, Ending::Memory, Ending::Protocol, Ending::Illegal];
    let name = &games[0].bout.record.players[games[0].seat.index()];
    let isolation = name.isolation.as_deref().map_or(String::new(), |layers| format!(", held by {layers}"));
    let slowest = own_moves.iter().copied().max().unwrap_or(0);
    let n_moves = own_moves.len();
    let passed = |text: String, fault: Option<String>| fault.map_or(Ok(text), Err);
    vec![
        Item {
            name: "starts",
            finding: passed(format!("as {}{isolation}", name.name), failed(&every, true)),
        },
        Item {
            name: "answers",
            finding: passed(
                format!("{n_moves} moves in {} games", games.len()),
                failed(&[Ending::Crash], false),
            ),
        },
        Item {
            name: "in time",
            finding: passed(
                format!("slowest move {:.1?}, clock {}", Duration::from_micros(slowest), exam.clock),
                failed(&[Ending::Time], false),
            ),
        },
        Item {
            name: "legal",
            finding: passed(format!("every move of {n_moves}"), failed(&[Ending::Illegal], false)),
        },
        Item {
            name: "memory",
            finding: passed(
                format!("below {} MB", exam.custody.memory >> 20),
                failed(&[Ending::Memory], false),
            ),
        },
        Item {
            name: "output",
            finding: passed("says what it should and no more".to_owned(), failed(&[Ending::Protocol], false)),
        },
        Item { name: "ends", finding: passed(format!("cleanly, all in {took:.1?}"), bad_end(games)) },
    ]
}

/// Microseconds of each of the player's own moves.
fn own_moves(games: &[Played], first: Side) -> Vec<u64> {
    let mut times = Vec::new();
    for game in games {
        let record = &game.bout.record;
        let own = |ply: usize| (ply + first.index()) % 2 == game.seat.index();
        let plies = record.moves.iter().enumerate().filter(|(ply, _)| own(*ply));
        times.extend(plies.map(|(_, ply)| ply.us.unwrap_or(0)));
    }
    times
}

fn bad_end(games: &[Played]) -> Option<String> {
    let mut ends = games.iter().enumerate();
    ends.find_map(|(number, game)| {
        let fault = game.bout.aftermath[game.seat.index()].as_ref()?;
        Some(format!("game {}: {} ({})", number + 1, fault.reason, fault.ending.name()))
    })
}

fn describe(number: usize, record: &Record) -> String {
    let why = record.reason.as_deref().unwrap_or("no reason given");
    format!("game {}, move {}: {why}", number + 1, record.moves.len() + 1)
}
