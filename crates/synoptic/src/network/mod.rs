//! Networks.

pub mod kernel;
