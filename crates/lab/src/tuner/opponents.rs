//! External opponents: players that learn only to beat their own population become weaker against
//! others.

use super::{Individual, Setup};
use crate::bout::Entrant;
use darkforge_engine::player::PlayerSpec;
use darkforge_ratings::Tally;
use darkforge_streams as streams;

/// Shares of an individual's games against each kind of opponents: twice the number means twice the
/// games. And what a draw against opponents from outside is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratios {
    /// Others of its generation.
    pub population: f64,
    /// A champion of an earlier generation.
    pub hall_of_fame: f64,
    /// The player `random`.
    pub random: f64,
    /// The player `semi-random`.
    pub semi_random: f64,
    /// The reference.
    pub reference: f64,
    /// Other players, each with its share.
    pub players: Vec<(Entrant, f64)>,
    /// Worth of a draw against all but the population, in points. Between two individuals it does
    /// not matter: a draw is worth the same to both.
    pub draw: f64,
}

impl Ratios {
    /// Sum of the shares of all but the population.
    pub fn outside(&self) -> f64 {
        let players: f64 = self.players.iter().map(|(_, ratio)| ratio).sum();
        self.hall_of_fame + self.random + self.semi_random + self.reference + players
    }
}

impl Default for Ratios {
    fn default() -> Ratios {
        Ratios {
            population: 1.0,
            hall_of_fame: 0.0,
            random: 0.0,
            semi_random: 0.0,
            reference: 0.0,
            players: Vec::new(),
            draw: 0.5,
        }
    }
}

/// Opponents common to all individuals of a generation.
#[derive(Clone, Debug)]
pub struct Outsiders {
    ratios: Ratios,
    reference: Entrant,
    /// Champions so far.
    hall: Vec<Individual>,
}

impl Outsiders {
    pub(super) fn new(ratios: Ratios, reference: Entrant) -> Outsiders {
        Outsiders {
            ratios,
            reference,
            hall: Vec::new(),
        }
    }

    /// Keeps a champion for later generations.
    pub(super) fn keep(&mut self, champion: &Individual) {
        if self.ratios.hall_of_fame > 0.0 {
            self.hall.push(champion.clone());
        }
    }

    /// Lead of an individual after games against them, in points: wins less losses, and what its
    /// draws are worth more or less than half a point each, twice.
    pub(super) fn lead(&self, games: &Tally) -> f64 {
        let draws = (2.0 * self.ratios.draw - 1.0) * games.draws as f64;
        games.wins as f64 - games.losses as f64 + draws
    }

    /// Mean number of pairs of an individual against them over all generations, if it plays `pairs`
    /// in its own.
    pub(super) fn mean_pairs(&self, pairs: u64) -> f64 {
        pairs as f64 * self.ratios.outside() / self.ratios.population
    }

    /// External opponents of a generation's individuals, and the number of pairs, if they play
    /// `pairs` among themselves. The earlier champion is drawn uniformly from the run so far.
    pub(super) fn of(&self, setup: &Setup, generation: u32, pairs: u64) -> Vec<(Entrant, u64)> {
        let Ratios {
            population,
            hall_of_fame,
            random,
            semi_random,
            reference,
            ref players,
            ..
        } = self.ratios;
        // Fractions of a pair add up over the generations.
        let of = |ratio: f64| {
            let each = pairs as f64 * ratio / population;
            let until = |generation: u32| (each * f64::from(generation)).floor() as u64;
            until(generation + 1) - until(generation)
        };
        let mut outsiders = Vec::new();
        if !self.hall.is_empty() {
            let mut stream = streams::open(setup.seed, "hall", u64::from(generation));
            let earlier = &self.hall[streams::below(&mut stream, self.hall.len())];
            outsiders.push((setup.entrant(earlier), of(hall_of_fame)));
        }
        let simple = [
            ("random", PlayerSpec::random(), random),
            ("semi-random", PlayerSpec::semi_random(), semi_random),
        ];
        for (name, spec, ratio) in simple {
            let name = name.to_owned();
            outsiders.push((Entrant { name, spec }, of(ratio)));
        }
        outsiders.push((self.reference.clone(), of(reference)));
        let players = players.iter();
        outsiders.extend(players.map(|(player, ratio)| (player.clone(), of(*ratio))));
        outsiders.retain(|(_, pairs)| *pairs > 0);
        outsiders
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulation::settings;
    use super::*;

    #[test]
    fn games_against_others_are_in_proportion_to_those_in_the_population() {
        let settings = settings(2, 1);
        let ratios = Ratios {
            population: 0.8,
            semi_random: 0.1,
            reference: 0.2,
            players: vec![(settings.reference.entrant.clone(), 0.4)],
            ..Ratios::default()
        };
        let outsiders = Outsiders::new(ratios, settings.reference.entrant);
        let of = |generation| outsiders.of(&settings.setup, generation, 2);
        let pairs = (0..100).flat_map(of).map(|(_, pairs)| pairs).sum::<u64>();
        assert!((outsiders.mean_pairs(2) - 1.75).abs() < 1e-12);
        assert_eq!(pairs, 175);
    }

    #[test]
    fn a_draw_counts_what_it_is_worth() {
        let settings = settings(2, 1);
        let games = Tally::of(3, 4, 2);
        let lead = |draw| {
            let ratios = Ratios {
                draw,
                ..Ratios::default()
            };
            Outsiders::new(ratios, settings.reference.entrant.clone())
                .lead(&games)
                .to_string()
        };
        // As points less those of half the games: 3 + 4 draws - 4.5, twice.
        assert_eq!([0.5, 0.25, 0.0].map(lead), ["1", "-1", "-3"]);
    }
}
