//! A look at a library's first bytes, so that a wrong file is refused with a sentence instead of the loader's riddle.

/// Whether these bytes can be a shared library of this machine.
pub(crate) fn check(image: &[u8]) -> Result<(), String> {
    let build = "build it with `cc -shared -fPIC`";
    if image.is_empty() {
        return Err(format!("an empty file is no player: {build}"));
    }
    if !image.starts_with(b"\x7fELF") {
        let kind = if image.is_ascii() { "a text file" } else { "not a program file" };
        return Err(format!("this is {kind}, no shared library: {build}"));
    }
    if image.len() < 64 {
        return Err(format!("a library cut short: {build}"));
    }
    if image[4] != 2 {
        return Err("a 32-bit library: build it for 64 bits (`cc -m64 -shared -fPIC`)".into());
    }
    let half = |at: usize| u16::from_le_bytes([image[at], image[at + 1]]);
    let machine = if cfg!(target_arch = "x86_64") { 62 } else { 183 };
    if half(18) != machine {
        return Err(format!("a library for another kind of processor (machine {}): {build}", half(18)));
    }
    match half(16) {
        3 => Ok(()),
        1 => Err("an object file: link it with `cc -shared -o player.so player.o`".into()),
        2 => Err(format!("a program, no shared library: {build}")),
        kind => Err(format!("no shared library (ELF type {kind}): {build}")),
    }
}
