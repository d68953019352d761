//! Values beside results, by number of positions (paper, Fig. 7).

use crate::network::{Example, Network, Query, Workspace};

/// Examples with a similar number of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Valued {
    /// Greatest number of positions.
    pub positions: usize,
    /// Examples.
    pub examples: u32,
    /// Sum of the results, 1 for a win and one half for a draw.
    pub score: f64,
    /// Sum of the values that the network gives, from 0 to 1 like the results.
    pub value: f64,
}

/// A number from -1 to 1 as one from 0 to 1.
fn share(number: f32) -> f64 {
    f64::midpoint(f64::from(number), 1.0)
}

/// Values of examples by the headset of all games.
pub(super) fn values(network: &Network, examples: &[Example]) -> Vec<f32> {
    let queries: Vec<Query<'_>> = examples
        .iter()
        .map(|example| Query {
            synopsis: &example.synopsis,
            policy: 0,
            value: 0,
            actions: &[],
        })
        .collect();
    let answers = network.evaluate(&queries, &mut Workspace::default());
    answers.iter().map(|answer| answer.value).collect()
}

impl Valued {
    /// Sorts examples by number of positions, up to 1, 2, 4 and so on.
    pub(super) fn sort(examples: &[Example], values: &[f32]) -> Vec<Valued> {
        let most = examples.iter().map(|one| one.positions.next_power_of_two());
        let most = most.max().unwrap_or(1);
        let mut found: Vec<Valued> = std::iter::successors(Some(1), |bound| Some(2 * bound))
            .take_while(|&bound| bound <= most)
            .map(|positions| Valued {
                positions,
                ..Valued::default()
            })
            .collect();
        for (example, &value) in examples.iter().zip(values) {
            let place = example.positions.next_power_of_two().trailing_zeros();
            let group = &mut found[place as usize];
            group.examples += 1;
            group.score += share(example.outcome);
            group.value += share(value);
        }
        found.retain(|group| group.examples > 0);
        found
    }
}
