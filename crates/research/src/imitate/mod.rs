//! Tuning by imitation (T 7.7.1, last paragraph): finds weights with which the engine chooses like
//! a recorded player.
//!
//! The engine follows each game as that player heard it. Every try, refused ones included, is a
//! decision among the engine's own tries at that moment. In rounds, the engine computes the values
//! of these tries and their slopes by each weight, the choice model finds the likeliest weights
//! near the present ones (`logit`), and the agreement of the engine with the new weights is
//! measured on games outside the fit. The best round wins; its agreement is measured on games that
//! no step has used.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_kriegspiel::umpire::ICC;
//! use darkforge_research::imitate::{Sample, Split};
//!
//! let samples = (0..10).map(|game| Sample {
//!     game,
//!     ruleset: &ICC,
//!     color: Color::White,
//!     questions: [].into(),
//! });
//! let split = Split::draw(samples.collect(), 0.2, 1);
//! assert_eq!(split.held_out.len(), 2);
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod agreement;
mod logit;
mod sample;
mod slopes;

use darkforge_engine::darkboard::weights::{COUNT, WEIGHTS};
use darkforge_engine::darkboard::{EngineOptions, Weight, Weights};

pub use agreement::{Agreement, Chooser, MOST};
pub use sample::{Sample, Split, games_of};

/// Rounds without an improvement after which fitting ends.
const PATIENCE: u32 = 4;
/// Factor by which a weight may change in the first round.
const FIRST_ROOM: f64 = 2.5;
/// Initial sharpness, in 1/pawns.
const SHARPNESS: f64 = 3.0;

/// The weights to which values are proportional. Values on believed boards grow with the values of
/// the men.
const IN_PAWNS: [Weight; 23] = [
    Weight::PawnValue,
    Weight::KnightValue,
    Weight::BishopValue,
    Weight::RookValue,
    Weight::QueenValue,
    Weight::KingValue,
    Weight::PawnAdvance,
    Weight::PawnAdvanceAhead,
    Weight::SecondQueen,
    Weight::OpenFile,
    Weight::PawnOnOpenFile,
    Weight::KingExposed,
    Weight::KingShelter,
    Weight::Placement,
    Weight::Control,
    Weight::ControlAhead,
    Weight::TakenPawn,
    Weight::TakenPiece,
    Weight::Entropy,
    Weight::Checkmate,
    Weight::KingApproach,
    Weight::Repeated,
    Weight::Progress,
];

/// Settings of a fit.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Weights to start from.
    pub start: Weights,
    /// Options of the student.
    pub options: EngineOptions,
    /// Seed of all draws.
    pub seed: u64,
    /// Greatest number of rounds.
    pub iterations: u32,
    /// Approximate number of decisions in the fit of a round.
    pub decisions: usize,
}

/// One round: new weights and their quality.
#[derive(Clone, Debug)]
pub struct Round {
    /// Number, from 1; 0 is the start.
    pub number: u32,
    /// The weights.
    pub weights: Weights,
    /// One over the size of the player's noise, in 1/pawns.
    pub sharpness: f64,
    /// Mean log-likelihood of the fitted choices.
    pub likelihood: f64,
    /// Agreement on the validation games.
    pub validation: Agreement,
}

/// A fit, from its first round to its last.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The start and all rounds.
    pub rounds: Vec<Round>,
    /// Place of the best round.
    pub best: usize,
    /// The weights that change a choice's value at all.
    pub identified: [bool; COUNT],
}

impl Fit {
    /// Weights of the best round.
    pub fn weights(&self) -> &Weights {
        &self.rounds[self.best].weights
    }
}

/// Fits weights to the training games of `split`. `told` is called with the start and each round;
/// fitting ends if it returns false.
pub fn fit(settings: &Settings, split: &Split, mut told: impl FnMut(&Round) -> bool) -> Fit {
    let measure = |weights: &Weights| {
        Agreement::measure(&split.validation, weights, settings.options, settings.seed)
    };
    let all = Agreement::measure(
        &split.train,
        &settings.start,
        settings.options,
        settings.seed,
    );
    let share = settings.decisions as f64 / all.decisions().max(1) as f64;
    let mut fit = Fit {
        rounds: vec![Round {
            number: 0,
            weights: settings.start.clone(),
            sharpness: SHARPNESS,
            likelihood: f64::NAN,
            validation: measure(&settings.start),
        }],
        best: 0,
        identified: [false; COUNT],
    };
    let mut go_on = told(&fit.rounds[0]);
    let mut room = libm::log(FIRST_ROOM);
    for number in 1..=settings.iterations {
        let since = fit.rounds.len() as u32 - 1 - fit.best as u32;
        if !go_on || since >= PATIENCE {
            break;
        }
        let last = &fit.rounds[fit.rounds.len() - 1];
        let place = place(last, &settings.start, room);
        let draw = (settings.seed, u64::from(number));
        let decisions =
            slopes::decisions(&split.train, &last.weights, settings.options, draw, share);
        for (known, now) in fit.identified.iter_mut().zip(logit::identified(&decisions)) {
            *known |= now;
        }
        let found = logit::fit(&decisions, &place);
        let (weights, validation, scale) = best_scale(&moved(&last.weights, &found.moved), measure);
        let round = Round {
            number,
            weights,
            sharpness: found.sharpness / scale,
            likelihood: found.likelihood[1],
            validation,
        };
        let better = top(&round.validation) > top(&fit.rounds[fit.best].validation);
        if number == 1 {
            fit.rounds[0].likelihood = found.likelihood[0];
        }
        if !better {
            room *= 0.5; // the slopes were trusted too far
        }
        go_on = told(&round);
        fit.rounds.push(round);
        if better {
            fit.best = fit.rounds.len() - 1;
        }
    }
    fit
}

fn top(agreement: &Agreement) -> f64 {
    agreement.share(1, Chooser::Student).value
}

/// The weights at the scale with the best agreement, with that agreement and the scale's factor.
/// The scale changes a choice only through numbers in pawns that are not weights: the distance from
/// the best within which a try is drawn.
fn best_scale(
    weights: &Weights,
    measure: impl Fn(&Weights) -> Agreement,
) -> (Weights, Agreement, f64) {
    let mut best = (weights.clone(), measure(weights), 1.0);
    for step in [libm::sqrt(2.0), libm::sqrt(0.5)] {
        let mut factor = step;
        loop {
            let scaled = scaled(weights, factor);
            let agreement = measure(&scaled);
            if top(&agreement) <= top(&best.1) {
                break;
            }
            best = (scaled, agreement, factor);
            factor *= step;
        }
        if best.2 > 1.0 {
            break;
        }
    }
    best
}

/// `weights` with all values in pawns multiplied by `factor`.
fn scaled(weights: &Weights, factor: f64) -> Weights {
    let mut values = *weights.values();
    for weight in IN_PAWNS {
        values[weight as usize] *= factor;
    }
    Weights::clamped(values)
}

/// Point of a round's fit, with its limits.
fn place(last: &Round, start: &Weights, room: f64) -> logit::Place {
    let values = last.weights.values();
    let log = |weight: usize, of: f64| libm::log(of / values[weight]);
    logit::Place {
        from_start: std::array::from_fn(|w| -log(w, start.values()[w])),
        room: std::array::from_fn(|w| {
            let info = &WEIGHTS[w];
            (log(w, info.min).max(-room), log(w, info.max).min(room))
        }),
        sharpness: last.sharpness,
    }
}

/// `weights` with `moved` added to their logarithms; a whole number stays whole.
fn moved(weights: &Weights, moved: &[f64; COUNT]) -> Weights {
    let mut values = *weights.values();
    for (value, moved) in values.iter_mut().zip(moved) {
        *value *= libm::exp(*moved);
    }
    let cap = &mut values[Weight::AgeCap as usize];
    *cap = cap.round();
    Weights::clamped(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Try;
    use darkforge_engine::darkboard::{Evaluator, predict};
    use darkforge_kriegspiel::metaposition::Metaposition;

    #[test]
    fn values_grow_in_proportion_to_the_weights_in_pawns() {
        let plain = Evaluator::new(Weights::default());
        let large = Evaluator::new(scaled(&Weights::default(), 1.5));
        let mut now = Metaposition::start(plain.age_cap());
        for asked in ["e2e4", "d1h5", "f1c4", "h5e8", "c4f7", "g1f3", "f3g5"] {
            let asked: Try = asked.parse().unwrap();
            now = predict::after_own_move(&now, asked, false);
            let [plain, large] = [&plain, &large].map(|one| one.evaluate(&now, asked.to));
            assert!((large - 1.5 * plain).abs() < 1e-9, "{large} of {plain}");
            now.enemy_move(&predict::SILENCE);
        }
    }

    #[test]
    fn no_game_is_in_two_sets_and_none_is_lost() {
        let sample = |number: u64| Sample {
            game: number / 2,
            ruleset: &darkforge_kriegspiel::umpire::ICC,
            color: darkforge_board::SIDES[number as usize % 2],
            questions: [].into(),
        };
        for games in [3_u64, 4, 7, 40] {
            let samples: Vec<Sample> = (0..2 * games).map(sample).collect();
            let split = Split::draw(samples, 0.25, 1);
            let sets = [&split.train, &split.validation, &split.held_out];
            let mut seen: Vec<u64> = Vec::new();
            for set in sets {
                assert_eq!(set.len(), 2 * games_of(set), "both sides together");
                assert!(!set.is_empty());
                seen.extend(set.iter().map(|sample| sample.game));
            }
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len() as u64, games);
        }
    }
}
