//! The player around the depth-first search: its table, its threads and its depth, kept from move to move.
//! `alphabeta`, `aspiration` and `pvs` differ in their tactics alone.

use std::sync::Arc;

use agon_games::game::Game;

use crate::catalog::BuildError;
use crate::engine::{Report, Strategy, Thought};
use crate::eval::Evaluator;
use crate::gauge::Gauge;
use crate::params::{Kind, Param, Params};
use crate::playable::Playable;
use crate::search::{
    self, DepthPolicy, DepthRule, Order, Parallel, Shared, Symmetries, Tactics, Transpositions, Workspace,
};
use crate::strategy::Recipe;
use crate::turn::{Search, Timed};

/// A player's means, besides its evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The techniques of its search.
    pub tactics: Tactics,
    /// How deep it looks.
    pub depth: DepthRule,
    /// The size of its table in MiB; 0 is none.
    pub table_mebibytes: usize,
    /// Whether the table sees through the symmetries of the board.
    pub sees_symmetry: bool,
    /// Threads.
    pub n_threads: usize,
}

impl Settings {
    /// PVS with everything that makes it strong, on one thread.
    pub const STRONG: Self = Self {
        tactics: Tactics {
            order: Order::Hints,
            null_windows: true,
            aspiration: None,
            reductions: true,
            deeper_answers: true,
            probable_cuts: None,
            parallel: Parallel::Table,
        },
        depth: DepthRule::Budget,
        table_mebibytes: 16,
        sees_symmetry: false,
        n_threads: 1,
    };
}

/// A player that searches depth first.
pub struct DepthFirst<G: Game, E> {
    eval: E,
    settings: Settings,
    depth: DepthPolicy,
    table: Option<Transpositions>,
    symmetries: Option<Symmetries>,
    works: Vec<Workspace<G>>,
}

impl<G: Game, E: Evaluator<G>> DepthFirst<G, E> {
    /// A player of this game.
    pub fn new(game: &G, eval: E, settings: Settings) -> Self {
        let mebibytes = settings.table_mebibytes;
        let mut table = (mebibytes > 0).then(|| Transpositions::new(mebibytes));
        if let Some(table) = table.as_mut().filter(|_| settings.n_threads > 1) {
            table.wipe();
        }
        Self {
            eval,
            settings,
            depth: DepthPolicy::new(settings.depth),
            table,
            symmetries: if settings.sees_symmetry { Symmetries::of(game) } else { None },
            works: (0..settings.n_threads.max(1)).map(|_| Workspace::default()).collect(),
        }
    }
}

impl<G: Playable, E: Evaluator<G>> Search<G> for DepthFirst<G, E> {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        depth: Option<u32>,
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let own = self.depth.next(super::width(game), game.plies_played(state));
        let max_depth = depth.map_or(own, |depth| depth.min(own));
        if let Some(table) = &mut self.table {
            table.age();
        }
        self.works.iter_mut().for_each(Workspace::fade);
        let shared = Shared::new(
            game,
            &self.eval,
            self.settings.tactics,
            self.table.as_ref(),
            self.symmetries.as_ref(),
            gauge,
            self.settings.n_threads,
        );
        let found = search::deepen(&shared, &mut self.works, state, max_depth, report);
        self.depth.learn(gauge.elapsed(), gauge.share(), game.board().open_cells().count());
        let pv = found.packed(game);
        let mv = pv.first().copied().unwrap_or_else(|| super::any_move(game, state));
        let score = (found.depth > 0).then_some(found.score);
        Thought { mv, score, depth: found.depth, nodes: gauge.n_spent(), pv }
    }

    fn new_game(&mut self) {
        self.depth.new_game();
        self.works.iter_mut().for_each(Workspace::forget);
        match &mut self.table {
            Some(table) if self.settings.n_threads > 1 => table.wipe(),
            Some(table) => table.clear(),
            None => {}
        }
    }
}

pub(super) const fn order(default: &'static str) -> Param {
    let kind = Kind::Choice(&["listed", "hints", "eval"]);
    Param {
        name: "order",
        kind,
        default,
        about: "moves tried first: as listed, by cheap hints, by evaluation",
    }
}

pub(super) const fn table(default: &'static str) -> Param {
    let kind = Kind::Integer(0, 1 << 16);
    Param {
        name: "tt",
        kind,
        default,
        about: "transposition table in MiB, kept from move to move; 0 is none",
    }
}

pub(super) const SYMMETRY: Param = Param {
    name: "symmetry",
    kind: Kind::Switch,
    default: "no",
    about: "the table sees through turns and reflections of the board",
};

pub(super) const DEEPER: Param = Param {
    name: "deeper",
    kind: Kind::Switch,
    default: "yes",
    about: "the table may answer with deeper searches than asked for",
};

pub(super) const THREADS: Param =
    Param { name: "threads", kind: Kind::Integer(1, 256), default: "1", about: "threads" };

pub(super) const fn parallel(default: &'static str) -> Param {
    let kind = Kind::ChoiceOr(&["table", "root", "all"], 1, 64);
    Param {
        name: "parallel",
        kind,
        default,
        about: "how threads share work: by the table, or moves of the root, of so many plies, of all",
    }
}

/// Builds the player that a recipe describes with these tactics, to which the parameters that all share are
/// added.
pub(super) fn build<G: Playable>(
    player: &'static str,
    recipe: &Recipe<'_, G>,
    tactics: Tactics,
) -> Result<Box<dyn Strategy<G>>, BuildError> {
    let params = recipe.params;
    let settings = Settings {
        tactics: Tactics {
            order: match params.text("order") {
                "listed" => Order::Listed,
                "hints" => Order::Hints,
                _ => Order::Evaluated,
            },
            deeper_answers: params.is_on("deeper"),
            parallel: parallel_of(params),
            ..tactics
        },
        depth: super::depth_rule(params),
        table_mebibytes: params.integer("tt") as usize,
        sees_symmetry: params.is_on("symmetry"),
        n_threads: params.integer("threads") as usize,
    };
    check(player, &settings)?;
    let game: &Arc<G> = recipe.game;
    Ok(Box::new(Timed::new(DepthFirst::new(game.as_ref(), recipe.eval()?, settings))))
}

fn parallel_of(params: &Params) -> Parallel {
    match params.text("parallel") {
        "table" => Parallel::Table,
        "root" => Parallel::Levels(1),
        "all" => Parallel::Levels(u32::MAX),
        _ => Parallel::Levels(params.integer("parallel") as u32),
    }
}

fn check(player: &'static str, settings: &Settings) -> Result<(), BuildError> {
    let has_table = settings.table_mebibytes > 0;
    let unfit = |reason: &str| Err(BuildError::Unfit { player, reason: reason.to_owned() });
    if settings.n_threads > 1 && settings.tactics.parallel == Parallel::Table && !has_table {
        return unfit("threads that work by the table need one: add `tt=16`, or say `parallel=root`");
    }
    if settings.sees_symmetry && !has_table {
        return unfit("`symmetry=yes` needs a table: add `tt=16`");
    }
    Ok(())
}
