//! Errors of weight files and of the weights in a run's folder.

/// A mistake in a weight file.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file cannot be read.
    #[error("cannot read weight file {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// The reason.
        source: std::io::Error,
    },
    /// The file is not a TOML table of numbers.
    #[error("weight file {path}: {message}")]
    Syntax {
        /// The file.
        path: String,
        /// The problem and its place.
        message: String,
    },
    /// A name without a weight.
    #[error("weight file {path}: there is no weight '{name}'{hint}")]
    Unknown {
        /// The file.
        path: String,
        /// The name.
        name: String,
        /// The name that may have been meant.
        hint: String,
    },
    /// A run's folder without the weights.
    #[error("run {path}: {problem}")]
    Run {
        /// The folder.
        path: String,
        /// The problem.
        problem: String,
    },
    /// A value outside its weight's range.
    #[error("weight file {path}: {name} = {value} is out of range; it must be from {min} to {max}")]
    Range {
        /// The file.
        path: String,
        /// The weight.
        name: &'static str,
        /// The value as written.
        value: f64,
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
}

impl WeightsError {
    /// A problem with the folder of a run.
    pub(super) fn run(path: &str, problem: String) -> WeightsError {
        WeightsError::Run {
            path: path.to_owned(),
            problem,
        }
    }
}
