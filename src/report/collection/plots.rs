//! Plots of a collection, a file each; plots without games are left out.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::ends::scopes;
use super::seats::{formation, listed};
use super::{Figure, Figures, Report};
use crate::report::format::{listed as joined, plural};
use crate::report::plot::Caption;
use crate::report::plot::bars::{self, Bar, Row};
use crate::report::plot::board;
use crate::report::plot::series::{self, Line, Point, Words};
use darkforge_ratings::{Z95, wilson};
use darkforge_research::collection::{
    Collection, EVENTS, Informed, MEASURES, PARTS, Series, WHOSE,
};

/// Greatest number of bars in a plot.
const MOST_ROWS: usize = 20;

/// Share below which one of kinds that exclude each other is rare.
const RARE: f64 = 0.005;

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

/// A figure with its label, and its name unless it pools several.
struct Shown<'a> {
    label: String,
    name: Option<&'a str>,
    figure: Figure,
}

/// Pools rare ones of `found`, kinds that exclude each other, as `others (12 kinds)` at the end.
fn pooled(found: &mut Vec<Shown<'_>>, kinds: &str, is_kind: impl Fn(&str) -> bool) {
    let is_rare = |place: usize, shown: &Shown<'_>| {
        let kind = shown.name.is_some_and(&is_kind);
        kind && (shown.figure.value < RARE || place + 1 >= MOST_ROWS)
    };
    let rare: Vec<usize> = (0..found.len())
        .filter(|&place| is_rare(place, &found[place]))
        .collect();
    if rare.len() < 2 {
        return;
    }
    // A figure is a share of so many games.
    let games = found[rare[0]].figure.games.unwrap_or(0);
    let count: f64 = rare
        .iter()
        .map(|&place| (found[place].figure.value * games as f64).round())
        .sum();
    let figure = Figure::share(count as u64, games);
    let mut place = 0;
    found.retain(|_| {
        place += 1;
        !rare.contains(&(place - 1))
    });
    found.push(Shown {
        label: format!("others ({} {kinds})", rare.len()),
        name: None,
        figure,
    });
}

/// A figure's name as a label.
fn label(name: &str) -> String {
    let label = name.replace(".of_", " of ").replace('-', " – ");
    let label = label.replace('.', ": ").replace('_', " ");
    label.replace("white", "White").replace("black", "Black")
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
        let mut found: Vec<Shown<'_>> = found
            .into_iter()
            .map(|(rest, name, figure)| Shown {
                label: label(&rest),
                name: Some(name),
                figure: figure.clone(),
            })
            .collect();
        let all = found.len();
        if plot.start == "outcome." {
            pooled(&mut found, "reasons", |name| !is_result(name));
        } else if by_share && plot.start != "learning." {
            pooled(&mut found, "kinds of material", |_| true);
        }
        found.truncate(MOST_ROWS);
        let Some(sentence) = sentence(plot, &found, self.other) else {
            return Ok(());
        };
        let others = others.filter(|_| found.iter().any(|shown| shown.name.is_some_and(compared)));
        let bar = |figure: &Figure| -> Bar {
            let scaled = |(lo, hi)| (plot.factor * lo, plot.factor * hi);
            (plot.factor * figure.value, figure.interval.map(scaled))
        };
        let rows: Vec<Row> = found
            .iter()
            .map(|shown| {
                let mut bars = vec![Some(bar(&shown.figure))];
                if let Some(others) = others {
                    bars.push(shown.name.and_then(|name| others.get(name)).map(bar));
                }
                Row {
                    label: shown.label.clone(),
                    bars,
                }
            })
            .collect();
        let mut series = vec!["these games"];
        if let (Some((name, _)), Some(_)) = (self.other, others) {
            series.push(name);
        }
        let is_cut = rows.len() == MOST_ROWS && found.iter().all(|shown| shown.name.is_some());
        let title = match all {
            all if is_cut && all > MOST_ROWS => {
                format!("{} (the {MOST_ROWS} most frequent of {all})", plot.title)
            }
            _ => plot.title.to_owned(),
        };
        let caption = Caption {
            title: &title,
            sentence: &sentence,
        };
        bars::draw(
            &self.folder.join(plot.file),
            &caption,
            plot.unit,
            &series,
            &rows,
        )
    }
}

/// Whether a figure of outcomes is a result and no reason.
fn is_result(name: &str) -> bool {
    let name = name.strip_prefix("outcome.").unwrap_or(name);
    matches!(name, "white_wins" | "black_wins" | "draws")
}

/// A value with its interval, as sentences have it.
fn said(plot: &Bars<'_>, figure: &Figure) -> String {
    let number = |value: f64| match plot.factor {
        1.0 => format!("{value:.2}"),
        factor => format!("{:.1}", factor * value),
    };
    let unit = if plot.factor > 1.0 { " %" } else { " bits" };
    let ends = figure.interval.map_or(String::new(), |(lo, hi)| {
        format!(" ({}..{})", number(lo), number(hi))
    });
    format!("{}{unit}{ends}", number(figure.value))
}

/// The bars in a sentence; `None` without a bar.
fn sentence(
    plot: &Bars<'_>,
    found: &[Shown<'_>],
    other: Option<(&str, &Figures)>,
) -> Option<String> {
    let own = || found.iter().filter(|shown| shown.name.is_some());
    let value = |shown: &&Shown<'_>| said(plot, &shown.figure);
    let by_value = |a: &&Shown<'_>, b: &&Shown<'_>| a.figure.value.total_cmp(&b.figure.value);
    // Of equal ones the first.
    let most = own().rev().max_by(by_value)?;
    let games = most
        .figure
        .games
        .map_or(String::new(), |games| plural(games, "game"));
    let mut said = if plot.start == "outcome." {
        let results: Vec<String> = own()
            .filter(|shown| shown.name.is_some_and(is_result))
            .map(|shown| format!("{} {}", shown.label, value(&shown)))
            .collect();
        let reason = own()
            .filter(|shown| !shown.name.is_some_and(is_result))
            .max_by(by_value);
        let reason = reason.map_or(String::new(), |shown| {
            format!(
                " The commonest reason is {}, {}.",
                shown.label,
                value(&shown)
            )
        });
        format!("Of {games}: {}.{reason}", joined(&results))
    } else if plot.start.starts_with("final.") {
        let equal = |shown: &&Shown<'_>| shown.figure.value.total_cmp(&most.figure.value).is_eq();
        match own().filter(equal).count() - 1 {
            0 => format!(
                "Most frequent is {}: {} of {games}.",
                most.label,
                value(&most)
            ),
            others => format!(
                "Most frequent are {} and {} with as many: each {} of {games}.",
                most.label,
                plural(others as u64, "other"),
                value(&most)
            ),
        }
    } else {
        let least = own().min_by(by_value)?;
        match own().count() {
            1 => format!("{}: {}.", most.label, value(&most)),
            _ => format!(
                "Most: {}, {}. Least: {}, {}.",
                most.label,
                value(&most),
                least.label,
                value(&least)
            ),
        }
    };
    if let Some((name, others)) = other {
        let difference = |shown: &Shown<'_>| {
            let theirs = others.get(shown.name?)?;
            let (difference, ends) = shown.figure.difference(theirs);
            Some((plot.factor * difference, ends, shown.label.clone()))
        };
        let largest = own()
            .filter_map(difference)
            .max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
        if let Some((difference, ends, label)) = largest {
            let ends = ends.map_or(String::new(), |(lo, hi)| {
                format!(" ({:+.1}..{:+.1})", plot.factor * lo, plot.factor * hi)
            });
            let unit = if plot.factor > 1.0 { "points" } else { "bits" };
            let _ = write!(
                said,
                " The largest difference from {name} is {difference:+.1} {unit}{ends}, for {label}."
            );
        }
    }
    Some(said)
}

/// Lines in a sentence: where each begins, its highest point, and where it ends.
pub(super) fn course(lines: &[Line], (unit, x): (&str, &str)) -> String {
    let told = |line: &Line| {
        let (first, last) = (line.points.first()?, line.points.last()?);
        let highest = line.points.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let name = match lines {
            [_] => String::new(),
            _ => format!("{}: ", line.name),
        };
        let most = if highest.0 > first.0 && highest.0 < last.0 {
            format!(", at most {:.1} at {x} {}", highest.1, highest.0)
        } else {
            String::new()
        };
        Some(format!(
            "{name}{:.1}{unit} at {x} {}{most}, {:.1} at {x} {}",
            first.1, first.0, last.1, last.0
        ))
    };
    let told: Vec<String> = lines.iter().filter_map(told).collect();
    let mut said = format!("{}.", told.join("; "));
    if let Some(first) = said.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    said
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
    let plot = |file: &str, title: &str, (y, unit): (&str, &str), lines: Vec<Option<Line>>| {
        let lines: Vec<Line> = lines.into_iter().flatten().collect();
        if lines.is_empty() {
            return Ok(());
        }
        let words = Words {
            x: "move number",
            y,
        };
        let caption = Caption {
            title,
            sentence: &course(&lines, (unit, "move")),
        };
        series::draw(&folder.join(file), &caption, words, &lines)
    };
    let sides = |series: &Series, parts: f64, places: &[usize]| -> Vec<Option<Line>> {
        places
            .iter()
            .map(|&place| line(WHOSE[place], series, place, parts))
            .collect()
    };
    let moves = ("moves to choose from (mean, 95 % interval)", " moves");
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
        (
            "points (pawn 1, knight and bishop 3, rook 5, queen 9; mean, 95 % interval)",
            " points",
        ),
        sides(&collection.material, 1.0, &[3, 4]),
    )?;
    plot(
        "king_set",
        "Squares on which the enemy king may stand (sample)",
        ("squares (mean, 95 % interval)", " squares"),
        sides(&known.king_set, 1.0, &[0, 3, 4]),
    )?;
    plot(
        "uncertainty",
        "Uncertainty about the enemy's men (sample)",
        ("bits (mean, 95 % interval)", " bits"),
        sides(&known.uncertainty, PARTS, &[0, 3, 4]),
    )?;
    plot(
        "entropy",
        "Chessboard entropy of winner and loser (sample)",
        (
            "pawns (constants of darkboard-2006; mean, 95 % interval)",
            " pawns",
        ),
        sides(&known.entropy, PARTS, &[3, 4]),
    )?;
    plot(
        "refusals",
        "Refused tries",
        (
            "refused tries a turn (mean, 95 % interval)",
            " refused tries a turn",
        ),
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
        x: "length in moves",
        y: &y,
    };
    let all = scopes.iter().find(|(scope, _)| scope == "all");
    let caption = Caption {
        title: "Lengths of games",
        sentence: &all.map_or(String::new(), |(_, lengths)| middle(lengths)),
    };
    if !lines.is_empty() {
        series::draw(&folder.join("durations"), &caption, words, &lines)?;
    }
    let silence = collection.silence.games.iter().enumerate().skip(1);
    let points: Vec<Point> = silence
        .map(|(number, &games)| share(number as f64, games, collection.games))
        .collect();
    if points.is_empty() {
        return Ok(());
    }
    let words = Words {
        x: "move number",
        y: "share of games (%)",
    };
    let most = points.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let caption = Caption {
        title: "The umpire's first announcement",
        sentence: &most.map_or(String::new(), |(number, share, _)| {
            format!("The umpire's first announcement comes most often at move {number}, in {share:.1} % of the games.")
        }),
    };
    let name = "first capture, check or pawn try".to_owned();
    let line = Line { name, points };
    series::draw(&folder.join("silence"), &caption, words, &[line])
}

/// The lengths of games in a sentence.
fn middle(lengths: &BTreeMap<u32, u64>) -> String {
    let games: u64 = lengths.values().sum();
    let moves: u64 = lengths.iter().map(|(&moves, n)| u64::from(moves) * n).sum();
    let mut seen = 0;
    let median = lengths.iter().find_map(|(moves, n)| {
        seen += n;
        (2 * seen >= games).then_some(*moves)
    });
    let (Some(median), Some(longest)) = (median, lengths.keys().max()) else {
        return String::new();
    };
    format!(
        "{} lasted {:.1} moves on average, half of them at most {median}, the longest {longest}.",
        plural(games, "game"),
        moves as f64 / games as f64
    )
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
        x: "move number",
        y: "share of games in which one side was (%)",
    };
    let caption = Caption {
        title: "How often the later winner was the better informed (sample)",
        sentence: &course(&lines, (" %", "move")),
    };
    series::draw(&folder.join("informed"), &caption, words, &lines)
}

fn boards(folder: &Path, collection: &Collection) -> anyhow::Result<()> {
    let games = collection.games.max(1) as f64;
    let fights = &collection.captures.0;
    let heat = |file: &str, title: &str, of: &dyn Fn(usize) -> f64| {
        let values: [f64; 64] = std::array::from_fn(of);
        let texts = values.map(|value| format!("{value:.2}"));
        let caption = Caption {
            title,
            sentence: &hottest(&values),
        };
        board::draw_heat(&folder.join(file), &caption, &values, &texts)
    };
    let captures = |square: usize| fights[square].captures.iter().sum::<u64>() as f64 / games;
    heat("captures", "Captures a game, by square", &captures)?;
    if fights.iter().any(|square| square.refused > 0) {
        let refused = |square: usize| fights[square].refused as f64 / games;
        heat("refused", "Refused tries a game, by target", &refused)?;
    }
    let players = || listed(collection).into_iter().take(MOST_BOARDS);
    let boards: Vec<_> = players()
        .map(|(name, player)| {
            let games: u64 = player.games.iter().sum();
            let name = if name == "*" { "all players" } else { name };
            (
                format!("{name}, {}", plural(games, "game")),
                formation(player).men,
            )
        })
        .collect();
    let all = players().next().map(|(_, player)| formation(player).moves);
    let sentence = match all.as_deref() {
        None | Some([]) => "No move is frequent enough to belong to a formation.".to_owned(),
        Some(moves) => format!(
            "The most frequent moves of all players, which make the first board: {}.",
            moves.join(" ")
        ),
    };
    let caption = Caption {
        title: "Commonest formation of the first ten moves, from the player's side",
        sentence: &sentence,
    };
    board::draw_men(&folder.join("formations"), &caption, &boards)
}

/// The squares with the highest values in a sentence.
pub(super) fn hottest(values: &[f64; 64]) -> String {
    let name = |square: usize| {
        let file = char::from(b'a' + (square % 8) as u8);
        format!("{file}{}", square / 8 + 1)
    };
    let mut order: Vec<usize> = (0..64).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let [first, second] =
        [order[0], order[1]].map(|square| format!("{} ({:.2})", name(square), values[square]));
    let sum: f64 = values.iter().sum();
    format!("Most fall on {first}, then on {second}; all squares together have {sum:.2} a game.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(name: &'static str, count: u64) -> Shown<'static> {
        Shown {
            label: label(name),
            name: Some(name),
            figure: Figure::share(count, 10_000),
        }
    }

    #[test]
    fn rare_kinds_are_one_bar_that_adds_up() {
        let before = || {
            vec![
                shown("outcome.draws", 20),
                shown("KQ-K", 9000),
                shown("KR-K", 930),
                shown("KBB-K", 30),
                shown("KBN-K", 20),
            ]
        };
        let counts = |found: &[Shown<'_>]| -> f64 {
            found
                .iter()
                .map(|shown| 10_000.0 * shown.figure.value)
                .sum()
        };
        let mut found = before();
        pooled(&mut found, "kinds of material", |name| {
            name != "outcome.draws"
        });
        let labels: Vec<&str> = found.iter().map(|shown| shown.label.as_str()).collect();
        assert_eq!(
            labels,
            [
                "outcome: draws",
                "KQ – K",
                "KR – K",
                "others (2 kinds of material)"
            ]
        );
        assert!((counts(&found) - counts(&before())).abs() < 1e-6);
        assert_eq!(found[3].figure, Figure::share(50, 10_000));
        let mut few = before();
        few.truncate(4);
        pooled(&mut few, "kinds of material", |name| {
            name != "outcome.draws"
        });
        assert_eq!(few.len(), 4, "one alone is not pooled");
    }

    #[test]
    fn many_kinds_fit_the_plot_and_add_up() {
        let mut found: Vec<Shown<'_>> = (0..40).map(|_| shown("KQ-K", 250)).collect();
        pooled(&mut found, "kinds of material", |_| true);
        assert_eq!(found.len(), MOST_ROWS);
        assert_eq!(found[MOST_ROWS - 1].figure, Figure::share(21 * 250, 10_000));
    }

    #[test]
    fn bars_and_lines_are_told_with_their_figures() {
        let bars = Bars {
            file: "victories",
            title: "",
            unit: "share (%)",
            factor: 100.0,
            start: "final.victories.",
            end: "",
        };
        let mut found = vec![shown("KQ-K", 4000), shown("KR-K", 1000)];
        assert_eq!(
            sentence(&bars, &found, None).unwrap(),
            "Most frequent is KQ – K: 40.0 % (39.0..41.0) of 10,000 games."
        );
        found.push(shown("KP-K", 4000));
        assert_eq!(
            sentence(&bars, &found, None).unwrap(),
            "Most frequent are KQ – K and 1 other with as many: each 40.0 % (39.0..41.0) of 10,000 games."
        );
        assert_eq!(sentence(&bars, &[], None), None);
        let line = Line {
            name: "own board".to_owned(),
            points: vec![(1.0, 20.0, None), (9.0, 35.2, None), (30.0, 18.0, None)],
        };
        assert_eq!(
            course(&[line], (" moves", "move")),
            "20.0 moves at move 1, at most 35.2 at move 9, 18.0 at move 30."
        );
    }
}
