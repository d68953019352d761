//! A match as it was meant, how it is played, and how its test stands.

use std::path::Path;

use crate::cli::output::match_progress::Live;
use crate::report;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::config::MatchConfig;
use darkforge_lab::tournament::{
    Arena, ArenaError, Bout, Entrant, Fixture, Journal, Openings, tally,
};
use darkforge_ratings::{Sprt, SprtError, Tally, Verdict};

/// Pairs that are played before the next look at a sequential test that has seen `seen`. They
/// grow with it, so that machines with many cores are kept busy and at most an eighth is
/// played in vain; the number of threads has no say, so that a test sees the same games
/// whoever plays them.
fn pairs_to_next_look(seen: usize) -> usize {
    (seen / 8).max(8)
}

/// A match as it was meant.
pub(crate) struct Meeting {
    pub(crate) config: MatchConfig,
    pub(crate) ruleset: &'static Ruleset,
    pub(crate) bout: Bout,
    pub(crate) sprt: Option<Sprt>,
}

impl Meeting {
    /// A match from its config.
    ///
    /// # Errors
    /// The bounds of its test are wrong.
    pub(crate) fn new(
        config: MatchConfig,
        ruleset: &'static Ruleset,
        specs: &[PlayerSpec; 2],
    ) -> Result<Meeting, SprtError> {
        let sprt = config
            .sprt
            .as_ref()
            .map(|test| Sprt::new(test.elo0, test.elo1, test.model))
            .transpose()?;
        let [a, b] = specs;
        let first = a.to_string();
        let second = b.to_string();
        // A player against itself still needs two names.
        let second = if first == second {
            format!("{second}#2")
        } else {
            second
        };
        Ok(Meeting {
            bout: Bout {
                id: 0,
                first_pair: 0,
                pairs: config.games.div_ceil(2),
                openings: Openings::Own,
                first: Entrant {
                    name: first,
                    spec: a.clone(),
                },
                second: Entrant {
                    name: second,
                    spec: b.clone(),
                },
            },
            config,
            ruleset,
            sprt,
        })
    }

    /// The games in the order of the schedule.
    pub(crate) fn fixtures(&self) -> Vec<Fixture<'_>> {
        let games = usize::try_from(self.config.games).unwrap_or(usize::MAX);
        self.bout.fixtures(self.config.seed).take(games).collect()
    }

    /// Plays the match to its end, or until its test is decided.
    ///
    /// # Errors
    /// As [`Arena::play_games`].
    pub(crate) fn play(
        &self,
        arena: &mut Arena<'_>,
        live: &Live<'_>,
    ) -> Result<Option<Decision>, ArenaError> {
        let fixtures = self.fixtures();
        Arena::refuse_strangers(&arena.journal, &fixtures)?;
        let Some(sprt) = &self.sprt else {
            arena.play_games(&fixtures)?;
            return Ok(None);
        };
        // The test looks at pairs in the order of the schedule: short games end first and are
        // no fair sample.
        let mut seen = Tally::default();
        let mut left = &fixtures[..];
        while !left.is_empty() {
            let games = 2 * pairs_to_next_look((fixtures.len() - left.len()) / 2);
            let look;
            (look, left) = left.split_at(games.min(left.len()));
            arena.play_games(look)?;
            for pair in look.chunks(2) {
                let games = pair
                    .iter()
                    .filter_map(|fixture| arena.journal.get(fixture.game));
                seen += tally(games);
                if sprt.verdict(sprt.llr_pairs(&seen.pairs)) != Verdict::Continue {
                    return Ok(Some(Decision::new(sprt, seen)));
                }
            }
            live.set_test(Decision::new(sprt, seen).in_short(sprt));
        }
        Ok(Some(Decision::new(sprt, seen)))
    }

    /// How the test of a match stands that was stopped: by the pairs that it would have looked at.
    pub(crate) fn so_far(&self, journal: &Journal) -> Option<Decision> {
        let sprt = self.sprt.as_ref()?;
        let fixtures = self.fixtures();
        let played = |fixture: &Fixture<'_>| journal.get(fixture.game);
        let mut seen = Tally::default();
        for pair in fixtures.chunks(2) {
            let Some(games) = pair.iter().map(played).collect::<Option<Vec<_>>>() else {
                break;
            };
            seen += tally(games);
        }
        Some(Decision::new(sprt, seen))
    }

    /// Writes the tables and plots of the match into the folder `out`.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn write_report(&self, out: &Path, journal: &Journal) -> anyhow::Result<()> {
        let names = [self.bout.first.name.as_str(), &self.bout.second.name];
        let games = tally(journal.games());
        let sprt = self.sprt.as_ref();
        report::versus(out, self.ruleset, names, games, sprt, journal)
    }
}

/// How a sequential test stands.
pub(crate) struct Decision {
    pub(crate) llr: f64,
    pub(crate) verdict: Verdict,
    /// Pairs that the test has seen.
    pub(crate) pairs: u64,
    /// Games that are expected until it is decided, if they go on as so far; `None` where
    /// that cannot be told.
    pub(crate) games_left: Option<f64>,
}

impl Decision {
    /// How `sprt` stands after the games in `seen`.
    fn new(sprt: &Sprt, seen: Tally) -> Decision {
        let llr = sprt.llr_pairs(&seen.pairs);
        Decision {
            llr,
            verdict: sprt.verdict(llr),
            pairs: seen.pair_count(),
            games_left: sprt.pairs_left(&seen.pairs).map(|pairs| 2.0 * pairs),
        }
    }

    /// The ratio between its bounds, and how far it may be to one of them.
    fn in_short(&self, sprt: &Sprt) -> String {
        let (lower, upper) = sprt.bounds();
        let left = self.games_left.map_or_else(String::new, |games| {
            format!(", about {games:.0} more games to a bound")
        });
        format!("LLR {:+.2} in ({lower:.2}, {upper:.2}){left}", self.llr)
    }
}
