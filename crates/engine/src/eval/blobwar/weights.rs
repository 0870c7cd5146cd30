//! The weights of the [census](super::census): a row for a full board and a row for an empty one.

use std::sync::LazyLock;

use super::census::N_COUNTS;
use crate::eval::mixture::{Format, Mixture};

/// What their file looks like.
pub static FORMAT: Format = Format { magic: "AGON-BC1", game: "blobwar", n_counts: N_COUNTS, n_rows: 2 };

/// The weights that come with the project.
pub fn shipped() -> &'static Mixture {
    static SHIPPED: LazyLock<Mixture> = LazyLock::new(|| {
        let bytes = include_bytes!("../../../weights/blobwar-wide.txt");
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
        assert!(FORMAT.read(b"AGON-BW3").is_err());
    }
}
