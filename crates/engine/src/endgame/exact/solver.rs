//! Solver: grows won sets layer by layer, and looks up starts in them.

use std::collections::HashSet;

use rayon::prelude::*;

use super::growth::{self, Maximal, Win};
use super::maximal::{Grown, maximal};
use super::placements::Placements;
use super::proof::{Claim, Line, Proof};
use super::{Ending, Start};
use darkforge_board::{Bitboard, Men, Try};

/// Grows the won sets of an ending, one own move after the other, and answers questions on starts.
/// The answers are exact: no set is left out.
///
/// Retrograde analysis over sets of king squares, after Ciancarini and Favini, "Playing the
/// perfect Kriegspiel endgame", Theoretical Computer Science 411 (2010).
#[derive(Clone, Debug)]
pub struct Solver {
    ending: Ending,
    placements: Placements,
    /// For each placement all wins, by moves, then refusals.
    wins: Vec<Vec<Win>>,
    maximal: Maximal,
    moves: u16,
    complete: bool,
}

/// Knowledge of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// White mates in at most this number of own moves wherever the king stands and goes, and no
    /// play is faster.
    Mate(u16),
    /// White cannot be certain to mate in any number of moves.
    Never,
    /// White cannot be certain to mate in this number of own moves; more were not examined.
    MoreThan(u16),
}

/// A layer that was grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Own moves to mate.
    pub moves: u16,
    /// Sets that are won in this number of moves and not in fewer.
    pub new: usize,
    /// Won sets inside no other won set.
    pub maximal: usize,
    /// Squares of the largest won set.
    pub largest: usize,
}

impl Solver {
    /// A solver that has not grown yet.
    pub fn new(ending: Ending) -> Solver {
        let placements = Placements::of(ending);
        let count = placements.all.len();
        Solver {
            ending,
            placements,
            wins: vec![Vec::new(); count],
            maximal: vec![Vec::new(); count],
            moves: 0,
            complete: false,
        }
    }

    /// The ending that it solves.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Grows the won sets by one own move; `None` if nothing more can be won.
    pub fn grow(&mut self) -> Option<Layer> {
        if self.complete {
            return None;
        }
        let moves = self.moves + 1;
        let before = &self.maximal;
        let grown: Vec<Vec<Win>> = self
            .placements
            .all
            .par_iter()
            .enumerate()
            .map(|(number, placement)| growth::grow(placement, number, before, moves))
            .collect();
        let new = grown.iter().map(Vec::len).sum();
        if new == 0 {
            self.complete = true;
            return None;
        }
        self.moves = moves;
        self.maximal.par_iter_mut().zip(&grown).for_each(merge);
        for (wins, more) in self.wins.iter_mut().zip(grown) {
            wins.extend(more);
        }
        let sizes = self.maximal.iter().flatten().map(|one| one.set.count());
        Some(Layer {
            moves,
            new,
            maximal: self.maximal.iter().map(Vec::len).sum(),
            largest: sizes.max().unwrap_or(0),
        })
    }

    /// Knowledge of `start` without more growth. Men of another ending are never won.
    pub fn worth(&self, start: &Start) -> Worth {
        match self.find(start) {
            Some((_, win)) => Worth::Mate(win.moves),
            None if self.complete || Ending::of(&start.men) != Some(self.ending) => Worth::Never,
            None => Worth::MoreThan(self.moves),
        }
    }

    /// The fastest certain play: the first try, if the start is known to be won.
    pub fn choose(&self, men: &Men, king: Bitboard) -> Option<Try> {
        let (number, win) = self.find(&Start { men: *men, king })?;
        let (_, turn) = self.placements.find(men)?;
        let step = &self.placements.all[number].steps[usize::from(win.step)];
        Some(turn.inverse().asked(step.asked))
    }

    /// Each placement once under the eight symmetries, with the greatest uncertainty.
    pub fn starts(&self) -> impl Iterator<Item = Start> + '_ {
        self.placements.all.iter().map(|placement| Start {
            men: placement.men,
            king: placement.open,
        })
    }

    /// All maximal sets known to be won: every won set is inside one of them.
    pub fn widest(&self) -> Vec<Start> {
        let placements = self.placements.all.iter().zip(&self.maximal);
        let starts = placements.flat_map(|(placement, sets)| {
            sets.iter().map(|one| Start {
                men: placement.men,
                king: one.set,
            })
        });
        starts.collect()
    }

    /// A proof for those of `starts` that are known to be won.
    pub fn proof(&self, starts: &[Start]) -> Proof {
        let mut used: HashSet<(usize, usize)> = HashSet::new();
        let mut claims = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new();
        for start in starts {
            let Some((number, turn)) = self.placements.find(&start.men) else {
                continue;
            };
            if let Some(place) = self.first(number, turn.squares(start.king)) {
                claims.push(Claim {
                    men: start.men,
                    king: start.king,
                    moves: self.wins[number][place].moves,
                });
                open.push((number, place));
            }
        }
        while let Some(win) = open.pop() {
            if used.insert(win) {
                self.follow(win, &mut open);
            }
        }
        let mut used: Vec<(usize, usize)> = used.into_iter().collect();
        used.sort_unstable_by_key(|&(number, place)| {
            let win = &self.wins[number][place];
            (win.moves, win.refusals, number, place)
        });
        Proof {
            ending: self.ending,
            claims,
            lines: used.iter().map(|&win| self.line(win)).collect(),
        }
    }

    /// Adds the wins that follow after any answer to the first try of a win.
    fn follow(&self, (number, place): (usize, usize), open: &mut Vec<(usize, usize)>) {
        let placement = &self.placements.all[number];
        let win = &self.wins[number][place];
        let step = &placement.steps[usize::from(win.step)];
        let next = step.next as usize;
        let mut add = |number: usize, king: Bitboard| {
            if king.any() {
                let place = self.first(number, king);
                open.push((number, place.expect("what follows a win is won")));
            }
        };
        for &answer in &step.answers {
            add(next, step.expand(win.set & answer));
        }
        add(number, win.set & !step.legal);
    }

    fn line(&self, (number, place): (usize, usize)) -> Line {
        let placement = &self.placements.all[number];
        let win = &self.wins[number][place];
        Line {
            men: placement.men,
            king: win.set,
            moves: win.moves,
            asked: placement.steps[usize::from(win.step)].asked,
        }
    }

    fn find(&self, start: &Start) -> Option<(usize, &Win)> {
        let (number, turn) = self.placements.find(&start.men)?;
        let place = self.first(number, turn.squares(start.king))?;
        Some((number, &self.wins[number][place]))
    }

    /// The place of the quickest win that covers `king`.
    fn first(&self, number: usize, king: Bitboard) -> Option<usize> {
        let covers = |win: &Win| king.is_subset(win.set);
        self.wins[number].iter().position(covers)
    }
}

/// Makes the maximal sets of a placement again after its `wins` of one layer.
fn merge((sets, wins): (&mut Vec<Grown>, &Vec<Win>)) {
    for one in sets.iter_mut() {
        one.fresh = false;
    }
    if !wins.is_empty() {
        sets.extend(wins.iter().map(|win| Grown {
            set: win.set,
            fresh: true,
        }));
        *sets = maximal(std::mem::take(sets));
    }
}
