//! Programs that speak a line protocol: the host locks itself in and becomes the program, which then talks to the
//! arena directly.

use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use agon_protocol::host::{EXIT_REFUSED, Launch};

use crate::sandbox::Sandbox;
use crate::supervise;

/// Runs a program; comes back only if it could not be started.
pub(crate) fn run(launch: &Launch, words: &[OsString]) -> i32 {
    let Some(program) = find(&words[0]) else {
        eprintln!("host: {}: no such program", words[0].display());
        return EXIT_REFUSED;
    };
    let mut launch = launch.clone();
    launch.reads.push(program.clone());
    let interpreter = interpreter(&program);
    launch.reads.extend([&program].into_iter().chain(&interpreter).flat_map(|file| installation(file)));
    launch.reads.extend(interpreter);
    supervise::take_name(&program);
    let mut sandbox = Sandbox::prepare(&launch, false);
    supervise::split(&mut sandbox, &launch);
    if sandbox.has_namespaces() {
        supervise::split_init(&launch);
    }
    sandbox.mount(&launch);
    let scratch = sandbox.scratch().cloned();
    match sandbox.lock_mounted(&launch) {
        Ok(layers) => eprintln!("host: locked in by {layers}"),
        Err(error) => {
            eprintln!("host: {error}");
            return EXIT_REFUSED;
        }
    }
    execute(&program, words, scratch.as_deref())
}

fn execute(program: &Path, words: &[OsString], scratch: Option<&Path>) -> i32 {
    let c_string = |text: &OsStr| CString::new(text.as_bytes()).unwrap_or_default();
    let path = c_string(program.as_os_str());
    let arguments: Vec<CString> = words.iter().map(|word| c_string(word)).collect();
    let environment = environment(scratch);
    let pointers = |strings: &[CString]| -> Vec<*const libc::c_char> {
        strings.iter().map(|s| s.as_ptr()).chain([std::ptr::null()]).collect()
    };
    let (arguments, environment) = (pointers(&arguments), pointers(&environment));
    // SAFETY: lists of strings that end with a null pointer and live until the call; descriptors from 3 on are
    // closed by the kernel on success. SIGPIPE was ignored by the run-time system and is put back.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
        libc::execve(path.as_ptr(), arguments.as_ptr(), environment.as_ptr());
    }
    eprintln!("host: {}: {}", program.display(), std::io::Error::last_os_error());
    EXIT_REFUSED
}

/// A short environment: nothing of the arena's own that a stranger has no business with.
fn environment(scratch: Option<&Path>) -> Vec<CString> {
    let kept = ["PATH", "LANG", "LC_ALL", "TERM", "TZ", "LD_LIBRARY_PATH", "PYTHONPATH", "JAVA_HOME"];
    let mut pairs: Vec<(String, OsString)> =
        kept.iter().filter_map(|key| Some(((*key).to_owned(), std::env::var_os(key)?))).collect();
    if let Some(scratch) = scratch {
        pairs.extend(["HOME", "TMPDIR"].map(|key| (key.to_owned(), scratch.into())));
    }
    let text = |(key, value): (String, OsString)| {
        let bytes = [key.as_bytes(), b"=", value.as_bytes()].concat();
        CString::new(bytes).ok()
    };
    pairs.into_iter().filter_map(text).collect()
}

/// The program's file: as given if it has a slash, else looked up in PATH.
fn find(word: &OsStr) -> Option<PathBuf> {
    if word.as_bytes().contains(&b'/') {
        return Some(PathBuf::from(word));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(word)).find(|file| file.is_file())
}

/// Folders that hold the library of a language's run-time system, in the folder above its `bin`.
const RUN_TIMES: [&str; 6] =
    ["pyvenv.cfg", "lib/node_modules", "lib/ruby", "lib/perl5", "lib/modules", "lib/erlang"];

/// Where a run-time system that is not the system's own keeps its library: a virtual environment of Python and the
/// Python behind it, a Node or Java in somebody's home, what a version manager puts in front of them. Other programs are alone with their own file.
fn installation(program: &Path) -> Vec<PathBuf> {
    let real = program.canonicalize().ok();
    let files = [Some(program.to_owned()), real];
    let prefix = |file: PathBuf| {
        let folder = file.parent()?;
        let prefix = folder.parent()?;
        let is_shim = folder.ends_with("shims") && prefix.join("versions").is_dir();
        let is_theirs = is_shim || folder.ends_with("bin") && is_run_time(prefix);
        (is_theirs && !is_everyones(prefix)).then(|| prefix.to_owned())
    };
    files.into_iter().flatten().filter_map(prefix).collect()
}

/// The system itself and whole homes look like run-time systems where one is installed, but hold everything else too:
/// `/bin` has `/lib` beside it, and above both is `/`.
fn is_everyones(prefix: &Path) -> bool {
    let prefix = prefix.canonicalize().unwrap_or_else(|_| prefix.to_owned());
    let home = std::env::var_os("HOME").and_then(|home| Path::new(&home).canonicalize().ok());
    ["/", "/usr"].iter().any(|system| prefix == Path::new(system)) || home.is_some_and(|home| prefix == home)
}

fn is_run_time(prefix: &Path) -> bool {
    let is_python = |entry: std::fs::DirEntry| {
        entry.file_name().as_bytes().starts_with(b"python3.") && entry.path().join("os.py").exists()
    };
    let has_python = || std::fs::read_dir(prefix.join("lib")).is_ok_and(|lib| lib.flatten().any(is_python));
    RUN_TIMES.iter().any(|mark| prefix.join(mark).exists()) || has_python()
}

/// The interpreter of a script, which it must be allowed to read as well; of `env NAME` the one that it will find.
fn interpreter(program: &Path) -> Option<PathBuf> {
    let mut head = [0; 256];
    let n = std::io::Read::read(&mut std::fs::File::open(program).ok()?, &mut head).ok()?;
    let line = head[..n].split(|&b| b == b'\n').next()?.strip_prefix(b"#!")?;
    let mut words =
        line.split(|b| b.is_ascii_whitespace()).filter(|word| !word.is_empty()).map(OsStr::from_bytes);
    let first = words.next()?;
    match words.next() {
        Some(name) if first.as_bytes().ends_with(b"/env") => find(name),
        _ => Some(PathBuf::from(first)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty file and the folders above it.
    fn touch(file: &Path) {
        std::fs::create_dir_all(file.parent().expect("files lie in folders")).expect("a folder can be made");
        std::fs::write(file, "").expect("a file can be written");
    }

    #[test]
    fn run_time_systems_read_their_library_and_others_nothing() {
        let root = std::env::temp_dir().join(format!("agon-installation-{}", std::process::id()));
        touch(&root.join("python/bin/python3.11"));
        touch(&root.join("python/lib/python3.11/os.py"));
        touch(&root.join("venv/pyvenv.cfg"));
        std::fs::create_dir_all(root.join("venv/bin")).expect("a folder can be made");
        let link = root.join("venv/bin/python");
        std::os::unix::fs::symlink(root.join("python/bin/python3.11"), &link).expect("a link can be made");
        touch(&root.join("manager/shims/node"));
        std::fs::create_dir_all(root.join("manager/versions")).expect("a folder can be made");
        touch(&root.join("team/bin/player"));
        touch(&root.join("team/lib/secret"));

        assert_eq!(installation(&link), [root.join("venv"), root.join("python")]);
        assert!(installation(&root.join("manager/shims/node")).contains(&root.join("manager")));
        assert!(installation(&root.join("team/bin/player")).is_empty());
        for system in ["/bin/sh", "/usr/bin/env", "/usr/bin/python3"] {
            let reads = installation(Path::new(system));
            assert!(!reads.iter().any(|folder| is_everyones(folder)), "{system} reads {reads:?}");
        }
        std::fs::remove_dir_all(&root).expect("the folder can be removed");
    }
}
