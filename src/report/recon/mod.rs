//! Tables of games of reconnaissance blind chess, and the figures that can be compared with those of
//! other games. `docs/recon.md` defines them.

mod plots;

use std::collections::BTreeMap;

use super::collection::{Figure, MeanColumns, Report};
use super::table::{ShareInterval, row};
use darkforge_board::Square;
use darkforge_ratings::{Z95, wilson};
use darkforge_recon::referee::Ending;
use darkforge_recon::statistics::{Bucket, Size, Sizes, Statistics};
use darkforge_research::collection::{Cluster, Mean};

pub(crate) use plots::draw;

/// Shares of the quantiles, beside the median.
const TAILS: [f64; 2] = [0.9, 0.99];

/// Changes the rank of a square as a board does that is turned top to bottom.
const TURNED: usize = 0b11_1000;

/// Name of an ending in tables.
pub(crate) const fn ending_name(ending: Option<Ending>) -> &'static str {
    match ending {
        Some(Ending::Resign) => "resignation",
        Some(Ending::Timeout) => "timeout",
        Some(Ending::KingCapture) => "king_capture",
        Some(Ending::TurnLimit) => "turn_limit",
        Some(Ending::MoveLimit) => "move_limit",
        None => "unfinished",
    }
}

row! {
    /// A row for each interval of the greatest number of possible positions that a side had in a
    /// game.
    PossibleRow in "possible_positions.csv" {
        /// Least number of positions of the interval.
        from: u64,
        /// Greatest number of positions of the interval; empty beyond the limit.
        up_to: Option<u64>,
        /// Sides of followed games whose greatest number lies in the interval.
        sides: u64,
        /// Sides that won.
        won: u64,
        /// Sides of drawn games.
        drawn: u64,
        /// Sides that lost.
        lost: u64,
        /// Share of the sides that won.
        won_share: ShareInterval,
    }
}

row! {
    /// Two rows for each number of a side's turn, and two for all turns.
    SizeRow in "sizes.csv" {
        /// Number of the side's turn, from 1; empty for all turns.
        turn: Option<u64>,
        /// `before_sense` or `after_sense`.
        moment: String,
        /// Turns of known size.
        turns: u64,
        /// Of these, turns with more positions than the limit.
        beyond: u64,
        /// Turns of unknown size, after one beyond the limit.
        unknown: u64,
        /// Median of the numbers of positions; beyond the limit, the limit.
        median: Option<u64>,
        /// The number that nine tenths of the turns do not exceed; beyond the limit, the limit.
        p90: Option<u64>,
        /// The number that 99 % of the turns do not exceed; beyond the limit, the limit.
        p99: Option<u64>,
        /// Greatest number of positions; beyond the limit, the limit.
        greatest: Option<u64>,
    }
}

row! {
    /// A row for each square, and one for turns without a sense.
    SenseRow in "senses.csv" {
        /// Centre of the window; `-` is no sense.
        square: String,
        /// White's senses.
        white: u64,
        /// Black's senses.
        black: u64,
        /// Senses of both sides on the square of this name as the side sees it: Black's board is
        /// turned top to bottom (e7 becomes e2).
        own_frame: u64,
        /// Share of these in all turns.
        share: ShareInterval,
    }
}

row! {
    /// A row for each reason of a game's end.
    GameEndingRow in "game_endings.csv" {
        /// Reason: `king_capture`, `resignation`, `timeout`, `move_limit`, `turn_limit` or
        /// `unfinished`.
        ending: String,
        games: u64,
        /// Share of all games.
        share: ShareInterval,
        white_wins: u64, black_wins: u64,
        /// Games without a winner.
        draws: u64,
    }
}

row! {
    /// A row for each reason of a game's end, and one for all games.
    GameLengthRow in "game_lengths.csv" {
        /// Reason, or `all`.
        ending: String,
        games: u64,
        /// Plies of a game, passes included.
        plies: MeanColumns,
        /// Median of the numbers of plies.
        median: u64,
        /// Least number of plies.
        shortest: u64,
        /// Greatest number of plies.
        longest: u64,
    }
}

row! {
    /// A row for each player's name, those with most games first.
    GamePlayerRow in "game_players.csv" {
        player: String,
        /// Games; those against itself count twice.
        games: u64,
        /// Games won.
        won: u64,
        /// Games drawn.
        drawn: u64,
        /// Games lost.
        lost: u64,
        /// Share of games won.
        won_share: ShareInterval,
        /// Won by the capture of the king.
        won_by_capture: u64,
        /// Won by the opponent's resignation.
        won_by_resignation: u64,
        /// Won on time.
        won_on_time: u64,
        /// Lost by the capture of the king.
        lost_by_capture: u64,
        /// Lost by resignation.
        lost_by_resignation: u64,
        /// Lost on time.
        lost_on_time: u64,
    }
}

/// A share with Wilson's interval; empty for a share of nothing.
fn share(count: u64, all: u64) -> ShareInterval {
    if all == 0 {
        return ShareInterval::default();
    }
    wilson(count as f64, all as f64, Z95).into()
}

/// All tables and figures of the games, except those of inputs.
pub(crate) fn report(statistics: &Statistics) -> Report {
    let mut report = Report::default();
    report.add_rows(statistics.buckets().map(possible));
    let sizes = statistics.sizes.iter();
    let sizes = sizes.map(|(&turn, sizes)| (Some(turn as u64), sizes.clone()));
    let all = (None, statistics.all_sizes());
    report.add_rows(std::iter::once(all).chain(sizes).flat_map(|(turn, sizes)| {
        [
            ("before_sense", &sizes.before),
            ("after_sense", &sizes.after),
        ]
        .map(|(moment, counts)| size_row(turn, moment, counts, sizes.unknown))
    }));
    report.add_rows(senses(statistics));
    report.add_rows(statistics.endings.iter().map(|(&ending, games)| {
        let all = games.iter().sum();
        GameEndingRow {
            ending: ending_name(ending).to_owned(),
            games: all,
            share: share(all, statistics.games),
            white_wins: games[0],
            black_wins: games[1],
            draws: games[2],
        }
    }));
    report.add_rows(lengths(statistics));
    report.add_rows(players(statistics));
    figures(&mut report, statistics);
    report
}

fn possible(bucket: &Bucket) -> PossibleRow {
    PossibleRow {
        from: bucket.from,
        up_to: bucket.up_to,
        sides: bucket.sides(),
        won: bucket.won,
        drawn: bucket.drawn,
        lost: bucket.lost,
        won_share: share(bucket.won, bucket.sides()),
    }
}

fn size_row(turn: Option<u64>, moment: &str, sizes: &Sizes, unknown: u64) -> SizeRow {
    let positions = |size: Size| size.positions;
    let [p90, p99] = TAILS.map(|share| sizes.quantile(share).map(positions));
    SizeRow {
        turn,
        moment: moment.to_owned(),
        turns: sizes.count(),
        beyond: sizes.beyond(),
        unknown,
        median: sizes.median().map(positions),
        p90,
        p99,
        greatest: sizes.quantile(1.0).map(positions),
    }
}

/// Senses of both sides on each square as the side sees it.
pub(crate) fn own_frame(statistics: &Statistics) -> [u64; 64] {
    let [white, black] = &statistics.senses;
    std::array::from_fn(|square| white.0[square] + black.0[square ^ TURNED])
}

fn senses(statistics: &Statistics) -> impl Iterator<Item = SenseRow> + '_ {
    let own = own_frame(statistics);
    let without = statistics.without_sense;
    let all = own.iter().sum::<u64>() + without.iter().sum::<u64>();
    let [white, black] = &statistics.senses;
    let squares = Square::ALL
        .into_iter()
        .zip(0..64)
        .map(move |(square, at)| SenseRow {
            square: square.to_string(),
            white: white.0[at],
            black: black.0[at],
            own_frame: own[at],
            share: share(own[at], all),
        });
    squares.chain([SenseRow {
        square: "-".to_owned(),
        white: without[0],
        black: without[1],
        own_frame: without[0] + without[1],
        share: share(without[0] + without[1], all),
    }])
}

/// Numbers of plies with their games, of the endings that are `wanted`.
fn plies(statistics: &Statistics, wanted: impl Fn(Option<Ending>) -> bool) -> Vec<(u32, u64)> {
    let mut plies: BTreeMap<u32, u64> = BTreeMap::new();
    for (&(ending, length), games) in &statistics.lengths {
        if wanted(ending) {
            *plies.entry(length).or_default() += games;
        }
    }
    plies.into_iter().collect()
}

fn mean_plies(lengths: &[(u32, u64)]) -> Mean {
    let mut mean = Mean::default();
    for &(plies, games) in lengths {
        for _ in 0..games {
            let mut game = Cluster::default();
            game.push(i64::from(plies));
            mean.add(game);
        }
    }
    mean
}

fn lengths(statistics: &Statistics) -> Vec<GameLengthRow> {
    let row = |name: &str, lengths: &[(u32, u64)]| {
        let games: u64 = lengths.iter().map(|(_, games)| games).sum();
        let mut passed = 0;
        let median = lengths.iter().find(|(_, more)| {
            passed += more;
            2 * passed >= games
        });
        let of = |length: Option<&(u32, u64)>| length.map_or(0, |&(plies, _)| u64::from(plies));
        GameLengthRow {
            ending: name.to_owned(),
            games,
            plies: mean_plies(lengths).average(1.0).into(),
            median: of(median),
            shortest: of(lengths.first()),
            longest: of(lengths.last()),
        }
    };
    let mut rows = vec![row("all", &plies(statistics, |_| true))];
    for &ending in statistics.endings.keys() {
        let lengths = plies(statistics, |one| one == ending);
        rows.push(row(ending_name(ending), &lengths));
    }
    rows
}

fn players(statistics: &Statistics) -> Vec<GamePlayerRow> {
    let mut players: Vec<_> = statistics.players.iter().collect();
    players.sort_by_key(|(_, player)| std::cmp::Reverse(player.games));
    let rows = players.into_iter().map(|(name, player)| {
        let won = |ending| player.won.get(&ending).copied().unwrap_or(0);
        let lost = |ending| player.lost.get(&ending).copied().unwrap_or(0);
        GamePlayerRow {
            player: name.clone(),
            games: player.games,
            won: player.wins(),
            drawn: player.drawn,
            lost: player.losses(),
            won_share: share(player.wins(), player.games),
            won_by_capture: won(Ending::KingCapture),
            won_by_resignation: won(Ending::Resign),
            won_on_time: won(Ending::Timeout),
            lost_by_capture: lost(Ending::KingCapture),
            lost_by_resignation: lost(Ending::Resign),
            lost_on_time: lost(Ending::Timeout),
        }
    });
    rows.collect()
}

/// A figure without an interval.
fn positions(size: Size) -> Figure {
    Figure {
        unit: "positions".to_owned(),
        games: None,
        value: size.positions as f64,
        interval: None,
    }
}

fn figures(report: &mut Report, statistics: &Statistics) {
    let games = statistics.games;
    for (name, count) in [
        ("white_wins", statistics.wins[0]),
        ("black_wins", statistics.wins[1]),
        ("draws", statistics.draws),
    ] {
        report.share_figure(format!("outcome.{name}"), count, games);
    }
    for (&ending, counts) in &statistics.endings {
        let name = ending_name(ending);
        report.share_figure(format!("ending.{name}"), counts.iter().sum(), games);
    }
    let all = mean_plies(&plies(statistics, |_| true));
    report.mean_figure("plies.all".to_owned(), "plies", &all, 1.0);
    for &ending in statistics.endings.keys() {
        let name = ending_name(ending);
        let mean = mean_plies(&plies(statistics, |one| one == ending));
        report.mean_figure(format!("plies.{name}"), "plies", &mean, 1.0);
    }
    for bucket in statistics.buckets() {
        let up_to = bucket.up_to;
        let name = up_to.map_or("beyond".to_owned(), |up_to| format!("up_to_{up_to}"));
        report.share_figure(format!("won.{name}"), bucket.won, bucket.sides());
    }
    let all = statistics.all_sizes();
    for (moment, sizes) in [
        ("greatest", &statistics.greatest),
        ("before_sense", &all.before),
        ("after_sense", &all.after),
    ] {
        for (name, share) in [("median", 0.5), ("p90", TAILS[0]), ("p99", TAILS[1])] {
            if let Some(size) = sizes.quantile(share) {
                report.figure(format!("positions.{moment}.{name}"), positions(size));
            }
        }
    }
}
