//! The arena in a browser.
