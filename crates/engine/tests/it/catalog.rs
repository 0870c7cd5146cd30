//! Players by name: right specs are built, wrong ones refused with the way out.

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::catalog::Table;

#[test]
fn wrong_specs_are_refused_with_the_nearest_right_one() {
    let table = Table::open("amazons/6", None).unwrap();
    for (spec, says) in [
        ("randon", "did you mean `random`?"),
        ("greedy:evil=mobility", "did you mean `eval`?"),
        ("greedy:eval=mobilty", "did you mean `mobility`?"),
        ("greedy:eval=mobility,k=-1", "a number from 0 to 100"),
        ("random:k=1", "it takes none"),
        ("random:share=0.5", "it takes none"),
        ("pvs:share=2", "a number from 0.0001 to 1"),
        ("", "known: random"),
    ] {
        let error = catalog::build(&table, spec, 1).err().expect(spec).to_string();
        assert!(error.contains(says), "{spec}: {error}");
    }
}

#[test]
fn players_with_odds_use_their_share_of_the_nodes() {
    let table = Table::open("reversi/8", None).unwrap();
    let nodes = |spec: &str, budget: u64| {
        let mut engine = catalog::build(&table, spec, 1).unwrap();
        engine.think(&table.start(), &Budget::nodes(budget), &mut |_| {}).nodes
    };
    for player in ["pvs", "alphabeta", "mcts", "champion"] {
        assert_eq!(nodes(&format!("{player}:share=0.1"), 20_000), nodes(player, 2_000), "{player}");
    }
}
