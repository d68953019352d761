//! `piece_values.csv`: the values of men for the champion, beside those of other sources.
//!
//! Each value is given as it is and in pawns, because sets of weights differ by a factor. T 7.7
//! reports R. Magari's values as those of chess, but "bishops and rooks would be almost equalized,
//! the former being worth more than 3 and the latter just above 4".
//!
//! T is the thesis, see [the crate](crate).

use std::path::Path;

use super::format::listed;
use super::plot::Caption;
use super::plot::marks::{self, Frame, MarkRow, Point};
use super::table::{Exact, Fixed, Share, row};
use darkforge_engine::weights::Weights;
use darkforge_lab::tuner::Evolution;

/// A kind of man with the values of the sources.
struct Man {
    name: &'static str,
    weight: &'static str,
    thesis: f64,
    magari: f64,
    magari_says: &'static str,
}

const MEN: [Man; 5] = [
    man("pawn", "pawn_value", 1.6, (1.0, "1")),
    man("knight", "knight_value", 2.8, (3.0, "3")),
    man("bishop", "bishop_value", 3.0, (3.0, "more than 3")),
    man("rook", "rook_value", 4.0, (4.0, "just above 4")),
    man("queen", "queen_value", 6.0, (9.0, "9")),
];

const fn man(
    name: &'static str,
    weight: &'static str,
    thesis: f64,
    (magari, magari_says): (f64, &'static str),
) -> Man {
    Man {
        name,
        weight,
        thesis,
        magari,
        magari_says,
    }
}

/// A man's value in four sources, and the same in pawns: champion, start, thesis, Magari.
fn views(champion: &Weights, start: &Weights, man: &Man) -> [(f64, f64); 4] {
    let pawn = &MEN[0];
    let of = |weights: &Weights, man: &Man| weights.get(man.weight).unwrap_or(f64::NAN);
    [
        (of(champion, man), of(champion, pawn)),
        (of(start, man), of(start, pawn)),
        (man.thesis, pawn.thesis),
        (man.magari, pawn.magari),
    ]
    .map(|(worth, pawn)| (worth, worth / pawn))
}

row! {
    /// A row for each kind of man.
    Row in "piece_values.csv" {
        /// Kind of man: `pawn`, `knight`, `bishop`, `rook` or `queen`.
        piece: String,
        /// Value in the champion's weights, in their own units.
        champion: Exact,
        /// Value in the start weights, in their own units.
        start: Exact,
        /// Value in Table 7.3 of the thesis.
        thesis: Exact,
        /// R. Magari's value, as the thesis reports it (section 7.7).
        magari: Exact,
        /// Words in which the thesis reports that value.
        magari_says: String,
        /// Value in the champion's weights, in their pawns.
        champion_in_pawns: Share,
        /// Value in the start weights, in their pawns.
        start_in_pawns: Share,
        /// Value in the thesis, in its pawns.
        thesis_in_pawns: Share,
        /// Magari's value, in his pawns.
        magari_in_pawns: Share,
    }
}

/// Whether the weights of `evolution` have values of men.
pub(super) fn has_men(evolution: &Evolution) -> bool {
    let list = evolution.settings().setup.space.list();
    MEN.iter().all(|man| list.place(man.weight).is_some())
}

/// The rows of all men; none before there is a champion.
pub(super) fn rows(evolution: &Evolution) -> Vec<Row> {
    let Some(champion) = evolution.champion() else {
        return Vec::new();
    };
    let start = &evolution.settings().setup.start;
    let row = |man: &Man| {
        let views = views(&champion.weights, start, man);
        let [champion, start, thesis, magari] = views.map(|(worth, _)| Exact(worth));
        let [
            champion_in_pawns,
            start_in_pawns,
            thesis_in_pawns,
            magari_in_pawns,
        ] = views.map(|(_, in_pawns)| Fixed(in_pawns));
        Row {
            piece: man.name.to_owned(),
            champion,
            start,
            thesis,
            magari,
            magari_says: man.magari_says.to_owned(),
            champion_in_pawns,
            start_in_pawns,
            thesis_in_pawns,
            magari_in_pawns,
        }
    };
    MEN.iter().map(row).collect()
}

/// Draws them in pawns.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(stem: &Path, evolution: &Evolution) -> anyhow::Result<()> {
    let Some(champion) = evolution.champion().filter(|_| has_men(evolution)) else {
        return Ok(());
    };
    let start = &evolution.settings().setup.start;
    let rows: Vec<MarkRow> = MEN[1..]
        .iter()
        .map(|man| MarkRow {
            label: man.name.to_owned(),
            points: views(&champion.weights, start, man)
                .iter()
                .enumerate()
                .map(|(series, &(_, value))| Point {
                    series,
                    value,
                    interval: None,
                })
                .collect(),
        })
        .collect();
    let name = format!("champion {}", champion.name);
    let worth = |man: &Man| {
        let [(_, now), (_, before), ..] = views(&champion.weights, start, man);
        format!("a {} {now:.2} ({before:.2})", man.name)
    };
    let worth: Vec<String> = MEN[1..].iter().rev().map(worth).collect();
    let sentence = format!(
        "In pawns, champion {} values {}; in brackets the start.",
        champion.name,
        listed(&worth)
    );
    let caption = Caption {
        title: "What the men are worth, in pawns",
        sentence: &sentence,
    };
    let frame = Frame {
        x_name: "worth of one man (pawns of the same set)",
        series: &[
            &name,
            "start",
            "thesis, Table 7.3",
            "Magari (bishop more than 3, rook just above 4)",
        ],
        neutral: Some((1.0, "a pawn")),
    };
    marks::draw(stem, &caption, &frame, &rows)
}
