//! Effects of hidden information: answers, their information, the better informed side, and
//! captures by square.

use super::figure::{Figure, six};
use super::{Report, Table, interval, share};
use crate::report::table::{FileRow as _, Share, ShareInterval, row};
use darkforge_board::Square;
use darkforge_ratings::Tally;
use darkforge_research::collection::{
    ANSWERS, Collection, EVENTS, Informed, MEASURES, PARTS, PHASES,
};

row! {
    /// A row for each answer in a phase, and one for all answers of the phase.
    AnswerRow in "answers.csv" {
        phase: String,
        /// Answer to a try: `refused`, `nonsense`, `silent`, `tries`, `capture`, `check` or
        /// `capture_check`; `mean` for all of the phase.
        answer: String,
        /// Games with such an answer in the phase.
        games: u64,
        /// Number of such answers.
        answers: u64,
        /// Share of the phase's answers.
        share: Share,
        /// Surprise of the answer, in bits; in the row `mean` the mean information of an answer.
        bits: Share,
    }
}

/// Adds `answers.csv`.
pub(super) fn answers(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    let found = &collection.answers;
    for (phase, name) in PHASES.iter().enumerate() {
        let all: u64 = found.counts[phase].iter().map(|count| count[1]).sum();
        if all == 0 {
            continue;
        }
        let row = |answer: &str, games: u64, answers: u64, [share, bits]: [f64; 2]| AnswerRow {
            phase: (*name).to_owned(),
            answer: answer.to_owned(),
            games,
            answers,
            share: six(share),
            bits: six(bits),
        };
        let mut information = 0.0;
        for (answer, &[games, answers]) in ANSWERS.iter().zip(&found.counts[phase]) {
            if answers == 0 {
                continue;
            }
            let share = answers as f64 / all as f64;
            let bits = -libm::log2(share);
            information += share * bits;
            table.push(row(answer, games, answers, [share, bits]));
        }
        table.push(row("mean", found.games[phase], all, [1.0, information]));
        let figure = Figure {
            unit: "bits".to_owned(),
            games: Some(found.games[phase]),
            value: information,
            interval: None,
        };
        report.figure(format!("answer_bits.{name}"), figure);
    }
    report.add(AnswerRow::FILE, table);
}

row! {
    /// A row for each kind of event.
    LearningRow in "learning.csv" {
        /// Answer to an own try, or move of the opponent with its announcement (`enemy_`...).
        event: String,
        /// Games with such an event.
        games: u64,
        /// Number of such events.
        events: u64,
        /// Mean decrease of log2 of the king set by the event, in bits.
        king_bits: ShareInterval,
        /// Mean decrease of the uncertainty by the event, in bits.
        bits: ShareInterval,
    }
}

/// Adds `learning.csv`.
pub(super) fn learning(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    for (event, [king, bits]) in EVENTS.iter().zip(&collection.knowledge.learning) {
        if bits.count == 0 {
            continue;
        }
        table.push(LearningRow {
            event: (*event).to_owned(),
            games: bits.games,
            events: bits.count,
            king_bits: interval(king.average(PARTS)),
            bits: interval(bits.average(PARTS)),
        });
        report.mean_figure(format!("learning.{event}"), "bits", bits, PARTS);
    }
    report.add(LearningRow::FILE, table);
}

row! {
    /// A row for the whole game, and for each move number.
    InformedRow in "informed.csv" {
        /// Measure of knowledge: `king_set` or `uncertainty`.
        measure: String,
        /// Move number after which the sides are compared; `game` for the sums over the whole
        /// game.
        r#move: String,
        games: u64,
        /// Games in which the later winner was better informed.
        winner_better: u64,
        /// Games in which the later loser was better informed.
        loser_better: u64,
        /// Games in which both were equally informed.
        equal: u64,
        /// Share of the winner among the games with a better informed side.
        winner_share: ShareInterval,
    }
}

/// Adds `informed.csv`.
pub(super) fn informed(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    let known = &collection.knowledge;
    for (measure, name) in MEASURES.iter().enumerate() {
        let row = |number: String, [winner, loser, equal]: Informed| InformedRow {
            measure: (*name).to_owned(),
            r#move: number,
            games: winner + loser + equal,
            winner_better: winner,
            loser_better: loser,
            equal,
            winner_share: share(winner, winner + loser),
        };
        let whole = known.informed_games[measure];
        if whole.iter().sum::<u64>() == 0 {
            continue;
        }
        table.push(row("game".to_owned(), whole));
        report.share_figure(format!("informed.{name}"), whole[0], whole[0] + whole[1]);
        for (number, &who) in known.informed[measure].iter().enumerate() {
            table.push(row((number + 1).to_string(), who));
        }
    }
    report.add(InformedRow::FILE, table);
}

row! {
    /// A row for each square, `a1` to `h8`.
    CaptureRow in "captures.csv" {
        /// Square, `a1` to `h8`.
        square: String,
        /// Men captured there; en passant counts on the captured pawn's square.
        captures: u64,
        /// Captures by White.
        by_white: u64,
        /// Captures by Black.
        by_black: u64,
        /// Captures of pawns.
        of_pawns: u64,
        /// Captures of pieces.
        of_pieces: u64,
        /// Games with at least one capture there.
        games: u64,
        /// Share of all used games with at least one capture there.
        games_share: ShareInterval,
        /// Refused tries with this target.
        refused: u64,
    }
}

/// Adds `captures.csv`.
pub(super) fn captures(report: &mut Report, collection: &Collection) {
    let mut table = Table::new();
    for (place, fights) in collection.captures.0.iter().enumerate() {
        let square = Square::new(place as u32).to_string();
        let [white, black] = fights.captures;
        let all = white + black;
        table.push(CaptureRow {
            square: square.clone(),
            captures: all,
            by_white: white,
            by_black: black,
            of_pawns: fights.pawns,
            of_pieces: all - fights.pawns,
            games: fights.games,
            games_share: share(fights.games, collection.games),
            refused: fights.refused,
        });
        let name = format!("captures.{square}");
        report.share_figure(name, fights.games, collection.games);
    }
    report.add(CaptureRow::FILE, table);
}

row! {
    /// A row for each range of the largest number of possible positions.
    PossibleRow in "possible.csv" {
        /// Largest number in this range, which begins above that of the row before; empty for sides
        /// with more positions than `--positions`.
        positions: Option<u64>,
        /// Sides of games with a result.
        sides: u64,
        wins: u64, draws: u64, losses: u64,
        /// Share of these sides that won.
        won_share: ShareInterval,
        /// Mean points of these sides: 1 for a win, 1/2 for a draw.
        score: ShareInterval,
    }
}

/// Name of the file of possible positions by move.
pub(crate) const POSSIBLE_BY_MOVE: &str = "possible_by_move.csv";

/// Adds `possible.csv`, if positions were counted.
pub(super) fn possible(report: &mut Report, collection: &Collection) {
    let found = &collection.knowledge.possible;
    if found.exact.count == 0 {
        return;
    }
    let mut table = Table::new();
    // Beyond the limit comes last.
    let (beyond, within): (Vec<_>, Vec<_>) =
        found.sides.iter().partition(|(bound, _)| bound.is_none());
    for (&positions, sides) in within.into_iter().chain(beyond) {
        let all = sides.wins + sides.draws + sides.losses;
        let tally = Tally {
            wins: sides.wins,
            draws: sides.draws,
            losses: sides.losses,
            ..Tally::default()
        };
        table.push(PossibleRow {
            positions,
            sides: all,
            wins: sides.wins,
            draws: sides.draws,
            losses: sides.losses,
            won_share: share(sides.wins, all),
            score: tally.score_estimate().into(),
        });
        let bound = positions.map_or("beyond".to_owned(), |bound| bound.to_string());
        report.share_figure(format!("possible.won.{bound}"), sides.wins, all);
    }
    report.add(PossibleRow::FILE, table);
    report.mean_figure("possible.exact".to_owned(), "share", &found.exact, 1.0);
}
