//! Run files (`run.toml`): the config of a run, with every weight set in it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use toml::de::DeTable;

use super::read::{self, Config, Source};
use super::terms;
use super::{
    ConfigError, EvolveConfig, EvolvePlan, MatchConfig, MatchPlan, Parent, ProofConfig, StopConfig,
    TermsConfig, TournamentConfig, TournamentPlan, VERSION,
};
use crate::tuner::{Change, End};
use darkforge_engine::darkboard::Book;
use darkforge_engine::opponent::Opponent;
use darkforge_engine::options::did_you_mean;
use darkforge_engine::player::{Files, Library, PlayerSpec, SpecError};
use darkforge_engine::weights::{WeightList, WeightSet, WeightTable, Weights};
use darkforge_kriegspiel::text;

crate::fields! {
    /// `run.toml`: a run's config with all defaults, so that the run can be resumed and reported
    /// without the files from which it was made.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct RunFile {
        /// Version of the program that began the run.
        pub version: String,
        /// Seed of the run.
        pub seed: u64,
        /// Ruleset.
        pub ruleset: String,
        /// Share of the run that is played here, such as `3/16`; absent for the whole.
        // `difference` ignores it, because shares belong to one run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub share: Option<String>,
        /// Ends of an evolution in time order, each with the number of generations `after` which it
        /// came and `why`: `time`; `converged`, with `detail` in words; `generations`, if it was
        /// continued after them. Games of an end were played there.
        // `difference` ignores them, and the two that follow.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub ends: Vec<End>,
        /// Values that a resumed evolution had before its config was changed, in time order: `generations`,
        /// `every` of the reference, `proof` and `stop`, each `until` a number of generations.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub changes: Vec<ChangedConfig>,
        /// The run whose champion an evolution began from (`start`), with that champion's proof.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub parent: Option<Parent>,
        /// Config as understood, in the section `evolve`, `match` or `tournament`.
        #[serde(flatten)]
        pub job: Job,
        /// Every weight set of the run's players, by the name in its spec.
        pub weights: BTreeMap<String, WeightTable>,
        /// Positions from which the pairs begin, in the order of play, as FEN; absent for the initial
        /// one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub openings: Vec<String>,
        /// Text of every opening book of the run's players, by the name in its spec.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        pub books: BTreeMap<String, String>,
        /// Text of every model of an opponent of the run's players, by the name in its spec.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        pub opponents: BTreeMap<String, String>,
    }
}

/// Values of an evolution's config before they were changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangedConfig {
    /// Number of generations whose last games were asked for by these values.
    pub until: u32,
    /// `population.generations`.
    pub generations: u32,
    /// `reference.every`.
    pub every: u32,
    /// `[proof]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofConfig>,
    /// `[stop]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopConfig>,
}

impl ChangedConfig {
    /// The values of `config`, which held for the generations before `until`.
    pub(crate) fn of(config: &EvolveConfig, until: u32) -> ChangedConfig {
        ChangedConfig {
            until,
            generations: config.population.generations,
            every: config.reference.every,
            proof: config.proof.clone(),
            stop: config.stop.clone(),
        }
    }
}

/// Kind of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// An evolution.
    Evolve(Box<EvolveConfig>),
    /// A match.
    Match(MatchConfig),
    /// A tournament.
    Tournament(TournamentConfig),
}

impl Job {
    /// Name of the command that plays it, and of its section.
    pub const fn name(&self) -> &'static str {
        match self {
            Job::Evolve(_) => "evolve",
            Job::Match(_) => "match",
            Job::Tournament(_) => "tournament",
        }
    }

    /// Plies after which a game is drawn.
    pub const fn ply_limit(&self) -> u32 {
        match self {
            Job::Evolve(config) => config.ply_limit,
            Job::Match(config) => config.ply_limit,
            Job::Tournament(config) => config.ply_limit,
        }
    }
}

/// Sections of a run's config, one of which is in its file.
const JOBS: [&str; 3] = ["evolve", "match", "tournament"];

impl Config for RunFile {
    fn right(path: &str) -> Option<String> {
        match path.split_once('.')? {
            ("evolve", key) => <EvolveConfig as Config>::right(key),
            ("tournament", key) => <TournamentConfig as Config>::right(key),
            _ => None,
        }
    }

    fn check_keys(source: &Source<'_>, _: &str, table: &DeTable<'_>) -> Result<(), ConfigError> {
        let right = <RunFile as Config>::right;
        let own = RunFile::FIELDS.iter().filter(|field| !field.is_flat);
        let known: Vec<&str> = own.map(|field| field.name).chain(JOBS).collect();
        for key in table.keys() {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                let hint = did_you_mean(name, known.iter().copied());
                let known = known.join(", ");
                let problem = format!("there is no key {name}; there are {known}{hint}");
                return Err(source.wrong(key.span().start, &problem));
            }
        }
        let mut jobs = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            match name {
                "evolve" => source.check_section::<EvolveConfig>(name, value, right)?,
                "match" => source.check_section::<MatchConfig>(name, value, right)?,
                "tournament" => source.check_section::<TournamentConfig>(name, value, right)?,
                _ => continue,
            }
            jobs.push((name, key.span().start));
        }
        match jobs.as_slice() {
            [_] => Ok(()),
            [] => {
                let problem = format!("one of the sections {} must be in it", JOBS.join(", "));
                Err(ConfigError::new(source.file, problem))
            }
            [(first, _), (second, at), ..] => {
                let problem =
                    format!("{second}: a run has one section of its kind, and {first} is");
                Err(source.wrong(*at, &problem))
            }
        }
    }
}

impl Config for MatchConfig {
    fn right(_: &str) -> Option<String> {
        None
    }
}

impl RunFile {
    /// Name of the file in a run's folder.
    pub const NAME: &'static str = "run.toml";

    /// Run file of an evolution.
    pub fn of_evolution(plan: &EvolvePlan) -> RunFile {
        let config = &plan.config;
        let settings = &plan.settings;
        let players = [&settings.setup.player, &settings.reference.entrant.spec];
        let mut run = RunFile::new(
            config.seed,
            &config.ruleset,
            Job::Evolve(Box::new(config.clone())),
        );
        run.weights
            .insert(config.start.clone(), settings.setup.start.clone().into());
        run.keep_weights(players[1]);
        for player in players {
            run.keep_book(player);
        }
        for (player, _) in &settings.opponents.players {
            run.keep_weights(&player.spec);
            run.keep_book(&player.spec);
        }
        if let Some(proof) = &settings.proof {
            if let Some(player) = &proof.player {
                run.keep_book(player);
            }
            for opponent in proof.opponents.iter().chain(&proof.screening_opponents) {
                run.keep_weights(&opponent.spec);
                run.keep_book(&opponent.spec);
            }
        }
        run.ends.clone_from(&settings.ends);
        run.changes.clone_from(&plan.changes);
        run.parent.clone_from(&plan.parent);
        run
    }

    /// Run file of a match.
    pub fn of_match(plan: &MatchPlan) -> RunFile {
        let config = &plan.config;
        let mut run = RunFile::new(config.seed, &config.ruleset, Job::Match(config.clone()));
        run.openings = plan.game.terms.written_openings();
        for entrant in plan.schedule.players() {
            run.keep_weights(&entrant.spec);
            run.keep_book(&entrant.spec);
        }
        run
    }

    /// Run file of a tournament.
    pub fn of_tournament(tournament: &TournamentPlan) -> RunFile {
        let config = &tournament.config;
        let mut run = RunFile::new(
            config.seed,
            &config.ruleset,
            Job::Tournament(config.clone()),
        );
        run.openings = tournament.game.terms.written_openings();
        for entrant in tournament.schedule.entrants() {
            run.keep_weights(&entrant.spec);
            run.keep_book(&entrant.spec);
        }
        run
    }

    fn new(seed: u64, ruleset: &str, job: Job) -> RunFile {
        RunFile {
            version: VERSION.to_owned(),
            seed,
            ruleset: ruleset.to_owned(),
            share: None,
            ends: Vec::new(),
            changes: Vec::new(),
            parent: None,
            job,
            weights: BTreeMap::new(),
            openings: Vec::new(),
            books: BTreeMap::new(),
            opponents: BTreeMap::new(),
        }
    }

    fn keep_weights(&mut self, spec: &PlayerSpec) {
        if let (Some(name), Some(table)) = (spec.weights_name(), spec.weight_table()) {
            self.weights.insert(name.to_owned(), table);
        }
    }

    fn keep_book(&mut self, spec: &PlayerSpec) {
        if let Some(chosen) = spec.book() {
            self.books
                .insert(chosen.name.clone(), chosen.book.to_text(""));
        }
        if let Some(chosen) = spec.opponent()
            && let Some(model) = &chosen.model
        {
            self.opponents
                .insert(chosen.name.clone(), model.to_toml(""));
        }
    }

    /// Terms of its games, if its kind has them.
    fn terms(&self) -> Option<&TermsConfig> {
        match &self.job {
            Job::Evolve(_) => None,
            Job::Match(config) => Some(&config.terms),
            Job::Tournament(config) => Some(&config.terms),
        }
    }

    /// The file's text.
    ///
    /// # Errors
    /// Never for a run that was read from text.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        let clock = match self.terms().and_then(|terms| terms.tc.as_ref()) {
            Some(_) => "# Its players have a clock (tc): results depend on the machine.\n",
            None => "",
        };
        Ok(format!(
            "# What this run plays, as darkforge {} understood it.\n{clock}{}",
            self.version,
            toml::to_string(self)?
        ))
    }

    /// Reads the file in `folder`.
    ///
    /// # Errors
    /// If there is no such file, or it is wrong.
    pub fn load(folder: &Path) -> Result<RunFile, ConfigError> {
        let path = folder.join(RunFile::NAME);
        let file = path.display().to_string();
        let text = text::read(&path).map_err(|error| {
            ConfigError::new(
                &file,
                format!("cannot read it: {error}; is this a run's folder?"),
            )
        })?;
        read::read(&file, &text)
    }

    /// The player named `text`, with the weights and the book of this file.
    ///
    /// # Errors
    /// If the text is not a player, or its weights or book are not in this file.
    pub fn player(&self, text: &str) -> Result<PlayerSpec, ConfigError> {
        self.read(text, true)
    }

    /// The player named `text`, with the book of this file and the program's weights.
    fn booked(&self, text: &str) -> Result<PlayerSpec, ConfigError> {
        self.read(text, false)
    }

    fn read(&self, text: &str, own_weights: bool) -> Result<PlayerSpec, ConfigError> {
        let kept = Kept {
            run: self,
            own_weights,
        };
        PlayerSpec::read(text, &kept)
            .map_err(|error| ConfigError::new(RunFile::NAME, error.to_string()))
    }

    fn weight_set(&self, list: &'static WeightList, name: &str) -> Result<WeightSet, ConfigError> {
        let table = self.weights.get(name).ok_or_else(|| {
            ConfigError::new(
                RunFile::NAME,
                format!("there are no weights \"{name}\" in it"),
            )
        })?;
        table
            .read(list, RunFile::NAME)
            .map_err(|error| ConfigError::new(RunFile::NAME, error.to_string()))
    }

    /// The evolution of this run; `None` for other kinds.
    ///
    /// # Errors
    /// If a value was changed by hand and is wrong now.
    pub fn evolution(&self) -> Option<Result<EvolvePlan, ConfigError>> {
        let Job::Evolve(config) = &self.job else {
            return None;
        };
        Some((|| {
            let player = self.booked(&config.player)?;
            let list = player.weights().map(Weights::list).ok_or_else(|| {
                let problem = format!("player \"{}\" has no weights", config.player);
                ConfigError::new(RunFile::NAME, problem)
            })?;
            let start = self.weight_set(list, &config.start)?.weights;
            let reference = self.player(&config.reference.player)?;
            let config = EvolveConfig::clone(config);
            let bare = |text: &str| self.booked(text).map_err(|error| error.problem);
            let whole = |text: &str| self.player(text).map_err(|error| error.problem);
            let mut plan =
                config.check_with(RunFile::NAME, &start, player, &reference, bare, whole)?;
            plan.settings.ends.clone_from(&self.ends);
            for change in &self.changes {
                plan.settings.changes.push(self.change(change, list)?);
            }
            plan.changes.clone_from(&self.changes);
            plan.parent.clone_from(&self.parent);
            Ok(plan)
        })())
    }

    /// Earlier rules of an evolution.
    fn change(
        &self,
        config: &ChangedConfig,
        list: &'static WeightList,
    ) -> Result<Change, ConfigError> {
        let bare = |text: &str| self.booked(text).map_err(|error| error.problem);
        let whole = |text: &str| self.player(text).map_err(|error| error.problem);
        let proof = config.proof.as_ref();
        let proof = proof.map(|proof| proof.check(RunFile::NAME, bare, whole, list));
        let stop = config.stop.as_ref();
        Ok(Change {
            until: config.until,
            generations: config.generations,
            every: config.every,
            proof: proof.transpose()?,
            stop: stop.map(|stop| stop.check(RunFile::NAME)).transpose()?,
        })
    }

    /// The match of this run; `None` for other kinds.
    ///
    /// # Errors
    /// If a value was changed by hand and is wrong now.
    pub fn r#match(&self) -> Option<Result<MatchPlan, ConfigError>> {
        let Job::Match(config) = &self.job else {
            return None;
        };
        let config = config.clone();
        let planned = terms::read(RunFile::NAME, &self.openings).and_then(|openings| {
            config.check_with(RunFile::NAME, openings, |text| self.player(text))
        });
        Some(planned)
    }

    /// The tournament of this run; `None` for other kinds.
    ///
    /// # Errors
    /// If a value was changed by hand and is wrong now.
    pub fn tournament(&self) -> Option<Result<TournamentPlan, ConfigError>> {
        let Job::Tournament(config) = &self.job else {
            return None;
        };
        let planned = terms::read(RunFile::NAME, &self.openings).and_then(|openings| {
            config.clone().check_with(RunFile::NAME, &openings, |text| {
                self.player(text).map_err(|error| error.problem)
            })
        });
        Some(planned)
    }

    /// The first key in which this run and `wanted`, which is to continue it, differ, with its value
    /// in each, as `seed = 1`; `None` if they are the same. An evolution may have other rules by which
    /// champions are measured and the run ends, a match more games.
    pub fn difference(&self, wanted: &RunFile) -> Option<[String; 2]> {
        let table = |run: &RunFile| {
            let mut whole = RunFile {
                share: None,
                ends: Vec::new(),
                changes: Vec::new(),
                parent: None,
                ..run.clone()
            };
            if let (Job::Match(config), Job::Match(old)) = (&mut whole.job, &self.job) {
                config.games = config.games.min(old.games);
            }
            if let (Job::Evolve(config), Job::Evolve(old)) = (&mut whole.job, &self.job) {
                config.keep_rules_of(old);
                // Those of opponents that a proof has now.
                whole
                    .weights
                    .retain(|name, _| self.weights.contains_key(name));
                whole.books.retain(|name, _| self.books.contains_key(name));
                whole
                    .opponents
                    .retain(|name, _| self.opponents.contains_key(name));
            }
            toml::Value::try_from(&whole).unwrap_or(toml::Value::Boolean(false))
        };
        let (here, there) = (table(self), table(wanted));
        let players = |table: &toml::Value| {
            let players = table.get(self.job.name())?.get("players").cloned();
            players.map(|players| {
                toml::Value::Table([("players".to_owned(), players)].into_iter().collect())
            })
        };
        // Other players are another run, whatever else differs.
        let of_players = players(&here).zip(players(&there));
        let of_players = of_players.and_then(|(here, there)| differing("", &here, &there));
        let (key, here, there) = of_players.or_else(|| differing("", &here, &there))?;
        // A config does not name its kind of run.
        let jobs = ["evolve.", "match.", "tournament."];
        let key = jobs
            .iter()
            .find_map(|job| key.strip_prefix(job))
            .unwrap_or(&key);
        let show = |value: Option<toml::Value>| {
            let shown = |value: toml::Value| shortened(&format!("{key} = {value}"));
            value.map_or_else(|| format!("no {key}"), shown)
        };
        Some([here, there].map(show))
    }
}

impl EvolveConfig {
    /// Takes from `old` all that may change while a run is continued, and has changed as it may.
    fn keep_rules_of(&mut self, old: &EvolveConfig) {
        let generations = &mut self.population.generations;
        if *generations > old.population.generations {
            *generations = old.population.generations;
        }
        self.reference.every = old.reference.every;
        self.stop.clone_from(&old.stop);
        match (&mut self.proof, &old.proof) {
            (Some(proof), Some(old)) => proof.keep_extended(old),
            (proof, None) => *proof = None,
            (None, Some(_)) => {}
        }
    }
}

impl ProofConfig {
    /// Takes from `old` what is more than there.
    fn keep_extended(&mut self, old: &ProofConfig) {
        self.every = old.every;
        if self.pairs > old.pairs {
            self.pairs = old.pairs;
        }
        if self.opponent_pairs > old.opponent_pairs || old.opponents.is_empty() {
            self.opponent_pairs = old.opponent_pairs;
        }
        if self.opponents.starts_with(&old.opponents) {
            self.opponents.clone_from(&old.opponents);
        }
    }
}

/// The beginning of a long value: a run may have many openings.
fn shortened(text: &str) -> String {
    const MOST: usize = 300;
    let mut shown: String = text.chars().take(MOST).collect();
    if shown.len() < text.len() {
        shown += " ...";
    }
    shown
}

/// The first key at which `here` and `there` differ, with both values.
fn differing(
    key: &str,
    here: &toml::Value,
    there: &toml::Value,
) -> Option<(String, Option<toml::Value>, Option<toml::Value>)> {
    let (Some(old), Some(new)) = (here.as_table(), there.as_table()) else {
        let pair = || (key.to_owned(), Some(here.clone()), Some(there.clone()));
        return (here != there).then(pair);
    };
    let inside = |name: &str| match key {
        "" => name.to_owned(),
        key => format!("{key}.{name}"),
    };
    for name in old.keys().chain(new.keys()) {
        match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) => {
                if let Some(found) = differing(&inside(name), old, new) {
                    return Some(found);
                }
            }
            (old, new) => return Some((inside(name), old.cloned(), new.cloned())),
        }
    }
    None
}

/// The books and models of a run, and its weights or those of the program.
struct Kept<'a> {
    run: &'a RunFile,
    own_weights: bool,
}

impl Library for Kept<'_> {
    fn weights(&self, list: &'static WeightList, name: &str) -> Result<WeightSet, SpecError> {
        if !self.own_weights {
            return Files.weights(list, name);
        }
        let set = self.run.weight_set(list, name);
        let set = set.map_err(|error| SpecError::library(error.problem))?;
        Ok(WeightSet {
            is_whole: set.player.is_some(),
            ..set
        })
    }

    fn book(&self, name: &str) -> Result<Book, SpecError> {
        let text = self.run.books.get(name).ok_or_else(|| {
            SpecError::library(format!("there is no opening book \"{name}\" in it"))
        })?;
        Book::parse(name, text).map_err(SpecError::library)
    }

    fn opponent(&self, name: &str) -> Result<Opponent, SpecError> {
        let text = self.run.opponents.get(name).ok_or_else(|| {
            SpecError::library(format!("there is no model of an opponent \"{name}\" in it"))
        })?;
        Opponent::parse(name, text).map_err(SpecError::library)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICKSTART: &str = include_str!("../../../../configs/quickstart.toml");

    #[test]
    fn a_run_survives_its_file() {
        let evolution = EvolveConfig::parse("c", QUICKSTART)
            .unwrap()
            .check("c")
            .unwrap();
        let run = RunFile::of_evolution(&evolution);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(RunFile::NAME), run.to_toml().unwrap()).unwrap();
        let again = RunFile::load(folder.path()).unwrap();
        assert_eq!(again, run);
        assert_eq!(again.difference(&run), None);
        let evolved = again.evolution().unwrap().unwrap();
        assert_eq!(evolved.settings.setup.start, evolution.settings.setup.start);
        assert_eq!(
            evolved.settings.reference.entrant.spec,
            evolution.settings.reference.entrant.spec
        );
        assert!(!run.to_toml().unwrap().contains("books"), "it has none");
        let mut other = run.clone();
        other.seed += 1;
        assert!(run.difference(&other).unwrap().concat().contains("seed = "));
    }

    #[test]
    fn a_wrong_value_is_told_with_its_file_line_and_key() {
        let cup = "name = \"cup\"\nformat = \"round-robin\"\npairs = 2\n[[players]]\nname = \"a\"\n\
                   spec = \"random\"\n[[players]]\nname = \"b\"\nspec = \"random\"\n";
        let cup = TournamentConfig::parse("c", cup).unwrap().check("c");
        let evolution = EvolveConfig::parse("c", QUICKSTART).unwrap().check("c");
        let contest = MatchConfig {
            players: ["random", "semi-random"].map(str::to_owned),
            games: 2,
            seed: 1,
            ruleset: "icc".to_owned(),
            ply_limit: 100,
            keep_tries: false,
            sprt: None,
            terms: super::super::TermsConfig::default(),
        };
        let runs = [
            RunFile::of_match(&contest.check("c").unwrap()),
            RunFile::of_evolution(&evolution.unwrap()),
            RunFile::of_tournament(&cup.unwrap()),
        ];
        let [contest, evolution, cup] = runs.map(|run| run.to_toml().unwrap());
        for (text, line, wrong, problem) in [
            (
                &contest,
                "games = 2",
                "games = \"two\"",
                "match.games = \"two\": must be a whole number",
            ),
            (
                &contest,
                "ply_limit = 100",
                "ply_limits = 100",
                "there is no key match.ply_limits",
            ),
            (
                &evolution,
                "[evolve.bout]",
                "[evolve.bouts]",
                "there is no key evolve.bouts",
            ),
            (
                &evolution,
                "generations = 40",
                "generations = -4",
                "evolve.population.generations = -4: must be from 1 to 100000",
            ),
            (
                &evolution,
                "kind = \"knockout\"",
                "kind = \"knock\"",
                "evolve.tuner.kind = \"knock\": must be one of",
            ),
            (
                &cup,
                "pairs = 2",
                "pairs = 2.5",
                "tournament.pairs = 2.5: must be a whole number",
            ),
            (
                &cup,
                "format = \"round-robin\"",
                "format = \"round\"",
                "tournament.format = \"round\": must be one of",
            ),
            (
                &cup,
                "[tournament]",
                "[tournaments]",
                "there is no key tournaments",
            ),
            (
                &cup,
                "seed = 1",
                "seed = true",
                "seed = true: must be a whole number",
            ),
            (
                &cup,
                "[weights]",
                "[match]\n[weights]",
                "missing field `players`",
            ),
        ] {
            let at = text.lines().position(|found| found == line);
            let at = at.unwrap_or_else(|| panic!("no line {line} in {text}")) + 1;
            let wrong = text.replacen(&format!("\n{line}\n"), &format!("\n{wrong}\n"), 1);
            let error = read::read::<RunFile>("r/run.toml", &wrong).unwrap_err();
            let error = error.to_string();
            let place = format!("r/run.toml: line {at}, column ");
            assert!(
                error.starts_with(&place) && error.contains(problem),
                "{place}: {error}"
            );
        }
        let none = contest.replace("[match]", "[books]").replace("sprt", "");
        let error = read::read::<RunFile>("r", &none).unwrap_err().to_string();
        assert!(
            error.contains("one of the sections evolve, match, tournament"),
            "{error}"
        );
    }

    #[test]
    fn players_keep_their_books_and_weights() {
        let names = ["darkboard:book=default,depth=1", "darkboard:weights=thesis"];
        let config = MatchConfig {
            players: names.map(str::to_owned),
            games: 2,
            seed: 1,
            ruleset: "icc".to_owned(),
            ply_limit: 100,
            keep_tries: false,
            sprt: None,
            terms: super::super::TermsConfig::default(),
        };
        let specs: [PlayerSpec; 2] = names.map(|name| name.parse().unwrap());
        let run = RunFile::of_match(&config.check("test").unwrap());
        let again: RunFile = toml::from_str(&run.to_toml().unwrap()).unwrap();
        for (name, spec) in names.iter().zip(&specs) {
            assert_eq!(again.player(name).unwrap(), *spec, "{name}");
        }
        let process = "process[deadline=5]:'my engine' engine darkboard:book=a,weights=b";
        assert_eq!(again.player(process).unwrap().to_string(), process);
        let lost = again.player("darkboard:book=mine.txt").unwrap_err();
        assert!(lost.to_string().contains("mine.txt"), "{lost}");
    }
}
