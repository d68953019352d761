//! Statistics of game collections (T 5). Every game adds whole numbers, so neither the order of
//! games nor the number of threads changes a figure.
//!
//! Each table has a file with its counts, `add` and `merge`. `docs/collections.md` defines all
//! figures.
//!
//! ```
//! use std::sync::Arc;
//!
//! use darkforge_kriegspiel::record::read;
//! use darkforge_research::collection::{Collection, Course, Game, Gate};
//!
//! let mut collection = Collection::new(Arc::new(Gate::new(100)));
//! for game in read::games(b"1. f3 e5 2. g4 Qh4# 0-1").into_iter().flatten() {
//!     collection.add(&Course::of(&Game::of_file(game, false)));
//! }
//! assert_eq!((collection.games, collection.plies), (1, 4));
//! ```
//!
//! T is the thesis, see [the crate](crate).

mod answers;
mod attacks;
mod by_name;
mod captures;
mod castling;
mod clusters;
mod course;
mod filter;
mod game;
mod knowledge;
mod materials;
mod mean;
mod outcomes;
mod possible;
mod reason;
mod sample;
mod seats;
mod series;
mod time_controls;

use std::sync::Arc;

pub use answers::{ANSWERS, Answers, Refusals, Silence, kind_of};
pub use attacks::{Attacker, Attacks, BEFORE, MOST_ATTACKERS, Prelude, Squares, Struck};
pub use by_name::ByName;
pub use captures::{Captures, Fights};
pub use castling::{CASTLINGS, Castled};
pub use clusters::{Clusters, DISTANCE, FOLLOWING, GIVEN};
pub use course::{Course, POINTS, Phase, Stock, Turn, mobility};
pub use filter::Wanted;
pub use game::Game;
pub use knowledge::{EVENTS, Informed, Knowledge, MEASURES, PARTS, uncertainty};
pub use materials::{Ends, Materials, Sides, Won};
pub use mean::{Average, Cluster, Mean};
pub use outcomes::{How, Outcomes};
pub use possible::{Possible, Sides as PossibleSides};
pub use reason::Reason;
pub use sample::{Gate, level};
pub use seats::{LENGTHS, MOST_NAMES, OPENING, OpeningMove, Player, Seats, is_nameless, moves_of};
pub use series::{LAST_MOVE, PHASES, Phases, Series, WHOSE};
pub use time_controls::{MOST_TIME_CONTROLS, TimeControls, Timed};

use sample::Levels;

/// All counts of a collection's games.
#[derive(Debug)]
pub struct Collection {
    gate: Arc<Gate>,
    /// Greatest number of possible positions that are counted, if they are.
    possible: Option<usize>,
    levels: Levels<Knowledge>,
    /// Knowledge of the players in a sample; complete after [`finish`](Collection::finish).
    pub knowledge: Knowledge,
    /// Games.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Results, reasons and lengths.
    pub outcomes: Outcomes,
    /// Own-board mobility by move number.
    pub mobility: Series,
    /// The same by phase.
    pub mobility_phases: Phases,
    /// Points of the mover by move number.
    pub material: Series,
    /// Material at the end.
    pub materials: Materials,
    /// Players and their openings.
    pub seats: Seats,
    /// Time before the first announcement.
    pub silence: Silence,
    /// Refused tries.
    pub refusals: Refusals,
    /// Answers to tries.
    pub answers: Answers,
    /// Captures by square.
    pub captures: Captures,
    /// Games by time control.
    pub time_controls: TimeControls,
    /// Attacks by square and player.
    pub attacks: Attacks,
    /// Announcements after announcements.
    pub clusters: Clusters,
}

impl Collection {
    /// An empty collection; all collections that are to be merged share `gate`.
    pub fn new(gate: Arc<Gate>) -> Collection {
        Collection {
            gate,
            possible: None,
            levels: Levels::default(),
            knowledge: Knowledge::default(),
            games: 0,
            plies: 0,
            outcomes: Outcomes::default(),
            mobility: Series::default(),
            mobility_phases: Phases::default(),
            material: Series::default(),
            materials: Materials::default(),
            seats: Seats::default(),
            silence: Silence::default(),
            refusals: Refusals::default(),
            answers: Answers::default(),
            captures: Captures::default(),
            time_controls: TimeControls::default(),
            attacks: Attacks::default(),
            clusters: Clusters::default(),
        }
    }

    /// Counts the possible positions of each side of a game in the sample, up to `limit`: much slower.
    #[must_use]
    pub fn counting_positions(mut self, limit: Option<usize>) -> Collection {
        self.possible = limit;
        self
    }

    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        let turns = &course.turns;
        self.games += 1;
        self.plies += turns.len() as u64;
        self.outcomes.add(course);
        let mobility = |turn: usize| Some(i64::from(turns[turn].mobility));
        self.mobility.add(course, mobility);
        self.mobility_phases.add(course, mobility);
        self.material
            .add(course, |turn| Some(i64::from(turns[turn].points)));
        self.materials.add(course);
        self.seats.add(course);
        self.silence.add(course);
        self.refusals.add(course);
        self.answers.add(course);
        self.captures.add(course);
        self.time_controls.add(course);
        self.attacks.add(course);
        self.clusters.add(course);
        if Knowledge::applies(course) {
            let level = level(course);
            let (admitted, least) = self.gate.admit(level);
            if admitted {
                self.levels.at(level, least).add(course, self.possible);
            }
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Collection) {
        self.games += other.games;
        self.plies += other.plies;
        self.levels.merge(other.levels, Knowledge::merge);
        self.outcomes.merge(other.outcomes);
        self.mobility.merge(&other.mobility);
        self.mobility_phases.merge(&other.mobility_phases);
        self.material.merge(&other.material);
        self.materials.merge(other.materials);
        self.seats.merge(other.seats);
        self.silence.merge(&other.silence);
        self.refusals.merge(&other.refusals);
        self.answers.merge(&other.answers);
        self.captures.merge(&other.captures);
        self.time_controls.merge(other.time_controls);
        self.attacks.merge(other.attacks);
        self.clusters.merge(&other.clusters);
    }

    /// Closes the sample after all games of all threads.
    #[must_use]
    pub fn finish(mut self) -> Collection {
        self.knowledge = self.levels.whole(self.gate.least(), Knowledge::merge);
        self
    }
}

#[cfg(test)]
mod tests;
