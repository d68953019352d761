//! Courses: a game turn by turn, on a board without rules. The moves are known to be legal, so
//! nothing has to be generated.

use super::game::Game;
use darkforge_board::{
    Bitboard, CastlingRights, Color, File, Men, Played, Role, SIDES, Square, Try, bishop_attacks,
    index, king_attacks, knight_attacks, queen_attacks, role_on, rook_attacks, side, squares_of,
};
use darkforge_kriegspiel::umpire::{Announcement, Answer, Question, announce, play_own_move};

/// Points of a pawn, knight, bishop, rook, queen and king.
pub const POINTS: [u32; 6] = [1, 3, 3, 5, 9, 0];

/// Phase of a game, by the number of men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// 29 to 32 men.
    Opening,
    /// 15 to 28 men.
    Middlegame,
    /// At most 14 men.
    Endgame,
}

/// Numbers of a side's men of each kind, four bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stock(u32);

impl Stock {
    fn of(men: &Men) -> Stock {
        let bits = men.iter().enumerate();
        Stock(bits.fold(0, |bits, (role, squares)| {
            bits | (squares.count() as u32) << (4 * role)
        }))
    }

    fn count(self, role: usize) -> u32 {
        self.0 >> (4 * role) & 15
    }

    /// Points of these men.
    pub fn points(self) -> u32 {
        (0..6).map(|role| self.count(role) * POINTS[role]).sum()
    }

    /// Number of these men.
    pub fn men(self) -> u32 {
        (0..6).map(|role| self.count(role)).sum()
    }

    /// Whether only a king is left.
    pub fn is_lone_king(self) -> bool {
        self.men() == 1
    }

    /// Letters, king first: `KQRP`.
    pub fn text(self) -> String {
        let letters = [('K', 5), ('Q', 4), ('R', 3), ('B', 2), ('N', 1), ('P', 0)];
        letters
            .into_iter()
            .flat_map(|(letter, role)| std::iter::repeat_n(letter, self.count(role) as usize))
            .collect()
    }
}

/// A position in which a move was played, and the move.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The mover.
    pub side: Color,
    /// The move.
    pub played: Try,
    /// Role of the moved man.
    pub role: Role,
    /// Its announcement.
    pub said: Announcement,
    /// Square and role of the captured man.
    pub captured: Option<(Square, Role)>,
    /// Phase by the number of men before the move.
    pub phase: Phase,
    /// Points of the mover's men before the move.
    pub points: u32,
    /// Moves on the mover's own board.
    pub mobility: u32,
    /// Refused tries of this turn, unreadable ones included.
    pub refused: u32,
    /// Tries with the answer "nonsense".
    pub nonsense: u32,
    /// Unreadable refused tries.
    pub unreadable: u32,
    /// Material of White and Black after the move.
    pub stock: [Stock; 2],
}

/// A game with its turns.
#[derive(Debug)]
pub struct Course<'a> {
    /// The game.
    pub game: &'a Game,
    /// The winner.
    pub winner: Option<Color>,
    /// Its turns in order.
    pub turns: Vec<Turn>,
    /// The men of White and Black at the beginning of each turn.
    pub men: Vec<[Men; 2]>,
    /// Material of White and Black at the end.
    pub stock: [Stock; 2],
}

/// The true board.
struct Board {
    men: [Men; 2],
    castling: [CastlingRights; 2],
}

impl Board {
    fn play(&mut self, color: Color, role: Role, played: Try) -> Option<(Square, Role)> {
        let (own, enemy) = (side(color), side(!color));
        let mut taken = role_on(&self.men[enemy], played.to).map(|role| (played.to, role));
        if taken.is_none() && role == Role::Pawn && played.from.file() != played.to.file() {
            let passed = Square::from_coords(played.to.file(), played.from.rank());
            taken = Some((passed, Role::Pawn));
        }
        if let Some((square, role)) = taken {
            self.men[enemy][index(role)].discard(square);
            let rank =
                (!color).fold_wb(darkforge_board::Rank::First, darkforge_board::Rank::Eighth);
            let rights = &mut self.castling[enemy];
            rights.kingside &= square != Square::from_coords(File::H, rank);
            rights.queenside &= square != Square::from_coords(File::A, rank);
        }
        play_own_move(color, &mut self.men[own], &mut self.castling[own], played);
        taken
    }
}

impl<'a> Course<'a> {
    /// Follows `game`.
    pub fn of(game: &'a Game) -> Course<'a> {
        let start = game.start.clone().unwrap_or_default();
        let mut board = Board {
            men: SIDES.map(|color| start.men(color)),
            castling: SIDES.map(|color| start.castling(color)),
        };
        let mut stock = SIDES.map(|color| Stock::of(&board.men[side(color)]));
        let mut turns: Vec<Turn> = Vec::with_capacity(game.entries.len());
        let mut all_men = Vec::with_capacity(game.entries.len());
        let mut heard = announce(game.ruleset, start.board(), Played::default());
        let (mut refused, mut nonsense, mut lost) = (0, 0, 0);
        let mut unreadable = game.unreadable.iter().peekable();
        for (number, entry) in game.entries.iter().enumerate() {
            while unreadable.next_if(|&&before| before <= number).is_some() {
                lost += 1;
            }
            refused += u32::from(entry.answer == Answer::Refused);
            nonsense += u32::from(entry.answer == Answer::Nonsense);
            let (Question::Try(played), Answer::Played(said)) = (entry.question, entry.answer)
            else {
                continue;
            };
            let own = side(entry.side);
            let men = board.men[own];
            let Some(role) = role_on(&men, played.from) else {
                break; // a move that was played has a man that made it
            };
            let may_capture = heard
                .pawn_tries
                .is_none_or(darkforge_kriegspiel::umpire::PawnTries::any);
            let points = stock[own].points();
            let count = stock[0].men() + stock[1].men();
            let mobility = mobility(&men, entry.side, board.castling[own], may_capture);
            all_men.push(board.men);
            let captured = board.play(entry.side, role, played);
            if captured.is_some() || played.promotion.is_some() {
                stock = SIDES.map(|color| Stock::of(&board.men[side(color)]));
            }
            turns.push(Turn {
                side: entry.side,
                played,
                role,
                said,
                captured,
                phase: Phase::of_men(count as usize),
                points,
                mobility,
                refused: refused + lost,
                nonsense,
                unreadable: lost,
                stock,
            });
            (refused, nonsense, lost, heard) = (0, 0, 0, said);
        }
        Course {
            game,
            winner: game
                .result
                .and_then(darkforge_kriegspiel::umpire::GameResult::winner),
            turns,
            men: all_men,
            stock,
        }
    }

    /// Length in moves: plies divided by two, rounded up.
    pub fn moves(&self) -> u32 {
        self.turns.len().div_ceil(2) as u32
    }

    /// Whether the refused tries of the side of turn `index` are recorded.
    pub fn is_told(&self, index: usize) -> bool {
        self.game.told[side(self.turns[index].side)]
    }
}

/// Number of moves on a board with no other men than `men`; equal to the length of
/// [`own_board_tries`](darkforge_kriegspiel::umpire::own_board_tries), but much faster.
pub fn mobility(men: &Men, color: Color, castling: CastlingRights, captures: bool) -> u32 {
    let own = squares_of(men);
    let mut count = pawn_moves(men[0], own, color, captures);
    let mut add = |role: Role, reach: fn(Square, Bitboard) -> Bitboard| {
        for from in men[index(role)] {
            count += (reach(from, own) & !own).count();
        }
    };
    add(Role::Knight, |from, _| knight_attacks(from));
    add(Role::Bishop, bishop_attacks);
    add(Role::Rook, rook_attacks);
    add(Role::Queen, queen_attacks);
    add(Role::King, |from, _| king_attacks(from));
    let shift = color.fold_wb(0, 56);
    let free = |squares: u64| own.0 >> shift & squares == 0;
    count += usize::from(castling.kingside && free(0x60));
    count += usize::from(castling.queenside && free(0x0e));
    count as u32
}

fn pawn_moves(pawns: Bitboard, own: Bitboard, color: Color, captures: bool) -> usize {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // Black's pawns go up a board that is turned upside down.
    let turned = |squares: Bitboard| match color {
        Color::White => squares.0,
        Color::Black => squares.0.swap_bytes(),
    };
    let (pawns, free) = (turned(pawns), !turned(own));
    let ones = pawns << 8 & free;
    let twos = (ones & 0xff_0000) << 8 & free;
    let count = |squares: u64| {
        let promotions = squares >> 56;
        (squares.count_ones() + 3 * promotions.count_ones()) as usize
    };
    let mut moves = count(ones) + count(twos);
    if captures {
        moves += count((pawns & NOT_A) << 7 & free) + count((pawns & NOT_H) << 9 & free);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;
    use darkforge_kriegspiel::umpire::own_board_tries;

    #[test]
    fn mobility_counts_what_the_own_board_lists() {
        let mut tries = Vec::new();
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P4P1/2N1N3/8/2N1N3/Q6Q/p2p3p/R3K2R w KQkq - 0 1",
            "4k3/8/8/Q2Q4/8/8/Q2Q4/4K3 w - - 0 1",
            "r1bqk2r/pp1p1ppp/8/P1p5/4Pp1P/1P6/2P3P1/R3K2R b KQkq - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for color in SIDES {
                for captures in [true, false] {
                    let (men, rights) = (position.men(color), position.castling(color));
                    own_board_tries(&men, color, rights, captures, &mut tries);
                    let counted = mobility(&men, color, rights, captures);
                    assert_eq!(counted as usize, tries.len(), "{color:?} on {fen}");
                }
            }
        }
    }

    #[test]
    fn material_is_written_with_the_king_first() {
        let position: Position = "4k3/8/8/8/3P4/2B5/8/Q3K2R w - - 0 1".parse().unwrap();
        let stock = Stock::of(&position.men(Color::White));
        assert_eq!(stock.text(), "KQRBP");
        assert_eq!((stock.points(), stock.men()), (18, 5));
        assert!(Stock::of(&position.men(Color::Black)).is_lone_king());
    }
}
