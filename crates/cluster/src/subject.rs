//! Streams and subjects on the server.

/// Stream of runs: config, weights, books, exclusions.
pub(crate) const RUNS: &str = "DARKFORGE_RUNS";
/// Stream of jobs: a work queue.
pub(crate) const JOBS: &str = "DARKFORGE_JOBS";
/// Stream of results: one message for each job.
pub(crate) const RESULTS: &str = "DARKFORGE_RESULTS";

/// Subjects of the stream [`RUNS`].
pub(crate) const OF_RUNS: [&str; 2] = ["darkforge.runs.>", "darkforge.secrets.>"];
/// Subjects of the stream [`JOBS`].
pub(crate) const OF_JOBS: &str = "darkforge.jobs.>";
/// Subjects of the stream [`RESULTS`].
pub(crate) const OF_RESULTS: &str = "darkforge.results.>";
/// Calls for workers, which no stream keeps.
pub(crate) const CALLS: &str = "darkforge.calls";

/// The place where the coordinator of a run answers that there is one.
pub(crate) fn coordinator(run: &str) -> String {
    format!("darkforge.coordinators.{run}")
}

/// Config of a run.
pub(crate) fn info(run: &str) -> String {
    format!("darkforge.runs.{run}.info")
}

/// Weights or a book of a run.
pub(crate) fn content(run: &str, digest: &str) -> String {
    format!("darkforge.runs.{run}.content.{digest}")
}

/// The exclusion of a worker from a run; `*` for all.
pub(crate) fn excluded(run: &str, worker: &str) -> String {
    format!("darkforge.runs.{run}.excluded.{worker}")
}

/// A job that checks a result, as it was given out; `*` for all.
pub(crate) fn audit(run: &str, id: &str) -> String {
    format!("darkforge.runs.{run}.audits.{id}")
}

/// All of a run.
pub(crate) fn of_run(run: &str) -> String {
    format!("darkforge.runs.{run}.>")
}

/// The secret of a run, which only coordinators may read.
pub(crate) fn secret(run: &str) -> String {
    format!("darkforge.secrets.{run}")
}

/// Jobs of a build.
pub(crate) fn jobs_of_build(build: &str) -> String {
    format!("darkforge.jobs.{build}.>")
}

/// Jobs of a run.
pub(crate) fn jobs_of_run(build: &str, run: &str) -> String {
    format!("darkforge.jobs.{build}.{run}.>")
}

/// A job.
pub(crate) fn job(build: &str, run: &str, id: &str) -> String {
    format!("darkforge.jobs.{build}.{run}.{id}")
}

/// Results of a run.
pub(crate) fn results_of_run(run: &str) -> String {
    format!("darkforge.results.{run}.>")
}

/// The result of a job. `token` is known only to workers that were given the job.
pub(crate) fn result(run: &str, id: &str, token: &str) -> String {
    format!("darkforge.results.{run}.first.{id}.{token}")
}

/// A later result of a job.
pub(crate) fn later_result(run: &str, id: &str, token: &str, worker: &str) -> String {
    format!("darkforge.results.{run}.later.{id}.{token}.{worker}")
}

/// Durable consumer from which the workers of a build take jobs.
pub(crate) fn consumer(build: &str) -> String {
    format!("workers-{build}")
}

/// `name` with only letters, digits, `-` and `_`, as a part of subjects.
pub(crate) fn part_of(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' || c == '_' {
            c
        } else {
            '_'
        }
    };
    let part: String = name.chars().take(64).map(plain).collect();
    if part.is_empty() {
        "_".to_owned()
    } else {
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_part_of_a_subject() {
        assert_eq!(part_of("node-1.example *>"), "node-1_example___");
        assert_eq!(part_of(""), "_");
    }
}
