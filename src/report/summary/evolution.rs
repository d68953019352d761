//! Summary of an evolution so far, from the rows of its tables.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use crate::bad_input::OrBadInput as _;
use crate::report::format::{percent, plural, thousands, whole_elo};
use crate::report::table::FileRow as _;
use crate::report::{generations, hall_of_fame, proof};
use darkforge_kriegspiel::record::read::unpacked;
use darkforge_lab::config::EvolveConfig;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::Journal;
use darkforge_lab::tuner::{Evolution, Method, START};

/// Summary of an evolution so far.
#[derive(Clone, Debug)]
pub struct EvolutionSummary {
    /// Finished generations.
    pub generations: u32,
    /// Generations of the config.
    planned: u32,
    /// Games that were played.
    pub games: u64,
    /// Games without a table: those of an unfinished round.
    open: u64,
    /// The candidate chosen by the last proof, else the last champion.
    pub champion: Option<Champion>,
    /// The last champion that met the reference, with its games.
    pub(crate) measured: Option<hall_of_fame::Row>,
    /// Fresh games of the last proof against the start.
    pub(crate) proof: Option<proof::Row>,
    /// Whether the config asks for a proof.
    has_proof: bool,
    /// The reference.
    reference: String,
}

/// A champion with its own games against the reference.
#[derive(Clone, Debug)]
pub struct Champion {
    /// Its name.
    pub name: String,
    /// The last games of a champion of this name; `None` if it never met the reference.
    pub(crate) measured: Option<hall_of_fame::Row>,
}

/// Contents of an evolution's tables.
struct Told {
    generations: usize,
    last: Option<String>,
    measured: Vec<hall_of_fame::Row>,
    proofs: Vec<proof::Row>,
    games: u64,
}

impl EvolutionSummary {
    /// The evolution of `config` in `journal`.
    pub fn of(evolution: &Evolution, config: &EvolveConfig, journal: &Journal) -> EvolutionSummary {
        let finished = evolution.finished();
        let results = evolution.results().iter();
        let told = Told {
            generations: finished.len(),
            last: evolution.champion().map(|champion| champion.name),
            measured: hall_of_fame::rows(evolution).collect(),
            proofs: proof::rows(evolution),
            games: results.map(|result| result.tally.games()).sum(),
        };
        EvolutionSummary::new(told, config, journal.len() as u64)
    }

    /// The evolution of `config` whose tables are in `folder`; `games` is the number of games in
    /// them.
    ///
    /// # Errors
    /// A table or the journal cannot be read.
    pub fn read(
        folder: &Path,
        config: &EvolveConfig,
        games: u64,
    ) -> anyhow::Result<EvolutionSummary> {
        let generations = generations::Named::read(folder)?;
        let measured = hall_of_fame::Row::read(folder)?;
        let told = Told {
            generations: generations.len(),
            last: last_of(config, &generations, &measured),
            measured,
            proofs: proof::Row::read(folder)?,
            games,
        };
        let journalled = lines(&RunFolder::at(folder).journal())?;
        Ok(EvolutionSummary::new(told, config, journalled.max(games)))
    }

    fn new(told: Told, config: &EvolveConfig, games: u64) -> EvolutionSummary {
        let against_start = |row: &&proof::Row| row.stage == proof::PROOF && row.opponent == START;
        let proof = told.proofs.iter().rfind(against_start).cloned();
        // The file has the best first.
        let last_of = |fits: &dyn Fn(&hall_of_fame::Row) -> bool| {
            let fitting = told.measured.iter().filter(|row| fits(row));
            fitting.max_by_key(|row| row.generation).cloned()
        };
        let chosen = proof.as_ref().map(|proof| proof.candidate.clone());
        EvolutionSummary {
            generations: told.generations as u32,
            planned: config.population.generations,
            games,
            open: games - told.games,
            champion: chosen.or(told.last).map(|name| Champion {
                measured: last_of(&|row| row.champion == name),
                name,
            }),
            measured: last_of(&|_| true),
            proof,
            has_proof: config.proof.is_some(),
            reference: config.reference.player.clone(),
        }
    }

    /// The most important line.
    pub fn headline(&self) -> String {
        let cost = format!(
            "after {}, {}",
            plural(u64::from(self.generations), "generation"),
            plural(self.games, "game")
        );
        if let Some(proof) = &self.proof {
            let elo = whole_elo(proof.result.elo.elo());
            return format!("champion {elo} over the start {cost}");
        }
        let Some(Champion { name, measured }) = &self.champion else {
            return format!("no champion yet {cost}");
        };
        let score = measured
            .as_ref()
            .and_then(|row| row.counts.score.estimate());
        match score.map(percent) {
            Some(score) => format!("champion {name} {score} against the reference {cost}"),
            None => format!("champion {name}, not measured, {cost}"),
        }
    }

    /// Notes to it.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.generations < self.planned {
            let planned = plural(u64::from(self.planned), "generation");
            let are = if self.generations == 1 { "is" } else { "are" };
            notes.push(format!("{} of {planned} {are} played.", self.generations));
        }
        if self.open > 0 {
            notes.push(format!(
                "{} of the games {} of a round that is not finished: no table has them.",
                thousands(self.open),
                if self.open == 1 { "is" } else { "are" }
            ));
        }
        if let Some(proof) = &self.proof {
            notes.push(proven(proof));
            if proof.generation + 1 < self.generations {
                let number = proof.generation;
                notes.push(format!("The proof was played after generation {number}."));
            }
        } else if let Some(champion) = &self.champion {
            let reference = &self.reference;
            match (&champion.measured, &self.measured) {
                (Some(row), _) => notes.push(format!(
                    "The score is that of generation {}'s champion over {} against {reference}.",
                    row.generation,
                    plural(row.counts.games, "fresh game")
                )),
                (None, Some(row)) => notes.push(format!(
                    "The last champion that met {reference} is {} of generation {}: {} over {}.",
                    row.champion,
                    row.generation,
                    row.counts.score.estimate().map(percent).unwrap_or_default(),
                    plural(row.counts.games, "fresh game")
                )),
                (None, None) => {}
            }
            // The champion at the end meets the reference in any case.
            if champion.measured.is_none() && self.generations >= self.planned {
                notes.push(format!(
                    "The champion has no score, because every game of it against {reference} was \
                     forfeited; faults.csv says why."
                ));
            }
            notes.push(self.unproven().to_owned());
        }
        notes
    }

    /// The reason why there is no proof.
    pub fn unproven(&self) -> &'static str {
        if self.has_proof {
            "The proof, fresh games against the start, is not played yet."
        } else {
            "Nothing is proven against the start: the config has no [proof]."
        }
    }
}

/// The last champion; after restarts, of the last champions of all searches the one with the best
/// score against the reference.
fn last_of(
    config: &EvolveConfig,
    generations: &[generations::Named],
    measured: &[hall_of_fame::Row],
) -> Option<String> {
    let last = generations.last()?;
    if !matches!(&config.tuner, Some(Method::CmaEs(settings)) if settings.restarts > 0) {
        return Some(last.champion.clone());
    }
    // The first champion of a search has no parent.
    let next_begins = generations.windows(2);
    let next_begins = next_begins.filter(|pair| pair[1].champion_parent.is_none());
    let searches: Vec<&str> = next_begins
        .map(|pair| pair[0].champion.as_str())
        .chain([last.champion.as_str()])
        .collect();
    let is_of = |row: &&hall_of_fame::Row| searches.contains(&row.champion.as_str());
    let score = |row: &hall_of_fame::Row| row.counts.score.estimate().map_or(0.0, |one| one.value);
    // Of equal ones the later, as `Evolution::champion` chooses.
    let best = measured.iter().filter(is_of).max_by(|one, other| {
        let scores = score(one).total_cmp(&score(other));
        scores.then(one.generation.cmp(&other.generation))
    });
    Some(best.map_or(&last.champion, |best| &best.champion).clone())
}

/// Result of the proof, in a sentence or two.
fn proven(row: &proof::Row) -> String {
    let verdict = match row.verdict.as_deref() {
        Some("H1") => "proven: the sequential test accepts that it is stronger",
        Some("H0") => "not proven: the sequential test accepts that it is no stronger",
        _ => "not proven: the sequential test is undecided",
    };
    let llr = row.llr.map(|llr| format!(" (LLR {:.2})", llr.0));
    format!(
        "Champion {}: {} over {} fresh games against the start. It is {verdict}{}. The \
         games that chose it are not among these.",
        row.candidate,
        row.result.score.estimate().map(percent).unwrap_or_default(),
        thousands(row.result.games),
        llr.unwrap_or_default()
    )
}

/// Number of whole lines of the file at `path`; 0 without a file.
fn lines(path: &Path) -> anyhow::Result<u64> {
    let context = || format!("cannot read {}", path.display());
    let file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        file => file.or_bad_input(context)?,
    };
    let mut file = BufReader::new(unpacked(file).or_bad_input(context)?);
    let (mut count, mut line) = (0, Vec::new());
    while file.read_until(b'\n', &mut line).or_bad_input(context)? > 0 {
        count += u64::from(line.ends_with(b"\n"));
        line.clear();
    }
    Ok(count)
}
