//! Information sets: a search of two plies (Parker, Nau, Subrahmanian, "Paranoia versus
//! overconfidence in imperfect-information games"): an own try, any announcement, and the enemy's
//! reply.
//!
//! After the reply a set of boards remains, and we choose for the whole set. After a reply that
//! captures, this choice is whether to recapture on the announced square.

use super::balance::balance;
use super::evaluation::{MATE, MATE_SCORE, is_ending, pawns, piece_square, value_of};
use darkforge_board::{
    Bitboard, Board, Color, Move, Role, Square, Try, as_try, captured_by, index,
};
use darkforge_kriegspiel::belief::OpponentModel;

/// Cost of a board on which the enemy mates, in pawns.
const MATED: f32 = 60.0;

/// Model of the enemy's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adversary {
    /// It sees the board and plays the worst reply for us.
    Paranoid,
    /// It sees as little as we do: it plays anything, and captures where the announcement suggests
    /// it.
    Overconfident,
}

/// The search, which holds only its assumptions.
#[derive(Clone, Copy, Debug)]
pub struct InformationSet {
    /// The enemy.
    pub adversary: Adversary,
    /// Depth in plies: 1 for the own try alone, 2 with the reply.
    pub depth: u32,
    /// Model of a blind enemy's replies.
    pub opponent: OpponentModel,
}

/// A sum over boards for one try.
struct Sum {
    value: f32,
    /// Gain of recapturing, for each square on which the enemy captured.
    back: [f32; 64],
    /// Squares with anything in `back`.
    captured: Bitboard,
    boards: f32,
}

impl InformationSet {
    /// Mean value in pawns of each of `tries` over those of `boards` on which it is legal, as a
    /// refusal costs nothing; `None` if it is legal on none.
    pub fn values(&self, boards: &[&Board], tries: &[Try]) -> Vec<Option<f32>> {
        let empty = || Sum {
            value: 0.0,
            back: [0.0; 64],
            captured: Bitboard::EMPTY,
            boards: 0.0,
        };
        let mut sums: Vec<Sum> = tries.iter().map(|_| empty()).collect();
        for board in boards {
            for m in board.legal_moves() {
                let asked = as_try(m);
                if let Some(place) = tries.iter().position(|&one| one == asked) {
                    self.add(board, m, &mut sums[place]);
                }
            }
        }
        let all: f32 = sums.iter().map(|sum| sum.boards).sum();
        let usual = sums.iter().map(|sum| sum.value).sum::<f32>() / all.max(1.0);
        let mean = |sum: &Sum| {
            let back: f32 = sum
                .captured
                .into_iter()
                .map(|at| sum.back[at as usize].max(0.0))
                .sum();
            let value = sum.value + back + 2.0 * usual;
            (sum.boards > 0.0).then(|| value / (sum.boards + 2.0))
        };
        sums.iter().map(mean).collect()
    }

    /// Adds the value of `m` on `board`.
    fn add(&self, board: &Board, m: Move, sum: &mut Sum) {
        let us = board.turn();
        let mut after = board.clone();
        after.play(m);
        sum.boards += 1.0;
        let replies = after.legal_moves();
        if replies.is_empty() {
            sum.value += if after.checkers().any() { MATE } else { 0.0 };
            return;
        }
        if after.is_insufficient_material() {
            return;
        }
        let standing = pawns(balance(&after, us).clamp(-MATE_SCORE, MATE_SCORE));
        if self.depth < 2 {
            sum.value += standing;
            return;
        }
        let heard = OpponentModel {
            captured_on: captured_by(m).map(|_| m.to()),
            ..self.opponent
        };
        let ending = is_ending(&after.men(us));
        match self.adversary {
            Adversary::Paranoid => {
                let worst = replies.iter().map(|&reply| {
                    let (change, back) = reply_change(&after, reply, us, ending);
                    change + back.map_or(0.0, |(_, gain)| gain.max(0.0))
                });
                sum.value += standing + worst.fold(f32::INFINITY, f32::min);
            }
            Adversary::Overconfident => {
                let total = heard.total(&replies);
                for &reply in &replies {
                    let share = heard.weight(reply) / total;
                    let (change, back) = reply_change(&after, reply, us, ending);
                    sum.value += share * (standing + change);
                    if let Some((square, gain)) = back {
                        sum.back[square as usize] += share * gain;
                        sum.captured.add(square);
                    }
                }
            }
        }
    }

    /// The risk of being mated by the reply to `asked`, in pawns.
    pub fn mate_risk(&self, boards: &[&Board], asked: Try) -> f32 {
        let (mut risk, mut legal) = (0.0, 0.0);
        for board in boards {
            let Some(m) = board.legal_move(asked) else {
                continue;
            };
            legal += 1.0;
            let mut after = (*board).clone();
            after.play(m);
            if !after.might_mate() {
                continue;
            }
            let replies = after.legal_moves();
            let mates = after.mates(&replies);
            let heard = OpponentModel {
                captured_on: captured_by(m).map(|_| m.to()),
                ..self.opponent
            };
            risk += match self.adversary {
                Adversary::Paranoid => f32::from(u8::from(mates.count() > 0)),
                Adversary::Overconfident => {
                    let weights: f32 = mates.map(|mate| heard.weight(mate)).sum();
                    weights / heard.total(&replies).max(1.0)
                }
            };
        }
        MATED * risk / f32::max(legal, 1.0)
    }
}

/// Change of the board's value for `us` by the enemy's `reply`, in pawns; and the square and gain
/// of a possible recapture.
#[inline]
fn reply_change(
    after: &Board,
    reply: Move,
    us: Color,
    ending: bool,
) -> (f32, Option<(Square, f32)>) {
    let role = reply.role();
    let now = reply.promotion().unwrap_or(role);
    let from = reply.from().unwrap_or(reply.to());
    let moved = if reply.is_castle() {
        20
    } else {
        piece_square(now, !us, reply.to(), ending) - piece_square(role, !us, from, ending)
    };
    let Some((square, lost)) = captured_by(reply) else {
        return (-pawns(moved), None);
    };
    let lost = piece_square(lost, us, square, false);
    let change = -pawns(moved + lost);
    let occupied = (after.occupied().without(from).without(square)).with(reply.to());
    let backers = after.attackers(reply.to(), us, occupied).without(square);
    let Some(cheapest) = cheapest(after, backers) else {
        return (change, None);
    };
    let guards = after.attackers(reply.to(), !us, occupied).without(from);
    let gain = if guards.is_empty() {
        value_of(now)
    } else if cheapest == Role::King {
        return (change, None); // the umpire would refuse it
    } else {
        value_of(now) - value_of(cheapest)
    };
    (change, Some((reply.to(), gain)))
}

fn cheapest(board: &Board, men: Bitboard) -> Option<Role> {
    men.into_iter()
        .filter_map(|square| board.role_at(square))
        .min_by_key(|&role| index(role))
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;

    fn values(fens: &[&str], tries: &[&str], adversary: Adversary) -> Vec<Option<f32>> {
        let boards: Vec<Board> = fens
            .iter()
            .map(|fen| fen.parse::<Position>().unwrap().board().clone())
            .collect();
        let boards: Vec<&Board> = boards.iter().collect();
        let tries: Vec<Try> = tries.iter().map(|text| text.parse().unwrap()).collect();
        let search = InformationSet {
            adversary,
            depth: 2,
            opponent: OpponentModel::COUNTS,
        };
        search.values(&boards, &tries)
    }

    #[test]
    fn a_blind_enemy_rarely_takes_what_hangs() {
        // The queen may go where a rook sees it.
        let fens = ["r3k3/8/8/8/8/8/8/3QK3 w - - 0 1"];
        let paranoid = values(&fens, &["d1a1", "d1c2"], Adversary::Paranoid);
        assert!(paranoid[0].unwrap() < paranoid[1].unwrap() - 2.0);
        let blind = values(&fens, &["d1a1", "d1c2"], Adversary::Overconfident);
        assert!(blind[0].unwrap() < blind[1].unwrap(), "still a risk");
        assert!(
            blind[0].unwrap() > blind[1].unwrap() - 2.0,
            "but a small one"
        );
    }

    #[test]
    fn capturing_back_is_decided_for_the_whole_set() {
        // Black's rook takes on d4; on one board that is guarded, on the other it is not.
        let open = "3rk3/8/8/8/3P4/8/8/3RK3 w - - 0 1";
        let guarded = "3rk3/8/5b2/8/3P4/8/8/3RK3 w - - 0 1";
        let value = |fens: &[&str]| values(fens, &["e1f1"], Adversary::Paranoid)[0].unwrap();
        assert!(value(&[open]) > value(&[guarded]));
        let mixed = values(&[open, guarded], &["e1f1"], Adversary::Overconfident);
        assert!(mixed[0].is_some());
    }

    #[test]
    fn mates_are_worth_most_and_being_mated_is_seen() {
        let fens = ["6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"];
        let found = values(&fens, &["a1a8", "a1a7"], Adversary::Overconfident);
        assert!(found[0].unwrap() > found[1].unwrap() + 5.0);
        // The knight that leaves lets a rook to the first rank.
        let position: Position = "r5k1/8/8/8/8/2N5/5PPP/6K1 w - - 0 1".parse().unwrap();
        let board = position.board();
        for adversary in [Adversary::Paranoid, Adversary::Overconfident] {
            let search = InformationSet {
                adversary,
                depth: 2,
                opponent: OpponentModel::COUNTS,
            };
            let risk = |asked: &str| search.mate_risk(&[board], asked.parse().unwrap());
            assert!(risk("c3e4") > 1.0, "{}", risk("c3e4"));
            assert!(risk("h2h3") < 0.01, "{}", risk("h2h3"));
        }
    }
}
