//! Table of the ends of games against a lone king, by own men and model of the king.
//!
//!     cargo run --release --example lone_king_table -- KR KBN --games 1000
//!
//! Games start with the king possible on every square that is not attacked. `*` draws pieces, `+`
//! pieces and pawns.

use std::time::{Duration, Instant};

use clap::Parser;
use rayon::prelude::*;

use darkforge_engine::endgame::LoneKing;
use darkforge_kriegspiel::umpire::Ending;
use darkforge_research::practice::{self, KingModel, Practised};
use darkforge_streams as streams;

#[derive(Parser)]
struct Flags {
    /// Own men, the king first.
    #[arg(default_values_t = [
        "KQ", "KR", "KRR", "KQQ", "KQR", "KRB", "KRN", "KBB", "KBBN", "KBN", "KBNN", "KNN",
        "KP", "KPP", "KPPP", "KNP", "KBP", "KRP", "KQP", "*", "+",
    ].map(str::to_owned))]
    men: Vec<String>,
    /// Games for each row.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Seed of all randomness.
    #[arg(long, default_value_t = 3)]
    seed: u64,
}

fn main() {
    let flags = Flags::parse();
    println!(
        "| men | king | games | mate | stalemate | fifty | repetition | dead | moves | tries a move | ms a move |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for men in &flags.men {
        for king in [KingModel::Random, KingModel::Greedy, KingModel::Evasive] {
            let games: Vec<(Practised, Duration)> = (0..flags.games)
                .into_par_iter()
                .map(|index| game(men, king, flags.seed, index))
                .collect();
            println!("{}", row(men, king, &games));
        }
    }
}

fn game(men: &str, king: KingModel, seed: u64, index: u64) -> (Practised, Duration) {
    let mut stream = streams::open(seed, "endings", index);
    let men = practice::material(men, &mut stream);
    let start = practice::place(&men, &mut stream);
    let known = practice::unseen(&start);
    let mut lone = LoneKing::new();
    let clock = Instant::now();
    let practised = practice::play(&mut lone, king, start, known, &mut stream, &mut |_, _| None);
    (practised, clock.elapsed())
}

fn row(men: &str, king: KingModel, games: &[(Practised, Duration)]) -> String {
    let ended = |ending| games.iter().filter(move |(game, _)| game.ending == ending);
    let share = |ending| 100.0 * ended(ending).count() as f64 / games.len() as f64;
    let long: u32 = ended(Ending::Checkmate).map(|(game, _)| game.moves).sum();
    let mated = ended(Ending::Checkmate).count().max(1);
    let moves: u32 = games.iter().map(|(game, _)| game.moves).sum();
    let tries: u32 = games.iter().map(|(game, _)| game.tries).sum();
    let time: Duration = games.iter().map(|(_, time)| *time).sum();
    format!(
        "| {men} | {king:?} | {} | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.1} | {:.2} | {:.2} |",
        games.len(),
        share(Ending::Checkmate),
        share(Ending::Stalemate),
        share(Ending::FiftyMoves),
        share(Ending::Repetition),
        share(Ending::DeadMaterial),
        f64::from(long) / mated as f64,
        f64::from(tries) / f64::from(moves),
        1000.0 * time.as_secs_f64() / f64::from(moves),
    )
}
