//! Node signatures: how many positions a search visits is a checksum of its behaviour. A change that moves one
//! is meant, and comes with a match that says what it is worth; the table below then changes with it.

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::catalog::Table;
use agon_games::dice::Dice;

/// Game, player, nodes over the start and four positions after it. The evaluations are the plainest of each
/// game, so that better ones do not move the signatures.
const SIGNATURES: &[(&str, &str, u64)] = &[
    ("amazons", "alphabeta:depth=1,eval=mobility", 7879),
    ("amazons/6", "pvs:depth=3,tt=1,eval=mobility", 63224),
    ("ataxx", "minimax:depth=3,eval=material", 550679),
    ("ataxx", "alphabeta:depth=4,eval=material", 223601),
    ("ataxx", "aspiration:depth=4,eval=material", 58812),
    ("ataxx", "pvs:depth=6,tt=1,eval=material", 443842),
    ("blobwar", "pvs:depth=6,tt=1,lmr=no,eval=material", 1694372),
    ("flood/10", "alphabeta:depth=5,order=eval,eval=area", 2762),
    ("flood/10", "pvs:depth=9,tt=1,eval=area", 17724),
    ("reversi", "alphabeta:depth=5,order=hints,eval=discs", 8589),
    ("reversi", "pvs:depth=8,tt=1,eval=discs", 82612),
    ("reversi", "mcts:playouts=500,eval=discs", 130159),
    ("flood/10", "montecarlo:games=10", 4387),
];

#[test]
fn searches_visit_what_they_used_to() {
    let found: Vec<_> =
        SIGNATURES.iter().map(|&(spec, player, _)| (spec, player, signature(spec, player))).collect();
    assert_eq!(found, SIGNATURES, "the searches changed");
}

fn signature(spec: &str, player: &str) -> u64 {
    let table = Table::open(spec, None).expect(spec);
    let mut dice = Dice::new(20);
    let mut position = table.start();
    let mut total = 0;
    for _ in 0..5 {
        let mut engine = catalog::build(&table, player, 1).expect(player);
        total += engine.think(&position, &Budget::default(), &mut |_| {}).nodes;
        for _ in 0..3 {
            let mv = position.random_move(&mut dice);
            assert!(position.play(mv));
        }
    }
    total
}
