//! The board in linear memory: the C structs again, with pointers and sizes of four bytes.

use agon_protocol::abi::CSR;
use agon_protocol::host::Setup;

use super::WasmPlayer;
use crate::player::Failure;

/// Little endian, as WebAssembly has it.
pub(super) fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The graph, the queens, and `initialize` of the Amazons servers.
pub(super) fn start_amazons(player: &mut WasmPlayer, setup: &Setup) -> Result<(), Failure> {
    let matrix = place_matrix(player, setup, u32::from)?;
    let graph = player.place(&words(&[setup.num_vertices() as u32, matrix]))?;
    let first = player.place(&words(&setup.pieces[0]))?;
    let second = player.place(&words(&setup.pieces[1]))?;
    let queens = player.place(&words(&[first, second]))?;
    let n_queens = setup.pieces[0].len() as i32;
    player.call("initialize", (i32::from(setup.player), graph as i32, n_queens, queens as i32))
}

/// The graph, the colours, the forbidden sets, and `initialize` of the Flood servers.
pub(super) fn start_flood(player: &mut WasmPlayer, setup: &Setup) -> Result<(), Failure> {
    let matrix = place_matrix(player, setup, |_| 1)?;
    let start = |side: usize| setup.pieces[side].first().copied().unwrap_or(0);
    let graph = player.place(&words(&[setup.num_vertices() as u32, matrix, start(0), start(1)]))?;
    let colours = place_colours(player, setup)?;
    let forbidden = player.place(&forbidden_sets(setup))?;
    player.call("initialize", (i32::from(setup.player), graph as i32, colours as i32, forbidden as i32))
}

/// `struct agon_graph`, `struct agon_start`, and `initialize` of `agon.h`.
pub(super) fn start_agon(player: &mut WasmPlayer, setup: &Setup) -> Result<(), Failure> {
    let row_ptr = player.place(&words(&setup.row_ptr))?;
    let col = player.place(&words(&setup.col))?;
    let directions: Vec<u32> = setup.data.iter().map(|&d| d.into()).collect();
    let dir = player.place(&words(&directions))?;
    let [columns, rows] = setup.grid;
    let graph = player.place(&words(&[setup.num_vertices() as u32, columns, rows, 0, row_ptr, col, dir]))?;
    let first = player.place(&words(&setup.pieces[0]))?;
    let second = player.place(&words(&setup.pieces[1]))?;
    let colours = if setup.colours.is_empty() { 0 } else { place_colours(player, setup)? };
    let mut start = setup.seed.to_le_bytes().to_vec();
    let counts = [setup.pieces[0].len() as u32, setup.pieces[1].len() as u32];
    start.extend(words(&[setup.game as u32, setup.rules, counts[0], counts[1], first, second, colours]));
    start.extend(forbidden_sets(setup));
    start.extend([0; 4]);
    let start = player.place(&start)?;
    player.call("initialize", (i32::from(setup.player), graph as i32, start as i32))
}

fn place_matrix(player: &mut WasmPlayer, setup: &Setup, value: impl Fn(u8) -> u32) -> Result<u32, Failure> {
    let n = setup.num_vertices() as u32;
    let nz = setup.col.len() as u32;
    let i = player.place(&words(&setup.col))?;
    let data: Vec<u32> = setup.data.iter().map(|&d| value(d)).collect();
    let data = player.place(&words(&data))?;
    let p = player.place(&words(&setup.row_ptr))?;
    player.place(&words(&[n, n, i, data, p, nz.max(1), nz, 0, 0, 0, 0, CSR as u32, 0]))
}

fn place_colours(player: &mut WasmPlayer, setup: &Setup) -> Result<u32, Failure> {
    let colours: Vec<u32> = setup.colours.iter().map(|&c| c.into()).collect();
    player.place(&words(&colours))
}

fn forbidden_sets(setup: &Setup) -> Vec<u8> {
    setup.forbidden.iter().flat_map(|bits| (0..8).map(move |colour| bits >> colour & 1)).collect()
}
