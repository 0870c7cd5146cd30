//! The students' findings, played again: prints the tables of `docs/findings.md`.
//!
//! `cargo run --release -p agon-arena --example findings [GAMES]`; fewer games than given in the tables with a
//! number. Each line of the first table is also one `agon match` command.

use std::sync::atomic::AtomicBool;

use agon_arena::hall::Hall;
use agon_arena::player::custody::Custody;
use agon_arena::report::gather;
use agon_arena::runner::Event;
use agon_arena::store::Store;
use agon_arena::summary::MatchCounts;
use agon_arena::tournament::{Format, Manner, Plan, Tournament};
use agon_arena::venue::Venue;
use agon_games::catalog::NoFiles;

/// What was found, and the match that asks: game, players, games, clock, openings.
const MATCHES: [(&str, [&str; 6]); 10] = [
    (
        "Amazons: alpha-beta with mobility beats random",
        ["amazons/6", "alphabeta:eval=mobility", "random", "200", "depth=2", "random:2"],
    ),
    (
        "Amazons: territory beats mobility",
        ["amazons/6", "alphabeta:eval=territory", "alphabeta:eval=mobility", "200", "depth=2", "random:2"],
    ),
    (
        "Reversi: heuristic 1 (discs) against random",
        ["reversi/8", "alphabeta:eval=discs", "random", "1000", "depth=2", "random:2"],
    ),
    (
        "Reversi: heuristic 2 (and corners) against random",
        ["reversi/8", "alphabeta:eval=corners", "random", "1000", "depth=2", "random:2"],
    ),
    (
        "Reversi: heuristic 3 (and cells beside them) against random",
        ["reversi/8", "alphabeta:eval=edges", "random", "1000", "depth=2", "random:2"],
    ),
    (
        "Reversi: 2 beats 1",
        ["reversi/8", "alphabeta:eval=corners", "alphabeta:eval=discs", "1000", "depth=2", "random:4"],
    ),
    (
        "Reversi: 3 beats 2",
        ["reversi/8", "alphabeta:eval=edges", "alphabeta:eval=corners", "1000", "depth=2", "random:4"],
    ),
    ("Flood: greedy beats random", ["flood/12", "greedy", "random", "1000", "nodes=1000", "auto"]),
    ("Flood: Monte-Carlo beats greedy", ["flood/12", "montecarlo", "greedy", "1000", "nodes=20000", "auto"]),
    (
        "Reversi: a random player does better moving second",
        ["reversi/8", "random", "random", "20000", "nodes=1", "none"],
    ),
];

/// Searches of one depth: what they need for a move.
const SEARCHES: [(&str, &str, &[&str]); 3] = [
    (
        "blobwar/8",
        "depth=3",
        &[
            "minimax",
            "alphabeta",
            "alphabeta:order=hints",
            "alphabeta:order=eval",
            "pvs:order=hints,tt=0",
            "pvs:order=eval,tt=0",
        ],
    ),
    ("reversi/8", "depth=4", &["minimax", "alphabeta", "alphabeta:order=hints", "pvs:order=hints,tt=0"]),
    ("blobwar/8", "depth=4", &["alphabeta", "alphabeta:threads=2"]),
];

fn hall(_: usize) -> Box<dyn Venue> {
    Box::new(Hall::new(Custody::default()))
}

fn play(plan: Plan, workers: usize) -> Result<(Store, MatchCounts), Box<dyn std::error::Error>> {
    let mut tournament = Tournament::new(plan, &NoFiles)?;
    let mut store = Store::in_memory()?;
    tournament.enter(&mut store, false)?;
    let mut counts = MatchCounts::default();
    let mut listen = |event: Event<'_>| {
        if let Event::Finished(results, _) = event {
            results.iter().for_each(|result| counts.add(result));
        }
    };
    let manner = Manner { workers, pin: false };
    tournament.run(Some(&mut store), &hall, manner, &AtomicBool::new(false), &mut listen)?;
    Ok((store, counts))
}

fn one_match(what: &str, terms: &[&str; 6], most: u64) -> Result<(), Box<dyn std::error::Error>> {
    let [game, a, b, games, clock, openings] = *terms;
    let games = games.parse::<u64>()?.min(most);
    let plan = Plan {
        format: Format::Match,
        games,
        clock: clock.to_owned(),
        openings: openings.to_owned(),
        ..Plan::new(game, &[a, b])
    };
    let (store, counts) = play(plan, 0)?;
    let s = counts.summary(None, 0.0);
    let first = &gather(&store, None)?[0].standings;
    println!(
        "| {what} | `agon match {game} {a} {b} --games {games} --clock {clock} --openings {openings}` | {:.1}% ({:.1}-{:.1}) | {:+.0} ({:+.0} to {:+.0}) | {:.1}% ({:.1}-{:.1}) |",
        100.0 * s.score,
        100.0 * s.score95[0],
        100.0 * s.score95[1],
        s.elo,
        s.elo95[0],
        s.elo95[1],
        100.0 * first.first_score,
        100.0 * first.first_score95.low,
        100.0 * first.first_score95.high
    );
    Ok(())
}

/// Each search plays random from the same openings; nodes and time per move are its own.
fn searches(game: &str, clock: &str, players: &[&str], most: u64) -> Result<(), Box<dyn std::error::Error>> {
    let depth = clock.trim_start_matches("depth=");
    for player in players {
        let joint = if player.contains(':') { ',' } else { ':' };
        let spec = format!("{player}{joint}depth={depth}");
        let plan = Plan {
            format: Format::Match,
            games: 20.min(most),
            clock: "1000s".to_owned(),
            openings: "random:4".to_owned(),
            ..Plan::new(game, &[&spec, "random"])
        };
        let (store, _) = play(plan, 1)?;
        let report = gather(&store, None)?.remove(0);
        let at = report.standings.lines.iter().position(|line| line.spec == spec).unwrap_or(0);
        let detail = &report.players[at];
        println!(
            "| {game} | `{spec}` | {:.0} | {:.3} | {} |",
            detail.mean_nodes.unwrap_or(0.0),
            detail.mean_us / 1e3,
            detail.moves
        );
    }
    Ok(())
}

fn main() {
    // `findings match GAME A B GAMES CLOCK OPENINGS` plays one match of your own.
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("match", terms)) = args.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        let terms: Vec<&str> = terms.iter().map(String::as_str).collect();
        let played = terms
            .as_slice()
            .try_into()
            .map_err(Into::into)
            .and_then(|terms| one_match("match", terms, u64::MAX));
        if let Err(error) = played {
            eprintln!("match GAME A B GAMES CLOCK OPENINGS: {error}");
        }
        return;
    }
    let most = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(u64::MAX);
    println!(
        "| finding | command | score of the first named (95%) | Elo (95%) | score of moving first (95%) |"
    );
    println!("|---|---|---|---|---|");
    for (what, terms) in &MATCHES {
        if let Err(error) = one_match(what, terms, most) {
            eprintln!("{what}: {error}");
        }
    }
    println!("\n| game | search | nodes per move | ms per move | moves |\n|---|---|---|---|---|");
    for (game, clock, players) in &SEARCHES {
        if let Err(error) = searches(game, clock, players, most) {
            eprintln!("{game}: {error}");
        }
    }
}
