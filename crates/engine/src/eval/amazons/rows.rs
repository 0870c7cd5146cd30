//! Boards in vectors of 256 bits, a row of the board in each lane of 16 or 32 bits. A step to the side is one
//! instruction and loses what leaves the board by itself, a step up or down is one or two, and wrapping around
//! costs one or two more. Boards of up to eight rows keep both sides in one vector.
//!
//! Beside the words that every board lay in before, 10x10 with a width known to the compiler: 10x10 takes three
//! quarters of the time, 12x12 a quarter, the torus of 12 a tenth.

mod broad;
mod fill;
mod layout;
mod plane;
mod window;
#[cfg(all(target_feature = "avx512bw", target_feature = "avx512vbmi", target_feature = "avx512vpopcntdq"))]
mod wings;

pub(super) use layout::{BroadSheet, Kind, Layout, ShortSheet, TallSheet};
#[cfg(all(
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512vpopcntdq"
))]
pub(super) use wings::WingSheet;
