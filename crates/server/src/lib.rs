//! The arena in a browser: pages, a JSON API and live events in one program, with every asset inside it.
//!
//! A guest may watch everything and play casual games, which count for nothing. Teams hand in players, which are
//! checked and climb the ladder; an administrator makes teams and decides. Only rated games reach the store.

#![forbid(unsafe_code)]

mod admin;
mod analysis;
mod answers;
mod api;
mod assets;
mod caller;
mod casual;
mod course;
mod exam;
mod guard;
mod hub;
mod journal;
mod ladder;
mod limits;
mod listen;
mod live;
mod meta;
mod metrics;
mod openapi;
mod play;
mod players;
mod priority;
mod refusal;
mod results;
mod seats;
mod session;
mod standings;
mod submit;
mod token;
mod watch;

pub use course::{BackupError, backup};
pub use token::new_token;

use std::ffi::OsString;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use agon_arena::queue::Queue;
use agon_arena::store::StoreError;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::hub::Hub;
use crate::ladder::Pace;

/// Takes the lines of the log, one JSON value each.
pub type LogSink = Arc<dyn Fn(&str) + Send + Sync>;

/// Opens the queue for the ladder's games; it is told whether their clock counts time. Why not, in words.
pub type OpenQueue = Arc<dyn Fn(bool) -> Result<Box<dyn Queue + Send>, String> + Send + Sync>;

/// How to run the server.
#[derive(Clone)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The store's file; none keeps everything in memory.
    pub db: Option<PathBuf>,
    /// Whether the house plays games of its own.
    pub demo: bool,
    /// What a viewer of the house's games is given to see a move.
    pub pace: Duration,
    /// The administrator's token; without it, one is made at the first start.
    pub administrator: Option<String>,
    /// Whether a proxy that is trusted tells who is asking.
    pub is_proxied: bool,
    /// The program that holds foreign players; this one, as `agon host`, if none is given.
    pub host: Option<Vec<OsString>>,
    /// Who keeps the log.
    pub log: Option<LogSink>,
    /// Where games of teams' players are played; here, if there is none.
    pub queue: Option<OpenQueue>,
}

impl Config {
    /// On this address, with everything else as usual.
    pub fn new(listen: SocketAddr) -> Self {
        Self {
            listen,
            db: None,
            demo: true,
            pace: Duration::from_secs(1),
            administrator: None,
            is_proxied: false,
            host: None,
            log: None,
            queue: None,
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config").field("listen", &self.listen).field("db", &self.db).finish_non_exhaustive()
    }
}

/// Why the server cannot run.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum ServeError {
    #[error("cannot listen on {address}: {source}; another program may be there: choose with --listen")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error("the server cannot start: {0}")]
    Runtime(std::io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Queue(String),
    #[error("the course's tables cannot be used: {0}")]
    Course(#[from] rusqlite::Error),
}

/// A server that is running.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    administrator: Option<String>,
    stop: tokio::sync::watch::Sender<bool>,
    thread: std::thread::JoinHandle<Result<(), ServeError>>,
}

impl Server {
    /// Opens the store, listens, and serves on threads of its own.
    pub fn start(config: &Config) -> Result<Self, ServeError> {
        listen::make_room();
        let mut threads = tokio::runtime::Builder::new_multi_thread();
        let runtime =
            threads.enable_all().on_thread_start(|| priority::yield_to_games(priority::PAGES)).build();
        let runtime = runtime.map_err(ServeError::Runtime)?;
        let cannot = |source| ServeError::Listen { address: config.listen, source };
        let listener = runtime.block_on(TcpListener::bind(config.listen)).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let hub = Arc::new(Hub::new(config)?);
        let administrator = match &config.administrator {
            Some(token) => hub.course.set_administrator(token).map(|()| None)?,
            None => hub.course.first_administrator()?,
        };
        let (stop, stopped) = tokio::sync::watch::channel(false);
        play::resume(&hub, runtime.handle())?;
        let pace = Pace { demo: config.demo, per_move: config.pace };
        let tables = ladder::open(&hub, pace, config.queue.as_ref())?;
        // Not waited for: a check that is broken off begins again at the next start.
        drop(exam::open(&hub));
        let thread = std::thread::spawn(move || {
            runtime.block_on(run(listener, hub.clone(), stopped));
            hub.close();
            for table in tables {
                // A panic of a table was reported where it happened.
                let _ = table.join();
            }
            runtime.shutdown_timeout(Duration::from_secs(2));
            Ok(())
        });
        Ok(Self { address, administrator, stop, thread })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The administrator's token, if it was made just now: it is shown once, and only its hash is kept.
    pub fn new_administrator(&self) -> Option<&str> {
        self.administrator.as_deref()
    }

    /// Serves until the process is told to stop, by Ctrl-C or a termination signal.
    pub fn wait(self) -> Result<(), ServeError> {
        self.thread.join().unwrap_or(Ok(()))
    }

    /// Ends it: games are broken off, connections closed.
    pub fn stop(self) -> Result<(), ServeError> {
        self.stop.send_replace(true);
        self.wait()
    }
}

async fn run(listener: TcpListener, hub: Arc<Hub>, mut stopped: tokio::sync::watch::Receiver<bool>) {
    let app = guard::protect(api::routes().with_state(hub.clone()), hub.clone());
    let is_proxied = hub.is_proxied;
    let stopped = async move {
        tokio::select! {
            () = told_to_stop() => {}
            _ = stopped.wait_for(|stop| *stop) => {}
        }
        hub.log("info", "closing");
        hub.close();
    };
    listen::serve(listener, app, is_proxied, stopped).await;
}

/// Waits for Ctrl-C or a termination signal.
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
