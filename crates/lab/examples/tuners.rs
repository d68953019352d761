//! Tables of tuners over simulated games, as in docs/results.md: `cargo run --release -p
//! darkforge-lab --example tuners -- all|few [GAMES...]`.

use std::process::ExitCode;

use darkforge_lab::tuner::simulation::{
    Landscape, clop, cma_es, few, left, searching, settings, spsa, twins,
};
use darkforge_lab::tuner::{KnockoutSettings, Method, Title};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games: Option<Vec<u64>> = arguments.iter().skip(1).map(|n| n.parse().ok()).collect();
    match (arguments.first().map(String::as_str), games.as_deref()) {
        (Some("all"), Some([])) => all_weights(&[6000, 6000, 20_000]),
        (Some("all"), Some(games)) => all_weights(games),
        (Some("few"), Some([])) => few_weights(&[500, 2000, 6000]),
        (Some("few"), Some(games)) => few_weights(games),
        _ => {
            eprintln!("usage: tuners all|few [GAMES...]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Knockout of the thesis.
fn plain(pairs: u64) -> KnockoutSettings {
    let mut plain = KnockoutSettings::plain(16, pairs);
    plain.mutation.scale = 0.3;
    plain.first_scale = 0.6;
    plain
}

/// Elo left of each seed: the first number of games from random starts, the others from starts 80
/// Elo below the optimum.
fn row(name: &str, (method, noise): (&Method, bool), games: &[u64]) {
    let mut cells = Vec::new();
    for (index, &games) in games.iter().enumerate() {
        let far = index == 0;
        let each: Vec<f64> = (1..=3)
            .map(|seed| {
                let space = settings(2, 1).setup.space;
                let landscape = Landscape::new(seed, &space);
                let start = if far {
                    space.random(seed)
                } else {
                    landscape.off_by(80.0, seed)
                };
                let settings = searching(method.clone(), noise, seed, start);
                left(settings, &landscape, games)
            })
            .collect();
        let mean = each.iter().sum::<f64>() / each.len() as f64;
        let each: Vec<String> = each.iter().map(|e| format!("{e:.0}")).collect();
        cells.push(format!("{mean:4.0} ({})", each.join(" ")));
    }
    println!("| {name} | {} |", cells.join(" | "));
}

/// The table of searches over all weights.
fn all_weights(games: &[u64]) {
    let names = games.iter().map(|games| format!("{games} games"));
    let names: Vec<String> = names.collect();
    println!("| tuner | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(games.len()));
    let knockout = Method::Knockout;
    row("plain knockout", (&knockout(plain(5)), false), games);
    let mut title = plain(5);
    title.title = Title {
        pairs: 20,
        confidence: 0.9,
    };
    let mut blended = plain(5);
    blended.blend = 0.3;
    let mut methods = vec![
        ("common seeds, racing".to_owned(), knockout(plain(5))),
        ("and title matches".to_owned(), knockout(title)),
        ("blend 0.3 without twins".to_owned(), knockout(blended)),
    ];
    for (share, scale) in [
        (0.25, 2.0),
        (0.5, 3.0),
        (1.0, 1.0),
        (1.0, 2.0),
        (1.0, 3.0),
        (1.0, 4.0),
    ] {
        let name = format!("twins, share {share}, scale {scale}, blend 0.3");
        methods.push((name, twins(share, scale)));
    }
    for sigma in [0.2, 0.1] {
        let name = format!("cma-es, 48, sigma {sigma}");
        methods.push((name, cma_es(48, 8, sigma)));
    }
    for (perturbation, step) in [(0.3, 0.1), (0.15, 0.05)] {
        let name = format!("spsa, 24, {perturbation}, step {step}");
        methods.push((name, spsa(24, perturbation, step, 20.0)));
    }
    for (name, method) in methods {
        row(&name, (&method, true), games);
    }
}

/// The table of searches over few weights.
fn few_weights(games: &[u64]) {
    let methods = [
        ("knockout of twins, 16", twins(1.0, 2.0)),
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
        println!("\n{weights} weights, skewed {skewed}: {games:?} games");
        for (name, method) in &methods {
            let cell = |games: u64| {
                let (mean, most) = few(method, weights, skewed, games);
                format!("{mean:.0} ({most:.0})")
            };
            let cells: Vec<String> = games.iter().map(|&games| cell(games)).collect();
            println!("| {name} | {} |", cells.join(" | "));
        }
    }
}
