//! The parameters that are tuned, each with the range it may take, and how a player is asked for with other values
//! of them: strategies by name, and programs whose options can be set.

use agon_engine::catalog::{self, BuildError};
use agon_engine::params::{self, Kind};
use agon_games::catalog::Table;
use agon_games::nearest::suggestion;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::player::command::{self, Command, CommandError, option_text};
use crate::player::spec::{is_foreign, split_scheme};

/// A parameter and the range in which the best value is looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knob {
    /// The parameter, or a program's option.
    pub name: String,
    /// The least value.
    pub low: f64,
    /// The largest.
    pub high: f64,
    /// How far from the middle both values of a trial lie, at the end.
    pub step: f64,
    /// Where it begins.
    pub start: f64,
    /// Whether it takes whole numbers only.
    pub is_whole: bool,
}

/// A range as it is written: `NAME=LOW..HIGH`, with `/STEP` behind it if trials are to lie so far apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    name: String,
    low: f64,
    high: f64,
    step: Option<f64>,
    /// Whether it was written without decimals.
    looks_whole: bool,
}

/// What cannot be tuned.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum KnobError {
    #[error(
        "`{0}` is not a range: write NAME=LOW..HIGH, such as c=0.2..2, or with the size of a step, c=0.2..2/0.1"
    )]
    Range(String),
    #[error("`{0}` is named twice")]
    Twice(String),
    #[error("nothing is tuned: name a parameter and its range, such as --vary c=0.2..2")]
    Nothing,
    #[error("player `{player}` has no parameter `{name}`: {hint}")]
    Unknown { player: String, name: String, hint: String },
    #[error("`{name}` cannot be tuned: it takes {takes}, and a number is needed")]
    NoNumber { name: String, takes: String },
    #[error("`{name}={value}`: it takes {takes}")]
    Outside { name: String, value: f64, takes: String },
    #[error(
        "`{name}` begins at {start}, which is not between {low} and {high}: widen the range, or say `{name}=VALUE` in the player"
    )]
    Start { name: String, start: f64, low: f64, high: f64 },
    #[error("where does `{name}` begin? Say so behind the command: {player},{name}=VALUE")]
    NoStart { name: String, player: String },
    #[error(
        "player `{0}` cannot be tuned: it must be a strategy by name, or a program that speaks UGI or UAI"
    )]
    Kind(String),
    #[error("player `{0}`: {1}")]
    Command(String, CommandError),
    #[error(transparent)]
    Player(#[from] BuildError),
}

impl std::str::FromStr for Range {
    type Err = KnobError;

    fn from_str(text: &str) -> Result<Self, KnobError> {
        let wrong = || KnobError::Range(text.to_owned());
        let (name, range) = text.split_once('=').ok_or_else(wrong)?;
        let (low, rest) = range.split_once("..").ok_or_else(wrong)?;
        let (high, step) = rest.split_once('/').map_or((rest, None), |(high, step)| (high, Some(step)));
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(wrong);
        let looks_whole = ![low, high].iter().chain(&step).any(|text| text.contains(['.', 'e']));
        let (low, high, step) = (number(low)?, number(high)?, step.map(number).transpose()?);
        if name.trim().is_empty() || low >= high || step.is_some_and(|step| step <= 0.0) {
            return Err(wrong());
        }
        Ok(Self { name: name.trim().to_owned(), low, high, step, looks_whole })
    }
}

/// Steps are an eighth of the range where nothing else is said: what matters is seen, and not too much overshot.
const STEPS_IN_RANGE: f64 = 8.0;

impl Range {
    fn knob(&self, start: f64, is_whole: bool) -> Result<Knob, KnobError> {
        let Range { name, low, high, .. } = self.clone();
        if !(low..=high).contains(&start) {
            return Err(KnobError::Start { name, start, low, high });
        }
        let step = self.step.unwrap_or((high - low) / STEPS_IN_RANGE);
        // Two whole numbers that lie less than one apart would be the same.
        let step = if is_whole { step.max(0.5) } else { step };
        Ok(Knob { name, low, high, step, start, is_whole })
    }
}

/// The knobs of a player: where they begin is what its spec says, or else what is usual.
pub fn knobs(table: &Table, player: &str, ranges: &[Range]) -> Result<Vec<Knob>, KnobError> {
    if ranges.is_empty() {
        return Err(KnobError::Nothing);
    }
    if let Some((_, range)) = ranges
        .iter()
        .enumerate()
        .find(|(at, range)| ranges[..*at].iter().any(|other| other.name == range.name))
    {
        return Err(KnobError::Twice(range.name.clone()));
    }
    match split_scheme(player) {
        Some(("ugi" | "uai", command)) => {
            ranges.iter().map(|range| of_program(player, command, range)).collect()
        }
        _ if is_foreign(player) => Err(KnobError::Kind(player.to_owned())),
        _ => ranges.iter().map(|range| of_strategy(table, player, range)).collect(),
    }
}

fn of_program(player: &str, command: &str, range: &Range) -> Result<Knob, KnobError> {
    let command = Command::parse(command).map_err(|error| KnobError::Command(player.to_owned(), error))?;
    let value = command.options.iter().find(|(name, _)| *name == range.name);
    let start = value.and_then(|(_, value)| value.parse().ok());
    let start =
        start.ok_or_else(|| KnobError::NoStart { name: range.name.clone(), player: player.to_owned() })?;
    range.knob(start, range.looks_whole)
}

fn of_strategy(table: &Table, player: &str, range: &Range) -> Result<Knob, KnobError> {
    let declared = catalog::params_of(table, player)?;
    let Some(param) = declared.iter().find(|param| param.name == range.name) else {
        let hint = suggestion(&range.name, declared.iter().map(|param| param.name));
        return Err(KnobError::Unknown { player: player.to_owned(), name: range.name.clone(), hint });
    };
    let takes = param.kind.describe(&[]);
    let (low, high, is_whole) = match param.kind {
        Kind::Integer(low, high) | Kind::ChoiceOr(_, low, high) => (low as f64, high as f64, true),
        Kind::Real(low, high) => (low, high, false),
        _ => return Err(KnobError::NoNumber { name: range.name.clone(), takes }),
    };
    if let Some(value) = [range.low, range.high].into_iter().find(|value| !(low..=high).contains(value)) {
        return Err(KnobError::Outside { name: range.name.clone(), value, takes });
    }
    let given = player.split_once(':').map_or("", |(_, given)| given);
    let given = params::split(given)
        .map_err(|error| BuildError::Param { player: "tuned", error })
        .map(|given| given.into_iter().find(|(key, _)| *key == range.name).map(|(_, value)| value))?;
    let start = given.unwrap_or(param.default).parse();
    let start = start.map_err(|_| KnobError::NoNumber { name: range.name.clone(), takes })?;
    range.knob(start, is_whole)
}

/// The player with these values of the knobs.
pub fn player_with(player: &str, knobs: &[Knob], values: &[f64]) -> String {
    let texts: Vec<(&str, String)> =
        knobs.iter().zip(values).map(|(knob, &value)| (knob.name.as_str(), knob.text(value))).collect();
    let is_tuned = |name: &str| knobs.iter().any(|knob| knob.name == name);
    match split_scheme(player).zip(options_of(player)) {
        Some(((scheme, text), options)) => {
            let kept = options.iter().filter(|(name, _)| !is_tuned(name));
            let kept = kept.map(|(name, value)| (name.as_str(), value.clone()));
            let options: String = kept.chain(texts).map(|(name, value)| option_text(name, &value)).collect();
            let program = command::parts(text).map_or(text, |(program, _)| program);
            format!("{scheme}:{program}{options}")
        }
        None => {
            let (name, given) = player.split_once(':').unwrap_or((player, ""));
            let kept = params::split(given).unwrap_or_default().into_iter().filter(|(key, _)| !is_tuned(key));
            let all = kept.map(|(key, value)| format!("{key}={value}"));
            let tuned = texts.iter().map(|(name, value)| format!("{name}={value}"));
            format!("{name}:{}", all.chain(tuned).collect::<Vec<_>>().join(","))
        }
    }
}

/// The options behind a program's command.
fn options_of(player: &str) -> Option<Vec<(String, String)>> {
    Some(Command::parse(split_scheme(player)?.1).ok()?.options)
}

impl Knob {
    /// The nearest value that it can take.
    pub fn fit(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        if self.is_whole { value.round() } else { value }
    }

    /// A value as the player is told it: four digits are more than games can tell apart.
    pub fn text(&self, value: f64) -> String {
        let value = self.fit(value);
        if self.is_whole {
            return format!("{value:.0}");
        }
        let digits = (3.0 - self.high.abs().max(self.low.abs()).log10().floor()).clamp(0.0, 12.0) as usize;
        let text = format!("{value:.digits$}");
        if !text.contains('.') {
            return text;
        }
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::open("ataxx", None).unwrap()
    }

    fn check(player: &str, ranges: &[&str], values: &[f64], expected: &str) {
        let ranges: Vec<Range> = ranges.iter().map(|text| text.parse().unwrap()).collect();
        let knobs = knobs(&table(), player, &ranges).unwrap();
        assert_eq!(player_with(player, &knobs, values), expected);
    }

    #[test]
    fn a_player_is_asked_for_with_other_values() {
        check("mcts", &["c=0.1..2"], &[0.51239], "mcts:c=0.512");
        check("mcts:playouts=50,c=1", &["c=0.1..2"], &[0.5], "mcts:playouts=50,c=0.5");
        check("mcts:c=1", &["c=0.1..2", "scale=100..900"], &[0.25, 333.333], "mcts:c=0.25,scale=333.3");
        check("alphabeta:depth=2", &["depth=1..4"], &[2.6], "alphabeta:depth=3");
        check("ugi:./engine -x,Hash=8,A=3", &["A=0..9"], &[12.0], "ugi:./engine -x,Hash=8,A=9");
        check("ugi:'./my, engine',A=3,B=1", &["A=0..9.5"], &[1.25], "ugi:'./my, engine',B=1,A=1.25");
    }

    #[test]
    fn where_a_knob_begins() {
        let start = |player: &str, range: &str| knobs(&table(), player, &[range.parse().unwrap()]);
        assert_eq!(start("mcts", "c=0.1..2").unwrap()[0].start, 0.7);
        assert_eq!(start("mcts:c=1.5", "c=0.1..2").unwrap()[0].start, 1.5);
        let knob = &start("pvs", "window=0..50").unwrap()[0];
        assert!(knob.is_whole && knob.start == 0.0 && knob.step == 6.25);
    }

    #[test]
    fn what_cannot_be_tuned_is_refused_with_the_way_out() {
        let refused = |player: &str, ranges: &[&str], part: &str| {
            let ranges: Result<Vec<Range>, _> = ranges.iter().map(|text| text.parse()).collect();
            let error = ranges.and_then(|ranges| knobs(&table(), player, &ranges)).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        };
        refused("mcts", &["c"], "write NAME=LOW..HIGH");
        refused("mcts", &["c=2..1"], "write NAME=LOW..HIGH");
        refused("mcts", &["c=1..2"], "begins at 0.7");
        refused("mcts", &["cc=0.1..2"], "`c`");
        refused("mcts", &["c=0.1..2", "c=0.2..1"], "twice");
        refused("mcts", &["c=-1..2"], "from 0 to 100");
        refused("mcts", &["reuse=0..1"], "yes or no");
        refused("mcts", &[], "--vary");
        refused("gtp:./engine", &["A=0..1"], "UGI or UAI");
        refused("ugi:./engine", &["A=0..1"], "ugi:./engine,A=VALUE");
        refused("champoin", &["level=1..3"], "champion");
    }
}
