//! `darkforge book`: opening books from games.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::errors::usage;
use crate::cli::flags::{Common, at_least_one, number};
use crate::cli::input::named_once::named_once;
use crate::cli::input::passed_over::PassedOver;
use crate::cli::input::players::Players;
use crate::cli::input::recorded::{file_of, games_of_run, names};
use crate::cli::input::tries::run_folder;
use crate::cli::output::asked_file::AskedFile;
use crate::cli::output::command_line::CommandLine;
use crate::cli::screen::{Column, Screen, Table};
use crate::cli::terminal::{print_json, show};
use crate::report::format::plural;
use crate::report::object::{Nested, object};
use darkforge_board::{Color, SIDES, side};
use darkforge_engine::darkboard::openings::{Criteria, Gathered, Harvest, Judge};
use darkforge_engine::darkboard::{Book, Evaluator, Search};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::record::read;
use darkforge_lab::config::VERSION;
use darkforge_lab::folder::RunFolder;

/// Make an opening book from games.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  darkforge book build games.pgn --out book.txt\n  darkforge match darkboard:book=book.txt darkboard --games 400"
)]
pub(crate) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make an opening book from the games of PGN files, transcripts and runs.
    Build(Build),
}

/// Flags of `book build`.
#[derive(Args)]
#[command(
    after_help = "An opening is the moves of a side before the umpire's first announcement (a capture, a check or a pawn try), in a game that the side won by checkmate. Openings that the engine would undo, or values as much worse than its own moves, are left out.\n\nExamples:\n  darkforge book build games.pgn --out book.txt\n  darkforge book build games.pgn more.pgn --most 300 --out best.txt\n  darkforge book build games.pgn --player Ada --least-moves 5 --out ada.txt"
)]
struct Build {
    /// PGN files, plain or extended, transcripts, and folders of runs that kept their tries.
    #[arg(required = true)]
    input: Vec<PathBuf>,
    /// The book; must not exist.
    #[arg(long)]
    out: PathBuf,
    /// Least number of own moves of an opening.
    #[arg(long, default_value_t = 7, value_parser = at_least_one::<usize>())]
    least_moves: usize,
    /// Greatest number of openings of each colour; the most frequent are kept [default: all].
    #[arg(long, value_parser = at_least_one::<usize>())]
    most: Option<usize>,
    /// Take only openings of the N players with the most wins [default: all players].
    #[arg(long, value_name = "N", value_parser = at_least_one::<usize>())]
    top: Option<usize>,
    /// Take only openings of this player [default: all players].
    #[arg(long, value_name = "NAME", conflicts_with = "top")]
    player: Option<String>,
    /// The engine that tests the openings: darkboard with any options.
    #[arg(long, value_name = "PLAYER", default_value = "darkboard")]
    judge: String,
    /// Pawns by which an opening may be worse than the engine's own moves, by its evaluation.
    #[arg(
        long,
        value_name = "PAWNS",
        default_value_t = 1.0,
        allow_negative_numbers = true,
        value_parser = number(0.0.., "a number of pawns, 0 or more")
    )]
    worse: f64,
    /// Keep openings that the engine would undo or values as worse.
    #[arg(long, conflicts_with_all = ["judge", "worse"])]
    keep_undone: bool,
    #[command(flatten)]
    common: Common,
}

/// Games that were read.
#[derive(Default)]
struct Games {
    read: usize,
    damaged: u64,
    harvest: Harvest,
    players: Players,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let Command::Build(build) = &options.command;
    let mut judge = understand(build)?;
    let file = AskedFile::begin("--out", &build.out)?;
    let games = read_games(build)?;
    let criteria = Criteria {
        least_moves: build.least_moves,
        most: build.most,
        top: build.top,
        player: build.player.clone(),
    };
    let (book, counts) = games.harvest.gather(&criteria, judge.as_mut());
    let games_read = plural(games.read as u64, "game");
    if SIDES.iter().all(|&color| book.of(color).is_empty()) {
        return Err(usage(nothing_left(build, &games, counts)));
    }
    let text = book.to_text(&heading(build, &games, &book));
    file.finish(|out| Ok(out.write_all(text.as_bytes())?))?;
    if build.common.json {
        return print_json(&BookFigures {
            games: games.read,
            damaged: games.damaged,
            white: Nested(figures(counts[side(Color::White)])),
            black: Nested(figures(counts[side(Color::Black)])),
            out: build.out.display().to_string(),
        });
    }
    let mut screen = Screen::new();
    let damaged = plural(games.damaged, "damaged one");
    screen.line(format!("{games_read} read, {damaged} passed over"));
    screen.table(table(counts));
    screen.line(format!("  file: {}", build.out.display()));
    show(&screen)
}

/// Message on games that leave no opening, with the reasons.
fn nothing_left(build: &Build, games: &Games, counts: [Gathered; 2]) -> String {
    if let Some(player) = &build.player
        && games.read > 0
        && !games.players.has(player)
    {
        return games.players.nobody(player);
    }
    let some = rows(counts).into_iter().filter(|(_, both)| *both != [0; 2]);
    let reasons = some.map(|(name, [white, black])| format!("{name} {white} and {black}"));
    let reasons: Vec<String> = reasons.collect();
    let reasons = match reasons.as_slice() {
        [] => "none is won by checkmate".to_owned(),
        some => format!("of White and of Black: {}", some.join(", ")),
    };
    let read = plural(games.read as u64, "game");
    format!("no opening is left of {read}, so there is no book to write; {reasons}")
}

/// Checks the flags; returns the judging engine, unless there is none.
fn understand(build: &Build) -> anyhow::Result<Option<Judge>> {
    let spec: PlayerSpec = build
        .judge
        .parse()
        .map_err(|error| usage(format!("--judge {}: {error}", build.judge)))?;
    let Some(engine) = spec.engine() else {
        return Err(usage(format!(
            "--judge {}: it has no evaluation; name a darkboard",
            build.judge
        )));
    };
    let search = Search::new(Evaluator::new(engine.weights()), engine.options);
    Ok((!build.keep_undone).then(|| Judge::new(search, build.worse)))
}

fn read_games(build: &Build) -> anyhow::Result<Games> {
    let mut games = Games::default();
    let mut damaged = PassedOver::default();
    named_once(build.input.iter().map(PathBuf::as_path))?;
    for path in &build.input {
        let file = &file_of(path)?;
        if let Some(folder) = run_folder(file) {
            games_of_run(&folder, &mut damaged, |players, record| {
                games.read += 1;
                for name in players {
                    games.players.add(name);
                }
                games.harvest.add_record(players, record);
            })?;
            continue;
        }
        let mut any = false;
        let found = read::open(file).map_err(usage)?;
        let is_of_run = file.with_file_name(RunFolder::JOURNAL).is_file();
        let known = if found.is_transcript() && is_of_run {
            Some(names(file)?)
        } else {
            None
        };
        for found in found {
            any = true;
            let line = found.line;
            match found.believed() {
                Ok(mut game) => {
                    if let Some(known) = &known {
                        game.players = known.get(&game.game).cloned().unwrap_or_default();
                    }
                    games.read += 1;
                    for name in &game.players {
                        games.players.add(name);
                    }
                    games.harvest.add(&game);
                }
                Err(game) => {
                    let line = game.place.map_or(line, |place| place.line);
                    damaged.add(file, line, Some(game.number as u64), &game.problem);
                }
            }
        }
        if !any {
            let path = path.display().to_string();
            return Err(usage(read::ReadError::NoGame { path }));
        }
    }
    if !build.common.quiet {
        damaged.tell();
    }
    games.damaged = damaged.games;
    Ok(games)
}

/// Description of the book's origin, for its first lines.
fn heading(build: &Build, games: &Games, book: &Book) -> String {
    let inputs = build.input.iter().map(|input| input.display());
    let command = CommandLine::of("book")
        .words(["build"])
        .words(inputs)
        .flag("least-moves", [build.least_moves])
        .flag("most", build.most)
        .flag("top", build.top)
        .flag("player", &build.player);
    let command = if build.keep_undone {
        command.words(["--keep-undone"])
    } else {
        command
            .flag("judge", [&build.judge])
            .flag("worse", [build.worse])
    };
    format!(
        "Opening book: for each opening the number of games that had it, then one side's moves.\n\
         Made by darkforge {VERSION} from {}: {} for White, {} for Black.\n{}\n",
        plural(games.read as u64, "game"),
        plural(book.of(Color::White).len() as u64, "opening"),
        book.of(Color::Black).len(),
        command.again()
    )
}

/// Outcome of each colour's mates.
fn rows(counts: [Gathered; 2]) -> [(&'static str, [usize; 2]); 8] {
    let both = |of: fn(Gathered) -> usize| counts.map(of);
    [
        ("games won by checkmate", both(|count| count.mates)),
        ("by other players", both(|count| count.other_players)),
        ("too short", both(|count| count.short)),
        ("different openings", both(|count| count.different)),
        ("the engine would undo", both(|count| count.undone)),
        ("the engine holds worse", both(|count| count.worse)),
        ("more than --most", both(|count| count.beyond)),
        ("kept", both(|count| count.kept)),
    ]
}

/// The same as a table.
fn table(counts: [Gathered; 2]) -> Table {
    let columns = [
        Column::text("", 24),
        Column::number("White", 6),
        Column::number("Black", 6),
    ];
    let mut table = Table::new(2, columns);
    for (name, [white, black]) in rows(counts) {
        table.row([name.to_owned(), white.to_string(), black.to_string()]);
    }
    table
}

object! {
    /// Games of which a book was made.
    BookFigures {
        /// Games that were read.
        games: usize,
        /// Games that were left out.
        damaged: u64,
        /// Openings of White.
        white: Nested<OpeningFigures>,
        /// Openings of Black.
        black: Nested<OpeningFigures>,
        /// File of the book.
        out: String,
    }
}

object! {
    /// Openings of one colour, and why others are left out.
    OpeningFigures {
        /// Games won by checkmate.
        mates: usize,
        /// Mates by players that were not asked for.
        other_players: usize,
        /// Games that are too short.
        too_short: usize,
        /// Different openings.
        different: usize,
        /// Openings that the engine would undo.
        undone: usize,
        /// Openings that the engine holds worse.
        worse: usize,
        /// Openings beyond `--most`.
        beyond: usize,
        /// Openings in the book.
        kept: usize,
    }
}

fn figures(count: Gathered) -> OpeningFigures {
    OpeningFigures {
        mates: count.mates,
        other_players: count.other_players,
        too_short: count.short,
        different: count.different,
        undone: count.undone,
        worse: count.worse,
        beyond: count.beyond,
        kept: count.kept,
    }
}
