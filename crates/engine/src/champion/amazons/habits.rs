//! What each decision was worth wherever it was evaluated in the tree: a queen that goes from here to there, a
//! shot from there at a cell. Most of it holds in the next position too, so that a leaf need not evaluate
//! what has always been poor; and where the evaluation was wrong about a decision it is likely to be wrong again.

use agon_games::side::Side;

/// One of the two decisions of a move, as the two cells that tell it from others: where the queen comes from and
/// goes to, or where it stands and what it shoots at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Queen([u16; 2]),
    Shot([u16; 2]),
}

impl Step {
    const fn kind(self) -> usize {
        match self {
            Self::Queen(_) => 0,
            Self::Shot(_) => 1,
        }
    }
}

/// A mean that forgets, and of how many values it is.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    value: f32,
    n_seen: u32,
}

impl Mean {
    /// Takes note of a value, which counts at least this much against all before it.
    #[inline]
    fn note(&mut self, value: f32, forgetting: f32) {
        self.n_seen = self.n_seen.saturating_add(1);
        self.value += (1.0 / self.n_seen as f32).max(forgetting) * (value - self.value);
    }
}

/// What is known of a decision, in log-odds.
#[derive(Clone, Copy, Debug, Default)]
struct Note {
    /// How much it lost against the best beside it.
    loss: Mean,
    /// How much better it turned out than its evaluation, where it was looked into.
    surprise: Mean,
}

/// The notes on all decisions of both sides.
#[derive(Clone, Debug)]
pub(super) struct Habits {
    notes: Vec<Note>,
    n_cells: usize,
    /// The surprise of all queen moves, and of all shots: decisions are looked into because they promise much, and
    /// most of them turn out worse.
    usual: [Mean; 2],
}

/// How much a new value counts at least for one decision, and for all together.
const FORGETTING: f32 = 0.1;
const FORGETTING_ALL: f32 = 0.002;
/// So many surprises are believed by half.
const DOUBTED: f32 = 3.0;

impl Habits {
    /// For cells with numbers below `n_cells`.
    pub(super) fn new(n_cells: usize) -> Self {
        let notes = vec![Note::default(); 4 * n_cells * n_cells];
        Self { notes, n_cells, usual: [Mean::default(); 2] }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.notes.fill(Note::default());
        self.usual = [Mean::default(); 2];
    }

    /// What the decision usually loses; none when it was never seen.
    #[inline]
    pub(super) fn loss(&self, side: Side, step: Step) -> Option<f32> {
        let loss = self.notes[self.index(side, step)].loss;
        (loss.n_seen > 0).then_some(loss.value)
    }

    /// Takes note of what it lost this time.
    #[inline]
    pub(super) fn note_loss(&mut self, side: Side, step: Step, loss: f32) {
        let index = self.index(side, step);
        self.notes[index].loss.note(loss, FORGETTING);
    }

    /// How much better than its evaluation the decision usually turns out, compared to others of its kind.
    #[inline]
    pub(super) fn surprise(&self, side: Side, step: Step) -> f32 {
        let Mean { value, n_seen } = self.notes[self.index(side, step)].surprise;
        let belief = n_seen as f32 / (n_seen as f32 + DOUBTED);
        belief * (value - self.usual[step.kind()].value)
    }

    /// Takes note of how much better it turned out this time.
    #[inline]
    pub(super) fn note_surprise(&mut self, side: Side, step: Step, surprise: f32) {
        let index = self.index(side, step);
        self.notes[index].surprise.note(surprise, FORGETTING);
        self.usual[step.kind()].note(surprise, FORGETTING_ALL);
    }

    #[inline]
    fn index(&self, side: Side, step: Step) -> usize {
        let (Step::Queen([from, to]) | Step::Shot([from, to])) = step;
        ((2 * side.index() + step.kind()) * self.n_cells + usize::from(from)) * self.n_cells + usize::from(to)
    }
}
