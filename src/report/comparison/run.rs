//! Runs as a comparison sees them: read again from their folders, as far as they have gone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use super::settings::{self, Settings};
use crate::report::about::About;
use crate::report::format::plural;
use crate::report::headline::{self, tournament, versus};
use crate::report::names::ABOUT;
use crate::report::summary::{EvolutionSummary, TournamentSummary};
use crate::report::{clock, generations, landscape, llr, proof};
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::weights::Weights;
use darkforge_kriegspiel::text::{plain_line, read};
use darkforge_lab::bout::tally;
use darkforge_lab::config::{EvolvePlan, MatchPlan, RunFile, TournamentPlan, VERSION};
use darkforge_lab::folder::RunFolder;
use darkforge_lab::game::Game;
use darkforge_lab::journal::Journal;
use darkforge_lab::rules::RunGame;
use darkforge_lab::run::{Run, Schedule};
use darkforge_lab::tuner::{Evolution, START, Space};
use darkforge_ratings::Estimate;

/// A run as far as it has gone.
#[derive(Clone, Debug)]
pub struct ComparedRun {
    /// Name among the runs that are compared.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Name of its command: `evolve`, `match`...
    pub kind: String,
    /// Version of the program that began it.
    pub version: String,
    /// Seed of all randomness, if there is any.
    pub seed: Option<u64>,
    /// Rules of its games, if it played any.
    pub ruleset: Option<String>,
    /// Games that were played; `None` if it is no run of games.
    pub games: Option<u64>,
    /// Its state.
    pub state: State,
    /// The most important line.
    pub headline: String,
    /// Problems that limit what is compared, each a sentence without the run's name.
    pub limits: Vec<String>,
    /// Settings of its `run.toml`; `None` without one.
    pub settings: Option<Settings>,
    /// Findings of an evolution; `None` for other runs.
    pub evolved: Option<Evolved>,
    /// Sessions of the run, each with its seconds and games.
    sittings: Vec<(f64, u64)>,
}

/// States of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It ended.
    Finished,
    /// It was stopped.
    Unfinished,
    /// It is played at this time.
    InProgress,
    /// Its games could not be read.
    Unknown,
}

impl State {
    /// The word in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            State::Finished => "finished",
            State::Unfinished => "unfinished",
            State::InProgress => "in progress",
            State::Unknown => "unknown",
        }
    }
}

/// An opponent with all that decides its games. Scores against equal opponents can be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Opponent {
    /// The player; its weights have the same name in all runs.
    pub player: PlayerSpec,
    /// Name of the weights in its run.
    pub weights: String,
    /// Name of the rules.
    pub ruleset: &'static str,
    /// Plies after which a game is drawn.
    pub ply_limit: u32,
    /// Version of the program: a player of one name may play differently in another one.
    pub version: String,
}

impl Opponent {
    fn new(player: &PlayerSpec, game: &RunGame, version: &str) -> Opponent {
        let weights = player.weights_name().map(str::to_owned);
        let renamed = player
            .weights()
            .map(|weights| player.reweighted("its-own", weights));
        Opponent {
            player: renamed.unwrap_or_else(|| player.clone()),
            weights: weights.unwrap_or_default(),
            ruleset: game.rules.name(),
            ply_limit: game.ply_limit,
            version: version.to_owned(),
        }
    }

    /// Whether games against both can be compared.
    pub fn is_same(&self, other: &Opponent) -> bool {
        let same_name = Opponent {
            weights: other.weights.clone(),
            ..self.clone()
        };
        same_name == *other
    }
}

/// Findings of an evolution.
#[derive(Clone, Debug)]
pub struct Evolved {
    /// The reference.
    pub reference: Opponent,
    /// The start, played by the player of the proof.
    pub start: Opponent,
    /// Champions that met the reference, in the order of generations.
    pub progress: Vec<Measured>,
    /// Fresh games of the last proof against the start.
    pub(crate) proof: Option<proof::Row>,
    /// Whether the config asks for a proof.
    pub has_proof: bool,
    /// The champion; `None` before the end of a generation.
    pub champion: Option<Champion>,
    /// The game that was played.
    pub game: RunGame,
}

/// A champion's score against the reference.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Number of the generation.
    pub generation: u32,
    /// Games of the run up to the end of that generation.
    pub games: u64,
    /// Name of the champion.
    pub champion: String,
    /// Its score.
    pub score: Estimate,
}

/// Champion of an evolution.
#[derive(Clone, Debug)]
pub struct Champion {
    /// Its name in the run.
    pub name: String,
    /// The evolving player, as it was tuned.
    pub player: PlayerSpec,
    /// Its weights.
    pub weights: Weights,
    /// Searched weights.
    pub space: Space,
    /// Standard errors of the searched weights, in the order of the space, in shares of their ranges.
    pub errors: Vec<f64>,
}

impl Champion {
    /// The champion of `evolution` so far; `None` before the end of a generation.
    pub fn of(evolution: &Evolution) -> Option<Champion> {
        let champion = evolution.champion()?;
        let setup = &evolution.settings().setup;
        Some(Champion {
            name: champion.name,
            player: setup.player.clone(),
            weights: champion.weights,
            space: setup.space.clone(),
            errors: landscape::errors(evolution)?,
        })
    }
}

impl ComparedRun {
    /// Reads the run in `folder`, which is called `name` in the comparison.
    ///
    /// # Errors
    /// There is no run, or a file of it is damaged.
    pub fn read(name: &str, folder: &Path) -> anyhow::Result<ComparedRun> {
        if !folder.is_dir() {
            bail!("{}: there is no such folder", folder.display());
        }
        let home = RunFolder::at(folder);
        let has_config = folder.join(RunFile::NAME).is_file();
        let mut run = if folder.join(ABOUT).is_file() {
            ComparedRun::of_tables(name, folder)?
        } else if has_config && !home.journal().is_file() && folder.join("games.csv").is_file() {
            let mut run = ComparedRun::of_tables(name, folder)?;
            run.limits.push(format!(
                "has no {}, so that its headline and its config alone are compared",
                RunFolder::JOURNAL
            ));
            run
        } else if !has_config && home.never_began() {
            bail!(
                "{}: there is no {} in it, so there is nothing to compare; is this a run's folder?",
                folder.display(),
                RunFile::NAME
            );
        } else {
            ComparedRun::of_journal(name, folder)?
        };
        let sittings = clock::read(folder).into_iter();
        run.sittings = sittings.map(|one| (one.seconds, one.games)).collect();
        Ok(run)
    }

    /// A run whose games are not read: headline and config alone.
    fn of_tables(name: &str, folder: &Path) -> anyhow::Result<ComparedRun> {
        let (kind, said) = headline::of_folder(folder)?;
        let config = folder.join(RunFile::NAME);
        let settings = config.is_file().then(|| settings_in(&config)).transpose()?;
        let word = |key: &str| settings.as_ref().and_then(|settings| settings.get(key));
        let about = About::read(folder)?;
        let seed = about.as_ref().and_then(|about| about.seed);
        let seed = seed.or_else(|| word("seed")?.parse().ok());
        let version = about.map(|about| about.version);
        Ok(ComparedRun {
            name: name.to_owned(),
            folder: folder.to_owned(),
            kind,
            version: version
                .or_else(|| word("version").cloned())
                .unwrap_or_default(),
            seed,
            ruleset: word("ruleset").cloned(),
            games: None,
            state: State::Finished,
            headline: said.headline,
            limits: Vec::new(),
            settings,
            evolved: None,
            sittings: Vec::new(),
        })
    }

    /// The run of a journal, as far as it goes.
    fn of_journal(name: &str, folder: &Path) -> anyhow::Result<ComparedRun> {
        let config = folder.join(RunFile::NAME);
        let settings = settings_in(&config)?;
        let word = |key: &str| settings.get(key).cloned();
        let mut run = ComparedRun {
            name: name.to_owned(),
            folder: folder.to_owned(),
            kind: String::new(),
            version: word("version").unwrap_or_default(),
            seed: word("seed").and_then(|seed| seed.parse().ok()),
            ruleset: word("ruleset"),
            games: None,
            state: State::Unknown,
            headline: String::new(),
            limits: Vec::new(),
            settings: Some(settings),
            evolved: None,
            sittings: Vec::new(),
        };
        match run.replay(folder) {
            // Another version may have written what this one cannot read.
            Err(error) if run.version != VERSION => {
                run.limits.push(format!(
                    "is of version {}, and version {VERSION} cannot read its games ({error:#}): its config alone \
                     is compared",
                    run.version
                ));
            }
            read => read?,
        }
        Ok(run)
    }

    /// Plays the journal back, and takes what it says.
    fn replay(&mut self, folder: &Path) -> anyhow::Result<()> {
        let file = RunFile::load(folder)?;
        let path = RunFolder::at(folder).journal();
        file.job.name().clone_into(&mut self.kind);
        let journal = if path.is_file() {
            Journal::open(&path)?
        } else {
            Journal::temporary()? // killed before its first game
        };
        self.games = Some(journal.len() as u64);
        let over = if let Some(plan) = file.evolution() {
            self.evolution(&file, plan?, journal)?
        } else if let Some(plan) = file.r#match() {
            self.versus(&plan?, journal)?
        } else if let Some(plan) = file.tournament() {
            self.tournament(file.share.as_deref(), &plan?, journal)?
        } else {
            false
        };
        self.state = match over {
            _ if Journal::is_in_use(&path) => State::InProgress,
            true => State::Finished,
            false => State::Unfinished,
        };
        Ok(())
    }

    fn evolution(
        &mut self,
        file: &RunFile,
        plan: EvolvePlan,
        journal: Journal,
    ) -> anyhow::Result<bool> {
        let EvolvePlan {
            config,
            settings,
            game,
            ..
        } = plan;
        let (evolution, journal, over) = played(Evolution::new(settings), journal, &game)?;
        let summary = EvolutionSummary::of(&evolution, &config, &journal);
        self.headline = summary.headline();
        let settings = evolution.settings();
        let setup = &settings.setup;
        let proof = settings.proof.as_ref();
        let prover = proof.and_then(|proof| proof.player.as_ref());
        let start = prover.unwrap_or(&setup.player);
        let mut games = 0;
        let mut progress = Vec::new();
        for generation in evolution.finished() {
            let row = generations::row_of(generation);
            games += row.games;
            progress.extend(generation.reference.map(|tally| Measured {
                generation: row.generation,
                games,
                champion: row.champion,
                score: tally.score_estimate(),
            }));
        }
        let champion = Champion::of(&evolution);
        self.evolved = Some(Evolved {
            reference: Opponent::new(&settings.reference.entrant.spec, &game, &file.version),
            start: Opponent::new(&start.reweighted(START, &setup.start), &game, &file.version),
            progress,
            proof: summary.proof.clone(),
            has_proof: proof.is_some(),
            champion,
            game,
        });
        Ok(over)
    }

    fn versus(&mut self, plan: &MatchPlan, journal: Journal) -> anyhow::Result<bool> {
        let (contest, journal, over) = played(plan.schedule.clone(), journal, &plan.game)?;
        let names = contest.players().map(|entrant| entrant.name.as_str());
        let tally = tally(journal.outcomes());
        let last = contest.sprt().and_then(|sprt| {
            let llrs = llr::trajectory(sprt, &journal);
            llr::rows(&llrs, sprt.bounds()).last()
        });
        let bout = crate::report::versus::bout(names, tally);
        let rows = crate::report::versus::standings_of(names, tally, &journal);
        let games = journal.len() as u64;
        self.headline =
            versus::said(&plan.config, games, Some(&bout), &rows, last.as_ref()).headline;
        Ok(over)
    }

    fn tournament(
        &mut self,
        share: Option<&str>,
        plan: &TournamentPlan,
        journal: Journal,
    ) -> anyhow::Result<bool> {
        let (contest, journal, over) = played(plan.schedule.clone(), journal, &plan.game)?;
        let summary = TournamentSummary::of(&contest, &journal)?;
        let tables = tournament::Tables::of(&summary);
        let format = plan.config.format.as_str();
        self.headline = tables.said(format, share, journal.len() as u64).headline;
        Ok(over)
    }

    /// Hours of play until so many of the run's games were over, at an even pace within each session;
    /// `None` if the clock does not have them all.
    pub fn hours_at(&self, games: u64) -> Option<f64> {
        let timed: u64 = self.sittings.iter().map(|(_, games)| games).sum();
        let all = self.games.unwrap_or(0);
        // Of a run in progress only the last seconds are missing.
        let is_whole = timed >= all || self.state == State::InProgress;
        if !is_whole || games > timed {
            return None;
        }
        let (mut left, mut seconds) = (games, 0.0);
        for &(whole, own) in &self.sittings {
            if left <= own {
                seconds += whole * left as f64 / own.max(1) as f64;
                break;
            }
            seconds += whole;
            left -= own;
        }
        Some(seconds / 3600.0)
    }

    /// Hours of play; `None` if they are not known.
    pub fn hours(&self) -> Option<f64> {
        let games = self.games.filter(|games| *games > 0)?;
        self.hours_at(games)
    }

    /// Reason why the hours of a run with games are not known.
    pub(super) fn untimed(&self) -> Option<String> {
        let games = self.games.filter(|games| *games > 0)?;
        if self.hours_at(games).is_some() {
            return None;
        }
        let timed: u64 = self.sittings.iter().map(|(_, games)| games).sum();
        Some(match timed {
            0 => "hours are not known, because there is no clock.csv".to_owned(),
            timed => format!(
                "hours are not known, because clock.csv has the time of {timed} of {}",
                plural(games, "game")
            ),
        })
    }
}

/// The schedule after the games of its journal, and whether it asks for no more.
fn played<S: Schedule>(
    schedule: S,
    journal: Journal,
    game: &dyn Game,
) -> anyhow::Result<(S, Journal, bool)> {
    journal.referee(game)?;
    let mut run = Run::new(schedule, journal);
    run.replay()?;
    let over = run.schedule.ask().is_empty();
    Ok((run.schedule, run.journal, over))
}

/// The settings in the `run.toml` at `path`.
fn settings_in(path: &Path) -> anyhow::Result<Settings> {
    let text = read(path).with_context(|| {
        format!(
            "{}: cannot read it; is this a run's folder?",
            path.display()
        )
    })?;
    settings::of(&text).map_err(|error| {
        let at = error.span().map(|span| span.start);
        let problem = darkforge_kriegspiel::text::mistake(&text, at, error.message());
        anyhow!("{}: {problem}", path.display())
    })
}

/// Names of the runs in `folders`: the name of each folder, or its whole path where several have one
/// name.
///
/// # Errors
/// Two paths lead to one folder.
pub fn names(folders: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut places: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    for folder in folders {
        let place = fs::canonicalize(folder);
        let place =
            place.with_context(|| format!("{}: there is no such folder", folder.display()))?;
        if let Some(before) = places.insert(place, folder) {
            bail!(
                "{} and {} are one folder: name each run once",
                before.display(),
                folder.display()
            );
        }
    }
    let whole = |folder: &PathBuf| -> PathBuf { folder.components().collect() };
    let line = |text: &Path| plain_line(&text.to_string_lossy()).into_owned();
    let short = |folder: &PathBuf| {
        let own = fs::canonicalize(folder).ok();
        let own = own.as_deref().and_then(Path::file_name);
        own.map_or_else(|| line(folder), |name| line(Path::new(name)))
    };
    let shorts: Vec<String> = folders.iter().map(short).collect();
    let mut names: Vec<String> = Vec::new();
    for (folder, short) in folders.iter().zip(&shorts) {
        let is_shared = shorts.iter().filter(|other| *other == short).count() > 1;
        let wanted = if is_shared {
            line(&whole(folder))
        } else {
            short.clone()
        };
        let mut name = wanted.clone();
        for number in 2.. {
            if !names.contains(&name) && !name.trim().is_empty() {
                break;
            }
            name = format!("{wanted} ({number})");
        }
        names.push(name);
    }
    Ok(names)
}
