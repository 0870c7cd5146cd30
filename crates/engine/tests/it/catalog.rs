//! Players by name: right specs are built, wrong ones refused with the way out.

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
        ("", "known: random"),
    ] {
        let error = catalog::build(&table, spec, 1).err().expect(spec).to_string();
        assert!(error.contains(says), "{spec}: {error}");
    }
}
