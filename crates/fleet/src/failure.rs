//! What can go wrong between machines, each with the way out.

use std::path::PathBuf;

use thiserror::Error;

/// Why the fleet could not do as asked.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum FleetError {
    #[error("`{0}` is not the address of a queue: write nats://host:4222, or tls://host:4222")]
    Address(String),
    #[error("no broker answers at {0} ({1}): check the address, or start one there with `nats-server -js`")]
    Unreachable(String, String),
    #[error(
        "the broker at {0} does not know us: give --queue-token, --queue-creds, or user:password@ in the address"
    )]
    Stranger(String),
    #[error("no secure connection to {0} ({1}): name its certificate authority with --queue-ca")]
    Tls(String, String),
    #[error("the broker at {0} keeps no streams ({1}): start it with `nats-server -js`")]
    NoStreams(String, String),
    #[error("cannot read `{path}`: {error}", path = path.display())]
    File { path: PathBuf, error: std::io::Error },
    #[error("player `{0}` plays on this machine only: leave it out, or play without --queue")]
    StaysHere(String),
    #[error("player `{0}` cannot be sent to the workers: {1}")]
    Parcel(String, String),
    #[error("`{0}` is being run by somebody else ({1}): wait for its end, or use another --name")]
    Taken(String, String),
    #[error("the broker: {0}")]
    Broker(String),
    #[error("no runtime: {0}")]
    Runtime(#[from] std::io::Error),
}

impl FleetError {
    pub(crate) fn broker(error: impl std::fmt::Display) -> FleetError {
        FleetError::Broker(error.to_string())
    }
}
