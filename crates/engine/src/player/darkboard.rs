//! Darkboard player (T ch. 7): keeps a metaposition, searches it, asks the best move, and searches
//! again after a refusal.

mod reasons;
mod settings;
mod weighed;

pub use reasons::Reason;
pub use settings::DarkboardSettings;
pub(super) use settings::{algorithm, set_of_weights};
pub use weighed::{Weighed, near_best};

use std::sync::Arc;

use super::Player;
use super::book_line::BookLine;
use super::pace::{Pace, TimeLeft};
use crate::darkboard::{
    Book, EngineOptions, Evaluator, History, Search, Tactics, Weight, Weights, hidden_king,
};
use crate::endgame::{ExactBelief, LoneKing};
use crate::sampling::{Exchanges, balance};
use darkforge_board::{Board, Role, Try, index};
use darkforge_kriegspiel::belief::{EnemyChoice, OpponentModel, Particles};
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::protocol::{Score, Thought};
use darkforge_kriegspiel::umpire::{Announcement, Answer, AnyRule, Overheard, Question, View};
use darkforge_streams::{self as streams, Stream};

/// Greatest number of best moves for which the risk of a bad end is computed; mostly the first is safe.
const GUARDED: usize = 16;
/// Number of best moves after which captures are followed.
const FOLLOWED: usize = 6;
/// Number of believed boards whose mean value is the player's score.
const JUDGED: usize = 64;
/// The parts of a move's value, in the order in which they are added.
const PARTS: [fn(&mut Darkboard); reasons::PARTS.len()] = [
    Darkboard::judge_positions,
    Darkboard::add_prospects,
    Darkboard::follow_captures,
    Darkboard::beware_of_the_end,
];

/// The part of a player that depends on weights: its search and its tactics. It values the
/// situations of a [`Darkboard`] with weights of its own.
pub struct Judge {
    search: Search,
    /// `None` for the player's own.
    tactics: Option<Tactics>,
}

impl Judge {
    /// A judge with `options`, and with the weights of the player whose situations it values except
    /// the `changed`th. If tactics do not depend on that one, it uses the player's own, because
    /// tactics are slowest to prepare.
    pub fn with_step(weights: Weights, options: EngineOptions, changed: usize) -> Judge {
        let options = options.paced();
        let others = Tactics::READS.map(|weight| weight as usize);
        let tactics = others.contains(&changed);
        Judge {
            tactics: tactics.then(|| tactics_of(&weights, options)),
            search: Search::new(Evaluator::new(weights), options),
        }
    }
}

fn tactics_of(weights: &Weights, options: EngineOptions) -> Tactics {
    Tactics::new(weights, options.stalemate).paced(options.pace)
}

/// The metaposition engine.
pub struct Darkboard {
    book: BookLine,
    search: Search,
    stream: Stream,
    tracker: Option<Tracker>,
    history: History,
    lone_king: LoneKing,
    exact_belief: ExactBelief,
    tactics: Tactics,
    exchanges: Exchanges,
    pool: Option<Particles>,
    opponent: Option<Arc<dyn EnemyChoice>>,
    moves: Vec<Try>,
    values: Vec<f64>,
    pace: Pace,
    /// Metapositions evaluated before the last question.
    evaluated: u64,
}

impl Darkboard {
    /// A player with these weights, options and book, if any, that draws from `stream`.
    pub fn new(
        weights: Weights,
        options: EngineOptions,
        book: Option<Arc<Book>>,
        stream: Stream,
    ) -> Darkboard {
        let options = options.paced();
        Darkboard {
            book: BookLine::new(book, streams::beside(&stream, "opening")),
            lone_king: LoneKing::new().assured(),
            exact_belief: ExactBelief::default(),
            tactics: tactics_of(&weights, options),
            exchanges: Exchanges::default(),
            search: Search::new(Evaluator::new(weights), options),
            stream,
            tracker: None,
            pool: None,
            opponent: None,
            history: History::default(),
            moves: Vec::new(),
            values: Vec::new(),
            pace: Pace::default(),
            evaluated: 0,
        }
    }

    /// Metapositions evaluated so far.
    pub fn evaluated(&self) -> u64 {
        self.search.evaluated()
    }

    /// Value of each try by `judge` in this player's situation; without a judge by the player. The
    /// player's later moves do not change.
    pub fn weigh(&mut self, view: &View, judge: Option<&mut Judge>) -> Weighed {
        self.tracker(view); // its ages are counted by the player's own weights
        let by_weights = match judge {
            Some(judge) => {
                self.change_places(judge);
                let by_weights = self.consider(view);
                self.change_places(judge);
                if let Some(tactics) = &mut judge.tactics {
                    tactics.clear(); // the boards may be others next time
                }
                by_weights
            }
            None => self.consider(view),
        };
        let mut tries = Vec::with_capacity(self.moves.len());
        if let Some(tracker) = &self.tracker {
            tries.extend(self.moves.iter().map(|&asked| tracker.turned(asked)));
        }
        Weighed {
            tries,
            values: self.values.clone(),
            by_weights: by_weights == Some(true),
        }
    }

    fn change_places(&mut self, judge: &mut Judge) {
        std::mem::swap(&mut self.search, &mut judge.search);
        if let Some(tactics) = &mut judge.tactics {
            std::mem::swap(&mut self.tactics, tactics);
        }
    }

    /// Lists and values the moves of this situation; returns whether the weights decided.
    fn consider(&mut self, view: &View) -> Option<bool> {
        let mut moves = std::mem::take(&mut self.moves);
        let tracker = self.tracker(view);
        tracker.moves(&mut moves);
        moves.retain(|&asked| view.allows(tracker.turned(asked)));
        self.moves = moves;
        let tracker = self.tracker.as_ref()?;
        if self.search.options().endgame && tracker.metaposition().is_king_alone() {
            let known = tracker.metaposition();
            let king = known.enemy()[index(Role::King)];
            let exact = self.exact_belief.king();
            let king = exact.map_or(king, |exact| king & tracker.turned_set(exact));
            self.lone_king.meet(known.own(), king);
            self.lone_king.values(&self.moves, &mut self.values);
            return Some(false);
        }
        self.judge();
        Some(true)
    }

    /// Values the moves by search, history and belief.
    fn judge(&mut self) {
        for part in PARTS {
            part(self);
        }
    }

    /// Sets the values of the moves to those of search and history.
    fn judge_positions(&mut self) {
        let Some(tracker) = &self.tracker else {
            return;
        };
        let (weights, options) = (self.search.evaluator().weights(), self.search.options());
        self.values.clear();
        self.values.extend(self.moves.iter().map(|&asked| {
            let before = tracker.metaposition();
            self.history.bonus(before, asked, weights, options.progress)
        }));
        self.search.values(tracker, &self.moves, &mut self.values);
    }

    /// Adds gain and risk on the believed boards to each move's value.
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
        let tries: Vec<Try> = self.moves.iter().map(|&m| tracker.turned(m)).collect();
        let (boards, alive) = (pool.boards(), pool.alive());
        self.tactics
            .add_prospects(boards, alive, &tries, factor, &mut self.values);
    }

    /// Lowers each of the best moves by its gain's distance from the best gain when captures are
    /// followed to their end on believed boards; lowers all others by the greatest such distance.
    fn follow_captures(&mut self) {
        let (Some(tracker), Some(pool)) = (&self.tracker, &self.pool) else {
            return;
        };
        if !self.search.options().exchanges {
            return;
        }
        let alive = pool.boards().iter().zip(pool.alive());
        let alive: Vec<&Board> = alive
            .filter_map(|(board, &on)| on.then_some(board))
            .collect();
        let most = self.search.options().pace.exchanged();
        let step = alive.len().div_ceil(most).max(1);
        let boards: Vec<&Board> = alive.into_iter().step_by(step).collect();
        let mut best: Vec<usize> = (0..self.values.len()).collect();
        best.sort_by(|&a, &b| self.values[b].total_cmp(&self.values[a]));
        best.truncate(FOLLOWED);
        let turned = |&place: &usize| tracker.turned(self.moves[place]);
        let tries: Vec<Try> = best.iter().map(turned).collect();
        let shortfalls = self.exchanges.shortfalls(&boards, &tries);
        let most = shortfalls.iter().copied().fold(0.0, f64::max);
        let factor = self.search.evaluator().weights()[Weight::Exchanges];
        for value in &mut self.values {
            *value -= factor * most;
        }
        for (place, shortfall) in best.into_iter().zip(shortfalls) {
            self.values[place] += factor * (most - shortfall);
        }
    }

    /// Lowers the best moves by the risk of a mate or a stalemate at once, until the best of all was
    /// examined. With few enemy men it first lowers all moves by the risk of a third placement: such an
    /// enemy often has only moves there and back.
    fn beware_of_the_end(&mut self) {
        let (Some(tracker), Some(pool)) = (&self.tracker, &self.pool) else {
            return;
        };
        if self.tactics.is_clear() {
            return;
        }
        let (boards, alive, kings) = (pool.boards(), pool.alive(), hidden_king(tracker));
        if kings.any() && self.search.options().progress {
            let lead = self.tactics.lead();
            for (value, &own) in self.values.iter_mut().zip(&self.moves) {
                *value -= lead * self.history.repetition(tracker.metaposition(), own);
            }
        }
        let mut seen = Vec::new();
        while seen.len() < GUARDED {
            let places = 0..self.values.len();
            let best = places.max_by(|&a, &b| self.values[a].total_cmp(&self.values[b]));
            let Some(best) = best.filter(|best| !seen.contains(best)) else {
                break;
            };
            seen.push(best);
            let asked = tracker.turned(self.moves[best]);
            self.values[best] -= self.tactics.end_risk(boards, alive, asked, kings);
        }
    }

    fn tracker(&mut self, view: &View) -> &mut Tracker {
        let particles = self.search.options().particles as usize;
        if self.pool.is_none() && particles > 0 {
            let stream = streams::beside(&self.stream, "belief");
            let pool = Particles::new(
                view.ruleset(),
                view.color(),
                particles,
                OpponentModel::COUNTS,
                stream,
            );
            let learned = self.search.options().enemy.model();
            let learned = learned.map(|model| -> Arc<dyn EnemyChoice> { Arc::new(model) });
            let choices = learned.into_iter().chain(self.opponent.clone());
            let pool = pool.expecting(choices.collect());
            self.pool = Some(pool.starting(view.start()));
        }
        let (age_cap, options) = (self.search.evaluator().age_cap(), *self.search.options());
        self.tracker.get_or_insert_with(|| {
            let tracker = Tracker::new(view.color(), age_cap);
            tracker
                .deducing(options.deductions)
                .controlling(false) // worth nothing: docs/results-engine.md
                .under(view.ruleset())
                .starting(view.start())
        })
    }
}

impl Player for Darkboard {
    fn choose(&mut self, view: &View) -> Option<Question> {
        if let Some(asked) = self.book.next(view) {
            return Some(Question::Try(asked));
        }
        self.evaluated = self.search.evaluated();
        let options = *self.search.options();
        let share = self.pace.begin();
        self.search.set_options(options.within(share));
        let considered = self.consider(view);
        self.search.set_options(options);
        self.pace.end();
        considered?;
        let tracker = self.tracker.as_ref()?;
        let (floor, near) = near_best(&self.values, self.search.options().ties);
        if near == 0 {
            return None;
        }
        let drawn = streams::below(&mut self.stream, near);
        let chosen = (0..self.moves.len())
            .filter(|&index| self.values[index] >= floor)
            .nth(drawn)?;
        let chosen = tracker.turned(self.moves[chosen]);
        // "Any?" comes before a pawn capture: a no saves the other captures, and a yes obliges to
        // the planned one.
        let may_ask = view.ruleset().any != AnyRule::Never && view.any().is_none();
        if self.search.options().any && may_ask && view.is_pawn_capture(chosen) {
            return Some(Question::Any);
        }
        Some(Question::Try(chosen))
    }

    fn time_left(&mut self, time: &TimeLeft) {
        self.pace.told(time);
    }

    /// Its score is the mean value of some of its believed boards: material and squares.
    fn thought(&self) -> Option<Thought> {
        let (tracker, pool) = (self.tracker.as_ref()?, self.pool.as_ref()?);
        let alive = pool.boards().iter().zip(pool.alive());
        let alive = alive.filter(|&(_, &on)| on).map(|(board, _)| board);
        let step = (pool.boards().len() / JUDGED).max(1);
        let worth = alive.step_by(step);
        let worth: Vec<i32> = worth.map(|board| balance(board, tracker.color())).collect();
        let mean = worth.iter().sum::<i32>().checked_div(worth.len() as i32);
        Some(Thought {
            score: mean.map(Score::Centipawns),
            depth: Some(self.search.options().depth),
            nodes: Some(self.search.evaluated() - self.evaluated),
            time: None,
        })
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
        self.exact_belief.answered(question, answer);
        if let (Some(pool), Some(tracker)) = (&mut self.pool, &self.tracker) {
            let mut changed = pool.answered(question, answer, tracker);
            if let Some(exact) = self.exact_belief.belief() {
                changed |= pool.narrow(exact);
            }
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
        // Exact boards cost milliseconds a turn: too much for a player that has no belief in order
        // to be fast.
        let options = self.search.options();
        if let (Some(tracker), true) = (&self.tracker, options.remnant && options.particles > 0) {
            self.exact_belief.opponent_moved(view, tracker);
        }
        if let (Some(pool), Some(tracker)) = (&mut self.pool, &self.tracker) {
            pool.enemy_move(overheard, said, tracker);
            if let Some(exact) = self.exact_belief.belief() {
                pool.narrow(exact);
            }
        }
        if said.capture.is_some() {
            self.history.captured();
        }
    }
}
