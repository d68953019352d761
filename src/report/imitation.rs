//! What an imitation leaves: weights, agreement, rounds, the curve of the first k, plots.

use std::path::Path;

use super::plot::agreement::{self, Curve};
use super::table::{estimate, header, number, share, write_csv, write_whole};
use darkforge_engine::darkboard::Weights;
use darkforge_engine::darkboard::weights::WEIGHTS;
use darkforge_ratings::Estimate;
use darkforge_research::imitate::{Agreement, Chooser, Fit, MOST};

/// The parts into which games are split, as files name them.
pub const SETS: [&str; 3] = ["train", "validation", "held_out"];
/// Place of the games that nobody looked at before.
const HELD_OUT: usize = 2;

/// A player whose agreement was measured on each of [`SETS`].
#[derive(Clone, Debug)]
pub struct Measured {
    /// `start`, `fitted`, or how a user named it.
    pub name: String,
    /// Its agreement on each of [`SETS`].
    pub agreement: [Agreement; 3],
}

/// A finished imitation.
#[derive(Clone, Debug)]
pub struct Imitation {
    /// Name of the imitated player.
    pub player: String,
    /// The weights that were started from.
    pub start: Weights,
    /// How they were fitted.
    pub fit: Fit,
    /// Everybody that was measured: the start, the fitted weights, then others.
    pub measured: Vec<Measured>,
    /// Comment at the top of `weights.toml`.
    pub heading: String,
}

/// A line of `agreement.csv`.
#[derive(Clone, Debug)]
pub struct AgreementLine {
    /// One of [`SETS`].
    pub set: &'static str,
    /// The player, or `chance`.
    pub player: String,
    /// Decisions measured.
    pub decisions: u64,
    /// Share of them in which it would have chosen the same.
    pub top1: Estimate,
    /// Share of them in which the choice was among its first five.
    pub top5: Estimate,
}

impl Imitation {
    /// Agreement of all players, and of chance, on all sets.
    pub fn lines(&self) -> Vec<AgreementLine> {
        let mut lines = Vec::new();
        for (place, set) in SETS.into_iter().enumerate() {
            let students = self.measured.iter();
            let students = students.map(|one| (one.name.as_str(), one, Chooser::Student));
            let first = self.measured.first();
            let chance = first.map(|one| ("chance", one, Chooser::Chance));
            for (name, one, chooser) in students.chain(chance) {
                let agreement = &one.agreement[place];
                lines.push(AgreementLine {
                    set,
                    player: name.to_owned(),
                    decisions: agreement.decisions(),
                    top1: agreement.share(1, chooser),
                    top5: agreement.share(5, chooser),
                });
            }
        }
        lines
    }

    fn curves(&self) -> Vec<Curve> {
        let students = self.measured.iter();
        let students = students.map(|one| (one.name.as_str(), one, Chooser::Student));
        let first = self.measured.first();
        let chance = first.map(|one| ("chance", one, Chooser::Chance));
        let curve = |(name, one, chooser): (&str, &Measured, Chooser)| Curve {
            name: name.to_owned(),
            points: (1..=MOST)
                .map(|k| (k as u32, one.agreement[HELD_OUT].share(k, chooser)))
                .collect(),
        };
        students.chain(chance).map(curve).collect()
    }
}

/// Writes all files of an imitation into `folder`, which exists.
///
/// # Errors
/// A file cannot be written.
pub fn imitation(folder: &Path, done: &Imitation) -> anyhow::Result<()> {
    let text = done.fit.weights().to_toml(&done.heading);
    write_whole(&folder.join("weights.toml"), |out| {
        Ok(out.write_all(text.as_bytes())?)
    })?;
    let rows = done.lines().into_iter().map(|line| {
        let mut row = vec![line.set.to_owned(), line.player, line.decisions.to_string()];
        row.extend(estimate(line.top1));
        row.extend(estimate(line.top5));
        row
    });
    write_csv(
        &folder.join("agreement.csv"),
        &header("set,player,decisions,top1,top1_lo,top1_hi,top5,top5_lo,top5_hi"),
        rows,
    )?;
    write_weights(folder, done)?;
    write_iterations(folder, &done.fit)?;
    let curves = done.curves();
    let rows = curves.iter().flat_map(|curve| {
        let row = |&(k, agreed): &(u32, Estimate)| {
            let mut row = vec![curve.name.clone(), k.to_string()];
            row.extend(estimate(agreed));
            row
        };
        curve.points.iter().map(row).collect::<Vec<_>>()
    });
    write_csv(
        &folder.join("top_k.csv"),
        &header("player,k,agreement,agreement_lo,agreement_hi"),
        rows,
    )?;
    let plots = folder.join("plots");
    std::fs::create_dir_all(&plots)?;
    let title = format!("Held-out choices of {} among the first k", done.player);
    agreement::draw(&plots.join("top_k"), &title, "k", &curves)?;
    let title = format!("Agreement with {} by iteration, validation", done.player);
    let curve = |name: &str, k: usize| Curve {
        name: name.to_owned(),
        points: (done.fit.rounds.iter())
            .map(|round| (round.number, round.validation.share(k, Chooser::Student)))
            .collect(),
    };
    let curves = [
        curve("the same choice", 1),
        curve("among the first five", 5),
    ];
    agreement::draw(&plots.join("iterations"), &title, "iteration", &curves)
}

fn write_weights(folder: &Path, done: &Imitation) -> anyhow::Result<()> {
    let values = done.start.values().iter().zip(done.fit.weights().values());
    let told = done.fit.rounds.len() > 1;
    let rows = WEIGHTS.iter().zip(values).zip(done.fit.identified);
    let rows = rows.map(|((info, (start, fitted)), identified)| {
        vec![
            info.name.to_owned(),
            number(*start),
            number(*fitted),
            format!("{:.4}", fitted / start),
            match identified {
                _ if !told => String::new(),
                true => "yes".to_owned(),
                false => "no".to_owned(),
            },
        ]
    });
    write_csv(
        &folder.join("weights.csv"),
        &header("weight,start,fitted,change,identified"),
        rows,
    )
}

fn write_iterations(folder: &Path, fit: &Fit) -> anyhow::Result<()> {
    let rows = fit.rounds.iter().map(|round| {
        let mut row = vec![round.number.to_string(), share(round.sharpness)];
        let known = round.likelihood.is_finite();
        row.push(if known {
            share(round.likelihood)
        } else {
            String::new()
        });
        for k in [1, 5] {
            row.extend(estimate(round.validation.share(k, Chooser::Student)));
        }
        row
    });
    write_csv(
        &folder.join("iterations.csv"),
        &header("iteration,sharpness,likelihood,top1,top1_lo,top1_hi,top5,top5_lo,top5_hi"),
        rows,
    )
}
