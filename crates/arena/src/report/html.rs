//! The report as one page that needs nothing else: style and pictures are inside, and no script runs.

use std::fmt::Write;

use super::chart::escape;
use super::sweep_table::parameters;
use super::{Bar, Chart, Mark, Quantity, Report, Series, sweep_chart, sweep_rows};
use crate::stats::{Elo, Tally, likelihood_of_superiority};

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #8883; white-space: nowrap; }
th { font-weight: 600; } td.name, th.name { text-align: left; max-width: 24rem; overflow: hidden; text-overflow: ellipsis; }
.good { background: #00a05022; } .bad { background: #d0303022; }
svg { width: 100%; max-width: 44rem; height: auto; display: block; margin: .5rem 0; }
.note { opacity: .75; }
.bar { display: inline-block; height: .6rem; background: #0072b2; vertical-align: middle; }
code { font-size: .92em; }
";

/// So many players fit a cross table.
const CROSS: usize = 40;

/// So many lines fit a chart.
const LINES: usize = 10;

/// One page with everything about these tournaments.
pub fn page(reports: &[Report]) -> String {
    let title = match reports {
        [one] => escape(&one.name),
        _ => format!("{} tournaments", reports.len()),
    };
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title} – agon</title><style>{STYLE}</style></head><body>\n"
    );
    if reports.is_empty() {
        html.push_str("<p>The database holds no tournament.</p>");
    }
    for report in reports {
        tournament(&mut html, report);
    }
    html.push_str("</body></html>\n");
    html
}

fn tournament(html: &mut String, report: &Report) {
    let s = &report.standings;
    let _ = write!(
        html,
        "<h1>{}</h1><p><code>{}</code>, {}, clock {}, {} games of {} players.</p>",
        escape(&report.name),
        escape(&report.game),
        escape(&report.format),
        escape(&report.clock),
        s.games,
        s.lines.len()
    );
    standings(html, report);
    cross(html, report);
    pairwise(html, report);
    sweeps(html, report);
    history(html, report);
    times(html, report);
    lengths(html, report);
    endings(html, report);
    first_move(html, report);
    openings(html, report);
}

fn standings(html: &mut String, report: &Report) {
    html.push_str("<h2>Standings</h2><div class=\"wide\"><table><thead><tr><th></th><th class=\"name\">player</th><th>rating</th><th>±95%</th><th>points</th><th>games</th><th>won</th><th>drawn</th><th>lost</th><th>score</th><th>95%</th></tr></thead><tbody>");
    for (place, line) in report.standings.lines.iter().enumerate() {
        let star = if line.rating.has_prior { "*" } else { "" };
        let _ = write!(
            html,
            "<tr><td>{}</td><td class=\"name\">{}</td><td>{:.1}{star}</td><td>{:.1}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}–{}</td></tr>",
            place + 1,
            escape(&line.name),
            line.rating.rating,
            line.rating.error,
            line.points,
            line.games,
            line.wins,
            line.draws,
            line.losses,
            percent(line.score),
            percent(line.score95.low),
            percent(line.score95.high)
        );
    }
    html.push_str("</tbody></table></div>");
    html.push_str("<p class=\"note\">Ratings by maximum likelihood (Bradley–Terry), mean 0, with errors clustered by pair of games.</p>");
    if let Some(caveat) = &report.caveat {
        let _ = write!(html, "<p class=\"note\">* {}.</p>", escape(caveat));
    }
}

fn cross(html: &mut String, report: &Report) {
    let lines = &report.standings.lines;
    if lines.len() > CROSS {
        return;
    }
    html.push_str("<h2>Cross table</h2><p class=\"note\">Points of the row against the column.</p><div class=\"wide\"><table><thead><tr><th></th><th class=\"name\"></th>");
    for n in 1..=lines.len() {
        let _ = write!(html, "<th>{n}</th>");
    }
    html.push_str("</tr></thead><tbody>");
    for (i, line) in lines.iter().enumerate() {
        let _ = write!(html, "<tr><td>{}</td><td class=\"name\">{}</td>", i + 1, escape(&line.name));
        for (j, cross) in report.standings.cross[i].iter().enumerate() {
            let games = cross.wins + cross.draws + cross.losses;
            let points = cross.wins as f64 + cross.draws as f64 / 2.0;
            let share = points / games.max(1) as f64;
            let class = if share > 0.55 {
                "good"
            } else if share < 0.45 {
                "bad"
            } else {
                ""
            };
            let _ = match (i == j, games) {
                (true, _) => write!(html, "<td>·</td>"),
                (_, 0) => write!(html, "<td></td>"),
                _ => write!(html, "<td class=\"{class}\" title=\"{} of {games}\">{points}</td>", points),
            };
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
}

/// Neighbours of the table against each other, where they met: is the order certain?
fn pairwise(html: &mut String, report: &Report) {
    let s = &report.standings;
    html.push_str("<h2>Neighbours</h2><div class=\"wide\"><table><thead><tr><th class=\"name\">player</th><th class=\"name\">against</th><th>games</th><th>Elo</th><th>95%</th><th>better with</th></tr></thead><tbody>");
    for i in 1..s.lines.len() {
        let cross = &s.cross[i - 1][i];
        let tally = Tally::Pairs(cross.pairs);
        if tally.n() == 0 {
            continue;
        }
        let elo = Elo::of(&tally);
        let _ = write!(
            html,
            "<tr><td class=\"name\">{}</td><td class=\"name\">{}</td><td>{}</td><td>{:.0}</td><td>{:.0} to {:.0}</td><td>{}</td></tr>",
            escape(&s.lines[i - 1].name),
            escape(&s.lines[i].name),
            tally.n_games(),
            elo.elo,
            elo.interval.low,
            elo.interval.high,
            percent(likelihood_of_superiority(&tally))
        );
    }
    html.push_str("</tbody></table></div>");
}

fn sweeps(html: &mut String, report: &Report) {
    for parameter in parameters(report) {
        let _ = write!(html, "<h2>By {}</h2>", escape(&parameter));
        html.push_str("<div class=\"wide\"><table><thead><tr><th class=\"name\">player</th><th>value</th><th>score</th><th>95%</th><th>rating</th><th>ms/move</th><th>nodes/move</th></tr></thead><tbody>");
        for row in sweep_rows(report, &parameter) {
            let number =
                |x: Option<f64>, scale: f64| x.map_or("–".to_owned(), |x| format!("{:.3}", x * scale));
            let _ = write!(
                html,
                "<tr><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{}–{}</td><td>{:.0} ± {:.0}</td><td>{}</td><td>{}</td></tr>",
                escape(&row.family),
                row.value,
                percent(row.score),
                percent(row.score95[0]),
                percent(row.score95[1]),
                row.rating[0],
                row.rating[1],
                number(row.mean_us, 1e-3),
                row.mean_nodes.map_or("–".to_owned(), |n| format!("{n:.0}"))
            );
        }
        html.push_str("</tbody></table></div>");
        for quantity in [Quantity::Score, Quantity::Time, Quantity::Nodes] {
            html.push_str(&sweep_chart(report, &parameter, quantity).unwrap_or_default());
        }
    }
}

fn history(html: &mut String, report: &Report) {
    let series: Vec<Series> = (report.standings.lines.iter().take(LINES).enumerate())
        .map(|(i, line)| {
            let mark = |s: &super::Snapshot| Some(Mark { x: s.games as f64, y: s.ratings[i]?, bar: None });
            Series { name: line.name.clone(), marks: report.history.iter().filter_map(mark).collect() }
        })
        .collect();
    let chart =
        Chart { title: "rating over time".into(), x: "games".into(), y: "rating".into(), is_log: false };
    let _ = write!(html, "<h2>Rating over time</h2>{}", chart.lines(&series));
}

fn times(html: &mut String, report: &Report) {
    if report.players.iter().all(|player| player.timed_moves == 0) {
        html.push_str("<h2>Time per move</h2><p class=\"note\">Not measured under this clock.</p>");
        return;
    }
    let lines = report.standings.lines.iter().zip(&report.players);
    let series: Vec<Series> = lines
        .clone()
        .take(LINES)
        .map(|(line, player)| {
            let mark = |(i, &us): (usize, &f64)| Mark { x: 10.0 * i as f64 + 5.0, y: us / 1e6, bar: None };
            Series {
                name: line.name.clone(),
                marks: player.us_by_tenth.iter().enumerate().map(mark).collect(),
            }
        })
        .collect();
    let chart = Chart {
        title: "time per move".into(),
        x: "% of the game".into(),
        y: "seconds per move".into(),
        is_log: true,
    };
    let _ = write!(html, "<h2>Time per move</h2>{}", chart.lines(&series));
    html.push_str("<div class=\"wide\"><table><thead><tr><th class=\"name\">player</th><th>moves</th><th>mean ms</th><th>longest ms</th><th>nodes</th><th>depth</th></tr></thead><tbody>");
    for (line, player) in lines {
        let mean = |x: Option<f64>| x.map_or("–".to_owned(), |x| format!("{x:.1}"));
        let _ = write!(
            html,
            "<tr><td class=\"name\">{}</td><td>{}</td><td>{:.3}</td><td>{:.3}</td><td>{}</td><td>{}</td></tr>",
            escape(&line.name),
            player.moves,
            player.mean_us / 1e3,
            player.max_us as f64 / 1e3,
            mean(player.mean_nodes),
            mean(player.mean_depth)
        );
    }
    html.push_str("</tbody></table></div>");
}

fn lengths(html: &mut String, report: &Report) {
    let bar = |(&from, &n): (&u32, &u64)| Bar { label: from.to_string(), value: n as f64 };
    let bars: Vec<Bar> = report.lengths.iter().map(bar).collect();
    let chart = Chart { title: "game lengths".into(), x: "plies".into(), y: "games".into(), is_log: false };
    let _ = write!(html, "<h2>Game lengths</h2>{}", chart.columns(&bars));
}

fn endings(html: &mut String, report: &Report) {
    html.push_str("<h2>Endings</h2><table><tbody>");
    let total = report.standings.games.max(1) as f64;
    for (name, &n) in &report.standings.endings {
        let share = n as f64 / total;
        let _ = write!(
            html,
            "<tr><td class=\"name\">{name}</td><td>{n}</td><td>{}</td><td class=\"name\"><span class=\"bar\" style=\"width:{:.1}rem\"></span></td></tr>",
            percent(share),
            share * 16.0
        );
    }
    html.push_str("</tbody></table>");
    let at_fault: Vec<String> = (report.standings.lines.iter())
        .filter(|line| line.faults > 0)
        .map(|line| format!("{} ({})", escape(&line.name), line.faults))
        .collect();
    if !at_fault.is_empty() {
        let _ = write!(html, "<p>Lost by a fault of their own: {}.</p>", at_fault.join(", "));
    }
}

fn first_move(html: &mut String, report: &Report) {
    let s = &report.standings;
    let _ = write!(
        html,
        "<h2>Moving first</h2><p>Worth {:.1} ± {:.1} rating points; side 0 made {} of the points (95%: {}–{}).</p>",
        s.first_move.rating,
        s.first_move.error,
        percent(s.first_score),
        percent(s.first_score95.low),
        percent(s.first_score95.high)
    );
}

fn openings(html: &mut String, report: &Report) {
    let _ = write!(html, "<h2>Openings</h2><p>{} different ones. Played most:</p>", report.n_openings);
    html.push_str("<div class=\"wide\"><table><thead><tr><th class=\"name\">opening</th><th>games</th><th>side 0</th></tr></thead><tbody>");
    for line in &report.openings {
        let _ = write!(
            html,
            "<tr><td class=\"name\"><code>{}</code></td><td>{}</td><td>{}</td></tr>",
            escape(&line.text),
            line.games,
            percent(line.first_score)
        );
    }
    html.push_str("</tbody></table></div>");
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
