//! Plots of a collection, a file each; plots without games are left out.

use std::collections::BTreeMap;
use std::path::Path;

use super::ends::scopes;
use super::seats::{formation, listed};
use super::{Figures, Report};
use crate::report::format::plural;
use crate::report::plot::bars::{self, Bar, Row};
use crate::report::plot::board;
use crate::report::plot::series::{self, Line, Point, Words};
use darkforge_ratings::{Z95, wilson};
use darkforge_research::collection::{
    Collection, EVENTS, Informed, MEASURES, PARTS, Series, WHOSE,
};

/// Greatest number of bars in a plot.
const MOST_ROWS: usize = 20;

/// Greatest number of drawn formations.
const MOST_BOARDS: usize = 8;

/// Greatest number of columns of a histogram; [`WIDTHS`] are their widths in moves.
const MOST_COLUMNS: u32 = 50;

/// Least number of games in a histogram of one ending.
const FEWEST: u64 = 20;

/// See [`MOST_COLUMNS`].
const WIDTHS: [u32; 8] = [1, 2, 5, 10, 20, 50, 100, 1000];

/// Draws all plots into `folder`.
///
/// # Errors
/// Those of the files.
pub(super) fn draw(
    folder: &Path,
    report: &Report,
    collection: &Collection,
    other: Option<(&str, &Figures)>,
) -> anyhow::Result<()> {
    let figures = Plotted {
        folder,
        own: &report.figures,
        other,
    };
    figures.draw()?;
    lines(folder, collection)?;
    durations(folder, collection)?;
    informed(folder, collection)?;
    boards(folder, collection)
}

/// Figures drawn as bars, beside those of the other collection.
struct Plotted<'a> {
    folder: &'a Path,
    own: &'a Figures,
    other: Option<(&'a str, &'a Figures)>,
}

/// A plot of bars: file, title, unit, factor, and how figures' names begin and end.
struct Bars<'a> {
    file: &'a str,
    title: &'a str,
    unit: &'a str,
    factor: f64,
    start: &'a str,
    end: &'a str,
}

impl Plotted<'_> {
    fn draw(&self) -> anyhow::Result<()> {
        let share = |file, title, start, end| Bars {
            file,
            title,
            unit: "share (%), with 95 % intervals",
            factor: 100.0,
            start,
            end,
        };
        let bits = Bars {
            file: "learning",
            title: "Information from answers and announcements: decrease of the uncertainty",
            unit: "bits, with 95 % intervals",
            factor: 1.0,
            start: "learning.",
            end: "",
        };
        let of_wins = "Mates among wins, by the material at the end";
        let played = "Mates among mates and draws, by the material at the end";
        let reached = "Wins against a lone king, by material";
        for bars in [
            share("outcomes", "How games end", "outcome.", ""),
            share(
                "victories",
                "Material at the end of won games",
                "final.victories.",
                "",
            ),
            share(
                "checkmates",
                "Material at the end of mates",
                "final.checkmates.",
                "",
            ),
            share("draws", "Material at the end of draws", "final.draws.", ""),
            share("mates_of_wins", of_wins, "conversion.", ".mates_of_wins"),
            share("mated_of_played", played, "conversion.", ".mated_of_played"),
            share("won_endings", reached, "won_ending.", ""),
            bits,
        ] {
            self.bars(&bars)?;
        }
        Ok(())
    }

    fn bars(&self, plot: &Bars<'_>) -> anyhow::Result<()> {
        let others = self.other.map(|(_, figures)| figures);
        let inside = |name: &str| {
            let rest = name.strip_prefix(plot.start)?;
            let rest = rest.strip_suffix(plot.end)?;
            Some(rest.to_owned())
        };
        let mut found: Vec<_> = self
            .own
            .iter()
            .filter_map(|(name, figure)| Some((inside(name)?, name, figure)))
            .collect();
        let by_share = plot.end.is_empty() && plot.start != "won_ending.";
        match plot.start {
            "learning." => {
                found.sort_by_key(|(rest, ..)| EVENTS.iter().position(|event| event == rest));
            }
            // Results first, then reasons.
            "outcome." => found.sort_by(|(a, _, one), (b, _, two)| {
                let reason = |name: &str| !matches!(name, "white_wins" | "black_wins" | "draws");
                let values = two.value.total_cmp(&one.value);
                reason(a).cmp(&reason(b)).then(values).then(a.cmp(b))
            }),
            _ if by_share => found
                .sort_by(|(_, a, one), (_, b, two)| two.value.total_cmp(&one.value).then(a.cmp(b))),
            _ => found.sort_by(|(_, a, one), (_, b, two)| (two.games, a).cmp(&(one.games, b))),
        }
        // Material without any mate fills no rows.
        let compared = |name: &str| others.is_some_and(|others| others.contains_key(name));
        found.retain(|(_, name, figure)| figure.value != 0.0 || compared(name));
        found.truncate(MOST_ROWS);
        if found.is_empty() {
            return Ok(());
        }
        let others = self.other.map(|(_, figures)| figures);
        let others =
            others.filter(|others| found.iter().any(|(_, name, _)| others.contains_key(*name)));
        let bar = |figure: &super::Figure| -> Bar {
            let scaled = |(lo, hi)| (plot.factor * lo, plot.factor * hi);
            (plot.factor * figure.value, figure.interval.map(scaled))
        };
        let rows: Vec<Row> = found
            .iter()
            .map(|(label, name, figure)| {
                let mut bars = vec![Some(bar(figure))];
                if let Some(others) = others {
                    bars.push(others.get(*name).map(bar));
                }
                let label = label
                    .replace('-', " – ")
                    .replace('.', ": ")
                    .replace('_', " ");
                Row { label, bars }
            })
            .collect();
        let mut series = vec!["these games"];
        if let (Some((name, _)), Some(_)) = (self.other, others) {
            series.push(name);
        }
        let stem = self.folder.join(plot.file);
        bars::draw(&stem, plot.title, plot.unit, &series, &rows)
    }
}

/// The line of a side, as far as there are enough games.
fn line(name: &str, series: &Series, place: usize, parts: f64) -> Option<Line> {
    let most = series.of(place).map(|(_, mean)| mean.games).max()?;
    let least = (most / 50).max(5).min(most / 2).max(2);
    let points: Vec<Point> = series
        .of(place)
        .take_while(|(_, mean)| mean.games >= least)
        .filter_map(|(number, mean)| {
            let average = mean.average(parts)?;
            Some((number as f64, average.mean, average.interval))
        })
        .collect();
    (points.len() > 1).then(|| Line {
        name: name.to_owned(),
        points,
    })
}

fn lines(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    let known = &collection.knowledge;
    let plot = |file: &str, title: &str, y: &str, lines: Vec<Option<Line>>| {
        let lines: Vec<Line> = lines.into_iter().flatten().collect();
        if lines.is_empty() {
            return Ok(());
        }
        let words = Words {
            title,
            x: "move number",
            y,
        };
        series::draw(&folder.join(file), words, &lines)
    };
    let sides = |series: &Series, parts: f64, places: &[usize]| -> Vec<Option<Line>> {
        places
            .iter()
            .map(|&place| line(WHOSE[place], series, place, parts))
            .collect()
    };
    let moves = "moves to choose from (mean, 95 % interval)";
    plot(
        "mobility",
        "Pseudomobility of both players",
        moves,
        vec![
            line("own board", &collection.mobility, 0, 1.0),
            line("metaposition (sample)", &known.mobility, 0, 1.0),
        ],
    )?;
    plot(
        "mobility_winner",
        "Pseudomobility of winner and loser (own board)",
        moves,
        sides(&collection.mobility, 1.0, &[3, 4]),
    )?;
    plot(
        "material",
        "Material of winner and loser",
        "points (pawn 1, knight and bishop 3, rook 5, queen 9)",
        sides(&collection.material, 1.0, &[3, 4]),
    )?;
    plot(
        "king_set",
        "Squares on which the enemy king may stand (sample)",
        "squares (mean, 95 % interval)",
        sides(&known.king_set, 1.0, &[0, 3, 4]),
    )?;
    plot(
        "uncertainty",
        "Uncertainty about the enemy's men (sample)",
        "bits (mean, 95 % interval)",
        sides(&known.uncertainty, PARTS, &[0, 3, 4]),
    )?;
    plot(
        "refusals",
        "Refused tries",
        "refused tries a turn (mean, 95 % interval)",
        sides(&collection.refusals.by_move, 1.0, &[0, 3, 4]),
    )
}

/// Share of `games` as a point in per cent.
fn share(x: f64, count: u64, games: u64) -> Point {
    let found = wilson(count as f64, games as f64, Z95);
    let ends = (100.0 * found.lo, 100.0 * found.hi);
    (x, 100.0 * found.value, Some(ends))
}

fn durations(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    let scopes = scopes(collection);
    let longest = scopes
        .iter()
        .filter_map(|(_, lengths)| lengths.keys().max())
        .max();
    let longest = longest.copied().unwrap_or(0);
    let fitting = WIDTHS
        .into_iter()
        .find(|width| longest / width < MOST_COLUMNS);
    let width = fitting.unwrap_or(longest);
    let line = |(scope, lengths): &(String, BTreeMap<u32, u64>)| {
        let games: u64 = lengths.values().sum();
        let least = match scope.as_str() {
            "all" => 1,
            "checkmate" | "resignation" | "drawn" => FEWEST,
            _ => return None,
        };
        if games < least {
            return None;
        }
        // Each column is a step.
        let points = (0..=longest / width).flat_map(|column| {
            let from = column * width;
            let inside = lengths.range(from..from + width);
            let count: u64 = inside.map(|(_, games)| games).sum();
            let share = 100.0 * count as f64 / games as f64;
            [from, from + width].map(|x| (f64::from(x), share, None))
        });
        Some(Line {
            name: format!("{scope} ({})", plural(games, "game")),
            points: points.collect(),
        })
    };
    let lines: Vec<Line> = scopes.iter().filter_map(line).collect();
    let y = format!("share of these games (%), in columns of {width}");
    let words = Words {
        title: "Lengths of games",
        x: "length in moves",
        y: &y,
    };
    if !lines.is_empty() {
        series::draw(&folder.join("durations"), words, &lines)?;
    }
    let silence = collection.silence.games.iter().enumerate().skip(1);
    let points: Vec<Point> = silence
        .map(|(number, &games)| share(number as f64, games, collection.games))
        .collect();
    if points.is_empty() {
        return Ok(());
    }
    let words = Words {
        title: "The umpire's first announcement",
        x: "move number",
        y: "share of games (%)",
    };
    let name = "first capture, check or pawn try".to_owned();
    series::draw(&folder.join("silence"), words, &[Line { name, points }])
}

fn informed(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    let found = &collection.knowledge.informed;
    let line = |measure: usize| {
        let all = |who: &Informed| who[0] + who[1];
        let most = found[measure].iter().map(all).max()?;
        let least = (most / 20).max(2);
        let points: Vec<Point> = (1..)
            .zip(&found[measure])
            .filter(|(_, who)| all(who) >= least)
            .map(|(number, who)| share(f64::from(number), who[0], all(who)))
            .collect();
        let name = format!("by {}", MEASURES[measure].replace('_', " "));
        (points.len() > 1).then_some(Line { name, points })
    };
    let lines: Vec<Line> = (0..MEASURES.len()).filter_map(line).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let words = Words {
        title: "Share of games in which the later winner was better informed (sample)",
        x: "move number",
        y: "share of games in which one side was (%)",
    };
    series::draw(&folder.join("informed"), words, &lines)
}

fn boards(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    let games = collection.games.max(1) as f64;
    let fights = &collection.captures.0;
    let heat = |file: &str, title: &str, of: &dyn Fn(usize) -> f64| {
        let values: [f64; 64] = std::array::from_fn(of);
        let texts = values.map(|value| format!("{value:.2}"));
        board::draw_heat(&folder.join(file), title, &values, &texts)
    };
    let captures = |square: usize| fights[square].captures.iter().sum::<u64>() as f64 / games;
    heat("captures", "Captures a game, by square", &captures)?;
    if fights.iter().any(|square| square.refused > 0) {
        let refused = |square: usize| fights[square].refused as f64 / games;
        heat("refused", "Refused tries a game, by target", &refused)?;
    }
    let boards: Vec<_> = listed(collection)
        .into_iter()
        .take(MOST_BOARDS)
        .map(|(name, player)| {
            let games: u64 = player.games.iter().sum();
            let name = if name == "*" { "all players" } else { name };
            (
                format!("{name}, {}", plural(games, "game")),
                formation(player).men,
            )
        })
        .collect();
    let title = "Commonest formation of the first ten moves, from the player's side";
    board::draw_men(&folder.join("formations"), title, &boards)
}
