//! The openings that come with agon, made by itself: `cargo run --release --example make_openings` makes them
//! again. Each is the most even of sixteen random lines by the champion's search of twenty thousand positions; of Flood's
//! boards each is within a cell of even.

/// Games by canonical spec, and their files.
const FILES: [(&str, &str); 7] = [
    ("amazons/10", include_str!("../../openings/amazons-10.txt")),
    ("ataxx/7", include_str!("../../openings/ataxx-7.txt")),
    ("blobwar/8", include_str!("../../openings/blobwar-8.txt")),
    ("flood/12", include_str!("../../openings/flood-12.txt")),
    ("flood/16", include_str!("../../openings/flood-16.txt")),
    ("flood/22", include_str!("../../openings/flood-22.txt")),
    ("reversi/8", include_str!("../../openings/reversi-8.txt")),
];

/// The file of a game, by its canonical spec.
pub(super) fn text(spec: &str) -> Option<&'static str> {
    FILES.iter().find(|(game, _)| *game == spec).map(|(_, text)| *text)
}
