//! The exact belief: every position that agrees with all that one side heard.

use rayon::prelude::*;

use super::bounded_set::{BoundedSet, Found, Sieve};
use super::common_state::{CommonState, EnemyTurn};
use super::hidden_state::{HiddenState, MOST_MEN, mix};
use super::marginals::Marginals;
use crate::umpire::{
    Announcement, Answer, Overheard, Question, Ruleset, lose_own_man, play_own_move,
};
use darkforge_board::{Board, Color, Try, squares_of};

/// Positions that one thread takes at a time, and how many such parts are added before
/// the limit is looked at. Fixed, so that results do not depend on the number of threads.
const PART: usize = 256;
const PARTS: usize = 16;

/// About so many moves an enemy has: where a sample begins to be thinned.
const MOVES: usize = 16;

/// Every position that agrees with all that one side heard, while there are no more than a
/// given number; beyond that a sample of them.
///
/// A position is: the men, the side to move, rights to castle, and a legal capture en
/// passant. What came before it (fifty moves, repetition) is no part of it. That the game
/// goes on was heard too: positions in which it would be over are not among them.
///
/// Every position of a sample agrees with all that was heard as well: it has a past, move
/// by move. Which ones are kept is drawn by their hash, so the same game gives the same
/// sample on any number of threads.
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
    /// Moves played so far; each draws its sample anew.
    plies: u64,
    /// Positions that were looked at while this belief evolved.
    visited: u64,
}

/// Positions that do not make a belief.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeliefError {
    /// There is none.
    #[error("there is no position to begin with")]
    Empty,
    /// Two of them differ in what the player knows.
    #[error("the positions differ in the player's own men, its rights or the side to move: {0}")]
    Different(String),
    /// One side has more men than chess has.
    #[error("more than {MOST_MEN} enemy men: {0}")]
    TooMany(String),
}

impl BeliefState {
    /// What the player of `color` knows at the start of a game under `ruleset`. It is exact
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

    /// The belief that one of `boards` is true, and nothing more is known. More than `limit`
    /// of them are thinned to a sample.
    ///
    /// # Errors
    /// There is none, or they are not one player's view of things.
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

    /// The side whose belief this is.
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

    /// Whether nothing is left. An exact belief is never empty in a game that was heard as
    /// it was; a sample may miss the truth and run dry.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Whether these are all positions that agree with what was heard. Once they were too
    /// many, it is a sample for the rest of the game.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Entropy in bits, if every position is as likely as any other: of a sample, no more
    /// than a lower bound of that of all.
    pub fn bits(&self) -> f64 {
        libm::log2(self.positions.len() as f64)
    }

    /// Positions that were looked at to come here: a measure of work.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// What is hidden in each position, in a fixed order.
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

    /// For each of `boards`, where it is among [`hidden`](BeliefState::hidden); nothing for one
    /// that is none of the positions.
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

    /// Whether `board` is what the player sees of it, whatever is hidden.
    fn is_view_of(&self, board: &Board) -> bool {
        board.turn() == self.common.turn
            && board.men(self.common.color) == self.common.own
            && board.castling(self.common.color) == self.common.castling
            && squares_of(&board.men(!self.common.color)).count() <= MOST_MEN
    }

    /// Adds `truth` to a sample that has missed it. Only who sees both sides can know that a
    /// position agrees with all that was heard; with the truth in it, a sample cannot run dry.
    /// Says whether `truth` is one of the positions now: not if the player's own men stand
    /// otherwise, nor if it is missing in an exact belief.
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

    /// How many different placements of enemy men there are, whatever the rights.
    pub fn placements(&self) -> usize {
        let mut all: Vec<HiddenState> = self.positions.iter().map(|one| one.placement()).collect();
        all.par_sort_unstable();
        all.dedup();
        all.len()
    }

    /// How often each kind of enemy man stands on each square.
    pub fn marginals(&self) -> Marginals {
        Marginals::of(&self.positions)
    }

    /// The player's `question`, in the umpire's frame, got `answer`, and the game went on.
    pub fn answered(&mut self, question: Question, answer: &Answer) {
        match (question, *answer) {
            (Question::Try(asked), Answer::Played(said)) => self.played(asked, &said),
            (Question::Try(asked), Answer::Refused) => {
                self.keep(|board| board.legal_move(asked).is_none());
            }
            (_, Answer::Any(any)) => self.keep(|board| (board.pawn_captures() > 0) == any),
            // Nonsense follows from what the player knows; it tells nothing.
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

    /// The enemy moved after what was `overheard`, `said` was announced, and the game went
    /// on.
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

    /// Replaces every position by those that `each` finds for it; that returns how many it
    /// looked at. Of a sample, one position in two to the power of `level` is drawn, or
    /// more if these are few.
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
                // Few moves agree with the words: draw from more of them.
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
