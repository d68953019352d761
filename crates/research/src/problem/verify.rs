//! Verification of plans by the umpire alone.

use super::Problem;
use super::material::is_material_mate;
use super::plan::{Plan, Step};
use darkforge_board::{Position, Try};
use darkforge_kriegspiel::umpire::{Announcement, Answer, GameResult, Question, Umpire};

/// Plays `plan` in every position of `problem` against every answer of the enemy. It asks the
/// umpire the plan's questions and follows the answers, without any belief. Returns the number of
/// games that ended in mate.
///
/// # Errors
/// The position, the moves and the mistake.
pub fn verify(problem: &Problem, plan: &Plan) -> Result<u64, String> {
    let mut replay = Replay {
        problem,
        line: Vec::new(),
        games: 0,
    };
    for board in &problem.boards {
        let umpire = Umpire::from_position(problem.ruleset, u32::MAX, Position::of_board(board));
        replay
            .turn(umpire, plan, problem.moves)
            .map_err(|what| format!("{}: {}: {what}", board.fen(), replay.moves()))?;
        replay.line.clear();
    }
    Ok(replay.games)
}

struct Replay<'a> {
    problem: &'a Problem,
    /// Moves played so far.
    line: Vec<Try>,
    games: u64,
}

impl Replay<'_> {
    fn moves(&self) -> String {
        let moves: Vec<String> = self.line.iter().map(ToString::to_string).collect();
        moves.join(" ")
    }

    fn turn(&mut self, mut umpire: Umpire, plan: &Plan, moves: u32) -> Result<(), String> {
        if moves == 0 {
            return Err("no mate in time".to_owned());
        }
        for step in &plan.0 {
            match step {
                Step::Any { yes, no } => {
                    return match ask(&mut umpire, Question::Any)? {
                        Answer::Any(true) => self.turn(umpire, yes, moves),
                        Answer::Any(false) => self.turn(umpire, no, moves),
                        answer => Err(format!("\"Any?\" is answered {answer:?}")),
                    };
                }
                Step::Try {
                    asked, branches, ..
                } => {
                    if let Answer::Played(said) = ask(&mut umpire, (*asked).into())? {
                        self.line.push(*asked);
                        let follow = |heard: &Announcement| {
                            let mut all = branches.iter();
                            all.find(|branch| branch.said == said && branch.heard == *heard)
                                .map(|branch| &branch.plan)
                        };
                        self.after(&umpire, follow, moves)?;
                        self.line.pop();
                        return Ok(());
                    }
                }
            }
        }
        Err("every try is refused".to_owned())
    }

    /// The own move was played: a mate, or every answer continues by the plan.
    fn after<'p>(
        &mut self,
        umpire: &Umpire,
        follow: impl Fn(&Announcement) -> Option<&'p Plan>,
        moves: u32,
    ) -> Result<(), String> {
        if let Some(outcome) = umpire.outcome() {
            let mated = umpire.position().checkers().any()
                && outcome.result == GameResult::win(self.problem.color);
            self.games += 1;
            return if mated {
                Ok(())
            } else {
                Err(format!("the game ends by {}", outcome.ending))
            };
        }
        if self.problem.material && is_material_mate(umpire.position().board(), self.problem.color)
        {
            self.games += 1;
            return Ok(());
        }
        let replies: Vec<Try> = umpire.position().legal_tries().collect();
        for reply in replies {
            let mut next = umpire.clone();
            let Answer::Played(heard) = ask(&mut next, reply.into())? else {
                return Err(format!("{reply} is legal and not played"));
            };
            self.line.push(reply);
            if let Some(outcome) = next.outcome() {
                return Err(format!("the game ends by {}", outcome.ending));
            }
            let plan = follow(&heard).ok_or("the plan has no answer to these words")?;
            self.turn(next, plan, moves - 1)?;
            self.line.pop();
        }
        Ok(())
    }
}

fn ask(umpire: &mut Umpire, question: Question) -> Result<Answer, String> {
    let answer = umpire.ask(question);
    answer.map_err(|error| format!("{question}: {error}"))
}
