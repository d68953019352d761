//! Announcements as words: `capture d5 captured pawn checks file,knight tries 2`.

use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

use super::{ProtocolError, unknown};
use crate::umpire::{Announcement, Capture, Captured, Checks, Direction, Overheard, PawnTries};
use darkforge_board::{Bitboard, Square};

/// A list with commas; `-` if it is empty.
fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if items.is_empty() {
        "-".to_owned()
    } else {
        items.join(",")
    }
}

const DIRECTIONS: [(&str, Direction); 5] = [
    ("rank", Direction::Rank),
    ("file", Direction::File),
    ("long", Direction::Long),
    ("short", Direction::Short),
    ("knight", Direction::Knight),
];

fn direction_name(direction: Direction) -> &'static str {
    let named = DIRECTIONS.iter().find(|(_, known)| *known == direction);
    named.map_or("", |(name, _)| name)
}

const fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Writes what was heard of the opponent's search for a move, each pair with a space before it.
pub(super) fn write_overheard(f: &mut fmt::Formatter<'_>, heard: Overheard) -> fmt::Result {
    if let Some(refusals) = heard.refusals {
        write!(f, " refusals {refusals}")?;
    }
    if let Some(any) = heard.any {
        write!(f, " any {}", yes_or_no(any))?;
    }
    Ok(())
}

/// Writes the words of an announcement, each with a space before it; nothing for silence.
pub(super) fn write_said(f: &mut fmt::Formatter<'_>, said: &Announcement) -> fmt::Result {
    if let Some(capture) = said.capture {
        write!(f, " capture {}", capture.square)?;
        match capture.kind {
            Some(Captured::Pawn) => f.write_str(" captured pawn")?,
            Some(Captured::Piece) => f.write_str(" captured piece")?,
            None => {}
        }
        if capture.en_passant {
            f.write_str(" enpassant")?;
        }
    }
    if said.checks.any() {
        write!(
            f,
            " checks {}",
            list(said.checks.iter().map(direction_name))
        )?;
    }
    match said.pawn_tries {
        None => {}
        Some(PawnTries::Whether(any)) => write!(f, " tries {}", yes_or_no(any))?,
        Some(PawnTries::Number(number)) => write!(f, " tries {number}")?,
        Some(PawnTries::Squares(squares)) => write!(f, " tries {}", list(squares))?,
    }
    if said.promotion {
        f.write_char(' ')?;
        f.write_str("promotion")?;
    }
    Ok(())
}

/// Reads what [`write_overheard`] and [`write_said`] write.
pub(super) fn read(words: &str) -> Result<(Overheard, Announcement), ProtocolError> {
    let (mut heard, mut said) = (Overheard::default(), Announcement::default());
    let mut capture: Option<Capture> = None;
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "enpassant" => captured(&mut capture)?.en_passant = true,
            "promotion" => said.promotion = true,
            _ => {
                let value = words
                    .next()
                    .ok_or_else(|| ProtocolError(format!("'{word}' has no value")))?;
                match word {
                    "capture" => capture = Some(Capture::on(value_of(value)?, None)),
                    "captured" => captured(&mut capture)?.kind = Some(kind(value)?),
                    "checks" => said.checks = checks(value)?,
                    "tries" => said.pawn_tries = Some(pawn_tries(value)?),
                    "refusals" => heard.refusals = Some(value_of(value)?),
                    "any" => heard.any = Some(yes(value)?),
                    _ => {} // a later version says more
                }
            }
        }
    }
    said.capture = capture;
    Ok((heard, said))
}

fn captured(capture: &mut Option<Capture>) -> Result<&mut Capture, ProtocolError> {
    let missing = || ProtocolError("a captured man without its square".to_owned());
    capture.as_mut().ok_or_else(missing)
}

fn value_of<T: FromStr>(text: &str) -> Result<T, ProtocolError> {
    text.parse()
        .map_err(|_| unknown(text, "a number or square"))
}

fn yes(text: &str) -> Result<bool, ProtocolError> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(unknown(text, "yes or no")),
    }
}

fn kind(text: &str) -> Result<Captured, ProtocolError> {
    match text {
        "pawn" => Ok(Captured::Pawn),
        "piece" => Ok(Captured::Piece),
        _ => Err(unknown(text, "pawn or piece")),
    }
}

fn checks(text: &str) -> Result<Checks, ProtocolError> {
    let named = |name: &str| {
        let known = DIRECTIONS.iter().find(|(known, _)| *known == name);
        known
            .map(|&(_, direction)| direction)
            .ok_or_else(|| unknown(name, "rank, file, long, short or knight"))
    };
    Ok(match text.split_once(',') {
        None => Checks::one(named(text)?),
        Some((a, b)) => Checks::two(named(a)?, named(b)?),
    })
}

fn pawn_tries(text: &str) -> Result<PawnTries, ProtocolError> {
    if let Ok(number) = text.parse() {
        return Ok(PawnTries::Number(number));
    }
    if let Ok(any) = yes(text) {
        return Ok(PawnTries::Whether(any));
    }
    let mut squares = Bitboard::EMPTY;
    for square in text.split(',').filter(|square| *square != "-") {
        squares.add(value_of::<Square>(square)?);
    }
    Ok(PawnTries::Squares(squares))
}
