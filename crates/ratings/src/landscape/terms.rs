//! Terms of the quadratic function, and their prior.

use nalgebra::DVector;

use super::Place;
use crate::elo::ELO_PER_UNIT;

/// Prior standard deviation of the strength of a player without a point, in Elo.
const OUTSIDER: f64 = 400.0;
/// Groups of terms with a width each.
pub(super) const GROUPS: usize = 3;
/// Degrees of freedom of a term's prior, Student's t: a few terms may be far larger than the others.
const FREEDOM: f64 = 2.0;

/// Terms of the function: slopes, curvatures, mixed terms, then the players without a point.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub(super) parameters: usize,
    pub(super) mixed: Vec<(usize, usize)>,
    pub(super) outsiders: usize,
    /// Factor of each term's prior precision.
    pub(super) scales: Vec<f64>,
}

impl Terms {
    pub(super) fn len(&self) -> usize {
        2 * self.parameters + self.mixed.len() + self.outsiders
    }

    /// Adds the terms of a place, `sign` times.
    pub(super) fn add(&self, centre: &[f64], place: &Place, sign: f64, row: &mut [f64]) {
        let n = self.parameters;
        match place {
            Place::Outside(number) => row[2 * n + self.mixed.len() + number] += sign,
            Place::At(point) => {
                let z = |axis: usize| point[axis] - centre[axis];
                for axis in 0..n {
                    row[axis] += sign * z(axis);
                    row[n + axis] += sign * z(axis) * z(axis);
                }
                for (place, &(a, b)) in self.mixed.iter().enumerate() {
                    row[2 * n + place] += sign * z(a) * z(b);
                }
            }
        }
    }

    /// Group of each term; `None` for players.
    fn group(&self, term: usize) -> Option<usize> {
        let n = self.parameters;
        let ends = [n, 2 * n, 2 * n + self.mixed.len()];
        ends.iter().position(|&end| term < end)
    }

    /// Prior precision of each term.
    pub(super) fn precisions(&self, widths: &[f64; GROUPS]) -> DVector<f64> {
        let of = |term: usize| {
            let width = self
                .group(term)
                .map_or(OUTSIDER / ELO_PER_UNIT, |group| libm::exp(widths[group]));
            self.scales[term] / (width * width)
        };
        DVector::from_fn(self.len(), |term, _| of(term))
    }

    /// Fits each term's own scale to its posterior (Student's t as a mixture of normal priors).
    pub(super) fn rescale(
        &mut self,
        widths: &[f64; GROUPS],
        mean: &DVector<f64>,
        variances: &DVector<f64>,
    ) {
        for term in 0..self.len() {
            let Some(group) = self.group(term) else {
                continue;
            };
            let square = mean[term] * mean[term] + variances[term];
            let square = square * libm::exp(-2.0 * widths[group]);
            self.scales[term] = (FREEDOM + 1.0) / (FREEDOM + square);
        }
    }
}
