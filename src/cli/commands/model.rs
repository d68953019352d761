//! `darkforge model`: a model of one opponent from its games.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;

use crate::cli::errors::usage;
use crate::cli::flags::{Common, RulesOfRecords, finish_folder, new_folder};
use crate::cli::input::recorded::{Recorded, read};
use crate::cli::output::command_line::CommandLine;
use crate::cli::screen::Screen;
use crate::cli::terminal::{print_json, show, tell};
use crate::report::format::plural;
use crate::report::object::object;
use crate::report::opponent::{PAGE, page};
use crate::report::table::ShareInterval;
use crate::report::write_text;
use darkforge_engine::opponent::{MODEL_FILE, TERMS};
use darkforge_lab::config::VERSION;
use darkforge_research::imitate::games_of;
use darkforge_research::opponent::{Fitted, LEAST, fit};

/// Make a model of one opponent from its games.
#[derive(Args)]
#[command(
    after_help = "GAMES are extended PGN files, transcripts in the folder of their run, run folders with either, or runs that kept their tries. The model has the player's openings, where its men go, and how likely it makes each kind of move. It is measured on a quarter of the games that it was not fitted to. The engine uses it in its belief: darkboard:opponent=FOLDER. Games with many openings show more of the player: darkboard:book=systems plays some.\n\nExamples:\n  darkforge match hs darkboard:book=systems --games 1000 --pgn games.pgn\n  darkforge model games.pgn --player hs --out results/hs\n  darkforge match darkboard:opponent=results/hs hs --games 200 --seed 2"
)]
pub(crate) struct Options {
    /// PGN files, transcripts and run folders.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Name of the player in the games.
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Folder for model.toml and model.html; must not exist.
    #[arg(long)]
    out: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOfRecords,
    #[command(flatten)]
    common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let folder = new_folder(options.out.as_deref())?;
    let wanted = [options.player.clone()];
    let quiet = options.common.quiet;
    let recorded = read(&options.games, &wanted, options.rules.reading(), quiet)?;
    if !quiet {
        recorded.tell_what_is_left_out();
    }
    let Recorded { samples, .. } = &recorded;
    let games = games_of(samples);
    if games < LEAST {
        return Err(usage(format!(
            "{} of '{}': at least {LEAST} are needed, some of them to be held out",
            plural(games as u64, "game"),
            options.player
        )));
    }
    let fitted = fit(&options.player, samples, |stage| {
        if !quiet {
            tell(&format!("{}: {stage}", options.player));
        }
    });
    if let Some(out) = &options.out {
        let heading = heading(options, &fitted);
        write_text(&out.join(MODEL_FILE), &fitted.model.to_toml(&heading))?;
        write_text(&out.join(PAGE), &page(&fitted, &command(options)))?;
    }
    finish_folder(folder)?;
    if options.common.json {
        return print_json(&figures(options, &fitted));
    }
    show(&screen(options, &fitted))
}

/// The command line that makes the same files again.
fn command(options: &Options) -> String {
    CommandLine::of("model")
        .words(options.games.iter().map(|path| path.display()))
        .flag("player", [&options.player])
        .flag("ruleset", [options.rules.ruleset().name])
        .flag("language", options.rules.language.map(|known| known.code))
        .again()
}

/// Comment at the top of the model's file.
fn heading(options: &Options, fitted: &Fitted) -> String {
    let held_out = &fitted.held_out;
    let mut text = format!(
        "Model of {} (darkforge {VERSION}): {}, {}.\n{}\n",
        options.player,
        plural(u64::from(fitted.model.games), "game"),
        plural(u64::from(fitted.model.moves), "move"),
        command(options)
    );
    let _ = write!(
        text,
        "Mean log-likelihood of {} in {} that were held out:\nuniform {:.3}, general model {:.3}, this model {:.3}, \
         mixed {:.3}.",
        plural(held_out.moves, "move"),
        plural(held_out.games, "game"),
        held_out.uniform,
        held_out.general,
        held_out.model,
        held_out.mixed
    );
    text
}

object! {
    /// Figures of a model of an opponent.
    ModelFigures {
        /// The modelled player.
        player: String,
        /// Its games.
        games: u64,
        /// Its moves in them.
        moves: u64,
        /// Games that were held out for the measurement.
        held_out_games: u64,
        /// Moves in these.
        held_out_moves: u64,
        /// Mean natural logarithm of the probability of a held-out move if all legal moves are equally
        /// likely.
        uniform: f64,
        /// The same by the general model of the belief.
        general: f64,
        /// The same by the player's model.
        model: f64,
        /// The same by the mixture that the belief uses.
        mixed: f64,
        /// `mixed` less `general`.
        gain: ShareInterval,
        /// Weights of the terms by their names.
        weights: BTreeMap<String, f64>,
        /// Folder of the files; null without `--out`.
        out: Option<String>,
    }
}

fn figures(options: &Options, fitted: &Fitted) -> ModelFigures {
    let (model, held_out) = (&fitted.model, &fitted.held_out);
    let weights = TERMS.iter().zip(model.weights);
    ModelFigures {
        player: options.player.clone(),
        games: u64::from(model.games),
        moves: u64::from(model.moves),
        held_out_games: held_out.games,
        held_out_moves: held_out.moves,
        uniform: held_out.uniform,
        general: held_out.general,
        model: held_out.model,
        mixed: held_out.mixed,
        gain: held_out.gain.into(),
        weights: weights
            .map(|(name, weight)| ((*name).to_owned(), weight))
            .collect(),
        out: options.out.as_ref().map(|out| out.display().to_string()),
    }
}

fn screen(options: &Options, fitted: &Fitted) -> Screen {
    let (model, held_out) = (&fitted.model, &fitted.held_out);
    let mut screen = Screen::new();
    screen.line(format!(
        "{}: {} with {}",
        options.player,
        plural(u64::from(model.games), "game"),
        plural(u64::from(model.moves), "move")
    ));
    screen.line(format!(
        "mean log-likelihood of {} in {} that were held out:",
        plural(held_out.moves, "move"),
        plural(held_out.games, "game")
    ));
    for (name, value) in [
        ("uniform", held_out.uniform),
        ("general model", held_out.general),
        ("this model", held_out.model),
        ("mixed, as a belief uses it", held_out.mixed),
    ] {
        screen.line(format!("  {name:26} {value:.3}"));
    }
    let gain = held_out.gain;
    screen.headline(format!(
        "  mixed less general: {:+.3} ({:+.3}..{:+.3})",
        gain.value, gain.lo, gain.hi
    ));
    let weights = TERMS.iter().zip(model.weights);
    let weights: Vec<String> = weights
        .map(|(name, weight)| format!("{name} {weight:.2}"))
        .collect();
    screen.line(format!("  weights: {}", weights.join(", ")));
    screen.line(match &options.out {
        Some(out) => format!("  files: {}", out.display()),
        None => "  nothing is written without --out".to_owned(),
    });
    screen
}
