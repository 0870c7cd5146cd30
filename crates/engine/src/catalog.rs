//! Players by name: `random`, `alphabeta:depth=6,eval=territory`, `mcts:playouts=10000`. This is one of the
//! two places where the types of a game are erased.

use std::sync::Arc;

use agon_games::catalog::Table;
use agon_games::nearest::suggestion;
use thiserror::Error;

use crate::engine::{Engine, Seated, Strategy};
use crate::eval::EvalEntry;
use crate::odds::Odds;
pub use crate::odds::SHARE;
use crate::params::{self, Kind, Param, ParamError, Params};
use crate::playable::{Playable, with_playable};
use crate::strategy::{self, Recipe};

/// A strategy, as the catalogue lists it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StrategyEntry {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Its parameters; strategies with a parameter `eval` also take those of the evaluation.
    pub params: &'static [Param],
}

impl StrategyEntry {
    /// Whether it can use more time than it needs to list the moves; it then takes [`SHARE`] too.
    pub fn searches(&self) -> bool {
        !matches!(self.name, "random" | "greedy")
    }
}

/// Why there is no such player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum BuildError {
    #[error("no player `{name}`: {hint}")]
    Name { name: String, hint: String },
    #[error("player `{player}`: {error}")]
    Param { player: &'static str, error: ParamError },
    #[error("evaluation `{name}` does not suit this board: {reason}")]
    Evaluation { name: String, reason: String },
    #[error("player `{player}`: {reason}")]
    Unfit { player: &'static str, reason: String },
}

/// Every strategy that plays all games, weakest first. The champion's parameters differ from game to game:
/// see [`champion_params`].
pub const fn strategies() -> &'static [StrategyEntry] {
    strategy::ALL
}

/// The evaluations of a table's game.
pub fn evaluations(table: &Table) -> &'static [EvalEntry] {
    fn of<G: Playable>(_: &Arc<G>) -> &'static [EvalEntry] {
        G::evaluations()
    }
    with_playable!(table, game => of(game))
}

/// The evaluation that searches use at this table when none is named.
pub fn default_evaluation(table: &Table) -> &'static str {
    with_playable!(table, game => game.default_evaluation())
}

/// The parameters of the champion of a table's game.
pub fn champion_params(table: &Table) -> &'static [Param] {
    fn of<G: Playable>(_: &Arc<G>) -> &'static [Param] {
        G::champion_params()
    }
    with_playable!(table, game => of(game))
}

/// The player that a spec such as `pvs:tt=64` names, at this table. Players with equal seeds play alike.
pub fn build(table: &Table, spec: &str, seed: u64) -> Result<Box<dyn Engine>, BuildError> {
    with_playable!(table, game => {
        let strategy = strategy(game, spec, seed)?;
        Ok(Box::new(Seated::new(game.clone(), strategy)))
    })
}

/// The parameters that the player of a spec takes at this table, those of its evaluation included.
pub fn params_of(table: &Table, spec: &str) -> Result<Vec<Param>, BuildError> {
    with_playable!(table, game => Ok(asked(game.as_ref(), spec)?.declared))
}

/// As [`build`], for a game whose types are known.
pub fn strategy<G: Playable>(
    game: &Arc<G>,
    spec: &str,
    seed: u64,
) -> Result<Box<dyn Strategy<G>>, BuildError> {
    let Asked { entry, given, declared, evaluation } = asked(game.as_ref(), spec)?;
    let names: Vec<&str> = G::evaluations().iter().map(|entry| entry.name).collect();
    let wrong = |error| BuildError::Param { player: entry.name, error };
    let params = Params::check(&declared, &given, &names).map_err(wrong)?;
    let strategy = match entry.name {
        "champion" => G::champion(game, &params, seed)?,
        name => strategy::build(name, &Recipe { game, params: &params, evaluation, seed })?,
    };
    let has_odds = entry.searches() && params.real(SHARE.name) < 1.0;
    Ok(if has_odds { Box::new(Odds { strategy, share: params.real(SHARE.name) }) } else { strategy })
}

/// What a spec asks for.
struct Asked<'a> {
    entry: &'static StrategyEntry,
    given: Vec<(&'a str, &'a str)>,
    /// All parameters that could be given.
    declared: Vec<Param>,
    evaluation: &'static str,
}

fn asked<'a, G: Playable>(game: &G, spec: &'a str) -> Result<Asked<'a>, BuildError> {
    let (name, given) = spec.split_once(':').unwrap_or((spec, ""));
    let entry = find(name)?;
    let given = params::split(given).map_err(|error| BuildError::Param { player: entry.name, error })?;
    let mut declared =
        if entry.name == "champion" { G::champion_params().to_vec() } else { entry.params.to_vec() };
    if entry.searches() {
        declared.push(SHARE);
    }
    let evaluation = evaluation_of(game, entry, &mut declared, &given);
    Ok(Asked { entry, given, declared, evaluation })
}

/// The entry of a name.
fn find(name: &str) -> Result<&'static StrategyEntry, BuildError> {
    strategies().iter().find(|entry| entry.name == name).ok_or_else(|| BuildError::Name {
        name: name.to_owned(),
        hint: suggestion(name, strategies().iter().map(|entry| entry.name)),
    })
}

/// The evaluation that is meant, whose parameters become those of the strategy too. A wrong name is left for
/// the check of the parameters to refuse.
fn evaluation_of<G: Playable>(
    game: &G,
    entry: &StrategyEntry,
    declared: &mut Vec<Param>,
    given: &[(&str, &str)],
) -> &'static str {
    let default = if entry.name == "greedy" { game.greedy_evaluation() } else { game.default_evaluation() };
    let Some(eval) = declared.iter_mut().find(|param| param.kind == Kind::Evaluation) else { return default };
    eval.default = default;
    let name = given.iter().find(|(key, _)| *key == eval.name).map_or(default, |(_, value)| value);
    let Some(chosen) = G::evaluations().iter().find(|entry| entry.name == name) else { return default };
    declared.extend(chosen.params);
    chosen.name
}
