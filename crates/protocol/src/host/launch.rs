//! How a host process is started: its command line, written by the arena and read by the host. The socket is its
//! stdin, its log is stdout and stderr.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use thiserror::Error;

use super::Layers;

/// The host's exit status when its program ran out of memory.
pub const EXIT_MEMORY: i32 = 250;

/// The host's exit status when its program could not be started; the log's last line says why.
pub const EXIT_REFUSED: i32 = 251;

/// The argument of a host that is started ahead of its players: it takes a [`Launch`] and three descriptors with
/// every message on its stdin, and answers with the number of the process that became the player, and that of one that
/// had been forked ahead in vain, or 0.
pub const NURSERY: &str = "nursery";

/// What a host is asked to run, and within which bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// What to run.
    pub target: Target,
    /// Bytes of memory.
    pub memory: u64,
    /// Seconds of CPU in the whole game; 0 is no limit.
    pub cpu: u64,
    /// Threads and processes.
    pub processes: u64,
    /// Bytes of log, and of any file that it writes.
    pub output: u64,
    /// Layers to try; the others are left out.
    pub layers: Layers,
    /// Whether WebAssembly counts instructions.
    pub is_fuelled: bool,
    /// Where compiled WebAssembly is kept.
    pub cache: Option<PathBuf>,
    /// The process that the host must not outlive.
    pub parent: u32,
    /// Files and folders that a program may read besides its own and the system's.
    pub reads: Vec<PathBuf>,
    /// The processors that it runs on; none is any.
    pub cores: Vec<u32>,
}

/// What a host runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A `.so` or `.wasm` file, spoken to by packets.
    Player(PathBuf),
    /// A program and its arguments, spoken to by lines: the host steps aside.
    Program(Vec<OsString>),
}

/// A command line that no arena wrote.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("host: {0}: this command is for the arena alone")]
pub struct BadLaunch(pub String);

impl Launch {
    /// The arguments behind `agon host`.
    pub fn to_args(&self) -> Vec<OsString> {
        let mut args: Vec<OsString> = Vec::new();
        let mut number = |key: &str, value: u64| args.push(format!("{key}={value}").into());
        number("memory", self.memory);
        number("cpu", self.cpu);
        number("processes", self.processes);
        number("output", self.output);
        number("layers", self.layers.0.into());
        number("fuelled", self.is_fuelled.into());
        number("parent", self.parent.into());
        self.cores.iter().for_each(|&core| number("core", core.into()));
        let mut path = |key: &str, value: &OsStr| {
            let mut arg = OsString::from(key);
            arg.push(value);
            args.push(arg);
        };
        self.cache.iter().for_each(|dir| path("cache=", dir.as_os_str()));
        self.reads.iter().for_each(|file| path("read=", file.as_os_str()));
        match &self.target {
            Target::Player(file) => path("player=", file.as_os_str()),
            Target::Program(words) => {
                args.push("--".into());
                args.extend(words.iter().cloned());
            }
        }
        args
    }

    /// Reads the arguments behind `agon host`.
    pub fn from_args(args: impl IntoIterator<Item = OsString>) -> Result<Launch, BadLaunch> {
        let mut launch = Launch {
            target: Target::Program(Vec::new()),
            memory: 0,
            cpu: 0,
            processes: 0,
            output: 0,
            layers: Layers::default(),
            is_fuelled: false,
            cache: None,
            parent: 0,
            reads: Vec::new(),
            cores: Vec::new(),
        };
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            if arg == "--" {
                launch.target = Target::Program(args.by_ref().collect());
                break;
            }
            launch.take(&arg)?;
        }
        match &launch.target {
            Target::Program(words) if words.is_empty() => Err(BadLaunch("nothing to run".into())),
            _ => Ok(launch),
        }
    }

    /// The same arguments as one message, for a host that was started ahead.
    pub fn to_message(&self) -> Vec<u8> {
        let mut message = Vec::new();
        for arg in self.to_args() {
            message.extend_from_slice(arg.as_encoded_bytes());
            message.push(0);
        }
        message
    }

    /// Reads the message that [`Launch::to_message`] wrote.
    pub fn from_message(message: &[u8]) -> Result<Launch, BadLaunch> {
        let message = message.strip_suffix(&[0]).ok_or_else(|| BadLaunch("a message cut short".into()))?;
        let word = |bytes: &[u8]| <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).to_owned();
        Launch::from_args(message.split(|&b| b == 0).map(word))
    }

    fn take(&mut self, arg: &OsStr) -> Result<(), BadLaunch> {
        let bad = || BadLaunch(format!("argument {arg:?}"));
        let bytes = arg.as_encoded_bytes();
        let at = bytes.iter().position(|&b| b == b'=').ok_or_else(bad)?;
        let key = std::str::from_utf8(&bytes[..at]).map_err(|_| bad())?;
        let value = std::os::unix::ffi::OsStrExt::from_bytes(&bytes[at + 1..]);
        let number = || OsStr::to_str(value).and_then(|v| v.parse::<u64>().ok()).ok_or_else(bad);
        match key {
            "memory" => self.memory = number()?,
            "cpu" => self.cpu = number()?,
            "processes" => self.processes = number()?,
            "output" => self.output = number()?,
            "layers" => self.layers = Layers(number()? as u32),
            "fuelled" => self.is_fuelled = number()? != 0,
            "parent" => self.parent = number()? as u32,
            "core" => self.cores.push(number()? as u32),
            "cache" => self.cache = Some(value.into()),
            "read" => self.reads.push(value.into()),
            "player" => self.target = Target::Player(value.into()),
            _ => return Err(bad()),
        }
        Ok(())
    }
}
