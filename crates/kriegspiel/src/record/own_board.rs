//! The board of one player, on which no enemy man stands: the board that names a refused
//! try, and every move of a filtered game (T 4.4).

use std::cell::OnceCell;
use std::fmt::Write as _;

use crate::umpire::{lose_own_man, own_board_tries, play_own_move};
use darkforge_board::{
    CastlingRights, Color, File, Men, Position, Rank, Role, Square, Try, role_on,
};

/// Own men and rights to castle.
#[derive(Clone, Debug)]
pub struct OwnBoard {
    color: Color,
    men: Men,
    castling: CastlingRights,
    /// What is possible here, listed when it is first asked for.
    tries: OnceCell<Vec<Try>>,
}

impl OwnBoard {
    /// The board of `color` before the first move.
    pub fn start(color: Color) -> OwnBoard {
        OwnBoard::of(&Position::start(), color)
    }

    /// What `color` sees of `position`.
    pub fn of(position: &Position, color: Color) -> OwnBoard {
        OwnBoard {
            color,
            men: position.men(color),
            castling: position.castling(color),
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

    /// A try in SAN by this board: only own men can make it ambiguous, and only a pawn is
    /// known to capture. What this board rules out has no name but its squares (UCI).
    pub fn san(&self, asked: Try) -> String {
        self.name(asked, false)
    }

    /// A move in SAN by this board. A capture that the umpire announced shows.
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

    /// What must be said of the starting square so that no other own man is meant.
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

    /// The try that `text` names: SAN by this board, or UCI. The inverse of
    /// [`san`](OwnBoard::san) and [`move_san`](OwnBoard::move_san).
    ///
    /// # Errors
    /// A message that says why it names none.
    pub fn read(&self, text: &str) -> Result<Try, String> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        if let Ok(asked) = bare.parse() {
            return Ok(asked);
        }
        let named = Named::parse(bare).ok_or_else(|| format!("'{text}' is no move"))?;
        let mut fitting = self.tries().iter().copied().filter(|&asked| {
            role_on(&self.men, asked.from).is_some_and(|role| named.fits(role, asked))
        });
        match (fitting.next(), fitting.next()) {
            (Some(asked), None) => Ok(asked),
            (Some(_), Some(_)) => Err(format!("'{text}' could be more than one try")),
            (None, _) => Err(format!("'{text}' is impossible on the mover's own board")),
        }
    }

    /// Makes an own move, whatever the true board says of it.
    pub fn play(&mut self, played: Try) {
        self.tries.take();
        play_own_move(self.color, &mut self.men, &mut self.castling, played);
    }

    /// Takes the own man off the board that the umpire announced as captured on `square`;
    /// where that names the landing square of a capture en passant, the pawn before it.
    /// Whether there was such a man.
    pub fn lose(&mut self, square: Square) -> bool {
        self.tries.take();
        lose_own_man(self.color, &mut self.men, &mut self.castling, square)
    }
}

/// What a text in SAN says of a move.
struct Named {
    role: Role,
    to: Option<Square>,
    file: Option<File>,
    rank: Option<Rank>,
    promotion: Option<Role>,
    /// The king's step by two files.
    castling: Option<File>,
}

impl Named {
    fn parse(text: &str) -> Option<Named> {
        let mut named = Named {
            role: Role::Pawn,
            to: None,
            file: None,
            rank: None,
            promotion: None,
            castling: None,
        };
        match text {
            "O-O" | "0-0" => named.castling = Some(File::G),
            "O-O-O" | "0-0-0" => named.castling = Some(File::C),
            _ => {}
        }
        if named.castling.is_some() {
            named.role = Role::King;
            return Some(named);
        }
        if !text.is_ascii() {
            return None;
        }
        let mut rest = text;
        if let Some(role) = "NBRQK".find(rest.chars().next()?) {
            named.role = [
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
                Role::King,
            ][role];
            rest = &rest[1..];
        }
        let last = rest.chars().last()?;
        if named.role == Role::Pawn && "NBRQ".contains(last) {
            named.promotion = Role::from_char(last);
            rest = rest[..rest.len() - 1].trim_end_matches('=');
        }
        let split = rest.len().checked_sub(2)?;
        named.to = Some(rest[split..].parse().ok()?);
        for letter in rest[..split].chars() {
            match letter {
                'a'..='h' if named.file.is_none() => named.file = File::from_char(letter),
                '1'..='8' if named.rank.is_none() => named.rank = Rank::from_char(letter),
                'x' => {}
                _ => return None,
            }
        }
        Some(named)
    }

    fn fits(&self, role: Role, asked: Try) -> bool {
        let castles = role == Role::King && asked.from.distance(asked.to) == 2;
        if let Some(file) = self.castling {
            return castles && asked.to.file() == file;
        }
        let straight =
            role != Role::Pawn || self.file.is_some() || { asked.from.file() == asked.to.file() };
        role == self.role
            && !castles
            && straight
            && Some(asked.to) == self.to
            && self.file.is_none_or(|file| asked.from.file() == file)
            && self.rank.is_none_or(|rank| asked.from.rank() == rank)
            && asked.promotion == self.promotion
    }
}

#[cfg(test)]
mod tests {
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
                        assert_eq!(board.read(&name), Ok(asked), "{name} on\n{fen}");
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
        assert_eq!(board.read("a1a8"), Ok(asked));
        for wrong in ["Ra8", "Zz9", "", "x", "é4", "N", "=Q", "O-O-O-O"] {
            assert!(board.read(wrong).is_err(), "{wrong}");
        }
    }
}
