//! Solves an ending against a lone king: the least number of own moves in which mate is
//! certain from every placement with the greatest uncertainty, and a proof.
//!
//!     cargo run --release --example exact_endings -- krk --csv krk.csv --widest krk.proof
//!     cargo run --release --example exact_endings -- kbbk --men Kb4Bb3Bc3 --proof ferguson.proof
//!     cargo run --release --example exact_endings -- check krk.proof

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Parser;

use darkforge_board::{Bitboard, Men};
use darkforge_engine::endgame::exact::{self, Ending, Proof, ShowMen, Solver, Start, Worth};

#[derive(Parser)]
struct Flags {
    /// krk, kqk, kbbk or kbnk; or check.
    ending: String,
    /// The proof to check.
    file: Option<PathBuf>,
    /// One placement with the greatest uncertainty instead of all: `Kb4Bb3Bc3`.
    #[arg(long)]
    men: Option<String>,
    /// Greatest number of own moves.
    #[arg(long, default_value_t = 200)]
    moves: u16,
    /// Table of all starts.
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Proof of the starts that are won.
    #[arg(long)]
    proof: Option<PathBuf>,
    /// The same with lines for all won sets, not for the starts alone.
    #[arg(long)]
    widest: Option<PathBuf>,
}

fn main() -> Result<()> {
    let flags = Flags::parse();
    match (flags.ending.as_str(), &flags.file) {
        ("check", Some(file)) => check(file),
        ("check", None) => bail!("check which proof?"),
        (name, _) => solve(name.parse()?, &flags),
    }
}

fn check(file: &Path) -> Result<()> {
    let begun = Instant::now();
    let open = fs::File::open(file).with_context(|| file.display().to_string())?;
    let proof = exact::read(BufReader::new(open)).with_context(|| file.display().to_string())?;
    let worst = exact::check(&proof).with_context(|| file.display().to_string())?;
    let (claims, lines) = (proof.claims.len(), proof.lines.len());
    println!("{claims} claims proved by {lines} lines: at most {worst} own moves");
    println!("replayed in {:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}

fn solve(ending: Ending, flags: &Flags) -> Result<()> {
    let begun = Instant::now();
    let mut solver = Solver::new(ending);
    let starts: Vec<Start> = match &flags.men {
        Some(men) => vec![Start::unseen(exact::read_men(men)?)],
        None => solver.starts().collect(),
    };
    let mut won = 0;
    while let Some(layer) = solver.grow() {
        let before = won;
        won = starts.iter().filter(|one| is_won(&solver, one)).count();
        println!(
            "{} moves: {} new sets, {} maximal, up to {} squares; {won} of {} starts; {:.1} s",
            layer.moves,
            layer.new,
            layer.maximal,
            layer.largest,
            starts.len(),
            begun.elapsed().as_secs_f64(),
        );
        if won > before {
            write_files(&solver, &starts, flags)?;
        }
        if layer.moves == flags.moves || flags.men.is_some() && won == 1 {
            break;
        }
    }
    write_files(&solver, &starts, flags)?;
    if let Some(file) = &flags.widest {
        let proof = Proof {
            claims: solver.proof(&starts).claims,
            ..solver.proof(&solver.widest())
        };
        write_proof(file, &proof)?;
    }
    Ok(())
}

/// Writes what is known of the starts, also during the run, so that a stopped run leaves it.
fn write_files(solver: &Solver, starts: &[Start], flags: &Flags) -> Result<()> {
    if let Some(csv) = &flags.csv {
        write(csv, &table(solver, starts))?;
    }
    if let Some(file) = &flags.proof {
        write_proof(file, &solver.proof(starts))?;
    }
    Ok(())
}

fn write_proof(path: &Path, proof: &Proof) -> Result<()> {
    let (claims, lines) = (proof.claims.len(), proof.lines.len());
    println!("{}: {claims} claims, {lines} lines", path.display());
    write(path, &exact::write(proof))
}

fn is_won(solver: &Solver, start: &Start) -> bool {
    matches!(solver.worth(start), Worth::Mate(_))
}

/// Table of all starts. `images` is the number of placements that are the same up to symmetry;
/// `moves` is empty if mate is not certain in any number of moves, unless `more_than` says that no
/// more moves were examined.
fn table(solver: &Solver, starts: &[Start]) -> String {
    let mut table = "men,images,squares,moves,more_than\n".to_owned();
    for start in starts {
        let (men, squares) = (ShowMen(&start.men), start.king.count());
        let images = images(&start.men);
        // Writing to a string does not fail.
        let _ = match solver.worth(start) {
            Worth::Mate(moves) => writeln!(table, "{men},{images},{squares},{moves},"),
            Worth::MoreThan(moves) => writeln!(table, "{men},{images},{squares},,{moves}"),
            Worth::Never => writeln!(table, "{men},{images},{squares},,"),
        };
    }
    table
}

/// Number of different images of `men` under the eight symmetries.
fn images(men: &Men) -> usize {
    let turned = |turn: fn(Bitboard) -> Bitboard| men.map(turn);
    BTreeSet::from([
        *men,
        turned(Bitboard::rotate_90),
        turned(Bitboard::rotate_180),
        turned(Bitboard::rotate_270),
        turned(Bitboard::flip_vertical),
        turned(Bitboard::flip_horizontal),
        turned(Bitboard::flip_diagonal),
        turned(Bitboard::flip_anti_diagonal),
    ])
    .len()
}

fn write(path: &Path, text: &str) -> Result<()> {
    let beside = path.with_extension("part");
    fs::write(&beside, text).with_context(|| beside.display().to_string())?;
    fs::rename(&beside, path).with_context(|| path.display().to_string())
}
