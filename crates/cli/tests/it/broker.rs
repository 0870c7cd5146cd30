//! A real `nats-server` on a free port of this machine, for as long as a test needs it.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A broker, ended when dropped.
pub struct Broker {
    child: Child,
    port: u16,
    folder: PathBuf,
    options: Vec<String>,
}

impl Broker {
    /// Starts one that keeps its streams in this folder; none, with a word on why, where there is no nats-server.
    pub fn start(folder: &Path, options: &[&str]) -> Option<Broker> {
        let Some(program) = program() else {
            eprintln!(
                "skipped: no nats-server here; `cargo xtask test` installs it, or apt-get install nats-server"
            );
            return None;
        };
        // Somebody else may take the port in between: then another is tried.
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        let free_port = || TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        (0..10).find_map(|_| {
            let port = free_port();
            let child = launch(&program, port, folder, &options)?;
            Some(Broker { child, port, folder: folder.to_owned(), options: options.clone() })
        })
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Kills it and starts it again with what it kept.
    pub fn restart(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let program = program().expect("it was there before");
        let again = (0..20).find_map(|_| launch(&program, self.port, &self.folder, &self.options));
        self.child = again.expect("the port was ours a moment ago");
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/usr/local/bin"].map(PathBuf::from);
    std::env::split_paths(&path).chain(usual).map(|dir| dir.join("nats-server")).find(|file| file.is_file())
}

/// Starts a server and waits until it says that it is ready; none if it ends before.
fn launch(program: &Path, port: u16, folder: &Path, options: &[String]) -> Option<Child> {
    let mut child = Command::new(program)
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(folder)
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while log.read_line(&mut line).unwrap_or(0) > 0 {
        if line.contains("Server is ready") {
            // Its log is read to the end, so that it never waits for us.
            std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
            return Some(child);
        }
        line.clear();
    }
    let _ = child.wait();
    None
}
