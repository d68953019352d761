//! Endings that are solved, and their starts.

use std::fmt;
use std::str::FromStr;

use super::super::own::Own;
use darkforge_board::{Bitboard, Men, ROLES, Role, Square, index, squares_of};

/// White's men besides its king; Black has only its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// Two bishops on squares of both colours.
    TwoBishops,
    /// A bishop and a knight.
    BishopAndKnight,
}

/// A name that is no ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a solved ending: krk, kqk, kbbk or kbnk")]
pub struct UnknownEnding(String);

impl Ending {
    /// All endings.
    pub const ALL: [Ending; 4] = [
        Ending::Rook,
        Ending::Queen,
        Ending::TwoBishops,
        Ending::BishopAndKnight,
    ];

    /// Its name on the command line: `krk`.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rook => "krk",
            Ending::Queen => "kqk",
            Ending::TwoBishops => "kbbk",
            Ending::BishopAndKnight => "kbnk",
        }
    }

    /// White's men besides the king.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Ending::Rook => &[Role::Rook],
            Ending::Queen => &[Role::Queen],
            Ending::TwoBishops => &[Role::Bishop, Role::Bishop],
            Ending::BishopAndKnight => &[Role::Bishop, Role::Knight],
        }
    }

    /// The ending with these men, if it is one of these.
    pub fn of(men: &Men) -> Option<Ending> {
        Ending::ALL
            .into_iter()
            .find(|ending| has_men(men, ending.roles()))
    }
}

/// Whether `men` are a king and `roles`; two bishops stand on both colours.
fn has_men(men: &Men, roles: &[Role]) -> bool {
    let counts = ROLES.iter().all(|&role| {
        let king = usize::from(role == Role::King);
        let wanted = roles.iter().filter(|&&other| other == role).count() + king;
        men[index(role)].count() == wanted
    });
    let bishops = men[index(Role::Bishop)];
    counts && (bishops.count() < 2 || (bishops & Bitboard::DARK_SQUARES).count() == 1)
}

impl FromStr for Ending {
    type Err = UnknownEnding;

    fn from_str(name: &str) -> Result<Ending, UnknownEnding> {
        let found = Ending::ALL.into_iter().find(|ending| ending.name() == name);
        found.ok_or_else(|| UnknownEnding(name.to_owned()))
    }
}

/// White's men, and all squares where Black's king could stand; White is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// White's men.
    pub men: Men,
    /// Squares of Black's king.
    pub king: Bitboard,
}

/// Men of no solved ending, or a text without men.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} are not the men of a solved ending: write them as in \"Kb4Bb3Bc3\"")]
pub struct ParseMenError(String);

impl Start {
    /// The greatest uncertainty: the king may stand on any square on which it is not in check.
    pub fn unseen(men: Men) -> Start {
        Start {
            men,
            king: !(Own(men).attacked() | squares_of(&men)),
        }
    }
}

/// Reads men written as in `Kb4Bb3Bc3`.
///
/// # Errors
/// When that is no king with the men of a solved ending.
pub fn read_men(text: &str) -> Result<Men, ParseMenError> {
    let error = || ParseMenError(text.to_owned());
    let mut men: Men = [Bitboard::EMPTY; 6];
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let role = Role::from_char(letter).ok_or_else(error)?;
        let square: String = letters.by_ref().take(2).collect();
        let square: Square = square.parse().map_err(|_| error())?;
        if squares_of(&men).contains(square) {
            return Err(error());
        }
        men[index(role)].add(square);
    }
    Ending::of(&men).map(|_| men).ok_or_else(error)
}

/// Men as text: `Kb4Bb3Bc3`.
#[derive(Clone, Copy, Debug)]
pub struct ShowMen<'a>(pub &'a Men);

impl fmt::Display for ShowMen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for role in ROLES.into_iter().rev() {
            for square in self.0[index(role)] {
                write!(f, "{}{square}", role.upper_char())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_read_as_they_are_written() {
        for text in ["Kb4Bb3Bc3", "Ka1Rh8", "Ka1Bh8Nc3"] {
            assert_eq!(ShowMen(&read_men(text).unwrap()).to_string(), text);
        }
        for text in [
            "",
            "Kb4",
            "Kb4Bb3",
            "Kb4Bb3Bd3",
            "Kb4Rb4",
            "Kb4R",
            "Kb4Rb9",
            "Kb4Ra1Ra2",
        ] {
            let error = read_men(text).unwrap_err().to_string();
            assert!(error.contains("Kb4Bb3Bc3"), "{error}");
        }
    }

    #[test]
    fn greatest_uncertainty_of_the_corner() {
        let start = Start::unseen(read_men("Kb1Ra1").unwrap());
        assert_eq!(start.king.count(), 52, "P 3.1");
    }
}
