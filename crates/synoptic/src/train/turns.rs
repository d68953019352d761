//! Turns: which headset learns in a step.

/// The headset of each step, in shares that follow the training weights, and the number of its earlier steps.
#[derive(Clone, Debug)]
pub struct Turns {
    weights: Vec<f64>,
    total: f64,
    taken: Vec<u32>,
    steps: u32,
}

impl Turns {
    /// Before the first step.
    pub fn new(weights: Vec<f64>) -> Turns {
        Turns {
            total: weights.iter().sum(),
            taken: vec![0; weights.len()],
            weights,
            steps: 0,
        }
    }

    /// The next headset, the one that is furthest behind its share, and how often it had its turn before.
    pub fn take(&mut self) -> (usize, u32) {
        self.steps += 1;
        let behind = |place: usize| {
            f64::from(self.steps) * self.weights[place] / self.total - f64::from(self.taken[place])
        };
        let further = |best: usize, place: usize| {
            if behind(place) > behind(best) + 1e-9 {
                place
            } else {
                best
            }
        };
        let place = (0..self.weights.len()).reduce(further).unwrap_or(0);
        self.taken[place] += 1;
        (place, self.taken[place] - 1)
    }
}
