//! Exact beliefs as a reference for metapositions: follows games from both sides with both, checks
//! at every ply that each position of the belief is inside the metaposition, and measures how much
//! wider the metaposition is (T 6.2).
//!
//!     cargo run --release --example belief_oracle -- PLIES LIMIT
//!
//! The games have random movers, the initial position and all rulesets. Beyond LIMIT positions the
//! belief is a sample, and every position of the sample is checked. If a sample lacks the true
//! position, the true position is added, so the sample never becomes empty and describes the game
//! to its end.
//!
//! T is the thesis, see `docs/bibliography.md`.
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;

use darkforge_board::{SIDES, Try, side};
use darkforge_kriegspiel::belief::BeliefState;
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::umpire::{Answer, Question, RULESETS, Umpire};
use darkforge_streams::{self as streams, Stream};

/// Plies of the table's rows.
const ROWS: usize = 24;

#[derive(Default)]
struct Row {
    beliefs: u64,
    exact: u64,
    belief_bits: f64,
    metaposition_bits: f64,
}

#[derive(Default)]
struct Totals {
    plies: u64,
    games: u64,
    checked: u64,
    violations: u64,
    exact_beliefs: u64,
    sampled_beliefs: u64,
    reminded: u64,
    positions: u64,
    rows: Vec<Row>,
}

fn main() -> std::io::Result<()> {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok());
    let plies: u64 = numbers.next().unwrap_or(2000);
    let limit = numbers.next().unwrap_or(2000) as usize;
    let mut totals = Totals::default();
    totals.rows.resize_with(ROWS, Row::default);
    let mut out = std::io::stdout().lock();
    while totals.plies < plies {
        play(totals.games, limit, &mut totals);
        totals.games += 1;
    }
    writeln!(
        out,
        "{} plies in {} games: {} positions of {} exact beliefs and {} samples checked, {} \
         outside the metaposition; {} samples were given the truth; a sample has {:.0} positions on average",
        totals.plies,
        totals.games,
        totals.checked,
        totals.exact_beliefs,
        totals.sampled_beliefs,
        totals.violations,
        totals.reminded,
        totals.positions as f64 / totals.sampled_beliefs.max(1) as f64
    )?;
    writeln!(
        out,
        "\n| ply | beliefs | bits of the belief | bits of the metaposition | wider by |"
    )?;
    writeln!(out, "|---:|---:|---:|---:|---:|")?;
    for (ply, row) in totals.rows.iter().enumerate() {
        // The entropy of a sample is not that of the belief, so only plies with exact beliefs
        // count.
        if row.beliefs == 0 || row.exact < row.beliefs {
            continue;
        }
        let count = row.beliefs as f64;
        let (belief, wide) = (row.belief_bits / count, row.metaposition_bits / count);
        writeln!(
            out,
            "| {} | {} | {belief:.2} | {wide:.2} | {:.2} |",
            ply + 1,
            row.beliefs,
            wide - belief
        )?;
    }
    out.flush()?;
    if totals.violations > 0 {
        std::process::exit(1);
    }
    Ok(())
}

fn play(game: u64, limit: usize, totals: &mut Totals) {
    let ruleset = RULESETS[game as usize % RULESETS.len()];
    let mut stream = streams::open(1, "oracle", game);
    let mut umpire = Umpire::new(ruleset, 400);
    let mut trackers = SIDES.map(|color| Tracker::new(color, 25).under(ruleset));
    let mut beliefs = SIDES.map(|color| BeliefState::start(ruleset, color, limit));
    while umpire.outcome().is_none() {
        let mover = umpire.turn();
        let question = question(&umpire, &mut stream);
        let answer = umpire.ask(question).expect("the game is on");
        trackers[side(mover)].answered(question, &answer);
        if umpire.outcome().is_some() {
            break;
        }
        beliefs[side(mover)].answered(question, &answer);
        let Answer::Played(said) = answer else {
            continue;
        };
        totals.plies += 1;
        let overheard = umpire.view(!mover).overheard();
        let other = side(!mover);
        trackers[other].overhear(overheard);
        trackers[other].enemy_move(&said);
        beliefs[other].enemy_move(overheard, &said);
        for (belief, tracker) in beliefs.iter_mut().zip(&trackers) {
            look(belief, tracker, &umpire, totals);
        }
    }
}

fn look(belief: &mut BeliefState, tracker: &Tracker, umpire: &Umpire, totals: &mut Totals) {
    let now = tracker.metaposition();
    let truth = umpire.position().board();
    let known = belief.contains(truth);
    assert!(known || belief.remind(truth), "the truth is believed");
    if belief.is_exact() {
        totals.exact_beliefs += 1;
    } else {
        totals.sampled_beliefs += 1;
        totals.reminded += u64::from(!known);
        totals.positions += belief.len() as u64;
    }
    for hidden in belief.hidden() {
        let enemy = hidden.men().map(|set| tracker.turned_set(set));
        let rights = hidden.rights(!tracker.color());
        totals.checked += 1;
        if let Some(misfit) = now.misfit(&enemy, rights) {
            totals.violations += 1;
            eprintln!("{misfit}: {hidden}\n{}", now.drawing());
        }
    }
    if let Some(row) = totals.rows.get_mut(umpire.plies() as usize - 1) {
        row.beliefs += 1;
        if belief.is_exact() {
            row.exact += 1;
            row.belief_bits += (belief.placements() as f64).log2();
            row.metaposition_bits += now.bits();
        }
    }
}

/// A legal move, preferably a capture or a check; often preceded by tries that may be refused.
fn question(umpire: &Umpire, stream: &mut Stream) -> Question {
    let view = umpire.view(umpire.turn());
    let mut tries: Vec<Try> = Vec::new();
    if streams::below(stream, 3) == 0 {
        if streams::below(stream, 6) == 0 {
            return Question::Any;
        }
        view.sensible(&mut tries);
        if !tries.is_empty() {
            return Question::Try(tries[streams::below(stream, tries.len())]);
        }
    }
    let legal = umpire.position().legal_tries();
    tries.clear();
    tries.extend(legal.filter(|&asked| view.leaves(asked)));
    let enemy = umpire.position().board().squares(!umpire.turn());
    let captures = tries
        .iter()
        .filter(|asked| enemy.contains(asked.to))
        .count();
    if captures > 0 && streams::below(stream, 2) == 0 {
        tries.retain(|asked| enemy.contains(asked.to));
    }
    Question::Try(tries[streams::below(stream, tries.len())])
}
