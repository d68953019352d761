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

mod error;
mod index;
mod line;
mod lines;
mod numbers;
mod packed;

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::bout::{Bout, PlayedGame, Scored};
use crate::draft::{Draft, is_at};
use crate::game::Game;
use darkforge_kriegspiel::umpire::Outcome;

pub use error::JournalError;
use index::Index;
use line::{MOST_BYTES_OF_LINE, check_of, too_long};
pub use line::{game_of_line, line_of_game};
use lines::Lines;
pub(crate) use numbers::Numbers;
pub(crate) use packed::packed_name;

/// Games that are refereed at a time, by all threads.
const REFEREED: usize = 1 << 14;
/// Games that a thread takes of them at a time.
const REFEREED_BY_ONE: usize = 64;

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
    /// The last lines, which are not in the file yet.
    waiting: Vec<u8>,
    /// Time of the last write.
    written: Instant,
}

/// Longest time for which a line waits for others, because a write costs as much as two lines. It waits
/// longer if no other line comes.
const WAIT: Duration = Duration::from_millis(5);
/// Bytes of waiting lines that are written at once.
const MOST_WAITING: usize = 64 << 10;

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
        let restored = packed::is_packed(path).then(|| packed::restore(path));
        let restored = restored.transpose().map_err(|source| match source.kind() {
            io::ErrorKind::WouldBlock => JournalError::InUse {
                path: path.to_owned(),
            },
            _ => error(path, source),
        })?;
        let path = restored.as_deref().unwrap_or(path);
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

    /// Reads the games of a journal to which another run may be writing, or of a packed one.
    ///
    /// # Errors
    /// If the file cannot be read, or a line of it is wrong.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        let is_packed = packed::is_packed(path);
        let file = if is_packed {
            packed::copy(path)
        } else {
            File::open(path)
        };
        let file = file.map_err(|source| error(path, source))?;
        let mut journal = Journal {
            temporary: is_packed,
            ..Journal::empty(path, file)
        };
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
            waiting: Vec::new(),
            written: Instant::now(),
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
        let game = self.append_soon(game)?;
        self.flush()?;
        Ok(game)
    }

    /// The same, but games that end within a few milliseconds of each other come with one write, the last
    /// of them with [`Journal::flush`] or [`Journal::sync`].
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn append_soon(&mut self, game: PlayedGame) -> Result<PlayedGame, JournalError> {
        self.put(&line_of_game(&game), game)
    }

    /// Writes the lines that wait.
    ///
    /// # Errors
    /// If the file cannot be written, or was moved, removed or replaced.
    pub(crate) fn flush(&mut self) -> Result<(), JournalError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        if let Err(source) = self.file.write_all(&self.waiting) {
            self.keep_whole_lines();
            return Err(error(&self.path, source));
        }
        self.waiting.clear();
        self.written = Instant::now();
        self.check_place()
    }

    /// After a write that failed: cuts the file after the last whole line, since a partial one would merge
    /// with later ones.
    fn keep_whole_lines(&mut self) {
        let start = self.length - self.waiting.len() as u64;
        let end = self.file.metadata().map_or(start, |found| found.len());
        let written = end.saturating_sub(start).min(self.waiting.len() as u64) as usize;
        let last = self.waiting[..written]
            .iter()
            .rposition(|&byte| byte == b'\n');
        let whole = last.map_or(0, |place| place + 1);
        let _ = self.file.set_len(start + whole as u64);
        self.waiting.drain(..whole);
    }

    /// Appends a line of another journal unchanged. Returns its game without its tries.
    ///
    /// # Errors
    /// If the line is not a finished game, or the file cannot be written.
    pub fn append_line(&mut self, line: &[u8]) -> Result<PlayedGame, JournalError> {
        let game =
            game_of_line(line).map_err(|problem| error(&self.path, io::Error::other(problem)))?;
        let game = self.put(line, game)?;
        self.flush()?;
        Ok(game)
    }

    fn put(&mut self, line: &[u8], mut game: PlayedGame) -> Result<PlayedGame, JournalError> {
        if line.len() > MOST_BYTES_OF_LINE {
            let problem = format!("game {}: its line would be {}", game.game, too_long());
            return Err(error(&self.path, io::Error::other(problem)));
        }
        self.waiting.extend_from_slice(line);
        self.index.insert(game.scored(), self.length);
        self.length += line.len() as u64;
        note(&game, &mut self.with_tries, &mut self.with_faults);
        if self.written.elapsed() >= WAIT || self.waiting.len() >= MOST_WAITING {
            self.flush()?;
        }
        game.tries = None;
        Ok(game)
    }

    /// Writes the appended lines to the disk, safe from a power cut.
    ///
    /// # Errors
    /// If the system cannot write it, or the journal was moved, removed or replaced.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.flush()?;
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

    /// Referees again every game whose tries were kept, on all threads of the current rayon pool. Other
    /// games cannot be checked beyond their lines.
    ///
    /// # Errors
    /// If the file cannot be read, or a line contradicts its tries: the first such game.
    pub fn referee(&self, rules: &dyn Game) -> Result<(), JournalError> {
        if self.with_tries.iter().next().is_none() {
            return Ok(());
        }
        let all = &mut self.index.all().map(|(_, offset)| offset);
        loop {
            let offsets: Vec<u64> = all.take(REFEREED).collect();
            if offsets.is_empty() {
                return Ok(());
            }
            let parts = offsets.par_chunks(REFEREED_BY_ONE);
            let first = parts.find_map_first(|offsets| self.referee_at(offsets, rules).err());
            if let Some(error) = first {
                return Err(error);
            }
        }
    }

    /// Referees the games whose lines begin at `offsets`.
    fn referee_at(&self, offsets: &[u64], rules: &dyn Game) -> Result<(), JournalError> {
        let mut lines = Lines::of(&self.file);
        for &offset in offsets {
            let game = self.whole_game_at(&mut lines, offset)?;
            let confirmed = rules.confirm(&game);
            confirmed.map_err(|problem| JournalError::Untrue {
                path: self.path.clone(),
                line: self.line(game.game),
                game: game.game,
                problem,
            })?;
        }
        Ok(())
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
        self.flush()?;
        self.check_place()?;
        // Pages of the old index go as those of the new one come: both would take twice the memory.
        let unsorted = std::mem::take(&mut self.index);
        match self.write_sorted(unsorted) {
            Ok((file, index, length)) => {
                (self.file, self.index, self.length) = (file, index, length);
                Ok(())
            }
            Err(source) => {
                self.length = 0;
                (self.with_tries, self.with_faults) = Default::default();
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
            for &game in games {
                self.with_tries.remove(game);
                self.with_faults.remove(game);
            }
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
        let in_file = self.length - self.waiting.len() as u64;
        if let Some(place) = offset.checked_sub(in_file) {
            let rest = &self.waiting[place as usize..];
            let line = rest.split_inclusive(|&byte| byte == b'\n').next();
            return Ok(line.unwrap_or_default().to_vec());
        }
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
mod tests;
