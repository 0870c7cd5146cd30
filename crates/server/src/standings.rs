//! Standings: each game's ladder with its intervals, who is ahead of whom and how surely, how ratings went, and a page
//! about each player.

use std::collections::BTreeMap;
use std::sync::Arc;

use agon_arena::standings::{Line, Standings};
use agon_arena::stats::{GameResult, Tally, likelihood_of_superiority, rate};
use agon_arena::store::StoredGame;
use agon_games::side::Side;
use axum::extract::{Path, State};
use axum::response::Response;
use serde_json::{Value, json};

use crate::hub::Hub;
use crate::ladder::entry_of;
use crate::meta::GAMES;
use crate::refusal::Refusal;
use crate::results::ladder_name;

/// Points of a rating's history.
const HISTORY: usize = 24;
/// Games listed on a player's page.
const LISTED: usize = 40;

/// The ladders of all games.
pub(crate) async fn all(State(hub): State<Arc<Hub>>) -> Result<Response, Refusal> {
    let ladders = hub.clone();
    hub.answers.get("standings".to_owned(), move || every(&ladders)).await
}

fn every(hub: &Hub) -> Result<Value, Refusal> {
    let clock = hub.course.settings()?.clock;
    let game = |(name, title, ..): &(&str, &str, usize, _, bool)| {
        let standings = table(hub, name, &clock);
        let players = standings.map_or_else(Vec::new, |s| s.lines.iter().map(line).collect());
        json!({ "name": name, "title": title, "clock": clock, "players": players })
    };
    Ok(Value::Array(GAMES.iter().map(game).collect()))
}

/// One ladder with everything: cross table, comparisons, history.
pub(crate) async fn one(State(hub): State<Arc<Hub>>, Path(game): Path<String>) -> Result<Response, Refusal> {
    let title = GAMES.iter().find(|(name, ..)| *name == game).map(|(_, title, ..)| *title);
    let title = title.ok_or_else(|| Refusal::missing("there is no ladder of this game"))?;
    let ladders = hub.clone();
    hub.answers.get(format!("standings/{game}"), move || whole(&ladders, &game, title)).await
}

fn whole(hub: &Hub, game: &str, title: &str) -> Result<Value, Refusal> {
    let clock = hub.course.settings()?.clock;
    let Some(standings) = table(hub, game, &clock) else {
        return Ok(json!({ "name": game, "title": title, "clock": clock, "players": [] }));
    };
    let ladder = hub.results.find(&ladder_name(game, &clock)).unwrap_or_default();
    let cross: Vec<Vec<Value>> = standings
        .cross
        .iter()
        .map(|row| row.iter().map(|c| json!([c.wins, c.draws, c.losses])).collect())
        .collect();
    Ok(json!({
        "name": game,
        "title": title,
        "clock": clock,
        "players": standings.lines.iter().map(line).collect::<Vec<_>>(),
        "cross": cross,
        "ahead": comparisons(&standings),
        "history": history(&hub.results.games(ladder), &standings),
        "endings": standings.endings,
        "games": standings.games,
        "first_move": { "rating": standings.first_move.rating, "error": standings.first_move.error },
        "caveat": standings.caveat(),
    }))
}

fn table(hub: &Hub, game: &str, clock: &str) -> Option<Arc<Standings>> {
    hub.results.find(&ladder_name(game, clock)).map(|ladder| hub.results.standings(ladder))
}

fn line(line: &Line) -> Value {
    json!({
        "id": line.id,
        "name": line.name,
        "house": entry_of(&line.spec).is_none(),
        "rating": line.rating.rating,
        "error": line.rating.error,
        "games": line.games,
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        "faults": line.faults,
        "score": line.score,
    })
}

/// How surely each player is ahead of the next below, by the games between the two alone.
fn comparisons(standings: &Standings) -> Vec<Value> {
    let mut found = Vec::new();
    for (i, a) in standings.lines.iter().enumerate() {
        for (j, b) in standings.lines.iter().enumerate().skip(i + 1).take(2) {
            let cross = &standings.cross[i][j];
            let games = cross.wins + cross.draws + cross.losses;
            let n_pairs: u64 = cross.pairs.iter().sum();
            if n_pairs >= 2 {
                let sure = likelihood_of_superiority(&Tally::Pairs(cross.pairs));
                found.push(json!({ "a": a.name, "b": b.name, "sure": sure, "games": games }));
            }
        }
    }
    found
}

/// The rating of every player after parts of all games, computed anew for each part.
fn history(games: &[StoredGame], standings: &Standings) -> Value {
    let index: BTreeMap<i64, usize> =
        standings.lines.iter().enumerate().map(|(i, line)| (line.id, i)).collect();
    let result = |game: &StoredGame| {
        Some(GameResult {
            first: *index.get(&game.players[0])?,
            second: *index.get(&game.players[1])?,
            score: game.score(),
            pair: game.pair_id(),
        })
    };
    let results: Vec<GameResult> = games.iter().filter_map(result).collect();
    let mut points = Vec::new();
    let mut lines: Vec<Vec<Option<f64>>> = vec![Vec::new(); index.len()];
    for part in 1..=HISTORY {
        let n = results.len() * part / HISTORY;
        if n < 2 || points.last() == Some(&n) {
            continue;
        }
        points.push(n);
        let ratings = rate(index.len(), &results[..n], None);
        for (line, rating) in lines.iter_mut().zip(&ratings.players) {
            line.push((rating.n_games > 0).then_some(rating.rating.round()));
        }
    }
    json!({ "games": points, "ratings": lines })
}

/// A player: its record by opponent, its endings, its time, its games.
pub(crate) async fn player(State(hub): State<Arc<Hub>>, Path(id): Path<i64>) -> Result<Response, Refusal> {
    let players = hub.clone();
    hub.answers.get(format!("player/{id}"), move || page(&players, id)).await
}

fn page(hub: &Hub, id: i64) -> Result<Value, Refusal> {
    let players = hub.results.players();
    let find = |id: i64| players.iter().find(|(known, _)| *known == id).map(|(_, identity)| identity);
    let identity = find(id).ok_or_else(|| Refusal::missing("there is no such player"))?;
    let clock = hub.course.settings()?.clock;
    let mut ladders = Vec::new();
    for (game, title, ..) in &GAMES {
        let Some(ladder) = hub.results.find(&ladder_name(game, &clock)) else { continue };
        let games = hub.results.games(ladder);
        let own: Vec<&StoredGame> = games.iter().filter(|game| game.players.contains(&id)).collect();
        if own.is_empty() {
            continue;
        }
        let standings = hub.results.standings(ladder);
        let rank = standings.lines.iter().position(|line| line.id == id);
        let name = |id: i64| find(id).map(|identity| identity.name.as_str());
        ladders.push(json!({
            "name": game,
            "title": title,
            "rank": rank.map(|rank| rank + 1),
            "of": standings.lines.len(),
            "line": rank.map(|rank| line(&standings.lines[rank])),
            "opponents": opponents(&own, id, &name),
            "endings": endings(&own, id),
            "games": own.iter().rev().take(LISTED).map(|game| listed(game, id, &name)).collect::<Vec<_>>(),
            "time": time_use(hub, &own, id),
        }));
    }
    let entry = entry_of(&identity.spec).map_or(Ok(None), |entry| hub.course.entry(entry))?;
    let versions: Vec<Value> = match &entry {
        Some(entry) => {
            let all = hub.course.entries(Some(entry.team))?;
            let same = all.into_iter().filter(|other| other.game == entry.game);
            let number = |spec: String| players.iter().find(|(_, i)| i.spec == spec).map(|(id, _)| *id);
            same.map(|e| json!({ "version": e.version, "state": e.state, "created": e.created, "player": number(format!("upload:{}", e.id)) })).collect()
        }
        None => Vec::new(),
    };
    Ok(json!({
        "id": id,
        "name": identity.name,
        "house": entry.is_none(),
        "spec": entry.is_none().then_some(&identity.spec),
        "entry": entry.as_ref().map(|entry| entry.id),
        "state": entry.as_ref().map(|entry| entry.state),
        "versions": versions,
        "ladders": ladders,
    }))
}

/// Points of a player in a game.
fn points(game: &StoredGame, id: i64) -> f64 {
    if game.players[0] == id { game.score() } else { 1.0 - game.score() }
}

fn opponents<'a>(games: &[&StoredGame], id: i64, name: &dyn Fn(i64) -> Option<&'a str>) -> Vec<Value> {
    let mut by: BTreeMap<i64, [u64; 3]> = BTreeMap::new();
    for game in games {
        let other = game.players[usize::from(game.players[0] == id)];
        let count = by.entry(other).or_default();
        match points(game, id) {
            p if p > 0.75 => count[0] += 1,
            p if p < 0.25 => count[2] += 1,
            _ => count[1] += 1,
        }
    }
    let mut rows: Vec<(u64, Value)> = by
        .into_iter()
        .map(|(other, [wins, draws, losses])| {
            let row =
                json!({ "id": other, "name": name(other), "wins": wins, "draws": draws, "losses": losses });
            (wins + draws + losses, row)
        })
        .collect();
    rows.sort_by_key(|(games, _)| std::cmp::Reverse(*games));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// How its games ended, from its own side: won, drawn, lost, each by what.
fn endings(games: &[&StoredGame], id: i64) -> BTreeMap<String, u64> {
    let mut endings = BTreeMap::new();
    for game in games {
        let outcome = match points(game, id) {
            p if p > 0.75 => "won",
            p if p < 0.25 => "lost",
            _ => "drawn",
        };
        *endings.entry(format!("{outcome}: {}", game.record.ending.name())).or_default() += 1;
    }
    endings
}

fn listed<'a>(game: &StoredGame, id: i64, name: &dyn Fn(i64) -> Option<&'a str>) -> Value {
    let side = usize::from(game.players[0] != id);
    json!({
        "id": format!("{}-{}-{}", game.tournament, game.pair, game.leg),
        "board": game.record.game,
        "side": side,
        "opponent": name(game.players[1 - side]),
        "points": points(game, id),
        "ending": game.record.ending,
        "reason": game.record.reason,
        "tally": game.record.tally,
    })
}

/// Seconds in its latest games: the mean of a game, and the longest move.
fn time_use(hub: &Hub, games: &[&StoredGame], id: i64) -> Option<Value> {
    let store = hub.store();
    let (mut total, mut longest, mut n) = (0.0, 0.0f64, 0);
    for game in games.iter().rev().take(10) {
        let Some(full) = store.game(game.tournament, game.pair, game.leg).ok().flatten() else { continue };
        let side = Side::from_index(usize::from(game.players[0] != id));
        // Sides alternate from the start position on, which may have either to move.
        let first = agon_games::catalog::Table::open(&full.record.game, Some(&full.record.start))
            .ok()?
            .start()
            .side();
        let own =
            full.record.moves.iter().enumerate().filter(|(ply, _)| (ply + first.index()) % 2 == side.index());
        for seconds in own.filter_map(|(_, played)| played.us).map(|us| us as f64 / 1e6) {
            total += seconds;
            longest = longest.max(seconds);
        }
        n += 1;
    }
    (n > 0).then(|| json!({ "games": n, "mean": total / f64::from(n), "longest": longest }))
}

/// All ladders as one sheet.
pub(crate) fn csv(hub: &Hub) -> Result<String, Refusal> {
    let clock = hub.course.settings()?.clock;
    let mut text = "game,clock,rank,player,rating,error95,games,wins,draws,losses,faults\n".to_owned();
    for (game, ..) in &GAMES {
        let Some(standings) = table(hub, game, &clock) else { continue };
        for (rank, line) in standings.lines.iter().enumerate() {
            text += &format!(
                "{game},{clock},{},{},{:.1},{:.1},{},{},{},{},{}\n",
                rank + 1,
                field(&line.name),
                line.rating.rating,
                line.rating.error,
                line.games,
                line.wins,
                line.draws,
                line.losses,
                line.faults
            );
        }
    }
    Ok(text)
}

/// A name as a field: quoted, and defused where a spreadsheet would take it for a formula.
fn field(name: &str) -> String {
    let defused = if name.starts_with(['=', '+', '-', '@', '\t']) { "'" } else { "" };
    format!("\"{defused}{}\"", name.replace('"', "\"\""))
}
