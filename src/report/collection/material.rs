//! Material at the end (T Tables 5.2 and 5.3), conversion rates, and games in which one side
//! had a lone king.

use std::cmp::Reverse;

use super::{Report, Table, cells, counts, mean, share};
use darkforge_research::collection::{Collection, Ends};

/// What is counted of games with one material at the end.
type Count = fn(&Ends) -> u64;

/// Rows of a table that are compared.
const COMPARED: usize = 50;

/// `final_material.csv` and `conversion.csv`.
pub(super) fn last(report: &mut Report, collection: &Collection) {
    let ends: Vec<(String, String, Ends)> = collection
        .materials
        .ends
        .iter()
        .map(|(&(a, b), &ends)| (a.text(), b.text(), ends))
        .collect();
    let mut table = Table::new(
        "final_material",
        "scope,rank,material,other_material,games,share,share_lo,share_hi",
    );
    let scopes: [(&str, Count); 3] = [
        ("victories", |ends| ends.wins),
        ("checkmates", |ends| ends.mates),
        ("draws", |ends| ends.draws),
    ];
    for (scope, count) in scopes {
        for (rank, (a, b, games)) in ranked(&ends, count).into_iter().enumerate() {
            let all = ends.iter().map(|(_, _, ends)| count(ends)).sum();
            let rank_text = (rank + 1).to_string();
            let start = cells([scope, &rank_text, a, b]).chain(counts([games]));
            table.push(start.chain(share(games, all)));
            if rank < COMPARED {
                report.share_figure(format!("final.{scope}.{a}-{b}"), games, all);
            }
        }
    }
    report.tables.push(table);
    conversion(report, &ends);
}

/// Material with `count`, the commonest first.
fn ranked(ends: &[(String, String, Ends)], count: impl Fn(&Ends) -> u64) -> Vec<(&str, &str, u64)> {
    let mut rows: Vec<_> = ends
        .iter()
        .map(|(a, b, ends)| (a.as_str(), b.as_str(), count(ends)))
        .filter(|&(_, _, games)| games > 0)
        .collect();
    rows.sort_by_key(|&(a, b, games)| (Reverse(games), a, b));
    rows
}

fn conversion(report: &mut Report, ends: &[(String, String, Ends)]) {
    let mut table = Table::new(
        "conversion",
        "material,other_material,wins,mates,mates_of_wins,mates_of_wins_lo,mates_of_wins_hi,\
         draws,mated_of_played,mated_of_played_lo,mated_of_played_hi",
    );
    let mut rows: Vec<_> = ends.iter().collect();
    rows.sort_by_key(|(a, b, ends)| (Reverse(ends.wins + ends.draws), a, b));
    for (rank, (a, b, ends)) in rows.into_iter().enumerate() {
        let Ends { wins, mates, draws } = *ends;
        table.push(
            cells([a.as_str(), b.as_str()])
                .chain(counts([wins, mates]))
                .chain(share(mates, wins))
                .chain(counts([draws]))
                .chain(share(mates, mates + draws)),
        );
        if rank < COMPARED {
            let name = format!("conversion.{a}-{b}");
            report.share_figure(format!("{name}.mates_of_wins"), mates, wins);
            report.share_figure(format!("{name}.mated_of_played"), mates, mates + draws);
        }
    }
    report.tables.push(table);
}

/// `won_endings.csv`.
pub(super) fn won_endings(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "won_endings",
        "material,games,wins,mates,draws,losses,won_share,won_share_lo,won_share_hi,\
         moves,moves_lo,moves_hi",
    );
    let found = collection.materials.won.iter();
    let mut rows: Vec<_> = found.map(|(stock, won)| (stock.text(), won)).collect();
    rows.sort_by(|(a, one), (b, other)| (other.games(), a).cmp(&(one.games(), b)));
    for (rank, (text, won)) in rows.into_iter().enumerate() {
        let games = won.games();
        let [moves, lo, hi, _] = mean(won.moves.average(1.0));
        table.push(
            cells([text.as_str()])
                .chain(counts([games, won.wins, won.mates, won.draws, won.losses]))
                .chain(share(won.wins, games))
                .chain([moves, lo, hi]),
        );
        if rank < COMPARED {
            report.share_figure(format!("won_ending.{text}"), won.wins, games);
        }
    }
    report.tables.push(table);
}
