//! Bandit: the choice of an action by policy, visits and values (paper, Algorithm 1).

use darkforge_streams::{self as streams, Stream};

/// Visits and values of one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// Visits, and the virtual losses of playouts under way.
    pub visits: f32,
    /// Sum of the values for the side that acts.
    pub total: f32,
    /// Least of them; infinite while there is none.
    pub least: f32,
}

impl Arm {
    /// An action that was never tried.
    pub const NEW: Arm = Arm {
        visits: 0.0,
        total: 0.0,
        least: f32::INFINITY,
    };
}

/// Formula for the bonus of an action that was tried seldom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// UCB1 with priors: `c p sqrt(ln n / n_a)`.
    Ucb1,
    /// The variant of PUCT: `c p sqrt(n) / (1 + n_a)`.
    Puct,
}

/// The constants of a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bandit {
    /// Weight of the bonus: the paper's c.
    pub exploration: f64,
    /// The paper's m: after n visits, an action is drawn from the policy with probability e^(-mn). At 0 it always is,
    /// at infinity never.
    pub mixing: f64,
    /// Weight of the least value instead of the mean: the paper's phi.
    pub paranoia: f64,
    /// Formula of the bonus.
    pub bonus: Bonus,
}

impl Bandit {
    /// Chooses the place of an action. `value` is the mean of an action that was never tried; at the root nothing is
    /// drawn from the policy.
    ///
    /// An action that was never tried counts as tried once in the bonus: as printed, its bonus would be
    /// infinite, and the policy would not matter.
    pub fn choose(
        &self,
        policy: &[f32],
        arms: &[Arm],
        value: f32,
        is_root: bool,
        stream: &mut Stream,
    ) -> usize {
        let visits: f64 = arms.iter().map(|arm| f64::from(arm.visits)).sum();
        if !is_root && self.mixing.is_finite() {
            let share = libm::exp(-self.mixing * visits);
            if share > streams::unit(stream) {
                return drawn(policy, stream);
            }
        }
        let log = libm::log(visits.max(1.0));
        let score = |place: usize| {
            let (arm, prior) = (&arms[place], f64::from(policy[place]));
            let tried = f64::from(arm.visits);
            let mean = if tried > 0.0 {
                f64::from(arm.total) / tried
            } else {
                f64::from(value)
            };
            // An action whose first playout is under way has no value yet.
            let least = if arm.least.is_finite() {
                f64::from(arm.least)
            } else {
                mean
            };
            let bonus = match self.bonus {
                Bonus::Ucb1 => (log / tried.max(1.0)).sqrt(),
                Bonus::Puct => visits.sqrt() / (1.0 + tried),
            };
            let known = (1.0 - self.paranoia) * mean + self.paranoia * least;
            known + self.exploration * prior * bonus
        };
        let mut best = (0, score(0));
        for place in 1..arms.len() {
            let score = score(place);
            let is_better = score > best.1 || (score >= best.1 && policy[place] > policy[best.0]);
            if is_better {
                best = (place, score);
            }
        }
        best.0
    }
}

/// Draws a place by its probability.
pub fn drawn(policy: &[f32], stream: &mut Stream) -> usize {
    let mut left = streams::unit(stream) as f32;
    for (place, share) in policy.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return place;
        }
    }
    // Rounding: the likeliest one.
    let better = |best: usize, place: usize| {
        if policy[place] > policy[best] {
            place
        } else {
            best
        }
    };
    (0..policy.len()).reduce(better).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Bandit = Bandit {
        exploration: 2.0,
        mixing: 1.0,
        paranoia: 0.0,
        bonus: Bonus::Ucb1,
    };

    fn arm(visits: f32, mean: f32, least: f32) -> Arm {
        Arm {
            visits,
            total: visits * mean,
            least,
        }
    }

    #[test]
    fn the_first_visits_draw_from_the_policy() {
        let mut stream = streams::open(1, "bandit", 0);
        let mut counts = [0; 3];
        for _ in 0..3000 {
            counts[USUAL.choose(&[0.5, 0.3, 0.2], &[Arm::NEW; 3], 0.0, false, &mut stream)] += 1;
        }
        assert!((1400..1600).contains(&counts[0]), "{counts:?}");
        assert!((500..700).contains(&counts[2]), "{counts:?}");
        // After two visits, e^-2 of the choices.
        let arms = [arm(1.0, 0.0, 0.0), arm(1.0, 0.9, 0.0), Arm::NEW];
        let mut counts = [0; 3];
        for _ in 0..3000 {
            counts[USUAL.choose(&[0.5, 0.3, 0.2], &arms, 0.0, false, &mut stream)] += 1;
        }
        let wanted = 3000.0 * (-2.0_f64).exp() * 0.5;
        assert!((f64::from(counts[0]) - wanted).abs() < 60.0, "{counts:?}");
    }

    #[test]
    fn the_root_and_trees_without_mixing_follow_the_formula() {
        let mut stream = streams::open(1, "bandit", 0);
        let arms = [
            arm(50.0, 0.1, -0.5),
            arm(50.0, 0.2, -1.0),
            arm(4.0, 0.0, 0.0),
        ];
        let policy = [0.4, 0.4, 0.2];
        let mut choose =
            |bandit: Bandit, root| bandit.choose(&policy, &arms, 0.0, root, &mut stream);
        // 0.2 + 2 * 0.4 * sqrt(ln 104 / 50) = 0.444; 2 * 0.2 * sqrt(ln 104 / 4) = 0.431.
        assert_eq!(choose(USUAL, true), 1);
        let tree = Bandit {
            mixing: f64::INFINITY,
            ..USUAL
        };
        assert_eq!(choose(tree, false), 1);
        assert_eq!(
            choose(
                Bandit {
                    exploration: 4.0,
                    ..tree
                },
                false
            ),
            2
        );
        // Paranoia fears the least value of the second.
        assert_eq!(
            choose(
                Bandit {
                    paranoia: 0.5,
                    ..USUAL
                },
                true
            ),
            2
        );
        assert_eq!(
            choose(
                Bandit {
                    bonus: Bonus::Puct,
                    ..USUAL
                },
                true
            ),
            2
        );
    }
    #[test]
    fn paranoia_does_not_favour_an_action_under_way() {
        let mut stream = streams::open(1, "bandit", 0);
        let paranoid = Bandit {
            paranoia: 1.0,
            ..USUAL
        };
        let under_way = Arm {
            visits: 1.0,
            ..Arm::NEW
        };
        let arms = [under_way, arm(1.0, 0.3, 0.3)];
        let place = paranoid.choose(&[0.5, 0.5], &arms, 0.0, true, &mut stream);
        assert_eq!(place, 1);
    }
}
