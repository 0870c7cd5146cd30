//! Small dense symmetric matrices: solving and inverting by Cholesky's decomposition.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    pub(crate) n: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zero(n: usize) -> Matrix {
        Matrix { n, cells: vec![0.0; n * n] }
    }

    pub(crate) fn at(&self, row: usize, col: usize) -> f64 {
        self.cells[row * self.n + col]
    }

    pub(crate) fn add(&mut self, row: usize, col: usize, value: f64) {
        self.cells[row * self.n + col] += value;
    }

    pub(crate) fn times(&self, other: &Matrix) -> Matrix {
        let n = self.n;
        let mut product = Matrix::zero(n);
        for row in 0..n {
            for mid in 0..n {
                let factor = self.at(row, mid);
                for col in 0..n {
                    product.cells[row * n + col] += factor * other.at(mid, col);
                }
            }
        }
        product
    }

    /// The lower triangle L with L Lt = self, if the matrix is (numerically) positive definite.
    pub(crate) fn cholesky(&self) -> Option<Cholesky> {
        let n = self.n;
        let mut lower = Matrix::zero(n);
        for row in 0..n {
            for col in 0..=row {
                let dot: f64 = (0..col).map(|k| lower.at(row, k) * lower.at(col, k)).sum();
                let rest = self.at(row, col) - dot;
                let cell = if row == col {
                    if rest.is_nan() || rest <= 1e-12 * self.at(row, row).abs() {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower.at(col, col)
                };
                lower.cells[row * n + col] = cell;
            }
        }
        Some(Cholesky { lower })
    }
}

/// A decomposed positive definite matrix.
pub(crate) struct Cholesky {
    lower: Matrix,
}

impl Cholesky {
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.lower.n;
        let mut x = right.to_vec();
        for row in 0..n {
            let dot: f64 = (0..row).map(|k| self.lower.at(row, k) * x[k]).sum();
            x[row] = (x[row] - dot) / self.lower.at(row, row);
        }
        for row in (0..n).rev() {
            let dot: f64 = (row + 1..n).map(|k| self.lower.at(k, row) * x[k]).sum();
            x[row] = (x[row] - dot) / self.lower.at(row, row);
        }
        x
    }

    pub(crate) fn inverse(&self) -> Matrix {
        let n = self.lower.n;
        let mut inverse = Matrix::zero(n);
        let mut unit = vec![0.0; n];
        for col in 0..n {
            unit[col] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.cells[row * n + col] = value;
            }
            unit[col] = 0.0;
        }
        inverse
    }
}
