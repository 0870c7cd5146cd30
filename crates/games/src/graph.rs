//! A board as the sparse matrix that players are handed: compressed rows, each entry the direction of an
//! edge, in either numbering of the vertices.

use serde::Serialize;

use crate::board::Board;
use crate::direction::Direction;

/// How vertices are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbering {
    /// Row times width plus column; a hole is a vertex without edges.
    #[default]
    Full,
    /// Only playable cells, row by row.
    Compact,
}

/// The adjacency matrix in compressed sparse rows: `data[k]` is the direction from row `i` to vertex `col[k]`,
/// for `k` in `row_ptr[i]..row_ptr[i + 1]`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Csr {
    /// Vertices, so rows and columns of the matrix.
    pub num_vertices: usize,
    /// Where each row begins, and the total at the end.
    pub row_ptr: Vec<usize>,
    /// The neighbour of each entry, ascending within a row.
    pub col: Vec<usize>,
    /// The direction of each entry: 1 (north) clockwise to 8.
    pub data: Vec<u8>,
}

impl Csr {
    /// The matrix of a board with the given directions. Where two directions lead to one cell (a torus of
    /// width 2), the one with the lower number stands.
    pub fn new(board: &Board, directions: &[Direction], numbering: Numbering) -> Self {
        let vertices = Vertices::new(board, numbering);
        let mut csr = Self { num_vertices: vertices.len(), row_ptr: vec![0], col: vec![], data: vec![] };
        for &cell in &vertices.cells {
            let mut row: Vec<(usize, u8)> = Vec::new();
            for &direction in directions {
                let to = if board.is_open(cell) { board.neighbour(cell, direction) } else { None };
                if let Some(vertex) = to.filter(|&to| to != cell).and_then(|to| vertices.vertex(to))
                    && !row.iter().any(|&(seen, _)| seen == vertex)
                {
                    row.push((vertex, direction.number()));
                }
            }
            row.sort_unstable();
            csr.col.extend(row.iter().map(|&(vertex, _)| vertex));
            csr.data.extend(row.iter().map(|&(_, direction)| direction));
            csr.row_ptr.push(csr.col.len());
        }
        csr
    }
}

/// The two ways between cells of the grid and the numbers that a player sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vertices {
    cells: Vec<usize>,
    vertices: Vec<Option<usize>>,
}

impl Vertices {
    /// The numbering of a board.
    pub fn new(board: &Board, numbering: Numbering) -> Self {
        let cells: Vec<usize> = match numbering {
            Numbering::Full => (0..board.n_cells()).collect(),
            Numbering::Compact => board.open_cells().collect(),
        };
        let mut vertices = vec![None; board.n_cells()];
        for (vertex, &cell) in cells.iter().enumerate() {
            vertices[cell] = Some(vertex);
        }
        Self { cells, vertices }
    }

    /// How many vertices there are.
    pub const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The vertex of a cell; none for a hole in compact numbering.
    pub fn vertex(&self, cell: usize) -> Option<usize> {
        self.vertices.get(cell).copied().flatten()
    }

    /// The cell of a vertex.
    pub fn cell(&self, vertex: usize) -> Option<usize> {
        self.cells.get(vertex).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn three_by_three_has_the_published_matrix() {
        let board = Board::of_shape(Shape::Square, 3, 3).unwrap();
        let csr = Csr::new(&board, &Direction::ALL, Numbering::Full);
        assert_eq!(csr.data[..11], [3, 5, 4, 7, 3, 6, 5, 4, 7, 6, 5]);
        assert_eq!(csr.col[..11], [1, 3, 4, 0, 2, 3, 4, 5, 1, 4, 5]);
        assert_eq!(csr.row_ptr[..4], [0, 3, 8, 11]);
    }

    #[test]
    fn the_two_numberings_differ_on_holed_boards_only() {
        let donut = Board::of_shape(Shape::Donut, 9, 9).unwrap();
        assert_eq!(Csr::new(&donut, &Direction::ALL, Numbering::Full).num_vertices, 81);
        assert_eq!(Csr::new(&donut, &Direction::ALL, Numbering::Compact).num_vertices, 72);
        let torus = Board::of_shape(Shape::Torus, 6, 6).unwrap();
        let [full, compact] = [Numbering::Full, Numbering::Compact]
            .map(|numbering| Csr::new(&torus, &Direction::STRAIGHT, numbering));
        assert_eq!(full, compact);
        assert!(full.row_ptr.windows(2).all(|w| w[1] - w[0] == 4));
    }
}
