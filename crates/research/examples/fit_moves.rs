//! Fits the belief's model of enemy moves (`crates/kriegspiel/src/belief/move_factors.rs`).
//!
//!     cargo run --release -p darkforge-research --example fit_moves -- GAMES.pgn... --out FILE
//!     cargo run --release -p darkforge-research --example fit_moves -- GAMES.pgn... --shipped
//!
//! One game of five is held out, by a hash of its moves. The losses are in nats for each move
//! of these games: of all legal moves alike, of the weights of captures that the engine's belief
//! used before, and of the fit. FILE gets the factors as Rust. `--shipped` fits nothing: it measures the
//! embedded factors on all games.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;

use darkforge_board::side;
use darkforge_kriegspiel::belief::move_model::TERMS;
use darkforge_kriegspiel::belief::{MoveModel, OpponentModel};
use darkforge_kriegspiel::record::read;
use darkforge_research::move_fit::{self, Decision};

/// Powers of the factors and shares of even moves whose losses are shown.
const TEMPERED: [(f64, f64); 6] = [
    (1.0, 0.1),
    (1.0, 0.2),
    (1.0, 0.3),
    (0.75, 0.0),
    (0.75, 0.2),
    (0.5, 0.0),
];
/// Numbers in a line of the table.
const COLUMNS: usize = 14;

#[derive(Parser)]
struct Flags {
    /// Files of games.
    games: Vec<PathBuf>,
    /// File for the factors.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Measure the embedded factors.
    #[arg(long, conflicts_with = "out")]
    shipped: bool,
    /// Seed of all randomness.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let flags = Flags::parse();
    let mut fitting = Vec::new();
    let mut held_out: BTreeMap<String, Vec<Decision>> = BTreeMap::new();
    let mut counts = [0; 2];
    for path in &flags.games {
        for game in read::file(path)?.into_iter().flatten() {
            let out = flags.shipped || move_fit::is_held_out(&game);
            counts[usize::from(out)] += 1;
            let decisions = move_fit::decisions(&game, OpponentModel::COUNTS);
            if out {
                for decision in decisions {
                    let name = &game.players[side(decision.color)];
                    let name = name.split(['#', ':']).next().unwrap_or(name);
                    held_out.entry(name.to_string()).or_default().push(decision);
                }
            } else {
                fitting.extend(decisions);
            }
        }
    }
    println!(
        "{} games with {} moves for fitting, {} games held out",
        counts[0],
        fitting.len(),
        counts[1]
    );
    let logs = if flags.shipped {
        MoveModel::LEARNED.logs()
    } else {
        let fitting: Vec<&Decision> = fitting.iter().collect();
        let logs = move_fit::fit(&fitting, &vec![0.0; TERMS], flags.seed);
        let train = move_fit::loss(fitting.iter().map(|one| one.share(&logs, 1.0, 0.0)));
        println!("loss of the fit on its own games: {train:.3}");
        logs
    };
    println!("| held out | moves | all alike | 24:2 | fitted |");
    println!("|---|---:|---:|---:|---:|");
    for (name, decisions) in &held_out {
        row(name, &decisions.iter().collect::<Vec<_>>(), &logs);
    }
    let all: Vec<&Decision> = held_out.values().flatten().collect();
    row("all", &all, &logs);
    for (power, even) in TEMPERED {
        let loss = move_fit::loss(all.iter().map(|one| one.share(&logs, power, even)));
        println!("fitted to the power {power}, {even} even: {loss:.3}");
    }
    if let Some(out) = &flags.out {
        std::fs::write(out, table(&logs)).with_context(|| format!("--out {}", out.display()))?;
    }
    Ok(())
}

fn row(name: &str, decisions: &[&Decision], logs: &[f64]) {
    let even = move_fit::loss(decisions.iter().map(|one| 1.0 / one.legal() as f64));
    let counted = move_fit::loss(decisions.iter().map(|one| one.counted));
    let fitted = move_fit::loss(decisions.iter().map(|one| one.share(logs, 1.0, 0.0)));
    let count = decisions.len();
    println!("| {name} | {count} | {even:.3} | {counted:.3} | {fitted:.3} |");
}

/// The factors as Rust.
fn table(logs: &[f64]) -> String {
    let mut text = String::from(
        "//! Factors of the move model, written by the example `fit_moves` of darkforge-research.\n\n\
         use super::move_model::TERMS;\n\n\
         /// Factor of each term.\n#[allow(clippy::approx_constant)] // fitted numbers\n#[rustfmt::skip]\npub(super) const FACTORS: [f32; TERMS] = [\n",
    );
    for line in logs.chunks(COLUMNS) {
        text.push_str("   ");
        for log in line {
            let _ = write!(text, " {:.3},", move_fit::factor(*log));
        }
        text.push('\n');
    }
    text.push_str("];\n");
    text
}
