//! Saliency of the planes of a network's input: at each checkpoint, and the means over a training with their plots.

use std::path::Path;

use super::Drawn;
use super::plot::Caption;
use super::plot::bars;
use super::plot::series::{self, Line, Words};
use super::table::{FileRow as _, Fixed, row};
use darkforge_synoptic::synopsis::PLANES;
use darkforge_synoptic::train::Saliency;

/// Planes in the bar chart.
const BARS: usize = 20;
/// Most salient planes in the chart over the steps; the least salient one is beside them.
const LINES: usize = 4;
/// The headset of the charts.
const SHOWN: &str = "top";

row! {
    /// A row for each checkpoint, headset and plane. A number is the mean size of the slopes of one example's loss by the
    /// bits of the plane, times 1000, on validation examples of the headset's games that are drawn anew at each checkpoint.
    SaliencyRow in "saliency.csv" {
        /// Steps taken.
        step: u32,
        /// Headset of the network.
        headset: String,
        /// Number of the plane.
        plane: u32,
        /// Of the whole loss (the paper's loss PBS).
        loss: Fixed<4>,
        /// Of the logarithm of the chosen action's probability (action `PbS`).
        action: Fixed<4>,
        /// The same over bits that are 0 (action `PbS` 0).
        action_0: Option<Fixed<4>>,
        /// The same over bits that are 1 (action `PbS` 1).
        action_1: Option<Fixed<4>>,
    }
}

row! {
    /// A row for each headset and plane: means over the checkpoints of `saliency.csv`.
    PlaneRow in "planes.csv" {
        /// Headset of the network.
        headset: String,
        /// Number of the plane.
        plane: u32,
        /// Name of the plane.
        name: String,
        /// Of the whole loss (the paper's loss PBS).
        loss: Fixed<4>,
        /// Of the logarithm of the chosen action's probability (action `PbS`).
        action: Fixed<4>,
        /// The same over bits that are 0 (action `PbS` 0).
        action_0: Option<Fixed<4>>,
        /// The same over bits that are 1 (action `PbS` 1).
        action_1: Option<Fixed<4>>,
        /// Place of the plane by `action` among those of the headset, from 0.
        rank: u32,
    }
}

/// Rows of a checkpoint and headset.
pub(crate) fn rows(step: u32, headset: &str, planes: &[Saliency]) -> Vec<SaliencyRow> {
    let thousandths = |number: f64| Fixed(1000.0 * number);
    (0..)
        .zip(planes)
        .map(|(plane, one)| {
            let [action_0, action_1] = one.action_of.map(|mean| mean.map(thousandths));
            SaliencyRow {
                step,
                headset: headset.to_owned(),
                plane,
                loss: thousandths(one.loss),
                action: thousandths(one.action),
                action_0,
                action_1,
            }
        })
        .collect()
}

/// Mean of the numbers that are known.
fn mean(numbers: impl Iterator<Item = Option<Fixed<4>>>) -> Option<Fixed<4>> {
    let known: Vec<f64> = numbers.flatten().map(|number| number.0).collect();
    (!known.is_empty()).then(|| Fixed(known.iter().sum::<f64>() / known.len() as f64))
}

/// Means over the checkpoints, by headset and plane.
fn means(rows: &[SaliencyRow]) -> Vec<PlaneRow> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.headset.as_str()) {
            names.push(&row.headset);
        }
    }
    let mut found = Vec::new();
    for headset in names {
        let mut planes: Vec<PlaneRow> = (0..)
            .zip(&PLANES)
            .map(|(plane, named)| {
                let of = |number: &dyn Fn(&SaliencyRow) -> Option<Fixed<4>>| {
                    let own = |row: &&SaliencyRow| row.headset == headset && row.plane == plane;
                    mean(rows.iter().filter(own).map(number))
                };
                PlaneRow {
                    headset: headset.to_owned(),
                    plane,
                    name: named.name.to_owned(),
                    loss: of(&|row| Some(row.loss)).unwrap_or(Fixed(0.0)),
                    action: of(&|row| Some(row.action)).unwrap_or(Fixed(0.0)),
                    action_0: of(&|row| row.action_0),
                    action_1: of(&|row| row.action_1),
                    rank: 0,
                }
            })
            .collect();
        for (rank, plane) in (0..).zip(by_action(&planes)) {
            planes[plane].rank = rank;
        }
        found.extend(planes);
    }
    found
}

/// Places of planes, the most salient first.
fn by_action(planes: &[PlaneRow]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..planes.len()).collect();
    order.sort_by(|&a, &b| planes[b].action.0.total_cmp(&planes[a].action.0));
    order
}

/// Writes the means and the plots.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write_planes(folder: &Path, rows: &[SaliencyRow]) -> anyhow::Result<()> {
    let planes = means(rows);
    PlaneRow::write(folder, planes.iter().cloned())?;
    let Some(plots) = super::plots_folder(folder, Drawn::Plots)? else {
        return Ok(());
    };
    let shown: Vec<PlaneRow> = planes
        .into_iter()
        .filter(|plane| plane.headset == SHOWN)
        .collect();
    let order = by_action(&shown);
    let (Some(&first), Some(&last)) = (order.first(), order.last()) else {
        return Ok(());
    };
    let sentence = format!(
        "Headset {SHOWN}: its choice depends most on plane {} ({}), least on {} ({}).",
        shown[first].plane, shown[first].name, shown[last].plane, shown[last].name
    );
    let label = |plane: &PlaneRow| format!("{} {}", plane.plane, plane.name);
    let bars: Vec<bars::Row> = order
        .iter()
        .take(BARS)
        .map(|&place| bars::Row {
            label: label(&shown[place]),
            bars: [Some(shown[place].action), shown[place].action_1]
                .map(|number| number.map(|number| (number.0, None)))
                .to_vec(),
        })
        .collect();
    let caption = Caption {
        title: "Planes on which the choice depends most",
        sentence: &sentence,
    };
    let unit = "mean size of slopes (thousandths)";
    bars::draw(
        &plots.join("planes"),
        &caption,
        unit,
        &["all bits", "bits that are 1"],
        &bars,
    )?;

    let lines: Vec<Line> = order
        .iter()
        .take(LINES)
        .chain([&last])
        .map(|&place| {
            let plane = &shown[place];
            let own = |row: &&SaliencyRow| row.headset == SHOWN && row.plane == plane.plane;
            let point = |row: &SaliencyRow| (f64::from(row.step), row.action.0, None);
            Line {
                name: label(plane),
                points: rows.iter().filter(own).map(point).collect(),
            }
        })
        .collect();
    let caption = Caption {
        title: "Saliency over the steps",
        sentence: &sentence,
    };
    let words = Words {
        x: "steps",
        y: unit,
    };
    series::draw(&plots.join("saliency"), &caption, words, &lines)
}
