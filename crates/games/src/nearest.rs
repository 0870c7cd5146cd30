//! What the user probably meant: the nearest of the valid names, for error messages.

/// The name closest to what was typed, if any is close enough to be worth a suggestion.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let worth = (typed.chars().count() / 3).max(1);
    let near = |name: &&str| distance(&typed, &name.to_lowercase());
    let best = names.into_iter().min_by_key(near)?;
    let starts = typed.len() >= 2 && best.to_lowercase().starts_with(&typed);
    (near(&best) <= worth || starts).then_some(best)
}

/// A list of names for a message, with the nearest one first in line: `did you mean `x`? known: a, b, c`.
pub fn suggestion<'a>(typed: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let known: Vec<&str> = names.clone().into_iter().collect();
    match nearest(typed, names) {
        Some(name) => format!("did you mean `{name}`? (known: {})", known.join(", ")),
        None => format!("known: {}", known.join(", ")),
    }
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(table[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    table[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typing_slips_find_their_name() {
        let games = ["amazons", "ataxx", "blobwar", "flood", "reversi"];
        for (typed, meant) in [
            ("amazon", Some("amazons")),
            ("amzaons", Some("amazons")),
            ("Flod", Some("flood")),
            ("revers", Some("reversi")),
            ("othello", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, games), meant, "{typed}");
        }
    }
}
