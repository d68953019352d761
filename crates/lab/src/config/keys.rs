//! The keys of the configs, as the types that read them describe them: explanations of keys, and
//! a first config with comments.

use std::fmt::Write as _;

use serde::Serialize;
use toml::{Table, Value};

use super::section::check_name;
use super::tournament::{FormatConfig, PlayerConfig};
use super::{
    BoutConfig, BreedingConfig, EvolveConfig, NoiseConfig, OpponentsConfig, PopulationConfig,
    ProofConfig, ReferenceConfig, StopConfig, TermsConfig, TitleConfig, TournamentConfig,
    WeightsConfig,
};
use darkforge_engine::options::did_you_mean;
use darkforge_optimise::{Key, KeyKind, Method, Ranges};

/// The least evolution: the keys that must be there, with values to begin with.
const EVOLUTION: &str = r#"
name = "evolution"
[population]
size = 16
generations = 40
[reference]
player = "darkboard"
pairs = 100
"#;

/// The least tournament.
const TOURNAMENT: &str = r#"
name = "tournament"
format = "round-robin"
[[players]]
name = "darkboard"
spec = "darkboard"
[[players]]
name = "semi-random"
spec = "semi-random"
"#;

/// Rule for the tuner of a config without `[tuner]`.
const TUNER_OF_SECTIONS: &str = "knockout with a section [breeding] or [title], otherwise clop for \
    up to eight searched weights and cma-es for more";

/// A key of a config.
#[derive(Clone, Debug)]
pub struct ConfigKey {
    /// Its path, such as `population.size`.
    pub key: String,
    /// The line that other keys of its section belong to, such as `kind = "cma-es"`; empty for
    /// keys that stand alone.
    pub kind_of_section: String,
    /// Kind of its values, in words.
    pub kind: String,
    /// Range of its values, in words.
    pub range: Option<String>,
    /// Whether it must be there.
    pub required: bool,
    /// Default as TOML; of a required or derived key a value to begin with.
    pub default: Option<String>,
    /// Rule by which its value follows from other keys if it is left out, in words.
    pub derived: Option<String>,
    /// Its meaning.
    pub about: String,
}

/// Keys that stand together in a config.
#[derive(Clone, Debug)]
pub struct ConfigSection {
    /// Line that begins the section, such as `[population]`; empty for keys at the top.
    pub header: String,
    /// Its meaning.
    pub about: String,
    /// Whether a first config begins it: its keys are required or have their defaults anyway.
    is_open: bool,
    /// Its keys.
    pub keys: Vec<ConfigKey>,
}

/// The keys of a kind of config.
pub struct ConfigKeys {
    /// The command that reads it.
    pub command: &'static str,
    /// All keys, in the order in which a config may write them.
    pub sections: Vec<ConfigSection>,
}

/// Description of a section: its path in keys, its header, and the choice to which it belongs.
struct Place<'a> {
    path: &'a str,
    header: String,
    about: String,
    kind: String,
    is_open: bool,
}

impl Place<'_> {
    /// The section of these keys, whose values are `values`; those that `least` has are required.
    fn section(self, keys: Vec<Key>, values: &Table, least: Option<&Table>) -> ConfigSection {
        let single = keys.into_iter().filter(|key| !is_section(&key.kind));
        let keys = single.map(|key| ConfigKey {
            key: format!("{}{}", self.path, key.name),
            kind_of_section: self.kind.clone(),
            kind: key.kind,
            range: key.range,
            required: least.is_some_and(|least| least.contains_key(key.name)),
            default: values.get(key.name).map(ToString::to_string),
            derived: None,
            about: key.about.replace('`', ""),
        });
        ConfigSection {
            keys: keys.collect(),
            header: self.header,
            about: self.about,
            is_open: self.is_open,
        }
    }
}

/// Whether values of this kind are sections.
fn is_section(kind: &str) -> bool {
    kind.contains(<Method as KeyKind>::SECTION)
}

/// Settings as a table of TOML. Every config can be written as one.
fn table(settings: &impl Serialize) -> Table {
    match Value::try_from(settings) {
        Ok(Value::Table(table)) => table,
        _ => Table::new(),
    }
}

/// The named sections of a config.
struct Sections<'a> {
    /// Keys at the top, among them the sections.
    keys: &'a [Key],
    /// The shortest config that is right.
    least: &'a Table,
    /// The same as it is understood, with all defaults.
    values: &'a Table,
}

impl Sections<'_> {
    /// A section that every config has.
    fn required<T: Ranges>(&self, name: &str) -> ConfigSection {
        let [least, values] =
            [self.least, self.values].map(|config| config.get(name).and_then(Value::as_table));
        self.section(name, T::keys(), values.unwrap_or(&Table::new()), least)
    }

    /// A section that may be left out.
    fn optional<T: Ranges + Serialize + Default>(&self, name: &str) -> ConfigSection {
        self.section(name, T::keys(), &table(&T::default()), None)
    }

    fn section(
        &self,
        name: &str,
        keys: Vec<Key>,
        values: &Table,
        least: Option<&Table>,
    ) -> ConfigSection {
        let about = self.keys.iter().find(|key| key.name == name);
        let place = Place {
            path: &format!("{name}."),
            header: format!("[{name}]"),
            about: about.map_or_else(String::new, |key| key.about.to_owned()),
            kind: String::new(),
            is_open: least.is_some(),
        };
        place.section(keys, values, least)
    }
}

/// Sections of the kinds that a key called `tag` chooses from. `derived` is the rule by which the
/// kind follows from other sections.
fn kinds<T: Serialize>(
    (path, header, tag): (&str, &str, &str),
    derived: &str,
    all: Vec<(T, &'static str, Vec<Key>)>,
) -> Vec<ConfigSection> {
    let all: Vec<_> = all
        .into_iter()
        .map(|(settings, about, keys)| {
            let values = table(&settings);
            let kind = values.get(tag).and_then(Value::as_str).unwrap_or_default();
            (kind.to_owned(), values, about, keys)
        })
        .collect();
    let names: Vec<&str> = all.iter().map(|(kind, ..)| kind.as_str()).collect();
    let chosen = |kind: &str| ConfigKey {
        key: format!("{path}{tag}"),
        kind_of_section: String::new(),
        kind: format!("one of {}", names.join(", ")),
        range: None,
        required: false,
        default: Some(format!("\"{kind}\"")),
        derived: Some(derived.to_owned()),
        about: format!(
            "Kind of {header}, on which its other keys depend. The section must name it."
        ),
    };
    let sections = all.iter().map(|(name, values, about, keys)| {
        let kind = format!("{tag} = \"{name}\"");
        let place = Place {
            path,
            header: header.to_owned(),
            about: (*about).to_owned(),
            kind,
            is_open: false,
        };
        let mut section = place.section(keys.clone(), values, None);
        if !header.is_empty() {
            section.keys.insert(0, chosen(name));
        }
        section
    });
    sections.collect()
}

impl ConfigKeys {
    /// The keys of `darkforge evolve CONFIG`.
    pub fn of_evolution() -> ConfigKeys {
        let keys = EvolveConfig::keys();
        let least = toml::from_str::<Table>(EVOLUTION).unwrap_or_default();
        let config = EvolveConfig::parse("the least evolution", EVOLUTION);
        let values = config.as_ref().map(table).unwrap_or_default();
        let of = Sections {
            keys: &keys,
            least: &least,
            values: &values,
        };
        let mut sections = vec![
            top("evolve", keys.clone(), &values, &least),
            of.required::<PopulationConfig>("population"),
            of.required::<ReferenceConfig>("reference"),
            of.optional::<BoutConfig>("bout"),
            of.optional::<NoiseConfig>("noise"),
            of.optional::<OpponentsConfig>("opponents"),
            of.optional::<WeightsConfig>("weights"),
            of.optional::<ProofConfig>("proof"),
            of.optional::<StopConfig>("stop"),
        ];
        let tuner = ("tuner.", "[tuner]", "kind");
        sections.extend(kinds(tuner, TUNER_OF_SECTIONS, Method::all()));
        sections.push(of.optional::<BreedingConfig>("breeding"));
        sections.push(of.optional::<TitleConfig>("title"));
        ConfigKeys {
            command: "evolve",
            sections,
        }
    }

    /// The keys of `darkforge tournament CONFIG`.
    pub fn of_tournament() -> ConfigKeys {
        let least = toml::from_str::<Table>(TOURNAMENT).unwrap_or_default();
        let config = TournamentConfig::parse("the least tournament", TOURNAMENT);
        let values = config.as_ref().map(table).unwrap_or_default();
        let players = values.get("players").and_then(Value::as_array);
        let mut sections = vec![top("tournament", TournamentConfig::keys(), &values, &least)];
        sections.extend(kinds(("", "", "format"), "", FormatConfig::all()));
        let keys = TournamentConfig::keys();
        let of = Sections {
            keys: &keys,
            least: &least,
            values: &values,
        };
        sections.push(of.optional::<TermsConfig>("terms"));
        for player in players.into_iter().flatten().filter_map(Value::as_table) {
            let place = Place {
                path: "players.",
                header: "[[players]]".to_owned(),
                about: "A player; two or more of them.".to_owned(),
                kind: String::new(),
                is_open: true,
            };
            sections.push(place.section(PlayerConfig::keys(), player, Some(player)));
        }
        ConfigKeys {
            command: "tournament",
            sections,
        }
    }

    /// All keys, each once.
    pub fn all(&self) -> Vec<&ConfigKey> {
        let mut keys: Vec<&ConfigKey> = Vec::new();
        for key in self.sections.iter().flat_map(|section| &section.keys) {
            let is_there = |other: &&ConfigKey| {
                other.key == key.key && other.kind_of_section == key.kind_of_section
            };
            if !keys.iter().any(is_there) {
                keys.push(key);
            }
        }
        keys
    }

    /// The keys that `name` stands for: a key by its path or its last part, or a section.
    ///
    /// # Errors
    /// There are none: the nearest right name.
    pub fn find(&self, name: &str) -> Result<Vec<&ConfigKey>, String> {
        let all = self.all();
        let split = |key: &ConfigKey| match key.key.rsplit_once('.') {
            Some((section, last)) => [section.to_owned(), last.to_owned()],
            None => [String::new(), key.key.clone()],
        };
        let ways: [&dyn Fn(&ConfigKey) -> bool; 3] = [
            &|key| key.key == name,
            &|key| split(key)[0] == name,
            &|key| split(key)[1] == name,
        ];
        for is_meant in ways {
            let found = all.iter().copied().filter(|key| is_meant(key));
            let found: Vec<&ConfigKey> = found.collect();
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let parts = all.iter().flat_map(|key| {
            let last = key
                .key
                .rsplit_once('.')
                .map_or(key.key.as_str(), |(_, last)| last);
            [key.key.as_str(), last]
        });
        let sections = self
            .sections
            .iter()
            .map(|section| section.header.trim_matches(['[', ']']));
        let hint = did_you_mean(name, parts.chain(sections).filter(|name| !name.is_empty()));
        Err(format!(
            "there is no key {name} of darkforge {}{hint}",
            self.command
        ))
    }

    /// A config with all keys for a file called `stem`: required keys have a value, the others are
    /// after `#` with their defaults.
    pub fn first_config(&self, stem: &str) -> String {
        let command = self.command;
        let mut text = format!(
            "# Config of `darkforge {command}`. A key after # shows its default. To change it, remove the #\n\
             # (and that of its section). All keys: darkforge {command} --explain\n"
        );
        for section in &self.sections {
            let comment = if section.is_open { "" } else { "#" };
            let kind = section
                .keys
                .last()
                .map_or("", |key| key.kind_of_section.as_str());
            if !section.header.is_empty() {
                let _ = writeln!(text, "\n# {}\n{comment}{}", section.about, section.header);
            } else if !kind.is_empty() {
                let _ = writeln!(text, "\n# Keys with {kind}: {}", section.about);
            }
            for key in &section.keys {
                let name = key.key.rsplit('.').next().unwrap_or_default();
                let _ = writeln!(text, "# {} ({})", key.about, key.values());
                let stem = (key.key == "name" && check_name("", stem).is_ok())
                    .then(|| format!("\"{stem}\""));
                let comment = if key.required { comment } else { "#" };
                if let Some(value) = stem.as_ref().or(key.default.as_ref()) {
                    let _ = writeln!(text, "{comment}{name} = {value}");
                }
            }
        }
        text
    }
}

/// The keys at the top of a config.
fn top(command: &str, keys: Vec<Key>, values: &Table, least: &Table) -> ConfigSection {
    let place = Place {
        path: "",
        header: String::new(),
        about: format!("Keys of `darkforge {command}`."),
        kind: String::new(),
        is_open: true,
    };
    place.section(keys, values, Some(least))
}

impl ConfigKey {
    /// The values that it may have, in words.
    pub fn values(&self) -> String {
        let range = self.range.as_ref().map(|range| format!(" {range}"));
        format!("{}{}", self.kind, range.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` without the # before the section `number`, counted from 0, and its keys.
    fn with_section(text: &str, number: usize) -> String {
        let parts = text.split("\n\n").enumerate();
        let parts = parts.map(|(at, part)| {
            let lines = part.lines().map(|line| match line.strip_prefix('#') {
                Some(key) if at == number && !key.starts_with([' ', '#']) => key,
                _ => line,
            });
            lines.collect::<Vec<_>>().join("\n")
        });
        parts.collect::<Vec<_>>().join("\n\n")
    }

    #[test]
    fn a_first_config_is_right_as_written_and_with_each_section_that_it_offers() {
        let keys = ConfigKeys::of_evolution();
        let text = keys.first_config("night");
        let config = EvolveConfig::parse("night.toml", &text).unwrap();
        assert_eq!(config.name, "night");
        let plain = config.check("night.toml").unwrap().settings;
        for number in 0..text.split("\n\n").count() {
            let text = with_section(&text, number);
            let config = EvolveConfig::parse("night.toml", &text);
            let config = config.unwrap_or_else(|error| panic!("{error}:\n{text}"));
            match config.check("night.toml") {
                Ok(plan) => assert_eq!(plan.settings.setup.seed, plain.setup.seed),
                Err(error) => assert!(error.to_string().contains("at most 8 weights"), "{error}"),
            }
        }
        let keys = ConfigKeys::of_tournament();
        let text = keys.first_config("two words");
        let config = TournamentConfig::parse("t.toml", &text).unwrap();
        assert_eq!(
            config.name, "tournament",
            "a name that is no folder's is not taken"
        );
        config.check("t.toml").unwrap();
    }

    #[test]
    fn exactly_the_keys_that_are_said_to_be_required_are() {
        fn check(least: &str, required: &[&str], parse: impl Fn(&str) -> bool) {
            assert!(parse(least));
            for key in required {
                let last = key.rsplit('.').next().unwrap();
                let without = least.lines().filter(|line| !line.starts_with(last));
                let without: Vec<&str> = without.collect();
                assert!(!parse(&without.join("\n")), "{key} can be left out");
            }
        }
        let keys = ConfigKeys::of_evolution();
        let required = keys.all().into_iter().filter(|key| key.required);
        let required: Vec<&str> = required.map(|key| key.key.as_str()).collect();
        let wanted = [
            "name",
            "population.size",
            "population.generations",
            "reference.player",
            "reference.pairs",
        ];
        assert_eq!(required, wanted);
        check(EVOLUTION, &required, |text| {
            EvolveConfig::parse("e", text).is_ok()
        });
        let keys = ConfigKeys::of_tournament();
        let required = keys.all().into_iter().filter(|key| key.required);
        let required: Vec<&str> = required.map(|key| key.key.as_str()).collect();
        assert_eq!(required, ["name", "format", "players.name", "players.spec"]);
        check(TOURNAMENT, &required, |text| {
            TournamentConfig::parse("t", text).is_ok()
        });
    }

    #[test]
    fn every_key_has_a_meaning_and_a_misspelt_one_is_answered_with_the_nearest() {
        for keys in [ConfigKeys::of_evolution(), ConfigKeys::of_tournament()] {
            for key in keys.all() {
                assert!(key.about.ends_with('.'), "{}: {}", key.key, key.about);
            }
        }
        let keys = ConfigKeys::of_evolution();
        let names = |name: &str| -> Vec<String> {
            let found = keys.find(name).unwrap();
            found.iter().map(|key| key.key.clone()).collect()
        };
        assert_eq!(
            names("population"),
            ["population.size", "population.generations"]
        );
        assert_eq!(names("sigma"), ["tuner.sigma"]);
        let wrong = keys.find("population.sise").unwrap_err();
        assert!(
            wrong.ends_with("did you mean 'population.size'?"),
            "{wrong}"
        );
    }
}
