//! The player: any legal move of Reversi, drawn at random. Make `choose` better.

use crate::{Graph, Move, NONE, PASS, Start};

pub struct Player {
    me: usize,
    next: Vec<[u32; 9]>,
    /// Who has a disc on each vertex.
    owner: Vec<Option<usize>>,
    chance: u64,
}

impl Player {
    pub fn new(me: usize, graph: &Graph, start: &Start) -> Self {
        let next = graph.next();
        let mut owner = vec![None; next.len()];
        for player in 0..2 {
            start.pieces(player).iter().for_each(|&disc| owner[disc as usize] = Some(player));
        }
        Self { me, next, owner, chance: start.seed }
    }

    pub fn play(&mut self, previous: Move) -> Move {
        if previous.to != NONE {
            self.apply(1 - self.me, previous.to);
        }
        match self.choose() {
            Some(to) => {
                self.apply(self.me, to);
                Move { from: NONE, to, arrow: NONE }
            }
            None => Move { from: PASS, to: NONE, arrow: NONE },
        }
    }

    fn choose(&mut self) -> Option<u32> {
        let is_legal = |&cell: &u32| self.owner[cell as usize].is_none() && !self.flips(self.me, cell).is_empty();
        let legal: Vec<u32> = (0..self.owner.len() as u32).filter(is_legal).collect();
        if legal.is_empty() {
            return None;
        }
        Some(legal[self.dice(legal.len())])
    }

    fn apply(&mut self, player: usize, cell: u32) {
        for disc in self.flips(player, cell) {
            self.owner[disc as usize] = Some(player);
        }
        self.owner[cell as usize] = Some(player);
    }

    /// The discs that one of this player's on this vertex turns.
    fn flips(&self, player: usize, cell: u32) -> Vec<u32> {
        let mut found = Vec::new();
        for direction in 1..=8 {
            let (mut line, mut at) = (Vec::new(), self.next[cell as usize][direction]);
            while at != NONE && at != cell && self.owner[at as usize] == Some(1 - player) {
                line.push(at);
                at = self.next[at as usize][direction];
            }
            if at != NONE && self.owner[at as usize] == Some(player) {
                found.append(&mut line);
            }
        }
        found
    }

    fn dice(&mut self, sides: usize) -> usize {
        self.chance = self.chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.chance >> 33) as usize % sides
    }
}
