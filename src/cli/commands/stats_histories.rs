//! `darkforge stats` of games of reconnaissance blind chess.

use std::path::Path;

use super::stats::{Options, WITHOUT_TRIES, figures, other_of_folder};
use crate::cli::errors::usage;
use crate::cli::flags::{Amount, OF_KRIEGSPIEL, finish_folder, new_folder};
use crate::cli::input::histories::{GameText, games};
use crate::cli::input::history_gathering::{Gathered, Request, gather};
use crate::cli::input::passed_over::PassedOver;
use crate::cli::output::command_line::CommandLine;
use crate::cli::output::histories_result;
use crate::cli::terminal::{print_json, show, tell};
use crate::report::collection::{DamagedRow, Figures, InputRow, Report};
use crate::report::format::{plural, thousands};
use crate::report::page::{self, About, State};
use crate::report::{Drawn, plots_folder, recon};
use darkforge_lab::config::VERSION;
use darkforge_recon::belief::LIMIT;

/// Runs the command.
pub(crate) fn run(options: &Options, inputs: &[Vec<GameText>]) -> anyhow::Result<()> {
    refuse_other_flags(options)?;
    let request = request(options);
    let folder = new_folder(options.out.as_deref())?;
    let other = options.compare.as_deref();
    let other = other
        .map(|name| other_figures(name, &request).map(|figures| (name, figures)))
        .transpose()?;
    let gathered = gather(inputs, &request);
    if !options.common.quiet {
        tell_damaged(&gathered, inputs);
    }
    let total = gathered.total();
    if total.used == 0 {
        if let Some(player) = options.player.as_deref()
            && total.not_asked > 0
            && !gathered.players.has(player)
        {
            return Err(usage(gathered.players.nobody(player)));
        }
        return Err(usage(format!(
            "none of the {} found can be used: {} damaged, {} excluded by filters, {} {WITHOUT_TRIES}",
            plural(total.found(), "game"),
            total.damaged,
            total.not_asked,
            total.without_tries
        )));
    }
    if total.without_tries > 0 && !options.common.quiet {
        let games = plural(total.without_tries, "game");
        tell(&format!("passed over: {games} {WITHOUT_TRIES}"));
    }
    let mut report = recon::report(&gathered.statistics);
    list_inputs(&mut report, &gathered, inputs, options);
    let other = other.as_ref().map(|(name, figures)| (*name, figures));
    if let Some(out) = &options.out {
        report.write(out, other)?;
        if let Some(plots) = plots_folder(out, Drawn::unless(options.no_plots))? {
            recon::draw(&plots, &gathered.statistics)?;
        }
        about(options, &gathered, request.limit).write(out)?;
        page::write(out, State::Still)?;
    }
    finish_folder(folder)?;
    if options.common.json {
        let counted = &gathered.statistics;
        let known = [counted.plies, counted.followed];
        return print_json(&figures(&gathered.total(), known, &report.figures, other));
    }
    let mut screen = histories_result::screen(&gathered, request.limit, &report.figures, other);
    if let Some(out) = &options.out {
        screen.line(format!("files: {}", out.display()));
    }
    show(&screen)
}

/// Refuses flags of Kriegspiel.
fn refuse_other_flags(options: &Options) -> anyhow::Result<()> {
    let given = [
        ("--rated-above", options.rated_above.is_some()),
        ("--ended", !options.ended.is_empty()),
        ("--time-control", !options.time_control.is_empty()),
        ("--compare icc", options.compare.as_deref() == Some("icc")),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        None => options.rules.refuse_for_recon(),
        Some((flag, _)) => Err(usage(format!("{flag} {OF_KRIEGSPIEL}"))),
    }
}

fn request(options: &Options) -> Request<'_> {
    Request {
        player: options.player.as_deref(),
        min_plies: options.min_plies,
        sample: match options.knowledge_sample {
            Amount::All => u64::MAX,
            Amount::Number(games) => games,
        },
        limit: options.positions.unwrap_or(LIMIT),
        threads: options.threads.count(),
        quiet: options.common.quiet,
    }
}

/// The figures of the value of `--compare`.
fn other_figures(name: &str, request: &Request<'_>) -> anyhow::Result<Figures> {
    if let Some(figures) = other_of_folder(name)? {
        return Ok(figures);
    }
    let games = games(Path::new(name))?;
    let games = games.ok_or_else(|| {
        usage(format!(
            "--compare {name}: it has no game of reconnaissance blind chess"
        ))
    })?;
    let gathered = gather(&[games], request);
    if gathered.total().used == 0 {
        return Err(usage(format!(
            "--compare {name}: no game of it can be used"
        )));
    }
    Ok(recon::report(&gathered.statistics).figures)
}

/// The game of an input at a place.
fn at(inputs: &[Vec<GameText>], (input, place): (usize, usize)) -> &GameText {
    &inputs[input][place]
}

fn tell_damaged(gathered: &Gathered, inputs: &[Vec<GameText>]) {
    let mut passed_over = PassedOver::default();
    for (&place, problem) in &gathered.damaged {
        let game = at(inputs, place);
        passed_over.add(&game.path, game.line(), Some(game.number), problem);
    }
    passed_over.games = gathered.total().damaged;
    passed_over.tell();
}

fn list_inputs(
    report: &mut Report,
    gathered: &Gathered,
    inputs: &[Vec<GameText>],
    options: &Options,
) {
    let names = options.input.iter().map(|path| path.display().to_string());
    let counts = names.zip(gathered.counts.iter().copied());
    let all = ("all".to_owned(), gathered.total());
    report.add_rows(counts.chain([all]).map(|(input, counts)| InputRow {
        input,
        found: counts.found(),
        used: counts.used,
        not_asked: counts.not_asked,
        one_sided: counts.one_sided,
        damaged: counts.damaged,
        without_tries: counts.without_tries,
    }));
    let damaged = gathered.damaged.iter();
    report.add_rows(damaged.map(|(&place, problem)| {
        let game = at(inputs, place);
        DamagedRow {
            input: game.path.display().to_string(),
            line: game.line(),
            problem: problem.clone(),
            game: Some(game.number),
        }
    }));
}

/// Description of the tables' origin, for the page.
fn about(options: &Options, gathered: &Gathered, limit: usize) -> About {
    let inputs = options.input.iter().map(|path| path.display().to_string());
    let inputs: Vec<String> = inputs.collect();
    let least = Some(options.min_plies).filter(|least| *least > 0);
    let command = CommandLine::of("stats")
        .words(&inputs)
        .flag("compare", &options.compare)
        .flag("player", &options.player)
        .flag("min-plies", least)
        .flag("knowledge-sample", [options.knowledge_sample])
        .flag("positions", [limit])
        .again();
    let followed = gathered.statistics.followed;
    let note = format!(
        "Possible positions are counted in {}, up to {} positions.",
        plural(followed, "game"),
        thousands(limit as u64)
    );
    About {
        job: "stats".to_owned(),
        title: inputs.join(", "),
        headline: None,
        notes: vec![note],
        command,
        version: VERSION.to_owned(),
        seed: None,
    }
}
