//! Config of `darkforge evolve`.

use std::path::Path;

use super::defaults::{PLY_LIMITS, SEEDS};
use super::read::{self, Config, Source};
use super::section::{check, check_name, section};
use super::sections::{
    BoutConfig, BreedingConfig, NoiseConfig, OpponentsConfig, PopulationConfig, ReferenceConfig,
    TitleConfig, WeightsConfig,
};
use super::{ChangedConfig, ConfigError, Parent, ProofConfig, StopConfig, defaults};
use crate::bout::Entrant;
use crate::rules::{Choice, Rules, RunGame};
use crate::terms::Terms;
use crate::tuner::{Keep, ProofSettings, Reference, Settings, Setup};
use darkforge_engine::options::joined;
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::weights::{WeightList, Weights};
use darkforge_optimise::{KeyKind, Method, Ranges};
use toml::de::{DeTable, DeValue};

section! {
    /// `darkforge evolve CONFIG`.
    pub struct EvolveConfig {
        /// Name of the run: its folder under `results/`.
        name: String;
        /// Seed of all randomness.
        #[serde(default = "defaults::one")]
        seed: u64, SEEDS;
        /// Ruleset, such as `icc`, `cincinnati`, `berkeley`, `rand` or `english`; `rbc` is
        /// reconnaissance blind chess.
        #[serde(default = "defaults::icc")]
        ruleset: String;
        /// Number of plies after which a game is drawn.
        #[serde(default = "defaults::ply_limit")]
        ply_limit: u32, PLY_LIMITS;
        /// The player whose weights evolve.
        #[serde(default = "darkboard")]
        player: String;
        /// Weights to start from: `evolved`, `hand-made`, `thesis`, a file, the champion of another run
        /// (its folder), one of its individuals (`RUN#i305`), or `random`. By default those that the
        /// player has without a choice.
        #[serde(default)]
        start: String;
        /// Games whose tries are kept, so that they can be watched: none, those of proofs, also those
        /// of champions, or all.
        #[serde(default)]
        keep: Keep;
        /// Size of the population, and number of generations.
        population: PopulationConfig;
        /// Pairs of a bout.
        #[serde(default)]
        bout: BoutConfig;
        /// Search method. By default the knockout if one of its sections is given; otherwise CLOP
        /// for up to eight searched weights, and CMA-ES for more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tuner: Option<Method>;
        /// Knockout: children and their mutations.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        breeding: Option<BreedingConfig>;
        /// Knockout: match of the challenger against the previous champion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<TitleConfig>;
        /// Reduction of noise.
        #[serde(default)]
        noise: NoiseConfig;
        /// Opponents of individuals: relative numbers of games.
        #[serde(default)]
        opponents: OpponentsConfig;
        /// Searched weights, their ranges and scales.
        #[serde(default)]
        weights: WeightsConfig;
        /// Reference: a fixed player that measures progress.
        reference: ReferenceConfig;
        /// Proof of the result; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<ProofConfig>;
        /// Conditions under which the run ends before its last generation; none if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stop: Option<StopConfig>;
    }
}

/// Name of a start that is drawn over the whole space.
const RANDOM: &str = "random";

impl KeyKind for Keep {
    fn in_words() -> String {
        "one of none, proof, champions, all".to_owned()
    }
}

fn darkboard() -> String {
    "darkboard".to_owned()
}

/// A checked evolution, with weights read from their files.
#[derive(Clone, Debug)]
pub struct EvolvePlan {
    /// The config, with defaults filled in.
    pub config: EvolveConfig,
    /// The game of the evolution.
    pub game: RunGame,
    /// Settings of the evolution.
    pub settings: Settings,
    /// The configs' values behind the changes in `settings`.
    pub changes: Vec<ChangedConfig>,
    /// The run whose champion it begins from.
    pub parent: Option<Parent>,
}

impl Config for EvolveConfig {
    fn right(path: &str) -> Option<String> {
        match path.split_once('.') {
            None => <EvolveConfig as Ranges>::right(path),
            Some(("population", key)) => PopulationConfig::right(key),
            Some(("bout", key)) => BoutConfig::right(key),
            Some(("tuner", key)) => Method::right(key),
            Some(("breeding", key)) => BreedingConfig::right(key),
            Some(("title", key)) => TitleConfig::right(key),
            Some(("noise", key)) => NoiseConfig::right(key),
            Some(("opponents", key)) => OpponentsConfig::right(key),
            Some(("reference", key)) => ReferenceConfig::right(key),
            Some(("proof", key)) => ProofConfig::right(key),
            Some(("stop", key)) => StopConfig::right(key),
            Some(_) => None,
        }
    }

    fn check_keys(
        source: &Source<'_>,
        prefix: &str,
        table: &DeTable<'_>,
    ) -> Result<(), ConfigError> {
        match table.get("tuner").map(toml::Spanned::get_ref) {
            Some(DeValue::Table(tuner)) => {
                let prefix = format!("{prefix}tuner.");
                let kinds = (prefix.as_str(), "kind", Method::KINDS);
                source.check_kind::<Method>(tuner, kinds, &[], Method::right)
            }
            _ => Ok(()),
        }
    }
}

impl EvolveConfig {
    /// Reads a config file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a config.
    pub fn load(path: &Path) -> Result<EvolveConfig, ConfigError> {
        EvolveConfig::parse(&path.display().to_string(), &super::text_of(path)?)
    }

    /// Reads a config; `file` is for messages.
    ///
    /// # Errors
    /// If the text is not a config; the message has line and key.
    pub fn parse(file: &str, text: &str) -> Result<EvolveConfig, ConfigError> {
        read::refuse_other(file, text, ("population", &["players"], "tournament"))?;
        read::refuse_other(file, text, ("population", &["network"], "train"))?;
        read::read(file, text)
    }

    /// Checks all values and reads the named weights.
    ///
    /// # Errors
    /// If a value is out of range, or a weight file is wrong.
    pub fn check(mut self, file: &str) -> Result<EvolvePlan, ConfigError> {
        let wrong = |problem: String| ConfigError::new(file, problem);
        let player: PlayerSpec = self
            .player
            .parse()
            .map_err(|error| wrong(format!("player: {error}")))?;
        let list = self.list_of(file, &player)?;
        if self.start.is_empty() {
            list.usual.clone_into(&mut self.start);
        }
        let start = if self.start == RANDOM {
            let space = self.weights.space(file, &Weights::default_of(list))?;
            space.random(self.seed)
        } else {
            Weights::load(list, &self.start)
                .map_err(|error| wrong(format!("start = \"{}\": {error}", self.start)))?
        };
        let reference: PlayerSpec = self
            .reference
            .player
            .parse()
            .map_err(|error| wrong(format!("reference.player: {error}")))?;
        let read = |text: &str| text.parse().map_err(|error| format!("{error}"));
        let mut plan = self.check_with(file, &start, player, &reference, read, read)?;
        plan.parent = Parent::of(&plan.config.start, &start);
        Ok(plan)
    }

    /// The weights that evolve.
    fn list_of(&self, file: &str, player: &PlayerSpec) -> Result<&'static WeightList, ConfigError> {
        let list = player.weights().map(Weights::list);
        list.ok_or_else(|| {
            let weighted = joined(&PlayerSpec::weighted_names(), "or");
            let problem = format!(
                "player = \"{}\" has no weights that could evolve; use {weighted}",
                self.player
            );
            ConfigError::new(file, problem)
        })
    }

    /// The same with weights and books from `player`.
    pub(super) fn check_with(
        mut self,
        file: &str,
        start: &Weights,
        player: PlayerSpec,
        reference: &PlayerSpec,
        bare: impl Fn(&str) -> Result<PlayerSpec, String>,
        opponent: impl Fn(&str) -> Result<PlayerSpec, String>,
    ) -> Result<EvolvePlan, ConfigError> {
        let wrong = |problem: String| ConfigError::new(file, problem);
        check_name(file, &self.name)?;
        check(file, "", &self)?;
        check(file, "population.", &self.population)?;
        check(file, "bout.", &self.bout)?;
        check(file, "reference.", &self.reference)?;
        let list = self.list_of(file, &player)?;
        if start.list() != list {
            return Err(wrong(format!("start: they are {:?}", start.list())));
        }
        let space = self.weights.space(file, start)?;
        space
            .check_start(start)
            .map_err(|problem| wrong(format!("weights.{problem}")))?;
        let method = self.method(file, space.len())?;
        let noise = self.noise.check(file)?;
        let opponents = self
            .opponents
            .check(file, &self.reference.player, &opponent)?;
        let proof = self.proof.as_ref();
        let proof = proof.map(|proof| proof.check(file, bare, opponent, start.list()));
        let proof = proof.transpose()?;
        let stop = self.stopping(file, &method)?;
        let rules: Rules = self
            .ruleset
            .parse()
            .map_err(|error| wrong(format!("ruleset: {error}")))?;
        if PlayerSpec::sets(&self.player, "weights") || player.changes_weights() {
            return Err(wrong(
                "player: its weights are what evolves; name those to begin with in 'start'".into(),
            ));
        }
        rules
            .check(&player, Choice::Key)
            .map_err(|problem| wrong(format!("player: {problem}")))?;
        rules
            .check(reference, Choice::Key)
            .map_err(|problem| wrong(format!("reference.player: {problem}")))?;
        let of_proof = proof.iter().flat_map(ProofSettings::players);
        for player in of_proof {
            rules
                .check(player, Choice::Key)
                .map_err(|problem| wrong(format!("proof: {problem}")))?;
        }
        if opponents.semi_random > 0.0 {
            rules
                .check(&PlayerSpec::semi_random(), Choice::Key)
                .map_err(|problem| wrong(format!("opponents.semi_random: {problem}")))?;
        }
        for (player, _) in &opponents.players {
            rules
                .check(&player.spec, Choice::Key)
                .map_err(|problem| wrong(format!("opponents.players: {problem}")))?;
        }
        let settings = Settings {
            setup: Setup {
                seed: self.seed,
                player,
                start: space.fitted(start),
                space,
                noise,
            },
            generations: self.population.generations,
            method,
            opponents,
            reference: Reference {
                entrant: Entrant {
                    name: self.reference.player.clone(),
                    spec: reference.clone(),
                },
                pairs: self.reference.pairs,
                every: self.reference.every,
            },
            proof,
            stop,
            keep: self.keep,
            ends: Vec::new(),
            changes: Vec::new(),
        };
        Ok(EvolvePlan {
            game: RunGame {
                terms: Terms::default(),
                rules,
                ply_limit: self.ply_limit,
                keep_tries: false,
            },
            config: self,
            settings,
            changes: Vec::new(),
            parent: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_optimise::{CmaEsSettings, KnockoutSettings};

    const QUICKSTART: &str = include_str!("../../../../configs/quickstart.toml");

    fn message(text: &str) -> String {
        match EvolveConfig::parse("c.toml", text).and_then(|config| config.check("c.toml")) {
            Ok(_) => panic!("this should be refused:\n{text}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_shipped_configs_are_right() {
        for text in [
            QUICKSTART,
            include_str!("../../../../configs/overnight.toml"),
            include_str!("../../../../configs/from-random.toml"),
            include_str!("../../../../configs/rbc-quickstart.toml"),
        ] {
            EvolveConfig::parse("shipped", text)
                .unwrap()
                .check("shipped")
                .unwrap();
        }
    }

    #[test]
    fn mistakes_name_file_and_key_and_what_is_right() {
        let unknown = message(&QUICKSTART.replace("[bout]", "[bout]\npears = 3"));
        assert!(
            unknown.contains("c.toml") && unknown.contains("pears"),
            "{unknown}"
        );
        assert!(
            unknown.contains("extra_pairs"),
            "lists what there is: {unknown}"
        );
        let size = with_line(QUICKSTART, "size = ", "size = 6");
        let size = message(&size);
        assert!(
            size.contains("c.toml: population.size = 6") && size.contains('8'),
            "{size}"
        );
        let weights = message(&with_line(QUICKSTART, "start = ", "start = \"no.toml\""));
        assert!(
            weights.contains("c.toml: start") && weights.contains("no.toml"),
            "{weights}"
        );
        let player = message(&with_line(QUICKSTART, "player = ", "player = \"random\""));
        assert!(
            player.contains("c.toml: player") && player.contains("darkboard"),
            "{player}"
        );
    }

    #[test]
    fn a_number_that_is_out_of_range_is_told_by_its_range_and_its_key() {
        let line = |start: &str, line: &str| message(&with_line(QUICKSTART, start, line));
        let cases = [
            (
                "seed = ",
                "seed = -2",
                "seed = -2: must be from 0 to 9007199254740991",
            ),
            (
                "generations = ",
                "generations = 9999999999",
                "population.generations = 9999999999: must be from 1 to 100000",
            ),
            (
                "size = ",
                "size = -2",
                "population.size = -2: must be 0 or more",
            ),
            (
                "pairs = ",
                "pairs = 2.5",
                "pairs = 2.5: must be a whole number from 1 to 10000",
            ),
            ("name = ", "name = 3", "name = 3: must be a text in quotes"),
        ];
        for (start, wrong, wanted) in cases {
            let said = line(start, wrong);
            assert!(said.contains(wanted) && said.contains("line "), "{said}");
            assert!(!wrong.contains('-') || !said.contains("whole"), "{said}");
        }
    }

    #[test]
    fn a_wrong_key_is_named_with_the_nearest_right_one() {
        let near = message(&QUICKSTART.replace("[bout]", "[bout]\npears = 3"));
        assert!(near.contains("there is no key bout.pears;"), "{near}");
        assert!(near.ends_with("did you mean 'pairs'?"), "{near}");
        let weight = message(&with_line(QUICKSTART, "frozen = ", "frozen = [\"riks\"]"));
        assert!(weight.contains("did you mean 'risk'?"), "{weight}");
        let bred = without("[tuner]", QUICKSTART);
        let other = message(&format!(
            "{bred}\n[tuner]\nkind = \"knockout\"\nsigma = 0.1\n"
        ));
        let wanted = "tuner.sigma: kind = \"knockout\" has no such key; it belongs to \"cma-es\"";
        assert!(other.contains(wanted), "{other}");
        let tabu = message(&format!("{bred}\n[tuner]\nkind = \"cma_es\"\n"));
        assert!(tabu.contains("did you mean 'cma-es'?"), "{tabu}");
        let text = message(&format!(
            "{bred}\n[tuner]\nkind = \"cma-es\"\nsigma = \"x\"\n"
        ));
        assert!(
            text.contains("tuner.sigma = \"x\": must be a number from 0.001 to 0.5"),
            "{text}"
        );
    }

    #[test]
    fn a_list_that_is_too_long_and_a_range_without_the_start_are_refused() {
        let proof = with_line(QUICKSTART, "sprt = ", "sprt = [0, 10, 3]");
        let proof = message(&proof);
        assert!(
            proof.contains("proof.sprt = [0, 10, 3]: must be 2 values, and these are 3"),
            "{proof}"
        );
        let ranged = |range: &str| {
            let range = format!("range = {{ queen_value = {range} }}");
            EvolveConfig::parse(
                "c.toml",
                &QUICKSTART.replacen("frozen = ", &format!("{range}\nfrozen = "), 1),
            )
            .and_then(|config| config.check("c.toml"))
            .map_err(|error| error.to_string())
        };
        let long = ranged("[4, 5, 6]").unwrap_err();
        assert!(
            long.contains("weights.range.queen_value = [4, 5, 6]: must be 2 values"),
            "{long}"
        );
        let start = ranged("[4, 4.5]").unwrap_err();
        assert!(
            start.contains("weights.range.queen_value = [4, 4.5]: must contain the start value"),
            "{start}"
        );
        ranged("[1, 25]").unwrap();
    }

    /// `text` without `section`.
    fn without(section: &str, text: &str) -> String {
        let (before, rest) = text.split_once(section).unwrap();
        let after = rest.split_once("\n[").map_or("", |(_, after)| after);
        format!("{before}[{after}")
    }

    #[test]
    fn what_is_left_out_of_the_tuner_is_written_down() {
        let understood = |text: &str| {
            let config = EvolveConfig::parse("c.toml", text).unwrap();
            config.check("c.toml").unwrap().config
        };
        let bred = without("[tuner]", QUICKSTART);
        assert_eq!(
            understood(&bred).tuner,
            Some(Method::Knockout(KnockoutSettings::default()))
        );
        let config = understood(&without("[breeding]", &bred));
        let max_pairs = Some(config.bout.pairs);
        let cma_es = CmaEsSettings {
            max_pairs,
            ..CmaEsSettings::default()
        };
        assert_eq!(config.tuner, Some(Method::CmaEs(cma_es)));
        let few = with_line(&bred, "frozen = ", "only = [\"danger\", \"control\"]");
        let config = understood(&without("[breeding]", &few));
        assert!(matches!(config.tuner, Some(Method::Clop(_))));
    }

    #[test]
    fn every_tuner_is_read_and_refuses_what_is_not_its_own() {
        let bred = without("[tuner]", QUICKSTART);
        let plain = without("[breeding]", &bred);
        let few = with_line(&plain, "frozen = ", "only = [\"danger\", \"control\"]");
        for (kind, plain) in [("cma-es", &plain), ("spsa", &plain), ("clop", &few)] {
            let text = format!("{plain}\n[tuner]\nkind = \"{kind}\"\n");
            let config = EvolveConfig::parse("c.toml", &text).unwrap();
            let plan = config.check("c.toml").unwrap();
            assert!(plan.config.breeding.is_none(), "{kind}");
            let own = message(&format!("{bred}\n[tuner]\nkind = \"{kind}\"\n"));
            assert!(
                own.contains("[breeding]") && own.contains("knockout"),
                "{own}"
            );
        }
        let text = format!("{plain}\n[tuner]\nkind = \"knockout\"\n");
        let knockout = EvolveConfig::parse("c.toml", &text).unwrap();
        let plan = knockout.check("c.toml").unwrap();
        assert!(plan.config.breeding.is_some(), "defaults are written down");
        let unknown = message(&format!("{bred}\n[tuner]\nkind = \"tabu\"\n"));
        assert!(
            unknown.contains("c.toml") && unknown.contains("tabu") && unknown.contains("cma-es"),
            "{unknown}"
        );
        let many = message(&format!("{plain}\n[tuner]\nkind = \"clop\"\n"));
        assert!(
            many.contains("at most 8 weights") && many.contains("weights.only"),
            "{many}"
        );
        let key = message(&format!("{plain}\n[tuner]\nkind = \"spsa\"\nsigma = 0.1\n"));
        assert!(key.contains("sigma") && key.contains("stability"), "{key}");
        let value = message(&format!(
            "{plain}\n[tuner]\nkind = \"cma-es\"\nsigma = 3.0\n"
        ));
        assert!(
            value.contains("tuner.sigma = 3: must be from 0.001 to 0.5"),
            "{value}"
        );
        let odd = with_line(&plain, "size = ", "size = 7");
        let odd = message(&format!("{odd}\n[tuner]\nkind = \"spsa\"\n"));
        assert!(
            odd.contains("population.size = 7: must be an even number"),
            "{odd}"
        );
        let weights = message(&with_line(QUICKSTART, "frozen = ", "frozen = [\"riks\"]"));
        assert!(
            weights.contains("weights.frozen") && weights.contains("riks"),
            "{weights}"
        );
        let share = message(&format!("{QUICKSTART}\n[opponents]\npopulation = 0\n"));
        assert!(
            share.contains("opponents.population = 0: must be from 0.01"),
            "{share}"
        );
        let title = message(&format!("{QUICKSTART}\n[title]\npairs = 9\n"));
        assert!(
            title.contains("title.pairs = 9") && title.contains("twins"),
            "{title}"
        );
    }

    #[test]
    fn the_weights_of_any_player_that_has_some_evolve() {
        let text = with_line(
            QUICKSTART,
            "player = ",
            "player = \"darkboard-2006:depth=1\"",
        );
        let text = with_line(&text, "start = ", "");
        let text = with_line(&text, "frozen = ", "frozen = [\"singleton\"]");
        let plan = EvolveConfig::parse("c.toml", &text).unwrap();
        let plan = plan.check("c.toml").unwrap();
        let setup = &plan.settings.setup;
        assert_eq!(plan.config.start, "default");
        assert_eq!(setup.start.get("king_value"), Some(8.0));
        assert!(setup.space.names().contains(&"captured"));
        let own = setup.weight_file(&setup.space.random(1), "");
        assert!(own.contains("player = \"darkboard-2006:depth=1\""), "{own}");
        let run = super::super::RunFile::of_evolution(&plan);
        let again = run.evolution().unwrap().unwrap();
        assert_eq!(again.settings.setup.start, setup.start);
        assert_eq!(again.settings.setup.player, setup.player);
        let other = message(&with_line(
            &text,
            "player = ",
            "player = \"darkboard-2006:king=9\"",
        ));
        assert!(other.contains("its weights are what evolves"), "{other}");
        let other = message(&format!("start = \"evolved\"\n{text}"));
        assert!(other.contains("embedded weight sets: default"), "{other}");
    }

    #[test]
    fn a_random_start_is_drawn_by_the_seed_and_kept() {
        let drawn = |seed: u64| {
            let text = with_line(QUICKSTART, "start = ", "start = \"random\"");
            let text = with_line(&text, "seed = ", &format!("seed = {seed}"));
            let config = EvolveConfig::parse("c.toml", &text).unwrap();
            config.check("c.toml").unwrap().settings.setup.start
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
    }

    /// Replaces the first line that begins with `start`.
    fn with_line(text: &str, start: &str, line: &str) -> String {
        let mut done = false;
        let lines = text.lines().map(|old| {
            if !done && old.starts_with(start) {
                done = true;
                line
            } else {
                old
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}
