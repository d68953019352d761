//! Time controls: games by the players' time.

use super::by_name::ByName;
use super::course::Course;
use super::reason::Reason;
use darkforge_kriegspiel::umpire::{Ending, GameResult};

/// Games with one time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timed {
    /// All of them.
    pub games: u64,
    /// White's wins, draws, Black's wins.
    pub results: [u64; 3],
    /// Ended by checkmate.
    pub checkmates: u64,
    /// Games in which a side ran out of time.
    pub out_of_time: u64,
    /// Sum of their lengths in moves.
    pub moves: u64,
}

/// Greatest number of different time controls that are told apart.
pub const MOST_TIME_CONTROLS: usize = 10_000;

/// Games by the tag `TimeControl`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeControls(pub ByName<Timed, MOST_TIME_CONTROLS>);

impl TimeControls {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        let Some(timed) = self.0.of(&course.game.time_control) else {
            return;
        };
        timed.games += 1;
        timed.moves += u64::from(course.moves());
        match course.game.result {
            Some(GameResult::WhiteWins) => timed.results[0] += 1,
            Some(GameResult::Draw) => timed.results[1] += 1,
            Some(GameResult::BlackWins) => timed.results[2] += 1,
            None => {}
        }
        match course.game.reason {
            Reason::Ruled(Ending::Checkmate) => timed.checkmates += 1,
            Reason::Ruled(Ending::ForfeitTime) | Reason::TimeDraw => timed.out_of_time += 1,
            _ => {}
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: TimeControls) {
        self.0.merge(other.0, |timed, more| {
            timed.games += more.games;
            timed.moves += more.moves;
            timed.checkmates += more.checkmates;
            timed.out_of_time += more.out_of_time;
            timed
                .results
                .iter_mut()
                .zip(more.results)
                .for_each(|(own, more)| *own += more);
        });
    }
}
