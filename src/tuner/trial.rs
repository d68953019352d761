//! Tuners tried on a function whose optimum is known: games are coins that fall by the
//! distance from it.

use super::testing::{pretend, settings};
use super::{
    CmaEsSettings, Evolution, KnockoutSettings, Method, Noise, Racing, Settings, SpsaSettings,
    Title,
};
use crate::darkboard::Weights;
use crate::stats::{Model, Sprt, gauss};
use crate::stream;
use crate::tournament::{Entrant, Fixture};
use crate::umpire::GameResult;

/// Strength as a bowl over the space: some weights matter much, most little.
struct Landscape {
    space: super::Space,
    optimum: Vec<f64>,
    /// Elo lost per weight at the whole range's distance.
    steepness: Vec<f64>,
}

impl Landscape {
    /// A bowl on which weights drawn at random are about 500 Elo below the optimum.
    fn new(seed: u64, space: &super::Space) -> Landscape {
        let mut stream = stream::open(seed, "landscape", 0);
        let drawn: Vec<f64> = (0..space.len())
            .map(|_| libm::exp(gauss(&mut stream)))
            .collect();
        let optimum: Vec<f64> = (0..space.len())
            .map(|_| 0.2 + 0.6 * stream::unit(&mut stream))
            .collect();
        // A random place is 1/12 of the square of the range from the middle, which is 0.03
        // from the optimum.
        let sum: f64 = drawn.iter().sum();
        let steepness = drawn.iter().map(|k| k * 500.0 / (sum * 0.1133)).collect();
        Landscape {
            space: space.clone(),
            optimum,
            steepness,
        }
    }

    /// Elo below the optimum.
    fn lost(&self, weights: &Weights) -> f64 {
        let places = self.space.places(weights);
        let far = places.iter().zip(&self.optimum).zip(&self.steepness);
        far.map(|((place, best), k)| k * (place - best) * (place - best))
            .sum()
    }

    /// Weights so far from the optimum, in a drawn direction, that they lose `elo`.
    fn off_by(&self, elo: f64, seed: u64) -> Weights {
        let mut stream = stream::open(seed, "off", 0);
        let away: Vec<f64> = (0..self.space.len()).map(|_| gauss(&mut stream)).collect();
        let at = |scale: f64| {
            let places = self.optimum.iter().zip(&away);
            let places: Vec<f64> = places.map(|(o, a)| o + scale * a).collect();
            self.space.weights(&places)
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

    /// The opening favours a colour, the same for all who share the seed.
    fn result(&self, fixture: &Fixture<'_>) -> GameResult {
        let opening = 80.0 * gauss(&mut stream::open(fixture.seed, "opening", 0));
        let ahead = self.elo(fixture.white) - self.elo(fixture.black) + opening;
        let wins = 1.0 / (1.0 + libm::exp(-ahead * std::f64::consts::LN_10 / 400.0));
        let draws = 1.4 * wins * (1.0 - wins);
        let mut dice = stream::open(fixture.seed, &fixture.white.name, fixture.game);
        let drawn = stream::unit(&mut dice);
        if drawn < wins - draws / 2.0 {
            GameResult::WhiteWins
        } else if drawn < wins + draws / 2.0 {
            GameResult::Draw
        } else {
            GameResult::BlackWins
        }
    }
}

/// Elo that the champion lacks after so many games.
fn left(mut settings: Settings, landscape: &Landscape, games: u64) -> f64 {
    settings.generations = u32::MAX;
    settings.reference.every = u32::MAX;
    let seed = settings.ground.seed;
    let mut evolution = Evolution::new(settings);
    let mut played = 0;
    loop {
        let bouts = evolution.ask();
        let asked: u64 = bouts.iter().map(|bout| 2 * bout.pairs).sum();
        if played + asked > games {
            let champion = evolution.finished().last().unwrap().champion();
            return landscape.lost(&champion.weights);
        }
        played += asked;
        let told: Vec<_> = bouts
            .iter()
            .map(|bout| pretend(seed, bout, |fixture| landscape.result(fixture)))
            .collect();
        evolution.tell(&told);
    }
}

fn with(method: Method, noise: bool, seed: u64, start: Weights) -> Settings {
    let mut settings = settings(2, 1);
    settings.ground.seed = seed;
    settings.ground.start = start;
    settings.method = method;
    if noise {
        settings.ground.noise = Noise {
            common_seeds: true,
            racing: Some(Racing {
                slice: 2,
                test: Sprt::new(-100.0, 100.0, Model::Normalized)
                    .unwrap()
                    .with_error_rates(0.1, 0.1)
                    .unwrap(),
            }),
        };
    }
    settings
}

fn knockout(size: usize, pairs: u64, share: f64, scale: f64) -> KnockoutSettings {
    let Method::Knockout(plain) = settings(2, 1).method else {
        unreachable!()
    };
    let mut settings = KnockoutSettings {
        size,
        pairs,
        extra_pairs: 1,
        max_extra: 1,
        first_scale: scale,
        ..plain
    };
    settings.mutation.share = share;
    settings.mutation.scale = scale;
    settings
}

/// Elo left of each seed, from random starts with 6,000 games and from good ones with 20,000.
fn row(name: &str, seeds: u64, make: impl Fn() -> (Method, bool)) {
    let mut cells = Vec::new();
    for (far, games) in [(true, 6000), (false, 6000), (false, 20_000)] {
        let each: Vec<f64> = (1..=seeds)
            .map(|seed| {
                let (method, noise) = make();
                let space = settings(2, 1).ground.space;
                let landscape = Landscape::new(seed, &space);
                let start = if far {
                    space.random(seed)
                } else {
                    landscape.off_by(80.0, seed)
                };
                left(with(method, noise, seed, start), &landscape, games)
            })
            .collect();
        let mean = each.iter().sum::<f64>() / each.len() as f64;
        let each: Vec<String> = each.iter().map(|e| format!("{e:.0}")).collect();
        cells.push(format!("{mean:6.0} ({})", each.join(" ")));
    }
    println!("{name:40} {}", cells.join("   "));
}

#[test]
#[ignore = "an experiment: prints a table"]
fn table_of_tuners() {
    let space = settings(2, 1).ground.space;
    for seed in 1..=3 {
        let landscape = Landscape::new(seed, &space);
        println!(
            "seed {seed}: random start loses {:.0} Elo, hand-made {:.0}",
            landscape.lost(&space.random(seed)),
            landscape.lost(&Weights::default())
        );
    }
    let seeds = 3;
    let plain = |size, pairs, share, scale| {
        let k = knockout(size, pairs, share, scale);
        move || (Method::Knockout(k.clone()), false)
    };
    row("plain 16x5 .25 .3", seeds, plain(16, 5, 0.25, 0.3));
    row("plain 16x12 .25 .3", seeds, plain(16, 12, 0.25, 0.3));
    row("plain 16x5 .25 1.0", seeds, plain(16, 5, 0.25, 1.0));
    for (size, pairs, share, scale, champion) in [
        (16, 5, 0.25, 0.3, 0.6),
        (16, 5, 1.0, 0.3, 1.0),
        (16, 5, 1.0, 1.0, 1.0),
        (16, 5, 1.0, 2.0, 1.0),
        (32, 2, 1.0, 1.0, 1.0),
        (16, 2, 1.0, 1.0, 1.0),
        (16, 12, 1.0, 1.0, 1.0),
    ] {
        for (noise, title) in [(false, 0), (true, 0), (true, 20)] {
            row(
                &format!(
                    "blend {size}x{pairs} {share} {scale} {champion} race {noise} title {title}"
                ),
                seeds,
                || {
                    let mut k = knockout(size, pairs, share, scale);
                    k.champion_share = champion;
                    k.blend = true;
                    k.title = Title {
                        pairs: title,
                        confidence: 0.5,
                    };
                    (Method::Knockout(k), noise)
                },
            );
        }
    }
    for (size, pairs, max_pairs, sigma) in [
        (16, 2, 2, 0.1),
        (16, 2, 2, 0.2),
        (32, 2, 2, 0.2),
        (48, 2, 2, 0.2),
        (48, 2, 8, 0.2),
        (48, 1, 1, 0.2),
        (96, 1, 1, 0.2),
        (48, 2, 2, 0.3),
    ] {
        row(
            &format!("cma-es {size}x{pairs}-{max_pairs} {sigma}"),
            seeds,
            || {
                let settings = CmaEsSettings {
                    size,
                    pairs,
                    max_pairs,
                    sigma,
                };
                (Method::CmaEs(settings), true)
            },
        );
    }
    for (perturbations, pairs, perturbation, step, stability) in [
        (24, 1, 0.15, 0.1, 20.0),
        (24, 1, 0.3, 0.1, 20.0),
        (24, 1, 0.15, 0.2, 20.0),
        (24, 1, 0.3, 0.2, 20.0),
        (24, 1, 0.3, 0.4, 20.0),
        (24, 1, 0.3, 0.4, 5.0),
    ] {
        row(
            &format!("spsa {perturbations}x{pairs} {perturbation} {step} {stability}"),
            seeds,
            || {
                let settings = SpsaSettings {
                    perturbations,
                    pairs,
                    perturbation,
                    step,
                    stability,
                    alpha: 0.602,
                    gamma: 0.101,
                };
                (Method::Spsa(settings), true)
            },
        );
    }
}
