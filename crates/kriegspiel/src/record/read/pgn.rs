//! PGN, as its many writers write it: every word of a game is read, kept beside the moves, or
//! named as what cannot be read.

use super::super::notation::{Language, Named};
use super::super::pgn::{Comment, Filter, ScoreSheet, ScoreSheetMove};
use super::tokens::{Place, Token, Tokens};

/// Moves of a game at most: as many as a game of this program may have.
const MOST_MOVES: usize = 100_000;

/// Tries that the comments of a game may list.
const MOST_TRIES: usize = 500_000;

/// A game as text, and where its moves stand.
#[derive(Debug)]
pub(super) struct PlacedSheet {
    pub(super) sheet: ScoreSheet,
    /// The place of each move.
    pub(super) places: Vec<Place>,
}

/// What is wrong with the text of a game.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) problem: String,
    pub(super) place: Place,
}

/// The game in `text`, whose first line is number `line`; `None` if there is no tag and no move
/// in it.
pub(super) fn sheet(text: &str, line: u64) -> Option<Result<PlacedSheet, Broken>> {
    let mut tokens = Tokens::new(text, line);
    let mut game = Game::default();
    let mut broken = None;
    for word in tokens.by_ref() {
        let place = word.place;
        game.notice(&word.token);
        if broken.is_none() {
            let added = game.add(word.token, word.text, place);
            broken = added.err().map(|problem| Broken { problem, place });
        } else if game.any {
            break;
        }
    }
    if !game.any && !tokens.numbered {
        return None;
    }
    Some(broken.map_or(
        Ok(PlacedSheet {
            sheet: game.sheet,
            places: game.places,
        }),
        Err,
    ))
}

/// A game as far as it was read.
#[derive(Default)]
struct Game {
    sheet: ScoreSheet,
    places: Vec<Place>,
    filter: Filter,
    /// Tries that comments list, at most.
    tries: usize,
    /// Whether Black has the first move.
    turned: bool,
    /// Whether there was any tag or move: text that is no PGN has none.
    any: bool,
}

impl Game {
    /// Whether the next move is one that a filtered game does not tell.
    fn is_hidden(&self) -> bool {
        let white = self.sheet.moves.len().is_multiple_of(2) != self.turned;
        let player = self.filter.player();
        player.is_some_and(|player| player.is_white() != white)
    }

    /// Looks whether this is a game at all.
    fn notice(&mut self, token: &Token<'_>) {
        self.any = self.any
            || match token {
                Token::Tag(..) => true,
                Token::Move(text) => {
                    Language::different().any(|known| Named::parse(text, known).is_some())
                }
                _ => false,
            };
    }

    fn add(&mut self, token: Token<'_>, text: &str, place: Place) -> Result<(), String> {
        match token {
            Token::Tag(name, value) => self.tag(name, value),
            Token::Move(text) => {
                if self.is_hidden() {
                    self.push(None, place)?;
                }
                self.push(Some(text), place)?;
            }
            // "??" stands for a hidden move, unless it stands right behind a move.
            Token::Glyphs("??") if self.is_hidden() && self.last_is_commented() => {
                self.push(None, place)?;
            }
            Token::Comment(said) => {
                self.tries += said.matches(',').count();
                if self.tries > MOST_TRIES {
                    return Err(format!(
                        "it lists more than {MOST_TRIES} tries; is this PGN?"
                    ));
                }
                let last = self.sheet.moves.last_mut();
                let last = last.filter(|told| told.comment.is_none());
                match (last, Comment::parse(said)) {
                    (Some(told), Some(umpires)) => told.comment = Some(umpires),
                    // A comment to the end of its line would swallow what is written behind it.
                    _ if text.starts_with(';') => {
                        let said = said.trim_end().replace('}', ")");
                        self.sheet.add_aside(&format!("{{{said}}}"));
                    }
                    _ => self.sheet.add_aside(text),
                }
            }
            Token::Glyphs(_) | Token::Aside => self.sheet.add_aside(text),
            Token::End(result) => {
                if self.sheet.result.is_empty() {
                    result.clone_into(&mut self.sheet.result);
                }
            }
            Token::Broken(problem) => return Err(problem),
        }
        Ok(())
    }

    fn tag(&mut self, name: &str, value: String) {
        match name {
            "Filtered" => self.filter = value.parse().unwrap_or_default(),
            "FEN" => self.turned = value.split_whitespace().nth(1) == Some("b"),
            _ => {}
        }
        self.sheet.tags.push((name.to_owned(), value));
    }

    fn last_is_commented(&self) -> bool {
        let last = self.sheet.moves.last();
        last.is_none_or(|told| told.comment.is_some())
    }

    fn push(&mut self, text: Option<&str>, place: Place) -> Result<(), String> {
        if !self.sheet.result.is_empty() {
            let shown = text.unwrap_or("??");
            return Err(format!("'{shown}' is a move after its result"));
        }
        if self.places.len() == MOST_MOVES {
            return Err(format!("it has more than {MOST_MOVES} moves; is this PGN?"));
        }
        self.places.push(place);
        self.sheet.moves.push(ScoreSheetMove {
            san: text.map(str::to_owned),
            comment: None,
        });
        Ok(())
    }
}
