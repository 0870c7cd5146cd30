//! A host process and the arena's end of its socket, as short as a test can have it.

use std::io::Read;
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use agon_protocol::host::{GameKind, Launch, Layers, RawMove, Report, Request, Setup, Target};

/// A running host.
pub(crate) struct Table {
    socket: UnixStream,
    host: Child,
}

impl Table {
    /// Starts the host on a player's file.
    pub(crate) fn open(player: &Path) -> Table {
        Table::open_with(player, |_| ())
    }

    pub(crate) fn open_with(player: &Path, change: impl FnOnce(&mut Launch)) -> Table {
        let mut launch = Launch {
            target: Target::Player(player.into()),
            memory: 256 << 20,
            cpu: 20,
            processes: 64,
            output: 1 << 20,
            layers: Layers(u32::MAX),
            is_fuelled: false,
            cache: Some(scratch().join("cache")),
            parent: std::process::id(),
            reads: vec![],
            cores: vec![],
        };
        change(&mut launch);
        let (ours, theirs) = socketpair();
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon-host"));
        command.args(launch.to_args()).stdin(Stdio::from(theirs)).process_group(0);
        let host = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        Table { socket: ours, host }
    }

    pub(crate) fn send(&self, request: &Request) {
        use std::io::Write;
        let mut bytes = Vec::new();
        request.encode(&mut bytes);
        // A host that refuses may be gone already; its reason is still to be read.
        (&self.socket).write_all(&bytes).ok();
    }

    pub(crate) fn receive(&self) -> Option<Report> {
        let mut bytes = [0; 4096];
        // Who ended without reading everything is told once as an error.
        let n = (&self.socket).read(&mut bytes).or_else(|_| (&self.socket).read(&mut bytes)).unwrap();
        (n > 0).then(|| Report::decode(&bytes[..n]).unwrap())
    }

    /// The layers that hold.
    pub(crate) fn loaded(&self) -> Layers {
        match self.receive() {
            Some(Report::Loaded(layers)) => layers,
            other => panic!("not loaded: {other:?}"),
        }
    }

    pub(crate) fn start(&self, setup: Setup) -> Option<Report> {
        self.send(&Request::Start(Box::new(setup)));
        self.receive()
    }

    pub(crate) fn play(&self, turn: u32, previous: RawMove) -> Option<Report> {
        self.send(&Request::Play { turn, previous, fuel: 0 });
        self.receive()
    }

    pub(crate) fn moved(&self, previous: RawMove) -> [u32; 3] {
        match self.play(4, previous) {
            Some(Report::Moved { turn: 4, step, .. }) => step.0,
            other => panic!("no move: {other:?}"),
        }
    }

    /// Ends the game; what the player printed.
    pub(crate) fn finish(mut self) -> String {
        self.send(&Request::Finish);
        assert_eq!(self.receive(), Some(Report::Finished));
        let mut log = String::new();
        self.host.stdout.take().unwrap().read_to_string(&mut log).unwrap();
        assert!(self.host.wait().unwrap().success());
        log
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: signals the group that this test started.
        unsafe { libc::kill(-(self.host.id() as i32), libc::SIGKILL) };
        self.host.wait().ok();
    }
}

fn socketpair() -> (UnixStream, OwnedFd) {
    let mut fds = [0; 2];
    // SAFETY: two descriptors come back and are owned from here.
    unsafe {
        let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
        assert_eq!(libc::socketpair(libc::AF_UNIX, kind, 0, fds.as_mut_ptr()), 0);
        (UnixStream::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1]))
    }
}

/// Where this test run keeps its files.
pub(crate) fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Compiles a player of `tests/players`; `None` if the compiler refuses.
pub(crate) fn compile(compiler: &str, source: &str, output: &str, arguments: &[&str]) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/players").join(source);
    let output = scratch().join(output);
    let mut command = Command::new(compiler);
    command.arg(source).arg("-o").arg(&output).args(arguments).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success()).then_some(output)
}

/// A C player as a shared library.
pub(crate) fn library(source: &str, output: &str, arguments: &[&str]) -> PathBuf {
    let all = [&["-O1", "-shared", "-fPIC"], arguments].concat();
    compile("cc", source, output, &all).expect("cc builds the test players")
}

/// The 3x3 square with eight directions, player 0 in one corner and player 1 in the other.
pub(crate) fn square(game: GameKind) -> Setup {
    let steps = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut setup = Setup {
        game,
        player: 1,
        rules: 1,
        grid: [3, 3],
        row_ptr: vec![0],
        col: vec![],
        data: vec![],
        pieces: [vec![0], vec![8]],
        colours: vec![],
        forbidden: [0, 0b100],
        seed: 42,
    };
    for cell in 0..9 {
        let mut row = Vec::new();
        for (direction, (down, right)) in (1u8..).zip(steps) {
            let (r, c) = (cell / 3 + down, cell % 3 + right);
            if (0..3).contains(&r) && (0..3).contains(&c) {
                row.push(((r * 3 + c) as u32, direction));
            }
        }
        row.sort_unstable();
        setup.col.extend(row.iter().map(|edge| edge.0));
        setup.data.extend(row.iter().map(|edge| edge.1));
        setup.row_ptr.push(setup.col.len() as u32);
    }
    setup
}
