//! Choice model: a player takes the try with the greatest value plus a noise whose size is fitted,
//! too (multinomial logit; D. `McFadden`, "Conditional logit analysis of qualitative choice
//! behavior", 1974). Near the present weights, values are linear in the weights' logarithms, and a
//! few Newton steps find the likeliest weights there.

use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

use super::slopes::Decision;
use darkforge_engine::darkboard::weights::COUNT;

/// Share of random choices: without it, one mistake with a very low value would outweigh a thousand
/// choices that the model explains.
const SLIPS: f64 = 0.02;
/// Standard deviation of the prior of a weight's logarithm around its start: a weight that choices
/// do not determine stays unchanged.
const PRIOR: f64 = 1.0;
/// The greatest sharpness, in 1/pawns: a player that draws among tries a fiftieth of a pawn apart
/// is no sharper.
const SHARPEST: f64 = 200.0;
/// Greatest number of Newton steps.
const STEPS: usize = 30;
/// Decisions that one thread sums: fixed, so that sums do not depend on the number of threads.
const CHUNK: usize = 128;
/// Choices less likely than this are left out of sums of squares.
const UNLIKELY: f64 = 1e-5;
/// Parameters: all weights and the logarithm of the sharpness.
const SIZE: usize = COUNT + 1;

/// Point of the fit.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Difference of each weight's logarithm from the start's.
    pub from_start: [f64; COUNT],
    /// Greatest change of each logarithm, down and up.
    pub room: [(f64, f64); COUNT],
    /// One over the size of the noise, in 1/pawns.
    pub sharpness: f64,
}

/// Result of the fit from a point.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    /// Change of each weight's logarithm.
    pub moved: [f64; COUNT],
    /// One over the size of the noise, in 1/pawns.
    pub sharpness: f64,
    /// Mean log-likelihood of a choice, before and after.
    pub likelihood: [f64; 2],
}

/// Log-likelihood of some decisions with its slope and curvature.
struct Sums {
    value: f64,
    slope: DVector<f64>,
    curvature: DMatrix<f64>,
}

impl Sums {
    fn none() -> Sums {
        Sums {
            value: 0.0,
            slope: DVector::zeros(SIZE),
            curvature: DMatrix::zeros(SIZE, SIZE),
        }
    }

    /// Adds a decision at `at`; slope and curvature only if `whole`.
    fn add(&mut self, decision: &Decision, at: &DVector<f64>, whole: bool) {
        let sharpness = libm::exp(at[COUNT]);
        let mut shares: Vec<f64> = Vec::with_capacity(decision.values.len());
        for (value, slopes) in decision.values.iter().zip(&decision.slopes) {
            let moved: f64 = (0..COUNT).map(|w| f64::from(slopes[w]) * at[w]).sum();
            shares.push(sharpness * (value + moved));
        }
        let utilities = if whole { shares.clone() } else { Vec::new() };
        let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for share in &mut shares {
            *share = libm::exp(*share - most);
        }
        let sum: f64 = shares.iter().sum();
        for share in &mut shares {
            *share /= sum;
        }
        let meant = (1.0 - SLIPS) * shares[decision.chosen];
        let likely = meant + SLIPS / shares.len() as f64;
        self.value += libm::log(likely);
        if whole {
            self.add_slopes(decision, sharpness, &shares, &utilities, meant / likely);
        }
    }

    /// Adds slopes of a decision that was deliberate, not random, with probability `meant`.
    fn add_slopes(
        &mut self,
        decision: &Decision,
        sharpness: f64,
        shares: &[f64],
        utilities: &[f64],
        meant: f64,
    ) {
        let feature = |choice: usize| -> [f64; SIZE] {
            std::array::from_fn(|place| match place {
                COUNT => utilities[choice],
                weight => sharpness * f64::from(decision.slopes[choice][weight]),
            })
        };
        let mut mean = [0.0; SIZE];
        let likely = || (0..shares.len()).filter(|&choice| shares[choice] > UNLIKELY);
        for choice in likely() {
            for (mean, value) in mean.iter_mut().zip(feature(choice)) {
                *mean += shares[choice] * value;
            }
        }
        for (place, value) in feature(decision.chosen).into_iter().enumerate() {
            self.slope[place] += meant * (value - mean[place]);
        }
        for choice in likely() {
            let mut apart = feature(choice);
            for (apart, mean) in apart.iter_mut().zip(mean) {
                *apart -= mean;
            }
            let share = meant * shares[choice];
            for column in 0..SIZE {
                let factor = share * apart[column];
                if factor != 0.0 {
                    let below = self.curvature.column_mut(column);
                    for (sum, apart) in below.into_iter().zip(apart) {
                        *sum += factor * apart;
                    }
                }
            }
        }
    }

    fn of(decisions: &[Decision], at: &DVector<f64>, whole: bool) -> Sums {
        let parts: Vec<Sums> = decisions
            .par_chunks(CHUNK)
            .map(|part| {
                let mut sums = Sums::none();
                for decision in part {
                    sums.add(decision, at, whole);
                }
                sums
            })
            .collect();
        parts.into_iter().fold(Sums::none(), |mut all, part| {
            all.value += part.value;
            all.slope += part.slope;
            all.curvature += part.curvature;
            all
        })
    }
}

/// The likeliest weights within the limits of `place`.
pub(super) fn fit(decisions: &[Decision], place: &Place) -> Fitted {
    let mut at = DVector::zeros(SIZE);
    at[COUNT] = libm::log(place.sharpness);
    let penalty = |at: &DVector<f64>| -> f64 {
        let apart = (0..COUNT).map(|w| (place.from_start[w] + at[w]).powi(2));
        apart.sum::<f64>() / (2.0 * PRIOR * PRIOR)
    };
    let count = decisions.len().max(1) as f64;
    let before = Sums::of(decisions, &at, false).value / count;
    let (mut damping, mut after) = (1e-3, before);
    let mut sums = Sums::of(decisions, &at, true);
    for _ in 0..STEPS {
        let mut gained = None;
        // A step without an improvement is shortened.
        while damping < 1e9 {
            let to = step(&sums, &at, place, damping);
            let there = Sums::of(decisions, &to, false).value;
            let gain = there - penalty(&to) - (sums.value - penalty(&at));
            if gain > 0.0 {
                gained = Some((to, gain));
                damping = (damping / 10.0).max(1e-9);
                break;
            }
            damping *= 10.0;
        }
        let Some((to, gain)) = gained else { break };
        at = to;
        sums = Sums::of(decisions, &at, true);
        after = sums.value / count;
        if gain < 1e-6 * count {
            break;
        }
    }
    Fitted {
        moved: std::array::from_fn(|weight| at[weight]),
        sharpness: libm::exp(at[COUNT]),
        likelihood: [before, after],
    }
}

/// A damped Newton step within the limits.
fn step(sums: &Sums, at: &DVector<f64>, place: &Place, damping: f64) -> DVector<f64> {
    let mut free = [true; SIZE];
    let mut slope = sums.slope.clone();
    let mut curvature = sums.curvature.clone();
    for weight in 0..COUNT {
        slope[weight] -= (place.from_start[weight] + at[weight]) / (PRIOR * PRIOR);
        curvature[(weight, weight)] += 1.0 / (PRIOR * PRIOR);
        let (lo, hi) = place.room[weight];
        let held =
            at[weight] <= lo && slope[weight] < 0.0 || at[weight] >= hi && slope[weight] > 0.0;
        free[weight] = !held;
    }
    for one in 0..SIZE {
        curvature[(one, one)] *= 1.0 + damping;
        curvature[(one, one)] += 1e-9;
        if !free[one] {
            slope[one] = 0.0;
            for other in 0..SIZE {
                curvature[(one, other)] = 0.0;
                curvature[(other, one)] = 0.0;
            }
            curvature[(one, one)] = 1.0;
        }
    }
    let Some(cholesky) = curvature.cholesky() else {
        return at.clone();
    };
    let mut to = at + cholesky.solve(&slope);
    for weight in 0..COUNT {
        let (lo, hi) = place.room[weight];
        to[weight] = to[weight].clamp(lo, hi);
    }
    to[COUNT] = to[COUNT].clamp(at[COUNT] - 1.0, at[COUNT] + 1.0);
    to[COUNT] = to[COUNT].clamp(-5.0, libm::log(SHARPEST));
    to
}

/// Weights that change the value of any decision's choices.
pub(super) fn identified(decisions: &[Decision]) -> [bool; COUNT] {
    std::array::from_fn(|weight| {
        decisions.iter().any(|decision| {
            let mut slopes = decision.slopes.iter().map(|slopes| slopes[weight]);
            let first = slopes.next().unwrap_or(0.0);
            slopes.any(|slope| (slope - first).abs() > 1e-6)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_streams as streams;

    /// Decisions of a player with three known weights, whose logarithms are `truth`.
    fn planted(truth: [f64; 3], count: u64) -> Vec<Decision> {
        (0..count)
            .map(|number| {
                let mut stream = streams::open(3, "planted", number);
                let mut decision = Decision {
                    chosen: 0,
                    values: Vec::new(),
                    slopes: Vec::new(),
                };
                let mut best = f64::NEG_INFINITY;
                for choice in 0..12 {
                    let value = streams::unit(&mut stream);
                    let mut slopes = [0.0_f32; COUNT];
                    let mut worth = value;
                    for (slope, truth) in slopes.iter_mut().zip(truth) {
                        *slope = streams::unit(&mut stream) as f32;
                        worth += f64::from(*slope) * truth;
                    }
                    if worth > best {
                        (best, decision.chosen) = (worth, choice);
                    }
                    decision.values.push(value);
                    decision.slopes.push(slopes);
                }
                decision
            })
            .collect()
    }

    fn place(room: f64) -> Place {
        Place {
            from_start: [0.0; COUNT],
            room: [(-room, room); COUNT],
            sharpness: 5.0,
        }
    }

    #[test]
    fn planted_weights_are_found_and_the_others_stay() {
        let decisions = planted([0.6, -0.4, 0.0], 600);
        let fitted = fit(&decisions, &place(2.0));
        assert!(fitted.likelihood[1] > fitted.likelihood[0]);
        for (found, truth) in fitted.moved.iter().zip([0.6, -0.4, 0.0]) {
            assert!((found - truth).abs() < 0.05, "{found} for {truth}");
        }
        assert!(fitted.moved[3..].iter().all(|moved| moved.abs() < 1e-9));
        let identified = identified(&decisions);
        assert_eq!(identified.iter().filter(|&&known| known).count(), 3);
    }

    #[test]
    fn no_weight_leaves_its_room() {
        let fitted = fit(&planted([0.6, -0.4, 0.0], 300), &place(0.3));
        assert!((fitted.moved[0] - 0.3).abs() < 1e-12);
        assert!((fitted.moved[1] + 0.3).abs() < 1e-12);
    }
}
