//! Shards: shares of a fixed schedule, for runs on several machines.

use std::fmt;
use std::str::FromStr;

use super::Tournament;
use crate::run::{Bouts, Schedule};

/// The `number`th of `of` shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `of`.
    pub number: u64,
    /// Number of shares.
    pub of: u64,
}

/// A text that is not a share.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a share: write the third of sixteen as 3/16")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let wrong = || ShardError(text.to_owned());
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let whole = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let (number, of) = (whole(number)?, whole(of)?);
        if !(1..=of).contains(&number) || of > 1_000_000 {
            return Err(wrong());
        }
        Ok(Shard { number, of })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// The bouts of a fixed `tournament` in this share: every `of`th pair, so that each share has
    /// some pairs of every long bout and all take about the same time.
    pub fn bouts(self, tournament: &Tournament) -> Bouts {
        let mut bouts = Vec::new();
        for bout in tournament.ask() {
            let mine = |index: &u64| (bout.first_pair + index) % self.of == self.number - 1;
            let pairs = (0..bout.pairs()).filter(mine);
            bouts.extend(pairs.map(|index| bout.part(index..index + 1)));
        }
        Bouts {
            seed: tournament.seed(),
            bouts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read() {
        assert_eq!("3/16".parse(), Ok(Shard { number: 3, of: 16 }));
        for wrong in ["", "3", "0/4", "5/4", "1/0", "a/b", "1/4/2", "-1/4"] {
            let error = wrong.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("3/16"), "{error}");
        }
    }
}
