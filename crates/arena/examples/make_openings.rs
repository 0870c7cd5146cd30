//! Makes the openings that come with agon: `make_openings GAME PLIES LINES` prints so many different lines of
//! so many plies, each the most even of sixteen random ones by a short search of the champion.

use std::collections::HashSet;

use agon_engine::budget::Budget;
use agon_engine::catalog::build;
use agon_games::catalog::{Position, Table};
use agon_games::dice::Dice;
use agon_games::spec::Kind;

const CANDIDATES: usize = 16;
const NODES: u64 = 20_000;

/// A random line that leaves something to play.
fn line(table: &Table, plies: usize, dice: &mut Dice) -> (Vec<String>, Position) {
    loop {
        let mut position = table.start();
        let mut moves = Vec::new();
        while moves.len() < plies && !position.is_over() {
            let mv = position.random_move(dice);
            moves.push(position.move_text(mv));
            assert!(position.play(mv), "random moves are legal");
        }
        if !position.is_over() {
            return (moves, position);
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, plies, lines] = args.as_slice() else {
        eprintln!("usage: make_openings GAME PLIES LINES");
        std::process::exit(2);
    };
    let table = Table::open(game, None).expect("the game exists");
    let [plies, lines] = [plies, lines].map(|text| text.parse::<usize>().expect("a number"));
    // The book knows moves, not how even a position is.
    let judge = if table.spec().kind == Kind::Reversi { "champion:book=no" } else { "champion" };
    let mut judge = build(&table, judge, 0).expect("every game has a champion");
    let mut dice = Dice::new(2024);
    let mut known = HashSet::new();
    println!("# {game}: {lines} lines of {plies} plies, each the most even of {CANDIDATES} random ones");
    println!("# by the champion with {NODES} nodes. Made by: make_openings {game} {plies} {lines}");
    while known.len() < lines {
        let candidates = (0..CANDIDATES).map(|_| line(&table, plies, &mut dice));
        let lead = |position: &Position| {
            judge.new_game();
            let thought = judge.think(position, &Budget::nodes(NODES), &mut |_| {});
            thought.score.map_or(i32::MAX, |score| score.get().abs())
        };
        let even = candidates.map({
            let mut lead = lead;
            move |(moves, position)| (lead(&position), moves)
        });
        let (_, moves) = even.min_by_key(|(lead, _)| *lead).expect("there are candidates");
        let text = moves.join(" ");
        if known.insert(text.clone()) {
            println!("{text}");
        }
    }
}
