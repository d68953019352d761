//! The endgame laboratory: starts, White's knowledge, and winning methods.

use darkforge_board::{Bitboard, Square};
use darkforge_engine::endgame::exact::Policy;
use darkforge_research::laboratory::{
    Ending, King, MethodSpec, Opponent, Outcome, PLAIN, PLAIN_FIFTY, Rules, Series, Situation,
    State, play_on,
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
fn the_papers_search_wins_with_a_rook_as_published() {
    // Of two mates it prefers the earlier one: before, it walked past a mate to the next, for ever.
    let starts = Ending::Krk.sample(40, 1);
    let games = series(Ending::Krk, "search:form=papers", RANDOM).play(&starts, || true);
    let mates: Vec<u32> = games
        .iter()
        .flatten()
        .filter(|game| game.outcome == Outcome::Mate)
        .map(|game| game.moves)
        .collect();
    let mean = f64::from(mates.iter().sum::<u32>()) / mates.len() as f64;
    assert!(mates.len() >= 37, "{} of 40", mates.len());
    assert!((19.0..30.0).contains(&mean), "mean {mean}");
}

#[test]
fn other_methods_play_whole_games() {
    for (ending, method) in [
        (Ending::Krk, "rules"),
        (Ending::Kpk, "rules"),
        (Ending::Krk, "rules:form=magari"),
        (Ending::Krk, "search:form=thesis,depth=1"),
        (Ending::Kbnk, "search:form=papers,depth=1"),
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
    let worst =
        series(Ending::Krk, "search:form=papers,depth=1", Opponent::Worst).play(&[start], || true);
    let game = series(Ending::Krk, "search:form=papers,depth=1", RANDOM).play(&[start], || true);
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
        "search:form=thesis",
        "search:form=papers,depth=2,prune=off,history=placements,recent=300,evaluate=after,ties=last,meta=stay",
        "search:depth=1",
        "network",
        "rules",
        "rules:form=magari",
        "engine",
        "exact",
    ] {
        let method: MethodSpec = text.parse().unwrap();
        assert_eq!(method.to_string(), text);
    }
    for (text, part) in [
        ("boyce", "there are search"),
        ("search:form=slides", "moves, papers or thesis"),
        ("search:depth=9", "from 1 to 4"),
        ("network:depth=1", "no options"),
        ("rules:form=torres", "boyce or magari"),
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

#[test]
fn the_engine_mates_within_fifty_moves_wherever_that_is_proven() {
    for (ending, number) in [(Ending::Krk, 30), (Ending::Kqk, 20), (Ending::Kbbk, 60)] {
        let mut starts = ending.sample(number, 4);
        starts.retain(|start| {
            let state = start.state();
            Policy::shipped().moves(&state.own, state.king).is_some()
        });
        assert!(starts.len() > 3, "{ending}");
        let mut series = series(ending, "engine", Opponent::King(King::Greedy));
        series.rules.ruleset = &PLAIN_FIFTY;
        for (start, game) in starts.iter().zip(series.play(&starts, || true)) {
            assert_eq!(
                game.map(|game| game.outcome),
                Some(Outcome::Mate),
                "{start}"
            );
        }
    }
}

#[test]
fn magaris_sweep_mates_most_random_kings() {
    let mut series = series(Ending::Krk, "rules:form=magari", RANDOM);
    series.rules.limit = 300;
    let games = series.play(&Ending::Krk.sample(40, 1), || true);
    let mates = games.iter().flatten();
    let mates = mates.filter(|game| game.outcome == Outcome::Mate).count();
    assert!(mates >= 34, "{mates} of 40");
}

#[test]
fn two_men_mate_even_if_one_of_them_may_be_captured() {
    // The king may take the rook at once, and the queen still mates.
    let mut own = [Bitboard::EMPTY; 6];
    for (role, square) in [(5, Square::A1), (4, Square::B2), (3, Square::H7)] {
        own[role].add(square);
    }
    let situation = Situation {
        known: State {
            own,
            king: Bitboard::from_square(Square::G8)
                .with(Square::C5)
                .with(Square::D8),
        },
        king: Square::G8,
        quiet: 1,
    };
    let rules = Rules {
        ruleset: &PLAIN_FIFTY,
        limit: 100,
    };
    for number in 0..10 {
        let draws = darkforge_streams::open(1, "two men", number);
        let method: MethodSpec = "engine".parse().unwrap();
        let game = play_on(
            &situation,
            method.build().as_mut(),
            King::Greedy,
            rules,
            &draws,
            None,
        );
        assert_eq!(game.outcome, Outcome::Mate, "{number}: {game:?}");
    }
}

#[test]
fn a_lost_pawn_is_told_from_a_lost_piece() {
    let outcomes = |ending, method, number| {
        let greedy = series(ending, method, Opponent::King(King::Greedy));
        let games = greedy.play(&Ending::sample(ending, number, 1), || true);
        games
            .into_iter()
            .flatten()
            .map(|game| game.outcome)
            .collect::<Vec<_>>()
    };
    let pawns = outcomes(Ending::Kpk, "rules", 30);
    // A queen that was a pawn may be captured too.
    let lost = |what| pawns.iter().filter(|outcome| **outcome == what).count();
    let (pawn, queen) = (lost(Outcome::LostPawn), lost(Outcome::Captured));
    assert!(pawn > 3 && pawn > 3 * queen, "{pawn} and {queen}");
    assert!(!outcomes(Ending::Krk, "rules", 10).contains(&Outcome::LostPawn));
}
