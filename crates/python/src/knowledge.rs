//! Metapositions and beliefs of one player, fed with what it hears.

use darkforge_board::{Bitboard, Color, ROLES, Square, index};
use darkforge_kriegspiel::belief::BeliefState;
use darkforge_kriegspiel::metaposition::Tracker;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use crate::names::{color_name, color_named, ruleset_named, wrong};
use crate::umpire::Umpire;
use crate::view::View;
use crate::words::Answer;

/// Squares where each kind of enemy man could stand; a cleared one is a guarantee.
#[pyclass(module = "darkforge")]
#[derive(Clone)]
pub struct Metaposition(Tracker);

fn check_view(view: &View, color: Color) -> PyResult<()> {
    if view.0.color() == color {
        return Ok(());
    }
    let (own, other) = (color_name(color), color_name(view.0.color()));
    Err(wrong(format!(
        "the view is {other}'s; it should be {own}'s, who has this knowledge"
    )))
}

#[pymethods]
impl Metaposition {
    #[new]
    #[pyo3(signature = (color, ruleset = "icc", *, age_cap = 25))]
    fn new(color: &str, ruleset: &str, age_cap: u8) -> PyResult<Metaposition> {
        let tracker = Tracker::new(color_named(color)?, age_cap);
        Ok(Metaposition(tracker.under(ruleset_named(ruleset)?)))
    }

    /// `"white"` or `"black"`.
    #[getter]
    fn color(&self) -> &'static str {
        color_name(self.0.color())
    }

    /// Takes the answer to this player's question.
    fn answered(&mut self, answer: &Answer) {
        self.0.answered(answer.question, &answer.answer);
    }

    /// Takes what `view`, this player's after the opponent's move, heard of it.
    fn opponent_moved(&mut self, view: &View) -> PyResult<()> {
        check_view(view, self.0.color())?;
        self.0.overhear(view.0.overheard());
        self.0.enemy_move(view.0.heard());
        Ok(())
    }

    /// Squares where an enemy pawn, knight, bishop, rook, queen and king could stand, and that could
    /// be empty: bool, (7, 8, 8), rank 1 and file a first.
    fn possible<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let known = self.0.metaposition();
        let sets = known.enemy().iter().copied().chain([known.empty()]);
        let mut squares = vec![false; 7 * 64];
        for (plane, set) in sets.enumerate() {
            for square in self.0.turned_set(set) {
                squares[plane * 64 + square as usize] = true;
            }
        }
        PyArray1::from_vec(py, squares).reshape([7, 8, 8])
    }

    /// Moves since each square was last known to be empty of enemies: uint8, (8, 8).
    fn ages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let known = self.0.metaposition();
        let age = |square: Square| {
            let set = self.0.turned_set(Bitboard::from_square(square));
            set.into_iter()
                .next()
                .map_or(0, |square| known.ages().get(square))
        };
        PyArray1::from_vec(py, Square::ALL.into_iter().map(age).collect()).reshape([8, 8])
    }

    /// Enemy men left beside the king, 0 to 15, by the captures heard.
    #[getter]
    fn enemy_men_left(&self) -> u32 {
        self.0.metaposition().enemy_men_left()
    }

    /// Whether the true position of `umpire` is inside.
    fn contains(&self, umpire: &Umpire) -> bool {
        let truth = umpire.game.umpire.position();
        self.0
            .metaposition()
            .contains(truth, self.0.color())
            .is_ok()
    }

    fn __copy__(&self) -> Metaposition {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Metaposition {
        self.clone()
    }

    /// The board as text, own side below: own men as capital letters, possible enemy men as small ones.
    fn __str__(&self) -> String {
        self.0.metaposition().drawing()
    }

    fn __repr__(&self) -> String {
        let left = self.enemy_men_left();
        format!("<Metaposition {}, {left} enemy men left>", self.color())
    }
}

/// All positions that agree with what one player heard, up to a limit; beyond it a sample.
#[pyclass(module = "darkforge")]
#[derive(Clone)]
pub struct Belief(BeliefState);

#[pymethods]
impl Belief {
    #[new]
    #[pyo3(signature = (color, ruleset = "icc", *, limit = 100_000))]
    fn new(color: &str, ruleset: &str, limit: usize) -> PyResult<Belief> {
        if limit == 0 {
            return Err(wrong("limit is 0; it should be 1 or more"));
        }
        let (ruleset, color) = (ruleset_named(ruleset)?, color_named(color)?);
        Ok(Belief(BeliefState::start(ruleset, color, limit)))
    }

    /// `"white"` or `"black"`.
    #[getter]
    fn color(&self) -> &'static str {
        color_name(self.0.color())
    }

    /// Takes the answer to this player's question.
    fn answered(&mut self, py: Python<'_>, answer: &Answer) {
        let (question, said) = (answer.question, answer.answer);
        py.detach(|| self.0.answered(question, &said));
    }

    /// Takes what `view`, this player's after the opponent's move, heard of it.
    fn opponent_moved(&mut self, py: Python<'_>, view: &View) -> PyResult<()> {
        check_view(view, self.0.color())?;
        let (overheard, said) = (view.0.overheard(), *view.0.heard());
        py.detach(|| self.0.enemy_move(overheard, &said));
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Whether these are all positions that agree; otherwise they are a sample.
    #[getter]
    fn exact(&self) -> bool {
        self.0.is_exact()
    }

    /// Entropy in bits if all positions are equally likely.
    #[getter]
    fn bits(&self) -> f64 {
        self.0.bits()
    }

    /// Share of positions with an enemy pawn, knight, bishop, rook, queen and king on each square:
    /// float64, (6, 8, 8), rank 1 and file a first.
    fn marginals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let shares = py.detach(|| {
            let marginals = self.0.marginals();
            let mut shares = vec![0.0; 6 * 64];
            for role in ROLES {
                for square in Square::ALL {
                    let place = index(role) * 64 + square as usize;
                    shares[place] = marginals.share(role, square);
                }
            }
            shares
        });
        PyArray1::from_vec(py, shares).reshape([6, 8, 8])
    }

    /// The first `most` positions in FEN, in a fixed order.
    #[pyo3(signature = (most = 100))]
    fn fens(&self, most: usize) -> Vec<String> {
        self.0
            .boards()
            .take(most)
            .map(|board| board.fen())
            .collect()
    }

    /// Whether the true position of `umpire` is one of them.
    fn contains(&self, umpire: &Umpire) -> bool {
        self.0.contains(umpire.game.umpire.position().board())
    }

    fn __copy__(&self) -> Belief {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Belief {
        self.clone()
    }

    fn __repr__(&self) -> String {
        let kind = if self.exact() { "exact" } else { "a sample" };
        let (color, size) = (self.color(), self.0.len());
        format!("<Belief {color}, {size} positions, {kind}>")
    }
}
