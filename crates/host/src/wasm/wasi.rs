//! The little of WASI that a player's C library needs: printing goes to the log, chance is seeded, time stands
//! still under a fuel clock, and every other door is closed.

use std::io::Write;

use wasmtime::{Caller, Extern, Linker, Memory, Result, bail};

use super::World;

const MODULE: &str = "wasi_snapshot_preview1";

/// WASI's numbers for "success", "bad descriptor", "fault" and "not supported".
const SUCCESS: i32 = 0;
const BADF: i32 = 8;
const FAULT: i32 = 21;
const NOTSUP: i32 = 58;

/// The most that one call may print.
const MAX_WRITE: usize = 64 * 1024;

/// Defines what C libraries import; anything else traps when it is called.
pub(super) fn define(linker: &mut Linker<World>) -> Result<()> {
    linker.func_wrap(MODULE, "fd_write", fd_write)?;
    linker.func_wrap(MODULE, "proc_exit", |status: i32| -> Result<()> { bail!("exit({status})") })?;
    linker.func_wrap(MODULE, "random_get", random_get)?;
    linker.func_wrap(MODULE, "clock_time_get", clock_time_get)?;
    linker.func_wrap(MODULE, "clock_res_get", |mut caller: Caller<'_, World>, _: i32, at: i32| {
        store(&mut caller, at, &1_000u64.to_le_bytes())
    })?;
    for (count, get) in [("environ_sizes_get", "environ_get"), ("args_sizes_get", "args_get")] {
        linker.func_wrap(MODULE, count, |mut caller: Caller<'_, World>, n: i32, size: i32| {
            store(&mut caller, n, &[0; 4]) | store(&mut caller, size, &[0; 4])
        })?;
        linker.func_wrap(MODULE, get, |_: i32, _: i32| SUCCESS)?;
    }
    linker.func_wrap(MODULE, "fd_close", |_: i32| SUCCESS)?;
    linker.func_wrap(MODULE, "fd_fdstat_get", fd_fdstat_get)?;
    linker.func_wrap(MODULE, "fd_fdstat_set_flags", |_: i32, _: i32| NOTSUP)?;
    linker.func_wrap(MODULE, "fd_prestat_get", |_: i32, _: i32| BADF)?;
    linker.func_wrap(MODULE, "fd_prestat_dir_name", |_: i32, _: i32, _: i32| BADF)?;
    linker.func_wrap(MODULE, "fd_read", |_: i32, _: i32, _: i32, _: i32| BADF)?;
    linker.func_wrap(MODULE, "fd_seek", |_: i32, _: i64, _: i32, _: i32| BADF)?;
    linker.func_wrap(MODULE, "sched_yield", || SUCCESS)?;
    Ok(())
}

fn memory(caller: &mut Caller<'_, World>) -> Option<Memory> {
    caller.get_export("memory").and_then(Extern::into_memory)
}

fn store(caller: &mut Caller<'_, World>, at: i32, bytes: &[u8]) -> i32 {
    let done = memory(caller).and_then(|memory| memory.write(caller, at as u32 as usize, bytes).ok());
    done.map_or(FAULT, |()| SUCCESS)
}

fn load_word(caller: &mut Caller<'_, World>, at: u32) -> Option<u32> {
    let mut bytes = [0; 4];
    memory(caller)?.read(caller, at as usize, &mut bytes).ok()?;
    Some(u32::from_le_bytes(bytes))
}

/// Standard output and error both go to the log.
fn fd_write(mut caller: Caller<'_, World>, fd: i32, vectors: i32, n_vectors: i32, written: i32) -> i32 {
    if fd != 1 && fd != 2 {
        return BADF;
    }
    let mut total = 0usize;
    for index in 0..(n_vectors as u32).min(64) {
        let at = (vectors as u32).wrapping_add(index * 8);
        let (Some(start), Some(length)) =
            (load_word(&mut caller, at), load_word(&mut caller, at.wrapping_add(4)))
        else {
            return FAULT;
        };
        let Some(memory) = memory(&mut caller) else { return FAULT };
        let end = start as usize + length as usize;
        let Some(bytes) = memory.data(&caller).get(start as usize..end) else { return FAULT };
        // A full log is no fault of the player's.
        std::io::stderr().write_all(&bytes[..bytes.len().min(MAX_WRITE)]).ok();
        total += bytes.len();
    }
    store(&mut caller, written, &(total as u32).to_le_bytes())
}

/// Everything is a character device, so that printing is by lines.
fn fd_fdstat_get(mut caller: Caller<'_, World>, fd: i32, at: i32) -> i32 {
    if !(0..3).contains(&fd) {
        return BADF;
    }
    let mut stat = [0u8; 24];
    stat[0] = 2;
    stat[8..16].copy_from_slice(&(1u64 << 6).to_le_bytes());
    store(&mut caller, at, &stat)
}

/// Numbers that the game's seed decides.
fn random_get(mut caller: Caller<'_, World>, at: i32, length: i32) -> i32 {
    let length = (length as u32 as usize).min(MAX_WRITE);
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        let state = &mut caller.data_mut().random;
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bytes.extend((mixed ^ (mixed >> 31)).to_le_bytes());
    }
    store(&mut caller, at, &bytes[..length])
}

fn clock_time_get(mut caller: Caller<'_, World>, _clock: i32, _precision: i64, at: i32) -> i32 {
    let now = if caller.data().is_fuelled {
        0
    } else {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |time| time.as_nanos() as u64)
    };
    store(&mut caller, at, &now.to_le_bytes())
}
