//! A pair of games as bytes: a move takes one or two instead of five, its time, score, depth and nodes a few or
//! none at all. One row per pair, with little in it, is what keeps storing cheap beside playing.
//!
//! The bytes begin with the number of games. Each game is its length in bytes, its result and circumstances, and
//! its moves, which a reader that wants the result alone skips. Pairs of the older layout are read as well.

use agon_games::record::{Ending, MoveRecord, PlayerRecord, Record, VERSION};
use agon_games::side::Side;

use super::bytes::{Reader, Unreadable, Writer};
use super::move_text;

/// A game as far as it was unpacked.
pub(super) struct Unpacked {
    /// The record; names, specs and hashes of its players are not in the bytes.
    pub(super) record: Record,
    /// How many plies, also where the moves were left packed.
    pub(super) plies: u32,
}

/// The games of a pair as the store keeps them.
#[derive(Clone, Debug)]
pub struct PackedPair(pub(super) Vec<u8>);

impl PackedPair {
    /// Packs the games of a pair.
    pub fn new(records: &[Record]) -> PackedPair {
        let n_moves: usize = records.iter().map(|record| record.moves.len()).sum();
        let mut out = Writer::with_capacity(256 + 3 * n_moves);
        out.byte(LAYOUT | records.len() as u8);
        let mut before: Option<&Record> = None;
        for record in records {
            let length = out.reserve_length();
            pack_game(&mut out, record, before);
            out.fill_length(length);
            before = Some(record);
        }
        PackedPair(out.into_bytes())
    }
}

/// In the first byte of a pair: its moves are written as [`move_text::pack`] does; without, the older way.
const LAYOUT: u8 = 128;

/// The most games that a pair has.
const MAX_GAMES: usize = 2;

/// Unpacks the games of a pair; the clock is the tournament's.
pub(super) fn unpack(bytes: &[u8], clock: &str, without_moves: bool) -> Result<Vec<Unpacked>, Unreadable> {
    let mut input = Reader::new(bytes);
    let head = input.byte()?;
    let read_moves = match (without_moves, head & LAYOUT) {
        (true, _) => |_: &mut Reader<'_>, _: usize| Ok(Vec::new()),
        (false, LAYOUT) => unpack_moves,
        (false, _) => unpack_older_moves,
    };
    let mut games: Vec<Unpacked> = Vec::with_capacity(MAX_GAMES);
    for _ in 0..head & !LAYOUT {
        let mut one = Reader::new(input.sized()?);
        let before = games.last().map(|game| &game.record);
        let unpacked = unpack_game(&mut one, before, clock, read_moves)?;
        games.push(unpacked);
    }
    Ok(games)
}

/// What came of a game, and how long it was.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub(super) ending: Ending,
    pub(super) winner: Option<Side>,
    pub(super) tally: [u32; 2],
    pub(super) opening: u32,
    pub(super) plies: u32,
}

/// What came of the games of a pair; nothing else is unpacked.
pub(super) fn outcomes(bytes: &[u8]) -> Result<[Option<Outcome>; MAX_GAMES], Unreadable> {
    let mut input = Reader::new(bytes);
    let mut outcomes = [None; MAX_GAMES];
    for at in 0..usize::from(input.byte()? & !LAYOUT) {
        let mut one = Reader::new(input.sized()?);
        one.byte()?;
        *outcomes.get_mut(at).ok_or(Unreadable)? = Some(outcome(&mut one)?);
    }
    Ok(outcomes)
}

fn outcome(input: &mut Reader<'_>) -> Result<Outcome, Unreadable> {
    let ending = input.byte()?;
    Ok(Outcome {
        ending: Ending::ALL.into_iter().find(|known| *known as u8 == ending).ok_or(Unreadable)?,
        winner: match input.byte()? {
            0 => Some(Side::First),
            1 => Some(Side::Second),
            _ => None,
        },
        tally: [input.number()? as u32, input.number()? as u32],
        opening: input.number()? as u32,
        plies: input.number()? as u32,
    })
}

/// What is there or not there about a game, one bit each.
mod flag {
    pub(super) const REASON: u8 = 1;
    pub(super) const SEED: u8 = 2;
    pub(super) const SEED_FIRST: u8 = 4;
    pub(super) const SEED_SECOND: u8 = 8;
    pub(super) const ISOLATION_FIRST: u8 = 16;
    pub(super) const ISOLATION_SECOND: u8 = 32;
    /// Game and start are those of the game before.
    pub(super) const AS_BEFORE: u8 = 64;
}

fn pack_game(out: &mut Writer, record: &Record, before: Option<&Record>) {
    let [first, second] = &record.players;
    let is_as_before = before.is_some_and(|b| (&b.game, &b.start) == (&record.game, &record.start));
    let flags = [
        (record.reason.is_some(), flag::REASON),
        (record.seed.is_some(), flag::SEED),
        (first.seed.is_some(), flag::SEED_FIRST),
        (second.seed.is_some(), flag::SEED_SECOND),
        (first.isolation.is_some(), flag::ISOLATION_FIRST),
        (second.isolation.is_some(), flag::ISOLATION_SECOND),
        (is_as_before, flag::AS_BEFORE),
    ];
    out.byte(flags.iter().filter(|(is_there, _)| *is_there).map(|(_, bit)| bit).sum());
    out.byte(record.ending as u8);
    out.byte(record.winner.map_or(2, |side| side.index() as u8));
    record.tally.iter().for_each(|&n| out.number(n.into()));
    out.number(record.opening as u64);
    out.number(record.moves.len() as u64);
    record.reason.iter().for_each(|reason| out.text(reason));
    [record.seed, first.seed, second.seed].into_iter().flatten().for_each(|seed| out.word(seed));
    [&first.isolation, &second.isolation].into_iter().flatten().for_each(|text| out.text(text));
    if !is_as_before {
        out.text(&record.game);
        out.text(&record.start);
    }
    move_text::pack(out, &record.moves);
    out.column(&record.moves, |mv| mv.us);
    out.scores(&record.moves);
    out.column(&record.moves, |mv| mv.depth.map(u64::from));
    out.column(&record.moves, |mv| mv.nodes);
}

fn unpack_game(
    input: &mut Reader<'_>,
    before: Option<&Record>,
    clock: &str,
    read_moves: fn(&mut Reader<'_>, usize) -> Result<Vec<MoveRecord>, Unreadable>,
) -> Result<Unpacked, Unreadable> {
    let flags = input.byte()?;
    let has = |bit: u8| flags & bit != 0;
    let Outcome { ending, winner, tally, opening, plies } = outcome(input)?;
    let reason = has(flag::REASON).then(|| input.text()).transpose()?;
    let mut word = |bit| has(bit).then(|| input.word()).transpose();
    let (seed, seeds) = (word(flag::SEED)?, [word(flag::SEED_FIRST)?, word(flag::SEED_SECOND)?]);
    let mut text = |bit| has(bit).then(|| input.text()).transpose();
    let isolation = [text(flag::ISOLATION_FIRST)?, text(flag::ISOLATION_SECOND)?];
    let (game, start) = match before.filter(|_| has(flag::AS_BEFORE)) {
        Some(before) => (before.game.clone(), before.start.clone()),
        None => (input.text()?, input.text()?),
    };
    let moves = read_moves(input, plies as usize)?;
    let mut sides = seeds.into_iter().zip(isolation);
    let mut player = || {
        let (seed, isolation) = sides.next().unwrap_or_default();
        PlayerRecord { seed, isolation, ..PlayerRecord::default() }
    };
    let record = Record {
        version: VERSION,
        game,
        start,
        players: [player(), player()],
        clock: Some(clock.to_owned()),
        seed,
        opening: opening as usize,
        moves,
        winner,
        ending,
        reason,
        tally,
    };
    Ok(Unpacked { record, plies })
}

fn unpack_moves(input: &mut Reader<'_>, plies: usize) -> Result<Vec<MoveRecord>, Unreadable> {
    let moves = move_text::unpack(input, plies)?;
    with_thoughts(input, moves)
}

fn unpack_older_moves(input: &mut Reader<'_>, plies: usize) -> Result<Vec<MoveRecord>, Unreadable> {
    let mut moves = Vec::with_capacity(plies.min(10_000));
    for _ in 0..plies {
        moves.push(MoveRecord { text: move_text::unpack_older(input)?, ..MoveRecord::default() });
    }
    with_thoughts(input, moves)
}

fn with_thoughts(input: &mut Reader<'_>, mut moves: Vec<MoveRecord>) -> Result<Vec<MoveRecord>, Unreadable> {
    input.column(&mut moves, |mv, us| mv.us = Some(us))?;
    input.scores(&mut moves)?;
    input.column(&mut moves, |mv, depth| mv.depth = Some(depth as u32))?;
    input.column(&mut moves, |mv, nodes| mv.nodes = Some(nodes))?;
    Ok(moves)
}
