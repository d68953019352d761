//! Simulated runs: the range holds the truth in about nine of ten.

use super::*;
use darkforge_streams as streams;

/// Draws of a run's times.
struct Dice<'a>(&'a mut streams::Stream);

impl Dice<'_> {
    /// A standard normal number.
    fn normal(&mut self) -> f64 {
        streams::gauss(self.0)
    }

    /// A number of mean 1 whose logarithm has this standard deviation.
    fn around_one(&mut self, sd: f64) -> f64 {
        (sd * self.normal() - 0.5 * sd * sd).exp()
    }
}

/// A simulated run: generations of games and their spread, how a game's time spreads, and how the
/// machine's speed moves over a run.
struct Simulated {
    generations: u32,
    games: f64,
    games_sd: f64,
    game_sd: f64,
    load: f64,
    proof: f64,
    proof_factor: f64,
}

/// A played run: its seconds so far, and the ranges that were asked for on the way with their moments.
struct Played {
    clock: f64,
    moments: Vec<f64>,
    ranges: Vec<(f64, Span)>,
    forecast: Forecast,
}

impl Played {
    fn play(&mut self, games: u64, mut time: impl FnMut() -> f64) {
        for _ in 0..games {
            let seconds = time();
            self.clock += seconds;
            self.forecast.played(Some(seconds));
            let asked = self.moments.get(self.ranges.len());
            if asked.is_some_and(|moment| self.clock >= *moment) {
                let span = self.forecast.seconds(None).expect("a belief");
                self.ranges.push((self.clock, span));
            }
        }
    }
}

/// The run of this seed, with the ranges at `moments`.
fn run(simulated: &Simulated, seed: u64, moments: Vec<f64>) -> Played {
    let mut stream = streams::open(seed, "simulated time", 0);
    let mut dice = Dice(&mut stream);
    let Simulated {
        generations,
        games,
        proof,
        ..
    } = *simulated;
    let proof_factor = simulated.proof_factor * dice.around_one(0.2);
    let counts: Vec<u64> = (0..generations)
        .map(|_| (games * dice.around_one(simulated.games_sd)).round() as u64)
        .collect();
    let all = counts.iter().sum::<u64>() as f64 + proof;
    let mut speed = 0.0;
    let mut time = |factor: f64| {
        speed += simulated.load / all.sqrt() * dice.normal();
        factor * dice.around_one(simulated.game_sd) * f64::exp(speed)
    };
    let mut forecast = Forecast::default();
    forecast.believe(GameKind::Selection, Belief { mean: 0.0, sd: 0.2 });
    let mean = simulated.proof_factor.ln(); // relative to the selecting games
    forecast.believe(GameKind::Proof, Belief { mean, sd: 0.2 });
    let mut played = Played {
        clock: 0.0,
        moments,
        ranges: Vec::new(),
        forecast,
    };
    let mut complete = Vec::new();
    for (number, &count) in (0..).zip(&counts) {
        let left = GamesLeft {
            generations: generations - number,
            selection: games,
            proof,
            complete: complete.clone(),
            varies: simulated.games_sd > 0.0,
            ..GamesLeft::default()
        };
        played.forecast.set_left(left, GameKind::Selection);
        played.play(count, || time(1.0));
        complete.push(count as f64);
    }
    let left = GamesLeft {
        proof,
        ..GamesLeft::default()
    };
    played.forecast.set_left(left, GameKind::Proof);
    played.play(proof as u64, || time(proof_factor));
    played
}

/// Checks that at each part of the way about nine of ten ranges hold the truth; a range's ends are
/// seldom further apart than by the factor `widest`.
fn problems(what: &str, simulated: &Simulated, widest: [f64; 3]) -> Vec<String> {
    const RUNS: u64 = 150;
    const PARTS: [f64; 3] = [0.1, 0.25, 0.5];
    let ranges = (0..RUNS).map(|seed| {
        let Played { clock, .. } = run(simulated, seed, Vec::new());
        let moments = PARTS.map(|part| part * clock).to_vec();
        let ranges = run(simulated, seed, moments).ranges.into_iter();
        ranges
            .map(|(at, span)| (span.holds(clock - at), span.hi / span.lo))
            .collect::<Vec<_>>()
    });
    let ranges: Vec<_> = ranges.collect();
    let mut problems = Vec::new();
    for (at, part) in PARTS.iter().enumerate() {
        let held = ranges.iter().filter(|run| run[at].0).count() as f64 / RUNS as f64;
        let mut wide: Vec<f64> = ranges.iter().map(|run| run[at].1).collect();
        wide.sort_by(f64::total_cmp);
        let median = wide[wide.len() / 2];
        let said = format!("{what} at {part}: {held:.2} held, ends {median:.2} apart");
        println!("{said}");
        if held < 0.88 || median > widest[at] {
            problems.push(said);
        }
    }
    problems
}

#[test]
fn nine_of_ten_ranges_hold_the_truth() {
    let steady = Simulated {
        generations: 20,
        games: 60.0,
        games_sd: 0.0,
        game_sd: 0.6,
        load: 0.0,
        proof: 0.0,
        proof_factor: 1.0,
    };
    let racing = Simulated {
        games_sd: 0.3,
        ..steady
    };
    let busy = Simulated {
        load: 0.2,
        ..steady
    };
    let proven = Simulated {
        proof: 400.0,
        proof_factor: 2.0,
        load: 0.1,
        games_sd: 0.1,
        ..steady
    };
    let found = [
        problems("a steady run", &steady, [2.0, 1.7, 1.5]),
        problems("a run that races", &racing, [2.4, 2.1, 2.0]),
        problems("a run on a busy machine", &busy, [2.0, 1.8, 1.6]),
        problems("a run with a heavier proof", &proven, [2.1, 1.9, 2.0]),
    ];
    assert_eq!(found.concat(), [""; 0]);
}

#[test]
fn a_deadline_ends_a_run_before_its_games_do() {
    let mut forecast = Forecast::default();
    let left = GamesLeft {
        generations: 100,
        selection: 100.0,
        proof: 50.0,
        at_end: (0.0, 50.0),
        ..GamesLeft::default()
    };
    forecast.set_left(left.clone(), GameKind::Selection);
    for _ in 0..90 {
        forecast.played(Some(1.0));
    }
    let natural = forecast.seconds(None).unwrap();
    assert!(natural.holds(9960.0), "{natural:?}");
    assert_eq!(forecast.seconds(Some(1e6)), Some(natural));
    let ended = forecast.seconds(Some(1000.0)).unwrap();
    assert!(ended.lo > 750.0 && ended.hi < 1100.0, "{ended:?}");
    // The present generation and the proof are played in any case.
    let late = forecast.seconds(Some(-5.0)).unwrap();
    assert!(late.holds(60.0) && late.hi < 200.0, "{late:?}");
    // After the last generation only its games are left.
    let end = GamesLeft {
        proof: 50.0,
        ..GamesLeft::default()
    };
    forecast.set_left(end, GameKind::Proof);
    for _ in 0..40 {
        forecast.played(Some(2.0));
    }
    let end = forecast.seconds(Some(1.0)).unwrap();
    assert!(end.holds(20.0), "{end:?}");
}

#[test]
fn what_was_read_from_the_journal_has_no_time() {
    let mut forecast = Forecast::default();
    forecast.set_left(GamesLeft::of(100), GameKind::Selection);
    for _ in 0..90 {
        forecast.played(None);
    }
    assert_eq!(forecast.seconds(None), None);
    for _ in 0..8 {
        forecast.played(Some(3.0));
    }
    let left = forecast.seconds(None).unwrap();
    assert!(left.holds(6.0) && left.hi < 30.0, "{left:?}");
}
