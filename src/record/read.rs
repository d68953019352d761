//! Games read back from files: PGN, plain or extended (T 4.4), and transcripts.
//!
//! Only the moves count. What the umpire said of each is worked out again from the board,
//! under the rules of the Internet Chess Club: plain PGN does not have it, and in PGN that
//! was written by hand it has mistakes.

mod pgn;
mod transcript;

use std::path::Path;

use super::Entry;
use crate::chess::{Color, Position, Try};
use crate::umpire::{Answer, GameResult, ICC, Question, announce};

/// A game as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// Names of White and Black; empty where the file has none.
    pub players: [String; 2],
    /// Who won, if the file says so.
    pub result: Option<GameResult>,
    /// Every move in order, with what the umpire says of it; no refused tries.
    pub moves: Vec<Entry>,
    /// Who mated with the last move.
    pub mated_by: Option<Color>,
}

/// A game that cannot be followed to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedGame {
    /// Number of the game in its file, from 1.
    pub number: usize,
    /// What is wrong and where.
    pub problem: String,
}

/// A file without games.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// It holds something else.
    #[error("{path}: there is no game in it; it should be PGN, or a transcript in JSON Lines")]
    NoGame {
        /// The file.
        path: String,
    },
}

/// The games of a file in its order. A damaged game does not keep the others from being
/// read.
///
/// # Errors
/// The file cannot be read, or there is no game in it.
pub fn file(path: &Path) -> Result<Vec<Result<ReadGame, DamagedGame>>, ReadError> {
    let name = || path.display().to_string();
    let bytes = std::fs::read(path).map_err(|source| ReadError::File {
        path: name(),
        source,
    })?;
    let games = games(&bytes);
    if games.is_empty() {
        return Err(ReadError::NoGame { path: name() });
    }
    Ok(games)
}

/// The games of a file's content in its order: a transcript if its first line is a JSON
/// object, otherwise PGN.
pub fn games(content: &[u8]) -> Vec<Result<ReadGame, DamagedGame>> {
    let first = content.split(|&byte| byte == b'\n').next();
    let object = first.is_some_and(|line| {
        serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(line).is_ok()
    });
    let games = if object {
        transcript::games(content)
    } else {
        pgn::games(content)
    };
    let number = |(index, game): (usize, Result<ReadGame, String>)| {
        game.map_err(|problem| DamagedGame {
            number: index + 1,
            problem,
        })
    };
    games.into_iter().enumerate().map(number).collect()
}

/// A game as far as it was read.
#[derive(Default)]
struct Unfinished {
    position: Position,
    players: [String; 2],
    result: Option<GameResult>,
    moves: Vec<Entry>,
    /// The first thing that is wrong; nothing is read after it.
    problem: Option<String>,
}

impl Unfinished {
    fn wrong(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// Plays a move that `resolve` finds on the board, or names as wrong.
    fn play(&mut self, resolve: impl FnOnce(&Position) -> Result<Try, String>) {
        if self.problem.is_some() {
            return;
        }
        let side = self.position.turn();
        let asked = resolve(&self.position);
        let played = asked.and_then(|asked| {
            let played = self.position.play(asked);
            played
                .map(|played| (asked, played))
                .ok_or_else(|| format!("'{asked}' is not legal"))
        });
        match played {
            Ok((asked, played)) => self.moves.push(Entry {
                side,
                question: Question::Try(asked),
                answer: Answer::Played(announce(&ICC, &self.position, played)),
            }),
            Err(problem) => {
                let number = self.moves.len() / 2 + 1;
                let dots = side.fold_wb(".", "...");
                self.wrong(format!("move {number}{dots} {problem}"));
            }
        }
    }

    /// Compares with the number of moves that the file states: a reader that passes over
    /// what is no move would not notice a hole.
    fn expect_plies(&mut self, stated: usize) {
        let read = self.moves.len();
        if read != stated {
            self.wrong(format!("only {read} of its {stated} moves can be read"));
        }
    }

    fn finish(mut self) -> Result<ReadGame, String> {
        let mated = !self.position.can_move() && self.position.checkers().any();
        let mated_by = mated.then(|| !self.position.turn());
        if let (Some(winner), Some(result)) = (mated_by, self.result)
            && result.winner() != Some(winner)
        {
            self.wrong(format!(
                "its result is {result}, but its last move mates for {winner:?}"
            ));
        }
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(ReadGame {
                players: self.players,
                result: self.result,
                moves: self.moves,
                mated_by,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{self, GameRecord, Heading};
    use crate::stream;
    use crate::umpire::Umpire;

    const FOOLS: &str = "[White \"Ann\"]\n[Black \"Bo\"]\n[Result \"0-1\"]\n\n\
        1. f3! {a comment} e5 (1... d5 2. e4) 2. g4 $4 {P0:} Qh4# 0-1\n\n";

    fn only(text: &str) -> Result<ReadGame, DamagedGame> {
        let mut games = games(text.as_bytes());
        assert_eq!(games.len(), 1, "{games:?}");
        games.remove(0)
    }

    #[test]
    fn a_plain_game_is_read_with_the_umpires_words() {
        let game = only(FOOLS).unwrap();
        assert_eq!(game.players, ["Ann", "Bo"]);
        assert_eq!(game.mated_by, Some(Color::Black));
        let moves: Vec<String> = game.moves.iter().map(|m| m.question.to_string()).collect();
        assert_eq!(moves, ["f2f3", "e7e5", "g2g4", "d8h4"]);
        let silent = game.moves.iter().map(|m| match m.answer {
            Answer::Played(said) => said.is_silent(),
            _ => false,
        });
        assert_eq!(silent.collect::<Vec<_>>(), [true, true, true, false]);
    }

    #[test]
    fn a_damaged_game_is_named_and_the_next_one_is_read() {
        let cases = [
            (
                FOOLS.replace("Qh4#", "Qh5#"),
                "move 2... 'Qh5#' is not legal",
            ),
            (
                FOOLS.replace("e5 (", "xx5 ("),
                "move 1... 'g4' is not legal",
            ),
            (FOOLS.replace("0-1\"", "1-0\""), "mates for Black"),
            (FOOLS.replace("[White", "[FEN \"8/8\"]\n[White"), "FEN"),
            (
                FOOLS.replace("[White", "[PlyCount \"6\"]\n[White"),
                "only 4 of its 6",
            ),
        ];
        for (damaged, words) in cases {
            let read = games(format!("{damaged}{FOOLS}").as_bytes());
            assert_eq!(read.len(), 2, "{read:?}");
            let problem = read[0].clone().unwrap_err();
            assert_eq!(problem.number, 1);
            assert!(problem.problem.contains(words), "{problem:?}");
            assert!(read[1].is_ok(), "{read:?}");
        }
        let open = only("[White \"A\"]\n\n1. e4 {no end").unwrap_err();
        assert!(open.problem.contains("comment"), "{open:?}");
    }

    #[test]
    fn text_without_games_has_none() {
        for text in ["", "\n\n", "# Notes\n\nNothing here.\n", "\u{feff}"] {
            assert_eq!(games(text.as_bytes()), [], "{text:?}");
        }
    }

    /// A game of random tries, many of them refused.
    fn record(seed: u64) -> GameRecord {
        let mut stream = stream::open(seed, "read", 0);
        let mut umpire = Umpire::new(&ICC, 300);
        let (mut entries, mut tries) = (Vec::new(), Vec::new());
        while umpire.outcome().is_none() {
            let side = umpire.turn();
            umpire.view(side).pseudolegal(true, &mut tries);
            let question = Question::Try(tries[stream::below(&mut stream, tries.len())]);
            let answer = umpire.ask(question).unwrap();
            entries.push(Entry {
                side,
                question,
                answer,
            });
        }
        GameRecord::close(&umpire, entries)
    }

    #[test]
    fn what_is_written_is_read_again() {
        let heading = Heading {
            game: 0,
            white: "a \"b\" \\c".to_owned(),
            black: "d".to_owned(),
            pair: 0,
            seed: 0,
        };
        for seed in 0..20 {
            let record = record(seed);
            let played = record.entries.iter().copied();
            let played: Vec<Entry> = played.filter(|e| e.answer != Answer::Refused).collect();
            let mut text = Vec::new();
            record::pgn::write(&mut text, &heading, &record).unwrap();
            let read = games(&text).remove(0).unwrap();
            assert_eq!(read.players, [heading.white.as_str(), "d"]);
            assert_eq!(read.moves, played);
            assert_eq!(read.result, Some(record.outcome.result));
            let mut text = Vec::new();
            record::transcript::write(&mut text, seed, &record).unwrap();
            let told = games(&text).remove(0).unwrap();
            assert_eq!((told.moves, told.mated_by), (read.moves, read.mated_by));
        }
    }

    #[test]
    fn a_damaged_transcript_costs_the_games_that_it_damages() {
        let mut text = Vec::new();
        for seed in 0..3 {
            record::transcript::write(&mut text, seed, &record(seed)).unwrap();
        }
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let second = lines.iter().position(|line| line.contains("\"game\":1"));
        let mut broken = lines.clone();
        broken[second.unwrap() + 2] = "{\"game\":1,\"pl";
        let read = games(broken.join("\n").as_bytes());
        let whole: Vec<bool> = read.iter().map(Result::is_ok).collect();
        assert_eq!(whole, [true, false, true]);
        let problem = &read[1].as_ref().unwrap_err().problem;
        assert!(problem.starts_with("line "), "{problem}");
        let read = games(lines[..lines.len() - 1].join("\n").as_bytes());
        let problem = &read[2].as_ref().unwrap_err().problem;
        assert!(problem.contains("end"), "{problem}");
    }
}
