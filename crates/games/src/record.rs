//! The record of a game: all that is needed to show it, replay it and count it, with one stable JSON form.

use serde::{Deserialize, Serialize};

use crate::side::Side;

/// The version of the JSON form, raised when a reader of the old one would misread the new one.
pub const VERSION: u32 = 1;

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// [`VERSION`].
    pub version: u32,
    /// The game and board, in canonical form.
    pub game: String,
    /// The position that it began with.
    pub start: String,
    /// Both players, the first to move in the start position's numbering first.
    pub players: [PlayerRecord; 2],
    /// The clock, as on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The seed of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many of the moves were the opening's, played for both.
    #[serde(default)]
    pub opening: usize,
    /// Every ply, passes included.
    pub moves: Vec<MoveRecord>,
    /// Who won; none for a draw or an aborted game.
    pub winner: Option<Side>,
    /// Why it ended.
    pub ending: Ending,
    /// More about the ending, in words: which move was illegal, which signal killed the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What each side counts at the end: discs, blobs, cells; moves in Amazons.
    pub tally: [u32; 2],
}

/// One player of a record.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// The name it goes by.
    pub name: String,
    /// What was asked for on the command line.
    pub spec: String,
    /// The hash of its file, for players that are files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The seed it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How it was locked in, for players that we did not write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<String>,
}

/// One ply of a record.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move as text.
    #[serde(rename = "move")]
    pub text: String,
    /// Microseconds that the player took; absent for moves of the opening, and under clocks without time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub us: Option<u64>,
    /// The player's own score of the position, if it said one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The depth it reached, if it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The nodes it searched, if it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// The player at fault moved illegally.
    Illegal,
    /// It ran out of time.
    Time,
    /// It died.
    Crash,
    /// It took more memory than it may.
    Memory,
    /// It talked rubbish, or too much.
    Protocol,
    /// Nobody's fault: the game was broken off.
    Aborted,
    /// The player gave up.
    Resigned,
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 8] = [
        Self::Rules,
        Self::Illegal,
        Self::Time,
        Self::Crash,
        Self::Memory,
        Self::Protocol,
        Self::Aborted,
        Self::Resigned,
    ];

    /// The name in records and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Memory => "memory",
            Self::Protocol => "protocol",
            Self::Aborted => "aborted",
            Self::Resigned => "resigned",
        }
    }
}
