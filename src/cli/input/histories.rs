//! Games of reconnaissance blind chess: histories in reconchess' format, folders of them,
//! transcripts, and runs that kept their senses and requests.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::errors::usage;
use crate::cli::input::tries::{kept_with, run_folder};
use darkforge_kriegspiel::text;
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::{Journal, game_of_line};
use darkforge_lab::recon;
use darkforge_lab::rules::RBC;
use darkforge_recon::record::{History, ReadTranscriptError, check, play_transcript, read_history};
use darkforge_recon::referee::{Request, Sense};

/// Bytes of a file by which it is recognised.
const HEAD: u64 = 4096;

/// Sort of a file with games of reconnaissance blind chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// One history.
    Json,
    /// A game in each line, as senses and requests.
    Transcript,
}

/// A game as it stands in a file.
#[derive(Clone, Debug)]
pub(crate) struct GameText {
    /// File.
    pub(crate) path: Arc<Path>,
    /// Number of the game: in a file from 1, in a run its own.
    pub(crate) number: u64,
    source: Source,
}

/// Place of a game's text.
#[derive(Clone, Debug)]
enum Source {
    /// The whole file, which is read when the game is needed.
    History,
    /// A line of a file, with its number from 1.
    Transcript(u64, String),
    /// A line of a run's journal.
    Run(Arc<KeptRun>),
}

/// A run.
#[derive(Debug)]
struct KeptRun {
    journal: Journal,
    ply_limit: u32,
}

/// Reason why a game cannot be used, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Problem {
    /// It cannot be read, or is no game.
    #[error("{0}")]
    Damaged(String),
    /// It contradicts the rules or itself; the turn is named.
    #[error("{0}")]
    Contradiction(String),
    /// A run did not keep its senses and requests.
    #[error("the run did not keep its senses and requests")]
    NotKept,
}

impl Problem {
    fn damaged(problem: impl std::fmt::Display) -> Problem {
        Problem::Damaged(problem.to_string())
    }
}

impl GameText {
    /// The game, refereed again.
    ///
    /// # Errors
    /// It cannot be used.
    pub(crate) fn read(&self) -> Result<History, Problem> {
        match &self.source {
            Source::History => {
                let text = text::read(&self.path).map_err(Problem::damaged)?;
                let history = read_history(&text).map_err(Problem::damaged)?;
                let wrong = |error| Problem::Contradiction(format!("{error}"));
                check(&history).map_err(wrong)?;
                Ok(history)
            }
            Source::Transcript(_, text) => play_transcript(text).map_err(|error| match error {
                ReadTranscriptError::Turn { .. } => Problem::damaged(error),
                ReadTranscriptError::Refused { .. } => Problem::Contradiction(error.to_string()),
            }),
            Source::Run(run) => {
                let line = run.journal.read_line(self.number);
                let played = game_of_line(&line.map_err(Problem::damaged)?);
                let played = played.map_err(Problem::Damaged)?;
                if played.tries.is_none() {
                    return Err(Problem::NotKept);
                }
                recon::history(&played, run.ply_limit).map_err(Problem::Contradiction)
            }
        }
    }

    /// First line of the game in its file, from 1.
    pub(crate) fn line(&self) -> u64 {
        match &self.source {
            Source::History => 1,
            Source::Transcript(line, _) => *line,
            Source::Run(run) => run.journal.line(self.number) as u64,
        }
    }

    /// Whether it is the whole file.
    pub(crate) fn is_alone(&self) -> bool {
        matches!(self.source, Source::History)
    }

    /// Whether it is of a run, whose numbers begin at 0.
    pub(crate) fn is_of_run(&self) -> bool {
        matches!(self.source, Source::Run(_))
    }
}

/// Sort of the file at `path`; `None` if it is of another game, or cannot be read.
fn sort_of(path: &Path) -> Option<Sort> {
    if !path.is_file() {
        return None;
    }
    let mut head = Vec::new();
    let file = File::open(path).ok()?;
    file.take(HEAD).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let head = head.trim_start();
    if head.starts_with('{') {
        let named = path.extension().is_some_and(|end| end == "json");
        let is_history = head.contains("\"GameHistory\"") || head.contains("\"sense_results\"");
        return (is_history || named && !head.contains("\"try\"")).then_some(Sort::Json);
    }
    let (sense, request) = head.split_whitespace().next()?.split_once(':')?;
    let is_turn = sense.parse::<Sense>().is_ok() && request.parse::<Request>().is_ok();
    is_turn.then_some(Sort::Transcript)
}

/// The histories of a folder that is not a run's, by number or name; empty if it is none.
fn files_of(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    if RunFolder::at(folder).journal().is_file() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "json") && path.is_file() {
            files.push(path);
        }
    }
    // 2.json comes before 10.json.
    files.sort_by_cached_key(|file| {
        let stem = file.file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy().into_owned();
        (stem.parse().unwrap_or(u64::MAX), stem)
    });
    Ok(files)
}

/// The games of an input; `None` if the input is not of reconnaissance blind chess.
///
/// # Errors
/// The folder or the file cannot be read.
pub(crate) fn games(input: &Path) -> anyhow::Result<Option<Vec<GameText>>> {
    match run_folder(input) {
        Some(folder) if RunFolder::at(&folder).journal().is_file() => games_of_run(&folder),
        _ => games_of_files(input),
    }
}

/// The same of an input that is not a run; `None` of a run.
///
/// # Errors
/// The folder or the file cannot be read.
pub(crate) fn games_of_files(input: &Path) -> anyhow::Result<Option<Vec<GameText>>> {
    let unreadable = |error: &dyn std::fmt::Display| usage(format!("{}: {error}", input.display()));
    let history = |path: PathBuf| GameText {
        path: path.into(),
        number: 1,
        source: Source::History,
    };
    if input.is_dir() {
        let files = files_of(input).map_err(|error| unreadable(&error))?;
        return Ok((!files.is_empty()).then(|| files.into_iter().map(history).collect()));
    }
    match sort_of(input) {
        None => Ok(None),
        Some(Sort::Json) => Ok(Some(vec![history(input.to_owned())])),
        Some(Sort::Transcript) => {
            let text = text::read(input).map_err(|error| unreadable(&error))?;
            let path: Arc<Path> = input.into();
            let lines = (1_u64..).zip(text.lines());
            let lines = lines.filter(|(_, line)| !line.trim().is_empty());
            let games = (1_u64..).zip(lines).map(|(number, (line, text))| GameText {
                path: Arc::clone(&path),
                number,
                source: Source::Transcript(line, text.to_owned()),
            });
            Ok(Some(games.collect()))
        }
    }
}

/// The games of the run in `folder`; `None` if it is of Kriegspiel.
fn games_of_run(folder: &Path) -> anyhow::Result<Option<Vec<GameText>>> {
    // Errors of other runs are told by their readers.
    let Ok(run) = RunFile::load(folder) else {
        return Ok(None);
    };
    if run.ruleset != RBC {
        return Ok(None);
    }
    let path = RunFolder::at(folder).journal();
    let journal = Journal::open(&path).map_err(usage)?;
    if journal.with_tries().next().is_none() {
        let (shown, keys) = (folder.display(), kept_with(&run.job));
        return Err(usage(format!(
            "{shown}: there is no game with its senses and requests in it; {keys}"
        )));
    }
    let numbers: Vec<u64> = journal.outcomes().map(|(game, _)| game).collect();
    let path: Arc<Path> = path.into();
    let run = Arc::new(KeptRun {
        journal,
        ply_limit: run.job.ply_limit(),
    });
    let games = numbers.into_iter().map(|number| GameText {
        path: Arc::clone(&path),
        number,
        source: Source::Run(Arc::clone(&run)),
    });
    Ok(Some(games.collect()))
}

/// The games of each input, if all are of reconnaissance blind chess; `None` if none is.
///
/// # Errors
/// An input cannot be read, or some inputs are of another game.
pub(crate) fn games_of_all(inputs: &[PathBuf]) -> anyhow::Result<Option<Vec<Vec<GameText>>>> {
    let found = inputs.iter().map(|input| games(input));
    let found = found.collect::<anyhow::Result<Vec<_>>>()?;
    let is = |wanted: bool| found.iter().position(|games| games.is_some() == wanted);
    if let (Some(recon), Some(other)) = (is(true), is(false)) {
        let [recon, other] = [recon, other].map(|place| inputs[place].display());
        return Err(usage(format!(
            "{recon} has games of reconnaissance blind chess and {other} has not: figures are of one game"
        )));
    }
    Ok(found.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_recon::record::write_history;

    fn sort(name: &str, content: &str) -> Option<Sort> {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join(name);
        std::fs::write(&path, content).unwrap();
        sort_of(&path)
    }

    #[test]
    fn a_file_is_recognised_by_its_content() {
        let history = write_history(&play_transcript("g6:e2e4").unwrap());
        assert_eq!(sort("a", &history), Some(Sort::Json));
        assert_eq!(sort("a.json", "{\"type\":"), Some(Sort::Json));
        assert_eq!(sort("a.json", "{\"game\":0,\"try\":\"e2e4\"}"), None);
        assert_eq!(sort("a", "\n-:e2e4 e3:pass"), Some(Sort::Transcript));
        for other in ["", "1. e4 e5", "[White \"a:b\"]", "e4:e5", "{}"] {
            assert_eq!(sort("a", other), None, "{other}");
        }
    }

    #[test]
    fn a_wrong_game_names_its_turn_and_the_others_are_read() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("games.txt");
        std::fs::write(&path, "g6:e2e4 -:e7e5\n\n-:e2e4 -:e2e4\n").unwrap();
        let found = games(&path).unwrap().unwrap();
        assert_eq!(found[0].read().unwrap().plies(), 2);
        assert_eq!((found[1].line(), found[1].number), (3, 2));
        let refused = found[1].read().unwrap_err().to_string();
        assert!(
            refused.starts_with("ply 2: black may not request e2e4"),
            "{refused}"
        );

        let mut history = found[0].read().unwrap();
        history.turns[1][0].moved.as_mut().unwrap().after = "8/8 w".to_owned();
        for (name, text) in [
            ("b.json", write_history(&history)),
            ("a.json", "{".to_owned()),
        ] {
            std::fs::write(desk.path().join(name), text).unwrap();
        }
        let found = games(desk.path()).unwrap().unwrap();
        let wrong = found
            .iter()
            .map(|game| game.read().unwrap_err().to_string());
        let wrong: Vec<String> = wrong.collect();
        assert!(wrong[0].starts_with("not a history"), "{wrong:?}");
        assert!(
            wrong[1].starts_with("turn 1 of black: position after the move is"),
            "{wrong:?}"
        );
    }

    #[test]
    fn files_of_a_folder_are_in_the_order_of_their_numbers() {
        let desk = tempfile::tempdir().unwrap();
        for name in ["10.json", "b.json", "2.json", "a.json", "c.txt"] {
            std::fs::write(desk.path().join(name), "").unwrap();
        }
        let files = files_of(desk.path()).unwrap();
        let names: Vec<_> = files.iter().filter_map(|file| file.file_stem()).collect();
        assert_eq!(names, ["2", "10", "a", "b"]);
    }

    #[test]
    fn inputs_of_two_games_are_refused() {
        let desk = tempfile::tempdir().unwrap();
        let paths = ["a.txt", "b.pgn"].map(|name| desk.path().join(name));
        std::fs::write(&paths[0], "-:e2e4").unwrap();
        std::fs::write(&paths[1], "1. e4").unwrap();
        assert!(games_of_all(&paths[1..]).unwrap().is_none());
        assert_eq!(games_of_all(&paths[..1]).unwrap().unwrap()[0].len(), 1);
        let refused = games_of_all(&paths).unwrap_err().to_string();
        assert!(refused.contains("figures are of one game"), "{refused}");
    }
}
