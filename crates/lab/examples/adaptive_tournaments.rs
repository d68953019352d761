//! Adaptive tournaments compared with round robins, between simulated players of known strength: a
//! game is a draw from a known model.
//!
//! `cargo run --release -p darkforge-lab --example adaptive_tournaments -- [RUNS]` prints the
//! table of `docs/results.md`, which has 1000 tournaments of each kind. The tests below
//! check the same figures in fewer runs.

use std::process::ExitCode;

use darkforge_lab::tournament::formats::{
    Adaptive, AdaptiveSettings, Fixed, Format, Question, round_robin,
};
use darkforge_ratings::{GameScore, Tally, Z95, wilson};
use darkforge_streams::{self as streams, Stream};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runs = match arguments.as_slice() {
        [] => 1000,
        [runs] => runs.parse().unwrap_or(0),
        _ => 0,
    };
    if runs == 0 {
        eprintln!("usage: adaptive_tournaments [RUNS]");
        return ExitCode::from(2);
    }
    for question in [Question::First, Question::Ranking] {
        for field in [EIGHT, EIGHT_CLOSE, FOUR] {
            print(runs, field, question);
        }
    }
    ExitCode::SUCCESS
}

/// Prints the comparison of one field.
fn print(runs: u64, field: Field, question: Question) {
    println!(
        "{question:?} of {} within {} Elo, {} pairs each",
        field.players, field.range, field.pairs
    );
    let names = ["adaptive, stops", "adaptive", "round robin"];
    for (name, sum) in names.iter().zip(compare(runs, field, question)) {
        let best = wilson(sum.best as f64, runs as f64, Z95);
        println!(
            "  {name:15} {:6.0} games, best {:.1} % ({:.1}..{:.1}), {:.2} pairs wrong",
            sum.games as f64 / runs as f64,
            100.0 * best.value,
            100.0 * best.lo,
            100.0 * best.hi,
            f64::from(sum.wrong) / runs as f64,
        );
    }
}

/// A game between players that differ by `elo`: three of ten are drawn between equals.
fn game(stream: &mut Stream, elo: f64) -> GameScore {
    let score = 1.0 / (1.0 + libm::pow(10.0, -elo / 400.0));
    let drawn = 1.2 * score * (1.0 - score);
    let at = streams::unit(stream);
    if at < score - drawn / 2.0 {
        GameScore::Win
    } else if at < score + drawn / 2.0 {
        GameScore::Draw { stalemate: false }
    } else {
        GameScore::Loss
    }
}

fn flipped(score: GameScore) -> GameScore {
    match score {
        GameScore::Win => GameScore::Loss,
        GameScore::Loss => GameScore::Win,
        drawn @ GameScore::Draw { .. } => drawn,
    }
}

/// Outcome of a simulated tournament.
#[derive(Default)]
struct Outcome {
    /// Whether the first of the ranking is the strongest.
    best: bool,
    /// Pairs of players in the wrong order in the ranking.
    wrong: u32,
    /// Games that were played.
    games: u64,
}

/// Plays `format` to its end.
fn play(mut format: Format, strengths: &[f64], seed: u64) -> Outcome {
    let mut stream = streams::open(seed, "simulated", 0);
    let (mut met, mut outcome) = (Vec::new(), Outcome::default());
    loop {
        let meetings = format.ask();
        if meetings.is_empty() {
            break;
        }
        let results: Vec<Tally> = meetings
            .iter()
            .map(|meeting| {
                let lead = strengths[meeting.first] - strengths[meeting.second];
                let mut tally = Tally::default();
                for _ in 0..meeting.pairs {
                    // White has an advantage of twenty Elo.
                    let first = game(&mut stream, lead + 20.0);
                    tally.add_pair(first, flipped(game(&mut stream, 20.0 - lead)));
                }
                met.push((meeting.first, meeting.second, tally));
                outcome.games += 2 * meeting.pairs;
                tally
            })
            .collect();
        format.tell(&results);
    }
    let ranking = format.ranking(strengths.len(), &met);
    outcome.best = strengths
        .iter()
        .all(|&other| other <= strengths[ranking[0]]);
    for (place, &above) in ranking.iter().enumerate() {
        let below = ranking[place + 1..].iter();
        let wrong = below.filter(|&&player| strengths[player] > strengths[above]);
        outcome.wrong += wrong.count() as u32;
    }
    outcome
}

/// Sums over many tournaments of the same players.
#[derive(Default, Debug)]
struct Sums {
    best: u64,
    wrong: u32,
    games: u64,
}

/// Players whose strengths are drawn from a range of Elo, and the number of pairs of each two in
/// the compared round robin.
#[derive(Clone, Copy)]
struct Field {
    players: usize,
    range: f64,
    pairs: u64,
}

/// `runs` tournaments of three kinds: adaptive ones that stop at 95 % and at 60 % of the round
/// robin's games, adaptive ones with as many games as the round robin, and the round robin.
fn compare(runs: u64, field: Field, question: Question) -> [Sums; 3] {
    let players = field.players;
    let round_robin = Format::RoundRobin(Fixed::new(round_robin(players, 1, field.pairs)));
    let spending = |confidence: f64, percent: u64| {
        let settings = AdaptiveSettings {
            question,
            confidence,
            pairs: 2,
            batch: 8,
            max_pairs: round_robin.expected_pairs() * percent / 100,
        };
        Format::Adaptive(Adaptive::new(players, settings))
    };
    let formats = [spending(0.95, 60), spending(1.0, 100), round_robin.clone()];
    let mut sums = [(); 3].map(|()| Sums::default());
    for run in 0..runs {
        let mut drawn = streams::open(run, "strengths", players as u64);
        let strengths: Vec<f64> = (0..players)
            .map(|_| field.range * streams::unit(&mut drawn))
            .collect();
        for (sum, format) in sums.iter_mut().zip(&formats) {
            let outcome = play(format.clone(), &strengths, runs + run);
            sum.best += u64::from(outcome.best);
            sum.wrong += outcome.wrong;
            sum.games += outcome.games;
        }
    }
    sums
}

/// Eight unequal players.
const EIGHT: Field = Field {
    players: 8,
    range: 300.0,
    pairs: 16,
};

/// Eight players close to each other.
const EIGHT_CLOSE: Field = Field {
    players: 8,
    range: 150.0,
    pairs: 40,
};

/// Four players close to each other.
const FOUR: Field = Field {
    players: 4,
    range: 100.0,
    pairs: 50,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_named_as_often_as_by_a_round_robin_of_more_games() {
        let [adaptive, _, round_robin] = compare(60, EIGHT, Question::First);
        assert!(
            adaptive.best + 2 >= round_robin.best,
            "{adaptive:?} {round_robin:?}"
        );
        assert!(
            adaptive.games * 10 <= round_robin.games * 6,
            "{adaptive:?} {round_robin:?}"
        );
    }

    #[test]
    fn it_stops_when_the_question_is_answered_and_at_the_limit() {
        for question in [Question::First, Question::Ranking] {
            let settings = AdaptiveSettings {
                question,
                confidence: 0.99,
                pairs: 5,
                batch: 4,
                max_pairs: 2000,
            };
            let clear = play(
                Format::Adaptive(Adaptive::new(3, settings)),
                &[0.0, 400.0, -400.0],
                1,
            )
            .games
                / 2;
            assert!(clear < 200, "{question:?}: {clear} pairs");
            let equal = play(Format::Adaptive(Adaptive::new(3, settings)), &[0.0; 3], 1).games / 2;
            assert!(
                equal <= 2000 && equal > clear,
                "{question:?}: {equal} pairs"
            );
        }
    }
}
