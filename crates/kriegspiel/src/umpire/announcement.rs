//! Announcements: what the umpire says aloud after a move, a pure function of the position after
//! the move and of the captured man.
//!
//! T is the thesis, see [the crate](crate).

use serde::{Deserialize, Serialize};

use super::ruleset::{EnPassant, Ruleset};
use super::tries::PawnTries;
use darkforge_board::{Bitboard, Board, Move, Played, Role, Square};

/// Direction of a check, seen from the king in check (T 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Along the king's rank.
    Rank,
    /// Along the king's file.
    File,
    /// Along the longer of the king's two diagonals.
    Long,
    /// Along the shorter of the king's two diagonals.
    Short,
    /// From a knight.
    Knight,
}

impl Direction {
    /// Every direction, in the order in which records list them.
    pub const ALL: [Direction; 5] = [
        Direction::Rank,
        Direction::File,
        Direction::Long,
        Direction::Short,
        Direction::Knight,
    ];

    /// Direction from a king to a man that checks it. The two diagonals of a square never have the
    /// same length, so every check has one direction.
    pub fn of_check(king: Square, checker: Square) -> Direction {
        let (king_file, king_rank) = (i32::from(king.file()), i32::from(king.rank()));
        let files = i32::from(checker.file()) - king_file;
        let ranks = i32::from(checker.rank()) - king_rank;
        if ranks == 0 {
            return Direction::Rank;
        }
        if files == 0 {
            return Direction::File;
        }
        if files.abs() != ranks.abs() {
            return Direction::Knight;
        }
        // Distances from the long diagonals a1-h8 and a8-h1: the smaller distance has the longer
        // diagonal.
        let from_a1h8 = (king_file - king_rank).abs();
        let from_a8h1 = (king_file + king_rank - 7).abs();
        if (files == ranks) == (from_a1h8 < from_a8h1) {
            Direction::Long
        } else {
            Direction::Short
        }
    }

    /// Letter of the direction in extended PGN (T 4.4).
    pub const fn letter(self) -> char {
        match self {
            Direction::Rank => 'R',
            Direction::File => 'F',
            Direction::Long => 'L',
            Direction::Short => 'S',
            Direction::Knight => 'N',
        }
    }
}

/// The directions of a check: none, one or, in a double check, two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checks([Option<Direction>; 2]);

impl Checks {
    /// No check.
    pub const NONE: Checks = Checks([None, None]);

    /// One check.
    pub const fn one(direction: Direction) -> Checks {
        Checks([Some(direction), None])
    }

    /// A double check; the two directions are sorted, because their order means nothing.
    pub fn two(a: Direction, b: Direction) -> Checks {
        Checks([Some(a.min(b)), Some(a.max(b))])
    }

    /// Directions from which `checkers` give check to `king`.
    #[inline]
    pub fn of(king: Square, checkers: Bitboard) -> Checks {
        let mut directions = checkers
            .into_iter()
            .map(|checker| Direction::of_check(king, checker));
        match (directions.next(), directions.next()) {
            (None, _) => Checks::NONE,
            (Some(only), None) => Checks::one(only),
            (Some(a), Some(b)) => Checks::two(a, b),
        }
    }

    /// Whether there is a check.
    #[inline]
    pub const fn any(self) -> bool {
        self.0[0].is_some()
    }

    /// Number of men that give check: 0, 1 or 2.
    #[inline]
    pub fn count(self) -> usize {
        self.iter().count()
    }

    /// Whether one of the checks has this direction.
    #[inline]
    pub fn contains(self, direction: Direction) -> bool {
        self.0.contains(&Some(direction))
    }

    /// The directions, one for each man that gives check.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        self.0.into_iter().flatten()
    }
}

/// Kind of a captured man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Captured {
    /// A pawn.
    Pawn,
    /// Anything but a pawn.
    Piece,
}

/// An announced capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capture {
    /// Square of the captured man; en passant, the captured pawn's own square, or under some
    /// rulesets the landing square of the capturing pawn.
    pub square: Square,
    /// Its kind, if the ruleset announces it.
    pub kind: Option<Captured>,
    /// Whether en passant is announced.
    pub en_passant: bool,
}

impl Capture {
    /// An ordinary capture, or one announced by its square alone.
    pub const fn on(square: Square, kind: Option<Captured>) -> Capture {
        Capture {
            square,
            kind,
            en_passant: false,
        }
    }
}

/// Everything said aloud after a move; both players hear it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Announcement {
    /// The capture, if there was one.
    pub capture: Option<Capture>,
    /// Directions of check on the king of the side now to move.
    pub checks: Checks,
    /// Pawn tries of the side now to move; `None` if the ruleset does not announce them.
    pub pawn_tries: Option<PawnTries>,
    /// Whether a promotion is announced.
    pub promotion: bool,
}

impl Announcement {
    /// The same announcement on a board turned upside down; directions stay the same.
    #[must_use]
    pub fn flipped(self) -> Announcement {
        Announcement {
            capture: self.capture.map(|capture| Capture {
                square: capture.square.flip_vertical(),
                ..capture
            }),
            pawn_tries: self.pawn_tries.map(PawnTries::flipped),
            ..self
        }
    }

    /// Whether only the move itself is announced.
    pub fn is_silent(&self) -> bool {
        self.capture.is_none() && !self.checks.any() && !self.has_tries() && !self.promotion
    }

    /// Whether a pawn try of the side now to move is announced.
    #[inline]
    pub fn has_tries(&self) -> bool {
        self.pawn_tries.is_some_and(PawnTries::any)
    }
}

/// Announcement of `ruleset` after a move with the effect `played` that led to `after`.
pub fn announce(ruleset: &Ruleset, after: &Board, played: Played) -> Announcement {
    Announcement {
        capture: capture(ruleset, played),
        checks: Checks::of(after.king(after.turn()), after.checkers()),
        pawn_tries: PawnTries::of(ruleset.pawn_tries, after),
        promotion: ruleset.announces_promotion && played.promotion,
    }
}

/// Whether `ruleset` would announce `said` after the legal move `m` on `before`; if so, the board
/// after it. For imagined boards.
#[inline]
pub fn would_announce(
    ruleset: &Ruleset,
    before: &Board,
    m: Move,
    said: &Announcement,
) -> Option<Board> {
    let played = Played::by(m);
    if capture(ruleset, played) != said.capture
        || ruleset.announces_promotion && played.promotion != said.promotion
    {
        return None;
    }
    let mut after = before.clone();
    after.play(m);
    stands_as_announced(&after, said).then_some(after)
}

/// The board after the legal move `m` on `before`, and its announcement by `ruleset`.
pub fn play_aloud(ruleset: &Ruleset, before: &Board, m: Move) -> (Board, Announcement) {
    let mut after = before.clone();
    after.play(m);
    let said = announce(ruleset, &after, Played::by(m));
    (after, said)
}

/// Whether the checks and pawn tries of the side to move on `board` are those of `said`.
#[inline]
pub fn stands_as_announced(board: &Board, said: &Announcement) -> bool {
    let checks_agree = if said.checks.any() {
        Checks::of(board.king(board.turn()), board.checkers()) == said.checks
    } else {
        !board.is_in_check()
    };
    checks_agree && said.pawn_tries.is_none_or(|tries| tries.agree(board))
}

/// Announcement of a captured man by `ruleset`, with the landing square of the capturing pawn en
/// passant.
fn capture(ruleset: &Ruleset, played: Played) -> Option<Capture> {
    played.capture.map(|(square, role)| {
        let kind = ruleset.names_captured.then_some(if role == Role::Pawn {
            Captured::Pawn
        } else {
            Captured::Piece
        });
        match (ruleset.en_passant, played.en_passant) {
            (EnPassant::Landing, Some(landing)) => Capture {
                square: landing,
                kind,
                en_passant: true,
            },
            _ => Capture::on(square, kind),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::umpire::{ICC, RULESETS};
    use darkforge_board::{Position, as_try, bishop_attacks, ray};
    use darkforge_streams as streams;

    fn said(fen: &str, asked: &str) -> Announcement {
        let mut position: Position = fen.parse().unwrap();
        let played = position.play(asked.parse().unwrap()).expect("legal");
        announce(&ICC, position.board(), played)
    }

    #[test]
    fn checks_are_named_from_the_kings_square() {
        // The short diagonal of e1 is e1-h4 (T appendix D); the long one goes to a5.
        let cases = [
            ("7k/8/8/8/8/8/6q1/4K3 b - - 0 1", "g2g3", Direction::Short),
            ("7k/8/8/8/8/8/2q5/4K3 b - - 0 1", "c2c3", Direction::Long),
            ("7k/8/8/8/8/8/r7/4K3 b - - 0 1", "a2a1", Direction::Rank),
            ("7k/8/8/8/r7/8/8/4K3 b - - 0 1", "a4e4", Direction::File),
            ("7k/8/8/8/8/n7/8/4K3 b - - 0 1", "a3c2", Direction::Knight),
        ];
        for (fen, asked, direction) in cases {
            assert_eq!(
                said(fen, asked).checks,
                Checks::one(direction),
                "{fen} {asked}"
            );
        }
    }

    #[test]
    fn a_double_check_has_two_directions() {
        // The knight uncovers the rook on the e-file and gives check itself.
        let heard = said("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6");
        assert_eq!(
            heard.checks,
            Checks::two(Direction::File, Direction::Knight)
        );
        assert_eq!(heard.checks.count(), 2);
    }

    #[test]
    fn a_pawn_checks_along_a_diagonal() {
        let heard = said("8/8/4k3/8/3P4/8/8/4K3 w - - 0 1", "d4d5");
        // e6 lies on a2-g8 (seven squares) and c8-h3 (six): d5 is on the longer one.
        assert_eq!(heard.checks, Checks::one(Direction::Long));
    }

    #[test]
    fn en_passant_is_an_ordinary_capture_on_the_victims_square() {
        let heard = said("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6");
        assert_eq!(
            heard.capture,
            Some(Capture::on(Square::D5, Some(Captured::Pawn)))
        );
    }

    #[test]
    fn nothing_is_said_of_castling_and_promotion() {
        let silent = |fen, asked| said(fen, asked).is_silent();
        assert!(silent("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"));
        assert!(silent("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8b"));
    }

    #[test]
    fn pawn_tries_are_those_of_the_side_now_to_move() {
        let heard = said("4k3/8/8/3p4/8/8/2P1P3/4K3 w - - 0 1", "e2e4");
        assert_eq!(heard.pawn_tries, Some(PawnTries::Number(1)));
    }

    #[test]
    fn a_long_check_is_one_along_the_longer_diagonal() {
        for king in Square::ALL {
            let diagonals = bishop_attacks(king, Bitboard::EMPTY);
            for checker in diagonals {
                let along = (diagonals & ray(king, checker)).count();
                let across = diagonals.count() - along;
                let direction = if along > across {
                    Direction::Long
                } else {
                    Direction::Short
                };
                let found = Direction::of_check(king, checker);
                assert_eq!(found, direction, "{king} sees {checker}");
            }
        }
        let letters: String = Direction::ALL.map(Direction::letter).iter().collect();
        assert_eq!(letters, "RFLSN");
    }

    #[test]
    fn checks_have_their_directions_and_no_others() {
        let both = Checks::two(Direction::Knight, Direction::Rank);
        assert_eq!(both, Checks::two(Direction::Rank, Direction::Knight));
        for direction in Direction::ALL {
            let held = matches!(direction, Direction::Rank | Direction::Knight);
            assert_eq!(both.contains(direction), held);
            assert_eq!(Checks::one(direction).iter().next(), Some(direction));
            assert!(Checks::one(direction).any() && !Checks::NONE.contains(direction));
        }
        assert_eq!(Checks::NONE.count(), 0);
    }

    #[test]
    fn any_word_breaks_the_silence_and_a_turned_board_turns_squares_alone() {
        let silence = Announcement {
            pawn_tries: Some(PawnTries::Number(0)),
            ..Announcement::default()
        };
        assert!(silence.is_silent() && !silence.has_tries());
        assert!(Announcement::default().is_silent());
        let words = [
            Announcement {
                capture: Some(Capture::on(Square::B3, Some(Captured::Pawn))),
                ..silence
            },
            Announcement {
                checks: Checks::one(Direction::Long),
                ..silence
            },
            Announcement {
                pawn_tries: Some(PawnTries::Squares(Square::B7.into())),
                ..silence
            },
            Announcement {
                promotion: true,
                ..silence
            },
        ];
        for said in words {
            assert!(!said.is_silent(), "{said:?}");
            let tries = Some(PawnTries::Squares(Square::B7.into()));
            assert_eq!(said.has_tries(), said.pawn_tries == tries);
            let turned = said.flipped();
            assert_eq!(turned.flipped(), said);
            let on = said.capture.map(|_| Square::B6);
            assert_eq!(turned.capture.map(|capture| capture.square), on);
            if said.pawn_tries == tries {
                let turned_tries = Some(PawnTries::Squares(Square::B2.into()));
                assert_eq!(turned.pawn_tries, turned_tries);
            }
        }
    }

    /// Announcements of each move of random games, computed in three ways.
    #[test]
    fn words_are_the_same_however_they_are_asked() {
        let starts = [
            "4k3/1P4P1/8/3pP3/4pP2/8/1p4p1/4K3 w - d6 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ];
        for (number, ruleset) in RULESETS.into_iter().enumerate() {
            for fen in starts {
                let mut stream = streams::open(1, "announcements", number as u64);
                let mut position: Position = fen.parse().unwrap();
                for _ in 0..16 {
                    let before = position.board().clone();
                    let moves = before.legal_moves();
                    let mut words = Vec::new();
                    for &m in &moves {
                        let (after, said) = play_aloud(ruleset, &before, m);
                        let mut played = position.clone();
                        let done = played.play(as_try(m)).expect("legal");
                        assert_eq!(after.fen(), played.board().fen());
                        assert_eq!(said, announce(ruleset, played.board(), done));
                        words.push((m, after, said));
                    }
                    for (m, after, said) in &words {
                        for (_, _, other) in &words {
                            let heard = would_announce(ruleset, &before, *m, other);
                            let heard = heard.map(|board| board.fen());
                            let expected = (said == other).then(|| after.fen());
                            assert_eq!(heard, expected, "{m:?} on {before:?}: {other:?}");
                            let stands =
                                said.checks == other.checks && said.pawn_tries == other.pawn_tries;
                            assert_eq!(stands_as_announced(after, other), stands, "{after:?}");
                        }
                    }
                    if moves.is_empty() {
                        break;
                    }
                    let m = moves[streams::below(&mut stream, moves.len())];
                    position.play(as_try(m)).expect("legal");
                }
            }
        }
    }
}
