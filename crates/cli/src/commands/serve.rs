//! `agon serve`, and `agon` alone: the arena in a browser.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use agon_server::{Config, ServeError, Server};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use crate::output::Output;

/// Where the arena is unless told otherwise.
const ADDRESS: ([u8; 4], u16) = ([127, 0, 0, 1], 8047);

/// Start the arena: watch, play and compare players in a browser
///
/// Everything is in this one program; games of the house are kept in one file. Only this machine can connect
/// unless --listen says otherwise.
#[derive(Args, Default)]
#[command(after_help = "Examples:
  agon serve
  agon serve --listen 127.0.0.1:9000 --db course.db
  agon serve --demo off")]
pub struct Serve {
    /// Where to listen; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: Option<SocketAddr>,
    /// The file with all games; made if it is not there
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Whether the house plays games of its own to watch
    #[arg(long, value_name = "WHEN", default_value = "on")]
    demo: Demo,
}

/// Whether the house plays.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Demo {
    #[default]
    On,
    Off,
}

impl Serve {
    /// Serves until Ctrl-C.
    pub fn run(&self, output: &Output) -> Result<()> {
        let db = self.db.clone().map_or_else(default_db, Ok)?;
        let config = Config {
            listen: self.listen.unwrap_or(ADDRESS.into()),
            db: Some(db.clone()),
            demo: self.demo == Demo::On,
        };
        let server = match Server::start(&config) {
            // The usual place is taken, and nobody asked for it: any other will do.
            Err(ServeError::Listen { .. }) if self.listen.is_none() => {
                Server::start(&Config { listen: (ADDRESS.0, 0).into(), ..config })?
            }
            started => started?,
        };
        let address = format!("http://{}", server.address());
        if output.json {
            output.value(&serde_json::json!({ "address": address, "db": db }))?;
        } else {
            output.text(&format!("{address}\n"))?;
        }
        output.story(format!("The arena is open: watch or play at {address}"));
        output.story(format!(
            "Games are kept in {}; Ctrl-C closes it. `agon --help` shows the rest.",
            db.display()
        ));
        server.wait()?;
        Ok(())
    }
}

/// An address with its port, or a port of this machine.
fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse::<u16>().map(|port| SocketAddr::from((ADDRESS.0, port)));
    let found = port.or_else(|_| text.parse()).ok();
    found.ok_or_else(|| "write an address and a port, such as 127.0.0.1:8047, or a port alone".to_owned())
}

/// The user's data folder, as the desktop's conventions have it.
fn default_db() -> Result<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")));
    let agon = data.unwrap_or_else(|| Path::new(".").to_owned()).join("agon");
    std::fs::create_dir_all(&agon)
        .with_context(|| format!("the folder {} cannot be made: choose a file with --db", agon.display()))?;
    Ok(agon.join("arena.db"))
}
