//! The round robin in which the champions of a comparison meet in fresh games.

use anyhow::bail;

use super::Comparison;
use super::run::{Champion, Evolved};
use darkforge_lab::bout::Entrant;
use darkforge_lab::config::TournamentPlan;
use darkforge_lab::rules::{Choice, Rules, RunGame};
use darkforge_lab::terms::Terms;
use darkforge_streams as streams;

/// Name of the run, and purpose of the stream that its seed is drawn from.
const NAME: &str = "compare";

impl Comparison {
    /// The round robin of all champions, `games` of each two, an even number; each is called by its run
    /// and plays as the player that it was tuned for. The games are fresh: their seed comes from the
    /// stream (`seed`, `compare`), and is none of the runs' seeds. The rules are `ruleset`, or else
    /// those of all runs.
    ///
    /// # Errors
    /// If there are less than two champions, or the runs have different rules and none are given.
    pub fn meeting(
        &self,
        games: u64,
        seed: u64,
        ruleset: Option<Rules>,
    ) -> anyhow::Result<TournamentPlan> {
        let champions: Vec<(&str, &Evolved, &Champion)> = self
            .runs
            .iter()
            .filter_map(|run| {
                let evolved = run.evolved.as_ref()?;
                Some((run.name.as_str(), evolved, evolved.champion.as_ref()?))
            })
            .collect();
        if champions.len() < 2 {
            let who = match champions.first() {
                None => "no run has a champion".to_owned(),
                Some((name, ..)) => format!("only {name} has a champion"),
            };
            bail!("{who}; evolutions with a finished generation have, and at least two must meet");
        }
        let rules = |evolved: &Evolved| evolved.game.rules;
        let first = rules(champions[0].1);
        let other = champions
            .iter()
            .find(|(_, evolved, _)| rules(evolved) != first);
        let ruleset = match (ruleset, other) {
            (Some(ruleset), _) => ruleset,
            (None, None) => first,
            (None, Some((name, evolved, _))) => bail!(
                "the rules of {} are {}, those of {name} {}; say with --ruleset under which the champions meet",
                champions[0].0,
                first.name(),
                rules(evolved).name()
            ),
        };
        let limits = champions
            .iter()
            .map(|(_, evolved, _)| evolved.game.ply_limit);
        let game = RunGame {
            terms: Terms::default(),
            rules: ruleset,
            ply_limit: limits.max().unwrap_or_default(),
            keep_tries: false,
        };
        let entrants = champions.iter().enumerate();
        let entrants = entrants.map(|(place, (name, _, champion))| Entrant {
            name: (*name).to_owned(),
            spec: champion
                .player
                .reweighted(&weights_name(place, name), &champion.weights),
        });
        let entrants: Vec<Entrant> = entrants.collect();
        for entrant in &entrants {
            if let Err(problem) = ruleset.check(&entrant.spec, Choice::Flag) {
                bail!("{}: {problem}", entrant.name);
            }
        }
        let seed = self.fresh_seed(seed);
        Ok(TournamentPlan::round_robin(
            NAME,
            seed,
            &game,
            &entrants,
            games / 2,
        )?)
    }

    /// A seed below 2^53 that no run has.
    fn fresh_seed(&self, seed: u64) -> u64 {
        let mut seeds = (0..).map(|index| streams::derive(seed, NAME, index) >> 11);
        let is_used = |seed: u64| self.runs.iter().any(|run| run.seed == Some(seed));
        seeds.find(|&seed| !is_used(seed)).unwrap_or(seed)
    }

    /// Runs without a champion, which does not meet the others.
    pub fn absent(&self) -> Vec<&str> {
        let absent = self.runs.iter().filter(|run| {
            let evolved = run.evolved.as_ref();
            evolved.is_none_or(|evolved| evolved.champion.is_none())
        });
        absent.map(|run| run.name.as_str()).collect()
    }
}

/// Name of the weights of the champion of the run `name`, which must be plain in a player's spec.
fn weights_name(place: usize, name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if name.chars().all(plain) {
        format!("champion/{name}")
    } else {
        format!("champion/{}", place + 1)
    }
}
