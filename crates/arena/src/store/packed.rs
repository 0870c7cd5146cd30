//! A pair of games as bytes: a move takes two or three instead of five, its time, score, depth and nodes a few or
//! none at all. One row per pair, with little in it, is what keeps storing cheap beside playing.
//!
//! The bytes begin with the number of games. Each game is its length in bytes, its result and circumstances, and
//! its moves, which a reader that wants the result alone skips.

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
        let mut out = Writer::with_capacity(160 + 4 * n_moves);
        out.byte(records.len() as u8);
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

/// Unpacks the games of a pair; the clock is the tournament's.
pub(super) fn unpack(bytes: &[u8], clock: &str, without_moves: bool) -> Result<Vec<Unpacked>, Unreadable> {
    let mut input = Reader::new(bytes);
    let mut games: Vec<Unpacked> = Vec::with_capacity(2);
    for _ in 0..input.byte()? {
        let mut one = Reader::new(input.sized()?);
        let before = games.last().map(|game| &game.record);
        let unpacked = unpack_game(&mut one, before, clock, without_moves)?;
        games.push(unpacked);
    }
    Ok(games)
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
    record.moves.iter().for_each(|mv| move_text::pack(out, &mv.text));
    out.column(&record.moves, |mv| mv.us);
    out.scores(&record.moves);
    out.column(&record.moves, |mv| mv.depth.map(u64::from));
    out.column(&record.moves, |mv| mv.nodes);
}

fn unpack_game(
    input: &mut Reader<'_>,
    before: Option<&Record>,
    clock: &str,
    without_moves: bool,
) -> Result<Unpacked, Unreadable> {
    let flags = input.byte()?;
    let has = |bit: u8| flags & bit != 0;
    let ending = input.byte()?;
    let ending = Ending::ALL.into_iter().find(|known| *known as u8 == ending).ok_or(Unreadable)?;
    let winner = match input.byte()? {
        0 => Some(Side::First),
        1 => Some(Side::Second),
        _ => None,
    };
    let tally = [input.number()? as u32, input.number()? as u32];
    let (opening, plies) = (input.number()? as usize, input.number()?);
    let reason = has(flag::REASON).then(|| input.text()).transpose()?;
    let mut word = |bit| has(bit).then(|| input.word()).transpose();
    let (seed, seeds) = (word(flag::SEED)?, [word(flag::SEED_FIRST)?, word(flag::SEED_SECOND)?]);
    let mut text = |bit| has(bit).then(|| input.text()).transpose();
    let isolation = [text(flag::ISOLATION_FIRST)?, text(flag::ISOLATION_SECOND)?];
    let (game, start) = match before.filter(|_| has(flag::AS_BEFORE)) {
        Some(before) => (before.game.clone(), before.start.clone()),
        None => (input.text()?, input.text()?),
    };
    let moves = if without_moves { Vec::new() } else { unpack_moves(input, plies as usize)? };
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
        opening,
        moves,
        winner,
        ending,
        reason,
        tally,
    };
    Ok(Unpacked { record, plies: plies as u32 })
}

fn unpack_moves(input: &mut Reader<'_>, plies: usize) -> Result<Vec<MoveRecord>, Unreadable> {
    let mut moves = Vec::with_capacity(plies.min(10_000));
    for _ in 0..plies {
        moves.push(MoveRecord { text: move_text::unpack(input)?, ..MoveRecord::default() });
    }
    input.column(&mut moves, |mv, us| mv.us = Some(us))?;
    input.scores(&mut moves)?;
    input.column(&mut moves, |mv, depth| mv.depth = Some(depth as u32))?;
    input.column(&mut moves, |mv, nodes| mv.nodes = Some(nodes))?;
    Ok(moves)
}
