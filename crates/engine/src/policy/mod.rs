//! A network's policy: how probable each try is in games that its side won.
//!
//! The network is one of crate `synoptic`, and sees the [synopsis](synopsis()) of a belief. It is trained on
//! games of the engine with itself ([`lessons`]).
//!
//! ```
//! use darkforge_board::Color;
//! use darkforge_engine::policy::synopsis;
//! use darkforge_kriegspiel::belief::{OpponentModel, Particles};
//! use darkforge_kriegspiel::metaposition::Tracker;
//! use darkforge_kriegspiel::umpire::ICC;
//! use darkforge_streams as streams;
//! use darkforge_synoptic::Memory;
//!
//! let stream = streams::open(1, "example", 0);
//! let pool = Particles::new(&ICC, Color::White, 8, OpponentModel::COUNTS, stream);
//! let tracker = Tracker::new(Color::White, 25);
//! let synopsis = synopsis(&tracker, &pool, &Memory::default()).expect("boards");
//! assert_eq!(synopsis.planes[93], 1 << 60, "the enemy's king stands on e8");
//! ```

mod lesson;
mod synopsis;

pub use lesson::lessons;
pub use synopsis::synopsis;

use std::sync::Arc;

use darkforge_board::{Square, Try};
use darkforge_kriegspiel::belief::Particles;
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::umpire::Announcement;
use darkforge_synoptic::Memory;
use darkforge_synoptic::action::Action;
use darkforge_synoptic::network::{Network, Query, Workspace};

/// The headset that learns from the moves of the winners, which is asked.
pub const WON: &str = "won";

/// Probabilities below this one are as bad as it is.
const LEAST: f32 = 1e-5;

/// The policy, in one game.
pub struct Policy {
    network: Arc<Network>,
    /// Place of the headset [`WON`].
    headset: usize,
    last: Memory,
    space: Workspace,
}

impl Policy {
    /// The policy of `network` before the first move; `None` if it has no headset [`WON`].
    pub fn new(network: Arc<Network>) -> Option<Policy> {
        Some(Policy {
            headset: network.shape().headset(WON)?,
            network,
            last: Memory::default(),
            space: Workspace::default(),
        })
    }

    /// Logarithm of the probability of each of `tries`, in the umpire's frame; `None` if no board is
    /// believed.
    pub fn logs(
        &mut self,
        tracker: &Tracker,
        pool: &Particles,
        tries: impl Iterator<Item = Try>,
    ) -> Option<impl Iterator<Item = f64>> {
        let synopsis = synopsis(tracker, pool, &self.last)?;
        let actions: Vec<u16> = tries
            .map(|asked| Action::Ask(asked).place(tracker.color()))
            .collect();
        let query = Query {
            synopsis: &synopsis,
            policy: self.headset,
            value: self.headset,
            actions: &actions,
        };
        let answer = self.network.evaluate(&[query], &mut self.space).pop()?;
        let log = |share: f32| libm::log(f64::from(share.max(LEAST)));
        Some(answer.policy.into_iter().map(log))
    }

    /// Takes the own move.
    pub fn played(&mut self, asked: Try, said: &Announcement) {
        own_move(&mut self.last, asked, said);
    }

    /// Takes the enemy's move.
    pub fn opponent_moved(&mut self, said: &Announcement) {
        enemy_move(&mut self.last, said);
    }
}

fn bit(square: Square) -> u64 {
    1 << square.to_u32()
}

fn capture(said: &Announcement) -> u64 {
    said.capture.map_or(0, |capture| bit(capture.square))
}

fn own_move(last: &mut Memory, asked: Try, said: &Announcement) {
    last.last_from = bit(asked.from);
    last.last_to = bit(asked.to);
    last.own_capture = capture(said);
}

fn enemy_move(last: &mut Memory, said: &Announcement) {
    last.opposing_capture = capture(said);
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Color;
    use darkforge_kriegspiel::belief::OpponentModel;
    use darkforge_kriegspiel::umpire::ICC;
    use darkforge_streams as streams;
    use darkforge_synoptic::network::Shape;

    fn network(headset: &str) -> Arc<Network> {
        let shape = Shape {
            width: 16,
            blocks: 1,
            headsets: vec![headset.to_owned()],
        };
        Arc::new(Network::random(shape, 1).unwrap())
    }

    fn start(color: Color) -> (Tracker, Particles) {
        let stream = streams::open(1, "test", 0);
        let model = OpponentModel::COUNTS;
        let pool = Particles::new(&ICC, color, 8, model, stream);
        (Tracker::new(color, 25), pool)
    }

    #[test]
    fn the_first_moves_of_white_have_probabilities() {
        let (tracker, pool) = start(Color::White);
        let mut policy = Policy::new(network(WON)).unwrap();
        let mut tries = Vec::new();
        tracker.moves(&mut tries);
        let logs = policy.logs(&tracker, &pool, tries.iter().copied()).unwrap();
        let shares: Vec<f64> = logs.map(libm::exp).collect();
        assert_eq!(shares.len(), 20);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn a_network_without_winners_is_refused() {
        assert!(Policy::new(network("all")).is_none());
    }

    #[test]
    fn a_synopsis_has_what_was_said_and_how_often_men_stand_somewhere() {
        let (tracker, pool) = start(Color::White);
        let planes = synopsis(&tracker, &pool, &Memory::default())
            .unwrap()
            .planes;
        assert_eq!(planes[86..93], [0; 7], "no pawn try and no check");
        assert_eq!(planes[93], 1 << 60, "the king on e8");
        assert_eq!(planes[94], 1 << 59, "the queen on d8");
        let men = 0xffff_0000_0000_0000;
        assert_eq!(planes[98..101], [men; 3], "all men stand where they stood");
        let attacked = planes[101];
        assert_eq!(
            attacked & 0x0000_ff00_0000_0000,
            0x0000_ff00_0000_0000,
            "rank 6"
        );
    }
}
