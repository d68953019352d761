//! `darkforge train`: a network for `dsmcp`, from games that are played first.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use clap::Args;
use rayon::prelude::*;

use crate::cli::errors::{Stopped, usage};
use crate::cli::flags::{Common, Threads};
use crate::cli::input::histories::{self, GameText};
use crate::cli::input::named_once::named_once;
use crate::cli::output::command_line::CommandLine;
use crate::cli::output::progress_line::ProgressLine;
use crate::cli::output::training_result;
use crate::cli::programs::{self, Programs};
use crate::cli::terminal::{Bar, print_json, show, stop_flag, tell};
use crate::report::format::{duration, plural};
use crate::report::page::{self, About, State};
use crate::report::saliency::{self, SaliencyRow};
use crate::report::table::FileRow as _;
use crate::report::training::{Crossed, Measured, write_accuracy, write_lessons, write_values};
use darkforge_engine::player::{GameKind, PlayerSpec};
use darkforge_kriegspiel::text;
use darkforge_lab::bout::{Bout, Entrant, Openings};
use darkforge_lab::config::VERSION;
use darkforge_lab::draft;
use darkforge_lab::game::Game as _;
use darkforge_lab::recon::{Recon, history};
use darkforge_lab::terms::Terms;
use darkforge_recon::record::transcript;
use darkforge_synoptic::train::{Data, Game, Recipe, Trainer};

/// Train a network for the player dsmcp (rbc), from games that are played first.
#[derive(Args)]
#[command(
    after_help = "A recipe names the players whose games the network learns from, the number of games, the sizes of the network and the steps. The folder gets games.txt, lessons.csv, accuracy.csv, planes.csv, saliency.csv, values.csv, plots, the page report.html and network.safetensors, which `dsmcp:network=FILE` plays. The same recipe gives the same network at any number of threads. A stopped training goes on with --resume.\n\nExamples:\n  darkforge train configs/rbc-network.toml\n  darkforge train configs/rbc-network.toml --resume\n  darkforge match dsmcp:network=results/rbc-network/network.safetensors attacker --ruleset rbc"
)]
pub(crate) struct Options {
    /// The recipe, a TOML file.
    recipe: PathBuf,
    /// Further games: histories in reconchess' format (a file or a folder of them), the folder of a run that kept its
    /// tries, or a file with a line for each: WHITE BLACK, then turns such as e7:e2e4.
    #[arg(long, value_name = "PATH")]
    add: Vec<PathBuf>,
    /// Folder for the files; must not exist, but for --resume [default: results/NAME].
    #[arg(long)]
    out: Option<PathBuf>,
    /// Go on with a training that was stopped.
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

/// Games of each thread that are played before all are written.
const TOGETHER: usize = 16;
/// Validation examples of a headset at a checkpoint.
const EXAMPLES: usize = 256;
/// Validation examples of a headset whose saliency is measured at a checkpoint.
const SALIENT: usize = 64;
/// Times the examples of a headset in the accuracy tables, of which values are compared with results.
const VALUED: usize = 4;

const RECIPE: &str = "recipe.toml";
const GAMES: &str = "games.txt";
const CHECKPOINT: &str = "checkpoint.safetensors";
const NETWORK: &str = "network.safetensors";
const CURVE: &str = "curve.json";

/// Runs the command.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let path = &options.recipe;
    let text =
        text::read(path).map_err(|error| usage(format!("recipe {}: {error}", path.display())))?;
    let recipe = Recipe::read(&text)
        .map_err(|error| usage(format!("recipe {}: {error}", path.display())))?;
    let entrants = entrants(&recipe)?;
    let beside = path.parent().unwrap_or(Path::new(""));
    let files: Vec<PathBuf> = recipe
        .games
        .files
        .iter()
        .map(|file| beside.join(file))
        .collect();
    named_once(files.iter().chain(&options.add).map(PathBuf::as_path))?;
    let mut added = read_files("[games] files", files.into_iter())?;
    added.extend(read_files("--add", options.add.iter().cloned())?);
    let out = options.out.clone();
    let out = out.unwrap_or_else(|| Path::new("results").join(&recipe.name));
    let written = toml::to_string(&recipe).context("a recipe as TOML")?;
    begin(&out, &written, options.resume)?;
    let stop = stop_flag("games and step")?;
    let pool = options.threads.pool()?;
    let threads = options.threads.count();
    let quiet = options.common.quiet;
    let _programs = Programs::prepare(&entrants, Some(&out), quiet)?;
    let again = || {
        CommandLine::of("train")
            .words([path.display()])
            .flag("add", options.add.iter().map(|path| path.display()))
            .flag("out", [out.display()])
            .words(["--resume"])
            .line()
    };
    let played = pool.install(|| play(&recipe, &entrants, &out, &stop, quiet))?;
    let Some(mut games) = played else {
        return Err(Stopped(format!("stopped while playing; continue with: {}", again())).into());
    };
    games.extend(added);
    let total = games.len();
    let data = Data::new(games, &recipe, threads).map_err(usage)?;
    if !quiet {
        tell(&format!(
            "{}, of which {} left out, because their losers missed a forced win",
            plural(total as u64, "game"),
            data.left_out
        ));
    }
    let done = learn(&recipe, &data, (&out, threads), &stop, quiet)?;
    let Some((trainer, curve)) = done else {
        return Err(Stopped(format!(
            "stopped while learning; continue with: {}",
            again()
        ))
        .into());
    };
    let crossed = cross(&recipe, &trainer);
    write_accuracy(&out, &curve.measured, &crossed)?;
    write_values(&out, &trainer.values(VALUED * recipe.training.validation))?;
    saliency::write_planes(&out, &curve.salient)?;
    finish(&recipe, &written, &trainer, &data, &out)?;
    about(options, &recipe, &data).write(&out)?;
    page::write(&out, State::Still)?;
    let network = out.join(NETWORK);
    if options.common.json {
        print_json(&training_result::figures(&network, &trainer, &crossed))
    } else {
        show(&training_result::screen(&network, &trainer, &crossed))
    }
}

/// The players of the recipe.
fn entrants(recipe: &Recipe) -> anyhow::Result<Vec<Entrant>> {
    let sources = recipe
        .player
        .iter()
        .filter(|source| !source.spec.is_empty());
    let entrants: Vec<Entrant> = sources
        .map(|source| {
            let named = |error: &dyn std::fmt::Display| {
                usage(format!("[[player]] {}: {error}", source.name))
            };
            let spec: PlayerSpec = source.spec.parse().map_err(|error| named(&error))?;
            spec.check_game(GameKind::Recon, "rbc")
                .map_err(|error| named(&error))?;
            Ok(Entrant {
                name: source.name.clone(),
                spec,
            })
        })
        .collect::<anyhow::Result<_>>()?;
    programs::check(entrants.iter().map(|entrant| &entrant.spec))?;
    Ok(entrants)
}

/// Games of further files and folders, which `place` named.
fn read_files(place: &str, files: impl Iterator<Item = PathBuf>) -> anyhow::Result<Vec<Game>> {
    let mut games = Vec::new();
    for path in files {
        let named =
            |error: &dyn std::fmt::Display| usage(format!("{place}: {}: {error}", path.display()));
        if path.exists()
            && let Some(texts) = histories::games(&path)?
            && texts.iter().all(|text| text.is_alone() || text.is_of_run())
        {
            games.extend(read_histories(&texts)?);
            continue;
        }
        if path.is_dir() {
            return Err(named(
                &"no games of reconnaissance blind chess in this folder",
            ));
        }
        let bytes = fs::read(&path).map_err(|error| named(&error))?;
        let text = String::from_utf8(bytes).map_err(|_| named(&"it is not text in UTF-8"))?;
        games.extend(read_games(&path, &text)?);
    }
    Ok(games)
}

/// Games that are written with their players: histories, or a run's.
fn read_histories(texts: &[GameText]) -> anyhow::Result<Vec<Game>> {
    let read = |text: &GameText| {
        let history = text.read().map_err(|problem| {
            let (path, number) = (text.path.display(), text.number);
            usage(if text.is_of_run() {
                format!("{path}, game {number}: {problem}")
            } else {
                format!("{path}: {problem}")
            })
        })?;
        Ok(Game::of(&history))
    };
    texts.par_iter().map(read).collect()
}

fn read_games(path: &Path, text: &str) -> anyhow::Result<Vec<Game>> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let game = |(number, line): (usize, &str)| {
        line.parse::<Game>()
            .map_err(|error| usage(format!("{}, line {}: {error}", path.display(), number + 1)))
    };
    lines.map(game).collect()
}

/// Makes the folder, or checks that it is of the same recipe.
fn begin(out: &Path, recipe: &str, resume: bool) -> anyhow::Result<()> {
    let file = out.join(RECIPE);
    if out.exists() {
        if !resume {
            return Err(usage(format!(
                "{} exists; go on with it by --resume, or name another folder by --out",
                out.display()
            )));
        }
        let before = fs::read_to_string(&file)
            .map_err(|error| usage(format!("--resume: {}: {error}", file.display())))?;
        if before != recipe {
            return Err(usage(format!(
                "--resume: the recipe differs from {}, with which the training began",
                file.display()
            )));
        }
        return Ok(());
    }
    if resume {
        return Err(usage(format!(
            "--resume: there is no {}; is {} the folder of a training?",
            file.display(),
            out.display()
        )));
    }
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    write(&file, recipe.as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let written = draft::write_whole(path, |file| file.write_all(bytes));
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Draws the progress of a stage; plain lines at most every half minute.
struct Stage {
    bar: Bar,
    name: &'static str,
    unit: &'static str,
    last: std::time::Instant,
}

impl Stage {
    fn new(name: &'static str, unit: &'static str, (at, total): (u64, u64), quiet: bool) -> Stage {
        let bar = Bar::new(total, quiet);
        bar.advance(at);
        bar.reset_speed();
        Stage {
            bar,
            name,
            unit,
            last: std::time::Instant::now(),
        }
    }

    fn advance(&mut self, by: u64, more: &str) {
        self.bar.advance(by);
        let moment = self.bar.moment();
        let stage = format!("{}{more}", self.name);
        let line = ProgressLine {
            stage: &stage,
            share: moment.share(),
            count: format!("{}/{} {}", moment.at, moment.total, self.unit),
            speed: format!("{:.1} {}/s", moment.speed, self.unit),
            left: duration(moment.left),
        };
        if self.bar.is_lines() {
            if self.last.elapsed().as_secs() >= 30 {
                self.last = std::time::Instant::now();
                self.bar.note(&line.text(200));
            }
            return;
        }
        self.bar.draw(|room, _| line.text(room));
    }
}

/// Plays the games that the file lacks; `None` if it was stopped.
fn play(
    recipe: &Recipe,
    entrants: &[Entrant],
    out: &Path,
    stop: &AtomicBool,
    quiet: bool,
) -> anyhow::Result<Option<Vec<Game>>> {
    let path = out.join(GAMES);
    let text = written_before(&path)?.unwrap_or_default();
    let text =
        String::from_utf8(text).map_err(|error| usage(format!("{}: {error}", path.display())))?;
    // A kill may leave half a line.
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    if whole.len() < text.len() {
        write(&path, whole.as_bytes())?;
    }
    let mut games = read_games(&path, whole)?;
    let pairings = recipe.pairings();
    let names = |game: &Game, pairing: &(usize, usize)| {
        [pairing.0, pairing.1].map(|place| entrants[place].name.clone()) == game.names
    };
    let fits = |(place, game): (usize, &Game)| {
        pairings
            .get(place)
            .is_some_and(|pairing| names(game, pairing))
    };
    if !games.iter().enumerate().all(fits) {
        return Err(usage(format!(
            "{}: other games than the recipe's",
            path.display()
        )));
    }
    let mut stage = Stage::new(
        "games",
        "games",
        (games.len() as u64, pairings.len() as u64),
        quiet,
    );
    let mut file = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)?;
    while games.len() < pairings.len() {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let from = games.len();
        let next: Vec<(usize, (usize, usize))> = (from..)
            .zip(pairings[from..].iter().copied())
            .take(TOGETHER * rayon::current_num_threads())
            .collect();
        let played = next
            .into_par_iter()
            .map(|(number, pairing)| play_one(recipe, entrants, number as u64, pairing))
            .collect::<anyhow::Result<Vec<(Game, Option<String>)>>>()?;
        let (played, faults): (Vec<Game>, Vec<Option<String>>) = played.into_iter().unzip();
        for fault in faults.into_iter().flatten() {
            stage.bar.note(&fault);
        }
        let lines: Vec<String> = played.iter().map(Game::to_string).collect();
        file.write_all((lines.join("\n") + "\n").as_bytes())?;
        stage.advance(played.len() as u64, "");
        games.extend(played);
    }
    stage.bar.end();
    Ok(Some(games))
}

/// Plays a game. A player at fault loses it, and the fault is told.
fn play_one(
    recipe: &Recipe,
    entrants: &[Entrant],
    number: u64,
    (white, black): (usize, usize),
) -> anyhow::Result<(Game, Option<String>)> {
    let bout = Bout {
        id: 0,
        first_pair: number,
        step: 1,
        games: 1,
        keep_tries: true,
        openings: Openings::Own,
        first: entrants[white].clone(),
        second: entrants[black].clone(),
    };
    let game = Recon {
        ply_limit: recipe.games.ply_limit,
        keep_tries: true,
        terms: Terms::default(),
    };
    let played = game.play(&bout.fixture(recipe.seed, 2 * number))?;
    let history = history(&played, recipe.games.ply_limit).map_err(anyhow::Error::msg)?;
    let names = [white, black].map(|place| entrants[place].name.as_str());
    let line = format!("{} {} {}", names[0], names[1], transcript(&history));
    // As it is read again when the training goes on.
    let game = line
        .parse()
        .with_context(|| format!("game {number} of {} and {}", names[0], names[1]))?;
    let faults = [&played.white_fault, &played.black_fault].into_iter();
    let told = faults.zip(names).find_map(|(fault, name)| {
        let fault = fault.as_ref()?;
        Some(format!(
            "game {number}: {name} is at fault: {}",
            fault.detail
        ))
    });
    Ok((game, told))
}

/// The bytes of a file that an earlier part of the training wrote; `None` if there is none.
fn written_before(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(usage(format!("{}: {error}", path.display()))),
    }
}

/// Takes the steps that are left; `None` if it was stopped.
fn learn<'a>(
    recipe: &'a Recipe,
    data: &'a Data,
    (out, threads): (&Path, usize),
    stop: &AtomicBool,
    quiet: bool,
) -> anyhow::Result<Option<(Trainer<'a>, Curve)>> {
    let path = out.join(CHECKPOINT);
    let mut trainer = match written_before(&path)? {
        Some(bytes) => {
            let name = path.display().to_string();
            Trainer::resume(recipe, data, threads, (&name, &bytes)).map_err(usage)?
        }
        None => Trainer::new(recipe, data, threads).map_err(usage)?,
    };
    let mut curve = Curve::read(out, trainer.step())?;
    let steps = recipe.training.steps;
    let examples = trainer.validation(EXAMPLES);
    let headsets = recipe.shape().headsets;
    let mut stage = Stage::new(
        "learning",
        "steps",
        (trainer.step().into(), steps.into()),
        quiet,
    );
    let mut loss = 0.0;
    while trainer.step() < steps {
        if stop.load(Ordering::Relaxed) {
            stage.bar.end();
            write(&path, &trainer.checkpoint())?;
            return Ok(None);
        }
        let lesson = trainer.learn();
        let mean = lesson.loss.policy / lesson.loss.count.max(1.0);
        loss = if loss == 0.0 {
            mean
        } else {
            0.98 * loss + 0.02 * mean
        };
        stage.advance(1, &format!(", policy loss {loss:.2}"));
        let step = trainer.step();
        if step == steps || step.is_multiple_of(recipe.training.save) {
            for (headset, examples) in examples.iter().enumerate() {
                let name = &headsets[headset];
                curve.measured.push(Measured {
                    step,
                    headset: name.clone(),
                    loss: trainer.measure(headset, examples),
                });
                let planes = trainer.saliency(headset, SALIENT);
                curve.salient.extend(saliency::rows(step, name, &planes));
            }
            curve.write(out)?;
            write(&path, &trainer.checkpoint())?;
        }
    }
    stage.bar.end();
    Ok(Some((trainer, curve)))
}

/// Measurements at the checkpoints.
struct Curve {
    measured: Vec<Measured>,
    salient: Vec<SaliencyRow>,
}

impl Curve {
    /// The curve up to a step, from the files that a stopped training left.
    fn read(out: &Path, step: u32) -> anyhow::Result<Curve> {
        let path = out.join(CURVE);
        let rows: Vec<(u32, String, Vec<f64>)> = match written_before(&path)? {
            Some(bytes) => serde_json::from_slice(&bytes)
                .map_err(|error| usage(format!("{}: {error}", path.display())))?,
            None => Vec::new(),
        };
        let measured = rows
            .into_iter()
            .filter(|row| row.0 <= step)
            .map(|(step, headset, sums)| Measured {
                step,
                headset,
                loss: training_result::loss_of(&sums),
            })
            .collect();
        let mut salient = Vec::new();
        if out.join(SaliencyRow::FILE).exists() {
            salient = SaliencyRow::read(out)?;
            salient.retain(|row| row.step <= step);
        }
        Ok(Curve { measured, salient })
    }

    fn write(&self, out: &Path) -> anyhow::Result<()> {
        let row = |one: &Measured| {
            let sums = training_result::sums_of(&one.loss);
            (one.step, one.headset.clone(), sums)
        };
        let rows: Vec<(u32, String, Vec<f64>)> = self.measured.iter().map(row).collect();
        write(&out.join(CURVE), serde_json::to_string(&rows)?.as_bytes())?;
        SaliencyRow::write(out, self.salient.iter().cloned())?;
        write_lessons(out, &self.measured)
    }
}

/// Accuracy of each headset on each headset's validation games.
fn cross(recipe: &Recipe, trainer: &Trainer<'_>) -> Vec<Crossed> {
    let names = recipe.shape().headsets;
    let examples = trainer.validation(recipe.training.validation);
    let mut crossed = Vec::new();
    for (headset, name) in names.iter().enumerate() {
        for (games, examples) in names.iter().zip(&examples) {
            crossed.push(Crossed {
                headset: name.clone(),
                games: games.clone(),
                loss: trainer.measure(headset, examples),
            });
        }
    }
    crossed
}

/// Writes the network with its recipe.
fn finish(
    recipe: &Recipe,
    written: &str,
    trainer: &Trainer<'_>,
    data: &Data,
    out: &Path,
) -> anyhow::Result<()> {
    let mut network = trainer.network().clone();
    network.recipe.clear();
    for (key, value) in [
        ("version", VERSION.to_owned()),
        ("recipe", written.to_owned()),
        ("name", recipe.name.clone()),
        ("games", data.len().to_string()),
        ("steps", trainer.step().to_string()),
    ] {
        network.recipe.insert(key.to_owned(), value);
    }
    write(&out.join(NETWORK), &network.to_bytes(&[]))
}

fn about(options: &Options, recipe: &Recipe, data: &Data) -> About {
    About {
        job: "train".to_owned(),
        title: recipe.name.clone(),
        headline: None,
        notes: vec![format!(
            "{} were used; {} were left out, because their losers missed a forced win.",
            plural(data.len() as u64, "game"),
            data.left_out
        )],
        command: CommandLine::of("train")
            .words([options.recipe.display()])
            .flag("add", options.add.iter().map(|path| path.display()))
            .again(),
        version: VERSION.to_owned(),
        seed: Some(recipe.seed),
    }
}
