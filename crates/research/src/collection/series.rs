//! Figures of turns by side, and by move number or phase.

use super::course::{Course, Phase};
use super::mean::{Cluster, Mean};
use darkforge_board::{Color, SIDES, side};

/// The last move number of tables by move.
pub const LAST_MOVE: usize = 300;

/// Sides of a turn: both, one colour, the winner or the loser.
pub const WHOSE: [&str; 5] = ["both", "white", "black", "winner", "loser"];

/// Places in [`WHOSE`] of a colour in a game: its own, and winner or loser.
fn places(course: &Course<'_>, color: Color) -> (usize, Option<usize>) {
    let outcome = course
        .winner
        .map(|winner| if winner == color { 3 } else { 4 });
    (1 + side(color), outcome)
}

/// A figure of turns by side and move number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series {
    moves: [Vec<Mean>; 5],
}

impl Series {
    /// Adds a game with the `value` of each turn, if it is known.
    pub fn add(&mut self, course: &Course<'_>, value: impl Fn(usize) -> Option<i64>) {
        let mut number = 0;
        let mut turns = course.turns.iter().enumerate().peekable();
        while let Some((index, turn)) = turns.next() {
            let mut both = Cluster::default();
            let mut one = |index: usize, color: Color| {
                let Some(value) = value(index) else { return };
                let mut cluster = Cluster::default();
                cluster.push(value);
                both = both.with(cluster);
                let (own, outcome) = places(course, color);
                self.cell(own, number).add(cluster);
                if let Some(outcome) = outcome {
                    self.cell(outcome, number).add(cluster);
                }
            };
            one(index, turn.side);
            if let Some(&(next, reply)) = turns.peek()
                && turn.side == Color::White
            {
                one(next, reply.side);
                turns.next();
            }
            self.cell(0, number).add(both);
            number += 1;
            if number == LAST_MOVE {
                return;
            }
        }
    }

    #[inline]
    fn cell(&mut self, whose: usize, number: usize) -> &mut Mean {
        let moves = &mut self.moves[whose];
        if moves.len() <= number {
            moves.resize(number + 1, Mean::default());
        }
        &mut moves[number]
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Series) {
        for (whose, moves) in other.moves.iter().enumerate() {
            for (number, mean) in moves.iter().enumerate() {
                self.cell(whose, number).merge(mean);
            }
        }
    }

    /// Move numbers from 1 with their means, for the side at this place in [`WHOSE`].
    pub fn of(&self, whose: usize) -> impl Iterator<Item = (usize, &Mean)> {
        let moves = self.moves[whose].iter().enumerate();
        moves
            .filter(|(_, mean)| mean.count > 0)
            .map(|(number, mean)| (number + 1, mean))
    }
}

/// A figure of turns by side and phase; the last place has all phases together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phases([[Mean; 4]; 5]);

/// Phases in the order of tables, and all of them together.
pub const PHASES: [&str; 4] = ["opening", "middlegame", "endgame", "all"];

impl Phases {
    /// Adds a game with the `value` of each turn, if it is known.
    pub fn add(&mut self, course: &Course<'_>, value: impl Fn(usize) -> Option<i64>) {
        let mut found = [[Cluster::default(); 3]; 2];
        for (index, turn) in course.turns.iter().enumerate() {
            if let Some(value) = value(index) {
                found[side(turn.side)][turn.phase as usize].push(value);
            }
        }
        let whole = |phases: [Cluster; 3]| phases[0].with(phases[1]).with(phases[2]);
        let mut put = |whose: usize, phases: [Cluster; 3]| {
            for (phase, cluster) in phases.into_iter().chain([whole(phases)]).enumerate() {
                self.0[whose][phase].add(cluster);
            }
        };
        for color in SIDES {
            let (own, outcome) = places(course, color);
            put(own, found[side(color)]);
            if let Some(outcome) = outcome {
                put(outcome, found[side(color)]);
            }
        }
        put(
            0,
            std::array::from_fn(|phase| found[0][phase].with(found[1][phase])),
        );
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Phases) {
        let cells = self.0.iter_mut().flatten();
        for (cell, more) in cells.zip(other.0.iter().flatten()) {
            cell.merge(more);
        }
    }

    /// Mean for a side (place in [`WHOSE`]) and phase (place in [`PHASES`]).
    pub fn of(&self, whose: usize, phase: usize) -> &Mean {
        &self.0[whose][phase]
    }
}

impl Phase {
    /// Phase with `men` men of both sides on the board.
    pub fn of_men(men: usize) -> Phase {
        match men {
            29.. => Phase::Opening,
            15..=28 => Phase::Middlegame,
            _ => Phase::Endgame,
        }
    }
}
