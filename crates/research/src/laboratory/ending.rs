//! Endings: the basic endings and all their starts.

use std::fmt;
use std::str::FromStr;

use super::state::State;
use darkforge_board::{Bitboard, Men, Role, Square, index, squares_of};
use darkforge_streams as streams;

/// White's men against Black's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// King and rook.
    Krk,
    /// King and queen.
    Kqk,
    /// King and two bishops on squares of both colours.
    Kbbk,
    /// King, bishop and knight.
    Kbnk,
    /// King and pawn.
    Kpk,
}

/// Start of a game: White to move, Black's king not in check. White knows its own men alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Start {
    /// White's men.
    pub own: Men,
    /// Black's king.
    pub king: Square,
}

/// A name that no ending has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no ending '{0}'; there are krk, kqk, kbbk, kbnk, kpk")]
pub struct UnknownEnding(String);

/// A text that names no start of an ending.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not a start of {ending}; write one such as '{example}', the hidden king last")]
pub struct UnknownStart {
    text: String,
    ending: Ending,
    example: String,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Ending; 5] = [
        Ending::Krk,
        Ending::Kqk,
        Ending::Kbbk,
        Ending::Kbnk,
        Ending::Kpk,
    ];

    /// Name of the ending in flags and files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Ending::Krk => "krk",
            Ending::Kqk => "kqk",
            Ending::Kbbk => "kbbk",
            Ending::Kbnk => "kbnk",
            Ending::Kpk => "kpk",
        }
    }

    /// White's men without its king.
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Ending::Krk => &[Role::Rook],
            Ending::Kqk => &[Role::Queen],
            Ending::Kbbk => &[Role::Bishop, Role::Bishop],
            Ending::Kbnk => &[Role::Bishop, Role::Knight],
            Ending::Kpk => &[Role::Pawn],
        }
    }

    /// Every start, one for each class of starts that are equal up to symmetry (with a pawn:
    /// mirrored from left to right), in a fixed order.
    pub fn starts(self) -> Vec<Start> {
        let mut starts = Vec::new();
        for own in self.placements() {
            let symmetric = symmetries(self == Ending::Kpk)
                .iter()
                .filter(|turn| own.map(**turn) == own)
                .copied()
                .collect::<Vec<_>>();
            let once = |square: &Square| {
                let board = Bitboard::from_square(*square);
                symmetric.iter().all(|turn| turn(board).0 >= board.0)
            };
            let kings = State::unseen(&own).king.into_iter().filter(once);
            starts.extend(kings.map(|king| Start { own, king }));
        }
        starts
    }

    /// Every placement of White's men, one for each class up to symmetry.
    pub fn placements(self) -> Vec<Men> {
        let mut placements = Vec::new();
        for king in Bitboard::FULL {
            let mut men = [Bitboard::EMPTY; 6];
            men[index(Role::King)].add(king);
            place(self.roles(), men, &mut placements);
        }
        let turns = symmetries(self == Ending::Kpk);
        placements.retain(|own| turns.iter().all(|turn| own.map(*turn) >= *own));
        placements.sort_unstable();
        placements.dedup();
        placements
    }

    /// `number` different starts drawn from all of them, in a fixed order.
    pub fn sample(self, number: usize, seed: u64) -> Vec<Start> {
        let mut starts = self.starts();
        if number < starts.len() {
            let mut draw = streams::open(seed, "endgame starts", self as u64);
            streams::shuffle(&mut draw, &mut starts);
            starts.truncate(number);
            starts.sort_unstable();
        }
        starts
    }

    /// Reads a start such as `Kb4 Rb3 kh8`.
    ///
    /// # Errors
    /// If the text has another form, or names no legal position of this ending.
    pub fn read_start(self, text: &str) -> Result<Start, UnknownStart> {
        self.understood(text).ok_or_else(|| UnknownStart {
            text: text.to_owned(),
            ending: self,
            example: self.example(),
        })
    }

    fn example(self) -> String {
        let squares = ["b3", "c3"].into_iter();
        let men = self.roles().iter().zip(squares);
        let men: Vec<String> = men
            .map(|(role, square)| format!("{}{square}", role.upper_char()))
            .collect();
        format!("Kb4 {} kh7", men.join(" "))
    }

    fn understood(self, text: &str) -> Option<Start> {
        let mut men = [Bitboard::EMPTY; 6];
        let mut king = None;
        for word in text.split_whitespace() {
            let (letter, square) = word.split_at_checked(1)?;
            let square: Square = square.parse().ok()?;
            if letter == "k" {
                king = Some(square);
            } else {
                let role = Role::from_char(letter.chars().next()?)?;
                if letter.chars().all(char::is_lowercase) || squares_of(&men).contains(square) {
                    return None;
                }
                men[index(role)].add(square);
            }
        }
        let king = king?;
        let mut all = Vec::new();
        let mut bare = [Bitboard::EMPTY; 6];
        bare[index(Role::King)] = men[index(Role::King)];
        bare[index(Role::King)].single_square()?;
        place(self.roles(), bare, &mut all);
        let legal = all.contains(&men) && State::unseen(&men).king.contains(king);
        legal.then_some(Start { own: men, king })
    }
}

/// All placements of `roles` beside `men`.
fn place(roles: &[Role], men: Men, placements: &mut Vec<Men>) {
    let Some((&role, rest)) = roles.split_first() else {
        placements.push(men);
        return;
    };
    let mut squares = !squares_of(&men);
    if role == Role::Pawn {
        squares &= !(Bitboard(0xff) | Bitboard(0xff << 56));
    }
    if role == Role::Bishop && men[index(role)].any() {
        let dark = (men[index(role)] & Bitboard::DARK_SQUARES).any();
        squares &= if dark {
            Bitboard::LIGHT_SQUARES
        } else {
            Bitboard::DARK_SQUARES
        };
    }
    for square in squares {
        let mut men = men;
        men[index(role)].add(square);
        place(rest, men, placements);
    }
}

/// A symmetry of the board.
pub type Symmetry = fn(Bitboard) -> Bitboard;

/// The symmetries that keep the moves of men unchanged.
pub fn symmetries(pawns: bool) -> &'static [Symmetry] {
    const ALL: [Symmetry; 7] = [
        Bitboard::flip_horizontal,
        Bitboard::flip_vertical,
        Bitboard::flip_diagonal,
        Bitboard::flip_anti_diagonal,
        Bitboard::rotate_90,
        Bitboard::rotate_180,
        Bitboard::rotate_270,
    ];
    if pawns { &ALL[..1] } else { &ALL }
}

impl Start {
    /// White's knowledge.
    pub fn state(&self) -> State {
        State::unseen(&self.own)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Ending {
    type Err = UnknownEnding;

    fn from_str(name: &str) -> Result<Ending, UnknownEnding> {
        Ending::ALL
            .into_iter()
            .find(|ending| ending.as_str() == name)
            .ok_or_else(|| UnknownEnding(name.to_owned()))
    }
}

/// White's men such as `Kb4 Rb3`.
pub fn men_in_words(own: &Men) -> String {
    let order = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let words = order.into_iter().flat_map(|role| {
        let squares = own[index(role)].into_iter();
        squares.map(move |square| format!("{}{square}", role.upper_char()))
    });
    words.collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} k{}", men_in_words(&self.own), self.king)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_and_placements_are_as_many_as_the_docs_say() {
        let count = |ending: Ending| (ending.placements().len(), ending.starts().len());
        assert_eq!(count(Ending::Krk), (518, 21_959));
        assert_eq!(count(Ending::Kqk), (518, 18_081));
        assert_eq!(count(Ending::Kpk), (1_512, 81_664));
    }

    #[test]
    fn bishops_stand_on_squares_of_both_colours() {
        let both = |own: &Men| {
            let bishops = own[index(Role::Bishop)];
            (bishops & Bitboard::DARK_SQUARES).count() == 1 && bishops.count() == 2
        };
        assert!(Ending::Kbbk.placements().iter().all(both));
    }

    #[test]
    fn a_start_is_read_as_it_is_written() {
        let start = Ending::Kbnk.read_start("Ka1 Bc1 Nd4 kh7").unwrap();
        assert_eq!(start.to_string(), "Ka1 Bc1 Nd4 kh7");
        for wrong in [
            "Ka1 Bc1 kh7",
            "Ka1 Bc1 Nd4",
            "Ka1 Ba1 Nd4 kh7",
            "Ka1 Bc1 Nd4 kb3",
            "x",
        ] {
            let error = Ending::Kbnk.read_start(wrong).unwrap_err().to_string();
            assert!(error.contains("Kb4 Bb3 Nc3 kh7"), "{error}");
        }
    }
}
