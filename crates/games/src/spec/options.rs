//! The options that only one game has: Amazons' setup, Blobwar's rules, Flood's colours.

use super::{Kind, Pairs, SpecError};
use crate::game::clip;
use crate::nearest::suggestion;

/// Options of the game concerned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Options {
    /// Where the queens begin; none for the board's default.
    Amazons(Option<Start>),
    /// How a game of jumps ends.
    Blobwar(Rules),
    /// Colours and how they are laid out.
    Flood(FloodOptions),
    /// None.
    Reversi,
}

/// Where the queens of Amazons begin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// Four each, 10x10 only.
    Classic,
    /// By the width of the board.
    School,
}

/// What a hundred plies without a duplication mean in Blobwar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// The end: more blobs wins.
    Blobwar,
    /// The end: a draw.
    Ataxx,
}

/// The colours of Flood.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FloodOptions {
    /// How many, 2 to 8.
    pub colours: u8,
    /// How they are laid out.
    pub colouring: Colouring,
    /// The seed of whatever is drawn.
    pub seed: u64,
    /// Which colours each player may never play.
    pub forbidden: Forbidden,
    /// When a pass is legal, and whether the opponent's colour is.
    pub rules: FloodRules,
}

/// How the colours of Flood are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colouring {
    /// Each cell drawn by the seed.
    Random,
    /// Vertex number modulo the number of colours.
    Cyclic,
    /// Blocks of one colour.
    Blocks,
    /// Drawn by the seed, and its own half-turn up to the start cells: fair.
    Symmetric,
}

/// The forbidden colours of Flood.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Forbidden {
    /// So many per player, drawn by the seed.
    Drawn(u8),
    /// These, for player 0 and player 1.
    Given([Vec<u8>; 2]),
}

/// The two rule books of Flood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloodRules {
    /// A pass at any time.
    Seed,
    /// A pass only without a colour to play; the opponent's colour is never playable.
    Strict,
}

impl Default for FloodOptions {
    fn default() -> Self {
        Self {
            colours: 7,
            colouring: Colouring::Random,
            seed: 0,
            forbidden: Forbidden::Drawn(0),
            rules: FloodRules::Seed,
        }
    }
}

const STARTS: [(&str, Start); 2] = [("classic", Start::Classic), ("school", Start::School)];
const RULES: [(&str, Rules); 2] = [("blobwar", Rules::Blobwar), ("ataxx", Rules::Ataxx)];
const FLOOD_RULES: [(&str, FloodRules); 2] = [("seed", FloodRules::Seed), ("strict", FloodRules::Strict)];
const COLOURINGS: [(&str, Colouring); 4] = [
    ("random", Colouring::Random),
    ("cyclic", Colouring::Cyclic),
    ("blocks", Colouring::Blocks),
    ("symmetric", Colouring::Symmetric),
];

impl Options {
    /// What a game has when nothing is said.
    pub fn default_of(kind: Kind) -> Self {
        match kind {
            Kind::Amazons => Self::Amazons(None),
            Kind::Blobwar => Self::Blobwar(Rules::Blobwar),
            Kind::Flood => Self::Flood(FloodOptions::default()),
            Kind::Reversi => Self::Reversi,
        }
    }

    pub(super) fn read(kind: Kind, pairs: &Pairs<'_>) -> Result<Self, SpecError> {
        let mut options = Self::default_of(kind);
        for &(key, value) in pairs {
            match (&mut options, key) {
                (Self::Amazons(start), "setup") => *start = Some(choose("setup", value, &STARTS)?),
                (Self::Blobwar(rules), "rules") => *rules = choose("rules", value, &RULES)?,
                (Self::Flood(flood), _) => flood.set(key, value)?,
                _ => {}
            }
        }
        if let Self::Flood(flood) = &options {
            flood.check()?;
        }
        Ok(options)
    }

    pub(super) fn write(&self, pairs: &mut Vec<String>) {
        match self {
            Self::Amazons(Some(start)) => pairs.push(format!("setup={}", name_of(*start, &STARTS))),
            Self::Flood(flood) => flood.write(pairs),
            Self::Amazons(None) | Self::Blobwar(_) | Self::Reversi => {}
        }
    }
}

impl FloodOptions {
    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match key {
            "colours" => {
                let hint = "from 2 to 8".to_owned();
                let bad = || SpecError::Value { key: "colours", value: clip(value), hint };
                self.colours = value.parse().ok().filter(|n| (2..=8).contains(n)).ok_or_else(bad)?;
            }
            "colouring" => self.colouring = choose("colouring", value, &COLOURINGS)?,
            "rules" => self.rules = choose("rules", value, &FLOOD_RULES)?,
            "seed" => {
                let hint = "a number from 0 to 18446744073709551615".to_owned();
                let bad = |_| SpecError::Value { key: "seed", value: clip(value), hint };
                self.seed = value.parse().map_err(bad)?;
            }
            "forbidden" => self.forbidden = read_forbidden(value)?,
            _ => {}
        }
        Ok(())
    }

    fn check(&self) -> Result<(), SpecError> {
        let refuse = |value: String, hint: String| Err(SpecError::Value { key: "forbidden", value, hint });
        match &self.forbidden {
            Forbidden::Drawn(n) if *n >= self.colours => refuse(
                n.to_string(),
                format!("with {} colours at most {} per player", self.colours, self.colours - 1),
            ),
            Forbidden::Given(sets) => match sets.iter().flatten().find(|&&colour| colour >= self.colours) {
                Some(colour) => refuse(colour.to_string(), format!("colours are 0 to {}", self.colours - 1)),
                None => Ok(()),
            },
            Forbidden::Drawn(_) => Ok(()),
        }
    }

    fn write(&self, pairs: &mut Vec<String>) {
        let plain = Self::default();
        if self.colours != plain.colours {
            pairs.push(format!("colours={}", self.colours));
        }
        if self.colouring != plain.colouring {
            pairs.push(format!("colouring={}", name_of(self.colouring, &COLOURINGS)));
        }
        if self.seed != plain.seed {
            pairs.push(format!("seed={}", self.seed));
        }
        match &self.forbidden {
            Forbidden::Drawn(0) => {}
            Forbidden::Drawn(n) => pairs.push(format!("forbidden={n}")),
            Forbidden::Given(sets) => {
                let [first, second] =
                    sets.each_ref().map(|set| set.iter().map(u8::to_string).collect::<String>());
                pairs.push(format!("forbidden={first}:{second}"));
            }
        }
        if self.rules != plain.rules {
            pairs.push(format!("rules={}", name_of(self.rules, &FLOOD_RULES)));
        }
    }
}

fn read_forbidden(value: &str) -> Result<Forbidden, SpecError> {
    let bad = || SpecError::Value {
        key: "forbidden",
        value: clip(value),
        hint: "a number per player, such as 2, or the colours of player 0 and 1, such as 02:5".to_owned(),
    };
    let Some((first, second)) = value.split_once(':') else {
        return value.parse().map(Forbidden::Drawn).map_err(|_| bad());
    };
    let colours = |text: &str| -> Option<Vec<u8>> {
        let mut set = text.chars().map(|c| c.to_digit(8).map(|d| d as u8)).collect::<Option<Vec<_>>>()?;
        set.sort_unstable();
        set.dedup();
        Some(set)
    };
    let sets = colours(first).zip(colours(second)).ok_or_else(bad)?;
    Ok(Forbidden::Given([sets.0, sets.1]))
}

fn choose<T: Copy>(key: &'static str, value: &str, choices: &[(&str, T)]) -> Result<T, SpecError> {
    match choices.iter().find(|(name, _)| *name == value) {
        Some(&(_, choice)) => Ok(choice),
        None => {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            Err(SpecError::Value { key, value: clip(value), hint: suggestion(value, names) })
        }
    }
}

fn name_of<T: PartialEq>(value: T, choices: &[(&'static str, T)]) -> &'static str {
    choices.iter().find(|(_, choice)| *choice == value).map_or("", |(name, _)| *name)
}
