//! Ctrl-C as a flag: the first asks for a clean end, the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// A flag that is set when the user wants to stop. May be asked for once.
pub fn flag() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            // Impatient: nothing finished is lost, what is unfinished is not waited for.
            std::process::exit(130);
        }
    })
    .context("cannot catch Ctrl-C")?;
    Ok(flag)
}
