//! C sources become a library. The compiler is held as a stranger is, since what it reads was written by one: it
//! sees the sources and the system, writes to memory only, and hands the library out through a pipe.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use agon_protocol::host::{EXIT_MEMORY, EXIT_REFUSED, Target};
use rustix::process::{Pid, Signal, kill_process_group};
use thiserror::Error;

use super::custody::Custody;

/// How long a compiler may take.
const TIME: Duration = Duration::from_secs(60);
/// Bytes that it may write, and a library may have.
const LARGEST: u64 = 64 << 20;
/// Bytes of its messages that are kept.
const LOG: u64 = 32 << 10;
/// The header for players of all games; sources need not bring it.
const HEADER: &str = include_str!("../../../../include/agon.h");

/// What the script says where there is no folder to write to.
const NO_SCRATCH: i32 = 90;
/// What it says where the sources do not become one library.
const NO_LIBRARY: i32 = 91;

/// With a Makefile, `make`; without, every C file into one library. $1 is the folder with the input, $2 its kind.
const SCRIPT: &str = r#"
[ -n "$TMPDIR" ] && cd "$TMPDIR" || exit 90
command -v gcc > /dev/null || exit 127
exec 3>&1 1>&2
export CPATH="$1" LC_ALL=C
if [ "$2" = archive ]; then
  # Times and modes cannot be set here, which tar complains about: what counts is whether the files are there.
  tar -m --no-same-owner --no-same-permissions -xf "$1/input" 2> tar.txt
  [ -n "$(find . -name '*.c' -print -quit)" ] || { cat tar.txt; echo "no C file in the archive"; exit 91; }
  set -- "$1" "$(find . -name Makefile -o -name makefile | awk '{ print length, $0 }' | sort -n | head -n 1 | cut -d' ' -f2-)"
  if [ -n "$2" ]; then
    cd "$(dirname "$2")" || exit 91
    make || exit 1
    cd "$TMPDIR" || exit 90
  else
    find . -name '*.c' -print0 | xargs -0 gcc -O2 -shared -fPIC -o player.so -I. || exit 1
  fi
else
  gcc -O2 -shared -fPIC -o player.so -x c "$1/input" -lm || exit 1
fi
found=$(find . -name '*.so' -type f | head -n 2)
[ -n "$found" ] || { echo "no .so file came of it"; exit 91; }
[ "$(echo "$found" | wc -l)" = 1 ] || { echo "more than one .so file came of it: leave one"; exit 91; }
cat "$found" >&3
"#;

/// What is to be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sources {
    /// One C file.
    File,
    /// A tar archive, compressed or not.
    Archive,
}

/// A library, and what the compiler said about it.
#[derive(Clone, Debug)]
pub struct Built {
    /// The library's bytes.
    pub library: Vec<u8>,
    /// Warnings, if any.
    pub log: String,
}

/// Why there is no library.
#[derive(Debug, Error)]
pub enum CompileError {
    /// Nobody can compile here.
    #[error("C is not compiled here ({0}): compile it yourself and upload the .so")]
    Unable(String),
    /// The sources are wrong.
    #[error("the sources do not compile:\n{0}")]
    Wrong(String),
    /// It took too long or too much.
    #[error("the compiler was stopped: it took more than {0}")]
    Stopped(String),
}

/// Compiles within these bounds.
pub fn compile(sources: Sources, content: &[u8], custody: &Custody) -> Result<Built, CompileError> {
    let unable = |error: io::Error| CompileError::Unable(error.to_string());
    let input = Input::new(content).map_err(unable)?;
    let kind = if sources == Sources::Archive { "archive" } else { "file" };
    let words = ["/bin/sh", "-c", SCRIPT, "sh"].map(OsString::from).into_iter();
    let words = words.chain([input.folder.clone().into(), kind.into()]).collect();
    let mut custody = custody.clone();
    custody.output = LARGEST;
    custody.reads.push(input.folder.clone());
    let launch = custody.launch(Target::Program(words), false);
    let (program, first) =
        custody.host.split_first().ok_or_else(|| CompileError::Unable("no host program".to_owned()))?;
    let mut command = Command::new(program);
    command.args(first).args(launch.to_args()).process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let work = Work::watch(command.spawn().map_err(unable)?);
    let (status, library, log) = work.finish().map_err(unable)?;
    judge(status, library, log)
}

fn judge(status: Option<ExitStatus>, library: Vec<u8>, log: String) -> Result<Built, CompileError> {
    let log =
        log.lines().filter(|line| !line.starts_with("host: locked in by")).collect::<Vec<_>>().join("\n");
    match status.and_then(|status| status.code()) {
        Some(0) if library.len() as u64 >= LARGEST => Err(CompileError::Stopped("64 MB".to_owned())),
        Some(0) => Ok(Built { library, log }),
        Some(NO_SCRATCH) => Err(CompileError::Unable("no sandbox that can be written in".to_owned())),
        Some(127) => Err(CompileError::Unable("no gcc".to_owned())),
        Some(EXIT_REFUSED) => Err(CompileError::Unable(log)),
        Some(EXIT_MEMORY) => Err(CompileError::Stopped("its memory".to_owned())),
        Some(NO_LIBRARY | _) => Err(CompileError::Wrong(log)),
        None => Err(CompileError::Stopped(format!("{} s", TIME.as_secs()))),
    }
}

/// The input in a folder that only we can read; gone when dropped.
struct Input {
    folder: PathBuf,
}

impl Input {
    fn new(content: &[u8]) -> io::Result<Input> {
        let folder = private_folder(&std::env::temp_dir())?;
        let input = Input { folder };
        fs::write(input.folder.join("input"), content)?;
        fs::write(input.folder.join("agon.h"), HEADER)?;
        Ok(input)
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        // What stays behind is in the system's own folder for such things.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A new folder that nobody else may look into.
fn private_folder(parent: &Path) -> io::Result<PathBuf> {
    let mut n = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.subsec_nanos());
    loop {
        let folder = parent.join(format!("agon-build-{}-{n}", std::process::id()));
        match fs::DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => n = n.wrapping_add(1),
            made => return made.map(|()| folder),
        }
    }
}

/// A compiler at work: its output is read while it runs, and it ends in time.
struct Work {
    child: Child,
    readers: [std::thread::JoinHandle<Vec<u8>>; 2],
}

impl Work {
    fn watch(mut child: Child) -> Work {
        let out = child.stdout.take().expect("it was piped");
        let messages = child.stderr.take().expect("it was piped");
        let readers = [read(out, LARGEST), read(messages, LOG)];
        Work { child, readers }
    }

    /// How it ended (none when it was stopped), what it made, what it said.
    fn finish(mut self) -> io::Result<(Option<ExitStatus>, Vec<u8>, String)> {
        let until = Instant::now() + TIME;
        let status = loop {
            match self.child.try_wait()? {
                Some(status) => break Some(status),
                None if Instant::now() > until => break None,
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        if let Some(group) = Pid::from_raw(self.child.id() as i32).filter(|_| status.is_none()) {
            kill_process_group(group, Signal::KILL).ok();
            self.child.wait()?;
        }
        let [library, log] = self.readers.map(|reader| reader.join().unwrap_or_default());
        Ok((status, library, String::from_utf8_lossy(&log).into_owned()))
    }
}

/// Keeps so many bytes, and drops the rest so that nobody waits.
fn read(from: impl Read + Send + 'static, at_most: u64) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut from = from;
        let mut bytes = Vec::new();
        // An end in the middle is an end.
        let _ = from.by_ref().take(at_most).read_to_end(&mut bytes);
        let _ = io::copy(&mut from, &mut io::sink());
        bytes
    })
}
