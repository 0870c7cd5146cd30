//! `agon graph`: the board as the sparse matrix that players are handed.

use agon_games::graph::{Csr, Numbering, Vertices};
use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::open::Setting;
use crate::output::Output;

/// Print the board as a matrix in compressed sparse rows (CSR)
///
/// data[k] is the direction (N=1 clockwise to NW=8) of the edge from row i to col[k], for k from row_ptr[i]
/// to row_ptr[i+1].
#[derive(Args)]
#[command(after_help = "Examples:
  agon graph amazons/6 --json
  agon graph 'amazons/9?shape=donut' --compact
  agon graph 'flood/8?shape=torus' --json")]
pub struct Graph {
    #[command(flatten)]
    setting: Setting,
    /// Number the playable cells only; without it a hole is a vertex without edges
    #[arg(long)]
    compact: bool,
}

#[derive(Serialize)]
struct Matrix {
    #[serde(flatten)]
    csr: Csr,
    starts: [Vec<usize>; 2],
}

impl Graph {
    /// Prints the matrix and the cells that each side begins with.
    pub fn run(&self, output: &Output) -> Result<()> {
        let (table, _) = self.setting.open()?;
        let numbering = if self.compact { Numbering::Compact } else { Numbering::Full };
        let vertices = Vertices::new(&table.board(), numbering);
        let number = |cells: Vec<usize>| cells.into_iter().filter_map(|cell| vertices.vertex(cell)).collect();
        let matrix = Matrix { csr: table.csr(numbering), starts: table.starts().map(number) };
        if output.json { output.value(&matrix) } else { output.text(&matrix.text()) }
    }
}

impl Matrix {
    fn text(&self) -> String {
        format!(
            "num_vertices {}\nrow_ptr {}\ncol {}\ndata {}\nstarts {} : {}\n",
            self.csr.num_vertices,
            words(&self.csr.row_ptr),
            words(&self.csr.col),
            words(&self.csr.data),
            words(&self.starts[0]),
            words(&self.starts[1]),
        )
    }
}

fn words<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}
