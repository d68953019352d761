//! Fits a model of one opponent ([`Opponent`]) to its recorded games.
//!
//! Counts of its moves become terms, the factors of the belief's move model are fitted to its moves for
//! one term more, and a conditional logit gives the terms their weights. A term that comes from the
//! game whose move it explains would be trusted too much. So the games are dealt into four folds, and
//! the terms of a fold's moves come from the other folds.
//!
//! The fit is measured on the last fold, with what the other three give: the mean
//! logarithm of the probability of the true move on the true board, uniform, by the general model of
//! the belief, and by this one. Then all four folds make the model.
//!
//! ```
//! use darkforge_board::Square;
//! use darkforge_research::opponent::by_attacks;
//!
//! let mut counts = vec![0; 64];
//! (counts[12], counts[28]) = (3, 5);
//! assert_eq!(by_attacks(&counts)[0], (Square::E4, 5));
//! ```

mod decisions;
mod held_out;
mod logit;

pub use held_out::HeldOut;

use super::collection::{Attacker, Attacks, Course};
use super::imitate::Sample;
use super::move_fit;
use darkforge_board::Square;
use darkforge_engine::opponent::{Factors, Habits, Opponent, TERMS, Terms};
use darkforge_kriegspiel::belief::{MoveModel, OpponentModel};
use decisions::{Decision, Followed};
use logit::Choice;
use rayon::prelude::*;

/// Folds of the games.
const FOLDS: usize = 4;
/// Number of decisions from which weights are fitted at most: more change no digit that counts.
const MOST: usize = 20_000;

/// Seed of the order in which decisions are taken by the fit of the factors.
const SEED: u64 = 1;

/// A part of the games.
#[derive(Default)]
struct Fold {
    games: Vec<Vec<Decision>>,
    /// Counts of its moves.
    habits: Habits,
    /// Its moves for the fit of the factors.
    moves: Vec<move_fit::Decision>,
}

/// Counts and factors of some folds.
struct Learned {
    habits: Habits,
    factors: Factors,
}

/// A fitted model.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The model.
    pub model: Opponent,
    /// Its likelihood on held-out games.
    pub held_out: HeldOut,
    /// Attacks by the player, and on it.
    pub attacker: Attacker,
}

/// Least number of games: a pair in each fold.
pub const LEAST: usize = 2 * FOLDS;

/// Fits a model of `player` to its side of the games of `samples`; `told` hears what is done.
///
/// # Panics
/// Without samples.
pub fn fit(player: &str, samples: &[Sample], mut told: impl FnMut(&str)) -> Fitted {
    told("following the games");
    let mut attacks = Attacks::default();
    let mut folds: [Fold; FOLDS] = Default::default();
    let (mut last, mut number) = (None, 0);
    for sample in samples {
        // Both sides of a game are in one fold, and so are the games of a pair with colours swapped.
        if last.is_some_and(|last| last != sample.game) {
            number += 1;
        }
        last = Some(sample.game);
        let fold = &mut folds[number / 2 % FOLDS];
        let Followed { decisions, game } = decisions::follow(player, sample);
        for decision in &decisions {
            let (board, before, played) = (&decision.board, &decision.before, decision.played);
            fold.habits.add(board, before, &board.legal_moves(), played);
            let counts = OpponentModel::COUNTS;
            let fitted = move_fit::Decision::of(board, before.captured_on, played, counts);
            fold.moves.extend(fitted);
        }
        fold.games.push(decisions);
        attacks.add(&Course::of(&game));
    }
    told("fitting without the last quarter of the games");
    let ruleset = commonest(samples);
    let folds: Vec<&Fold> = folds.iter().collect();
    let modelled = |games: usize, folds: &[&Fold]| {
        let (weights, learned) = rayon::join(|| crossed(folds), || learned(folds));
        let Learned { habits, factors } = learned;
        Opponent::new(player, ruleset, games as u32, weights, habits, factors)
    };
    let tested = modelled(0, &folds[..FOLDS - 1]);
    let held_out = HeldOut::measure(&tested, &folds[FOLDS - 1].games);
    told("fitting with all games");
    let mut model = modelled(samples.len(), &folds);
    let mut named = attacks.named.iter();
    let attacker = named.find(|(name, _)| *name == player);
    let attacker = attacker
        .map(|(_, attacker)| attacker.clone())
        .unwrap_or_default();
    for (into, squares) in model
        .attacks
        .iter_mut()
        .zip([&attacker.targets, &attacker.weak])
    {
        for (&square, struck) in squares {
            into[square as usize] = struck.attacks;
        }
    }
    Fitted {
        model,
        held_out,
        attacker,
    }
}

/// Ruleset of most games.
fn commonest(samples: &[Sample]) -> &'static darkforge_kriegspiel::umpire::Ruleset {
    let games = |name: &str| {
        let same = samples.iter().filter(|sample| sample.ruleset.name == name);
        same.count()
    };
    let first = samples[0].ruleset;
    let rulesets = samples.iter().map(|sample| sample.ruleset);
    rulesets.fold(first, |best, one| {
        if games(one.name) > games(best.name) {
            one
        } else {
            best
        }
    })
}

/// Counts and factors of the moves of `folds`.
fn learned(folds: &[&Fold]) -> Learned {
    let mut habits = Habits::default();
    for fold in folds {
        habits.merge(&fold.habits);
    }
    let moves: Vec<&move_fit::Decision> = folds.iter().flat_map(|fold| &fold.moves).collect();
    let logs = move_fit::fit(&moves, &MoveModel::LEARNED.logs(), SEED);
    let factors: Vec<f64> = logs.into_iter().map(move_fit::factor).collect();
    Learned {
        habits,
        factors: Factors::rounded(&factors),
    }
}

/// Weights fitted to the decisions of `folds`, each with terms from the others.
fn crossed(folds: &[&Fold]) -> [f64; TERMS.len()] {
    let all: usize = folds
        .iter()
        .flat_map(|fold| &fold.games)
        .map(Vec::len)
        .sum();
    let step = all.div_ceil(MOST).max(1);
    let choices = |place: usize| -> Vec<Choice> {
        let others: Vec<&Fold> = (0..folds.len())
            .filter(|&other| other != place)
            .map(|other| folds[other])
            .collect();
        let Learned { habits, factors } = learned(&others);
        let terms = Terms::of(&habits);
        let decisions = folds[place].games.iter().flatten().step_by(step);
        let choices = decisions.map(|decision| Choice::of(decision, &terms, &factors));
        choices.collect()
    };
    let choices = (0..folds.len()).into_par_iter().flat_map_iter(choices);
    logit::fit(&choices.collect::<Vec<_>>())
}

/// Squares by the number of attacks, most first.
pub fn by_attacks(counts: &[u32]) -> Vec<(Square, u32)> {
    let squares = counts.iter().enumerate().filter(|(_, times)| **times > 0);
    let mut squares: Vec<(Square, u32)> = squares
        .map(|(place, &times)| (Square::new(place as u32), times))
        .collect();
    squares.sort_by_key(|&(square, times)| (std::cmp::Reverse(times), square));
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Color, as_try};
    use darkforge_kriegspiel::umpire::{Answer, ICC, Question, Umpire};
    use darkforge_streams as streams;

    /// Games of a player that always plays the legal move that is first in the alphabet, against one
    /// that plays at random.
    fn games(number: u64) -> Vec<Sample> {
        let game = |game: u64| {
            let mut stream = streams::open(7, "test", game);
            let mut umpire = Umpire::new(&ICC, 40);
            let mut questions = Vec::new();
            while umpire.outcome().is_none() {
                let legal = umpire.position().board().legal_moves();
                let mut tries: Vec<_> = legal.iter().map(|&m| as_try(m)).collect();
                tries.sort_by_key(ToString::to_string);
                let asked = if umpire.turn() == Color::White {
                    tries[0]
                } else {
                    tries[streams::below(&mut stream, tries.len())]
                };
                questions.push(Question::Try(asked));
                assert!(matches!(
                    umpire.ask(Question::Try(asked)),
                    Ok(Answer::Played(_))
                ));
            }
            Sample {
                game,
                ruleset: &ICC,
                color: Color::White,
                questions: questions.into(),
            }
        };
        (0..number).map(game).collect()
    }

    #[test]
    fn a_player_of_habit_is_foreseen_on_games_that_were_held_out() {
        let samples = games(24);
        let fitted = fit("a", &samples, |_| {});
        assert_eq!(fitted.model.games, 24);
        let held_out = &fitted.held_out;
        assert!(held_out.model > held_out.uniform + 0.5, "{held_out:?}");
        assert!(held_out.gain.lo > 0.0, "{held_out:?}");
        let again = fit("a", &samples, |_| {});
        assert_eq!(again.model, fitted.model);
        let text = fitted.model.to_toml("");
        let read = Opponent::parse("m", &text).unwrap();
        assert_eq!(read.to_toml(""), text);
    }
}
