//! Every plot from fixed figures, compared with the drawing in `tests/data/plots` line by line, and
//! the common look of all plots. After an intended change, write the drawings again and look at
//! them:
//!
//!     DARKFORGE_SNAPSHOTS=write cargo test --release --test all plots

use std::fs;
use std::path::{Path, PathBuf};

use darkforge::report::plot::{
    Caption, agreement, bars, board, crosstable, landscape, lengths, lineage, llr, marks, outcomes,
    progress, ratings, scores, series, weights,
};
use darkforge_board::Position;
use darkforge_ratings::Estimate;

type Draw = fn(&Path) -> anyhow::Result<()>;

const PLOTS: [(&str, Draw); 17] = [
    ("agreement", draw_agreement),
    ("bars", draw_bars),
    ("crosstable", draw_crosstable),
    ("heat", draw_heat),
    ("landscape", draw_landscape),
    ("lengths", draw_lengths),
    ("lineage", draw_lineage),
    ("llr", draw_llr),
    ("marks", draw_marks),
    ("men", draw_men),
    ("outcomes", draw_outcomes),
    ("progress", draw_progress),
    ("ratings", draw_ratings),
    ("reference_score", draw_reference_score),
    ("scores", draw_scores),
    ("series", draw_series),
    ("weights", draw_weights),
];

/// Drawings in which colours are shades that stand for numbers.
const SHADED: [&str; 3] = ["crosstable", "heat", "men"];

/// The palette of Okabe and Ito, and the greys of titles, axes and grids.
const PALETTE: [&str; 14] = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442", "#222222",
    "#6E6E6E", "#555555", "#E4E4E4", "#FFFFFF", "#000000", "none",
];

fn estimate(value: f64, half: f64) -> Estimate {
    Estimate {
        value,
        lo: value - half,
        hi: value + half,
    }
}

const fn caption(title: &'static str) -> Caption<'static> {
    Caption {
        title,
        sentence: "This is what it shows <here>.",
    }
}

/// Numbers that go up and down.
fn wave(count: u32, from: f64, by: f64) -> impl Iterator<Item = (u32, f64)> {
    (0..count).map(move |at| (at, from + by * f64::from(at * 7 % 10) / 10.0))
}

fn draw_agreement(stem: &Path) -> anyhow::Result<()> {
    let curve = |name: &str, from: f64| agreement::Curve {
        name: name.to_owned(),
        points: wave(8, from, 0.1)
            .map(|(at, value)| (at + 1, estimate(value, 0.03)))
            .collect(),
    };
    let curves = [curve("fitted", 0.5), curve("start", 0.3)];
    agreement::draw(
        stem,
        &caption("Agreement with a player"),
        "first choices",
        &curves,
    )
}

fn draw_bars(stem: &Path) -> anyhow::Result<()> {
    let row = |label: &str, ours: f64, theirs: Option<f64>| bars::Row {
        label: label.to_owned(),
        bars: vec![
            Some((ours, Some((ours - 2.0, ours + 2.5)))),
            theirs.map(|value| (value, None)),
        ],
    };
    let rows = [
        row("White wins", 44.0, Some(43.1)),
        row("drawn", 12.5, None),
    ];
    let unit = "share (%), with 95 % intervals";
    bars::draw(
        stem,
        &caption("How games end"),
        unit,
        &["these games", "icc"],
        &rows,
    )
}

fn draw_crosstable(stem: &Path) -> anyhow::Result<()> {
    let met = |points: f64, games| crosstable::Met { points, games };
    let players = ["basic", "enhanced", "random"].map(str::to_owned);
    let rows = [
        vec![met(0.0, 0), met(12.5, 20), met(19.5, 20)],
        vec![met(7.5, 20), met(0.0, 0), met(18.0, 20)],
        vec![met(0.5, 20), met(2.0, 20), met(0.0, 0)],
    ];
    crosstable::draw(
        stem,
        &caption("Scores of each against each"),
        &players,
        &rows,
    )
}

fn draw_heat(stem: &Path) -> anyhow::Result<()> {
    let values: Vec<f64> = (0..64)
        .map(|square| f64::from(square * 7 % 20) / 10.0)
        .collect();
    let values: [f64; 64] = values.try_into().expect("64 squares");
    let texts = values.map(|value| format!("{value:.2}"));
    board::draw_heat(stem, &caption("Captures by square"), &values, &texts)
}

fn draw_landscape(stem: &Path) -> anyhow::Result<()> {
    let panel = |name: &str, log: bool, steep: f64| landscape::Panel {
        name: name.to_owned(),
        note: "85 (40..130)".to_owned(),
        range: (0.5, 25.0),
        log,
        curve: (2..12)
            .map(|at| {
                let off = f64::from(at) - 6.0;
                let elo = estimate(-steep * off * off, 2.0 + 5.0 * off.abs());
                (f64::from(at), elo)
            })
            .collect(),
        champion: 6.0,
        optimum: 7.0,
    };
    let panels = [
        panel("queen_value", true, 3.0),
        panel("age_cap", false, 1.0),
    ];
    landscape::draw(stem, &caption("Strength over each weight"), &panels)
}

fn draw_lengths(stem: &Path) -> anyhow::Result<()> {
    let games = |from: u32| (0..200).map(|game| from + game * 37 % 90).collect();
    let series = [
        ("White wins".to_owned(), games(20)),
        ("draws".to_owned(), games(60)),
    ];
    lengths::draw(stem, &caption("Length of the games"), &series)
}

fn draw_lineage(stem: &Path) -> anyhow::Result<()> {
    let ancestor = |generation: u32| lineage::Ancestor {
        generation,
        name: format!("i{}", 7 * (generation / 2)),
        rank: 1 + generation % 2,
        distance: f64::from(generation).sqrt() / 9.0,
    };
    let line: Vec<_> = (0..9).map(ancestor).collect();
    lineage::draw(stem, &caption("Ancestors of i28"), &line)
}

fn draw_llr(stem: &Path) -> anyhow::Result<()> {
    let llrs: Vec<f64> = wave(40, 0.0, 1.0)
        .map(|(at, value)| value + f64::from(at) / 15.0)
        .collect();
    llr::draw(
        stem,
        &caption("a against b: SPRT [0, 10]"),
        &llrs,
        (-2.94, 2.94),
    )
}

fn draw_marks(stem: &Path) -> anyhow::Result<()> {
    let point = |series, value: f64| marks::Point {
        series,
        value,
        interval: Some((value - 3.0, value + 4.0)),
    };
    let rows = [
        marks::MarkRow {
            label: "i7, last champion".to_owned(),
            points: vec![point(0, 58.0), point(1, 55.5)],
        },
        marks::MarkRow {
            label: "i3, mean".to_owned(),
            points: vec![point(0, 52.0)],
        },
    ];
    let frame = marks::Frame {
        x_name: "score (%)",
        series: &["screening", "proof"],
        neutral: Some((50.0, "even")),
    };
    marks::draw(stem, &caption("Proof after generation 9"), &frame, &rows)
}

fn draw_men(stem: &Path) -> anyhow::Result<()> {
    let men = Position::start().men(darkforge_board::Color::White);
    board::draw_men(
        stem,
        &caption("Formations"),
        &[("as at the start\n12 % of games".to_owned(), men)],
    )
}

fn draw_outcomes(stem: &Path) -> anyhow::Result<()> {
    let row = |label: &str, counts: [u64; 3]| outcomes::OutcomeShares {
        label: label.to_owned(),
        counts: counts.to_vec(),
    };
    let rows = [
        row("0", [50, 40, 10]),
        row("1", [45, 45, 10]),
        row("2", [60, 30, 5]),
    ];
    let ways = ["White wins", "Black wins", "draw: stalemate"];
    outcomes::draw(
        stem,
        &caption("How games ended"),
        "generation",
        &ways,
        &rows,
    )
}

fn draw_progress(stem: &Path) -> anyhow::Result<()> {
    let values = wave(30, -20.0, 0.6).map(|(_, value)| value).collect();
    let track = progress::Track {
        file: "krk_search".to_owned(),
        title: "Evaluation over one game".to_owned(),
        values,
    };
    progress::draw(stem, &track, caption("").sentence)
}

fn draw_ratings(stem: &Path) -> anyhow::Result<()> {
    let bar = |player: &str, elo: f64| ratings::RatingBar {
        player: player.to_owned(),
        pool: 0,
        elo,
        lo: elo - 40.0,
        hi: elo + 55.0,
    };
    let players = [
        bar("enhanced", 310.0),
        bar("basic", 240.0),
        bar("random", -400.0),
    ];
    ratings::draw(stem, &caption("Ratings (Bradley-Terry)"), &players)
}

fn draw_reference_score(stem: &Path) -> anyhow::Result<()> {
    let points = wave(12, 0.5, 0.2).map(|(at, value)| (f64::from(at), estimate(value, 0.05)));
    let curve = scores::Curve {
        name: "champion's score".to_owned(),
        points: points.collect(),
    };
    let caption = caption("Champion against darkboard:depth=1");
    scores::draw(stem, &caption, "generation", &[curve])
}

fn draw_scores(stem: &Path) -> anyhow::Result<()> {
    let curve = |name: &str, from: f64| scores::Curve {
        name: name.to_owned(),
        points: wave(8, from, 0.2)
            .map(|(at, value)| (380.0 * f64::from(at + 1), estimate(value, 0.05)))
            .collect(),
    };
    let curves = [curve("night", 0.5), curve("quickstart", 0.4)];
    scores::draw(stem, &caption("Champions against random"), "games", &curves)
}

fn draw_series(stem: &Path) -> anyhow::Result<()> {
    let line = |name: &str, from: f64, banded: bool| series::Line {
        name: name.to_owned(),
        points: wave(20, from, 4.0)
            .map(|(at, value)| {
                (
                    f64::from(at),
                    value,
                    banded.then_some((value - 1.0, value + 2.0)),
                )
            })
            .collect(),
    };
    let words = series::Words {
        x: "move",
        y: "moves",
    };
    series::draw(
        stem,
        &caption("Moves to choose from"),
        words,
        &[line("winner", 20.0, true), line("loser", 15.0, false)],
    )
}

fn draw_weights(stem: &Path) -> anyhow::Result<()> {
    let track = |name: &str, from: f64| weights::WeightTrack {
        name: name.to_owned(),
        generations: (0..10).collect(),
        champion: wave(10, from, 1.0).map(|(_, value)| value).collect(),
        mean: wave(10, from, 0.5).map(|(_, value)| value).collect(),
        sd: vec![0.2; 10],
        start: from,
        chosen: Some((9, 1.1 * from)),
    };
    weights::draw(
        stem,
        &caption("Weights"),
        "proven champion i7",
        &[track("pawn_value", 1.0), track("age_cap", 25.0)],
    )
}

/// The wide and the narrow drawing without their font, which is the same in all.
fn drawings(draw: Draw) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    draw(&folder.path().join("plot")).unwrap();
    ["plot.svg", "narrow/plot.svg"].map(|file| {
        let svg = fs::read_to_string(folder.path().join(file)).unwrap();
        let (head, rest) = svg.split_once("<style>").unwrap();
        let (_, rest) = rest.split_once("</style>").unwrap();
        format!("{head}{}", rest.trim_start())
    })
}

fn kept(name: &str) -> [PathBuf; 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/plots");
    [root.clone(), root.join("narrow")].map(|folder| folder.join(format!("{name}.svg")))
}

/// Values of an attribute, in their order.
fn values<'a>(drawing: &'a str, key: &str) -> Vec<&'a str> {
    let key = format!("{key}=\"");
    let parts = drawing.split(key.as_str()).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[test]
fn every_plot_is_drawn_as_it_was() {
    let write = std::env::var("DARKFORGE_SNAPSHOTS").is_ok_and(|how| how == "write");
    let mut changed = Vec::new();
    for (name, draw) in PLOTS {
        for (path, new) in kept(name).into_iter().zip(drawings(draw)) {
            if write {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, &new).unwrap();
                continue;
            }
            let old = fs::read_to_string(&path).unwrap_or_default();
            let lines = old.lines().zip(new.lines()).enumerate();
            let different = lines.into_iter().find(|(_, (old, new))| old != new);
            let name = path.display();
            if let Some((line, (old, new))) = different {
                changed.push(format!("{name}, line {}:\n  {old}\n  {new}", line + 1));
            } else if old.lines().count() != new.lines().count() {
                changed.push(format!("{name}: another number of lines"));
            }
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

#[test]
fn all_plots_have_one_look() {
    for (name, _) in PLOTS {
        // Units of the canvas are three to a pixel.
        for (path, border) in kept(name).iter().zip(["84", "36"]) {
            let svg = fs::read_to_string(path).unwrap();
            let name = path.display();
            assert!(
                svg.contains("<desc>This is what it shows &lt;here&gt;.</desc>"),
                "{name}"
            );
            // The title is at the top, in one place and in letters of one size.
            let (_, title) = svg.split_once("<text").unwrap();
            let (title, _) = title.split_once('>').unwrap();
            let place = ["x", "y", "font-size", "fill"].map(|key| values(title, key)[0]);
            assert_eq!(place[0], border, "{name}");
            assert_eq!(place[3], "#222222", "{name}");
            let families = values(&svg, "font-family");
            let first = families.first().unwrap();
            assert!(first.starts_with("Darkforge Plot"), "{name}: {first}");
            assert!(families.iter().all(|family| family == first), "{name}");
            for size in values(&svg, "font-size") {
                let size: f64 = size.parse().unwrap();
                assert!(
                    size >= 3.0 * 14.7,
                    "{name}: letters of {} pixels",
                    size / 3.0
                );
            }
            if SHADED.contains(&path.file_stem().unwrap().to_str().unwrap()) {
                continue;
            }
            for key in ["fill", "stroke"] {
                for colour in values(&svg, key) {
                    assert!(PALETTE.contains(&colour), "{name}: {key} {colour}");
                }
            }
        }
    }
}
