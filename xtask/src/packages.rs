//! What the tests need from the system. On Debian and its kin, missing packages are installed if we may;
//! elsewhere we say exactly what to install.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Result;

/// A package, how to see that it is there, and what wants it.
struct Package {
    name: &'static str,
    probe: Probe,
    wanted_by: &'static str,
}

enum Probe {
    Program(&'static str),
    File(&'static [&'static str]),
}

const PACKAGES: &[Package] = &[
    Package { name: "gcc", probe: Probe::Program("gcc"), wanted_by: "C players, SQLite" },
    Package { name: "make", probe: Probe::Program("make"), wanted_by: "the C players of `agon new`" },
    Package { name: "clang", probe: Probe::Program("clang"), wanted_by: "players in WebAssembly" },
    Package { name: "lld", probe: Probe::Program("wasm-ld"), wanted_by: "players in WebAssembly" },
    Package {
        name: "wasi-libc",
        probe: Probe::File(&["/usr/include/wasm32-wasi/stdio.h"]),
        wanted_by: "players in WebAssembly that use the C library",
    },
    Package {
        name: "libclang-rt-14-dev-wasm32",
        probe: Probe::File(&[
            "/usr/lib/llvm-14/lib/clang/14.0.6/lib/wasi/libclang_rt.builtins-wasm32.a",
            "/usr/lib/clang/14/lib/wasi/libclang_rt.builtins-wasm32.a",
        ]),
        wanted_by: "players in WebAssembly that use the C library",
    },
    Package { name: "python3", probe: Probe::Program("python3"), wanted_by: "players in Python" },
    Package {
        name: "tmux",
        probe: Probe::Program("tmux"),
        wanted_by: "the full-screen view in a real terminal",
    },
    Package {
        name: "libgsl-dev",
        probe: Probe::File(&["/usr/include/gsl/gsl_spmatrix.h"]),
        wanted_by: "C players that free their board with GSL",
    },
    Package {
        name: "nats-server",
        probe: Probe::File(&["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]),
        wanted_by: "tournaments on many machines",
    },
    Package {
        name: "grhino",
        probe: Probe::File(&["/usr/games/gtp-rhino"]),
        wanted_by: "a real engine that speaks GTP",
    },
    Package {
        name: "chromium",
        probe: Probe::File(&["/usr/bin/chromium"]),
        wanted_by: "the pages in a real browser",
    },
    Package {
        name: "chromium-driver",
        probe: Probe::File(&["/usr/bin/chromedriver"]),
        wanted_by: "the pages in a real browser",
    },
    Package {
        name: "fonts-dejavu-core",
        probe: Probe::File(&["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"]),
        wanted_by: "the signs on the pages, in pictures of them",
    },
];

impl Package {
    fn is_there(&self) -> bool {
        match self.probe {
            Probe::Program(program) => on_path(program),
            Probe::File(paths) => paths.iter().any(|path| Path::new(path).exists()),
        }
    }
}

/// Prints the table.
pub(crate) fn list() -> Result<()> {
    for package in PACKAGES {
        let state = if package.is_there() { "there  " } else { "missing" };
        println!("{state}  {:12}  for {}", package.name, package.wanted_by);
    }
    Ok(())
}

/// Installs what is missing, or says what to install. Tests that want a package which is still missing say so
/// themselves.
pub(crate) fn install() -> Result<()> {
    let missing: Vec<&str> = PACKAGES.iter().filter(|p| !p.is_there()).map(|p| p.name).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let list = missing.join(" ");
    let Some(prefix) = may_install() else {
        eprintln!("xtask: some tests need packages that are missing. On Debian or Ubuntu, install them with");
        eprintln!("    sudo apt-get install {list}");
        return Ok(());
    };
    eprintln!("xtask: installing {list}");
    let apt = |args: &[&str]| {
        let mut words = prefix.iter().chain(&["apt-get"]).chain(args);
        let program = words.next().copied().unwrap_or("apt-get");
        let mut command = Command::new(program);
        command
            .args(words)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let mut install = vec!["install", "--yes", "--no-install-recommends"];
    install.extend(&missing);
    if !(apt(&["update"]) && apt(&install)) {
        eprintln!("xtask: that failed. Install by hand: sudo apt-get install {list}");
    }
    Ok(())
}

/// How to run the package manager: as root directly, else by sudo if it asks for no password.
fn may_install() -> Option<&'static [&'static str]> {
    if !on_path("apt-get") {
        return None;
    }
    let quiet = |program: &str, args: &[&str]| {
        Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()
    };
    let is_root = quiet("id", &["-u"]).is_some_and(|out| out.stdout.trim_ascii() == b"0");
    if is_root {
        return Some(&[]);
    }
    let may = quiet("sudo", &["-n", "true"]).is_some_and(|out| out.status.success());
    may.then_some(&["sudo", "-n"])
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let games = ["/usr/games".into()];
    std::env::split_paths(&path).chain(games).any(|folder: std::path::PathBuf| folder.join(program).is_file())
}
