//! The wire: line protocols, the C interface and the messages to the host.
