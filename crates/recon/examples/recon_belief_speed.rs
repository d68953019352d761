//! Growth rate of an exact belief on one core.
//!
//!     cargo run --release -p darkforge-recon --example recon_belief_speed -- [LIMIT]
//!
//! White's belief while it only passes and senses nothing. Each line has the number of positions
//! after a silent move of Black, and the enemy moves looked at per second.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;
use std::time::Instant;

use darkforge_board::Color;
use darkforge_recon::belief::{Belief, LIMIT, Uniform};
use darkforge_recon::referee::{Report, Request};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let limit = std::env::args().nth(1);
    let limit = limit.map_or(Ok(LIMIT), |text| text.parse())?;
    let mut belief = Belief::start(Color::White, limit, 1);
    let pass = Report {
        asked: Request::PASS,
        taken: Request::PASS,
        capture: None,
    };
    let mut out = std::io::stdout().lock();
    for _ in 0..6 {
        belief.moved(&pass, &Uniform);
        let (before, looked) = (belief.len(), belief.looked());
        let start = Instant::now();
        belief.enemy_moved(None, &Uniform);
        let seconds = start.elapsed().as_secs_f64();
        let looked = belief.looked() - looked;
        writeln!(
            out,
            "{before} positions: {} after Black's move, {looked} moves in {seconds:.3} s, {:.2} \
             million per second{}",
            belief.len(),
            looked as f64 / seconds / 1e6,
            if belief.is_exact() { "" } else { " (a sample)" }
        )?;
    }
    Ok(())
}
