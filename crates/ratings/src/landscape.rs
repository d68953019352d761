//! Landscape: strength as a quadratic function of parameters, fitted to the games between points.
//!
//! The Elo of a point x is `f(x) = l z + z' Q z` with `z = x - origin`; the score between two points
//! follows from the difference of their Elo by the logistic function (Bradley and Terry). Slopes,
//! curvatures and mixed terms have priors about 0, Student's t, a width for each of the three kinds.
//! The widths follow from the games (D. MacKay, "Bayesian interpolation", 1992), and their own
//! uncertainty is integrated over six points. The posterior is normal around the maximum (Laplace),
//! and the spread of the pairs is measured, as in [`crate::Strengths`].
//!
//! The origin must not depend on the games: around a champion, which luck helped to choose, slopes
//! look smaller than they are, and bands cover too seldom (88 % instead of 93 % on a ridge, measured).
//!
//! The model is that of R. Coulom's CLOP (2011) without its local weights: bands must hold within the
//! whole region that was sampled, not only near the optimum.

mod regression;
mod terms;

use std::ops::AddAssign as _;

use nalgebra::{DMatrix, DVector};
use statrs::distribution::{ChiSquared, ContinuousCDF};

use self::terms::Terms;
use crate::elo::ELO_PER_UNIT;
use crate::interval::{Estimate, Z95};
use crate::tally::Tally;
use darkforge_streams as streams;

/// Greatest number of parameters that have mixed terms with each other.
pub const MOST_MIXED: usize = 24;
/// Share of the games on either side of a parameter's sampled range.
const TAIL: f64 = 0.025;
/// Draws for the interval of an importance.
const DRAWS: usize = 2000;
/// Quantile of the chi-squared distribution with two degrees of freedom at 97.5 %: an interval of 95 %
/// leaves out 2.5 % below it.
const CHI2: f64 = 7.377_758_908_227_871;
/// Least standard error of a coordinate.
const LEAST_ERROR: f64 = 0.01;
/// Steps of the search for the conservative optimum.
const CLIMB: usize = 400;

/// A player of a meeting.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A point: a coordinate from 0 to 1 for each parameter.
    At(Vec<f64>),
    /// A player without a point, by its number from 0; its strength is fitted too.
    Outside(usize),
}

/// Games of two players, counted for the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The first player.
    pub first: Place,
    /// The second player.
    pub second: Place,
    /// The results.
    pub games: Tally,
}

/// Strength as a quadratic function of parameters: a normal distribution of its terms.
#[derive(Clone, Debug)]
pub struct Landscape {
    centre: Vec<f64>,
    /// Sampled range of each parameter.
    sampled: Vec<(f64, f64)>,
    terms: Terms,
    /// In units of the logistic scale.
    mean: DVector<f64>,
    covariance: DMatrix<f64>,
}

/// Importance of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Importance {
    /// Elo between the best and the worst value of the parameter's curve within its sampled range.
    /// The interval begins at 0 unless the games exclude a flat curve.
    pub elo: Estimate,
    /// Coordinate of the best value within the sampled range.
    pub best: f64,
}

impl Landscape {
    /// The landscape by the games of `meetings`. Its prior is about `origin`, which must not depend on
    /// the games; curves go through `centre`.
    ///
    /// # Panics
    /// If points have different numbers of coordinates.
    pub fn of(origin: &[f64], centre: &[f64], meetings: &[Meeting]) -> Landscape {
        let players = meetings
            .iter()
            .flat_map(|meeting| [&meeting.first, &meeting.second]);
        let outsiders = players.map(|place| match place {
            Place::Outside(number) => number + 1,
            Place::At(_) => 0,
        });
        let mut terms = Terms {
            parameters: centre.len(),
            mixed: Vec::new(),
            outsiders: outsiders.max().unwrap_or(0),
            scales: Vec::new(),
        };
        let sampled = sampled(centre, meetings);
        let fit = |terms: &Terms| {
            let (mean, covariance) = regression::fit(origin, terms, meetings);
            let fitted = Landscape {
                centre: origin.to_vec(),
                sampled: sampled.clone(),
                terms: terms.clone(),
                mean,
                covariance,
            };
            fitted.moved(centre)
        };
        let mut mixing: Vec<usize> = (0..centre.len()).collect();
        if mixing.len() > MOST_MIXED {
            let alone = fit(&terms);
            let most = |&axis: &usize| alone.extent(axis, alone.of_axis(axis).0).0;
            mixing.sort_by(|a, b| most(b).total_cmp(&most(a)));
            mixing.truncate(MOST_MIXED);
            mixing.sort_unstable();
        }
        for (place, &a) in mixing.iter().enumerate() {
            let others = mixing[place + 1..].iter();
            terms.mixed.extend(others.map(|&b| (a, b)));
        }
        fit(&terms)
    }

    /// The same landscape with its terms around `centre`.
    fn moved(self, centre: &[f64]) -> Landscape {
        let n = self.terms.parameters;
        let off = |axis: usize| centre[axis] - self.centre[axis];
        // Each slope gains so many times another term.
        let mut gains: Vec<(usize, usize, f64)> = (0..n)
            .map(|axis| (axis, n + axis, 2.0 * off(axis)))
            .collect();
        for (place, &(a, b)) in self.terms.mixed.iter().enumerate() {
            gains.extend([(a, 2 * n + place, off(b)), (b, 2 * n + place, off(a))]);
        }
        let (mut mean, mut covariance) = (self.mean, self.covariance);
        for &(slope, term, factor) in &gains {
            mean[slope] += factor * mean[term];
            let column = covariance.column(term) * factor;
            covariance.column_mut(slope).add_assign(&column);
        }
        for &(slope, term, factor) in &gains {
            let row = covariance.row(term) * factor;
            covariance.row_mut(slope).add_assign(&row);
        }
        Landscape {
            sampled: self.sampled,
            centre: centre.to_vec(),
            mean,
            covariance,
            terms: self.terms,
        }
    }

    /// Range of the parameter `axis` that was sampled: all but the outermost 2.5 % of the games on
    /// either side, and the centre.
    pub fn sampled(&self, axis: usize) -> (f64, f64) {
        self.sampled[axis]
    }

    /// Elo gained by moving from one point to another that was chosen without the games.
    pub fn gain(&self, from: &[f64], to: &[f64]) -> Estimate {
        self.gain_within(Z95, from, to)
    }

    /// Elo gained by moving from one point to another that was chosen by the landscape itself: the
    /// interval holds for all points at once (H. Scheffé 1953), as far as they lie along one slope.
    pub fn gain_of_choice(&self, from: &[f64], to: &[f64]) -> Estimate {
        let squared = ChiSquared::new(self.terms.parameters as f64);
        let quantile = squared.map_or(0.0, |squared| squared.inverse_cdf(0.95));
        self.gain_within(quantile.sqrt(), from, to)
    }

    fn gain_within(&self, z: f64, from: &[f64], to: &[f64]) -> Estimate {
        let mut row = DVector::zeros(self.terms.len());
        let mut add = |point: &[f64], sign| {
            let place = Place::At(point.to_vec());
            self.terms
                .add(&self.centre, &place, sign, row.as_mut_slice());
        };
        add(to, 1.0);
        add(from, -1.0);
        let variance = row.dot(&(&self.covariance * &row));
        estimate(z, self.mean.dot(&row), variance)
    }

    /// Elo gained when the parameter `axis` moves from the centre to the coordinate `at`.
    pub fn curve(&self, axis: usize, at: f64) -> Estimate {
        let z = at - self.centre[axis];
        let (mean, covariance) = self.of_axis(axis);
        let variance = covariance[0] + 2.0 * z * covariance[1] + z * z * covariance[2];
        estimate(Z95, z * (mean[0] + z * mean[1]), z * z * variance)
    }

    /// Slope and curvature of an axis, with their variances and, between these, their covariance.
    fn of_axis(&self, axis: usize) -> ([f64; 2], [f64; 3]) {
        let bend = self.terms.parameters + axis;
        let c = &self.covariance;
        (
            [self.mean[axis], self.mean[bend]],
            [c[(axis, axis)], c[(axis, bend)], c[(bend, bend)]],
        )
    }

    /// Elo between best and worst of a curve within the sampled range, and the place of the best.
    fn extent(&self, axis: usize, [slope, bend]: [f64; 2]) -> (f64, f64) {
        let (lo, hi) = self.sampled[axis];
        let (lo, hi) = (lo - self.centre[axis], hi - self.centre[axis]);
        let top = (-slope / (2.0 * bend)).clamp(lo, hi);
        let top = if top.is_nan() { lo } else { top };
        let value = |z: f64| z * (slope + z * bend);
        let (mut best, mut worst) = (lo, value(lo));
        for z in [top, hi] {
            worst = worst.min(value(z));
            if value(z) > value(best) {
                best = z;
            }
        }
        (
            (value(best) - worst) * ELO_PER_UNIT,
            best + self.centre[axis],
        )
    }

    /// Place of the best of a curve. Where it rises to the end of the sampled range, the best lies
    /// beyond that end: at the curve's top, or at the end of the whole range.
    fn best_of(&self, axis: usize, curve: [f64; 2]) -> f64 {
        let (lo, hi) = self.sampled[axis];
        let (_, best) = self.extent(axis, curve);
        let top = self.centre[axis] - curve[0] / (2.0 * curve[1]);
        let is_bent_down = curve[1] < 0.0;
        if best >= hi {
            return if is_bent_down {
                top.clamp(hi, 1.0)
            } else {
                1.0
            };
        }
        if best <= lo {
            return if is_bent_down {
                top.clamp(0.0, lo)
            } else {
                0.0
            };
        }
        best
    }

    /// Slopes and curvatures of an axis, drawn from the posterior.
    fn draws(&self, axis: usize, mut stream: streams::Stream) -> impl Iterator<Item = [f64; 2]> {
        let (mean, [aa, ab, bb]) = self.of_axis(axis);
        let lower = [aa.sqrt(), ab / aa.sqrt()];
        let rest = (bb - lower[1] * lower[1]).max(0.0).sqrt();
        (0..DRAWS).map(move |_| {
            let [one, other] = [(); 2].map(|()| streams::gauss(&mut stream));
            [
                mean[0] + lower[0] * one,
                mean[1] + lower[1] * one + rest * other,
            ]
        })
    }

    /// Importance of the parameter `axis`. Draws come from the stream (`seed`, `importance`,
    /// `axis`).
    pub fn importance(&self, axis: usize, seed: u64) -> Importance {
        let (mean, [aa, ab, bb]) = self.of_axis(axis);
        let (value, best) = self.extent(axis, mean);
        let curves = self.draws(axis, streams::open(seed, "importance", axis as u64));
        let mut drawn: Vec<f64> = curves.map(|curve| self.extent(axis, curve).0).collect();
        drawn.sort_by(f64::total_cmp);
        let quantile = |share: f64| drawn[(share * (DRAWS - 1) as f64).round() as usize];
        let determinant = aa * bb - ab * ab;
        let distance = (mean[0] * mean[0] * bb - 2.0 * mean[0] * mean[1] * ab
            + mean[1] * mean[1] * aa)
            / determinant;
        let lo = if distance > CHI2 {
            quantile(0.025)
        } else {
            0.0
        };
        Importance {
            elo: Estimate {
                value,
                lo: lo.min(value),
                hi: quantile(0.975).max(value),
            },
            best,
        }
    }

    /// Standard error of the centre as a guess of the best value of the parameter `axis`, all others
    /// at the centre: the root mean square distance of the best coordinate from it, over curves drawn
    /// from the posterior. Where a curve rises to the end of the sampled range, the best lies beyond
    /// it. The error is at least a hundredth of the range: strength is no quadratic function. Draws come
    /// from the stream (`seed`, `error`, `axis`).
    pub fn error(&self, axis: usize, seed: u64) -> f64 {
        let curves = self.draws(axis, streams::open(seed, "error", axis as u64));
        let squares = curves.map(|curve| (self.best_of(axis, curve) - self.centre[axis]).powi(2));
        (squares.sum::<f64>() / DRAWS as f64)
            .sqrt()
            .max(LEAST_ERROR)
    }

    /// Pairs of parameters with a mixed term.
    pub fn mixed(&self) -> &[(usize, usize)] {
        &self.terms.mixed
    }

    /// Elo of the mixed term number `term` when both parameters move across their sampled ranges:
    /// what moving both gains beyond what each gains alone.
    pub fn interaction(&self, term: usize) -> Estimate {
        let (a, b) = self.terms.mixed[term];
        let width = |axis: usize| self.sampled[axis].1 - self.sampled[axis].0;
        let scale = width(a) * width(b);
        let term = 2 * self.terms.parameters + term;
        estimate(
            Z95,
            self.mean[term] * scale,
            self.covariance[(term, term)] * scale * scale,
        )
    }

    /// The point within the sampled ranges whose gain over `from` has the highest lower end; the search
    /// begins at the centre.
    pub fn conservative(&self, from: &[f64]) -> Vec<f64> {
        let mut at = self.centre.clone();
        let mut best = self.gain_of_choice(from, &at).lo;
        let mut step = 0.25;
        for _ in 0..CLIMB {
            let mut moved = false;
            for axis in 0..at.len() {
                let (lo, hi) = self.sampled[axis];
                let was = at[axis];
                for sign in [1.0, -1.0] {
                    at[axis] = (was + sign * step * (hi - lo)).clamp(lo, hi);
                    let there = self.gain_of_choice(from, &at).lo;
                    if there > best + 1e-9 {
                        (best, moved) = (there, true);
                        break;
                    }
                    at[axis] = was;
                }
            }
            if !moved {
                step /= 2.0;
                if step < 0.005 {
                    break;
                }
            }
        }
        at
    }
}

/// A normal figure in Elo, with an interval of `z` standard deviations to both sides.
fn estimate(z: f64, mean: f64, variance: f64) -> Estimate {
    let value = mean * ELO_PER_UNIT;
    let wide = z * variance.max(0.0).sqrt() * ELO_PER_UNIT;
    Estimate {
        value,
        lo: value - wide,
        hi: value + wide,
    }
}

/// Range of each parameter without the outermost games, with the centre.
fn sampled(centre: &[f64], meetings: &[Meeting]) -> Vec<(f64, f64)> {
    let points: Vec<(&Vec<f64>, u64)> = meetings
        .iter()
        .flat_map(|meeting| {
            let games = meeting.games.games();
            [(&meeting.first, games), (&meeting.second, games)]
        })
        .filter_map(|(place, games)| match place {
            Place::At(point) => Some((point, games)),
            Place::Outside(_) => None,
        })
        .collect();
    let total: u64 = points.iter().map(|(_, games)| games).sum();
    let of = |(axis, &middle): (usize, &f64)| {
        let mut values: Vec<(f64, u64)> = points
            .iter()
            .map(|(point, games)| (point[axis], *games))
            .collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        let until = |share: f64| {
            let mut left = share * total as f64;
            let found = values.iter().find(|(_, games)| {
                left -= *games as f64;
                left <= 0.0
            });
            found.map_or(middle, |(value, _)| *value)
        };
        (until(TAIL).min(middle), until(1.0 - TAIL).max(middle))
    };
    centre.iter().enumerate().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::logistic;

    /// Games between random points, whose scores are those of `elo`, so many pairs each.
    fn met(axes: usize, pairs: u64, elo: impl Fn(&[f64]) -> f64) -> Vec<Meeting> {
        let mut stream = streams::open(1, "points", 0);
        let mut point = || -> Vec<f64> { (0..axes).map(|_| streams::unit(&mut stream)).collect() };
        (0..400)
            .map(|_| {
                let (first, second) = (point(), point());
                let p = logistic((elo(&first) - elo(&second)) / ELO_PER_UNIT);
                let both = (p * p * pairs as f64).round() as u64;
                let none = ((1.0 - p) * (1.0 - p) * pairs as f64).round() as u64;
                let one = pairs - both - none;
                Meeting {
                    first: Place::At(first),
                    second: Place::At(second),
                    games: Tally {
                        pairs: [none, 0, one, 0, both],
                        ..Tally::of(2 * both + one, 0, 2 * none + one)
                    },
                }
            })
            .collect()
    }

    /// The best point is (0.3, 0.8, any); the first two interact.
    fn quadratic(x: &[f64]) -> f64 {
        let (a, b) = (x[0] - 0.3, x[1] - 0.8);
        -400.0 * a * a - 100.0 * b * b + 150.0 * a * b
    }

    fn near(estimate: Estimate, truth: f64) {
        assert!(
            (estimate.lo..=estimate.hi).contains(&truth) && estimate.hi - estimate.lo < 25.0,
            "{estimate:?} for {truth}"
        );
    }

    #[test]
    fn a_quadratic_function_is_found_again() {
        let start = [0.6; 3];
        let centre = [0.4, 0.7, 0.5];
        let landscape = Landscape::of(&start, &centre, &met(3, 400, quadratic));
        for (axis, at) in [(0, 0.1), (0, 0.9), (1, 0.2), (1, 0.9), (2, 0.1)] {
            let mut point = centre;
            point[axis] = at;
            near(
                landscape.curve(axis, at),
                quadratic(&point) - quadratic(&centre),
            );
            let [curve, gain] = [landscape.curve(axis, at), landscape.gain(&centre, &point)];
            assert!((curve.lo - gain.lo).abs() < 1e-6 && (curve.hi - gain.hi).abs() < 1e-6);
        }
        let width = |axis| landscape.sampled(axis).1 - landscape.sampled(axis).0;
        assert!(width(0) > 0.9 && width(2) < 1.0);
        assert_eq!(landscape.mixed(), [(0, 1), (0, 2), (1, 2)]);
        near(landscape.interaction(0), 150.0 * width(0) * width(1));
        near(landscape.interaction(1), 0.0);
        let best = landscape.conservative(&start);
        assert!(
            (best[0] - 0.3).abs() < 0.05 && (best[1] - 0.8).abs() < 0.1,
            "{best:?}"
        );
        assert!(landscape.gain_of_choice(&start, &best).lo > 0.0);
    }

    #[test]
    fn what_matters_most_is_most_important_and_a_flat_weight_may_not_matter() {
        let landscape = Landscape::of(&[0.6; 3], &[0.4, 0.7, 0.5], &met(3, 40, quadratic));
        let of = |axis| landscape.importance(axis, 1);
        let (first, second, flat) = (of(0), of(1), of(2));
        assert!(first.elo.lo > second.elo.hi && second.elo.lo > 0.0);
        assert!(flat.elo.lo.abs() < 1e-12 && flat.elo.hi < 20.0, "{flat:?}");
        // Through 0.7 the best place of the first is 0.3 - 0.1 * 150 / 800.
        assert!((first.best - 0.281).abs() < 0.05, "{first:?}");
        assert_eq!(of(0), landscape.importance(0, 1));
        // The first is 0.12 from its best place, which is known well; nothing is known of the flat one.
        let error = |axis| landscape.error(axis, 1);
        assert!((error(0) - 0.12).abs() < 0.03, "{}", error(0));
        assert!(error(0) < error(1) && error(1) < error(2) && error(2) > 0.3);
    }

    #[test]
    fn without_games_nothing_is_known() {
        let landscape = Landscape::of(&[0.5; 4], &[0.5; 4], &[]);
        let curve = landscape.curve(1, 1.0);
        assert!(curve.value.abs() < 1e-9 && curve.hi > 100.0, "{curve:?}");
        assert_eq!(landscape.sampled(1), (0.5, 0.5));
        let few = Landscape::of(&[0.5; 4], &[0.5; 4], &met(4, 1, |_| 0.0)[..5]);
        for axis in 0..4 {
            let elo = few.importance(axis, 1).elo;
            assert!(elo.lo.abs() < 1e-12 && elo.hi > 50.0, "{elo:?}");
            // The best value is at one end or the other.
            assert!((0.3..0.5).contains(&few.error(axis, 1)));
        }
    }

    #[test]
    fn a_player_without_a_point_has_a_strength_of_its_own() {
        let centre = [0.4, 0.7, 0.5];
        let mut meetings = met(3, 100, quadratic);
        for meeting in meetings.iter_mut().step_by(2) {
            // The same scores against a player 100 Elo above the function's value there.
            let Place::At(first) = &meeting.first else {
                unreachable!()
            };
            let p = logistic((quadratic(first) - 100.0) / ELO_PER_UNIT);
            let wins = (200.0 * p).round() as u64;
            meeting.games = Tally::of(wins, 0, 200 - wins);
            meeting.second = Place::Outside(0);
        }
        let landscape = Landscape::of(&[0.6; 3], &centre, &meetings);
        near(
            landscape.curve(0, 0.9),
            quadratic(&[0.9, 0.7, 0.5]) - quadratic(&centre),
        );
        let outsider = landscape.mean[landscape.terms.len() - 1] * ELO_PER_UNIT;
        let expected = 100.0 - quadratic(&[0.6; 3]);
        assert!(
            (outsider - expected).abs() < 15.0,
            "{outsider} for {expected}"
        );
    }

    #[test]
    fn of_many_weights_the_most_important_ones_may_interact() {
        let axes = MOST_MIXED + 3;
        let elo = |x: &[f64]| -> f64 {
            let each = x.iter().enumerate();
            each.map(|(axis, x)| if axis < 3 { 0.0 } else { 300.0 * x })
                .sum()
        };
        let landscape = Landscape::of(&vec![0.5; axes], &vec![0.5; axes], &met(axes, 4, elo));
        let expected = MOST_MIXED * (MOST_MIXED - 1) / 2;
        assert_eq!(landscape.mixed().len(), expected);
        assert!(landscape.mixed().iter().all(|&(a, b)| a >= 3 && a < b));
    }
}
