//! Gathering: counts games of many files on all cores. One thread cuts files into games, the others
//! referee and count them, each by itself. No more than a few batches are in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;

use crate::cli::errors::usage;
use crate::cli::input::tries::kept_with;
use crate::cli::output::reading_progress::Reading;
use crate::report::format::plural;
use darkforge_kriegspiel::record::read::{self, DamagedGame, FoundGame, GameText};
use darkforge_kriegspiel::record::{GameRecord, referee};
use darkforge_kriegspiel::umpire::{Outcome, Question, Ruleset};
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::game_of_line;
use darkforge_research::collection::{Collection, Course, Game, Gate, Wanted};

/// Bytes of text in a batch for a thread.
const BATCH: usize = 1 << 18;

/// Greatest number of batches that wait for a thread.
const WAITING: usize = 4;

/// Greatest number of bytes of a journal's line.
const MOST_BYTES_OF_LINE: u64 = 64 << 20;

/// Greatest number of damaged games that are named.
const MOST_NAMED: usize = 1000;

/// Games to be counted.
pub(crate) struct Request<'a> {
    /// Conditions.
    pub(crate) wanted: &'a Wanted,
    /// Settings for games that do not state them.
    pub(crate) reading: read::Reading,
    /// Greatest number of games in the sample of knowledge.
    pub(crate) sample: u64,
    /// Threads that referee.
    pub(crate) threads: usize,
    /// No progress.
    pub(crate) quiet: bool,
}

/// Games of one input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) used: u64,
    pub(crate) not_asked: u64,
    pub(crate) one_sided: u64,
    pub(crate) damaged: u64,
    /// Games of runs that did not keep tries.
    pub(crate) without_tries: u64,
}

impl Counts {
    /// All of them.
    pub(crate) fn found(self) -> u64 {
        self.used + self.not_asked + self.one_sided + self.damaged + self.without_tries
    }

    /// Adds those of `other`.
    pub(crate) fn add(&mut self, other: Counts) {
        self.used += other.used;
        self.not_asked += other.not_asked;
        self.one_sided += other.one_sided;
        self.damaged += other.damaged;
        self.without_tries += other.without_tries;
    }
}

/// A collection with its origin.
pub(crate) struct Gathered {
    pub(crate) collection: Collection,
    /// For each input.
    pub(crate) counts: Vec<Counts>,
    /// The first damaged games by input and line.
    pub(crate) damaged: BTreeMap<(usize, u64), Damaged>,
    /// Keys and flags with which runs that lack tries would have kept them.
    pub(crate) kept_with: BTreeSet<&'static str>,
}

/// A damaged game.
pub(crate) struct Damaged {
    /// Its number: in a file from 1, in a journal as it says itself, if it can be read.
    pub(crate) game: Option<u64>,
    /// Description of the damage.
    pub(crate) problem: String,
}

impl Gathered {
    /// The counts of all inputs together.
    pub(crate) fn total(&self) -> Counts {
        let mut total = Counts::default();
        for &counts in &self.counts {
            total.add(counts);
        }
        total
    }
}

/// Text of games of one input.
enum Task {
    Game(GameText),
    /// Line number and line of a journal of games under these rules.
    Line(u64, Vec<u8>, &'static Ruleset),
}

/// Some games of an input.
struct Batch {
    input: usize,
    /// Its number among those of the input.
    number: u64,
    tasks: Vec<Task>,
}

/// A file to read, and the rules of the run whose journal it is.
struct Source {
    path: PathBuf,
    run: Option<&'static Ruleset>,
    /// Keys and flags with which a run of its kind keeps its tries.
    kept_with: Option<&'static str>,
}

/// Checks an input: a file, or the folder of a run.
fn source(path: &Path) -> anyhow::Result<Source> {
    let journal = path
        .file_name()
        .is_some_and(|name| name == RunFolder::JOURNAL);
    if !path.is_dir() && !journal {
        read::look_at(path).map_err(usage)?;
        return Ok(Source {
            path: path.to_owned(),
            run: None,
            kept_with: None,
        });
    }
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let run_folder = if journal {
        parent.unwrap_or(Path::new("."))
    } else {
        path
    };
    let journal = RunFolder::at(run_folder).journal();
    if !journal.is_file() {
        return Err(usage(format!(
            "{}: there is no {} in this folder; it should be the folder of a run",
            path.display(),
            RunFolder::JOURNAL
        )));
    }
    let run = RunFile::load(run_folder).map_err(usage)?;
    let ruleset: &'static Ruleset = run
        .ruleset
        .parse()
        .map_err(|error| usage(format!("{}: {error}", path.display())))?;
    Ok(Source {
        path: journal,
        run: Some(ruleset),
        kept_with: Some(kept_with(&run.job)),
    })
}

/// Counts the games of `inputs`.
///
/// # Errors
/// An input cannot be read, or has no game.
pub(crate) fn gather(inputs: &[PathBuf], request: &Request<'_>) -> anyhow::Result<Gathered> {
    let sources: Vec<Source> = inputs
        .iter()
        .map(|path| source(path))
        .collect::<anyhow::Result<_>>()?;
    let paths: Vec<PathBuf> = sources.iter().map(|source| source.path.clone()).collect();
    let reading = Reading::new(&paths, request.quiet);
    let gate = Arc::new(Gate::new(request.sample));
    let (sender, receiver) = sync_channel::<Batch>(WAITING);
    let receiver = Mutex::new(receiver);
    let cut = std::thread::scope(|scope| {
        let desk = || Desk::new(Arc::clone(&gate), inputs.len());
        let workers: Vec<_> = (0..request.threads)
            .map(|_| {
                let (mut desk, receiver) = (desk(), &receiver);
                scope.spawn(move || {
                    desk.work(receiver, request);
                    desk
                })
            })
            .collect();
        let mut cut = Ok(());
        for (number, source) in sources.iter().enumerate() {
            cut = cut.and_then(|()| hand_out(source, number, &reading, &sender));
        }
        drop(sender);
        let mut all = desk();
        for worker in workers {
            let desk = worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all.merge(desk);
        }
        cut.map(|()| all)
    });
    reading.end();
    let desk = cut?.counted();
    for (counts, path) in desk.counts.iter().zip(inputs) {
        if counts.found() == 0 {
            let path = path.display().to_string();
            return Err(usage(read::ReadError::NoGame { path }));
        }
    }
    let lacking = desk.counts.iter().zip(&sources);
    let lacking = lacking.filter(|(counts, _)| counts.without_tries > 0);
    Ok(Gathered {
        kept_with: lacking.filter_map(|(_, source)| source.kept_with).collect(),
        collection: desk.collection.finish(),
        counts: desk.counts,
        damaged: desk
            .damaged
            .into_iter()
            .map(|(place, (_, damaged))| (place, damaged))
            .collect(),
    })
}

/// Cuts a file into games for the threads that count them.
fn hand_out(
    source: &Source,
    number: usize,
    reading: &Reading,
    sender: &SyncSender<Batch>,
) -> anyhow::Result<()> {
    let context = || format!("cannot read {}", source.path.display());
    let (mut tasks, mut bytes, mut games, mut batches) = (Vec::new(), 0, 0_u64, 0..);
    let mut send = |task: Option<(Task, usize)>| -> anyhow::Result<()> {
        let last = task.is_none();
        if let Some((task, size)) = task {
            tasks.push(task);
            bytes += size;
            games += 1;
        }
        if bytes >= BATCH || last && !tasks.is_empty() {
            bytes = 0;
            reading.set_found(&plural(games, "game"));
            let batch = Batch {
                input: number,
                number: batches.next().unwrap_or_default(),
                tasks: std::mem::take(&mut tasks),
            };
            sender
                .send(batch)
                .map_err(|_| anyhow::anyhow!("a thread has ended"))?;
        }
        Ok(())
    };
    if let Some(ruleset) = source.run {
        let file = File::open(&source.path).with_context(context)?;
        let reader = BufReader::with_capacity(1 << 16, reading.of(file));
        lines(reader, |line, text| {
            let size = text.len();
            send(Some((Task::Line(line, text, ruleset), size)))
        })
        .with_context(context)?;
    } else {
        let texts = read::cut_through(&source.path, |file| reading.of(file));
        let mut texts = texts.with_context(context)?;
        while let Some(text) = texts.cut().with_context(context)? {
            let size = text.bytes();
            send(Some((Task::Game(text), size)))?;
        }
    }
    send(None)
}

/// Whole lines with their numbers; half a last line comes from a run that was killed.
fn lines(
    mut reader: impl BufRead,
    mut each: impl FnMut(u64, Vec<u8>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for number in 1.. {
        let mut line = Vec::new();
        let read = reader.by_ref().take(MOST_BYTES_OF_LINE);
        let read = { read }.read_until(b'\n', &mut line)? as u64;
        if read == MOST_BYTES_OF_LINE {
            let most = MOST_BYTES_OF_LINE >> 20;
            anyhow::bail!("line {number} is longer than {most} MiB; is this a journal?");
        }
        if line.last() != Some(&b'\n') {
            break;
        }
        each(number, line)?;
    }
    Ok(())
}

/// Counts of one thread.
struct Desk {
    collection: Collection,
    counts: Vec<Counts>,
    /// With the batches that they are of, in which they have their numbers.
    damaged: BTreeMap<(usize, u64), (u64, Damaged)>,
    /// Games of each batch: a text may have none.
    batches: BTreeMap<(usize, u64), u64>,
}

impl Desk {
    fn new(gate: Arc<Gate>, inputs: usize) -> Desk {
        Desk {
            collection: Collection::new(gate),
            counts: vec![Counts::default(); inputs],
            damaged: BTreeMap::new(),
            batches: BTreeMap::new(),
        }
    }

    fn work(&mut self, receiver: &Mutex<Receiver<Batch>>, request: &Request<'_>) {
        loop {
            let batch = {
                let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
                receiver.recv()
            };
            let Ok(batch) = batch else { return };
            let mut games = 0;
            for task in batch.tasks {
                self.task((batch.input, batch.number), &mut games, task, request);
            }
            self.batches.insert((batch.input, batch.number), games);
        }
    }

    /// Counts a game of a batch, of which there were `games` before it.
    fn task(
        &mut self,
        (input, batch): (usize, u64),
        games: &mut u64,
        task: Task,
        request: &Request<'_>,
    ) {
        let text = match task {
            Task::Game(text) => text,
            Task::Line(line, text, ruleset) => {
                match of_journal(&text, ruleset) {
                    Ok(Some(game)) => self.count(input, &game, request),
                    Ok(None) => self.counts[input].without_tries += 1,
                    Err(damaged) => self.name((input, line), batch, damaged),
                }
                return;
            }
        };
        let transcript = text.is_transcript();
        let Some(found) = text.referee(request.reading) else {
            return;
        };
        *games += 1;
        let (line, game) = (found.line, Some(*games));
        match found.game {
            Ok(FoundGame::Full(whole)) => match whole.contradiction() {
                Some(problem) => self.name((input, line), batch, Damaged { game, problem }),
                None => self.count(input, &Game::of_file(*whole, transcript), request),
            },
            Ok(FoundGame::Filtered(_)) => self.counts[input].one_sided += 1,
            Err(DamagedGame { problem, place, .. }) => {
                let line = place.map_or(line, |place| place.line);
                self.name((input, line), batch, Damaged { game, problem });
            }
        }
    }

    fn count(&mut self, input: usize, game: &Game, request: &Request<'_>) {
        let course = Course::of(game);
        if request.wanted.holds(&course) {
            self.counts[input].used += 1;
            self.collection.add(&course);
        } else {
            self.counts[input].not_asked += 1;
        }
    }

    fn name(&mut self, place: (usize, u64), batch: u64, damaged: Damaged) {
        self.counts[place.0].damaged += 1;
        self.damaged.insert(place, (batch, damaged));
        if self.damaged.len() > MOST_NAMED {
            self.damaged.pop_last();
        }
    }

    /// The same with damaged games of files numbered in their inputs: those of earlier batches come
    /// before them.
    fn counted(mut self) -> Desk {
        for (&(input, _), (batch, damaged)) in &mut self.damaged {
            let before = self.batches.range((input, 0)..(input, *batch));
            let before: u64 = before.map(|(_, games)| games).sum();
            damaged.game = damaged.game.map(|game| before + game);
        }
        self
    }

    fn merge(&mut self, other: Desk) {
        self.collection.merge(other.collection);
        for (own, more) in self.counts.iter_mut().zip(other.counts) {
            own.add(more);
        }
        self.batches.extend(other.batches);
        self.damaged.extend(other.damaged);
        while self.damaged.len() > MOST_NAMED {
            self.damaged.pop_last();
        }
    }
}

/// A journal's game refereed again; `None` if its tries were not kept.
fn of_journal(line: &[u8], ruleset: &'static Ruleset) -> Result<Option<Game>, Damaged> {
    let played = game_of_line(line).map_err(|problem| Damaged {
        game: None,
        problem: format!("it is not a finished game: {problem}"),
    })?;
    let game = Some(played.game);
    refereed(played, ruleset).map_err(|problem| Damaged { game, problem })
}

/// The same of a line that was read.
fn refereed(played: PlayedGame, ruleset: &'static Ruleset) -> Result<Option<Game>, String> {
    let Some(text) = played.tries.as_deref() else {
        return Ok(None);
    };
    let tries: Vec<Question> = text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()
        .map_err(|error| format!("{error}"))?;
    let (umpire, entries) = referee(ruleset, u32::MAX, tries)?;
    if umpire.plies() != played.plies {
        let (read, stated) = (umpire.plies(), played.plies);
        return Err(format!("its tries make {read} moves, and it says {stated}"));
    }
    let (result, ending) = (played.result, played.ending);
    let record = GameRecord {
        ruleset,
        entries,
        outcome: Outcome { result, ending },
        plies: played.plies,
        material: [played.white_material, played.black_material],
        final_fen: played.final_fen,
    };
    Ok(Some(Game::of_record(record, [played.white, played.black])))
}
