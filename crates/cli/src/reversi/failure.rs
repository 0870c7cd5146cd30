//! What can go wrong in the Reversi program, by kind.

use std::fmt::Display;
use std::io;

/// `reversi: kind: what`, and the exit code.
#[derive(Debug)]
pub struct Failure {
    pub kind: &'static str,
    pub what: String,
    pub code: u8,
}

impl Failure {
    /// Arguments that make no sense together.
    pub fn usage(what: impl Display) -> Self {
        Self { kind: "usage", what: what.to_string(), code: 2 }
    }

    /// An option that does not exist or lacks its argument.
    pub fn option(what: impl Display) -> Self {
        Self { kind: "option", what: what.to_string(), code: 2 }
    }

    /// A size that no board has.
    pub fn size(what: impl Display) -> Self {
        Self { kind: "size", what: what.to_string(), code: 2 }
    }

    /// A number that no player has.
    pub fn player(what: impl Display) -> Self {
        Self { kind: "player", what: what.to_string(), code: 2 }
    }

    /// A file that cannot be read or written.
    pub fn file(what: impl Display) -> Self {
        Self { kind: "file", what: what.to_string(), code: 1 }
    }

    /// A position that is none, or that is over.
    pub fn position(what: impl Display) -> Self {
        Self { kind: "position", what: what.to_string(), code: 1 }
    }

    /// Nobody takes what we print.
    #[expect(clippy::needless_pass_by_value, reason = "handed to map_err")]
    pub fn output(error: io::Error) -> Self {
        Self { kind: "output", what: error.to_string(), code: 1 }
    }
}
