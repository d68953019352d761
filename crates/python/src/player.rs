//! Players by spec, one game at a time, and matches between them.

use std::sync::{Mutex, PoisonError};

use darkforge_engine::player::{Files, GameKind, Player as Play, PlayerSpec};
use darkforge_kriegspiel::umpire::{Answer as Said, GameResult};
use darkforge_lab::bout::{Bout, Entrant, Openings, PlayedGame, Scored, tally};
use darkforge_lab::game::{Game as _, Shortage};
use darkforge_lab::kriegspiel::{Kriegspiel, heading, record};
use darkforge_ratings::Tally;
use darkforge_streams as streams;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::batch::pool_of;
use crate::names::{limit_of, ruleset_named, wrong};
use crate::record::Record;
use crate::view::View;
use crate::words::{Announcement, Answer, Outcome};

/// A player of one game, made from a spec such as `"darkboard"` or `"hs:samples=500"`.
#[pyclass(frozen, module = "darkforge")]
pub struct Player {
    spec: PlayerSpec,
    player: Mutex<Box<dyn Play>>,
}

fn spec_of(text: &str) -> PyResult<PlayerSpec> {
    PlayerSpec::read(text, &Files).map_err(wrong)
}

impl Player {
    /// Calls the player without Python's lock, and reports its fault.
    fn call<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Play) -> T + Send,
    ) -> PyResult<T> {
        let (done, fault) = py.detach(|| {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            let done = work(player.as_mut());
            let fault = player.fault().map(|fault| fault.to_string());
            (done, fault)
        });
        match fault {
            None => Ok(done),
            Some(fault) => Err(PyRuntimeError::new_err(format!("{}: {fault}", self.spec))),
        }
    }
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (spec, *, seed = 0, index = 0))]
    fn new(py: Python<'_>, spec: &str, seed: u64, index: u64) -> PyResult<Player> {
        let spec = spec_of(spec)?;
        spec.check_game(GameKind::Kriegspiel, "icc")
            .map_err(wrong)?;
        let player = py.detach(|| spec.build(streams::open(seed, "player", index)));
        Ok(Player {
            player: Mutex::new(player),
            spec,
        })
    }

    /// The spec with its options.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// The game begins; it is drawn after `ply_limit` moves.
    #[pyo3(signature = (view, ply_limit = 1000))]
    fn begin(&self, py: Python<'_>, view: &View, ply_limit: u32) -> PyResult<()> {
        self.call(py, |player| player.begin(&view.0, ply_limit))
    }

    /// The next question; `None` if the player has none left.
    fn choose(&self, py: Python<'_>, view: &View) -> PyResult<Option<String>> {
        let question = self.call(py, |player| player.choose(&view.0))?;
        Ok(question.map(|question| question.to_string()))
    }

    /// Takes the answer to the last question; `view` is the one after it.
    fn answered(&self, py: Python<'_>, view: &View, answer: &Answer) -> PyResult<()> {
        let (question, said): (_, Said) = (answer.question, answer.answer);
        self.call(py, |player| player.answered(&view.0, question, &said))
    }

    /// Takes the announcement of the opponent's move.
    fn opponent_moved(&self, py: Python<'_>, view: &View, said: &Announcement) -> PyResult<()> {
        self.call(py, |player| player.opponent_moved(&view.0, &said.0))
    }

    /// The game is over.
    #[pyo3(signature = (view, said, outcome))]
    fn ended(
        &self,
        py: Python<'_>,
        view: &View,
        said: Option<&Announcement>,
        outcome: &Outcome,
    ) -> PyResult<()> {
        let said = said.map(|said| said.0);
        self.call(py, |player| {
            player.ended(&view.0, said.as_ref(), outcome.0);
        })
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.spec)
    }
}

/// Plays the fixtures in order, a part at a time, so that Ctrl-C is heard between parts.
fn play_all(
    py: Python<'_>,
    bout: &Bout,
    seed: u64,
    game: Kriegspiel,
    threads: usize,
) -> PyResult<Vec<PlayedGame>> {
    let pool = pool_of(threads)?;
    let fixtures: Vec<_> = bout.fixtures(seed).collect();
    let mut played = Vec::with_capacity(fixtures.len());
    for part in fixtures.chunks(16 * threads) {
        let games: Vec<Result<PlayedGame, Shortage>> = py.detach(|| match &pool {
            None => part.iter().map(|fixture| game.play(fixture)).collect(),
            Some(pool) => {
                pool.install(|| part.par_iter().map(|fixture| game.play(fixture)).collect())
            }
        });
        for one in games {
            played.push(one.map_err(|lack| PyRuntimeError::new_err(lack.to_string()))?);
        }
        py.check_signals()?;
    }
    Ok(played)
}

/// Columns of the games of a match: result, ending, plies, refused tries, who had White, seed.
fn columns<'py>(
    py: Python<'py>,
    games: &[PlayedGame],
    first: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let result = |game: &PlayedGame| match game.result {
        GameResult::WhiteWins => 1_i8,
        GameResult::BlackWins => -1,
        GameResult::Draw => 0,
    };
    let columns = PyDict::new(py);
    let results: Vec<i8> = games.iter().map(result).collect();
    let endings: Vec<&str> = games.iter().map(|game| game.ending.as_str()).collect();
    let plies: Vec<u32> = games.iter().map(|game| game.plies).collect();
    let white_refused: Vec<u32> = games.iter().map(|game| game.white_refused).collect();
    let black_refused: Vec<u32> = games.iter().map(|game| game.black_refused).collect();
    let first_has_white: Vec<bool> = games.iter().map(|game| game.white == first).collect();
    let seeds: Vec<u64> = games.iter().map(|game| game.seed).collect();
    columns.set_item("results", numpy::PyArray1::from_vec(py, results))?;
    columns.set_item("endings", endings)?;
    columns.set_item("plies", numpy::PyArray1::from_vec(py, plies))?;
    columns.set_item(
        "white_refused",
        numpy::PyArray1::from_vec(py, white_refused),
    )?;
    columns.set_item(
        "black_refused",
        numpy::PyArray1::from_vec(py, black_refused),
    )?;
    columns.set_item(
        "first_has_white",
        numpy::PyArray1::from_vec(py, first_has_white),
    )?;
    columns.set_item("seeds", numpy::PyArray1::from_vec(py, seeds))?;
    Ok(columns)
}

/// Plays a match as `darkforge match A B` does: the same games from the same seed.
#[pyfunction]
#[pyo3(signature = (a, b, games, seed, ruleset, threads, ply_limit, keep))]
pub fn play_match<'py>(
    py: Python<'py>,
    a: &str,
    b: &str,
    games: u64,
    seed: u64,
    ruleset: &str,
    threads: usize,
    ply_limit: u32,
    keep: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let ruleset = ruleset_named(ruleset)?;
    let [first, mut second] = [spec_of(a)?, spec_of(b)?].map(|spec| Entrant {
        name: spec.to_string(),
        spec,
    });
    for entrant in [&first, &second] {
        let plays = entrant.spec.check_game(GameKind::Kriegspiel, ruleset.name);
        plays.map_err(wrong)?;
    }
    if games == 0 {
        return Err(wrong("games is 0; it should be 1 or more"));
    }
    if first.name == second.name {
        second.name += "#2";
    }
    let bout = Bout {
        id: 0,
        first_pair: 0,
        step: 1,
        games,
        keep_tries: keep,
        openings: Openings::Own,
        first,
        second,
    };
    let game = Kriegspiel {
        ruleset,
        ply_limit: limit_of(ply_limit)?,
        keep_tries: keep,
        terms: darkforge_lab::terms::Terms::default(),
    };
    let played = play_all(py, &bout, seed, game, threads)?;
    let scored = played.iter().map(PlayedGame::scored);
    let tally: Tally = tally(scored.collect::<Vec<Scored>>());
    let columns = columns(py, &played, &bout.first.name)?;
    columns.set_item("a", &bout.first.name)?;
    columns.set_item("b", &bout.second.name)?;
    columns.set_item("wins", tally.wins)?;
    columns.set_item("draws", tally.draws)?;
    columns.set_item("losses", tally.losses)?;
    columns.set_item("pairs", tally.pairs.to_vec())?;
    let mut records = Vec::new();
    if keep {
        for one in &played {
            records.push(Record {
                heading: heading(one),
                record: record(one, ruleset, ply_limit).map_err(wrong)?,
            });
        }
    }
    columns.set_item("records", records)?;
    Ok(columns)
}
