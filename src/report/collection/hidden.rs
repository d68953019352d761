//! What hidden information does to games: answers, what is learnt from them, who knows more,
//! and the squares that are fought over.

use super::figure::{Figure, six};
use super::{Report, Table, cells, counts, mean, share};
use darkforge_board::Square;
use darkforge_research::collection::{
    ANSWERS, Collection, EVENTS, Informed, MEASURES, Mean, PARTS, PHASES,
};

/// `answers.csv`.
pub(super) fn answers(report: &mut Report, collection: &Collection) {
    let mut table = Table::new("answers", "phase,answer,games,answers,share,bits");
    let found = &collection.answers;
    for (phase, name) in PHASES.iter().enumerate() {
        let all: u64 = found.counts[phase].iter().map(|count| count[1]).sum();
        if all == 0 {
            continue;
        }
        let mut information = 0.0;
        for (answer, &[games, answers]) in ANSWERS.iter().zip(&found.counts[phase]) {
            if answers == 0 {
                continue;
            }
            let share = answers as f64 / all as f64;
            let bits = -libm::log2(share);
            information += share * bits;
            let start = cells([name, answer]).chain(counts([games, answers]));
            table.push(start.chain([six(share), six(bits)]));
        }
        let start = cells([name, "mean"]).chain(counts([found.games[phase], all]));
        table.push(start.chain([six(1.0), six(information)]));
        let figure = Figure {
            unit: "bits".to_owned(),
            games: Some(found.games[phase]),
            value: information,
            interval: None,
        };
        report.figure(format!("answer_bits.{name}"), figure);
    }
    report.tables.push(table);
}

/// `learning.csv`.
pub(super) fn learning(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "learning",
        "event,games,events,king_bits,king_bits_lo,king_bits_hi,bits,bits_lo,bits_hi",
    );
    for (event, [king, bits]) in EVENTS.iter().zip(&collection.knowledge.learning) {
        if bits.count == 0 {
            continue;
        }
        let three = |found: &Mean| {
            let [value, lo, hi, _] = mean(found.average(PARTS));
            [value, lo, hi]
        };
        let start = cells([event]).chain(counts([bits.games, bits.count]));
        table.push(start.chain(three(king)).chain(three(bits)));
        report.mean_figure(format!("learning.{event}"), "bits", bits, PARTS);
    }
    report.tables.push(table);
}

/// `informed.csv`.
pub(super) fn informed(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "informed",
        "measure,move,games,winner_better,loser_better,equal,\
         winner_share,winner_share_lo,winner_share_hi",
    );
    let known = &collection.knowledge;
    for (measure, name) in MEASURES.iter().enumerate() {
        let row = |text: &str, who: Informed| {
            let games = who.iter().sum();
            let start = cells([name, text])
                .chain(counts([games]))
                .chain(counts(who));
            start.chain(share(who[0], who[0] + who[1]))
        };
        let whole = known.informed_games[measure];
        if whole.iter().sum::<u64>() == 0 {
            continue;
        }
        table.push(row("game", whole));
        report.share_figure(format!("informed.{name}"), whole[0], whole[0] + whole[1]);
        for (number, &who) in known.informed[measure].iter().enumerate() {
            table.push(row(&(number + 1).to_string(), who));
        }
    }
    report.tables.push(table);
}

/// `captures.csv`.
pub(super) fn captures(report: &mut Report, collection: &Collection) {
    let mut table = Table::new(
        "captures",
        "square,captures,by_white,by_black,of_pawns,of_pieces,games,\
         games_share,games_share_lo,games_share_hi,refused",
    );
    for (place, fights) in collection.captures.0.iter().enumerate() {
        let square = Square::new(place as u32).to_string();
        let [white, black] = fights.captures;
        let all = white + black;
        let numbers = [
            all,
            white,
            black,
            fights.pawns,
            all - fights.pawns,
            fights.games,
        ];
        table.push(
            cells([square.as_str()])
                .chain(counts(numbers))
                .chain(share(fights.games, collection.games))
                .chain(counts([fights.refused])),
        );
        let name = format!("captures.{square}");
        report.share_figure(name, fights.games, collection.games);
    }
    report.tables.push(table);
}
