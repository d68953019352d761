//! Material at the end (T Tables 5.2 and 5.3), conversion rates, and games in which one side
//! had a lone king.

use std::cmp::Reverse;

use super::{Report, Table, interval, share};
use crate::report::table::{FileRow as _, ShareInterval, row};
use darkforge_research::collection::{Collection, Ends};

/// A count of games with one material at the end.
type Count = fn(&Ends) -> u64;

/// Number of compared rows of a table.
const COMPARED: usize = 50;
/// Materials that cannot mate by force, whatever stands against them.
const NO_MATE: [&str; 3] = ["K", "KB", "KN"];

row! {
    /// A row for each material at the end in a scope, by games.
    FinalRow in "final_material.csv" {
        /// Games of the row: `victories`, `checkmates` or `draws`.
        scope: String,
        rank: usize,
        /// Material at the end, such as `KQP`: the winner's, in draws that of the greater side.
        material: String,
        other_material: String, games: u64,
        /// Share of the scope's games.
        share: ShareInterval,
    }
}

/// Adds `final_material.csv` and `conversion.csv`.
pub(super) fn last(report: &mut Report, collection: &Collection) {
    let ends: Vec<(String, String, Ends)> = collection
        .materials
        .ends
        .iter()
        .map(|(&(a, b), &ends)| (a.text(), b.text(), ends))
        .collect();
    let mut table = Table::new();
    let scopes: [(&str, Count); 3] = [
        ("victories", |ends| ends.wins),
        ("checkmates", |ends| ends.mates),
        ("draws", |ends| ends.draws),
    ];
    for (scope, count) in scopes {
        let all = ends.iter().map(|(_, _, ends)| count(ends)).sum();
        for (rank, (a, b, games)) in ranked(&ends, count).into_iter().enumerate() {
            table.push(FinalRow {
                scope: scope.to_owned(),
                rank: rank + 1,
                material: a.to_owned(),
                other_material: b.to_owned(),
                games,
                share: share(games, all),
            });
            if rank < COMPARED {
                report.share_figure(format!("final.{scope}.{a}-{b}"), games, all);
            }
        }
    }
    report.add(FinalRow::FILE, table);
    conversion(report, &ends);
}

/// Material with `count`, the most frequent first.
fn ranked(ends: &[(String, String, Ends)], count: impl Fn(&Ends) -> u64) -> Vec<(&str, &str, u64)> {
    let mut rows: Vec<_> = ends
        .iter()
        .map(|(a, b, ends)| (a.as_str(), b.as_str(), count(ends)))
        .filter(|&(_, _, games)| games > 0)
        .collect();
    rows.sort_by_key(|&(a, b, games)| (Reverse(games), a, b));
    rows
}

row! {
    /// A row for each material at the end that has wins or draws, by games.
    ConversionRow in "conversion.csv" {
        /// Material at the end, such as `KQP`: the winner's, in draws that of the greater side.
        material: String,
        other_material: String, wins: u64, mates: u64,
        /// Share of checkmates among the wins.
        mates_of_wins: ShareInterval,
        draws: u64,
        /// Share of checkmates among checkmates and draws.
        mated_of_played: ShareInterval,
    }
}

fn conversion(report: &mut Report, ends: &[(String, String, Ends)]) {
    let mut table = Table::new();
    let mut rows: Vec<_> = ends.iter().collect();
    rows.sort_by_key(|(a, b, ends)| (Reverse(ends.wins + ends.draws), a, b));
    let mut compared = 0;
    for (a, b, ends) in rows {
        let Ends { wins, mates, draws } = *ends;
        table.push(ConversionRow {
            material: a.clone(),
            other_material: b.clone(),
            wins,
            mates,
            mates_of_wins: share(mates, wins),
            draws,
            mated_of_played: share(mates, mates + draws),
        });
        if compared < COMPARED && !NO_MATE.contains(&a.as_str()) {
            compared += 1;
            let name = format!("conversion.{a}-{b}");
            report.share_figure(format!("{name}.mates_of_wins"), mates, wins);
            report.share_figure(format!("{name}.mated_of_played"), mates, mates + draws);
        }
    }
    report.add(ConversionRow::FILE, table);
}

row! {
    /// A row for each material that stood against a lone king, by games.
    WonRow in "won_endings.csv" {
        /// Material of the side that stood against a lone king, such as `KQP`.
        material: String,
        /// Games with such a position at some time.
        games: u64,
        wins: u64, mates: u64, draws: u64, losses: u64,
        /// Share of the games that it won.
        won_share: ShareInterval,
        /// Mean number of its moves from the first such position to the end.
        moves: ShareInterval,
    }
}

/// Adds `won_endings.csv`.
pub(super) fn won_endings(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    let found = collection.materials.won.iter();
    let mut rows: Vec<_> = found.map(|(stock, won)| (stock.text(), won)).collect();
    rows.sort_by(|(a, one), (b, other)| (other.games(), a).cmp(&(one.games(), b)));
    for (rank, (text, won)) in rows.into_iter().enumerate() {
        let games = won.games();
        table.push(WonRow {
            material: text.clone(),
            games,
            wins: won.wins,
            mates: won.mates,
            draws: won.draws,
            losses: won.losses,
            won_share: share(won.wins, games),
            moves: interval(won.moves.average(1.0)),
        });
        if rank < COMPARED {
            report.share_figure(format!("won_ending.{text}"), won.wins, games);
        }
    }
    report.add(WonRow::FILE, table);
}
