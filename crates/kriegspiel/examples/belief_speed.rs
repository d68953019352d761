//! Growth rate of an exact belief on one core.
//!
//!     RAYON_NUM_THREADS=1 cargo run --release --example belief_speed
//!
//! White's belief in a game without captures. Each line has the number of positions after a silent
//! move of Black, the number of examined moves, and positions found and examined per second.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;
use std::time::Instant;

use darkforge_board::{Color, Try};
use darkforge_kriegspiel::belief::BeliefState;
use darkforge_kriegspiel::umpire::{Announcement, Answer, ICC, Overheard, PawnTries};

fn main() -> std::io::Result<()> {
    let limit = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let mut out = std::io::stdout().lock();
    let silence = Announcement {
        pawn_tries: Some(PawnTries::Number(0)),
        ..Announcement::default()
    };
    let mut belief = BeliefState::start(&ICC, Color::White, limit.unwrap_or(4_000_000));
    for asked in ["g1f3", "f3g1", "g1f3", "f3g1", "g1f3", "f3g1"] {
        let asked: Try = asked.parse().expect("a try");
        belief.answered(asked.into(), &Answer::Played(silence));
        let (before, visited) = (belief.len(), belief.visited());
        let start = Instant::now();
        belief.enemy_move(Overheard::default(), &silence);
        let seconds = start.elapsed().as_secs_f64();
        let looked = belief.visited() - visited;
        writeln!(
            out,
            "{before} positions: {} after Black's move, {looked} moves in {seconds:.3} s; {:.2} \
             million positions found, {:.2} million moves looked at per second{}",
            belief.len(),
            belief.len() as f64 / seconds / 1e6,
            looked as f64 / seconds / 1e6,
            if belief.is_exact() { "" } else { " (a sample)" }
        )?;
    }
    Ok(())
}
