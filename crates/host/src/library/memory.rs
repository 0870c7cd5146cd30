//! Copies that the player owns: made with the C library's `malloc`, or with GSL's own functions, so that the
//! player may free them with `free` and `gsl_spmatrix_uint_free`.

use agon_protocol::abi::{CSR, SpMatrix};
use agon_protocol::host::Setup;

use crate::gsl::Gsl;

/// A copy of a list; never null, even for an empty one.
pub(super) fn copy<T: Copy>(items: &[T]) -> *mut T {
    // SAFETY: the block has room for all items, and T is plain data.
    unsafe {
        let block: *mut T = libc::malloc(size_of_val(items).max(1)).cast();
        assert!(!block.is_null(), "no memory for the game's own data");
        std::ptr::copy_nonoverlapping(items.as_ptr(), block, items.len());
        block
    }
}

/// The board's matrix, with what is written at each edge.
pub(super) fn matrix(setup: &Setup, gsl: &Gsl, value: impl Fn(u8) -> u32) -> *mut SpMatrix {
    let n = setup.num_vertices();
    let nz = setup.col.len();
    let i: Vec<i32> = setup.col.iter().map(|&c| c as i32).collect();
    let p: Vec<i32> = setup.row_ptr.iter().map(|&r| r as i32).collect();
    let data: Vec<u32> = setup.data.iter().map(|&d| value(d)).collect();
    if let Some(matrix) = gsl.alloc_csr(n, nz) {
        // SAFETY: GSL gave room for nz elements and n + 1 rows, and nobody else has seen the matrix.
        unsafe {
            std::ptr::copy_nonoverlapping(i.as_ptr(), (*matrix).i, nz);
            std::ptr::copy_nonoverlapping(data.as_ptr(), (*matrix).data, nz);
            std::ptr::copy_nonoverlapping(p.as_ptr(), (*matrix).p, n + 1);
            (*matrix).nz = nz;
        }
        return matrix;
    }
    copy(&[SpMatrix {
        size1: n,
        size2: n,
        i: copy(&i),
        data: copy(&data),
        p: copy(&p),
        nzmax: nz.max(1),
        nz,
        tree: std::ptr::null_mut(),
        pool: std::ptr::null_mut(),
        node_size: 0,
        work: copy(&vec![0u8; n * size_of::<usize>()]).cast(),
        sptype: CSR,
        spflags: 0,
    }])
}
