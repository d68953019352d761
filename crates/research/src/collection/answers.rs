//! Answers: answers to tries, and the number of refusals.

use super::course::{Course, Turn};
use super::mean::Mean;
use super::series::{Phases, Series};
use darkforge_kriegspiel::umpire::Announcement;

/// Kinds of answers to a try, in the order of tables.
pub const ANSWERS: [&str; 7] = [
    "refused",
    "nonsense",
    "silent",
    "tries",
    "capture",
    "check",
    "capture_check",
];

/// Place in [`ANSWERS`] of an announcement.
pub fn kind_of(said: &Announcement) -> usize {
    match (said.capture.is_some(), said.checks.any()) {
        (true, true) => 6,
        (false, true) => 5,
        (true, false) => 4,
        (false, false) if said.is_silent() => 2,
        (false, false) => 3,
    }
}

/// Answers by phase: games with such an answer, and answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// By phase (the last: all), then by place in [`ANSWERS`].
    pub counts: [[[u64; 2]; 7]; 4],
    /// Games with any answer, by phase.
    pub games: [u64; 4],
}

impl Answers {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        let mut found = [[0_u64; 7]; 4];
        for (index, turn) in course.turns.iter().enumerate() {
            if !course.is_told(index) {
                continue;
            }
            for phase in [turn.phase as usize, 3] {
                found[phase][0] += u64::from(turn.refused - turn.unreadable);
                found[phase][1] += u64::from(turn.nonsense);
                found[phase][kind_of(&turn.said)] += 1;
            }
        }
        for (phase, found) in found.iter().enumerate() {
            self.games[phase] += u64::from(found.iter().any(|&answers| answers > 0));
            for (count, &answers) in self.counts[phase].iter_mut().zip(found) {
                count[0] += u64::from(answers > 0);
                count[1] += answers;
            }
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Answers) {
        let own = self.counts.as_flattened_mut().as_flattened_mut();
        let more = other.counts.as_flattened().as_flattened();
        own.iter_mut()
            .zip(more)
            .for_each(|(own, more)| *own += more);
        self.games
            .iter_mut()
            .zip(other.games)
            .for_each(|(own, more)| *own += more);
    }
}

/// Refused tries by move, side and phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals {
    /// Refused tries of a turn by move number.
    pub by_move: Series,
    /// Refused tries of a turn by phase.
    pub refused: Phases,
    /// Whether a turn had a refused try, by phase.
    pub turns: Phases,
    /// Tries that were nonsense, by phase.
    pub nonsense: Phases,
    /// Tries that could not be read, by phase.
    pub unreadable: Phases,
}

impl Refusals {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        if course.game.told == [false; 2] {
            return;
        }
        let told = |of: fn(&Turn) -> u32| {
            move |index: usize| {
                let known = course.is_told(index);
                known.then(|| i64::from(of(&course.turns[index])))
            }
        };
        self.by_move.add(course, told(|turn| turn.refused));
        self.refused.add(course, told(|turn| turn.refused));
        self.turns
            .add(course, told(|turn| u32::from(turn.refused > 0)));
        self.nonsense.add(course, told(|turn| turn.nonsense));
        self.unreadable.add(course, told(|turn| turn.unreadable));
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Refusals) {
        self.by_move.merge(&other.by_move);
        self.refused.merge(&other.refused);
        self.turns.merge(&other.turns);
        self.nonsense.merge(&other.nonsense);
        self.unreadable.merge(&other.unreadable);
    }
}

/// Move numbers of the first announcement of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Silence {
    /// Games by that move number from 1; at 0 games without announcements.
    pub games: Vec<u64>,
    /// The move number, over games with an announcement.
    pub first: Mean,
}

impl Silence {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        let first = course.turns.iter().position(|turn| !turn.said.is_silent());
        let number = first.map_or(0, |ply| ply / 2 + 1);
        if self.games.len() <= number {
            self.games.resize(number + 1, 0);
        }
        self.games[number] += 1;
        if number > 0 {
            self.first.add_one(number as i64);
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Silence) {
        if self.games.len() < other.games.len() {
            self.games.resize(other.games.len(), 0);
        }
        self.games
            .iter_mut()
            .zip(&other.games)
            .for_each(|(own, more)| *own += more);
        self.first.merge(&other.first);
    }
}
