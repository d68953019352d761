//! Samples: one game as the imitated player saw it, followed decision by decision.

use std::collections::HashMap;
use std::sync::Arc;

use darkforge_board::{Color, Try};
use darkforge_engine::darkboard::{EngineOptions, Weights};
use darkforge_engine::player::{Darkboard, Player};
use darkforge_kriegspiel::umpire::{Answer, Question, Ruleset, Umpire, View};
use darkforge_streams as streams;

/// One side of a game: all questions to the umpire, and the side whose choices count.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Number of the game among all games read. Both sides of a game that a player played against
    /// itself have one number, and are never split.
    pub game: u64,
    /// Ruleset.
    pub ruleset: &'static Ruleset,
    /// The imitated player's side.
    pub color: Color,
    /// Every question of both sides: an umpire gives the answers again, which take ten times the
    /// memory.
    pub questions: Arc<[Question]>,
}

impl Sample {
    /// A student with `weights` that hears what the imitated player heard.
    pub(super) fn student(
        &self,
        weights: &Weights,
        options: EngineOptions,
        seed: u64,
    ) -> Darkboard {
        let index = 2 * self.game + u64::from(self.color == Color::Black);
        let stream = streams::open(seed, "imitate belief", index);
        Darkboard::new(weights.clone(), options, None, stream)
    }

    /// Follows the game with `students`: `decide` is called at each try of the imitated player with
    /// the students, its view, the decision's number and the try. An "Any?" is no decision.
    pub(super) fn follow(
        &self,
        students: &mut [Darkboard],
        mut decide: impl FnMut(&mut [Darkboard], &View, usize, Try),
    ) {
        let mut umpire = Umpire::new(self.ruleset, u32::MAX);
        let mut number = 0;
        for &question in self.questions.iter() {
            let own = umpire.turn() == self.color;
            if let (true, Question::Try(asked)) = (own, question) {
                decide(students, umpire.view(self.color), number, asked);
                number += 1;
            }
            // A game may continue after an unclaimed draw; there are no decisions there.
            let Ok(answer) = umpire.ask(question) else {
                return;
            };
            if umpire.outcome().is_some() {
                return;
            }
            let view = umpire.view(self.color);
            for student in students.iter_mut() {
                if own {
                    student.answered(view, question, &answer);
                } else if let Answer::Played(said) = answer {
                    student.opponent_moved(view, &said);
                }
            }
        }
    }
}

/// Games separated by purpose; a game is in one of the sets with all its samples.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// Games for fitting weights.
    pub train: Vec<Sample>,
    /// Games for choosing among the rounds.
    pub validation: Vec<Sample>,
    /// Games that are used once, at the end.
    pub held_out: Vec<Sample>,
}

/// Share of the other games that choose among the rounds.
const VALIDATION: f64 = 0.2;

impl Split {
    /// Least number of games that can be split.
    pub const LEAST: usize = 3;

    /// Separates about the share `held_out` of the games, and a fifth of the rest for validation;
    /// each set has at least one game.
    ///
    /// # Panics
    /// With fewer than [`LEAST`](Split::LEAST) games.
    pub fn draw(samples: Vec<Sample>, held_out: f64, seed: u64) -> Split {
        let mut games: Vec<u64> = samples.iter().map(|sample| sample.game).collect();
        games.dedup();
        let count = games.len();
        assert!(count >= Split::LEAST, "{count} games cannot be split");
        streams::shuffle(&mut streams::open(seed, "imitate split", 0), &mut games);
        let share = |of: usize, share: f64| (share * of as f64).round() as usize;
        let held = share(count, held_out).clamp(1, count - 2);
        let validation = share(count - held, VALIDATION).clamp(1, count - held - 1);
        let mut split = Split::default();
        let places: HashMap<u64, usize> = games.into_iter().zip(0..).collect();
        for sample in samples {
            match places.get(&sample.game).copied().unwrap_or(count) {
                place if place < held => split.held_out.push(sample),
                place if place < held + validation => split.validation.push(sample),
                _ => split.train.push(sample),
            }
        }
        split
    }
}

/// Number of games of `samples`; samples of one game are neighbours.
pub fn games_of(samples: &[Sample]) -> usize {
    let mut games: Vec<u64> = samples.iter().map(|sample| sample.game).collect();
    games.dedup();
    games.len()
}
