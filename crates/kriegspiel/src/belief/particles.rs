//! Particles: whole boards that follow a game by rejection; boards that contradict an announcement
//! are removed.

use std::sync::Arc;

use super::enemy_choice::Mixture;
use super::{Before, BeliefState, EnemyChoice, OpponentModel, reinvigoration};
use crate::metaposition::Tracker;
use crate::umpire::{
    Announcement, Answer, AnyRule, NonsenseRule, Overheard, Question, Ruleset, own_board_tries,
    would_announce,
};
use darkforge_board::{Board, Color, MoveList, Try};
use darkforge_streams::{self as streams, Stream};

/// Particles are filled up with repaired boards below their number divided by this.
const FEW: usize = 4;

/// Boards that agree with all that one player has heard, all equally likely; the same board may
/// occur several times.
pub struct Particles {
    color: Color,
    ruleset: &'static Ruleset,
    size: usize,
    stream: Stream,
    boards: Vec<Board>,
    /// For each board whether the refusals of this turn leave it possible.
    alive: Vec<bool>,
    /// The last boards before none was left; repairs begin with them.
    templates: Vec<Board>,
    opponent: OpponentModel,
    /// Learned models of the enemy's choice, if there are any.
    learnt: Option<Mixture>,
    repairs: bool,
}

impl Particles {
    /// About `size` particles for the player of `color` at the start of a game under `ruleset`,
    /// drawn from `stream` with the enemy model `opponent`.
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
            learnt: None,
            repairs: true,
        }
    }

    /// Draws enemy moves by `choices` too, the most general first, as far as each is to be trusted.
    #[must_use]
    pub fn expecting(mut self, choices: Vec<Arc<dyn EnemyChoice>>) -> Particles {
        self.learnt = (!choices.is_empty()).then(|| Mixture::new(choices));
        self
    }

    /// Begins from `start`, all of which is known, instead of from the initial position.
    #[must_use]
    pub fn starting(mut self, start: Option<&Board>) -> Particles {
        if let Some(board) = start {
            self.boards = vec![board.clone()];
            if let Some(learnt) = &mut self.learnt {
                learnt.before = Before::of_given_start();
            }
        }
        self
    }

    /// The same particles without repairs: every board can have arisen in a game, and once none is
    /// left there are none for the rest of the game.
    #[must_use]
    pub fn without_repairs(mut self) -> Particles {
        self.repairs = false;
        self
    }

    /// The boards; the same side is to move on each.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// For each board whether the refusals of this turn leave it possible.
    pub fn alive(&self) -> &[bool] {
        &self.alive
    }

    /// Takes the `answer` to the player's `question`, in the umpire's frame; `tracker` has already
    /// taken it. Returns whether the boards have changed: after most refusals some of them are only
    /// marked dead.
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

    /// Marks boards that do not fit as dead for this turn. Returns whether the boards have changed.
    fn keep(&mut self, fits: impl Fn(&Board) -> bool, tracker: &Tracker) -> bool {
        for (board, alive) in self.boards.iter().zip(&mut self.alive) {
            // Repaired boards may contradict conclusions from an answer.
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

    /// Takes the enemy's move: after what was `overheard`, `said` was announced; `tracker` has
    /// already taken it.
    #[inline(never)] // a part of its own in profiles
    pub fn enemy_move(&mut self, overheard: Overheard, said: &Announcement, tracker: &Tracker) {
        let mut parents = self.take_boards();
        self.listen(&mut parents, overheard);
        if !parents.is_empty() {
            if self.learnt.is_some() {
                self.draw_by_learnt_models(&parents, said);
            } else {
                self.draw_by_weights(&parents, said);
            }
            if self.boards.len() < self.size / 2 {
                // The announcement is unlikely, so it is faster to search for the moves that
                // explain it.
                self.boards = self.explanations(&parents, *said);
            }
            thin(&mut self.boards, self.size);
        }
        self.opponent.captured_on = None;
        if let Some(learnt) = &mut self.learnt {
            learnt.before.moves += 1;
        }
        self.fill_up(&parents, *said, tracker);
    }

    /// Draws enemy moves on all `parents`, and adds the boards after those that fit `said`.
    fn draw_by_weights(&mut self, parents: &[Board], said: &Announcement) {
        let share = self.size.div_ceil(parents.len());
        let mut noisy = MoveList::new();
        for board in parents {
            let quiet = board.noisy_moves(&mut noisy);
            for _ in 0..share {
                let m = self.opponent.draw(&quiet, &noisy, &mut self.stream);
                let after = m.and_then(|m| would_announce(self.ruleset, board, m, said));
                self.boards.extend(after);
            }
        }
    }

    /// The same with learned models.
    fn draw_by_learnt_models(&mut self, parents: &[Board], said: &Announcement) {
        let Some(learnt) = &mut self.learnt else {
            return;
        };
        let share = self.size.div_ceil(parents.len());
        for board in parents {
            learnt.draw(&self.opponent, board, share, &mut self.stream, |m| {
                self.boards
                    .extend(would_announce(self.ruleset, board, m, said));
            });
        }
    }

    /// Brings the particles in line with the `exact` belief of the same player at the same moment:
    /// boards outside it are removed, and missing boards of it are added. Returns whether any were
    /// added; if not, the removed ones are only marked dead.
    ///
    /// Few exact boards share a part of the particles equally, and up to as many as there are particles
    /// have one each, because the enemy model must not exclude a board that is possible: a stalemate
    /// there would not be seen. Of more exact boards, some fill up the places of missing particles.
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
        if exact.len() <= self.size {
            let copies = (part / exact.len().max(1)).max(1);
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
        // Dead boards would only displace others in samples.
        let mut alive = std::mem::take(&mut self.alive).into_iter();
        self.boards.retain(|_| alive.next() == Some(true));
        self.boards.extend(added);
        self.alive.resize(self.boards.len(), true);
        true
    }

    /// The boards, with room for new ones.
    fn take_boards(&mut self) -> Vec<Board> {
        std::mem::replace(&mut self.boards, Vec::with_capacity(self.size))
    }

    /// Keeps the boards on which the enemy can have got the overheard answers, unless there is
    /// none.
    fn listen(&self, boards: &mut Vec<Board>, overheard: Overheard) {
        let mut keep = |fits: &dyn Fn(&Board) -> bool| {
            if boards.iter().any(fits) {
                boards.retain(fits);
            }
        };
        if let Some(any) = overheard.any {
            keep(&|board| (board.pawn_captures() > 0) == any);
        }
        // If repeating a refused try is nonsense, all refused tries are different.
        let distinct = self.ruleset.any != AnyRule::UntilPlayed
            && self.ruleset.nonsense != NonsenseRule::Never;
        if let Some(refusals @ 2..) = overheard.refusals.filter(|_| distinct) {
            keep(&|board| illegal_tries(board) >= refusals);
        }
    }

    /// Boards after moves that fit `said`, drawn from all such moves on all `parents` by the enemy
    /// model's weights.
    fn explanations(&mut self, parents: &[Board], said: Announcement) -> Vec<Board> {
        let mut found = Vec::new();
        let mut sum = 0.0;
        for board in parents {
            let legal: MoveList = board.legal_moves();
            let learnt = self.learnt.as_mut();
            let learnt = learnt.map(|learnt| learnt.weigh(&self.opponent, board, &legal));
            let total = self.opponent.total(&legal);
            for (place, &m) in legal.iter().enumerate() {
                if let Some(after) = would_announce(self.ruleset, board, m, &said) {
                    let probability = match learnt {
                        Some(probabilities) => probabilities[place],
                        None => self.opponent.weight(m) / total,
                    };
                    sum += f64::from(probability);
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
        // Repaired boards may contradict earlier announcements.
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

/// Whether the enemy men of `board` are inside the metaposition of `tracker`.
fn agrees(board: &Board, tracker: &Tracker) -> bool {
    let enemy = board.men(!tracker.color());
    let possible = tracker.metaposition().enemy();
    enemy
        .into_iter()
        .zip(possible)
        .all(|(men, &possible)| tracker.turned_set(men).is_subset(possible))
}

/// Number of tries that are possible on the own board of the side to move and illegal.
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

/// Checks and pawn tries that the announcement says of the board on the player's turn.
fn standing(tracker: &Tracker) -> Announcement {
    Announcement {
        capture: None,
        checks: tracker.metaposition().checks(),
        pawn_tries: tracker.told(),
        promotion: false,
    }
}

/// Keeps `size` evenly spaced boards if there are more.
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
