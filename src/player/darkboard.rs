//! The Darkboard player (T ch. 7): keeps a metaposition, searches it, asks for the best
//! move, and searches again with what a refusal told.

use super::Player;
use crate::chess::{Role, Try};
use crate::darkboard::{Evaluator, History, Options, Search, Weight, Weights};
use crate::metaposition::Tracker;
use crate::stream::{self, Stream};
use crate::umpire::{Announcement, Answer, View};

/// The metaposition engine.
pub struct Darkboard {
    search: Search,
    stream: Stream,
    tracker: Option<Tracker>,
    history: History,
    moves: Vec<Try>,
    values: Vec<f64>,
}

impl Darkboard {
    /// A player with these weights and options that draws from `stream`.
    pub fn new(weights: Weights, options: Options, stream: Stream) -> Darkboard {
        Darkboard {
            search: Search::new(Evaluator::new(weights), options),
            stream,
            tracker: None,
            history: History::default(),
            moves: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Metapositions evaluated so far.
    pub fn evaluated(&self) -> u64 {
        self.search.evaluated()
    }

    fn tracker(&mut self, view: &View) -> &mut Tracker {
        let age_cap = self.search.evaluator().age_cap();
        let deductions = self.search.options().deductions;
        self.tracker
            .get_or_insert_with(|| Tracker::new(view.color(), age_cap).deducing(deductions))
    }
}

impl Player for Darkboard {
    fn choose(&mut self, view: &View) -> Option<Try> {
        let mut moves = std::mem::take(&mut self.moves);
        self.tracker(view).moves(&mut moves);
        self.moves = moves;
        let tracker = self.tracker.as_ref()?;
        let repeated = self.search.evaluator().weights()[Weight::Repeated];
        self.values.clear();
        self.values.extend(self.moves.iter().map(|&asked| {
            let repeats = self.history.repeats(tracker.metaposition(), asked);
            -repeated * repeats as f64
        }));
        self.search.values(tracker, &self.moves, &mut self.values);
        let best = self
            .values
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let floor = best - self.search.options().ties;
        let near = self.values.iter().filter(|&&value| value >= floor).count();
        if near == 0 {
            return None;
        }
        let drawn = stream::below(&mut self.stream, near);
        let chosen = (0..self.moves.len())
            .filter(|&index| self.values[index] >= floor)
            .nth(drawn)?;
        Some(tracker.turned(self.moves[chosen]))
    }

    fn answered(&mut self, view: &View, asked: Try, answer: &Answer) {
        let tracker = self.tracker(view);
        let from = tracker.turned(asked).from;
        let pawn = tracker.metaposition().own_role(from) == Some(Role::Pawn);
        tracker.own_try(asked, answer);
        if let (Answer::Played(said), Some(tracker)) = (answer, &self.tracker) {
            let progress = pawn || said.capture.is_some();
            self.history.played(tracker.metaposition(), progress);
        }
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.tracker(view).enemy_move(said);
        if said.capture.is_some() {
            self.history.captured();
        }
    }
}
