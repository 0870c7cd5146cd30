//! The player: any legal move of Blobwar or Ataxx, drawn at random. Make `choose` better.

use crate::{Graph, Move, NONE, PASS, Start};

pub struct Player {
    me: usize,
    next: Vec<[u32; 9]>,
    columns: i64,
    rows: i64,
    /// Who has a blob on each vertex.
    owner: Vec<Option<usize>>,
    chance: u64,
}

impl Player {
    pub fn new(me: usize, graph: &Graph, start: &Start) -> Self {
        let next = graph.next();
        let mut owner = vec![None; next.len()];
        for player in 0..2 {
            start.pieces(player).iter().for_each(|&blob| owner[blob as usize] = Some(player));
        }
        Self { me, next, columns: graph.columns.into(), rows: graph.rows.into(), owner, chance: start.seed }
    }

    pub fn play(&mut self, previous: Move) -> Move {
        if previous.to != NONE {
            self.apply(1 - self.me, previous);
        }
        let moves = self.moves();
        if moves.is_empty() {
            return Move { from: PASS, to: NONE, arrow: NONE };
        }
        let chosen = self.choose(&moves);
        self.apply(self.me, chosen);
        chosen
    }

    fn choose(&mut self, moves: &[Move]) -> Move {
        self.chance = self.chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        moves[(self.chance >> 33) as usize % moves.len()]
    }

    /// Every empty cell beside a blob, once; and every jump.
    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for to in 0..self.owner.len() as u32 {
            if self.owner[to as usize].is_some() || self.beside(to).next().is_none() {
                continue;
            }
            if self.beside(to).any(|near| self.owner[near as usize] == Some(self.me)) {
                moves.push(Move { from: NONE, to, arrow: NONE });
            }
            let jumps = self.two_away(to).into_iter().filter(|&from| self.owner[from as usize] == Some(self.me));
            moves.extend(jumps.map(|from| Move { from, to, arrow: NONE }));
        }
        moves
    }

    fn apply(&mut self, player: usize, mv: Move) {
        if mv.from != NONE {
            self.owner[mv.from as usize] = None;
        }
        self.owner[mv.to as usize] = Some(player);
        for near in self.beside(mv.to).collect::<Vec<_>>() {
            self.owner[near as usize] = self.owner[near as usize].map(|_| player);
        }
    }

    fn beside(&self, cell: u32) -> impl Iterator<Item = u32> {
        self.next[cell as usize].into_iter().filter(|&near| near != NONE)
    }

    /// The cells of the square two steps around this one, over holes too.
    fn two_away(&self, cell: u32) -> Vec<u32> {
        // On a torus something lies north of the first row.
        let wraps = (0..self.columns as usize).any(|col| self.next[col][1] != NONE);
        let (row, col) = (i64::from(cell) / self.columns, i64::from(cell) % self.columns);
        let mut found = Vec::new();
        for (down, right) in (-2..=2).flat_map(|down| (-2..=2).map(move |right| (down, right))) {
            let (r, c): (i64, i64) = (row + down, col + right);
            let is_on = wraps || (0..self.rows).contains(&r) && (0..self.columns).contains(&c);
            if is_on && i64::max(down.abs(), right.abs()) == 2 {
                found.push((r.rem_euclid(self.rows) * self.columns + c.rem_euclid(self.columns)) as u32);
            }
        }
        found
    }
}
