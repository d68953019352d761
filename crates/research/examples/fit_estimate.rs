//! Fits the weights of the laboratory's estimate of own moves to mate
//! (`crates/research/src/laboratory/estimate/weights.rs`).
//!
//!     cargo run --release --example fit_estimate -- krk --games 50

use clap::Parser;

use darkforge_research::laboratory::{Ending, fit};

#[derive(Parser)]
struct Flags {
    /// krk, kqk, kbbk, kbnk or kpk.
    ending: Ending,
    /// Games of the engine's networks.
    #[arg(long, default_value_t = 50)]
    games: usize,
    /// Seed of all randomness.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() {
    let flags = Flags::parse();
    let (weights, error) = fit::fit(flags.ending, flags.games, flags.seed);
    println!("{weights:?}");
    println!("root of the mean squared error: {error:.2} own moves");
}
