//! Simulation: tuners on simulated games with known best weights, in seconds instead of hours. A
//! rule gives the result of a game instead of play; a [`Landscape`] is such a rule.
//!
//! ```
//! use darkforge_lab::tuner::simulation;
//!
//! // Four individuals, two generations; the more valuable queen wins.
//! let evolution = simulation::run(simulation::settings(4, 2), simulation::by_queen);
//! assert_eq!(evolution.finished().len(), 2);
//! ```

use std::collections::BTreeSet;

use super::{
    ClopSettings, CmaEsSettings, Evolution, Keep, KnockoutSettings, Method, Noise, Racing, Ratios,
    Reference, Settings, Setup, Space, SpaceSettings, SpsaSettings,
};
use crate::bout::{Bout, Entrant, Fixture};
use crate::run::Schedule;
use darkforge_engine::darkboard::{LIST, Weight};
use darkforge_engine::player::PlayerSpec;
use darkforge_engine::weights::Weights;
use darkforge_kriegspiel::umpire::{Ending, GameResult, Outcome};
use darkforge_ratings::{Model, Sprt};
use darkforge_streams as streams;

/// A small plain knockout over all weights.
///
/// # Panics
/// Never: the space of all weights is valid.
pub fn settings(size: usize, generations: u32) -> Settings {
    let start = Weights::default_of(&LIST);
    let space = Space::new(&SpaceSettings::default(), &start).expect("all weights");
    Settings {
        setup: Setup {
            seed: 3,
            player: PlayerSpec::darkboard(),
            start,
            space,
            noise: Noise {
                common_seeds: false,
                racing: None,
            },
        },
        opponents: Ratios::default(),
        generations,
        method: Method::Knockout(KnockoutSettings::plain(size, 2)),
        reference: Reference {
            entrant: Entrant {
                name: "reference".to_owned(),
                spec: PlayerSpec::random(),
            },
            pairs: 3,
            every: 2,
        },
        proof: None,
        stop: None,
        keep: Keep::None,
        ends: Vec::new(),
        changes: Vec::new(),
    }
}

/// Outcomes of the games of `bout` by the rule `result`.
pub fn play(seed: u64, bout: &Bout, result: impl Fn(&Fixture<'_>) -> GameResult) -> Vec<Outcome> {
    let outcome = |fixture: Fixture<'_>| Outcome {
        result: result(&fixture),
        ending: Ending::Checkmate,
    };
    bout.fixtures(seed).map(outcome).collect()
}

/// Runs an evolution to its end by a rule.
///
/// # Panics
/// If it does not end, or plays a pair twice.
pub fn run(settings: Settings, result: impl Fn(&Fixture<'_>) -> GameResult) -> Evolution {
    let seed = settings.setup.seed;
    let mut evolution = Evolution::new(settings);
    let mut pairs = BTreeSet::new();
    for _ in 0..100_000 {
        let bouts = evolution.ask();
        if bouts.is_empty() {
            return evolution;
        }
        for bout in &bouts {
            for pair in bout.first_pair..bout.first_pair + bout.pairs() {
                assert!(pairs.insert(pair), "pair {pair} is played twice");
            }
        }
        let games: Vec<_> = bouts.iter().map(|bout| play(seed, bout, &result)).collect();
        evolution.tell(&games);
    }
    panic!("the evolution does not end");
}

/// Elo that the champion lacks after `games` games on `landscape`.
///
/// # Panics
/// If no generation ends within them.
pub fn left(mut settings: Settings, landscape: &Landscape, games: u64) -> f64 {
    settings.generations = u32::MAX;
    settings.reference.every = u32::MAX;
    let seed = settings.setup.seed;
    let mut evolution = Evolution::new(settings);
    let mut played = 0;
    loop {
        let bouts = evolution.ask();
        let asked: u64 = bouts.iter().map(|bout| 2 * bout.pairs()).sum();
        if played + asked > games {
            let champion = evolution.champion().expect("a finished generation");
            return landscape.lost(&champion.weights);
        }
        played += asked;
        let told: Vec<_> = bouts
            .iter()
            .map(|bout| play(seed, bout, |fixture| landscape.result(fixture)))
            .collect();
        evolution.tell(&told);
    }
}

/// A search by `method` from `start`, and if `noise` with common seeds and races.
pub fn searching(method: Method, noise: bool, seed: u64, start: Weights) -> Settings {
    let mut settings = settings(2, 1);
    settings.setup.seed = seed;
    settings.setup.start = start;
    settings.method = method;
    if noise {
        settings.setup.noise = noise_met();
    }
    settings
}

/// A knockout of 16 twins: share of the weights that mutate, and scale of their mutation.
pub fn twins(share: f64, scale: f64) -> Method {
    let mut twins = KnockoutSettings::plain(16, 3);
    twins.champion_share = 0.8;
    twins.mutation.share = share;
    twins.mutation.scale = scale;
    twins.first_scale = scale;
    twins.twins = true;
    twins.blend = 0.3;
    Method::Knockout(twins)
}

/// CMA-ES from two pairs of each duel to `max_pairs`.
pub fn cma_es(size: usize, max_pairs: u64, sigma: f64) -> Method {
    Method::CmaEs(CmaEsSettings {
        size,
        pairs: 2,
        max_pairs: Some(max_pairs),
        sigma,
        restarts: 0,
        overlap: false,
    })
}

/// SPSA with the usual exponents.
pub fn spsa(perturbations: usize, perturbation: f64, step: f64, stability: f64) -> Method {
    Method::Spsa(SpsaSettings {
        perturbations,
        pairs: 1,
        perturbation,
        step,
        stability,
        alpha: 0.602,
        gamma: 0.101,
        overlap: false,
    })
}

/// CLOP over the whole space.
pub fn clop(duels: usize, confidence: f64) -> Method {
    Method::Clop(ClopSettings {
        duels,
        pairs: 1,
        confidence,
        reach: 1.0,
    })
}

/// Weights for searches over few weights.
const FEW: [&str; 8] = [
    "pawn_value",
    "bishop_value",
    "danger",
    "control",
    "risk",
    "entropy",
    "placement",
    "exchanges",
];

/// Elo left, as mean and maximum over eight seeds, from random starts with the first `weights` of a few
/// weights.
///
/// # Panics
/// If there are not so many, or no generation ends within `games`.
pub fn few(method: &Method, weights: usize, skewed: bool, games: u64) -> (f64, f64) {
    let only = FEW[..weights].iter().map(|&name| name.to_owned());
    let searched = SpaceSettings {
        only: only.collect(),
        ..SpaceSettings::default()
    };
    let space = Space::new(&searched, &Weights::default_of(&LIST)).expect("names of weights");
    let each: Vec<f64> = (1..=8)
        .map(|seed| {
            let mut landscape = Landscape::new(seed, &space);
            landscape.skewed = skewed;
            let mut settings = searching(method.clone(), true, seed, space.random(seed));
            settings.setup.space = space.clone();
            left(settings, &landscape, games)
        })
        .collect();
    let mean = each.iter().sum::<f64>() / each.len() as f64;
    (mean, each.iter().copied().fold(0.0, f64::max))
}

/// Noise settings with common seeds and races of minus against plus 100 Elo.
fn noise_met() -> Noise {
    let test = Sprt::new(-100.0, 100.0, Model::Normalized).expect("a right test");
    Noise {
        common_seeds: true,
        racing: Some(Racing {
            slice: 2,
            test: test.with_error_rates(0.1, 0.1).expect("a right test"),
        }),
    }
}

/// Strength as a quadratic function over a space: some weights matter much, most little. Results of
/// games are random with probabilities by the difference of strengths.
#[derive(Clone, Debug)]
pub struct Landscape {
    space: Space,
    optimum: Vec<f64>,
    /// Elo lost per weight at a distance of the whole range.
    steepness: Vec<f64>,
    /// Whether one side of the optimum is steeper than the other.
    pub skewed: bool,
}

impl Landscape {
    /// A landscape on which weights drawn at random are about 500 Elo below the optimum.
    pub fn new(seed: u64, space: &Space) -> Landscape {
        let mut stream = streams::open(seed, "landscape", 0);
        let drawn: Vec<f64> = (0..space.len())
            .map(|_| libm::exp(streams::gauss(&mut stream)))
            .collect();
        let optimum: Vec<f64> = (0..space.len())
            .map(|_| 0.2 + 0.6 * streams::unit(&mut stream))
            .collect();
        // The mean squared distance of a random coordinate from the middle is 1/12, and the middle
        // is 0.03 from the optimum.
        let sum: f64 = drawn.iter().sum();
        let steepness = drawn.iter().map(|k| k * 500.0 / (sum * 0.1133)).collect();
        Landscape {
            space: space.clone(),
            optimum,
            steepness,
            skewed: false,
        }
    }

    /// Elo below the optimum.
    pub fn lost(&self, weights: &Weights) -> f64 {
        let coordinates = self.space.coordinates(weights);
        let far = coordinates.iter().zip(&self.optimum).zip(&self.steepness);
        far.map(|((at, best), k)| k * self.shape(at - best)).sum()
    }

    /// Cost of a distance from the optimum, approximately its square.
    fn shape(&self, far: f64) -> f64 {
        if self.skewed {
            (libm::exp(4.0 * far) - 4.0 * far - 1.0) / 8.0
        } else {
            far * far
        }
    }

    /// Weights in a drawn direction from the optimum that lose `elo`.
    pub fn off_by(&self, elo: f64, seed: u64) -> Weights {
        let mut stream = streams::open(seed, "off", 0);
        let away: Vec<f64> = (0..self.space.len())
            .map(|_| streams::gauss(&mut stream))
            .collect();
        let at = |scale: f64| {
            let coordinates = self.optimum.iter().zip(&away);
            let coordinates: Vec<f64> = coordinates.map(|(o, a)| o + scale * a).collect();
            self.space.weights(&coordinates)
        };
        let mut scale = 0.0;
        while self.lost(&at(scale)) < elo && scale < 1.0 {
            scale += 0.001;
        }
        at(scale)
    }

    fn elo(&self, entrant: &Entrant) -> f64 {
        entrant.spec.weights().map_or(-1500.0, |w| -self.lost(w))
    }

    /// Result of a game. The opening favours a colour, the same for all games with this seed.
    pub fn result(&self, fixture: &Fixture<'_>) -> GameResult {
        let opening = 80.0 * streams::gauss(&mut streams::open(fixture.seed, "opening", 0));
        let ahead = self.elo(fixture.white) - self.elo(fixture.black) + opening;
        let wins = 1.0 / (1.0 + libm::exp(-ahead * std::f64::consts::LN_10 / 400.0));
        let draws = 1.4 * wins * (1.0 - wins);
        let mut dice = streams::open(fixture.seed, &fixture.white.name, fixture.game);
        let drawn = streams::unit(&mut dice);
        if drawn < wins - draws / 2.0 {
            GameResult::WhiteWins
        } else if drawn < wins + draws / 2.0 {
            GameResult::Draw
        } else {
            GameResult::BlackWins
        }
    }
}

fn queen(entrant: &Entrant) -> f64 {
    let weights = entrant.spec.weights();
    weights.map_or(0.0, |weights| weights[Weight::QueenValue])
}

/// Rule: the player with the more valuable queen wins.
pub fn by_queen(fixture: &Fixture<'_>) -> GameResult {
    match queen(fixture.white).total_cmp(&queen(fixture.black)) {
        std::cmp::Ordering::Greater => GameResult::WhiteWins,
        std::cmp::Ordering::Less => GameResult::BlackWins,
        std::cmp::Ordering::Equal => GameResult::Draw,
    }
}
