//! Journals: finished games, one JSON line each, in the order in which they ended, and after the
//! run's end in the order of their numbers. A journal is the checkpoint of a run and the only
//! source of its reports.
//!
//! The last field of a line, `check`, is a hash of all before it: a line that a disk or an editor
//! changed is an error. It does not prevent forged results with a right hash; a line with its tries
//! is refereed again (see [`Journal::referee`]). Journals of earlier versions have lines without
//! it.
//!
//! In memory a journal has ten bytes of each game: the place of its line, and its outcome. All else
//! is read from the file, a game at a time, so a run takes hardly more memory for more games.
//!
//! ```
//! use darkforge_lab::journal::Journal;
//!
//! let journal = Journal::temporary()?;
//! assert!(journal.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod index;
mod line;
mod lines;
mod numbers;

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::bout::{Bout, PlayedGame, Scored};
use crate::draft::{Draft, is_at};
use crate::game::Game;
use darkforge_kriegspiel::umpire::Outcome;

use index::Index;
use line::{MOST_BYTES_OF_LINE, check_of, too_long};
pub use line::{game_of_line, line_of_game};
use lines::Lines;
pub(crate) use numbers::Numbers;

/// Errors of a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The disk is full. What the journal had before is whole.
    #[error("journal {path}: {problem}; the line that was being written is lost")]
    Full {
        /// The file.
        path: PathBuf,
        /// The system's message.
        problem: String,
    },
    /// The file cannot be read or written.
    #[error("journal {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line is not a finished game.
    #[error("journal {path}, line {line}: {problem}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The mistake, as a sentence.
        problem: String,
    },
    /// A line is a game that is not in the run.
    #[error(
        "journal {path}, line {line}: game {game} is not one that this run plays: was the \
         journal, the config or the program changed since?"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The game's number.
        game: u64,
    },
    /// A line contradicts its own tries.
    #[error(
        "journal {path}, line {line}: game {game}: {problem}: the line was changed since it was \
         written, or a version of this program with other rules wrote it"
    )]
    Untrue {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The game's number.
        game: u64,
        /// The contradiction.
        problem: String,
    },
    /// The journal was moved, removed or replaced.
    #[error(
        "journal {path}: it was moved, removed or replaced, so the run stops; if its folder was \
         moved, continue it there with --resume"
    )]
    Gone {
        /// The file.
        path: PathBuf,
    },
    /// Another run has it open.
    #[error("journal {path} is in use by another run")]
    InUse {
        /// The file.
        path: PathBuf,
    },
}

/// A journal open for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Whether it has no place among the files.
    temporary: bool,
    /// Length of the whole lines so far.
    length: u64,
    index: Index,
    /// Whether the lines read have checks.
    is_checked: bool,
    /// Games whose tries are in their lines.
    with_tries: Numbers,
    /// Games in which a player was at fault.
    with_faults: Numbers,
}

impl Journal {
    /// A new journal at `path`, which must not exist.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn create(path: &Path) -> Result<Journal, JournalError> {
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create_new(true)
            .open(path)
            .map_err(|source| error(path, source))?;
        Journal::lock(path, &file)?;
        Ok(Journal::empty(path, file))
    }

    /// A journal that is removed when it is dropped, for runs that keep nothing.
    ///
    /// # Errors
    /// If no temporary file can be made.
    pub fn temporary() -> Result<Journal, JournalError> {
        let path = Path::new("(temporary file)");
        let file = tempfile::tempfile().map_err(|source| error(path, source))?;
        Ok(Journal {
            temporary: true,
            ..Journal::empty(path, file)
        })
    }

    /// Opens the journal of an earlier run and reads its games. Half a last line is cut off; any
    /// other mistake is an error.
    ///
    /// # Errors
    /// If the file cannot be read, is in use, or a line of it is wrong.
    pub fn resume(path: &Path) -> Result<Journal, JournalError> {
        let mut journal = Journal::claim(path)?;
        journal.catch_up()?;
        Ok(journal)
    }

    /// Opens and locks the journal at `path` before it is read; makes it if there is none.
    ///
    /// # Errors
    /// If the file cannot be made or read, or is in use.
    pub(crate) fn claim(path: &Path) -> Result<Journal, JournalError> {
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|source| error(path, source))?;
        Journal::lock(path, &file)?;
        Ok(Journal::empty(path, file))
    }

    /// Reads the games and cuts off half a last line.
    pub(crate) fn catch_up(&mut self) -> Result<(), JournalError> {
        self.read()?;
        let cut = self.file.set_len(self.length);
        cut.map_err(|source| error(&self.path, source))
    }

    /// Reads the games of a journal to which another run may be writing.
    ///
    /// # Errors
    /// If the file cannot be read, or a line of it is wrong.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        let file = File::open(path).map_err(|source| error(path, source))?;
        let mut journal = Journal::empty(path, file);
        journal.read()?;
        Ok(journal)
    }

    /// Whether a running command writes to the journal at `path`.
    pub fn is_in_use(path: &Path) -> bool {
        let lock = File::open(path).map(|file| file.try_lock_shared());
        matches!(lock, Ok(Err(std::fs::TryLockError::WouldBlock)))
    }

    fn empty(path: &Path, file: File) -> Journal {
        Journal {
            path: path.to_owned(),
            file,
            temporary: false,
            length: 0,
            index: Index::default(),
            is_checked: true,
            with_tries: Numbers::default(),
            with_faults: Numbers::default(),
        }
    }

    fn lock(path: &Path, file: &File) -> Result<(), JournalError> {
        match file.try_lock() {
            Ok(()) if is_at(path, file) => Ok(()),
            // In the second case the other run has just replaced it by a sorted one.
            Err(std::fs::TryLockError::WouldBlock) | Ok(()) => Err(JournalError::InUse {
                path: path.to_owned(),
            }),
            Err(std::fs::TryLockError::Error(source)) => Err(error(path, source)),
        }
    }

    fn read(&mut self) -> Result<(), JournalError> {
        let path = self.path.clone();
        let rewound = (&self.file).rewind();
        rewound.map_err(|source| error(&path, source))?;
        let mut reader = BufReader::new(&self.file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let most = MOST_BYTES_OF_LINE as u64 + 1;
            let read = reader.by_ref().take(most).read_until(b'\n', &mut line);
            let read = read.map_err(|source| error(&path, source))?;
            let wrong = |problem: String| JournalError::Line {
                path: path.clone(),
                line: number,
                problem,
            };
            if read > MOST_BYTES_OF_LINE {
                return Err(wrong(too_long()));
            }
            if read == 0 || line.last() != Some(&b'\n') {
                break; // the end, or half a line that was being written when it came
            }
            let game = game_of_line(&line).map_err(wrong)?;
            // One version writes all lines of a run.
            let is_checked = check_of(&line).is_some();
            if number == 1 {
                self.is_checked = is_checked;
            } else if self.is_checked != is_checked {
                let [own, others] = if is_checked {
                    ["a", "none"]
                } else {
                    ["no", "one"]
                };
                let problem = format!("it has {own} check and the lines before it have {others}");
                return Err(wrong(problem));
            }
            if !self.index.insert(game.scored(), self.length) {
                return Err(wrong(format!("game {} is there twice", game.game)));
            }
            note(&game, &mut self.with_tries, &mut self.with_faults);
            self.length += read as u64;
        }
        Ok(())
    }

    /// Appends a finished game with one write, so that a killed run leaves at most half of a last
    /// line. Returns the game without its tries.
    ///
    /// # Errors
    /// If the file cannot be written, for instance because the disk is full.
    pub fn append(&mut self, game: PlayedGame) -> Result<PlayedGame, JournalError> {
        self.write(&line_of_game(&game), game)
    }

    /// Appends a line of another journal unchanged. Returns its game without its tries.
    ///
    /// # Errors
    /// If the line is not a finished game, or the file cannot be written.
    pub fn append_line(&mut self, line: &[u8]) -> Result<PlayedGame, JournalError> {
        let game =
            game_of_line(line).map_err(|problem| error(&self.path, io::Error::other(problem)))?;
        self.write(line, game)
    }

    fn write(&mut self, line: &[u8], mut game: PlayedGame) -> Result<PlayedGame, JournalError> {
        if line.len() > MOST_BYTES_OF_LINE {
            let problem = format!("game {}: its line would be {}", game.game, too_long());
            return Err(error(&self.path, io::Error::other(problem)));
        }
        if let Err(source) = self.file.write_all(line) {
            // A partial line would merge with later appends.
            let _ = self.file.set_len(self.length);
            return Err(error(&self.path, source));
        }
        self.index.insert(game.scored(), self.length);
        self.length += line.len() as u64;
        note(&game, &mut self.with_tries, &mut self.with_faults);
        self.check_place()?;
        game.tries = None;
        Ok(game)
    }

    /// Writes the appended lines to the disk, safe from a power cut.
    ///
    /// # Errors
    /// If the system cannot write it, or the journal was moved, removed or replaced.
    pub fn sync(&self) -> Result<(), JournalError> {
        let synced = self.file.sync_data();
        synced.map_err(|source| error(&self.path, source))?;
        self.check_place()
    }

    /// Checks that the journal is still at its path.
    fn check_place(&self) -> Result<(), JournalError> {
        if self.temporary || is_at(&self.path, &self.file) {
            return Ok(());
        }
        Err(JournalError::Gone {
            path: self.path.clone(),
        })
    }

    /// Referees again every game whose tries were kept. Other games cannot be checked beyond their
    /// lines.
    ///
    /// # Errors
    /// If the file cannot be read, or a line contradicts its tries.
    pub fn referee(&self, rules: &dyn Game) -> Result<(), JournalError> {
        if self.with_tries.iter().next().is_none() {
            return Ok(());
        }
        self.read_tries(|game| {
            rules
                .confirm(&game)
                .map_err(|problem| JournalError::Untrue {
                    path: self.path.clone(),
                    line: self.line(game.game),
                    game: game.game,
                    problem,
                })
        })
    }

    /// Error for the journal's game `game`, which is not in the run.
    pub fn foreign(&self, game: u64) -> JournalError {
        JournalError::Foreign {
            path: self.path.clone(),
            line: self.line(game),
            game,
        }
    }

    /// Number of the line of `game`, from 1.
    pub fn line(&self, game: u64) -> usize {
        let offset = self.index.get(game).map_or(0, |(offset, _)| offset);
        let before = self.index.all().filter(|&(_, other)| other < offset);
        before.count() + 1
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Sorts the lines by the games' numbers, so that the journal of a finished run depends on
    /// nothing else. The file is written again and then replaces the old one: a kill leaves one or
    /// the other. A temporary journal is not sorted.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn sort(&mut self) -> Result<(), JournalError> {
        if self.temporary || self.index.all().map(|(_, offset)| offset).is_sorted() {
            return Ok(());
        }
        self.rewrite()
    }

    /// Writes the lines of the index, in its order, into a file that replaces this one.
    fn rewrite(&mut self) -> Result<(), JournalError> {
        self.check_place()?;
        // Pages of the old index go as those of the new one come: both would take twice the memory.
        let unsorted = std::mem::take(&mut self.index);
        match self.write_sorted(unsorted) {
            Ok((file, index, length)) => {
                (self.file, self.index, self.length) = (file, index, length);
                Ok(())
            }
            Err(source) => {
                (self.index, self.length) = (Index::default(), 0);
                self.read()?;
                Err(error(&self.path, source))
            }
        }
    }

    /// Replaces the file by one with the lines in the index's order: the file, its index and length.
    fn write_sorted(&self, unsorted: Index) -> io::Result<(File, Index, u64)> {
        let mut draft = Draft::begin(&self.path)?;
        // Nobody can have locked it before it has its name.
        draft.file().lock()?;
        let mut index = Index::default();
        let mut length = 0;
        let mut lines = Lines::of(&self.file);
        for (scored, offset) in unsorted.into_all() {
            let line = lines.at(offset)?;
            if !line.ends_with(b"\n") {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            index.insert(scored, length);
            length += line.len() as u64;
            draft.write_all(line)?;
        }
        Ok((draft.replace()?, index, length))
    }

    /// Removes these games; returns how many it had. The file is written again and then replaces the
    /// old one, in the order of the games' numbers.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn remove(&mut self, games: &BTreeSet<u64>) -> Result<usize, JournalError> {
        let mut left = Index::default();
        for (scored, offset) in self.index.all() {
            if !games.contains(&scored.0) {
                left.insert(scored, offset);
            }
        }
        let removed = self.index.len() - left.len();
        if removed > 0 {
            self.index = left;
            if !self.temporary {
                self.rewrite()?;
            }
        }
        Ok(removed)
    }

    /// Whether `game` is finished.
    pub fn has(&self, game: u64) -> bool {
        self.index.get(game).is_some()
    }

    /// Outcome of a finished game.
    pub fn outcome(&self, game: u64) -> Option<Outcome> {
        self.index.get(game).map(|(_, outcome)| outcome)
    }

    /// Numbers and outcomes of all finished games, in the order of their numbers. Nothing is read.
    pub fn outcomes(&self) -> impl Iterator<Item = Scored> {
        self.index.all().map(|(scored, _)| scored)
    }

    /// The same of the games of a bout.
    pub(crate) fn outcomes_of<'a>(&'a self, bout: &'a Bout) -> impl Iterator<Item = Scored> + 'a {
        let found = self.index.range(bout.span()).map(|(scored, _)| scored);
        found.filter(|&(game, _)| bout.has(game))
    }

    /// Numbers of all finished games.
    pub(crate) fn numbers(&self) -> Numbers {
        self.outcomes().map(|(game, _)| game).collect()
    }

    /// All finished games in the order of their numbers, without their tries; one game at a time is
    /// in memory.
    ///
    /// # Errors
    /// Of each game: the file cannot be read, or its line was changed meanwhile.
    pub fn games(&self) -> impl Iterator<Item = Result<PlayedGame, JournalError>> {
        self.range(0..u64::MAX)
    }

    /// Finished games with these numbers, in their order, without their tries.
    ///
    /// # Errors
    /// Those of [`Journal::games`].
    pub fn range(
        &self,
        numbers: Range<u64>,
    ) -> impl Iterator<Item = Result<PlayedGame, JournalError>> {
        let mut lines = Lines::of(&self.file);
        let places = self.index.range(numbers).map(|(_, offset)| offset);
        places.map(move |offset| self.game_at(&mut lines, offset))
    }

    /// Finished games of a bout, in the order of their numbers, without their tries.
    pub(crate) fn of<'a>(
        &'a self,
        bout: &'a Bout,
    ) -> impl Iterator<Item = Result<PlayedGame, JournalError>> + 'a {
        let mut lines = Lines::of(&self.file);
        let places = self.index.range(bout.span());
        let places = places.filter(|&((game, _), _)| bout.has(game));
        places.map(move |(_, offset)| self.game_at(&mut lines, offset))
    }

    /// Finished games in which a player was at fault, in the order of their numbers, without their
    /// tries.
    ///
    /// # Errors
    /// Those of [`Journal::games`].
    pub fn with_faults(&self) -> impl Iterator<Item = Result<PlayedGame, JournalError>> {
        let mut lines = Lines::of(&self.file);
        let places = self
            .with_faults
            .iter()
            .filter_map(|game| self.index.get(game));
        places.map(move |(offset, _)| self.game_at(&mut lines, offset))
    }

    fn game_at(&self, lines: &mut Lines<'_>, offset: u64) -> Result<PlayedGame, JournalError> {
        let mut game = self.whole_game_at(lines, offset)?;
        game.tries = None;
        Ok(game)
    }

    fn whole_game_at(
        &self,
        lines: &mut Lines<'_>,
        offset: u64,
    ) -> Result<PlayedGame, JournalError> {
        let line = lines
            .at(offset)
            .map_err(|source| error(&self.path, source))?;
        game_of_line(line).map_err(|problem| error(&self.path, io::Error::other(problem)))
    }

    /// Numbers of the finished games whose tries were kept, in order.
    pub fn with_tries(&self) -> impl Iterator<Item = u64> {
        self.with_tries.iter()
    }

    /// Number of finished games.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Length of the file.
    pub fn bytes(&self) -> u64 {
        self.length
    }

    /// Whether no game is finished.
    pub fn is_empty(&self) -> bool {
        self.index.len() == 0
    }

    /// Whether its lines have checks, which reveal changes.
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// Calls `each` with every game and its tries, in the order of their numbers; one game at a
    /// time is in memory.
    ///
    /// # Errors
    /// If the file cannot be read, or `each` fails.
    pub fn read_tries<E: From<JournalError>>(
        &self,
        mut each: impl FnMut(PlayedGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut lines = Lines::of(&self.file);
        for (_, offset) in self.index.all() {
            each(self.whole_game_at(&mut lines, offset)?)?;
        }
        Ok(())
    }

    /// The line of `game` in the file; empty if there is none.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read_line(&self, game: u64) -> Result<Vec<u8>, JournalError> {
        let Some((offset, _)) = self.index.get(game) else {
            return Ok(Vec::new());
        };
        let mut lines = Lines::of(&self.file);
        let line = lines.at(offset);
        line.map(<[u8]>::to_vec)
            .map_err(|source| error(&self.path, source))
    }
}

/// Notes whether a game has its tries, and whether a player was at fault in it.
fn note(game: &PlayedGame, with_tries: &mut Numbers, with_faults: &mut Numbers) {
    if game.tries.is_some() {
        with_tries.insert(game.game);
    }
    if game.faults().next().is_some() {
        with_faults.insert(game.game);
    }
}

fn error(path: &Path, source: io::Error) -> JournalError {
    let path = path.to_owned();
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            let problem = source.to_string();
            JournalError::Full { path, problem }
        }
        _ => JournalError::File { path, source },
    }
}

#[cfg(test)]
mod tests {
    use super::line::CHECK_LENGTH;
    use super::*;
    use darkforge_kriegspiel::umpire::{Ending, GameResult};

    fn game(number: u64) -> PlayedGame {
        PlayedGame {
            game: number,
            bout: 0,
            pair: number / 2,
            white: "a".to_owned(),
            black: "b".to_owned(),
            seed: 7,
            players: [String::new(), String::new()],
            result: GameResult::Draw,
            ending: Ending::Repetition,
            plies: 9,
            white_refused: 1,
            black_refused: 2,
            white_material: "K".to_owned(),
            black_material: "KQ".to_owned(),
            final_fen: "-".to_owned(),
            white_fault: None,
            black_fault: None,
            tries: Some("e2e4 e7e5".to_owned()),
        }
    }

    fn written(numbers: &[u64]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let mut journal = Journal::create(&path).unwrap();
        for &number in numbers {
            journal.append(game(number)).unwrap();
        }
        (folder, path)
    }

    #[test]
    fn games_come_back_in_order_with_their_tries() {
        let (_folder, path) = written(&[3, 0, 2]);
        let journal = Journal::resume(&path).unwrap();
        let mut seen = Vec::new();
        journal
            .read_tries(|played| {
                assert_eq!(played, game(played.game));
                seen.push(played.game);
                Ok::<(), JournalError>(())
            })
            .unwrap();
        assert_eq!(seen, [0, 2, 3]);
    }

    #[test]
    fn a_sorted_journal_can_be_continued() {
        let (_folder, path) = written(&[3, 0, 2]);
        let mut journal = Journal::resume(&path).unwrap();
        journal.sort().unwrap();
        assert!(!journal.read_line(0).unwrap().is_empty(), "it can be read");
        journal.append(game(1)).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let numbers = text.lines().map(|line| &line[..10]);
        let wanted = [0, 2, 3, 1].map(|number| format!("{{\"game\":{number},"));
        assert!(numbers.eq(wanted.iter().map(String::as_str)), "{text}");
        let (_other, sorted) = written(&[0, 2, 3, 1]);
        assert_eq!(text, std::fs::read_to_string(sorted).unwrap());
        assert_eq!(journal.line(1), 4);
    }

    #[test]
    fn half_a_last_line_is_dropped() {
        let (_folder, path) = written(&[0, 1]);
        let whole = std::fs::read(&path).unwrap();
        let mut cut = whole.clone();
        cut.extend_from_slice(b"{\"game\":2,\"bo");
        std::fs::write(&path, &cut).unwrap();
        let mut journal = Journal::resume(&path).unwrap();
        assert_eq!(journal.len(), 2);
        journal.append(game(2)).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&path).unwrap().len(), 3);
    }

    #[test]
    fn any_other_wrong_line_is_named() {
        let (_folder, path) = written(&[0]);
        let mut text = std::fs::read_to_string(&path).unwrap();
        text += "nonsense\n";
        std::fs::write(&path, &text).unwrap();
        let message = Journal::resume(&path).unwrap_err().to_string();
        assert!(message.contains("line 2"), "{message}");
        let (_folder, path) = written(&[0, 0]);
        let message = Journal::open(&path).unwrap_err().to_string();
        assert!(
            message.contains("line 2: game 0 is there twice"),
            "{message}"
        );
    }

    #[test]
    fn a_changed_line_is_named_and_one_without_a_check_is_read() {
        let (_folder, path) = written(&[0, 1]);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("\"plies\":9", "\"plies\":8", 1)).unwrap();
        let message = Journal::open(&path).unwrap_err().to_string();
        assert!(message.contains("line 1: it was changed"), "{message}");
        let bare: Vec<String> = text
            .lines()
            .map(|line| format!("{}}}\n", &line[..line.len() - CHECK_LENGTH]))
            .collect();
        std::fs::write(&path, bare.concat()).unwrap();
        assert_eq!(Journal::open(&path).unwrap().len(), 2);
    }

    #[test]
    fn a_line_whose_check_was_removed_is_named() {
        let (_folder, path) = written(&[0, 1]);
        let text = std::fs::read_to_string(&path).unwrap();
        let (first, second) = text.split_once('\n').unwrap();
        let bare = format!("{}}}\n", &second[..second.len() - 1 - CHECK_LENGTH]);
        std::fs::write(&path, format!("{first}\n{bare}")).unwrap();
        let message = Journal::open(&path).unwrap_err().to_string();
        assert!(message.contains("line 2: it has no check"), "{message}");
    }

    #[test]
    fn a_line_without_an_end_is_refused_and_not_read_into_memory() {
        let (_folder, path) = written(&[0]);
        let file = OpenOptions::new().append(true).open(&path).unwrap();
        let length = file.metadata().unwrap().len();
        file.set_len(length + (1 << 32)).unwrap(); // without taking place on the disk
        let message = Journal::open(&path).unwrap_err().to_string();
        assert!(message.contains("line 2: longer than 64 MiB"), "{message}");
    }

    #[test]
    fn a_run_notices_that_its_journal_is_gone_or_replaced() {
        let (folder, path) = written(&[1]);
        let mut journal = Journal::resume(&path).unwrap();
        journal.append(game(0)).unwrap();
        let moved = folder.path().join("moved");
        std::fs::rename(&path, &moved).unwrap();
        let gone =
            |problem: Option<JournalError>| matches!(problem, Some(JournalError::Gone { .. }));
        assert!(gone(journal.append(game(2)).err()), "moved");
        assert_eq!(Journal::open(&moved).unwrap().len(), 3, "nothing is lost");
        std::fs::write(&path, "another's").unwrap();
        assert!(
            gone(journal.sync().err()) && gone(journal.sort().err()),
            "replaced"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "another's");
    }

    #[test]
    fn games_are_found_by_their_numbers() {
        let (_folder, path) = written(&[3, 0, 2]);
        let journal = Journal::open(&path).unwrap();
        let plain = |number| PlayedGame {
            tries: None,
            ..game(number)
        };
        let found = |range| {
            let games = journal.range(range);
            games.collect::<Result<Vec<_>, _>>().unwrap()
        };
        assert_eq!(found(2..3), [plain(2)]);
        assert_eq!(found(1..2), []);
        assert_eq!(found(0..9), [0, 2, 3].map(plain));
        assert!(journal.games().map(Result::unwrap).eq(found(0..9)));
        assert_eq!(journal.outcome(2), Some(game(2).outcome()));
        assert_eq!([1, 2].map(|game| journal.has(game)), [false, true]);
        assert!(
            journal
                .outcomes()
                .eq([0, 2, 3].map(|number| game(number).scored()))
        );
        assert_eq!((journal.len(), journal.is_empty()), (3, false));
        assert_eq!(journal.bytes(), std::fs::metadata(&path).unwrap().len());
        assert_eq!(journal.path(), path);
        assert_eq!([3, 0, 2].map(|game| journal.line(game)), [1, 2, 3]);
        assert!(journal.read_line(1).unwrap().is_empty());
        let JournalError::Foreign { line, game, .. } = journal.foreign(2) else {
            panic!("it is foreign");
        };
        assert_eq!((line, game), (3, 2));
        assert!(Journal::temporary().unwrap().is_empty());
    }

    #[test]
    fn a_line_of_another_journal_is_appended_unchanged() {
        let (_folder, path) = written(&[1]);
        let line = Journal::open(&path).unwrap().read_line(1).unwrap();
        let mut journal = Journal::temporary().unwrap();
        journal.append_line(&line).unwrap();
        assert_eq!(journal.read_line(1).unwrap(), line);
        assert_eq!(journal.bytes(), line.len() as u64);
        let wrong = journal.append_line(b"nonsense\n").unwrap_err();
        assert!(matches!(wrong, JournalError::File { .. }), "{wrong}");
        assert_eq!(journal.len(), 1);
    }

    #[test]
    fn whether_lines_have_checks_is_known() {
        let (_folder, path) = written(&[0, 1]);
        assert!(Journal::open(&path).unwrap().is_checked());
        let text = std::fs::read_to_string(&path).unwrap();
        let bare = |line: &str| format!("{}}}\n", &line[..line.len() - CHECK_LENGTH]);
        let lines: Vec<String> = text.lines().map(bare).collect();
        std::fs::write(&path, lines.concat()).unwrap();
        assert!(!Journal::open(&path).unwrap().is_checked());
        let (_, second) = text.split_once('\n').unwrap();
        std::fs::write(&path, format!("{}{second}", lines[0])).unwrap();
        let message = Journal::open(&path).unwrap_err().to_string();
        let said = "line 2: it has a check and the lines before it have none";
        assert!(message.contains(said), "{message}");
    }

    #[test]
    fn a_game_whose_line_would_be_too_long_is_not_written() {
        let (_folder, path) = written(&[0]);
        let mut journal = Journal::resume(&path).unwrap();
        let before = journal.bytes();
        let long = PlayedGame {
            white_material: "K".repeat(MOST_BYTES_OF_LINE),
            ..game(1)
        };
        let message = journal.append(long).unwrap_err().to_string();
        assert!(
            message.contains("game 1: its line would be longer than 64 MiB"),
            "{message}"
        );
        assert_eq!((journal.len(), journal.bytes()), (1, before));
        let longest = PlayedGame {
            white_material: String::new(),
            ..game(1)
        };
        let room = MOST_BYTES_OF_LINE - line_of_game(&longest).len();
        let longest = PlayedGame {
            white_material: "K".repeat(room),
            ..longest
        };
        journal.append(longest).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&path).unwrap().len(), 2, "it can be read");
    }

    #[test]
    fn the_system_has_no_room_or_another_trouble() {
        use io::ErrorKind as Kind;
        let told = |kind| error(Path::new("j"), io::Error::from(kind));
        for kind in [Kind::StorageFull, Kind::QuotaExceeded, Kind::FileTooLarge] {
            assert!(matches!(told(kind), JournalError::Full { .. }), "{kind:?}");
        }
        let other = told(Kind::PermissionDenied);
        assert!(matches!(other, JournalError::File { .. }), "{other}");
    }

    #[test]
    fn a_temporary_journal_has_no_place_to_lose_and_is_not_sorted() {
        let mut journal = Journal::temporary().unwrap();
        journal.append(game(1)).unwrap();
        journal.append(game(0)).unwrap();
        journal.sync().unwrap();
        journal.sort().unwrap();
        assert_eq!((journal.line(1), journal.line(0)), (1, 2));
    }

    #[test]
    fn a_journal_that_cannot_be_sorted_keeps_the_games_that_can_be_read() {
        let (_folder, path) = written(&[3, 0, 2]);
        let mut journal = Journal::resume(&path).unwrap();
        let cut = std::fs::read(&path).unwrap();
        let shorter = File::options().write(true).open(&path).unwrap();
        shorter.set_len(cut.len() as u64 - 5).unwrap();
        let problem = journal.sort().unwrap_err();
        assert!(matches!(problem, JournalError::File { .. }), "{problem}");
        assert_eq!(std::fs::read(&path).unwrap(), cut[..cut.len() - 5]);
        let known: Vec<u64> = journal.numbers().iter().collect();
        assert_eq!(known, [0, 3], "half of the line of game 2 is there");
    }

    #[test]
    fn a_sorted_journal_is_locked_and_stays_as_it_is() {
        let (_folder, path) = written(&[1, 0]);
        let mut journal = Journal::resume(&path).unwrap();
        journal.sort().unwrap();
        assert!(Journal::is_in_use(&path));
        let sorted = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        journal.sort().unwrap();
        assert!(!path.exists(), "it is not written again");
        assert_eq!(journal.bytes(), sorted.len() as u64);
    }

    #[test]
    fn two_runs_do_not_write_to_one_journal() {
        let (_folder, path) = written(&[0]);
        let first = Journal::resume(&path).unwrap();
        assert!(matches!(
            Journal::resume(&path),
            Err(JournalError::InUse { .. })
        ));
        assert!(Journal::is_in_use(&path));
        drop(first);
        assert!(!Journal::is_in_use(&path));
        assert!(!Journal::is_in_use(&path.with_extension("none")));
    }
}
