//! Figures of finished matches and tournaments, made once: what a terminal, `--json` and a page
//! say are views of them.

use darkforge_kriegspiel::umpire::Ending;
use darkforge_lab::bout::tally;
use darkforge_lab::matches::SprtState;
use darkforge_lab::tournament::formats::Format;
use darkforge_lab::tournament::{DRAWS, Journal, PlayedBout, Tournament};
use darkforge_ratings::{HeadToHead, Sprt, Tally};

use super::faults;
use super::standings::Standing;
use super::tournament::ranked;

/// A match as far as it was played.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// Games of the first player.
    pub tally: Tally,
    /// Reasons for the end of games, commonest first.
    pub endings: Vec<(Ending, u64)>,
    /// Mean plies of a game.
    pub mean_plies: f64,
    /// Mean refused tries of both players in a game.
    pub mean_refused: [f64; 2],
    /// Faults of players.
    pub(crate) faults: Vec<faults::Row>,
    /// The sequential test, if there is one, and its state.
    pub test: Option<(Sprt, SprtState)>,
}

impl MatchSummary {
    /// The match in `journal`, in whose even games the first player has White.
    pub fn of(journal: &Journal, test: Option<(Sprt, SprtState)>) -> MatchSummary {
        let games = journal.len().max(1) as f64;
        let (mut plies, mut refused) = (0.0, [0.0; 2]);
        for game in journal.games() {
            plies += f64::from(game.plies);
            let mut by_color = [game.white_refused, game.black_refused];
            if !game.game.is_multiple_of(2) {
                by_color.swap(0, 1);
            }
            refused[0] += f64::from(by_color[0]);
            refused[1] += f64::from(by_color[1]);
        }
        MatchSummary {
            tally: tally(journal.games()),
            endings: endings(journal),
            mean_plies: plies / games,
            mean_refused: refused.map(|tries| tries / games),
            faults: faults::rows(journal.games()),
            test,
        }
    }
}

/// Reasons for the end of games, commonest first.
fn endings(journal: &Journal) -> Vec<(Ending, u64)> {
    let count = |ending| journal.games().filter(|game| game.ending == ending).count() as u64;
    let mut counts: Vec<(Ending, u64)> = Ending::ALL
        .into_iter()
        .map(|ending| (ending, count(ending)))
        .filter(|&(_, count)| count > 0)
        .collect();
    counts.sort_by_key(|&(ending, count)| (std::cmp::Reverse(count), ending));
    counts
}

/// A tournament as far as it was played.
#[derive(Clone, Debug)]
pub struct TournamentSummary {
    /// Players from the first place down, each with its probability to be the best entrant.
    pub standings: Vec<(Standing, f64)>,
    /// Games that were played.
    pub games: usize,
    /// Games of this round or schedule that are missing.
    pub missing: usize,
    /// Whether the tournament is over.
    pub over: bool,
    /// Whether an adaptive tournament has its answer, and how sure that is.
    pub answer: Option<(bool, f64)>,
    /// Faults of players.
    pub(crate) faults: Vec<faults::Row>,
}

impl TournamentSummary {
    /// The tournament in `journal`.
    pub fn of(contest: &Tournament, journal: &Journal) -> TournamentSummary {
        let met: Vec<HeadToHead> = contest.bouts(journal).iter().map(PlayedBout::met).collect();
        let times = contest.times_best(&met);
        let best = |player: usize| f64::from(times[player]) / f64::from(DRAWS);
        let ranked = ranked(contest, &met).into_iter();
        TournamentSummary {
            standings: ranked
                .map(|(player, standing)| (standing, best(player)))
                .collect(),
            games: journal.len(),
            missing: contest.missing(journal).len(),
            over: contest.is_over(),
            answer: match contest.format() {
                Format::Adaptive(adaptive) => {
                    let answer = adaptive.answer();
                    Some((answer.enough, answer.confidence))
                }
                _ => None,
            },
            faults: faults::rows(journal.games()),
        }
    }
}
