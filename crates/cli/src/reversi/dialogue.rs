//! Asking a person for a move until there is one, and whether to keep the position when they leave.

use std::io::{self, BufRead, Write};

use agon_games::catalog::Position;
use agon_games::game::PackedMove;

/// What a person wants.
pub enum Answer {
    Move(PackedMove),
    Quit,
}

/// Asks for a move; bad input is explained and asked again. The end of the input is a way to quit.
pub fn ask(position: &Position, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Answer> {
    loop {
        let Some(text) = question("Give your move (such as A5), or q to quit: ", input, output)? else {
            writeln!(output)?;
            return Ok(Answer::Quit);
        };
        if text.eq_ignore_ascii_case("q") {
            offer_to_save(position, input, output)?;
            return Ok(Answer::Quit);
        }
        match position.parse_move(&text) {
            Ok(mv) => return Ok(Answer::Move(mv)),
            Err(error) => writeln!(output, "{error}")?,
        }
    }
}

/// Saves the position as a position file, if the person gives a name that can be written.
fn offer_to_save(position: &Position, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
    while let Some(path) = question("Save the position as (nothing: do not save): ", input, output)? {
        if path.is_empty() {
            return Ok(());
        }
        match std::fs::write(&path, file_of(position)) {
            Ok(()) => return writeln!(output, "Saved as {path}: go on with reversi {path}"),
            Err(error) => writeln!(output, "cannot write `{path}`: {error}")?,
        }
    }
    writeln!(output)
}

/// The position file of a position: the side, then the rows.
fn file_of(position: &Position) -> String {
    let text = position.text();
    let (rows, side) = text.rsplit_once(' ').unwrap_or((&text, "X"));
    let rows: Vec<String> =
        rows.split('/').map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(" ")).collect();
    format!("{side}\n{}\n", rows.join("\n"))
}

/// The answer without its surrounding blanks; none at the end of the input.
fn question(text: &str, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Option<String>> {
    write!(output, "{text}")?;
    output.flush()?;
    let mut line = Vec::new();
    let n = io::Read::take(&mut *input, 4096).read_until(b'\n', &mut line)?;
    Ok((n > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
}
