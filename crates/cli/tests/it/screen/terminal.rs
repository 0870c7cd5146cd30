//! A real terminal of one test's own: tmux, its keys, its mouse, and what is on its screen.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A tmux server with one window.
pub struct Terminal {
    socket: String,
}

impl Terminal {
    /// A shell in a terminal of this size; none where there is no tmux.
    pub fn open(name: &str, width: u32, height: u32) -> Option<Self> {
        let terminal = Self { socket: format!("agon-{name}-{}", std::process::id()) };
        let (width, height) = (width.to_string(), height.to_string());
        let opened = Command::new("tmux")
            .args(["-L", &terminal.socket, "-f", "/dev/null", "new-session", "-d"])
            .args(["-x", &width, "-y", &height])
            .args(["env", "PS1=ready> ", "TERM=tmux-256color", "bash", "--norc", "--noprofile"])
            .stderr(Stdio::null())
            .status();
        if !opened.is_ok_and(|status| status.success()) {
            eprintln!("not run: tmux is not installed, or has no terminal here (Debian: apt install tmux)");
            return None;
        }
        terminal.sees("ready>");
        Some(terminal)
    }

    pub fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(args).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Presses keys by their names.
    pub fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys", "-t", "0"], keys].concat());
    }

    /// Types a text.
    pub fn types(&self, text: &str) {
        self.tmux(&["send-keys", "-t", "0", "-l", text]);
    }

    /// What is on the screen.
    pub fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-t", "0"])
    }

    /// Waits until the screen shows a text, and returns the screen.
    pub fn sees(&self, text: &str) -> String {
        self.waits(|screen| screen.contains(text).then(|| screen.to_owned()), text)
    }

    /// Waits until something is found on the screen.
    pub fn waits<T>(&self, find: impl Fn(&str) -> Option<T>, what: &str) -> T {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let screen = self.screen();
            if let Some(found) = find(&screen) {
                return found;
            }
            assert!(Instant::now() < deadline, "no `{what}` on\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts `agon` in the shell.
    pub fn starts(&self, args: &str) {
        self.types(&format!("{} {args}", env!("CARGO_BIN_EXE_agon")));
        self.keys(&["Enter"]);
    }

    pub fn resize(&self, width: u32, height: u32) {
        let (width, height) = (width.to_string(), height.to_string());
        self.tmux(&["resize-window", "-t", "0", "-x", &width, "-y", &height]);
    }

    /// Presses and lets go of the left button at a place, counted from 0, as a terminal tells it (SGR).
    pub fn click(&self, x: usize, y: usize) {
        self.types(&format!("\x1b[<0;{};{}M", x + 1, y + 1));
        self.types(&format!("\x1b[<0;{};{}m", x + 1, y + 1));
    }

    /// A property of the terminal, such as whether the second screen is shown.
    pub fn flag(&self, name: &str) -> bool {
        self.tmux(&["display-message", "-p", "-t", "0", &format!("#{{{name}}}")]).trim() == "1"
    }

    /// The settings of the line, as stty prints them.
    pub fn settings(&self, mark: &str) -> String {
        // As a sum: the settings themselves are longer than a narrow line.
        self.types(&format!("clear; stty -g | cksum; echo {mark}"));
        self.keys(&["Enter"]);
        self.waits(
            |screen| {
                let (before, _) = screen.split_once(&format!("\n{mark}"))?;
                before.lines().last().map(str::to_owned)
            },
            mark,
        )
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
