//! Attacks (T 5.2.6): targets, weak points, and what precedes an attack; and announcements that follow
//! announcements (T 7.4.4).
//!
//! T is the thesis, see [the crate](crate).

use std::cmp::Reverse;

use super::{Report, Table, interval, share};
use crate::report::table::{FileRow as _, Fixed, Share, ShareInterval, row};
use darkforge_board::Square;
use darkforge_research::collection::{
    Attacker, Collection, DISTANCE, FOLLOWING, GIVEN, Mean, Player, Squares, Struck,
};

/// Names of the files of squares.
pub(crate) const TARGETS: &str = "targets.csv";
pub(crate) const WEAK_POINTS: &str = "weak_points.csv";

/// Number of squares of a player that are listed; of all players together all.
const COMMONEST: usize = 10;

row! {
    /// A row for each square of all players together (`*`) on which there was an attack, and for the
    /// ten commonest of each of the twenty players with the most games.
    SquareRow {
        /// Name of the player in the records; `*` for all.
        player: String,
        rank: usize,
        /// Square in the player's own frame.
        square: String,
        /// Games of the player.
        games: u64,
        /// Attacks on this square: by the player in `targets.csv`, against it in `weak_points.csv`.
        attacks: u64,
        /// Share of the player's games with such an attack.
        games_share: ShareInterval,
        /// Mean number of the attacker's men that attack the square before the first capture.
        mean_attackers: Share,
        /// Mean number of men captured in the exchange, by both sides.
        mean_captures: Share,
        /// Mean points that the attacker won in the exchange, less those that it lost.
        mean_gain: Share,
    }
}

/// Attacks by their squares, of one player.
type BySquare = fn(&Attacker) -> &Squares;

/// All players together as `*`, then those with the most games, with their attacks.
fn listed(collection: &Collection) -> Vec<(&str, &Player, &Attacker)> {
    let attacks = &collection.attacks;
    let players = super::seats::listed(collection).into_iter();
    players
        .filter_map(|(name, player)| {
            let attacker = if name == "*" {
                Some(&attacks.all)
            } else {
                let mut named = attacks.named.iter();
                named.find(|(other, _)| *other == name).map(|found| found.1)
            };
            Some((name, player, attacker?))
        })
        .collect()
}

/// Adds `targets.csv` and `weak_points.csv`.
pub(super) fn squares(report: &mut Report, collection: &Collection) {
    let files: [(&'static str, &str, BySquare); 2] = [
        (TARGETS, "target", |attacker| &attacker.targets),
        (WEAK_POINTS, "weak_point", |attacker| &attacker.weak),
    ];
    for (file, figure, of) in files {
        let mut table: Table<SquareRow> = Table::new();
        for (name, player, attacker) in listed(collection) {
            let games: u64 = player.games.iter().sum();
            let mut found: Vec<(&Square, &Struck)> = of(attacker).iter().collect();
            found.sort_by_key(|&(&square, struck)| (Reverse(struck.attacks), square));
            let most = if name == "*" { 64 } else { COMMONEST };
            for (rank, (square, struck)) in found.into_iter().take(most).enumerate() {
                let with = u64::from(struck.games);
                let mean = |sum: f64| Fixed(sum / f64::from(struck.attacks));
                table.push(SquareRow {
                    player: name.to_owned(),
                    rank: rank + 1,
                    square: square.to_string(),
                    games,
                    attacks: u64::from(struck.attacks),
                    games_share: share(with, games),
                    mean_attackers: mean(f64::from(struck.men)),
                    mean_captures: mean(f64::from(struck.captures)),
                    mean_gain: super::six(mean(f64::from(struck.gain)).0),
                });
                report.share_figure(format!("{figure}.{name}.{square}"), with, games);
            }
        }
        report.add(file, table);
    }
}

row! {
    /// A row for all players together (`*`) and each of the twenty with the most games, and each
    /// number of own moves before.
    PreludeRow in "before_attacks.csv" {
        /// Name of the player in the records; `*` for all.
        player: String,
        /// Own moves between this turn and the attack; 0 is the attack itself.
        before: usize,
        /// Games with such a turn.
        games: u64,
        /// Attacks that have such a turn.
        attacks: u64,
        /// Mean number of own men that attack the target at the beginning of the turn.
        attackers: ShareInterval,
        /// Share of these turns whose move made more own men attack the target; empty for the attack.
        brought: ShareInterval,
        /// Share of these turns in which the man moved that later captures; empty for the attack.
        captor: ShareInterval,
        /// Attacks whose player's refused tries are known.
        told: u64,
        /// Share of those in which a try with this target was refused in the turn.
        tried: ShareInterval,
        /// Share of these turns before which the opponent's move was announced with anything.
        heard: ShareInterval,
    }
}

/// Adds `before_attacks.csv`.
pub(super) fn preludes(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    for (name, _, attacker) in listed(collection) {
        for (before, found) in attacker.preludes.iter().enumerate() {
            if found.men.count == 0 {
                continue;
            }
            let of = |mean: &Mean| interval(mean.average(1.0));
            table.push(PreludeRow {
                player: name.to_owned(),
                before,
                games: found.men.games,
                attacks: found.men.count,
                attackers: of(&found.men),
                brought: of(&found.brought),
                captor: of(&found.captor),
                told: found.tried.count,
                tried: of(&found.tried),
                heard: of(&found.heard),
            });
            for (what, unit, mean) in [
                ("attackers", "men", &found.men),
                ("brought", "share", &found.brought),
                ("captor", "share", &found.captor),
                ("tried", "share", &found.tried),
                ("heard", "share", &found.heard),
            ] {
                let figure = format!("before_attack.{name}.{what}.{before}");
                report.mean_figure(figure, unit, mean, 1.0);
            }
        }
    }
    report.add(PreludeRow::FILE, table);
}

row! {
    /// A row for each kind of first ply, kind of later ply, and distance between them.
    ClusterRow in "clusters.csv" {
        /// Announcement of the first ply: `any` (every ply), `silent`, `capture`, `check` or `tries`.
        given: String,
        /// Announcement of the later ply: `capture`, `check` or `tries`.
        following: String,
        /// Distance in plies: 1 is the reply, 2 the same side's next move.
        plies: usize,
        /// Games with such a first ply.
        games: u64,
        /// First plies that have a ply at this distance.
        pairs: u64,
        /// Those whose later ply is so announced.
        followed: u64,
        /// Their share, with games as clusters.
        share: ShareInterval,
        /// The share divided by that of `any` at this distance.
        lift: Option<Share>,
    }
}

/// Adds `clusters.csv`.
pub(super) fn clusters(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    let found = &collection.clusters;
    for (given, first) in GIVEN.iter().enumerate() {
        for (following, later) in FOLLOWING.iter().enumerate() {
            for plies in 1..=DISTANCE {
                let mean = found.of(given, following, plies);
                let base = found.of(0, following, plies).average(1.0);
                let Some(average) = mean.average(1.0) else {
                    continue;
                };
                let base = base.map(|base| base.mean).filter(|&base| base > 0.0);
                table.push(ClusterRow {
                    given: (*first).to_owned(),
                    following: (*later).to_owned(),
                    plies,
                    games: mean.games,
                    pairs: mean.count,
                    followed: mean.sum() as u64,
                    share: interval(Some(average)),
                    lift: base.map(|base| Fixed(average.mean / base)),
                });
                let name = format!("cluster.{first}.{later}.{plies}");
                report.mean_figure(name, "share", mean, 1.0);
            }
        }
    }
    report.add(ClusterRow::FILE, table);
}
