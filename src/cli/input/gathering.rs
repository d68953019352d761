//! Gathering: counts games of many files on all cores. One thread cuts files into games, the others
//! referee and count them, each by itself. No more than a few batches are in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::bad_input::OrBadInput as _;
use crate::cli::errors::usage;
use crate::cli::input::players::Players;
use crate::cli::input::tries::kept_with;
use crate::cli::output::reading_progress::Reading;
use crate::report::format::plural;
use darkforge_board::Color;
use darkforge_kriegspiel::record::GameRecord;
use darkforge_kriegspiel::record::read::{self, DamagedGame, FoundGame, GameText};
use darkforge_kriegspiel::umpire::{Outcome, Ruleset};
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::game_of_line;
use darkforge_lab::kriegspiel::referee_again;
use darkforge_research::collection::{
    ByName, Collection, Course, Game, Gate, MOST_TIME_CONTROLS, Wanted,
};

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
    /// Greatest number of possible positions that are counted, if they are.
    pub(crate) possible: Option<usize>,
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

    /// Those of all.
    pub(crate) fn sum(all: &[Counts]) -> Counts {
        let mut sum = Counts::default();
        for &counts in all {
            sum.add(counts);
        }
        sum
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
    /// Games with other time controls than those asked for.
    pub(crate) other_times: OtherTimes,
    /// Players of all games, where one is asked for.
    pub(crate) players: Players,
}

/// Games left out because of their time control.
#[derive(Default)]
pub(crate) struct OtherTimes {
    /// All of them.
    pub(crate) all: u64,
    /// By the tag.
    pub(crate) named: ByName<u64, MOST_TIME_CONTROLS>,
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
        Counts::sum(&self.counts)
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
        let desk = || Desk::new(Arc::clone(&gate), request.possible, inputs.len());
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
        other_times: desk.other_times,
        players: desk.players,
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
        let file = File::open(&source.path).or_bad_input(context)?;
        let content = read::unpacked(reading.of(file)).or_bad_input(context)?;
        let reader = BufReader::with_capacity(1 << 16, content);
        lines(reader, |line, text| {
            let size = text.len();
            send(Some((Task::Line(line, text, ruleset), size)))
        })
        .or_bad_input(context)?;
    } else {
        let texts = read::cut_through(&source.path, |file| reading.of(file));
        let mut texts = texts.or_bad_input(context)?;
        while let Some(text) = texts.cut().or_bad_input(context)? {
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
    other_times: OtherTimes,
    players: Players,
}

impl Desk {
    fn new(gate: Arc<Gate>, possible: Option<usize>, inputs: usize) -> Desk {
        Desk {
            collection: Collection::new(gate).counting_positions(possible),
            counts: vec![Counts::default(); inputs],
            damaged: BTreeMap::new(),
            batches: BTreeMap::new(),
            other_times: OtherTimes::default(),
            players: Players::default(),
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
        if request.wanted.player.is_some() {
            game.players.iter().for_each(|name| self.players.add(name));
        }
        if request.wanted.holds(&course) {
            self.counts[input].used += 1;
            self.collection.add(&course);
        } else {
            self.counts[input].not_asked += 1;
            if !request.wanted.is_timed(game) {
                self.other_times.all += 1;
                if let Some(games) = self.other_times.named.of(&game.time_control) {
                    *games += 1;
                }
            }
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
        self.other_times.all += other.other_times.all;
        let named = other.other_times.named;
        self.other_times
            .named
            .merge(named, |own, more| *own += more);
        self.players.merge(other.players);
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
    let Some((umpire, entries)) = referee_again(&played, ruleset, u32::MAX)? else {
        return Ok(None);
    };
    if umpire.plies() != played.plies {
        let (read, stated) = (umpire.plies(), played.plies);
        return Err(format!("its tries make {read} moves, and it says {stated}"));
    }
    let (result, ending) = (played.result, played.ending);
    let record = GameRecord {
        ruleset,
        start: umpire.view(Color::White).start().cloned(),
        entries,
        outcome: Outcome { result, ending },
        plies: played.plies,
        material: [played.white_material, played.black_material],
        final_fen: played.final_fen,
    };
    Ok(Some(Game::of_record(record, [played.white, played.black])))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use darkforge_kriegspiel::umpire::ICC;

    use super::super::test_run::play;
    use super::*;

    const PGN: &str = "[White \"a\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
                       [White \"b\"]\n\n1. e4 e4 *\n\n\
                       [White \"c\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n\
                       [White \"d\"]\n[Filtered \"white\"]\n\n1. e4 {:} ?? {:} *\n\n\
                       [White \"e\"]\n\n1. e4 e5 *\n";

    fn gathered(inputs: &[PathBuf], wanted: &Wanted, threads: usize) -> anyhow::Result<Gathered> {
        let request = Request {
            wanted,
            reading: read::Reading::from(&ICC),
            sample: 10,
            possible: None,
            threads,
            quiet: true,
        };
        gather(inputs, &request)
    }

    fn all(inputs: &[PathBuf]) -> anyhow::Result<Gathered> {
        gathered(inputs, &Wanted::default(), 1)
    }

    #[test]
    fn every_game_of_a_file_is_used_or_counted_by_its_reason() {
        let desk = tempfile::tempdir().unwrap();
        let [one, two] = ["one.pgn", "two.pgn"].map(|name| desk.path().join(name));
        fs::write(&one, PGN).unwrap();
        fs::write(&two, "1. d4 d5 2. c4 *\n").unwrap();
        let wanted = Wanted {
            min_plies: 3,
            ..Wanted::default()
        };
        for threads in [1, 3] {
            let found = gathered(&[one.clone(), two.clone()], &wanted, threads).unwrap();
            let first = Counts {
                used: 1,
                not_asked: 1,
                one_sided: 1,
                damaged: 2,
                without_tries: 0,
            };
            let second = Counts {
                used: 1,
                ..Counts::default()
            };
            assert_eq!(found.counts, [first, second]);
            assert_eq!((first.found(), found.total().found()), (5, 6));
            assert_eq!((found.total().used, found.total().damaged), (2, 2));
            assert_eq!((found.collection.games, found.collection.plies), (2, 7));
            let damaged = found.damaged.iter();
            let damaged: Vec<_> = damaged.map(|(place, one)| (*place, one.game)).collect();
            assert_eq!(damaged, [((0, 7), Some(2)), ((0, 9), Some(3))]);
            let problem = &found.damaged[&(0, 9)].problem;
            assert!(problem.contains("its result is 1-0"), "{problem}");
        }
    }

    #[test]
    fn counts_of_inputs_add_up() {
        let mut sum = Counts {
            used: 1,
            not_asked: 2,
            one_sided: 3,
            damaged: 4,
            without_tries: 5,
        };
        assert_eq!(sum.found(), 15);
        sum.add(Counts {
            used: 10,
            not_asked: 20,
            one_sided: 30,
            damaged: 40,
            without_tries: 50,
        });
        let parts = [sum.used, sum.not_asked, sum.one_sided];
        assert_eq!(parts, [11, 22, 33]);
        assert_eq!([sum.damaged, sum.without_tries], [44, 55]);
    }

    #[test]
    fn damaged_games_of_later_batches_have_their_numbers_in_the_file() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("long.pgn");
        let game = format!("1. e4 {{{}}} e5 *\n\n", "x".repeat(100_000));
        fs::write(&path, game.repeat(7) + "1. e4 e4 *\n").unwrap();
        for threads in [1, 3] {
            let found = gathered(std::slice::from_ref(&path), &Wanted::default(), threads).unwrap();
            assert_eq!(found.counts[0].used, 7);
            let damaged = found.damaged.iter();
            let damaged: Vec<_> = damaged.map(|(place, one)| (*place, one.game)).collect();
            assert_eq!(damaged, [((0, 15), Some(8))]);
        }
    }

    #[test]
    fn no_more_damaged_games_are_named_than_a_table_shows() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("bad.pgn");
        fs::write(&path, "1. e5 *\n\n".repeat(MOST_NAMED + 5)).unwrap();
        for threads in [1, 2] {
            let found = gathered(std::slice::from_ref(&path), &Wanted::default(), threads).unwrap();
            assert_eq!(found.counts[0].damaged, MOST_NAMED as u64 + 5);
            assert_eq!(found.damaged.len(), MOST_NAMED);
            assert!(found.damaged.contains_key(&(0, 1)), "the first ones");
        }
    }

    #[test]
    fn the_games_of_a_run_are_its_journal_with_tries() {
        let desk = tempfile::tempdir().unwrap();
        let [kept, bare] = ["kept", "bare"].map(|name| desk.path().join(name));
        play(&kept, ["random", "semi-random"], true);
        play(&bare, ["random", "semi-random"], false);
        let journal = kept.join(RunFolder::JOURNAL);
        let inputs = [kept.clone(), journal.clone(), bare];
        let found = all(&inputs).unwrap();
        let used = [found.counts[0].used, found.counts[1].used];
        assert_eq!(used, [4, 4]);
        assert_eq!(found.counts[2].without_tries, 4);
        assert_eq!(found.total().found(), 12);
        let packed = kept.join("journal.jsonl.zst");
        fs::rename(&journal, &packed).unwrap();
        assert_eq!(all(&inputs[..1]).unwrap().counts[0].used, 4);
        fs::rename(&packed, &journal).unwrap();
        let text = fs::read_to_string(&journal).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let changed = lines[1].replacen("\"plies\":30", "\"plies\":31", 1);
        assert_ne!(changed, lines[1]);
        let (bare, _) = changed.split_once(",\"check\"").unwrap();
        let half = &lines[2][..40];
        fs::write(&journal, format!("{}\nno game\n{bare}}}\n{half}", lines[0])).unwrap();
        let found = all(&inputs[..1]).unwrap();
        let counts = found.counts[0];
        assert_eq!((counts.used, counts.damaged, counts.found()), (1, 2, 3));
        let nonsense = &found.damaged[&(0, 2)];
        assert!(nonsense.game.is_none() && nonsense.problem.contains("not a finished game"));
        let short = &found.damaged[&(0, 3)];
        assert_eq!(short.game, Some(1));
        assert_eq!(short.problem, "its tries make 30 moves, and it says 31");
    }

    #[test]
    fn inputs_without_games_are_refused() {
        let desk = tempfile::tempdir().unwrap();
        let refused = |path: &Path| all(&[path.to_owned()]).map(drop).unwrap_err().to_string();
        let none = refused(desk.path());
        assert!(
            none.contains("there is no journal.jsonl in this folder"),
            "{none}"
        );
        fs::write(desk.path().join(RunFolder::JOURNAL), "").unwrap();
        let other = refused(desk.path());
        assert!(other.contains("run.toml: cannot read it"), "{other}");
        let path = desk.path().join("g.pgn");
        let missing = refused(&path);
        assert!(missing.contains("cannot read"), "{missing}");
        fs::write(&path, "no game\n").unwrap();
        assert!(refused(&path).contains("there is no game in it"));
    }

    #[test]
    fn a_line_that_no_game_has_is_an_error_and_not_read_into_memory() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("run");
        play(&folder, ["random", "random"], true);
        let journal = fs::OpenOptions::new()
            .append(true)
            .open(folder.join(RunFolder::JOURNAL))
            .unwrap();
        let length = journal.metadata().unwrap().len();
        journal.set_len(length + (1 << 32)).unwrap(); // without taking place on the disk
        let error = all(&[folder]).map(drop).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains("line 5 is longer than 64 MiB"), "{text}");
    }
}
