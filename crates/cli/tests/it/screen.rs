//! The full-screen view in a real terminal, driven through tmux: keys, mouse, resizing, and a clean end.
//! Where tmux is not installed the tests say so and pass.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A tmux server of one test's own.
struct Terminal {
    socket: String,
}

impl Terminal {
    /// A shell in a terminal of this size; none where there is no tmux.
    fn open(name: &str, width: u32, height: u32) -> Option<Self> {
        let socket = format!("agon-{name}-{}", std::process::id());
        let terminal = Self { socket };
        let (width, height) = (width.to_string(), height.to_string());
        let opened = Command::new("tmux")
            .args([
                "-L",
                &terminal.socket,
                "-f",
                "/dev/null",
                "new-session",
                "-d",
                "-x",
                &width,
                "-y",
                &height,
            ])
            .args(["env", "PS1=ready> ", "bash", "--norc", "--noprofile"])
            .stderr(Stdio::null())
            .status();
        if !opened.is_ok_and(|status| status.success()) {
            eprintln!("not run: tmux is not installed, or has no terminal here");
            return None;
        }
        terminal.sees("ready>");
        Some(terminal)
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(args).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys", "-t", "0"], keys].concat());
    }

    fn types(&self, text: &str) {
        self.tmux(&["send-keys", "-t", "0", "-l", text]);
    }

    /// Waits until the screen shows a text, and returns the screen.
    fn sees(&self, text: &str) -> String {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let screen = self.tmux(&["capture-pane", "-p", "-t", "0"]);
            if screen.contains(text) {
                return screen;
            }
            assert!(Instant::now() < deadline, "no `{text}` on\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn starts(&self, args: &str) {
        self.types(&format!("{} {args}", env!("CARGO_BIN_EXE_agon")));
        self.keys(&["Enter"]);
    }

    /// Presses the left button of the mouse at a place, counted from 0.
    fn click(&self, x: u32, y: u32) {
        self.types(&format!("\x1b[<0;{};{}M", x + 1, y + 1));
        self.types(&format!("\x1b[<0;{};{}m", x + 1, y + 1));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn a_game_is_played_by_keys_and_left() {
    let Some(terminal) = Terminal::open("keys", 80, 24) else { return };
    terminal.starts("play reversi/4 human random --seed 1");
    let screen = terminal.sees("your move");
    assert!(screen.contains("reversi/4") && screen.contains("black human"), "{screen}");
    terminal.keys(&["m"]);
    terminal.sees("move: _");
    terminal.types("b1");
    terminal.keys(&["Enter"]);
    terminal.sees("1. b1");
    terminal.keys(&["?"]);
    terminal.sees("type a move");
    terminal.keys(&["?"]);
    terminal.keys(&["q"]);
    terminal.sees("q again leaves");
    terminal.keys(&["q"]);
    terminal.sees("ready>");
}

#[test]
fn a_move_by_mouse_on_a_large_screen_that_shrinks() {
    let Some(terminal) = Terminal::open("mouse", 200, 60) else { return };
    terminal.starts("play reversi/4 human random --seed 1");
    terminal.sees("your move");
    // Cells are nine by four there, after a margin of two columns and one row: this is b1.
    terminal.click(2 + 9 + 4, 1 + 1);
    terminal.sees("1. b1");
    terminal.tmux(&["resize-window", "-t", "0", "-x", "80", "-y", "24"]);
    terminal.sees("1. b1");
    terminal.keys(&["C-c"]);
    terminal.sees("ready>");
    terminal.types("echo still $((40 + 2))");
    terminal.keys(&["Enter"]);
    terminal.sees("still 42");
}

#[test]
fn a_game_between_programs_is_watched_to_its_end() {
    let Some(terminal) = Terminal::open("watch", 80, 24) else { return };
    terminal.starts("play amazons/5 greedy random --view graph --pace 0 --clock nodes=50");
    terminal.sees("wins");
    terminal.keys(&["Home"]);
    terminal.sees("[move 0 of");
    terminal.keys(&["."]);
    terminal.sees("[move 1 of");
    terminal.keys(&["g"]);
    terminal.keys(&["q"]);
    terminal.sees("ready>");
}
