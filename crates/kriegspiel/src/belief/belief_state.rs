//! Belief states: every position that agrees with all that one side heard.

use rayon::prelude::*;

use super::bounded_set::{BoundedSet, Found, Sieve};
use super::common_state::{CommonState, EnemyTurn};
use super::hidden_state::{HiddenState, MOST_MEN, mix};
use super::marginals::Marginals;
use crate::umpire::{
    Announcement, Answer, Overheard, Question, Ruleset, lose_own_man, play_own_move,
};
use darkforge_board::{Board, Color, Try, squares_of};

/// Positions that one thread takes at a time, and number of such parts between checks of the limit.
/// Both are fixed, so that results do not depend on the number of threads.
const PART: usize = 256;
const PARTS: usize = 16;

/// Typical number of an enemy's moves; sets the level at which a sample begins to be thinned.
const MOVES: usize = 16;

/// Every position that agrees with all that one side heard, up to a limit; beyond it a sample of
/// them.
///
/// A position consists of the men, the side to move, castling rights and a legal capture en
/// passant. Its past (fifty moves, repetition) is no part of it. Positions in which the game would
/// be over are left out, because the umpire would have said so.
///
/// Every position of a sample also agrees with all that was heard: it has a past, move by move. A
/// hash decides which positions are kept, so the same game gives the same sample on any number of
/// threads.
///
/// ```
/// use darkforge_kriegspiel::belief::BeliefState;
/// use darkforge_board::Color;
/// use darkforge_kriegspiel::umpire::{Announcement, ICC, Overheard, PawnTries};
///
/// let mut black = BeliefState::start(&ICC, Color::Black, 100_000);
/// let silence = Announcement {
///     pawn_tries: Some(PawnTries::Number(0)),
///     ..Announcement::default()
/// };
/// black.enemy_move(Overheard::default(), &silence);
/// assert_eq!(black.len(), 20, "White has twenty moves");
/// assert!(black.is_exact());
/// ```
#[derive(Clone, Debug)]
pub struct BeliefState {
    common: CommonState,
    positions: Vec<HiddenState>,
    limit: usize,
    exact: bool,
    /// Number of moves played; each move draws the sample again.
    plies: u64,
    /// Number of positions examined so far.
    visited: u64,
}

/// Errors of positions that do not form a belief.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeliefError {
    /// There are no positions.
    #[error("there is no position to begin with")]
    Empty,
    /// Two positions differ in what the player knows.
    #[error("the positions differ in the player's own men, its rights or the side to move: {0}")]
    Different(String),
    /// One side has more men than chess has.
    #[error("more than {MOST_MEN} enemy men: {0}")]
    TooMany(String),
}

impl BeliefState {
    /// The knowledge of the player of `color` at the start of a game under `ruleset`. It is exact
    /// up to `limit` positions (at least 1).
    pub fn start(ruleset: &'static Ruleset, color: Color, limit: usize) -> BeliefState {
        let board = Board::start();
        BeliefState {
            common: CommonState::of(ruleset, color, &board),
            positions: vec![HiddenState::of(&board, !color)],
            limit: limit.max(1),
            exact: true,
            plies: 0,
            visited: 0,
        }
    }

    /// The belief that one of `boards` is true and nothing else is known. More than `limit` boards
    /// are thinned to a sample.
    ///
    /// # Errors
    /// If there are no boards, or they differ in what the player sees.
    pub fn of(
        ruleset: &'static Ruleset,
        color: Color,
        limit: usize,
        boards: &[Board],
    ) -> Result<BeliefState, BeliefError> {
        let first = boards.first().ok_or(BeliefError::Empty)?;
        let common = CommonState::of(ruleset, color, first);
        let mut found: Found = Default::default();
        for board in boards {
            let other = CommonState::of(ruleset, color, board);
            let same = other.turn == common.turn
                && other.own == common.own
                && other.castling == common.castling
                && other.passed == common.passed;
            if !same {
                return Err(BeliefError::Different(board.fen()));
            }
            if squares_of(&board.men(!color)).count() > MOST_MEN {
                return Err(BeliefError::TooMany(board.fen()));
            }
            let hidden = HiddenState::of(board, !color);
            let hash = hidden.hash();
            found[Sieve::shard(hash)].push((hidden, hash));
        }
        let mut positions = BoundedSet::new(limit.max(1), mix(0), 0);
        positions.add(&[found]);
        Ok(BeliefState {
            common,
            exact: positions.level() == 0,
            positions: positions.into_positions(),
            limit: limit.max(1),
            plies: 0,
            visited: 0,
        })
    }

    /// The side that holds this belief.
    pub fn color(&self) -> Color {
        self.common.color
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.common.turn
    }

    /// Number of different positions.
    #[inline]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether no position is left. An exact belief is never empty in a game whose announcements
    /// are true; a sample may miss the truth and become empty.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Whether these are all positions that agree with what was heard. After exceeding the limit
    /// once, the belief is a sample for the rest of the game.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Entropy in bits if all positions are equally likely; for a sample, a lower bound.
    pub fn bits(&self) -> f64 {
        libm::log2(self.positions.len() as f64)
    }

    /// Number of positions examined so far: a measure of work.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Hidden part of each position, in a fixed order.
    pub fn hidden(&self) -> &[HiddenState] {
        &self.positions
    }

    /// The positions, in a fixed order.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        self.positions
            .iter()
            .filter_map(|&hidden| self.common.board(hidden))
    }

    /// The position at `place` of [`hidden`](BeliefState::hidden).
    pub fn board(&self, place: usize) -> Option<Board> {
        self.common.board(*self.positions.get(place)?)
    }

    /// Whether `board` is one of the positions.
    pub fn contains(&self, board: &Board) -> bool {
        let hidden = HiddenState::of(board, !self.common.color);
        self.is_view_of(board) && self.positions.par_iter().any(|&other| other == hidden)
    }

    /// For each of `boards` its place in [`hidden`](BeliefState::hidden); `None` for a board that
    /// is not one of the positions.
    pub fn places(&self, boards: &[Board]) -> Vec<Option<usize>> {
        let mut sought: Vec<(HiddenState, usize)> = boards
            .iter()
            .enumerate()
            .filter(|(_, board)| self.is_view_of(board))
            .map(|(at, board)| (HiddenState::of(board, !self.common.color), at))
            .collect();
        sought.sort_unstable();
        let mut places = vec![None; boards.len()];
        for (place, hidden) in self.positions.iter().enumerate() {
            let first = sought.partition_point(|(other, _)| other < hidden);
            let same = sought[first..]
                .iter()
                .take_while(|(other, _)| other == hidden);
            for &(_, at) in same {
                places[at] = Some(place);
            }
        }
        places
    }

    /// Whether `board` agrees with what the player sees, whatever is hidden.
    fn is_view_of(&self, board: &Board) -> bool {
        board.turn() == self.common.turn
            && board.men(self.common.color) == self.common.own
            && board.castling(self.common.color) == self.common.castling
            && squares_of(&board.men(!self.common.color)).count() <= MOST_MEN
    }

    /// Adds `truth` to a sample that lacks it. Only a caller that sees both sides can know that a
    /// position agrees with all that was heard; with the truth inside, a sample cannot become
    /// empty. Returns whether `truth` is one of the positions now. It is not if the player's own
    /// men stand otherwise, or if it is missing in an exact belief.
    pub fn remind(&mut self, truth: &Board) -> bool {
        if self.contains(truth) {
            return true;
        }
        if self.exact || !self.is_view_of(truth) {
            return false;
        }
        self.positions
            .push(HiddenState::of(truth, !self.common.color));
        true
    }

    /// Number of different placements of enemy men, whatever the castling rights.
    pub fn placements(&self) -> usize {
        let mut all: Vec<HiddenState> = self.positions.iter().map(|one| one.placement()).collect();
        all.par_sort_unstable();
        all.dedup();
        all.len()
    }

    /// Number of positions with each kind of enemy man on each square.
    pub fn marginals(&self) -> Marginals {
        Marginals::of(&self.positions)
    }

    /// Takes the `answer` to the player's `question`, in the umpire's frame; the game went on.
    pub fn answered(&mut self, question: Question, answer: &Answer) {
        match (question, *answer) {
            (Question::Try(asked), Answer::Played(said)) => self.played(asked, &said),
            (Question::Try(asked), Answer::Refused) => {
                self.keep(|board| board.legal_move(asked).is_none());
            }
            (_, Answer::Any(any)) => self.keep(|board| (board.pawn_captures() > 0) == any),
            // Nonsense follows from what the player knows, so it carries no information.
            (_, Answer::Nonsense) | (Question::Any, _) => {}
        }
    }

    fn keep(&mut self, fits: impl Fn(&Board) -> bool + Sync) {
        let common = &self.common;
        let kept = |hidden: &HiddenState| common.board(*hidden).is_some_and(|board| fits(&board));
        self.visited += self.positions.len() as u64;
        if self.positions.len() <= PART {
            self.positions.retain(kept);
        } else {
            let all = std::mem::take(&mut self.positions);
            self.positions = all.into_par_iter().filter(kept).collect();
        }
        self.positions.shrink_to_fit();
    }

    fn played(&mut self, asked: Try, said: &Announcement) {
        let common = self.common.clone();
        self.expand(0, |hidden, sieve, found| {
            if let Some(after) = common.after_own(hidden, asked, said) {
                let hash = after.hash();
                if sieve.passes(hash) {
                    found[Sieve::shard(hash)].push((after, hash));
                }
            }
            1
        });
        self.common.passed = self.common.passed_by(asked);
        let CommonState { own, castling, .. } = &mut self.common;
        play_own_move(common.color, own, castling, asked);
        self.common.turn = !common.color;
    }

    /// Takes the enemy's move: after what was `overheard`, `said` was announced; the game went on.
    pub fn enemy_move(&mut self, overheard: Overheard, said: &Announcement) {
        let before = self.common.clone();
        let CommonState { own, castling, .. } = &mut self.common;
        if let Some(capture) = said.capture {
            lose_own_man(before.color, own, castling, capture.square);
        }
        let turn = EnemyTurn::new(&before, *own, said, overheard);
        let level = if self.exact {
            0
        } else {
            (MOVES * self.positions.len() / self.limit).max(1).ilog2()
        };
        self.expand(level, |hidden, sieve, found| {
            turn.expand(hidden, sieve, found)
        });
        self.common.passed = None;
        self.common.turn = before.color;
    }

    /// Replaces every position by those that `each` finds for it; `each` returns the number of
    /// positions it examined. A sample draws one position in two to the power of `level`, or more
    /// if these are few.
    fn expand(
        &mut self,
        mut level: u32,
        each: impl Fn(HiddenState, Sieve, &mut Found) -> u64 + Sync,
    ) {
        self.plies += 1;
        let before = std::mem::take(&mut self.positions);
        loop {
            let mut positions = BoundedSet::new(self.limit, mix(self.plies), level);
            for batch in before.chunks(PART * PARTS) {
                let sieve = positions.sieve();
                let parts: Vec<(Found, u64)> = batch
                    .par_chunks(PART)
                    .map(|part| {
                        let mut found: Found = Default::default();
                        let looked = part.iter().map(|&hidden| each(hidden, sieve, &mut found));
                        let looked = looked.sum();
                        (found, looked)
                    })
                    .collect();
                self.visited += parts.iter().map(|(_, looked)| looked).sum::<u64>();
                let found: Vec<Found> = parts.into_iter().map(|(found, _)| found).collect();
                positions.add(&found);
            }
            let kept = positions.len();
            let drawn_from = positions.level();
            if level > 0 && drawn_from == level && 2 * kept < self.limit {
                // Few moves agree with the announcement, so a larger share of them is drawn.
                let more = (self.limit / kept.max(1)).max(2).ilog2();
                level = level.saturating_sub(more);
                continue;
            }
            self.exact &= drawn_from == 0;
            self.positions = positions.into_positions();
            return;
        }
    }
}
