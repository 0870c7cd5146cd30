//! Ctrl-C as a flag: the first asks for a clean end, the second ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};

static FLAG: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// A flag that is set when the user wants to stop, the same one for whoever asks.
pub fn flag() -> Result<Arc<AtomicBool>> {
    let mut known = FLAG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(flag) = &*known {
        return Ok(flag.clone());
    }
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            // Impatient: nothing finished is lost, what is unfinished is not waited for.
            std::process::exit(130);
        }
    })
    .context("cannot catch Ctrl-C")?;
    Ok(known.insert(flag).clone())
}
