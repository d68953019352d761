//! Records: the folder with the games of a bot.
//!
//! `games.jsonl` is the journal: a line for each finished game, with all questions. `games.pgn` and
//! `transcript.jsonl` are made from it, and are written again when a bot starts. `active.json` names the
//! games in progress, so that one that ends while the bot is away is not forgotten.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::check::Difference;
use super::rules::ServerRules;
use darkforge_kriegspiel::record::{GameRecord, Heading, pgn, referee, transcript};
use darkforge_kriegspiel::umpire::{Ending, GameResult, Outcome, Question};

/// A line of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedGame {
    /// Number in this folder, from 0.
    pub number: u64,
    /// The server's name of the game.
    pub id: String,
    /// Its code in the lobby.
    pub code: String,
    /// The server's name of the ruleset.
    pub ruleset: String,
    /// Player of the white men.
    pub white: String,
    /// Player of the black men.
    pub black: String,
    /// This bot's colour.
    pub color: String,
    /// Result.
    pub result: GameResult,
    /// Ending.
    pub ending: Ending,
    /// Moves of both sides.
    pub plies: u32,
    /// Number of times that the server went back in this game.
    pub rewinds: u64,
    /// Points in which server and umpire differ.
    pub differences: Vec<Difference>,
    /// All questions of both sides in order, as in a transcript.
    pub questions: String,
}

impl FinishedGame {
    /// Whether this bot won, or `None` after a draw.
    pub fn is_won(&self) -> Option<bool> {
        let winner = self.result.winner()?;
        Some(super::words::name_of(winner) == self.color)
    }

    /// Whether this bot lost by its own fault: its clock, or a player that failed.
    pub fn is_forfeit(&self) -> bool {
        let lost = self.is_won() == Some(false);
        lost && (self.ending.is_forfeit() || self.ending == Ending::Resignation)
    }

    /// Whether the game has been won or lost, and not drawn by a board that nobody saw.
    pub(crate) fn outcome(&self) -> Outcome {
        Outcome {
            result: self.result,
            ending: self.ending,
        }
    }

    fn record(&self) -> Result<GameRecord, String> {
        let rules: ServerRules = self.ruleset.parse().map_err(|error| format!("{error}"))?;
        let questions = self
            .questions
            .split_whitespace()
            .map(str::parse::<Question>);
        let questions = questions.collect::<Result<Vec<_>, _>>();
        let questions = questions.map_err(|error| error.to_string())?;
        let (umpire, entries) = referee(rules.ruleset(), u32::MAX, questions)?;
        let position = umpire.position();
        Ok(GameRecord {
            ruleset: rules.ruleset(),
            start: None,
            entries,
            outcome: self.outcome(),
            plies: umpire.plies(),
            material: darkforge_board::SIDES
                .map(|side| darkforge_board::material(&position.men(side))),
            final_fen: position.fen(),
        })
    }
}

/// A folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// A line of the journal, or another file, is wrong.
    #[error("{}{}: {problem}", path.display(), line.map_or(String::new(), |line| format!(", line {line}")))]
    Wrong {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: Option<usize>,
        /// The problem.
        problem: String,
    },
    /// Another bot plays into the folder.
    #[error("{}: another bot plays into this folder", .0.display())]
    InUse(PathBuf),
    /// The folder is that of another bot.
    #[error("{}: the games there are of {there}, not of {here}; choose another --out", path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// The bot whose games are there.
        there: String,
        /// This bot.
        here: String,
    },
}

/// Whose games a folder has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Owner {
    api: String,
    username: String,
    seed: u64,
}

/// The folder of a bot.
pub struct Records {
    folder: PathBuf,
    journal: File,
    games: Vec<FinishedGame>,
    active: Vec<String>,
    owner: Option<Owner>,
}

const JOURNAL: &str = "games.jsonl";
const PGN: &str = "games.pgn";
const TRANSCRIPT: &str = "transcript.jsonl";
const ACTIVE: &str = "active.json";
const OWNER: &str = "bot.json";

impl Records {
    /// Opens the folder, which is made if it is not there, and takes it for this bot alone.
    ///
    /// # Errors
    /// Another bot uses it, or a file in it is wrong.
    pub fn open(folder: &Path) -> Result<Records, RecordsError> {
        std::fs::create_dir_all(folder).map_err(|source| file(folder, source))?;
        let path = folder.join(JOURNAL);
        let mut options = OpenOptions::new();
        let options = options.read(true).append(true).create(true);
        let mut journal = options.open(&path).map_err(|source| file(&path, source))?;
        match journal.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RecordsError::InUse(folder.to_owned())),
            Err(TryLockError::Error(source)) => return Err(file(&path, source)),
        }
        let games = read_journal(&path, &mut journal)?;
        let records = Records {
            active: read(&folder.join(ACTIVE))?.unwrap_or_default(),
            owner: read(&folder.join(OWNER))?,
            folder: folder.to_owned(),
            journal,
            games,
        };
        records.write_again()?;
        Ok(records)
    }

    /// Says whose games these are; returns the seed with which the folder was begun.
    ///
    /// # Errors
    /// They are another bot's.
    pub(crate) fn claim(
        &mut self,
        api: &str,
        username: &str,
        seed: u64,
    ) -> Result<u64, RecordsError> {
        let here = |owner: &Owner| format!("{} on {}", owner.username, owner.api);
        let new = Owner {
            api: api.to_owned(),
            username: username.to_owned(),
            seed,
        };
        match &self.owner {
            Some(old) if here(old) != here(&new) => Err(RecordsError::Other {
                path: self.folder.clone(),
                there: here(old),
                here: here(&new),
            }),
            Some(old) => Ok(old.seed),
            None => {
                self.replace(OWNER, &new)?;
                self.owner = Some(new);
                Ok(seed)
            }
        }
    }

    /// The finished games.
    pub fn games(&self) -> &[FinishedGame] {
        &self.games
    }

    /// The games in progress, by the server's names.
    pub(crate) fn active(&self) -> &[String] {
        &self.active
    }

    /// Whether the game `id` is finished.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.games.iter().any(|game| game.id == id)
    }

    /// Keeps that the game `id` is in progress, or no longer.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn set_active(&mut self, id: &str, is_active: bool) -> Result<(), RecordsError> {
        let there = self.active.iter().any(|one| one == id);
        if there == is_active {
            return Ok(());
        }
        if is_active {
            self.active.push(id.to_owned());
        } else {
            self.active.retain(|one| one != id);
        }
        self.replace(ACTIVE, &self.active)
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn add(
        &mut self,
        game: FinishedGame,
        record: &GameRecord,
    ) -> Result<(), RecordsError> {
        let path = self.folder.join(JOURNAL);
        let mut line = serde_json::to_vec(&game).map_err(|error| file(&path, error.into()))?;
        line.push(b'\n');
        let written = self
            .journal
            .write_all(&line)
            .and_then(|()| self.journal.sync_data());
        written.map_err(|source| file(&path, source))?;
        for name in [PGN, TRANSCRIPT] {
            let path = self.folder.join(name);
            let opened = OpenOptions::new().append(true).create(true).open(&path);
            let written = opened.and_then(|mut out| write(name, &mut out, &game, record));
            written.map_err(|source| file(&path, source))?;
        }
        self.games.push(game);
        Ok(())
    }

    /// Writes PGN and transcript again from the journal.
    fn write_again(&self) -> Result<(), RecordsError> {
        if self.games.is_empty() {
            return Ok(());
        }
        let (mut games, mut lines) = (Vec::new(), Vec::new());
        for (line, game) in (1..).zip(&self.games) {
            let wrong = |problem| RecordsError::Wrong {
                path: self.folder.join(JOURNAL),
                line: Some(line),
                problem,
            };
            let record = game.record().map_err(wrong)?;
            let told = |error: io::Error| wrong(error.to_string());
            write(PGN, &mut games, game, &record).map_err(told)?;
            write(TRANSCRIPT, &mut lines, game, &record).map_err(told)?;
        }
        self.put(PGN, &games)?;
        self.put(TRANSCRIPT, &lines)
    }

    fn replace(&self, name: &str, value: &impl Serialize) -> Result<(), RecordsError> {
        let text = serde_json::to_vec(value).map_err(|error| file(&self.folder, error.into()))?;
        self.put(name, &text)
    }

    /// Writes a file whole or not at all.
    fn put(&self, name: &str, content: &[u8]) -> Result<(), RecordsError> {
        let (path, draft) = (
            self.folder.join(name),
            self.folder.join(format!("{name}.new")),
        );
        let written = std::fs::write(&draft, content).and_then(|()| std::fs::rename(&draft, &path));
        written.map_err(|source| file(&path, source))
    }
}

fn write(
    name: &str,
    out: &mut impl Write,
    game: &FinishedGame,
    record: &GameRecord,
) -> io::Result<()> {
    if name == TRANSCRIPT {
        return transcript::write(out, game.number, record);
    }
    let heading = Heading {
        game: game.number,
        white: game.white.clone(),
        black: game.black.clone(),
        pair: game.number,
        seed: 0,
        thoughts: Vec::new(),
    };
    pgn::write(out, &heading, record, pgn::Filter::default())
}

fn file(path: &Path, source: io::Error) -> RecordsError {
    RecordsError::File {
        path: path.to_owned(),
        source,
    }
}

/// The value in a file, if it exists.
fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Option<T>, RecordsError> {
    let text = match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|source| file(path, source))?,
    };
    let value = serde_json::from_slice(&text).map_err(|error| RecordsError::Wrong {
        path: path.to_owned(),
        line: None,
        problem: error.to_string(),
    })?;
    Ok(Some(value))
}

/// The games of the journal. An incomplete last line, of a bot that was killed, is dropped.
fn read_journal(path: &Path, journal: &mut File) -> Result<Vec<FinishedGame>, RecordsError> {
    let mut text = String::new();
    journal
        .read_to_string(&mut text)
        .map_err(|source| file(path, source))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        let cut = journal
            .set_len(whole as u64)
            .and_then(|()| journal.seek(io::SeekFrom::End(0)));
        cut.map_err(|source| file(path, source))?;
    }
    let lines = (1..).zip(text[..whole].lines());
    lines
        .map(|(line, text)| {
            serde_json::from_str(text).map_err(|error| RecordsError::Wrong {
                path: path.to_owned(),
                line: Some(line),
                problem: error.to_string(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64) -> (FinishedGame, GameRecord) {
        let mut game = FinishedGame {
            number,
            id: format!("id{number}"),
            code: "ABCDEF".to_owned(),
            ruleset: "wild16".to_owned(),
            white: "us".to_owned(),
            black: "them".to_owned(),
            color: "white".to_owned(),
            result: GameResult::BlackWins,
            ending: Ending::Checkmate,
            plies: 4,
            rewinds: 0,
            differences: Vec::new(),
            questions: "f2f3 e7e5 a1a5 g2g4 d8h4".to_owned(),
        };
        let record = game.record().unwrap();
        game.plies = record.plies;
        (game, record)
    }

    #[test]
    fn a_folder_survives_a_kill_and_is_one_bots() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut records = Records::open(&path).unwrap();
        assert!(matches!(Records::open(&path), Err(RecordsError::InUse(_))));
        assert_eq!(records.claim("http://a", "us", 7).unwrap(), 7);
        records.set_active("id0", true).unwrap();
        records.set_active("id1", true).unwrap();
        for number in 0..2 {
            let (game, record) = game(number);
            records.add(game, &record).unwrap();
        }
        records.set_active("id0", false).unwrap();
        drop(records);
        let texts = [PGN, TRANSCRIPT].map(|name| std::fs::read_to_string(path.join(name)).unwrap());
        // Killed in the middle of a line of each file.
        for name in [JOURNAL, PGN, TRANSCRIPT] {
            let mut text = std::fs::read_to_string(path.join(name)).unwrap();
            text += "{\"number\":2,\"id";
            std::fs::write(path.join(name), text).unwrap();
        }
        let mut records = Records::open(&path).unwrap();
        assert_eq!(records.games().len(), 2);
        assert_eq!(records.active(), ["id1"]);
        assert!(records.has("id1") && !records.has("id2"));
        assert_eq!(
            records.claim("http://a", "us", 8).unwrap(),
            7,
            "the first seed stays"
        );
        let other = records
            .claim("http://a", "others", 7)
            .unwrap_err()
            .to_string();
        assert!(other.contains("us on http://a"), "{other}");
        let again = [PGN, TRANSCRIPT].map(|name| std::fs::read_to_string(path.join(name)).unwrap());
        assert_eq!(again, texts);
        assert!(
            again[0].contains("Qh4#") && again[0].contains("{:a1a5}"),
            "{}",
            again[0]
        );
    }

    #[test]
    fn a_wrong_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(JOURNAL), "{}\n").unwrap();
        let wrong = Records::open(folder.path()).err().unwrap().to_string();
        assert!(wrong.contains("games.jsonl, line 1"), "{wrong}");
    }

    #[test]
    fn a_lost_clock_is_a_forfeit_and_a_mate_is_none() {
        let (mut game, _) = game(0);
        assert_eq!((game.is_won(), game.is_forfeit()), (Some(false), false));
        game.ending = Ending::ForfeitTime;
        assert!(game.is_forfeit());
        game.color = "black".to_owned();
        assert_eq!((game.is_won(), game.is_forfeit()), (Some(true), false));
    }
}
