//! The weights of the [census](super::census): six rows from a full board to an empty one.

use std::sync::LazyLock;

use super::census::N_COUNTS;
use crate::eval::mixture::{Format, Mixture};

/// What their file looks like.
pub static FORMAT: Format = Format { magic: "AGON-RC1", game: "reversi", n_counts: N_COUNTS, n_rows: 6 };

/// The weights that come with the project.
pub fn shipped() -> &'static Mixture {
    static SHIPPED: LazyLock<Mixture> = LazyLock::new(|| {
        let bytes = include_bytes!("../../../weights/reversi-wide.txt");
        FORMAT.read(bytes).expect("the weights of the project are whole")
    });
    &SHIPPED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_whole() {
        assert_eq!(FORMAT.read(&shipped().write()).as_ref(), Ok(shipped()));
        assert!(FORMAT.read(b"AGON-RN1").is_err());
    }
}
