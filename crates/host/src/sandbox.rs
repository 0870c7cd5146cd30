//! The lock on the door, in layers, the best that this machine allows: limits, namespaces, another user,
//! landlock, seccomp. Each layer reports whether it holds; the arena decides what is enough.

mod calls;
mod cgroup;
mod files;
mod limits;
mod namespaces;
mod user;

use std::path::PathBuf;

use agon_protocol::host::{Launch, Layers, Target};
use thiserror::Error;

use crate::supervise;

/// What can be found out once for all players that a nursery will fork.
pub(crate) fn prepare() {
    calls::prepare();
    cgroup::prepare();
}

/// A layer that failed half way: going on would promise what does not hold.
#[derive(Debug, Error)]
pub(crate) enum LockError {
    #[error("landlock: {0}")]
    Landlock(#[from] landlock::RulesetError),
    #[error("seccomp: {0}")]
    Seccomp(String),
    #[error("change of user: {0}")]
    User(std::io::Error),
}

/// What is being set up, and what holds so far.
pub(crate) struct Sandbox {
    held: Layers,
    wanted: Layers,
    is_wasm: bool,
    is_root: bool,
    /// Whether this process is in a user namespace that it made, where it may mount.
    has_mounts: bool,
    /// Whether there is a supervisor to die with.
    is_supervised: bool,
    /// The supervisor's number in the arena's eyes: no two players at once have the same.
    salt: u32,
    /// A private folder in memory that a program may write to.
    scratch: Option<PathBuf>,
}

impl Sandbox {
    /// The part that applies to the supervisor too: a control group, no core files, no death by file size.
    pub(crate) fn prepare(launch: &Launch, is_wasm: bool) -> Sandbox {
        limits::apply_common();
        // SAFETY: cannot fail.
        let is_root = unsafe { libc::geteuid() } == 0;
        let mut held = Layers::LIMITS;
        if launch.layers.holds(Layers::CGROUP) && cgroup::join(launch) {
            held = held.with(Layers::CGROUP);
        }
        let salt = std::process::id();
        Sandbox {
            held,
            wanted: launch.layers,
            is_wasm,
            is_root,
            has_mounts: false,
            is_supervised: false,
            salt,
            scratch: None,
        }
    }

    /// New namespaces for the child that is forked next, and supervised. Memory-safe code does not need them: it has no system
    /// calls to misuse, and starts faster without.
    pub(crate) fn unshare(&mut self) {
        self.is_supervised = true;
        if self.wanted.holds(Layers::NAMESPACES) && !self.is_wasm && namespaces::unshare_all(self.is_root) {
            self.held = self.held.with(Layers::NAMESPACES);
            self.has_mounts = true;
        }
    }

    /// Where a program may write, if anywhere.
    pub(crate) fn scratch(&self) -> Option<&PathBuf> {
        self.scratch.as_ref()
    }

    /// Whether the player has its own process numbers, so that its signals reach nobody else.
    pub(crate) fn has_namespaces(&self) -> bool {
        self.held.holds(Layers::NAMESPACES)
    }

    /// Makes the file system read-only and, for a program, mounts its scratch folder.
    pub(crate) fn mount(&mut self, launch: &Launch) {
        if self.has_mounts {
            let is_program = matches!(launch.target, Target::Program(_));
            self.scratch = namespaces::remount(is_program.then_some(launch.output));
        }
    }

    /// Closes every lock, in the one order that works, and tells which hold.
    pub(crate) fn lock(mut self, launch: &Launch) -> Result<Layers, LockError> {
        self.mount(launch);
        self.lock_mounted(launch)
    }

    /// [`Sandbox::lock`] after [`Sandbox::mount`].
    pub(crate) fn lock_mounted(mut self, launch: &Launch) -> Result<Layers, LockError> {
        user::no_new_privileges();
        let is_program = matches!(launch.target, Target::Program(_));
        let has_landlock = self.wanted.holds(Layers::LANDLOCK) && files::is_available();
        // Rules are made of open folders: they are opened while this user can still reach them.
        let rules =
            has_landlock.then(|| files::rules(launch, self.is_wasm, self.scratch.as_deref())).transpose()?;
        if self.is_root {
            user::drop_root(is_program && has_landlock, self.salt).map_err(LockError::User)?;
        } else {
            user::drop_capabilities();
        }
        if self.is_supervised {
            supervise::die_with_parent();
        }
        user::make_dumpable();
        let shares_user = !self.is_root && !self.has_namespaces() && !self.is_wasm;
        limits::apply_player(launch, self.is_wasm, if shares_user { limits::count_others() } else { 0 });
        if let Some(rules) = rules
            && files::restrict(rules)?
        {
            self.held = self.held.with(Layers::LANDLOCK);
        }
        if self.wanted.holds(Layers::SECCOMP) {
            let policy = match (is_program, self.is_wasm) {
                (true, _) => calls::Policy::Program,
                (false, true) => calls::Policy::Module,
                (false, false) => calls::Policy::Library,
            };
            if calls::restrict(policy, self.has_namespaces())? {
                self.held = self.held.with(Layers::SECCOMP);
            }
        }
        if self.is_wasm {
            self.held = self.held.with(Layers::WASM);
        }
        Ok(self.held)
    }
}
