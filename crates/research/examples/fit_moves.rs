//! Fits the belief's models of enemy moves (`crates/kriegspiel/src/belief/move_factors.rs`).
//!
//!     cargo run --release -p darkforge-research --example fit_moves -- GAMES.pgn... --style PLAYER,PLAYER --style PLAYER,PLAYER --out FILE
//!     cargo run --release -p darkforge-research --example fit_moves -- GAMES.pgn...
//!
//! Each style is fitted to the moves of its players. One game of five is held out, by a hash of its
//! moves. The losses are in nats for each move of these games: of all legal moves alike, of the weights of
//! captures, and of each style. FILE gets the factors as Rust. Without a style the embedded ones are
//! measured on all games.
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

/// Numbers in a line of the table.
const COLUMNS: usize = 14;

/// Decisions by the name of their player.
type ByPlayer = BTreeMap<String, Vec<Decision>>;

#[derive(Parser)]
struct Flags {
    /// Files of games.
    games: Vec<PathBuf>,
    /// Players of a style.
    #[arg(long = "style", value_name = "PLAYER,PLAYER", requires = "out")]
    styles: Vec<String>,
    /// At most this number of moves of each player, so that none outweighs the others.
    #[arg(long, default_value_t = 100_000)]
    most: usize,
    /// File for the factors.
    #[arg(long, requires = "styles")]
    out: Option<PathBuf>,
    /// Seed of all randomness.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let flags = Flags::parse();
    let (mut fitting, mut held_out) = (ByPlayer::new(), ByPlayer::new());
    let mut counts = [0; 2];
    for path in &flags.games {
        for game in read::file(path)?.into_iter().flatten() {
            let out = flags.out.is_none() || move_fit::is_held_out(&game);
            counts[usize::from(out)] += 1;
            let by_player = if out { &mut held_out } else { &mut fitting };
            for decision in move_fit::decisions(&game, OpponentModel::COUNTS) {
                let name = &game.players[side(decision.color)];
                let name = name.split(['#', ':']).next().unwrap_or(name);
                let moves = by_player.entry(name.to_string()).or_default();
                moves.push(decision);
            }
        }
    }
    println!(
        "{} games for fitting, {} games held out",
        counts[0], counts[1]
    );
    let mut styles = Vec::new();
    for players in &flags.styles {
        let mut moves = Vec::new();
        for player in players.split(',') {
            let own = fitting.get(player);
            let own = own.with_context(|| format!("no move by {player} in these games"))?;
            moves.extend(own.iter().step_by(own.len().div_ceil(flags.most)));
        }
        let logs = move_fit::fit(&moves, &vec![0.0; TERMS], flags.seed);
        let loss = move_fit::loss(moves.iter().map(|one| one.share(&logs)));
        println!("{players}: {} moves, loss on them {loss:.3}", moves.len());
        styles.push(logs);
    }
    if styles.is_empty() {
        styles.extend(MoveModel::STYLES.map(MoveModel::logs));
    }
    println!("| held out | moves | all alike | 24:2 | styles |");
    println!("|---|---:|---:|---:|---:|");
    for (name, decisions) in &held_out {
        row(name, decisions, &styles);
    }
    if let Some(out) = &flags.out {
        std::fs::write(out, table(&styles)).with_context(|| format!("--out {}", out.display()))?;
    }
    Ok(())
}

fn row(name: &str, decisions: &[Decision], styles: &[Vec<f64>]) {
    let even = move_fit::loss(decisions.iter().map(|one| 1.0 / one.legal() as f64));
    let counted = move_fit::loss(decisions.iter().map(|one| one.counted));
    print!(
        "| {name} | {} | {even:.3} | {counted:.3} |",
        decisions.len()
    );
    for logs in styles {
        let fitted = move_fit::loss(decisions.iter().map(|one| one.share(logs)));
        print!(" {fitted:.3} |");
    }
    println!();
}

/// The factors as Rust.
fn table(styles: &[Vec<f64>]) -> String {
    let mut text = format!(
        "//! Factors of the move models, written by the example `fit_moves` of darkforge-research.\n\n\
         use super::move_model::TERMS;\n\n\
         /// Factor of each term, for each style.\n#[allow(clippy::approx_constant)] // fitted numbers\n#[rustfmt::skip]\npub(super) static FACTORS: [[f32; TERMS]; {}] = [\n",
        styles.len()
    );
    for logs in styles {
        text.push_str("    [\n");
        for line in logs.chunks(COLUMNS) {
            text.push_str("       ");
            for log in line {
                let _ = write!(text, " {:.3},", move_fit::factor(*log));
            }
            text.push('\n');
        }
        text.push_str("    ],\n");
    }
    text.push_str("];\n");
    text
}
