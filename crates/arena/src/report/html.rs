//! The report as one page that needs nothing else: style and pictures are inside, and no script runs.

use std::fmt::Write;

use super::drawing::escape;
use super::plots::{game_lengths, rating_over_time, time_per_move};
use super::sweep_table::parameters;
use super::{Comparison, Drawing, Quantity, Report, comparisons, sweep_chart, sweep_rows};

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #8883; white-space: nowrap; }
th { font-weight: 600; } td.name, th.name { text-align: left; max-width: 24rem; overflow: hidden; text-overflow: ellipsis; }
.good { background: #00a05022; } .bad { background: #d0303022; }
svg { width: 100%; max-width: 44rem; height: auto; display: block; margin: .5rem 0; }
.cross td, .cross th { padding: .2rem .35rem; text-align: center; } .cross td.name { text-align: left; }
.wide th.name, .wide td.name { position: sticky; left: 0; background: Canvas; }
@media (max-width: 40rem) { .wide td.name { max-width: 8.5rem; } }
.note { opacity: .75; }
.bar { display: inline-block; height: .6rem; background: #0072b2; vertical-align: middle; }
code { font-size: .92em; }
";

/// So many players fit a cross table.
const CROSS: usize = 40;

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
    html.push_str("<h2>Cross table</h2><p class=\"note\">Points of the row against the column.</p><div class=\"wide\"><table class=\"cross\"><thead><tr><th></th><th class=\"name\"></th>");
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

/// Who is better than whom in words: neighbours first, everybody behind a fold.
fn pairwise(html: &mut String, report: &Report) {
    let s = &report.standings;
    let neighbours: Vec<Comparison> =
        (1..s.lines.len()).filter_map(|i| Comparison::of(s, i - 1, i)).collect();
    let all = comparisons(s);
    html.push_str("<h2>Pairwise</h2>");
    if all.is_empty() {
        html.push_str("<p class=\"note\">No two players met for a whole pair of games.</p>");
        return;
    }
    let n_certain = all.iter().filter(|pair| pair.is_certain()).count();
    let _ = write!(
        html,
        "<p>Of {} pairs of players that met, {n_certain} can be told apart with 95% certainty by their games against each other. Neighbours in the table:</p>",
        all.len()
    );
    sentences(html, &neighbours);
    if all.len() > neighbours.len() {
        html.push_str("<details><summary>All pairs</summary>");
        sentences(html, &all);
        html.push_str("</details>");
    }
}

fn sentences(html: &mut String, pairs: &[Comparison]) {
    html.push_str("<ul>");
    for pair in pairs {
        let verdict = pair.verdict();
        let verdict =
            if pair.is_certain() { format!("<strong>{verdict}</strong>") } else { verdict.to_owned() };
        let _ = write!(
            html,
            "<li><code>{}</code> {verdict} <code>{}</code> <span class=\"note\">{}</span></li>",
            escape(&pair.first),
            escape(&pair.second),
            pair.evidence()
        );
    }
    html.push_str("</ul>");
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
        for quantity in Quantity::ALL {
            html.push_str(
                &sweep_chart(report, &parameter, quantity).map_or(String::new(), |plot| plot.svg()),
            );
        }
    }
}

fn history(html: &mut String, report: &Report) {
    picture(html, "Rating over time", rating_over_time(report), "Too few games yet.");
}

/// A section with one picture, or why there is none.
fn picture(html: &mut String, title: &str, drawing: Option<Drawing>, otherwise: &str) {
    let body = drawing.map_or_else(|| format!("<p class=\"note\">{otherwise}</p>"), |drawing| drawing.svg());
    let _ = write!(html, "<h2>{title}</h2>{body}");
}

fn times(html: &mut String, report: &Report) {
    picture(html, "Time per move", time_per_move(report), "Not measured under this clock.");
    let lines = report.standings.lines.iter().zip(&report.players);
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
    picture(html, "Game lengths", game_lengths(report), "No games yet.");
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
