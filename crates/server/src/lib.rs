//! The arena in a browser: pages, a JSON API and live events in one program, with every asset inside it.
//!
//! A guest may watch everything and play casual games, which count for nothing; only the house's own games
//! reach the store.

#![forbid(unsafe_code)]

mod analysis;
mod api;
mod assets;
mod guard;
mod house;
mod hub;
mod live;
mod meta;
mod play;
mod refusal;
mod seats;
mod watch;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use agon_arena::store::{Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;

use crate::hub::Hub;

/// How to run the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The store's file; none keeps everything in memory.
    pub db: Option<PathBuf>,
    /// Whether the house plays games of its own.
    pub demo: bool,
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
}

/// A server that is running.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    stop: tokio::sync::watch::Sender<bool>,
    thread: std::thread::JoinHandle<Result<(), ServeError>>,
}

impl Server {
    /// Opens the store, listens, and serves on threads of its own.
    pub fn start(config: &Config) -> Result<Self, ServeError> {
        let store = match &config.db {
            Some(path) => Store::open(path)?,
            None => Store::in_memory()?,
        };
        let hub = Arc::new(Hub::new(store));
        let runtime = tokio::runtime::Runtime::new().map_err(ServeError::Runtime)?;
        let cannot = |source| ServeError::Listen { address: config.listen, source };
        let listener = runtime.block_on(TcpListener::bind(config.listen)).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let (stop, stopped) = tokio::sync::watch::channel(false);
        let house = config.demo.then(|| house::open(hub.clone()));
        let thread = std::thread::spawn(move || {
            let done = runtime.block_on(run(listener, hub.clone(), stopped));
            hub.close();
            if let Some(house) = house {
                // A panic of the house was reported where it happened.
                let _ = house.join();
            }
            runtime.shutdown_timeout(std::time::Duration::from_secs(2));
            done
        });
        Ok(Self { address, stop, thread })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
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

async fn run(
    listener: TcpListener,
    hub: Arc<Hub>,
    mut stopped: tokio::sync::watch::Receiver<bool>,
) -> Result<(), ServeError> {
    let app = guard::protect(api::routes().with_state(hub.clone()));
    let stopped = async move {
        tokio::select! {
            () = told_to_stop() => {}
            _ = stopped.wait_for(|stop| *stop) => {}
        }
        hub.close();
    };
    axum::serve(listener, app).with_graceful_shutdown(stopped).await.map_err(ServeError::Runtime)
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
