//! Experiments beside the main job.
//!
//! Modules stand in the order in which data flows.

pub mod laboratory;
pub mod problem;
pub mod collection;
pub mod imitate;
pub mod training;
