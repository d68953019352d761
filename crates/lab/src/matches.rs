//! Matches: two players meet in colour-swapped pairs, a number of games or until a sequential
//! test is decided.
//!
//! ```
//! use darkforge_engine::player::PlayerSpec;
//! use darkforge_lab::matches::Match;
//! use darkforge_lab::run::Schedule;
//!
//! let players = [PlayerSpec::semi_random(), PlayerSpec::random()];
//! let contest = Match::new(1, 100, players, None);
//! assert_eq!(contest.ask()[0].games, 100);
//! ```

use crate::bout::{Bout, Entrant, Openings, tally_of_bout};
use crate::journal::Journal;
use crate::run::Schedule;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::umpire::Outcome;
use darkforge_ratings::{Sprt, Tally, Verdict};

/// Pairs to play before the next check of a sequential test that has seen `seen`. The number grows
/// with the test, so that machines with many cores are busy and at most an eighth is played in
/// vain. It does not depend on the number of threads, so a test sees the same games on any machine.
fn pairs_to_next_look(seen: u64) -> u64 {
    (seen / 8).max(8)
}

/// State of a match.
#[derive(Clone, Debug)]
pub struct Match {
    seed: u64,
    bout: Bout,
    sprt: Option<Sprt>,
    /// Number of pairs received.
    told: u64,
    /// Games that the test has seen.
    seen: Tally,
    is_over: bool,
}

impl Match {
    /// A match of at most `games` games before its first. The players are named by their
    /// specs; `sprt` may end it early.
    pub fn new(seed: u64, games: u64, players: [PlayerSpec; 2], sprt: Option<Sprt>) -> Match {
        let [first, mut second] = players.map(|spec| Entrant {
            name: spec.shown_name(),
            spec,
        });
        if first.name == second.name {
            second.name += "#2"; // a player against itself still needs two names
        }
        Match {
            seed,
            bout: Bout {
                id: 0,
                first_pair: 0,
                step: 1,
                games,
                keep_tries: false,
                openings: Openings::Own,
                first,
                second,
            },
            sprt,
            told: 0,
            seen: Tally::default(),
            is_over: false,
        }
    }

    /// The players; the first has White in the first game of each pair.
    pub fn players(&self) -> [&Entrant; 2] {
        [&self.bout.first, &self.bout.second]
    }

    /// The sequential test.
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// Games after those told, if no test ends the match.
    pub fn games_left(&self) -> u64 {
        self.bout.games.saturating_sub(2 * self.told)
    }

    /// Number of games after which the test was decided, if it is.
    pub fn decided_after(&self) -> Option<u64> {
        let sprt = self.sprt.as_ref()?;
        let verdict = sprt.verdict(sprt.llr_pairs(&self.seen.pairs));
        (verdict != Verdict::Continue).then_some(2 * self.told)
    }

    /// State of the test after the pairs that it has seen, in the order of the schedule, and the
    /// pairs that `journal` has after them.
    pub fn test(&self, journal: &Journal) -> Option<SprtState> {
        let sprt = self.sprt.as_ref()?;
        let mut seen = self.seen;
        if !self.is_over {
            for pair in self.told..self.bout.pairs() {
                let pair = self.bout.part(pair..pair + 1);
                let games = pair.numbers().map(|game| journal.outcome(game));
                let Some(games) = games.collect::<Option<Vec<_>>>() else {
                    break;
                };
                seen += tally_of_bout(&games);
            }
        }
        Some(SprtState::new(sprt, seen))
    }
}

impl Schedule for Match {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn ask(&self) -> Vec<Bout> {
        let pairs = self.bout.pairs();
        if self.is_over || self.told == pairs {
            return Vec::new();
        }
        let end = match self.sprt {
            Some(_) => pairs.min(self.told + pairs_to_next_look(self.told)),
            None => pairs,
        };
        vec![self.bout.part(self.told..end)]
    }

    fn tell(&mut self, games: &[Vec<Outcome>]) {
        // The test sees pairs in the order of the schedule: short games end first and are a biased
        // sample.
        for pair in games.iter().flat_map(|games| games.chunks(2)) {
            self.told += 1;
            self.seen += tally_of_bout(pair);
            self.is_over = self.sprt.as_ref().is_some_and(|sprt| {
                sprt.verdict(sprt.llr_pairs(&self.seen.pairs)) != Verdict::Continue
            });
            if self.is_over {
                return;
            }
        }
        self.is_over = self.told == self.bout.pairs();
    }
}

/// State of a sequential test.
#[derive(Clone, Copy, Debug)]
pub struct SprtState {
    /// Log-likelihood ratio.
    pub llr: f64,
    /// The decision so far.
    pub verdict: Verdict,
    /// Pairs that the test has seen.
    pub pairs: u64,
    /// Expected number of games until it is decided, if they continue as so far; `None` if unknown.
    pub games_left: Option<f64>,
}

impl SprtState {
    /// State of `sprt` after the games in `seen`.
    fn new(sprt: &Sprt, seen: Tally) -> SprtState {
        let llr = sprt.llr_pairs(&seen.pairs);
        SprtState {
            llr,
            verdict: sprt.verdict(llr),
            pairs: seen.pair_count(),
            games_left: sprt.pairs_left(&seen.pairs).map(|pairs| 2.0 * pairs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tuner::simulation::play;
    use darkforge_kriegspiel::umpire::GameResult;
    use darkforge_ratings::Model;

    /// Games of each bout that is asked for until the match is over; the first player wins.
    fn played(mut contest: Match) -> (Match, Vec<u64>) {
        let mut games = Vec::new();
        loop {
            let bouts = contest.ask();
            let Some(bout) = bouts.first() else {
                return (contest, games);
            };
            games.push(bout.games);
            let first = contest.players()[0].name.clone();
            let told = play(1, bout, |fixture| {
                if fixture.white.name == first {
                    GameResult::WhiteWins
                } else {
                    GameResult::BlackWins
                }
            });
            contest.tell(&[told]);
        }
    }

    fn players() -> [PlayerSpec; 2] {
        [PlayerSpec::random(), PlayerSpec::random()]
    }

    #[test]
    fn a_match_without_a_test_is_one_bout() {
        let (contest, games) = played(Match::new(1, 5, players(), None));
        assert_eq!(games, [5], "the last pair has one game");
        assert_eq!(contest.players()[1].name, "random#2");
    }

    #[test]
    fn a_test_looks_again_after_an_eighth_and_ends_the_match() {
        let test = |elo1| Some(Sprt::new(0.0, elo1, Model::Logistic).unwrap());
        let (contest, games) = played(Match::new(1, 1000, players(), test(100.0)));
        assert_eq!(games, [16, 16], "looks of eight pairs, all of them won");
        let journal = Journal::temporary().unwrap();
        let state = contest.test(&journal).unwrap();
        assert_eq!(state.verdict, Verdict::AcceptH1);
        assert!((9..=16).contains(&state.pairs), "{}", state.pairs);
        let (_, games) = played(Match::new(1, 301, players(), test(0.001)));
        assert_eq!(games.iter().sum::<u64>(), 301);
    }
}
