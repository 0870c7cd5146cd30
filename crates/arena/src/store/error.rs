//! What can go wrong with the store, each with the way out.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why the store could not do as asked. Whatever was saved before is safe.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum StoreError {
    #[error("no database `{path}`: check the name, or play a tournament with --db to make one", path = path.display())]
    Missing { path: PathBuf },
    #[error("cannot open `{path}`: check that its folder exists and may be written to", path = path.display())]
    CannotOpen { path: PathBuf },
    #[error("`{path}` is not a database: choose another file", path = path.display())]
    NotADatabase { path: PathBuf },
    #[error("`{path}` is a database of another program: choose another file", path = path.display())]
    NotOurs { path: PathBuf },
    #[error("`{path}` was written by a newer agon (format {found}, this one knows {known}): update agon", path = path.display())]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("`{path}` was written by an older agon (format {found}, this one writes {known}): export its games with that one, import them with this", path = path.display())]
    Older { path: PathBuf, found: i64, known: i64 },
    #[error("`{path}` is read-only: make it writable, or copy it elsewhere", path = path.display())]
    ReadOnly { path: PathBuf },
    #[error("disk full while writing `{path}`: all games saved before are safe; free some space, then run again with --resume", path = path.display())]
    DiskFull { path: PathBuf },
    #[error("`{path}` is in use by another program that does not let go: end it, or wait", path = path.display())]
    Busy { path: PathBuf },
    #[error("`{path}` is damaged ({reason}): restore a copy, or export what can still be read", path = path.display())]
    Damaged { path: PathBuf, reason: String },
    #[error("`{path}`: {source}", path = path.display())]
    Other { path: PathBuf, source: rusqlite::Error },
}

impl StoreError {
    pub(super) fn of(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        if let rusqlite::Error::FromSqlConversionFailure(_, _, reason) = &error {
            return StoreError::Damaged { path, reason: reason.to_string() };
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::CannotOpen) => StoreError::CannotOpen { path },
            Some(ErrorCode::NotADatabase) => StoreError::NotADatabase { path },
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
            Some(ErrorCode::DiskFull) => StoreError::DiskFull { path },
            // Writing past a quota or a file size limit is reported as a failed write.
            Some(ErrorCode::SystemIoFailure) if is_write_failure(&error) => StoreError::DiskFull { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, reason: error.to_string() },
            _ => StoreError::Other { path, source: error },
        }
    }
}

fn is_write_failure(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi::{SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE};
    let code = error.sqlite_error().map(|error| error.extended_code);
    code.is_some_and(|code| [SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_TRUNCATE].contains(&code))
}
