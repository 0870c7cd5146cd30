//! The player: the colour of Flood that gains most. Make `choose` better.

use crate::{Graph, Move, NONE, PASS, Start};

pub struct Player {
    me: usize,
    next: Vec<[u32; 9]>,
    colors: Vec<i32>,
    homes: [usize; 2],
    forbidden: [[u8; 8]; 2],
    is_strict: bool,
}

impl Player {
    pub fn new(me: usize, graph: &Graph, start: &Start) -> Self {
        let next = graph.next();
        let colors = start.colors(next.len()).to_vec();
        let homes = [0, 1].map(|player| start.pieces(player)[0] as usize);
        let (forbidden, is_strict) = (start.forbidden, start.rules & 1 == 1);
        Self { me, next, colors, homes, forbidden, is_strict }
    }

    pub fn play(&mut self, previous: Move) -> Move {
        if previous.from != NONE && previous.from != PASS {
            self.apply(1 - self.me, previous.from as i32);
        }
        match self.choose() {
            Some(color) => {
                self.apply(self.me, color);
                Move { from: color as u32, to: NONE, arrow: NONE }
            }
            None => Move { from: PASS, to: NONE, arrow: NONE },
        }
    }

    fn choose(&self) -> Option<i32> {
        let other = self.homes[1 - self.me];
        let now = self.zone(self.me).len();
        let can_play = |color: &i32| {
            self.forbidden[self.me][*color as usize] == 0 && !(self.is_strict && self.colors[other] == *color)
        };
        let gains = (0..8).filter(can_play).filter_map(|color| {
            let zone = self.connected(self.zone(self.me), color);
            (zone.len() > now && !zone.contains(&other)).then_some((zone.len(), color))
        });
        gains.max().map(|(_, color)| color)
    }

    fn apply(&mut self, player: usize, color: i32) {
        for cell in self.connected(self.zone(player), color) {
            self.colors[cell] = color;
        }
    }

    fn zone(&self, player: usize) -> Vec<usize> {
        self.connected(vec![self.homes[player]], self.colors[self.homes[player]])
    }

    /// These cells and all of a colour that hang together with them.
    fn connected(&self, mut cells: Vec<usize>, color: i32) -> Vec<usize> {
        let mut at = 0;
        while at < cells.len() {
            for direction in [1, 3, 5, 7] {
                let to = self.next[cells[at]][direction] as usize;
                if to != NONE as usize && self.colors[to] == color && !cells.contains(&to) {
                    cells.push(to);
                }
            }
            at += 1;
        }
        cells
    }
}
