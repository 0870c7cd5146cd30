//! Secrets: made from the operating system's random numbers, shown once, kept as hashes only.

/// 256 bits that nobody can guess, in a form that is easy to recognise in a file or a chat.
pub fn new_token() -> String {
    format!("agon-{}", hex::<32>())
}

/// What is kept of a token. It has 256 random bits: a fast hash is enough, there is nothing to guess from.
pub(crate) fn hash(token: &str) -> String {
    blake3::hash(token.trim().as_bytes()).to_hex().to_string()
}

/// `N` random bytes in hexadecimal digits.
pub(crate) fn hex<const N: usize>() -> String {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
