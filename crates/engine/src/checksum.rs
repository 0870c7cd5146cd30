//! What says whether a file is whole: FNV-1a with 64 bits, over weights, books and runs alike. Against accidents,
//! not against people.

/// The checksum of bytes.
pub fn of(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
