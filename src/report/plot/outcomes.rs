//! Outcomes of games: the share of each, stacked to 100 %.
//!
//! ```
//! use darkforge::report::plot::outcomes::{self, OutcomeShares};
//! let folder = tempfile::tempdir()?;
//! let stem = folder.path().join("plot");
//! let row = OutcomeShares { label: "all games".to_owned(), counts: vec![50, 40, 10] };
//! let ways = ["White wins", "Black wins", "draw: stalemate"];
//! outcomes::draw(&stem, "How games ended", "", &ways, &[row])?;
//! assert!(folder.path().join("plot.svg").is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use anyhow::ensure;
use plotters::prelude::{Color as _, RGBColor, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use super::chart::{Axis, Sizes, axes, place, ticks};
use super::theme::{
    self, BLUE, Canvas, Entry, FAINT, Figure, GREEN, INK, LABEL_SIZE, MARGIN, Mark, ORANGE, PAGE,
    PURPLE, Page, SKY, VERMILLION, YELLOW, px, squeezed, text_width, write,
};

/// Greatest number of horizontal rows with their figures inside; more rows are vertical if they are
/// numbered, because numbers can be left out and names cannot.
const MOST_LYING: usize = 8;
/// Greatest number of horizontal rows; the title names the number left out.
const MOST_NAMED: usize = 60;
/// Widest name of a lying row in pixels.
const NAME_WIDTH: f64 = 420.0;
/// Smallest percentage whose figure is written into its segment.
const SMALLEST_WRITTEN: f64 = 4.0;

/// Colours of the categories by position, with the colour of the figures on them. The third, by
/// convention stalemate, is the most striking.
const COLOURS: [(RGBColor, RGBColor); 9] = [
    (BLUE, WHITE),
    (RGBColor(85, 85, 85), WHITE),
    (VERMILLION, WHITE),
    (SKY, INK),
    (GREEN, WHITE),
    (YELLOW, INK),
    (PURPLE, INK),
    (ORANGE, INK),
    (RGBColor(190, 190, 190), INK),
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
/// at most nine. `x_name` names the rows; it may be empty. A row without games stays blank.
///
/// # Errors
/// If no row has a game, a row's counts do not match the categories, there are more than nine categories, or a
/// file cannot be written.
pub fn draw(
    stem: &Path,
    title: &str,
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
    let mut plot = Outcomes {
        title,
        x_name,
        categories,
        rows,
    };
    if plot.is_lying() && rows.len() > MOST_NAMED {
        let title = format!("{title} (the first {MOST_NAMED} of {})", rows.len());
        plot.rows = &rows[..MOST_NAMED];
        return theme::save(
            stem,
            &Outcomes {
                title: &title,
                ..plot
            },
        );
    }
    theme::save(stem, &plot)
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

#[derive(Clone, Copy)]
struct Outcomes<'a> {
    title: &'a str,
    x_name: &'a str,
    categories: &'a [&'a str],
    rows: &'a [OutcomeShares],
}

impl Figure for Outcomes<'_> {
    fn size(&self) -> (u32, u32) {
        if !self.is_lying() {
            return PAGE;
        }
        let height = if self.rows.len() > MOST_LYING { 44 } else { 88 };
        (PAGE.0, 240 + height * self.rows.len() as u32 + 2 * MARGIN)
    }

    fn paint<DB: Canvas>(&self, page: &Page<DB>) -> anyhow::Result<()> {
        let occurs = |category: &usize| self.rows.iter().any(|row| row.counts[*category] > 0);
        let legend: Vec<_> = (0..self.categories.len())
            .filter(occurs)
            .map(|category| Entry::new(Mark::Fill, COLOURS[category].0, self.categories[category]))
            .collect();
        let body = theme::header(page, self.title, &legend)?;
        if self.is_lying() {
            self.paint_lying(&body)
        } else {
            self.paint_standing(&body)
        }
    }
}

impl Outcomes<'_> {
    fn is_lying(&self) -> bool {
        let numbered = |row: &OutcomeShares| row.label.parse::<u64>().is_ok();
        self.rows.len() <= MOST_LYING || !self.rows.iter().all(numbered)
    }

    fn share_axis() -> Axis {
        Axis {
            name: "share of games (%)".to_owned(),
            lo: 0.0,
            hi: 100.0,
            ticks: ticks(0.0, 100.0, 10, 1.0),
        }
    }

    /// Rows from top to bottom, with the percentages in the bars and the number of games behind them.
    fn paint_lying<DB: Canvas>(&self, body: &Page<DB>) -> anyhow::Result<()> {
        let rows = self.rows.len() as f64;
        let middle = |row: usize| row as f64 + 0.5;
        let y = Axis {
            name: self.x_name.to_owned(),
            lo: rows,
            hi: 0.0,
            ticks: self
                .rows
                .iter()
                .enumerate()
                .map(|(i, row)| Ok((middle(i), squeezed(&row.label, LABEL_SIZE, NAME_WIDTH)?)))
                .collect::<anyhow::Result<_>>()?,
        };
        let notes: Vec<_> = self
            .rows
            .iter()
            .map(|row| match row.games() {
                1 => "1 game".to_owned(),
                games => format!("{games} games"),
            })
            .collect();
        let mut note_width = 0.0_f64;
        for note in &notes {
            note_width = note_width.max(text_width(note, LABEL_SIZE)?);
        }
        let sizes = Sizes::USUAL;
        let body = body.margin(0, 0, 0, px(note_width + 14.0));
        let mut chart = axes(&body, &Self::share_axis(), &y, sizes)?;
        for (i, (row, note)) in self.rows.iter().zip(notes).enumerate() {
            for Segment {
                category,
                begin,
                end,
                share,
            } in row.segments()
            {
                let (colour, ink) = COLOURS[category];
                let corners = [(begin, middle(i) - 0.36), (end, middle(i) + 0.36)];
                chart.draw_series([Rectangle::new(corners, colour.filled())])?;
                if share >= SMALLEST_WRITTEN {
                    let at = place(&body, &chart, (f64::midpoint(begin, end), middle(i)));
                    let figure = format!("{} %", share.round());
                    write(
                        &body,
                        &figure,
                        (LABEL_SIZE, ink),
                        (HPos::Center, VPos::Center),
                        at,
                    )?;
                }
            }
            let (right, height) = place(&body, &chart, (100.0, middle(i)));
            write(
                &body,
                &note,
                (LABEL_SIZE, FAINT),
                (HPos::Left, VPos::Center),
                (right + px(14.0), height),
            )?;
        }
        Ok(())
    }

    /// Rows from left to right without gaps, and only as many labels as fit.
    fn paint_standing<DB: Canvas>(&self, body: &Page<DB>) -> anyhow::Result<()> {
        let x = Axis {
            name: self.x_name.to_owned(),
            lo: 0.0,
            hi: self.rows.len() as f64,
            ticks: self.few_labels()?,
        };
        let sizes = Sizes::USUAL;
        let mut chart = axes(body, &x, &Self::share_axis(), sizes)?;
        for (i, row) in self.rows.iter().enumerate() {
            let (left, right) = (i as f64, i as f64 + 1.0);
            for segment in row.segments() {
                let corners = [(left, segment.begin), (right, segment.end)];
                chart.draw_series([Rectangle::new(
                    corners,
                    COLOURS[segment.category].0.filled(),
                )])?;
            }
        }
        Ok(())
    }

    /// Labels of some rows, at round numbers if the rows are numbered.
    fn few_labels(&self) -> anyhow::Result<Vec<(f64, String)>> {
        let mut widest = 0.0_f64;
        for row in self.rows {
            widest = widest.max(text_width(&row.label, LABEL_SIZE)?);
        }
        let most = (1350.0 / (widest + 30.0)).clamp(2.0, 15.0) as usize;
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
    use crate::report::plot::check::{assert_text, drawn, refused};

    const CATEGORIES: [&str; 4] = ["win", "loss", "draw: stalemate", "draw: ply limit"];

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
        let svg = drawn(|stem| draw(stem, "A against B", "", &CATEGORIES, &rows));
        for text in [
            "A against B",
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
        let svg = drawn(|stem| draw(stem, "How games ended", "generation", &CATEGORIES, &rows));
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
        let svg = drawn(|stem| draw(stem, "t", "", &CATEGORIES, &[row("all", [3, 0, 1, 0])]));
        assert_text(&svg, "draw: stalemate");
        assert!(!svg.contains("draw: ply limit"));
    }

    #[test]
    fn labels_fall_on_round_generations() {
        let rows: Vec<_> = (1..=300)
            .map(|g| row(&g.to_string(), [1, 0, 0, 0]))
            .collect();
        let plot = Outcomes {
            title: "",
            x_name: "",
            categories: &CATEGORIES,
            rows: &rows,
        };
        theme::register();
        let labels: Vec<_> = plot
            .few_labels()
            .unwrap()
            .into_iter()
            .map(|(_, label)| label)
            .collect();
        assert_eq!(labels[..3], ["20", "40", "60"]);
        assert_eq!(labels.len(), 15);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let with = |rows: &[OutcomeShares]| refused(|stem| draw(stem, "t", "", &CATEGORIES, rows));
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
