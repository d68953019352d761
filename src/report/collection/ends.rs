//! Endings (T Table 5.1), lengths (T 5.2.2) and time controls of games.
//!
//! T is the thesis, see [the crate](crate).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Figure, MeanColumns, Report, Table, share};
use crate::report::table::{FileRow as _, Fixed, Share, ShareInterval, row};
use darkforge_board::Color;
use darkforge_kriegspiel::umpire::{Ending, GameResult};
use darkforge_ratings::Tally;
use darkforge_research::collection::{Collection, How, Mean, Reason};

/// Greatest number of moves of an early game (T 5.2.2).
const EARLY: u32 = 15;

/// A colour's name; empty without a colour.
fn color_name(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::White) => "white",
        Some(Color::Black) => "black",
        None => "",
    }
}

row! {
    /// A row for each way in which games ended.
    OutcomeRow in "outcomes.csv" {
        /// Result: `1-0`, `0-1`, `1/2-1/2` or `*`.
        result: String,
        /// Reason of the game's end ([reasons](../collections.md#result-and-reason)).
        reason: String,
        /// Side to which it happened: `white`, `black` or empty.
        of_color: String,
        games: u64,
        /// Share of all used games.
        share: ShareInterval,
    }
}

/// Adds `outcomes.csv`.
pub(super) fn outcomes(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
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
        table.push(OutcomeRow {
            result: result.to_owned(),
            reason: reason.as_str().to_owned(),
            of_color: color.to_owned(),
            games,
            share: share(games, collection.games),
        });
        // `checkmate.of_black`: Black was mated.
        let of = if color.is_empty() { "" } else { ".of_" };
        // Under some rules a stalemate is a loss: one name for both.
        let name = format!("outcome.{}{of}{color}", reason.as_str());
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
    report.add(OutcomeRow::FILE, table);
}

row! {
    /// A row for each scope.
    EdgeRow in "edge.csv" {
        /// Games of the row: `all`, `checkmate`, `checkmate_or_resignation` or `forfeit_time`.
        scope: String,
        games: u64, white_wins: u64, draws: u64, black_wins: u64,
        /// Mean points of White in a game.
        white_score: ShareInterval,
        /// Share of White in the decided games.
        white_of_decided: ShareInterval,
        /// Probability of a result at least this far from 1/2 by chance: exact two-sided binomial
        /// test, nine significant digits.
        p_value: Option<String>,
    }
}

/// Adds `edge.csv`.
pub(super) fn edge(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
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
        table.push(EdgeRow {
            scope: scope.to_owned(),
            games: tally.games(),
            white_wins: wins,
            draws: tally.draws,
            black_wins: losses,
            white_score: if tally.games() == 0 {
                ShareInterval::default()
            } else {
                tally.score_estimate().into()
            },
            white_of_decided: share(wins, decided),
            p_value: (decided > 0).then(|| format!("{:.8e}", p_value(wins, decided))),
        });
        report.share_figure(format!("edge.{scope}"), wins, decided);
    }
    report.add(EdgeRow::FILE, table);
}

/// Exact two-sided test of `wins` among `n` fair coins.
pub(super) fn p_value(wins: u64, n: u64) -> f64 {
    let fewer = wins.min(n - wins);
    // The tail from its greatest term on: each term is the previous one times i / (n - i + 1).
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

/// Probability of `k` heads in `n` fair coin tosses, by the saddle-point expansion of C. Loader
/// (2000), which stays precise for large numbers.
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

row! {
    /// A row for each scope that has games.
    DurationRow in "durations.csv" {
        scope: String, games: u64, mean: MeanColumns,
        /// Shortest game, in moves.
        min: u32,
        /// Length that 5 % of the games do not exceed, in moves.
        p05: u32,
        /// Length that 25 % of the games do not exceed, in moves.
        p25: u32,
        /// Length that half of the games do not exceed, in moves.
        median: u32,
        /// Length that 75 % of the games do not exceed, in moves.
        p75: u32,
        /// Length that 95 % of the games do not exceed, in moves.
        p95: u32,
        /// Longest game, in moves.
        max: u32,
        /// Games of at most 15 moves.
        early: u64,
        /// Share of the row's games with at most 15 moves.
        early_share: ShareInterval,
    }
}

row! {
    /// A row for each length of games in a scope.
    LengthRow in "duration_histogram.csv" {
        scope: String,
        /// Length of the game, in moves.
        moves: u32,
        /// Games of this length.
        games: u64,
        /// Share of the scope's games.
        share: ShareInterval,
    }
}

/// Adds `durations.csv` and `duration_histogram.csv`.
pub(super) fn durations(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    let mut histogram = Table::new();
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
        let at = |hundredths| quantile(&lengths, games, hundredths);
        let average = lasting.average(1.0);
        table.push(DurationRow {
            scope: scope.clone(),
            games,
            mean: average.into(),
            min: at(0),
            p05: at(5),
            p25: at(25),
            median: at(50),
            p75: at(75),
            p95: at(95),
            max: at(100),
            early,
            early_share: share(early, games),
        });
        for (&moves, &count) in &lengths {
            histogram.push(LengthRow {
                scope: scope.clone(),
                moves,
                games: count,
                share: share(count, games),
            });
        }
        if let ("all" | "won" | "drawn" | "checkmate", Some(average)) = (scope.as_str(), average) {
            let name = format!("duration.{scope}");
            report.share_figure(format!("{name}.early"), early, games);
            report.figure(name, Figure::mean("moves", games, average));
        }
    }
    report.add(DurationRow::FILE, table);
    report.add(LengthRow::FILE, histogram);
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

row! {
    /// A row for each time control, by games.
    TimeRow in "time_controls.csv" {
        /// Tag `TimeControl` of the games; empty without one.
        time_control: String,
        games: u64,
        /// Share of all used games.
        share: ShareInterval,
        white_wins: u64, draws: u64, black_wins: u64, checkmates: u64,
        /// Games in which a side ran out of time.
        out_of_time: u64,
        /// Share of the row's games in which a side ran out of time.
        out_of_time_share: ShareInterval,
        mean_moves: Share,
    }
}

/// Adds `time_controls.csv`.
pub(super) fn time_controls(report: &mut Report, collection: &Collection) {
    let mut rows: Vec<_> = collection.time_controls.0.iter().collect();
    rows.sort_by_key(|&(text, timed)| (Reverse(timed.games), text));
    report.add_rows(rows.into_iter().map(|(text, timed)| {
        let [white_wins, draws, black_wins] = timed.results;
        TimeRow {
            time_control: text.to_owned(),
            games: timed.games,
            share: share(timed.games, collection.games),
            white_wins,
            draws,
            black_wins,
            checkmates: timed.checkmates,
            out_of_time: timed.out_of_time,
            out_of_time_share: share(timed.out_of_time, timed.games),
            mean_moves: Fixed(timed.moves as f64 / timed.games as f64),
        }
    }));
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
