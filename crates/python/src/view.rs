//! Views: all that one player may see.

use darkforge_board::{Color, ROLES, Role, Square, Try, role_on};
use darkforge_kriegspiel::umpire as rules;
use darkforge_kriegspiel::umpire::AnyRule;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::names::{color_name, question_of, wrong};
use crate::words::{Announcement, Tries, tries};

/// All that one player may see and has heard, at one moment: it does not change when the game goes
/// on.
#[pyclass(frozen, eq, module = "darkforge")]
#[derive(Clone, PartialEq, Eq)]
pub struct View(pub rules::View);

fn texts(tries: &[Try]) -> Vec<String> {
    tries.iter().map(ToString::to_string).collect()
}

#[pymethods]
impl View {
    /// `"white"` or `"black"`.
    #[getter]
    fn color(&self) -> &'static str {
        color_name(self.0.color())
    }

    /// Name of the ruleset.
    #[getter]
    fn ruleset(&self) -> &'static str {
        self.0.ruleset().name
    }

    /// Its own men: square to letter (`P`, `N`, `B`, `R`, `Q`, `K`).
    #[getter]
    fn men<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let men = PyDict::new(py);
        for (role, squares) in ROLES.into_iter().zip(self.0.men()) {
            for square in *squares {
                men.set_item(square.to_string(), role.upper_char())?;
            }
        }
        Ok(men)
    }

    /// Its own rights to castle: `"KQ"`, `"K"`, `"Q"` or `""`.
    #[getter]
    fn castling(&self) -> String {
        let rights = self.0.castling();
        let letters = [(rights.kingside, "K"), (rights.queenside, "Q")];
        letters
            .iter()
            .filter(|(right, _)| *right)
            .map(|(_, letter)| *letter)
            .collect()
    }

    /// Moves played so far by both sides.
    #[getter]
    fn plies(&self) -> u32 {
        self.0.plies()
    }

    /// Announcement of the opponent's last move.
    #[getter]
    fn heard(&self) -> Announcement {
        Announcement(*self.0.heard())
    }

    /// Number of the opponent's refused tries before its last move; `None` if the ruleset keeps it
    /// secret.
    #[getter]
    fn overheard_refusals(&self) -> Option<u32> {
        self.0.overheard().refusals
    }

    /// The answer to the opponent's "Any?", if both heard it.
    #[getter]
    fn overheard_any(&self) -> Option<bool> {
        self.0.overheard().any
    }

    /// Tries that were refused in this turn.
    #[getter]
    fn refused(&self) -> Vec<String> {
        texts(self.0.refused())
    }

    /// The answer to this player's "Any?" of this turn.
    #[getter]
    fn any(&self) -> Option<bool> {
        self.0.any()
    }

    /// Whether this player must try a pawn capture now.
    #[getter]
    fn obliged(&self) -> bool {
        self.0.is_obliged()
    }

    /// This player's knowledge of its pawn tries.
    #[getter]
    fn pawn_tries(&self) -> Option<Tries> {
        self.0.pawn_tries().map(tries)
    }

    /// Questions that make sense now: each try that the own board and the umpire's words of this turn
    /// allow and that was not refused, and `"any"`.
    fn tries(&self) -> Vec<String> {
        let mut left = Vec::new();
        self.0.sensible(&mut left);
        left.retain(|asked| !self.0.refused().contains(asked));
        let mut left = texts(&left);
        if self.0.ruleset().any != AnyRule::Never && self.0.any().is_none() {
            left.push("any".to_owned());
        }
        left
    }

    /// Every move that is possible on the own board, as if no enemy man stood anywhere.
    #[pyo3(signature = (captures = true))]
    fn pseudolegal(&self, captures: bool) -> Vec<String> {
        let mut all = Vec::new();
        self.0.pseudolegal(captures, &mut all);
        texts(&all)
    }

    /// Whether a try is a pawn's move to another file.
    fn is_pawn_capture(&self, asked: &str) -> PyResult<bool> {
        match question_of(asked)? {
            rules::Question::Try(asked) => Ok(self.0.is_pawn_capture(asked)),
            rules::Question::Any => Err(wrong("'any' is no try")),
        }
    }

    /// The own board as text, own side below.
    fn __str__(&self) -> String {
        board_text(self.0.color(), |square| {
            role_on(self.0.men(), square).map(Role::upper_char)
        })
    }

    fn __repr__(&self) -> String {
        let (color, plies) = (self.color(), self.0.plies());
        format!("<View {color}, {plies} plies, {}>", self.ruleset())
    }
}

/// A board as text, the side of `below` at the bottom.
pub fn board_text(below: Color, letter: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for row in (0..8).rev() {
        for file in 0..8 {
            let square = Square::new(row * 8 + file);
            let square = match below {
                Color::White => square,
                Color::Black => square.flip_vertical(),
            };
            text.push(letter(square).unwrap_or('.'));
            text.push(if file == 7 { '\n' } else { ' ' });
        }
    }
    text.pop();
    text
}
