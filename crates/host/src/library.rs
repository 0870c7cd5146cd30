//! Shared libraries: loaded from a sealed copy in memory, lazily, and spoken to in the interface that they were
//! written for.

mod agon;
mod amazons;
pub(crate) mod flood;
mod memory;

use std::ffi::{CStr, c_char, c_void};
use std::io::Write;
use std::os::fd::FromRawFd;

use agon_protocol::host::{GameKind, RawMove, Setup};

use crate::gsl::Gsl;
use crate::player::{Failure, Player};

/// The longest name that is kept.
const MAX_NAME: usize = 128;

/// Copies the file into memory that nobody can change any more; gives its descriptor.
pub(crate) fn seal(image: &[u8]) -> Result<i32, String> {
    let failed = |e: std::io::Error| format!("no room for a copy of the player: {e}");
    // SAFETY: a name that ends with NUL.
    let fd = unsafe { libc::memfd_create(c"player".as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
    if fd < 0 {
        return Err(failed(std::io::Error::last_os_error()));
    }
    // SAFETY: the descriptor is new and belongs to nobody else.
    let mut file = std::mem::ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(fd) });
    file.write_all(image).map_err(failed)?;
    let seals = libc::F_SEAL_WRITE | libc::F_SEAL_GROW | libc::F_SEAL_SHRINK | libc::F_SEAL_SEAL;
    // SAFETY: a descriptor of our own.
    unsafe { libc::fcntl(fd, libc::F_ADD_SEALS, seals) };
    Ok(fd)
}

/// A loaded library; never unloaded, because its threads and destructors may still run.
pub(crate) struct Library {
    handle: *mut c_void,
}

impl Library {
    /// Loads the sealed copy, resolving functions when they are first called: some never resolve.
    pub(crate) fn open(fd: i32, gsl: &Gsl) -> Result<Library, String> {
        let path = std::ffi::CString::new(format!("/proc/self/fd/{fd}")).expect("digits hold no NUL");
        if gsl.is_wanted && !gsl.is_loaded {
            eprintln!("host: this player names functions of GSL, which is not installed (Debian: libgsl27)");
        }
        // SAFETY: foreign code runs from here on; that is what the locks are for.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_LAZY | libc::RTLD_LOCAL) };
        if handle.is_null() {
            return Err(explain(&last_error().replace(&*path.to_string_lossy(), "the library")));
        }
        Ok(Library { handle })
    }

    /// The address of a function, if the library has it.
    fn symbol(&self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: a handle that dlopen gave.
        let symbol = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!symbol.is_null()).then_some(symbol)
    }

    fn require(&self, name: &CStr) -> Result<*mut c_void, Failure> {
        let message =
            || Failure::refused(format!("the library has no function `{}`", name.to_string_lossy()));
        self.symbol(name).ok_or_else(message)
    }
}

fn last_error() -> String {
    // SAFETY: dlerror gives a string or null, valid until the next call.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
    }
}

fn explain(error: &str) -> String {
    let is_gsl = error.contains("libgsl");
    let hint = if is_gsl { ": the player needs GSL, which is not installed (Debian: libgsl27)" } else { "" };
    format!("cannot load the library: {error}{hint}")
}

/// The three interfaces that a library may have been written for.
enum Functions {
    Amazons(amazons::Functions),
    Flood(flood::Functions),
    Agon(agon::Functions),
}

/// A library as a player. Which interface it speaks is known once the game is.
pub(crate) struct LibraryPlayer {
    library: Library,
    gsl: Gsl,
    functions: Option<Functions>,
}

impl LibraryPlayer {
    pub(crate) fn new(library: Library, gsl: Gsl) -> LibraryPlayer {
        LibraryPlayer { library, gsl, functions: None }
    }

    /// `include/agon.h` leaves a mark; without it only the two games that have an older interface can be played.
    fn choose(&self, game: GameKind) -> Result<Functions, Failure> {
        self.library.require(c"play")?;
        self.library.require(c"initialize")?;
        if self.library.symbol(c"agon_abi").is_some() {
            return Ok(Functions::Agon(agon::Functions::find(&self.library)?));
        }
        match game {
            GameKind::Amazons => Ok(Functions::Amazons(amazons::Functions::find(&self.library)?)),
            GameKind::Flood => Ok(Functions::Flood(flood::Functions::find(&self.library)?)),
            GameKind::Blobwar | GameKind::Reversi => Err(Failure::refused(format!(
                "the library was not written for {}: include agon.h, which has this game",
                game.name()
            ))),
        }
    }
}

impl Player for LibraryPlayer {
    fn initialize(&mut self, setup: &Setup) -> Result<(), Failure> {
        let functions = self.functions.insert(self.choose(setup.game)?);
        match functions {
            Functions::Amazons(f) => f.initialize(setup, &self.gsl),
            Functions::Flood(f) => f.initialize(setup, &self.gsl),
            Functions::Agon(f) => f.initialize(setup),
        }
        Ok(())
    }

    fn name(&mut self) -> Result<String, Failure> {
        let Some(symbol) = self.library.symbol(c"get_player_name") else { return Ok(String::new()) };
        // SAFETY: the function has this signature in all three interfaces.
        let text = unsafe { std::mem::transmute::<*mut c_void, extern "C" fn() -> *const c_char>(symbol)() };
        if text.is_null() {
            return Ok(String::new());
        }
        // SAFETY: a pointer from the player: if it lies, it crashes itself.
        let length = unsafe { libc::strnlen(text, MAX_NAME) };
        // SAFETY: as above; so many bytes were just read.
        let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    fn follows(&self) -> bool {
        matches!(self.functions, Some(Functions::Agon(_)))
    }

    fn play(&mut self, previous: RawMove, _fuel: u64) -> Result<(RawMove, u64), Failure> {
        let step = match self.functions.as_ref() {
            Some(Functions::Amazons(f)) => f.play(previous),
            Some(Functions::Flood(f)) => f.play(previous),
            Some(Functions::Agon(f)) => f.play(previous),
            None => return Err(Failure::refused("a move before the start")),
        };
        Ok((step, 0))
    }

    fn finalize(&mut self) -> Result<(), Failure> {
        if let Some(symbol) = self.library.symbol(c"finalize") {
            // SAFETY: the function has this signature in all three interfaces.
            unsafe { std::mem::transmute::<*mut c_void, extern "C" fn()>(symbol)() };
        }
        // SAFETY: what the player printed goes to its log.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        Ok(())
    }
}
