//! Endings against a lone king, from positions where it could stand everywhere.
//!
//! A small sample is always played. By hand, with `--release -- --ignored --nocapture`:
//! `table` plays `DARKFORGE_ENDING_GAMES` games (1000) of each ending and prints how they
//! end; `networks_are_made` makes `assets/lone-king.net` again in `DARKFORGE_ROUNDS` (1500)
//! rounds.

use std::time::{Duration, Instant};

use darkforge_engine::endgame::LoneKing;
use darkforge_engine::endgame::practice::{self, King, Practised};
use darkforge_kriegspiel::umpire::Ending;
use darkforge_research::training;
use darkforge_streams as streams;
use rayon::prelude::*;

fn wanted(name: &str, otherwise: u64) -> u64 {
    let wanted = std::env::var(name).ok();
    wanted
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

/// Practice games of one ending against one king.
fn games(name: &str, king: King, number: u64) -> Vec<(Practised, Duration)> {
    let one = |index: u64| {
        let mut stream = streams::open(3, "endings", index);
        let men = practice::material(name, &mut stream);
        let start = practice::place(&men, &mut stream);
        let known = practice::unseen(&start);
        let mut lone = LoneKing::new();
        let clock = Instant::now();
        let practised =
            practice::play(&mut lone, king, start, known, &mut stream, &mut |_, _| None);
        (practised, clock.elapsed())
    };
    (0..number).into_par_iter().map(one).collect()
}

fn count(games: &[(Practised, Duration)], ending: Ending) -> usize {
    games
        .iter()
        .filter(|(game, _)| game.ending == ending)
        .count()
}

#[test]
fn most_endings_are_won() {
    for (name, king, number, mates) in [
        ("KQ", King::Random, 40, 40),
        ("KR", King::Random, 40, 38),
        ("KR", King::Evasive, 40, 34),
        ("KBB", King::Random, 20, 16),
        ("KP", King::Random, 40, 32),
        ("*", King::Random, 40, 39),
        ("+", King::Fickle, 20, 19),
    ] {
        let games = games(name, king, number);
        let mated = count(&games, Ending::Checkmate);
        assert!(
            mated >= mates,
            "{mated} of {number} games of {name} against a {king:?} king"
        );
    }
}

#[test]
#[ignore = "plays for minutes"]
fn table() {
    let number = wanted("DARKFORGE_ENDING_GAMES", 1000);
    let names = std::env::var("DARKFORGE_ENDINGS").unwrap_or_else(|_| {
        "KQ KR KRR KQQ KQR KRB KRN KBB KBBN KBN KBNN KNN KP KPP KPPP KNP KBP KRP KQP * +".to_owned()
    });
    println!(
        "| men | king | games | mate | stalemate | fifty | repetition | dead | moves | tries a move | ms a move |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for name in names.split(' ') {
        for king in [King::Random, King::Greedy, King::Evasive] {
            println!("{}", row(name, king, &games(name, king, number)));
        }
    }
}

fn row(name: &str, king: King, games: &[(Practised, Duration)]) -> String {
    let share = |ending| 100.0 * count(games, ending) as f64 / games.len() as f64;
    let mated = games
        .iter()
        .filter(|(game, _)| game.ending == Ending::Checkmate);
    let long: u32 = mated.map(|(game, _)| game.moves).sum();
    let moves: u32 = games.iter().map(|(game, _)| game.moves).sum();
    let tries: u32 = games.iter().map(|(game, _)| game.tries).sum();
    let time: Duration = games.iter().map(|(_, time)| *time).sum();
    format!(
        "| {name} | {king:?} | {} | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.1} % | {:.1} | {:.2} | {:.2} |",
        games.len(),
        share(Ending::Checkmate),
        share(Ending::Stalemate),
        share(Ending::FiftyMoves),
        share(Ending::Repetition),
        share(Ending::DeadMaterial),
        f64::from(long) / count(games, Ending::Checkmate).max(1) as f64,
        f64::from(tries) / f64::from(moves),
        1000.0 * time.as_secs_f64() / f64::from(moves),
    )
}

#[test]
#[ignore = "learns for an hour and replaces the shipped networks"]
fn networks_are_made() {
    let rounds = wanted("DARKFORGE_ROUNDS", 1500);
    let clock = Instant::now();
    let networks = training::train(rounds, 1, |round| {
        if round.round % 20 == 0 || round.round + 1 == rounds {
            println!("{:?} {:.0?}", round, clock.elapsed());
        }
    });
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/lone-king.net");
    std::fs::write(path, networks.write()).unwrap();
}
