//! Files that are no players, through the program: `play`, `match` and `check` each say what is wrong and end with 1.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::program::{agon, scratch};

/// Every command refuses the player and says all of these words.
fn check(spec: &str, words: &[&str]) {
    for args in [
        &["play", "flood/6", spec, "random"][..],
        &["play", "flood/6", "random", spec],
        &["match", "flood/6", spec, "random", "--games", "2"],
        &["check", spec, "flood/6"],
    ] {
        let ran = agon(args);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.code, 1, "{args:?}: {said}");
        for word in words {
            assert!(said.contains(word), "{args:?}: no `{word}` in {said}");
        }
        assert!(!said.contains("panicked") && said.len() < 2000, "{args:?}: {said}");
    }
}

fn write(folder: &Path, name: &str, content: &[u8], mode: u32) -> String {
    let file = folder.join(name);
    std::fs::write(&file, content).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).unwrap();
    file.display().to_string()
}

/// The first bytes of a library: class (1 for 32 bits), type, machine.
fn elf(class: u8, kind: u8, machine: u8) -> Vec<u8> {
    let mut bytes = vec![0; 64];
    bytes[..7].copy_from_slice(&[0x7f, b'E', b'L', b'F', class, 1, 1]);
    (bytes[16], bytes[18]) = (kind, machine);
    bytes
}

#[test]
fn files_that_are_no_players() {
    let folder = scratch("bad-files");
    let missing = folder.join("no-such.so").display().to_string();
    check(&missing, &["no such file", "no-such.so"]);
    check("./no-such.so", &["no such file", "no-such.so"]);
    check("./no-such.wasm", &["no such file", "no-such.wasm"]);
    check(&folder.display().to_string(), &["not a file"]);
    for (name, content, words) in [
        ("empty.so", &b""[..], &["empty file"][..]),
        ("text.so", b"int play;\n", &["text file", "-shared -fPIC"]),
        ("noise.so", b"\xff\xfe\xfd\xfc", &["not a program file"]),
        ("small.so", &elf(1, 3, 3), &["32-bit", "-m64"]),
        ("arm.so", &elf(2, 3, 183), &["another kind of processor"]),
        ("object.so", &elf(2, 1, 62), &["object file"]),
        ("program.so", &elf(2, 2, 62), &["a program, no shared library"]),
        ("hollow.so", &elf(2, 3, 62), &["cannot load the library"]),
        ("empty.wasm", b"", &["empty file"]),
        ("text.wasm", b"(module)", &["text file"]),
        ("cut.wasm", b"\0asm", &["no valid wasm module"]),
        ("bare.wasm", b"\0asm\x01\0\0\0", &["exports no `memory`"]),
    ] {
        check(&write(&folder, name, content, 0o644), words);
    }
}

#[test]
fn programs_that_cannot_be_started() {
    let folder = scratch("bad-programs");
    let locked = write(&folder, "locked", b"#!/bin/sh\n", 0o644);
    let odd = write(&folder, "odd", b"\x01\x02\x03", 0o755);
    let orphan = write(&folder, "orphan", b"#!/no/such/interpreter\n", 0o755);
    for scheme in ["ugi", "contest"] {
        check(&format!("{scheme}:./no-such-program"), &["no-such-program", "o such"]);
        check(&format!("{scheme}:no-such-program"), &["no-such-program", "no such program"]);
        check(&format!("{scheme}:{locked}"), &["locked", "not executable", "chmod +x"]);
        check(&format!("{scheme}:{odd}"), &["odd", "not a program"]);
        check(&format!("{scheme}:{orphan}"), &["orphan", "/no/such/interpreter"]);
        check(&format!("{scheme}:{}", folder.display()), &["directory"]);
        check(&format!("{scheme}:"), &["names no program"]);
    }
    check("ugi:/bin/sh 'x", &["quote"]);
}

/// Players that a compiler builds and that lack something.
#[test]
fn libraries_that_lack_something() {
    let folder = scratch("bad-libraries");
    let build = |name: &str, text: &str, arguments: &[&str]| -> Option<PathBuf> {
        let (source, output) = (folder.join(format!("{name}.c")), folder.join(name));
        std::fs::write(&source, text).unwrap();
        let mut cc = Command::new("cc");
        cc.args(["-shared", "-fPIC", "-o"]).arg(&output).arg(&source).args(arguments).stderr(Stdio::null());
        cc.current_dir(&folder).status().is_ok_and(|status| status.success()).then_some(output)
    };
    let Some(no_play) = build("no-play.so", "void initialize(void) {}", &[]) else {
        println!("skipped: there is no C compiler");
        return;
    };
    check(&no_play.display().to_string(), &["no function `play`"]);
    let no_start = build("no-start.so", "int play(int c) { return c; }", &[]).unwrap();
    check(&no_start.display().to_string(), &["no function `initialize`"]);
    let gone = build("libgone.so", "int gone(void) { return 1; }", &[]).unwrap();
    let needy = "int gone(void); void initialize(void) {} int play(int c) { return c + gone(); }";
    let needy = build("needy.so", needy, &["-L.", "-Wl,--no-as-needed", "-lgone"]).unwrap();
    std::fs::remove_file(gone).unwrap();
    check(&needy.display().to_string(), &["libgone.so", "cannot load the library"]);
}

/// Options of engines: unknown ones and wrong values are refused with the way out; right ones are passed on.
#[test]
fn engine_options() {
    let folder = scratch("engine-options");
    let text = "#!/bin/sh\nwhile read -r word rest; do case \"$word\" in\n\
        ugi) echo 'option name Hash type spin default 16 min 1 max 64'; echo 'option name Style type combo var wild var calm'; \
        echo 'option name Game type string default flood/6'; echo ugiok;;\n\
        setoption) echo \"told: $rest\" >&2;;\nisready) echo readyok;;\ngo) echo 'bestmove -';;\nquit) exit 0;;\nesac; done\n";
    let engine = write(&folder, "engine", text.as_bytes(), 0o755);
    check(&format!("ugi:{engine},Hsah=64"), &["no option `Hsah`", "did you mean `Hash`?"]);
    check(&format!("ugi:{engine},Hash=65"), &["`Hash` takes a number from 1 to 64, not `65`"]);
    check(&format!("ugi:{engine},Style=mild"), &["one of wild, calm"]);
    check(&format!("ugi:{engine},Hash=1,oops"), &["`oops` is no option", "NAME=VALUE"]);
    check(&format!("gtp:{engine},Hash=1"), &["gtp programs take no options"]);
    let good = agon(&["check", &format!("ugi:{engine},hash=32,Style=calm"), "flood/6"]);
    assert_eq!(good.code, 0, "{}{}", good.stdout, good.stderr);
    for told in ["told: name Hash value 32", "told: name Style value calm", "told: name Game value flood/6"] {
        assert!(good.stderr.contains(told), "no `{told}` in {}", good.stderr);
    }
}
