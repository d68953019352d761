//! The endgame laboratory: starts, what White knows, and that methods win.

use darkforge::chess::Bitboard;
use darkforge::endgame::exact::Policy;
use darkforge::endgame::lab::{
    Ending, King, MethodSpec, Opponent, Outcome, PLAIN, PLAIN_FIFTY, Rules, Series, State,
};

fn series(ending: Ending, method: &str, opponent: Opponent) -> Series {
    Series {
        ending,
        method: method.parse().unwrap(),
        opponent,
        rules: Rules {
            ruleset: &PLAIN,
            limit: 200,
        },
        seed: 1,
    }
}

const RANDOM: Opponent = Opponent::King(King::Random);

type Turn = fn(Bitboard) -> Bitboard;

/// Mirror images of which all others are made.
const TURNS: [Turn; 2] = [Bitboard::flip_horizontal, Bitboard::flip_diagonal];

#[test]
fn every_start_is_legal_and_no_image_of_another() {
    // All turned and mirrored starts with a rook: 175,168 positions with White to move.
    let starts = Ending::Krk.starts();
    let mut images = std::collections::BTreeSet::new();
    for start in &starts {
        assert!(
            State::unseen(&start.own).king.contains(start.king),
            "{start}"
        );
        let again = Ending::Krk.read_start(&start.to_string()).unwrap();
        assert_eq!(again, *start);
        let mut now = vec![(start.own, Bitboard::from_square(start.king))];
        for _ in 0..4 {
            for (own, king) in now.clone() {
                now.extend(TURNS.map(|turn| (own.map(turn), turn(king))));
            }
            now.sort_unstable();
            now.dedup();
        }
        let before = images.len();
        images.extend(now.iter().copied());
        assert_eq!(
            images.len(),
            before + now.len(),
            "{start} is an image of another"
        );
    }
    assert_eq!(images.len(), all_positions_with_a_rook());
}

/// Positions of king and rook against king with White to move, one square at a time.
fn all_positions_with_a_rook() -> usize {
    let mut number = 0;
    let squares = || Bitboard::FULL;
    for king in squares() {
        for rook in squares().without(king) {
            let mut own = [Bitboard::EMPTY; 6];
            own[5].add(king);
            own[3].add(rook);
            number += State::unseen(&own).king.count();
        }
    }
    number
}

#[test]
fn a_sample_is_the_same_at_any_time_and_inside_all() {
    let sample = Ending::Kpk.sample(20, 3);
    assert_eq!(sample, Ending::Kpk.sample(20, 3));
    assert_ne!(sample, Ending::Kpk.sample(20, 4));
    let all = Ending::Kpk.starts();
    assert!(sample.iter().all(|start| all.binary_search(start).is_ok()));
}

#[test]
fn the_search_wins_basic_endings() {
    for (ending, number, least) in [
        (Ending::Krk, 40, 38),
        (Ending::Kqk, 40, 40),
        (Ending::Kbbk, 12, 11),
        (Ending::Kpk, 30, 26),
    ] {
        let starts = ending.sample(number, 1);
        let games = series(ending, "search", RANDOM).play(&starts, || true);
        let mates = games.iter().flatten();
        let mates = mates.filter(|game| game.outcome == Outcome::Mate).count();
        assert!(mates >= least, "{mates} of {number} games of {ending}");
    }
}

#[test]
fn other_methods_play_whole_games() {
    for (ending, method) in [
        (Ending::Krk, "rules"),
        (Ending::Kpk, "rules"),
        (Ending::Kbnk, "search:form=papers"),
        (Ending::Kqk, "network"),
    ] {
        let starts = ending.sample(6, 2);
        for opponent in [RANDOM, Opponent::King(King::Greedy)] {
            let games = series(ending, method, opponent).play(&starts, || true);
            assert_eq!(games.iter().flatten().count(), 6, "{ending} {method}");
        }
    }
}

#[test]
fn fifty_moves_end_games_that_go_nowhere() {
    let mut series = series(Ending::Kbnk, "search:form=papers", RANDOM);
    series.rules.ruleset = &PLAIN_FIFTY;
    let games = series.play(&Ending::Kbnk.sample(6, 1), || true);
    assert!(games.iter().flatten().all(|game| game.moves <= 50));
}

#[test]
fn the_worst_case_is_no_better_than_a_game() {
    let start = Ending::Krk.read_start("Kb1 Ra1 kh8").unwrap();
    let worst = series(Ending::Krk, "search:form=papers", Opponent::Worst).play(&[start], || true);
    let game = series(Ending::Krk, "search:form=papers", RANDOM).play(&[start], || true);
    let (Some(worst), Some(game)) = (worst[0], game[0]) else {
        panic!("both are played");
    };
    if worst.outcome == Outcome::Mate {
        assert_eq!(game.outcome, Outcome::Mate);
        assert!(worst.moves >= game.moves);
    }
}

#[test]
fn methods_are_read_as_they_are_written() {
    for text in [
        "search",
        "search:form=papers",
        "search:depth=1",
        "network",
        "rules",
    ] {
        let method: MethodSpec = text.parse().unwrap();
        assert_eq!(method.to_string(), text);
    }
    for (text, part) in [
        ("boyce", "there are search"),
        ("search:form=slides", "moves or papers"),
        ("search:depth=9", "from 1 to 4"),
        ("network:depth=1", "no options"),
    ] {
        let error = text.parse::<MethodSpec>().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_worst_case_of_proven_play_is_what_the_proof_says() {
    for (ending, number) in [(Ending::Krk, 6), (Ending::Kqk, 4)] {
        let mut proven = 0;
        for start in ending.sample(number, 3) {
            let state = start.state();
            let Some(moves) = Policy::shipped().moves(&state.own, state.king) else {
                continue;
            };
            let games = series(ending, "exact", Opponent::Worst).play(&[start], || true);
            let game = games[0].expect("it is played");
            assert_eq!(game.outcome, Outcome::Mate, "{start}");
            assert!(game.moves <= u32::from(moves), "{start}: {}", game.moves);
            proven += 1;
        }
        assert!(proven > 1, "{proven} of {number} starts of {ending}");
    }
}
