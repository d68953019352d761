//! Own boards: the board of one player without enemy men. It names refused tries, and every move of
//! a filtered game (T 4.4).
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_kriegspiel::record::{notation::ENGLISH, own_board::OwnBoard};
//!
//! let board = OwnBoard::start(Color::White);
//! let asked = board.read("Nf3", ENGLISH)?;
//! assert_eq!(asked.to_string(), "g1f3");
//! assert_eq!(board.san(asked), "Nf3");
//! # Ok::<(), String>(())
//! ```
//!
//! T is the thesis, see [the crate](crate).

use std::cell::OnceCell;
use std::fmt::Write as _;

use super::notation::{self, Language, Named, Unread};
use crate::umpire::{View, lose_own_man, own_board_tries, play_own_move};
use darkforge_board::{CastlingRights, Color, Men, Position, Role, Square, Try, role_on};

/// Own men and rights to castle.
#[derive(Clone, Debug)]
pub struct OwnBoard {
    color: Color,
    men: Men,
    castling: CastlingRights,
    /// Possible tries, listed on first use.
    tries: OnceCell<Vec<Try>>,
}

impl PartialEq for OwnBoard {
    fn eq(&self, other: &OwnBoard) -> bool {
        let OwnBoard {
            color,
            men,
            castling,
            tries: _,
        } = self;
        (color, men, castling) == (&other.color, &other.men, &other.castling)
    }
}

impl Eq for OwnBoard {}

impl OwnBoard {
    /// The board of `color` before the first move.
    pub fn start(color: Color) -> OwnBoard {
        OwnBoard::of(&Position::start(), color)
    }

    /// The men of `color` in `position`.
    pub fn of(position: &Position, color: Color) -> OwnBoard {
        OwnBoard {
            color,
            men: position.men(color),
            castling: position.castling(color),
            tries: OnceCell::new(),
        }
    }

    /// The own men of `view`.
    pub fn seen(view: &View) -> OwnBoard {
        OwnBoard {
            color: view.color(),
            men: *view.men(),
            castling: view.castling(),
            tries: OnceCell::new(),
        }
    }

    fn tries(&self) -> &[Try] {
        self.tries.get_or_init(|| {
            let mut tries = Vec::with_capacity(64);
            own_board_tries(&self.men, self.color, self.castling, true, &mut tries);
            tries
        })
    }

    /// A try in SAN by this board: only own men can make it ambiguous, and only a pawn is known to
    /// capture. A try that this board excludes is named by its squares (UCI).
    pub fn san(&self, asked: Try) -> String {
        self.name(asked, false)
    }

    /// A move in SAN by this board. An announced capture is marked.
    pub fn move_san(&self, played: Try, captures: bool) -> String {
        self.name(played, captures)
    }

    fn name(&self, asked: Try, captures: bool) -> String {
        let tries = self.tries();
        let Some(role) = role_on(&self.men, asked.from).filter(|_| tries.contains(&asked)) else {
            return asked.to_string();
        };
        if role == Role::King && asked.from.distance(asked.to) == 2 {
            let kingside = asked.to.file() > asked.from.file();
            return if kingside { "O-O" } else { "O-O-O" }.to_owned();
        }
        let mut san = String::new();
        if role == Role::Pawn {
            if asked.from.file() != asked.to.file() {
                let _ = write!(san, "{}x", asked.from.file());
            }
        } else {
            san.push(role.upper_char());
            san += &self.origin(tries, role, asked);
            if captures {
                san.push('x');
            }
        }
        let _ = write!(san, "{}", asked.to);
        if let Some(promotion) = asked.promotion {
            let _ = write!(san, "={}", promotion.upper_char());
        }
        san
    }

    /// The part of the starting square that distinguishes the man from other own men.
    fn origin(&self, tries: &[Try], role: Role, asked: Try) -> String {
        let rivals: Vec<Square> = tries
            .iter()
            .filter(|other| other.to == asked.to && other.from != asked.from)
            .map(|other| other.from)
            .filter(|&from| role_on(&self.men, from) == Some(role))
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|from| from.file() != asked.from.file()) {
            asked.from.file().to_string()
        } else if rivals.iter().all(|from| from.rank() != asked.from.rank()) {
            asked.from.rank().to_string()
        } else {
            asked.from.to_string()
        }
    }

    /// The try that `text` names, in the letters of `language`: algebraic notation by this board,
    /// or UCI. The inverse of [`san`](OwnBoard::san) and [`move_san`](OwnBoard::move_san).
    ///
    /// # Errors
    /// A message that says why it names none.
    pub fn read(&self, text: &str, language: &Language) -> Result<Try, String> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        if let Ok(asked) = bare.parse() {
            return Ok(asked);
        }
        let named = Named::parse(bare, language);
        let named =
            named.ok_or_else(|| format!("'{text}' is not a move in {} letters", language.name))?;
        let fitting = self.tries().iter().copied().filter(|&asked| {
            role_on(&self.men, asked.from).is_some_and(|role| named.fits(role, asked))
        });
        notation::only(fitting).map_err(|unread| match unread {
            Unread::Ambiguous => format!("'{text}' could be more than one try"),
            Unread::Impossible => format!("'{text}' is impossible on the mover's own board"),
        })
    }

    /// Plays an own move, whatever the true board is.
    pub fn play(&mut self, played: Try) {
        self.tries.take();
        play_own_move(self.color, &mut self.men, &mut self.castling, played);
    }

    /// Removes the own man whose capture on `square` was announced; if the square is the landing
    /// square of a capture en passant, the pawn before it. Returns whether there was such a man.
    pub fn lose(&mut self, square: Square) -> bool {
        self.tries.take();
        lose_own_man(self.color, &mut self.men, &mut self.castling, square)
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::ENGLISH;
    use super::*;

    #[test]
    fn every_possible_try_is_read_as_it_is_written() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P4P1/2N1N3/8/2N1N3/Q6Q/p2p3p/R3K2R w KQkq - 0 1",
            "4k3/8/8/Q2Q4/8/8/Q2Q4/4K3 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for color in [Color::White, Color::Black] {
                let board = OwnBoard::of(&position, color);
                for &asked in board.tries() {
                    for name in [board.san(asked), board.move_san(asked, true)] {
                        assert_eq!(board.read(&name, ENGLISH), Ok(asked), "{name} on\n{fen}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_the_own_board_rules_out_is_named_by_its_squares() {
        let board = OwnBoard::start(Color::White);
        let asked: Try = "a1a8".parse().unwrap();
        assert_eq!(board.san(asked), "a1a8");
        assert_eq!(board.read("a1a8", ENGLISH), Ok(asked));
        for wrong in ["Ra8", "Zz9", "", "x", "é4", "N", "=Q", "O-O-O-O"] {
            assert!(board.read(wrong, ENGLISH).is_err(), "{wrong}");
        }
    }
}
