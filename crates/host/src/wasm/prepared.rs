//! A module that is compiled and linked, with nothing of it run yet; and the shelf where a host that is started ahead
//! keeps those it has seen.

use std::path::Path;

use agon_protocol::host::{Launch, Target};
use wasmtime::{Config, Engine, InstancePre, Linker, Module};

use super::{WasmPlayer, World, cache, wasi};
use crate::player::Player;

/// Deep enough for a recursive search, and well within the thread's own stack.
const STACK: usize = 2 << 20;

/// How many modules a shelf holds.
const MAX_SHELF: usize = 8;

/// The largest module that is shelved.
const MAX_SHELVED: u64 = 4 << 20;

/// A module of ours that does nothing: it has a memory, `initialize`, `play` and a name that is empty.
const PRACTICE: &[u8] = b"\0asm\x01\0\0\0\x01\x08\x02`\0\0`\0\x01\x7f\x03\x04\x03\0\0\x01\x05\x03\x01\0\x02\x070\x04\x06memory\x02\0\
    \ninitialize\0\0\x04play\0\x01\x0fget_player_name\0\x02\n\x0c\x03\x02\0\x0b\x02\0\x0b\x04\0A\0\x0b";

/// Ready to be instantiated.
#[derive(Clone)]
pub(crate) struct Prepared {
    pub(super) pre: InstancePre<World>,
    pub(super) is_fuelled: bool,
}

impl Prepared {
    /// Machine code for a module, from the cache if it has been compiled before.
    pub(crate) fn new(image: &[u8], launch: &Launch) -> Result<Prepared, String> {
        let engine = engine(launch.is_fuelled)?;
        let module = match cache::find(&engine, image, launch) {
            Some(module) => module,
            None => cache::compile(&engine, image, launch)?,
        };
        Prepared::link(&module, launch.is_fuelled)
    }

    fn link(module: &Module, is_fuelled: bool) -> Result<Prepared, String> {
        let mut linker = Linker::new(module.engine());
        let failed = |e: wasmtime::Error| e.to_string();
        wasi::define(&mut linker).map_err(failed)?;
        linker.define_unknown_imports_as_traps(module).map_err(failed)?;
        let does_not_start =
            |e: wasmtime::Error| format!("the module does not start: {}", super::root_cause(&e));
        Ok(Prepared { pre: linker.instantiate_pre(module).map_err(does_not_start)?, is_fuelled })
    }
}

fn engine(is_fuelled: bool) -> Result<Engine, String> {
    let mut config = Config::new();
    config.consume_fuel(is_fuelled);
    config.max_wasm_stack(STACK);
    // Both would need system calls that the lock forbids, or work that a single instance does not repay.
    config.memory_init_cow(false);
    config.wasm_backtrace_max_frames(None);
    config.cranelift_nan_canonicalization(is_fuelled);
    Engine::new(&config).map_err(|e| format!("wasm: {e}"))
}

/// Modules that were played before, linked and waiting.
#[derive(Default)]
pub(crate) struct Shelf {
    engines: [Option<Engine>; 2],
    modules: Vec<(Vec<u8>, Prepared)>,
    n_seen: u64,
    practice: [Option<Prepared>; 2],
}

impl Shelf {
    /// How many modules have ever been put here: a fork that was made at the same number has the same shelf.
    pub(crate) fn n_seen(&self) -> u64 {
        self.n_seen
    }

    /// The module at a place that [`Shelf::find`] gave.
    pub(crate) fn at(&self, place: usize) -> Option<Prepared> {
        self.modules.get(place).map(|(_, prepared)| prepared.clone())
    }

    /// Gets ready for [`Shelf::practise`] in a fork.
    pub(crate) fn learn_to_practise(&mut self, launch: &Launch) {
        let kind = usize::from(launch.is_fuelled);
        if let (None, Some(engine)) = (&self.practice[kind], &self.engines[kind]) {
            let module = Module::new(engine, PRACTICE).ok();
            self.practice[kind] = module.and_then(|module| Prepared::link(&module, launch.is_fuelled).ok());
        }
    }

    /// Starts a module that does nothing and lets it go, so that all the memory which a start touches is there when a
    /// player's turn comes.
    pub(crate) fn practise(&self, launch: &Launch) {
        let prepared = self.practice[usize::from(launch.is_fuelled)].as_ref();
        if let Some(mut player) = prepared.and_then(|prepared| WasmPlayer::new(prepared, launch).ok()) {
            player.name().ok();
        }
    }

    /// Where the module of a launch is, if its machine code exists already. Nothing is compiled here: a module could keep
    /// the compiler busy while other players wait.
    pub(crate) fn find(&mut self, launch: &Launch) -> Option<usize> {
        let Target::Player(file) = &launch.target else { return None };
        let image = small_module(file)?;
        let is_same = |(known, prepared): &(Vec<u8>, Prepared)| {
            prepared.is_fuelled == launch.is_fuelled && *known == image
        };
        if let Some(at) = self.modules.iter().position(is_same) {
            return Some(at);
        }
        let slot = &mut self.engines[usize::from(launch.is_fuelled)];
        let engine = match slot {
            Some(engine) => engine,
            None => slot.insert(engine(launch.is_fuelled).ok()?),
        };
        let module = cache::find(engine, &image, launch)?;
        let prepared = Prepared::link(&module, launch.is_fuelled).ok()?;
        if self.modules.len() == MAX_SHELF {
            self.modules.remove(0);
        }
        self.modules.push((image, prepared));
        self.n_seen += 1;
        Some(self.modules.len() - 1)
    }
}

/// The bytes of a file that is called and looks like a module, and is not large.
fn small_module(file: &Path) -> Option<Vec<u8>> {
    let is_named = file.extension().is_some_and(|extension| extension == "wasm");
    let is_small = is_named && std::fs::metadata(file).is_ok_and(|m| m.is_file() && m.len() <= MAX_SHELVED);
    let image = is_small.then(|| std::fs::read(file).ok()).flatten()?;
    super::is_wasm(&image).then_some(image)
}
