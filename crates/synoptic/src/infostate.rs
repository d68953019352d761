//! Approximate information states: one side's own men, and a limited set of the other side's.
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_streams as streams;
//! use darkforge_synoptic::infostate::Infostate;
//!
//! let mut black = Infostate::start(Color::Black);
//! black.enemy_moved(None, None, 128, &mut streams::open(1, "example", 0));
//! assert_eq!(black.hidden.len(), 21, "twenty moves, or a pass");
//! ```

use darkforge_board::{Color, Square};
use darkforge_recon::belief::{Distinct, Hidden, Own, Replies};
use darkforge_recon::referee::{Sense, Taken, lose, revise, step};
use darkforge_streams::{self as streams, Stream, mix};

use crate::memory::Memory;
use crate::synopsis::remembered;

/// Half of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The side chooses a sense.
    Sense,
    /// The side has sensed and chooses a move.
    Move,
}

/// Knowledge of one side as a set of positions: its own men, and the other side's men in each of the
/// positions. The paper's sets I and J.
#[derive(Clone, Debug)]
pub struct Infostate {
    /// The side's own men.
    pub own: Own,
    /// The other side's part of each position; not empty.
    pub hidden: Vec<Hidden>,
    /// The side's next stage, when it is its turn.
    pub stage: Stage,
    /// Its memory besides the positions.
    pub memory: Memory,
}

/// A side's men as the other side's belief has them.
pub fn packed(own: &Own) -> Hidden {
    Hidden::new(&own.men, own.castling, own.passed)
}

impl Infostate {
    /// Knowledge of `color` before the first move.
    pub fn start(color: Color) -> Infostate {
        Infostate {
            own: Own::start(color),
            hidden: vec![packed(&Own::start(!color))],
            stage: Stage::Sense,
            memory: Memory::default(),
        }
    }

    /// The side.
    pub fn color(&self) -> Color {
        self.own.color
    }

    /// Keeps the positions that show the same window as `truth`.
    pub fn sense(&mut self, square: Square, truth: &Hidden) {
        let window = Sense::at(square).window();
        self.hidden.retain(|hidden| hidden.shows(window, truth));
        self.stage = Stage::Move;
    }

    /// Takes the own move: keeps the positions in which the request becomes the move that was taken.
    /// Positions in which it captures the king are dropped, since the game goes on.
    pub fn moved(&mut self, asked: Option<darkforge_board::Try>, taken: Option<Taken>) {
        let planes = remembered(self);
        let enemy = !self.own.color;
        let own = self.own;
        let capture = taken.and_then(|taken| taken.capture);
        self.hidden.retain_mut(|hidden| {
            if let Some(asked) = asked
                && revise(&own.side(hidden.squares(), hidden.passed()), asked) != taken
            {
                return false;
            }
            *hidden = match capture {
                Some(square) if hidden.king() == Some(square) => return false,
                Some(square) => hidden.passing().without(enemy, square),
                None => hidden.passing(),
            };
            true
        });
        self.own.passed = taken.and_then(|taken| taken.step.passes());
        if let Some(taken) = taken {
            step(
                own.color,
                &mut self.own.men,
                &mut self.own.castling,
                taken.step,
            );
        }
        self.memory.moved(taken, planes);
        self.stage = Stage::Sense;
    }

    /// Takes the other side's move, of which it is told the square of a capture alone: the set becomes
    /// at most `limit` of the positions that may follow. `truth` is always among them.
    pub fn enemy_moved(
        &mut self,
        capture: Option<Square>,
        truth: Option<Hidden>,
        limit: usize,
        stream: &mut Stream,
    ) {
        let moves = Replies::new(&self.own, capture);
        let mut next = Distinct::default();
        if let Some(truth) = truth {
            next.add(truth);
        }
        let parents = std::mem::take(&mut self.hidden);
        if capture.is_some() || parents.len() * MOVES <= WHOLE * limit {
            for parent in &parents {
                moves.each(parent, |child| next.add(child));
            }
        } else {
            // Far more positions than may be kept: a random reply of random parents.
            let mut replies = Vec::with_capacity(64);
            for _ in 0..2 * limit {
                let parent = &parents[streams::below(stream, parents.len())];
                replies.clear();
                moves.each(parent, |child| replies.push(child));
                next.add(replies[streams::below(stream, replies.len())]);
                if next.items.len() >= limit {
                    break;
                }
            }
        }
        self.hidden = next.items;
        if let Some(square) = capture {
            lose(
                self.own.color,
                &mut self.own.men,
                &mut self.own.castling,
                square,
            );
        }
        self.own.passed = None;
        self.memory.opposing_capture = capture.map_or(0, |square| 1 << square.to_u32());
        self.cut(limit, truth.is_some(), stream);
    }

    /// Keeps `limit` random positions; with `first` the first one is among them.
    pub fn cut(&mut self, limit: usize, first: bool, stream: &mut Stream) {
        let count = self.hidden.len();
        if count <= limit {
            return;
        }
        for place in usize::from(first)..limit {
            let other = place + streams::below(stream, count - place);
            self.hidden.swap(place, other);
        }
        self.hidden.truncate(limit);
    }

    /// Hash of the set: the same for equal sets in any order.
    pub fn key(&self) -> u64 {
        let stage = u64::from(self.stage == Stage::Move) << 1 | u64::from(self.color().is_white());
        let own = packed(&self.own).hash();
        let sum = self
            .hidden
            .iter()
            .fold(0_u64, |sum, hidden| sum.wrapping_add(mix(hidden.hash())));
        mix(mix(own ^ stage).wrapping_add(sum))
    }
}

/// Moves of a position, about.
const MOVES: usize = 32;
/// Times the limit up to which all that may follow are made.
const WHOLE: usize = 8;
