//! Tournament files: a plan in TOML, and messages that say where it is wrong and what was probably meant.

use std::collections::BTreeMap;
use std::fmt;

use agon_games::nearest::suggestion;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Entry, Plan, PlanError};
use crate::player::command::option_text;

impl Plan {
    /// The plan that a tournament file describes.
    pub fn from_toml(text: &str) -> Result<Plan, PlanError> {
        toml::from_str(text).map_err(|error| explained(&error, text))
    }
}

/// A key that is not known is told with the nearest that is; anything else with its place in the file.
fn explained(error: &toml::de::Error, text: &str) -> PlanError {
    let message = error.message();
    let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match words.split_first() {
        Some((key, known)) if message.starts_with("unknown field") => {
            let at = error.span().map_or(0, |span| span.start).min(text.len());
            let line = text.get(..at).unwrap_or(text).matches('\n').count() + 1;
            let hint = suggestion(key, known.iter().copied());
            PlanError::Key { line, key: (*key).to_owned(), hint }
        }
        _ => PlanError::Toml(plain(error.to_string().trim_end())),
    }
}

/// The names of Rust's numbers, in words.
fn plain(message: &str) -> String {
    ["u64", "u32", "usize"]
        .iter()
        .fold(message.replace("expected f64", "expected a number"), |text, number| {
            text.replace(&format!("expected {number}"), "expected a whole number")
        })
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        deserializer.deserialize_any(AnyEntry)
    }
}

/// Reads an entry in either form.
struct AnyEntry;

impl<'de> Visitor<'de> for AnyEntry {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a player such as \"greedy\" or { spec = \"./mine.so\", name = \"mine\" }")
    }

    fn visit_str<E: Error>(self, spec: &str) -> Result<Entry, E> {
        Ok(Entry::Spec(spec.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entry, A::Error> {
        let (mut spec, mut name, mut options) = (None, None, BTreeMap::new());
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "spec" => spec = Some(map.next_value::<String>()?),
                "name" => name = Some(map.next_value::<String>()?),
                "options" => options = map.next_value::<BTreeMap<String, toml::Value>>()?,
                other => return Err(A::Error::unknown_field(other, &["spec", "name", "options"])),
            }
        }
        let mut spec = spec.ok_or_else(|| A::Error::missing_field("spec"))?;
        for (option, value) in &options {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            spec.push_str(&option_text(option, &value));
        }
        Ok(match name {
            Some(name) => Entry::Named { spec, name },
            None => Entry::Spec(spec),
        })
    }
}
