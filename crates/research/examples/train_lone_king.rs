//! Trains the networks for play against a lone king.
//!
//!     cargo run --release --example train_lone_king -- --rounds 1500 --out lone-king.net
//!
//! 1500 rounds, as for the embedded networks (`crates/engine/assets/lone-king.net`), take about an
//! hour. The result depends on rounds and seed alone. An existing file is replaced only with
//! `--replace`.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;

use darkforge_research::training;

#[derive(Parser)]
struct Flags {
    /// Rounds of 200 games.
    #[arg(long, default_value_t = 1500)]
    rounds: u64,
    /// Seed of all randomness.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File for the networks.
    #[arg(long)]
    out: PathBuf,
    /// Replace the file if it exists.
    #[arg(long)]
    replace: bool,
}

fn main() -> Result<()> {
    let flags = Flags::parse();
    // The file is opened before the work, so that an hour does not end in an error.
    let mut file = OpenOptions::new()
        .write(true)
        .create(flags.replace)
        .create_new(!flags.replace)
        .truncate(flags.replace)
        .open(&flags.out)
        .with_context(|| format!("--out {}", flags.out.display()))?;
    let clock = Instant::now();
    let networks = training::train(flags.rounds, flags.seed, |round| {
        if round.round % 20 == 0 || round.round + 1 == flags.rounds {
            println!("{round:?} {:.0?}", clock.elapsed());
        }
    });
    file.write_all(&networks.write())?;
    Ok(())
}
