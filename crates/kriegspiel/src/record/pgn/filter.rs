//! Filters: the point of view of a written game (T 4.4, tag `Filtered`).
//!
//! T is the thesis, see [the crate](crate).

use std::fmt;
use std::str::FromStr;

use darkforge_board::Color;

/// A point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// The umpire's point of view: all moves and all tries.
    #[default]
    No,
    /// White's point of view: its own moves and tries, and what it heard.
    White,
    /// Black's point of view.
    Black,
    /// All moves, and the tries of White.
    SemiWhite,
    /// All moves, and the tries of Black.
    SemiBlack,
}

impl Filter {
    /// Every filter.
    pub const ALL: [Filter; 5] = [
        Filter::No,
        Filter::White,
        Filter::Black,
        Filter::SemiWhite,
        Filter::SemiBlack,
    ];

    /// The filter as the tag `Filtered` writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Filter::No => "no",
            Filter::White => "white",
            Filter::Black => "black",
            Filter::SemiWhite => "semi-White",
            Filter::SemiBlack => "semi-Black",
        }
    }

    /// The side whose opponent's moves are left out.
    pub const fn player(self) -> Option<Color> {
        match self {
            Filter::White => Some(Color::White),
            Filter::Black => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether the refused tries of `side` are left out.
    pub fn hides_tries(self, side: Color) -> bool {
        match self {
            Filter::No => false,
            Filter::White | Filter::SemiWhite => side == Color::Black,
            Filter::Black | Filter::SemiBlack => side == Color::White,
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that names no filter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no filter '{0}'; filters are no, white, black, semi-white, semi-black")]
pub struct UnknownFilter(String);

impl FromStr for Filter {
    type Err = UnknownFilter;

    /// Case is ignored.
    fn from_str(text: &str) -> Result<Filter, UnknownFilter> {
        Filter::ALL
            .into_iter()
            .find(|filter| filter.as_str().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownFilter(text.to_owned()))
    }
}
