//! The optimisers on standard functions, compared with other implementations.

use darkforge_optimise::{
    Axis, ClopSettings, CmaEsSettings, Converged, Method, Optimiser, Space, SpsaSettings, Stop,
};
use darkforge_streams as streams;

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

/// Sum of squares with weights from 1 to `condition`.
fn ellipsoid(x: &[f64], condition: f64) -> f64 {
    let steps = (x.len() - 1) as f64;
    let each = x.iter().enumerate();
    each.map(|(axis, x)| libm::pow(condition, axis as f64 / steps) * x * x)
        .sum()
}

fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2)
        .map(|p| 100.0 * (p[1] - p[0] * p[0]).powi(2) + (1.0 - p[0]).powi(2))
        .sum()
}

/// Linear axes from -`reach` to `reach`.
fn cube(dimensions: usize, reach: f64) -> Space {
    let axis = Axis {
        min: -reach,
        max: reach,
        log: false,
        whole: false,
    };
    Space::new(vec![axis; dimensions])
}

/// Evaluations until the best guess reaches `target`; at most 50,000.
fn evaluations(
    mut search: Box<dyn Optimiser>,
    function: impl Fn(&[f64]) -> f64,
    mut noise: impl FnMut(f64) -> f64,
    target: f64,
) -> u64 {
    let mut count = 0;
    while function(&search.best()) > target && count < 50_000 {
        let scores: Vec<_> = search
            .ask()
            .iter()
            .map(|duel| {
                count += 2 * duel.pairs;
                duel.evaluate(|x| noise(function(x)))
            })
            .collect();
        search.tell(&scores);
    }
    count
}

fn median(mut counts: Vec<u64>) -> u64 {
    counts.sort_unstable();
    counts[counts.len() / 2]
}

/// Asserts that `count` is at most a fifth above `reference`; far below it, the two do not
/// measure the same.
fn assert_near(name: &str, count: u64, reference: f64) {
    let ratio = count as f64 / reference;
    println!("{name}: {count} evaluations, {ratio:.2} of the reference");
    assert!((0.6..=1.2).contains(&ratio), "{name}: {count} evaluations");
}

type Function = fn(&[f64]) -> f64;

/// Function; start, first deviation and target; noise as a share of the value; median evaluations
/// of pycma 4.5.0 with ten samples in five dimensions and its other settings as they are. Source:
/// `scripts/optimise_reference.py`.
const PYCMA: [(&str, Function, [f64; 3], f64, f64); 6] = [
    ("sphere", sphere, [1.0, 0.5, 1e-8], 0.0, 720.0),
    ("noisy sphere", sphere, [1.0, 0.5, 1e-8], 0.1, 680.0),
    (
        "ellipsoid",
        |x| ellipsoid(x, 1e3),
        [1.0, 0.5, 1e-8],
        0.0,
        990.0,
    ),
    (
        "noisy ellipsoid",
        |x| ellipsoid(x, 1e3),
        [1.0, 0.5, 1e-8],
        0.1,
        1000.0,
    ),
    ("rosenbrock", rosenbrock, [0.0, 0.3, 1e-8], 0.0, 1740.0),
    (
        "noisy rosenbrock",
        rosenbrock,
        [0.0, 0.3, 1e-2],
        0.01,
        1140.0,
    ),
];

#[test]
fn cma_es_needs_as_many_evaluations_as_pycma() {
    for (name, function, [start, sigma, target], level, reference) in PYCMA {
        let counts = (1..=31).map(|seed| {
            let method = Method::CmaEs(CmaEsSettings {
                size: 10,
                sigma: sigma / 10.0,
                ..CmaEsSettings::default()
            });
            let mut dice = streams::open(seed, "noise", 0);
            let noise = |value: f64| value * libm::exp(level * streams::gauss(&mut dice));
            let search = method.start(cube(5, 5.0), &[start; 5], seed);
            evaluations(search, function, noise, target)
        });
        assert_near(name, median(counts.collect()), reference);
    }
}

/// Function; start, step, target and noise; median evaluations of a plain
/// implementation of Spall's basic algorithm. Source: `scripts/optimise_reference.py`.
const SPALL: [(&str, Function, usize, [f64; 4], f64); 6] = [
    ("sphere", sphere, 5, [0.25, 0.1, 1e-6, 0.0], 117.0),
    ("noisy sphere", sphere, 5, [0.25, 0.1, 1e-3, 0.01], 94.0),
    (
        "ellipsoid",
        |x| ellipsoid(x, 10.0),
        5,
        [0.25, 0.04, 1e-6, 0.0],
        376.0,
    ),
    (
        "noisy ellipsoid",
        |x| ellipsoid(x, 10.0),
        5,
        [0.25, 0.04, 1e-3, 0.01],
        142.0,
    ),
    (
        "rosenbrock",
        rosenbrock,
        2,
        [0.0, 0.002, 1e-1, 0.0],
        16947.0,
    ),
    (
        "noisy rosenbrock",
        rosenbrock,
        2,
        [0.0, 0.002, 1e-1, 0.01],
        16917.0,
    ),
];

#[test]
fn spsa_needs_as_many_evaluations_as_spalls_algorithm() {
    for (name, function, dimensions, [start, step, target, level], reference) in SPALL {
        let counts = (1..=31).map(|seed| {
            // Coordinates of a cube from -2 to 2 are a quarter of its units, and slopes in them
            // four times as steep.
            let method = Method::Spsa(SpsaSettings {
                perturbations: 1,
                pairs: 1,
                perturbation: 0.05 / 4.0,
                step: step / 16.0,
                stability: 20.0,
                alpha: 0.602,
                gamma: 0.101,
                overlap: false,
            });
            let mut dice = streams::open(seed, "noise", 0);
            let noise = |value: f64| value + level * streams::gauss(&mut dice);
            let search = method.start(cube(dimensions, 2.0), &vec![start; dimensions], seed);
            evaluations(search, function, noise, target)
        });
        assert_near(name, median(counts.collect()), reference);
    }
}

/// Win rate lost by CLOP after `games` games in generations of 24 duels, as a mean over `seeds`
/// seeds: the rate at the optimum less the rate at the best guess.
fn regret(
    strength: fn(&[f64]) -> f64,
    optimum: &[f64],
    confidence: f64,
    games: usize,
    seeds: u64,
) -> f64 {
    let duels = 24;
    let win = |lead: f64| 1.0 / (1.0 + libm::exp(-lead));
    let lost = |seed: u64| {
        let method = Method::Clop(ClopSettings {
            duels,
            pairs: 1,
            confidence,
            reach: 1.0,
        });
        let mut search = method.start(cube(optimum.len(), 1.0), &vec![0.5; optimum.len()], seed);
        let mut dice = streams::open(seed, "games", 0);
        for _ in 0..games / (2 * duels) {
            let score = |first: &[f64], second: &[f64]| {
                let wins = win(strength(first) - strength(second));
                let mut game = || f64::from(u8::from(streams::unit(&mut dice) < wins));
                game() + game() - 1.0
            };
            let mut score = score;
            let duels = search.ask();
            let scores: Vec<_> = duels.iter().map(|duel| duel.score(&mut score)).collect();
            search.tell(&scores);
        }
        win(strength(optimum)) - win(strength(&search.best()))
    };
    (1..=seeds).map(lost).sum::<f64>() / seeds as f64
}

/// Coulom's problem LOG (CPLog1D.h of his program).
fn log(x: &[f64]) -> f64 {
    let x = 2.0 * x[0] + 1.0;
    2.0 * libm::log(2.0 * x + 2.1) - 2.0 * x - 1.0
}

/// Coulom's problem ROSENBROCK (`CPRosenbrock.cpp`).
fn soft_rosenbrock(x: &[f64]) -> f64 {
    let (x, y) = (4.0 * x[0], 10.0 * x[1] + 4.0);
    1.0 - 0.1 * ((1.0 - x).powi(2) + (y - x * x).powi(2))
}

#[test]
fn clop_loses_little_in_few_games_on_the_problems_of_its_source() {
    let log = regret(log, &[-0.525], 1.5, 1000, 32);
    let rosenbrock = regret(soft_rosenbrock, &[0.25, -0.3], 1.5, 1000, 32);
    println!("log: {log:.4}, rosenbrock: {rosenbrock:.4}");
    assert!(log < 0.012 && rosenbrock < 0.03, "{log} {rosenbrock}");
}

/// With the confidence of the source, 3, as little is lost as there: 0.001 after 10,000 games.
#[test]
fn clop_loses_no_more_than_its_source_in_many_games() {
    let log = regret(log, &[-0.525], 3.0, 10_000, 6);
    println!("log: {log:.5}");
    assert!(log < 0.001 * 1.2, "{log}");
}

/// A sum of squares with a local optimum at each whole number; the global one is at 0.
fn rastrigin(x: &[f64]) -> f64 {
    let waves = x.iter().map(|x| libm::cos(2.0 * std::f64::consts::PI * x));
    10.0 * x.len() as f64 + sphere(x) - 10.0 * waves.sum::<f64>()
}

/// Whether CMA-ES with these restarts finds the optimum of Rastrigin's function within 40,000
/// evaluations: the best of all best guesses is in its basin.
fn finds_the_global_optimum(restarts: u32, seed: u64) -> bool {
    let method = Method::CmaEs(CmaEsSettings {
        size: 10,
        restarts,
        ..CmaEsSettings::default()
    });
    let stop = Stop {
        step: Some(0.001),
        ..Stop::default()
    };
    let mut search = method.start(cube(5, 5.0), &[3.0; 5], seed);
    let (mut count, mut best) = (0, f64::INFINITY);
    while count < 40_000 {
        let scores: Vec<_> = search
            .ask()
            .iter()
            .map(|duel| duel.evaluate(rastrigin))
            .collect();
        count += 2 * scores.len();
        search.tell(&scores);
        best = best.min(rastrigin(&search.best()));
        if search.converged(&stop).is_some() && !search.restart() {
            break;
        }
    }
    best < 0.1
}

#[test]
fn restarts_find_the_global_optimum_among_many_local_ones() {
    let found = |restarts| {
        let seeds = 1..=20;
        seeds
            .filter(|&seed| finds_the_global_optimum(restarts, seed))
            .count()
    };
    let (without, with) = (found(0), found(7));
    println!("found: {without} of 20 without restarts, {with} of 20 with them");
    assert!(without <= 4 && with >= 16, "{without} and {with} of 20");
}

#[test]
fn restarts_double_the_population_and_number_individuals_on() {
    let method = Method::CmaEs(CmaEsSettings {
        size: 6,
        restarts: 2,
        ..CmaEsSettings::default()
    });
    let mut search = method.start(cube(2, 5.0), &[3.0; 2], 1);
    let mut next = 0;
    for size in [6, 12, 24] {
        for generation in 0..2 {
            let ids: Vec<u64> = search.population().iter().map(|one| one.id).collect();
            assert!(ids.iter().copied().eq(next..next + size), "{ids:?}");
            let begins = search.population().iter().all(|one| one.parent.is_none());
            assert_eq!(begins, generation == 0);
            let scores: Vec<_> = search
                .ask()
                .iter()
                .map(|duel| duel.evaluate(sphere))
                .collect();
            let told = search.tell(&scores);
            next += size;
            assert_eq!(told.generation.expect("a generation")[0].id, next);
            next += 1;
        }
        assert_eq!(search.restart(), size < 24);
    }
}

/// Elo that the best guess of a search on five axes by pairs of games lacks after each of
/// `generations`, from a start that lacks 290 Elo; ends early when `ends` says so.
fn by_games(
    method: &Method,
    generations: u32,
    seed: u64,
    mut ends: impl FnMut(&dyn Optimiser) -> bool,
) -> Vec<f64> {
    let elo = |x: &[f64]| -400.0 * sphere(x) / 5.0;
    let mut dice = streams::open(seed, "games", 0);
    let mut search = method.start(cube(5, 1.0), &[0.85; 5], seed);
    let mut lacks = Vec::new();
    for _ in 0..generations {
        let duels = search.ask();
        let scores: Vec<_> = duels
            .iter()
            .map(|duel| {
                duel.score(|first, second| {
                    let wins = 1.0 / (1.0 + libm::pow(10.0, (elo(second) - elo(first)) / 400.0));
                    let mut game =
                        || 2.0 * f64::from(u8::from(streams::unit(&mut dice) < wins)) - 1.0;
                    f64::midpoint(game(), game())
                })
            })
            .collect();
        search.tell(&scores);
        lacks.push(-elo(&search.best()));
        if ends(search.as_ref()) {
            break;
        }
    }
    lacks
}

/// Generations, Elo left and reason of the end of a search by games.
fn stopped(stop: &Stop, seed: u64) -> (u32, f64, Option<Converged>) {
    let method = Method::CmaEs(CmaEsSettings {
        size: 64,
        sigma: 0.1,
        ..CmaEsSettings::default()
    });
    let mut reason = None;
    let lacks = by_games(&method, 300, seed, |search| {
        reason = search.converged(stop);
        reason.is_some()
    });
    (lacks.len() as u32, lacks[lacks.len() - 1], reason)
}

/// A generation that is drawn before the results of the last one are known learns a generation later;
/// games are so noisy that this costs little.
#[test]
fn overlapping_generations_need_few_more_games() {
    let cma_es = |overlap| {
        Method::CmaEs(CmaEsSettings {
            size: 64,
            sigma: 0.1,
            overlap,
            ..CmaEsSettings::default()
        })
    };
    let spsa = |overlap| {
        let mut settings = SpsaSettings {
            overlap,
            ..SpsaSettings::default()
        };
        settings.perturbations = 32;
        Method::Spsa(settings)
    };
    // Mean over searches of the Elo left on the way and near the end.
    let lacks = |method: &Method| {
        let all: Vec<_> = (1..=30)
            .map(|seed| by_games(method, 40, seed, |_| false))
            .collect();
        [10, 20, 39].map(|after| all.iter().map(|lacks| lacks[after]).sum::<f64>() / 30.0)
    };
    for (name, without, with) in [
        ("CMA-ES", cma_es(false), cma_es(true)),
        ("SPSA", spsa(false), spsa(true)),
    ] {
        let (without, with) = (lacks(&without), lacks(&with));
        println!("{name}: {without:.1?} Elo left, with overlap {with:.1?}");
        assert!(with[0] < 2.0 * without[0], "{name}: {without:?} {with:?}");
        for (without, with) in without.iter().zip(with).skip(1) {
            assert!(with < 1.2 * without, "{name}: {without:?} {with:?}");
        }
    }
}

#[test]
fn a_search_by_games_stops_when_it_stands_near_the_optimum_and_not_before() {
    // 15 Elo in points per game.
    let stop = Stop {
        gain: Some(15.0 * std::f64::consts::LN_10 / 800.0),
        ..Stop::default()
    };
    let all: Vec<_> = (1..=20).map(|seed| stopped(&stop, seed)).collect();
    println!("{all:?}");
    for (generations, left, reason) in &all {
        assert!(matches!(reason, Some(Converged::Gain(_))), "{all:?}");
        assert!((10..200).contains(generations) && *left < 40.0, "{all:?}");
    }
}
