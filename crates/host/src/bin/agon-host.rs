//! The host by itself, for tests of the crates below the program: `agon host ...` is the same.

fn main() {
    std::process::exit(agon_host::main(std::env::args_os().skip(1)));
}
