//! The Darkboard player (T ch. 7): keeps a metaposition, searches it, asks for the best
//! move, and searches again with what a refusal told.

use std::sync::Arc;

use super::Player;
use super::book_line::BookLine;
use crate::belief::{Opponent, Pool};
use crate::chess::{Role, Try, index};
use crate::darkboard::{Book, Evaluator, History, Options, Search, Tactics, Weight, Weights};
use crate::endgame::LoneKing;
use crate::metaposition::Tracker;
use crate::stream::{self, Stream};
use crate::umpire::{Announcement, Answer, AnyRule, Overheard, Question, View};

/// Best moves for which the risk of being mated is looked at.
const GUARDED: usize = 6;
/// Added to a move that is illegal on every believed board, in pawns.
const UNBELIEVED: f64 = -3.0;
/// How much likelier than a quiet move the belief takes an enemy move to be that the
/// umpire's words invite, and another capture. Less sure than the engine's own decisions
/// (`enemy_invited`): a belief that rules out too much is wrong for the rest of the game.
const BELIEVED: Opponent = Opponent {
    invited: 24.0,
    blind: 2.0,
    captured_on: None,
};

/// The metaposition engine.
pub struct Darkboard {
    book: BookLine,
    search: Search,
    stream: Stream,
    tracker: Option<Tracker>,
    history: History,
    lone_king: LoneKing,
    tactics: Tactics,
    pool: Option<Pool>,
    moves: Vec<Try>,
    values: Vec<f64>,
}

impl Darkboard {
    /// A player with these weights, options and book, if any, that draws from `stream`.
    pub fn new(
        weights: Weights,
        options: Options,
        book: Option<Arc<Book>>,
        stream: Stream,
    ) -> Darkboard {
        Darkboard {
            book: BookLine::new(book, stream::beside(&stream, "opening")),
            lone_king: LoneKing::new(),
            tactics: Tactics::new(&weights, options.stalemate),
            search: Search::new(Evaluator::new(weights), options),
            stream,
            tracker: None,
            pool: None,
            history: History::default(),
            moves: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Metapositions evaluated so far.
    pub fn evaluated(&self) -> u64 {
        self.search.evaluated()
    }

    /// Values the moves by search, history and belief.
    fn judge(&mut self) -> Option<()> {
        let tracker = self.tracker.as_ref()?;
        let (weights, options) = (self.search.evaluator().weights(), self.search.options());
        self.values.clear();
        self.values.extend(self.moves.iter().map(|&asked| {
            let before = tracker.metaposition();
            self.history.bonus(before, asked, weights, options.progress)
        }));
        self.search.values(tracker, &self.moves, &mut self.values);
        self.add_prospects();
        self.beware_of_mate();
        Some(())
    }

    /// Adds to each move's value what it wins and risks on the believed boards.
    fn add_prospects(&mut self) {
        let (Some(tracker), Some(pool)) = (&self.tracker, &self.pool) else {
            return;
        };
        if pool.boards().is_empty() {
            return;
        }
        if self.tactics.is_clear() {
            let moves = self.moves.iter().map(|&asked| tracker.turned(asked));
            self.tactics.prepare(pool.boards(), moves);
        }
        let factor = self.search.evaluator().weights()[Weight::Tactics];
        for (&asked, value) in self.moves.iter().zip(&mut self.values) {
            let prospect = self.tactics.prospect(tracker.turned(asked), pool.alive());
            *value += prospect.map_or(UNBELIEVED, |prospect| factor * prospect.value);
        }
    }

    /// Lowers the best moves by the risk of being mated at once, until the best of all was
    /// looked at.
    fn beware_of_mate(&mut self) {
        let (Some(tracker), Some(pool)) = (&self.tracker, &self.pool) else {
            return;
        };
        let mut seen = Vec::new();
        while seen.len() < GUARDED && !self.tactics.is_clear() {
            let places = 0..self.values.len();
            let best = places.max_by(|&a, &b| self.values[a].total_cmp(&self.values[b]));
            let Some(best) = best.filter(|best| !seen.contains(best)) else {
                break;
            };
            seen.push(best);
            let asked = tracker.turned(self.moves[best]);
            self.values[best] -= self.tactics.mate_risk(pool.boards(), asked, pool.alive());
        }
    }

    fn tracker(&mut self, view: &View) -> &mut Tracker {
        let particles = self.search.options().particles as usize;
        if self.pool.is_none() && particles > 0 {
            let stream = stream::beside(&self.stream, "belief");
            let (ruleset, color) = (view.ruleset(), view.color());
            self.pool = Some(Pool::new(ruleset, color, particles, BELIEVED, stream));
        }
        let age_cap = self.search.evaluator().age_cap();
        let deductions = self.search.options().deductions;
        self.tracker.get_or_insert_with(|| {
            let tracker = Tracker::new(view.color(), age_cap);
            tracker.deducing(deductions).under(view.ruleset())
        })
    }
}

impl Player for Darkboard {
    fn choose(&mut self, view: &View) -> Option<Question> {
        if let Some(asked) = self.book.next(view) {
            return Some(Question::Try(asked));
        }
        let mut moves = std::mem::take(&mut self.moves);
        let tracker = self.tracker(view);
        tracker.moves(&mut moves);
        moves.retain(|&asked| view.allows(tracker.turned(asked)));
        self.moves = moves;
        let tracker = self.tracker.as_ref()?;
        if self.search.options().endgame && tracker.metaposition().is_king_alone() {
            let known = tracker.metaposition();
            let king = known.enemy()[index(Role::King)];
            self.lone_king.meet(known.own(), king);
            self.lone_king.values(&self.moves, &mut self.values);
        } else {
            self.judge()?;
        }
        let tracker = self.tracker.as_ref()?;
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
        let chosen = tracker.turned(self.moves[chosen]);
        // Who is about to try a pawn capture asks first: a no saves the other ones, and a
        // yes obliges to what was to be done anyway.
        let may_ask = view.ruleset().any != AnyRule::Never && view.any().is_none();
        if self.search.options().any && may_ask && view.is_pawn_capture(chosen) {
            return Some(Question::Any);
        }
        Some(Question::Try(chosen))
    }

    fn answered(&mut self, view: &View, question: Question, answer: &Answer) {
        self.book.answered(*answer);
        let tracker = self.tracker(view);
        let mut pawn = false;
        let mut own = None;
        if let Question::Try(asked) = question {
            let asked = tracker.turned(asked);
            pawn = tracker.metaposition().own_role(asked.from) == Some(Role::Pawn);
            own = Some(asked);
        }
        tracker.answered(question, answer);
        if let Some(own) = own {
            self.lone_king.own_try(own, answer);
        }
        if let (Some(pool), Some(tracker)) = (&mut self.pool, &self.tracker) {
            let changed = pool.answered(question, answer, tracker);
            if changed {
                self.tactics.clear();
            }
        }
        if let (Answer::Played(said), Some(tracker)) = (answer, &self.tracker) {
            let progress = pawn || said.capture.is_some();
            self.history.played(tracker.metaposition(), progress);
        }
    }

    fn opponent_moved(&mut self, view: &View, said: &Announcement) {
        self.book.heard(*said);
        let overheard: Overheard = view.overheard();
        let tracker = self.tracker(view);
        tracker.overhear(overheard);
        tracker.enemy_move(said);
        if let (Some(pool), Some(tracker)) = (&mut self.pool, &self.tracker) {
            pool.enemy_move(overheard, said, tracker);
        }
        if said.capture.is_some() {
            self.history.captured();
        }
    }
}
