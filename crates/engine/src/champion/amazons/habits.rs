//! What each decision was worth wherever it was evaluated in the tree: a queen that goes from here to there, a
//! shot from there at a cell. Most of it holds in the next position too, so that a leaf need not evaluate
//! what has always been poor.

use agon_games::side::Side;

/// One of the two decisions of a move, as the two cells that tell it from others: where the queen comes from and
/// goes to, or where it stands and what it shoots at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Queen([u16; 2]),
    Shot([u16; 2]),
}

/// How much a decision lost against the best beside it, in log-odds: a mean that forgets.
#[derive(Clone, Copy, Debug, Default)]
struct Note {
    loss: f32,
    n_seen: u32,
}

/// The notes on all decisions of both sides.
#[derive(Clone, Debug)]
pub(super) struct Habits {
    notes: Vec<Note>,
    n_cells: usize,
}

/// A new value counts this much against all before it.
const FORGETTING: f32 = 0.1;

impl Habits {
    /// For cells with numbers below `n_cells`.
    pub(super) fn new(n_cells: usize) -> Self {
        Self { notes: vec![Note::default(); 4 * n_cells * n_cells], n_cells }
    }

    /// What the decision usually loses; none when it was never seen.
    #[inline]
    pub(super) fn loss(&self, side: Side, step: Step) -> Option<f32> {
        let note = self.notes[self.index(side, step)];
        (note.n_seen > 0).then_some(note.loss)
    }

    /// Takes note of what it lost this time.
    #[inline]
    pub(super) fn note(&mut self, side: Side, step: Step, loss: f32) {
        let index = self.index(side, step);
        let note = &mut self.notes[index];
        note.n_seen = note.n_seen.saturating_add(1);
        note.loss += (1.0 / note.n_seen as f32).max(FORGETTING) * (loss - note.loss);
    }

    #[inline]
    fn index(&self, side: Side, step: Step) -> usize {
        let (kind, [from, to]) = match step {
            Step::Queen(cells) => (0, cells),
            Step::Shot(cells) => (1, cells),
        };
        ((2 * side.index() + kind) * self.n_cells + usize::from(from)) * self.n_cells + usize::from(to)
    }
}
