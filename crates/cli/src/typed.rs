//! Players as people type them: names that are nearly right, and files and programs named in the wrong way, are
//! refused with the right one before anybody is seated.

use std::path::Path;

use agon_arena::player::spec::is_foreign;
use agon_engine::catalog;
use agon_games::catalog::Table;
use agon_games::nearest;
use anyhow::{Result, bail};

/// Refuses what cannot be a player at this table.
pub fn check_player(spec: &str, table: &Table) -> Result<()> {
    if is_foreign(spec) {
        return check_foreign(spec);
    }
    let name = spec.split(':').next().unwrap_or(spec);
    let is_known = catalog::strategies().iter().any(|entry| entry.name == name);
    if !is_known && (name.contains('.') || Path::new(name).is_file()) {
        bail!("no player `{spec}`: {}", by_its_path(name));
    }
    if !is_known {
        let names = catalog::strategies().iter().map(|entry| entry.name).chain(["human"]);
        let hint = nearest::suggestion(name, names);
        bail!("no player `{name}`: {hint}; your own: ./FILE.so, ./FILE.wasm, ugi:COMMAND");
    }
    catalog::build(table, spec, 0)?;
    Ok(())
}

/// Refuses a foreign player whose file is not there, or that is a program without its protocol.
pub fn check_foreign(spec: &str) -> Result<()> {
    if !is_foreign(spec) || spec == "human" || spec.contains(':') {
        // A command: whoever starts it says what is wrong with it.
        return Ok(());
    }
    let path = Path::new(spec);
    if path.is_dir() {
        bail!("no player `{spec}`: it is a folder, not a file; name the library in it");
    }
    if !path.is_file() {
        bail!("no player `{spec}`: there is no such file");
    }
    let is_library = path.extension().is_some_and(|extension| extension == "so" || extension == "wasm");
    if !is_library {
        bail!("`{spec}` is no library (.so, .wasm): a program is named with its protocol, as in ugi:{spec}");
    }
    Ok(())
}

fn by_its_path(name: &str) -> String {
    let is_library = name.ends_with(".so") || name.ends_with(".wasm");
    match is_library {
        true => format!("a library is named by its path: ./{name}"),
        false => format!("a program is named with its protocol and path: ugi:./{name}"),
    }
}
