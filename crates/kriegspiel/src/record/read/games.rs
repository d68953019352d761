//! The games of a file, one at a time.

use std::io::{self, BufRead, Chain, Cursor, Read};

use super::super::pgn::{Filter, FilteredGame, ScoreSheet};
use super::chunks::{Chunk, Chunks, MOST_BYTES};
use super::pgn_referee::{filtered, whole};
use super::transcript::{Open, Transcript};
use super::{DamagedGame, ReadGame, place};
use crate::umpire::{ICC, Ruleset};

/// Bytes that tell PGN and transcripts apart.
const GLANCE: u64 = 512;

/// A game that was found in a file.
#[derive(Debug)]
pub struct Found {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The game, or what is wrong with it.
    pub game: Result<Told, DamagedGame>,
}

/// A game that can be followed.
#[derive(Debug)]
pub enum Told {
    /// With the moves of both sides.
    Whole(Box<ReadGame>),
    /// With one player's moves and what it heard.
    Filtered(FilteredGame),
}

/// What a file has at its front, and the rest of it.
pub(super) type Whole<R> = Chain<Cursor<Vec<u8>>, R>;

/// The games of a file: a transcript if it begins with a JSON object, otherwise PGN.
pub struct Games<R> {
    source: Source<R>,
    number: usize,
    /// Games of the last piece of PGN that are still to be handed out, the last first.
    waiting: Vec<(u64, Result<ScoreSheet, String>)>,
    /// The piece of PGN that they are from.
    chunk: Option<Chunk>,
    /// Rules of games that do not say theirs.
    ruleset: &'static Ruleset,
    broken: bool,
}

enum Source<R> {
    Pgn(Chunks<Whole<R>>),
    Transcript(Transcript<Whole<R>>),
}

/// Whether what `reader` has begins as a transcript, and all of it.
///
/// # Errors
/// Those of `reader`; text in UTF-16, or what is no text.
pub(super) fn front<R: BufRead>(mut reader: R) -> io::Result<(bool, Whole<R>)> {
    let mut front = Vec::new();
    reader.by_ref().take(GLANCE).read_to_end(&mut front)?;
    let wrong = |problem| Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    if front.starts_with(&[0xff, 0xfe]) || front.starts_with(&[0xfe, 0xff]) {
        return wrong("it is text in UTF-16; it should be UTF-8");
    }
    if front.contains(&0) {
        return wrong("it is no text");
    }
    if front.starts_with(b"\xef\xbb\xbf") {
        front.drain(..3);
    }
    let object = front.trim_ascii_start().strip_prefix(b"{");
    let object = object.is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\""));
    Ok((object, Cursor::new(front).chain(reader)))
}

impl<R: BufRead> Games<R> {
    /// The games that `reader` has.
    ///
    /// # Errors
    /// Those of `reader`; text in UTF-16, or what is no text.
    pub fn new(reader: R) -> io::Result<Games<R>> {
        let (transcript, all) = front(reader)?;
        Ok(Games {
            source: if transcript {
                Source::Transcript(Transcript::new(all))
            } else {
                Source::Pgn(Chunks::new(all))
            },
            number: 0,
            waiting: Vec::new(),
            chunk: None,
            ruleset: &ICC,
            broken: false,
        })
    }

    /// Takes `ruleset` for games that do not say theirs, instead of `icc`.
    #[must_use]
    pub fn under(mut self, ruleset: &'static Ruleset) -> Games<R> {
        self.ruleset = ruleset;
        self
    }

    /// Whether the file is a transcript.
    pub fn is_transcript(&self) -> bool {
        matches!(self.source, Source::Transcript(_))
    }

    fn find(&mut self) -> io::Result<Option<Found>> {
        let index = self.number as u64;
        let (line, game) = match &mut self.source {
            Source::Transcript(transcript) => match transcript.cut()? {
                None => return Ok(None),
                Some(open) => (open.first_line, finished(open, self.ruleset)),
            },
            Source::Pgn(chunks) => {
                while self.waiting.is_empty() {
                    let Some(chunk) = chunks.next()? else {
                        return Ok(None);
                    };
                    self.waiting = sheets(&chunk);
                    // Only in a piece with one game are its moves counted from the front.
                    self.chunk = Some(chunk).filter(|_| self.waiting.len() == 1);
                }
                let Some((line, sheet)) = self.waiting.pop() else {
                    return Ok(None);
                };
                let game = told(sheet, index, self.ruleset);
                let game = game.map_err(|damaged| placed(self.chunk.as_ref(), damaged));
                (line, game)
            }
        };
        self.number += 1;
        let number = self.number;
        let game = game.map_err(|damaged| DamagedGame { number, ..damaged });
        Ok(Some(Found { number, line, game }))
    }
}

/// A game of a transcript refereed.
pub(super) fn finished(open: Open, ruleset: &'static Ruleset) -> Result<Told, DamagedGame> {
    let game = open.finish(ruleset)?;
    Ok(Told::Whole(Box::new(game)))
}

/// The same damage with its place in the file, if `chunk` is of that game alone.
pub(super) fn placed(chunk: Option<&Chunk>, damaged: DamagedGame) -> DamagedGame {
    let place = chunk.and_then(|chunk| match damaged.ply {
        Some(ply) => place::of_move(&chunk.text, chunk.line, ply),
        None => place::of_open_comment(&chunk.text, chunk.line),
    });
    DamagedGame { place, ..damaged }
}

/// A game in PGN refereed, under `ruleset` if it does not say its own.
pub(super) fn told(
    sheet: Result<ScoreSheet, String>,
    index: u64,
    ruleset: &'static Ruleset,
) -> Result<Told, DamagedGame> {
    let sheet = sheet.map_err(DamagedGame::new)?;
    let filter = sheet.tag("Filtered").and_then(|value| value.parse().ok());
    let filter: Filter = filter.unwrap_or_default();
    if let Some(color) = filter.player() {
        return filtered(&sheet, color, ruleset).map(Told::Filtered);
    }
    let game = whole(sheet, filter, index, ruleset)?;
    Ok(Told::Whole(Box::new(game)))
}

/// The games in a piece of PGN, the last first.
pub(super) fn sheets(chunk: &Chunk) -> Vec<(u64, Result<ScoreSheet, String>)> {
    if chunk.too_long {
        let most = MOST_BYTES >> 20;
        let problem = format!("it is longer than {most} MiB; is this PGN?");
        return vec![(chunk.line, Err(problem))];
    }
    let sheets = super::pgn::sheets(&chunk.text).into_iter();
    sheets.map(|sheet| (chunk.line, sheet)).rev().collect()
}

impl DamagedGame {
    /// A game that is wrong from the start.
    pub(super) fn new(problem: String) -> DamagedGame {
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
