//! Reports: the page stands alone, its markup is sound, and no figure is NaN, however odd the tournament.

use std::sync::atomic::AtomicBool;

use agon_arena::hall::Hall;
use agon_arena::player::custody::Custody;
use agon_arena::report::{Quantity, gather, page, plots, summary, sweep_chart, sweep_rows};
use agon_arena::store::Store;
use agon_arena::tournament::{Format, Manner, Plan, Tournament};
use agon_arena::venue::Venue;
use agon_games::catalog::NoFiles;

fn played(plan: Plan) -> Store {
    let mut store = Store::in_memory().unwrap();
    let mut tournament = Tournament::new(plan, &NoFiles).unwrap();
    tournament.enter(&mut store, false).unwrap();
    let venues = |_| -> Box<dyn Venue> { Box::new(Hall::new(Custody::default())) };
    let stop = AtomicBool::new(false);
    tournament.run(Some(&mut store), &venues, Manner::default(), &stop, &mut |_| {}).unwrap();
    store
}

fn plan(clock: &str, players: &[&str]) -> Plan {
    Plan {
        name: "a <b> & \"c\"".to_owned(),
        format: Format::RoundRobin,
        games: 4,
        clock: clock.to_owned(),
        openings: "random:2".to_owned(),
        ..Plan::new("ataxx/5", players)
    }
}

/// Every opened element is closed, in order.
fn check_markup(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.split([' ', '\n']).next().unwrap();
        match name.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "closed out of order"),
            None if name.starts_with('!') || name == "meta" || tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

fn check_page(store: &Store) -> String {
    let html = page(&gather(store, None).unwrap());
    check_markup(&html);
    for word in ["NaN", "inf", "<script", "<b>"] {
        assert!(!html.contains(word), "the page holds `{word}`");
    }
    let outside = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http"), "the page needs nothing from outside");
    html
}

#[test]
fn the_page_shows_everything() {
    let store = played(plan("move=1ms", &["greedy", "random", "alphabeta:depth=1..3"]));
    let html = check_page(&store);
    let sections = [
        "Standings",
        "Cross table",
        "Pairwise",
        "By depth",
        "Rating over time",
        "Time per move",
        "Game lengths",
        "Endings",
        "Moving first",
        "Openings",
    ];
    for section in sections {
        assert!(html.contains(&format!("<h2>{section}</h2>")), "no section {section}");
    }
    let report = gather(&store, None).unwrap().remove(0);
    assert_eq!(sweep_rows(&report, "depth").len(), 3);
    for quantity in [Quantity::Score, Quantity::Time, Quantity::Nodes] {
        check_markup(&sweep_chart(&report, "depth", quantity).unwrap().svg());
    }
    assert!(sweep_chart(&report, "tt", Quantity::Score).is_none());
    let text = summary(&report);
    for words in ["greedy", "moving first", "better with", "nodes/move"] {
        assert!(text.contains(words), "no `{words}` in {text}");
    }
    let names: Vec<String> = plots(&report).into_iter().map(|plot| plot.name).collect();
    assert_eq!(names[..2], ["score-by-depth", "time-by-depth"], "{names:?}");
    for plot in plots(&report) {
        check_markup(&plot.drawing.svg_file());
        assert!(plot.drawing.png().starts_with(b"\x89PNG"), "{}", plot.name);
    }
    assert!(serde_json::to_string(&report).unwrap().contains("\"rating\""));
}

#[test]
fn odd_tournaments_have_pages_too() {
    check_page(&Store::in_memory().unwrap());
    let mut empty = Store::in_memory().unwrap();
    empty.begin_tournament("empty", "{}", "ataxx/5", "10s").unwrap();
    check_page(&empty);
    check_page(&played(Plan { games: 1, format: Format::Match, ..plan("nodes=9", &["greedy", "random"]) }));
}
