//! How games end (T Table 5.1), how long they last (T 5.2.2), and the time that players had.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Figure, Report, Table, cells, counts, mean, share, six};
use darkforge_board::Color;
use darkforge_kriegspiel::umpire::{Ending, GameResult};
use darkforge_ratings::Tally;
use darkforge_research::collection::{Collection, How, Mean, Reason};

/// Games of at most so many moves are early (T 5.2.2).
const EARLY: u32 = 15;

/// A colour, or nothing.
fn color_name(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::White) => "white",
        Some(Color::Black) => "black",
        None => "",
    }
}

/// `outcomes.csv`.
pub(super) fn outcomes(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "outcomes",
        "result,reason,color,games,share,share_lo,share_hi",
    );
    let mut rows: Vec<(u8, How, u64)> = Vec::new();
    for (how, games) in collection.outcomes.counts() {
        let place = match how.0 {
            Some(GameResult::WhiteWins) => 0,
            Some(GameResult::BlackWins) => 1,
            Some(GameResult::Draw) => 2,
            None => 3,
        };
        rows.push((place, how, games));
    }
    rows.sort_by_key(|&(place, (_, reason, color), games)| {
        (place, Reverse(games), reason.as_str(), color_name(color))
    });
    let mut figures: BTreeMap<String, u64> = BTreeMap::new();
    for (_, (result, reason, color), games) in rows {
        let result = result.map_or("*", GameResult::as_str);
        let color = color_name(color);
        let start = cells([result, reason.as_str(), color]).chain(counts([games]));
        table.push(start.chain(share(games, collection.games)));
        let dot = if color.is_empty() { "" } else { "." };
        // Under some rules a stalemate is a loss: one name for both.
        let name = format!("outcome.{}{dot}{color}", reason.as_str());
        *figures.entry(name).or_default() += games;
    }
    for (name, games) in figures {
        report.share_figure(name, games, collection.games);
    }
    for (name, result) in [
        ("white_wins", GameResult::WhiteWins),
        ("black_wins", GameResult::BlackWins),
        ("draws", GameResult::Draw),
    ] {
        let games = collection.outcomes.count(|how| how.0 == Some(result));
        report.share_figure(format!("outcome.{name}"), games, collection.games);
    }
    report.tables.push(table);
}

/// `edge.csv`.
pub(super) fn edge(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "edge",
        "scope,games,white_wins,draws,black_wins,white_score,white_score_lo,white_score_hi,\
         white_of_decided,white_of_decided_lo,white_of_decided_hi,p_value",
    );
    let mate = Reason::Ruled(Ending::Checkmate);
    let late = Reason::Ruled(Ending::ForfeitTime);
    let scopes: [(&str, &[Reason]); 4] = [
        ("all", &[]),
        ("checkmate", &[mate]),
        ("checkmate_or_resignation", &[mate, Reason::Resignation]),
        ("forfeit_time", &[late]),
    ];
    for (scope, reasons) in scopes {
        let count = |result: GameResult| {
            collection.outcomes.count(|(found, reason, _)| {
                let fits = reasons.is_empty() || reasons.contains(&reason);
                let drawn = !reasons.is_empty() && result == GameResult::Draw;
                found == Some(result) && fits && !drawn
            })
        };
        let wins = count(GameResult::WhiteWins);
        let losses = count(GameResult::BlackWins);
        let tally = Tally {
            wins,
            draws: count(GameResult::Draw),
            losses,
            ..Tally::default()
        };
        let decided = wins + losses;
        let score = if tally.games() == 0 {
            <[String; 3]>::default()
        } else {
            let score = tally.score_estimate();
            [score.value, score.lo, score.hi].map(six)
        };
        let start = cells([scope]).chain(counts([tally.games(), wins, tally.draws, losses]));
        let p_value = (decided > 0).then(|| format!("{:.8e}", p_value(wins, decided)));
        table.push(
            start
                .chain(score)
                .chain(share(wins, decided))
                .chain([p_value.unwrap_or_default()]),
        );
        report.share_figure(format!("edge.{scope}"), wins, decided);
    }
    report.tables.push(table);
}

/// Exact two-sided test of `wins` among `n` fair coins.
pub(super) fn p_value(wins: u64, n: u64) -> f64 {
    let fewer = wins.min(n - wins);
    // The tail from its greatest term on: each term is the last times i / (n - i + 1).
    let (mut term, mut ratio) = (1.0, 1.0);
    for i in (1..=fewer).rev() {
        term *= i as f64 / (n - i + 1) as f64;
        ratio += term;
        if term < 1e-18 * ratio {
            break;
        }
    }
    (2.0 * coins(fewer, n) * ratio).min(1.0)
}

/// Chance of `k` heads among `n` fair coins, by the saddle-point expansion of C. Loader
/// (2000), which keeps its digits for large numbers.
fn coins(k: u64, n: u64) -> f64 {
    if k == 0 {
        return libm::exp(-(n as f64) * std::f64::consts::LN_2);
    }
    if k == n {
        return coins(0, n);
    }
    let (heads, all) = (k as f64, n as f64);
    let tails = all - heads;
    let half = all / 2.0;
    let error = stirling_error(n) - stirling_error(k) - stirling_error(n - k);
    let log = error - deviance(heads, half) - deviance(tails, half);
    libm::exp(log) * (all / (std::f64::consts::TAU * heads * tails)).sqrt()
}

/// ln n! less Stirling's formula.
fn stirling_error(n: u64) -> f64 {
    let x = n as f64;
    if n < 16 {
        let factorial: f64 = (1..=n).map(|i| i as f64).product();
        let stirling = (x + 0.5) * libm::log(x) - x + 0.5 * libm::log(std::f64::consts::TAU);
        return libm::log(factorial) - stirling;
    }
    let square = x * x;
    let fourth = 1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square;
    (1.0 / 12.0 - (1.0 / 360.0 - fourth / square) / square) / x
}

/// x ln(x/m) + m - x without cancellation.
fn deviance(x: f64, m: f64) -> f64 {
    let gap = x - m;
    if gap.abs() >= 0.1 * (x + m) {
        return x * libm::log(x / m) + m - x;
    }
    let v = gap / (x + m);
    let mut sum = gap * v;
    let mut power = 2.0 * x * v;
    for j in 1..1000 {
        power *= v * v;
        let next = sum + power / f64::from(2 * j + 1);
        if next.to_bits() == sum.to_bits() {
            break;
        }
        sum = next;
    }
    sum
}

/// The smallest length that at least the share `q` (in hundredths) of the games do not exceed.
fn quantile(lengths: &BTreeMap<u32, u64>, games: u64, hundredths: u64) -> u32 {
    let mut seen = 0;
    for (&moves, &count) in lengths {
        seen += count;
        if 100 * seen >= hundredths * games {
            return moves;
        }
    }
    0
}

/// `durations.csv` and `duration_histogram.csv`.
pub(super) fn durations(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "durations",
        "scope,games,mean,mean_lo,mean_hi,sd,min,p05,p25,median,p75,p95,max,\
         early,early_share,early_share_lo,early_share_hi",
    );
    let mut histogram = Table::new(
        "duration_histogram",
        "scope,moves,games,share,share_lo,share_hi",
    );
    for (scope, lengths) in scopes(collection) {
        let games: u64 = lengths.values().sum();
        if games == 0 {
            continue;
        }
        let mut lasting = Mean::default();
        for (&moves, &count) in &lengths {
            lasting.add_ones(i64::from(moves), count);
        }
        let early: u64 = lengths.range(..=EARLY).map(|(_, games)| games).sum();
        let at = |hundredths| u64::from(quantile(&lengths, games, hundredths));
        let ranks = [0, 5, 25, 50, 75, 95, 100].map(at);
        let average = lasting.average(1.0);
        table.push(
            cells([scope.as_str()])
                .chain(counts([games]))
                .chain(mean(average))
                .chain(counts(ranks))
                .chain(counts([early]))
                .chain(share(early, games)),
        );
        for (&moves, &count) in &lengths {
            let start = cells([scope.as_str()]).chain(counts([u64::from(moves), count]));
            histogram.push(start.chain(share(count, games)));
        }
        if let ("all" | "won" | "drawn" | "checkmate", Some(average)) = (scope.as_str(), average) {
            let name = format!("duration.{scope}");
            report.share_figure(format!("{name}.early"), early, games);
            report.figure(name, Figure::mean("moves", games, average));
        }
    }
    report.tables.push(table);
    report.tables.push(histogram);
}

/// Names of scopes with their lengths.
pub(super) fn scopes(collection: &Collection) -> Vec<(String, BTreeMap<u32, u64>)> {
    let lengths = |fits: &dyn Fn(How) -> bool| collection.outcomes.lengths(fits);
    let won = |how: How| how.0.and_then(GameResult::winner).is_some();
    let mut scopes = vec![
        ("all".to_owned(), lengths(&|_| true)),
        ("won".to_owned(), lengths(&won)),
        (
            "drawn".to_owned(),
            lengths(&|how| how.0 == Some(GameResult::Draw)),
        ),
    ];
    let mut reasons: Vec<Reason> = Reason::all().collect();
    reasons.sort_by_key(|reason| reason.as_str());
    for reason in reasons {
        let of_reason = lengths(&|how| how.1 == reason);
        scopes.push((reason.as_str().to_owned(), of_reason));
    }
    scopes
}

/// `time_controls.csv`.
pub(super) fn time_controls(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "time_controls",
        "time_control,games,share,share_lo,share_hi,white_wins,draws,black_wins,checkmates,\
         out_of_time,out_of_time_share,out_of_time_share_lo,out_of_time_share_hi,mean_moves",
    );
    let mut rows: Vec<_> = collection.time_controls.0.iter().collect();
    rows.sort_by_key(|&(text, timed)| (Reverse(timed.games), text));
    for (text, timed) in rows {
        table.push(
            cells([text.as_str()])
                .chain(counts([timed.games]))
                .chain(share(timed.games, collection.games))
                .chain(counts(timed.results))
                .chain(counts([timed.checkmates, timed.out_of_time]))
                .chain(share(timed.out_of_time, timed.games))
                .chain([six(timed.moves as f64 / timed.games as f64)]),
        );
    }
    report.tables.push(table);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_test_is_exact() {
        // Values of scipy.stats.binomtest(k, n, 0.5).pvalue.
        for (wins, n, wanted) in [
            (5, 10, 1.0),
            (2, 10, 0.109_375),
            (0, 3, 0.25),
            (60, 100, 0.056_887_933_640_980_79),
            (5139, 10283, 0.968_535_270_008_525),
            (49_800, 100_000, 0.207_038_971_764_222_5),
        ] {
            let found = p_value(wins, n);
            assert!(
                (found - wanted).abs() < 1e-10 * wanted,
                "{wins} of {n}: {found}"
            );
            assert!((p_value(n - wins, n) - found).abs() < 1e-15);
        }
    }

    #[test]
    fn quantiles_are_lengths_that_occur() {
        let lengths = BTreeMap::from([(10, 1), (20, 2), (40, 1)]);
        let at = |hundredths| quantile(&lengths, 4, hundredths);
        assert_eq!([0, 25, 26, 75, 76, 100].map(at), [10, 10, 20, 20, 40, 40]);
    }
}
