//! A position without what is settled in it, and what can be said of its winner without search: who has more
//! room that the other cannot enter than there is room to fight for.

use super::field::{Field, flood, slide, spread};
use super::rooms::Rooms;

/// The regions that both sides are in, and the moves elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Fight<const S: u32> {
    pub(super) field: Field<S>,
    /// Moves that the side to move can make elsewhere, less those that the other can.
    pub(super) spare: i32,
}

impl<const S: u32> Fight<S> {
    /// Takes out of a position what can be counted: regions of one side, and those where nobody can move.
    pub(super) fn new(field: Field<S>, spare: i32, rooms: &mut Rooms<S>) -> Self {
        let mut fight = Self { field, spare };
        let mut left = field.me | field.you | field.empty;
        while left != 0 {
            let region = flood::<S>(left & left.wrapping_neg(), left);
            left &= !region;
            let (me, you, room) = (field.me & region, field.you & region, field.empty & region);
            let moves = if room == 0 || me | you == 0 {
                0
            } else if me != 0 && you != 0 {
                continue;
            } else {
                let filling = rooms.longest(me | you, 0, room);
                if !filling.is_longest {
                    continue;
                }
                filling.n_moves as i32
            };
            fight.spare += if me != 0 { moves } else { -moves };
            fight.field.me &= !region;
            fight.field.you &= !region;
            fight.field.empty &= !region;
        }
        fight
    }

    /// Whether the side to move wins, where counting tells. A side that stays in the room that its queens
    /// close makes at least the moves found there; the other makes at most one for each cell outside.
    pub(super) fn winner(&self, rooms: &mut Rooms<S>) -> Option<bool> {
        let Field { me, you, empty } = self.field;
        let n_empty = empty.count_ones() as i32;
        if self.spare > n_empty {
            return Some(true);
        }
        if -self.spare >= n_empty {
            return Some(false);
        }
        // 1. My room: I move first, and need a move more.
        let theirs = flood::<S>(you, you | empty);
        let (room, outside) = (empty & !theirs, (empty & theirs).count_ones() as i32);
        if self.spare + (n_empty - outside) > outside {
            let safe = rooms.longest(me, me & spread::<S>(theirs), room).n_moves as i32;
            if self.spare + safe > outside {
                return Some(true);
            }
        }
        // 2. Theirs.
        let mine = flood::<S>(me, me | empty);
        let (room, outside) = (empty & !mine, (empty & mine).count_ones() as i32);
        if n_empty - outside - self.spare >= outside {
            let safe = rooms.longest(you, you & spread::<S>(mine), room).n_moves as i32;
            if safe - self.spare >= outside {
                return Some(false);
            }
        }
        None
    }

    /// An opinion, for the order of moves only: eight for each cell that the side to move reaches first within
    /// two moves, and something for cells within one.
    pub(super) fn rating(&self) -> i32 {
        let Field { me, you, empty } = self.field;
        let (me1, you1) = (slide::<S>(me, empty), slide::<S>(you, empty));
        let (me2, you2) = (slide::<S>(me1, empty) | me1, slide::<S>(you1, empty) | you1);
        let count = |set: u64| set.count_ones() as i32;
        let mine = count(me1 & !you1 | me2 & !you2);
        let yours = count(you1 & !me1 | you2 & !me2);
        8 * (mine - yours + self.spare) + 2 * (count(me1) - count(you1)) + count(me1 & you1)
    }
}
