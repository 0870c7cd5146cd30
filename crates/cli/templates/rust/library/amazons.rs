//! The player: any legal move of Amazons, drawn at random. Make `choose` better.

use crate::{Graph, Move, NONE, PASS, Start};

pub struct Player {
    me: usize,
    next: Vec<[u32; 9]>,
    queens: [Vec<u32>; 2],
    taken: Vec<bool>,
    chance: u64,
}

impl Player {
    pub fn new(me: usize, graph: &Graph, start: &Start) -> Self {
        let next = graph.next();
        let queens = [0, 1].map(|player| start.pieces(player).to_vec());
        let mut taken = vec![false; next.len()];
        queens.iter().flatten().for_each(|&queen| taken[queen as usize] = true);
        Self { me, next, queens, taken, chance: start.seed }
    }

    pub fn play(&mut self, previous: Move) -> Move {
        if previous.from != NONE {
            self.apply(1 - self.me, previous);
        }
        let chosen = self.choose();
        if chosen.from != PASS {
            self.apply(self.me, chosen);
        }
        chosen
    }

    /// Every legal move is seen once; each is kept with the same chance.
    fn choose(&mut self) -> Move {
        let mut chosen = Move { from: PASS, to: NONE, arrow: NONE };
        let mut seen = 0;
        for from in self.queens[self.me].clone() {
            self.taken[from as usize] = false; // the arrow may fly over the cell that the queen left
            for to in self.slides(from) {
                for arrow in self.slides(to) {
                    seen += 1;
                    if self.dice(seen) == 0 {
                        chosen = Move { from, to, arrow };
                    }
                }
            }
            self.taken[from as usize] = true;
        }
        chosen
    }

    fn apply(&mut self, player: usize, mv: Move) {
        self.queens[player].iter_mut().filter(|queen| **queen == mv.from).for_each(|queen| *queen = mv.to);
        self.taken[mv.from as usize] = false;
        self.taken[mv.to as usize] = true;
        self.taken[mv.arrow as usize] = true;
    }

    /// The free cells that a queen or an arrow reaches from here.
    fn slides(&self, from: u32) -> Vec<u32> {
        let mut cells = Vec::new();
        for direction in 1..=8 {
            let mut at = self.next[from as usize][direction];
            while at != NONE && at != from && !self.taken[at as usize] {
                cells.push(at);
                at = self.next[at as usize][direction];
            }
        }
        cells
    }

    fn dice(&mut self, sides: u64) -> u64 {
        self.chance = self.chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.chance >> 33) % sides
    }
}
