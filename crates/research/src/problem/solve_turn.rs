//! Turn solver: safe tries until no position is left, and "Any?" if it helps.

use super::leaf::{captures, last_turn};
use super::plan::{Plan, Step};
use super::solve::{Mode, Refutation, Solver, tries_of};
use super::turn::{AnyAsked, Turn};
use darkforge_board::{Board, Role, Try, index};
use darkforge_kriegspiel::umpire::{AnyRule, own_board_tries};

impl Solver<'_> {
    /// A plan that mates on every one of `boards` in at most `moves`, if there is one.
    pub(super) fn turn(&mut self, boards: &[Board], moves: u32, turn: &Turn) -> Option<Plan> {
        if boards.is_empty() {
            return Some(Plan::default());
        }
        if self.is_exhausted() {
            return None;
        }
        if turn.any == AnyAsked::Obliged {
            return self.obliged(boards, moves, turn);
        }
        let (Plan(mut steps), left) = if moves <= 1 {
            self.count(boards.len() as u64);
            match last_turn(self.problem, boards) {
                Ok(plan) => return Some(plan),
                Err((plan, left)) => (plan, left),
            }
        } else {
            self.safe_tries(boards, moves)
        };
        if left.is_empty() {
            return Some(Plan(steps));
        }
        let left: Vec<Board> = left.into_iter().map(|at| boards[at].clone()).collect();
        let tried = steps.iter().filter_map(|step| match step {
            Step::Try { asked, .. } => Some(*asked),
            Step::Any { .. } => None,
        });
        let tried = turn.tried.iter().copied().chain(tried).collect();
        let turn = Turn {
            any: turn.any,
            tried,
        };
        steps.push(self.any(&left, moves, &turn)?);
        Some(Plan(steps))
    }

    /// Safe tries, while there are any, and the places of the boards that are left.
    fn safe_tries(&mut self, boards: &[Board], moves: u32) -> (Plan, Vec<usize>) {
        let mut steps = Vec::new();
        let mut left: Vec<usize> = (0..boards.len()).collect();
        // Each try with its last refutation: it is examined again when that position is gone.
        let mut open: Vec<(Try, Refutation)> = tries_of(boards)
            .into_iter()
            .map(|asked| (asked, Vec::new()))
            .collect();
        let mut progress = true;
        while progress && !left.is_empty() {
            progress = false;
            let mut next = Vec::with_capacity(open.len());
            for (asked, refutation) in open {
                let stands =
                    !refutation.is_empty() && refutation.iter().all(|at| left.contains(at));
                if stands && self.mode == Mode::Incremental {
                    next.push((asked, refutation));
                    continue;
                }
                let now: Vec<Board> = left.iter().map(|&at| boards[at].clone()).collect();
                if now.iter().all(|board| board.legal_move(asked).is_none()) {
                    continue; // nothing is left for it
                }
                match self.safe(&now, asked, moves) {
                    Ok(step) => {
                        steps.push(step);
                        left.retain(|&at| boards[at].legal_move(asked).is_none());
                        progress = true;
                        if left.is_empty() {
                            break;
                        }
                    }
                    Err(places) => {
                        let places = places.into_iter().map(|at| left[at]).collect();
                        next.push((asked, places));
                    }
                }
            }
            open = next;
        }
        (Plan(steps), left)
    }

    /// "Any?", if it is allowed and informative.
    fn any(&mut self, boards: &[Board], moves: u32, turn: &Turn) -> Option<Step> {
        if self.problem.ruleset.any == AnyRule::Never || turn.any != AnyAsked::Not {
            return None;
        }
        let (yes, no): (Vec<Board>, Vec<Board>) = boards
            .iter()
            .cloned()
            .partition(|board| board.pawn_captures() > 0);
        if yes.is_empty() || no.is_empty() {
            return None;
        }
        let after = |any| Turn {
            any,
            tried: turn.tried.clone(),
        };
        let no = self.turn(&no, moves, &after(AnyAsked::Done))?;
        let yes = self.turn(&yes, moves, &after(AnyAsked::Obliged))?;
        Some(Step::Any { yes, no })
    }

    /// A turn in which "Any?" was answered "Yes".
    fn obliged(&mut self, boards: &[Board], moves: u32, turn: &Turn) -> Option<Plan> {
        let mut steps = Vec::new();
        let mut left = boards.to_vec();
        let mut possible = self.pawn_captures(&boards[0]);
        possible.retain(|asked| !turn.tried.contains(asked));
        loop {
            let found = possible.iter().enumerate().find_map(|(at, &asked)| {
                let somewhere = left.iter().any(|board| board.legal_move(asked).is_some());
                if somewhere {
                    self.safe(&left, asked, moves).ok().map(|step| (at, step))
                } else if self.problem.ruleset.any == AnyRule::OneTry {
                    let step = Step::Try {
                        asked,
                        captures: left.iter().all(|board| captures(board, asked)),
                        branches: Vec::new(),
                    };
                    Some((at, step)) // refused for certain: the obligation is met
                } else {
                    None
                }
            });
            let (at, step) = found?;
            let asked = possible.remove(at);
            steps.push(step);
            left.retain(|board| board.legal_move(asked).is_none());
            if left.is_empty() {
                return Some(Plan(steps));
            }
            if self.problem.ruleset.any == AnyRule::OneTry {
                let turn = Turn {
                    any: AnyAsked::Done,
                    tried: turn.tried.iter().copied().chain([asked]).collect(),
                };
                let Plan(rest) = self.turn(&left, moves, &turn)?;
                steps.extend(rest);
                return Some(Plan(steps));
            }
        }
    }

    /// Pawn captures that the own board allows.
    fn pawn_captures(&self, board: &Board) -> Vec<Try> {
        let color = self.problem.color;
        let men = board.men(color);
        let mut tries = Vec::new();
        own_board_tries(&men, color, board.castling(color), true, &mut tries);
        tries.retain(|asked| {
            men[index(Role::Pawn)].contains(asked.from) && asked.from.file() != asked.to.file()
        });
        tries
    }
}
