//! Options of these players as a user writes them, `NAME=VALUE`.

use std::fmt::{Display, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::super::SpecError;

/// One option that is being read.
pub(in crate::player) struct Written<'a> {
    pub option: &'a str,
    pub value: &'a str,
}

impl Written<'_> {
    /// The value is wrong, and this would be right.
    pub fn wrong(&self, right: impl Into<String>) -> SpecError {
        SpecError::Value {
            option: self.option.to_owned(),
            value: self.value.to_owned(),
            right: right.into(),
        }
    }

    /// A whole number in `range`.
    pub fn whole(&self, range: &RangeInclusive<u32>) -> Result<u32, SpecError> {
        self.within(range, "a whole number")
    }

    /// A number in `range`, of what `unit` says.
    pub fn number(&self, range: &RangeInclusive<f64>, unit: &str) -> Result<f64, SpecError> {
        self.within(range, &format!("a number of {unit}"))
    }

    fn within<T>(&self, range: &RangeInclusive<T>, what: &str) -> Result<T, SpecError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let number = self.value.parse().ok();
        let number = number.filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| self.wrong(format!("{what} from {least} to {most}")))
    }

    /// One of these words.
    pub fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, SpecError> {
        let found = words.iter().find(|(word, _)| *word == self.value);
        found.map(|found| found.1).ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|word| word.0).collect();
            self.wrong(words.join(" or "))
        })
    }

    /// There is no such option; `known` says which there are.
    pub fn unknown(&self, player: &str, known: &'static str) -> SpecError {
        SpecError::Option {
            player: player.to_owned(),
            option: self.option.to_owned(),
            known,
        }
    }
}

/// `player:OPTION=VALUE,...` with the options that are not as usual.
pub(in crate::player) struct Shortest(String, char);

impl Shortest {
    /// A player without options.
    pub fn new(player: &str) -> Shortest {
        Shortest(player.to_owned(), ':')
    }

    /// The same with `option`, if its value is not the `usual` one.
    #[must_use]
    pub fn with<T: PartialEq + Display>(mut self, option: &str, value: &T, usual: &T) -> Shortest {
        if value != usual {
            let _ = write!(self.0, "{}{option}={value}", self.1);
            self.1 = ',';
        }
        self
    }

    /// The text.
    pub fn text(self) -> String {
        self.0
    }
}
