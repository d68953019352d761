//! Terms: what a run's games have beside their rules: positions from which pairs begin, clocks,
//! adjudication by the players' own scores, and what is kept of their thoughts.
//!
//! ```
//! use darkforge_lab::terms::{ResignRule, Terms};
//!
//! let terms = Terms {
//!     resign: Some("score=600,moves=3".parse::<ResignRule>()?),
//!     ..Terms::default()
//! };
//! assert!(terms.start(0).is_none(), "the initial position");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use darkforge_board::{Board, Color, side};
use darkforge_engine::options::{self, OptionError, OptionRow, Value, whole};
use darkforge_kriegspiel::protocol::{Clock, Score};
use darkforge_kriegspiel::umpire::{Ending, GameResult, Outcome};

/// Terms of a run's games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// Positions from which the pairs begin, in turn; none for the initial position. Both games of a
    /// pair have the same.
    pub openings: Arc<[Board]>,
    /// Clock of each player that has none of its own.
    pub clock: Option<Clock>,
    /// Time by which a player may exceed its clock.
    pub margin: Duration,
    /// When a player's own scores lose its game.
    pub resign: Option<ResignRule>,
    /// When both players' own scores draw their game.
    pub draw: Option<DrawRule>,
    /// Whether score, depth and time of each move are kept; with a clock they are.
    pub thoughts: bool,
    /// Folder for the dialogues with programs, which exists; not part of what a run plays.
    pub dialogues: Option<PathBuf>,
}

impl Terms {
    /// The position from which the pair number `pair` begins; `None` for the initial one.
    pub fn start(&self, pair: u64) -> Option<&Board> {
        let place = pair.checked_rem(self.openings.len() as u64)?;
        let start = self.openings.get(place as usize)?;
        (*start != Board::start()).then_some(start)
    }

    /// The openings as text: FEN.
    pub fn written_openings(&self) -> Vec<String> {
        self.openings.iter().map(Board::fen).collect()
    }

    /// Whether thoughts are kept with the games.
    pub fn keeps_thoughts(&self) -> bool {
        self.thoughts || self.clock.is_some()
    }

    /// The file for the dialogue with the player of `color` in `game`.
    pub(crate) fn dialogue(&self, game: u64, color: Color) -> Option<PathBuf> {
        let name = format!("game-{game:06}-{}.log", color.fold_wb("white", "black"));
        self.dialogues
            .as_deref()
            .map(|folder: &Path| folder.join(name))
    }
}

/// A player loses when its own score was at most `-score` after each of its last `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Hundredths of a pawn.
    pub score: u32,
    /// Moves of the player in a row.
    pub moves: u32,
}

/// A game is drawn when both players' own scores were within `score` of 0 after each of their last
/// `moves` moves, from move `number` on. Captures and moves of pawns begin the count anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Number of the move from which on it counts.
    pub number: u32,
    /// Moves of each player in a row.
    pub moves: u32,
    /// Hundredths of a pawn.
    pub score: u32,
}

/// Range of scores in a rule.
const SCORES: std::ops::RangeInclusive<u32> = 0..=32_000;

const RESIGN: &[OptionRow<ResignRule>] = &[
    OptionRow::new("score", "hundredths of a pawn", |rule| {
        whole(&mut rule.score, 1..=32_000)
    }),
    OptionRow::new("moves", "moves in a row", |rule| {
        whole(&mut rule.moves, 1..=1000)
    }),
];

const DRAW: &[OptionRow<DrawRule>] = &[
    OptionRow::new("number", "number of the first move", move_number),
    OptionRow::new("moves", "moves in a row", |rule| {
        whole(&mut rule.moves, 1..=1000)
    }),
    OptionRow::new("score", "hundredths of a pawn", |rule| {
        whole(&mut rule.score, SCORES)
    }),
];

fn move_number(rule: &mut DrawRule) -> Value<'_> {
    whole(&mut rule.number, 0..=100_000)
}

impl Default for ResignRule {
    fn default() -> ResignRule {
        ResignRule {
            score: 600,
            moves: 3,
        }
    }
}

impl Default for DrawRule {
    fn default() -> DrawRule {
        DrawRule {
            number: 40,
            moves: 8,
            score: 10,
        }
    }
}

impl FromStr for ResignRule {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<ResignRule, OptionError> {
        let mut rule = ResignRule::default();
        let written = options::parse(text).map_err(|error| error.with_example(&rule))?;
        options::read(RESIGN, &mut rule, &written)?;
        Ok(rule)
    }
}

impl FromStr for DrawRule {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<DrawRule, OptionError> {
        let mut rule = DrawRule::default();
        let written = options::parse(text).map_err(|error| error.with_example(&rule))?;
        options::read(DRAW, &mut rule, &written)?;
        Ok(rule)
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score={},moves={}", self.score, self.moves)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DrawRule {
            number,
            moves,
            score,
        } = self;
        write!(f, "number={number},moves={moves},score={score}")
    }
}

/// Applies the rules of adjudication to a game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    /// Moves in a row with a lost and with a level score, of White and of Black.
    lost: [u32; 2],
    level: [u32; 2],
}

impl Adjudicator {
    pub(crate) fn new(terms: &Terms) -> Adjudicator {
        Adjudicator {
            resign: terms.resign,
            draw: terms.draw,
            lost: [0; 2],
            level: [0; 2],
        }
    }

    /// Whether it needs the players' scores.
    pub(crate) fn is_on(&self) -> bool {
        self.resign.is_some() || self.draw.is_some()
    }

    /// Takes the score that `mover` gave its move, the game's ply number `plies`, which `is_quiet` if it
    /// neither captured nor moved a pawn; a move without a score interrupts both rows. Returns the
    /// outcome, if a rule ends the game.
    pub(crate) fn moved(
        &mut self,
        mover: Color,
        score: Option<Score>,
        plies: u32,
        is_quiet: bool,
    ) -> Option<Outcome> {
        let score = score.map(Score::centipawns);
        let count = |row: &mut u32, goes_on: bool| *row = if goes_on { *row + 1 } else { 0 };
        if let Some(rule) = self.resign {
            let lost = score.is_some_and(|score| score <= -(rule.score as i32));
            let row = &mut self.lost[side(mover)];
            count(row, lost);
            if *row >= rule.moves {
                return Some(Outcome {
                    result: GameResult::win(!mover),
                    ending: Ending::AdjudicatedWin,
                });
            }
        }
        let rule = self.draw?;
        if !is_quiet {
            self.level = [0; 2];
            return None;
        }
        let level = score.is_some_and(|score| score.unsigned_abs() <= rule.score);
        count(&mut self.level[side(mover)], level);
        let is_late = plies >= 2 * rule.number;
        let is_drawn = is_late && self.level.iter().all(|&row| row >= rule.moves);
        is_drawn.then_some(Outcome {
            result: GameResult::Draw,
            ending: Ending::AdjudicatedDraw,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(terms: &Terms, scores: &[i32]) -> Option<(usize, Outcome)> {
        let mut adjudicator = Adjudicator::new(terms);
        for (ply, &score) in (1..).zip(scores) {
            let mover = if ply % 2 == 1 {
                Color::White
            } else {
                Color::Black
            };
            let score = Some(Score::Centipawns(score)).filter(|_| score != 9999);
            if let Some(outcome) = adjudicator.moved(mover, score, ply, ply != 9) {
                return Some((ply as usize, outcome));
            }
        }
        None
    }

    #[test]
    fn a_player_that_gives_itself_up_often_enough_loses() {
        let terms = Terms {
            resign: Some("score=500,moves=2".parse().unwrap()),
            ..Terms::default()
        };
        let lost = told(&terms, &[0, -600, 0, -499, 0, -500, 0, -700]).unwrap();
        assert_eq!((lost.0, lost.1.result), (8, GameResult::WhiteWins));
        assert_eq!(lost.1.ending, Ending::AdjudicatedWin);
        assert_eq!(told(&terms, &[0, -600, 0, 9999, 0, -600]), None, "no score");
        assert_eq!(
            told(&terms, &[600, 0, 600, 0, 600, 0]),
            None,
            "it must say so itself"
        );
    }

    #[test]
    fn a_level_game_is_drawn_when_both_say_so_late_enough() {
        let terms = Terms {
            draw: Some("number=2,moves=2,score=10".parse().unwrap()),
            ..Terms::default()
        };
        assert_eq!(told(&terms, &[5; 8]).unwrap().0, 4);
        assert_eq!(told(&terms, &[5, 5, 5, 50, 5, 5, 5, -10]).unwrap().0, 8);
        let drawn = told(&terms, &[0; 4]).unwrap().1;
        assert_eq!(
            (drawn.result, drawn.ending),
            (GameResult::Draw, Ending::AdjudicatedDraw)
        );
        assert_eq!(told(&terms, &[5, 50, 5, 50, 5, 50]), None);
        let captured = [50, 50, 50, 50, 50, 50, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(
            told(&terms, &captured).unwrap().0,
            13,
            "the ninth ply is a capture"
        );
    }

    #[test]
    fn rules_survive_their_text() {
        for text in ["score=600,moves=4", "score=1,moves=1"] {
            assert_eq!(text.parse::<ResignRule>().unwrap().to_string(), text);
        }
        let text = "number=30,moves=6,score=20";
        assert_eq!(text.parse::<DrawRule>().unwrap().to_string(), text);
        assert_eq!("".parse::<DrawRule>().unwrap(), DrawRule::default());
        let wrong = |text: &str| text.parse::<ResignRule>().unwrap_err().to_string();
        assert!(wrong("score=0").contains("from 1 to 32000"));
        assert_eq!(wrong("foo"), "foo: write score=600,moves=3");
        let drawn = "foo".parse::<DrawRule>().unwrap_err().to_string();
        assert_eq!(drawn, "foo: write number=40,moves=8,score=10");
        assert!(
            wrong("movecount=3").contains("it has score and moves"),
            "{}",
            wrong("movecount=3")
        );
    }

    #[test]
    fn pairs_take_openings_in_turn() {
        let board = |fen: &str| {
            let position: darkforge_board::Position = fen.parse().unwrap();
            position.board().clone()
        };
        let other = board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let terms = Terms {
            openings: vec![Board::start(), other.clone()].into(),
            ..Terms::default()
        };
        let starts: Vec<_> = (0..4).map(|pair| terms.start(pair)).collect();
        assert_eq!(starts, [None, Some(&other), None, Some(&other)]);
        assert_eq!(Terms::default().start(3), None);
    }
}
