//! Tournaments from their files: plans are read and refused, runs are entered, resumed and counted.

use std::sync::atomic::{AtomicBool, Ordering};

use agon_arena::hall::Hall;
use agon_arena::player::custody::Custody;
use agon_arena::runner::Event;
use agon_arena::standings::{Scoring, Standings};
use agon_arena::store::{GameFilter, Store};
use agon_arena::summary::MatchCounts;
use agon_arena::sweep::expand;
use agon_arena::tournament::{Format, Manner, Plan, Tournament};
use agon_arena::venue::Venue;
use agon_games::catalog::NoFiles;

const CUP: &str = r#"
    name = "cup"
    game = "ataxx/5"
    format = "round-robin"
    players = ["greedy", "random", { spec = "random", name = "other" }]
    games = 6
    clock = "nodes=50"
    openings = "random:2"
    seed = 7
"#;

fn house(_: usize) -> Box<dyn Venue> {
    Box::new(Hall::new(Custody::default()))
}

fn play(plan: Plan, store: &mut Store, resume: bool, limit: u64) -> bool {
    let mut tournament = Tournament::new(plan, &NoFiles).unwrap();
    tournament.enter(store, resume).unwrap();
    let stop = AtomicBool::new(false);
    let mut listen = |event: Event<'_>| {
        if let Event::Finished(_, progress) = event {
            stop.fetch_or(progress.pairs >= limit, Ordering::Relaxed);
        }
    };
    tournament.run(Some(store), &house, Manner::default(), &stop, &mut listen).unwrap().is_complete
}

#[test]
fn a_file_becomes_a_table() {
    let mut store = Store::in_memory().unwrap();
    assert!(play(Plan::from_toml(CUP).unwrap(), &mut store, false, u64::MAX));
    let games = store.games(GameFilter::default()).unwrap();
    let standings = Standings::of(&store.players().unwrap(), &games, Scoring::Standard);
    assert_eq!(games.len(), 18);
    assert_eq!(standings.lines[0].name, "greedy");
    assert!(standings.lines.iter().all(|line| line.games == 12));
    assert_eq!(standings.lines.iter().map(|line| line.points).sum::<f64>(), 18.0);
    assert_eq!(standings.cross[0][1].wins, standings.cross[1][0].losses);
    let counts = MatchCounts::of_results(&store.results(games[0].tournament).unwrap()[..2]);
    assert_eq!((counts.games, counts.pairs.iter().sum::<u64>()), (2, 1));
}

#[test]
fn a_stopped_tournament_goes_on_only_as_it_was() {
    let mut store = Store::in_memory().unwrap();
    let plan = Plan { games: 400, ..Plan::from_toml(CUP).unwrap() };
    play(plan.clone(), &mut store, false, 1);
    let enter = |plan: &Plan, store: &mut Store, resume| {
        Tournament::new(plan.clone(), &NoFiles).unwrap().enter(store, resume).map_err(|e| e.to_string())
    };
    assert!(enter(&plan, &mut store, false).unwrap_err().contains("--resume"));
    let other = Plan { seed: 8, games: 3, ..plan.clone() };
    assert!(enter(&other, &mut store, true).unwrap_err().contains("(games, seed)"));
    assert!(play(plan, &mut store, true, u64::MAX));
    assert_eq!(store.games(GameFilter::default()).unwrap().len(), 1200);
}

#[test]
fn newcomers_join_a_ladder() {
    let mut store = Store::in_memory().unwrap();
    let plan = |players: &[&str]| Plan {
        name: "ladder".to_owned(),
        format: Format::Ladder,
        clock: "nodes=50".to_owned(),
        openings: "random:2".to_owned(),
        rounds: Some(4),
        ..Plan::new("ataxx/5", players)
    };
    assert!(play(plan(&["greedy", "random", "random"]), &mut store, false, u64::MAX));
    let before = store.games(GameFilter::default()).unwrap();
    assert!(play(plan(&["greedy", "random", "random", "greedy"]), &mut store, true, u64::MAX));
    let after = store.games(GameFilter::default()).unwrap();
    assert_eq!(after[..before.len()], before);
    let newcomer = |g: &&agon_arena::store::StoredGame| g.record.players.iter().any(|p| p.name == "greedy#2");
    assert!(after[before.len()..].iter().filter(newcomer).count() >= 8);
    assert!(after[before.len()].round > before[before.len() - 1].round);
}

#[test]
fn wrong_plans_are_refused_by_name() {
    let check = |change: &dyn Fn(&mut Plan), words: &str| {
        let mut plan = Plan::from_toml(CUP).unwrap();
        change(&mut plan);
        let error = Tournament::new(plan, &NoFiles).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(words), "`{error}` should say `{words}`");
    };
    check(&|p| p.players.truncate(1), "at least two");
    check(&|p| p.format = Format::Match, "between two players, not 3");
    check(&|p| p.games = 0, "no games");
    check(&|p| p.clock = "soon".to_owned(), "`soon` is not a clock");
    check(&|p| p.openings = "fancy".to_owned(), "no openings `fancy`");
    check(&|p| p.openings = "shipped".to_owned(), "no openings are shipped for ataxx/5");
    check(&|p| p.openings = "random:4000".to_owned(), "4000 random plies");
    check(&|p| p.game = "chess".to_owned(), "no game called `chess`");
    check(&|p| (p.format, p.heroes) = (Format::Gauntlet, Some(3)), "gauntlet of 3");
    let unknown = Plan::from_toml("gaem = 'ataxx'\nplayers = []").unwrap_err().to_string();
    assert!(unknown.contains("did you mean `game`?"), "{unknown}");
}

#[test]
fn sweeps_are_written_out() {
    let check = |sweep: &str, specs: &[&str]| assert_eq!(expand(sweep).unwrap(), specs);
    check("greedy", &["greedy"]);
    check("alphabeta:depth=1..3", &["alphabeta:depth=1", "alphabeta:depth=2", "alphabeta:depth=3"]);
    check("mcts:playouts=10..30/10", &["mcts:playouts=10", "mcts:playouts=20", "mcts:playouts=30"]);
    check(
        "ab:depth=1..2,eval=area|moves,tt=4",
        &[
            "ab:depth=1,eval=area,tt=4",
            "ab:depth=1,eval=moves,tt=4",
            "ab:depth=2,eval=area,tt=4",
            "ab:depth=2,eval=moves,tt=4",
        ],
    );
    check("ugi:./engine ../x..y", &["ugi:./engine ../x..y"]);
    check("../mine.so", &["../mine.so"]);
    assert!(expand("ab:depth=6..1").unwrap_err().to_string().contains("`6..1` is not a range"));
    assert!(expand("ab:a=1..99,b=1..99").unwrap_err().to_string().contains("more than 1000"));
}

/// Options of engines in a tournament file become part of the player's spec, which the store keeps.
#[test]
fn engine_options_in_a_file() {
    let plan = Plan::from_toml(
        r#"
        game = "ataxx"
        players = ["greedy", { spec = "uai:./e -x", options = { Hash = 64, "Own Book" = true, File = "a, b" } },
            { spec = "./mine.so", name = "mine" }]
        "#,
    )
    .unwrap();
    assert_eq!(plan.players[1].spec(), "uai:./e -x,File=\"a, b\",Hash=64,Own Book=true");
    assert_eq!((plan.players[2].spec(), plan.players[2].name()), ("./mine.so", Some("mine")));
    let stored = serde_json::to_string(&plan).unwrap();
    assert_eq!(serde_json::from_str::<Plan>(&stored).unwrap(), plan);
    assert!(Plan::from_toml("game = \"ataxx\"\nplayers = [{ spec = \"greedy\", optoins = {} }]").is_err());
}
