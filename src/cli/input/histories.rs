//! Games of reconnaissance blind chess: histories in reconchess' format, folders of them, and
//! transcripts.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::cli::errors::usage;
use crate::cli::input::tries::{kept_with, run_folder};
use darkforge_kriegspiel::text;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::Journal;
use darkforge_lab::recon;
use darkforge_lab::rules::RBC;
use darkforge_recon::record::{History, check, play_transcript, read_history};
use darkforge_recon::referee::{Request, Sense};

/// Bytes of a file by which it is recognised.
const HEAD: u64 = 4096;

/// Sort of a file with games of reconnaissance blind chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// One history.
    Json,
    /// A game in each line, as senses and requests.
    Transcript,
    /// Games of a run, in its journal.
    Run,
}

/// A game as it stands in a file.
#[derive(Clone, Debug)]
pub(crate) struct GameText {
    /// File.
    pub(crate) path: PathBuf,
    /// First line of the game, from 1.
    pub(crate) line: u64,
    /// Number of the game in the file, from 1.
    pub(crate) number: u64,
    sort: Sort,
    /// The line of a transcript; a history is read when it is needed.
    text: Option<String>,
    /// The game of a run, and the run's limit of plies.
    played: Option<(Box<PlayedGame>, u32)>,
}

impl GameText {
    /// The game, refereed again.
    ///
    /// # Errors
    /// The file cannot be read, is no game, or contradicts the rules: then the turn is named.
    pub(crate) fn read(&self) -> Result<History, String> {
        if let Some((played, ply_limit)) = &self.played {
            return recon::history(played, *ply_limit);
        }
        let text = match &self.text {
            Some(text) => text.clone(),
            None => text::read(&self.path).map_err(|error| error.to_string())?,
        };
        match self.sort {
            Sort::Json => {
                let history = read_history(&text).map_err(|error| error.to_string())?;
                check(&history).map_err(|error| error.to_string())?;
                Ok(history)
            }
            Sort::Transcript | Sort::Run => {
                play_transcript(&text).map_err(|error| error.to_string())
            }
        }
    }

    /// Whether it is of a run, whose numbers begin at 0.
    pub(crate) fn is_of_run(&self) -> bool {
        self.sort == Sort::Run
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
pub(crate) fn files_of(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
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
    let unreadable = |error: &dyn std::fmt::Display| usage(format!("{}: {error}", input.display()));
    if let Some(folder) = run_folder(input)
        && RunFolder::at(&folder).journal().is_file()
    {
        return games_of_run(&folder);
    }
    let json = |path: PathBuf| GameText {
        path,
        line: 1,
        number: 1,
        sort: Sort::Json,
        text: None,
        played: None,
    };
    if input.is_dir() {
        let files = files_of(input).map_err(|error| unreadable(&error))?;
        return Ok((!files.is_empty()).then(|| files.into_iter().map(json).collect()));
    }
    match sort_of(input) {
        None | Some(Sort::Run) => Ok(None),
        Some(Sort::Json) => Ok(Some(vec![json(input.to_owned())])),
        Some(Sort::Transcript) => {
            let text = text::read(input).map_err(|error| unreadable(&error))?;
            let lines = (1_u64..).zip(text.lines());
            let lines = lines.filter(|(_, line)| !line.trim().is_empty());
            let games = (1_u64..).zip(lines).map(|(number, (line, text))| GameText {
                path: input.to_owned(),
                line,
                number,
                sort: Sort::Transcript,
                text: Some(text.to_owned()),
                played: None,
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
    let mut games = Vec::new();
    journal.read_tries(|game| -> anyhow::Result<()> {
        if game.tries.is_some() {
            games.push(GameText {
                path: path.clone(),
                line: games.len() as u64 + 1,
                number: game.game,
                sort: Sort::Run,
                text: None,
                played: Some((Box::new(game), run.job.ply_limit())),
            });
        }
        Ok(())
    })?;
    if games.is_empty() {
        let (shown, keys) = (folder.display(), kept_with(&run.job));
        return Err(usage(format!(
            "{shown}: there is no game with its senses and requests in it; {keys}"
        )));
    }
    Ok(Some(games))
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
        assert_eq!((found[1].line, found[1].number), (3, 2));
        let refused = found[1].read().unwrap_err();
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
        let wrong: Vec<String> = found.iter().map(|game| game.read().unwrap_err()).collect();
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
