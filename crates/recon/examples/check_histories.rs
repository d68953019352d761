//! Checks histories in reconchess' format.
//!
//!     cargo run --release -p darkforge-recon --example check_histories -- FOLDER...
//!
//! Prints each file that cannot be read or contradicts the rules, with the turn, and the numbers of
//! files and moves. Exit status: 1 when one is wrong, or there is none.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;
use std::process::ExitCode;

use darkforge_recon::record::{check, read_history};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    let (mut files, mut moves, mut wrong) = (0, 0, 0);
    for folder in std::env::args().skip(1) {
        let mut paths = Vec::new();
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{folder}: {error}"))?;
        for entry in entries {
            paths.push(entry?.path());
        }
        paths.sort();
        let json = |path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "json");
        for path in paths.into_iter().filter(json) {
            files += 1;
            let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
            let read = text.and_then(|text| read_history(&text).map_err(|error| error.to_string()));
            let found = read.and_then(|history| {
                moves += history.plies();
                check(&history).map_err(|error| error.to_string())
            });
            if let Err(error) = found {
                wrong += 1;
                writeln!(out, "{}: {error}", path.display())?;
            }
        }
    }
    writeln!(out, "{files} histories, {moves} moves: {wrong} wrong")?;
    Ok(ExitCode::from(u8::from(wrong > 0 || files == 0)))
}
