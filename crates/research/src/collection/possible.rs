//! Possible positions: for each side of a game the largest number of positions that agreed with all it
//! had heard, exact up to a limit.

use std::collections::BTreeMap;

use super::course::Course;
use super::mean::Mean;
use super::series::Series;
use darkforge_board::{Color, SIDES, side};
use darkforge_kriegspiel::belief::BeliefState;
use darkforge_kriegspiel::umpire::{Answer, AnyRule, GameResult, Overheard};

/// Parts of a bit.
const PARTS: f64 = 1000.0;

/// Sides of games by their result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// Sides that won.
    pub wins: u64,
    /// Sides that drew.
    pub draws: u64,
    /// Sides that lost.
    pub losses: u64,
}

/// Figures of the possible positions of sides whose tries are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Possible {
    /// Sides of games with a result, by the largest number of positions: its upper bound, a power of ten
    /// or the limit; `None` beyond the limit.
    pub sides: BTreeMap<Option<u64>, Sides>,
    /// Bits of the number at the beginning of turns, in thousandths, as long as it is exact.
    pub bits: Series,
    /// Share of a side's turns at whose beginning the number is exact.
    pub exact: Mean,
}

impl Possible {
    /// Adds a game with at most `limit` positions of a side.
    pub(super) fn add(&mut self, course: &Course<'_>, limit: usize) {
        let mut bits: Vec<Option<i64>> = vec![None; course.turns.len()];
        for color in SIDES {
            if !course.game.told[side(color)] {
                continue;
            }
            let numbers = numbers(course, color, limit);
            let own = course.turns.iter().enumerate();
            let own = own.filter(|(_, turn)| turn.side == color);
            let mut known = super::mean::Cluster::default();
            for (place, (turn, _)) in own.enumerate() {
                let number = numbers.get(place);
                bits[turn] =
                    number.map(|&number| (PARTS * libm::log2(number.max(1) as f64)).round() as i64);
                known.push(i64::from(number.is_some()));
            }
            self.exact.add(known);
            let own_turns = course.turns.iter().filter(|turn| turn.side == color);
            let largest = (numbers.len() == own_turns.count())
                .then(|| numbers.iter().copied().max())
                .flatten();
            let Some(result) = course.game.result else {
                continue;
            };
            let sides = self
                .sides
                .entry(largest.map(|largest| bound(largest, limit as u64)))
                .or_default();
            match result {
                GameResult::Draw => sides.draws += 1,
                _ if result == GameResult::win(color) => sides.wins += 1,
                _ => sides.losses += 1,
            }
        }
        self.bits.add(course, |turn| bits[turn]);
    }

    /// Adds the games of `other`.
    pub(super) fn merge(&mut self, other: &Possible) {
        for (&bound, more) in &other.sides {
            let own = self.sides.entry(bound).or_default();
            own.wins += more.wins;
            own.draws += more.draws;
            own.losses += more.losses;
        }
        self.bits.merge(&other.bits);
        self.exact.merge(&other.exact);
    }
}

/// The least power of ten that is not less than `number`, or `limit` if that is less.
fn bound(number: u64, limit: u64) -> u64 {
    let mut bound = 1;
    while bound < number {
        bound *= 10;
    }
    bound.min(limit)
}

/// Number of positions that are possible for `color` at the beginning of each of its turns, up to the first
/// at which there are more than `limit`.
fn numbers(course: &Course<'_>, color: Color, limit: usize) -> Vec<u64> {
    let game = course.game;
    let belief = match &game.start {
        Some(start) => BeliefState::of(game.ruleset, color, limit, &[start.board().clone()]),
        None => Ok(BeliefState::start(game.ruleset, color, limit)),
    };
    let Ok(mut belief) = belief else {
        return Vec::new(); // more men than chess has
    };
    let (mut numbers, mut begins, mut plies, mut any) = (Vec::new(), true, 0, None);
    for entry in &game.entries {
        if plies == course.turns.len() {
            break;
        }
        if begins && entry.side == color {
            if !belief.is_exact() {
                break;
            }
            numbers.push(belief.len() as u64);
        }
        let is_last = plies + 1 == course.turns.len();
        begins = entry.played().is_some();
        plies += usize::from(begins);
        if is_last && begins {
            break; // positions of a game that is over are no part of a belief
        }
        if let Answer::Any(yes) = entry.answer {
            any = Some(yes);
        }
        if entry.side == color {
            belief.answered(entry.question, &entry.answer);
        } else if let Some((_, said)) = entry.played() {
            let overheard = Overheard {
                refusals: None,
                any: any.filter(|_| game.ruleset.any == AnyRule::OneTry),
            };
            belief.enemy_move(overheard, &said);
        }
        if begins {
            any = None;
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::Game;
    use darkforge_kriegspiel::record::read;
    use darkforge_kriegspiel::umpire::ICC;

    fn numbers_of(text: &str, color: Color, limit: usize) -> Vec<u64> {
        let reading = read::Reading {
            positions: true,
            ..read::Reading::from(&ICC)
        };
        let mut games = read::Games::new(text.as_bytes()).unwrap().under(reading);
        let read::FoundGame::Full(game) = games.next().unwrap().game.unwrap() else {
            panic!("both sides are recorded");
        };
        let game = Game::of_file(*game, false);
        numbers(&Course::of(&game), color, limit)
    }

    #[test]
    fn a_given_start_is_all_that_is_possible_before_the_first_move() {
        let start = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
        let text = format!("{start}\n\n1. e4 {{:}} Kd7 {{:}} 2. Kd2 {{:}} *\n");
        // The king of Black has five moves; White has two by its pawn and four by its king.
        assert_eq!(numbers_of(&text, Color::White, 1000), [1, 5]);
        assert_eq!(numbers_of(&text, Color::Black, 1000), [6]);
    }

    #[test]
    fn the_first_moves_leave_as_many_positions_as_there_are_moves() {
        // Twenty first moves of each side; White's first move tells nothing.
        let text = "1. e4 {:} e5 {:} 2. Nf3 {:} a6 {:} *";
        assert_eq!(numbers_of(text, Color::White, 1000)[0], 1);
        // 1... d5 and 1... f5 would have been announced to White, who can capture.
        assert_eq!(numbers_of(text, Color::White, 1000)[1], 18);
        assert_eq!(numbers_of(text, Color::Black, 1000)[0], 20);
        assert!(
            numbers_of(text, Color::Black, 19).is_empty(),
            "more than 19"
        );
    }

    #[test]
    fn bounds_are_powers_of_ten_or_the_limit() {
        let bounds = [1, 2, 10, 11, 100, 101, 250].map(|number| bound(number, 250));
        assert_eq!(bounds, [1, 10, 10, 100, 100, 250, 250]);
    }
}
