//! Coverage of the landscape's bands: simulated searches on functions with a known optimum.
//!
//!     cargo run --release -p darkforge-optimise --example landscape_coverage -- [RUNS] [GAMES] [FIRST SEED]
//!
//! Each run is a search by CMA-ES or by a knockout from a start away from the optimum; the landscape is
//! fitted to all its games, and to its champion's games against a player without a point. Printed are the
//! shares of points, importances, mixed terms and gains whose interval holds the truth, and of runs in which
//! all importances are in the true order.

use std::ops::Range;

use darkforge_optimise::{CmaEsSettings, KnockoutSettings, Method, Mutation, Space};
use darkforge_ratings::{
    Estimate, GameScore, Landscape, Meeting, Place, Tally, elo_of_score, score_of_elo,
};
use darkforge_streams::{self as streams, Stream};

/// Points on a curve at which it is compared with the truth.
const POINTS: usize = 9;
/// Standard deviation of what an opening is worth to White, in Elo.
const OPENING: f64 = 40.0;

/// A function with a known optimum: Elo below it.
struct Function {
    name: &'static str,
    start: Vec<f64>,
    lost: fn(&[f64]) -> f64,
}

fn squares(x: &[f64], optimum: &[f64], steepness: &[f64]) -> f64 {
    let each = x.iter().zip(optimum).zip(steepness);
    each.map(|((x, o), k)| k * (x - o) * (x - o)).sum()
}

/// Each weight has an optimum of its own and matters less than the one before.
fn quadratic(x: &[f64]) -> f64 {
    squares(x, &[0.4, 0.6, 0.55], &[2400.0, 800.0, 200.0])
}

/// Only a weighted sum of the weights matters much; along the ridge strength falls slowly.
fn ridge(x: &[f64]) -> f64 {
    let across = [0.9, -0.45, 0.15];
    let sum: f64 = x.iter().zip(across).map(|(x, u)| u * (x - 0.5)).sum();
    2400.0 * sum * sum + squares(x, &[0.5; 3], &[60.0; 3])
}

/// Four of the six weights do not matter at all.
fn flat(x: &[f64]) -> f64 {
    let steepness = [2400.0, 800.0, 0.0, 0.0, 0.0, 0.0];
    squares(x, &[0.4, 0.6, 0.5, 0.5, 0.5, 0.5], &steepness)
}

fn functions() -> [Function; 3] {
    let of = |name, start: &[f64], lost| Function {
        name,
        start: start.to_vec(),
        lost,
    };
    [
        of("quadratic", &[0.6, 0.4, 0.7], quadratic),
        of("ridge", &[0.6, 0.3, 0.7], ridge),
        of("flat direction", &[0.6, 0.4, 0.7, 0.3, 0.6, 0.5], flat),
    ]
}

fn tuners() -> [(&'static str, Method); 2] {
    let cma_es = Method::CmaEs(CmaEsSettings {
        size: 48,
        pairs: 2,
        max_pairs: Some(8),
        sigma: 0.15,
        ..CmaEsSettings::default()
    });
    let knockout = Method::Knockout(KnockoutSettings {
        size: 16,
        pairs: 3,
        extra_pairs: 1,
        max_extra: 1,
        champion_share: 0.8,
        mutation: Mutation {
            share: 1.0,
            scale: 1.0,
            widening: 0.5,
        },
        first_scale: 1.0,
        twins: true,
        blend: 0.3,
        ..KnockoutSettings::default()
    });
    [("cma-es", cma_es), ("knockout", knockout)]
}

/// Result of a game for a player who is `ahead` Elo stronger.
fn game(ahead: f64, stream: &mut Stream) -> GameScore {
    let wins = 1.0 / (1.0 + libm::exp(-ahead * std::f64::consts::LN_10 / 400.0));
    let draws = 1.4 * wins * (1.0 - wins);
    let drawn = streams::unit(stream);
    if drawn < wins - draws / 2.0 {
        GameScore::Win
    } else if drawn < wins + draws / 2.0 {
        GameScore::Draw { stalemate: false }
    } else {
        GameScore::Loss
    }
}

/// Elo difference by the mean score of a player who is `ahead` before the opening is drawn: openings
/// make it smaller.
fn expected(ahead: f64) -> f64 {
    let (mut sum, mut whole) = (0.0, 0.0);
    for step in -40..=40 {
        let z = f64::from(step) / 10.0;
        let density = libm::exp(-z * z / 2.0);
        sum += density * score_of_elo(ahead + OPENING * z);
        whole += density;
    }
    elo_of_score(sum / whole)
}

/// A pair of games with an opening that favours one colour.
fn pair(ahead: f64, stream: &mut Stream) -> [GameScore; 2] {
    let opening = OPENING * streams::gauss(stream);
    [opening, -opening].map(|opening| game(ahead + opening, stream))
}

/// Champion and games of a search.
fn search(function: &Function, method: &Method, games: u64, seed: u64) -> (Vec<f64>, Vec<Meeting>) {
    let space = Space::unit(function.start.len());
    let mut search = method.start(space, &function.start, seed);
    let mut stream = streams::open(seed, "games", 0);
    let mut meetings = Vec::new();
    let mut played = 0;
    let mut generation = 0;
    while played < games {
        let duels = search.ask();
        let mut scores = Vec::new();
        for duel in &duels {
            let mut tally = Tally::default();
            scores.push(duel.score(|a, b| {
                let ahead = (function.lost)(b) - (function.lost)(a);
                let both = pair(ahead, &mut stream);
                tally.add_pair(both[0], both[1]);
                let points: usize = both.iter().map(|score| score.half_points()).sum();
                points as f64 / 2.0 - 1.0
            }));
            played += tally.games();
            meetings.push(Meeting {
                first: Place::At(duel.first.point.clone()),
                second: Place::At(duel.second.point.clone()),
                games: tally,
            });
        }
        if search.tell(&scores).generation.is_some() {
            generation += 1;
            if generation % 5 == 0 {
                let best = search.best();
                let ahead = 50.0 - (function.lost)(&best);
                let mut tally = Tally::default();
                for _ in 0..20 {
                    let [one, other] = pair(ahead, &mut stream);
                    tally.add_pair(one, other);
                }
                played += tally.games();
                meetings.push(Meeting {
                    first: Place::At(best),
                    second: Place::Outside(0),
                    games: tally,
                });
            }
        }
    }
    (search.best(), meetings)
}

/// A number of cases among all.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    of: u64,
    all: u64,
}

impl Share {
    fn count(&mut self, holds: bool) {
        self.of += u64::from(holds);
        self.all += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.of as f64 / self.all.max(1) as f64
    }
}

/// Figures of many runs.
#[derive(Debug, Default)]
struct Counts {
    /// Points of curves that are inside their band.
    points: Share,
    /// Importances inside their interval.
    importances: Share,
    /// Mixed terms inside their interval.
    mixed: Share,
    /// Runs in which all importances are in the true order.
    ordered: Share,
    /// Flat weights that are said to matter.
    false_alarms: Share,
    /// Runs in which the conservative optimum gains at least the reported lower end.
    kept: Share,
    /// Sum of half the bands' widths at both ends of the sampled ranges, and their number.
    widths: (f64, f64),
    /// Sums of the Elo that the champions and the conservative optima lack.
    lost: [f64; 2],
}

fn holds(estimate: &Estimate, truth: f64) -> bool {
    (estimate.lo - 1e-9..=estimate.hi + 1e-9).contains(&truth)
}

impl Counts {
    fn of(function: &Function, method: &Method, games: u64, seeds: Range<u64>) -> Counts {
        let mut counts = Counts::default();
        for seed in seeds {
            counts.add(function, method, games, seed);
        }
        counts
    }

    fn add(&mut self, function: &Function, method: &Method, games: u64, seed: u64) {
        let (champion, meetings) = search(function, method, games, seed);
        let landscape = Landscape::of(&function.start, &champion, &meetings);
        let lost = function.lost;
        // The champion with some of its coordinates at a share of their sampled ranges.
        let moved = |moves: &[(usize, f64)]| {
            let mut point = champion.clone();
            for &(axis, share) in moves {
                let (lo, hi) = landscape.sampled(axis);
                point[axis] = lo + share * (hi - lo);
            }
            point
        };
        let mut importances = Vec::new();
        for axis in 0..champion.len() {
            for index in 0..POINTS {
                let point = moved(&[(axis, index as f64 / (POINTS - 1) as f64)]);
                if (point[axis] - champion[axis]).abs() > 1e-3 {
                    let band = landscape.curve(axis, point[axis]);
                    let truth = expected(lost(&champion) - lost(&point));
                    self.points.count(holds(&band, truth));
                }
            }
            for end in [0.0, 1.0] {
                let band = landscape.curve(axis, moved(&[(axis, end)])[axis]);
                self.widths.0 += (band.hi - band.lo) / 2.0;
                self.widths.1 += 1.0;
            }
            let fine = (0..=1000).map(|index| lost(&moved(&[(axis, f64::from(index) / 1000.0)])));
            let (least, most) = fine.fold((f64::MAX, f64::MIN), |(least, most), value| {
                (least.min(value), most.max(value))
            });
            let truth = expected(most - least);
            let told = landscape.importance(axis, seed).elo;
            self.importances.count(holds(&told, truth));
            if truth < 1e-9 {
                self.false_alarms.count(told.lo > 0.0);
            }
            importances.push((truth, told.value));
        }
        let in_order = |a: &(f64, f64), b: &(f64, f64)| a.0 <= b.0 || a.1 > b.1;
        let pairs = importances
            .iter()
            .flat_map(|a| importances.iter().map(move |b| (a, b)));
        self.ordered
            .count(pairs.into_iter().all(|(a, b)| in_order(a, b)));
        for (term, &(a, b)) in landscape.mixed().iter().enumerate() {
            let corner = |x, y| lost(&moved(&[(a, x), (b, y)]));
            let truth = corner(1.0, 0.0) + corner(0.0, 1.0) - corner(0.0, 0.0) - corner(1.0, 1.0);
            self.mixed
                .count(holds(&landscape.interaction(term), expected(truth)));
        }
        let optimum = landscape.conservative(&function.start);
        let told = landscape.gain_of_choice(&champion, &optimum);
        let truth = expected(lost(&champion) - lost(&optimum));
        self.kept.count(truth >= told.lo - 1e-9);
        self.lost[0] += lost(&champion);
        self.lost[1] += lost(&optimum);
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |or| {
        let text = arguments.next();
        text.map_or(or, |text| text.parse().expect("a whole number"))
    };
    let (runs, games, first) = (number(300), number(6000), number(1));
    println!(
        "{runs} runs of {games} games, seeds from {first}: shares in %, bands and losses in Elo\n\n\
         | function | tuner | band | ± | importance | order | interactions | flat weights said to matter | \
         lower end of the gain kept | champion lacks | optimum lacks |\n|---|---|---|---|---|---|---|---|---|---|---|"
    );
    for function in functions() {
        for (tuner, method) in tuners() {
            let counts = Counts::of(&function, &method, games, first..first + runs);
            let Share { of, all } = counts.false_alarms;
            println!(
                "| {} | {tuner} | {:.1} | {:.0} | {:.1} | {:.1} | {:.1} | {of} of {all} | {:.1} | {:.1} | {:.1} |",
                function.name,
                counts.points.percent(),
                counts.widths.0 / counts.widths.1,
                counts.importances.percent(),
                counts.ordered.percent(),
                counts.mixed.percent(),
                counts.kept.percent(),
                counts.lost[0] / counts.kept.all as f64,
                counts.lost[1] / counts.kept.all as f64,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_hold_the_truth_and_importances_are_in_order() {
        for function in functions() {
            let mut points = Share::default();
            for (tuner, method) in tuners() {
                let counts = Counts::of(&function, &method, 6000, 1..26);
                let name = format!("{} {tuner}: {counts:?}", function.name);
                points.of += counts.points.of;
                points.all += counts.points.all;
                assert!(counts.importances.percent() > 87.0, "{name}");
                assert!(counts.ordered.of >= 22, "{name}");
                assert!(counts.kept.of >= 23, "{name}");
            }
            // Points of one curve are not independent; 300 runs are within 93 to 97 %.
            let band = points.percent();
            assert!((91.0..99.0).contains(&band), "{}: {band} %", function.name);
        }
    }
}
