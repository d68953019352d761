//! Playout: a pair of information states, one of each side, that share the true position.

use darkforge_recon::referee::revise;
use darkforge_recon::search::certain;
use darkforge_streams::Stream;

use crate::action::Action;
use crate::infostate::{Infostate, Stage, packed};

/// The two sides of a playout. What one has as its own men is the true part of what the other does not see.
#[derive(Clone, Debug)]
pub struct Pair {
    /// States of the player and of the other side.
    pub states: [Infostate; 2],
    /// Greatest number of positions of each.
    pub limits: [usize; 2],
    /// Whose turn it is: 0 or 1.
    pub mover: usize,
}

/// Effect of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The game goes on.
    On,
    /// The king was captured by the one of the two that acted.
    Won,
}

impl Pair {
    /// The state of the side that acts.
    pub fn acting(&self) -> &Infostate {
        &self.states[self.mover]
    }

    /// Plays an action of the side that acts on the true position, and cuts the states to their limits; the true
    /// position stays in both.
    pub fn play(&mut self, action: Action, stream: &mut Stream) -> Step {
        let (mover, other) = (self.mover, 1 - self.mover);
        let truth = packed(&self.states[other].own);
        let asked = match action {
            Action::Sense(square) => {
                self.states[mover].sense(square, &truth);
                return Step::On;
            }
            Action::Ask(asked) => Some(asked),
            Action::Pass => None,
        };
        let (own, enemy) = (&self.states[mover].own, &self.states[other].own);
        let side = own.side(enemy.squares(), enemy.passed);
        let taken = asked.and_then(|asked| revise(&side, asked));
        let capture = taken.and_then(|taken| taken.capture);
        if capture.is_some() && capture == enemy.men[5].first() {
            return Step::Won;
        }
        self.states[mover].moved(asked, taken);
        let truth = packed(&self.states[mover].own);
        self.states[other].enemy_moved(capture, Some(truth), self.limits[other], stream);
        self.mover = other;
        Step::On
    }

    /// The winner, if the static analysis finds that one of the two can force a win: `Some(true)` for the side
    /// that acts.
    pub fn winner(&self) -> Option<bool> {
        let acting = self.acting();
        let wins = match acting.stage {
            Stage::Sense => certain::by_sense(&acting.own, &acting.hidden).is_some(),
            Stage::Move => certain::by_move(&acting.own, &acting.hidden).is_some(),
        };
        if wins {
            return Some(true);
        }
        let waiting = &self.states[1 - self.mover];
        certain::by_waiting(&waiting.own, &waiting.hidden).then_some(false)
    }
}
