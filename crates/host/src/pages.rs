//! Tables on large pages. What a search has seen is asked for in no order at all: with pages of 4 KiB nearly every question
//! misses the processor's list of pages, and a new table costs a fault of the kernel for each of them, which takes far
//! longer with two games at once. Linux gives pages of 2 MiB where it is asked to, and `madvise` asks.

use std::alloc::{GlobalAlloc, Layout, System};

/// From this size on large pages are asked for: that of one of them.
const LARGE: usize = 2 << 20;
/// The kernel is told of whole small pages.
const SMALL: usize = 4096;

/// The system's allocator, which asks for large pages wherever one fits. A program takes it as its global allocator.
#[derive(Clone, Copy, Debug)]
pub struct LargePages;

// SAFETY: all memory comes from and goes back to the system's allocator; advice changes nothing that a program can see.
unsafe impl GlobalAlloc for LargePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those of the system's allocator.
        advised(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        advised(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        advised(unsafe { System.realloc(old, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// The same memory, on large pages from now on if it is large.
#[inline(always)]
fn advised(memory: *mut u8, size: usize) -> *mut u8 {
    if size >= LARGE && !memory.is_null() {
        advise(memory, size);
    }
    memory
}

#[cold]
fn advise(memory: *mut u8, size: usize) {
    let skipped = memory.align_offset(SMALL);
    let length = size.saturating_sub(skipped) / SMALL * SMALL;
    // SAFETY: the pages lie within memory that was just handed out. Advice does not change what is in them, and where the
    // kernel does not take it they stay small.
    unsafe {
        libc::madvise(memory.wrapping_add(skipped).cast(), length, libc::MADV_HUGEPAGE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory of many sizes is whole, zero where that was asked for, and keeps what is in it when it grows and shrinks.
    #[test]
    fn memory_stays_what_it_was() {
        for size in [1, SMALL, LARGE - 1, LARGE, LARGE + 1, 5 * LARGE + 4321] {
            let layout = Layout::from_size_align(size, 64).unwrap();
            // SAFETY: every block is given back once, with the layout that it has by then.
            unsafe {
                let memory = LargePages.alloc_zeroed(layout);
                assert_eq!(memory.align_offset(64), 0);
                assert!(std::slice::from_raw_parts(memory, size).iter().all(|&byte| byte == 0), "{size}");
                memory.write_bytes(7, size);
                let memory = LargePages.realloc(memory, layout, 3 * size);
                assert!(std::slice::from_raw_parts(memory, size).iter().all(|&byte| byte == 7), "{size}");
                let grown = Layout::from_size_align(3 * size, 64).unwrap();
                let memory = LargePages.realloc(memory, grown, size.div_ceil(2));
                assert_eq!(*memory.add(size / 2 - usize::from(size > 1)), 7, "{size}");
                LargePages.dealloc(memory, Layout::from_size_align(size.div_ceil(2), 64).unwrap());
            }
        }
    }
}
