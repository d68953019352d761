use super::*;
use crate::play::play;
use crate::player::Random;
use crate::record::{History, check, play_transcript, read_history, write_history};
use crate::referee::{Ending, Rules};
use darkforge_board::Color;
use darkforge_streams as streams;

/// The game of the paper's Fig. 4.
const GAME: &str = "g6:e2e4 e3:h7h5 g7:d2d4 f2:f7f5 g6:e4f5 e4:h5h4 d7:f1e2 g4:b8c6 g7:e2h5 g4:h8h5 \
                    b7:d1h5 g5:g7g6 e7:h5e8 g6:d7d6 g6:g6e8";

fn size(positions: u64) -> Size {
    Size {
        positions,
        at_least: false,
    }
}

fn random_game(seed: u64) -> History {
    let [mut white, mut black] =
        [0, 1].map(|side| Random::new(streams::open(seed, "player", side)));
    let rules = Rules {
        turn_limit: Some(12),
        ..Rules::default()
    };
    let mut game = play(&mut [&mut white, &mut black], rules);
    game.names = ["a".to_owned(), format!("b{seed}")];
    game
}

#[test]
fn white_has_238_positions_before_its_fifth_sense_in_the_papers_game() {
    let game = play_transcript(GAME).unwrap();
    let (mut before, mut after, mut last) = (Vec::new(), Vec::new(), (1, 1));
    follow(&game, Color::White, 1_000_000, |moment, belief| {
        let now = (belief.len(), belief.placements());
        if moment.event == Event::Sensed {
            before.push(last);
            after.push(now.0);
        }
        last = now;
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(
        before[..5],
        [(1, 1), (21, 21), (22, 22), (21, 21), (238, 208)]
    );
    assert_eq!(after[..5], [1, 1, 1, 13, 89]);
}

#[test]
fn quantiles_are_of_nearest_rank_and_samples_are_above_all() {
    let mut sizes = Sizes::default();
    assert_eq!(sizes.median(), None);
    for positions in [4, 3, 2, 1] {
        sizes.add(size(positions));
    }
    assert_eq!(sizes.median(), Some(size(2)));
    assert_eq!(sizes.quantile(0.75), Some(size(3)));
    let sample = Size {
        positions: 3,
        at_least: true,
    };
    sizes.add(sample);
    assert_eq!(sizes.quantile(0.9), Some(sample));
    assert_eq!((sizes.count(), sizes.beyond()), (5, 1));
    assert_eq!(sample.to_string(), "at least 3");
}

#[test]
fn a_side_beyond_the_limit_is_followed_no_further() {
    let game = play_transcript(GAME).unwrap();
    let mut statistics = Statistics::default();
    statistics.add(&game, Some(50));
    let buckets: Vec<_> = statistics.buckets().collect();
    // Both sides had more than 50: at once or at last, before a sense or after it.
    assert_eq!((buckets.len(), buckets[0].up_to), (1, None));
    assert_eq!((buckets[0].from, buckets[0].sides()), (50, 2));
    let all = statistics.all_sizes();
    let turns = all.before.count() + all.unknown;
    assert_eq!(turns as usize, game.turns[0].len() + game.turns[1].len());
    assert_eq!(all.before.count(), all.after.count());
    let mut whole = Statistics::default();
    whole.add(&game, Some(1_000_000));
    assert_eq!(whole.all_sizes().unknown, 0);
    assert_eq!(whole.all_sizes().before.beyond(), 0);
}

#[test]
fn buckets_have_their_upper_ends() {
    let mut statistics = Statistics::default();
    let game = play_transcript("g6:e2e4 e7:f7f6 h8:d1h5 -:pass -:h5e8").unwrap();
    statistics.add(&game, Some(1_000_000));
    let buckets: Vec<_> = statistics.buckets().copied().collect();
    let ends: Vec<_> = buckets.iter().map(|one| (one.from, one.up_to)).collect();
    assert_eq!(ends, [(201, Some(500))]);
    assert_eq!((buckets[0].won, buckets[0].lost), (1, 1));
    assert_eq!(statistics.endings[&Some(Ending::KingCapture)], [1, 0, 0]);
    assert_eq!(statistics.without_sense, [1, 1]);
    assert_eq!(statistics.senses[1].0[52], 1, "Black's sense at e7");
}

#[test]
fn counts_merge_in_any_order() {
    let games: Vec<History> = (0..4).map(random_game).collect();
    let of = |games: &[History]| {
        let mut statistics = Statistics::default();
        for game in games {
            statistics.add(game, Some(300));
        }
        statistics
    };
    let whole = of(&games);
    let (mut one, other) = (of(&games[2..]), of(&games[..2]));
    one.merge(&other);
    assert_eq!(one, whole);
    assert_eq!((whole.games, whole.players["a"].games), (4, 4));
    assert_eq!(whole.greatest.count(), 8);
}

#[test]
fn a_changed_history_is_refused_or_followed() {
    let mut stream = streams::open(1, "test", 0);
    let games: Vec<String> = (0..3)
        .map(|seed| write_history(&random_game(seed)))
        .collect();
    let (mut read, mut accepted) = (0, 0);
    for round in 0..1500 {
        let mut text = games[round % games.len()].clone().into_bytes();
        for _ in 0..=round % 3 {
            // Bytes of another place, so that many changes are still histories.
            let (from, to) = (
                streams::below(&mut stream, text.len()),
                streams::below(&mut stream, text.len()),
            );
            let length = (1 + streams::below(&mut stream, 6)).min(text.len() - from.max(to));
            let piece = text[from..from + length].to_vec();
            text[to..to + length].copy_from_slice(&piece);
        }
        let Ok(history) = read_history(&String::from_utf8_lossy(&text)) else {
            continue;
        };
        read += 1;
        if check(&history).is_ok() {
            accepted += 1;
            assert_eq!(read_history(&write_history(&history)).unwrap(), history);
            Statistics::default().add(&history, Some(50));
        }
    }
    assert!(
        read > 100 && accepted > 10,
        "{read} read, {accepted} accepted"
    );
}
