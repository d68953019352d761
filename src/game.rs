//! One game between two players, from one seed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::chess::Color;
use crate::player::Player;
use crate::record::{Entry, GameRecord};
use crate::umpire::{Answer, Ending, Ruleset, Umpire};

/// Tries in one turn after which a player is held to ask without end. No position has as
/// many moves, with promotions told apart, as this.
pub const MAX_TRIES: usize = 512;

/// Plays a game to its end under `ruleset`, drawn after `ply_limit` moves of both sides.
///
/// A player that runs out of tries, or asks [`MAX_TRIES`] times in one turn, forfeits; so
/// does one that panics: its fault costs this game and no more.
pub fn play(
    ruleset: &'static Ruleset,
    ply_limit: u32,
    white: &mut dyn Player,
    black: &mut dyn Player,
) -> GameRecord {
    let mut umpire = Umpire::new(ruleset, ply_limit);
    let mut entries = Vec::with_capacity(512);
    while umpire.outcome().is_none() {
        let side = umpire.turn();
        let (mover, other): (&mut dyn Player, &mut dyn Player) = match side {
            Color::White => (&mut *white, &mut *black),
            Color::Black => (&mut *black, &mut *white),
        };
        if let Err((loser, ending)) = turn(&mut umpire, side, mover, other, &mut entries) {
            umpire.forfeit(loser, ending);
        }
    }
    GameRecord::close(&umpire, entries)
}

/// One try and all that is told of it; the side at fault and how, if one is.
fn turn(
    umpire: &mut Umpire,
    side: Color,
    mover: &mut dyn Player,
    other: &mut dyn Player,
    entries: &mut Vec<Entry>,
) -> Result<(), (Color, Ending)> {
    let view = umpire.view(side);
    let unplayed = |entry: &Entry| !matches!(entry.answer, Answer::Played(_));
    let without_end =
        entries.len() >= MAX_TRIES && entries.iter().rev().take(MAX_TRIES).all(unplayed);
    let question = match guard(side, || mover.choose(view))? {
        Some(question) if !without_end => question,
        _ => return Err((side, Ending::ForfeitProtocol)),
    };
    let answer = umpire
        .ask(question)
        .map_err(|_| (side, Ending::ForfeitProtocol))?;
    entries.push(Entry {
        side,
        question,
        answer,
    });
    if umpire.outcome().is_some() {
        return Ok(());
    }
    guard(side, || {
        mover.answered(umpire.view(side), question, &answer);
    })?;
    if let Answer::Played(said) = answer {
        guard(!side, || other.opponent_moved(umpire.view(!side), &said))?;
    }
    Ok(())
}

/// Calls a player; a panic is its crash. The player is not called again afterwards, so
/// whatever state the panic left it in is never seen.
fn guard<T>(side: Color, call: impl FnOnce() -> T) -> Result<T, (Color, Ending)> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|_| (side, Ending::ForfeitCrash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Role, Square, Try};
    use crate::stream;
    use crate::umpire::{Announcement, GameResult, ICC, Question, View};

    struct Stubborn;

    impl Player for Stubborn {
        fn choose(&mut self, _view: &View) -> Option<Question> {
            Some(Try::promoting(Square::A1, Square::H8, Role::Queen).into())
        }
        fn answered(&mut self, _view: &View, _question: Question, _answer: &Answer) {}
        fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
    }

    #[test]
    fn a_player_that_asks_without_end_forfeits() {
        let mut random = crate::player::Random::new(stream::open(1, "test", 0));
        let record = play(&ICC, 1000, &mut random, &mut Stubborn);
        assert_eq!(record.outcome.ending, Ending::ForfeitProtocol);
        assert_eq!(record.outcome.result, GameResult::WhiteWins);
        assert_eq!(record.plies, 1);
    }

    struct Faulty;

    impl Player for Faulty {
        fn choose(&mut self, _view: &View) -> Option<Question> {
            panic!("a fault that a test makes on purpose")
        }
        fn answered(&mut self, _view: &View, _question: Question, _answer: &Answer) {}
        fn opponent_moved(&mut self, _view: &View, _said: &Announcement) {}
    }

    #[test]
    fn a_player_that_panics_loses_that_game_and_nothing_else() {
        let mut random = crate::player::Random::new(stream::open(1, "test", 0));
        let record = play(&ICC, 1000, &mut random, &mut Faulty);
        assert_eq!(record.outcome.ending, Ending::ForfeitCrash);
        assert_eq!(record.outcome.result, GameResult::WhiteWins);
    }
}
