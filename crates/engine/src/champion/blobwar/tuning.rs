//! The numbers of the champion's search, in one table. How each was found is told in
//! `docs/champions/blobwar.md`.

/// Plies, moves, and hundredths of a blob.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// Up to this depth a node far above its window is not searched, and late moves are left out.
    pub shallow: i32,
    /// How far above, per ply.
    pub above: i32,
    /// What a landing may gain besides what it converts, per ply, before it is left out.
    pub below: i32,
    /// The null move needs this depth,
    pub null_depth: i32,
    /// and this many empty cells,
    pub null_empty: i32,
    /// and is searched so many plies less deep, besides a quarter of the depth.
    pub null_less: i32,
    /// Late moves are reduced from this depth on,
    pub reduced_depth: i32,
    /// and from this move on,
    pub reduced_move: i32,
    /// by a part of the product of the logarithms of depth and move; larger reduces less.
    pub reduced_by: i32,
    /// Jumps are reduced by so many plies more.
    pub jump_less: i32,
    /// Moves tried in a shallow node before the rest is left out,
    pub late: i32,
    /// and so many more times the square of the depth.
    pub late_step: i32,
    /// Up to this depth only one blob jumps to each cell: the one that leaves fewest others behind.
    pub one_jump: i32,
    /// From this depth on, a search so many plies less deep that ends so far above the window stands for the
    /// whole one.
    pub short_depth: i32,
    /// How many plies less deep,
    pub short_less: i32,
    /// and how far above.
    pub short_above: i32,
    /// What the moves tried before the one that refuted lose, in sixteenths of what that one gains.
    pub blame: i32,
    /// A late move is searched one ply deeper, or less deep, for so much of what was learned of it elsewhere.
    pub renown: i32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            shallow: 4,
            above: 90,
            below: 110,
            null_depth: 3,
            null_empty: 8,
            null_less: 2,
            reduced_depth: 3,
            reduced_move: 3,
            reduced_by: 4,
            jump_less: 1,
            late: 3,
            late_step: 3,
            one_jump: 2,
            short_depth: 5,
            short_less: 4,
            short_above: 120,
            blame: 8,
            renown: 3000,
        }
    }
}

impl Tuning {
    /// Sets a number by its name; false when there is none of that name.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let field = match name {
            "shallow" => &mut self.shallow,
            "above" => &mut self.above,
            "below" => &mut self.below,
            "null_depth" => &mut self.null_depth,
            "null_empty" => &mut self.null_empty,
            "null_less" => &mut self.null_less,
            "reduced_depth" => &mut self.reduced_depth,
            "reduced_move" => &mut self.reduced_move,
            "reduced_by" => &mut self.reduced_by,
            "jump_less" => &mut self.jump_less,
            "late" => &mut self.late,
            "late_step" => &mut self.late_step,
            "one_jump" => &mut self.one_jump,
            "short_depth" => &mut self.short_depth,
            "short_less" => &mut self.short_less,
            "short_above" => &mut self.short_above,
            "blame" => &mut self.blame,
            "renown" => &mut self.renown,
            _ => return false,
        };
        *field = value;
        true
    }

    /// How many moves a shallow node tries.
    #[inline(always)]
    pub(super) const fn late_at(&self, depth: i32) -> usize {
        (self.late + depth * depth * self.late_step) as usize
    }

    /// How many plies less deep a late move is searched.
    #[inline(always)]
    pub(super) const fn reduction(&self, depth: i32, n_tried: usize) -> i32 {
        let (depth, late) = ((depth + 1).ilog2() as i32, (n_tried + 1).ilog2() as i32);
        (depth * late + 1) / self.reduced_by
    }
}
