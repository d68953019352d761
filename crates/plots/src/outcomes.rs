//! Outcomes of games: the share of each, stacked to 100 %.
//!
//! ```
//! use darkforge_plots::Caption;
//! use darkforge_plots::outcomes::{self, OutcomeShares};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let row = OutcomeShares { label: "all games".to_owned(), counts: vec![50, 40, 10] };
//! let ways = ["White wins", "Black wins", "draw: stalemate"];
//! let caption = Caption { title: "How games ended", sentence: "White wins half of 100 games." };
//! outcomes::draw(&stem, &caption, "", &ways, &[row])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::{Color as _, RGBColor, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use darkforge_kriegspiel::text::plural;

use super::chart::{Axis, Sizes, axes, beside, over_grid, place, ticks};
use super::theme::{
    self, BLUE, Canvas, Caption, Entry, FAINT, Figure, GREEN, INK, Mark, ORANGE, PURPLE, Page,
    Room, SKY, VERMILLION, YELLOW, px, squeezed, text_width, write,
};

/// Greatest number of horizontal rows with their figures inside; more rows are vertical if they are
/// numbered, because numbers can be left out and names cannot.
const MOST_LYING: usize = 8;
/// Greatest number of horizontal rows; the title names the number left out.
const MOST_NAMED: usize = 60;
/// Widest name beside a lying row in pixels.
const NAME_WIDTH: f64 = 420.0;
/// Room around a figure in its segment in pixels.
const AROUND: f64 = 5.0;
/// Height of a bar in a narrow drawing, and gap between rows, in pixels.
const BAR: f64 = 34.0;
/// See [`BAR`].
const GAP: f64 = 16.0;

/// Categories that are never pooled: both wins, and stalemates.
const KEPT: usize = 3;
/// Share of all games below which a category is rare, and of a lying row's.
const RARE: f64 = 0.02;
/// See [`RARE`].
const RARE_IN_ROW: f64 = 0.05;

/// Colours of the categories by position. The third, by convention stalemate, is the most striking;
/// the last is that of pooled ones.
const COLOURS: [RGBColor; 10] = [
    BLUE,
    RGBColor(85, 85, 85),
    VERMILLION,
    SKY,
    GREEN,
    ORANGE,
    PURPLE,
    RGBColor(120, 72, 48),
    YELLOW,
    RGBColor(190, 190, 190),
];
const WHITE: RGBColor = plotters::style::WHITE;

/// Counts of outcomes in one generation, or in one part of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeShares {
    /// Name of the row, such as the generation's number or `A as White`.
    pub label: String,
    /// Games that ended in each category, in the order of the categories.
    pub counts: Vec<u64>,
}

/// Draws one bar per row, divided by the rows' `counts` in the order of `categories`, to `STEM.svg` and `STEM.png`.
///
/// Wins, losses and stalemates should come first and in this order, because colours go by position:
/// at most ten. Rare ones after these are pooled. `x_name` names the rows; it may be empty. A row without games
/// stays blank.
///
/// # Errors
/// If no row has a game, a row's counts do not match the categories, there are more than ten categories, or a
/// file cannot be written.
pub fn draw(
    stem: &Path,
    caption: &Caption<'_>,
    x_name: &str,
    categories: &[&str],
    rows: &[OutcomeShares],
) -> anyhow::Result<()> {
    ensure!(
        categories.len() <= COLOURS.len(),
        "cannot tell {} outcomes apart, at most {}",
        categories.len(),
        COLOURS.len()
    );
    for row in rows {
        ensure!(
            row.counts.len() == categories.len(),
            "row `{}` has {} counts for {} outcomes",
            row.label,
            row.counts.len(),
            categories.len()
        );
    }
    ensure!(
        rows.iter().any(|row| row.games() > 0),
        "no games whose outcomes to draw"
    );
    let (categories, pooled) = pooled(categories, rows);
    let mut plot = Outcomes {
        x_name,
        categories: &categories,
        rows: &pooled,
    };
    if plot.is_lying() && rows.len() > MOST_NAMED {
        let Caption { title, sentence } = caption;
        let title = format!("{title} (the first {MOST_NAMED} of {})", rows.len());
        plot.rows = &pooled[..MOST_NAMED];
        let title = &title;
        return theme::save(stem, &Caption { title, sentence }, &plot);
    }
    theme::save(stem, caption, &plot)
}

/// A category with its colour.
struct Category {
    name: String,
    colour: RGBColor,
}

/// Categories that occur, with rare ones as one, and the rows with their counts.
fn pooled(names: &[&str], rows: &[OutcomeShares]) -> (Vec<Category>, Vec<OutcomeShares>) {
    let total = |place: usize| rows.iter().map(|row| row.counts[place]).sum::<u64>();
    let all: u64 = rows.iter().map(OutcomeShares::games).sum();
    let is_rare = |&place: &usize| {
        let in_row = |row: &OutcomeShares| {
            row.counts[place] as f64 >= RARE_IN_ROW * row.games() as f64 && row.counts[place] > 0
        };
        place >= KEPT
            && (total(place) as f64) < RARE * all as f64
            && !(is_lying(rows) && rows.iter().any(in_row))
    };
    let occurring = (0..names.len()).filter(|&place| total(place) > 0);
    let (mut rare, mut kept): (Vec<usize>, Vec<usize>) = occurring.partition(is_rare);
    if rare.len() < 2 {
        kept.append(&mut rare);
        kept.sort_unstable();
    }
    let mut categories: Vec<Category> = kept
        .iter()
        .map(|&place| Category {
            name: names[place].to_owned(),
            colour: COLOURS[place],
        })
        .collect();
    if !rare.is_empty() {
        const DRAW: &str = "draw: ";
        let draws: Option<Vec<&str>> = rare
            .iter()
            .map(|&place| names[place].strip_prefix(DRAW))
            .collect();
        let name = if let Some(draws) = draws {
            format!("rare draws: {}", draws.join(", "))
        } else {
            let names: Vec<&str> = rare.iter().map(|&place| names[place]).collect();
            format!("rare: {}", names.join(", "))
        };
        categories.push(Category {
            name,
            colour: COLOURS[COLOURS.len() - 1],
        });
    }
    let row = |row: &OutcomeShares| {
        let mut counts: Vec<u64> = kept.iter().map(|&place| row.counts[place]).collect();
        if !rare.is_empty() {
            counts.push(rare.iter().map(|&place| row.counts[place]).sum());
        }
        OutcomeShares {
            label: row.label.clone(),
            counts,
        }
    };
    (categories, rows.iter().map(row).collect())
}

/// Whether rows are drawn from left to right.
fn is_lying(rows: &[OutcomeShares]) -> bool {
    let numbered = |row: &OutcomeShares| row.label.parse::<u64>().is_ok();
    rows.len() <= MOST_LYING || !rows.iter().all(numbered)
}

impl OutcomeShares {
    fn games(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The segments of the row's bar that are not empty.
    fn segments(&self) -> impl Iterator<Item = Segment> {
        let games = self.games() as f64;
        let percent = move |count: u64| 100.0 * count as f64 / games;
        let mut before = 0;
        self.counts
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
            .map(move |(category, &count)| {
                let begin = percent(before);
                before += count;
                Segment {
                    category,
                    begin,
                    end: percent(before),
                    share: percent(count),
                }
            })
    }
}

/// One part of a bar, in percent of the bar.
struct Segment {
    category: usize,
    begin: f64,
    end: f64,
    /// `end - begin`, without the error of the subtraction.
    share: f64,
}

struct Outcomes<'a> {
    x_name: &'a str,
    categories: &'a [Category],
    rows: &'a [OutcomeShares],
}

impl Figure for Outcomes<'_> {
    fn legend(&self) -> Vec<Entry> {
        let categories = self.categories.iter();
        categories
            .map(|category| Entry::new(Mark::Fill, category.colour, category.name.as_str()))
            .collect()
    }

    fn size(&self, room: Room) -> anyhow::Result<(f64, f64)> {
        let width = room.width();
        if !self.is_lying() {
            return Ok((width, room.height()));
        }
        let axis = beside(SHARE, Sizes::usual(room), width)?;
        let name = if self.x_name.is_empty() { 0.0 } else { 40.0 };
        let height = self.row_height(room) * self.rows.len() as f64;
        Ok((width, height + axis + room.pick(0.0, name)))
    }

    fn paint<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        if self.is_lying() {
            self.paint_lying(body, room)
        } else {
            self.paint_standing(body, room)
        }
    }
}

/// Name of the axis of shares.
const SHARE: &str = "share of games (%)";

impl Outcomes<'_> {
    fn is_lying(&self) -> bool {
        is_lying(self.rows)
    }

    fn share_axis(name: &str, room: Room) -> Axis {
        Axis {
            name: name.to_owned(),
            lo: 0.0,
            hi: 100.0,
            ticks: ticks(0.0, 100.0, room.ticks(10), 1.0),
        }
    }

    /// Height of the label above a bar in pixels.
    fn label_height(room: Room) -> f64 {
        room.pick(0.0, 1.35 * room.letters().label)
    }

    fn row_height(&self, room: Room) -> f64 {
        match room {
            Room::Wide if self.rows.len() > MOST_LYING => 44.0,
            Room::Wide => 84.0,
            Room::Narrow => Self::label_height(room) + BAR + GAP,
        }
    }

    /// Upper and lower edge of a row's bar in pixels from the first row's top.
    fn bar(&self, row: usize, room: Room) -> (f64, f64) {
        let height = self.row_height(room);
        let top = height * row as f64;
        match room {
            Room::Wide => (top + 0.14 * height, top + 0.86 * height),
            Room::Narrow => {
                let top = top + Self::label_height(room) + GAP / 2.0;
                (top, top + BAR)
            }
        }
    }

    /// Rows from top to bottom, with the percentages in the bars and the number of games beside them.
    fn paint_lying<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let letters = room.letters();
        let label = letters.label;
        let middle = |row: usize| {
            let (upper, lower) = self.bar(row, room);
            f64::midpoint(upper, lower)
        };
        let mut names = Vec::new();
        let mut notes = Vec::new();
        let mut widest = 0.0_f64;
        for (number, row) in self.rows.iter().enumerate() {
            if room == Room::Wide {
                names.push((middle(number), squeezed(&row.label, label, NAME_WIDTH)?));
            }
            let note = plural(row.games(), "game");
            widest = widest.max(text_width(&note, label)?);
            notes.push(note);
        }
        let y = Axis {
            name: self.x_name.to_owned(),
            lo: self.row_height(room) * self.rows.len() as f64,
            hi: 0.0,
            ticks: names,
        };
        let area = body.margin(0, 0, 0, px(room.pick(widest + 14.0, 0.0)));
        let x = Self::share_axis(SHARE, room);
        let mut chart = axes(&area, &x, &y, Sizes::usual(room))?;
        for (number, (row, note)) in self.rows.iter().zip(&notes).enumerate() {
            let (upper, lower) = self.bar(number, room);
            for Segment {
                category,
                begin,
                end,
                share,
            } in row.segments()
            {
                let colour = self.categories[category].colour;
                let corners = [(begin, upper), (end, lower)];
                chart.draw_series([Rectangle::new(corners, colour.filled())])?;
                let figure = format!("{} %", share.round());
                let wide = px(text_width(&figure, label)? / 2.0 + AROUND);
                let at = place(body, &chart, (f64::midpoint(begin, end), middle(number)));
                let ends = [begin, end].map(|end| place(body, &chart, (end, lower)).0);
                if ends[1] - ends[0] < 2 * wide {
                    continue;
                }
                // On white, because no letters can be read on all colours in light and in dark.
                let high = px(0.68 * label);
                let corners = [(at.0 - wide, at.1 - high), (at.0 + wide, at.1 + high)];
                body.draw(&Rectangle::new(corners, WHITE.filled()))?;
                let anchor = (HPos::Center, VPos::Center);
                write(body, &figure, (label, INK), anchor, at)?;
            }
            let (right, height) = place(body, &chart, (100.0, middle(number)));
            let style = (label, FAINT);
            if room == Room::Wide {
                let anchor = (HPos::Left, VPos::Center);
                write(body, note, style, anchor, (right + px(14.0), height))?;
                continue;
            }
            let above = height - px((lower - upper) / 2.0 + 0.7 * label);
            let most = room.width() - widest - 34.0;
            let name = squeezed(&row.label, label, most)?;
            let (left, _) = place(body, &chart, (0.0, lower));
            over_grid(body, &name, (label, INK), HPos::Left, (left, above))?;
            over_grid(body, note, style, HPos::Right, (right, above))?;
        }
        Ok(())
    }

    /// Rows from left to right without gaps, and only as many labels as fit.
    fn paint_standing<DB: Canvas>(&self, body: &Page<DB>, room: Room) -> anyhow::Result<()> {
        let x = Axis {
            name: self.x_name.to_owned(),
            lo: 0.0,
            hi: self.rows.len() as f64,
            ticks: self.few_labels(room)?,
        };
        let y = Self::share_axis(SHARE, room);
        let mut chart = axes(body, &x, &y, Sizes::usual(room))?;
        for (i, row) in self.rows.iter().enumerate() {
            let (left, right) = (i as f64, i as f64 + 1.0);
            for segment in row.segments() {
                let corners = [(left, segment.begin), (right, segment.end)];
                chart.draw_series([Rectangle::new(
                    corners,
                    self.categories[segment.category].colour.filled(),
                )])?;
            }
        }
        Ok(())
    }

    /// Labels of some rows, at round numbers if the rows are numbered.
    fn few_labels(&self, room: Room) -> anyhow::Result<Vec<(f64, String)>> {
        let mut widest = 0.0_f64;
        for row in self.rows {
            widest = widest.max(text_width(&row.label, room.letters().label)?);
        }
        let most = ((room.width() - 100.0) / (widest + 30.0)).clamp(2.0, 15.0) as usize;
        let rows = self.rows.len();
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
            .into_iter()
            .find(|step| rows.div_ceil(*step) <= most)
            .unwrap_or(rows);
        let round = |row: &OutcomeShares| {
            row.label
                .parse()
                .is_ok_and(|n: usize| n.is_multiple_of(step))
        };
        let first = self.rows.iter().take(step).position(round).unwrap_or(0);
        let labelled = self.rows.iter().enumerate().skip(first).step_by(step);
        Ok(labelled
            .map(|(i, row)| (i as f64 + 0.5, row.label.clone()))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{assert_text, drawn, refused};

    const CATEGORIES: [&str; 4] = ["win", "loss", "draw: stalemate", "draw: ply limit"];

    const TITLE: Caption<'_> = Caption {
        title: "How games ended",
        sentence: "",
    };

    fn row(label: &str, counts: [u64; 4]) -> OutcomeShares {
        OutcomeShares {
            label: label.to_owned(),
            counts: counts.to_vec(),
        }
    }

    #[test]
    fn a_match_has_its_percentages_written_in() {
        let rows = [
            row("A as White", [90, 87, 8, 15]),
            row("A as Black", [193, 0, 7, 0]),
        ];
        let svg = drawn(|stem| draw(stem, &TITLE, "", &CATEGORIES, &rows));
        for text in [
            "How games ended",
            "A as White",
            "share of games (%)",
            "200 games",
            "45 %",
            "4 %",
            "97 %",
        ] {
            assert_text(&svg, text);
        }
        assert!(!svg.contains("\n0 %\n"));
    }

    #[test]
    fn many_generations_can_be_drawn() {
        let rows: Vec<_> = (0..300)
            .map(|g| row(&g.to_string(), [100 + g, 100, 40, 0]))
            .collect();
        let svg = drawn(|stem| draw(stem, &TITLE, "generation", &CATEGORIES, &rows));
        for text in [
            "How games ended",
            "generation",
            "share of games (%)",
            "0",
            "280",
            "draw: stalemate",
        ] {
            assert_text(&svg, text);
        }
    }

    #[test]
    fn outcomes_that_never_occur_are_not_in_the_legend() {
        let svg = drawn(|stem| draw(stem, &TITLE, "", &CATEGORIES, &[row("all", [3, 0, 1, 0])]));
        assert_text(&svg, "draw: stalemate");
        assert!(!svg.contains("draw: ply limit"));
    }

    #[test]
    fn rare_categories_are_pooled_and_no_game_is_lost() {
        let names = [
            "won",
            "lost",
            "draw: stalemate",
            "draw: fifty moves",
            "draw: ply limit",
            "forfeit",
        ];
        let rows = |counts: [[u64; 6]; 2]| {
            counts.map(|counts| OutcomeShares {
                label: "p".to_owned(),
                counts: counts.to_vec(),
            })
        };
        let pooled_names = |counts| {
            let (categories, pooled) = pooled(&names, &rows(counts));
            for (row, before) in pooled.iter().zip(&rows(counts)) {
                assert_eq!(row.games(), before.games());
                assert_eq!(row.counts.len(), categories.len());
            }
            let names = categories.into_iter().map(|category| category.name);
            names.collect::<Vec<_>>()
        };
        assert_eq!(
            pooled_names([[500, 490, 1, 4, 5, 0], [490, 500, 0, 5, 4, 0]]),
            [
                "won",
                "lost",
                "draw: stalemate",
                "rare draws: fifty moves, ply limit"
            ],
            "stalemates stay, what never occurs is left out"
        );
        assert_eq!(
            pooled_names([[500, 490, 1, 4, 5, 0], [490, 500, 0, 5, 4, 3]])[3],
            "rare: draw: fifty moves, draw: ply limit, forfeit"
        );
        let one = pooled_names([[500, 490, 1, 9, 0, 0], [490, 500, 0, 9, 0, 0]]);
        assert_eq!(one[3], "draw: fifty moves", "one alone is not pooled");
        let much = pooled_names([[500, 490, 1, 4, 5, 0], [10, 5, 0, 5, 0, 0]]);
        assert_eq!(much.len(), 5, "a quarter of a row is not rare: {much:?}");
    }

    #[test]
    fn labels_fall_on_round_generations() {
        let rows: Vec<_> = (1..=300)
            .map(|g| row(&g.to_string(), [1, 0, 0, 0]))
            .collect();
        let plot = Outcomes {
            x_name: "",
            categories: &[],
            rows: &rows,
        };
        theme::register();
        let labels: Vec<_> = plot
            .few_labels(Room::Wide)
            .unwrap()
            .into_iter()
            .map(|(_, label)| label)
            .collect();
        assert_eq!(labels[..3], ["20", "40", "60"]);
        assert_eq!(labels.len(), 15);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let with =
            |rows: &[OutcomeShares]| refused(|stem| draw(stem, &TITLE, "", &CATEGORIES, rows));
        assert_eq!(with(&[]), "no games whose outcomes to draw");
        assert_eq!(
            with(&[row("all", [0; 4])]),
            "no games whose outcomes to draw"
        );
        let short = OutcomeShares {
            label: "all".to_owned(),
            counts: vec![1],
        };
        assert_eq!(with(&[short]), "row `all` has 1 counts for 4 outcomes");
    }
}
