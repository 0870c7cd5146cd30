//! The plan of a tournament: what a tournament file says, and what the store keeps of it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::schedule::{Challenge, LadderOptions};
use crate::standings::Scoring;
use crate::stats::{EloModel, Sprt, SprtError};

/// A tournament, as written in a TOML file.
///
/// ```toml
/// name = "winter cup"
/// game = "ataxx"
/// format = "round-robin"       # match, gauntlet, swiss, knockout, ladder
/// players = ["greedy", "alphabeta:depth=1..4", { spec = "./mine.so", name = "mine" },
///     { spec = "ugi:./engine", options = { Hash = 64 } }]
/// games = 20                   # per pairing
/// clock = "nodes=10000"
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Its name in the store.
    #[serde(default = "default_name")]
    pub name: String,
    /// The game and board.
    pub game: String,
    /// The position to begin with, where it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// The entrants; in a knockout or Swiss the best first, in a gauntlet the heroes first.
    pub players: Vec<Entry>,
    /// Games for each pairing; in Swiss and knockout for each meeting.
    #[serde(default = "default_games")]
    pub games: u64,
    /// The clock.
    #[serde(default = "default_clock")]
    pub clock: String,
    /// Where games begin: auto, none, random:PLIES, balanced:PLIES, colourings, shipped or a file.
    #[serde(default = "default_openings")]
    pub openings: String,
    /// Where all randomness comes from.
    #[serde(default)]
    pub seed: u64,
    /// Rounds of a Swiss or a ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many entrants of a gauntlet run it; one if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heroes: Option<usize>,
    /// How points are counted.
    #[serde(default)]
    pub scoring: Scoring,
    /// A sequential test that ends a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtPlan>,
    /// How a ladder treats its players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<LadderOptions>,
    /// Pairs outside the ratings of a ladder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub challenges: Vec<Challenge>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Format {
    Match,
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
    Ladder,
}

/// A player of a plan: a spec, with or without a name. In a file an engine's options may stand in a table of their
/// own; they become part of the spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// The spec is the name.
    Spec(String),
    /// A spec under another name.
    Named {
        /// What to ask for.
        spec: String,
        /// What to call it.
        name: String,
    },
}

/// A sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtPlan {
    /// No gain.
    pub elo0: f64,
    /// A gain.
    pub elo1: f64,
    /// The probability of accepting a gain that is not there.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// The probability of missing one that is.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// The scale.
    #[serde(default = "logistic")]
    pub model: EloModel,
}

/// What is wrong with a plan.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum PlanError {
    #[error("not a tournament file: {0}")]
    Toml(String),
    #[error("line {line}: no setting is called `{key}`: {hint}")]
    Key { line: usize, key: String, hint: String },
    #[error("a tournament needs at least two players, not {0}")]
    TooFew(usize),
    #[error("a match is between two players, not {0}: use another format")]
    MatchOf(usize),
    #[error("a tournament of no games: give each pairing at least one")]
    NoGames,
    #[error("no gauntlet of {0} against the rest of {1} players: there must be somebody on both sides")]
    Heroes(usize, usize),
    #[error("challenge: no entrant is called `{0}`: {1}")]
    NoEntrant(String, String),
    #[error(
        "the database holds a tournament `{0}` already: use --resume to go on with it, or another --name"
    )]
    Exists(String),
    #[error("the database holds no tournament `{0}`")]
    Unknown(String),
    #[error("tournament `{0}` was begun with other settings ({1}): resume with those, or use another --name")]
    Different(String, String),
    #[error("the plan in the database cannot be read: {0}")]
    Unreadable(serde_json::Error),
    #[error(transparent)]
    Table(#[from] agon_games::catalog::OpenError),
    #[error(transparent)]
    Clock(#[from] crate::clock::ClockError),
    #[error(transparent)]
    Opening(#[from] crate::openings::OpeningError),
    #[error(transparent)]
    Sweep(#[from] crate::sweep::SweepError),
    #[error(transparent)]
    Identity(#[from] crate::identity::IdentityError),
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
}

impl Plan {
    /// A plan with everything but game and players as usual.
    pub fn new(game: &str, players: &[&str]) -> Plan {
        Plan {
            name: default_name(),
            game: game.to_owned(),
            position: None,
            format: Format::default(),
            players: players.iter().map(|spec| Entry::Spec((*spec).to_owned())).collect(),
            games: default_games(),
            clock: default_clock(),
            openings: default_openings(),
            seed: 0,
            rounds: None,
            heroes: None,
            scoring: Scoring::default(),
            sprt: None,
            ladder: None,
            challenges: Vec::new(),
        }
    }

    /// The names of the settings in which two plans differ.
    pub(super) fn difference(&self, other: &Plan) -> String {
        let fields = |plan: &Plan| match serde_json::to_value(plan) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (a, b) = (fields(self), fields(other));
        let mut names: Vec<&String> =
            a.keys().chain(b.keys()).filter(|key| a.get(*key) != b.get(*key)).collect();
        names.sort();
        names.dedup();
        names.into_iter().cloned().collect::<Vec<_>>().join(", ")
    }
}

impl Entry {
    /// What to ask for.
    pub fn spec(&self) -> &str {
        match self {
            Entry::Spec(spec) | Entry::Named { spec, .. } => spec,
        }
    }

    /// What to call it, if not by its spec.
    pub fn name(&self) -> Option<&str> {
        match self {
            Entry::Spec(_) => None,
            Entry::Named { name, .. } => Some(name),
        }
    }
}

impl SprtPlan {
    /// The test itself.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, self.model)
    }
}

fn default_name() -> String {
    "tournament".to_owned()
}

fn default_games() -> u64 {
    2
}

fn default_clock() -> String {
    "10s".to_owned()
}

fn default_openings() -> String {
    "auto".to_owned()
}

fn five_percent() -> f64 {
    0.05
}

fn logistic() -> EloModel {
    EloModel::Logistic
}
