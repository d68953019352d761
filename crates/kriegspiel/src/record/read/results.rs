//! Results: players and results from the tags of PGN alone. Moves are skipped, so that games of any
//! kind of chess can be read, even if their moves cannot be replayed.

use std::io::{self, BufRead};
use std::path::Path;

use super::chunks::{self, Chunk, Chunks};
use super::tokens::{Token, Tokens};
use super::{ReadError, games, input};
use crate::umpire::GameResult;

/// Tags of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaggedGame {
    /// Number of its first line, from 1.
    pub line: u64,
    /// Name of White; empty if unknown.
    pub white: String,
    /// Name of Black; empty if unknown.
    pub black: String,
    /// Result; `None` if the game has none (`*`).
    pub result: Option<GameResult>,
    /// Value of the tag `Termination`.
    pub termination: String,
}

/// Problem of a game's tags.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct DamagedTags {
    /// Number of the game's first line, from 1.
    pub line: u64,
    /// The problem.
    pub problem: String,
}

/// The tags of a file's games, one game at a time.
pub struct Results<R> {
    chunks: Chunks<R>,
    broken: bool,
}

/// Opens PGN whose games' tags come one at a time.
///
/// # Errors
/// If the file cannot be read, or is a transcript, which names no players.
pub fn results(path: &Path) -> Result<Results<impl BufRead>, ReadError> {
    let shown = path.display().to_string();
    let opened = input::open(path, |file| file).and_then(games::front);
    let (transcript, all) = opened.map_err(|source| ReadError::File {
        path: shown.clone(),
        source,
    })?;
    if transcript {
        return Err(ReadError::NoPlayers { path: shown });
    }
    Ok(Results::new(all))
}

impl<R: BufRead> Results<R> {
    fn new(reader: R) -> Results<R> {
        Results {
            chunks: Chunks::new(reader),
            broken: false,
        }
    }

    fn find(&mut self) -> io::Result<Option<Result<TaggedGame, DamagedTags>>> {
        while let Some(chunk) = self.chunks.next()? {
            if let Some(game) = tags(&chunk) {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }
}

impl<R: BufRead> Iterator for Results<R> {
    type Item = Result<TaggedGame, DamagedTags>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        self.find().unwrap_or_else(|error| {
            self.broken = true;
            let problem = format!("the file cannot be read further: {error}");
            Some(Err(DamagedTags { line: 0, problem }))
        })
    }
}

/// The tags of the game in a piece of PGN; `None` if there is neither tag nor result.
fn tags(chunk: &Chunk) -> Option<Result<TaggedGame, DamagedTags>> {
    let line = chunk.line;
    if chunk.too_long {
        let problem = chunks::too_long();
        return Some(Err(DamagedTags { line, problem }));
    }
    let mut game = Game::default();
    for word in Tokens::new(&chunk.text, line) {
        match word.token {
            Token::Tag(name, value) => game.tag(name, value),
            // After readable tags, unreadable moves do not matter.
            _ if !game.result.is_empty() => break,
            Token::End(result) => {
                game.any = true;
                result.clone_into(&mut game.result);
            }
            _ => {}
        }
    }
    game.any.then(|| game.checked(line))
}

/// State of reading tags.
#[derive(Default)]
struct Game {
    told: TaggedGame,
    /// Statement of the result: the tag `Result`, or the end of the moves.
    result: String,
    any: bool,
}

impl Game {
    fn tag(&mut self, name: &str, value: String) {
        self.any = true;
        match name {
            "White" => self.told.white = value,
            "Black" => self.told.black = value,
            "Result" => self.result = value,
            "Termination" => self.told.termination = value,
            _ => {}
        }
    }

    fn checked(mut self, line: u64) -> Result<TaggedGame, DamagedTags> {
        self.told.line = line;
        for name in [&mut self.told.white, &mut self.told.black] {
            if name.trim().trim_matches(['?', '-']).is_empty() {
                name.clear();
            }
        }
        if !self.result.trim().is_empty() {
            let result = stated_result(&self.result);
            self.told.result = result.map_err(|problem| DamagedTags { line, problem })?;
        }
        Ok(self.told)
    }
}

/// The result that a tag states; `None` if the game has none.
///
/// # Errors
/// It is no result.
pub(super) fn stated_result(text: &str) -> Result<Option<GameResult>, String> {
    match text.trim() {
        "*" | "?" => Ok(None),
        "1/2" => Ok(Some(GameResult::Draw)),
        text => GameResult::named(text).map(Some).ok_or_else(|| {
            format!("'{text}' is not a result: it should be 1-0, 0-1, 1/2-1/2 or *")
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<TaggedGame, DamagedTags>> {
        Results::new(text.as_bytes()).collect()
    }

    #[test]
    fn moves_of_any_chess_do_not_matter() {
        let text = "[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh9 N@f3 ?? 1-0\n\n\
                    [White \"Bob\"]\n[Black \"Ada\"]\n\n1. zz {no such move} 0-1\n\n\
                    [White \"?\"]\n[Black \"Ada\"]\n[Result \"*\"]\n\n*\n";
        let games: Vec<TaggedGame> = read(text).into_iter().map(Result::unwrap).collect();
        let told: Vec<_> = games
            .iter()
            .map(|g| (g.white.as_str(), g.black.as_str(), g.result, g.line))
            .collect();
        assert_eq!(
            told,
            [
                ("Ada", "Bob", Some(GameResult::WhiteWins), 1),
                ("Bob", "Ada", Some(GameResult::BlackWins), 7),
                ("", "Ada", None, 12),
            ]
        );
    }

    #[test]
    fn a_result_that_is_none_is_named_with_its_line() {
        let text =
            "[White \"a\"]\n[Result \"1-0\"]\n\n1-0\n\n[White \"a\"]\n[Result \"2-0\"]\n\n1-0\n";
        let games = read(text);
        let error = games[1].clone().unwrap_err().to_string();
        assert!(error.contains("line 6") && error.contains("2-0"), "{error}");
    }
}
