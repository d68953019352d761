//! Player specs: `random`, `semi-random`, `darkboard:weights=thesis,depth=2`.

use std::any::Any;
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;

use super::chosen_book::ChosenBook;
use super::chosen_opponent::ChosenOpponent;
use super::darkboard::DarkboardSettings;
use super::darkboard_2006::Darkboard2006Settings;
use super::definition::{AnySettings, Files, GameKind, Library, SpecError};
use super::dsmcp::DsmcpSettings;
use super::given_name;
use super::information_set::InformationSetSettings;
use super::process::{ProcessSpec, find};
use super::random::RandomSettings;
use super::recon::{AttackerSettings, ScoutSettings, SweepSettings, TroutSettings};
use super::sampling::{Method, SamplingSettings};
use super::semi_random::SemiRandomSettings;
use super::tree::TreeSettings;
use super::weighted::Weighing;
use super::{Player, ReconPlayer};
use crate::darkboard::LIST;
use crate::options::{did_you_mean, joined, parse};
use crate::weights::{WeightList, WeightTable, Weights};
use darkforge_board::Color;
use darkforge_kriegspiel::protocol::Clock;
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
        Arc::new(AttackerSettings),
        Arc::new(SweepSettings),
        Arc::new(ScoutSettings::default()),
        Arc::new(TroutSettings::default()),
        Arc::new(DsmcpSettings::default()),
    ]
}

/// A player that can be made any number of times, once for each game.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    settings: Arc<dyn AnySettings>,
    /// Name in tables and records, if the user gave one: the option `name` of every player.
    name: Option<String>,
}

impl From<Arc<dyn AnySettings>> for PlayerSpec {
    fn from(settings: Arc<dyn AnySettings>) -> PlayerSpec {
        PlayerSpec {
            settings,
            name: None,
        }
    }
}

impl PlayerSpec {
    /// The random player.
    pub fn random() -> PlayerSpec {
        PlayerSpec::of(RandomSettings::default())
    }

    /// The semi-random player.
    pub fn semi_random() -> PlayerSpec {
        PlayerSpec::of(SemiRandomSettings)
    }

    /// The engine with its defaults.
    pub fn darkboard() -> PlayerSpec {
        PlayerSpec::with_weights(LIST.usual, Weights::usual_of(&LIST))
    }

    /// The engine with its defaults and these weights.
    pub fn with_weights(name: &str, weights: impl Into<Weights>) -> PlayerSpec {
        let engine = DarkboardSettings::with_weights(name, weights.into());
        PlayerSpec::of(engine)
    }

    /// Reads a spec, taking weights, books and models of opponents from `library`.
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
            let mut written = parse(options).map_err(SpecError::Value)?;
            let name = given_name::take(&mut written)?;
            let settings = ProcessSpec::new(command)?.read(&written, library)?;
            return Ok(PlayerSpec { settings, name });
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut written = parse(options).map_err(SpecError::Value)?;
        let player = players().into_iter().find(|player| player.name() == name);
        let player = player.ok_or_else(|| unknown(name))?;
        let name = given_name::take(&mut written)?;
        let settings = player.read(&written, library)?;
        Ok(PlayerSpec { settings, name })
    }

    /// A player with these settings.
    fn of(settings: impl AnySettings) -> PlayerSpec {
        PlayerSpec {
            settings: Arc::new(settings),
            name: None,
        }
    }

    /// The same player with other settings.
    fn with(&self, settings: Arc<dyn AnySettings>) -> PlayerSpec {
        PlayerSpec {
            settings,
            name: self.name.clone(),
        }
    }

    /// Name in tables and records, if the user gave one (`name=`).
    pub fn given_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The same player without its given name.
    #[must_use]
    pub fn unnamed(&self) -> PlayerSpec {
        PlayerSpec::from(Arc::clone(&self.settings))
    }

    /// Name of the player in a run that gives it no other: the given one, or its text.
    pub fn shown_name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.to_string())
    }

    /// Whether `text` sets `option`, even to its default.
    pub fn sets(text: &str, option: &str) -> bool {
        let (_, options) = text.split_once(':').unwrap_or((text, ""));
        !text.starts_with("process")
            && parse(options).is_ok_and(|written| written.contains_key(option))
    }

    /// All players and their options, for `--help`.
    pub fn help() -> String {
        let mut text = "Players: NAME or NAME:OPTION=VALUE,...; each has name=TEXT, its name in \
                        tables and records"
            .to_owned();
        let (kriegspiel, recon) = (&[GameKind::Kriegspiel][..], &[GameKind::Recon][..]);
        let players = players();
        let groups = [
            ("Kriegspiel", kriegspiel),
            ("Reconnaissance blind chess (--ruleset rbc)", recon),
        ];
        for (title, games) in groups {
            let _ = write!(text, "\n\n{title}:");
            let mut earlier: Vec<(String, String)> = Vec::new();
            for player in players.iter().filter(|player| player.games() == games) {
                let options = player.help();
                let _ = write!(text, "\n  {}", player.name());
                if !options.is_empty() && options == earlier {
                    text.push_str(": the same options");
                    continue;
                }
                write_options(&mut text, &options);
                earlier = options;
            }
        }
        text.push_str("\n\nBoth games:");
        for player in players.iter().filter(|player| player.games().len() > 1) {
            let _ = write!(text, "\n  {}", player.name());
            write_options(&mut text, &player.help());
        }
        text.push_str(
            "\n  process:PATH ARG..., process[OPTION=VALUE,...]:PATH ARG...    a program",
        );
        write_options(&mut text, &ProcessSpec::default().help());
        text
    }

    /// Checks that it plays `game`; `under` is the ruleset, for the message.
    ///
    /// # Errors
    /// It does not: a sentence with its game and the players of this one.
    pub fn check_game(&self, game: GameKind, under: &str) -> Result<(), String> {
        let games = self.settings.games();
        if games.contains(&game) {
            return Ok(());
        }
        let players = players();
        let able = players
            .iter()
            .filter(|player| player.games().contains(&game));
        let able: Vec<&str> = able.map(|player| player.name()).collect();
        Err(format!(
            "{} plays {}, and the ruleset {under} is {}; its players are {}, and programs",
            self.settings.name(),
            games.first().map_or("", |game| game.in_words()),
            game.in_words(),
            able.join(", ")
        ))
    }

    /// The player for one game of Kriegspiel, drawing from `stream`.
    ///
    /// # Panics
    /// If it does not play it: [`PlayerSpec::check_game`] comes first.
    pub fn build(&self, stream: Stream) -> Box<dyn Player> {
        let built = self.settings.build(stream);
        built.unwrap_or_else(|| panic!("{self} does not play Kriegspiel"))
    }

    /// The player of `color` for one game of reconnaissance blind chess, drawing from `stream`.
    ///
    /// # Panics
    /// If it does not play it: [`PlayerSpec::check_game`] comes first.
    pub fn build_recon(&self, color: Color, stream: Stream) -> Box<dyn ReconPlayer> {
        let built = self.settings.build_recon(color, stream);
        built.unwrap_or_else(|| panic!("{self} does not play reconnaissance blind chess"))
    }

    /// The engine's settings, if this is the engine.
    pub fn engine(&self) -> Option<&DarkboardSettings> {
        self.settings()
    }

    /// The player's weights, if it has any.
    pub fn weights(&self) -> Option<&Weights> {
        Some(self.settings.weighing()?.weights())
    }

    /// Name of the set of its weights, if it has any.
    pub fn weights_name(&self) -> Option<&str> {
        Some(self.settings.weighing()?.set())
    }

    /// The set of its weights as a table; with the player that it was tuned for, if this is that
    /// player.
    pub fn weight_table(&self) -> Option<WeightTable> {
        Some(self.settings.weighing()?.table())
    }

    /// Whether options of the player change weights of its set.
    pub fn changes_weights(&self) -> bool {
        self.settings.weighing().is_some_and(Weighing::has_own)
    }

    /// The options that differ from those that the weights were tuned with: as they are, and as
    /// they were; `None` if there are none, or the weights do not say.
    pub fn untuned(&self) -> Option<[String; 2]> {
        self.settings.weighing()?.untuned()
    }

    /// Whether it states scores of its position, or may do so, being a program.
    pub fn gives_scores(&self) -> bool {
        self.settings.gives_scores()
    }

    /// Names of the players with weights.
    pub fn weighted_names() -> Vec<&'static str> {
        let players = players();
        let weighted = players.iter().filter(|player| player.weighing().is_some());
        weighted.map(|player| player.name()).collect()
    }

    /// The weights of the player called `name`, if it has any.
    pub fn weights_of(name: &str) -> Option<&'static WeightList> {
        let player = players().into_iter().find(|player| player.name() == name)?;
        Some(player.weighing()?.list())
    }

    /// The player's opening book, if it has any.
    pub fn book(&self) -> Option<&ChosenBook> {
        let of_2006 = self.settings::<Darkboard2006Settings>();
        match self.engine() {
            Some(engine) => engine.book.as_ref(),
            None => of_2006?.book(),
        }
    }

    /// The player's model of its opponent, if it has one.
    pub fn opponent(&self) -> Option<&ChosenOpponent> {
        self.engine()?.opponent.as_ref()
    }

    /// Hash of the player's network, if it has one.
    pub fn network(&self) -> Option<u64> {
        self.settings::<DsmcpSettings>()?.fingerprint()
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

    /// Whether it starts a program of this machine, to play or to judge boards.
    pub fn starts_program(&self) -> bool {
        self.process().is_some() || self.chess_program().is_some()
    }

    /// Checks that the program that it starts, if it starts one, exists on this machine.
    ///
    /// # Errors
    /// If it does not exist; the message names it.
    pub fn find_program(&self) -> Result<(), SpecError> {
        let program = self.chess_program().map_or(Ok(()), find);
        program.and_then(|()| self.process().map_or(Ok(()), ProcessSpec::find))
    }

    /// The chess program of `trout`, or of a `scout` that has one.
    fn chess_program(&self) -> Option<&str> {
        if let Some(scout) = self.settings::<ScoutSettings>() {
            return Some(scout.program.as_str()).filter(|path| !path.is_empty());
        }
        let trout = self.settings::<TroutSettings>()?;
        Some(&trout.program)
    }

    /// The same player with other weights, which are of its list; players without weights do not
    /// change.
    #[must_use]
    pub fn reweighted(&self, name: &str, new: &Weights) -> PlayerSpec {
        let weighing = self.settings.weighing();
        weighing.map_or_else(
            || self.clone(),
            |player| self.with(player.reweighted(name, new)),
        )
    }

    /// The same player with this budget of positions for a move; players without a budget do not
    /// change.
    #[must_use]
    pub fn with_positions(&self, positions: u32) -> PlayerSpec {
        let Some(mut engine) = self.engine().cloned() else {
            return self.clone();
        };
        engine.set_positions(positions);
        self.with(Arc::new(engine))
    }

    /// The clock that its spec has, in place of the run's.
    pub fn clock(&self) -> Option<Clock> {
        self.program()?.clock
    }

    fn settings<T: Any>(&self) -> Option<&T> {
        let any: &dyn Any = &*self.settings;
        any.downcast_ref()
    }
}

fn write_options(text: &mut String, options: &[(String, String)]) {
    for (option, about) in options {
        let _ = write!(text, "\n    {option:<32} {about}");
    }
}

impl PartialEq for PlayerSpec {
    /// Whether the same text names both, with the same weights, book and model of the opponent.
    fn eq(&self, other: &PlayerSpec) -> bool {
        self.to_string() == other.to_string()
            && self.weights() == other.weights()
            && self.book() == other.book()
            && self.opponent() == other.opponent()
    }
}

impl fmt::Display for PlayerSpec {
    /// The shortest text that means this player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.settings.text();
        match &self.name {
            None => f.write_str(&text),
            Some(name) => {
                let player = self.settings.name();
                f.write_str(&given_name::put(&text, player, name))
            }
        }
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
            "process:darkforge engine darkboard:depth=1,positions=5",
            "random:name=Ann",
            "darkboard:name=my old one,depth=1",
            "process[name=old build]:darkforge engine darkboard:name=inner,depth=1",
            "process[name=old,deadline=5]:x",
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
    fn a_given_name_is_no_part_of_what_the_player_does() {
        let named: PlayerSpec = "darkboard:depth=1,name=base".parse().unwrap();
        assert_eq!(named.given_name(), Some("base"));
        assert_eq!(named.shown_name(), "base");
        assert_eq!(named.unnamed().to_string(), "darkboard:depth=1");
        assert_eq!(named.unnamed().shown_name(), "darkboard:depth=1");
        assert_eq!(named.with_positions(10).given_name(), Some("base"));
        let inner: PlayerSpec = "process:darkforge engine random:name=x".parse().unwrap();
        assert_eq!(inner.given_name(), None, "that is the program's own");
        for wrong in ["random:name=", "process[name=\"a\"]:x"] {
            let message = wrong.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(message.contains("a name of 1 to 80 letters"), "{message}");
        }
    }

    #[test]
    fn players_with_a_belief_and_programs_give_scores() {
        let gives = |text: &str| text.parse::<PlayerSpec>().unwrap().gives_scores();
        for text in ["darkboard", "hs", "los", "aosp", "mcts", "process:x"] {
            assert!(gives(text), "{text}");
        }
        for text in [
            "random",
            "semi-random",
            "darkboard-2006",
            "darkboard:particles=0",
            "scout",
        ] {
            assert!(!gives(text), "{text}");
        }
    }

    #[test]
    fn options_change_the_weights_of_a_set_and_stay_when_it_is_another() {
        let spec: PlayerSpec = "darkboard-2006:king=9,depth=1".parse().unwrap();
        assert!(spec.changes_weights());
        assert_eq!(spec.weights().unwrap().get("king_value"), Some(8.0));
        let mut values = spec.weights().unwrap().values().to_vec();
        values[4] = 7.5;
        let other = Weights::clamped(spec.weights().unwrap().list(), values);
        let other = spec.reweighted("i7", &other);
        assert_eq!(
            other.to_string(),
            "darkboard-2006:weights=i7,depth=1,king=9"
        );
        let plain: PlayerSpec = "darkboard-2006:depth=1".parse().unwrap();
        assert!(!plain.changes_weights());
        let plain = plain.reweighted("i7", other.weights().unwrap());
        assert_eq!(plain.to_string(), "darkboard-2006:weights=i7,depth=1");
    }

    #[test]
    fn every_option_stands_in_the_documentation() {
        let page = concat!(
            include_str!("../../../../docs/players.md"),
            include_str!("../../../../docs/players-recon.md"),
            include_str!("../../../../docs/dsmcp.md")
        );
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
            "it has weights, book, opponent, search, depth, pace, positions, particles, enemy, stalemate, progress, \
             deductions, endgame, remnant, exchanges, any and ties; did you mean 'depth'?"
        ));
        for not_its_own in ["los:repair=on", "aos:repair=on", "los:pool=5"] {
            let message = message(not_its_own);
            assert!(!message.contains("did you mean 'repair'"), "{message}");
            assert!(!message.contains("did you mean 'pool'"), "{message}");
        }
        assert!(message("darkbord:depth=1").ends_with("did you mean 'darkboard'?"));
        assert!(message("darkboard:depth=0").contains("1 to 4"));
        assert!(message("darkboard:depth").contains("OPTION=VALUE"));
        assert!(message("darkboard:weights=nowhere.toml").contains("nowhere.toml"));
        assert!(message("process").contains("process[[OPTION=VALUE,...]]:PATH"));
        assert!(message("process:").contains("PATH ARG"));
        assert!(message("process[deadline=0]:x").contains("0.001"));
        assert!(message("process[deadlin=1]:x").contains("it has start, deadline"));
        for text in ["process:./nowhere x", "trout:program=./nowhere"] {
            let lost = text.parse::<PlayerSpec>().unwrap();
            assert!(lost.starts_program());
            let lost = lost.find_program().unwrap_err().to_string();
            assert!(
                lost.contains("./nowhere") && lost.contains("no such"),
                "{lost}"
            );
        }
        let book = message("darkboard:book=nowhere.txt");
        assert!(book.contains("nowhere.txt") && book.contains("default"));
    }
}
