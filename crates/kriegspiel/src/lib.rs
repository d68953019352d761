//! Kriegspiel: the umpire, what it says, and what can be known from it.
//!
//! Modules stand in the order in which data flows.

pub mod umpire;
pub mod record;
pub mod protocol;
pub mod metaposition;
pub mod belief;
