//! Who goes first when the machine is full: rated games of foreign players, whose clocks run; then the pages; then the
//! house, which only fills the time.

/// How far behind the pages stand, and what people ask of them.
pub(crate) const PAGES: i32 = 3;
/// How far behind the house's own games stand.
pub(crate) const HOUSE: i32 = 10;

/// Puts this thread behind the others by so much. Where the system does not let us, all are equal.
pub(crate) fn yield_to_games(by: i32) {
    // On Linux this is about the calling thread alone.
    let _ = rustix::process::setpriority_process(None, by);
}
