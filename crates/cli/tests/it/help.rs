//! The help: one screen for all, examples for each, nothing that does not fit.

use crate::program::agon;

#[test]
fn the_help_fits_a_screen() {
    let help = agon(&["--help"]);
    assert_eq!(help.code, 0);
    assert!(help.stdout.lines().count() <= 24, "{}", help.stdout);
    for line in help.stdout.lines() {
        assert!(line.chars().count() <= 80, "too wide: {line}");
    }
    assert_eq!(agon(&["-h"]).stdout, help.stdout);
    assert_eq!(agon(&["help"]).stdout, help.stdout);
}

#[test]
fn every_command_of_the_help_has_its_own_with_examples() {
    let help = agon(&["--help"]).stdout;
    let block = help.split("\n\n").nth(2).unwrap();
    let commands: Vec<&str> =
        block.lines().flat_map(|line| line.get(13..).unwrap_or("").split_whitespace()).collect();
    assert!(commands.len() >= 3, "{block}");
    for command in commands {
        let ran = agon(&["help", command]);
        assert_eq!(ran.code, 0, "{command}: {}", ran.stderr);
        assert!(ran.stdout.contains(&format!("agon {command}")), "{command}: {}", ran.stdout);
    }
}
