//! Calibration of the standard errors by which `darkforge compare` sets champions beside each other.
//!
//! Simulated evolutions search one function with a known optimum by different seeds. Their champions
//! should then differ by chance alone: differences in standard errors should have a mean square of 1 or less,
//! and 5 % or less of them should be beyond 2.
//!
//!     cargo run --release --example champion_errors -- [RUNS]

use darkforge::report::comparison::Champion;
use darkforge_engine::darkboard::LIST;
use darkforge_engine::weights::Weights;
use darkforge_lab::tuner::simulation::{Landscape, clop, cma_es, run, searching, twins};
use darkforge_lab::tuner::{Method, Space, SpaceSettings};

/// Weights that are searched where they are few.
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

/// Champions of `runs` searches of one function over the first `weights` of [`FEW`].
fn champions(
    method: &Method,
    weights: usize,
    generations: u32,
    function: u64,
    runs: u64,
) -> Vec<Champion> {
    let searched = SpaceSettings {
        only: FEW[..weights].iter().map(|&name| name.to_owned()).collect(),
        ..SpaceSettings::default()
    };
    let space = Space::new(&searched, &Weights::default_of(&LIST)).expect("names of weights");
    let landscape = Landscape::new(function, &space);
    let found = (0..runs).map(|number| {
        let seed = 1000 * function + number;
        let start = landscape.off_by(100.0, function);
        let mut settings = searching(method.clone(), false, seed, start);
        settings.setup.space = space.clone();
        settings.generations = generations;
        settings.reference.every = generations;
        let evolution = run(settings, |fixture| landscape.result(fixture));
        Champion::of(&evolution).expect("a champion")
    });
    found.collect()
}

fn main() {
    let runs = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let runs: u64 = runs.unwrap_or(10);
    println!("| tuner | weights | differences | root mean square | beyond 2 | beyond 3 |");
    println!("|---|---|---|---|---|---|");
    for (name, method, weights, generations) in [
        ("CMA-ES", cma_es(24, 8, 0.2), 3, 20),
        ("CMA-ES", cma_es(24, 8, 0.2), 8, 20),
        ("CMA-ES", cma_es(24, 8, 0.2), 8, 60),
        ("knockout", twins(1.0, 1.0), 8, 20),
        ("CLOP", clop(24, 1.5), 3, 20),
    ] {
        let mut all = Vec::new();
        for function in 1..=4 {
            let found = champions(&method, weights, generations, function, runs);
            // Disjoint pairs, so that differences of one weight are independent.
            for pair in found.chunks_exact(2) {
                all.extend(
                    pair[0]
                        .differences(&pair[1])
                        .into_iter()
                        .map(|(_, errors)| errors),
                );
            }
        }
        let count = all.len() as f64;
        let square = all.iter().map(|errors| errors * errors).sum::<f64>() / count;
        let beyond = |most: f64| {
            let beyond = all.iter().filter(|errors| errors.abs() > most).count();
            100.0 * beyond as f64 / count
        };
        println!(
            "| {name}, {generations} generations | {weights} | {count} | {:.2} | {:.1} % | {:.1} % |",
            square.sqrt(),
            beyond(2.0),
            beyond(3.0)
        );
    }
}
