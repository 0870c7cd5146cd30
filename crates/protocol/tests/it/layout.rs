//! The C structs have the offsets that a C compiler gives them on x86-64.

use std::mem::{offset_of, size_of};

use agon_protocol::abi::{AgonGraph, AgonStart, AmazonsGraph, FloodGraph, Move3, SpMatrix};

#[test]
fn offsets() {
    let matrix = [
        offset_of!(SpMatrix, size2),
        offset_of!(SpMatrix, i),
        offset_of!(SpMatrix, data),
        offset_of!(SpMatrix, p),
        offset_of!(SpMatrix, nzmax),
        offset_of!(SpMatrix, nz),
        offset_of!(SpMatrix, tree),
        offset_of!(SpMatrix, node_size),
        offset_of!(SpMatrix, sptype),
        offset_of!(SpMatrix, spflags),
        size_of::<SpMatrix>(),
    ];
    assert_eq!(matrix, [8, 16, 24, 32, 40, 48, 56, 72, 88, 96, 104]);
    assert_eq!([offset_of!(AmazonsGraph, t), size_of::<AmazonsGraph>(), size_of::<Move3>()], [8, 16, 12]);
    assert_eq!([offset_of!(FloodGraph, positions), size_of::<FloodGraph>()], [16, 32]);
    assert_eq!([offset_of!(AgonGraph, row_ptr), size_of::<AgonGraph>()], [16, 40]);
    assert_eq!([offset_of!(AgonStart, pieces), offset_of!(AgonStart, forbidden)], [24, 48]);
}
