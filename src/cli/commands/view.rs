//! `darkforge view`: shows a game with the knowledge of each side.

use std::path::{Path, PathBuf};

use clap::Args;

use super::view_recon;
use crate::cli::errors::usage;
use crate::cli::flags::{Common, RulesOfRecords, whole};
use crate::cli::input::histories;
use crate::cli::input::tries::{kept_with, run_folder};
use crate::cli::output::asked_file::AskedFile;
use crate::cli::screen::Screen;
use crate::cli::terminal::{columns, print_json, show, tell};
use crate::report::object::object;
use crate::report::view::{self, Game, Glyphs, Minds};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::record::read::{self, Found, FoundGame};
use darkforge_kriegspiel::umpire::Ruleset;
use darkforge_lab::bout::Entrant;
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::{Journal, game_of_line};
use darkforge_lab::kriegspiel::{heading, player_streams, record};
use darkforge_streams::Stream;

/// Greatest number of game numbers in a message.
const LISTED: usize = 12;

/// Make a page of a game: the true board, and what each side could know.
#[derive(Args)]
#[command(
    after_help = "FILE is PGN (plain or extended), a transcript, or the folder of a run that kept its tries. The page is one file and needs no network; gameN.html#ply=37 opens it after 37 plies, #try=112 after the 112th try. Games of a file are counted from 1, as in `darkforge check`; games of a run have the numbers of its games.csv, from 0. Games of reconnaissance blind chess are histories in reconchess' format, transcripts, one game a line, and folders of runs; --text prints their numbers of possible positions, and with --ply the boards.\n\nExamples:\n  darkforge view games.pgn --game 2\n  darkforge view games.pgn --text --ply 30\n  darkforge view games.pgn --game 2 --explain"
)]
pub(crate) struct Options {
    /// PGN, a transcript, the folder of a run, or a history of reconnaissance blind chess.
    pub(super) file: PathBuf,
    /// Number of the game [default: the first].
    #[arg(long, value_name = "N", value_parser = whole(0_u64.., "0 or more"))]
    pub(super) game: Option<u64>,
    /// Page to write; must not exist [default: gameN.html in this folder].
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Print the boards instead of writing a page.
    #[arg(long, conflicts_with = "out")]
    pub(super) text: bool,
    /// With --text: number of plies before the boards are printed [default: all].
    #[arg(long, value_name = "P", requires = "text", value_parser = whole(0_u32.., "0 or more"))]
    pub(super) ply: Option<u32>,
    /// With --text: letters instead of figurines.
    #[arg(long, requires = "text")]
    pub(super) ascii: bool,
    /// Say what speaks for each try, as an engine sees it that hears what each side heard
    /// [default engine: in a match or tournament each side's own, or the other side's; else darkboard].
    #[arg(long = "explain", value_name = "PLAYER", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(super) reasons: Option<String>,
    /// Greatest number of positions of a belief, in reconnaissance blind chess [default: 1000000].
    #[arg(long, value_name = "N", value_parser = whole(1_usize..=10_000_000, "1 to 10000000"))]
    pub(super) positions: Option<usize>,
    #[command(flatten)]
    pub(super) rules: RulesOfRecords,
    #[command(flatten)]
    pub(super) common: Common,
}

impl Options {
    /// Writes the page; returns its name and its bytes.
    pub(super) fn write_page(
        &self,
        asked: Option<AskedFile>,
        number: u64,
        page: impl FnOnce() -> String,
    ) -> anyhow::Result<(String, usize)> {
        let default = || PathBuf::from(format!("game{number}.html"));
        let out = self.out.clone().unwrap_or_else(default);
        let file = asked.map_or_else(|| AskedFile::begin("--out", &out), Ok)?;
        let page = page();
        file.finish(|out| Ok(out.write_all(page.as_bytes())?))?;
        Ok((out.display().to_string(), page.len()))
    }
}

object! {
    /// The page of a game.
    ViewFigures {
        /// File of the page.
        page: String,
        /// Number of the game.
        game: u64,
        /// Played moves.
        plies: u32,
        /// Questions to the umpire.
        tries: usize,
        /// Bytes of the page.
        bytes: usize,
    }
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    if options.text && options.common.json {
        return Err(usage("--json goes with a page, not with --text"));
    }
    let run = run_folder(&options.file);
    let asked = options.out.as_deref();
    let asked = asked
        .map(|out| AskedFile::begin("--out", out))
        .transpose()?;
    if let Some(games) = histories::games(&options.file)? {
        if options.reasons.is_some() {
            return Err(usage(
                "--explain is of Kriegspiel; this is a game of reconnaissance blind chess",
            ));
        }
        options.rules.refuse_for_recon()?;
        return view_recon::run(options, asked, &games);
    }
    if options.positions.is_some() {
        return Err(usage(
            "--positions is of reconnaissance blind chess; this is a game of Kriegspiel",
        ));
    }
    let explainer = options
        .reasons
        .as_deref()
        .map(Explainer::read)
        .transpose()?;
    let (number, mut game, more) = if let Some(folder) = run {
        of_run(&folder, options.game, explainer.as_ref())?
    } else {
        let reading = read::Reading {
            positions: true,
            ..options.rules.reading()
        };
        of_file(&options.file, options.game, reading, explainer.as_ref())?
    };
    let name = options.file.file_name().unwrap_or(options.file.as_os_str());
    let record = format!("{}, game {number}", name.display());
    game.facts.push(("Record".to_owned(), record));
    if options.text {
        draw(options, number, &game)?;
    } else {
        write(options, asked, number, &game)?;
    }
    if more && !options.common.quiet {
        tell(&format!(
            "game {number}, the first of several: --game N shows another"
        ));
    }
    Ok(())
}

/// The engines that give reasons.
enum Explainer {
    /// The players of a run, and the default for others.
    Own,
    /// One for both sides.
    Engine(PlayerSpec),
}

impl Explainer {
    fn read(text: &str) -> anyhow::Result<Explainer> {
        if text.is_empty() {
            return Ok(Explainer::Own);
        }
        let spec = text.parse::<PlayerSpec>();
        let spec = spec.map_err(|error| usage(format!("--explain {text}: {error}")))?;
        if spec.engine().is_none() {
            return Err(usage(format!(
                "--explain {text}: it should be darkboard, the player that can give reasons"
            )));
        }
        Ok(Explainer::Engine(spec))
    }

    /// The same engine on each side of any game.
    fn minds(&self, streams: [Stream; 2]) -> Option<Minds> {
        let spec = match self {
            Explainer::Own => &PlayerSpec::darkboard(),
            Explainer::Engine(spec) => spec,
        };
        Minds::both(spec, streams)
    }

    /// Those of a game of `run` between the players of these names.
    fn minds_of_run(
        &self,
        run: &RunFile,
        names: [&str; 2],
        streams: [Stream; 2],
    ) -> anyhow::Result<Option<Minds>> {
        let own = match self {
            Explainer::Own => own_minds(run, names, streams.clone())?,
            Explainer::Engine(_) => None,
        };
        Ok(own.or_else(|| self.minds(streams)))
    }
}

/// The engines of the players of these names in a match or tournament; `None` if neither is one.
fn own_minds(
    run: &RunFile,
    names: [&str; 2],
    streams: [Stream; 2],
) -> anyhow::Result<Option<Minds>> {
    let of = |entrants: &[Entrant]| {
        let spec = |name| entrants.iter().find(|entrant| entrant.name == name);
        let [white, black] = names.map(spec);
        Minds::of([&white?.spec, &black?.spec], streams)
    };
    Ok(if let Some(plan) = run.r#match() {
        of(&plan.map_err(usage)?.schedule.players().map(Entrant::clone))
    } else if let Some(plan) = run.tournament() {
        of(plan.map_err(usage)?.schedule.entrants())
    } else {
        None
    })
}

/// Writes the page.
fn write(
    options: &Options,
    asked: Option<AskedFile>,
    number: u64,
    game: &Game,
) -> anyhow::Result<()> {
    let (shown, bytes) = options.write_page(asked, number, || view::page(game))?;
    if options.common.json {
        return print_json(&ViewFigures {
            page: shown,
            game: number,
            plies: game.plies(),
            tries: game.steps.len() - 1,
            bytes,
        });
    }
    show(&Screen::of(shown))
}

fn draw(options: &Options, number: u64, game: &Game) -> anyhow::Result<()> {
    let last = game.plies();
    let step = match options.ply {
        None => game.steps.len() - 1,
        Some(ply) => game.step_of_ply(ply).ok_or_else(|| {
            usage(format!(
                "--ply {ply}: game {number} has {last} moves; name one from 0 to {last}"
            ))
        })?,
    };
    let glyphs = if options.ascii {
        Glyphs::Ascii
    } else {
        Glyphs::Unicode
    };
    let mut screen = Screen::new();
    for line in view::text(game, step, glyphs, columns()).lines() {
        screen.line(line);
    }
    show(&screen)
}

/// The game of a file with its number, and whether there are more.
fn of_file(
    path: &Path,
    wanted: Option<u64>,
    reading: read::Reading,
    explainer: Option<&Explainer>,
) -> anyhow::Result<(u64, Game, bool)> {
    let shown = path.display();
    let mut games = read::open(path).map_err(usage)?.under(reading);
    let number = wanted.unwrap_or(1);
    let mut there = 0;
    let found = games
        .by_ref()
        .inspect(|found| there = found.number as u64)
        .find(|found| found.number as u64 == number);
    let Some(found) = found else {
        return Err(usage(match there {
            0 => read::ReadError::NoGame {
                path: shown.to_string(),
            }
            .to_string(),
            1 => format!("{shown}: there is no game {number}; its only game is 1"),
            _ => format!("{shown}: there is no game {number}; its games are 1 to {there}"),
        }));
    };
    let more = wanted.is_none() && games.next().is_some();
    Ok((number, of_found(path, found, explainer)?, more))
}

fn of_found(path: &Path, found: Found, explainer: Option<&Explainer>) -> anyhow::Result<Game> {
    let Found { number, line, game } = found;
    let wrong = |line: u64, column: u64, problem: String| {
        let shown = path.display();
        Err(usage(format!(
            "{shown}:{line}:{column}: game {number} {problem}"
        )))
    };
    match game {
        Ok(FoundGame::Full(game)) => {
            let minds = explainer.and_then(|explainer| explainer.minds(Minds::streams()));
            Ok(Game::explained(&game, minds))
        }
        Ok(FoundGame::Filtered(game)) => wrong(
            line,
            1,
            format!(
                "is filtered: it has only the moves of {:?}; the viewer needs those of both \
                 sides (Filtered: no, semi-White or semi-Black)",
                game.color
            ),
        ),
        Err(damaged) => {
            let (line, column) = damaged
                .place
                .map_or((line, 1), |place| (place.line, place.column));
            wrong(
                line,
                column,
                format!("cannot be followed: {}", damaged.problem),
            )
        }
    }
}

/// The game of a run with its number, and whether there are more.
fn of_run(
    dir: &Path,
    wanted: Option<u64>,
    explainer: Option<&Explainer>,
) -> anyhow::Result<(u64, Game, bool)> {
    let shown = RunFolder::at(dir).journal().display().to_string();
    let run = RunFile::load(dir).map_err(usage)?;
    let ruleset: &'static Ruleset = run
        .ruleset
        .parse()
        .map_err(|error| usage(format!("{}: {error}", RunFile::NAME)))?;
    let ply_limit = run.job.ply_limit();
    let journal = Journal::open(&RunFolder::at(dir).journal()).map_err(usage)?;
    let first = journal.outcomes().next().map(|(game, _)| game);
    let first = first.ok_or_else(|| usage(format!("{shown}: no game is finished yet")))?;
    let number = wanted.or(journal.with_tries().next()).unwrap_or(first);
    let line = journal.read_line(number).map_err(usage)?;
    if line.is_empty() {
        let numbers = numbers(journal.outcomes().map(|(game, _)| game));
        return Err(usage(format!(
            "{shown}: there is no game {number}; its games are {numbers}"
        )));
    }
    let played = game_of_line(&line)
        .map_err(|problem| usage(format!("{shown}: game {number}: {problem}")))?;
    if played.tries.is_none() {
        let lack = match numbers(journal.with_tries()) {
            none if none.is_empty() => format!("the run kept no tries; {}", kept_with(&run.job)),
            some => format!(
                "its tries were not kept; games with tries are {some}, and {}",
                kept_with(&run.job)
            ),
        };
        let problem = format!("{shown}: game {number} cannot be shown, for {lack}");
        return Err(usage(problem));
    }
    let record = record(&played, ruleset, ply_limit)
        .map_err(|error| usage(format!("{shown}: game {number}: {error}")))?;
    let more = wanted.is_none() && journal.with_tries().nth(1).is_some();
    let streams = player_streams(played.seed, played.game);
    let heading = heading(&played);
    let minds = match explainer {
        None => None,
        Some(explainer) => {
            explainer.minds_of_run(&run, [&heading.white, &heading.black], streams)?
        }
    };
    let game = Game::explained_record(&heading, &record, minds);
    Ok((number, game, more))
}

/// Numbers in order, runs of them as `0 to 9`.
fn numbers(all: impl Iterator<Item = u64>) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for number in all {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let mut texts: Vec<String> = runs
        .iter()
        .take(LISTED)
        .map(|&(first, last)| match last - first {
            0 => first.to_string(),
            _ => format!("{first} to {last}"),
        })
        .collect();
    if runs.len() > LISTED {
        texts.push("...".to_owned());
    }
    texts.join(", ")
}
