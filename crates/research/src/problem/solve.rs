//! Solver: AND-OR search over beliefs, with tries as "or" and the umpire's answers as "and".
//!
//! A try is *safe* in a set of positions if it leads to mate wherever it is legal. A refusal only
//! removes positions, and a try that is safe in a set is safe in every part of it. A turn is
//! therefore solved by asking safe tries, in any order, until no position is left; if none is safe,
//! asking "Any?" may split the set into two that can be solved.
//!
//! After J. Wolfe and S. Russell, "Efficient belief-state AND-OR search, with application to
//! Kriegspiel" (IJCAI 2005), the set after a try is built position by position: a single one
//! without a mate refutes the try before the others are made, and the last refuting position is
//! examined first. [`Mode::Plain`] makes the whole sets before it examines them.

use std::collections::{HashMap, HashSet};

use super::Problem;
use super::leaf::{captures, has_win, is_won};
use super::plan::{Branch, Plan, Step};
use super::turn::Turn;
use darkforge_board::{Board, Try, as_try};
use darkforge_kriegspiel::belief::{HiddenState, would_go_on};
use darkforge_kriegspiel::umpire::{Announcement, play_aloud};

/// Construction of the sets after a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Position by position, the likeliest refutation first.
    Incremental,
    /// The whole set at once.
    Plain,
}

/// Result of a solver.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Every first try of a solution, with its plan; in order of squares. "Any?" is a key only if
    /// no try is.
    pub keys: Vec<(Option<Try>, Plan)>,
    /// Number of positions made.
    pub visited: u64,
    /// Whether the budget ended first; there may then be more keys.
    pub exhausted: bool,
}

/// Solves one problem.
pub struct Solver<'a> {
    pub(super) problem: &'a Problem,
    pub(super) mode: Mode,
    budget: u64,
    visited: u64,
    /// Number of times that a position refuted a try.
    refuted: HashMap<HiddenState, u32>,
}

/// The reason why a try is not safe: the places of refuting positions in the set.
pub(super) type Refutation = Vec<usize>;

/// The announcements of the own move and of the enemy's.
type Words = (Announcement, Announcement);

/// The positions after one try by announcement, each with its origin.
#[derive(Default)]
struct Groups {
    places: HashMap<Words, usize>,
    all: Vec<(Words, Group)>,
}

#[derive(Default)]
struct Group {
    boards: Vec<Board>,
    known: HashSet<HiddenState>,
    origins: Vec<usize>,
}

impl Groups {
    fn add(&mut self, words: Words, board: Board, hidden: HiddenState, origin: usize) {
        let place = *self.places.entry(words).or_insert_with(|| {
            self.all.push((words, Group::default()));
            self.all.len() - 1
        });
        let group = &mut self.all[place].1;
        if group.known.insert(hidden) {
            group.boards.push(board);
        }
        if group.origins.last() != Some(&origin) {
            group.origins.push(origin);
        }
    }
}

impl<'a> Solver<'a> {
    /// A solver of `problem` that makes at most `budget` positions.
    pub fn new(problem: &'a Problem, mode: Mode, budget: u64) -> Solver<'a> {
        Solver {
            problem,
            mode,
            budget,
            visited: 0,
            refuted: HashMap::new(),
        }
    }

    /// Searches for every key. Without keys there is no solution.
    pub fn solve(mut self) -> Solution {
        let boards = self.problem.boards.clone();
        let moves = self.problem.moves;
        let mut keys = Vec::new();
        // The whole turn shows whether there is a solution at all.
        if let Some(plan) = self.turn(&boards, moves, &Turn::start()) {
            for asked in tries_of(&boards) {
                let Ok(step) = self.safe(&boards, asked, moves) else {
                    continue;
                };
                let left: Vec<Board> = boards
                    .iter()
                    .filter(|board| board.legal_move(asked).is_none())
                    .cloned()
                    .collect();
                let turn = Turn::start().asked(asked);
                let rest = self.turn(&left, moves, &turn);
                if let Some(Plan(rest)) = rest {
                    let steps = std::iter::once(step).chain(rest).collect();
                    keys.push((Some(asked), Plan(steps)));
                }
            }
            if keys.is_empty() && !self.is_exhausted() {
                keys.push((None, plan));
            }
        }
        Solution {
            keys,
            visited: self.visited,
            exhausted: self.is_exhausted(),
        }
    }

    /// Whether there is a solution.
    pub fn is_solvable(mut self) -> bool {
        let boards = self.problem.boards.clone();
        self.turn(&boards, self.problem.moves, &Turn::start())
            .is_some()
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.visited > self.budget
    }

    pub(super) fn count(&mut self, positions: u64) {
        self.visited += positions;
    }

    /// Whether `asked` mates in `moves` wherever it is legal on `boards`.
    ///
    /// # Errors
    /// The places of boards on which it does not.
    pub(super) fn safe(
        &mut self,
        boards: &[Board],
        asked: Try,
        moves: u32,
    ) -> Result<Step, Refutation> {
        let mut legal: Vec<usize> = (0..boards.len())
            .filter(|&at| boards[at].legal_move(asked).is_some())
            .collect();
        let everywhere: Vec<usize> = legal.clone();
        if self.mode == Mode::Incremental && legal.len() > 1 {
            let enemy = !self.problem.color;
            legal.sort_by_key(|&at| {
                let hidden = HiddenState::of(&boards[at], enemy);
                std::cmp::Reverse(self.refuted.get(&hidden).copied().unwrap_or(0))
            });
        }
        let mut groups = Groups::default();
        for &at in &legal {
            if !self.follow(&boards[at], at, asked, moves, &mut groups) {
                if self.mode == Mode::Plain {
                    return Err(everywhere);
                }
                let hidden = HiddenState::of(&boards[at], !self.problem.color);
                *self.refuted.entry(hidden).or_default() += 1;
                return Err(vec![at]);
            }
        }
        let mut branches = Vec::new();
        for ((said, heard), group) in groups.all {
            let Some(plan) = self.turn(&group.boards, moves - 1, &Turn::start()) else {
                return Err(if self.mode == Mode::Plain {
                    everywhere
                } else {
                    group.origins
                });
            };
            branches.push(Branch { said, heard, plan });
        }
        Ok(Step::Try {
            asked,
            captures: legal.iter().all(|&at| captures(&boards[at], asked)),
            branches,
        })
    }

    /// Adds the positions after `asked` on one board; returns whether they do not refute it by
    /// themselves.
    fn follow(
        &mut self,
        board: &Board,
        origin: usize,
        asked: Try,
        moves: u32,
        groups: &mut Groups,
    ) -> bool {
        let problem = self.problem;
        let Some(m) = board.legal_move(asked) else {
            return true;
        };
        let (after, said) = play_aloud(problem.ruleset, board, m);
        self.count(1);
        if is_won(problem, &after) {
            return true;
        }
        if moves <= 1 || !would_go_on(problem.ruleset, &after) || self.is_exhausted() {
            return false;
        }
        for reply in after.legal_moves() {
            let (next, heard) = play_aloud(problem.ruleset, &after, reply);
            self.count(1);
            if !would_go_on(problem.ruleset, &next) || !self.alone(&next, moves - 1) {
                return false;
            }
            let hidden = HiddenState::of(&next, !problem.color);
            groups.add((said, heard), next, hidden, origin);
        }
        true
    }

    /// In the incremental mode: whether there is a mate in `moves` if only `board` is possible.
    fn alone(&mut self, board: &Board, moves: u32) -> bool {
        if self.mode == Mode::Plain {
            return true;
        }
        if moves == 1 {
            return has_win(self.problem, board);
        }
        self.turn(std::slice::from_ref(board), moves, &Turn::start())
            .is_some()
    }
}

/// Every move that is legal on one of `boards`, once, in order.
pub(super) fn tries_of(boards: &[Board]) -> Vec<Try> {
    let mut tries: Vec<Try> = boards
        .iter()
        .flat_map(|board| board.legal_moves().into_iter().map(as_try))
        .collect();
    tries.sort_unstable();
    tries.dedup();
    tries
}
