//! Common state: what all positions of a belief have in common, and the effect of a move on one of
//! them.

use super::bounded_set::{Found, Sieve};
use super::hidden_state::HiddenState;
use crate::umpire::{
    Announcement, Checks, DeadMaterial, Overheard, PawnTries, Ruleset, is_dead, most_refusals,
    own_board_tries, stands_as_announced, would_announce,
};
use darkforge_board::{
    Bitboard, Board, CastlingRights, Color, Diagram, Men, Move, Rank, Role, Square, Try,
    bishop_attacks, index, king_attacks, knight_attacks, pawn_attacks, rook_attacks, side,
    squares_of,
};

/// Certain knowledge of the player of `color`: its own men and the side to move.
#[derive(Clone, Debug)]
pub(super) struct CommonState {
    pub ruleset: &'static Ruleset,
    pub color: Color,
    pub turn: Color,
    pub own: Men,
    pub castling: CastlingRights,
    /// The square that an own pawn passed with the last move.
    pub passed: Option<Square>,
}

impl CommonState {
    /// The view that the player of `color` has of `board`.
    pub fn of(ruleset: &'static Ruleset, color: Color, board: &Board) -> CommonState {
        let turn = board.turn();
        CommonState {
            ruleset,
            color,
            turn,
            own: board.men(color),
            castling: board.castling(color),
            passed: (turn != color).then(|| board.passed()).flatten(),
        }
    }

    /// The whole position.
    pub fn board(&self, hidden: HiddenState) -> Option<Board> {
        self.diagram(hidden, hidden.men()).board().ok()
    }

    fn diagram(&self, hidden: HiddenState, enemy: Men) -> Diagram {
        let mut men = [[Bitboard::EMPTY; 6]; 2];
        men[side(self.color)] = self.own;
        men[side(!self.color)] = enemy;
        let mut castling = [CastlingRights::default(); 2];
        castling[side(self.color)] = self.castling;
        castling[side(!self.color)] = hidden.rights(!self.color);
        Diagram {
            men,
            turn: self.turn,
            castling,
            en_passant: if self.turn == self.color {
                hidden.passed(!self.color)
            } else {
                self.passed
            },
        }
    }

    /// The position after our move `asked`, if it is legal on `hidden`, `said` is announced
    /// of it, and the game continues.
    pub fn after_own(
        &self,
        hidden: HiddenState,
        asked: Try,
        said: &Announcement,
    ) -> Option<HiddenState> {
        let board = self.board(hidden)?;
        let m = board.legal_move(asked)?;
        let after = would_announce(self.ruleset, &board, m, said)?;
        would_go_on(self.ruleset, &after).then(|| HiddenState::of(&after, !self.color))
    }

    /// The square passed by our move `asked`, if it is a pawn's step by two.
    pub fn passed_by(&self, asked: Try) -> Option<Square> {
        let pawn = self.own[index(Role::Pawn)].contains(asked.from);
        let rank = self.color.fold_wb(Rank::Third, Rank::Sixth);
        (pawn && asked.from.distance(asked.to) == 2)
            .then(|| Square::from_coords(asked.from.file(), rank))
    }
}

/// Whether a game under `ruleset` would continue with `board`: there is a legal move, and the
/// material is not dead. Fifty moves and repetition are ignored.
pub fn would_go_on(ruleset: &Ruleset, board: &Board) -> bool {
    board.can_move() && !is_dead(ruleset, board)
}

/// An enemy move with what was heard of it.
pub(super) struct EnemyTurn<'a> {
    before: &'a CommonState,
    /// Our men after the move.
    own: Men,
    said: &'a Announcement,
    overheard: Overheard,
    king: Square,
    /// Squares on a line with our king; a man elsewhere is never pinned.
    aligned: Bitboard,
    /// Whether we have a legal move whenever we are not in check.
    mobile: bool,
    /// Whether our men alone exclude dead material.
    alive: bool,
    /// Our pawns, each with the squares that it attacks.
    pawns: Vec<(Square, Bitboard)>,
}

impl<'a> EnemyTurn<'a> {
    /// Prepares the enemy's move; `own` are our men after it.
    pub fn new(
        before: &'a CommonState,
        own: Men,
        said: &'a Announcement,
        overheard: Overheard,
    ) -> EnemyTurn<'a> {
        let king = own[index(Role::King)].first().unwrap_or(Square::A1);
        let none = Bitboard::EMPTY;
        let aligned = rook_attacks(king, none) | bishop_attacks(king, none);
        let pawns = own[index(Role::Pawn)]
            .into_iter()
            .map(|pawn| (pawn, pawn_attacks(before.color, pawn)))
            .collect();
        EnemyTurn {
            before,
            king,
            aligned,
            mobile: is_mobile(&own, aligned),
            alive: is_alive(before.ruleset, &own),
            pawns,
            own,
            said,
            overheard,
        }
    }

    /// Adds every position to which a move on `hidden` can have led. Returns the number of examined
    /// moves.
    pub fn expand(&self, hidden: HiddenState, sieve: Sieve, found: &mut Found) -> u64 {
        let men = hidden.men();
        let Ok(board) = self.before.diagram(hidden, men).board() else {
            return 0;
        };
        let Some(heard) = self.can_be_heard(&board) else {
            return 0;
        };
        let legal = board.legal_moves();
        for &m in &legal {
            if heard == Heard::CaptureByPawn && !(m.role() == Role::Pawn && m.is_capture()) {
                continue;
            }
            if m.is_capture() != self.said.capture.is_some() {
                continue;
            }
            let after = hidden.after(m);
            let hash = after.hash();
            // A pawn that steps by two may give a different position with another hash.
            if !sieve.passes(hash) && !steps_by_two(m) {
                continue;
            }
            match self.quick(&men, after, m) {
                Verdict::No => {}
                Verdict::Yes => found[Sieve::shard(hash)].push((after, hash)),
                Verdict::Look => {
                    if let Some(after) = self.slow(&board, after, m) {
                        let hash = after.hash();
                        if sieve.passes(hash) {
                            found[Sieve::shard(hash)].push((after, hash));
                        }
                    }
                }
            }
        }
        legal.len() as u64
    }

    /// Whether the enemy on `board` can have got the overheard answers.
    fn can_be_heard(&self, board: &Board) -> Option<Heard> {
        let ruleset = self.before.ruleset;
        let refusals = self.overheard.refusals.unwrap_or(0);
        if refusals > 0 && most_refusals(ruleset, board).is_some_and(|most| most < refusals) {
            return None;
        }
        let Some(any) = self.overheard.any else {
            return Some(Heard::AnyMove);
        };
        if (board.pawn_captures() > 0) != any {
            return None;
        }
        // A yes obliges to try a pawn capture: it was refused, or it is the move.
        let refused = refusals > 0 && has_illegal_pawn_capture(board);
        Some(if any && !refused {
            Heard::CaptureByPawn
        } else {
            Heard::AnyMove
        })
    }

    /// Verdict on the enemy's move `m` without playing it; `men` are the enemy's before it, `after`
    /// is the hidden state after it.
    #[inline]
    fn quick(&self, men: &Men, after: HiddenState, m: Move) -> Verdict {
        if self.before.ruleset.announces_promotion && m.is_promotion() != self.said.promotion {
            return Verdict::No;
        }
        if self.said.capture.is_some() || m.is_castle() || !self.alive {
            return Verdict::Look;
        }
        let enemy = after.squares();
        let checkers = self.checkers(men, enemy, m);
        if checkers.is_empty() == self.said.checks.any() {
            return Verdict::No;
        }
        if checkers.any() {
            return if Checks::of(self.king, checkers) == self.said.checks {
                Verdict::Look
            } else {
                Verdict::No
            };
        }
        if !self.mobile || steps_by_two(m) {
            return Verdict::Look;
        }
        let Some(told) = self.said.pawn_tries else {
            return Verdict::Yes;
        };
        let (mut number, mut squares) = (0, Bitboard::EMPTY);
        for &(pawn, attacks) in &self.pawns {
            let targets = attacks & enemy;
            if targets.any() {
                if self.aligned.contains(pawn) {
                    return Verdict::Look;
                }
                number += targets.count() as u8;
                squares.add(pawn);
            }
        }
        let agrees = match told {
            PawnTries::Whether(any) => any == (number > 0),
            PawnTries::Number(tries) => tries == number,
            PawnTries::Squares(pawns) => pawns == squares,
        };
        if agrees { Verdict::Yes } else { Verdict::No }
    }

    /// Enemy men that check our king after `m`, a move that is neither a capture nor castling.
    #[inline]
    fn checkers(&self, men: &Men, enemy: Bitboard, m: Move) -> Bitboard {
        let mut men = *men;
        if let Move::Normal {
            role,
            from,
            to,
            promotion,
            ..
        } = m
        {
            men[index(role)].discard(from);
            men[index(promotion.unwrap_or(role))].add(to);
        }
        let occupied = enemy | squares_of(&self.own);
        let king = self.king;
        let (rooks, bishops) = (men[index(Role::Rook)], men[index(Role::Bishop)]);
        let queens = men[index(Role::Queen)];
        rook_attacks(king, occupied) & (rooks | queens)
            | bishop_attacks(king, occupied) & (bishops | queens)
            | knight_attacks(king) & men[index(Role::Knight)]
            | pawn_attacks(self.before.color, king) & men[index(Role::Pawn)]
    }

    /// The same verdict by playing the move.
    fn slow(&self, board: &Board, after: HiddenState, m: Move) -> Option<HiddenState> {
        let played = would_announce(self.before.ruleset, board, m, self.said)?;
        debug_assert!(stands_as_announced(&played, self.said));
        would_go_on(self.before.ruleset, &played).then(|| {
            if played.passed().is_some() && played.en_passant().is_some() {
                after.passing(m.to())
            } else {
                after
            }
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Heard {
    AnyMove,
    CaptureByPawn,
}

enum Verdict {
    Yes,
    No,
    Look,
}

#[inline]
fn steps_by_two(m: Move) -> bool {
    m.role() == Role::Pawn && m.from().is_some_and(|from| from.distance(m.to()) == 2)
}

/// Whether a pawn capture of the side to move could have been refused.
fn has_illegal_pawn_capture(board: &Board) -> bool {
    let turn = board.turn();
    let men = board.men(turn);
    let mut tries = Vec::with_capacity(128);
    own_board_tries(&men, turn, board.castling(turn), true, &mut tries);
    let pawns = men[index(Role::Pawn)];
    tries
        .into_iter()
        .filter(|asked| pawns.contains(asked.from) && asked.from.file() != asked.to.file())
        .any(|asked| board.legal_move(asked).is_none())
}

/// Whether one of `own` certainly has a move when there is no check: a man on no line with the king
/// steps or captures.
fn is_mobile(own: &Men, aligned: Bitboard) -> bool {
    let all = squares_of(own);
    let free = |role: Role| own[index(role)] & !aligned;
    let steps = |square: Square, diagonal: bool, straight: bool| {
        king_attacks(square).into_iter().any(|to| {
            let along = to.file() == square.file() || to.rank() == square.rank();
            (if along { straight } else { diagonal }) && !all.contains(to)
        })
    };
    free(Role::Knight)
        .into_iter()
        .any(|from| (knight_attacks(from) & !all).any())
        || free(Role::Bishop)
            .into_iter()
            .any(|from| steps(from, true, false))
        || free(Role::Rook)
            .into_iter()
            .any(|from| steps(from, false, true))
        || free(Role::Queen)
            .into_iter()
            .any(|from| steps(from, true, true))
}

/// Whether the number or strength of `own` alone excludes a draw by dead material.
fn is_alive(ruleset: &Ruleset, own: &Men) -> bool {
    match ruleset.dead_material {
        DeadMaterial::NoMate => {
            let strong = [Role::Pawn, Role::Rook, Role::Queen];
            strong.into_iter().any(|role| own[index(role)].any())
        }
        DeadMaterial::List(_) => squares_of(own).count() > 2,
    }
}
