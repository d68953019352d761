//! Deductions: conclusions beyond the evolution of a metaposition by single moves: from numbers,
//! from several of the umpire's answers together, and from its exact announcements.
//!
//! These conclusions need memory and time that a search does not have, and they hold for real
//! announcements only: announcements that a search assumes (T 7.4.2) are too often wrong. A
//! [`Tracker`](super::Tracker) therefore draws them after each answer and each enemy move, and a
//! search begins from the result.
//!
//! T is the thesis, see [the crate](crate).

mod attackers;
mod counts;
mod free_way;
mod groups;
mod ledger;
mod review;
mod tries;

use super::consistent_moves::ConsistentMoves;
use super::{Metaposition, Tries};
use crate::umpire::{Announcement, PawnTries};
use darkforge_board::{Bitboard, Men, Try};
use groups::Groups;
use ledger::Ledger;
pub(super) use ledger::missing;
use review::{LastMove, Turn};

/// Greatest number of rounds of conclusions from conclusions.
const ROUNDS: usize = 3;

/// A player's memory of a game beside its metaposition.
#[derive(Clone, Debug)]
pub(super) struct Deductions {
    ledger: Ledger,
    groups: Groups,
    /// The enemy's last move; none before the first, and after a capture.
    last: Option<LastMove>,
    /// Pawn tries that were announced for our turn.
    tries: Option<PawnTries>,
}

impl Deductions {
    /// At the start of a game.
    pub(super) fn new() -> Deductions {
        Deductions {
            ledger: Ledger::new(),
            groups: Groups::default(),
            last: None,
            tries: None,
        }
    }

    /// At the start of a game from a position in which the enemy `men` are known.
    pub(super) fn knowing(men: &Men) -> Deductions {
        Deductions {
            ledger: Ledger::knowing(men),
            ..Deductions::new()
        }
    }

    /// After an unknown past.
    pub(super) fn unknown() -> Deductions {
        Deductions {
            ledger: Ledger::unknown(),
            ..Deductions::new()
        }
    }

    /// The enemy moved: brings `now` and the memory up to date.
    pub(super) fn enemy_move(&mut self, now: &mut Metaposition, said: Announcement) {
        let before = *now;
        now.enemy_move_within(said, Some(&ConsistentMoves::told(&before, said)));
        self.ledger.enemy_move(&before, said);
        self.groups.enemy_move(&before, said);
        self.last = LastMove::new(&before, said);
        self.tries = said.pawn_tries;
        self.conclude(now, &before, &[]);
    }

    /// Takes what the umpire said of our pawn tries.
    pub(super) fn own_tries(&mut self, now: &mut Metaposition, words: PawnTries, refused: &[Try]) {
        let before = *now;
        now.hear_own_tries(words);
        self.tries = Some(words);
        self.conclude(now, &before, refused);
    }

    /// Takes what the umpire said of the enemy's pawn tries after our move.
    pub(super) fn enemy_tries(&mut self, now: &mut Metaposition, words: PawnTries) {
        let before = *now;
        now.hear_enemy_tries(words);
        let said = Announcement {
            pawn_tries: Some(words),
            ..Announcement::default()
        };
        self.groups.told(now, said);
        now.count_enemy_tries(Tries::told(Some(words)));
        self.conclude(now, &before, &[]);
    }

    /// Takes the refusal of the last of the `refused` tries of this turn.
    pub(super) fn refused_try(&mut self, now: &mut Metaposition, refused: &[Try]) {
        let Some(&asked) = refused.last() else { return };
        let before = *now;
        if let Some(attackers) = now.attackers_that_refuse(asked) {
            self.ledger.see_one_of(now, &attackers.men);
            now.find_attacker(&attackers);
        }
        now.refused_try(asked);
        self.conclude(now, &before, refused);
        let turn = Turn {
            before: &before,
            refused,
            played: None,
        };
        self.review(now, &turn);
    }

    /// Takes the played move `asked` after the `refused` tries of this turn.
    pub(super) fn own_move(
        &mut self,
        now: &mut Metaposition,
        asked: Try,
        said: Announcement,
        refused: &[Try],
    ) {
        let before = *now;
        self.ledger.own_move(&before, asked, said);
        now.own_move(asked, &said);
        self.groups.own_move(said);
        self.groups.told(now, said);
        self.tries = None;
        now.free_way_of_given_check();
        if let Some(tries) = said.pawn_tries {
            now.count_enemy_tries(Tries::told(Some(tries)));
        }
        self.conclude(now, &before, refused);
        let turn = Turn {
            before: &before,
            refused,
            played: Some((asked, said)),
        };
        self.review(now, &turn);
    }

    fn review(&mut self, now: &mut Metaposition, turn: &Turn) {
        let Some(last) = &self.last else { return };
        let found = *now;
        last.review(now, turn);
        if *now != found {
            self.conclude(now, &found, turn.refused);
        }
    }

    /// Draws conclusions from numbers until nothing new follows; `before` is the state before the
    /// last try or move.
    fn conclude(&mut self, now: &mut Metaposition, before: &Metaposition, refused: &[Try]) {
        for _ in 0..ROUNDS {
            let last = *now;
            if let Some(tries) = self.tries {
                now.count_own_tries(Tries::told(Some(tries)), refused);
            }
            self.ledger.look(now);
            now.count(&self.ledger.alive(now));
            self.groups.conclude(now);
            now.settle();
            if *now == last {
                break;
            }
        }
        now.ages.clear(!now.enemy_squares());
        now.ages.fill(now.certain() & !before.certain());
    }
}

impl Metaposition {
    /// Each of `squares` certainly holds a man of a kind that `men` have there.
    fn hold_one_of(&mut self, squares: Bitboard, men: &Men) {
        for (possible, men) in self.enemy.iter_mut().zip(men) {
            *possible &= *men | !squares;
        }
        self.occupy(squares);
    }

    /// Squares that certainly hold a man, of this kind alone.
    fn known(&self, kind: usize) -> Bitboard {
        let others = self
            .enemy
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != kind);
        others.fold(self.certain(), |known, (_, &men)| known & !men)
    }
}
