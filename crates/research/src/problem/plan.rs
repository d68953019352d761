//! Plans: the solution of a problem as a tree of tries, and its printed form.
//!
//! T is the thesis, see [the crate](crate).

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Problem;
use darkforge_board::{Position, Try};
use darkforge_kriegspiel::record::own_board::OwnBoard;
use darkforge_kriegspiel::record::pgn::codes;
use darkforge_kriegspiel::umpire::Announcement;

/// The questions of one turn, in this order until a move is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan(pub Vec<Step>);

/// One question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A try; if it is refused, the next step follows.
    Try {
        /// The try.
        asked: Try,
        /// Whether it captures wherever it is legal.
        captures: bool,
        /// The continuations after it was played and did not mate.
        branches: Vec<Branch>,
    },
    /// "Any?": the last step of its turn.
    Any {
        /// The steps after a yes.
        yes: Plan,
        /// The steps after a no.
        no: Plan,
    },
}

/// The plan after these announcements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The announcement of the own move.
    pub said: Announcement,
    /// The announcement of the enemy's answer.
    pub heard: Announcement,
    /// The next turn.
    pub plan: Plan,
}

/// A plan as text, as T 4.3.1 prints it: tries of one turn with semicolons between, each in SAN by
/// the own board. If the next turn depends on the announcements, each line begins with them in the
/// codes of extended PGN: the own move's, a slash, and the enemy's. Announcements with the same
/// continuation share a line.
pub fn tree(problem: &Problem, plan: &Plan) -> String {
    let Some(board) = problem.boards.first() else {
        return String::new();
    };
    let own = OwnBoard::of(&Position::of_board(board), problem.color);
    let mut text = String::new();
    for line in lines(plan, &own, 1) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// The lines of one turn and all that follow.
fn lines(plan: &Plan, own: &OwnBoard, turn: u32) -> Vec<String> {
    let mut first = format!("{turn}. ");
    let mut after = Vec::new();
    let several = plan.0.len() > 1;
    for (at, step) in plan.0.iter().enumerate() {
        if at > 0 {
            first += "; ";
        }
        match step {
            Step::Try {
                asked,
                captures,
                branches,
            } => {
                let name = own.move_san(*asked, *captures);
                first += &name;
                let next = branch_lines(branches, own, *asked, turn + 1);
                if several && !next.is_empty() {
                    after.push(format!("after {name}:"));
                    after.extend(next.into_iter().map(|line| format!("  {line}")));
                } else {
                    after.extend(next);
                }
            }
            Step::Any { yes, no } => {
                first += "any?";
                for (answer, plan) in [("yes", yes), ("no", no)] {
                    let next = lines(plan, own, turn);
                    after.extend(labelled(answer, next));
                }
            }
        }
    }
    let mut all = vec![first];
    all.extend(after.into_iter().map(|line| format!("   {line}")));
    all
}

fn branch_lines(branches: &[Branch], own: &OwnBoard, asked: Try, turn: u32) -> Vec<String> {
    let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for branch in branches {
        let mut own = own.clone();
        own.play(asked);
        if let Some(capture) = branch.heard.capture {
            own.lose(capture.square);
        }
        let next = lines(&branch.plan, &own, turn);
        let words = format!("{}/{}", words(&branch.said), words(&branch.heard));
        match groups.iter_mut().find(|(known, _)| *known == next) {
            Some((_, all)) => all.push(words),
            None => groups.push((next, vec![words])),
        }
    }
    if let [(next, _)] = &groups[..] {
        return next.clone();
    }
    groups
        .into_iter()
        .flat_map(|(next, words)| labelled(&words.join(" "), next))
        .collect()
}

fn labelled(label: &str, lines: Vec<String>) -> Vec<String> {
    let gap = " ".repeat(label.chars().count() + 2);
    let mut lines = lines.into_iter();
    let first = lines.next().map(|line| format!("{label}: {line}"));
    first
        .into_iter()
        .chain(lines.map(|line| format!("{gap}{line}")))
        .collect()
}

/// Words as codes of extended PGN; `-` for silence.
fn words(said: &Announcement) -> String {
    let codes: Vec<String> = codes(said, None).iter().map(ToString::to_string).collect();
    if codes.is_empty() {
        "-".to_owned()
    } else {
        codes.join(",")
    }
}

impl Plan {
    /// The plan as JSON: tries in UCI notation, announcements as codes.
    pub fn json(&self) -> Value {
        let steps = self.0.iter().map(|step| match step {
            Step::Any { yes, no } => json!({"try": "any", "yes": yes.json(), "no": no.json()}),
            Step::Try {
                asked, branches, ..
            } => {
                let next = branches.iter().map(|branch| {
                    json!({
                        "said": words(&branch.said),
                        "heard": words(&branch.heard),
                        "then": branch.plan.json(),
                    })
                });
                json!({"try": asked.to_string(), "next": next.collect::<Vec<_>>()})
            }
        });
        steps.collect()
    }
}
