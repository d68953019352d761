//! Games of a file, one at a time.

use std::io::{self, BufRead, Chain, Cursor, Read};

use super::super::pgn::{Filter, FilteredGame};
use super::chunks::{self, Chunk, Chunks};
use super::pgn_referee::{filtered, whole};
use super::transcript::{Open, Transcript};
use super::{DamagedGame, ReadGame, Reading, pgn};
use crate::text::{is_line, one_line};
use crate::umpire::ICC;

/// Number of bytes that distinguish PGN from transcripts.
const GLANCE: u64 = 512;

/// A game that was found in a file.
#[derive(Debug)]
pub struct Found {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The game, or the problem.
    pub game: Result<FoundGame, DamagedGame>,
}

/// A game that can be replayed.
#[derive(Debug)]
pub enum FoundGame {
    /// A game with the moves of both sides.
    Full(Box<ReadGame>),
    /// A game with one player's moves and what it heard.
    Filtered(FilteredGame),
}

/// A reader with its first bytes put back.
pub(super) type Rewound<R> = Chain<Cursor<Vec<u8>>, R>;

/// The games of a file: a transcript if it begins with a JSON object, otherwise PGN.
pub struct Games<R> {
    source: Source<R>,
    number: usize,
    /// The last game as written, in UTF-8.
    text: Vec<u8>,
    reading: Reading,
    broken: bool,
}

enum Source<R> {
    Pgn(Chunks<Rewound<R>>),
    Transcript(Transcript<Rewound<R>>),
}

/// Whether the content of `reader` begins as a transcript, and all of the content.
///
/// # Errors
/// Those of `reader`; a content that is not text.
pub(super) fn front<R: BufRead>(mut reader: R) -> io::Result<(bool, Rewound<R>)> {
    let mut front = Vec::new();
    reader.by_ref().take(GLANCE).read_to_end(&mut front)?;
    if front.contains(&0) {
        let problem = "it is no text";
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    if front.starts_with(b"\xef\xbb\xbf") {
        front.drain(..3);
    }
    let object = front.trim_ascii_start().strip_prefix(b"{");
    let object = object.is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\""));
    Ok((object, Cursor::new(front).chain(reader)))
}

impl<R: BufRead> Games<R> {
    /// The games of `reader`.
    ///
    /// # Errors
    /// Those of `reader`; a content that is not text.
    pub fn new(reader: R) -> io::Result<Games<R>> {
        let (transcript, all) = front(reader)?;
        Ok(Games {
            source: if transcript {
                Source::Transcript(Transcript::new(all))
            } else {
                Source::Pgn(Chunks::new(all))
            },
            number: 0,
            text: Vec::new(),
            reading: Reading::from(&ICC),
            broken: false,
        })
    }

    /// Sets the settings of reading; the default is the ruleset `icc`.
    #[must_use]
    pub fn under(mut self, reading: impl Into<Reading>) -> Games<R> {
        self.reading = reading.into();
        self
    }

    /// Whether the file is a transcript.
    pub fn is_transcript(&self) -> bool {
        matches!(self.source, Source::Transcript(_))
    }

    /// The last game as the file writes it, in UTF-8; empty if it is too long to be kept.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    fn find(&mut self) -> io::Result<Option<Found>> {
        let (line, game) = match &mut self.source {
            Source::Transcript(transcript) => match transcript.cut()? {
                None => return Ok(None),
                Some(open) => {
                    let (line, game) = (open.first_line, finished(&open, self.reading));
                    self.text = open.into_text();
                    (line, game)
                }
            },
            Source::Pgn(chunks) => loop {
                let Some(chunk) = chunks.next()? else {
                    return Ok(None);
                };
                if let Some(game) = told(&chunk, self.number as u64, self.reading) {
                    self.text = chunk.text.into_bytes();
                    break (chunk.line, game);
                }
            },
        };
        self.number += 1;
        let number = self.number;
        let game = game.map_err(|damaged| DamagedGame { number, ..damaged });
        Ok(Some(Found { number, line, game }))
    }
}

/// A game of a transcript refereed.
pub(super) fn finished(open: &Open, reading: Reading) -> Result<FoundGame, DamagedGame> {
    let game = open.finish(reading.ruleset)?;
    Ok(FoundGame::Full(Box::new(game)))
}

/// Referees the game of a piece of PGN; `None` if there is none.
pub(super) fn told(
    chunk: &Chunk,
    index: u64,
    reading: Reading,
) -> Option<Result<FoundGame, DamagedGame>> {
    if chunk.too_long {
        return Some(Err(DamagedGame::new(chunks::too_long())));
    }
    let sheet = pgn::sheet(&chunk.text, chunk.line)?;
    Some(match sheet {
        Ok(pgn::PlacedSheet { sheet, places }) => {
            let filter = sheet.tag("Filtered").and_then(|value| value.parse().ok());
            let filter: Filter = filter.unwrap_or_default();
            let game = if let Some(color) = filter.player() {
                filtered(&sheet, color, reading).map(FoundGame::Filtered)
            } else {
                let game = whole(sheet, filter, index, reading);
                game.map(|game| FoundGame::Full(Box::new(game)))
            };
            game.map_err(|damaged| DamagedGame {
                place: damaged.ply.and_then(|ply| places.get(ply).copied()),
                ..damaged
            })
        }
        Err(pgn::Broken { problem, place }) => Err(DamagedGame {
            place: Some(place),
            ..DamagedGame::new(problem)
        }),
    })
}

impl DamagedGame {
    /// A game that is wrong from its start.
    pub(super) fn new(mut problem: String) -> DamagedGame {
        if !is_line(&problem) {
            problem = one_line(&problem).into_owned();
        }
        DamagedGame {
            number: 0,
            problem,
            ply: None,
            place: None,
            disagreements: Vec::new(),
        }
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        if self.broken {
            return None;
        }
        self.find().unwrap_or_else(|error| {
            self.broken = true;
            self.text.clear();
            let problem = format!("the file cannot be read further: {error}");
            let mut damaged = DamagedGame::new(problem);
            damaged.number = self.number + 1;
            Some(Found {
                number: damaged.number,
                line: 0,
                game: Err(damaged),
            })
        })
    }
}
