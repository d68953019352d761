//! Worst case: of all possible answers of the umpire, the most costly one.
//!
//! The tree of all answers to a method's tries is followed from the greatest uncertainty. A square
//! on which the king could capture or is stalemated makes the whole start a draw, whatever its
//! probability. Methods with a [`Method::memory`] are followed with a memo; others up to a number
//! of turns.

use std::collections::HashMap;

use super::game::{Game, Outcome, Rules};
use super::method::Method;
use crate::laboratory::state::{Answer, State, replies};
use darkforge_board::{Role, Try, index};
use darkforge_engine::endgame::Own;
use darkforge_kriegspiel::umpire::{Checks, Direction};

/// Greatest number of turns followed from one start.
const MOST_TURNS: u32 = 20_000;

/// The worst continuation: own moves and tries, or the outcome without a win.
type Rest = Result<(u32, u32), Outcome>;

/// Everything on which the rest depends: the state, the method's memory, quiet moves.
type Key = (State, u64, u32);

struct Tree {
    rules: Rules,
    /// `None` while a turn is being followed: reaching it again means a game without end.
    known: HashMap<Key, Option<Rest>>,
    turns: u32,
}

/// The worst game from `state` of `method`, which has begun.
pub(super) fn worst(state: &State, method: &dyn Method, rules: Rules) -> Game {
    let mut tree = Tree {
        rules,
        known: HashMap::new(),
        turns: 0,
    };
    match tree.turn(state, method.fork(), 0, 0) {
        Ok((moves, tries)) => Game {
            outcome: Outcome::Mate,
            moves,
            tries,
        },
        Err(outcome) => Game {
            outcome,
            moves: 0,
            tries: 0,
        },
    }
}

impl Tree {
    /// The worst continuation from our turn at `state`, after `moves` own moves.
    fn turn(&mut self, state: &State, mut method: Box<dyn Method>, moves: u32, quiet: u32) -> Rest {
        let fifty = self.rules.ruleset.quiet_plies.map(|plies| plies / 2);
        if fifty.is_some_and(|most| quiet >= most) {
            return Err(Outcome::FiftyMoves);
        }
        if moves >= self.rules.limit {
            return Err(Outcome::MoveLimit);
        }
        self.turns += 1;
        if self.turns > MOST_TURNS {
            return Err(Outcome::Unfinished);
        }
        let quiet_counts = if fifty.is_some() { quiet } else { 0 };
        let key = method.memory().map(|memory| (*state, memory, quiet_counts));
        if let Some(key) = key {
            match self.known.get(&key) {
                Some(Some(rest)) => return *rest,
                Some(None) => return Err(Outcome::MoveLimit),
                None => {
                    self.known.insert(key, None);
                }
            }
        }
        let asked = method.choose(state);
        let rest = self.answers(state, method.as_ref(), asked, moves, quiet);
        if let Some(key) = key {
            self.known.insert(key, Some(rest));
        }
        rest
    }

    fn answers(
        &mut self,
        state: &State,
        method: &dyn Method,
        asked: Try,
        moves: u32,
        quiet: u32,
    ) -> Rest {
        let moved = state.moved(asked);
        if (moved.shut & !moved.attacked).any() && !self.rules.ruleset.stalemate_loses {
            return Err(Outcome::Stalemate);
        }
        let pawn = Own(state.own).mover(asked) == Role::Pawn;
        let mut branches = Vec::new();
        let mut lost = false;
        replies(&moved, |reply| {
            lost |= reply.lost.any();
            if reply.next.king.any() {
                branches.push((reply.checks, reply.next));
            }
        });
        if lost {
            return Err(if moved.own.0[index(Role::Pawn)].any() {
                Outcome::LostPawn
            } else {
                Outcome::Captured
            });
        }
        let mut worst = if moved.legal.any() { (1, 1) } else { (0, 1) };
        let refused = state.refused(asked);
        if refused.king.any() {
            let mut method = method.fork();
            method.told(state, asked, &Answer::Refused);
            let (more, tries) = self.turn(&refused, method, moves, quiet)?;
            worst = worst.max((more, 1 + tries));
        }
        for (checks, next) in branches {
            let mut method = method.fork();
            method.told(state, asked, &Answer::Played(in_words(checks)));
            let quiet = if pawn { 0 } else { quiet + 1 };
            let (more, tries) = self.turn(&next, method, moves + 1, quiet)?;
            worst = worst.max((1 + more, 1 + tries));
        }
        Ok(worst)
    }
}

/// A set of directions as the umpire says it.
fn in_words(set: u8) -> Checks {
    let mut said = Direction::ALL
        .into_iter()
        .filter(|direction| set >> *direction as u8 & 1 == 1);
    match (said.next(), said.next()) {
        (None, _) => Checks::NONE,
        (Some(only), None) => Checks::one(only),
        (Some(a), Some(b)) => Checks::two(a, b),
    }
}
