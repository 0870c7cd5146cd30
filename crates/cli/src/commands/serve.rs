//! `agon serve`, and `agon` alone: the arena in a browser.

use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use agon_fleet::{Coordinator, Undertaking, arena_key};
use agon_server::{Config, OpenQueue, ServeError, Server};
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};

use crate::broker::Broker;
use crate::output::Output;

/// Where the arena is unless told otherwise.
const ADDRESS: ([u8; 4], u16) = ([127, 0, 0, 1], 8047);

/// Start the arena: watch, play and compare players in a browser
///
/// Everything is in this one program; games, teams and uploads are kept in one file. Only this machine can connect
/// unless --listen says otherwise. The first start prints the administrator's token: with it, sign in and make teams.
#[derive(Args, Default)]
#[command(after_help = "Examples:
  agon serve
  agon serve --listen 127.0.0.1:9000 --db course.db
  agon serve --admin-token-file /etc/agon/admin.token --behind-proxy --log json
  agon serve --queue nats://broker.example:4222
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
    /// Seconds between two moves that the house shows, 0 for as fast as it plays
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = pace)]
    pace: Option<Duration>,
    /// The file with the administrator's token; made if it is not there. A new token in it replaces the old one
    #[arg(long, value_name = "FILE")]
    admin_token_file: Option<PathBuf>,
    /// Trust the X-Forwarded headers of the proxy that stands before the arena
    #[arg(long)]
    behind_proxy: bool,
    /// Whether to write a line per request to stderr
    #[arg(long, value_name = "FORM", default_value = "off")]
    log: Log,
    #[command(flatten)]
    broker: Broker,
}

/// Whether the house plays.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Demo {
    #[default]
    On,
    Off,
}

/// The log.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Log {
    #[default]
    Off,
    /// One JSON value a line.
    Json,
}

impl Serve {
    /// Serves until Ctrl-C.
    pub fn run(&self, output: &Output) -> Result<()> {
        let db = self.db.clone().map_or_else(default_db, Ok)?;
        let config = self.config(&db)?;
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
        if let Some(token) = server.new_administrator() {
            output.story(format!("The administrator's token, shown this once: {token}"));
        }
        output.story(format!(
            "Games are kept in {}; Ctrl-C closes it. `agon --help` shows the rest.",
            db.display()
        ));
        server.wait()?;
        Ok(())
    }

    fn config(&self, db: &Path) -> Result<Config> {
        Ok(Config {
            db: Some(db.to_owned()),
            demo: self.demo == Demo::On,
            pace: self.pace.unwrap_or(Duration::from_secs(1)),
            administrator: self.admin_token_file.as_deref().map(administrator).transpose()?,
            is_proxied: self.behind_proxy,
            // Lines that nobody takes are lost, which harms nobody.
            log: (self.log == Log::Json).then(|| {
                Arc::new(|line: &str| drop(writeln!(std::io::stderr().lock(), "{line}")))
                    as agon_server::LogSink
            }),
            queue: self.queue(db),
            ..Config::new(self.listen.unwrap_or(ADDRESS.into()))
        })
    }

    /// Where teams' players play, if that is elsewhere.
    fn queue(&self, db: &Path) -> Option<OpenQueue> {
        let (access, lease, run) = (self.broker.access()?, self.broker.lease(), arena_key(db));
        let name = format!("the ladder of {}", db.display());
        Some(Arc::new(move |is_timed| {
            let undertaking =
                Undertaking { run: run.clone(), name: name.clone(), players: Vec::new(), is_timed, lease };
            match Coordinator::open(&access, undertaking) {
                Ok(queue) => Ok(Box::new(queue)),
                Err(error) => Err(error.to_string()),
            }
        }))
    }
}

/// The token in the file; a new one if there is no file yet, which then only its owner can read.
fn administrator(file: &Path) -> Result<String> {
    if file.exists() {
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let token = text.trim();
        ensure!(
            token.len() >= 32,
            "the token in {} has {} characters, at least 32 are needed: remove the file to have one made",
            file.display(),
            token.len()
        );
        return Ok(token.to_owned());
    }
    let token = agon_server::new_token();
    let made = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    let written = made.and_then(|mut made| writeln!(made, "{token}"));
    written.with_context(|| format!("cannot write {}: choose another --admin-token-file", file.display()))?;
    Ok(token)
}

/// Seconds, in parts if need be.
fn pace(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=60.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "write seconds from 0 to 60, such as 0.5".to_owned())
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
