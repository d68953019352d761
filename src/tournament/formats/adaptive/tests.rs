//! Simulated players of known strength: a game is a draw from a known model.

use super::*;
use crate::stats::GameScore;
use crate::stream::{self, Stream};
use crate::tournament::formats::{Format, RoundRobin};

/// A game between players that differ by `elo`: three of ten are drawn between equals.
fn game(stream: &mut Stream, elo: f64) -> GameScore {
    let score = 1.0 / (1.0 + libm::pow(10.0, -elo / 400.0));
    let drawn = 1.2 * score * (1.0 - score);
    let at = stream::unit(stream);
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

/// Plays `format` out; whether the first of its ranking is the strongest, and its pairs.
fn play(mut format: Format, strengths: &[f64], seed: u64) -> (bool, u64) {
    let mut stream = stream::open(seed, "simulated", 0);
    let (mut met, mut pairs) = (Vec::new(), 0);
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
                    let first = game(&mut stream, lead + 20.0);
                    tally.add_pair(first, flipped(game(&mut stream, 20.0 - lead)));
                }
                met.push((meeting.first, meeting.second, tally));
                pairs += meeting.pairs;
                tally
            })
            .collect();
        format.tell(&results);
    }
    let best = (0..strengths.len()).max_by(|&a, &b| strengths[a].total_cmp(&strengths[b]));
    (
        format.ranking(strengths.len(), &met).first() == best.as_ref(),
        pairs,
    )
}

#[test]
fn the_best_is_named_as_often_as_by_a_round_robin_of_more_games() {
    const PLAYERS: usize = 8;
    const RUNS: u64 = 60;
    let settings = AdaptiveSettings {
        question: Question::First,
        confidence: 0.95,
        pairs: 2,
        batch: 8,
        max_pairs: 16 * 28 * 6 / 10,
    };
    let (mut right, mut games) = ([0; 2], [0; 2]);
    for run in 0..RUNS {
        let mut drawn = stream::open(run, "strengths", 0);
        let strengths: Vec<f64> = (0..PLAYERS)
            .map(|_| 300.0 * stream::unit(&mut drawn))
            .collect();
        let formats = [
            Format::Adaptive(Adaptive::new(PLAYERS, settings)),
            Format::RoundRobin(RoundRobin::new(PLAYERS, 1, 16)),
        ];
        for (index, format) in formats.into_iter().enumerate() {
            let (best, pairs) = play(format, &strengths, 1000 + run);
            right[index] += u32::from(best);
            games[index] += 2 * pairs;
        }
    }
    assert!(right[0] + 2 >= right[1], "{right:?} of {RUNS}");
    assert!(games[0] * 10 <= games[1] * 6, "{games:?}");
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
        let (_, clear) = play(
            Format::Adaptive(Adaptive::new(3, settings)),
            &[0.0, 400.0, -400.0],
            1,
        );
        assert!(clear < 200, "{question:?}: {clear} pairs");
        let (_, equal) = play(Format::Adaptive(Adaptive::new(3, settings)), &[0.0; 3], 1);
        assert!(
            equal <= 2000 && equal > clear,
            "{question:?}: {equal} pairs"
        );
    }
}

#[test]
fn games_go_where_they_decide() {
    let even = Tally {
        wins: 100,
        losses: 100,
        ..Tally::default()
    };
    let beaten = Tally {
        wins: 190,
        losses: 10,
        ..Tally::default()
    };
    // Players 0 and 1 are as good as each other, 2 and 3 much weaker.
    let met = [(0, 1, even), (0, 2, beaten), (1, 3, beaten), (2, 3, even)];
    let strengths = Strengths::of(4, &met);
    let settings = AdaptiveSettings {
        question: Question::First,
        confidence: 0.95,
        pairs: 4,
        batch: 6,
        max_pairs: 1000,
    };
    let chosen = choose(&strengths, &settings, 6);
    assert!(
        chosen.iter().all(|&(a, b)| a.min(b) == 0 && a.max(b) == 1),
        "{chosen:?}"
    );
    assert_eq!(chosen, choose(&strengths, &settings, 6));
}
