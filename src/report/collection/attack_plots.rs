//! Plots of attacks, of announcements that cluster, and of possible positions; plots without games are left out.

use std::path::Path;

use super::plots::{course, hottest};
use crate::report::format::{plural, thousands};
use crate::report::plot::Caption;
use crate::report::plot::bars::{self, Row};
use crate::report::plot::board;
use crate::report::plot::series::{self, Line, Point, Words};
use darkforge_board::Square;
use darkforge_ratings::{Z95, wilson};
use darkforge_research::collection::{
    Collection, DISTANCE, FOLLOWING, GIVEN, Mean, PossibleSides, Prelude, Squares,
};

/// A share to be drawn: its name, and the figure of it.
type Named = (&'static str, fn(&Prelude) -> &Mean);

/// Draws all of them into `folder`.
///
/// # Errors
/// Those of the files.
pub(super) fn draw(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    targets(folder, collection)?;
    before(folder, collection)?;
    clusters(folder, collection)?;
    possible(folder, collection)
}

fn possible(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    let found = &collection.knowledge.possible.sides;
    let row = |label: String, sides: &PossibleSides| {
        let all = sides.wins + sides.draws + sides.losses;
        let won = wilson(sides.wins as f64, all as f64, Z95);
        let ends = Some((100.0 * won.lo, 100.0 * won.hi));
        Row {
            label: format!("{label} ({})", plural(all, "side")),
            bars: vec![Some((100.0 * won.value, ends))],
        }
    };
    let within = found.iter().filter_map(|(bound, sides)| {
        let bound = (*bound)?;
        Some(row(format!("up to {}", thousands(bound)), sides))
    });
    let beyond = found.get(&None).map(|sides| row("more".to_owned(), sides));
    let rows: Vec<Row> = within.chain(beyond).collect();
    let said = |row: &Row| {
        let share = row.bars.first().copied().flatten()?;
        Some(format!("{}: {:.1} %", row.label, share.0))
    };
    let (Some(first), Some(last)) = (
        rows.first().and_then(said),
        rows.last().filter(|_| rows.len() > 1).and_then(said),
    ) else {
        return Ok(());
    };
    let caption = Caption {
        title: "Share won by the largest number of possible positions",
        sentence: &format!("Won: {first}; {last}."),
    };
    let unit = "share won (%), with 95 % intervals";
    bars::draw(
        &folder.join("possible"),
        &caption,
        unit,
        &["these games"],
        &rows,
    )
}

/// A mean as a point in per cent.
fn point(x: usize, mean: &Mean) -> Option<Point> {
    let average = mean.average(0.01)?;
    Some((x as f64, average.mean, average.interval))
}

fn targets(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    let squares: &Squares = &collection.attacks.all.targets;
    if squares.is_empty() {
        return Ok(());
    }
    let games = collection.games.max(1) as f64;
    let values: [f64; 64] = std::array::from_fn(|place| {
        let struck = squares.get(&Square::new(place as u32));
        struck.map_or(0.0, |struck| f64::from(struck.attacks) / games)
    });
    let texts = values.map(|value| format!("{value:.2}"));
    let caption = Caption {
        title: "Attacks a game by target, from the attacker's side",
        sentence: &hottest(&values),
    };
    board::draw_heat(&folder.join("targets"), &caption, &values, &texts)
}

fn before(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    let shares: [Named; 4] = [
        ("another man attacks the target", |turn| &turn.brought),
        ("the later captor moves", |turn| &turn.captor),
        ("a try there was refused", |turn| &turn.tried),
        ("the umpire announced something", |turn| &turn.heard),
    ];
    let preludes = &collection.attacks.all.preludes;
    let line = |(name, of): Named| {
        let points = preludes.iter().enumerate().rev();
        // Time goes to the right: moves before the attack are negative.
        let points = points.filter_map(|(before, turn)| {
            let (x, value, ends) = point(before, of(turn))?;
            Some((-x, value, ends))
        });
        let points: Vec<Point> = points.collect();
        (points.len() > 1).then(|| Line {
            name: name.to_owned(),
            points,
        })
    };
    let lines: Vec<Line> = shares.into_iter().filter_map(line).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let words = Words {
        x: "own moves before the attack (0: the attack)",
        y: "share of turns (%), with 95 % intervals",
    };
    let caption = Caption {
        title: "What precedes an attack",
        sentence: &course(&lines, (" %", "move")),
    };
    series::draw(&folder.join("before_attacks"), &caption, words, &lines)
}

fn clusters(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    let found = &collection.clusters;
    let lines = FOLLOWING
        .iter()
        .enumerate()
        .filter_map(|(following, name)| {
            let given = GIVEN.iter().position(|given| given == name)?;
            let times = |plies: usize| -> Option<Point> {
                let base = found.of(0, following, plies).average(1.0)?.mean;
                let average = found.of(given, following, plies).average(base)?;
                (base > 0.0).then_some((plies as f64, average.mean, average.interval))
            };
            let points: Vec<Point> = (1..=DISTANCE).filter_map(times).collect();
            (points.len() > 1).then(|| Line {
                name: format!("{name} after {name}"),
                points,
            })
        });
    let lines: Vec<Line> = lines.collect();
    if lines.is_empty() {
        return Ok(());
    }
    let words = Words {
        x: "plies later",
        y: "times as frequent as after any ply",
    };
    let caption = Caption {
        title: "Announcements that follow others of their kind",
        sentence: &course(&lines, (" times", "ply")),
    };
    series::draw(&folder.join("clusters"), &caption, words, &lines)
}
