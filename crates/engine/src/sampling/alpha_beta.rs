//! Built-in chess search: alpha-beta with quiescence on fully visible boards. It counts its work in
//! boards, never in time, so it gives the same result on every machine.

use super::balance::Balance;
use super::evaluation::{MATE_SCORE, pawns};
use darkforge_board::{Board, Move, MoveList, Role, index};

/// Greatest number of captures in a row.
const LONGEST_EXCHANGE: u32 = 8;
const INFINITE: i32 = 1_000_000;
/// Deepest search.
pub const MAX_DEPTH: u32 = 8;

/// Limits of the search of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Greatest number of plies, of which the first is the try itself; quiescence comes after them.
    pub depth: u32,
    /// Greatest number of boards for one search. The first ply is always finished.
    pub nodes: u32,
}

/// The search; between boards it keeps only its count of examined boards.
#[derive(Clone, Debug, Default)]
pub struct AlphaBeta {
    /// Boards left for this search.
    left: i64,
    looked_at: u64,
}

impl AlphaBeta {
    /// A searcher that has looked at nothing.
    pub fn new() -> AlphaBeta {
        AlphaBeta::default()
    }

    /// Number of boards examined so far.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Fills `values` with the value of each of `legal`, the legal moves on `board`, for the side
    /// to move, in pawns. Each further ply replaces the values of the previous one if the limits
    /// let it finish.
    pub fn values(
        &mut self,
        board: &Board,
        legal: &MoveList,
        limits: Limits,
        values: &mut Vec<f32>,
    ) {
        self.left = i64::from(limits.nodes);
        values.clear();
        let mut deeper = Vec::with_capacity(legal.len());
        for depth in 0..limits.depth.clamp(1, MAX_DEPTH) {
            deeper.clear();
            for &m in legal {
                let mut after = board.clone();
                after.play(m);
                deeper.push(pawns(-self.search(&after, depth, 0, -INFINITE, INFINITE)));
                if depth > 0 && self.left <= 0 {
                    return;
                }
            }
            std::mem::swap(values, &mut deeper);
            if self.left <= 0 {
                return;
            }
        }
    }

    /// Value of `board` for the side to move after the end of captures, in pawns. Mate and
    /// stalemate are not seen.
    pub fn settled(&mut self, board: &Board) -> f32 {
        // The order of equal captures does not matter without limits.
        let far = INFINITE;
        let balance = Balance::of(board);
        let list = Board::unordered_captures;
        pawns(self.quiesce(board, balance, LONGEST_EXCHANGE, -far, far, list))
    }

    /// Value of `board` for the side to move, `depth` plies deep.
    fn search(&mut self, board: &Board, depth: u32, ply: u32, mut alpha: i32, beta: i32) -> i32 {
        let mut legal = board.legal_moves();
        if legal.is_empty() {
            return if board.checkers().any() {
                ply as i32 - MATE_SCORE // sooner is better
            } else {
                0
            };
        }
        if board.is_insufficient_material() {
            return 0;
        }
        if depth == 0 || self.left <= 0 {
            let captures = |board: &Board, found: &mut MoveList| *found = board.captures();
            let balance = Balance::of(board);
            return self.quiesce(board, balance, LONGEST_EXCHANGE, alpha, beta, captures);
        }
        self.count();
        legal.sort_by_cached_key(|&m| -promise(m));
        let mut best = -INFINITE;
        for m in legal {
            let mut after = board.clone();
            after.play(m);
            let value = -self.search(&after, depth - 1, ply + 1, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Value of `board` with this `balance` after the end of captures, at most `left` of them;
    /// `list` lists the captures of a board.
    fn quiesce(
        &mut self,
        board: &Board,
        balance: Balance,
        left: u32,
        mut alpha: i32,
        beta: i32,
        list: impl Fn(&Board, &mut MoveList) + Copy,
    ) -> i32 {
        self.count();
        let mut best = balance.balance(board, board.turn());
        if best >= beta || left == 0 {
            return best;
        }
        alpha = alpha.max(best);
        let mut captures = MoveList::new();
        list(board, &mut captures);
        captures.sort_by_key(|&m| -promise(m)); // few: cheaper than a list of keys
        for &m in &captures {
            let mut after = board.clone();
            after.play(m);
            let balance = balance.after(m, board.turn());
            let value = -self.quiesce(&after, balance, left - 1, -beta, -alpha, list);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn count(&mut self) {
        self.left -= 1;
        self.looked_at += 1;
    }
}

/// Sort key of moves: captures by the captured and the capturing man, then promotions.
fn promise(m: Move) -> i32 {
    let taken = m.capture().map_or(0, |role| 10 * (index(role) as i32 + 1));
    let taker = index(m.role()) as i32;
    let promoted = i32::from(m.promotion() == Some(Role::Queen)) * 60;
    if taken > 0 {
        100 + taken - taker + promoted
    } else {
        promoted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Position, Try, as_try};

    fn best(fen: &str, depth: u32) -> (String, f32) {
        let position: Position = fen.parse().unwrap();
        let board = position.board();
        let legal = board.legal_moves();
        let mut values = Vec::new();
        let limits = Limits {
            depth,
            nodes: 1_000_000,
        };
        AlphaBeta::new().values(board, &legal, limits, &mut values);
        assert_eq!(values.len(), legal.len());
        let place = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]));
        let place = place.expect("a move");
        let asked: Try = as_try(legal[place]);
        (asked.to_string(), values[place])
    }

    #[test]
    fn mates_are_found() {
        let (asked, value) = best("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1);
        assert_eq!(asked, "a1a8");
        assert!(value > 49.0, "{value}");
        // Two moves: the rooks climb.
        let (_, value) = best("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 4);
        assert!(value > 45.0, "{value}");
    }

    #[test]
    fn hanging_men_are_taken_and_guarded_ones_left() {
        assert_eq!(best("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", 1).0, "d1d5");
        assert_ne!(best("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", 1).0, "d1d5");
    }

    #[test]
    fn stalemate_is_no_gain() {
        let position: Position = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1".parse().unwrap();
        let legal = position.board().legal_moves();
        let mut values = Vec::new();
        let limits = Limits { depth: 1, nodes: 1 };
        AlphaBeta::new().values(position.board(), &legal, limits, &mut values);
        let value = |name: &str| {
            let place = legal.iter().position(|&m| as_try(m).to_string() == name);
            values[place.unwrap()]
        };
        assert!(value("g5g6").abs() < 0.01);
        assert!(value("g5g7") > 49.0);
    }

    #[test]
    fn a_shallow_search_is_finished_whatever_the_limit() {
        let board = Board::start();
        let legal = board.legal_moves();
        let mut values = Vec::new();
        let mut searcher = AlphaBeta::new();
        let limits = Limits { depth: 5, nodes: 1 };
        searcher.values(&board, &legal, limits, &mut values);
        assert_eq!(values.len(), 20);
        assert!(searcher.looked_at() < 100);
    }
}
