//! Bad input: the one error by which the program ends with exit status 2.

use std::fmt::Display;

use anyhow::Context;

/// Input that cannot be read, is too long or is wrong, or wrong usage: a mistake that the user can
/// correct.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(String);

impl BadInput {
    /// The error with this `problem`, which names the input.
    pub(crate) fn new(problem: impl Display) -> BadInput {
        BadInput(problem.to_string())
    }
}

/// Errors of readers as [`BadInput`].
pub(crate) trait OrBadInput<T> {
    /// The same result, with an error that is of the input called `name`.
    ///
    /// # Errors
    /// That of the result.
    fn or_bad_input(self, name: impl FnOnce() -> String) -> anyhow::Result<T>;
}

impl<T, E> OrBadInput<T> for Result<T, E>
where
    Result<T, E>: Context<T, E>,
{
    fn or_bad_input(self, name: impl FnOnce() -> String) -> anyhow::Result<T> {
        self.with_context(|| BadInput(name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_an_input_has_its_name_and_its_cause_below_any_context() {
        let read: std::io::Result<()> = Err(std::io::Error::other("it is torn"));
        let error = read.or_bad_input(|| "a.csv".to_owned()).unwrap_err();
        assert_eq!(format!("{error:#}"), "a.csv: it is torn");
        assert_eq!(error.root_cause().to_string(), "it is torn");
        let outer = error.context("the page");
        assert!(outer.is::<BadInput>(), "{outer:?}");
        assert!(anyhow::Error::from(BadInput::new("no")).is::<BadInput>());
    }
}
