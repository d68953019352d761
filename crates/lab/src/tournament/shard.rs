//! Shards: shares of a fixed schedule, for runs on several machines.

use std::fmt;
use std::str::FromStr;

use super::Tournament;
use crate::bout::Bout;
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
        let asked = tournament.ask().into_iter();
        let bouts = asked.filter_map(|bout| self.of(&bout)).collect();
        Bouts {
            seed: tournament.seed(),
            bouts,
        }
    }

    /// The pairs of `bout` in this share.
    fn of(self, bout: &Bout) -> Option<Bout> {
        // The first pair of the bout whose number has the remainder of this share.
        let first = (self.number - 1 + self.of - bout.first_pair % self.of) % self.of;
        bout.every(first, self.of)
    }
}

#[cfg(test)]
mod tests {
    use darkforge_engine::player::PlayerSpec;

    use super::*;
    use crate::bout::{Entrant, Openings};

    #[test]
    fn shares_have_every_game_once_and_no_more_bouts_than_the_whole() {
        for (first_pair, games) in [(0, 1), (0, 7), (3, 10), (5, 31), (11, 2)] {
            let entrant = |name: &str| Entrant {
                name: name.to_owned(),
                spec: PlayerSpec::random(),
            };
            let bout = Bout {
                id: 0,
                first_pair,
                step: 1,
                keep_tries: false,
                games,
                openings: Openings::Own,
                first: entrant("a"),
                second: entrant("b"),
            };
            for of in [1, 2, 3, 16] {
                let mut all = Vec::new();
                for number in 1..=of {
                    let Some(part) = (Shard { number, of }).of(&bout) else {
                        continue;
                    };
                    let own: Vec<u64> = part.numbers().collect();
                    let mine = |game: &u64| game / 2 % of == number - 1;
                    assert!(own.iter().all(mine), "{number}/{of}: {own:?}");
                    assert!(
                        part.span()
                            .filter(|&game| part.has(game) && bout.span().contains(&game))
                            .eq(own.iter().copied()),
                        "{number}/{of}: {own:?}"
                    );
                    let seeds = own.iter().map(|&game| part.fixture(9, game).seed);
                    assert!(seeds.eq(own.iter().map(|&game| bout.fixture(9, game).seed)));
                    all.extend(own);
                }
                all.sort_unstable();
                assert!(all.into_iter().eq(bout.numbers()), "{games} games of {of}");
            }
        }
    }

    #[test]
    fn shares_are_read() {
        assert_eq!("3/16".parse(), Ok(Shard { number: 3, of: 16 }));
        for wrong in ["", "3", "0/4", "5/4", "1/0", "a/b", "1/4/2", "-1/4"] {
            let error = wrong.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("3/16"), "{error}");
        }
    }
}
