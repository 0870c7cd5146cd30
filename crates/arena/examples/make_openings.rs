//! Makes the openings that come with agon: `make_openings GAME PLIES LINES` prints so many different lines of
//! so many plies, each the most even of sixteen random ones by a short search of the champion. Of Flood, where every seed
//! is another board, `make_openings GAME 0 BOARDS [NODES [GAMES]]` prints the seeds of boards that longer and longer searches
//! find even, and where the champion wins so many games against a weaker player from either seat.

use std::collections::HashSet;

use agon_arena::openings::board_lead;
use agon_engine::budget::Budget;
use agon_engine::catalog::build;
use agon_games::catalog::{Position, Table};
use agon_games::dice::Dice;
use agon_games::side::Side;
use agon_games::spec::Kind;

const CANDIDATES: usize = 16;
const NODES: u64 = 20_000;

/// What a board of Flood must pass before it is looked at for long: so many nodes see a lead of so many hundredths of a cell
/// at most, for each column of the board.
const SIEVES: [(u64, i32); 3] = [(100, 150), (1000, 75), (5000, 40)];
/// An even board is this near to even, in hundredths of a cell, after so many nodes if nothing else is said.
const EVEN: i32 = 100;
const LOOK: u64 = 50_000;
/// Who must be beaten from either seat, where that is asked: a board may look even and yet be won by its colours, or drawn,
/// whoever plays. The first mistakes every value by some cells, and plays other games with other dice; the second makes no
/// mistakes but looks one ply ahead.
const WEAKER: [&str; 2] = ["champion:level=7", "champion:level=8"];
/// What the better player may look at for a move of those games.
const BETTER: u64 = 10_000;
/// Boards that are looked at between two looks at how many there are.
const LOT: u64 = 256;

/// The seeds of even boards, the smallest first, where the better player wins `n_games` games from either seat.
fn even_boards(game: &str, n_boards: usize, nodes: u64, n_games: u64) -> Vec<u64> {
    let sep = if game.contains('?') { '&' } else { '?' };
    let is_good =
        |seed: &u64| {
            let table = Table::open(&format!("{game}{sep}seed={seed}"), None).expect("every seed is a board");
            let columns = table.start().board().cols() as i32;
            let sieves = SIEVES.map(|(nodes, each)| (nodes, each * columns));
            sieves.into_iter().chain([(nodes, EVEN)]).all(|(nodes, most)| {
                board_lead(&table, nodes).expect("every game has a champion").abs() <= most
            }) && skill_decides(&table, n_games)
        };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut seeds = Vec::new();
    for lot in 0.. {
        let part = |thread: usize| {
            let all = 1 + lot * LOT..1 + (lot + 1) * LOT;
            all.skip(thread).step_by(n_threads).filter(is_good).collect::<Vec<u64>>()
        };
        let mut found: Vec<u64> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..n_threads).map(|thread| scope.spawn(move || part(thread))).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("no judge panics")).collect()
        });
        found.sort_unstable();
        seeds.append(&mut found);
        eprintln!("{} of {n_boards} even boards in {} seeds", seeds.len(), (lot + 1) * LOT);
        if seeds.len() >= n_boards {
            break;
        }
    }
    seeds.truncate(n_boards);
    seeds
}

/// Whether the better player wins from either seat, so many games against the weaker one with dice and one against the other.
fn skill_decides(table: &Table, n_games: u64) -> bool {
    let [with_dice, without] = WEAKER;
    let games = (0..n_games).map(|dice| (with_dice, dice)).chain((n_games > 0).then_some((without, 0)));
    games.flat_map(|game| [0, 1].map(|seat| (game, seat))).all(|((weaker, dice), seat)| {
        let mut players = [weaker; 2];
        players[seat] = "champion";
        let mut players = players.map(|name| build(table, name, dice).expect("every game has a champion"));
        let mut position = table.start();
        while !position.is_over() {
            let thought =
                players[position.side().index()].think(&position, &Budget::nodes(BETTER), &mut |_| {});
            assert!(position.play(thought.mv), "the champion plays by the rules");
        }
        position.outcome().expect("the game is over").sign_for(Side::from_index(seat)) > 0
    })
}

/// A random line that leaves something to play.
fn line(table: &Table, plies: usize, dice: &mut Dice) -> (Vec<String>, Position) {
    loop {
        let mut position = table.start();
        let mut moves = Vec::new();
        while moves.len() < plies && !position.is_over() {
            let mv = position.random_move(dice);
            moves.push(position.move_text(mv));
            assert!(position.play(mv), "random moves are legal");
        }
        if !position.is_over() {
            return (moves, position);
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, plies, lines, more @ ..] = args.as_slice() else {
        eprintln!(
            "usage: make_openings GAME PLIES LINES, or of Flood make_openings GAME 0 BOARDS [NODES [GAMES]]"
        );
        std::process::exit(2);
    };
    let table = Table::open(game, None).expect("the game exists");
    let [plies, lines] = [plies, lines].map(|text| text.parse::<usize>().expect("a number"));
    if table.spec().kind == Kind::Flood {
        let number = |at: usize| more.get(at).map(|text| text.parse::<u64>().expect("a number"));
        let (nodes, games) = (number(0).unwrap_or(LOOK), number(1).unwrap_or(0));
        println!("# {game}: {lines} boards within a cell of even by the champion with {nodes} nodes.");
        if games > 0 {
            println!(
                "# On each the champion with {BETTER} nodes wins from either seat, {games} games against"
            );
            println!("# {} with other dice each and one against {}.", WEAKER[0], WEAKER[1]);
            println!("# Made by: make_openings {game} 0 {lines} {nodes} {games}");
        } else {
            println!("# Made by: make_openings {game} 0 {lines} {nodes}");
        }
        even_boards(game, lines, nodes, games).iter().for_each(|seed| println!("seed={seed}"));
        return;
    }
    // The book knows moves, not how even a position is.
    let judge = if table.spec().kind == Kind::Reversi { "champion:book=no" } else { "champion" };
    let mut judge = build(&table, judge, 0).expect("every game has a champion");
    let mut dice = Dice::new(2024);
    let mut known = HashSet::new();
    println!("# {game}: {lines} lines of {plies} plies, each the most even of {CANDIDATES} random ones");
    println!("# by the champion with {NODES} nodes. Made by: make_openings {game} {plies} {lines}");
    while known.len() < lines {
        let candidates = (0..CANDIDATES).map(|_| line(&table, plies, &mut dice));
        let lead = |position: &Position| {
            judge.new_game();
            let thought = judge.think(position, &Budget::nodes(NODES), &mut |_| {});
            thought.score.map_or(i32::MAX, |score| score.get().abs())
        };
        let even = candidates.map({
            let mut lead = lead;
            move |(moves, position)| (lead(&position), moves)
        });
        let (_, moves) = even.min_by_key(|(lead, _)| *lead).expect("there are candidates");
        let text = moves.join(" ");
        if known.insert(text.clone()) {
            println!("{text}");
        }
    }
}
