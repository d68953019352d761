//! A match between two players of reconnaissance blind chess, colours alternating.
//!
//!     cargo run --release -p darkforge-recon --example recon_match -- A B [GAMES] [SEED] [FOLDER]
//!
//! Prints A's wins, draws and losses, and the time of a turn. With FOLDER, writes the histories.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use darkforge_board::Color;
use darkforge_recon::play::play;
use darkforge_recon::player::PlayerSpec;
use darkforge_recon::record::write_history;
use darkforge_recon::referee::Rules;
use darkforge_streams as streams;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [a, b, rest @ ..] = arguments.as_slice() else {
        return Err("usage: recon_match A B [GAMES] [SEED] [FOLDER]".into());
    };
    let (a, b): (PlayerSpec, PlayerSpec) = (a.parse()?, b.parse()?);
    let games: u64 = rest.first().map_or(Ok(20), |text| text.parse())?;
    let seed: u64 = rest.get(1).map_or(Ok(1), |text| text.parse())?;
    let folder = rest.get(2).map(PathBuf::from);
    if let Some(folder) = &folder {
        std::fs::create_dir_all(folder)?;
    }
    let mut out = std::io::stdout();
    let (mut wins, mut draws, mut losses, mut plies) = (0, 0, 0, 0);
    let start = Instant::now();
    for game in 0..games {
        let seed = streams::derive(seed, "game", game);
        let color = if game % 2 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let (white, black) = if game % 2 == 0 { (&a, &b) } else { (&b, &a) };
        let mut players = [
            white.player(Color::White, seed),
            black.player(Color::Black, seed),
        ];
        let [one, two] = &mut players;
        let mut history = play(&mut [&mut **one, &mut **two], Rules::default());
        for fault in [&**one, &**two].iter().filter_map(|player| player.fault()) {
            writeln!(out, "game {}: {fault}", game + 1)?;
        }
        history.names = [white.to_string(), black.to_string()];
        plies += history.plies();
        match history.outcome.and_then(|outcome| outcome.winner) {
            None => draws += 1,
            Some(winner) if winner == color => wins += 1,
            Some(_) => losses += 1,
        }
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{game}.json")), write_history(&history))?;
        }
        writeln!(
            out,
            "{} games: {wins} won, {draws} drawn, {losses} lost by {a}; {:.3} s a ply",
            game + 1,
            start.elapsed().as_secs_f64() / plies as f64
        )?;
    }
    Ok(())
}
