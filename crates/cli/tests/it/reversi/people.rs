//! People at the board: asked again after bad input, free to leave and to keep the position.

use crate::program::{agon_with, scratch};

#[test]
fn bad_input_is_asked_again() {
    let told = agon_with(&["reversi", "-s2", "-w1", "--seed", "1"], "z9\na1\n\nb1\n").stdout;
    for words in ["`z9` is not a move of reversi", "`a1` is not legal here", "X plays B1\n"] {
        assert!(told.contains(words), "no `{words}` in {told}");
    }
    assert!(told.ends_with("Player 'X' resigned.\nPlayer 'O' win the game.\n"), "{told}");
}

#[test]
fn leaving_is_resigning_and_the_position_can_be_kept() {
    let path = scratch("reversi-quit").join("kept.txt");
    let answers = format!("C4\nq\n/no/such/dir/x\n{}\n", path.display());
    let told = agon_with(&["reversi", "-s2"], &answers).stdout;
    assert!(told.contains("cannot write `/no/such/dir/x`"), "{told}");
    assert!(told.ends_with("Player 'O' resigned.\nPlayer 'X' win the game.\n"), "{told}");
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(kept, "O\n_ _ _ _\n_ O X _\n_ X X _\n_ _ X _\n");
    let again = agon_with(&["reversi", path.to_str().unwrap()], "Q\n\n").stdout;
    assert!(again.contains("White player starts!"), "{again}");
}

#[test]
fn two_people_can_play_a_whole_game() {
    // Both sides of the board are typed; a side without a move is not asked.
    let moves = "B1 A1 A2 C1 D1 A3 A4 B4 C4 D4 D2 D3";
    let told = agon_with(&["reversi", "-s2"], &moves.replace(' ', "\n")).stdout;
    assert!(told.contains("Game over.") || told.contains("resigned"), "{told}");
}
