//! `darkforge endgame infinite`: king and rook on an infinite board (T 6.1.2).
//!
//! T is the thesis, see [the crate](crate).

use std::path::Path;

use rayon::prelude::*;

use crate::cli::errors::usage;
use crate::cli::flags::{Amount, Threads, finish_folder, new_folder};
use crate::cli::output::command_line::CommandLine;
use crate::cli::screen::{Column, Screen, Table};
use crate::cli::terminal::{print_json, show};
use crate::report::endgame::InfiniteRow;
use crate::report::format::thousands;
use crate::report::object::{Nested, object};
use crate::report::page::{self, About, State};
use crate::report::table::FileRow as _;
use darkforge_lab::config::{MOST_GAMES, VERSION};
use darkforge_research::laboratory::infinite::{Chase, Hunt, Quarry, hunt};
use darkforge_streams as streams;

/// Default number of games for each size and king.
const GAMES: u64 = 1000;
/// Default and greatest number of own moves of a game.
const LIMIT: u32 = 100_000;
const MOST: u32 = 10_000_000;

/// Request, as the flags of `endgame` have it.
pub(crate) struct Asked<'a> {
    pub(crate) sizes: &'a [u64],
    pub(crate) starts: Amount,
    pub(crate) kings: &'a [String],
    pub(crate) limit: Option<u32>,
    pub(crate) seed: u64,
    pub(crate) threads: Threads,
    pub(crate) out: Option<&'a Path>,
    pub(crate) json: bool,
}

/// All games of one size, king and chase.
struct Lot {
    size: u64,
    king: Quarry,
    chase: Chase,
    games: Vec<Hunt>,
}

/// Plays, prints and writes `infinite.csv` with its page.
pub(crate) fn run(asked: &Asked) -> anyhow::Result<()> {
    let games = match asked.starts {
        Amount::All => GAMES,
        Amount::Number(games) => games,
    };
    if games > MOST_GAMES {
        return Err(usage(format!(
            "--starts {games}: must be at most {MOST_GAMES} games of each kind"
        )));
    }
    let limit = asked.limit.unwrap_or(LIMIT);
    if !(1..=MOST).contains(&limit) {
        return Err(usage(format!(
            "--limit {limit}: must be from 1 to {MOST} own moves"
        )));
    }
    let kings = asked.kings.iter().map(|name| {
        let found = Quarry::ALL.into_iter().find(|king| king.as_str() == name);
        found.ok_or_else(|| {
            usage(format!(
                "--opponent {name}: on the infinite board write random, flees or hunts"
            ))
        })
    });
    let kings: Vec<Quarry> = kings.collect::<anyhow::Result<_>>()?;
    let folder = new_folder(asked.out)?;
    let pool = asked.threads.pool()?;
    let mut lots = Vec::new();
    for &size in asked.sizes {
        for &king in &kings {
            for chase in Chase::ALL {
                let one = |game: u64| {
                    let name = format!("{size} {} {game}", king.as_str());
                    let draws = streams::fnv1a(name.as_bytes());
                    let draws = streams::open(asked.seed, "infinite board", draws);
                    hunt(size, king, chase, limit, draws)
                };
                lots.push(Lot {
                    size,
                    king,
                    chase,
                    games: pool.install(|| (0..games).into_par_iter().map(one).collect()),
                });
            }
        }
    }
    if let Some(out) = asked.out {
        InfiniteRow::write(out, rows(&lots))?;
        write_page(out, asked, &lots)?;
    }
    finish_folder(folder)?;
    if asked.json {
        return print_json(&InfiniteFigures {
            seed: asked.seed,
            limit,
            infinite: lots.iter().map(figures).map(Nested).collect(),
        });
    }
    show(&screen(&lots, limit))
}

/// The page of the folder `out`.
fn write_page(out: &Path, asked: &Asked, lots: &[Lot]) -> anyhow::Result<()> {
    let games = || lots.iter().flat_map(|lot| &lot.games);
    let share = |count: usize| 100.0 * count as f64 / games().count() as f64;
    let about = About {
        job: "endgame".to_owned(),
        title: "king and rook on an infinite board".to_owned(),
        headline: Some(format!(
            "King and rook on an infinite board: a first check in {:.1} % of {} games, the king trapped in {:.1} %",
            share(games().filter(|game| game.first.is_some()).count()),
            thousands(games().count() as u64),
            share(games().filter(|game| game.trapped.is_some()).count()),
        )),
        notes: Vec::new(),
        command: CommandLine::of("endgame")
            .words(["infinite"])
            .flag("size", asked.sizes)
            .flag("opponent", asked.kings)
            .flag("starts", [asked.starts])
            .flag("limit", asked.limit)
            .flag("seed", [asked.seed])
            .again(),
        version: VERSION.to_owned(),
        seed: Some(asked.seed),
    };
    about.write(out)?;
    page::write(out, State::Still)
}

fn rows(lots: &[Lot]) -> impl Iterator<Item = InfiniteRow> {
    lots.iter().flat_map(|lot| {
        lot.games
            .iter()
            .enumerate()
            .map(|(number, game)| InfiniteRow {
                size: lot.size,
                king: lot.king.as_str().to_owned(),
                chase: lot.chase.as_str().to_owned(),
                game: number,
                first_check: game.first,
                second_check: game.second,
                trapped: game.trapped,
                lost: game.lost,
                files: game.corner.0,
                ranks: game.corner.1,
                board: game.board,
            })
    })
}

/// Share of games that reached this stage, and the number of moves after which half of all games
/// had.
fn reached(games: &[Hunt], far: impl Fn(&Hunt) -> Option<u32>) -> (f64, Option<u32>) {
    let mut moves: Vec<u32> = games.iter().filter_map(far).collect();
    moves.sort_unstable();
    let half = games.len().div_ceil(2) - 1;
    (
        moves.len() as f64 / games.len() as f64,
        moves.get(half).copied(),
    )
}

fn board(games: &[Hunt]) -> u64 {
    let mut sides: Vec<u64> = games.iter().map(|game| game.board).collect();
    sides.sort_unstable();
    sides[(sides.len() - 1) / 2]
}

fn screen(lots: &[Lot], limit: u32) -> Screen {
    let mut screen = Screen::new();
    screen.line(format!(
        "king and rook on a quarter of the plane, {limit} own moves at most; share of games, and moves after which half of the games had reached it"
    ));
    screen.line("");
    let columns = [
        Column::number("size", 6),
        Column::words("king", 6),
        Column::words("chase", 5),
        Column::number("first check", 15),
        Column::number("second check", 15),
        Column::number("trapped", 15),
        Column::number("lost", 5),
        Column::number("board", 7),
    ];
    let mut table = Table::new(0, columns);
    for lot in lots.iter().map(figures) {
        let cell = |share: f64, half: Option<u32>| {
            let half = half.map_or_else(|| "-".to_owned(), |moves| moves.to_string());
            format!("{:.1} % {half:>7}", 100.0 * share)
        };
        table.row([
            lot.size.to_string(),
            lot.king,
            lot.chase,
            cell(lot.first_check, lot.median_first_check),
            cell(lot.second_check, lot.median_second_check),
            cell(lot.trapped, lot.median_trapped),
            lot.lost.to_string(),
            lot.median_board.to_string(),
        ]);
    }
    screen.table(table);
    screen
}

object! {
    /// Figures of games on a board without end.
    InfiniteFigures {
        /// Seed of the run.
        seed: u64,
        /// Own moves of a game at most.
        limit: u32,
        /// Games of each size, king and chase.
        infinite: Vec<Nested<InfiniteLot>>,
    }
}

object! {
    /// Games of one size, king and chase.
    InfiniteLot {
        /// Side of the board at the start, in squares.
        size: u64,
        /// Model of the lone king.
        king: String,
        /// Direction of the rook while its king comes.
        chase: String,
        games: usize,
        /// Share of games with a check.
        first_check: f64,
        /// Moves after which half of all games had it; null if fewer did.
        median_first_check: Option<u32>,
        /// Share of games with a check on the other axis.
        second_check: f64,
        /// Moves after which half of all games had it; null if fewer did.
        median_second_check: Option<u32>,
        /// Share of games in which the king was trapped in a guarded corner.
        trapped: f64,
        /// Moves after which half of all games had come so far; null if fewer did.
        median_trapped: Option<u32>,
        /// Games in which the rook was captured.
        lost: usize,
        /// Median side of the board at the end, in squares.
        median_board: u64,
    }
}

fn figures(lot: &Lot) -> InfiniteLot {
    let [first, second, trapped] = [
        reached(&lot.games, |game| game.first),
        reached(&lot.games, |game| game.second),
        reached(&lot.games, |game| game.trapped),
    ];
    InfiniteLot {
        size: lot.size,
        king: lot.king.as_str().to_owned(),
        chase: lot.chase.as_str().to_owned(),
        games: lot.games.len(),
        first_check: first.0,
        median_first_check: first.1,
        second_check: second.0,
        median_second_check: second.1,
        trapped: trapped.0,
        median_trapped: trapped.1,
        lost: lot.games.iter().filter(|game| game.lost).count(),
        median_board: board(&lot.games),
    }
}
