//! @NAME@ plays @GAME@ as a process that speaks UGI. The rules are in game.rs; make `choose` better.

mod game;

use std::io::{BufRead, Write, stdin, stdout};

use game::Game;

/// Any legal move, drawn at random.
fn choose(game: &Game, dice: &mut Dice) -> String {
    let mut moves = game.moves();
    let chosen = dice.below(moves.len());
    moves.swap_remove(chosen)
}

fn main() {
    let mut dice = Dice(std::process::id().into());
    let mut spec = "@GAME@".to_owned();
    let mut game = None;
    for line in stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ugi", ..] => {
                println!("id name @NAME@\noption name Game type string default {spec}\nugiok");
            }
            ["isready", ..] => println!("readyok"),
            ["setoption", "name", "Game", "value", value] => spec = (*value).to_owned(),
            ["position", kind, rest @ ..] => {
                let at = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                let fen = (*kind == "fen").then(|| rest[..at].join(" "));
                let mut new = Game::new(&spec, fen.as_deref());
                rest.iter().skip(at + 1).for_each(|text| new.play(text));
                game = Some(new);
            }
            ["go", ..] => {
                if let Some(game) = &game {
                    println!("bestmove {}", choose(game, &mut dice));
                }
            }
            ["quit", ..] => return,
            _ => {}
        }
        let _ = stdout().flush();
    }
}

/// Chance without a dependency.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}
