//! Error rates of the sequential test, and coverage of intervals and ratings, over matches and
//! pools of simulated players whose strength is known.
//!
//! `cargo run --release -p darkforge-ratings --example error_rates -- TABLE [RUNS]` prints a
//! table of `docs/results.md`; TABLE is one of those in [`TABLES`]. The tests below check
//! the same figures in fewer runs.

use std::process::ExitCode;

use darkforge_ratings::{
    GameScore, Model, Pool, RatingModel, RatingOptions, Ratings, Sprt, Tally, Verdict,
    elo_of_score, score_of_elo,
};
use darkforge_streams::{self as streams, Stream};

/// Elo of one unit of the logistic scale.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// A table: its name, the runs that `docs/results.md` gives it, its program.
type Table = (&'static str, u64, fn(u64));

/// All tables.
const TABLES: [Table; 5] = [
    ("logistic", 10_000, |runs| {
        print_error_rates(Model::Logistic, runs, true);
    }),
    // Testing after every pair would take an hour.
    ("normalized", 10_000, |runs| {
        print_error_rates(Model::Normalized, runs, false);
    }),
    ("matches", 10_000, print_match_coverage),
    ("ratings", 1000, print_rating_coverage),
    ("transitivity", 2000, print_alarms),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let table = TABLES
        .iter()
        .find(|(name, ..)| arguments.first().is_some_and(|given| given == name));
    let runs = arguments.get(1).map(|runs| runs.parse::<u64>());
    match (table, runs, arguments.len()) {
        (Some((_, usual, print)), None, 1) => print(*usual),
        (Some((_, _, print)), Some(Ok(runs @ 1..)), 2) => print(runs),
        _ => {
            let names = TABLES.map(|(name, ..)| name).join("|");
            eprintln!("usage: error_rates {names} [RUNS]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Two players; the first wins, draws and loses with fixed probabilities.
#[derive(Clone, Copy, Debug)]
struct Coin {
    win: f64,
    draw: f64,
}

impl Coin {
    /// A coin with this mean score and share of draws; the share is smaller where the score allows
    /// no more draws.
    fn with(score: f64, draw: f64) -> Coin {
        let draw = draw.min(2.0 * score.min(1.0 - score));
        Coin {
            win: score - draw / 2.0,
            draw,
        }
    }

    fn score(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// A coin with this share of draws and the strength `elo` in the unit of `model`.
    fn of_strength(model: Model, elo: f64, draw: f64) -> Coin {
        match model {
            Model::Logistic => Coin::with(score_of_elo(elo), draw),
            Model::Normalized => {
                // (mu - 1/2) / sigma = elo * ln 10 / 800, by halving.
                let wanted = elo * std::f64::consts::LN_10 / 800.0;
                let (mut low, mut high) = (0.5, 1.0 - draw / 2.0);
                for _ in 0..60 {
                    let middle = f64::midpoint(low, high);
                    let coin = Coin::with(middle, draw);
                    let squares = coin.win + coin.draw / 4.0;
                    let deviation = (squares - middle * middle).sqrt();
                    if (middle - 0.5) / deviation < wanted {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                Coin::with(low, draw)
            }
        }
    }

    fn throw(self, random: &mut Stream) -> GameScore {
        let drawn = streams::unit(random);
        if drawn < self.win {
            GameScore::Win
        } else if drawn < self.win + self.draw {
            GameScore::Draw { stalemate: false }
        } else {
            GameScore::Loss
        }
    }

    /// Tally of a match of `pairs` pairs.
    fn play(self, pairs: usize, random: &mut Stream) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..pairs {
            let first = self.throw(random);
            tally.add_pair(first, self.throw(random));
        }
        tally
    }
}

/// Greatest change of the ratio by a pair in a test of [0, 10], once some pairs have been seen.
const MOST_STEP: f64 = 0.25;

/// Pairs that a sequential test took, and its verdict. The test skips pairs that cannot decide
/// because the ratio is too far from both bounds, and checks that no pair moved it by more than
/// [`MOST_STEP`]. With `every` it skips none.
fn sequential(sprt: &Sprt, coin: Coin, random: &mut Stream, every: bool) -> (u64, Verdict) {
    let mut seen = Tally::default();
    let (lower, upper) = sprt.bounds();
    let (mut next_look, mut last) = (1, (0, 0.0));
    loop {
        let first = coin.throw(random);
        seen.add_pair(first, coin.throw(random));
        let pairs = seen.pair_count();
        if pairs < next_look {
            continue;
        }
        let llr = sprt.llr_pairs(&seen.pairs);
        let verdict = sprt.verdict(llr);
        if verdict != Verdict::Continue {
            return (pairs, verdict);
        }
        let (before, was) = last;
        assert!(before < 200 || (llr - was).abs() <= MOST_STEP * (pairs - before) as f64);
        last = (pairs, llr);
        let room = (upper - llr).min(llr - lower);
        let skip = if every || pairs < 200 {
            1.0
        } else {
            room / MOST_STEP
        };
        next_look = pairs + (skip as u64).max(1);
    }
}

/// Shares of wrong verdicts, at true strengths of both bounds, with the mean pairs taken.
fn error_rates(model: Model, draw: f64, runs: u64, every: bool) -> [(f64, f64); 2] {
    let sprt = Sprt::new(0.0, 10.0, model).unwrap();
    [(0.0, Verdict::AcceptH1), (10.0, Verdict::AcceptH0)].map(|(elo, wrong)| {
        let coin = Coin::of_strength(model, elo, draw);
        let (mut errors, mut pairs) = (0, 0);
        for run in 0..runs {
            let mut random = streams::open(7 + elo as u64, "coin", run);
            let (taken, verdict) = sequential(&sprt, coin, &mut random, every);
            errors += u64::from(verdict == wrong);
            pairs += taken;
        }
        (errors as f64 / runs as f64, pairs as f64 / runs as f64)
    })
}

/// Prints error rates of a test that looks at every pair, or only at those that may decide.
fn print_error_rates(model: Model, runs: u64, every: bool) {
    for draw in [0.1, 0.5] {
        let rates = error_rates(model, draw, runs, every);
        for ((rate, pairs), name) in rates.into_iter().zip(["false accept", "false reject"]) {
            let percent = 100.0 * rate;
            println!("{model}, draws {draw}: {name} {percent:.2} %, {pairs:.0} pairs");
        }
    }
}

/// Share of matches whose Elo interval holds the true difference.
fn match_coverage(coin: Coin, games: usize, runs: u64) -> f64 {
    let truth = elo_of_score(coin.score());
    let held = (0..runs).filter(|&run| {
        let mut random = streams::open(games as u64, "match", run);
        let elo = coin.play(games / 2, &mut random).elo();
        elo.lo.is_none_or(|lo| lo <= truth) && elo.hi.is_none_or(|hi| truth <= hi)
    });
    held.count() as f64 / runs as f64
}

/// Mean score and share of draws of the matches that are simulated.
const MATCHES: [(f64, f64); 6] = [
    (0.5, 0.1),
    (0.5, 0.5),
    (0.7, 0.1),
    (0.7, 0.5),
    (0.95, 0.05),
    (0.95, 0.1),
];

/// Prints how often the Elo interval of a match holds the truth.
fn print_match_coverage(runs: u64) {
    for (score, draw) in MATCHES {
        for games in [20, 100, 1000] {
            let share = match_coverage(Coin::with(score, draw), games, runs);
            println!(
                "score {score}, draws {draw}, {games} games: {:.1} %",
                100.0 * share
            );
        }
    }
}

/// Probabilities of win, draw and loss at a lead of `x` units under `model`, whose share of
/// draws between equals is `draw`.
fn outcome(model: RatingModel, x: f64, draw: f64) -> Coin {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    match model {
        // The model fixes the mean score alone; draws become rarer near its ends.
        RatingModel::BradleyTerry => {
            let score = logistic(x);
            Coin::with(score, draw * 4.0 * score * (1.0 - score))
        }
        RatingModel::Davidson => {
            let nu = 2.0 * draw / (1.0 - draw);
            let (win, loss) = ((x / 2.0).exp(), (-x / 2.0).exp());
            let sum = win + loss + nu;
            Coin {
                win: win / sum,
                draw: nu / sum,
            }
        }
        RatingModel::RaoKupper => {
            let t = ((1.0 + draw) / (1.0 - draw)).ln();
            let (win, loss) = (logistic(x - t), logistic(-x - t));
            Coin {
                win,
                draw: 1.0 - win - loss,
            }
        }
    }
}

/// Share of ratings whose interval contains the true strength, in round robins of players of known
/// `strengths` (Elo, mean 0) with `pairs` pairs for each two.
fn rating_coverage(
    model: RatingModel,
    strengths: &[f64],
    draw: f64,
    pairs: usize,
    runs: u64,
) -> f64 {
    let names: Vec<String> = (0..strengths.len()).map(|i| format!("p{i}")).collect();
    let options = RatingOptions {
        model,
        ..RatingOptions::default()
    };
    let (mut held, mut all) = (0, 0);
    for run in 0..runs {
        let mut random = streams::open(pairs as u64, "pool", run);
        let mut pool = Pool::new();
        for i in 0..strengths.len() {
            for j in 0..strengths.len() {
                let coin = outcome(model, (strengths[i] - strengths[j] + 20.0) / UNIT, draw);
                for _ in 0..if i == j { 0 } else { pairs } {
                    pool.add_game(&names[i], &names[j], coin.throw(&mut random));
                }
            }
        }
        let ratings = Ratings::fit(&pool, &options).unwrap();
        for (name, &truth) in names.iter().zip(strengths) {
            let rated = ratings.players.iter().find(|rated| rated.player == *name);
            let rated = rated.expect("all have played");
            held += u32::from(rated.elo_lo <= truth && truth <= rated.elo_hi);
            all += 1;
        }
    }
    f64::from(held) / f64::from(all)
}

/// Pools: two that differ much, five, eight with one that scores 92 %, and two of whom the
/// better one scores 95 %.
const POOLS: [&[f64]; 4] = [
    &[100.0, -100.0],
    &[120.0, 40.0, 0.0, -60.0, -100.0],
    &[420.0, 0.0, -20.0, -40.0, -60.0, -80.0, -100.0, -120.0],
    &[250.0, -250.0],
];

/// Prints how often the interval of a rating holds the truth.
fn print_rating_coverage(runs: u64) {
    for model in RatingModel::ALL {
        for draw in [0.1, 0.5] {
            for strengths in POOLS {
                for pairs in [10, 50, 250] {
                    let share = rating_coverage(model, strengths, draw, pairs, runs);
                    let players = strengths.len();
                    println!(
                        "{model}, draws {draw}, {players} players, {} games each two: {:.1} %",
                        2 * pairs,
                        100.0 * share
                    );
                }
            }
        }
    }
}

/// A round robin of players of known `strengths` with `pairs` pairs for each two. Each player but
/// the last three scores by its strength; the last three beat one another in a cycle by `turn` Elo
/// more.
fn round_robin(
    model: RatingModel,
    strengths: &[f64],
    draw: f64,
    pairs: usize,
    turn: f64,
    random: &mut Stream,
) -> Pool {
    let names: Vec<String> = (0..strengths.len()).map(|i| format!("p{i}")).collect();
    let first_of_cycle = strengths.len() - 3;
    let mut pool = Pool::new();
    for i in 0..strengths.len() {
        for j in 0..strengths.len() {
            let in_turn = if i < first_of_cycle || j < first_of_cycle || i == j {
                0.0
            } else if (j + 3 - i) % 3 == 1 {
                turn
            } else {
                -turn
            };
            let lead = strengths[i] - strengths[j] + in_turn + 20.0;
            let coin = outcome(model, lead / UNIT, draw);
            for _ in 0..if i == j { 0 } else { pairs } {
                pool.add_game(&names[i], &names[j], coin.throw(random));
            }
        }
    }
    pool
}

/// Shares of round robins in which the test of transitivity, and the evidence of the strongest
/// cycle, are below 5 %.
fn alarms(
    model: RatingModel,
    strengths: &[f64],
    draw: f64,
    pairs: usize,
    turn: f64,
    runs: u64,
) -> [f64; 2] {
    let options = RatingOptions {
        model,
        ..RatingOptions::default()
    };
    let mut count = [0_u32; 2];
    for run in 0..runs {
        let mut random = streams::open(pairs as u64, "transitivity pool", run);
        let pool = round_robin(model, strengths, draw, pairs, turn, &mut random);
        let ratings = Ratings::fit(&pool, &options).unwrap();
        let told = ratings.transitivity(&pool);
        let cycle = told.cycle.map(|cycle| cycle.p_value);
        for (count, p_value) in count.iter_mut().zip([told.p_value, cycle]) {
            *count += u32::from(p_value.is_some_and(|p| p < 0.05));
        }
    }
    count.map(|count| f64::from(count) / runs as f64)
}

/// Five unequal players, and five equal ones, among whom chance makes most cycles.
const TRANSITIVE: [&[f64]; 2] = [POOLS[1], &[0.0; 5]];

/// Prints how often transitivity is doubted, with and without a cycle.
fn print_alarms(runs: u64) {
    for model in RatingModel::ALL {
        for (strengths, what) in TRANSITIVE.into_iter().zip(["unequal", "equal"]) {
            for (pairs, turn) in [(10, 0.0), (50, 0.0), (250, 0.0), (50, 60.0), (250, 60.0)] {
                let [test, cycle] = alarms(model, strengths, 0.3, pairs, turn, runs);
                println!(
                    "{model}, {what}, {} games each two, {turn} Elo in turn: test {:.1} %, cycle {:.1} %",
                    2 * pairs,
                    100.0 * test,
                    100.0 * cycle
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequential_test_errs_as_seldom_as_it_says() {
        for model in [Model::Logistic, Model::Normalized] {
            for (rate, pairs) in error_rates(model, 0.5, 1000, false) {
                assert!(rate <= 0.06, "{model}: {rate} wrong after {pairs} pairs");
            }
        }
    }

    #[test]
    fn elo_intervals_cover_as_often_as_they_say() {
        for (score, draw) in MATCHES {
            for games in [100, 1000] {
                let share = match_coverage(Coin::with(score, draw), games, 1000);
                assert!(
                    (0.93..=0.97).contains(&share),
                    "{score}, {draw}, {games}: {share}"
                );
            }
        }
    }

    #[test]
    fn many_games_are_no_hindrance() {
        // A regression test: rounding of a large likelihood made the fit fail.
        let share = rating_coverage(RatingModel::BradleyTerry, POOLS[2], 0.5, 250, 60);
        assert!(share > 0.85);
    }

    #[test]
    fn intervals_of_ratings_cover_as_often_as_they_say() {
        for model in RatingModel::ALL {
            for draw in [0.1, 0.5] {
                for (strengths, pairs) in [(POOLS[1], 5), (POOLS[2], 10)] {
                    let runs = 4000 / strengths.len() as u64;
                    let share = rating_coverage(model, strengths, draw, pairs, runs);
                    assert!(
                        (0.93..=0.97).contains(&share),
                        "{model}, {draw}, {pairs}: {share}"
                    );
                }
            }
        }
    }

    #[test]
    fn transitivity_is_doubted_as_seldom_as_it_says_and_a_cycle_is_found() {
        for strengths in TRANSITIVE {
            let [test, cycle] = alarms(RatingModel::Davidson, strengths, 0.3, 20, 0.0, 300);
            assert!(test <= 0.08 && cycle <= 0.05, "{test} {cycle}");
        }
        let [test, cycle] = alarms(RatingModel::Davidson, TRANSITIVE[1], 0.3, 150, 120.0, 40);
        assert!(test >= 0.9 && cycle >= 0.9, "{test} {cycle}");
    }
}
