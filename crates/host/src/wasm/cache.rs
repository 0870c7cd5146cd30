//! Compiled modules on disk, named by what they were made from. The folder belongs to the user who runs the
//! arena, and only this code writes to it.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use agon_protocol::host::Launch;
use wasmtime::{Engine, Module};

/// The module, if it was compiled earlier.
pub(super) fn find(engine: &Engine, image: &[u8], launch: &Launch) -> Option<Module> {
    load(engine, &launch.cache.as_deref()?.join(key(engine, image)))
}

/// The module, compiled now and kept for the next time.
pub(super) fn compile(engine: &Engine, image: &[u8], launch: &Launch) -> Result<Module, String> {
    let refused = |e: wasmtime::Error| format!("no valid wasm module: {e}");
    let code = engine.precompile_module(image).map_err(refused)?;
    if let Some(folder) = launch.cache.as_deref() {
        store(&folder.join(key(engine, image)), &code);
    }
    // SAFETY: the code was made by this engine a line ago.
    unsafe { Module::deserialize(engine, &code) }.map_err(refused)
}

/// A name that changes with the module, the engine's version and its settings.
fn key(engine: &Engine, image: &[u8]) -> String {
    let mut hasher = Blake(blake3::Hasher::new());
    engine.precompile_compatibility_hash().hash(&mut hasher);
    hasher.0.update(image);
    format!("{}.cwasm", hasher.0.finalize().to_hex())
}

fn load(engine: &Engine, file: &Path) -> Option<Module> {
    // SAFETY: files of this name in the user's own folder hold what `store` wrote, or the user has no secrets
    // left to protect; the engine checks version and settings again.
    file.is_file().then(|| unsafe { Module::deserialize_file(engine, file) }.ok()).flatten()
}

/// Keeps the code; a folder that cannot be written costs time, nothing else.
fn store(file: &Path, code: &[u8]) {
    let Some(folder) = file.parent() else { return };
    let mut builder = std::fs::DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(builder.recursive(true), 0o700);
    let draft: PathBuf = file.with_extension(format!("{}.tmp", std::process::id()));
    let written = builder.create(folder).and_then(|()| std::fs::write(&draft, code));
    if written.and_then(|()| std::fs::rename(&draft, file)).is_err() {
        std::fs::remove_file(&draft).ok();
    }
}

/// Lets `Hash` feed a real hash.
struct Blake(blake3::Hasher);

impl Hasher for Blake {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        u64::from_le_bytes(self.0.finalize().as_bytes()[..8].try_into().expect("eight bytes"))
    }
}
