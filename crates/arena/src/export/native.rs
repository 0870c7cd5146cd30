//! Games as their players exchange them: GGF for Othello on 8x8, for all else tags and numbered moves as in
//! chess's PGN.

use agon_games::record::Record;
use agon_games::side::Side;

/// A record in the form usual for its game.
pub fn native(record: &Record, event: &str) -> String {
    if record.game == "reversi/8" { ggf(record, event) } else { tagged(record, event) }
}

/// The GGF form: one line, black (side 0) and white moves in turn, a pass being `PA`.
fn ggf(record: &Record, event: &str) -> String {
    let [black, white] = [0, 1].map(|side| clean(&record.players[side].name));
    let result = match record.winner {
        // Empty squares count for the winner, as Othello people do.
        Some(side) => {
            let [own, other] = [record.tally[side.index()], record.tally[1 - side.index()]];
            let lead = i64::from(64 - other) - i64::from(other);
            let lead = if own + other == 64 { i64::from(own) - i64::from(other) } else { lead };
            if side == Side::First { lead } else { -lead }
        }
        None => 0,
    };
    let (board, to_move) = record.start.rsplit_once(' ').unwrap_or((&record.start, "X"));
    let squares: String = (board.chars().filter(|c| *c != '/'))
        .map(|c| match c {
            'X' => '*',
            'O' => 'O',
            _ => '-',
        })
        .collect();
    let first = usize::from(to_move == "O");
    let moves: String = (record.moves.iter().enumerate())
        .map(|(ply, mv)| {
            let colour = if (ply + first).is_multiple_of(2) { 'B' } else { 'W' };
            let text = if is_square(&mv.text) { mv.text.to_uppercase() } else { "PA".to_owned() };
            let time = mv.us.map_or(String::new(), |us| format!("//{:.2}", us as f64 / 1e6));
            format!("{colour}[{text}{time}]")
        })
        .collect();
    let turn = if first == 0 { '*' } else { 'O' };
    let place = clean(event);
    format!(
        "(;GM[Othello]PC[{place}]PB[{black}]PW[{white}]RE[{result:+}]TY[8]BO[8 {squares} {turn}]{moves};)"
    )
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])
}

fn tagged(record: &Record, event: &str) -> String {
    let result = match record.winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None if record.ending.name() == "aborted" => "*",
        None => "1/2-1/2",
    };
    let mut text = String::new();
    let tags = [
        ("Event", event.to_owned()),
        ("Game", record.game.clone()),
        ("First", record.players[0].name.clone()),
        ("Second", record.players[1].name.clone()),
        ("FEN", record.start.clone()),
        ("TimeControl", record.clock.clone().unwrap_or_default()),
        ("Opening", record.opening.to_string()),
        ("Termination", record.ending.name().to_owned()),
        ("Result", result.to_owned()),
    ];
    for (name, value) in tags {
        text.push_str(&format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\"")));
    }
    text.push('\n');
    for (turn, moves) in record.moves.chunks(2).enumerate() {
        let moves: Vec<&str> = moves.iter().map(|mv| mv.text.as_str()).collect();
        text.push_str(&format!("{}. {} ", turn + 1, moves.join(" ")));
    }
    text.push_str(result);
    text.push('\n');
    text
}

fn clean(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '[' | ']' | '(' | ')' | ';' | '\n')).collect()
}
