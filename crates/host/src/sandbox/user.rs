//! Fewer rights: no new privileges ever, an unused user number instead of root, no capabilities.

use std::io;

/// Past every number that systems hand out; one for each process, so that players cannot touch each other.
const FIRST_UNUSED: u32 = 2_000_000_000;

/// For user namespaces that map only 65,536 numbers.
const FIRST_SMALL: u32 = 61_000;

const CAP_DAC_READ_SEARCH: u32 = 2;
const CAPABILITY_VERSION_3: u32 = 0x2008_0522;

#[repr(C)]
struct CapHeader {
    version: u32,
    pid: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct CapSet {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// From now on nothing that is started gains rights.
pub(super) fn no_new_privileges() {
    // SAFETY: a plain request about this process.
    unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) };
}

/// Lets this process open its own /proc/self/fd again after a change of user.
pub(super) fn make_dumpable() {
    // SAFETY: as above.
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0) };
}

/// Gives up every capability of a user namespace.
pub(super) fn drop_capabilities() {
    set_capabilities(0);
}

/// Becomes an unused user, another one for every salt. A program may keep one right: to read files that are closed to strangers, which is
/// safe because landlock lists the files that it reads at all, and needed because root's own are closed.
pub(super) fn drop_root(may_read: bool, salt: u32) -> io::Result<()> {
    // SAFETY: plain requests; each is checked or falls back.
    unsafe {
        if may_read {
            libc::prctl(libc::PR_SET_KEEPCAPS, 1, 0, 0, 0);
        }
        libc::setgroups(0, std::ptr::null());
        if !become_user(FIRST_UNUSED + salt % 100_000_000) && !become_user(FIRST_SMALL + salt % 4_000) {
            return Err(io::Error::last_os_error());
        }
        if may_read {
            set_capabilities(1 << CAP_DAC_READ_SEARCH);
            libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0);
        } else {
            set_capabilities(0);
        }
    }
    Ok(())
}

fn become_user(id: u32) -> bool {
    // SAFETY: plain requests.
    unsafe { libc::setresgid(id, id, id) == 0 && libc::setresuid(id, id, id) == 0 }
}

fn set_capabilities(bits: u32) {
    let header = CapHeader { version: CAPABILITY_VERSION_3, pid: 0 };
    let low = CapSet { effective: bits, permitted: bits, inheritable: bits };
    let sets = [low, CapSet::default()];
    // SAFETY: the layouts that version 3 of the call asks for.
    unsafe { libc::syscall(libc::SYS_capset, &raw const header, sets.as_ptr()) };
}
