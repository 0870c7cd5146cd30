//! The referee with invented times: nothing here sleeps, nothing here runs a player.

use std::time::Duration;

use agon_arena::clock::Clock;
use agon_arena::referee::{Action, Answer, Fault, Input, Opinion, Referee};
use agon_games::catalog::Table;
use agon_games::dice::Dice;
use agon_games::record::{Ending, PlayerRecord};
use agon_games::side::Side;

fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn game(spec: &str, clock: &str) -> (Table, Referee, Vec<Action>) {
    let table = Table::open(spec, None).unwrap();
    let mut referee = Referee::new(&table, clock.parse().unwrap(), &[]).unwrap();
    let mut actions = Vec::new();
    referee.handle(ms(0), Input::Begin, &mut actions);
    (table, referee, actions)
}

fn answer(referee: &mut Referee, at: u64, side: Side, text: &str) -> Vec<Action> {
    let mut actions = Vec::new();
    referee.handle(ms(at), Input::Answer(side, Answer::Text(text), Opinion::default()), &mut actions);
    actions
}

fn ending(referee: &Referee) -> (Ending, Option<Side>) {
    let verdict = referee.verdict().expect("the game is over");
    (verdict.ending, verdict.winner)
}

#[test]
fn clocks_round_trip_and_rubbish_is_refused() {
    for text in ["10s", "5s+100ms", "move=200ms", "nodes=10000", "depth=4", "fuel=1000000000", "1500us"] {
        assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
    }
    assert_eq!("fuel=1G".parse::<Clock>(), Ok(Clock::Fuel(1_000_000_000)));
    assert_eq!("1m".parse::<Clock>(), Ok(Clock::Game(Duration::from_secs(60), Duration::ZERO)));
    for text in
        ["", "fast", "-1s", "0s", "10x", "move=", "depth=0", "nodes=1.5", "1s+", "1e9s", "fuel=99999999999G"]
    {
        assert_eq!(text.parse::<Clock>().unwrap_err().0, text);
    }
}

#[test]
fn asks_with_the_time_that_is_left() {
    let (_, mut referee, actions) = game("reversi/4", "1s+100ms");
    assert_eq!(actions, [Action::Ask { side: Side::First, deadline: ms(1000) }]);
    let actions = answer(&mut referee, 400, Side::First, "a2");
    assert_eq!(referee.left(), [ms(700), ms(1000)]);
    assert_eq!(actions, [Action::Ask { side: Side::Second, deadline: ms(1400) }]);
}

#[test]
fn time_comes_before_legality() {
    let (_, mut referee, _) = game("reversi/4", "1s");
    assert_eq!(answer(&mut referee, 1001, Side::First, "zz"), [Action::Over]);
    assert_eq!(ending(&referee), (Ending::Time, Some(Side::Second)));
}

#[test]
fn exactly_on_time_is_in_time() {
    let (_, mut referee, _) = game("reversi/4", "1s");
    assert!(matches!(answer(&mut referee, 1000, Side::First, "a2")[..], [Action::Ask { .. }]));
    assert_eq!(referee.left()[0], Duration::ZERO);
}

#[test]
fn silence_costs_the_game_and_only_after_the_deadline() {
    let (_, mut referee, _) = game("reversi/4", "move=200ms");
    let mut actions = Vec::new();
    referee.handle(ms(199), Input::Tick, &mut actions);
    assert!(actions.is_empty() && referee.verdict().is_none());
    referee.handle(ms(500), Input::Tick, &mut actions);
    assert_eq!(actions, [Action::Over]);
    assert_eq!(ending(&referee), (Ending::Time, Some(Side::Second)));
}

#[test]
fn a_failure_after_the_flag_is_a_loss_on_time() {
    for (at, expected) in [(900, Ending::Crash), (1100, Ending::Time)] {
        let (_, mut referee, _) = game("reversi/4", "1s");
        let fault = Fault::new(Ending::Crash, "died");
        referee.handle(ms(at), Input::Fault(Side::First, fault), &mut Vec::new());
        assert_eq!(ending(&referee), (expected, Some(Side::Second)));
    }
}

#[test]
fn built_in_players_are_never_late() {
    let (_, mut referee, _) = game("reversi/4", "1s");
    referee.trust(Side::First);
    assert!(matches!(answer(&mut referee, 5000, Side::First, "a2")[..], [Action::Ask { .. }]));
    assert_eq!(referee.left()[0], Duration::ZERO);
}

#[test]
fn illegal_moves_and_moves_out_of_turn_lose() {
    let cases = [
        (Side::First, "a1", Ending::Illegal, Side::Second),
        (Side::First, "hello", Ending::Illegal, Side::Second),
        (Side::Second, "a2", Ending::Protocol, Side::First),
    ];
    for (side, text, expected, winner) in cases {
        let (_, mut referee, _) = game("reversi/4", "1s");
        answer(&mut referee, 1, side, text);
        assert_eq!(ending(&referee), (expected, Some(winner)), "{text}");
    }
}

#[test]
fn nothing_changes_after_the_end() {
    let (_, mut referee, _) = game("reversi/4", "1s");
    answer(&mut referee, 1, Side::First, "a1");
    let verdict = referee.verdict().cloned();
    assert!(answer(&mut referee, 2, Side::First, "a2").is_empty());
    assert_eq!(referee.verdict().cloned(), verdict);
}

#[test]
fn an_aborted_game_has_no_winner() {
    let (_, mut referee, _) = game("reversi/4", "1s");
    referee.handle(ms(1), Input::Abort("stopped"), &mut Vec::new());
    assert_eq!(ending(&referee), (Ending::Aborted, None));
}

/// Random games of every kind: whoever is asked has a move that is not a forced pass, every ply is in the record,
/// and the record's moves replay to the record's tally.
#[test]
fn random_games_are_refereed_to_the_end() {
    let specs =
        ["amazons/6", "blobwar/5", "ataxx", "flood/6", "flood/6?rules=strict&forbidden=1", "reversi/6"];
    for (seed, spec) in (1..).zip(specs.into_iter().cycle().take(60)) {
        let (table, mut referee, mut actions) = game(spec, "nodes=1");
        let mut dice = Dice::new(seed);
        while let Some(Action::Ask { side, .. }) = actions.pop() {
            assert_eq!(side, referee.position().side(), "seed {seed}");
            let mv = referee.position().random_move(&mut dice);
            referee.handle(ms(1), Input::Answer(side, Answer::Move(mv), Opinion::default()), &mut actions);
        }
        assert_eq!(ending(&referee).0, Ending::Rules, "{spec} seed {seed}");
        let players = [PlayerRecord::default(), PlayerRecord::default()];
        let record = referee.record(&table, players, Some(seed));
        let mut position = table.start();
        for ply in &record.moves {
            position.play_text(&ply.text).unwrap();
            assert_eq!(ply.us, None, "no time under a node clock");
        }
        assert_eq!((position.tally(), position.is_over()), (record.tally, true), "{spec} seed {seed}");
        assert_eq!(position.outcome().unwrap().winner(), record.winner);
    }
}

#[test]
fn moves_can_be_taken_back() {
    let (_, mut referee, _) = game("reversi/6", "1s");
    let before = referee.position().text();
    let first = referee.position().moves()[0];
    let text = referee.position().move_text(first);
    answer(&mut referee, 1, Side::First, &text);
    let reply = referee.position().move_text(referee.position().moves()[0]);
    answer(&mut referee, 2, Side::Second, &reply);
    let mut actions = Vec::new();
    referee.take_back(ms(3), Side::First, &mut actions);
    assert_eq!(referee.position().text(), before);
    assert!(matches!(actions[..], [Action::Ask { side: Side::First, .. }]));
}
