//! `agon`: the program. Arguments in, results on stdout, the story on stderr.

fn main() {
    println!("agon {}", env!("CARGO_PKG_VERSION"));
}
