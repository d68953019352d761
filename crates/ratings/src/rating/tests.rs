use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::GameScore;
use crate::elo::ELO_PER_UNIT;

/// A made-up pool: White, Black, White's wins, draws, losses.
const MADE_UP: [(&str, &str, [f64; 3]); 12] = [
    ("a", "b", [30.0, 20.0, 10.0]),
    ("b", "a", [12.0, 25.0, 23.0]),
    ("a", "c", [18.0, 22.0, 20.0]),
    ("c", "a", [21.0, 24.0, 15.0]),
    ("b", "c", [14.0, 28.0, 18.0]),
    ("c", "b", [19.0, 30.0, 11.0]),
    ("d", "a", [9.0, 20.0, 31.0]),
    ("a", "d", [40.0, 12.0, 8.0]),
    ("d", "e", [25.0, 15.0, 20.0]),
    ("e", "d", [22.0, 18.0, 20.0]),
    ("e", "c", [10.0, 12.0, 38.0]),
    ("b", "e", [29.0, 21.0, 10.0]),
];

fn pool(games: &[(&str, &str, [f64; 3])]) -> Pool {
    let mut pool = Pool::new();
    for &(white, black, counts) in games {
        pool.add_games(white, black, counts);
    }
    pool
}

fn with(model: RatingModel) -> RatingOptions {
    RatingOptions {
        model,
        ..RatingOptions::default()
    }
}

/// Figures of an independent fit.
struct Scipy {
    model: RatingModel,
    elo: [f64; 5],
    white: f64,
    draw: Option<f64>,
    errors: [f64; 5],
    /// Ends of the intervals, with all other parameters fitted again at each.
    intervals: [(f64, f64); 5],
}

/// Figures of scipy's minimisers for the made-up pool, from the negative log-likelihood
/// written out (`scripts/rating_reference.py`).
const SCIPY: [Scipy; 3] = [
    Scipy {
        model: RatingModel::BradleyTerry,
        elo: [82.821, 15.964, 82.169, -86.087, -94.867],
        white: 18.034,
        draw: None,
        errors: [12.880, 13.987, 14.245, 17.047, 16.349],
        intervals: [
            (57.74, 108.26),
            (-11.45, 43.41),
            (54.40, 110.28),
            (-119.82, -52.94),
            (-127.27, -63.13),
        ],
    },
    Scipy {
        model: RatingModel::Davidson,
        elo: [131.331, 25.714, 130.255, -136.845, -150.455],
        white: 28.496,
        draw: Some(1.14853),
        errors: [20.780, 22.656, 22.997, 26.574, 25.482],
        intervals: [
            (91.09, 172.63),
            (-18.67, 70.24),
            (85.65, 175.89),
            (-189.70, -85.40),
            (-201.25, -101.24),
        ],
    },
    Scipy {
        model: RatingModel::RaoKupper,
        elo: [96.867, 20.889, 95.303, -100.770, -112.289],
        white: 20.506,
        draw: Some(136.776),
        errors: [14.786, 15.989, 16.358, 19.115, 18.416],
        intervals: [
            (68.06, 126.05),
            (-10.43, 52.28),
            (63.41, 127.57),
            (-138.54, -63.55),
            (-148.71, -76.46),
        ],
    },
];

#[test]
fn ratings_are_those_of_an_independent_fit() {
    for Scipy {
        model,
        elo,
        white,
        draw,
        errors,
        intervals,
    } in SCIPY
    {
        let ratings = Ratings::fit(&pool(&MADE_UP), &with(model)).unwrap();
        for (i, rated) in ratings.players.iter().enumerate() {
            assert!((rated.elo - elo[i]).abs() < 0.1, "{model}: {rated:?}");
            let error = ratings.error(i);
            assert!((error - errors[i]).abs() < 0.1, "{model}: {error}");
            let (lo, hi) = intervals[i];
            let ends = (rated.elo_lo - lo).abs().max((rated.elo_hi - hi).abs());
            assert!(ends < 0.5, "{model}: {rated:?}, not {lo}..{hi}");
        }
        let (found, _) = ratings.white_advantage[0].unwrap();
        assert!((found - white).abs() < 0.1, "{model}: white {found}");
        assert_eq!(ratings.draw[0].is_some(), draw.is_some());
        if let (Some(found), Some(draw)) = (ratings.draw[0], draw) {
            assert!((found / draw - 1.0).abs() < 1e-3, "{model}: {found}");
        }
        assert_eq!(ratings.prior.to_bits(), 0.0_f64.to_bits());
    }
}

#[test]
fn an_anchor_moves_the_scale_and_nothing_else() {
    let free = Ratings::fit(&pool(&MADE_UP), &RatingOptions::default()).unwrap();
    let anchored = RatingOptions {
        anchors: vec![("c".to_owned(), 1500.0)],
        ..RatingOptions::default()
    };
    let anchored = Ratings::fit(&pool(&MADE_UP), &anchored).unwrap();
    for i in 0..5 {
        let [moved, before] = [&anchored, &free].map(|r| r.players[i].elo - r.players[2].elo);
        assert!((moved - before).abs() < 1e-3);
        let [moved, before] = [&anchored, &free].map(|r| r.superiority(0, i).unwrap());
        assert!((moved - before).abs() < 1e-6);
    }
    let c = &anchored.players[2];
    assert!((c.elo - 1500.0).abs() < 1e-9 && (c.elo_hi - c.elo_lo).abs() < 1e-9);
    let nobody = RatingOptions {
        anchors: vec![("z".to_owned(), 0.0)],
        ..RatingOptions::default()
    };
    let error = Ratings::fit(&pool(&MADE_UP), &nobody).unwrap_err();
    assert!(error.to_string().contains("a, b, c, d, e"), "{error}");
}

#[test]
fn anchors_may_be_as_far_apart_as_they_are() {
    let anchored = RatingOptions {
        anchors: vec![("a".to_owned(), 0.0), ("b".to_owned(), 3000.0)],
        ..RatingOptions::default()
    };
    let games = [
        ("a", "b", [0.0, 2.0, 18.0]),
        ("b", "a", [19.0, 1.0, 0.0]),
        ("a", "c", [10.0, 5.0, 10.0]),
        ("c", "a", [8.0, 5.0, 9.0]),
    ];
    let ratings = Ratings::fit(&pool(&games), &anchored).unwrap();
    assert!((ratings.players[1].elo - 3000.0).abs() < 1e-9);
    assert!(ratings.players[2].elo.abs() < 100.0);
}

#[test]
fn forty_wins_get_a_finite_rating_and_it_is_said_how() {
    for model in RatingModel::ALL {
        let games = [("a", "b", [20.0, 0.0, 0.0]), ("b", "a", [0.0, 0.0, 20.0])];
        let ratings = Ratings::fit(&pool(&games), &with(model)).unwrap();
        assert!(ratings.prior_was_needed && ratings.prior > 0.0, "{model}");
        let lead = ratings.players[0].elo - ratings.players[1].elo;
        assert!((200.0..2000.0).contains(&lead), "{model}: {lead}");
        // 40 wins and half of the added game, out of 41: 400 log10 81.
        if model != RatingModel::RaoKupper {
            assert!((lead - 763.394).abs() < 0.1, "{model}: {lead}");
        }
        assert!(ratings.superiority(0, 1).unwrap() > 0.95, "{model}");
    }
}

#[test]
fn who_lost_everything_moves_nobody_else() {
    let abc = [
        ("a", "b", [7.0, 1.0, 2.0]),
        ("b", "a", [4.0, 1.0, 5.0]),
        ("b", "c", [7.0, 0.0, 3.0]),
        ("c", "b", [3.0, 1.0, 6.0]),
        ("a", "c", [8.0, 1.0, 1.0]),
        ("c", "a", [2.0, 0.0, 8.0]),
    ];
    let mut more = abc.to_vec();
    for player in ["a", "b", "c"] {
        more.push((player, "random", [10.0, 0.0, 0.0]));
        more.push(("random", player, [0.0, 0.0, 10.0]));
    }
    more.push(("best", "a", [1.0, 0.0, 0.0]));
    for model in RatingModel::ALL {
        let alone = Ratings::fit(&pool(&abc), &with(model)).unwrap();
        let joined = Ratings::fit(&pool(&more), &with(model)).unwrap();
        assert!(joined.prior_was_needed, "{model}");
        for i in 0..3 {
            let (a, b) = (&alone.players[i], &joined.players[i]);
            assert!((a.elo - b.elo).abs() < 0.1, "{model}: {a:?} {b:?}");
            let ends = (a.elo_lo - b.elo_lo).abs() + (a.elo_hi - b.elo_hi).abs();
            assert!(ends < 3.0, "{model}: {a:?} {b:?}");
        }
        let marked: Vec<bool> = joined.players.iter().map(|rated| rated.prior).collect();
        assert_eq!(marked, [false, false, false, true, true], "{model}");
        let (random, best) = (&joined.players[3], &joined.players[4]);
        assert!((-1500.0..-300.0).contains(&random.elo), "{random:?}");
        assert!((100.0..800.0).contains(&best.elo), "{best:?}");
        for rated in [random, best] {
            assert!(rated.elo_hi - rated.elo_lo > 200.0 && rated.elo_hi - rated.elo_lo < 4000.0);
        }

        let anchored = RatingOptions {
            anchors: vec![("random".to_owned(), 0.0)],
            ..with(model)
        };
        let anchored = Ratings::fit(&pool(&more), &anchored).unwrap();
        let lead = |of: &Ratings| of.players[0].elo - of.players[2].elo;
        assert!((lead(&alone) - lead(&anchored)).abs() < 1.0, "{model}");
        let marked: Vec<bool> = anchored.players.iter().map(|rated| rated.prior).collect();
        assert_eq!(marked, [true, true, true, false, true], "{model}");
    }
}

#[test]
fn one_game_against_a_newcomer_does_not_shrink_twenty_ratings() {
    let strengths: Vec<f64> = (0..20).map(|i| f64::from(i) * 30.0).collect();
    let mut pool = simulated(&strengths, 1, 3);
    let spread = |ratings: &Ratings| ratings.players[19].elo - ratings.players[0].elo;
    let before = spread(&Ratings::fit(&pool, &RatingOptions::default()).unwrap());
    pool.add_game("p0", "newcomer", GameScore::Win);
    let after = spread(&Ratings::fit(&pool, &RatingOptions::default()).unwrap());
    assert!((before - after).abs() < 1.0, "{before} {after}");
}

#[test]
fn pools_that_never_met_are_rated_apart() {
    let games = [
        ("a", "b", [6.0, 4.0, 2.0]),
        ("b", "a", [5.0, 2.0, 5.0]),
        ("c", "d", [3.0, 3.0, 3.0]),
    ];
    let ratings = Ratings::fit(&pool(&games), &RatingOptions::default()).unwrap();
    let pools: Vec<usize> = ratings.players.iter().map(|rated| rated.pool).collect();
    assert_eq!(pools, [0, 0, 1, 1]);
    assert!(ratings.superiority(0, 2).is_none());
    assert!(ratings.white_advantage[0].is_some());
    assert!(
        ratings.white_advantage[1].is_none(),
        "c had White each time"
    );
    for pair in ratings.players.chunks(2) {
        assert!((pair[0].elo + pair[1].elo).abs() < 1e-9);
    }
    assert_eq!(
        Ratings::fit(&Pool::new(), &RatingOptions::default()),
        Err(RatingError::Empty)
    );
}

/// Games of players of known strength, drawn by Davidson's model with nu 1.
fn simulated(strengths: &[f64], games: u32, seed: u64) -> Pool {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut pool = Pool::new();
    let names: Vec<String> = (0..strengths.len()).map(|i| format!("p{i}")).collect();
    for _ in 0..games {
        for i in 0..strengths.len() {
            for j in 0..strengths.len() {
                if i == j {
                    continue;
                }
                let x = (strengths[i] - strengths[j] + 20.0) / ELO_PER_UNIT;
                let (win, loss) = (libm::exp(x / 2.0), libm::exp(-x / 2.0));
                let drawn = random.random::<f64>() * (win + loss + 1.0);
                let score = if drawn < win {
                    GameScore::Win
                } else if drawn < win + 1.0 {
                    GameScore::Draw { stalemate: false }
                } else {
                    GameScore::Loss
                };
                pool.add_game(&names[i], &names[j], score);
            }
        }
    }
    pool
}

#[test]
fn an_interval_is_longer_on_the_side_where_less_is_known() {
    let games = [("a", "b", [18.0, 1.0, 1.0]), ("b", "a", [1.0, 1.0, 18.0])];
    for model in RatingModel::ALL {
        let ratings = Ratings::fit(&pool(&games), &with(model)).unwrap();
        let a = &ratings.players[0];
        assert!(
            a.elo_hi - a.elo > 1.1 * (a.elo - a.elo_lo),
            "{model}: {a:?}"
        );
    }
}

#[test]
fn dozens_of_players_are_rated() {
    let strengths: Vec<f64> = (0..60).map(|i| f64::from(i) * 7.0).collect();
    let pool = simulated(&strengths, 1, 5);
    let ratings = Ratings::fit(&pool, &RatingOptions::default()).unwrap();
    assert!(ratings.superiority(59, 0).unwrap() > 0.99);
    let found = ratings.transitivity(&pool);
    assert!(found.p_value.is_some() && found.cycle.is_some());
}

#[test]
fn a_cycle_is_found_where_there_is_one_and_no_alarm_where_there_is_none() {
    let rock = [
        ("rock", "scissors", [45.0, 10.0, 15.0]),
        ("scissors", "rock", [15.0, 10.0, 45.0]),
        ("scissors", "paper", [45.0, 10.0, 15.0]),
        ("paper", "scissors", [15.0, 10.0, 45.0]),
        ("paper", "rock", [45.0, 10.0, 15.0]),
        ("rock", "paper", [15.0, 10.0, 45.0]),
    ];
    let pool = pool(&rock);
    let ratings = Ratings::fit(&pool, &RatingOptions::default()).unwrap();
    let found = ratings.transitivity(&pool);
    assert!(found.p_value.unwrap() < 0.003, "{found:?}");
    let cycle = found.cycle.unwrap();
    assert_eq!(cycle.players, [0, 1, 2]);
    assert!(cycle.p_value < 1e-3, "{cycle:?}");

    for strengths in [[60.0, 0.0, 0.0, -60.0], [400.0, 200.0, -250.0, -350.0]] {
        for games in [5, 30] {
            let alarms = (0..300).filter(|&seed| {
                let pool = simulated(&strengths, games, 1000 + seed);
                let ratings = Ratings::fit(&pool, &with(RatingModel::Davidson)).unwrap();
                ratings.transitivity(&pool).p_value.unwrap() < 0.05
            });
            let alarms = alarms.count();
            assert!(
                (3..=30).contains(&alarms),
                "{strengths:?}, {games}: {alarms} of 300"
            );
        }
    }
}

#[test]
fn lopsided_pairings_raise_no_alarm_and_hide_no_cycle() {
    // Bradley-Terry, without draws.
    let play = |strengths: &[f64], games: u32, seed: u64| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut pool = Pool::new();
        for i in 0..strengths.len() {
            for j in (0..i).flat_map(|j| vec![j; games as usize]) {
                let x = (strengths[i] - strengths[j]) / ELO_PER_UNIT;
                let won = random.random::<f64>() < 1.0 / (1.0 + libm::exp(-x));
                let (i, j) = (format!("p{i}"), format!("p{j}"));
                let score = |won| if won { GameScore::Win } else { GameScore::Loss };
                if random.random() {
                    pool.add_game(&i, &j, score(won));
                } else {
                    pool.add_game(&j, &i, score(!won));
                }
            }
        }
        pool
    };
    let p_value = |pool: &Pool| {
        let ratings = Ratings::fit(pool, &RatingOptions::default()).unwrap();
        ratings.transitivity(pool).p_value
    };
    for (step, games) in [(300.0, 50), (150.0, 10), (200.0, 20)] {
        let ladder: Vec<f64> = (0..6).map(|i| f64::from(i) * step).collect();
        let alarms = (0..200)
            .filter_map(|seed| p_value(&play(&ladder, games, seed)))
            .filter(|&p| p < 0.05)
            .count();
        assert!(alarms <= 16, "steps of {step}, {games}: {alarms} of 200");
    }
    let ladder: Vec<f64> = (0..6).map(|i| f64::from(i) * 300.0).collect();
    let mut cycle = play(&ladder, 50, 7);
    cycle.add_games("p0", "p4", [15.0, 0.0, 35.0]);
    assert!(p_value(&cycle).unwrap() < 0.01);
}

#[test]
fn who_never_lost_under_rao_kupper_rests_on_a_supposed_game() {
    // Wins and draws alone: the likelihood rises without end as lead and threshold grow together.
    for (wins, draws) in [(11.0, 9.0), (10.0, 10.0), (14.0, 6.0), (1.0, 19.0)] {
        let games = pool(&[
            ("a", "b", [wins / 2.0, draws / 2.0, 0.0]),
            ("b", "a", [0.0, draws / 2.0, wins / 2.0]),
        ]);
        let ratings = Ratings::fit(&games, &with(RatingModel::RaoKupper)).unwrap();
        for player in &ratings.players {
            assert!(player.prior, "{wins} {draws}: {player:?}");
            let ends = [player.elo_lo, player.elo, player.elo_hi];
            assert!(ends.iter().all(|end| end.abs() < 3000.0), "{player:?}");
        }
    }
}

#[test]
fn small_pools_have_the_ends_of_an_independent_fit() {
    // scripts/statistics_reference.py
    let bradley_terry = RatingModel::BradleyTerry;
    for (model, counts, [elo, lo, hi], error) in [
        (
            bradley_terry,
            [14.0, 3.0, 5.0],
            [75.484, -0.293, 161.347],
            38.1638,
        ),
        (
            RatingModel::Davidson,
            [14.0, 3.0, 5.0],
            [89.432, 1.182, 194.205],
            45.2524,
        ),
        (
            bradley_terry,
            [20.0, 90.0, 40.0],
            [-23.301, -41.120, -5.644],
            8.9688,
        ),
    ] {
        let options = RatingOptions {
            white_advantage: false,
            ..with(model)
        };
        let ratings = Ratings::fit(&pool(&[("a", "b", counts)]), &options).unwrap();
        let a = &ratings.players[0];
        for (got, expected) in [(a.elo, elo), (a.elo_lo, lo), (a.elo_hi, hi)] {
            assert!((got - expected).abs() < 0.02, "{model}: {a:?}");
        }
        assert!(
            (ratings.error(0) - error).abs() < 1e-3,
            "{model}: {}",
            ratings.error(0)
        );
        assert!((ratings.error_of_difference(0, 1) - 2.0 * error).abs() < 1e-3);
        let sure = 0.5 * libm::erfc(-elo / error / 2.0_f64.sqrt());
        assert!((ratings.superiority(0, 1).unwrap() - sure).abs() < 1e-3);
    }
}

#[test]
fn players_keep_their_games_and_stand_in_order() {
    let mut games = MADE_UP.to_vec();
    games.push(("y", "z", [1.0, 2.0, 3.0]));
    let ratings = Ratings::fit(&pool(&games), &RatingOptions::default()).unwrap();
    let a = &ratings.players[0];
    assert_eq!((a.player.as_str(), a.games, a.points), ("a", 360.0, 218.5));
    assert_eq!(ratings.pools(), 2);
    assert_eq!(ratings.ranking(), [0, 2, 1, 3, 4, 6, 5]);
    let (white, error) = ratings.white_advantage[0].unwrap();
    assert!(
        (10.0..30.0).contains(&white) && (3.0..12.0).contains(&error),
        "{white} {error}"
    );
}

#[test]
fn equal_anchors_are_as_strong_as_each_other() {
    let anchors = |other: f64| RatingOptions {
        anchors: vec![("a".to_owned(), 6000.0), ("b".to_owned(), other)],
        ..RatingOptions::default()
    };
    for (other, superiority) in [(6000.0, 0.5), (5990.0, 1.0), (6010.0, 0.0)] {
        let ratings = Ratings::fit(&pool(&MADE_UP), &anchors(other)).unwrap();
        let got = ratings.superiority(0, 1).unwrap();
        assert!((got - superiority).abs() < 1e-12, "{other}: {got}");
        assert!((ratings.players[2].elo - 6000.0).abs() < 200.0);
    }
}

#[test]
fn deviations_are_those_of_an_independent_computation() {
    // scripts/statistics_reference.py
    for (model, chi_squared) in RatingModel::ALL.into_iter().zip([3.677, 3.691, 3.696]) {
        let pool = pool(&MADE_UP);
        let found = Ratings::fit(&pool, &with(model))
            .unwrap()
            .transitivity(&pool);
        assert!(
            (found.chi_squared - chi_squared).abs() < 5e-3,
            "{model}: {found:?}"
        );
        assert_eq!(found.degrees, 3);
        // Chi-squared itself would give 0.30: no pairing is lopsided.
        let p = found.p_value.unwrap();
        assert!((0.2..0.4).contains(&p), "{model}: {p}");
    }
}

#[test]
fn the_strongest_cycle_counts_those_that_could_be() {
    let games = [
        ("a", "b", [45.0, 10.0, 15.0]),
        ("b", "a", [15.0, 10.0, 45.0]),
        ("b", "c", [90.0, 20.0, 30.0]),
        ("c", "a", [78.0, 24.0, 38.0]),
        ("a", "d", [10.0, 0.0, 10.0]),
        ("d", "b", [10.0, 0.0, 10.0]),
    ];
    for order in [[0, 1, 2, 3, 4, 5], [3, 0, 1, 2, 4, 5]] {
        let pool = pool(&order.map(|i| games[i]));
        let cycle = Ratings::fit(&pool, &RatingOptions::default())
            .unwrap()
            .transitivity(&pool)
            .cycle
            .unwrap();
        // Two cycles in both directions; the weakest of the three by
        // scripts/statistics_reference.py.
        assert!(
            (cycle.p_value / (2.0 * 2.0629e-4) - 1.0).abs() < 1e-3,
            "{cycle:?}"
        );
        let names = cycle.players.map(|i| pool.players()[i].as_str());
        let at = names.iter().position(|name| *name == "c").unwrap();
        assert_eq!(names[(at + 1) % 3], "a");
        assert!((cycle.scores[at] - 90.0 / 140.0).abs() < 1e-12);
        assert!(
            cycle
                .games
                .iter()
                .all(|games| (games - 140.0).abs() < 1e-12)
        );
    }
}
