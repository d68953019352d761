//! `scout`: senses for the outcome of the following move, and moves by the mean and the least
//! chance over believed positions.

use super::Player;
use super::deepening::{DeepOptions, Looker, deepen};
use super::enemy::Liking;
use super::valuation::{Valuation, best, draw};
use super::weights::Weights;
use crate::belief::Belief;
use crate::referee::{Report, Request, Sense, View, window};
use crate::search::{Searcher, WIN, certain, is_attacked};
use darkforge_board::{Color, Role, Square, Try, role_on};
use darkforge_streams::Stream;

/// Options of `scout`.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoutOptions {
    /// Limit of the belief.
    pub limit: usize,
    /// Positions valued before a sense.
    pub sensing: usize,
    /// Positions valued before a move.
    pub moving: usize,
    /// Depth of the search after the own move, before captures.
    pub depth: u32,
    /// A chess program for the best requests; without one the own search decides.
    pub deep: Option<DeepOptions>,
    /// The constants.
    pub weights: Weights,
}

impl Default for ScoutOptions {
    fn default() -> ScoutOptions {
        ScoutOptions {
            limit: 100_000,
            sensing: 64,
            moving: 160,
            depth: 1,
            deep: None,
            weights: Weights::default(),
        }
    }
}

/// The strong player.
#[derive(Debug)]
pub struct Scout {
    options: ScoutOptions,
    belief: Belief,
    enemy: Liking,
    searcher: Searcher,
    looker: Looker,
    stream: Stream,
    /// Own turns since the last capture or own pawn move.
    quiet: u32,
}

impl Scout {
    /// A player that draws from `stream`.
    pub fn new(color: Color, options: ScoutOptions, stream: Stream) -> Scout {
        let (seed, index) = darkforge_streams::name_of(&stream);
        Scout {
            belief: Belief::start(color, options.limit, seed.wrapping_add(index)),
            enemy: Liking::new(&options.weights),
            options,
            searcher: Searcher::default(),
            looker: Looker::default(),
            stream,
            quiet: 0,
        }
    }

    fn value(&mut self, view: &View, positions: usize, depth: u32) -> Valuation {
        let weights = &self.options.weights;
        let particles = draw(&self.belief, positions, weights, &mut self.stream);
        Valuation::new(
            view,
            &self.belief,
            particles,
            depth,
            weights,
            &mut self.searcher,
        )
    }

    /// The request that captures the king in the greatest share of the belief, and that share.
    fn king_hunt(&self) -> Option<(Try, f64)> {
        let own = self.belief.own();
        let mut hunts: Vec<(Try, f64)> = Vec::new();
        let mut total = 0.0;
        for hidden in self.belief.positions() {
            let weight = f64::from(hidden.weight);
            total += weight;
            let Some(king) = hidden.king() else { continue };
            let occupied = own.squares() | hidden.squares();
            if !is_attacked(&own.men, own.color, king, occupied) {
                continue;
            }
            for from in crate::search::attackers(&own.men, own.color, king, occupied) {
                let last = king.rank()
                    == own
                        .color
                        .fold_wb(darkforge_board::Rank::Eighth, darkforge_board::Rank::First);
                let pawn = role_on(&own.men, from) == Some(Role::Pawn);
                let asked = if pawn && last {
                    Try::promoting(from, king, Role::Queen)
                } else {
                    Try::new(from, king)
                };
                match hunts.iter_mut().find(|(known, _)| *known == asked) {
                    Some((_, share)) => *share += weight,
                    None => hunts.push((asked, weight)),
                }
            }
        }
        let better = |best: (Try, f64), next: (Try, f64)| if next.1 > best.1 { next } else { best };
        let (asked, share) = hunts.into_iter().reduce(better)?;
        Some((asked, share / total))
    }

    /// Bits by which each sense is expected to divide the belief, for the 36 inner squares.
    fn entropies(&self) -> Vec<(Square, f64)> {
        let positions = self.belief.positions();
        let stride = (positions.len() / 4000).max(1);
        inner_squares()
            .map(|square| {
                let window = window(square);
                let mut cells: Vec<(u64, f64)> = positions
                    .iter()
                    .step_by(stride)
                    .map(|hidden| (hidden.window_hash(window), f64::from(hidden.weight)))
                    .collect();
                cells.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
                let total: f64 = cells.iter().map(|cell| cell.1).sum();
                let groups = cells.chunk_by(|a, b| a.0 == b.0);
                let bits = |group: &[(u64, f64)]| {
                    let share = group.iter().map(|cell| cell.1).sum::<f64>() / total;
                    -share * libm::log2(share)
                };
                (square, groups.map(bits).sum())
            })
            .collect()
    }
}

/// Squares whose window is not clipped.
pub(super) fn inner_squares() -> impl Iterator<Item = Square> {
    (1..7).flat_map(|rank| (1..7).map(move |file| Square::new(rank * 8 + file)))
}

impl Player for Scout {
    fn enemy_moved(&mut self, view: &View) {
        if view.color() == Color::White && view.turn() == 0 {
            return;
        }
        if view.heard().is_some() {
            self.quiet = 0;
        }
        self.belief.enemy_moved(view.heard(), &self.enemy);
    }

    fn sense(&mut self, view: &View) -> Sense {
        if self.belief.len() == 1 {
            return Sense::at(Square::E5);
        }
        if self.belief.is_empty() {
            return Sense::at(view.heard().unwrap_or(Square::E5));
        }
        if let Some(square) = certain::by_sense(self.belief.own(), self.belief.positions()) {
            return Sense::at(square);
        }
        let entropies = self.entropies();
        let valuation = self.value(view, self.options.sensing, self.options.depth.min(1));
        let score = |(square, bits): &(Square, f64)| {
            valuation.after_sense(*square) + self.options.weights.curiosity * bits
        };
        let mut best = (Square::E5, -1.0);
        for sense in &entropies {
            let score = score(sense);
            if score > best.1 {
                best = (sense.0, score);
            }
        }
        Sense::at(best.0)
    }

    fn sensed(&mut self, view: &View) {
        if let Some(seen) = view.seen() {
            self.belief.sensed(seen, &self.enemy);
        }
    }

    fn request(&mut self, view: &View) -> Request {
        if self.belief.is_empty() {
            return Request::PASS;
        }
        let (own, positions) = (self.belief.own(), self.belief.positions());
        if let Some(asked) = certain::by_move(own, positions) {
            return asked.into();
        }
        let hunt = self
            .king_hunt()
            .filter(|(asked, _)| view.is_allowed(*asked));
        if let Some((asked, share)) = hunt
            && share > self.options.weights.hunt
        {
            return asked.into();
        }
        let (moving, depth) = (self.options.moving, self.options.depth);
        let valuation = self.value(view, moving, depth);
        let (own, positions) = (self.belief.own(), self.belief.positions());
        let wins = |asked: &Try| certain::by_request(own, positions, *asked);
        if let Some(asked) = valuation.requests.iter().flatten().copied().find(wins) {
            return asked.into();
        }
        let weights = &self.options.weights;
        // Half of the limit's plies are the enemy's.
        let worth = weights.progress * (f64::from(self.quiet) - weights.patience).max(0.0);
        let more = |asked: Option<Try>| match asked {
            Some(asked) if view.men()[0].contains(asked.from) => worth,
            _ => 0.0,
        };
        let mut scores = valuation.scores(weights, more);
        if let Some(deep) = &self.options.deep {
            let count = deep.positions;
            let particles = draw(&self.belief, count, weights, &mut self.stream);
            let requests = (valuation.requests.as_slice(), scores.as_mut_slice());
            let positions = (&self.belief, particles.as_slice());
            let searcher = &mut self.searcher;
            deepen(
                requests,
                positions,
                (deep, weights),
                &mut self.looker,
                |next| searcher.value(next, depth, -WIN, WIN),
            );
        }
        Request(best(&valuation.requests, &scores))
    }

    fn moved(&mut self, _view: &View, report: &Report) {
        let men = self.belief.own().men;
        let pawn = |taken: Try| men[0].contains(taken.from);
        let moves_on = report.capture.is_some() || report.taken.0.is_some_and(pawn);
        self.quiet = if moves_on { 0 } else { self.quiet + 1 };
        self.belief.moved(report, &self.enemy);
    }

    fn belief(&self) -> Option<&Belief> {
        Some(&self.belief)
    }

    fn fault(&self) -> Option<&str> {
        self.looker.fault().map(|broken| broken.says.as_str())
    }

    fn is_shortage(&self) -> bool {
        self.looker.fault().is_some_and(|broken| broken.is_shortage)
    }

    fn work(&self) -> u64 {
        self.searcher.work + self.belief.looked()
    }
}
