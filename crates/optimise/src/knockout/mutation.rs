//! Mutation: makes children from parents (T 7.7.1).
//!
//! T is the thesis, see [the crate](crate).

use crate::Space;
use darkforge_streams::{self as streams, Stream};

/// Size of the differences between children and parents.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mutation {
    /// Share of a child's values that change, 0 to 1.
    pub share: f64,
    /// Greatest change of a value in a child of the champion: 0.3 multiplies it by a
    /// random number from 1/1.3 to 1.3.
    pub scale: f64,
    /// Growth of the scale for children of lower-placed parents: by this share of itself for each
    /// round of the knockout that the parent did not reach.
    pub widening: f64,
}

impl Mutation {
    /// Scale for children of a parent that was eliminated `rounds_short` rounds before the end, in
    /// a population of `size`. Larger populations can search further; with eight individuals the
    /// scale is as set.
    pub fn scale_for(&self, rounds_short: u32, size: usize) -> f64 {
        let rounds = f64::from(size.max(2).ilog2());
        self.scale * (1.0 + self.widening * f64::from(rounds_short)) * (rounds / 3.0).sqrt()
    }

    /// Makes a child of `parent`; changed values are multiplied or divided by up to `1 + scale`. At
    /// least one value is drawn, and all stay in their ranges. The same `stream` and `scale` with
    /// the other `sign` (1 or -1) make the twin: a value multiplied in one is divided in the other.
    pub fn child(
        &self,
        space: &Space,
        parent: &[f64],
        (scale, sign): (f64, f64),
        stream: &mut Stream,
    ) -> Vec<f64> {
        let mut point = parent.to_vec();
        let spread = libm::log(1.0 + scale);
        let always = streams::below(stream, space.dimensions());
        for (index, axis) in space.axes().iter().enumerate() {
            let drawn = streams::unit(stream) < self.share;
            if drawn || index == always {
                let step = sign * spread * (2.0 * streams::unit(stream) - 1.0);
                point[index] = axis.stepped(point[index], step);
            }
        }
        point
    }
}

/// Place of the parent (0 for the champion) for each of `children`: the champion is the parent of the
/// share `champion_share` of them, and each next place half as many of the rest as the place before it.
pub fn parents(children: usize, places: usize, champion_share: f64) -> Vec<usize> {
    let mut shares = vec![champion_share];
    let mut rest = 1.0 - champion_share;
    for place in 1..places {
        let share = if place + 1 == places {
            rest
        } else {
            rest / 2.0
        };
        shares.push(share);
        rest -= share;
    }
    (0..children)
        .map(|child| {
            let mut at = (child as f64 + 0.5) / children as f64;
            for (place, share) in shares.iter().enumerate() {
                if at < *share {
                    return place;
                }
                at -= share;
            }
            0
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    fn space() -> Space {
        let axis = Axis {
            min: 0.1,
            max: 50.0,
            log: true,
            whole: false,
        };
        Space::new(vec![axis; 50])
    }

    #[test]
    fn the_champion_is_the_parent_of_most_and_runners_up_of_some() {
        assert_eq!(parents(7, 8, 0.6), [0, 0, 0, 0, 1, 1, 3]);
        let many = parents(63, 64, 0.5);
        let of = |place| many.iter().filter(|&&parent| parent == place).count();
        assert_eq!(of(0), 31);
        assert!(of(1) > of(2) && of(2) > of(3));
        assert_eq!(parents(1, 2, 0.6), [0]);
    }

    #[test]
    fn children_stay_in_range_and_differ() {
        let mutation = Mutation {
            share: 0.3,
            scale: 3.0,
            widening: 0.5,
        };
        let mut point = vec![2.0; 50];
        for index in 0..500 {
            let mut stream = streams::open(1, "test", index);
            let child = mutation.child(&space(), &point, (3.0, 1.0), &mut stream);
            assert_ne!(child, point);
            assert!(child.iter().all(|value| (0.1..=50.0).contains(value)));
            point = child;
        }
    }

    #[test]
    fn about_the_share_of_values_mutates_and_no_further_than_the_scale() {
        let mutation = Mutation {
            share: 0.25,
            scale: 0.2,
            widening: 0.0,
        };
        let start = [2.0; 50];
        let mut changed = 0;
        for index in 0..400 {
            let child = mutation.child(
                &space(),
                &start,
                (0.2, 1.0),
                &mut streams::open(2, "test", index),
            );
            for (new, old) in child.iter().zip(&start) {
                let factor = new / old;
                assert!((1.0 / 1.2 - 1e-12..=1.2 + 1e-12).contains(&factor));
                changed += u32::from(new.to_bits() != old.to_bits());
            }
        }
        let share = f64::from(changed) / (400.0 * 50.0);
        assert!((share - 0.25).abs() < 0.04, "{share}");
    }

    #[test]
    fn lower_placed_fathers_have_wider_children() {
        let mutation = Mutation {
            share: 0.25,
            scale: 0.2,
            widening: 0.5,
        };
        assert!((mutation.scale_for(0, 8) - 0.2).abs() < 1e-12);
        assert!((mutation.scale_for(2, 8) - 0.4).abs() < 1e-12);
        assert!(mutation.scale_for(0, 64) > mutation.scale_for(0, 8));
    }
}
