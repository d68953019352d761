//! Files of an imitation: weights, agreement, rounds, the curve of the first k, plots.

use std::path::Path;

use super::Drawn;
use super::file::write_text;
use super::format::{listed, percent, plural};
use super::plot::Caption;
use super::plot::agreement::{self, Curve};
use super::table::{Exact, FileRow as _, Fixed, Share, ShareInterval, row};
use darkforge_engine::darkboard::Weights;
use darkforge_engine::darkboard::weights::WEIGHTS;
use darkforge_ratings::Estimate;
use darkforge_research::imitate::{Agreement, Chooser, Fit, MOST, Round};

/// The sets into which games are split, by their names in files.
pub const SETS: [&str; 3] = ["train", "validation", "held_out"];
/// Place of the set that no earlier step used.
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
    /// The engine that imitates, as in flags.
    pub student: String,
    /// Seed of all draws.
    pub seed: u64,
    /// The weights of the start.
    pub start: Weights,
    /// The fit.
    pub fit: Fit,
    /// All measured players: the start, the fitted weights, then others.
    pub measured: Vec<Measured>,
    /// Comment at the top of `weights.toml`.
    pub heading: String,
}

impl Imitation {
    /// All players, and chance.
    fn choosers(&self) -> impl Iterator<Item = (&str, &Measured, Chooser)> {
        let students = self.measured.iter();
        let students = students.map(|one| (one.name.as_str(), one, Chooser::Student));
        let first = self.measured.first();
        students.chain(first.map(|one| ("chance", one, Chooser::Chance)))
    }

    /// Agreement of all players, and of chance, on all sets.
    pub(crate) fn agreement(&self) -> Vec<AgreementRow> {
        let mut lines = Vec::new();
        for (place, set) in SETS.into_iter().enumerate() {
            for (name, one, chooser) in self.choosers() {
                let agreement = &one.agreement[place];
                lines.push(AgreementRow {
                    set: set.to_owned(),
                    player: name.to_owned(),
                    decisions: agreement.decisions(),
                    top1: agreement.share(1, chooser).into(),
                    top5: agreement.share(5, chooser).into(),
                });
            }
        }
        lines
    }

    /// Gain of the fitted weights over the start in agreement with held-out choices.
    pub(crate) fn gain(&self, k: usize) -> Estimate {
        let [start, fitted] = [0, 1].map(|place| &self.measured[place].agreement[HELD_OUT]);
        fitted.gain(start, k)
    }

    /// Reason why the fitted weights may not agree more than the start; `None` if they certainly
    /// do.
    pub(crate) fn doubt(&self) -> Option<String> {
        let rounds = self.fit.rounds.len() as u64 - 1;
        let gain = self.gain(1);
        let [value, lo, hi] = [gain.value, gain.lo, gain.hi].map(|share| 100.0 * share);
        let points = format!("{value:+.1} points ({lo:+.1}..{hi:+.1})");
        if rounds == 0 {
            Some("Nothing was fitted: the fitted weights are the start.".to_owned())
        } else if self.fit.best == 0 {
            let none = match rounds {
                1 => "the one round agrees no".to_owned(),
                _ => format!("none of {rounds} rounds agrees"),
            };
            Some(format!(
                "Nothing was learnt: {none} better than the start, so the fitted weights are the start."
            ))
        } else if hi < 0.0 {
            Some(format!(
                "Nothing was learnt: the fitted weights agree less than the start, {points}."
            ))
        } else if lo <= 0.0 {
            Some(format!(
                "It is uncertain whether anything was learnt: the difference of the fitted weights from the \
                 start, {points}, may be chance."
            ))
        } else {
            None
        }
    }

    fn curves(&self) -> Vec<Curve> {
        let curve = |(name, one, chooser): (&str, &Measured, Chooser)| Curve {
            name: name.to_owned(),
            points: (1..=MOST)
                .map(|k| (k as u32, one.agreement[HELD_OUT].share(k, chooser)))
                .collect(),
        };
        self.choosers().map(curve).collect()
    }
}

/// Writes all files of an imitation into `folder`, which exists.
///
/// # Errors
/// A file cannot be written.
pub fn imitation(folder: &Path, done: &Imitation) -> anyhow::Result<()> {
    let text = done.fit.weights().to_toml(&done.heading);
    write_text(&folder.join("weights.toml"), &text)?;
    AgreementRow::write(folder, done.agreement())?;
    WeightRow::write(folder, weights(done))?;
    IterationRow::write(folder, done.fit.rounds.iter().map(iteration))?;
    let curves = done.curves();
    let rows = curves.iter().flat_map(|curve| {
        curve.points.iter().map(|&(k, agreed)| TopRow {
            player: curve.name.clone(),
            k,
            agreement: agreed.into(),
        })
    });
    TopRow::write(folder, rows)?;
    let Some(plots) = super::plots_folder(folder, Drawn::Plots)? else {
        return Ok(());
    };
    let at_first = |curve: &Curve| {
        let agreed = curve.points.first().map(|&(_, agreed)| percent(agreed));
        format!("{} {}", curve.name, agreed.unwrap_or_default())
    };
    let first: Vec<String> = curves.iter().map(at_first).collect();
    let decisions = done.measured.first();
    let decisions = decisions.map_or(0, |one| one.agreement[HELD_OUT].decisions());
    let sentence = format!(
        "The move that {} played is the first choice in these shares of {}: {}.",
        done.player,
        plural(decisions, "held-out decision"),
        listed(&first)
    );
    let caption = Caption {
        title: &format!("Held-out choices of {} among the first k", done.player),
        sentence: &sentence,
    };
    agreement::draw(
        &plots.join("top_k"),
        &caption,
        "k (number of first choices)",
        &curves,
    )?;
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
    let caption = Caption {
        title: &format!(
            "Agreement with {} by iteration, validation games",
            done.player
        ),
        sentence: &rounds_sentence(done),
    };
    agreement::draw(&plots.join("iterations"), &caption, "iteration", &curves)
}

/// The rounds of fitting in a sentence.
fn rounds_sentence(done: &Imitation) -> String {
    let share = |round: &Round| percent(round.validation.share(1, Chooser::Student));
    let rounds = &done.fit.rounds;
    let (Some(start), Some(best)) = (rounds.first(), rounds.get(done.fit.best)) else {
        return String::new();
    };
    let fitted = plural(rounds.len() as u64 - 1, "round");
    if done.fit.best == 0 {
        return format!(
            "The start's first choice is the player's in {} of the validation decisions; no round of {fitted} does \
             better, so the start is kept.",
            share(start)
        );
    }
    format!(
        "The first choice is the player's in {} of the validation decisions at the start and in {} after round {} of \
         {fitted}, which is kept.",
        share(start),
        share(best),
        best.number
    )
}

row! {
    /// A row for each set of games and player.
    AgreementRow in "agreement.csv" {
        /// Set of games: `train`, `validation` or `held_out`.
        set: String,
        /// `start`, `fitted`, a player of `--compare`, or `chance`.
        player: String,
        /// Number of decisions of the imitated player.
        decisions: u64,
        top1: ShareInterval, top5: ShareInterval,
    }
}

row! {
    /// A row for each player and number of first choices.
    TopRow in "top_k.csv" {
        /// `start`, `fitted`, a player of `--compare`, or `chance`.
        player: String,
        /// Number of first choices, from 1 to 10.
        k: u32,
        /// Share of held-out decisions with the imitated player's choice among the first `k`.
        agreement: ShareInterval,
    }
}

row! {
    /// A row for each weight.
    WeightRow in "weights.csv" {
        weight: String,
        /// Its value in the start.
        start: Exact,
        /// Its fitted value.
        fitted: Exact,
        /// `fitted` over `start`.
        change: Fixed<4>,
        /// Whether the games determine it: `yes` or `no`; empty without a round.
        identified: Option<String>,
    }
}

fn weights(done: &Imitation) -> impl Iterator<Item = WeightRow> {
    let values = done.start.values().iter().zip(done.fit.weights().values());
    let told = done.fit.rounds.len() > 1;
    let rows = WEIGHTS.iter().zip(values).zip(done.fit.identified);
    rows.map(move |((info, (start, fitted)), identified)| WeightRow {
        weight: info.name.to_owned(),
        start: Exact(*start),
        fitted: Exact(*fitted),
        change: Fixed(fitted / start),
        identified: told.then(|| if identified { "yes" } else { "no" }.to_owned()),
    })
}

row! {
    /// A row for each round.
    IterationRow in "iterations.csv" {
        /// Number of the round, from 0 for the start.
        iteration: u32,
        /// Sharpness of the choices: one over the size of the noise, in 1/pawns.
        sharpness: Share,
        /// Mean logarithm of the probability of the choices to which the round is fitted.
        likelihood: Option<Share>,
        top1: ShareInterval, top5: ShareInterval,
    }
}

fn iteration(round: &Round) -> IterationRow {
    let share = |k| round.validation.share(k, Chooser::Student).into();
    IterationRow {
        iteration: round.number,
        sharpness: Fixed(round.sharpness),
        likelihood: Some(round.likelihood)
            .filter(|known| known.is_finite())
            .map(Fixed),
        top1: share(1),
        top5: share(5),
    }
}
