//! Groups of runs whose figures can be compared: their opponents are the same.

use super::run::{ComparedRun, Opponent};
use darkforge_engine::weights::Weights;

/// Whether opponents differ in a part, and how it is told.
type Part<'a> = (bool, &'a dyn Fn(&Opponent) -> String);

/// Runs by their opponents.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// Opponents in the order of their first runs.
    opponents: Vec<Opponent>,
    /// For each run the place of its opponent; `None` for a run without one.
    of_run: Vec<Option<usize>>,
    /// Names of the runs.
    names: Vec<String>,
}

impl Groups {
    /// Groups of `runs`; `opponent` is that of a run.
    pub(super) fn of<'a>(
        runs: &'a [ComparedRun],
        opponent: impl Fn(&'a ComparedRun) -> Option<&'a Opponent>,
    ) -> Groups {
        let mut opponents: Vec<Opponent> = Vec::new();
        let of_run = runs.iter().map(|run| {
            let own = opponent(run)?;
            let known = opponents.iter().position(|known| known.is_same(own));
            Some(known.unwrap_or_else(|| {
                opponents.push(own.clone());
                opponents.len() - 1
            }))
        });
        let of_run = of_run.collect();
        Groups {
            of_run,
            opponents,
            names: runs.iter().map(|run| run.name.clone()).collect(),
        }
    }

    /// Number from 1 of the opponent of the run at `place`.
    pub(super) fn number(&self, place: usize) -> Option<u32> {
        self.of_run[place].map(|opponent| opponent as u32 + 1)
    }

    /// The opponents as texts, in the order of their numbers.
    pub(super) fn texts(&self) -> Vec<String> {
        self.opponents.iter().map(player).collect()
    }

    /// The difference of the opponents, with the runs of each: `a, b: random; c: semi-random`. `None` if all
    /// are the same.
    pub(super) fn difference(&self) -> Option<String> {
        let first = self.opponents.first()?;
        if self.opponents.len() == 1 {
            return None;
        }
        let differs = |part: &dyn Fn(&Opponent) -> String| {
            let all = self.opponents.iter();
            all.map(part).any(|text| text != part(first))
        };
        let weights = |one: &Opponent| {
            let weights = one.player.weights().map(Weights::values);
            format!("{weights:?}")
        };
        let parts: [Part<'_>; 5] = [
            (differs(&player), &player),
            (differs(&weights) && !differs(&player), &|one: &Opponent| {
                format!("{} with weights of its own", player(one))
            }),
            (differs(&|one| one.ruleset.to_owned()), &|one: &Opponent| {
                format!("{} rules", one.ruleset)
            }),
            (
                differs(&|one| one.ply_limit.to_string()),
                &|one: &Opponent| format!("at most {} plies", one.ply_limit),
            ),
            (differs(&|one| one.version.clone()), &|one: &Opponent| {
                format!("darkforge {}", one.version)
            }),
        ];
        let told = self.opponents.iter().enumerate().map(|(place, one)| {
            let own = self.of_run.iter().zip(&self.names);
            let own = own.filter(|(of, _)| **of == Some(place));
            let own: Vec<&str> = own.map(|(_, name)| name.as_str()).collect();
            let texts = parts.iter().filter(|(differs, _)| *differs);
            let texts: Vec<String> = texts.map(|(_, part)| part(one)).collect();
            format!("{}: {}", own.join(", "), texts.join(", "))
        });
        Some(told.collect::<Vec<_>>().join("; "))
    }
}

/// The player as its run names it.
fn player(one: &Opponent) -> String {
    let weights = one.player.weights();
    let named = weights.map(|weights| one.player.reweighted(&one.weights, weights));
    named.unwrap_or_else(|| one.player.clone()).to_string()
}
