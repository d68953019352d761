//! A generation whose individuals meet in pairs. Mirrored ones are twins: they lie at the same
//! distance from a centre in opposite directions. A pair of games between twins gives twice as much
//! information of the direction as one against the centre, and the cost of the distance from the
//! centre cancels.

use std::collections::VecDeque;

use crate::convergence::Slopes;
use crate::{
    Converged, Duel, DuelKind, DuelScore, Individual, Optimiser, Settled, Space, Stop, Told,
};

/// A search whose duels are those of [`Generations`].
pub(crate) trait GenerationSearch: Send {
    /// Memory that the search keeps of a generation's drawing until its results come.
    type Memory;

    /// The generations.
    fn generations(&self) -> &Generations<Self::Memory>;

    /// Takes the scores of the current generation's duels, and draws another one.
    fn learn(&mut self, scores: &[DuelScore]) -> Told;

    /// Standard deviation of the samples as a share of an axis' range, root mean square over the
    /// axes; `None` if it says nothing of convergence.
    fn step(&self) -> Option<f64> {
        None
    }

    /// See [`Optimiser::restart`].
    fn restart(&mut self) -> bool {
        false
    }
}

impl<T: GenerationSearch> Optimiser for T {
    fn population(&self) -> &[Individual] {
        &self.generations().current().individuals
    }

    fn ask(&self) -> Vec<Duel> {
        self.generations().current().ask()
    }

    fn ahead(&self) -> Vec<Duel> {
        let next = self.generations().drawn.get(1);
        next.map(Generation::ask).unwrap_or_default()
    }

    fn tell(&mut self, scores: &[DuelScore]) -> Told {
        self.learn(scores)
    }

    fn best(&self) -> Vec<f64> {
        self.generations().best()
    }

    fn pairs_each(&self) -> u64 {
        self.generations().current().pairs
    }

    fn expected_pairs(&self) -> f64 {
        self.generations().current().expected_pairs()
    }

    fn converged(&self, stop: &Stop) -> Option<Converged> {
        self.generations().slopes.converged(self.step()?, stop)
    }

    fn restart(&mut self) -> bool {
        GenerationSearch::restart(self)
    }
}

/// Generations of a search by duels, and the centre that they move.
pub(crate) struct Generations<M> {
    pub(crate) space: Space,
    pub(crate) seed: u64,
    /// Number of the current generation.
    pub(crate) number: u32,
    /// Coordinates of the best guess; twins start from there.
    pub(crate) centre: Vec<f64>,
    /// The individual at the centre; none at a start.
    centre_id: Option<u64>,
    next_individual: u64,
    /// The generations that were drawn and have no results yet, the current one first.
    drawn: VecDeque<Generation<M>>,
    /// Slopes at the centre in the last generations.
    pub(crate) slopes: Slopes,
}

/// A generation that was drawn.
pub(crate) struct Generation<M> {
    /// Coordinates of the centre that it was drawn from.
    pub(crate) centre: Vec<f64>,
    /// The individuals; the two of a duel are neighbours.
    individuals: Vec<Individual>,
    /// Pairs of each duel.
    pub(crate) pairs: u64,
    /// The search's memory of the drawing.
    pub(crate) memory: M,
}

impl<M> Generations<M> {
    pub(crate) fn new(space: Space, start: &[f64], seed: u64) -> Generations<M> {
        Generations {
            centre: space.coordinates(start),
            space,
            seed,
            number: 0,
            centre_id: None,
            next_individual: 0,
            drawn: VecDeque::new(),
            slopes: Slopes::default(),
        }
    }

    /// Number of the generation that is drawn next.
    pub(crate) fn next_number(&self) -> u32 {
        self.number + self.drawn.len() as u32
    }

    /// The current generation.
    pub(crate) fn current(&self) -> &Generation<M> {
        // A search draws before it is asked, and for each generation that it takes.
        &self.drawn[0]
    }

    /// Takes the current generation out, whose results have come.
    pub(crate) fn take(&mut self) -> Generation<M> {
        let current = self.drawn.pop_front();
        current.expect("a search draws before it is told")
    }

    /// Leaves the individuals that were to play next, and begins again from the coordinates
    /// `centre`.
    pub(crate) fn restart(&mut self, centre: Vec<f64>) {
        let left = self.drawn.drain(..);
        self.next_individual -= left.map(|one| one.individuals.len() as u64).sum::<u64>();
        self.slopes.clear();
        self.centre = centre;
        self.centre_id = None;
    }

    /// Draws twins in each of `directions`, which play `pairs` pairs.
    pub(crate) fn draw_mirrored(
        &mut self,
        directions: &[Vec<f64>],
        scale: f64,
        pairs: u64,
        memory: M,
    ) {
        let twin = |sign: f64, direction: &Vec<f64>| -> Vec<f64> {
            let moved = self.centre.iter().zip(direction);
            moved.map(|(c, d)| c + sign * d).collect()
        };
        let twins = |direction| [twin(1.0, direction), twin(-1.0, direction)];
        let duels: Vec<[Vec<f64>; 2]> = directions.iter().map(twins).collect();
        self.draw_between(&duels, scale, pairs, memory);
    }

    /// Draws duels of `pairs` pairs, each between two coordinate vectors.
    pub(crate) fn draw_between(
        &mut self,
        duels: &[[Vec<f64>; 2]],
        scale: f64,
        pairs: u64,
        memory: M,
    ) {
        let mut individuals = Vec::new();
        for coordinates in duels.iter().flatten() {
            individuals.push(self.individual(coordinates, scale));
        }
        self.drawn.push_back(Generation {
            centre: self.centre.clone(),
            individuals,
            pairs,
            memory,
        });
    }

    fn individual(&mut self, coordinates: &[f64], scale: f64) -> Individual {
        self.next_individual += 1;
        Individual {
            id: self.next_individual - 1,
            parent: self.centre_id,
            mutation_scale: scale,
            point: self.space.point(coordinates),
            placing: 0,
        }
    }

    /// Coordinates of the individuals of `generation` in order: inside the space, and whole values
    /// on axes that have no others.
    pub(crate) fn coordinates(&self, generation: &Generation<M>) -> Vec<Vec<f64>> {
        let clamp = |coordinate: f64| coordinate.clamp(0.0, 1.0);
        let all = generation.individuals.iter();
        let all = all.map(|one| self.space.coordinates(&one.point));
        all.map(|each| each.into_iter().map(clamp).collect())
            .collect()
    }

    /// The best guess as a point.
    pub(crate) fn best(&self) -> Vec<f64> {
        self.space.point(&self.centre)
    }

    /// Ends `generation`: the centre moves to `centre`, which is the champion; the others are
    /// placed by the scores of their duels.
    pub(crate) fn end(
        &mut self,
        generation: Generation<M>,
        centre: Vec<f64>,
        scores: &[DuelScore],
    ) -> Told {
        let mut worth = Vec::new();
        for score in scores {
            let rate = score.all().rate();
            worth.extend([rate, -rate]);
        }
        let mut all = generation.individuals;
        let mut ranked: Vec<usize> = (0..all.len()).collect();
        ranked.sort_by(|&a, &b| worth[b].total_cmp(&worth[a]).then(a.cmp(&b)));
        for (place, individual) in ranked.into_iter().enumerate() {
            all[individual].placing = place + 2;
        }
        self.centre = centre;
        let mut champion = self.individual(&self.centre.clone(), 0.0);
        champion.placing = 1;
        self.centre_id = Some(champion.id);
        all.insert(0, champion);
        self.number += 1;
        Told {
            settled: vec![Settled::default(); scores.len()],
            generation: Some(all),
        }
    }
}

impl<M> Generation<M> {
    /// Expected number of pairs of a generation like this one.
    fn expected_pairs(&self) -> f64 {
        self.individuals.len() as f64 * (self.pairs as f64 / 2.0)
    }

    /// The duels.
    fn ask(&self) -> Vec<Duel> {
        let twos = self.individuals.chunks_exact(2);
        twos.map(|two| Duel {
            kind: DuelKind::Scored,
            round: 1,
            first: two[0].clone(),
            second: two[1].clone(),
            pairs: self.pairs,
            played: 0,
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn individuals_are_numbered_through_all_generations() {
        let mut generations = Generations::new(Space::unit(1), &[0.5], 1);
        generations.draw_mirrored(&[vec![0.25], vec![0.125]], 0.3, 4, ());
        let generation = generations.current();
        let ids = |all: &[Individual]| all.iter().map(|one| one.id).collect::<Vec<_>>();
        let points: Vec<f64> = generation
            .individuals
            .iter()
            .map(|one| one.point[0])
            .collect();
        assert_eq!(ids(&generation.individuals), [0, 1, 2, 3]);
        assert_eq!(points, [0.75, 0.25, 0.625, 0.375]);
        assert!(
            generation
                .individuals
                .iter()
                .all(|one| one.parent.is_none())
        );
        let duels = generation.ask();
        assert!((generation.expected_pairs() - 8.0).abs() < 1e-12);
        // The second of the first twins and the first of the others win.
        let results = [-1.0, 0.5];
        let scores: Vec<DuelScore> = duels
            .iter()
            .zip(results)
            .map(|(duel, result)| duel.score(|_, _| result))
            .collect();
        let generation = generations.take();
        let told = generations.end(generation, vec![0.4], &scores);
        let all = told.generation.expect("a generation that ends");
        assert_eq!(ids(&all), [4, 0, 1, 2, 3], "the champion is new");
        let placings: Vec<usize> = all.iter().map(|one| one.placing).collect();
        assert_eq!(placings, [1, 5, 2, 3, 4]);
        assert_eq!(generations.best(), [0.4]);
        assert_eq!(generations.number, 1);
        generations.draw_mirrored(&[vec![0.1]], 0.3, 4, ());
        let generation = generations.current();
        assert_eq!(ids(&generation.individuals), [5, 6]);
        assert!(
            generation
                .individuals
                .iter()
                .all(|one| one.parent == Some(4))
        );
    }
}
