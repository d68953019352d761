//! Particles: whole boards kept in step with a game by rejection: what the umpire would not have
//! announced falls out.

use super::{BeliefState, OpponentModel, reinvigoration};
use crate::metaposition::Tracker;
use crate::umpire::{
    Announcement, Answer, AnyRule, NonsenseRule, Overheard, Question, Ruleset, own_board_tries,
    would_announce,
};
use darkforge_board::{Board, Color, MoveList, Try};
use darkforge_streams::{self as streams, Stream};

/// Particles that fall below their number divided by this are filled up with repaired boards.
const FEW: usize = 4;

/// Boards that agree with all that one player has heard, each as likely as any other; the
/// same board may be there several times.
pub struct Particles {
    color: Color,
    ruleset: &'static Ruleset,
    size: usize,
    stream: Stream,
    boards: Vec<Board>,
    /// For each board, whether the refusals of this turn leave it possible.
    alive: Vec<bool>,
    /// The last boards that there were, when none is left: repairs begin with them.
    templates: Vec<Board>,
    opponent: OpponentModel,
    repairs: bool,
}

impl Particles {
    /// About `size` particles for the player of `color` at the start of a game under
    /// `ruleset`. They are drawn from `stream`, on the belief that the enemy plays like `opponent`.
    pub fn new(
        ruleset: &'static Ruleset,
        color: Color,
        size: usize,
        opponent: OpponentModel,
        stream: Stream,
    ) -> Particles {
        Particles {
            color,
            ruleset,
            size,
            stream,
            boards: vec![Board::start()],
            alive: vec![true],
            templates: Vec::new(),
            opponent,
            repairs: true,
        }
    }

    /// The same particles, none of which is ever repaired: every board is one to which a game may
    /// have come, and when none is left there are none for the rest of the game.
    #[must_use]
    pub fn without_repairs(mut self) -> Particles {
        self.repairs = false;
        self
    }

    /// The boards; on each the same side is to move.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// For each board, whether the refusals of this turn leave it possible.
    pub fn alive(&self) -> &[bool] {
        &self.alive
    }

    /// The player's `question`, in the umpire's frame, got `answer`; `tracker` has heard it.
    /// Tells whether the boards have changed: after most refusals only some of them are
    /// dead.
    #[inline(never)] // a part of its own in profiles
    pub fn answered(&mut self, question: Question, answer: &Answer, tracker: &Tracker) -> bool {
        match (question, *answer) {
            (Question::Try(asked), Answer::Refused) => {
                self.keep(|board| board.legal_move(asked).is_none(), tracker)
            }
            (Question::Try(asked), Answer::Played(said)) => {
                self.played(asked, said, tracker);
                true
            }
            (_, Answer::Any(any)) => self.keep(|board| (board.pawn_captures() > 0) == any, tracker),
            (_, Answer::Nonsense) | (Question::Any, _) => false,
        }
    }

    /// Boards that do not fit are dead for this turn. Whether the boards have changed.
    fn keep(&mut self, fits: impl Fn(&Board) -> bool, tracker: &Tracker) -> bool {
        for (board, alive) in self.boards.iter().zip(&mut self.alive) {
            // Boards that were repaired may contradict what an answer lets one conclude.
            *alive = *alive && fits(board) && (!self.repairs || agrees(board, tracker));
        }
        if self.alive.contains(&true) {
            return false;
        }
        // Every board was wrong; boards near them are the best guess.
        let parents = std::mem::take(&mut self.boards);
        self.fill_up(&parents, standing(tracker), tracker);
        true
    }

    fn played(&mut self, asked: Try, said: Announcement, tracker: &Tracker) {
        self.opponent.captured_on = said.capture.map(|_| asked.to);
        let parents = self.take_boards();
        let alive = parents.iter().zip(&self.alive).filter(|&(_, &alive)| alive);
        for (board, _) in alive {
            let after = board
                .legal_move(asked)
                .and_then(|m| would_announce(self.ruleset, board, m, &said));
            self.boards.extend(after);
        }
        self.fill_up(&parents, said, tracker);
    }

    /// The enemy moved after what was `overheard`, and `said` was announced; `tracker` has
    /// heard it.
    #[inline(never)] // a part of its own in profiles
    pub fn enemy_move(&mut self, overheard: Overheard, said: &Announcement, tracker: &Tracker) {
        let mut parents = self.take_boards();
        self.listen(&mut parents, overheard);
        if !parents.is_empty() {
            let share = self.size.div_ceil(parents.len());
            let mut noisy = MoveList::new();
            for board in &parents {
                let quiet = board.noisy_moves(&mut noisy);
                for _ in 0..share {
                    let m = self.opponent.draw(&quiet, &noisy, &mut self.stream);
                    let after = m.and_then(|m| would_announce(self.ruleset, board, m, said));
                    self.boards.extend(after);
                }
            }
            if self.boards.len() < self.size / 2 {
                // Unlikely words: rather look for the moves that explain them.
                self.boards = self.explanations(&parents, *said);
            }
            thin(&mut self.boards, self.size);
        }
        self.opponent.captured_on = None;
        self.fill_up(&parents, *said, tracker);
    }

    /// Brings the particles in step with the `exact` belief of the same player at the same
    /// moment: boards that are not in it fall out, and boards of it come in that are missing
    /// here. Tells whether any came in; else those that fall out are only dead.
    ///
    /// Few exact boards share a part of the particles in which each is as likely as any other:
    /// what an enemy is thought to play must not rule out what it may have played. Of many,
    /// some fill up where few particles are left.
    pub fn narrow(&mut self, exact: &BeliefState) -> bool {
        let places = exact.places(&self.boards);
        let mut missing = vec![true; exact.len()];
        let mut left = 0;
        for (alive, place) in self.alive.iter_mut().zip(places) {
            *alive = *alive && place.is_some();
            if let (true, Some(place)) = (*alive, place) {
                missing[place] = false;
                left += 1;
            }
        }
        let part = self.size.div_ceil(FEW);
        let mut added = Vec::new();
        if exact.len() <= part {
            let copies = part / exact.len().max(1);
            let missing = (0..exact.len()).filter(|&place| missing[place]);
            let missing = missing.filter_map(|place| exact.board(place));
            added.extend(missing.flat_map(|board| std::iter::repeat_n(board, copies)));
        } else if left < part {
            let room = part - left;
            let spaced = (0..room).map(|i| i * exact.len() / room);
            added.extend(spaced.filter_map(|place| exact.board(place)));
        }
        if added.is_empty() {
            return false;
        }
        // Dead boards would only take the place of others in samples.
        let mut alive = std::mem::take(&mut self.alive).into_iter();
        self.boards.retain(|_| alive.next() == Some(true));
        self.boards.extend(added);
        self.alive.resize(self.boards.len(), true);
        true
    }

    /// The boards, and room for new ones in their place.
    fn take_boards(&mut self) -> Vec<Board> {
        std::mem::replace(&mut self.boards, Vec::with_capacity(self.size))
    }

    /// Leaves the boards on which the enemy can have got the answers that were overheard,
    /// unless there is none.
    fn listen(&self, boards: &mut Vec<Board>, overheard: Overheard) {
        let mut keep = |fits: &dyn Fn(&Board) -> bool| {
            if boards.iter().any(fits) {
                boards.retain(fits);
            }
        };
        if let Some(any) = overheard.any {
            keep(&|board| (board.pawn_captures() > 0) == any);
        }
        // Where a try that was refused before is nonsense, all refused tries are different.
        let distinct = self.ruleset.any != AnyRule::UntilPlayed
            && self.ruleset.nonsense != NonsenseRule::Never;
        if let Some(refusals @ 2..) = overheard.refusals.filter(|_| distinct) {
            keep(&|board| illegal_tries(board) >= refusals);
        }
    }

    /// Boards after moves that fit `said`, drawn from all such moves on all `parents` as
    /// often as the enemy likes them.
    fn explanations(&mut self, parents: &[Board], said: Announcement) -> Vec<Board> {
        let mut found = Vec::new();
        let mut sum = 0.0;
        for board in parents {
            let legal: MoveList = board.legal_moves();
            let total = self.opponent.total(&legal);
            for &m in &legal {
                if let Some(after) = would_announce(self.ruleset, board, m, &said) {
                    sum += f64::from(self.opponent.weight(m) / total);
                    found.push((after, sum));
                }
            }
        }
        let offset = streams::unit(&mut self.stream);
        let mut at = 0;
        let marks = (0..self.size).map(|i| (i as f64 + offset) * sum / self.size as f64);
        marks
            .filter_map(|mark| {
                while at + 1 < found.len() && found[at].1 <= mark {
                    at += 1;
                }
                found.get(at).map(|(board, _)| board.clone())
            })
            .collect()
    }

    /// Adds repaired boards, made from `parents`, when too few are left.
    fn fill_up(&mut self, parents: &[Board], said: Announcement, tracker: &Tracker) {
        // Boards that were repaired may contradict what was heard long ago.
        self.boards.retain(|board| agrees(board, tracker));
        let wanted = self.size.div_ceil(FEW);
        if self.repairs && self.boards.len() < wanted {
            let from = if parents.is_empty() {
                &self.templates
            } else {
                parents
            };
            let known = reinvigoration::Known {
                tracker,
                said: &said,
                turn: if tracker.is_own_turn() {
                    self.color
                } else {
                    !self.color
                },
            };
            reinvigoration::add(&known, from, wanted, &mut self.boards, &mut self.stream);
        }
        if self.boards.is_empty() && !parents.is_empty() {
            self.templates = parents.to_vec();
        }
        self.alive.clear();
        self.alive.resize(self.boards.len(), true);
    }
}

/// Whether the enemy men of `board` are where the metaposition of `tracker` has them.
fn agrees(board: &Board, tracker: &Tracker) -> bool {
    let enemy = board.men(!tracker.color());
    let possible = tracker.metaposition().enemy();
    enemy
        .into_iter()
        .zip(possible)
        .all(|(men, &possible)| tracker.turned_set(men).is_subset(possible))
}

/// Tries that the side to move can make on its own board and that are illegal.
fn illegal_tries(board: &Board) -> u32 {
    let turn = board.turn();
    let mut tries = Vec::with_capacity(128);
    own_board_tries(
        &board.men(turn),
        turn,
        board.castling(turn),
        true,
        &mut tries,
    );
    (tries.len() as u32).saturating_sub(board.legal_moves().len() as u32)
}

/// What the umpire's words say of the board as it stands on the player's turn.
fn standing(tracker: &Tracker) -> Announcement {
    Announcement {
        capture: None,
        checks: tracker.metaposition().checks(),
        pawn_tries: tracker.told(),
        promotion: false,
    }
}

/// Leaves `size` evenly spaced boards, if there are more.
fn thin(boards: &mut Vec<Board>, size: usize) {
    let all = boards.len();
    if all <= size {
        return;
    }
    let mut index = 0;
    boards.retain(|_| {
        let keep = (index + 1) * size / all > index * size / all;
        index += 1;
        keep
    });
}
