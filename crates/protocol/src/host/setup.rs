//! A game as a foreign player sees it: a graph with numbered vertices, and what stands on them.

use super::packet::{BadPacket, Reader, Writer};

/// Which of the four games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Queens and arrows.
    Amazons,
    /// Blobs, Ataxx included.
    Blobwar,
    /// Colours.
    Flood,
    /// Discs.
    Reversi,
}

impl GameKind {
    const ALL: [GameKind; 4] = [GameKind::Amazons, GameKind::Blobwar, GameKind::Flood, GameKind::Reversi];

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::Amazons => "amazons",
            GameKind::Blobwar => "blobwar",
            GameKind::Flood => "flood",
            GameKind::Reversi => "reversi",
        }
    }
}

/// Everything that `initialize` is told. The graph is a CSR matrix in the numbering of the match; a vertex that
/// is no cell (a hole in the full numbering, or a cell burnt before the start) has no edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The game.
    pub game: GameKind,
    /// 0 or 1.
    pub player: u8,
    /// Bit 0: Ataxx's rules in Blobwar, strict rules in Flood.
    pub rules: u32,
    /// Columns and rows of the grid that the board is drawn on.
    pub grid: [u32; 2],
    /// Where each row of the matrix begins; one more than there are vertices.
    pub row_ptr: Vec<u32>,
    /// Neighbours.
    pub col: Vec<u32>,
    /// Directions 1 to 8, one for each neighbour.
    pub data: Vec<u8>,
    /// Vertices of queens, blobs, discs or starts, per player.
    pub pieces: [Vec<u32>; 2],
    /// Flood: a colour for each vertex, 0 where there is no cell.
    pub colours: Vec<u8>,
    /// Flood: one bit per forbidden colour, per player.
    pub forbidden: [u8; 2],
    /// For players that draw lots.
    pub seed: u64,
}

impl Setup {
    /// How many vertices the matrix has.
    pub fn num_vertices(&self) -> usize {
        self.row_ptr.len().saturating_sub(1)
    }

    pub(super) fn encode(&self, w: &mut Writer<'_>) {
        w.u8(self.game as u8);
        w.u8(self.player);
        w.u32(self.rules);
        self.grid.iter().for_each(|&n| w.u32(n));
        w.words(&self.row_ptr);
        w.words(&self.col);
        w.bytes(&self.data);
        self.pieces.iter().for_each(|pieces| w.words(pieces));
        w.bytes(&self.colours);
        self.forbidden.iter().for_each(|&set| w.u8(set));
        w.u64(self.seed);
    }

    pub(super) fn decode(r: &mut Reader<'_>) -> Result<Setup, BadPacket> {
        let game = *GameKind::ALL.get(usize::from(r.u8()?)).ok_or(BadPacket::Value)?;
        let setup = Setup {
            game,
            player: r.u8()?,
            rules: r.u32()?,
            grid: [r.u32()?, r.u32()?],
            row_ptr: r.words()?,
            col: r.words()?,
            data: r.bytes()?,
            pieces: [r.words()?, r.words()?],
            colours: r.bytes()?,
            forbidden: [r.u8()?, r.u8()?],
            seed: r.u64()?,
        };
        let is_sound = !setup.row_ptr.is_empty() && setup.col.len() == setup.data.len() && setup.player < 2;
        if is_sound { Ok(setup) } else { Err(BadPacket::Value) }
    }
}
