//! Minimises Rosenbrock's function by CMA-ES: `cargo run --release --example cma_es`.

use darkforge_optimise::{Axis, CmaEsSettings, Method, Space};

fn rosenbrock(x: &[f64]) -> f64 {
    let term = |p: &[f64]| 100.0 * (p[1] - p[0] * p[0]).powi(2) + (1.0 - p[0]).powi(2);
    x.windows(2).map(term).sum()
}

fn main() {
    let axis = Axis {
        min: -2.0,
        max: 2.0,
        log: false,
        whole: false,
    };
    let method = Method::CmaEs(CmaEsSettings {
        size: 10,
        sigma: 0.1,
        ..CmaEsSettings::default()
    });
    let mut search = method.start(Space::new(vec![axis; 5]), &[0.0; 5], 1);
    let mut evaluations = 0;
    while rosenbrock(&search.best()) > 1e-9 && evaluations < 100_000 {
        let duels = search.ask();
        let scores: Vec<_> = duels.iter().map(|duel| duel.evaluate(rosenbrock)).collect();
        evaluations += 2 * duels.len();
        search.tell(&scores);
    }
    println!("{:.4?} after {evaluations} evaluations", search.best());
}
