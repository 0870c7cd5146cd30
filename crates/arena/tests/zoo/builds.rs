//! C players compiled for the tests; nothing is built twice.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The project's own folder.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Where built players go.
pub(crate) fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("players");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compiles unless the output is newer than its source; false if the compiler refuses.
pub(crate) fn try_compile(compiler: &str, source: &Path, output: &Path, arguments: &[&str]) -> bool {
    let age = |path: &Path| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let newest =
        std::fs::read_dir(source.parent().unwrap()).unwrap().flatten().filter_map(|e| age(&e.path())).max();
    if age(output) > newest {
        return true;
    }
    let mut command = Command::new(compiler);
    command.arg("-o").arg(output).arg(source).args(arguments).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A C file with these arguments, as a program or a library.
pub(crate) fn compile(source: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let output = folder().join(name);
    assert!(try_compile("cc", source, &output, arguments), "cc builds {} as {name}", source.display());
    output
}
