//! The Flood champion in the workshop: paired games between two players, each with its own number of nodes a move, so
//! that their processor times can be made equal (`SPEC A@NODES B@NODES PAIRS`). Every pair has another colouring.

use std::fs;

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::engine::Engine;
use agon_games::catalog::Table;
use agon_games::side::Side;

/// A player and what it has spent.
struct Player<'a> {
    name: &'a str,
    nodes: u64,
    moves: u64,
    nanos: u64,
    plies: u64,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [spec, a, b, pairs] = &args[..] else {
        eprintln!("SPEC A@NODES B@NODES PAIRS");
        return;
    };
    let mut players = [a, b].map(|text| Player::new(text));
    let (mut scores, mut counts) = (Vec::new(), [0; 3]);
    for seed in 1..=pairs.parse().expect("a number of pairs") {
        let spec = format!("{spec}{}seed={seed}", if spec.contains('?') { '&' } else { '?' });
        let signs = pair(&spec, seed, &mut players);
        signs.iter().for_each(|sign| counts[(1 - sign) as usize] += 1);
        scores.push(f64::from(signs[0] + signs[1] + 2) / 4.0);
    }
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let [won, drawn, lost] = counts;
    let reach = 196.0 * (variance / n).sqrt();
    println!("{won} won, {drawn} drawn, {lost} lost: {:.1}% ± {reach:.1}", 100.0 * mean);
    players.iter().for_each(Player::report);
}

/// Two games on one board, each player beginning once; how they ended for the first player.
fn pair(spec: &str, seed: u64, players: &mut [Player<'_>; 2]) -> [i32; 2] {
    let table = Table::open(spec, None).unwrap_or_else(|error| panic!("{error}"));
    let mut engines = [0, 1].map(|at: usize| {
        catalog::build(&table, players[at].name, seed).unwrap_or_else(|error| panic!("{error}"))
    });
    [0, 1].map(|first| {
        let mut position = table.start();
        engines.iter_mut().for_each(|engine| engine.new_game());
        while !position.is_over() {
            let at = (position.side().index() + first) % 2;
            let mv = players[at].choose(&mut *engines[at], &position);
            assert!(position.play(mv), "{} plays illegally", players[at].name);
        }
        position.outcome().expect("the game is over").sign_for(Side::from_index(first))
    })
}

impl<'a> Player<'a> {
    fn new(text: &'a str) -> Self {
        let (name, nodes) = text.split_once('@').expect("PLAYER@NODES");
        Self { name, nodes: nodes.parse().expect("a number of nodes"), moves: 0, nanos: 0, plies: 0 }
    }

    fn choose(
        &mut self,
        engine: &mut dyn Engine,
        position: &agon_games::catalog::Position,
    ) -> agon_games::game::PackedMove {
        let begun = nanos();
        let thought = engine.think(position, &Budget::nodes(self.nodes), &mut |_| {});
        self.nanos += nanos() - begun;
        self.moves += 1;
        self.plies += u64::from(thought.depth);
        thought.mv
    }

    fn report(&self) {
        let [millis, plies] =
            [self.nanos as f64 / 1e6, self.plies as f64].map(|sum| sum / self.moves.max(1) as f64);
        println!("{}: {millis:.2} ms and {plies:.1} plies a move", self.name);
    }
}

/// The processor time of this thread.
fn nanos() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or(0)
}
