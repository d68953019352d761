//! The umpire of one game, for Python.

use darkforge_board::{Color, Position, ROLES, SIDES, as_try, index};
use darkforge_kriegspiel::record::{Entry, GameRecord, Heading};
use darkforge_kriegspiel::umpire::{Answer as Said, Ruleset};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use crate::encode::{ACTIONS, OBSERVATION, PLANES, decode, write_mask, write_observation};
use crate::game::{ANY_TRY, Game};
use crate::names::{color_name, color_named, limit_of, question_of, ruleset_named, wrong};
use crate::record::Record;
use crate::view::{View, board_text};
use crate::words::{Answer, Outcome};

/// The umpire of one game: the only one that sees the whole board.
#[pyclass(module = "darkforge")]
#[derive(Clone)]
pub struct Umpire {
    /// The game.
    pub game: Game,
    ruleset: &'static Ruleset,
    ply_limit: u32,
    start: Option<String>,
    entries: Vec<Entry>,
}

#[pymethods]
impl Umpire {
    #[new]
    #[pyo3(signature = (ruleset = "icc", *, ply_limit = 1000, fen = None))]
    fn new(ruleset: &str, ply_limit: u32, fen: Option<String>) -> PyResult<Umpire> {
        let ruleset = ruleset_named(ruleset)?;
        let position = match &fen {
            None => Position::start(),
            Some(fen) => fen.parse().map_err(wrong)?,
        };
        Ok(Umpire {
            game: Game::new(ruleset, limit_of(ply_limit)?, position),
            ruleset,
            ply_limit,
            start: fen,
            entries: Vec::new(),
        })
    }

    /// Asks `question` for the side to move: a try in UCI notation, or `"any"`. A refusal is an
    /// answer.
    fn ask(&mut self, question: &str) -> PyResult<Answer> {
        let question = question_of(question)?;
        let side = self.game.umpire.turn();
        let answer = self.game.ask(question).map_err(wrong)?;
        self.entries.push(Entry {
            side,
            question,
            answer,
        });
        Ok(Answer { question, answer })
    }

    /// Asks the question with the number `action` for the side to move.
    fn act(&mut self, action: usize) -> PyResult<Answer> {
        let question = self.question(action)?;
        self.ask(&question)
    }

    /// The question with the number `action` for the side to move.
    fn question(&self, action: usize) -> PyResult<String> {
        match decode(action, &self.game) {
            Some(ANY_TRY) => Ok("any".to_owned()),
            Some(asked) => Ok(asked.to_string()),
            None => Err(wrong(format!(
                "{action} is no action; there are 0 to {}",
                ACTIONS - 1
            ))),
        }
    }

    /// View of the player of `color`; of the side to move if there is none.
    #[pyo3(signature = (color = None))]
    fn view(&self, color: Option<&str>) -> PyResult<View> {
        let color = color.map_or(Ok(self.game.umpire.turn()), color_named)?;
        Ok(View(self.game.umpire.view(color).clone()))
    }

    /// Name of the ruleset.
    #[getter]
    fn ruleset(&self) -> &'static str {
        self.ruleset.name
    }

    /// Plies after which the game is drawn.
    #[getter]
    fn ply_limit(&self) -> u32 {
        self.ply_limit
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.game.umpire.turn())
    }

    /// Moves played so far.
    #[getter]
    fn plies(&self) -> u32 {
        self.game.umpire.plies()
    }

    /// Result and ending once the game is over, else `None`.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.game.umpire.outcome().map(Outcome)
    }

    /// The true position in FEN: for records and checks, never for players.
    fn fen(&self) -> String {
        self.game.umpire.position().fen()
    }

    /// All questions so far with their answers.
    #[getter]
    fn history(&self) -> Vec<Answer> {
        let answers = self.entries.iter();
        answers
            .map(|entry| Answer {
                question: entry.question,
                answer: entry.answer,
            })
            .collect()
    }

    /// Legal moves of the side to move: for the umpire, never for players.
    fn legal_moves(&self) -> Vec<String> {
        let mut legal = Vec::new();
        if self.game.umpire.outcome().is_none() {
            let board = self.game.umpire.position().board();
            let moves = board.legal_moves();
            legal.extend(moves.iter().map(|m| as_try(*m).to_string()));
        }
        legal
    }

    /// Actions of the mask, in ascending order.
    fn actions(&self) -> Vec<usize> {
        let color = self.game.umpire.turn();
        let mut actions: Vec<usize> = self
            .game
            .left()
            .iter()
            .map(|asked| crate::encode::encode(*asked, color))
            .collect();
        actions.sort_unstable();
        actions
    }

    /// Mask of the questions that make sense for the side to move: bool, (ACTIONS,).
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; ACTIONS];
        write_mask(&self.game, &mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// Observation of the player of `color`: float32, (PLANES, 8, 8).
    #[pyo3(signature = (color = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        color: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let color = color.map_or(Ok(self.game.umpire.turn()), color_named)?;
        let mut planes = vec![0.0; OBSERVATION];
        write_observation(&self.game, color, self.ply_limit, &mut planes);
        PyArray1::from_vec(py, planes).reshape([PLANES, 8, 8])
    }

    /// The record of a finished game.
    #[pyo3(signature = (white = "White", black = "Black", *, game = 0, seed = 0))]
    fn record(&self, white: &str, black: &str, game: u64, seed: u64) -> PyResult<Record> {
        if self.game.umpire.outcome().is_none() {
            return Err(wrong("the game is not over; a record needs its outcome"));
        }
        if self.start.is_some() {
            return Err(wrong(
                "the game began from another position; records begin from the initial one",
            ));
        }
        let heading = Heading {
            game,
            white: white.to_owned(),
            black: black.to_owned(),
            pair: game / 2,
            seed,
            thoughts: Vec::new(),
        };
        let record = GameRecord::close(&self.game.umpire, self.entries.clone());
        Ok(Record { heading, record })
    }

    fn __copy__(&self) -> Umpire {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Umpire {
        self.clone()
    }

    /// Pickles as the questions, which are asked again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let again = py.import("darkforge")?.getattr("_umpire_again")?;
        let questions: Vec<String> = self
            .entries
            .iter()
            .map(|entry| entry.question.to_string())
            .collect();
        let how = (
            self.ruleset.name,
            self.ply_limit,
            self.start.clone(),
            questions,
        );
        (again, how).into_pyobject(py).map(Bound::into_any)
    }

    /// The true board as text, White below.
    fn __str__(&self) -> String {
        let position = self.game.umpire.position();
        board_text(Color::White, |square| {
            SIDES.into_iter().find_map(|color| {
                let men = position.men(color);
                let role = ROLES
                    .into_iter()
                    .find(|role| men[index(*role)].contains(square))?;
                Some(match color {
                    Color::White => role.upper_char(),
                    Color::Black => role.char(),
                })
            })
        })
    }

    fn __repr__(&self) -> String {
        let umpire = &self.game.umpire;
        let refused = self
            .entries
            .iter()
            .filter(|entry| entry.answer == Said::Refused);
        let state = umpire
            .outcome()
            .map_or(format!("{} to move", self.turn()), |over| {
                format!("{} by {}", over.result, over.ending)
            });
        format!(
            "<Umpire {}, {} plies, {} refused, {state}>",
            self.ruleset.name,
            umpire.plies(),
            refused.count()
        )
    }
}
