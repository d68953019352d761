//! Figures of an imitation for people, and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::cli::input::recorded::Recorded;
use crate::cli::screen::Screen;
use crate::report::format::{percent, plural};
use crate::report::imitation::{AgreementRow, Imitation};
use crate::report::object::{Nested, object};
use crate::report::table::ShareInterval;
use darkforge_engine::darkboard::weights::WEIGHTS;
use darkforge_engine::weights;
use darkforge_lab::config::VERSION;
use darkforge_research::imitate::{Chooser, Fit, Split, games_of};

/// Weights on which no choice depends; unknown before the first round.
fn unidentified(fit: &Fit) -> Vec<&'static str> {
    if fit.rounds.len() < 2 {
        return Vec::new();
    }
    let weights = WEIGHTS.iter().zip(fit.identified);
    weights
        .filter(|(_, identified)| !identified)
        .map(|(info, _)| info.name)
        .collect()
}

fn games_in_words(split: &Split) -> String {
    format!(
        "{} to fit, {} to choose, {} held out",
        games_of(&split.train),
        games_of(&split.validation),
        games_of(&split.held_out)
    )
}

/// The comment at the top of `weights.toml`.
pub(crate) fn heading(
    games: &[PathBuf],
    recorded: &Recorded,
    split: &Split,
    done: &Imitation,
) -> String {
    let files: Vec<String> = (games.iter())
        .map(|path| path.display().to_string())
        .collect();
    let held_out = &done.measured[1].agreement[2];
    let start = &done.measured[0].agreement[2];
    let mut text = format!(
        "Imitates {} (darkforge {VERSION}, seed {}), to be played as {}.\n{} from {}: {}.\n",
        done.player,
        done.seed,
        done.student,
        plural(games_of(&recorded.samples) as u64, "game"),
        files.join(", "),
        games_in_words(split),
    );
    let _ = write!(
        text,
        "The same choice in {} of {} held-out decisions, among the first five in {};\nthe weights \
         started from: {} and {}.",
        percent(held_out.share(1, Chooser::Student)),
        held_out.decisions(),
        percent(held_out.share(5, Chooser::Student)),
        percent(start.share(1, Chooser::Student)),
        percent(start.share(5, Chooser::Student)),
    );
    if let Some(doubt) = done.doubt() {
        let _ = write!(text, "\n{doubt}");
    }
    let unknown = unidentified(&done.fit);
    if !unknown.is_empty() {
        let _ = write!(
            text,
            "\nUnchanged, because no choice depends on them: {}.",
            unknown.join(", ")
        );
    }
    text
}

object! {
    /// Figures of an imitation.
    ImitationFigures {
        /// The imitated player.
        player: String,
        /// The engine that imitates.
        r#as: String,
        /// Numbers of games.
        games: Nested<SetFigures>,
        /// Rounds of fitting.
        iterations: usize,
        /// The round whose weights are taken; 0 is the start.
        best_iteration: usize,
        /// Agreement of each player on each set of games.
        agreement: Vec<Nested<AgreementRow>>,
        /// Gain of the fitted weights over the start in the share of held-out decisions with the
        /// same choice.
        gain_top1: ShareInterval,
        /// Whether the fitted weights certainly agree more than the start.
        learnt: bool,
        /// Held-out choices that the engine knows to be impossible.
        impossible: u64,
        /// Weights on which no choice depends.
        not_identified: Vec<String>,
        /// The fitted weights by their names.
        weights: BTreeMap<String, f64>,
        /// Folder of the files; null without `--out`.
        out: Option<String>,
    }
}

object! {
    /// Games of each set.
    SetFigures {
        /// Games to which weights are fitted.
        train: usize,
        /// Games that choose among the rounds.
        validation: usize,
        /// Games of the final measurement.
        held_out: usize,
    }
}

/// The figures for `--json`.
pub(crate) fn figures(out: Option<&Path>, split: &Split, done: &Imitation) -> ImitationFigures {
    ImitationFigures {
        player: done.player.clone(),
        r#as: done.student.clone(),
        games: Nested(SetFigures {
            train: games_of(&split.train),
            validation: games_of(&split.validation),
            held_out: games_of(&split.held_out),
        }),
        iterations: done.fit.rounds.len() - 1,
        best_iteration: done.fit.best,
        agreement: done.agreement().into_iter().map(Nested).collect(),
        gain_top1: done.gain(1).into(),
        learnt: done.doubt().is_none(),
        impossible: done.measured[1].agreement[2].unknown(),
        not_identified: unidentified(&done.fit)
            .into_iter()
            .map(str::to_owned)
            .collect(),
        weights: weights::Weights::from(done.fit.weights()).to_table(),
        out: out.map(|out| out.display().to_string()),
    }
}

fn known(share: ShareInterval) -> String {
    share.estimate().map(percent).unwrap_or_default()
}

/// The figures for people.
pub(crate) fn screen(out: Option<&Path>, split: &Split, done: &Imitation) -> Screen {
    let mut screen = Screen::new();
    screen.line(format!(
        "{} as {}: {}; iteration {} of {} taken",
        done.player,
        done.student,
        games_in_words(split),
        done.fit.best,
        done.fit.rounds.len() - 1
    ));
    let lines = done.agreement();
    let width = lines.iter().map(|line| line.player.chars().count()).max();
    let width = width.unwrap_or(0);
    for line in lines.iter().filter(|line| line.set == "held_out") {
        screen.line(format!(
            "  {:width$}  the same choice {}  among the first five {}  ({})",
            line.player,
            known(line.top1),
            known(line.top5),
            plural(line.decisions, "held-out decision")
        ));
    }
    let gain = done.gain(1);
    screen.headline(format!(
        "  fitted less start: {:+.1} points ({:+.1}..{:+.1})",
        100.0 * gain.value,
        100.0 * gain.lo,
        100.0 * gain.hi
    ));
    if let Some(doubt) = done.doubt() {
        screen.line(format!("  {doubt}"));
    }
    match done.measured[1].agreement[2].unknown() {
        0 => {}
        1 => screen.line("  1 held-out choice is one that the engine knows to be impossible"),
        more => screen.line(format!(
            "  {more} held-out choices are ones that the engine knows to be impossible"
        )),
    }
    let unknown = unidentified(&done.fit);
    if !unknown.is_empty() {
        let unknown = unknown.join(", ");
        screen.line(format!("  no choice of this student depends on: {unknown}"));
    }
    screen.line(match out {
        Some(out) => format!("  files: {}", out.display()),
        None => "  nothing is written without --out".to_owned(),
    });
    screen
}
