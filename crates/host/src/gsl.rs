//! GSL where it is installed. Players were linked against it, or were not and expect to find it anyway: it is
//! loaded globally before them, and its own allocator makes the matrices that they will free.

use std::ffi::{CStr, c_int, c_void};

use agon_protocol::abi::SpMatrix;

/// Names under which GSL is found, newest first.
const NAMES: [&CStr; 4] = [c"libgsl.so.28", c"libgsl.so.27", c"libgsl.so.25", c"libgsl.so"];
const BLAS_NAMES: [&CStr; 2] = [c"libgslcblas.so.0", c"libgslcblas.so"];

type AllocNzmax = unsafe extern "C" fn(usize, usize, usize, c_int) -> *mut SpMatrix;

/// What was found of GSL.
pub(crate) struct Gsl {
    alloc: Option<AllocNzmax>,
    /// Whether the player names functions of GSL.
    pub(crate) is_wanted: bool,
    /// Whether GSL was found; false as well when nobody looked.
    pub(crate) is_loaded: bool,
}

/// Loads libm, and GSL if the player mentions it.
pub(crate) fn preload(image: &[u8]) -> Gsl {
    let is_wanted = mentions(image, b"gsl_") || mentions(image, b"libgsl");
    load_first(&[c"libm.so.6"]);
    if !is_wanted {
        return Gsl { alloc: None, is_wanted, is_loaded: false };
    }
    load_first(&BLAS_NAMES);
    let library = load_first(&NAMES);
    let alloc = library.and_then(|handle| {
        // SAFETY: a handle that dlopen gave and a name that ends with NUL; GSL has had this function since 2.6.
        let symbol = unsafe { libc::dlsym(handle, c"gsl_spmatrix_uint_alloc_nzmax".as_ptr()) };
        // SAFETY: the symbol, if there, has this signature.
        (!symbol.is_null()).then(|| unsafe { std::mem::transmute::<*mut c_void, AllocNzmax>(symbol) })
    });
    Gsl { alloc, is_wanted, is_loaded: library.is_some() }
}

impl Gsl {
    /// GSL's own empty CSR matrix, if GSL is there.
    pub(crate) fn alloc_csr(&self, n: usize, n_elements: usize) -> Option<*mut SpMatrix> {
        let alloc = self.alloc?;
        // SAFETY: the function's own contract: any sizes, and type 2 is CSR.
        let matrix = unsafe { alloc(n, n, n_elements.max(1), agon_protocol::abi::CSR) };
        (!matrix.is_null()).then_some(matrix)
    }
}

fn load_first(names: &[&CStr]) -> Option<*mut c_void> {
    names.iter().find_map(|name| {
        // SAFETY: system libraries, whose initialisers are trusted as far as the loader is.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_GLOBAL) };
        (!handle.is_null()).then_some(handle)
    })
}

fn mentions(image: &[u8], word: &[u8]) -> bool {
    image.windows(word.len()).any(|window| window == word)
}
