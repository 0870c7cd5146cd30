//! A short turn on the processor for whoever keeps the clock: a thread that is woken then runs at once, although others
//! compute, and what it books is the player's time and not its own wait. It gets no more of the processor for it.

/// The shortest slice that the kernel grants, in nanoseconds.
const ARENA: u64 = 100_000;

/// Players are woken soon as well, and lose little to switching when there are more of them than processors.
const PLAYER: u64 = 500_000;

#[repr(C)]
#[derive(Default)]
struct SchedAttr {
    size: u32,
    policy: u32,
    flags: u64,
    nice: i32,
    priority: u32,
    runtime: u64,
    deadline: u64,
    period: u64,
}

/// How much later than asked a sleeper may be woken, in nanoseconds; players inherit it.
const SLACK: libc::c_ulong = 1000;

/// For the calling thread and those that it starts. Kernels before 6.12 take no notice; nobody needs a right for it.
pub fn be_prompt() {
    set(ARENA);
    // SAFETY: a plain request about this thread.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, SLACK, 0, 0, 0) };
}

/// For a player, which inherits its arena's slice otherwise; it runs on these processors, or on any.
pub(crate) fn be_player(cores: &[u32]) {
    set(PLAYER);
    if !cores.is_empty() {
        // SAFETY: an empty set is all zeros, and the macro is given numbers that fit; a processor that
        // cannot be had costs speed, nothing else.
        unsafe {
            let mut wanted: libc::cpu_set_t = std::mem::zeroed();
            let fitting = cores.iter().filter(|&&core| core < libc::CPU_SETSIZE as u32);
            fitting.for_each(|&core| libc::CPU_SET(core as usize, &mut wanted));
            libc::sched_setaffinity(0, size_of_val(&wanted), &raw const wanted);
        }
    }
}

fn set(runtime: u64) {
    // SAFETY: a system call about this thread; the structure is as long as it says, and nice stays what it is.
    unsafe {
        let nice = libc::getpriority(libc::PRIO_PROCESS, 0);
        let attr = SchedAttr { size: size_of::<SchedAttr>() as u32, nice, runtime, ..SchedAttr::default() };
        libc::syscall(libc::SYS_sched_setattr, 0, &raw const attr, 0);
    }
}
