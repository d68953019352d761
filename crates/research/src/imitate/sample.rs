//! One game as the imitated player saw it, followed again decision by decision.

use darkforge_board::{Color, Try};
use darkforge_engine::darkboard::{EngineOptions, Weights};
use darkforge_engine::player::{Darkboard, Player};
use darkforge_kriegspiel::record::Entry;
use darkforge_kriegspiel::umpire::{Answer, Question, Ruleset, Umpire, View};
use darkforge_streams as streams;

/// One side of a game: all that an umpire was asked in it, and whose choices count.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Number of the game among those that were read: both sides of a game that somebody
    /// played against itself have one number, and are never split.
    pub game: u64,
    /// Rules it was played under.
    pub ruleset: &'static Ruleset,
    /// The imitated player's side.
    pub color: Color,
    /// Every question of both sides, with its answer.
    pub entries: Vec<Entry>,
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

    /// Follows the game with `students`: `decide` is called at each try of the imitated
    /// player with the students, its view, the decision's number and what it tried. An
    /// "Any?" is heard and is no decision.
    pub(super) fn follow(
        &self,
        students: &mut [Darkboard],
        mut decide: impl FnMut(&mut [Darkboard], &View, usize, Try),
    ) {
        let mut umpire = Umpire::new(self.ruleset, u32::MAX);
        let mut number = 0;
        for entry in &self.entries {
            let own = umpire.turn() == self.color;
            if let (true, Question::Try(asked)) = (own, entry.question) {
                decide(students, umpire.view(self.color), number, asked);
                number += 1;
            }
            // A game may go on after its end where nobody claimed it; nobody is asked there.
            let Ok(answer) = umpire.ask(entry.question) else {
                return;
            };
            if umpire.outcome().is_some() {
                return;
            }
            let view = umpire.view(self.color);
            for student in students.iter_mut() {
                if own {
                    student.answered(view, entry.question, &answer);
                } else if let Answer::Played(said) = answer {
                    student.opponent_moved(view, &said);
                }
            }
        }
    }
}

/// Games put apart by purpose; a game is in one of the sets with all its samples.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// Games that weights are fitted to.
    pub train: Vec<Sample>,
    /// Games that choose among the rounds of fitting.
    pub validation: Vec<Sample>,
    /// Games that are looked at once, at the end.
    pub held_out: Vec<Sample>,
}

/// Share of the games that are not held out which choose among the rounds.
const VALIDATION: f64 = 0.2;

impl Split {
    /// Least number of games that can be split.
    pub const LEAST: usize = 3;

    /// Puts about the share `held_out` of the games apart, and of the rest a fifth for
    /// validation; each set has a game at least.
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
        for sample in samples {
            let place = games.iter().position(|&game| game == sample.game);
            match place.unwrap_or(count) {
                place if place < held => split.held_out.push(sample),
                place if place < held + validation => split.validation.push(sample),
                _ => split.train.push(sample),
            }
        }
        split
    }
}

/// Number of games that `samples` are of; samples of one game follow one another.
pub fn games_of(samples: &[Sample]) -> usize {
    let mut games: Vec<u64> = samples.iter().map(|sample| sample.game).collect();
    games.dedup();
    games.len()
}
