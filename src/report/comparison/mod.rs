//! Comparisons of several runs of any kind: what each is, how its champions progressed, their proofs and
//! weights side by side, and configs as a difference.
//!
//! Figures are those of the runs' own tables, computed from their journals again, so that stopped runs
//! and runs in progress are compared as far as they have gone. What cannot be compared is a note that
//! says why.
//!
//! ```
//! use darkforge::report::comparison::{ComparedRun, Comparison, names};
//!
//! let folder = tempfile::tempdir()?;
//! let folders = [folder.path().join("one"), folder.path().join("two")];
//! for run in &folders {
//!     std::fs::create_dir(run)?;
//! }
//! let names = names(&folders)?;
//! assert_eq!(names, ["one", "two"]);
//! let error = ComparedRun::read(&names[0], &folders[0]).unwrap_err();
//! assert!(error.to_string().contains("nothing to compare"), "{error}");
//! let nothing = Comparison::of(Vec::new());
//! assert!(nothing.notes().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod champions;
mod groups;
mod meeting;
mod progress;
mod proofs;
mod run;
mod settings;

use std::collections::BTreeMap;
use std::path::Path;

use super::Drawn;
use super::format::plural;
use super::table::{FileRow as _, Fixed, row};
pub(crate) use champions::{ChampionRow, DifferenceRow, one_error};
use groups::Groups;
pub(crate) use progress::ProgressRow;
pub(crate) use proofs::ProofRow;
pub use run::{Champion, ComparedRun, Evolved, Measured, Opponent, State, names};
pub(crate) use settings::SettingRow;
pub use settings::Settings;

row! {
    /// A row for each run, in the order of the command line.
    RunRow in "runs.csv" {
        /// Name of the run in the comparison: that of its folder, or the whole path if several
        /// folders have one name.
        run: String,
        /// Its folder, as on the command line.
        folder: String,
        /// Its command: `evolve`, `match`, ...
        kind: String,
        /// Version of the program that began it.
        version: String,
        /// Its seed; empty for a command without one.
        seed: Option<u64>,
        /// Rules of its games.
        ruleset: Option<String>,
        /// Games that were played; empty if they were not read.
        games: Option<u64>,
        /// Hours of play; empty if they are not known.
        hours: Option<Fixed<5>>,
        /// `finished`, `unfinished`, `in progress`, or `unknown` if its games cannot be read.
        state: String,
        /// Its most important line.
        headline: String,
    }
}

/// Several runs beside each other.
#[derive(Clone, Debug)]
pub struct Comparison {
    runs: Vec<ComparedRun>,
    references: Groups,
    starts: Groups,
    progress: Vec<ProgressRow>,
    proofs: Vec<ProofRow>,
    champions: Vec<ChampionRow>,
    differences: Vec<DifferenceRow>,
    settings: Vec<SettingRow>,
}

impl Comparison {
    /// The comparison of `runs`, which have different names.
    pub fn of(runs: Vec<ComparedRun>) -> Comparison {
        let references = progress::groups(&runs);
        let starts = proofs::groups(&runs);
        let (champions, differences) = champions::rows(&runs);
        Comparison {
            progress: progress::rows(&runs, &references),
            proofs: proofs::rows(&runs, &starts),
            settings: settings::rows(&runs),
            references,
            starts,
            champions,
            differences,
            runs,
        }
    }

    /// The runs.
    pub fn runs(&self) -> &[ComparedRun] {
        &self.runs
    }

    /// The most important line.
    pub fn headline(&self) -> String {
        proofs::headline(&self.proofs).unwrap_or_else(|| {
            let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
            for run in &self.runs {
                *kinds.entry(run.kind.as_str()).or_default() += 1;
            }
            let kinds = kinds.into_iter().map(|(kind, count)| match kind {
                "evolve" => plural(count, "evolution"),
                "tournament" => plural(count, "tournament"),
                "match" if count == 1 => "1 match".to_owned(),
                "match" => format!("{count} matches"),
                "" => format!("{count} of another version"),
                kind => format!("{count} of darkforge {kind}"),
            });
            let kinds: Vec<String> = kinds.collect();
            let count = plural(self.runs.len() as u64, "run");
            format!("{count} compared: {}", kinds.join(", "))
        })
    }

    /// Sentences on what is not compared, or with care, and why.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for run in &self.runs {
            match run.state {
                State::Unfinished => notes.push(format!(
                    "{} is unfinished and is compared as it stands.",
                    run.name
                )),
                State::InProgress => notes.push(format!(
                    "{} is in progress: it was read as it stood at that moment.",
                    run.name
                )),
                State::Finished | State::Unknown => {}
            }
            notes.extend(
                run.limits
                    .iter()
                    .map(|limit| format!("{} {limit}.", run.name)),
            );
            notes.extend(run.untimed().map(|limit| format!("{}: {limit}.", run.name)));
        }
        let by_version = self.named_by(|run| Some(run.version.clone()));
        if by_version.len() > 1 {
            notes.push(format!(
                "The runs are of different versions ({}): players of one name may play differently.",
                told(&by_version)
            ));
        }
        notes.extend(self.progress_notes());
        notes.extend(self.proof_notes());
        notes.extend(self.champion_notes());
        notes
    }

    /// Names of runs by a property; runs without it are left out.
    fn named_by(&self, property: impl Fn(&ComparedRun) -> Option<String>) -> Vec<(String, String)> {
        let mut named: Vec<(String, String)> = Vec::new();
        for run in &self.runs {
            let Some(value) = property(run) else {
                continue;
            };
            match named.iter_mut().find(|(known, _)| *known == value) {
                Some((_, names)) => {
                    names.push_str(", ");
                    names.push_str(&run.name);
                }
                None => named.push((value, run.name.clone())),
            }
        }
        named
    }

    /// Notes on the runs without something, by the reason why.
    fn without(
        &self,
        what: &str,
        why: impl Fn(&ComparedRun) -> Option<String>,
    ) -> impl Iterator<Item = String> {
        let named = self.named_by(why).into_iter();
        named.map(move |(why, names)| format!("Without {what}: {names} ({why})."))
    }

    fn progress_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(difference) = self.references.difference() {
            notes.push(format!(
                "Progress is compared only among runs with one reference, and these differ ({difference})."
            ));
        }
        notes.extend(self.without("progress", |run| match &run.evolved {
            // A run of which nothing is known is told of already.
            None if run.kind.is_empty() => None,
            None => Some(format!("darkforge {}; only evolutions have it", run.kind)),
            Some(evolved) if evolved.progress.is_empty() => {
                Some("no champion yet that met its reference".to_owned())
            }
            Some(_) => None,
        }));
        notes
    }

    fn proof_notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(difference) = self.starts.difference() {
            notes.push(format!(
                "Proofs are compared only among runs with one start, and these differ ({difference})."
            ));
        }
        notes.extend(self.without("a proof", |run| {
            let evolved = run.evolved.as_ref()?;
            match (&evolved.proof, evolved.has_proof) {
                (Some(_), _) => None,
                (None, true) => Some("the proof is not played yet".to_owned()),
                (None, false) => Some("the config has no [proof]".to_owned()),
            }
        }));
        notes
    }

    fn champion_notes(&self) -> Vec<String> {
        let evolved = || self.runs.iter().filter_map(|run| run.evolved.as_ref());
        let mut notes = Vec::new();
        if evolved().next().is_none() {
            return notes;
        }
        notes.extend(self.without("a champion", |run| {
            let evolved = run.evolved.as_ref()?;
            let none = evolved.champion.is_none();
            none.then(|| "no finished generation".to_owned())
        }));
        let champions: Vec<&Champion> = evolved().filter_map(|one| one.champion.as_ref()).collect();
        if champions.len() < 2 {
            notes.push(
                "Weights are not compared, because fewer than two runs have a champion.".to_owned(),
            );
        }
        let by_player = self.named_by(|run| {
            let champion = run.evolved.as_ref()?.champion.as_ref()?;
            let bare = champion.player.reweighted("its-own", &champion.weights);
            Some(
                bare.to_string()
                    .replace("weights=its-own", "")
                    .replace(":,", ":"),
            )
        });
        if by_player.len() > 1 {
            notes.push(format!(
                "The champions are tuned for different players ({}): a weight may be worth something else to each.",
                told(&by_player)
            ));
        }
        notes
    }

    /// The largest difference of weights, and how many are large, in sentences.
    pub fn weights_told(&self) -> Option<String> {
        champions::told(&self.differences)
    }

    /// Rows of all runs.
    pub(crate) fn run_rows(&self) -> Vec<RunRow> {
        let rows = self.runs.iter().map(|run| RunRow {
            run: run.name.clone(),
            folder: run.folder.display().to_string(),
            kind: run.kind.clone(),
            version: run.version.clone(),
            seed: run.seed,
            ruleset: run.ruleset.clone(),
            games: run.games,
            hours: run.hours().map(Fixed),
            state: run.state.as_str().to_owned(),
            headline: run.headline.clone(),
        });
        rows.collect()
    }

    /// Rows of the measured champions.
    pub(crate) fn progress(&self) -> &[ProgressRow] {
        &self.progress
    }

    /// Rows of the proofs.
    pub(crate) fn proofs(&self) -> &[ProofRow] {
        &self.proofs
    }

    /// Rows of the champions' weights.
    pub(crate) fn champions(&self) -> &[ChampionRow] {
        &self.champions
    }

    /// Rows of the weights' differences.
    pub(crate) fn differences(&self) -> &[DifferenceRow] {
        &self.differences
    }

    /// Rows of the settings that differ.
    pub(crate) fn settings(&self) -> &[SettingRow] {
        &self.settings
    }

    /// Writes the CSV files and plots of the comparison into `folder`, which exists.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        RunRow::write(folder, self.run_rows())?;
        ProgressRow::write(folder, self.progress.iter().cloned())?;
        ProofRow::write(folder, self.proofs.iter().cloned())?;
        ChampionRow::write(folder, self.champions.iter().cloned())?;
        DifferenceRow::write(folder, self.differences.iter().cloned())?;
        SettingRow::write(folder, self.settings.iter().cloned())?;
        let Some(plots) = super::plots_folder(folder, Drawn::Plots)? else {
            return Ok(());
        };
        progress::draw(&plots, &self.progress, &self.references.texts())?;
        proofs::draw(&plots, &self.proofs)?;
        champions::draw(&plots, &self.champions, &self.differences)
    }
}

/// Values with the names of their runs: `0.1.0: a, b; 0.2.0: c`.
fn told(named: &[(String, String)]) -> String {
    let all = named
        .iter()
        .map(|(value, names)| format!("{value}: {names}"));
    all.collect::<Vec<_>>().join("; ")
}
