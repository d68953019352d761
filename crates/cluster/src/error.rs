//! Errors of a cluster.

/// Reasons for which a cluster cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The address or the credentials are wrong.
    #[error("{0}")]
    Address(String),
    /// The server cannot be reached.
    #[error("cannot reach the NATS server {server}: {problem}")]
    Unreachable {
        /// Its address, without secrets.
        server: String,
        /// The reason.
        problem: String,
    },
    /// The server refuses a request.
    #[error("the NATS server refuses {what}: {problem}")]
    Refused {
        /// The request.
        what: String,
        /// The server's words.
        problem: String,
    },
    /// Another coordinator has the run.
    #[error("another process plays the run {run} with this NATS server; stop it first")]
    Claimed {
        /// Name of the run.
        run: String,
    },
    /// Two results of the same games differ.
    #[error(
        "game {game}: the result of worker {second} differs from that of {first}, so one of them is \
         wrong; play it again on this machine to see which, and keep that worker away"
    )]
    Differs {
        /// The game's number.
        game: u64,
        /// The worker whose result came first.
        first: String,
        /// The other.
        second: String,
    },
    /// A job has no result after many workers had it.
    #[error("games {first} to {last}: {problem}")]
    Failed {
        /// Number of the first game.
        first: u64,
        /// Number of the last.
        last: u64,
        /// The reason.
        problem: String,
    },
    /// A worker was excluded from the run, and its games must be played again.
    #[error("worker {worker} is excluded: {problem}")]
    Excluded {
        /// Its name.
        worker: String,
        /// Its mistake.
        problem: String,
    },
    /// A worker was told that its results are wrong.
    #[error(
        "this worker's results differ from those of others, so it is excluded from the run {run}: check \
         this machine's memory"
    )]
    Distrusted {
        /// Name of the run.
        run: String,
    },
    /// A message is not one of this program.
    #[error("{0}")]
    Message(String),
    /// This machine lacks a resource.
    #[error("{0}")]
    Machine(String),
}
