//! Namespaces: own process numbers (so that killing the first kills all), no network, a file system that is
//! read-only from here. Root makes them directly, an ordinary user inside a user namespace.

use std::ffi::CString;
use std::path::PathBuf;

use std::os::unix::ffi::OsStrExt;

/// Folders that exist on every system and that nothing runs from: one of them is covered by the scratch folder.
const SCRATCH: [&str; 3] = ["/mnt", "/media", "/srv"];

const ALL: i32 = libc::CLONE_NEWPID | libc::CLONE_NEWNET | libc::CLONE_NEWNS | libc::CLONE_NEWIPC;

/// Moves the next child into new namespaces; says whether it did.
pub(super) fn unshare_all(is_root: bool) -> bool {
    // SAFETY: cannot fail.
    let (uid, gid) = unsafe { (libc::geteuid(), libc::getegid()) };
    // SAFETY: one thread, as unshare asks for.
    unsafe {
        if is_root && libc::unshare(ALL) == 0 {
            return true;
        }
        if libc::unshare(ALL | libc::CLONE_NEWUSER) != 0 {
            return false;
        }
    }
    // The same numbers inside as outside; group changes must be given up first.
    let map = |file: &str, text: String| std::fs::write(format!("/proc/self/{file}"), text).is_ok();
    map("setgroups", "deny".into());
    map("uid_map", format!("{uid} {uid} 1")) && map("gid_map", format!("{gid} {gid} 1"))
}

/// Makes everything read-only and, if asked, covers one folder with an empty one in memory of that many bytes.
pub(super) fn remount(scratch_bytes: Option<u64>) -> Option<PathBuf> {
    // SAFETY: mount calls with strings that end with NUL, in a mount namespace of our own.
    unsafe {
        let none = std::ptr::null();
        let private = libc::MS_REC | libc::MS_PRIVATE;
        if libc::mount(none, c"/".as_ptr(), none, private, none.cast()) != 0 {
            return None;
        }
        let read_only = libc::mount_attr {
            attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
            attr_clr: 0,
            propagation: 0,
            userns_fd: 0,
        };
        let size = size_of::<libc::mount_attr>();
        let at = libc::AT_RECURSIVE as u32;
        libc::syscall(libc::SYS_mount_setattr, -1, c"/".as_ptr(), at, &raw const read_only, size);
    }
    mount_scratch(scratch_bytes?)
}

fn mount_scratch(bytes: u64) -> Option<PathBuf> {
    let folder = SCRATCH.iter().map(PathBuf::from).find(|folder| folder.is_dir())?;
    let path = CString::new(folder.as_os_str().as_bytes()).ok()?;
    let options = CString::new(format!("size={bytes},nr_inodes=64,mode=1777")).ok()?;
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    let tmpfs = c"tmpfs".as_ptr();
    // SAFETY: as above.
    let done = unsafe { libc::mount(tmpfs, path.as_ptr(), tmpfs, flags, options.as_ptr().cast()) } == 0;
    done.then_some(folder)
}
