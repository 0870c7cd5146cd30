//! The full-screen view in a real terminal, driven through tmux: keys, mouse, resizing, files, and a clean end.
//! Where tmux is not installed the tests say so and pass.

mod games;
mod terminal;

use terminal::Terminal;

use crate::program::scratch;

#[test]
fn a_game_is_saved_exported_and_left() {
    let Some(terminal) = Terminal::open("keys", 80, 24) else { return };
    let dir = scratch("screen-files");
    terminal.types(&format!("cd {}; clear", dir.display()));
    terminal.keys(&["Enter"]);
    terminal.starts("play reversi/4 human random --seed 1");
    let screen = terminal.sees("your move");
    assert!(screen.contains("reversi/4") && screen.contains("black human"), "{screen}");
    terminal.keys(&["m"]);
    terminal.sees("move: _");
    terminal.types("b1");
    terminal.keys(&["Enter"]);
    terminal.sees("1. b1");
    terminal.sees("your move");
    terminal.keys(&["?"]);
    terminal.sees("type a move");
    terminal.keys(&["?"]);
    terminal.keys(&["s"]);
    terminal.sees("save as: reversi-1.json_");
    terminal.keys(&["Enter"]);
    terminal.sees("saved: agon replay reversi-1.json");
    terminal.keys(&["s", "BSpace", "BSpace", "BSpace", "BSpace"]);
    terminal.sees("save as: reversi-2._");
    terminal.types("txt");
    terminal.keys(&["Enter"]);
    terminal.sees("exported as reversi-2.txt");
    terminal.keys(&["o"]);
    terminal.types("reversi-1.json");
    terminal.keys(&["Enter"]);
    terminal.sees("finish or leave this game");
    terminal.keys(&["r"]);
    terminal.sees("r again resigns");
    terminal.keys(&["r"]);
    terminal.sees("black resigned");
    terminal.keys(&["o"]);
    terminal.types("reversi-1.json");
    terminal.keys(&["Enter"]);
    terminal.sees("broken off after");
    terminal.keys(&["."]);
    terminal.sees("[move 1 of");
    terminal.keys(&["q"]);
    terminal.sees("ready>");
    assert!(std::fs::read_to_string(dir.join("reversi-2.txt")).unwrap().contains("b1"));
    terminal.starts("replay reversi-1.json");
    terminal.sees("[move 0 of");
    terminal.keys(&["q"]);
    terminal.sees("ready>");
}

#[test]
fn leaving_is_asked_twice_and_ctrl_c_leaves_at_once() {
    let Some(terminal) = Terminal::open("leave", 100, 30) else { return };
    let before = terminal.settings("before");
    for keys in [&["q", "q"][..], &["C-c"]] {
        terminal.types("clear");
        terminal.keys(&["Enter"]);
        terminal.starts("play amazons/6 human champion:level=2 --clock nodes=300");
        terminal.sees("choose a queen");
        // Too small for anything: nothing breaks.
        terminal.resize(20, 6);
        terminal.keys(&["?", "?", "g", "g"]);
        terminal.resize(100, 30);
        terminal.sees("choose a queen");
        terminal.keys(&keys[..1]);
        if keys.len() > 1 {
            terminal.sees("q again leaves");
            terminal.keys(&keys[1..]);
        }
        terminal.sees("ready>");
        assert!(!terminal.flag("alternate_on") && !terminal.flag("mouse_any_flag"));
        assert_eq!(terminal.settings("after"), before);
    }
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
    terminal.keys(&["l"]);
    terminal.sees("prints nothing");
    terminal.keys(&["q"]);
    terminal.sees("ready>");
}

#[test]
fn a_watched_game_can_be_held_up() {
    let Some(terminal) = Terminal::open("pause", 80, 24) else { return };
    terminal.starts("play reversi greedy random --pace 100ms --clock nodes=50");
    terminal.sees("2. ");
    terminal.keys(&["Space"]);
    terminal.sees("(paused)");
    terminal.keys(&["Space", "+", "+", "+", "+", "+", "+", "+", "+", "+"]);
    terminal.waits(|screen| (screen.contains(" wins") || screen.contains("a draw")).then_some(()), "the end");
    terminal.keys(&["C-c"]);
    terminal.sees("ready>");
}

/// Nothing is written outside the grid in a colour of its own without a ground, so that light and dark
/// terminals can both be read.
#[test]
fn colours_are_readable_on_light_and_dark() {
    let Some(terminal) = Terminal::open("colours", 80, 24) else { return };
    for game in ["reversi", "amazons", "ataxx", "flood"] {
        terminal.types("clear");
        terminal.keys(&["Enter"]);
        terminal.starts(&format!("play {game} human champion:level=1 --clock nodes=300"));
        terminal.sees("your move");
        let screen = terminal.tmux(&["capture-pane", "-e", "-p", "-t", "0"]);
        assert!(screen.contains("48;5;"), "{game} has colours: {screen}");
        for bad in ["\x1b[37m", "\x1b[97m", "\x1b[30m", "\x1b[38;5;15m", "\x1b[38;5;0m"] {
            assert!(!screen.contains(bad), "{game}: white or black on the terminal's own ground: {screen:?}");
        }
        terminal.keys(&["C-c"]);
        terminal.sees("ready>");
    }
}
