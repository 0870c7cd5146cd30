//! Options for engines: what was typed against what the engine announced.

use std::fmt::Write;

use agon_games::nearest::suggestion;
use agon_protocol::ugi::EngineOption;

/// The `setoption` lines for these names and values; an option that the engine does not have, or a value that it
/// does not take, is a message instead.
pub(super) fn lines(known: &[EngineOption<'_>], wanted: &[(String, String)]) -> Result<String, String> {
    let mut lines = String::new();
    for (name, value) in wanted {
        let Some(option) = known.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
            if known.is_empty() {
                return Err(format!("the engine has no option `{name}`: it announces none"));
            }
            let names = known.iter().map(|option| option.name);
            return Err(format!("the engine has no option `{name}`: {}", suggestion(name, names)));
        };
        option.check(value).map_err(|bad| bad.to_string())?;
        writeln!(lines, "setoption name {} value {value}", option.name).expect("a String takes everything");
    }
    Ok(lines)
}
