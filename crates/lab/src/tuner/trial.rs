//! Tuners tried on a function whose optimum is known: games are coins that fall by the
//! distance from it.

use std::collections::BTreeSet;

use super::testing::{pretend, run, settings};
use super::{
    ClopSettings, CmaEsSettings, Evolution, KnockoutSettings, Method, Noise, Purpose, Racing,
    Settings, Space, SpaceSettings, SpsaSettings, Title,
};
use crate::run::Schedule;
use crate::tournament::{Entrant, Fixture};
use darkforge_engine::darkboard::{Weight, Weights};
use darkforge_kriegspiel::umpire::GameResult;
use darkforge_ratings::{Model, Sprt};
use darkforge_streams as streams;

/// Strength as a bowl over the space: some weights matter much, most little.
struct Landscape {
    space: Space,
    optimum: Vec<f64>,
    /// Elo lost per weight at the whole range's distance.
    steepness: Vec<f64>,
    /// Whether one side of the optimum is steeper than the other.
    skewed: bool,
}

impl Landscape {
    /// A bowl on which weights drawn at random are about 500 Elo below the optimum.
    fn new(seed: u64, space: &Space) -> Landscape {
        let mut stream = streams::open(seed, "landscape", 0);
        let drawn: Vec<f64> = (0..space.len())
            .map(|_| libm::exp(streams::gauss(&mut stream)))
            .collect();
        let optimum: Vec<f64> = (0..space.len())
            .map(|_| 0.2 + 0.6 * streams::unit(&mut stream))
            .collect();
        // A random place is 1/12 of the square of the range from the middle, which is 0.03
        // from the optimum.
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
    fn lost(&self, weights: &Weights) -> f64 {
        let places = self.space.coordinates(weights);
        let far = places.iter().zip(&self.optimum).zip(&self.steepness);
        far.map(|((place, best), k)| k * self.shape(place - best))
            .sum()
    }

    /// What a distance from the optimum costs, about its square.
    fn shape(&self, far: f64) -> f64 {
        if self.skewed {
            (libm::exp(4.0 * far) - 4.0 * far - 1.0) / 8.0
        } else {
            far * far
        }
    }

    /// Weights so far from the optimum, in a drawn direction, that they lose `elo`.
    fn off_by(&self, elo: f64, seed: u64) -> Weights {
        let mut stream = streams::open(seed, "off", 0);
        let away: Vec<f64> = (0..self.space.len())
            .map(|_| streams::gauss(&mut stream))
            .collect();
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

/// Elo that the champion lacks after so many games.
fn left(mut settings: Settings, landscape: &Landscape, games: u64) -> f64 {
    settings.generations = u32::MAX;
    settings.reference.every = u32::MAX;
    let seed = settings.ground.seed;
    let mut evolution = Evolution::new(settings);
    let mut played = 0;
    loop {
        let bouts = evolution.ask();
        let asked: u64 = bouts.iter().map(|bout| 2 * bout.pairs()).sum();
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
        settings.ground.noise = noise_met();
    }
    settings
}

fn noise_met() -> Noise {
    let test = Sprt::new(-100.0, 100.0, Model::Normalized).unwrap();
    Noise {
        common_seeds: true,
        racing: Some(Racing {
            slice: 2,
            test: test.with_error_rates(0.1, 0.1).unwrap(),
        }),
    }
}

/// The thesis' knockout.
fn plain(pairs: u64) -> KnockoutSettings {
    let Method::Knockout(mut plain) = settings(16, 1).method else {
        unreachable!()
    };
    plain.pairs = pairs;
    plain.mutation.scale = 0.3;
    plain.first_scale = 0.6;
    plain
}

/// The knockout with all that is ours.
fn twins(size: usize, pairs: u64, share: f64, scale: f64, blend: f64) -> KnockoutSettings {
    let mut twins = plain(pairs);
    twins.size = size;
    twins.champion_share = 0.8;
    twins.mutation.share = share;
    twins.mutation.scale = scale;
    twins.first_scale = scale;
    twins.twins = true;
    twins.blend = blend;
    twins
}

fn cma_es(size: usize, max_pairs: u64, sigma: f64) -> Method {
    Method::CmaEs(CmaEsSettings {
        size,
        pairs: 2,
        max_pairs,
        sigma,
    })
}

fn spsa(perturbations: usize, perturbation: f64, step: f64, stability: f64) -> Method {
    Method::Spsa(SpsaSettings {
        perturbations,
        pairs: 1,
        perturbation,
        step,
        stability,
        alpha: 0.602,
        gamma: 0.101,
    })
}

fn clop(duels: usize, confidence: f64) -> Method {
    Method::Clop(ClopSettings {
        duels,
        pairs: 1,
        confidence,
        reach: 1.0,
    })
}

/// Those that search any number of weights.
fn tuners() -> [(&'static str, Method); 3] {
    [
        ("knockout", Method::Knockout(twins(16, 3, 1.0, 3.0, 0.3))),
        ("cma-es", cma_es(48, 8, 0.2)),
        ("spsa", spsa(24, 0.3, 0.1, 20.0)),
    ]
}

fn all_tuners() -> impl Iterator<Item = (&'static str, Method)> {
    tuners().into_iter().chain([("clop", clop(24, 1.5))])
}

#[test]
fn clop_finds_the_optimum_of_few_weights_by_few_games() {
    for skewed in [false, true] {
        let (mean, most) = few(&clop(24, 1.5), 3, skewed, 1000);
        assert!(mean < 20.0 && most < 50.0, "{mean} and at most {most} Elo");
    }
}

#[test]
fn clop_stays_within_its_reach_of_the_start() {
    let mut near = clop(4, 1.5);
    if let Method::Clop(settings) = &mut near {
        settings.reach = 0.1;
    }
    let evolution = mixed(near);
    let space = &evolution.settings().ground.space;
    let start = space.coordinates(&evolution.settings().ground.start);
    for individual in evolution.finished().iter().flat_map(|g| &g.population) {
        let places = space.coordinates(&individual.weights);
        for (place, start) in places.iter().zip(&start) {
            // A weight with whole values only stands on the nearest.
            assert!((place - start).abs() < 0.12, "{place} from {start}");
        }
    }
}

#[test]
fn every_tuner_comes_near_the_optimum_from_far_below() {
    let space = settings(2, 1).ground.space;
    let far = |seed| Landscape::new(seed, &space).lost(&space.random(seed));
    let seed = (2..100).find(|&seed| far(seed) > 350.0);
    let seed = seed.expect("a start that is far below");
    let landscape = Landscape::new(seed, &space);
    for (name, method) in tuners() {
        let start = space.random(seed);
        let near = left(with(method, true, seed, start), &landscape, 6000);
        assert!(near < 100.0, "{name} is still {near} Elo below");
    }
}

#[test]
fn every_tuner_improves_a_good_start() {
    for (name, method) in tuners() {
        let space = settings(2, 1).ground.space;
        let landscape = Landscape::new(3, &space);
        let start = landscape.off_by(120.0, 3);
        let near = left(with(method, true, 3, start), &landscape, 6000);
        assert!(near < 75.0, "{name} is {near} Elo below");
    }
}

/// A few generations of each tuner among players of which some are strangers.
fn mixed(method: Method) -> Evolution {
    let few = matches!(method, Method::Clop(_));
    let only = ["risk", "danger", "age_cap", "queen_value", "pawn_value"];
    let start = Weights::default();
    let mut settings = with(method, true, 5, start.clone());
    let only = only.iter().filter(|_| few).map(|&name| name.to_owned());
    let searched = SpaceSettings {
        only: only.collect(),
        frozen: vec!["risk".to_owned(), "danger".to_owned()],
        whole: vec!["age_cap".to_owned()],
        linear: vec!["queen_value".to_owned()],
        range: [("pawn_value".to_owned(), [1.0, 1.5])].into(),
    };
    settings.ground.space = Space::new(&searched, &start).unwrap();
    settings.ground.start = settings.ground.space.fitted(&start);
    settings.shares.hall_of_fame = 0.3;
    settings.shares.semi_random = 0.3;
    settings.generations = 6;
    let landscape = Landscape::new(1, &settings.ground.space);
    run(settings, |fixture| landscape.result(fixture))
}

#[test]
fn every_tuner_honours_frozen_whole_and_narrowed_weights() {
    for (name, method) in all_tuners() {
        let evolution = mixed(method);
        assert_eq!(evolution.finished().len(), 6);
        let start = Weights::default();
        let all = evolution.finished().iter().flat_map(|g| &g.population);
        for individual in all {
            let weights = &individual.weights;
            for frozen in [Weight::Risk, Weight::Danger] {
                assert_eq!(weights[frozen].to_bits(), start[frozen].to_bits(), "{name}");
            }
            assert!(weights[Weight::AgeCap].fract().abs() < 1e-12, "{name}");
            assert!((1.0..=1.5).contains(&weights[Weight::PawnValue]), "{name}");
        }
        let champions: BTreeSet<u64> = evolution
            .finished()
            .iter()
            .map(|generation| generation.champion().id)
            .collect();
        assert_eq!(
            champions.len(),
            6,
            "{name}: every champion has its own number"
        );
    }
}

#[test]
fn every_tuner_meets_strangers_and_says_so() {
    for (name, method) in all_tuners() {
        let evolution = mixed(method);
        // Individuals' names begin with i.
        for stranger in ["semi-random", "i"] {
            let mut met = vec![BTreeSet::new(); 6];
            let results = evolution.results().iter();
            for result in results.filter(|result| result.purpose == Purpose::Outside) {
                if result.second.starts_with(stranger) {
                    met[result.generation as usize].insert(result.first.clone());
                }
            }
            assert!(met.iter().any(|met| !met.is_empty()), "{name}: {stranger}");
            for (generation, met) in evolution.finished().iter().zip(met) {
                let players = generation.population.len() - 1;
                assert!(met.is_empty() || met.len() == players, "{name}: {stranger}");
            }
        }
    }
}

#[test]
fn every_tuner_does_the_same_again() {
    for (name, method) in all_tuners() {
        let all = |evolution: &Evolution| format!("{:?}", evolution.finished());
        let (one, other) = (mixed(method.clone()), mixed(method));
        assert_eq!(all(&one), all(&other), "{name}");
    }
}

/// Elo left of each seed: from random starts with 6,000 games, from good ones with as many
/// and with 20,000.
fn row(name: &str, method: &Method, noise: bool) {
    let mut cells = Vec::new();
    for (far, games) in [(true, 6000), (false, 6000), (false, 20_000)] {
        let each: Vec<f64> = (1..=3)
            .map(|seed| {
                let space = settings(2, 1).ground.space;
                let landscape = Landscape::new(seed, &space);
                let start = if far {
                    space.random(seed)
                } else {
                    landscape.off_by(80.0, seed)
                };
                let settings = with(method.clone(), noise, seed, start);
                left(settings, &landscape, games)
            })
            .collect();
        let mean = each.iter().sum::<f64>() / each.len() as f64;
        let each: Vec<String> = each.iter().map(|e| format!("{e:.0}")).collect();
        cells.push(format!("{mean:4.0} ({})", each.join(" ")));
    }
    println!("| {name} | {} |", cells.join(" | "));
}

#[test]
#[ignore = "an experiment of half a minute: prints a table"]
fn table_of_tuners() {
    println!(
        "| tuner | random start, 6,000 games | 80 Elo below, 6,000 | 20,000 |\n|---|---|---|---|"
    );
    row("plain knockout", &Method::Knockout(plain(5)), false);
    row("common seeds, racing", &Method::Knockout(plain(5)), true);
    let mut title = plain(5);
    title.title = Title {
        pairs: 20,
        confidence: 0.9,
    };
    row("and title matches", &Method::Knockout(title), true);
    let mut blended = plain(5);
    blended.blend = 0.3;
    row("blend 0.3 without twins", &Method::Knockout(blended), true);
    for (share, scale, blend) in [
        (0.25, 2.0, 0.3),
        (0.5, 3.0, 0.3),
        (1.0, 1.0, 0.3),
        (1.0, 2.0, 0.3),
        (1.0, 3.0, 0.3),
        (1.0, 4.0, 0.3),
    ] {
        let twins = Method::Knockout(twins(16, 3, share, scale, blend));
        row(
            &format!("twins, share {share}, scale {scale}, blend {blend}"),
            &twins,
            true,
        );
    }
    row("cma-es, 48, sigma 0.2", &cma_es(48, 8, 0.2), true);
    row("cma-es, 48, sigma 0.1", &cma_es(48, 8, 0.1), true);
    row("spsa, 24, 0.3, step 0.1", &spsa(24, 0.3, 0.1, 20.0), true);
    row(
        "spsa, 24, 0.15, step 0.05",
        &spsa(24, 0.15, 0.05, 20.0),
        true,
    );
}

/// Weights for searches over few of them.
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

/// Elo left, mean and most over eight seeds, from random starts with few weights.
fn few(method: &Method, weights: usize, skewed: bool, games: u64) -> (f64, f64) {
    let only = FEW[..weights].iter().map(|&name| name.to_owned());
    let searched = SpaceSettings {
        only: only.collect(),
        ..SpaceSettings::default()
    };
    let space = Space::new(&searched, &Weights::default()).unwrap();
    let each: Vec<f64> = (1..=8)
        .map(|seed| {
            let mut landscape = Landscape::new(seed, &space);
            landscape.skewed = skewed;
            let mut settings = with(method.clone(), true, seed, space.random(seed));
            settings.ground.space = space.clone();
            left(settings, &landscape, games)
        })
        .collect();
    let mean = each.iter().sum::<f64>() / each.len() as f64;
    (mean, each.iter().copied().fold(0.0, f64::max))
}

#[test]
#[ignore = "an experiment of minutes: prints a table"]
fn table_of_tuners_of_few_weights() {
    let methods = [
        (
            "knockout of twins, 16",
            Method::Knockout(twins(16, 3, 1.0, 2.0, 0.3)),
        ),
        ("cma-es, 48 samples", cma_es(48, 2, 0.2)),
        ("cma-es, 8 samples", cma_es(8, 2, 0.2)),
        ("spsa, 24 perturbations", spsa(24, 0.3, 0.1, 20.0)),
        ("spsa, 4 perturbations", spsa(4, 0.3, 0.1, 20.0)),
        ("clop, 24 duels, confidence 3", clop(24, 3.0)),
        ("clop, 24 duels, confidence 1.5", clop(24, 1.5)),
        ("clop, 24 duels, confidence 0.75", clop(24, 0.75)),
        ("clop, 8 duels, confidence 1.5", clop(8, 1.5)),
    ];
    for (weights, skewed) in [
        (2, false),
        (2, true),
        (4, false),
        (4, true),
        (8, false),
        (8, true),
    ] {
        println!("\n{weights} weights, skewed {skewed}: 500 games, 2,000, 6,000");
        for (name, method) in &methods {
            let cell = |games| {
                let (mean, most) = few(method, weights, skewed, games);
                format!("{mean:.0} ({most:.0})")
            };
            println!("| {name} | {} |", [500, 2000, 6000].map(cell).join(" | "));
        }
    }
}
