//! Slopes: values of recorded situations, and their derivatives by each weight.

use rayon::prelude::*;

use super::Sample;
use darkforge_board::Try;
use darkforge_engine::darkboard::weights::{COUNT, WEIGHTS};
use darkforge_engine::darkboard::{EngineOptions, Weight, Weights};
use darkforge_engine::player::{Darkboard, Judge, Weighed};
use darkforge_kriegspiel::umpire::View;
use darkforge_streams as streams;

/// Relative step of the difference quotients.
const STEP: f64 = 1e-3;
/// Step of the single weight with whole values, in moves.
const WHOLE_STEP: f64 = 2.0;

/// One decision: the choices' values and their slopes.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// Place of the recorded choice.
    pub chosen: usize,
    /// Values in pawns.
    pub values: Vec<f64>,
    /// For each choice the derivative of its value by the logarithm of each weight.
    pub slopes: Vec<[f32; COUNT]>,
}

/// A judge with one weight changed by a step, and the step in the weight's logarithm.
struct Step {
    weight: usize,
    judge: Judge,
    distance: f64,
}

/// Decisions of `samples` that weights can influence in the engine with `weights` and `options`,
/// each drawn with probability `share` from the stream of `round`.
pub(super) fn decisions(
    samples: &[Sample],
    weights: &Weights,
    options: EngineOptions,
    (seed, round): (u64, u64),
    share: f64,
) -> Vec<Decision> {
    let each: Vec<Vec<Decision>> = samples
        .par_iter()
        .enumerate()
        .map_init(
            || steps(weights, options),
            |steps, (index, sample)| {
                let purpose = format!("imitate round {round}");
                let mut drawn = streams::open(seed, &purpose, index as u64);
                let (aged, aged_distance) = other_ages(weights);
                let students = [weights, &aged[0], &aged[1]];
                let mut students = students.map(|weights| sample.student(weights, options, seed));
                let mut decisions = Vec::new();
                sample.follow(&mut students, |students, view, _, asked| {
                    let drawn = streams::unit(&mut drawn) < share;
                    let weighed = students[0].weigh(view, None);
                    if let (true, Some(chosen)) = (drawn, choice(&weighed, asked)) {
                        let mut decision = Decision {
                            chosen,
                            slopes: vec![[0.0; COUNT]; weighed.tries.len()],
                            values: weighed.values,
                        };
                        decision.vary(&mut students[0], view, steps);
                        decision.age(&mut students[1..], view, aged_distance);
                        decisions.push(decision);
                    }
                });
                decisions
            },
        )
        .collect();
    each.into_iter().flatten().collect()
}

/// Place of `asked` among the choices, if weights decide between any.
fn choice(weighed: &Weighed, asked: Try) -> Option<usize> {
    if !weighed.by_weights || weighed.tries.len() < 2 {
        return None;
    }
    weighed.tries.iter().position(|&known| known == asked)
}

/// The steps of all weights except the age cap, which a metaposition keeps from the start.
fn steps(weights: &Weights, options: EngineOptions) -> Vec<Step> {
    let weights_but_cap = (0..COUNT).filter(|&weight| weight != Weight::AgeCap as usize);
    weights_but_cap
        .map(|weight| {
            let mut values = *weights.values();
            // Down from the upper end of the range, otherwise up.
            let up = values[weight] * (1.0 + STEP) <= WEIGHTS[weight].max;
            values[weight] *= if up { 1.0 + STEP } else { 1.0 - STEP };
            let distance = libm::log(values[weight] / weights.values()[weight]);
            let judge = Judge::with_step(Weights::clamped(values), options, weight);
            Step {
                weight,
                judge,
                distance,
            }
        })
        .collect()
}

/// The weights with a higher and a lower age cap, and the distance of both in its logarithm.
fn other_ages(weights: &Weights) -> ([Weights; 2], f64) {
    let cap = Weight::AgeCap as usize;
    let info = &WEIGHTS[cap];
    let aged = [WHOLE_STEP, -WHOLE_STEP].map(|step| {
        let mut values = *weights.values();
        values[cap] = (values[cap].round() + step).clamp(info.min, info.max);
        Weights::clamped(values)
    });
    let distance = libm::log(aged[0].values()[cap] / aged[1].values()[cap]);
    (aged, distance)
}

impl Decision {
    /// Computes the slopes of all weights except the age cap.
    fn vary(&mut self, student: &mut Darkboard, view: &View, steps: &mut [Step]) {
        for step in steps {
            let stepped = student.weigh(view, Some(&mut step.judge)).values;
            let values = stepped.iter().zip(&self.values);
            for (slopes, (stepped, value)) in self.slopes.iter_mut().zip(values) {
                slopes[step.weight] = ((stepped - value) / step.distance) as f32;
            }
        }
    }

    /// Computes the slope of the age cap by students with a higher and a lower cap.
    fn age(&mut self, aged: &mut [Darkboard], view: &View, distance: f64) {
        let [up, down] = aged else { return };
        let up = up.weigh(view, None).values;
        let down = down.weigh(view, None).values;
        for ((slopes, up), down) in self.slopes.iter_mut().zip(up).zip(down) {
            slopes[Weight::AgeCap as usize] = ((up - down) / distance) as f32;
        }
    }
}
