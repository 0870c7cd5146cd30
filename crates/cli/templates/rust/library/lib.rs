//! @NAME@ plays @GAME@ as a library. This file is the interface; the player is in player.rs.

mod player;

use std::ffi::c_char;
use std::sync::Mutex;

use player::Player;

/// No vertex, and what a pass has in its first field.
pub const NONE: u32 = u32::MAX;
pub const PASS: u32 = u32::MAX - 1;

/// Amazons: from, to, arrow. Blobwar: from (NONE to duplicate), to. Reversi: to. Flood: the colour in `from`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Move {
    pub from: u32,
    pub to: u32,
    pub arrow: u32,
}

#[repr(C)]
pub struct Graph {
    num_vertices: u32,
    pub columns: u32,
    pub rows: u32,
    reserved: u32,
    row_ptr: *const u32,
    col: *const u32,
    dir: *const u32,
}

#[repr(C)]
pub struct Start {
    pub seed: u64,
    pub game: u32,
    pub rules: u32,
    num_pieces: [u32; 2],
    pieces: [*const u32; 2],
    colors: *const i32,
    pub forbidden: [[u8; 8]; 2],
}

impl Graph {
    /// `next[v][d]`: the vertex in direction d (1 is north, clockwise to 8) of v, or NONE.
    pub fn next(&self) -> Vec<[u32; 9]> {
        // SAFETY, here and below: the arena hands over arrays of these lengths.
        let row_ptr = unsafe { std::slice::from_raw_parts(self.row_ptr, self.num_vertices as usize + 1) };
        let n_edges = row_ptr[self.num_vertices as usize] as usize;
        let col = unsafe { std::slice::from_raw_parts(self.col, n_edges) };
        let dir = unsafe { std::slice::from_raw_parts(self.dir, n_edges) };
        let mut next = vec![[NONE; 9]; self.num_vertices as usize];
        for v in 0..next.len() {
            for k in row_ptr[v] as usize..row_ptr[v + 1] as usize {
                next[v][dir[k] as usize] = col[k];
            }
        }
        next
    }
}

impl Start {
    /// The vertices that a player's pieces stand on.
    pub fn pieces(&self, player: usize) -> &[u32] {
        unsafe { std::slice::from_raw_parts(self.pieces[player], self.num_pieces[player] as usize) }
    }

    /// Flood: the colour of each vertex.
    pub fn colors(&self, n: usize) -> &[i32] {
        unsafe { std::slice::from_raw_parts(self.colors, n) }
    }
}

static PLAYER: Mutex<Option<Player>> = Mutex::new(None);

#[unsafe(no_mangle)]
pub extern "C" fn agon_abi() -> u32 {
    1
}

#[unsafe(no_mangle)]
pub extern "C" fn get_player_name() -> *const c_char {
    c"@NAME@".as_ptr()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn initialize(id: u32, graph: *const Graph, start: *const Start) {
    let (graph, start) = unsafe { (&*graph, &*start) };
    *PLAYER.lock().expect("one thread") = Some(Player::new(id as usize, graph, start));
}

#[unsafe(no_mangle)]
pub extern "C" fn play(previous: Move) -> Move {
    PLAYER.lock().expect("one thread").as_mut().expect("initialize comes first").play(previous)
}

#[unsafe(no_mangle)]
pub extern "C" fn finalize() {}
