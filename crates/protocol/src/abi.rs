//! The C interface as layouts: what players written for earlier servers expect to find in memory (x86-64, System
//! V), and the structs of `include/agon.h`. Only shapes live here; the pointers are filled in by the host.

use std::ffi::{c_int, c_void};

/// GSL's sparse matrix of unsigned numbers, as in versions 2.6 and 2.7.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SpMatrix {
    /// Rows.
    pub size1: usize,
    /// Columns.
    pub size2: usize,
    /// Column of each element (CSR).
    pub i: *mut c_int,
    /// Each element.
    pub data: *mut u32,
    /// Where each row begins (CSR).
    pub p: *mut c_int,
    /// Room for so many elements.
    pub nzmax: usize,
    /// Number of elements.
    pub nz: usize,
    /// Search tree of the triplet form.
    pub tree: *mut c_void,
    /// Memory pool of that tree.
    pub pool: *mut c_void,
    /// Size of a tree node.
    pub node_size: usize,
    /// Scratch space.
    pub work: *mut c_void,
    /// 0 COO, 1 CSC, 2 CSR.
    pub sptype: c_int,
    /// Flags.
    pub spflags: usize,
}

/// `sptype` of a compressed row matrix.
pub const CSR: c_int = 2;

/// Amazons: `struct graph_t`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct AmazonsGraph {
    /// Vertices.
    pub num_vertices: u32,
    /// Directions between them.
    pub t: *mut SpMatrix,
}

/// Amazons and Agon: a move of three numbers, passed by value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Move3 {
    /// Amazons `queen_src`, Agon `from`.
    pub from: u32,
    /// Amazons `queen_dst`, Agon `to`.
    pub to: u32,
    /// `arrow_dst`, `arrow`.
    pub arrow: u32,
}

/// Flood: `struct graph_t`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct FloodGraph {
    /// Vertices.
    pub num_vertices: usize,
    /// 1 for each edge.
    pub t: *mut SpMatrix,
    /// Where the players start.
    pub positions: [usize; 2],
}

/// Flood: a move, passed by value; -1 is a pass, and what the first player is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct FloodMove {
    /// The colour.
    pub c: c_int,
}

/// Flood: `struct color_set_t`, 1 for a forbidden colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct ColorSet {
    /// One byte per colour.
    pub t: [u8; 8],
}

/// `struct agon_graph`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct AgonGraph {
    /// Vertices.
    pub num_vertices: u32,
    /// Columns of the grid.
    pub columns: u32,
    /// Rows of the grid.
    pub rows: u32,
    /// Zero.
    pub reserved: u32,
    /// Where each vertex's neighbours begin.
    pub row_ptr: *const u32,
    /// Neighbours.
    pub col: *const u32,
    /// Directions.
    pub dir: *const u32,
}

/// `struct agon_start`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct AgonStart {
    /// For players that draw lots.
    pub seed: u64,
    /// 0 Amazons, 1 Blobwar, 2 Flood, 3 Reversi.
    pub game: u32,
    /// Bit 0: Ataxx's rules, Flood's strict rules.
    pub rules: u32,
    /// Number of pieces per player.
    pub num_pieces: [u32; 2],
    /// Vertices of queens, blobs, discs or starts.
    pub pieces: [*const u32; 2],
    /// Flood: one colour per vertex, else null.
    pub colors: *const i32,
    /// Flood: 1 for a forbidden colour.
    pub forbidden: [ColorSet; 2],
}
