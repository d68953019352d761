//! Records of games, read and written.

use std::io;
use std::path::PathBuf;

use darkforge_kriegspiel::record::pgn::{self, Filter};
use darkforge_kriegspiel::record::read::{self, FoundGame};
use darkforge_kriegspiel::record::{GameRecord, Heading, transcript};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::names::{color_name, ruleset_named, wrong};
use crate::words::{Answer, Outcome};

/// A finished game: every question with its answer, result and ending.
#[pyclass(frozen, module = "darkforge")]
#[derive(Clone)]
pub struct Record {
    /// Players and place in a run.
    pub heading: Heading,
    /// The game.
    pub record: GameRecord,
}

fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> PyResult<String> {
    let mut out = Vec::new();
    write(&mut out).map_err(wrong)?;
    String::from_utf8(out).map_err(wrong)
}

#[pymethods]
impl Record {
    /// Player of White.
    #[getter]
    fn white(&self) -> &str {
        &self.heading.white
    }

    /// Player of Black.
    #[getter]
    fn black(&self) -> &str {
        &self.heading.black
    }

    /// Number of the game in its run or file.
    #[getter]
    fn game(&self) -> u64 {
        self.heading.game
    }

    /// Name of the ruleset.
    #[getter]
    fn ruleset(&self) -> &'static str {
        self.record.ruleset.name
    }

    /// Result and ending.
    #[getter]
    fn outcome(&self) -> Outcome {
        Outcome(self.record.outcome)
    }

    /// Moves of both sides.
    #[getter]
    fn plies(&self) -> u32 {
        self.record.plies
    }

    /// Final position in FEN.
    #[getter]
    fn final_fen(&self) -> &str {
        &self.record.final_fen
    }

    /// Every question with the side that asked and its answer.
    #[getter]
    fn entries(&self) -> Vec<(&'static str, Answer)> {
        let entries = self.record.entries.iter();
        entries
            .map(|entry| {
                let answer = Answer {
                    question: entry.question,
                    answer: entry.answer,
                };
                (color_name(entry.side), answer)
            })
            .collect()
    }

    /// The game as JSON Lines, a line for each question (`docs/records.md`).
    fn transcript(&self) -> PyResult<String> {
        text(|out| transcript::write(out, self.heading.game, &self.record))
    }

    /// The game as extended PGN. `side` (`"white"` or `"black"`) writes what that player knew alone.
    #[pyo3(signature = (side = None))]
    fn pgn(&self, side: Option<&str>) -> PyResult<String> {
        let filter = match side {
            None => Filter::No,
            Some("white") => Filter::White,
            Some("black") => Filter::Black,
            Some(other) => {
                return Err(wrong(format!(
                    "side is '{other}'; it should be 'white', 'black' or None"
                )));
            }
        };
        text(|out| pgn::write(out, &self.heading, &self.record, filter))
    }

    fn __repr__(&self) -> String {
        let Heading { white, black, .. } = &self.heading;
        let over = self.record.outcome;
        let (result, ending, plies) = (over.result, over.ending, self.record.plies);
        format!("<Record {white} - {black}, {result} by {ending}, {plies} plies>")
    }
}

/// The games of a transcript or PGN file, each refereed again: records, and a sentence for each game
/// that gives none.
#[pyfunction]
#[pyo3(signature = (path, ruleset = "icc"))]
pub fn read_games(
    py: Python<'_>,
    path: PathBuf,
    ruleset: &str,
) -> PyResult<(Vec<Record>, Vec<String>)> {
    let ruleset = ruleset_named(ruleset)?;
    py.detach(|| {
        let games = read::open(&path).map_err(|error| PyOSError::new_err(error.to_string()))?;
        let (mut records, mut problems) = (Vec::new(), Vec::new());
        for found in games.under(ruleset) {
            let place = format!("{}, game {}", path.display(), found.number);
            match found.game {
                Err(damaged) => problems.push(format!("{place}: {}", damaged.problem)),
                Ok(FoundGame::Filtered(_)) => {
                    problems.push(format!("{place}: it has the moves of one player alone"));
                }
                Ok(FoundGame::Full(game)) => {
                    for wrong in &game.disagreements {
                        problems.push(format!("{place}: {wrong}"));
                    }
                    match game.record() {
                        None => problems.push(format!("{place}: it has no ending")),
                        Some(record) => {
                            let [white, black] = game.players.clone();
                            let heading = Heading {
                                game: game.game,
                                white,
                                black,
                                pair: game.game / 2,
                                seed: 0,
                                thoughts: Vec::new(),
                            };
                            records.push(Record { heading, record });
                        }
                    }
                }
            }
        }
        Ok((records, problems))
    })
}
