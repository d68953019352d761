//! Check: replays a proof with the umpire, one square of the king at a time.
//!
//! It shares only the proof with the solver: legality, check, mate, stalemate and the king's moves
//! are those of [`Umpire`] and [`Position`], and the symmetries of the board are written a second
//! time.

use std::collections::HashMap;

use super::{Ending, Line, Proof, ShowMen};
use darkforge_board::{Bitboard, Color, Men, ROLES, Square, index, side, squares_of};
use darkforge_board::{ParsePositionError, Position};
use darkforge_kriegspiel::umpire::{self, Announcement, Answer, Direction, ICC, Question, Umpire};

/// Greatest number of plies of a replayed game: one own move.
const PLIES: u32 = 2;

/// A mistake in a proof. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The men are not those of the proof's ending.
    #[error("line {line}: {men} are not the men of {ending}")]
    Men {
        /// The line.
        line: usize,
        /// The men.
        men: String,
        /// The ending's name.
        ending: &'static str,
    },
    /// The king cannot stand on one of the squares.
    #[error("line {line}: no king can stand on {square}: {why}")]
    Impossible {
        /// The line.
        line: usize,
        /// The king's square.
        square: Square,
        /// The reason.
        why: String,
    },
    /// The try draws.
    #[error("line {line}: with the king on {square} the game is drawn: {ending}")]
    Drawn {
        /// The line.
        line: usize,
        /// The king's square.
        square: Square,
        /// The ending.
        ending: &'static str,
    },
    /// The king captures.
    #[error("line {line}: the king on {square} captures on {lost}")]
    Captured {
        /// The line.
        line: usize,
        /// The king's square.
        square: Square,
        /// The lost man's.
        lost: Square,
    },
    /// An answer after which no earlier line wins fast enough.
    #[error("line {line}: after {answer} no earlier line of at most {moves} moves has {squares}")]
    Uncovered {
        /// The line.
        line: usize,
        /// The umpire's announcement.
        answer: String,
        /// Moves that are left.
        moves: u16,
        /// Possible squares of the king.
        squares: String,
    },
    /// A start without a line that wins in the claimed number of moves.
    #[error("claim {claim}: no line of at most {moves} moves covers {men}")]
    Claim {
        /// Number of the claim.
        claim: usize,
        /// The moves claimed.
        moves: u16,
        /// White's men.
        men: String,
    },
    /// There is no claim.
    #[error("the proof claims nothing")]
    Empty,
}

/// Replays `proof`; returns the greatest number of own moves to mate over all its claims.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check(proof: &Proof) -> Result<u32, CheckError> {
    let mut known = Known::default();
    for (number, line) in (1..).zip(&proof.lines) {
        replay(proof.ending, number, line, &known)?;
        known.add(line);
    }
    for (number, claim) in (1..).zip(&proof.claims) {
        if !known.covers(&claim.men, claim.king, claim.moves) {
            return Err(CheckError::Claim {
                claim: number,
                moves: claim.moves,
                men: ShowMen(&claim.men).to_string(),
            });
        }
    }
    let worst = proof.claims.iter().map(|claim| u32::from(claim.moves));
    worst.max().ok_or(CheckError::Empty)
}

/// Replayed lines.
#[derive(Default)]
struct Known(HashMap<Men, Vec<(Bitboard, u16)>>);

impl Known {
    fn add(&mut self, line: &Line) {
        let lines = self.0.entry(line.men).or_default();
        lines.push((line.king, line.moves));
    }

    /// Whether a line of at most `moves` moves contains `king`, under any symmetry.
    fn covers(&self, men: &Men, king: Bitboard, moves: u16) -> bool {
        (0..8).any(|turn| {
            let Some(lines) = self.0.get(&men.map(|squares| turned(squares, turn))) else {
                return false;
            };
            let king = turned(king, turn);
            lines
                .iter()
                .any(|&(set, least)| least <= moves && (king & !set).is_empty())
        })
    }
}

/// One of the eight images of a set, square by square.
fn turned(squares: Bitboard, turn: u32) -> Bitboard {
    let image = |square: Square| {
        let (mut file, mut rank) = (square as u32 % 8, square as u32 / 8);
        if turn & 1 != 0 {
            file = 7 - file;
        }
        if turn & 2 != 0 {
            rank = 7 - rank;
        }
        if turn & 4 != 0 {
            std::mem::swap(&mut file, &mut rank);
        }
        Square::new(8 * rank + file)
    };
    squares.into_iter().map(image).collect()
}

/// Plays the line's try with the king on each of its squares.
fn replay(ending: Ending, number: usize, line: &Line, known: &Known) -> Result<(), CheckError> {
    if Ending::of(&line.men) != Some(ending) {
        return Err(CheckError::Men {
            line: number,
            men: ShowMen(&line.men).to_string(),
            ending: ending.name(),
        });
    }
    let mut refused = Bitboard::EMPTY;
    let mut answers: Vec<(Announcement, Men, Bitboard)> = Vec::new();
    for square in line.king {
        let position = position(&line.men, square).map_err(|why| CheckError::Impossible {
            line: number,
            square,
            why: why.to_string(),
        })?;
        let mut umpire = Umpire::from_position(&ICC, PLIES, position);
        match umpire.ask(Question::Try(line.asked)) {
            Ok(Answer::Played(said)) => {
                let men = umpire.position().men(Color::White);
                let Some(reach) = kings_moves(number, square, &umpire)? else {
                    continue;
                };
                let alike = answers.iter_mut().find(|(other, ..)| *other == said);
                match alike {
                    Some((.., squares)) => *squares |= reach,
                    None => answers.push((said, men, reach)),
                }
            }
            Ok(_) => refused.add(square),
            Err(why) => {
                return Err(CheckError::Impossible {
                    line: number,
                    square,
                    why: why.to_string(),
                });
            }
        }
    }
    let left = line.moves.saturating_sub(1);
    let after_try = answers.iter().map(|(said, men, reach)| {
        let words = words(said);
        (words, men, *reach, left)
    });
    let refusal = ("a refusal".to_owned(), &line.men, refused, line.moves);
    for (answer, men, squares, moves) in after_try.chain([refusal]) {
        if squares.any() && !known.covers(men, squares, moves) {
            return Err(CheckError::Uncovered {
                line: number,
                answer,
                moves,
                squares: squares.into_iter().map(|s| s.to_string()).collect(),
            });
        }
    }
    // With no move left, there is no answer except mate and refusal.
    debug_assert!(line.moves > 0 || answers.is_empty());
    Ok(())
}

/// Squares to which the king on `square` may go after the own move; `None` if it is mated.
fn kings_moves(
    line: usize,
    square: Square,
    umpire: &Umpire,
) -> Result<Option<Bitboard>, CheckError> {
    if let Some(outcome) = umpire.outcome() {
        if outcome.ending == umpire::Ending::Checkmate {
            return Ok(None);
        }
        return Err(CheckError::Drawn {
            line,
            square,
            ending: outcome.ending.as_str(),
        });
    }
    let own = squares_of(&umpire.position().men(Color::White));
    let mut reach = Bitboard::EMPTY;
    for asked in umpire.position().legal_tries() {
        if own.contains(asked.to) {
            return Err(CheckError::Captured {
                line,
                square,
                lost: asked.to,
            });
        }
        reach.add(asked.to);
    }
    Ok(Some(reach))
}

fn words(said: &Announcement) -> String {
    let letters: String = said.checks.iter().map(Direction::letter).collect();
    if letters.is_empty() {
        "silence".to_owned()
    } else {
        format!("check {letters}")
    }
}

/// White's men and Black's king on `king`, White to move.
fn position(men: &Men, king: Square) -> Result<Position, ParsePositionError> {
    let mut black: Men = [Bitboard::EMPTY; 6];
    black[5].add(king);
    let mut both = [*men; 2];
    both[side(Color::Black)] = black;
    let letter = |square: Square| {
        ROLES.into_iter().find_map(|role| {
            let [white, black] = both.map(|men| men[index(role)].contains(square));
            match (white, black) {
                (true, _) => Some(role.upper_char()),
                (_, true) => Some(role.char()),
                _ => None,
            }
        })
    };
    let rank = |rank: u32| -> String {
        let squares = (0..8).map(|file| Square::new(8 * rank + file));
        squares
            .map(|square| letter(square).unwrap_or('1'))
            .collect()
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    format!("{} w - - 0 1", ranks.join("/")).parse()
}
