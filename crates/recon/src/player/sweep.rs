//! `sweep`: senses where the belief is divided most (the greatest collision entropy, so that the fewest
//! positions are expected to remain), and moves by the mean value over believed positions, all of
//! them equally likely.

use super::Player;
use super::scout::inner_squares;
use super::valuation::{Valuation, best, draw};
use super::weights::Weights;
use crate::belief::{Belief, Uniform};
use crate::referee::{Report, Request, Sense, View, window};
use crate::search::Searcher;
use darkforge_board::{Color, Square};
use darkforge_streams::{Stream, name_of};

/// Limit of its belief.
const LIMIT: usize = 50_000;
/// Positions valued before a move.
const POSITIONS: usize = 60;

/// The plain player with a belief.
#[derive(Clone, Debug)]
pub struct Sweep {
    belief: Belief,
    weights: Weights,
    searcher: Searcher,
    stream: Stream,
}

impl Sweep {
    /// A player that draws from `stream`.
    pub fn new(color: Color, stream: Stream) -> Sweep {
        let (seed, index) = name_of(&stream);
        Sweep {
            belief: Belief::start(color, LIMIT, seed.wrapping_add(index)),
            // The values of a game in which both see everything.
            weights: Weights {
                risk: 0.0,
                sneak: 0.0,
                bold: 0.0,
                mercy: 0.0,
                blindness: 0.0,
                ..Weights::default()
            },
            searcher: Searcher::default(),
            stream,
        }
    }

    /// The positions that a sense leaves on average, times the number of all.
    fn left_by(&self, square: Square) -> u64 {
        let window = window(square);
        let mut cells: Vec<u64> = self
            .belief
            .positions()
            .iter()
            .map(|hidden| hidden.window_hash(window))
            .collect();
        cells.sort_unstable();
        let sizes = cells.chunk_by(|a, b| a == b).map(|cell| cell.len() as u64);
        sizes.map(|size| size * size).sum()
    }
}

impl Player for Sweep {
    fn enemy_moved(&mut self, view: &View) {
        if view.color() == Color::Black || view.turn() > 0 {
            self.belief.enemy_moved(view.heard(), &Uniform);
        }
    }

    fn sense(&mut self, _view: &View) -> Sense {
        Sense(inner_squares().min_by_key(|&square| self.left_by(square)))
    }

    fn sensed(&mut self, view: &View) {
        if let Some(seen) = view.seen() {
            self.belief.sensed(seen, &Uniform);
        }
    }

    fn request(&mut self, view: &View) -> Request {
        if self.belief.is_empty() {
            return Request::PASS;
        }
        let particles = draw(&self.belief, POSITIONS, &self.weights, &mut self.stream);
        let (weights, searcher) = (&self.weights, &mut self.searcher);
        let valuation = Valuation::new(view, &self.belief, particles, 1, weights, searcher);
        let scores = valuation.scores(weights, |_| 0.0);
        Request(best(&valuation.requests, &scores))
    }

    fn moved(&mut self, _view: &View, report: &Report) {
        self.belief.moved(report, &Uniform);
    }

    fn belief(&self) -> Option<&Belief> {
        Some(&self.belief)
    }

    fn work(&self) -> u64 {
        self.searcher.work + self.belief.looked()
    }
}
