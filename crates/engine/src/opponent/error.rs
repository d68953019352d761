//! Mistakes of files with models of opponents.

/// A mistake of a file with a model of an opponent.
#[derive(Debug, thiserror::Error)]
pub enum OpponentError {
    /// The file cannot be read.
    #[error("cannot read model of an opponent {path}: {problem}")]
    Read {
        /// The file.
        path: String,
        /// The reason.
        problem: String,
    },
    /// The file is not the TOML of a model.
    #[error("model of an opponent {path}: {message}")]
    Syntax {
        /// The file.
        path: String,
        /// The problem and its place.
        message: String,
    },
    /// A value is wrong.
    #[error("model of an opponent {path}: {key}: {problem}")]
    Value {
        /// The file.
        path: String,
        /// The key.
        key: String,
        /// The problem, and the right form.
        problem: String,
    },
}
