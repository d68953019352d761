//! State of a cluster for display.

/// A worker of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkerStanding {
    /// Its name.
    pub worker: String,
    /// Its threads.
    pub threads: u64,
    /// Results that counted.
    pub jobs: u64,
    /// Games of them.
    pub games: u64,
    /// Seconds of play of all its threads.
    pub seconds: f64,
    /// Games a second in the last half minute.
    pub games_per_s: f64,
    /// Times that its jobs were given to other workers before.
    pub redelivered: u64,
    /// Results that were refused, because there was one already.
    pub refused: u64,
    /// Results that another worker played again.
    pub audited: u64,
    /// Whether it is excluded from the run.
    pub is_excluded: bool,
}

/// State of a run's cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Workers with a result, by name.
    pub workers: Vec<WorkerStanding>,
    /// Jobs that no worker has.
    pub waiting: u64,
    /// Jobs that a worker has.
    pub in_play: u64,
    /// Requests of workers for a job.
    pub requests: u64,
    /// Messages that were not a result of a job of this run.
    pub strange: u64,
    /// Whether the server answers.
    pub is_connected: bool,
}

impl Standing {
    /// Sum of a figure of all workers.
    pub fn sum(&self, figure: impl Fn(&WorkerStanding) -> u64) -> u64 {
        self.workers.iter().map(figure).sum()
    }
}
