//! WebAssembly players: the same four functions, the board in linear memory. Memory is bounded by the engine,
//! instructions by fuel where the clock asks for it, time by the arena, which kills.

mod cache;
mod layout;
mod prepared;
mod wasi;

pub(crate) use prepared::{Prepared, Shelf};

use agon_protocol::host::{FaultKind, GameKind, Launch, RawMove, Setup};
use wasmtime::{
    Instance, Memory, Store, StoreLimits, StoreLimitsBuilder, Trap, TypedFunc, WasmParams, WasmResults,
};

use crate::library::flood;
use crate::player::{Failure, Player};

/// The longest name that is kept.
const MAX_NAME: usize = 128;

/// Fuel of the calls that no clock covers: start, name, end.
const FREE_FUEL: u64 = 20_000_000_000;

/// Whether these bytes are a WebAssembly module.
pub(crate) fn is_wasm(image: &[u8]) -> bool {
    image.starts_with(b"\0asm")
}

/// What the functions that a module imports can reach.
struct World {
    limits: StoreLimits,
    random: u64,
    /// Under a fuel clock time stands still, so that games repeat.
    is_fuelled: bool,
}

/// An instance as a player.
pub(crate) struct WasmPlayer {
    store: Store<World>,
    instance: Instance,
    memory: Memory,
    is_fuelled: bool,
    game: GameKind,
    is_agon: bool,
    /// Where moves of three numbers are exchanged: the answer, then the question.
    exchange: u32,
}

impl WasmPlayer {
    /// Instantiates the module; its start function runs here, behind the locks.
    pub(crate) fn new(prepared: &Prepared, launch: &Launch) -> Result<WasmPlayer, String> {
        let limits = StoreLimitsBuilder::new()
            .memory_size(launch.memory as usize)
            .table_elements(1 << 20)
            .instances(1)
            .memories(1)
            .trap_on_grow_failure(true)
            .build();
        let world = World { limits, random: 1, is_fuelled: launch.is_fuelled };
        let mut store = Store::new(prepared.pre.module().engine(), world);
        store.limiter(|world| &mut world.limits);
        if launch.is_fuelled {
            store.set_fuel(FREE_FUEL).map_err(|e| e.to_string())?;
        }
        let instance = prepared
            .pre
            .instantiate(&mut store)
            .map_err(|e| format!("the module does not start: {}", root_cause(&e)))?;
        let missing = |name: &str| format!("the module exports no `{name}` (link with -Wl,--export={name})");
        let memory = instance.get_memory(&mut store, "memory").ok_or_else(|| missing("memory"))?;
        for name in ["initialize", "play"] {
            instance.get_func(&mut store, name).ok_or_else(|| missing(name))?;
        }
        let is_agon = instance.get_func(&mut store, "agon_abi").is_some();
        let is_fuelled = launch.is_fuelled;
        let game = GameKind::Amazons;
        Ok(WasmPlayer { store, instance, memory, is_fuelled, game, is_agon, exchange: 0 })
    }

    fn function<P: WasmParams, R: WasmResults>(&mut self, name: &str) -> Result<TypedFunc<P, R>, Failure> {
        self.instance.get_typed_func(&mut self.store, name).map_err(|e| {
            Failure::refused(format!("`{name}` is not the function that the interface asks for: {e}"))
        })
    }

    fn call<P: WasmParams, R: WasmResults>(&mut self, name: &str, parameters: P) -> Result<R, Failure> {
        let function = self.function::<P, R>(name)?;
        function.call(&mut self.store, parameters).map_err(|e| failure(name, &e))
    }

    /// A block of linear memory: the module's own `malloc` where it is exported, new pages where it is not.
    fn allocate(&mut self, n_bytes: u32) -> Result<u32, Failure> {
        if self.instance.get_func(&mut self.store, "malloc").is_some() {
            let block: i32 = self.call("malloc", n_bytes.max(1) as i32)?;
            if block == 0 {
                return Err(Failure::new(FaultKind::Memory, "malloc has no room for the board"));
            }
            return Ok(block as u32);
        }
        let pages = u64::from(n_bytes).div_ceil(65_536).max(1);
        let first = self.memory.grow(&mut self.store, pages).map_err(|e| failure("the board", &e))?;
        Ok((first * 65_536) as u32)
    }

    fn write(&mut self, at: u32, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.memory.write(&mut self.store, at as usize, bytes);
        written.map_err(|_| Failure::new(FaultKind::Crash, "malloc gave memory that does not exist"))
    }

    /// A copy of these bytes in linear memory.
    fn place(&mut self, bytes: &[u8]) -> Result<u32, Failure> {
        let at = self.allocate(bytes.len() as u32)?;
        self.write(at, bytes)?;
        Ok(at)
    }

    fn refuel(&mut self, fuel: u64) -> Result<(), Failure> {
        if self.is_fuelled {
            let fuel = if fuel == 0 { FREE_FUEL } else { fuel };
            self.store.set_fuel(fuel).map_err(|e| failure("fuel", &e))?;
        }
        Ok(())
    }

    fn fuel_left(&self) -> u64 {
        self.store.get_fuel().unwrap_or(0)
    }

    fn play_three(&mut self, previous: RawMove) -> Result<RawMove, Failure> {
        let question = self.exchange + 16;
        self.write(question, &layout::words(&previous.0))?;
        let () = self.call("play", (self.exchange as i32, question as i32))?;
        let mut bytes = [0; 12];
        let read = self.memory.read(&self.store, self.exchange as usize, &mut bytes);
        read.map_err(|_| Failure::new(FaultKind::Crash, "the module's memory shrank"))?;
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        Ok(RawMove([word(0), word(4), word(8)]))
    }

    fn play_colour(&mut self, previous: RawMove) -> Result<RawMove, Failure> {
        let colour = if previous.0[0] < 8 { previous.0[0] as i32 } else { -1 };
        let answer: i32 = self.call("play", colour)?;
        Ok(flood::answer(answer))
    }
}

impl Player for WasmPlayer {
    fn initialize(&mut self, setup: &Setup) -> Result<(), Failure> {
        self.game = setup.game;
        self.store.data_mut().random = setup.seed | 1;
        let has_interface = self.is_agon || matches!(setup.game, GameKind::Amazons | GameKind::Flood);
        if !has_interface {
            let game = setup.game.name();
            let text = format!("the module was not written for {game}: include agon.h, which has this game");
            return Err(Failure::refused(text));
        }
        if self.instance.get_func(&mut self.store, "_initialize").is_some() {
            let () = self.call("_initialize", ())?;
        }
        self.exchange = self.allocate(32)?;
        match (self.is_agon, setup.game) {
            (true, _) => layout::start_agon(self, setup),
            (false, GameKind::Flood) => layout::start_flood(self, setup),
            (false, _) => layout::start_amazons(self, setup),
        }
    }

    fn name(&mut self) -> Result<String, Failure> {
        if self.instance.get_func(&mut self.store, "get_player_name").is_none() {
            return Ok(String::new());
        }
        self.refuel(0)?;
        let at: i32 = self.call("get_player_name", ())?;
        let memory = self.memory.data(&self.store);
        let bytes = memory.get(at as u32 as usize..).filter(|_| at != 0).unwrap_or_default();
        let length = bytes.iter().take(MAX_NAME).position(|&b| b == 0).unwrap_or(MAX_NAME.min(bytes.len()));
        Ok(String::from_utf8_lossy(&bytes[..length]).into_owned())
    }

    fn follows(&self) -> bool {
        self.is_agon
    }

    fn play(&mut self, previous: RawMove, fuel: u64) -> Result<(RawMove, u64), Failure> {
        self.refuel(fuel)?;
        let before = self.fuel_left();
        let is_colour = !self.is_agon && self.game == GameKind::Flood;
        let step = if is_colour { self.play_colour(previous) } else { self.play_three(previous) }?;
        Ok((step, before - self.fuel_left()))
    }

    fn finalize(&mut self) -> Result<(), Failure> {
        self.refuel(0)?;
        if self.instance.get_func(&mut self.store, "finalize").is_some() {
            let () = self.call("finalize", ())?;
        }
        Ok(())
    }
}

fn root_cause(error: &wasmtime::Error) -> String {
    error.chain().last().map_or_else(|| error.to_string(), |cause| cause.to_string())
}

/// A trap as a failure: fuel and memory have their own kinds, everything else is a crash.
fn failure(call: &str, error: &wasmtime::Error) -> Failure {
    let cause = root_cause(error);
    if error.downcast_ref::<Trap>() == Some(&Trap::OutOfFuel) {
        return Failure::new(FaultKind::Fuel, format!("out of fuel in {call}"));
    }
    let is_memory = cause.contains("forcing trap when growing") || cause.contains("memory minimum size");
    let kind = if is_memory { FaultKind::Memory } else { FaultKind::Crash };
    Failure::new(kind, format!("{cause} in {call}"))
}
