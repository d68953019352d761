//! `darkforge bench --compare`: two builds or two players, measured in turn.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use super::bench::play;
use crate::cli::errors::usage;
use crate::cli::flags::Common;
use crate::cli::output::asked_file::AskedFile;
use crate::cli::screen::{Column, Screen, Table};
use crate::cli::terminal::{print_json, show, tell};
use crate::report::object::{Nested, object};
use darkforge_engine::player::PlayerSpec;

/// Games of a player against itself in a round.
const GAMES: u64 = 4;
/// Student's two-sided 95 % quantiles for 1 to 30 degrees of freedom; beyond, the last is a little too
/// large.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];
/// Names of the sides in files.
const SIDES: [&str; 2] = ["a", "b"];

/// A comparison that is asked for.
pub(super) struct Asked<'a> {
    pub(super) sides: [&'a str; 2],
    pub(super) rounds: u32,
    pub(super) csv: Option<&'a Path>,
}

/// Something that is measured.
enum Side {
    /// A build of this program.
    Program(PathBuf),
    /// A player.
    Player(Box<PlayerSpec>),
}

/// Figures of a round by their names.
type Figures = BTreeMap<String, f64>;

impl Side {
    fn read(text: &str) -> anyhow::Result<Side> {
        if Path::new(text).is_file() {
            // A name without a folder would be looked for in PATH.
            let path = std::path::absolute(text)
                .map_err(|error| usage(format!("--compare {text}: {error}")))?;
            return Ok(Side::Program(path));
        }
        let spec: PlayerSpec = text.parse().map_err(|error| {
            usage(format!(
                "--compare {text}: it is no file, and as a player: {error}"
            ))
        })?;
        if spec.starts_program() {
            let problem = "compare builds by their paths, without process:";
            return Err(usage(format!("--compare {text}: {problem}")));
        }
        spec.check_game(darkforge_engine::player::GameKind::Kriegspiel, "icc")
            .map_err(|error| usage(format!("--compare {text}: {error}")))?;
        Ok(Side::Player(Box::new(spec)))
    }

    /// The figures of one round, and the signature of what was computed.
    fn measure(&self) -> anyhow::Result<(Figures, String)> {
        match self {
            Side::Program(path) => measured_program(path),
            Side::Player(spec) => Ok(measured_player(spec)),
        }
    }
}

/// The figures of `PATH bench --json`.
fn measured_program(path: &Path) -> anyhow::Result<(Figures, String)> {
    let shown = path.display();
    let output = Command::new(path)
        .args(["bench", "--json"])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| usage(format!("--compare {shown}: cannot start it: {error}")))?;
    let figures: Option<Value> = serde_json::from_slice(&output.stdout).ok();
    let figures = figures.filter(|_| output.status.success());
    let Some(Value::Object(object)) = figures else {
        let status = output.status;
        anyhow::bail!("{shown} bench --json: it ended with {status} and no figures");
    };
    let signature = object.get("signature").and_then(Value::as_str);
    let signature = signature.unwrap_or_default().to_owned();
    let numbers = object.into_iter();
    let numbers = numbers.filter_map(|(name, value)| Some((name, value.as_f64()?)));
    Ok((numbers.collect(), signature))
}

/// Speed of a player in games against itself, on the same seeds in each round.
fn measured_player(spec: &PlayerSpec) -> (Figures, String) {
    let began = Instant::now();
    let records: Vec<_> = (0..GAMES).map(|index| play(spec, index)).collect();
    let seconds = began.elapsed().as_secs_f64().max(1e-9);
    let tries: usize = records.iter().map(|record| record.entries.len()).sum();
    let figures = [
        ("games_per_s", GAMES as f64 / seconds),
        ("try_ms", 1000.0 * seconds / tries.max(1) as f64),
    ];
    let figures = figures.map(|(name, value)| (name.to_owned(), value));
    (figures.into(), String::new())
}

/// Runs the comparison.
pub(super) fn run(asked: &Asked<'_>, common: &Common) -> anyhow::Result<()> {
    let [a, b] = asked.sides;
    let sides = [Side::read(a)?, Side::read(b)?];
    if matches!(
        sides,
        [Side::Program(_), Side::Player(_)] | [Side::Player(_), Side::Program(_)]
    ) {
        return Err(usage(format!(
            "--compare {a} {b}: name two programs or two players"
        )));
    }
    let file = asked.csv.map(|path| AskedFile::begin("--csv", path));
    let file = file.transpose()?;
    let mut rounds: Vec<[Figures; 2]> = Vec::new();
    let mut signatures = [String::new(), String::new()];
    for round in 0..asked.rounds {
        if !common.quiet && !common.json {
            tell(&format!("round {} of {} ...", round + 1, asked.rounds));
        }
        let mut both = [Figures::new(), Figures::new()];
        // A, B, B, A: what changes on the machine changes for both.
        let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
        for side in order {
            (both[side], signatures[side]) = sides[side].measure()?;
        }
        rounds.push(both);
    }
    if let Some(file) = file {
        file.finish(|out| {
            writeln!(out, "round,side,figure,value")?;
            for (number, both) in (1..).zip(&rounds) {
                for (side, figures) in SIDES.iter().zip(both) {
                    for (name, value) in figures {
                        writeln!(out, "{number},{side},{name},{value}")?;
                    }
                }
            }
            Ok(())
        })?;
    }
    let comparisons = compare(&rounds);
    if common.json {
        return print_json(&ComparisonFigures {
            a: a.to_owned(),
            b: b.to_owned(),
            rounds: asked.rounds,
            same_signature: (!signatures[0].is_empty()).then(|| signatures[0] == signatures[1]),
            figures: comparisons.into_iter().map(Nested).collect(),
        });
    }
    let mut screen = screen(asked, &comparisons);
    if signatures[0] != signatures[1] {
        let [one, other] = &signatures;
        screen.line(format!(
            "  they do not play alike: signatures {one} and {other}"
        ));
    }
    show(&screen)
}

object! {
    /// A comparison of speeds.
    ComparisonFigures {
        /// The first program or player.
        a: String,
        /// The second.
        b: String,
        /// Rounds, each with both.
        rounds: u32,
        /// Whether two programs have the same signature; null for players.
        same_signature: Option<bool>,
        /// The figures of both.
        figures: Vec<Nested<Comparison>>,
    }
}

object! {
    /// A figure of both sides.
    Comparison {
        /// Name of the figure.
        figure: String,
        /// Mean of the first.
        mean_a: f64,
        /// Standard deviation of a round of the first.
        sd_a: f64,
        /// Mean of the second.
        mean_b: f64,
        /// Standard deviation of a round of the second.
        sd_b: f64,
        /// First divided by second: geometric mean over the rounds.
        ratio: f64,
        /// Lower end of its 95 % interval.
        ratio_lo: f64,
        /// Upper end.
        ratio_hi: f64,
    }
}

/// Mean and standard deviation.
fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}

/// The figures that both sides have in each round.
fn compare(rounds: &[[Figures; 2]]) -> Vec<Comparison> {
    let Some([first, _]) = rounds.first() else {
        return Vec::new();
    };
    let figure = |name: &String| {
        let of = |side: usize| -> Option<Vec<f64>> {
            let values = rounds.iter().map(|both| both[side].get(name).copied());
            values.collect()
        };
        let (a, b) = (of(0)?, of(1)?);
        let ratios = a.iter().zip(&b).map(|(a, b)| (a / b).ln());
        let (mean, sd) = moments(&ratios.collect::<Vec<f64>>());
        let count = a.len() as f64;
        let degrees = a.len().saturating_sub(1).clamp(1, STUDENT.len());
        let half = STUDENT[degrees - 1] * sd / count.sqrt();
        let ((mean_a, sd_a), (mean_b, sd_b)) = (moments(&a), moments(&b));
        Some(Comparison {
            figure: name.clone(),
            mean_a,
            sd_a,
            mean_b,
            sd_b,
            ratio: mean.exp(),
            ratio_lo: (mean - half).exp(),
            ratio_hi: (mean + half).exp(),
        })
    };
    first.keys().filter_map(figure).collect()
}

/// The comparison for people.
fn screen(asked: &Asked<'_>, comparisons: &[Comparison]) -> Screen {
    let mut screen = Screen::new();
    let [a, b] = asked.sides;
    screen.line(format!("A: {a}"));
    screen.line(format!("B: {b}"));
    screen.line(format!("{} rounds of each:", asked.rounds));
    let columns = [
        Column::text("figure", 0),
        Column::words("A (sd)", 20),
        Column::words("B (sd)", 20),
        Column::words("A : B (95 %)", 22),
    ];
    let mut table = Table::new(2, columns);
    for one in comparisons {
        table.row([
            one.figure.clone(),
            format!("{} ({})", short(one.mean_a), short(one.sd_a)),
            format!("{} ({})", short(one.mean_b), short(one.sd_b)),
            format!(
                "{:.3} ({:.3}..{:.3})",
                one.ratio, one.ratio_lo, one.ratio_hi
            ),
        ]);
    }
    screen.table(table);
    screen
}

/// A speed with about four digits.
fn short(value: f64) -> String {
    match value {
        1000.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::problems_of_screens;

    fn rounds(pairs: &[(f64, f64)]) -> Vec<[Figures; 2]> {
        let one = |value| Figures::from([("games_per_s".to_owned(), value)]);
        pairs.iter().map(|&(a, b)| [one(a), one(b)]).collect()
    }

    #[test]
    fn ratios_are_of_the_same_round() {
        // The machine slows down by half; B is always a tenth faster.
        let found = compare(&rounds(&[(100.0, 110.0), (70.0, 77.0), (50.0, 55.0)]));
        let [one] = &found[..] else {
            panic!("{} figures", found.len())
        };
        assert!((one.ratio - 1.0 / 1.1).abs() < 1e-9);
        assert!(one.ratio_hi - one.ratio_lo < 1e-6, "no noise is left");
        assert!((one.mean_a - 220.0 / 3.0).abs() < 1e-9 && one.sd_a > 20.0);
    }

    #[test]
    fn noise_makes_the_interval_wide() {
        let found = compare(&rounds(&[(100.0, 100.0), (100.0, 80.0), (80.0, 100.0)]));
        assert!(found[0].ratio_lo < 1.0 && 1.0 < found[0].ratio_hi);
        let mut uneven = rounds(&[(1.0, 1.0), (1.0, 1.0)]);
        uneven[1][1].clear();
        assert!(compare(&uneven).is_empty(), "a figure of one side alone");
    }

    #[test]
    fn screens_of_comparisons_fit_the_terminal() {
        let asked = Asked {
            sides: ["old/darkforge", "new/darkforge"],
            rounds: 3,
            csv: None,
        };
        let found = compare(&rounds(&[
            (1234.5, 1300.0),
            (1250.0, 1310.0),
            (1222.0, 1290.0),
        ]));
        let problems = problems_of_screens("bench_compare", |width| {
            screen(&asked, &found).text(width, false)
        });
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}
