//! The last words of a crashing player: a signal handler on its own stack that tells the arena which signal came,
//! during which call, and whether memory had run out. The exit status says it again for those who wait.

use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicUsize, Ordering};

use agon_protocol::host::FaultKind;

use crate::channel::Channel;

static SOCKET: AtomicI32 = AtomicI32::new(-1);
static IS_INSTALLED: AtomicBool = AtomicBool::new(false);
static PHASE: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static PHASE_LENGTH: AtomicUsize = AtomicUsize::new(0);

/// Big enough for the handler below, which calls nothing deep.
const STACK: usize = 64 * 1024;

const SIGNALS: [(c_int, &str); 6] = [
    (libc::SIGSEGV, "segmentation fault"),
    (libc::SIGBUS, "bus error"),
    (libc::SIGABRT, "abort"),
    (libc::SIGILL, "illegal instruction"),
    (libc::SIGFPE, "arithmetic fault"),
    (libc::SIGSYS, "forbidden system call"),
];

/// Sends the last words there.
pub(crate) fn aim(channel: &Channel) {
    SOCKET.store(channel.fd(), Ordering::Relaxed);
    enter("while it was loaded");
}

/// Catches the signals of a crash, unless they are caught already: the handlers of WebAssembly lie above ours once it
/// has an engine, and must stay there.
pub(crate) fn install_once() {
    if !IS_INSTALLED.load(Ordering::Relaxed) {
        install();
    }
}

/// Catches the signals of a crash from now on, whoever caught them before.
pub(crate) fn install() {
    IS_INSTALLED.store(true, Ordering::Relaxed);
    let stack = Box::leak(vec![0u8; STACK].into_boxed_slice());
    // SAFETY: the stack lives for ever and the handler only uses calls that are safe in a handler.
    unsafe {
        let alternate = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK };
        libc::sigaltstack(&raw const alternate, std::ptr::null_mut());
        for (signal, _) in SIGNALS {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction =
                on_signal as extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) as usize;
            action.sa_flags = libc::SA_ONSTACK | libc::SA_SIGINFO;
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
}

/// Remembers which call is under way.
pub(crate) fn enter(phase: &'static str) {
    PHASE_LENGTH.store(0, Ordering::Relaxed);
    PHASE.store(phase.as_ptr().cast_mut(), Ordering::Relaxed);
    PHASE_LENGTH.store(phase.len(), Ordering::Relaxed);
    // SAFETY: errno is this thread's own; cleared, it tells what the player's calls did to it.
    unsafe { *libc::__errno_location() = 0 };
}

extern "C" fn on_signal(signal: c_int, _: *mut libc::siginfo_t, _: *mut c_void) {
    // SAFETY: errno is this thread's own; it still holds what the player's last call left there.
    let is_out_of_memory = unsafe { *libc::__errno_location() } == libc::ENOMEM;
    let kind = if is_out_of_memory { FaultKind::Memory } else { FaultKind::Crash };
    let name = SIGNALS.iter().find(|(number, _)| *number == signal).map_or("signal", |(_, name)| name);
    // SAFETY: `enter` stores the parts of a static string, the length last and zero in between.
    let phase = unsafe {
        let length = PHASE_LENGTH.load(Ordering::Relaxed);
        std::slice::from_raw_parts(PHASE.load(Ordering::Relaxed), length)
    };
    let mut packet = [0u8; 160];
    let mut length = 6;
    let parts: [&[u8]; 4] =
        [name.as_bytes(), b" ", phase, if is_out_of_memory { b", out of memory" } else { b"" }];
    for &byte in parts.into_iter().flatten().take(packet.len() - 6) {
        packet[length] = byte;
        length += 1;
    }
    packet[0] = 5;
    packet[1] = kind as u8;
    packet[2..6].copy_from_slice(&(length as u32 - 6).to_le_bytes());
    // SAFETY: write and _exit may be called in a handler.
    unsafe {
        libc::write(SOCKET.load(Ordering::Relaxed), packet.as_ptr().cast(), length);
        libc::_exit(128 + signal);
    }
}
