//! Fits a model of one opponent ([`Opponent`]) to its recorded games.
//!
//! Counts of its moves become terms, and a conditional logit gives the terms their weights. A term
//! that comes from the game whose move it explains would be trusted too much. So the games are dealt
//! into four folds, and the terms of a fold's moves come from the counts of the other folds.
//!
//! The fit is measured on the last fold, with weights and counts of the other three: the mean
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
use darkforge_board::Square;
use darkforge_engine::opponent::{Habits, Opponent, TERMS, Terms};
use decisions::{Decision, Followed};
use logit::Choice;

/// Folds of the games.
const FOLDS: usize = 4;
/// Number of decisions from which weights are fitted at most: more change no digit that counts.
const MOST: usize = 20_000;

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
    let mut folds: [Vec<Vec<Decision>>; FOLDS] = Default::default();
    let mut habits: [Habits; FOLDS] = Default::default();
    let (mut last, mut number) = (None, 0);
    for sample in samples {
        // Both sides of a game are in one fold, and so are the games of a pair with colours swapped.
        if last.is_some_and(|last| last != sample.game) {
            number += 1;
        }
        last = Some(sample.game);
        let fold = number / 2 % FOLDS;
        let Followed { decisions, game } = decisions::follow(player, sample);
        for decision in &decisions {
            let legal = decision.board.legal_moves();
            habits[fold].add(&decision.board, &decision.before, &legal, decision.played);
        }
        folds[fold].push(decisions);
        attacks.add(&Course::of(&game));
    }
    told("fitting without the last quarter of the games");
    let without_last = crossed(&folds[..FOLDS - 1], &habits[..FOLDS - 1]);
    let counts = merged(&habits[..FOLDS - 1]);
    let tested = Opponent::new(player, samples[0].ruleset, 0, without_last, counts);
    let held_out = HeldOut::measure(&tested, &folds[FOLDS - 1]);
    told("fitting with all games");
    let weights = crossed(&folds, &habits);
    let games = samples.len() as u32;
    let ruleset = commonest(samples);
    let mut model = Opponent::new(player, ruleset, games, weights, merged(&habits));
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

fn merged(habits: &[Habits]) -> Habits {
    let mut all = Habits::default();
    for one in habits {
        all.merge(one);
    }
    all
}

/// Weights fitted to the decisions of `folds`, each with terms from the `habits` of the others.
fn crossed(folds: &[Vec<Vec<Decision>>], habits: &[Habits]) -> [f64; TERMS.len()] {
    let all: usize = folds.iter().flatten().map(Vec::len).sum();
    let step = all.div_ceil(MOST).max(1);
    let mut choices = Vec::with_capacity(all / step + 1);
    for (fold, games) in folds.iter().enumerate() {
        let mut others = Habits::default();
        for (place, one) in habits.iter().enumerate() {
            if place != fold {
                others.merge(one);
            }
        }
        let terms = Terms::of(&others);
        let decisions = games.iter().flatten().step_by(step);
        choices.extend(decisions.map(|decision| Choice::of(decision, &terms)));
    }
    logit::fit(&choices)
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
