//! Reinvigoration: makes boards that agree with what is known from boards that do not. As few men
//! as possible are moved.

use crate::metaposition::{Metaposition, Tracker};
use crate::umpire::{Announcement, stands_as_announced};
use darkforge_board::{Bitboard, Board, Color, Men, Role, Square, Try, index, side, squares_of};
use darkforge_streams::{self as streams, Stream};

/// Trials for each wanted board.
const TRIALS: usize = 20;

/// Constraints on a board.
pub(super) struct Known<'a> {
    pub tracker: &'a Tracker,
    /// The last announcement.
    pub said: &'a Announcement,
    pub turn: Color,
}

/// Adds boards to `boards` until there are `wanted`, or too many trials have failed.
pub(super) fn add(
    known: &Known,
    parents: &[Board],
    wanted: usize,
    boards: &mut Vec<Board>,
    stream: &mut Stream,
) {
    if parents.is_empty() {
        return;
    }
    let missing = wanted.saturating_sub(boards.len());
    for _ in 0..missing * TRIALS {
        if boards.len() >= wanted {
            break;
        }
        let parent = &parents[streams::below(stream, parents.len())];
        boards.extend(repair(known, parent, stream));
    }
}

fn repair(known: &Known, parent: &Board, stream: &mut Stream) -> Option<Board> {
    let color = known.tracker.color();
    let now = known.tracker.metaposition();
    let turn = |set: Bitboard| known.tracker.turned_set(set);
    let enemy = place(now, parent.men(!color).map(turn), stream)?;
    let mut men = [[Bitboard::EMPTY; 6]; 2];
    men[side(color)] = now.own().map(turn);
    men[side(!color)] = enemy.map(turn);
    let mut castling = [parent.castling(Color::White), parent.castling(Color::Black)];
    castling[side(color)] = now.castling();
    let board = Board::set_up(&men, known.turn, castling)?;
    let fits = stands_as_announced(&board, known.said)
        && known
            .tracker
            .refused()
            .iter()
            .all(|&asked: &Try| board.legal_move(known.tracker.turned(asked)).is_none());
    fits.then_some(board)
}

/// Places enemy men on possible squares, most of them as in `men`; all in the own frame.
fn place(now: &Metaposition, mut men: Men, stream: &mut Stream) -> Option<Men> {
    let king = index(Role::King);
    let mut homeless = Vec::new();
    for (role, squares) in men.iter_mut().enumerate() {
        let wrong = *squares & !now.enemy()[role];
        *squares ^= wrong;
        homeless.extend(wrong.into_iter().map(|square| (role, square)));
    }
    streams::shuffle(stream, &mut homeless);
    // The number of men is adjusted: displaced men are removed first.
    let wanted = now.enemy_men_left() as usize + 1;
    while squares_of(&men).count() + homeless.len() > wanted {
        let (pawns, _) = count(&men, &homeless);
        let most = 8_usize.saturating_sub(usize::from(now.taken().pawns));
        let must_be_pawn = pawns > most;
        let fits = |role: usize| role != king && (role == 0 || !must_be_pawn);
        if let Some(at) = homeless.iter().position(|&(role, _)| fits(role)) {
            homeless.remove(at);
        } else {
            let choice = if must_be_pawn {
                men[0]
            } else {
                squares_of(&men) & !men[king]
            };
            discard(&mut men, draw(choice, stream)?);
        }
    }
    if squares_of(&men).count() + homeless.len() < wanted {
        return None;
    }
    // The king first, then squares that certainly hold a man, then all others.
    homeless.sort_by_key(|&(role, _)| role != king);
    if let Some(&(role, _)) = homeless.first()
        && role == king
    {
        homeless.remove(0);
        let square = draw(now.enemy()[king] & !squares_of(&men), stream)
            .or_else(|| draw(now.enemy()[king], stream))?;
        if let Some(role) = discard(&mut men, square) {
            homeless.push((role, square));
        }
        men[king].add(square);
    }
    for square in now.certain() & !squares_of(&men) {
        let fits = |role: usize| now.enemy()[role].contains(square);
        if let Some(at) = homeless.iter().position(|&(role, _)| fits(role)) {
            let (role, _) = homeless.remove(at);
            men[role].add(square);
            continue;
        }
        let mut movable = Bitboard::EMPTY;
        for role in (0..king).filter(|&role| fits(role)) {
            movable |= men[role] & now.empty();
        }
        let from = draw(movable, stream)?;
        let role = discard(&mut men, from)?;
        men[role].add(square);
    }
    for (role, from) in homeless {
        let mut free = now.enemy()[role] & now.empty() & !squares_of(&men);
        if role == index(Role::Bishop) {
            free &= if from.is_light() {
                Bitboard::LIGHT_SQUARES
            } else {
                Bitboard::DARK_SQUARES
            };
        }
        men[role].add(draw(free, stream)?);
    }
    Some(men)
}

fn count(men: &Men, homeless: &[(usize, Square)]) -> (usize, usize) {
    let pawns = men[0].count() + homeless.iter().filter(|&&(role, _)| role == 0).count();
    (pawns, squares_of(men).count() + homeless.len() - pawns)
}

fn discard(men: &mut Men, square: Square) -> Option<usize> {
    let role = (0..6).find(|&role| men[role].contains(square))?;
    men[role].discard(square);
    Some(role)
}

fn draw(squares: Bitboard, stream: &mut Stream) -> Option<Square> {
    if squares.is_empty() {
        return None;
    }
    let nth = streams::below(stream, squares.count());
    squares.into_iter().nth(nth)
}
