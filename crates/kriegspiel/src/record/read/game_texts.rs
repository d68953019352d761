//! Game texts: games of a file as text, so that many threads can referee the games of one file.
//! Cutting is cheap, refereeing is not.

use std::io::{self, BufRead};

use super::Reading;
use super::chunks::{Chunk, Chunks};
use super::games::{self, Found, Rewound};
use super::transcript::{Open, Transcript};

/// The text of a game, not yet refereed.
pub struct GameText(Cut);

enum Cut {
    Pgn(Chunk),
    Transcript(Box<Open>),
}

/// The games of a file as text: a transcript if it begins with a JSON object, otherwise PGN.
pub struct GameTexts<R>(Source<R>);

enum Source<R> {
    Pgn(Chunks<Rewound<R>>),
    Transcript(Transcript<Rewound<R>>),
}

impl<R: BufRead> GameTexts<R> {
    /// The games of `reader`.
    ///
    /// # Errors
    /// Those of `reader`; a content that is not text.
    pub fn new(reader: R) -> io::Result<GameTexts<R>> {
        let (transcript, all) = games::front(reader)?;
        Ok(GameTexts(if transcript {
            Source::Transcript(Transcript::new(all))
        } else {
            Source::Pgn(Chunks::new(all))
        }))
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn cut(&mut self) -> io::Result<Option<GameText>> {
        Ok(match &mut self.0 {
            Source::Pgn(chunks) => chunks.next()?.map(|chunk| GameText(Cut::Pgn(chunk))),
            Source::Transcript(transcript) => transcript
                .cut()?
                .map(|open| GameText(Cut::Transcript(Box::new(open)))),
        })
    }
}

impl GameText {
    /// Bytes of its text.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Cut::Pgn(chunk) => chunk.text.len(),
            Cut::Transcript(open) => open.bytes(),
        }
    }

    /// Whether it comes from a transcript.
    pub fn is_transcript(&self) -> bool {
        matches!(self.0, Cut::Transcript(_))
    }

    /// Referees the game; `None` if there is none. Its number is 1.
    pub fn referee(&self, reading: impl Into<Reading>) -> Option<Found> {
        let reading = reading.into();
        let (line, game) = match &self.0 {
            Cut::Transcript(open) => (open.first_line, games::finished(open, reading)),
            Cut::Pgn(chunk) => (chunk.line, games::told(chunk, 0, reading)?),
        };
        Some(Found {
            number: 1,
            line,
            game,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::FoundGame;
    use super::*;
    use crate::umpire::ICC;

    #[test]
    fn pieces_are_the_games_of_the_file() {
        let text = "[White \"a\"]\n\n1. e4 e5 1-0\n\n[White \"b\"]\n\n1. e5 *\n\n[White \"c\"]\n\n1. d4 *\n";
        let mut pieces = GameTexts::new(text.as_bytes()).unwrap();
        let mut found = Vec::new();
        while let Some(piece) = pieces.cut().unwrap() {
            found.extend(piece.referee(&ICC));
        }
        let lines: Vec<u64> = found.iter().map(|found| found.line).collect();
        assert_eq!(lines, [1, 5, 9]);
        let told = |found: &Found| match &found.game {
            Ok(FoundGame::Full(game)) => game.players[0].clone(),
            _ => "damaged".to_owned(),
        };
        let names: Vec<String> = found.iter().map(told).collect();
        assert_eq!(names, ["a", "damaged", "c"]);
    }
}
