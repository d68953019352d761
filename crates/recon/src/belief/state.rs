//! Belief: the set of positions, and what each event does to it.

use super::hidden::Hidden;
use super::model::EnemyModel;
use super::own::Own;
use super::recovery::{Past, Told};
use super::replies::Replies;
use super::table::Table;
use crate::referee::{Position, Report, Seen, revise};
use darkforge_board::{Bitboard, CastlingRights, Color, Square, side};
use darkforge_streams as streams;

/// Default limit of positions.
pub const LIMIT: usize = 1_000_000;

/// All positions that agree with what one player saw; beyond the limit, a sample of them.
///
/// ```
/// use darkforge_board::Color;
/// use darkforge_recon::belief::{Belief, LIMIT, Uniform};
///
/// let mut belief = Belief::start(Color::Black, LIMIT, 1);
/// belief.enemy_moved(None, &Uniform);
/// assert_eq!(belief.len(), 21, "twenty moves, or a pass");
/// ```
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) own: Own,
    pub(super) set: Vec<Hidden>,
    pub(super) exact: bool,
    pub(super) limit: usize,
    pub(super) seed: u64,
    pub(super) looked: u64,
    pub(super) recovered: u32,
    pub(super) guessed: u32,
    /// Words of all turns since the start.
    pub(super) told: Vec<Told>,
    /// Sets before the last moves of the enemy.
    pub(super) past: Vec<Past>,
}

impl Belief {
    /// The belief of `color` before the first move. Samples are drawn by names from `seed`.
    pub fn start(color: Color, limit: usize, seed: u64) -> Belief {
        let start = Position::start();
        let hidden = side(!color);
        Belief {
            own: Own::start(color),
            set: vec![Hidden::new(
                &start.men[hidden],
                start.castling[hidden],
                None,
            )],
            exact: true,
            limit: limit.max(1),
            seed,
            looked: 0,
            recovered: 0,
            guessed: 0,
            told: Vec::new(),
            past: Vec::new(),
        }
    }

    /// The player's own men.
    pub fn own(&self) -> &Own {
        &self.own
    }

    /// The positions.
    pub fn positions(&self) -> &[Hidden] {
        &self.set
    }

    /// The whole position of which `hidden` is the other side's part, with the player to move. Its
    /// counters are unknown: they are those of the start.
    pub fn position(&self, hidden: &Hidden) -> Position {
        let own = &self.own;
        let mut position = Position::start();
        let (us, them) = (side(own.color), side(!own.color));
        position.turn = own.color;
        position.men[us] = own.men;
        position.men[them] = hidden.men();
        position.castling[us] = own.castling;
        position.castling[them] = hidden.castling();
        position.passed = hidden.passed();
        position
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.set.len()
    }

    /// Whether there is no position. That does not happen.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// Whether the set has every position that agrees with what was seen.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Enemy moves looked at so far.
    pub fn looked(&self) -> u64 {
        self.looked
    }

    /// Number of times that a sample ran empty and past turns were filtered again.
    pub fn recovered(&self) -> u32 {
        self.recovered
    }

    /// Number of times that even past turns gave no position, so that positions were adapted.
    pub fn guessed(&self) -> u32 {
        self.guessed
    }

    /// Number of placements: positions that differ in the men.
    pub fn placements(&self) -> usize {
        let whole = |hidden: &Hidden| hidden.men().map(|squares| squares.0);
        let mut all: Vec<[u64; 6]> = self.set.iter().map(whole).collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    }

    /// Takes the enemy's move: the square of its capture. Not to be called before White's first.
    pub fn enemy_moved(&mut self, capture: Option<Square>, model: &dyn EnemyModel) {
        self.told.push(Told {
            heard: capture,
            seen: None,
            report: None,
        });
        self.remember();
        self.expand(capture, None, 0, model);
        self.recover_if_empty(model, |before| before.adapt_to_capture(capture));
    }

    /// Takes what was sensed in this turn. A sample that was drawn from a whole set in this turn is
    /// drawn again, now among the positions that agree with the window.
    pub fn sensed(&mut self, seen: &Seen, model: &dyn EnemyModel) {
        let Some(told) = self.told.last_mut() else {
            self.filter(seen);
            return;
        };
        told.seen = Some(*seen);
        let again = !self.exact && self.past.last().is_some_and(|past| past.exact);
        let before = self.set.clone();
        if again && seen.window().any() {
            self.rebuild(self.past.len() - 1, 0, model);
        } else {
            self.filter(seen);
        }
        self.recover_if_empty(model, |belief| belief.adapt_to_window(&before, seen));
    }

    /// Takes an own move.
    pub fn moved(&mut self, report: &Report, model: &dyn EnemyModel) {
        if let Some(told) = self.told.last_mut() {
            told.report = Some(*report);
        }
        let (before, own) = (self.set.clone(), self.own);
        self.apply_own(*report);
        self.recover_if_empty(model, |belief| belief.adapt_to_move(&before, own, *report));
    }

    pub(super) fn filter(&mut self, seen: &Seen) {
        let window = seen.window();
        let shown = Hidden::new(
            &seen.men[side(!self.own.color)],
            CastlingRights::default(),
            None,
        );
        self.set.retain(|hidden| hidden.shows(window, &shown));
    }

    /// Replaces the set by all that may follow from it. With `seen`, only positions that show it.
    pub(super) fn expand(
        &mut self,
        capture: Option<Square>,
        seen: Option<&Seen>,
        attempt: u64,
        model: &dyn EnemyModel,
    ) {
        let enemy = !self.own.color;
        let replies = Replies::new(&self.own, capture);
        let (own, others) = (self.own.men, self.own.squares());
        let passed = self.own.passed;
        let window = seen.map_or(Bitboard::EMPTY, Seen::window);
        let shown =
            seen.map(|seen| Hidden::new(&seen.men[side(enemy)], CastlingRights::default(), None));
        let turn = self.told.len() as u64;
        let salt = streams::derive(self.seed, "belief", turn << 8 | attempt);
        let expected = self.set.len() * if capture.is_some() { 1 } else { 16 };
        let limit = self.limit << (2 * attempt);
        let mut table = Table::new(expected, limit, salt);
        let mut looked = 0;
        let uniform = model.is_uniform();
        let (mut steps, mut weights) = (Vec::with_capacity(128), Vec::with_capacity(128));
        let mut add = |mut next: Hidden, weight: f32| {
            looked += 1;
            if shown.is_none_or(|shown| next.shows(window, &shown)) {
                next.weight = weight;
                table.add(next);
            }
        };
        for hidden in &self.set {
            if uniform {
                replies.each(hidden, |next| add(next, 1.0));
                continue;
            }
            let men = hidden.men();
            let mover = hidden.side(enemy, &men, others, passed);
            steps.clear();
            mover.each(|step| steps.push(step));
            let pass = model.weigh(&mover, &own, &steps, &mut weights);
            let share = hidden.weight / (weights.iter().sum::<f32>() + pass);
            for (step, weight) in steps.iter().zip(&weights) {
                let by_passing = step.role == darkforge_board::Role::Pawn
                    && passed == Some(step.to)
                    && step.from.file() != step.to.file();
                if replies.fits(step.to, by_passing) {
                    add(hidden.after(enemy, *step), weight * share);
                }
            }
            if replies.may_pass {
                add(hidden.passing(), pass * share);
            }
        }
        let (mut set, whole) = table.finish();
        if uniform {
            for hidden in &mut set {
                hidden.weight = 1.0;
            }
        }
        self.looked += looked;
        self.set = set;
        self.exact &= whole;
        self.own.lose(capture);
        self.normalise();
    }

    /// Keeps the positions in which the request becomes the move that was taken.
    pub(super) fn apply_own(&mut self, report: Report) {
        let enemy = !self.own.color;
        let (own, limit) = (self.own, self.limit.max(self.set.len()));
        let mut table = Table::new(self.set.len(), limit, 0);
        for hidden in &self.set {
            let mover = own.side(hidden.squares(), hidden.passed());
            let taken = report.asked.0.and_then(|asked| revise(&mover, asked));
            let fits = taken.map(|taken| taken.step.asked()) == report.taken.0
                && taken.and_then(|taken| taken.capture) == report.capture;
            if !fits {
                continue;
            }
            let mut next = hidden.passing();
            if let Some(square) = report.capture {
                if next.king() == Some(square) {
                    continue; // the game would be over
                }
                next = next.without(enemy, square);
            }
            table.add(next);
        }
        self.set = table.finish().0;
        self.own.moved(report);
        self.normalise();
    }

    /// Scales the weights to a mean of 1.
    fn normalise(&mut self) {
        let sum: f64 = self.set.iter().map(|one| f64::from(one.weight)).sum();
        let scale = (self.set.len() as f64 / sum) as f32;
        if scale.is_finite() && scale > 0.0 {
            for hidden in &mut self.set {
                hidden.weight = (hidden.weight * scale).max(1e-12);
            }
        }
    }
}
