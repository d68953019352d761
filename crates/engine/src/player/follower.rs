//! Follower: the common part of all sampling players. It follows a game from one side, draws
//! boards, lists the tries and chooses one.

use crate::sampling::Repetition;
use darkforge_board::{Board, Role, Try, index};
use darkforge_kriegspiel::belief::{BeliefState, OpponentModel, Particles};
use darkforge_kriegspiel::metaposition::{Metaposition, Taken, Tracker};
use darkforge_kriegspiel::protocol::Score;
use darkforge_kriegspiel::umpire::{Announcement, Answer, AnyRule, Question, View};
use darkforge_streams::{self as streams, Stream};

/// Cap of the metaposition's ages, which no sampling player uses.
const AGE_CAP: u8 = 25;
/// Tries whose value is at most this much below the best are drawn from, in pawns.
const TIES: f32 = 0.02;

/// Boards that are kept from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// None.
    Nothing,
    /// This number, each reached by moves with the same announcements.
    Rejected(u32),
    /// The same, and repaired boards that agree with all that is known when few are left.
    Repaired(u32),
    /// Every board that agrees with all announcements, up to this number.
    All(u32),
}

/// Follows a game from one side.
pub(super) struct Follower {
    pub stream: Stream,
    kept: Kept,
    is_open: bool,
    tracker: Option<Tracker>,
    pool: Option<Particles>,
    all: Option<BeliefState>,
    /// Whether tries are filtered by the metaposition.
    pub filter: bool,
    /// Whether repetition and the fifty moves count.
    pub progress: bool,
    pub taken: Taken,
    pub repetition: Repetition,
}

impl Follower {
    /// A follower that draws from `stream`.
    pub fn new(kept: Kept, stream: Stream) -> Follower {
        Follower {
            stream,
            kept,
            is_open: false,
            tracker: None,
            pool: None,
            all: None,
            filter: true,
            progress: true,
            taken: Taken::default(),
            repetition: Repetition::default(),
        }
    }

    fn open(&mut self, view: &View) {
        if std::mem::replace(&mut self.is_open, true) {
            return;
        }
        let start = view.start();
        if let Some(board) = start {
            self.taken = Metaposition::of_board(board, view.color(), AGE_CAP).taken();
        }
        if self.kept == Kept::Nothing {
            return;
        }
        let tracker = Tracker::new(view.color(), AGE_CAP).under(view.ruleset());
        self.tracker = Some(tracker.starting(start));
        let stream = streams::beside(&self.stream, "belief");
        let pool = |size| {
            Particles::new(
                view.ruleset(),
                view.color(),
                size as usize,
                OpponentModel::COUNTS,
                stream,
            )
            .starting(start)
        };
        self.pool = match self.kept {
            Kept::Nothing | Kept::All(_) => None,
            Kept::Rejected(size) => Some(pool(size).without_repairs()),
            Kept::Repaired(size) => Some(pool(size)),
        };
        if let Kept::All(limit) = self.kept {
            let (ruleset, color) = (view.ruleset(), view.color());
            let known = start.map(|start| {
                let boards = std::slice::from_ref(start);
                BeliefState::of(ruleset, color, limit as usize, boards)
            });
            let known = known.and_then(Result::ok);
            let initial = || BeliefState::start(ruleset, color, limit as usize);
            self.all = Some(known.unwrap_or_else(initial));
        }
    }

    /// The number of boards that was exceeded, if every board should be kept.
    pub fn exceeded(&self) -> Option<u32> {
        match (self.kept, &self.all) {
            (Kept::All(limit), Some(all)) if !all.is_exact() => Some(limit),
            _ => None,
        }
    }

    /// The possible tries, in a fixed order: those that the own board and the announcements of this
    /// turn allow; with kept boards also earlier announcements.
    pub fn tries(&mut self, view: &View) -> Vec<Try> {
        self.open(view);
        let mut tries = Vec::with_capacity(64);
        match &self.tracker {
            Some(tracker) if self.filter => {
                tracker.moves(&mut tries);
                for asked in &mut tries {
                    *asked = tracker.turned(*asked);
                }
                tries.retain(|&asked| view.allows(asked));
            }
            _ => view.sensible(&mut tries),
        }
        tries.retain(|asked| !view.refused().contains(asked));
        tries
    }

    /// Up to `wanted` of the kept boards that are still possible, evenly spaced.
    pub fn boards(&self, wanted: usize) -> Vec<&Board> {
        let Some(pool) = &self.pool else {
            return Vec::new();
        };
        let both = pool.boards().iter().zip(pool.alive());
        let alive: Vec<&Board> = both
            .filter(|(_, alive)| **alive)
            .map(|(board, _)| board)
            .collect();
        if alive.len() <= wanted {
            return alive;
        }
        (0..wanted)
            .map(|place| alive[place * alive.len() / wanted])
            .collect()
    }

    /// The same from the pool, or from every possible board.
    pub fn samples(&self, wanted: usize) -> Vec<Board> {
        let Some(all) = &self.all else {
            return self.boards(wanted).into_iter().cloned().collect();
        };
        let taken = all.len().min(wanted);
        let places = (0..taken).map(|place| place * all.len() / taken);
        places.filter_map(|place| all.board(place)).collect()
    }

    /// Takes the umpire's answer; `view` is the view after it. Returns whether the kept boards have
    /// changed.
    pub fn answered(&mut self, view: &View, question: Question, answer: &Answer) -> bool {
        self.open(view);
        let changed = match (&mut self.tracker, &mut self.pool) {
            (Some(tracker), None) => {
                tracker.answered(question, answer);
                if let Some(all) = &mut self.all {
                    all.answered(question, answer);
                }
                true
            }
            (Some(tracker), Some(pool)) => {
                tracker.answered(question, answer);
                pool.answered(question, answer, tracker)
            }
            _ => false,
        };
        if let (Question::Try(asked), Answer::Played(said)) = (question, answer) {
            if let Some(capture) = said.capture {
                self.taken.add(capture.kind);
            }
            let pawn =
                asked.promotion.is_some() || view.men()[index(Role::Pawn)].contains(asked.to);
            self.repetition
                .played(view.men(), pawn || said.capture.is_some());
        }
        changed
    }

    /// The opponent moved.
    pub fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.open(view);
        let overheard = view.overheard();
        if let Some(tracker) = &mut self.tracker {
            tracker.overhear(overheard);
            tracker.enemy_move(said);
            if let Some(pool) = &mut self.pool {
                pool.enemy_move(overheard, said, tracker);
            }
            if let Some(all) = &mut self.all {
                all.enemy_move(overheard, said);
            }
        }
        if said.capture.is_some() {
            self.repetition.captured();
        }
    }

    /// Adds the bonus of earlier moves to the `values` of tries, and draws one of the best; without
    /// any value, one of all.
    pub fn choose(&mut self, view: &View, tries: &[Try], values: &[Option<f32>]) -> Option<Try> {
        let past = |asked| {
            let counts = self.progress;
            counts.then(|| self.repetition.bonus(view.men(), asked))
        };
        let judged: Vec<(Try, f32)> = tries
            .iter()
            .zip(values)
            .filter_map(|(&asked, value)| Some((asked, (*value)? + past(asked).unwrap_or(0.0))))
            .collect();
        let best = judged
            .iter()
            .map(|one| one.1)
            .fold(f32::NEG_INFINITY, f32::max);
        let mut near: Vec<Try> = judged
            .iter()
            .filter(|one| one.1 >= best - TIES)
            .map(|one| one.0)
            .collect();
        if near.is_empty() {
            near = tries.to_vec();
        }
        if near.is_empty() {
            return None;
        }
        let drawn = streams::below(&mut self.stream, near.len());
        Some(near[drawn])
    }
}

/// The question for a `chosen` try: before a pawn capture "Any?", if the rules have it, because a
/// no saves the other captures.
pub(super) fn question(view: &View, chosen: Try) -> Question {
    let may_ask = view.ruleset().any != AnyRule::Never && view.any().is_none();
    if may_ask && view.is_pawn_capture(chosen) {
        Question::Any
    } else {
        Question::Try(chosen)
    }
}

/// The value in pawns of the `chosen` one of `tries` as a score.
pub(super) fn score_of(chosen: Try, tries: &[Try], values: &[Option<f32>]) -> Option<Score> {
    let place = tries.iter().position(|&asked| asked == chosen)?;
    values
        .get(place)?
        .map(|value| Score::pawns(f64::from(value)))
}
