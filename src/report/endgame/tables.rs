//! `moves.csv`, `summary.csv`, and the plots.

use std::path::Path;

use super::summary::WITHIN;
use super::{Lot, Mean, Summary};
use crate::report::plot::progress::{self, Track};
use crate::report::plot::series::{self, Line, Words};
use crate::report::table::{estimate, header, write_csv};
use darkforge_research::laboratory::Outcome;

/// Lines that one plot can hold.
const LINES: usize = 5;

/// Writes `moves.csv` and `summary.csv` into `folder`.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &Path, lots: &[Lot]) -> anyhow::Result<()> {
    let columns = header("ending,method,start,opponent,moves,outcome,tries");
    let rows = lots.iter().flat_map(|lot| {
        lot.games.iter().map(|(start, game)| {
            let mated = game.outcome == Outcome::Mate;
            vec![
                lot.ending.to_string(),
                lot.method.clone(),
                start.clone(),
                lot.opponent.to_owned(),
                if mated {
                    game.moves.to_string()
                } else {
                    String::new()
                },
                game.outcome.as_str().to_owned(),
                game.tries.to_string(),
            ]
        })
    });
    write_csv(&folder.join("moves.csv"), &columns, rows)?;
    let rows = lots.iter().map(summary_row);
    write_csv(&folder.join("summary.csv"), &summary_header(), rows)
}

fn summary_header() -> Vec<String> {
    let mut columns = header(
        "ending,method,opponent,games,wins,win_rate,win_rate_lo,win_rate_hi,mean_moves,\
         mean_moves_lo,mean_moves_hi,median_moves,worst_moves",
    );
    for most in WITHIN {
        let name = format!("within_{most}");
        columns.extend([name.clone(), format!("{name}_lo"), format!("{name}_hi")]);
    }
    columns.extend(Outcome::ALL.map(|outcome| outcome.as_str().to_owned()));
    columns.extend(header("tries_per_move,tries_per_move_lo,tries_per_move_hi"));
    columns
}

fn summary_row(lot: &Lot) -> Vec<String> {
    let summary = Summary::of(lot);
    let whole = |number: Option<u32>| number.map_or_else(String::new, |n| n.to_string());
    let mut row = vec![
        lot.ending.to_string(),
        lot.method.clone(),
        lot.opponent.to_owned(),
        summary.games.to_string(),
        summary.wins.to_string(),
    ];
    row.extend(estimate(summary.win_rate));
    row.extend(mean(summary.mean));
    row.extend([whole(summary.median), whole(summary.worst)]);
    row.extend(summary.within.into_iter().flat_map(estimate));
    row.extend(summary.outcomes.map(|number| number.to_string()));
    row.extend(mean(summary.tries));
    row
}

fn mean(mean: Option<Mean>) -> [String; 3] {
    match mean {
        Some(Mean { value, lo, hi }) => [value, lo, hi].map(|end| format!("{end:.3}")),
        None => Default::default(),
    }
}

/// Draws the papers' plots into `folder`, which exists: for each opponent how many of 1,000
/// won games took how many moves, several endings and methods in one plot; and the
/// evaluation over one game of each ending and method.
///
/// # Errors
/// A file cannot be written.
pub fn draw(folder: &Path, lots: &[Lot], tracks: &[Track]) -> anyhow::Result<()> {
    let mut opponents: Vec<&str> = lots.iter().map(|lot| lot.opponent).collect();
    opponents.dedup();
    opponents.sort_unstable();
    opponents.dedup();
    for opponent in opponents {
        let lots = lots.iter().filter(|lot| lot.opponent == opponent);
        let lines: Vec<Line> = lots.filter_map(line).collect();
        for (number, lines) in lines.chunks(LINES).enumerate() {
            let part = match number {
                0 => String::new(),
                _ => format!("_{}", number + 1),
            };
            let title = format!("Moves to mate, {opponent} king, greatest uncertainty");
            let words = Words {
                title: &title,
                x: "own moves",
                y: "games of 1,000 that were won",
            };
            series::draw(
                &folder.join(format!("moves_{opponent}{part}")),
                words,
                lines,
            )?;
        }
    }
    for track in tracks {
        progress::draw(&folder.join(format!("progress_{}", track.file)), track)?;
    }
    Ok(())
}

fn line(lot: &Lot) -> Option<Line> {
    let moves = lot.moves();
    let longest = *moves.last()? as usize;
    let mut counts = vec![0_u32; longest + 2];
    for &moves in &moves {
        counts[moves as usize] += 1;
    }
    let share = |count: u32| 1000.0 * f64::from(count) / moves.len() as f64;
    let points = counts.iter().enumerate();
    Some(Line {
        name: format!("{} {}", lot.ending, lot.method),
        points: points
            .map(|(moves, &count)| (moves as f64, share(count), None))
            .collect(),
    })
}
