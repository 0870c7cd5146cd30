//! Options that an engine announces, and whether a value is one that it takes.

use thiserror::Error;

/// An option that an engine announces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOption<'a> {
    /// Its name, which may hold blanks.
    pub name: &'a str,
    /// `spin`, `check`, `string`, `combo` or `button`.
    pub kind: &'a str,
    /// The rest of the line: default, min, max, var.
    pub rest: &'a str,
}

/// A value that an option does not take.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("option `{name}` takes {expected}, not `{value}`")]
pub struct BadValue {
    name: String,
    expected: String,
    value: String,
}

impl EngineOption<'_> {
    /// Whether the engine says that it takes this value. Kinds that we do not know take everything.
    pub fn check(&self, value: &str) -> Result<(), BadValue> {
        let expected = match self.kind {
            "spin" => self.outside_range(value),
            "check" => (!matches!(value, "true" | "false")).then(|| "true or false".to_owned()),
            "combo" => {
                let known: Vec<&str> = self.choices().collect();
                let is_known =
                    known.is_empty() || known.iter().any(|choice| choice.eq_ignore_ascii_case(value));
                (!is_known).then(|| format!("one of {}", known.join(", ")))
            }
            _ => None,
        };
        expected.map_or(Ok(()), |expected| {
            Err(BadValue { name: self.name.to_owned(), expected, value: value.to_owned() })
        })
    }

    /// What a number should have been, if it is none or out of range.
    fn outside_range(&self, value: &str) -> Option<String> {
        let [min, max] = ["min", "max"].map(|key| self.field(key).and_then(|text| text.parse::<i64>().ok()));
        let is_fine = value
            .parse::<i64>()
            .is_ok_and(|n| min.is_none_or(|min| n >= min) && max.is_none_or(|max| n <= max));
        (!is_fine).then(|| match (min, max) {
            (Some(min), Some(max)) => format!("a number from {min} to {max}"),
            _ => "a number".to_owned(),
        })
    }

    fn field(&self, key: &str) -> Option<&str> {
        let mut words = self.rest.split_whitespace();
        words.find(|word| *word == key)?;
        words.next()
    }

    /// The values behind each `var`, which may hold blanks.
    fn choices(&self) -> impl Iterator<Item = &str> {
        self.rest.split("var ").skip(1).map(str::trim).filter(|choice| !choice.is_empty())
    }
}

pub(super) fn parse_option(rest: &str) -> Option<EngineOption<'_>> {
    let rest = rest.strip_prefix("name ")?;
    let (name, after) = rest.split_once(" type ")?;
    let (kind, rest) = super::split_word(after);
    Some(EngineOption { name: name.trim(), kind, rest })
}
