//! Parameters of strategies and evaluations: declared with their kind, default and meaning, read from
//! `key=value,key=value`, and refused with the nearest right one when they are wrong.

use agon_games::nearest::suggestion;
use thiserror::Error;

/// One parameter, as the catalogue lists it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Param {
    /// The key on the command line.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The value when none is given.
    pub default: &'static str,
    /// What it does, in half a sentence.
    pub about: &'static str,
}

/// What values a parameter takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A whole number in a range, both ends included.
    Integer(i64, i64),
    /// A number in a range, both ends included.
    Real(f64, f64),
    /// `yes` or `no`.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// One of these words, or a whole number in a range.
    ChoiceOr(&'static [&'static str], i64, i64),
    /// The name of an evaluation of the game.
    Evaluation,
    /// This word, or a file.
    FileOr(&'static str),
}

/// A parameter that cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum ParamError {
    #[error("`{text}` is not a parameter: write `key=value`, with commas between them")]
    Form { text: String },
    #[error("no parameter `{key}` here: {hint}")]
    Key { key: String, hint: String },
    #[error("`{key}` is given twice")]
    Twice { key: String },
    #[error("`{key}={value}`: {hint}")]
    Value { key: String, value: String, hint: String },
}

/// Parameters that were declared and checked, each with a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Params {
    entries: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    name: &'static str,
    value: String,
    given: bool,
}

/// Splits `key=value,key=value` without judging the keys.
pub fn split(text: &str) -> Result<Vec<(&str, &str)>, ParamError> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (key, value) =
                part.split_once('=').ok_or_else(|| ParamError::Form { text: part.to_owned() })?;
            Ok((key.trim(), value.trim()))
        })
        .collect()
}

impl Params {
    /// The given values, checked against what is declared, and the defaults of the rest. `evaluations` are the
    /// names that a parameter of kind [`Kind::Evaluation`] takes.
    pub fn check(
        declared: &[Param],
        given: &[(&str, &str)],
        evaluations: &[&str],
    ) -> Result<Self, ParamError> {
        let mut entries: Vec<Entry> = declared
            .iter()
            .map(|param| Entry { name: param.name, value: param.default.to_owned(), given: false })
            .collect();
        for &(key, value) in given {
            let Some(at) = declared.iter().position(|param| param.name == key) else {
                let hint = if declared.is_empty() {
                    "it takes none".to_owned()
                } else {
                    suggestion(key, declared.iter().map(|param| param.name))
                };
                return Err(ParamError::Key { key: key.to_owned(), hint });
            };
            if entries[at].given {
                return Err(ParamError::Twice { key: key.to_owned() });
            }
            declared[at].kind.check(value, evaluations).map_err(|hint| ParamError::Value {
                key: key.to_owned(),
                value: value.to_owned(),
                hint,
            })?;
            entries[at] = Entry { name: declared[at].name, value: value.to_owned(), given: true };
        }
        Ok(Self { entries })
    }

    /// The defaults of what is declared.
    pub fn defaults(declared: &[Param]) -> Self {
        let entry = |param: &Param| Entry { name: param.name, value: param.default.to_owned(), given: false };
        Self { entries: declared.iter().map(entry).collect() }
    }

    /// The value as it was written, of a parameter that was declared.
    pub fn text(&self, name: &str) -> &str {
        let entry = self.entries.iter().find(|entry| entry.name == name);
        &entry.unwrap_or_else(|| panic!("parameter `{name}` is read but was not declared")).value
    }

    /// The value of a parameter declared as a whole number; none when it is one of its words instead.
    pub fn whole(&self, name: &str) -> Option<i64> {
        self.text(name).parse().ok()
    }

    /// The value of a parameter declared as [`Kind::Integer`].
    pub fn integer(&self, name: &str) -> i64 {
        self.whole(name).expect("integers are checked when they are read")
    }

    /// The value of a parameter declared as [`Kind::Real`].
    pub fn real(&self, name: &str) -> f64 {
        self.text(name).parse().expect("numbers are checked when they are read")
    }

    /// The value of a parameter declared as [`Kind::Switch`].
    pub fn is_on(&self, name: &str) -> bool {
        self.text(name) == "yes"
    }

    /// Whether the value was given, rather than the default.
    pub fn is_given(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.name == name && entry.given)
    }

    /// The parameters that were given, as `key=value` with commas; empty when all are defaults.
    pub fn given_text(&self) -> String {
        let given = self.entries.iter().filter(|entry| entry.given);
        given.map(|entry| format!("{}={}", entry.name, entry.value)).collect::<Vec<_>>().join(",")
    }
}

impl Kind {
    /// The values it takes, in words.
    pub fn describe(&self, evaluations: &[&str]) -> String {
        match *self {
            Self::Integer(min, max) => format!("a whole number from {min} to {max}"),
            Self::Real(min, max) => format!("a number from {min} to {max}"),
            Self::Switch => "yes or no".to_owned(),
            Self::Choice(words) => words.join(", "),
            Self::ChoiceOr(words, min, max) => {
                format!("{}, or a whole number from {min} to {max}", words.join(", "))
            }
            Self::Evaluation => evaluations.join(", "),
            Self::FileOr(word) => format!("{word}, or a file"),
        }
    }

    fn check(&self, value: &str, evaluations: &[&str]) -> Result<(), String> {
        let within = |min: i64, max: i64| value.parse().is_ok_and(|n: i64| (min..=max).contains(&n));
        let (right, words): (bool, &[&str]) = match *self {
            Self::Integer(min, max) => (within(min, max), &[]),
            Self::Real(min, max) => (value.parse().is_ok_and(|x: f64| (min..=max).contains(&x)), &[]),
            Self::Switch => (["yes", "no"].contains(&value), &["yes", "no"]),
            Self::Choice(words) => (words.contains(&value), words),
            Self::ChoiceOr(words, min, max) => (words.contains(&value) || within(min, max), &[]),
            Self::Evaluation => (evaluations.contains(&value), evaluations),
            Self::FileOr(_) => (!value.is_empty(), &[]),
        };
        match right {
            true => Ok(()),
            false if words.is_empty() => Err(format!("it takes {}", self.describe(evaluations))),
            false => Err(suggestion(value, words.iter().copied())),
        }
    }
}
