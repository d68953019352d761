//! The recorded games of one player, from PGN files, transcripts, and folders and journals of runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::errors::usage;
use crate::cli::input::named_once::named_once;
use crate::cli::input::passed_over::PassedOver;
use crate::cli::input::players::Players;
use crate::cli::input::tries::{kept_with, run_folder};
use crate::cli::output::reading_progress::Reading;
use crate::cli::terminal::tell;
use crate::report::format::plural;
use darkforge_board::{Color, SIDES, side};
use darkforge_kriegspiel::record::GameRecord;
use darkforge_kriegspiel::record::read::{self, Found, ReadGame};
use darkforge_kriegspiel::umpire::{Question, Ruleset};
use darkforge_lab::config::RunFile;
use darkforge_lab::folder::RunFolder;
use darkforge_lab::journal::{Journal, game_of_line};
use darkforge_lab::kriegspiel::record;
use darkforge_lab::rules::Rules;
use darkforge_research::imitate::Sample;

/// Names of files with games in a run's folder.
pub(crate) const IN_FOLDER: [&str; 3] = ["games.pgn", "games.jsonl", "transcript.jsonl"];

/// Games of the player.
#[derive(Default)]
pub(crate) struct Recorded {
    /// The player's sides of its games, in the order of the files.
    pub(crate) samples: Vec<Sample>,
    /// Games of each player.
    players: Players,
    games: u64,
    passed_over: PassedOver,
    /// Games without the player's refused tries.
    moves_only: u64,
}

/// Reads the games of the player with these `names`, of which the first is the user's.
///
/// # Errors
/// If a file cannot be read or has no games, or no player has such a name.
pub(crate) fn read(
    paths: &[PathBuf],
    wanted: &[String],
    rules: read::Reading,
    quiet: bool,
) -> anyhow::Result<Recorded> {
    let files = paths
        .iter()
        .map(|path| file_of(path))
        .collect::<anyhow::Result<Vec<_>>>()?;
    named_once(paths.iter().map(PathBuf::as_path))?;
    let reading = Reading::new(&files, quiet);
    let mut recorded = Recorded::default();
    for path in &files {
        if let Some(folder) = run_folder(path) {
            recorded.add_run(&folder, wanted)?;
            reading.set_found(&plural(recorded.games, "game"));
            continue;
        }
        let games = read::open_through(path, |file| reading.of(file));
        let games = games.map_err(usage)?.under(rules);
        let names = if games.is_transcript() {
            Some(names(path)?)
        } else {
            None
        };
        let before = recorded.games;
        for found in games {
            recorded.add(path, found, names.as_ref(), wanted);
            reading.set_found(&plural(recorded.games, "game"));
        }
        if recorded.games == before {
            let path = path.display().to_string();
            return Err(usage(read::ReadError::NoGame { path }));
        }
    }
    reading.end();
    if recorded.samples.is_empty() {
        return Err(usage(recorded.nobody(&wanted[0])));
    }
    Ok(recorded)
}

/// The file with the games of `path`: itself, or one in a run's folder.
pub(crate) fn file_of(path: &Path) -> anyhow::Result<PathBuf> {
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let files = IN_FOLDER.map(|name| path.join(name)).into_iter();
    let mut files = files.chain([RunFolder::at(path).journal()]);
    files.find(|file| file.is_file()).ok_or_else(|| {
        usage(format!(
            "{}: there is no {} or {} in this folder; it should be the folder of a run",
            path.display(),
            IN_FOLDER.join(" or "),
            RunFolder::JOURNAL
        ))
    })
}

/// Players of a transcript by the journal beside it.
///
/// # Errors
/// There is none, or it is wrong.
pub(crate) fn names(transcript: &Path) -> anyhow::Result<BTreeMap<u64, [String; 2]>> {
    let journal = transcript.with_file_name(RunFolder::JOURNAL);
    if !journal.is_file() {
        return Err(usage(read::ReadError::NoPlayers {
            path: transcript.display().to_string(),
        }));
    }
    let journal = Journal::open(&journal).map_err(usage)?;
    let names = journal.games().map(|game| {
        let game = game?;
        Ok((game.game, [game.white, game.black]))
    });
    names.collect()
}

/// The games of the run in `folder` that kept their tries and begin from the initial position: calls
/// `each` with the players and the record. The others are `passed_over`.
///
/// # Errors
/// The run is not of Kriegspiel, kept no tries, or its journal is wrong.
pub(crate) fn games_of_run(
    folder: &Path,
    passed_over: &mut PassedOver,
    mut each: impl FnMut(&[String; 2], &GameRecord),
) -> anyhow::Result<()> {
    let run = RunFile::load(folder).map_err(usage)?;
    let journal = RunFolder::at(folder).journal();
    let shown = journal.display();
    let rules: Rules = run
        .ruleset
        .parse()
        .map_err(|error| usage(format!("{shown}: {error}")))?;
    let ruleset = rules.kriegspiel().ok_or_else(|| {
        usage(format!(
            "{shown}: its games are not of Kriegspiel but of {}",
            rules.name()
        ))
    })?;
    let games = Journal::open(&journal).map_err(usage)?;
    if games.with_tries().next().is_none() {
        return Err(usage(format!(
            "{shown}: the run kept no tries; {}",
            kept_with(&run.job)
        )));
    }
    for number in games.with_tries() {
        let line = games.read_line(number).map_err(usage)?;
        let wrong = |problem: String| usage(format!("{shown}: game {number}: {problem}"));
        let played = game_of_line(&line).map_err(wrong)?;
        let record = record(&played, ruleset, run.job.ply_limit()).map_err(wrong)?;
        if record.start().is_some() {
            let problem = "it does not begin from the initial position";
            passed_over.add(&journal, games.line(number) as u64, Some(number), problem);
            continue;
        }
        each(&[played.white, played.black], &record);
    }
    Ok(())
}

impl Recorded {
    /// Adds the games of a run's journal.
    fn add_run(&mut self, folder: &Path, wanted: &[String]) -> anyhow::Result<()> {
        let mut passed_over = std::mem::take(&mut self.passed_over);
        let before = passed_over.games;
        games_of_run(folder, &mut passed_over, |players, record| {
            self.games += 1;
            let questions = record.entries.iter().map(|entry| entry.question).collect();
            self.add_sides(record.ruleset, players, &questions, wanted);
        })?;
        self.games += passed_over.games - before;
        self.passed_over = passed_over;
        Ok(())
    }

    /// Adds the sides of a game of `players` that are `wanted`; returns their colours.
    fn add_sides(
        &mut self,
        ruleset: &'static Ruleset,
        players: &[String; 2],
        questions: &Arc<[Question]>,
        wanted: &[String],
    ) -> Vec<Color> {
        let mut sides = Vec::new();
        for color in SIDES {
            let name = &players[side(color)];
            self.players.add(name);
            if wanted.contains(name) {
                sides.push(color);
                self.samples.push(Sample {
                    game: self.games - 1,
                    ruleset,
                    color,
                    questions: Arc::clone(questions),
                });
            }
        }
        sides
    }

    fn add(
        &mut self,
        path: &Path,
        found: Found,
        names: Option<&BTreeMap<u64, [String; 2]>>,
        wanted: &[String],
    ) {
        self.games += 1;
        let Some(game) = self.passed_over.unless_whole(path, found) else {
            return;
        };
        let none = Default::default();
        let players = match names {
            Some(names) => names.get(&game.game).unwrap_or(&none),
            None => &game.players,
        };
        let questions: Arc<[Question]> = game.entries.iter().map(|entry| entry.question).collect();
        for color in self.add_sides(game.ruleset, players, &questions, wanted) {
            self.moves_only += u64::from(game.filter.hides_tries(color) || !told_all(&game));
        }
    }

    fn nobody(&self, player: &str) -> String {
        if self.players.is_empty() && self.passed_over.games > 0 {
            self.passed_over.tell();
            return format!(
                "--player {player}: no game of that name is known, because none can be followed \
                 from its beginning"
            );
        }
        self.players.nobody(player)
    }

    /// Reports the games that could not be used, or only in part.
    pub(crate) fn tell_what_is_left_out(&self) {
        self.passed_over.tell();
        if let Some(sentence) = self.without_tries() {
            tell(&sentence);
        }
    }

    /// A sentence on the games without tries, if there are some.
    fn without_tries(&self) -> Option<String> {
        let games = (self.moves_only > 0).then(|| plural(self.moves_only, "game"))?;
        Some(format!(
            "{games} without the player's refused tries: its moves alone are decisions"
        ))
    }
}

/// Whether a game has tries; plain PGN has none.
fn told_all(game: &ReadGame) -> bool {
    game.annotated || game.tags.is_empty()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use darkforge_board::Color;
    use darkforge_kriegspiel::umpire::ICC;

    use super::super::test_run::play;
    use super::*;

    const GAMES: &str = "[White \"a\"]\n[Black \"b\"]\n\n1. e4 {:} e5 {:} *\n\n\
                         [White \"b\"]\n[Black \"a\"]\n\n1. d4 d5 *\n\n\
                         [White \"a\"]\n[Black \"a\"]\n[Filtered \"semi-White\"]\n\n1. c4 {:} c5 {:} *\n\n\
                         [White \"a\"]\n[Black \"b\"]\n\n1. e4 e4 *\n";

    fn read_of(paths: &[PathBuf], player: &str) -> Result<Recorded, String> {
        let wanted = [player.to_owned()];
        read(paths, &wanted, read::Reading::from(&ICC), true).map_err(|error| error.to_string())
    }

    fn sides(recorded: &Recorded) -> Vec<(u64, Color)> {
        let samples = recorded.samples.iter();
        samples.map(|sample| (sample.game, sample.color)).collect()
    }

    #[test]
    fn the_sides_of_the_player_are_taken_from_every_game_that_can_be_followed() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("g.pgn");
        fs::write(&path, GAMES).unwrap();
        let recorded = read_of(std::slice::from_ref(&path), "a").unwrap();
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(
            sides(&recorded),
            [(0, white), (1, black), (2, white), (2, black)]
        );
        assert_eq!(recorded.samples[0].questions.len(), 2);
        assert_eq!((recorded.games, recorded.passed_over.games), (4, 1));
        // Plain PGN has no tries, and the last filter hides those of Black.
        assert_eq!(recorded.moves_only, 2);
        let told = recorded.without_tries().unwrap();
        assert!(told.starts_with("2 games without the player's"), "{told}");
        let nobody = read_of(std::slice::from_ref(&path), "c")
            .map(drop)
            .unwrap_err();
        assert!(
            nobody.ends_with("players are a (4 games), b (2 games)"),
            "{nobody}"
        );
        fs::write(&path, "1. e4 e5 *\n").unwrap();
        let nameless = read_of(std::slice::from_ref(&path), "a")
            .map(drop)
            .unwrap_err();
        assert!(nameless.contains("no game names its players"), "{nameless}");
        fs::write(&path, "no game\n").unwrap();
        let none = read_of(&[path], "a").map(drop).unwrap_err();
        assert!(none.contains("there is no game in it"), "{none}");
    }

    #[test]
    fn a_run_that_kept_its_tries_has_games() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("run");
        play(&folder, ["random", "semi-random"], true);
        for path in [folder.clone(), RunFolder::at(&folder).journal()] {
            let recorded = read_of(&[path], "random").unwrap();
            let colors: Vec<Color> = sides(&recorded).iter().map(|side| side.1).collect();
            assert_eq!(
                colors,
                [Color::White, Color::Black, Color::White, Color::Black]
            );
            assert_eq!((recorded.games, recorded.moves_only), (4, 0));
            assert!(recorded.samples[0].questions.len() >= 15);
        }
    }

    #[test]
    fn players_of_a_transcript_are_those_of_the_journal_beside_it() {
        let desk = tempfile::tempdir().unwrap();
        let folder = desk.path().join("run");
        play(&folder, ["random", "semi-random"], false);
        let none = read_of(std::slice::from_ref(&folder), "random")
            .map(drop)
            .unwrap_err();
        assert!(none.contains("the run kept no tries"), "{none}");
        let line = |game: u64, rest: &str| format!("{{\"game\":{game},{rest}}}\n");
        let end = "\"result\":\"1-0\",\"ending\":\"crash\",\"plies\":0";
        let text = [line(1, end), line(0, end)].concat();
        let transcript = folder.join("games.jsonl");
        fs::write(&transcript, &text).unwrap();
        for path in [&folder, &transcript] {
            let recorded = read_of(std::slice::from_ref(path), "random").unwrap();
            assert_eq!(sides(&recorded), [(0, Color::Black), (1, Color::White)]);
            assert_eq!(recorded.moves_only, 0);
        }
        let alone = desk.path().join("alone.jsonl");
        fs::write(&alone, text).unwrap();
        let nameless = read_of(&[alone], "random").map(drop).unwrap_err();
        assert!(
            nameless.contains("a transcript names no players"),
            "{nameless}"
        );
    }
}
