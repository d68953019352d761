//! `darkforge view` of games of reconnaissance blind chess.

use super::view::{Options, ViewFigures};
use crate::cli::errors::usage;
use crate::cli::input::histories::{GameText, Problem};
use crate::cli::output::asked_file::AskedFile;
use crate::cli::screen::{Column, Screen, Table};
use crate::cli::terminal::{columns, print_json, show, tell};
use crate::report::format::thousands;
use crate::report::view::Glyphs;
use crate::report::view::recon::{Game, Known, boards, page, result};
use darkforge_board::side;
use darkforge_recon::belief::LIMIT;

/// Runs the command.
pub(crate) fn run(
    options: &Options,
    asked: Option<AskedFile>,
    games: &[GameText],
) -> anyhow::Result<()> {
    // Games of a run have their own numbers, others are counted.
    let numbered = (1_u64..).zip(games).map(|(place, game)| {
        let number = if game.is_of_run() { game.number } else { place };
        (number, game)
    });
    let numbered: Vec<(u64, &GameText)> = numbered.collect();
    let [first, last] = [numbered.first(), numbered.last()].map(|one| one.map_or(1, |one| one.0));
    let kept = || {
        let mut games = numbered.iter();
        let kept = games.find(|(_, game)| game.read() != Err(Problem::NotKept));
        kept.map_or(first, |(number, _)| *number)
    };
    let number = options.game.unwrap_or_else(kept);
    let found = numbered.iter().find(|(own, _)| *own == number);
    let (_, text) = found.ok_or_else(|| {
        let shown = options.file.display();
        usage(if first == last {
            format!("{shown}: there is no game {number}; its only game is {first}")
        } else {
            format!("{shown}: there is no game {number}; its games are {first} to {last}")
        })
    })?;
    let shown = text.path.display();
    let history = text
        .read()
        .map_err(|problem| usage(format!("{shown}:{}: game {number}: {problem}", text.line())))?;
    let name = text.path.file_name().unwrap_or(text.path.as_os_str());
    let record = format!("{}, game {}", name.display(), text.number);
    let game = Game::of(&history, record, options.positions.unwrap_or(LIMIT));
    if options.text {
        draw(options, number, &game)?;
    } else {
        write(options, asked, number, &game)?;
    }
    if options.game.is_none() && games.len() > 1 && !options.common.quiet {
        tell(&format!(
            "game {number}, the first of several: --game N shows another"
        ));
    }
    Ok(())
}

fn write(
    options: &Options,
    asked: Option<AskedFile>,
    number: u64,
    game: &Game,
) -> anyhow::Result<()> {
    let (shown, bytes) = options.write_page(asked, number, || page(game))?;
    if options.common.json {
        return print_json(&ViewFigures {
            page: shown,
            game: number,
            plies: game.plies() as u32,
            tries: game.steps.len() - 1,
            bytes,
        });
    }
    show(&Screen::of(shown))
}

/// Prints the numbers of possible positions of all half turns, or with `--ply` the boards.
fn draw(options: &Options, number: u64, game: &Game) -> anyhow::Result<()> {
    let mut screen = Screen::new();
    let [white, black] = &game.players;
    screen.line(format!(
        "{white} - {black}  {}",
        game.outcome.map_or("*", result)
    ));
    let Some(ply) = options.ply else {
        screen.table(table(game));
        return show(&screen);
    };
    let last = game.plies();
    let step = game.step_of_ply(ply as usize).ok_or_else(|| {
        usage(format!(
            "--ply {ply}: game {number} has {last} moves; name one from 0 to {last}"
        ))
    })?;
    let glyphs = if options.ascii {
        Glyphs::Ascii
    } else {
        Glyphs::Unicode
    };
    screen.line(format!("{ply} of {last} moves made"));
    for line in boards(game, step, glyphs, columns()).lines() {
        screen.line(line);
    }
    show(&screen)
}

/// A line for each half turn: number of the turn, sense, possible positions before and after it
/// with their placements, request, move taken, capture.
fn table(game: &Game) -> Table {
    let mut table = Table::new(
        0,
        [
            Column::number("turn", 5),
            Column::words("sense", 5),
            Column::number("before", 7),
            Column::number("placements", 10).detail(1),
            Column::number("after", 7),
            Column::number("placements", 10).detail(0),
            Column::words("request", 7),
            Column::words("taken", 5).detail(3),
            Column::words("capture", 0).detail(2),
        ],
    );
    for (number, step) in game.steps.iter().enumerate() {
        let Some(done) = step.done.as_ref().filter(|done| !done.is_move) else {
            continue;
        };
        let Some(before) = game.before(number) else {
            continue;
        };
        let after = &step.known[side(done.color)];
        let dots = done.color.fold_wb(".", "...");
        let square = |square: Option<darkforge_board::Square>| {
            square.map_or_else(|| "-".to_owned(), |square| square.to_string())
        };
        let moved = done.turn.moved.as_ref();
        let [request, taken, capture] = match moved {
            None => ["-", "-", "-"].map(str::to_owned),
            Some(moved) => [
                moved.asked.to_string(),
                moved.taken.to_string(),
                square(moved.capture),
            ],
        };
        table.row([
            format!("{}{dots}", step.ply / 2 + 1),
            done.turn.sense.to_string(),
            positions(before),
            thousands(before.placements as u64),
            positions(after),
            thousands(after.placements as u64),
            request,
            taken,
            capture,
        ]);
    }
    table
}

/// A number of positions.
fn positions(known: &Known) -> String {
    let before = if known.size.at_least { "at least " } else { "" };
    format!("{before}{}", thousands(known.size.positions))
}
