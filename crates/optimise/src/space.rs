//! Space: axes with their ranges and scales.

/// One searched parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// Whether equal steps multiply the value instead of adding to it.
    pub log: bool,
    /// Whether values are whole numbers.
    pub whole: bool,
}

impl Axis {
    /// Coordinate of `value`, from 0 to 1; a value out of range has the coordinate of the nearer
    /// end.
    pub fn coordinate(&self, value: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        if self.log {
            libm::log(value / self.min) / libm::log(self.max / self.min)
        } else {
            (value - self.min) / (self.max - self.min)
        }
    }

    /// Value at `coordinate`, clamped to 0 to 1.
    pub fn value(&self, coordinate: f64) -> f64 {
        let coordinate = coordinate.clamp(0.0, 1.0);
        let value = if self.log {
            self.min * libm::exp(coordinate * libm::log(self.max / self.min))
        } else {
            self.min + coordinate * (self.max - self.min)
        };
        let value = if self.whole {
            libm::round(value)
        } else {
            value
        };
        value.clamp(self.min, self.max)
    }

    /// Change of the coordinate when the value is multiplied by e; a linear axis moves as a
    /// logarithmic one from 1 to 50.
    fn unit(&self) -> f64 {
        let ratio = if self.log { self.max / self.min } else { 50.0 };
        1.0 / libm::log(ratio)
    }

    /// `value` multiplied by exp(`step`); on a linear axis it moves as far as on a logarithmic one
    /// from 1 to 50. A whole value changes by at least one.
    pub(crate) fn stepped(&self, value: f64, step: f64) -> f64 {
        let moved = self.value(self.coordinate(value) + step * self.unit());
        if self.whole && value.to_bits() == moved.to_bits() {
            return (value + 1.0_f64.copysign(step)).clamp(self.min, self.max);
        }
        moved
    }
}

/// A box of axes. A *point* has a value in each axis' own unit; its *coordinates* run from 0 to 1.
/// Optimisers compute in coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    axes: Vec<Axis>,
}

impl Space {
    /// The box of `axes`.
    ///
    /// # Panics
    /// If there are no axes, an axis has no range, or a logarithmic axis begins at 0.
    pub fn new(axes: Vec<Axis>) -> Space {
        assert!(!axes.is_empty(), "no axis");
        for axis in &axes {
            assert!(axis.min < axis.max && (!axis.log || axis.min > 0.0));
        }
        Space { axes }
    }

    /// The unit box: points are their own coordinates.
    pub fn unit(dimensions: usize) -> Space {
        let axis = Axis {
            min: 0.0,
            max: 1.0,
            log: false,
            whole: false,
        };
        Space::new(vec![axis; dimensions])
    }

    /// The axes.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Number of axes.
    pub fn dimensions(&self) -> usize {
        self.axes.len()
    }

    /// Coordinates of `point`.
    pub fn coordinates(&self, point: &[f64]) -> Vec<f64> {
        let each = self.axes.iter().zip(point);
        each.map(|(axis, &value)| axis.coordinate(value)).collect()
    }

    /// The point at `coordinates`, each clamped to 0 to 1.
    pub fn point(&self, coordinates: &[f64]) -> Vec<f64> {
        let each = self.axes.iter().zip(coordinates);
        each.map(|(axis, &coordinate)| axis.value(coordinate))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(min: f64, max: f64, log: bool, whole: bool) -> Axis {
        Axis {
            min,
            max,
            log,
            whole,
        }
    }

    #[test]
    fn scales_map_ends_and_middle() {
        let linear = axis(-2.0, 6.0, false, false);
        let log = axis(1.0, 100.0, true, false);
        for (axis, middle) in [(linear, 2.0), (log, 10.0)] {
            for (coordinate, value) in [(0.0, axis.min), (0.5, middle), (1.0, axis.max)] {
                assert!((axis.value(coordinate) - value).abs() < 1e-12);
                assert!((axis.coordinate(value) - coordinate).abs() < 1e-12);
            }
            assert!((axis.value(1.5) - axis.max).abs() < 1e-12);
            assert!(axis.coordinate(-50.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_step_multiplies_on_a_log_axis_and_adds_on_a_linear_one() {
        let log = axis(1.0, 100.0, true, false);
        assert!((log.stepped(10.0, 0.5) - 10.0 * libm::exp(0.5)).abs() < 1e-9);
        let linear = axis(0.0, 1.0, false, false);
        let part = 0.5 / libm::log(50.0);
        assert!((linear.stepped(0.2, 0.5) - (0.2 + part)).abs() < 1e-12);
    }

    #[test]
    fn whole_values_change_by_one_at_least_within_the_range() {
        let whole = axis(1.0, 9.0, true, true);
        for (value, step, expected) in [
            (4.0, 0.01, 5.0),
            (4.0, -0.01, 3.0),
            (9.0, 0.01, 9.0),
            (1.0, -0.01, 1.0),
            (4.0, 0.5, 7.0),
        ] {
            assert!((whole.stepped(value, step) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn points_of_the_unit_box_are_their_coordinates() {
        let space = Space::unit(3);
        let point = [0.1, 1.0 / 3.0, 0.7];
        assert_eq!(space.coordinates(&point), point);
        assert_eq!(space.point(&point), point);
    }

    #[test]
    #[should_panic(expected = "axis.min")]
    fn a_logarithmic_axis_must_not_begin_at_zero() {
        Space::new(vec![axis(0.0, 1.0, true, false)]);
    }
}
