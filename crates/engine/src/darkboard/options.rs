//! Options of the engine apart from its weights: switches and budgets, so that the worth
//! of each mechanism can be measured.

/// A decision algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// All moves to a fixed depth (T 7.4.3).
    Basic,
    /// The most promising moves, deeper (T 7.4.4); the basic one right after the umpire
    /// announced a capture, a check or pawn tries.
    Enhanced,
}

/// Switches and budgets of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // each is a switch that a user names
pub struct EngineOptions {
    /// Decision algorithm.
    pub search: Algorithm,
    /// Own moves that the basic algorithm looks ahead, 1 or more.
    pub depth: u32,
    /// Metapositions that the enhanced algorithm evaluates for a move, about.
    pub positions: u32,
    /// Stalemate detection (T 7.6.2).
    pub stalemate: bool,
    /// Whether the player draws the deeper deductions from what the umpire says.
    pub deductions: bool,
    /// Pawn control: nothing passes a pawn that certainly is on the file (T 7.2).
    pub control: bool,
    /// Power moves: what is left of a refused longer move probably captures (T 7.3.2).
    pub power: bool,
    /// Whether [`endgame`](crate::endgame) plays on when the enemy has only its king.
    pub endgame: bool,
    /// Whether every board that agrees with the umpire's words is kept once the enemy has
    /// two men or fewer beside its king ([`ExactBelief`](crate::endgame::ExactBelief)), where there
    /// are `particles`.
    pub remnant: bool,
    /// Moves whose value is at most this much below the best are drawn from, in pawns.
    pub ties: f64,
    /// Boards that the belief of where the enemy stands is made of; 0 plays without one.
    pub particles: u32,
    /// Pawn moves as the fifty-move rule draws near, and no third repetition.
    pub progress: bool,
    /// Whether the best moves are judged by following captures to their end on believed
    /// boards.
    pub exchanges: bool,
    /// Whether "Any?" is asked before a pawn capture is tried, where the rules have it.
    pub any: bool,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            search: Algorithm::Basic,
            depth: 2,
            positions: 5000,
            stalemate: true,
            deductions: true,
            control: true,
            power: true,
            endgame: true,
            remnant: true,
            ties: 0.02,
            particles: 1024,
            progress: true,
            exchanges: true,
            any: true,
        }
    }
}
