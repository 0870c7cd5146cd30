//! How foreign players are held: which program locks them in, and within which bounds.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use agon_protocol::host::{Launch, Layers, Target};
use rustix::thread::{CpuSet, sched_getaffinity};

/// The bounds of foreign players, and how to start one.
#[derive(Debug, Clone)]
pub struct Custody {
    /// The host program and its first arguments: `agon host`.
    pub host: Vec<OsString>,
    /// Bytes of memory.
    pub memory: u64,
    /// Threads and processes.
    pub processes: u64,
    /// Bytes of log, and of each file in its scratch folder.
    pub output: u64,
    /// Layers of the lock to try.
    pub layers: Layers,
    /// Where compiled WebAssembly is kept.
    pub cache: Option<PathBuf>,
    /// How long a player may take to start.
    pub start_time: Duration,
    /// How long a player may take to end; it is killed then.
    pub end_time: Duration,
    /// Files and folders that programs may read besides their own.
    pub reads: Vec<PathBuf>,
    /// Options for engines that have options, name and value.
    pub options: Vec<(String, String)>,
}

impl Default for Custody {
    /// This very program as host, and bounds that an honest player never meets.
    fn default() -> Custody {
        let own = std::env::current_exe().unwrap_or_else(|_| "agon".into());
        Custody::new(vec![own.into(), "host".into()])
    }
}

impl Custody {
    /// The usual bounds with another host program.
    pub fn new(host: Vec<OsString>) -> Custody {
        Custody {
            host,
            memory: 1 << 30,
            processes: 64,
            output: 1 << 20,
            layers: Layers(u32::MAX),
            cache: cache_folder(),
            start_time: Duration::from_secs(10),
            end_time: Duration::from_secs(1),
            reads: readable(),
            options: Vec::new(),
        }
    }

    /// The host's command line for something to run.
    pub(super) fn launch(&self, target: Target, is_fuelled: bool) -> Launch {
        Launch {
            target,
            memory: self.memory,
            cpu: 0,
            processes: self.processes,
            output: self.output,
            layers: self.layers,
            is_fuelled,
            cache: self.cache.clone(),
            parent: std::process::id(),
            reads: self.reads.clone(),
            cores: own_cores(),
        }
    }
}

/// The processors of the thread that asks: a player stays where its referee is, although another process starts it.
fn own_cores() -> Vec<u32> {
    let Ok(allowed) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).map(|core| core as u32).collect()
}

/// What the owner of this machine lets every program read: `AGON_READABLE`, written like `PATH`.
fn readable() -> Vec<PathBuf> {
    let list = std::env::var_os("AGON_READABLE").unwrap_or_default();
    std::env::split_paths(&list).filter(|path| path.is_absolute()).collect()
}

fn cache_folder() -> Option<PathBuf> {
    let base = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let base = base.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
    Some(base.join("agon"))
}
