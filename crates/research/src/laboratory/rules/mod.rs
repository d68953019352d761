//! Rules: a recognised pattern determines the try.
//!
//! T is the thesis, see [the crate](crate).

mod magari;
mod pawn;
mod rook;

use super::method::Method;
use super::network::Network;
use super::search::careful;
use crate::laboratory::state::{Answer, State};
use darkforge_board::{Role, Try, index};
use darkforge_streams::Stream;
use magari::Magari;
use pawn::Pawn;
use rook::Rook;

/// Rules for a pawn ([`pawn`]) and for a rook ([`rook`]); a queen from a promotion mates by the
/// search, as T 6.1.3 leaves it to "the previous sections".
#[derive(Clone)]
pub struct Rules {
    pawn: Pawn,
    rook: RookRules,
    queen: Network,
}

/// Rules for a rook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleForm {
    /// Boyce's idea (`rook.rs`).
    #[default]
    Boyce,
    /// Magari's sweep (`magari.rs`).
    Magari,
}

/// A rook's rules with their state.
#[derive(Clone)]
enum RookRules {
    Boyce(Rook),
    Magari(Magari),
}

impl RookRules {
    fn new(form: RuleForm) -> RookRules {
        match form {
            RuleForm::Boyce => RookRules::Boyce(Rook::default()),
            RuleForm::Magari => RookRules::Magari(Magari::default()),
        }
    }

    fn form(&self) -> RuleForm {
        match self {
            RookRules::Boyce(_) => RuleForm::Boyce,
            RookRules::Magari(_) => RuleForm::Magari,
        }
    }
}

impl Rules {
    /// The rules before a game.
    pub fn new(form: RuleForm) -> Rules {
        Rules {
            pawn: Pawn::default(),
            rook: RookRules::new(form),
            queen: careful(1),
        }
    }
}

impl Method for Rules {
    fn begin(&mut self, stream: Stream) {
        self.pawn.begin(stream.clone());
        self.rook = RookRules::new(self.rook.form());
        self.queen.begin(stream);
    }

    fn choose(&mut self, state: &State) -> Try {
        if state.own[index(Role::Pawn)].any() {
            self.pawn.choose(state)
        } else if state.own[index(Role::Rook)].any() {
            match &mut self.rook {
                RookRules::Boyce(rules) => rules.choose(state),
                RookRules::Magari(rules) => rules.choose(state),
            }
        } else {
            self.queen.choose(state)
        }
    }

    fn told(&mut self, before: &State, asked: Try, answer: &Answer) {
        if before.own[index(Role::Pawn)].any() {
            self.pawn.told(before, asked, *answer);
        } else if before.own[index(Role::Rook)].any() {
            match &mut self.rook {
                RookRules::Boyce(rules) => rules.told(before, asked, *answer),
                RookRules::Magari(rules) => rules.told(before, asked, *answer),
            }
        } else {
            self.queen.told(before, asked, answer);
        }
    }

    fn value(&mut self, state: &State) -> f64 {
        // Rules aim at fewer squares for the king.
        -(state.king.count() as f64)
    }

    fn fork(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }

    fn memory(&self) -> Option<u64> {
        None
    }
}

/// The risk of a try, and whether it surely mates.
struct Prospect {
    /// It may stalemate, or the king may capture.
    risky: bool,
    /// It mates wherever it is legal.
    mates: bool,
}

impl Prospect {
    fn of(state: &State, asked: Try) -> Prospect {
        let moved = state.moved(asked);
        let mut risky = (moved.shut & !moved.attacked).any();
        crate::laboratory::state::replies(&moved, |reply| risky |= reply.lost.any());
        Prospect {
            risky,
            mates: moved.legal.any() && moved.legal == moved.shut & moved.attacked,
        }
    }
}
