//! Player specs: `random`, `semi-random`, `darkboard:weights=thesis,depth=2`.

use std::any::Any;
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;

use super::Player;
use super::chosen_book::ChosenBook;
use super::darkboard::DarkboardSettings;
use super::darkboard_2006::Darkboard2006Settings;
use super::definition::{AnySettings, Files, Library, SpecError};
use super::information_set::InformationSetSettings;
use super::process::ProcessSpec;
use super::random::RandomSettings;
use super::sampling::{Method, SamplingSettings};
use super::semi_random::SemiRandomSettings;
use super::tree::TreeSettings;
use crate::darkboard::Weights;
use crate::darkboard::weights::USUAL;
use crate::options::{did_you_mean, joined, parse};
use darkforge_kriegspiel::text::{is_line, one_line};
use darkforge_streams::Stream;

/// All players except programs, without options: a line each.
fn players() -> Vec<Arc<dyn AnySettings>> {
    vec![
        Arc::new(RandomSettings::default()),
        Arc::new(SemiRandomSettings),
        Arc::new(SamplingSettings::usual(Method::Aos)),
        Arc::new(SamplingSettings::usual(Method::Los)),
        Arc::new(SamplingSettings::usual(Method::Aosp)),
        Arc::new(SamplingSettings::usual(Method::Hs)),
        Arc::new(InformationSetSettings::default()),
        Arc::new(TreeSettings::default()),
        Arc::new(DarkboardSettings::unloaded()),
        Arc::new(Darkboard2006Settings::default()),
    ]
}

/// A player that can be made any number of times, once for each game.
#[derive(Clone, Debug)]
pub struct PlayerSpec(Arc<dyn AnySettings>);

impl PlayerSpec {
    /// The random player.
    pub fn random() -> PlayerSpec {
        PlayerSpec(Arc::new(RandomSettings::default()))
    }

    /// The semi-random player.
    pub fn semi_random() -> PlayerSpec {
        PlayerSpec(Arc::new(SemiRandomSettings))
    }

    /// The engine with its defaults.
    pub fn darkboard() -> PlayerSpec {
        PlayerSpec::with_weights(USUAL, Weights::usual())
    }

    /// The engine with its defaults and these weights.
    pub fn with_weights(name: &str, weights: Weights) -> PlayerSpec {
        PlayerSpec(Arc::new(DarkboardSettings::with_weights(name, weights)))
    }

    /// Reads a spec, taking weights and books from `library`.
    ///
    /// # Errors
    /// If there is no such player, or an option is wrong.
    pub fn read(text: &str, library: &dyn Library) -> Result<PlayerSpec, SpecError> {
        let unknown = |name: &str| {
            let names: Vec<&str> = players().iter().map(|player| player.name()).collect();
            SpecError::Unknown {
                name: name.to_owned(),
                known: joined(&names, "and"),
                hint: did_you_mean(name, names),
            }
        };
        if !is_line(text) {
            return Err(SpecError::Lines(one_line(text).into_owned()));
        }
        if let Some(rest) = text.strip_prefix("process") {
            let (options, rest) = match rest.strip_prefix('[') {
                None => ("", rest),
                Some(inside) => inside.split_once(']').ok_or_else(|| unknown(text))?,
            };
            let command = rest.strip_prefix(':').ok_or_else(|| unknown(text))?;
            let written = parse(options).map_err(SpecError::Value)?;
            return Ok(PlayerSpec(
                ProcessSpec::new(command)?.read(&written, library)?,
            ));
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let written = parse(options).map_err(SpecError::Value)?;
        let player = players().into_iter().find(|player| player.name() == name);
        let player = player.ok_or_else(|| unknown(name))?;
        Ok(PlayerSpec(player.read(&written, library)?))
    }

    /// Whether `text` sets `option`, even to its default.
    pub fn sets(text: &str, option: &str) -> bool {
        let (_, options) = text.split_once(':').unwrap_or((text, ""));
        !text.starts_with("process")
            && parse(options).is_ok_and(|written| written.contains_key(option))
    }

    /// All players and their options, for `--help`.
    pub fn help() -> String {
        let mut text = "Players: NAME or NAME:OPTION=VALUE,...".to_owned();
        let mut earlier: Vec<(String, String)> = Vec::new();
        let process = ProcessSpec::default();
        for player in players() {
            let options = player.help();
            let _ = write!(text, "\n  {}", player.name());
            if !options.is_empty() && options == earlier {
                text.push_str(": the same options");
                continue;
            }
            write_options(&mut text, &options);
            earlier = options;
        }
        text.push_str(
            "\n  process:PATH ARG..., process[OPTION=VALUE,...]:PATH ARG...    a program",
        );
        write_options(&mut text, &process.help());
        text
    }

    /// The player for one game, drawing from `stream`.
    pub fn build(&self, stream: Stream) -> Box<dyn Player> {
        self.0.build(stream)
    }

    /// The engine's settings, if this is the engine.
    pub fn engine(&self) -> Option<&DarkboardSettings> {
        self.settings()
    }

    /// The player's weights, if it has any.
    pub fn weights(&self) -> Option<&Weights> {
        self.engine().map(|engine| &engine.weights)
    }

    /// The player's opening book, if it has any.
    pub fn book(&self) -> Option<&ChosenBook> {
        let of_2006 = self.settings::<Darkboard2006Settings>();
        match self.engine() {
            Some(engine) => engine.book.as_ref(),
            None => of_2006?.book(),
        }
    }

    /// The program that plays, if one does.
    pub fn program(&self) -> Option<&ProcessSpec> {
        self.settings()
    }

    /// The program that plays or judges boards, if there is one.
    pub fn process(&self) -> Option<&ProcessSpec> {
        let judge = || self.settings::<SamplingSettings>()?.uci.as_ref();
        self.program().or_else(judge)
    }

    /// The same player with other weights; players without weights do not change.
    #[must_use]
    pub fn reweighted(&self, name: &str, new: &Weights) -> PlayerSpec {
        self.changed(|engine| engine.reweight(name, new))
    }

    /// The same player with this budget of positions for a move; players without a budget do not
    /// change.
    #[must_use]
    pub fn with_positions(&self, positions: u32) -> PlayerSpec {
        self.changed(|engine| engine.set_positions(positions))
    }

    fn settings<T: Any>(&self) -> Option<&T> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }

    fn changed(&self, change: impl FnOnce(&mut DarkboardSettings)) -> PlayerSpec {
        let Some(engine) = self.engine() else {
            return self.clone();
        };
        let mut engine = engine.clone();
        change(&mut engine);
        PlayerSpec(Arc::new(engine))
    }
}

fn write_options(text: &mut String, options: &[(String, String)]) {
    for (option, about) in options {
        let _ = write!(text, "\n    {option:<32} {about}");
    }
}

impl PartialEq for PlayerSpec {
    /// Whether the same text names both, with the same weights and the same book.
    fn eq(&self, other: &PlayerSpec) -> bool {
        self.to_string() == other.to_string()
            && self.weights() == other.weights()
            && self.book() == other.book()
    }
}

impl fmt::Display for PlayerSpec {
    /// The shortest text that means this player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text())
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    /// Reads a spec; a weight file that it names is read at once.
    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        PlayerSpec::read(text, &Files)
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_survives_its_text() {
        for text in [
            "random",
            "random:nonsense=0.2",
            "semi-random",
            "darkboard",
            "darkboard:depth=1",
            "darkboard:weights=thesis,depth=3,stalemate=off,ties=0.5",
            "darkboard:search=enhanced,positions=1000",
            "darkboard:particles=0,progress=off,any=off",
            "darkboard:depth=1,book=default",
            "darkboard:deductions=off,endgame=off,remnant=off,exchanges=off",
            "darkboard:control=off,power=off",
            "process:darkforge engine darkboard:depth=1,positions=5",
            "process:'my engine' a,b:c [d]",
            "process[start=0.5,deadline=30,quit=1,positions=100,movetime=50,keep=on]:x y",
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        assert_eq!(
            "darkboard".parse::<PlayerSpec>().unwrap(),
            PlayerSpec::darkboard()
        );
        let without: PlayerSpec = "darkboard:book=none".parse().unwrap();
        assert_eq!(without, PlayerSpec::darkboard());
    }

    #[test]
    fn every_option_stands_in_the_documentation() {
        let page = include_str!("../../../../docs/players.md");
        let programs: Arc<dyn AnySettings> = Arc::new(ProcessSpec::default());
        for player in players().into_iter().chain([programs]) {
            let name = format!("`{}`", player.name());
            let mut sections = page.split("\n## ").skip(1);
            let titled = |section: &&str| section.lines().next().unwrap().contains(&name);
            let section = sections.find(titled);
            let section = section.unwrap_or_else(|| panic!("no section for {name}"));
            for (option, _) in player.help() {
                let (option, _) = option.split_once('=').unwrap();
                let cell = format!("`{option}=");
                assert!(section.contains(&cell), "{option} of {name}");
            }
        }
    }

    #[test]
    fn mistakes_say_what_is_right() {
        let message = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(message("darkbored").contains("semi-random"));
        assert!(message("random:depth=1").contains("it has nonsense"));
        assert!(message("semi-random:depth=1").contains("it has none"));
        assert!(message("random:nonsense=1").contains("from 0 to 0.9"));
        assert!(message("darkboard:dept=1").ends_with(
            "it has weights, book, search, depth, positions, particles, stalemate, progress, \
             deductions, control, power, endgame, remnant, exchanges, any and ties; did you mean 'depth'?"
        ));
        assert!(message("darkbord:depth=1").ends_with("did you mean 'darkboard'?"));
        assert!(message("darkboard:depth=0").contains("1 to 4"));
        assert!(message("darkboard:depth").contains("OPTION=VALUE"));
        assert!(message("darkboard:weights=nowhere.toml").contains("nowhere.toml"));
        assert!(message("process").contains("process[[OPTION=VALUE,...]]:PATH"));
        assert!(message("process:").contains("PATH ARG"));
        assert!(message("process[deadline=0]:x").contains("0.001"));
        assert!(message("process[deadlin=1]:x").contains("it has start, deadline"));
        let lost = "process:./nowhere x".parse::<PlayerSpec>().unwrap();
        let lost = lost.process().unwrap().find().unwrap_err().to_string();
        assert!(
            lost.contains("./nowhere") && lost.contains("no such"),
            "{lost}"
        );
        let book = message("darkboard:book=nowhere.txt");
        assert!(book.contains("nowhere.txt") && book.contains("default"));
    }
}
