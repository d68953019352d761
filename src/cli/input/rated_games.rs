//! Games for ratings, read from journals and PGN files.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::cli::errors::usage;
use crate::cli::input::named_once::named_once;
use crate::cli::terminal::tell;
use crate::report::Crosstable;
use crate::report::format::{plural, thousands};
use darkforge_kriegspiel::record::read::{self, TaggedGame};
use darkforge_kriegspiel::umpire::{Ending, GameResult};
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::config::{Job, RunFile};
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::Journal;
use darkforge_lab::tuner::is_individual;
use darkforge_ratings::{GameScore, MOST_PLAYERS};

/// Games that were read, and those that were not counted.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) table: Crosstable,
    pub(crate) counted: u64,
    /// Games without a result.
    pub(crate) unfinished: u64,
    /// Games that do not name both players.
    pub(crate) nameless: u64,
    /// Games of a player against itself.
    pub(crate) alone: u64,
    /// Runs without a finished game.
    pub(crate) empty: Vec<PathBuf>,
    /// Place of the first nameless game.
    first_nameless: Option<String>,
}

/// An opened input.
enum Source<'a> {
    Journal(&'a Path, Journal),
    Pgn(&'a Path),
}

impl Source<'_> {
    /// Whether it is the run of an evolution, as far as its folder says.
    fn is_evolution(&self) -> bool {
        let Source::Journal(path, _) = self else {
            return false;
        };
        let folder = if path.is_file() {
            path.parent()
        } else {
            Some(*path)
        };
        let run = folder.and_then(|folder| RunFile::load(folder).ok());
        run.is_some_and(|run| matches!(run.job, Job::Evolve(_)))
    }
}

impl Games {
    /// The games of `paths`: folders of runs, journals and PGN files. A player of a journal is
    /// identified by everything that decides its moves. If different players of several runs have
    /// one name, the name of the run comes before it; the same holds for individuals of an
    /// evolution.
    ///
    /// # Errors
    /// A path is none of these, or damaged.
    pub(crate) fn read(paths: &[PathBuf]) -> anyhow::Result<Games> {
        let mut games = Games::default();
        let mut sources = Vec::new();
        named_once(paths.iter().map(PathBuf::as_path))?;
        for path in paths {
            sources.extend(games.open(path)?);
        }
        let ambiguous = ambiguous(&sources)?;
        let evolutions = sources.iter().filter(|source| source.is_evolution());
        let several = evolutions.count() > 1;
        for source in &sources {
            match source {
                Source::Pgn(path) => games.add_pgn(path)?,
                Source::Journal(path, journal) => {
                    let run = run_of(path);
                    let evolves = several && source.is_evolution();
                    let name = |name: &str| {
                        if ambiguous.contains(name) || evolves && is_individual(name) {
                            format!("{run}#{name}")
                        } else {
                            name.to_owned()
                        }
                    };
                    games.add_journal(path, journal, name)?;
                }
            }
        }
        Ok(games)
    }

    /// Opens `path`; `None` for a run that never began.
    fn open<'a>(&mut self, path: &'a Path) -> anyhow::Result<Option<Source<'a>>> {
        if RunFolder::at(path).never_began() {
            self.empty.push(path.to_owned());
            return Ok(None);
        }
        let journal = if path.is_dir() {
            let journal = RunFolder::at(path).journal();
            if !journal.is_file() {
                return Err(usage(format!(
                    "{}: there is no {} in this folder; it should be the folder of a run",
                    path.display(),
                    RunFolder::JOURNAL
                )));
            }
            journal
        } else if is_journal(path) {
            path.to_owned()
        } else {
            return Ok(Some(Source::Pgn(path)));
        };
        let journal = Journal::open(&journal).map_err(usage)?;
        Ok(Some(Source::Journal(path, journal)))
    }

    /// Games read, counted or not.
    pub(crate) fn seen(&self) -> u64 {
        self.counted + self.unfinished + self.nameless + self.alone
    }

    fn add_journal(
        &mut self,
        path: &Path,
        journal: &Journal,
        name: impl Fn(&str) -> String,
    ) -> anyhow::Result<()> {
        if journal.is_empty() {
            self.empty.push(path.to_owned());
        }
        for game in journal.games() {
            let game = game?;
            if game.white == game.black {
                self.alone += 1;
            } else {
                self.counted += 1;
            }
        }
        Ok(self.table.add_journal(journal, name)?)
    }

    fn add_pgn(&mut self, path: &Path) -> anyhow::Result<()> {
        let before = self.seen();
        for game in read::results(path).map_err(usage)? {
            let game = game.map_err(|error| usage(format!("{}, {error}", path.display())))?;
            self.add_tagged(path, &game);
            // A fit would refuse them at the end, and names take memory.
            if self.table.players().len() > MOST_PLAYERS {
                let most = thousands(MOST_PLAYERS as u64);
                return Err(usage(format!(
                    "{}, line {}: these are more than {most} players; at most so many can be rated together",
                    path.display(),
                    game.line
                )));
            }
        }
        if self.seen() == before {
            let path = path.display().to_string();
            return Err(usage(read::ReadError::NoGame { path }));
        }
        Ok(())
    }

    fn add_tagged(&mut self, path: &Path, game: &TaggedGame) {
        if game.white.is_empty() || game.black.is_empty() {
            self.nameless += 1;
            let place = || format!("{}, line {}", path.display(), game.line);
            self.first_nameless.get_or_insert_with(place);
            return;
        }
        let Some(result) = game.result else {
            self.unfinished += 1;
            return;
        };
        if game.white == game.black {
            self.alone += 1;
            return;
        }
        let score = match result {
            GameResult::WhiteWins => GameScore::Win,
            GameResult::BlackWins => GameScore::Loss,
            GameResult::Draw => GameScore::Draw {
                stalemate: game.termination == Ending::Stalemate.as_str(),
            },
        };
        self.counted += 1;
        self.table.add(&game.white, &game.black, score);
    }

    /// Reports the games that were not counted.
    pub(crate) fn tell_what_is_left_out(&self) {
        for sentence in self.left_out() {
            tell(&sentence);
        }
    }

    /// Sentences on the games that were not counted.
    fn left_out(&self) -> Vec<String> {
        let empty = self.empty.iter();
        let mut left_out: Vec<String> = empty.map(|path| no_game(path.as_path())).collect();
        if let Some(first) = &self.first_nameless {
            let count = plural(self.nameless, "game");
            left_out.push(format!(
                "left out: {count} without the names of both players, the first in {first}"
            ));
        }
        for (count, what) in [
            (self.unfinished, "without a result"),
            (self.alone, "of a player against itself"),
        ] {
            if count > 0 {
                left_out.push(format!("left out: {} {what}", plural(count, "game")));
            }
        }
        left_out
    }
}

/// A sentence on an input without games.
pub(crate) fn no_game(path: &Path) -> String {
    let shown = path.display();
    if path.is_dir() && !path.join(RunFile::NAME).is_file() {
        return format!("{shown}: there is no {} in it", RunFile::NAME);
    }
    format!("{shown}: no game is finished")
}

/// Names shared by different players of the journals.
fn ambiguous(sources: &[Source<'_>]) -> anyhow::Result<BTreeSet<String>> {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut ambiguous = BTreeSet::new();
    for source in sources {
        let Source::Journal(_, journal) = source else {
            continue;
        };
        for game in journal.games() {
            let PlayedGame {
                white,
                black,
                players,
                ..
            } = game?;
            for (name, hash) in [white, black].into_iter().zip(players) {
                match known.get(&name) {
                    None => drop(known.insert(name, hash)),
                    Some(other) if *other == hash => {}
                    Some(_) => drop(ambiguous.insert(name)),
                }
            }
        }
    }
    Ok(ambiguous)
}

/// The name of the run at `path`: its folder, or a journal outside one.
fn run_of(path: &Path) -> String {
    let folder = match path.parent() {
        Some(parent) if path.ends_with(RunFolder::JOURNAL) => parent,
        _ => path,
    };
    let name: PathBuf = folder.components().collect();
    name.display().to_string()
}

/// Whether a file's first line is a finished game of a journal: it names players, unlike a line of
/// a transcript.
fn is_journal(path: &Path) -> bool {
    if path
        .file_name()
        .is_some_and(|name| name == RunFolder::JOURNAL)
    {
        return true; // also one that was killed within its first line
    }
    // The content of a pipe can be read only once.
    let file = std::fs::File::open(path).ok();
    let Some(file) = file.filter(|_| read::is_file(path)) else {
        return false;
    };
    let mut line = Vec::new();
    // A journal's line may have every try of a long game.
    let read = BufReader::new(file.take(16 << 20)).read_until(b'\n', &mut line);
    let value = serde_json::from_slice::<serde_json::Value>(&line);
    read.is_ok() && value.is_ok_and(|value| value.get("white").is_some())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::test_run::play;
    use super::*;

    fn names(games: &Games) -> Vec<&str> {
        let mut names: Vec<_> = games.table.players().iter().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    fn refused(paths: &[PathBuf]) -> String {
        let refused = Games::read(paths).map(|games| games.seen());
        refused.unwrap_err().to_string()
    }

    #[test]
    fn pgn_games_are_counted_or_left_out_by_their_tags() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("g.pgn");
        let game = |white: &str, black: &str, result: &str, more: &str| {
            format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n{more}\n1. e4 {result}\n\n"
            )
        };
        let stalemate = "[Termination \"stalemate\"]\n";
        let text = [
            game("a", "b", "1-0", ""),
            game("b", "a", "1-0", ""),
            game("b", "a", "1-0", ""),
            game("a", "b", "1/2-1/2", ""),
            game("a", "b", "1/2-1/2", stalemate),
            game("a", "b", "*", ""),
            game("a", "a", "1-0", ""),
            game("", "b", "1-0", ""),
            game("a", "", "1-0", ""),
            game("?", "b", "1-0", ""),
        ];
        fs::write(&path, text.concat()).unwrap();
        let games = Games::read(std::slice::from_ref(&path)).unwrap();
        let tally = games.table.tally("a", "b");
        assert_eq!((tally.wins, tally.draws, tally.losses), (1, 2, 2));
        assert_eq!(tally.stalemates, 1);
        let left_out = (games.unfinished, games.nameless, games.alone);
        assert_eq!((games.counted, left_out), (5, (1, 3, 1)));
        assert_eq!(games.seen(), 10);
        let place = format!("{}, line 44", path.display());
        assert_eq!(games.first_nameless.as_ref(), Some(&place));
        assert_eq!(
            games.left_out(),
            [
                &format!(
                    "left out: 3 games without the names of both players, the first in {place}"
                ),
                "left out: 1 game without a result",
                "left out: 1 game of a player against itself",
            ]
        );
        assert!(Games::default().left_out().is_empty());
        fs::write(&path, "no game\n").unwrap();
        assert!(refused(&[path]).contains("there is no game in it"));
    }

    #[test]
    fn a_run_is_read_by_its_folder_and_by_its_journal() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("run");
        play(&folder, ["random", "semi-random"], false);
        let copy = desk.path().join("copy.txt");
        fs::copy(folder.join(RunFolder::JOURNAL), &copy).unwrap();
        for path in [folder.clone(), folder.join(RunFolder::JOURNAL), copy] {
            let games = Games::read(&[path]).unwrap();
            assert_eq!((games.counted, games.seen()), (4, 4));
            assert_eq!(names(&games), ["random", "semi-random"]);
            assert!(games.empty.is_empty());
        }
        let none = refused(&[desk.path().to_owned()]);
        assert!(
            none.contains("there is no journal.jsonl in this folder"),
            "{none}"
        );
    }

    #[test]
    fn runs_without_a_game_are_named() {
        let desk = tempfile::tempdir().unwrap();
        let [bare, begun] = ["bare", "begun"].map(|name| desk.path().join(name));
        fs::create_dir(&bare).unwrap();
        fs::create_dir(&begun).unwrap();
        fs::write(begun.join(RunFolder::JOURNAL), "").unwrap();
        fs::write(begun.join("other"), "").unwrap();
        let games = Games::read(&[bare.clone(), begun.clone()]).unwrap();
        assert_eq!(games.empty, [bare, begun]);
        assert_eq!(games.seen(), 0);
    }

    #[test]
    fn different_players_of_one_name_are_told_apart_by_their_runs() {
        let desk = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| desk.path().join(name));
        play(&one, ["random", "semi-random"], false);
        play(&other, ["random", "semi-random"], false);
        let both = [one.clone(), other.clone()];
        assert_eq!(
            names(&Games::read(&both).unwrap()),
            ["random", "semi-random"]
        );
        let journal = other.join(RunFolder::JOURNAL);
        let text = fs::read_to_string(&journal).unwrap();
        let game = text.lines().next().unwrap();
        let hash = game.split_once("\"players\":[\"").unwrap().1;
        let changed = text.replace(&hash[..16], "0123456789abcdef");
        let bare = changed.lines().map(|line| {
            let (game, _) = line.split_once(",\"check\"").unwrap();
            format!("{game}}}\n")
        });
        fs::write(&journal, bare.collect::<String>()).unwrap();
        let games = Games::read(&both).unwrap();
        let qualified = both.map(|run| format!("{}#random", run.display()));
        let mut wanted = vec![&*qualified[0], &*qualified[1], "semi-random"];
        wanted.sort_unstable();
        assert_eq!(names(&games), wanted);
        assert_eq!(run_of(&journal), other.display().to_string());
    }
}
