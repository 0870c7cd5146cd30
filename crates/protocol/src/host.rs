//! The conversation between the arena and a host process: packets on a SEQPACKET socket, one message each, little
//! endian. Setup is sent once, then one question per turn; every answer echoes the number of its question.

mod launch;
mod packet;
mod setup;

pub use launch::{BadLaunch, EXIT_MEMORY, EXIT_REFUSED, Launch, NURSERY, Target};
pub use packet::{BadPacket, MAX_ANSWER};
use packet::{Reader, Writer};
pub use setup::{GameKind, Setup};

/// A move as three numbers, read according to the game.
///
/// Amazons: from, to, arrow. Blobwar: from (or [`NONE`] for a duplication), to. Reversi: `NONE`, to.
/// Flood: the colour first. A pass is [`PASS`] in the first field, no move at all three times `NONE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawMove(pub [u32; 3]);

/// A field without meaning.
pub const NONE: u32 = u32::MAX;

/// The first field of a pass.
pub const PASS: u32 = u32::MAX - 1;

impl RawMove {
    /// What the first player is told before its first move.
    pub const NOTHING: RawMove = RawMove([NONE; 3]);
    /// A skipped turn.
    pub const PASS: RawMove = RawMove([PASS, NONE, NONE]);
}

/// What holds a player in; the host tells which of them are in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layers(pub u32);

impl Layers {
    /// Resource limits, a process group, death with the arena.
    pub const LIMITS: Layers = Layers(1);
    /// Its own user, process, network and mount namespaces.
    pub const NAMESPACES: Layers = Layers(2);
    /// Landlock: files.
    pub const LANDLOCK: Layers = Layers(4);
    /// Seccomp: system calls.
    pub const SECCOMP: Layers = Layers(8);
    /// A control group of its own.
    pub const CGROUP: Layers = Layers(16);
    /// WebAssembly: memory safe by construction.
    pub const WASM: Layers = Layers(32);

    const NAMES: [(Layers, &'static str); 6] = [
        (Layers::LIMITS, "limits"),
        (Layers::NAMESPACES, "namespaces"),
        (Layers::LANDLOCK, "landlock"),
        (Layers::SECCOMP, "seccomp"),
        (Layers::CGROUP, "cgroup"),
        (Layers::WASM, "wasm"),
    ];

    /// Both.
    #[must_use]
    pub fn with(self, other: Layers) -> Layers {
        Layers(self.0 | other.0)
    }

    /// Whether all of `other` are in force.
    pub fn holds(self, other: Layers) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::fmt::Display for Layers {
    /// The layers that hold, and those that this machine does not give: `limits+seccomp without landlock, cgroup`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = |wanted: bool| {
            let is_listed = move |layer: Layers| self.holds(layer) == wanted;
            Layers::NAMES.iter().filter(move |(layer, _)| is_listed(*layer)).map(|(_, name)| *name)
        };
        f.write_str(&names(true).collect::<Vec<_>>().join("+"))?;
        // WebAssembly is safe without a process namespace, and other players are no WebAssembly.
        let is_missed = |name: &&str| *name != "wasm" && !(*name == "namespaces" && self.holds(Layers::WASM));
        let missed: Vec<&str> = names(false).filter(is_missed).collect();
        if missed.is_empty() { Ok(()) } else { write!(f, " without {}", missed.join(", ")) }
    }
}

/// Arena to host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// The game: answered by [`Report::Started`].
    Start(Box<Setup>),
    /// The opponent's move: answered by [`Report::Moved`] with the same turn.
    Play {
        /// Number of the question.
        turn: u32,
        /// The opponent's move, or [`RawMove::NOTHING`].
        previous: RawMove,
        /// Instructions for this move; 0 is no limit. Only WebAssembly counts them.
        fuel: u64,
    },
    /// The end: answered by [`Report::Finished`].
    Finish,
}

/// What kind of trouble a host reports about its player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The file is no player: nothing was started.
    Refused,
    /// It crashed.
    Crash,
    /// It ran out of its memory.
    Memory,
    /// It ran out of its fuel.
    Fuel,
}

/// Host to arena.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// The player's file is loaded and locked in.
    Loaded(Layers),
    /// `initialize` returned.
    Started {
        /// The player's name, empty if it has none.
        name: String,
        /// Whether it wants to hear of every move, those included that it is not asked to answer.
        follows: bool,
    },
    /// The player's move.
    Moved {
        /// The question's number.
        turn: u32,
        /// The answer.
        step: RawMove,
        /// Instructions used, where they are counted.
        fuel: u64,
        /// When the host had the question, in nanoseconds of the machine's monotonic clock: what it says, no more.
        begun: u64,
    },
    /// `finalize` returned.
    Finished,
    /// The player failed.
    Fault(FaultKind, String),
}

impl Request {
    /// The packet.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.clear();
        let mut w = Writer(out);
        match self {
            Request::Start(setup) => {
                w.u8(1);
                setup.encode(&mut w);
            }
            Request::Play { turn, previous, fuel } => {
                w.u8(2);
                w.u32(*turn);
                w.step(*previous);
                w.u64(*fuel);
            }
            Request::Finish => w.u8(3),
        }
    }

    /// The message in a packet.
    pub fn decode(bytes: &[u8]) -> Result<Request, BadPacket> {
        let mut r = Reader(bytes);
        let message = match r.u8()? {
            1 => Request::Start(Box::new(Setup::decode(&mut r)?)),
            2 => Request::Play { turn: r.u32()?, previous: r.step()?, fuel: r.u64()? },
            3 => Request::Finish,
            tag => return Err(BadPacket::Tag(tag)),
        };
        r.end(message)
    }
}

impl Report {
    /// The packet.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.clear();
        let mut w = Writer(out);
        match self {
            Report::Loaded(layers) => {
                w.u8(1);
                w.u32(layers.0);
            }
            Report::Started { name, follows } => {
                w.u8(2);
                w.text(name);
                w.u8((*follows).into());
            }
            Report::Moved { turn, step, fuel, begun } => {
                w.u8(3);
                w.u32(*turn);
                w.step(*step);
                w.u64(*fuel);
                w.u64(*begun);
            }
            Report::Finished => w.u8(4),
            Report::Fault(kind, text) => {
                w.u8(5);
                w.u8(*kind as u8);
                w.text(text);
            }
        }
    }

    /// The message in a packet.
    pub fn decode(bytes: &[u8]) -> Result<Report, BadPacket> {
        let mut r = Reader(bytes);
        let message = match r.u8()? {
            1 => Report::Loaded(Layers(r.u32()?)),
            2 => Report::Started { name: r.text()?, follows: r.u8()? != 0 },
            3 => Report::Moved { turn: r.u32()?, step: r.step()?, fuel: r.u64()?, begun: r.u64()? },
            4 => Report::Finished,
            5 => Report::Fault(fault_kind(r.u8()?)?, r.text()?),
            tag => return Err(BadPacket::Tag(tag)),
        };
        r.end(message)
    }
}

fn fault_kind(byte: u8) -> Result<FaultKind, BadPacket> {
    let kinds = [FaultKind::Refused, FaultKind::Crash, FaultKind::Memory, FaultKind::Fuel];
    kinds.get(usize::from(byte)).copied().ok_or(BadPacket::Value)
}
