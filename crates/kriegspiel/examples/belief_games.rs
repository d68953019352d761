//! Plays short random games and writes, after every answer, each side's number of possible
//! positions and their hash. `scripts/belief_check` compares them with a brute-force program in
//! another language.
//!
//!     cargo run --release --example belief_games -- 200 > games.jsonl
#![allow(clippy::disallowed_methods)] // a program of its own

use std::io::Write as _;

use darkforge_board::{Board, Diagram, Position, SIDES, Try};
use darkforge_kriegspiel::belief::BeliefState;
use darkforge_kriegspiel::umpire::{
    Announcement, Answer, PawnTries, Question, RULESETS, Ruleset, Umpire,
};
use darkforge_streams::{self as streams, Stream};
use serde_json::{Value, json};

/// Starting positions: in half of the games the usual one, in the others positions near castling,
/// en passant, promotions, checks and little material.
const STARTS: [&str; 8] = [
    "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "4k2r/1p1p1p2/8/P1P1P1p1/1p2p1P1/8/P2P1P1P/R3K3 b Qk - 0 1",
    "8/P1k3p1/7p/8/8/p6P/1P3K2/8 w - - 0 1",
    "3k4/2p1p3/8/3P4/3p1P2/8/2P1P3/3K3R w - - 0 1",
    "8/8/3k4/8/3n4/8/2B1K3/8 w - - 0 1",
    "2k1r3/8/8/1b6/8/8/4R3/4K2N w - - 0 1",
    "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1",
    "r1bqkb1r/pp3ppp/2n2n2/2ppp3/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQkq - 0 1",
];

/// Number of possible positions above which a game is abandoned, and the greatest number of plies.
const ENOUGH: usize = 1000;
const PLIES: u32 = 14;

fn main() -> std::io::Result<()> {
    let games = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for game in 0..games.unwrap_or(200_u64) {
        for line in play(game) {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()
}

fn play(game: u64) -> Vec<Value> {
    let ruleset = RULESETS[game as usize % RULESETS.len()];
    let number = game as usize / RULESETS.len();
    let start = if number.is_multiple_of(2) {
        Board::start().fen()
    } else {
        STARTS[number / 2 % STARTS.len()].to_owned()
    };
    let diagram: Diagram = start.parse().expect("a FEN");
    let board = diagram.board().expect("a position");
    let mut umpire = Umpire::from_position(ruleset, u32::MAX, Position::of_board(&board));
    let mut beliefs = SIDES.map(|color| {
        BeliefState::of(ruleset, color, usize::MAX, std::slice::from_ref(&board))
            .expect("one board")
    });
    let mut stream = streams::open(1, "belief games", game);
    let mut lines = vec![json!({"game": game, "ruleset": ruleset.name, "fen": start})];
    let nosiness = streams::below(&mut stream, 4);
    while umpire.outcome().is_none() && umpire.plies() < PLIES {
        let question = question(&umpire, nosiness, &mut stream);
        let (mover, board) = (umpire.turn(), umpire.position().board().clone());
        let answer = umpire.ask(question).expect("the game is on");
        if umpire.outcome().is_some() {
            break;
        }
        let overheard = umpire.view(!mover).overheard();
        for belief in &mut beliefs {
            if belief.color() == mover {
                belief.answered(question, &answer);
            } else if let Answer::Played(said) = &answer {
                belief.enemy_move(overheard, said);
            }
        }
        let now = umpire.position().board();
        for belief in &beliefs {
            assert!(belief.contains(now), "{} of {}", now.fen(), board.fen());
            assert_eq!(belief.len(), belief.boards().count());
        }
        let mut line = json!({
            "try": question.to_string(), "answer": word(&answer),
            "positions": beliefs.each_ref().map(BeliefState::len),
            "which": beliefs.each_ref().map(|belief| format!("{:016x}", which(belief))),
        });
        if let Answer::Played(said) = &answer {
            line["said"] = words(ruleset, said);
            line["refusals"] = json!(overheard.refusals);
            line["any"] = json!(overheard.any);
        }
        lines.push(line);
        if beliefs.iter().any(|belief| belief.len() > ENOUGH) {
            break;
        }
    }
    lines
}

/// Asks anything that the own board allows; often legal moves, mostly captures, so that the game
/// continues.
fn question(umpire: &Umpire, nosiness: usize, stream: &mut Stream) -> Question {
    let view = umpire.view(umpire.turn());
    let mut tries: Vec<Try> = Vec::new();
    view.pseudolegal(true, &mut tries);
    if streams::below(stream, 12) < nosiness {
        if streams::below(stream, 3) == 0 {
            return Question::Any;
        }
        return Question::Try(tries[streams::below(stream, tries.len())]);
    }
    let legal: Vec<Try> = umpire
        .position()
        .legal_tries()
        .filter(|&asked| view.leaves(asked))
        .collect();
    let enemy = umpire.position().board().squares(!umpire.turn());
    let lively: Vec<Try> = legal
        .iter()
        .copied()
        .filter(|&asked| enemy.contains(asked.to) || asked.promotion.is_some())
        .collect();
    let from = if !lively.is_empty() && streams::below(stream, 2) == 0 {
        lively
    } else {
        legal
    };
    Question::Try(from[streams::below(stream, from.len())])
}

/// FNV-1a hash of all positions: the first four fields of their FEN, sorted, one per line.
fn which(belief: &BeliefState) -> u64 {
    let mut all: Vec<String> = belief
        .boards()
        .map(|board| {
            let fen = board.fen();
            fen.split(' ').take(4).collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    all.sort_unstable();
    streams::fnv1a(all.concat().as_bytes())
}

fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Played(_) => "played",
        Answer::Refused => "refused",
        Answer::Nonsense => "nonsense",
        Answer::Any(true) => "yes",
        Answer::Any(false) => "no",
    }
}

fn words(ruleset: &Ruleset, said: &Announcement) -> Value {
    let tries = said.pawn_tries.map(|tries| match tries {
        PawnTries::Whether(any) => json!(any),
        PawnTries::Number(number) => json!(number),
        PawnTries::Squares(squares) => {
            json!(
                squares
                    .into_iter()
                    .map(|s| s.to_string())
                    .collect::<Vec<_>>()
            )
        }
    });
    let mut line = json!({
        "capture": said.capture.map(|capture| capture.square.to_string()),
        "captured": said.capture.and_then(|capture| capture.kind),
        "checks": said.checks.iter().collect::<Vec<_>>(),
        "pawn_tries": tries,
    });
    if ruleset.announces_promotion {
        line["promotion"] = json!(said.promotion);
    }
    if said.capture.is_some_and(|capture| capture.en_passant) {
        line["en_passant"] = json!(true);
    }
    line
}
