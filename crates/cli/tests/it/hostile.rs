//! C players that would pass but for one line: the player of `agon new`, which at its first move crashes, hangs, steals,
//! cheats or grows.

use std::path::{Path, PathBuf};

use crate::program::agon;

/// A name, and what is done instead of choosing a move.
pub const DEEDS: [(&str, &str); 8] = [
    ("crash", "*(volatile int*)0 = 1;"),
    ("loop", "for (;;) {}"),
    ("cheat", "return agon_disc(0);"),
    ("steal", STEAL),
    ("fork", "while (fork() >= 0) {} abort();"),
    ("call", "int s = socket(AF_INET, SOCK_STREAM, 0); if (s < 0) abort(); return agon_disc(0);"),
    ("grow", "for (;;) memset(malloc(1 << 24), 1, 1 << 24);"),
    ("quit", "_exit(0);"),
];

const STEAL: &str = "FILE* f = fopen(\"/etc/passwd\", \"r\"); char line[200]; \
                     while (f && fgets(line, 200, f)) fputs(line, stderr); system(\"id >&2\"); abort();";

/// Writes the source of a player that does this, for Reversi.
pub fn player(folder: &Path, name: &str, deed: &str) -> PathBuf {
    let home = folder.join(format!("{name}-player"));
    let made = agon(&["new", home.to_str().unwrap(), "--game", "reversi", "--lang", "c"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let source = std::fs::read_to_string(home.join("player.c")).unwrap();
    let honest = "struct agon_move m = choose();";
    assert!(source.contains(honest), "the template has changed");
    let includes =
        ["stdio", "stdlib", "string", "unistd", "sys/socket"].map(|h| format!("#include <{h}.h>\n"));
    let file = folder.join(format!("{name}.c"));
    let text = format!("{}{}", includes.concat(), source.replace(honest, &format!("{deed} {honest}")));
    std::fs::write(&file, text).unwrap();
    file
}
