//! Many games, a question to each at once, without Python's lock.

use darkforge_board::{Position, Try, side};
use darkforge_kriegspiel::umpire::{Answer, Outcome, Ruleset};
use darkforge_streams::{self as streams, Stream};
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::encode::{ACTIONS, OBSERVATION, PLANES, decode, encode, write_mask, write_observation};
use crate::game::{ANY_TRY, Game};
use crate::names::{PLY_LIMIT, limit_of, ruleset_named, wrong};
use crate::words::answer_name;

/// Names of the answers of a step, by their numbers.
pub const ANSWERS: [&str; 5] = ["played", "refused", "nonsense", "yes", "no"];
/// Games of a part of work for one thread.
const PART: usize = 8;
/// Greatest number of games at once: each takes some kilobytes.
const MOST: usize = 1 << 16;

/// A game of a batch and the random draws for it.
#[derive(Clone)]
struct Slot {
    game: Game,
    stream: Stream,
    finished: u64,
    /// Place of the question drawn last: a step looks there first.
    drawn: usize,
}

/// Effect of a step on one game.
#[derive(Clone, Copy, Default)]
struct Stepped {
    answer: u8,
    over: Option<Outcome>,
    plies: u32,
}

impl Slot {
    /// Asks the question at `place`; a finished game is replaced by a new one.
    fn ask(&mut self, place: usize, rules: (&'static Ruleset, u32)) -> Stepped {
        let Ok(answer) = self.game.ask_place(place) else {
            unreachable!("a finished game is replaced at once");
        };
        let over = self.game.umpire.outcome();
        let plies = self.game.umpire.plies();
        if over.is_some() {
            self.game = Game::new(rules.0, rules.1, Position::start());
            self.finished += 1;
        }
        Stepped {
            answer: number_of(&answer),
            over,
            plies,
        }
    }

    fn draw(&mut self) -> usize {
        self.drawn = streams::below(&mut self.stream, self.game.left().len());
        self.drawn
    }

    /// Place of the question with the number `action`; `None` if the mask has no such question.
    fn place(&self, action: i64) -> Option<usize> {
        let color = self.game.umpire.turn();
        let wanted = usize::try_from(action).ok()?;
        let left = self.game.left();
        let is_wanted = |asked: &Try| encode(*asked, color) == wanted;
        if left.get(self.drawn).is_some_and(is_wanted) {
            return Some(self.drawn);
        }
        left.iter().position(is_wanted)
    }
}

fn number_of(answer: &Answer) -> u8 {
    let name = answer_name(answer);
    let place = ANSWERS.iter().position(|known| *known == name);
    place.unwrap_or(ANSWERS.len()) as u8
}

/// Results of one step, for Python: answers, rewards of White and Black, ends, plies of ended games.
type Results<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u32>>,
);

/// Umpires of many games. A step asks one question in each; a finished game is replaced by a new one
/// in the same step.
#[pyclass(subclass, module = "darkforge._native")]
pub struct VectorUmpire {
    slots: Vec<Slot>,
    ruleset: &'static Ruleset,
    ply_limit: u32,
    pool: Option<ThreadPool>,
}

impl VectorUmpire {
    /// Calls `work` with each game and its part of `out`, which has `width` values for each.
    fn each<T: Send>(
        &mut self,
        out: &mut [T],
        width: usize,
        work: impl Fn(usize, &mut Slot, &mut [T]) + Sync,
    ) {
        let parts = self
            .slots
            .chunks_mut(PART)
            .zip(out.chunks_mut(PART * width));
        let part = |(number, (slots, out)): (usize, (&mut [Slot], &mut [T]))| {
            for (place, (slot, out)) in slots.iter_mut().zip(out.chunks_mut(width)).enumerate() {
                work(number * PART + place, slot, out);
            }
        };
        match &self.pool {
            None => parts.enumerate().for_each(part),
            Some(pool) => {
                let parts: Vec<_> = parts.enumerate().collect();
                pool.install(|| parts.into_par_iter().for_each(part));
            }
        }
    }

    fn results<'py>(py: Python<'py>, steps: &[Stepped]) -> PyResult<Results<'py>> {
        let mut rewards = vec![0.0_f32; 2 * steps.len()];
        for (step, rewards) in steps.iter().zip(rewards.chunks_mut(2)) {
            if let Some(winner) = step.over.and_then(|over| over.result.winner()) {
                rewards[side(winner)] = 1.0;
                rewards[side(!winner)] = -1.0;
            }
        }
        let answers = steps.iter().map(|step| step.answer).collect();
        let over = steps.iter().map(|step| step.over.is_some()).collect();
        let plies = steps.iter().map(|step| step.plies).collect();
        Ok((
            PyArray1::from_vec(py, answers),
            PyArray1::from_vec(py, rewards).reshape([steps.len(), 2])?,
            PyArray1::from_vec(py, over),
            PyArray1::from_vec(py, plies),
        ))
    }
}

#[pymethods]
impl VectorUmpire {
    #[new]
    #[pyo3(signature = (games, ruleset = "icc", *, ply_limit = PLY_LIMIT, seed = 0, threads = 1))]
    fn new(
        games: usize,
        ruleset: &str,
        ply_limit: u32,
        seed: u64,
        threads: usize,
    ) -> PyResult<VectorUmpire> {
        if !(1..=MOST).contains(&games) {
            return Err(wrong(format!("games is {games}; it should be 1 to {MOST}")));
        }
        let (ruleset, ply_limit) = (ruleset_named(ruleset)?, limit_of(ply_limit)?);
        let slot = |index| Slot {
            game: Game::new(ruleset, ply_limit, Position::start()),
            stream: streams::open(seed, "batch", index),
            finished: 0,
            drawn: 0,
        };
        Ok(VectorUmpire {
            slots: (0..games as u64).map(slot).collect(),
            ruleset,
            ply_limit,
            pool: pool_of(threads)?,
        })
    }

    fn __len__(&self) -> usize {
        self.slots.len()
    }

    /// Number of games that ended so far, of all slots.
    #[getter]
    fn finished(&self) -> u64 {
        self.slots.iter().map(|slot| slot.finished).sum()
    }

    /// Side to move in each game: 0 White, 1 Black; uint8, (games,).
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let turn = |slot: &Slot| side(slot.game.umpire.turn()) as u8;
        PyArray1::from_vec(py, self.slots.iter().map(turn).collect())
    }

    /// Observation of each mover: float32, (games, PLANES, 8, 8).
    fn observations<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<f32>>> {
        let games = self.slots.len();
        let limit = self.ply_limit;
        let planes = py.detach(|| {
            let mut planes = vec![0.0; games * OBSERVATION];
            self.each(&mut planes, OBSERVATION, |_, slot, planes| {
                let color = slot.game.umpire.turn();
                write_observation(&slot.game, color, limit, planes);
            });
            planes
        });
        PyArray1::from_vec(py, planes).reshape([games, PLANES, 8, 8])
    }

    /// Mask of the questions that make sense for each mover: bool, (games, ACTIONS).
    fn masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let games = self.slots.len();
        let masks = py.detach(|| {
            let mut masks = vec![false; games * ACTIONS];
            self.each(&mut masks, ACTIONS, |_, slot, mask| {
                write_mask(&slot.game, mask);
            });
            masks
        });
        PyArray1::from_vec(py, masks).reshape([games, ACTIONS])
    }

    /// An action for each game, drawn uniformly from its mask: int64, (games,).
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let actions = py.detach(|| {
            let mut actions = vec![0_i64; self.slots.len()];
            self.each(&mut actions, 1, |_, slot, action| {
                let drawn = slot.draw();
                let color = slot.game.umpire.turn();
                action[0] = encode(slot.game.left()[drawn], color) as i64;
            });
            actions
        });
        PyArray1::from_vec(py, actions)
    }

    /// Asks the question `actions[i]` in game i. Nothing is asked if one of them is not in its mask.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<Results<'py>> {
        let actions = actions.as_slice()?;
        if actions.len() != self.slots.len() {
            let (got, games) = (actions.len(), self.slots.len());
            return Err(wrong(format!(
                "there are {got} actions; there should be {games}, one for each game"
            )));
        }
        let rules = (self.ruleset, self.ply_limit);
        let steps = py.detach(|| {
            let mut places = vec![usize::MAX; actions.len()];
            self.each(&mut places, 1, |number, slot, place| {
                place[0] = slot.place(actions[number]).unwrap_or(usize::MAX);
            });
            if let Some(game) = places.iter().position(|place| *place == usize::MAX) {
                return Err(game);
            }
            let mut steps = vec![Stepped::default(); actions.len()];
            self.each(&mut steps, 1, |number, slot, step| {
                step[0] = slot.ask(places[number], rules);
            });
            Ok(steps)
        });
        let steps = steps.map_err(|game| {
            let action = actions[game];
            let game_of = &self.slots[game].game;
            let asked = usize::try_from(action)
                .ok()
                .and_then(|a| decode(a, game_of));
            let asked = match asked {
                None => format!("no action; there are 0 to {}", ACTIONS - 1),
                Some(ANY_TRY) => "'any', which is not in its mask".to_owned(),
                Some(asked) => format!("'{asked}', which is not in its mask"),
            };
            wrong(format!("actions[{game}] is {action}, {asked}"))
        })?;
        VectorUmpire::results(py, &steps)
    }

    /// Asks `steps` random questions in each game, all without Python: returns the number of games
    /// that White won, that were drawn, that Black won, and the questions asked.
    fn random_steps(&mut self, py: Python<'_>, steps: u32) -> (u64, u64, u64, u64) {
        let rules = (self.ruleset, self.ply_limit);
        py.detach(|| {
            let mut counts = vec![[0_u64; 3]; self.slots.len()];
            self.each(&mut counts, 1, |_, slot, counts| {
                for _ in 0..steps {
                    let drawn = slot.draw();
                    if let Some(over) = slot.ask(drawn, rules).over {
                        let place = over.result.winner().map_or(1, |winner| 2 * side(winner));
                        counts[0][place] += 1;
                    }
                }
            });
            let sum = |place: usize| counts.iter().map(|count| count[place]).sum::<u64>();
            let asked = counts.len() as u64 * u64::from(steps);
            (sum(0), sum(1), sum(2), asked)
        })
    }

    /// The true position of a game in FEN: for checks, never for players.
    fn fen(&self, game: usize) -> PyResult<String> {
        let slot = self.slots.get(game).ok_or_else(|| {
            wrong(format!(
                "there is no game {game}; there are {}",
                self.slots.len()
            ))
        })?;
        Ok(slot.game.umpire.position().fen())
    }

    fn __repr__(&self) -> String {
        let (games, name) = (self.slots.len(), self.ruleset.name);
        format!("<VectorUmpire {games} games, {name}>")
    }
}

/// A pool of `threads` threads, at least 1; `None` for the caller's alone.
pub fn pool_of(threads: usize) -> PyResult<Option<ThreadPool>> {
    match threads {
        0 => Err(wrong("threads is 0; it should be 1 or more")),
        1 => Ok(None),
        threads => {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            Ok(Some(pool))
        }
    }
}
