//! Balance: value of a board for the side to move, from its men and a lone king driven to the edge.
//! It is updated move by move, because an exchange is many moves long, each of which changes two or
//! three men.

use super::evaluation::{ENDING, MATING, VALUES, piece_square, pieces};
use darkforge_board::{Board, Color, Move, Role, SIDES, Square, captured_by, index, side};

/// Roles of all men but the king, in the order of [`Men`](darkforge_board::Men).
const COUNTED: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// Values of the men of a board, White's first, updated with the moves on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Balance {
    /// All men but the king where they stand, in hundredths of a pawn.
    men: [i32; 2],
    /// The same of [`pieces`].
    pieces: [i32; 2],
}

impl Balance {
    /// The account of `board`.
    pub fn of(board: &Board) -> Balance {
        let mut account = Balance {
            men: [0; 2],
            pieces: [0; 2],
        };
        for color in SIDES {
            let men = board.men(color);
            account.pieces[side(color)] = pieces(&men);
            for (role, squares) in COUNTED.into_iter().zip(men) {
                for square in squares {
                    account.men[side(color)] += piece_square(role, color, square, false);
                }
            }
        }
        account
    }

    /// The account after `m`, a legal move of `color`.
    #[inline]
    pub fn after(mut self, m: Move, color: Color) -> Balance {
        let (us, them) = (side(color), side(!color));
        let mut moved = |role: Role, from, to, becomes: Role| {
            if role != Role::King {
                self.men[us] += piece_square(becomes, color, to, false)
                    - piece_square(role, color, from, false);
            }
            if role != becomes {
                self.pieces[us] += VALUES[index(becomes)];
            }
        };
        match m {
            Move::Castle { king, rook } => {
                let beside = king.offset(if rook > king { 1 } else { -1 });
                moved(Role::Rook, rook, beside.unwrap_or(rook), Role::Rook);
            }
            _ => {
                if let Some(from) = m.from() {
                    let role = m.role();
                    moved(role, from, m.to(), m.promotion().unwrap_or(role));
                }
            }
        }
        if let Some((square, role)) = captured_by(m) {
            self.men[them] -= piece_square(role, !color, square, false);
            if role != Role::Pawn {
                self.pieces[them] -= VALUES[index(role)];
            }
        }
        self
    }

    /// The value of `board`, of which this is the account, to `color`, in hundredths of a pawn.
    #[inline]
    pub fn balance(&self, board: &Board, color: Color) -> i32 {
        self.side_worth(board, color) - self.side_worth(board, !color)
    }

    fn side_worth(&self, board: &Board, color: Color) -> i32 {
        let ending = self.pieces[side(!color)] <= ENDING;
        let king = piece_square(Role::King, color, board.king(color), ending);
        self.men[side(color)] + king + self.drive(board, color)
    }

    /// Value of driving a king that is nearly alone to the edge, with the own king near it.
    #[inline]
    fn drive(&self, board: &Board, color: Color) -> i32 {
        let weak = self.pieces[side(!color)] <= VALUES[index(Role::Bishop)];
        if !weak || self.pieces[side(color)] < MATING || board.men(!color)[0].any() {
            return 0;
        }
        let (king, driven) = (board.king(color), board.king(!color));
        let from_centre = |square: Square| {
            let apart = |at: i32| (2 * at - 7).abs() / 2;
            apart(i32::from(square.file())) + apart(i32::from(square.rank()))
        };
        15 * from_centre(driven) + 8 * (7 - king.distance(driven) as i32)
    }
}

/// The worth of `board` to `color`, in hundredths of a pawn.
pub fn balance(board: &Board, color: Color) -> i32 {
    Balance::of(board).balance(board, color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;
    use darkforge_streams as streams;

    #[test]
    fn an_account_is_in_step_with_the_board() {
        // Castling, promotion, capture en passant: random games from boards that have them.
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/1P4P1/8/2pP4/8/8/1p4p1/R3K2R w KQkq c6 0 1",
        ];
        for (fen, seed) in fens
            .into_iter()
            .flat_map(|fen| (0..50).map(move |seed| (fen, seed)))
        {
            let mut stream = streams::open(seed, "account", 0);
            let mut board = fen.parse::<Position>().unwrap().board().clone();
            let mut account = Balance::of(&board);
            for _ in 0..60 {
                let legal = board.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let m = legal[streams::below(&mut stream, legal.len())];
                account = account.after(m, board.turn());
                board.play(m);
                assert_eq!(account, Balance::of(&board), "{m:?} to {board:?}");
            }
        }
    }

    fn balance_of(fen: &str) -> i32 {
        let position: Position = fen.parse().unwrap();
        balance(position.board(), Color::White)
    }

    #[test]
    fn the_start_is_even_and_both_sides_see_it_alike() {
        assert_eq!(balance(&Board::start(), Color::White), 0);
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position: Position = fen.parse().unwrap();
        let board = position.board();
        assert_eq!(balance(board, Color::White), -balance(board, Color::Black));
    }

    #[test]
    fn a_lone_king_is_driven_to_the_corner() {
        let centre = balance_of("8/8/8/4k3/8/8/8/K2Q4 w - - 0 1");
        let corner = balance_of("7k/8/8/8/8/5K2/8/3Q4 w - - 0 1");
        assert!(corner > centre + 50, "{corner} against {centre}");
    }
}
