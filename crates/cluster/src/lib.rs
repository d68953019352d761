//! Runs on several machines: a coordinator gives out jobs over a NATS server, workers play them,
//! and their results become lines of the coordinator's journal.
//!
//! ```text
//! coordinator (journal)                NATS JetStream                     workers
//!   Schedule.ask() -> jobs  ------->  DARKFORGE_JOBS (work queue)  -----> play
//!   Schedule.tell() <- games  <-----  DARKFORGE_RESULTS (one a job)  <--- journal lines
//!                                     DARKFORGE_RUNS (config, weights)
//! ```
//!
//! A job may be played several times; its games are counted once, because the journal has each game
//! once and a game is a function of its run and number.
//!
//! ```
//! use darkforge_cluster::Build;
//!
//! let build = Build::of("0.1.0", "abcdef012345");
//! assert_eq!(build.hash().len(), 12);
//! assert_ne!(build.hash(), Build { probe: 0, ..build.clone() }.hash());
//! ```

mod build;
mod coordinator;
mod digest;
mod error;
mod hand;
mod job;
mod ledger;
mod link;
mod pace;
mod plan;
mod players;
mod result;
mod run_info;
mod server;
mod standing;
mod subject;
mod worker;

pub use build::Build;
pub use coordinator::{Coordinator, Settings, reach};
pub use error::ClusterError;
pub use run_info::RunInfo;
pub use server::Server;
pub use standing::{Standing, WorkerStanding};
pub use worker::{Activity, GameOf, Worker};
