//! Following a game: the belief of one side after each event that changes it.

use std::ops::ControlFlow;

use crate::belief::{Belief, Uniform};
use crate::record::History;
use darkforge_board::Color;

/// An event of a game that changes the belief of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The opponent moved.
    EnemyMoved,
    /// The side sensed.
    Sensed,
    /// The side moved.
    Moved,
}

/// An event, and the ply in which it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Number of the ply, from 1.
    pub ply: usize,
    /// The event.
    pub event: Event,
}

/// Calls `each` with the belief of `color` after each event, until `each` breaks, a king is captured
/// or the game ends. The belief has at most `limit` positions; all are equally likely. The history
/// must be one that [`check`](crate::record::check()) accepts: otherwise the belief is of no game.
///
/// ```
/// use std::ops::ControlFlow;
/// use darkforge_board::Color;
/// use darkforge_recon::record::play_transcript;
/// use darkforge_recon::statistics::follow;
///
/// let game = play_transcript("-:e2e4 e3:h7h5")?;
/// let mut sizes = Vec::new();
/// follow(&game, Color::Black, 1000, |_, belief| {
///     sizes.push(belief.len());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(sizes, [21, 1, 1], "after White's move, the sense, and the own move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn follow(
    history: &History,
    color: Color,
    limit: usize,
    mut each: impl FnMut(Moment, &Belief) -> ControlFlow<()>,
) {
    let mut belief = Belief::start(color, limit, 0);
    for (place, (mover, _, turn)) in history.in_order().enumerate() {
        let mut tell = |event, belief: &Belief| {
            let ply = place + 1;
            each(Moment { ply, event }, belief)
        };
        if mover == color {
            belief.sensed(&turn.sense_result(), &Uniform);
            if tell(Event::Sensed, &belief).is_break() {
                return;
            }
        }
        let Some(moved) = turn.moved.as_ref().filter(|moved| !moved.takes_king(mover)) else {
            return;
        };
        let event = if mover == color {
            belief.moved(&moved.report(), &Uniform);
            Event::Moved
        } else {
            belief.enemy_moved(moved.capture, &Uniform);
            Event::EnemyMoved
        };
        if tell(event, &belief).is_break() {
            return;
        }
    }
}
