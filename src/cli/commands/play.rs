//! `darkforge play`: a person against a player of this program.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{BufReader, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context as _;
use clap::Args;

use crate::cli::errors::usage;
use crate::cli::flags::{seed, whole};
use crate::cli::output::asked_file::AskedFile;
use crate::cli::play::desk::{Desk, Person, side};
use crate::cli::play::terminal::TerminalDesk;
use crate::cli::play::web;
use crate::cli::programs::{self, Programs};
use crate::cli::screen::UNLIMITED;
use crate::cli::terminal::{columns, print};
use crate::report::view::{self, Game, Glyphs, words};
use darkforge_board::Color;
use darkforge_engine::player::{Player, PlayerSpec, is_name};
use darkforge_kriegspiel::record::{GameRecord, Heading, pgn};
use darkforge_kriegspiel::umpire::{Ending, GameResult, Outcome, Ruleset};
use darkforge_lab::bout::Entrant;
use darkforge_lab::kriegspiel::{Finished, play_with_faults};
use darkforge_lab::rules::{Choice, Rules};
use darkforge_streams as streams;

/// Play yourself against a player, in the terminal or in a browser.
#[derive(Args)]
#[command(
    after_help = "You see your own men and hear the umpire. Tries are written in SAN by your own board or as squares (Nf3, g1f3); `?` shows all commands. The true board and the opponent's tries are shown after the game. With --web the game is at an address of this machine, which is printed; docs/play.md has all of it.\n\nExamples:\n  darkforge play darkboard\n  darkforge play semi-random --ruleset berkeley-any --colour black --pgn mine.pgn\n  darkforge play darkboard --web"
)]
pub(crate) struct Options {
    /// The opponent; `darkforge match --help` has all players.
    player: String,
    /// Ruleset.
    #[arg(long, default_value = "icc")]
    ruleset: Rules,
    /// Your colour: white, black or random.
    #[arg(long, value_name = "COLOUR", default_value = "white")]
    colour: Wanted,
    /// Seed of the opponent's draws [default: another one each time].
    #[arg(long, value_parser = seed())]
    seed: Option<u64>,
    /// Plies of both sides after which the game is drawn.
    #[arg(long, default_value_t = 1000, value_parser = whole(2_u32..=100_000, "2 to 100000"))]
    ply_limit: u32,
    /// Your name in the record.
    #[arg(long, default_value = "person", value_parser = name)]
    name: String,
    /// Write the game as extended PGN to FILE when it is over; must not exist.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Letters instead of figurines.
    #[arg(long, conflicts_with = "web")]
    ascii: bool,
    /// Play in a browser, at an address that only this machine reaches.
    #[arg(long)]
    web: bool,
    /// With --web: the port; 0 is a free one.
    #[arg(long, value_name = "PORT", default_value_t = 0, requires = "web")]
    port: u16,
}

/// Reads `--name`.
fn name(text: &str) -> Result<String, String> {
    if is_name(text) {
        return Ok(text.to_owned());
    }
    Err("write a name of 1 to 80 letters in one line, without brackets and quotes".to_owned())
}

/// A colour, or any.
#[derive(Clone, Copy, Debug)]
struct Wanted(Option<Color>);

impl FromStr for Wanted {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Wanted, &'static str> {
        match text {
            "white" => Ok(Wanted(Some(Color::White))),
            "black" => Ok(Wanted(Some(Color::Black))),
            "random" => Ok(Wanted(None)),
            _ => Err("must be white, black or random"),
        }
    }
}

/// A game to be played.
struct Setting {
    ruleset: &'static Ruleset,
    color: Color,
    ply_limit: u32,
    heading: Heading,
    spec: PlayerSpec,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let setting = understand(options)?;
    let file = options
        .pgn
        .as_deref()
        .map(|path| AskedFile::begin("--pgn", path))
        .transpose()?;
    let entrant = Entrant {
        name: setting.spec.to_string(),
        spec: setting.spec.clone(),
    };
    let _programs = Programs::prepare([&entrant], None, false)?;
    let save = |record: &GameRecord| match file {
        Some(file) => file.finish(|out| {
            Ok(pgn::write(
                &mut { out },
                &setting.heading,
                record,
                pgn::Filter::No,
            )?)
        }),
        None => Ok(()),
    };
    if options.web {
        return play_in_browser(options.port, &setting, save);
    }
    play_in_terminal(options.ascii, &setting, save)
}

fn understand(options: &Options) -> anyhow::Result<Setting> {
    let text = &options.player;
    let wrong = |problem: &dyn std::fmt::Display| usage(format!("player '{text}': {problem}"));
    let spec: PlayerSpec = text.parse().map_err(|error| wrong(&error))?;
    options
        .ruleset
        .check(&spec, Choice::None)
        .map_err(|error| wrong(&error))?;
    programs::check([&spec])?;
    let Some(ruleset) = options.ruleset.kriegspiel() else {
        return Err(usage("--ruleset rbc: people play Kriegspiel here"));
    };
    // A person is no part of a run: the opponent should not play the same every time.
    let any = || RandomState::new().build_hasher().finish() >> 11;
    let seed = options.seed.unwrap_or_else(any);
    let coin = || match streams::below(&mut streams::open(seed, "colour", 0), 2) {
        0 => Color::White,
        _ => Color::Black,
    };
    let color = options.colour.0.unwrap_or_else(coin);
    let (own, other) = (options.name.clone(), spec.to_string());
    let (white, black) = color.fold_wb((own.clone(), other.clone()), (other, own));
    Ok(Setting {
        ruleset,
        color,
        ply_limit: options.ply_limit,
        heading: Heading {
            game: 0,
            white,
            black,
            pair: 0,
            seed,
            thoughts: Vec::new(),
        },
        spec,
    })
}

impl Setting {
    /// Plays the game of `person`.
    fn play<D: Desk>(&self, person: &mut Person<D>) -> Finished {
        let index = u64::from(self.color == Color::White);
        let mut other = self
            .spec
            .build(streams::open(self.heading.seed, "player", index));
        let other: &mut dyn Player = other.as_mut();
        let (ruleset, limit) = (self.ruleset, self.ply_limit);
        let mut finished = match self.color {
            Color::White => play_with_faults(ruleset, limit, person, other),
            Color::Black => play_with_faults(ruleset, limit, other, person),
        };
        if person.resigned {
            finished.record.outcome = Outcome {
                result: GameResult::win(!self.color),
                ending: Ending::Resignation,
            };
            finished.faults = [None, None];
        }
        finished
    }

    fn title(&self) -> String {
        format!(
            "{} - {}, {} ({}); you have {}",
            self.heading.white,
            self.heading.black,
            self.ruleset.title,
            self.ruleset.name,
            side(self.color)
        )
    }

    fn text(&self, record: &GameRecord) -> anyhow::Result<String> {
        let mut text = Vec::new();
        pgn::write(&mut text, &self.heading, record, pgn::Filter::No)?;
        Ok(String::from_utf8(text)?)
    }
}

/// The end in words.
fn end(finished: &Finished) -> String {
    let Outcome { result, ending } = finished.record.outcome;
    let mut end = words::conclusion(Some(result), Some(ending)).unwrap_or_default();
    for fault in finished.faults.iter().flatten() {
        let _ = write!(end, " ({fault})");
    }
    end
}

fn play_in_terminal(
    ascii: bool,
    setting: &Setting,
    save: impl FnOnce(&GameRecord) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let glyphs = if ascii {
        Glyphs::Ascii
    } else {
        Glyphs::Unicode
    };
    let prompts = std::io::stdin().is_terminal();
    let input = Box::new(BufReader::new(std::io::stdin()));
    let mut desk = TerminalDesk::new(input, Box::new(print), glyphs, prompts);
    desk.say(&format!("{}; ? shows all commands\n", setting.title()));
    let mut person = Person::at(desk);
    let finished = setting.play(&mut person);
    let record = &finished.record;
    let mut desk = person.desk;
    save(record)?;
    let game = Game::of_record(&setting.heading, record);
    let width = columns();
    let width = if width == UNLIMITED { 80 } else { width };
    desk.say(&format!("{}\n\n", end(&finished)));
    desk.say(&view::text(&game, game.steps.len() - 1, glyphs, width));
    desk.say("\nThe game is over: `record` shows all of it, `save FILE` writes it as PGN, `quit` ends.\n");
    while let Some(text) = desk.read("over") {
        match text
            .split_once(' ')
            .map_or((text.as_str(), ""), |(word, rest)| (word, rest.trim()))
        {
            ("quit" | "exit", _) => break,
            ("record", _) => desk.say(&setting.text(record)?),
            ("save", name) if !name.is_empty() => {
                match write_new(Path::new(name), &setting.text(record)?) {
                    Ok(()) => desk.say(&format!("{name} is written\n")),
                    Err(error) => desk.say(&format!("{name}: {error}\n")),
                }
            }
            ("", _) => {}
            _ => desk.say("`record`, `save FILE` or `quit`\n"),
        }
    }
    match desk.ended {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Writes a new file.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn play_in_browser(
    port: u16,
    setting: &Setting,
    save: impl FnOnce(&GameRecord) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let table = web::Table::open(port, &setting.title()).context("--web")?;
    print(&format!("{}\n", table.address()))?;
    let mut person = Person::at(table.desk());
    let finished = setting.play(&mut person);
    save(&finished.record)?;
    let game = Game::of_record(&setting.heading, &finished.record);
    let text = setting.text(&finished.record)?;
    table.end(&end(&finished), &game, text);
    table.wait()
}
