//! `darkforge stats`: statistics of game collections.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::stats_histories;
use crate::cli::errors::usage;
use crate::cli::flags::{
    Amount, Common, RulesOfRecords, Threads, finish_folder, new_folder, whole,
};
use crate::cli::input::gathering::{Counts, Damaged, Gathered, Request, gather};
use crate::cli::input::histories::games_of_all;
use crate::cli::input::named_once::named_once;
use crate::cli::input::passed_over::PassedOver;
use crate::cli::output::collection_result;
use crate::cli::output::command_line::CommandLine;
use crate::cli::terminal::{print_json, show, tell};
use crate::report::collection::{self, DamagedRow, Figure, Figures, InputRow, Report};
use crate::report::format::{plural, thousands};
use crate::report::object::{IfAny, Nested, object};
use crate::report::page::{self, About, State};
use crate::report::table::ShareInterval;
use crate::report::{Drawn, plots_folder};
use darkforge_kriegspiel::record::read::Reading;
use darkforge_lab::config::VERSION;
use darkforge_ratings::EloEstimate;
use darkforge_research::collection::{Collection, MOST_NAMES, MOST_TIME_CONTROLS, Reason, Wanted};

/// Message on games of runs without tries.
pub(super) const WITHOUT_TRIES: &str = "of runs that did not keep their tries";

/// Value of `--time-control` for games without the tag.
const NO_TAG: &str = "none";

/// Time controls that are named among those left out.
const NAMED: usize = 5;

/// Compute statistics of game collections: outcomes, material, openings, knowledge.
#[derive(Args)]
#[command(
    after_help = "INPUT is PGN (plain or extended), a transcript, or the folder of a run; - is standard input. Files may be packed (.gz, .zst). docs/collections.md defines every figure. Games of reconnaissance blind chess are histories in reconchess' format, folders of *.json with such, transcripts, and folders of runs; docs/recon.md defines their figures.\n\nExamples:\n  darkforge stats games.pgn --out results/stats --compare icc\n  darkforge stats games.pgn --min-plies 40 --json"
)]
pub(crate) struct Options {
    /// PGN files, transcripts and run folders, or histories of reconnaissance blind chess; - is
    /// standard input.
    #[arg(required = true)]
    pub(super) input: Vec<PathBuf>,
    /// Folder for tables (CSV) and plots; must not exist.
    #[arg(long)]
    pub(super) out: Option<PathBuf>,
    /// Write only tables, no plots.
    #[arg(long, requires = "out")]
    pub(super) no_plots: bool,
    /// Also show the figures of `icc` (the thesis' 11,911 games), of another input, or of a folder
    /// that `stats` wrote.
    #[arg(long, value_name = "OTHER")]
    pub(super) compare: Option<String>,
    /// Only games of this player.
    #[arg(long, value_name = "NAME")]
    pub(super) player: Option<String>,
    /// Only games in which both players are rated above N (tags `WhiteElo` and `BlackElo`).
    #[arg(long, value_name = "N", value_parser = whole(i64::MIN.., "of at most 18 digits"))]
    pub(super) rated_above: Option<i64>,
    /// Only games with this ending, such as checkmate or resignation; may be repeated.
    #[arg(long, value_name = "REASON", value_parser = reason)]
    pub(super) ended: Vec<Reason>,
    /// Only games of at least N plies.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0_usize.., "0 or more"))]
    pub(super) min_plies: usize,
    /// Only games with this tag `TimeControl`, or `none` for those without; may be repeated.
    #[arg(long, value_name = "TEXT")]
    pub(super) time_control: Vec<String>,
    /// Greatest number of games for figures of the players' knowledge, or `all`.
    #[arg(
        long,
        value_name = "N",
        default_value = "10000",
        value_parser = Amount::parser(0, "write a number of games, or all")
    )]
    pub(super) knowledge_sample: Amount,
    /// Count the possible positions of each side up to N: of the games of the knowledge sample, slow
    /// [default: not]; always in reconnaissance blind chess [default: 1000000].
    #[arg(long, value_name = "N", value_parser = whole(1_usize..=100_000_000, "1 to 100000000"))]
    pub(super) positions: Option<usize>,
    #[command(flatten)]
    pub(super) rules: RulesOfRecords,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    named_once(
        options
            .input
            .iter()
            .map(PathBuf::as_path)
            .chain(compared(options)),
    )?;
    if let Some(games) = games_of_all(&options.input)? {
        return stats_histories::run(options, &games);
    }
    let wanted = wanted(options);
    let request = request(options, &wanted);
    let folder = new_folder(options.out.as_deref())?;
    let other = options.compare.as_deref();
    // An error in the other collection must not come after hours of reading.
    let other = other
        .map(|name| other_figures(name, &request).map(|figures| (name, figures)))
        .transpose()?;
    let gathered = gather(&options.input, &request)?;
    if !options.common.quiet {
        tell_damaged(&gathered, &options.input);
    }
    let mut notes = not_told_apart(&gathered.collection, options);
    notes.extend(left_out_by_time(&gathered));
    if !options.common.quiet {
        for note in &notes {
            tell(note);
        }
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
            "none of the {} found can be used: {}",
            plural(total.found(), "game"),
            left_out(total) + &keys(&gathered)
        )));
    }
    if total.without_tries > 0 && !options.common.quiet {
        let games = plural(total.without_tries, "game");
        let keys = keys(&gathered);
        tell(&format!("passed over: {games} {WITHOUT_TRIES}{keys}"));
    }
    let mut report = Report::of(&gathered.collection);
    list_inputs(&mut report, &gathered, &options.input);
    let other = other.as_ref().map(|(name, figures)| (*name, figures));
    if let Some(out) = &options.out {
        report.write(out, other)?;
        if let Some(plots) = plots_folder(out, Drawn::unless(options.no_plots))? {
            report.draw(&plots, &gathered.collection, other)?;
        }
        about(options, notes).write(out)?;
        page::write(out, State::Still)?;
    }
    finish_folder(folder)?;
    if options.common.json {
        let counted = &gathered.collection;
        let known = [counted.plies, counted.knowledge.games];
        return print_json(&figures(&gathered.total(), known, &report.figures, other));
    }
    let mut screen = collection_result::screen(&gathered, &report.figures, other);
    if let Some(out) = &options.out {
        screen.line(format!("files: {}", out.display()));
    }
    show(&screen)
}

/// The games of `--compare`, if it names some.
fn compared(options: &Options) -> Option<&Path> {
    let other = options.compare.as_deref().filter(|other| *other != "icc");
    other
        .map(Path::new)
        .filter(|path| !path.join(collection::FIGURES).is_file())
}

/// Reasons why games are not used.
fn left_out(counts: Counts) -> String {
    let kinds = [
        (counts.damaged, "damaged"),
        (counts.one_sided, "one-sided"),
        (counts.not_asked, "excluded by filters"),
        (counts.without_tries, WITHOUT_TRIES),
    ];
    let kinds = kinds.iter().filter(|(games, _)| *games > 0);
    let kinds: Vec<String> = kinds
        .map(|(games, what)| format!("{games} {what}"))
        .collect();
    kinds.join(", ")
}

/// Sentences on names of which there are too many to tell them apart.
fn not_told_apart(collection: &Collection, options: &Options) -> Vec<String> {
    let advice = match options.player {
        Some(_) => "",
        None => " --player NAME counts the games of one.",
    };
    let players = format!(
        "There are more than {} different names, so players are not told apart.{advice}",
        thousands(MOST_NAMES as u64)
    );
    let time_controls = format!(
        "There are more than {} different time controls, so they are not told apart.",
        thousands(MOST_TIME_CONTROLS as u64)
    );
    let all = [
        (collection.seats.named.is_too_many(), players),
        (collection.time_controls.0.is_too_many(), time_controls),
    ];
    let many = all.into_iter().filter(|(is_too_many, _)| *is_too_many);
    many.map(|(_, note)| note).collect()
}

/// Games that `--time-control` left out, in a sentence.
fn left_out_by_time(gathered: &Gathered) -> Option<String> {
    let found = &gathered.other_times;
    let games: u64 = found.all;
    if games == 0 {
        return None;
    }
    let mut named: Vec<(&str, u64)> = found.named.iter().map(|(text, &n)| (text, n)).collect();
    named.sort_by_key(|&(text, games)| (std::cmp::Reverse(games), text));
    let rest: u64 = named.iter().skip(NAMED).map(|(_, games)| games).sum();
    let kinds = named.len().saturating_sub(NAMED);
    let tag = |text: &str| match text {
        "" => "no time control".to_owned(),
        text => text.to_owned(),
    };
    let mut list: Vec<String> = named
        .iter()
        .take(NAMED)
        .map(|&(text, games)| format!("{} ({})", tag(text), thousands(games)))
        .collect();
    if kinds > 0 {
        list.push(format!("{kinds} others ({})", thousands(rest)));
    }
    let list = match list.len() {
        0 => String::new(),
        _ => format!(": {}", list.join(", ")),
    };
    Some(format!(
        "Left out by --time-control: {}{list}.",
        plural(games, "game")
    ))
}

/// Keys and flags with which the runs would have kept their tries.
fn keys(gathered: &Gathered) -> String {
    let keys: Vec<&str> = gathered.kept_with.iter().copied().collect();
    if keys.is_empty() {
        return String::new();
    }
    format!(" ({})", keys.join(", "))
}

/// Description of the tables' origin, for the page.
fn about(options: &Options, notes: Vec<String>) -> About {
    let inputs = options.input.iter().map(|path| path.display().to_string());
    let inputs: Vec<String> = inputs.collect();
    let least = Some(options.min_plies).filter(|least| *least > 0);
    let command = CommandLine::of("stats")
        .words(&inputs)
        .flag("compare", &options.compare)
        .flag("player", &options.player)
        .flag("rated-above", options.rated_above)
        .flag("ended", options.ended.iter().map(|reason| reason.as_str()))
        .flag("min-plies", least)
        .flag("time-control", options.time_control.iter())
        .flag("knowledge-sample", [options.knowledge_sample])
        .flag("positions", options.positions)
        .flag("ruleset", [options.rules.ruleset().name])
        .flag("language", options.rules.language.map(|known| known.code))
        .again();
    About {
        job: "stats".to_owned(),
        title: inputs.join(", "),
        headline: None,
        notes,
        command,
        version: VERSION.to_owned(),
        seed: None,
    }
}

/// Reads the reason of a game's end.
fn reason(text: &str) -> Result<Reason, String> {
    let reason = Reason::all().find(|reason| reason.as_str() == text);
    reason.ok_or_else(|| {
        let names: Vec<&str> = Reason::all().map(Reason::as_str).collect();
        format!("write one of {}", names.join(", "))
    })
}

fn wanted(options: &Options) -> Wanted {
    Wanted {
        player: options.player.clone(),
        rated_above: options.rated_above,
        ended: options.ended.clone(),
        min_plies: options.min_plies,
        time_controls: options
            .time_control
            .iter()
            .map(|text| time_control(text))
            .collect(),
    }
}

/// The tag that a value of `--time-control` stands for.
fn time_control(text: &str) -> String {
    match text {
        NO_TAG => String::new(),
        text => text.to_owned(),
    }
}

fn request<'a>(options: &Options, wanted: &'a Wanted) -> Request<'a> {
    Request {
        wanted,
        reading: Reading {
            positions: true,
            ..options.rules.reading()
        },
        sample: match options.knowledge_sample {
            Amount::All => u64::MAX,
            Amount::Number(games) => games,
        },
        possible: options.positions,
        threads: options.threads.count(),
        quiet: options.common.quiet,
    }
}

/// The figures of the value of `--compare`.
fn other_figures(name: &str, request: &Request<'_>) -> anyhow::Result<Figures> {
    if name == "icc" {
        return collection::icc();
    }
    if let Some(figures) = other_of_folder(name)? {
        return Ok(figures);
    }
    let path = Path::new(name);
    let gathered = gather(&[path.to_owned()], request)?;
    if gathered.collection.games == 0 {
        return Err(usage(format!(
            "--compare {name}: no game of it can be used"
        )));
    }
    Ok(Report::of(&gathered.collection).figures)
}

/// The figures of a folder that `stats` wrote, as the value of `--compare`; `None` for an input.
pub(super) fn other_of_folder(name: &str) -> anyhow::Result<Option<Figures>> {
    let path = Path::new(name);
    if path.join(collection::FIGURES).is_file() {
        let figures = collection::read_figures(path);
        return Ok(Some(figures.map_err(|error| usage(format!("{error:#}")))?));
    }
    if path.exists() {
        return Ok(None);
    }
    Err(usage(format!(
        "--compare {name}: there is no such file or folder; write icc, an input, or a folder that \
         stats wrote"
    )))
}

fn tell_damaged(gathered: &Gathered, inputs: &[PathBuf]) {
    let mut passed_over = PassedOver::default();
    for (&(input, line), Damaged { game, problem }) in &gathered.damaged {
        passed_over.add(&inputs[input], line, *game, problem);
    }
    passed_over.games = gathered.total().damaged;
    passed_over.tell();
}

fn list_inputs(report: &mut Report, gathered: &Gathered, inputs: &[PathBuf]) {
    let row = |input: String, counts: Counts| InputRow {
        input,
        found: counts.found(),
        used: counts.used,
        not_asked: counts.not_asked,
        one_sided: counts.one_sided,
        damaged: counts.damaged,
        without_tries: counts.without_tries,
    };
    let names = inputs.iter().map(|path| path.display().to_string());
    let each = names
        .zip(&gathered.counts)
        .map(|(name, &counts)| row(name, counts));
    report.add_rows(each.chain([row("all".to_owned(), gathered.total())]));
    let damaged = gathered.damaged.iter();
    report.add_rows(
        damaged.map(|(&(input, line), Damaged { game, problem })| DamagedRow {
            input: inputs[input].display().to_string(),
            line,
            problem: problem.clone(),
            game: *game,
        }),
    );
}

object! {
    /// Figures of a collection.
    CollectionFigures {
        /// Games that are counted.
        games: u64,
        /// Games found in all inputs.
        found: u64,
        /// Games that a filter excludes.
        not_asked: u64,
        /// Games without the moves of one side.
        one_sided: u64,
        /// Games that cannot be read or followed to their end.
        damaged: u64,
        /// Games of runs whose tries were not kept.
        without_tries: u64,
        /// Plies of the counted games.
        plies: u64,
        /// Games of which the players' knowledge is worked out.
        knowledge_games: u64,
        /// Figures by their names.
        figures: BTreeMap<String, Nested<FigureFigures>>,
        /// Name of the other collection; absent without `--compare`.
        compare: IfAny<String>,
        /// Figures that both collections have, by their names; absent without `--compare`.
        comparison: IfAny<BTreeMap<String, Nested<DifferenceFigures>>>,
    }
}

object! {
    /// A figure.
    FigureFigures {
        unit: String,
        /// Number of games on which the figure rests; null if unknown.
        n: Option<u64>,
        /// Value, in its unit.
        value: f64,
        /// Lower end of its 95 % interval; null if unknown.
        lo: Option<f64>,
        /// Upper end of its 95 % interval; null if unknown.
        hi: Option<f64>,
    }
}

object! {
    /// A figure of the other collection, and the difference.
    DifferenceFigures {
        /// Figure of the other collection.
        other: Nested<FigureFigures>,
        /// Value less that of the other collection, with Newcombe's hybrid score interval.
        difference: ShareInterval,
    }
}

impl From<&Figure> for FigureFigures {
    fn from(figure: &Figure) -> FigureFigures {
        let (lo, hi) = figure.interval.unzip();
        FigureFigures {
            unit: figure.unit.clone(),
            n: figure.games,
            value: figure.value,
            lo,
            hi,
        }
    }
}

/// The figures for `--json`: of all inputs, with numbers of plies and of games with knowledge.
pub(super) fn figures(
    total: &Counts,
    [plies, knowledge_games]: [u64; 2],
    figures: &Figures,
    other: Option<(&str, &Figures)>,
) -> CollectionFigures {
    let (own, comparison) = nested(figures, other.map(|(_, others)| others));
    CollectionFigures {
        games: total.used,
        found: total.found(),
        not_asked: total.not_asked,
        one_sided: total.one_sided,
        damaged: total.damaged,
        without_tries: total.without_tries,
        plies,
        knowledge_games,
        figures: own,
        compare: IfAny(other.map(|(name, _)| name.to_owned())),
        comparison: IfAny(comparison),
    }
}

/// Figures by their names.
type OwnFigures = BTreeMap<String, Nested<FigureFigures>>;
/// Differences from those of another collection.
type Differences = BTreeMap<String, Nested<DifferenceFigures>>;

/// The figures, and their differences from those that another collection has too.
pub(super) fn nested(
    figures: &Figures,
    other: Option<&Figures>,
) -> (OwnFigures, Option<Differences>) {
    let comparison = other.map(|others| {
        let both = figures.iter().filter_map(|(name, own)| {
            let against = others.get(name)?;
            let (value, interval) = own.difference(against);
            let (lo, hi) = interval.unzip();
            let difference = EloEstimate {
                value: Some(value),
                lo,
                hi,
            };
            let figures = DifferenceFigures {
                other: Nested(against.into()),
                difference: difference.into(),
            };
            Some((name.clone(), Nested(figures)))
        });
        both.collect()
    });
    let own = figures.iter();
    let own = own.map(|(name, figure)| (name.clone(), Nested(figure.into())));
    (own.collect(), comparison)
}
