//! PGN of many writers: every word of a game is read, kept beside the moves, or reported as
//! unreadable.

use super::super::notation::{Language, Named};
use super::super::pgn::{Comment, Filter, ScoreSheet, ScoreSheetMove};
use super::tokens::{Place, Token, Tokens};

/// Greatest number of moves of a game, the same as for a game of this program.
const MOST_MOVES: usize = 100_000;

/// Greatest number of tries in the comments of a game.
const MOST_TRIES: usize = 500_000;

/// A game as text, and the places of its moves.
#[derive(Debug)]
pub(super) struct PlacedSheet {
    pub(super) sheet: ScoreSheet,
    /// The place of each move.
    pub(super) places: Vec<Place>,
}

/// Problem in the text of a game.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) problem: String,
    pub(super) place: Place,
}

/// The game in `text`, whose first line is number `line`; `None` if it has neither tag nor move.
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

/// State of reading a game.
#[derive(Default)]
struct Game {
    sheet: ScoreSheet,
    places: Vec<Place>,
    filter: Filter,
    /// Number of tries that comments may still list.
    tries: usize,
    /// Whether Black has the first move.
    turned: bool,
    /// Whether there was any tag or move; a text that is not PGN has none.
    any: bool,
}

impl Game {
    /// Whether the next move is one that a filtered game leaves out.
    fn is_hidden(&self) -> bool {
        let white = self.sheet.moves.len().is_multiple_of(2) != self.turned;
        let player = self.filter.player();
        player.is_some_and(|player| player.is_white() != white)
    }

    /// Notes that this is a game.
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
            // "??" stands for a hidden move, unless it directly follows a move.
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
                    // A comment to the end of its line would swallow the text behind it.
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
