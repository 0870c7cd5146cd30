//! The process that loads one foreign player and locks itself in.
