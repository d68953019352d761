//! The integration tests of this crate, one program.

mod belief_exact;
mod rules;
