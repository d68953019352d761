//! Options of the engine apart from its weights: switches and budgets, so that the value of each
//! mechanism can be measured.
//!
//! T is the thesis, see [the crate](crate).

use darkforge_kriegspiel::belief::MoveModel;

/// A decision algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// All moves to a fixed depth (T 7.4.3).
    Basic,
    /// The most promising moves, deeper (T 7.4.4); the basic algorithm right after a capture, a
    /// check or pawn tries were announced.
    Enhanced,
}

/// A model of the enemy's moves in the belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnemyMoves {
    /// Captures weigh more than other moves, most of all those that an announcement suggests.
    Counts,
    /// The [`MoveModel`] that was fitted to games.
    Learned,
}

impl EnemyMoves {
    /// The learned model, if it is meant.
    pub fn model(self) -> Option<MoveModel<'static>> {
        (self == EnemyMoves::Learned).then_some(MoveModel::LEARNED)
    }
}

/// Work of a player for a move; the factors are approximate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// About a quarter of the work.
    Fast,
    /// All of it.
    Full,
    /// Five times the work.
    Deep,
}

impl Effort {
    /// Number of particles, where a full belief has `particles`.
    fn particles(self, particles: u32) -> u32 {
        match self {
            Effort::Fast => particles.div_ceil(4),
            Effort::Full => particles,
            // They take a third of the time; what the tree costs more is not worth it.
            Effort::Deep => particles.saturating_mul(8),
        }
    }

    /// Metapositions of the enhanced search, where a full one has `positions`.
    fn positions(self, positions: u32) -> u32 {
        match self {
            Effort::Fast => positions.div_ceil(4),
            Effort::Full => positions,
            Effort::Deep => positions.saturating_mul(4),
        }
    }

    /// Number of best moves that the basic search follows.
    pub fn followed(self) -> usize {
        match self {
            Effort::Fast => 8,
            Effort::Full | Effort::Deep => usize::MAX,
        }
    }

    /// Number of boards on which captures are followed to their end.
    pub fn exchanged(self) -> usize {
        match self {
            Effort::Fast => 6,
            Effort::Full => 24,
            Effort::Deep => 96,
        }
    }
}

/// Switches and budgets of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // each is a switch that a user names
pub struct EngineOptions {
    /// Decision algorithm.
    pub search: Algorithm,
    /// Number of own moves that the basic algorithm searches, 1 or more.
    pub depth: u32,
    /// Work for a move.
    pub pace: Effort,
    /// Approximate number of metapositions that the enhanced algorithm evaluates for a move.
    pub positions: u32,
    /// Stalemate detection (T 7.6.2).
    pub stalemate: bool,
    /// Whether the player draws deductions beyond single moves from the announcements.
    pub deductions: bool,
    /// Whether [`endgame`](crate::endgame) plays on when the enemy has only its king.
    pub endgame: bool,
    /// Whether every board that agrees with the announcements is kept once the enemy has two men or
    /// fewer besides its king ([`ExactBelief`](crate::endgame::ExactBelief)), if there are
    /// `particles`.
    pub remnant: bool,
    /// Moves at most this much below the best are drawn from, in pawns.
    pub ties: f64,
    /// Number of boards of the belief about the enemy; 0 plays without a belief.
    pub particles: u32,
    /// Model of the enemy's moves in that belief.
    pub enemy: EnemyMoves,
    /// Pawn moves when the fifty-move rule comes near, and no third repetition.
    pub progress: bool,
    /// Whether the best moves are judged by following captures to their end on believed
    /// boards.
    pub exchanges: bool,
    /// Whether "Any?" is asked before a pawn capture is tried, if the rules have it.
    pub any: bool,
}

/// Share of the work below which the basic algorithm searches one move only.
const SHALLOW: f64 = 0.5;
/// Share below which captures are not followed.
const HASTY: f64 = 0.1;

impl EngineOptions {
    /// The options with the budgets of their pace, for a player that is made.
    #[must_use]
    pub fn paced(self) -> EngineOptions {
        EngineOptions {
            positions: self.pace.positions(self.positions),
            particles: self.pace.particles(self.particles),
            ..self
        }
    }

    /// The same options with this share of the work for a question, up to 1.
    #[must_use]
    pub fn within(self, share: f64) -> EngineOptions {
        if share >= 1.0 {
            return self;
        }
        EngineOptions {
            depth: if share < SHALLOW { 1 } else { self.depth },
            positions: ((f64::from(self.positions) * share) as u32).max(1),
            exchanges: self.exchanges && share >= HASTY,
            ..self
        }
    }
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            search: Algorithm::Basic,
            depth: 2,
            pace: Effort::Full,
            positions: 5000,
            stalemate: true,
            deductions: true,
            endgame: true,
            remnant: true,
            ties: 0.02,
            particles: 640,
            enemy: EnemyMoves::Learned,
            progress: true,
            exchanges: true,
            any: true,
        }
    }
}
