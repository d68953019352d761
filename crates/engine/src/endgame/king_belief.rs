//! King beliefs: all squares where the lone king could stand, each with its likelihood. T 6.1.3
//! calls it a wave.
//!
//! The set of squares is exact: it follows from the rules and the announcements alone. The
//! likelihoods come from a model of the king's moves.
//!
//! T is the thesis, see [the crate](crate).

use super::own::{Directions, Own, directions};
use darkforge_board::{Bitboard, Square, Try, king_attacks};
use darkforge_kriegspiel::metaposition::fill;
use darkforge_kriegspiel::umpire::Checks;

/// Likelihood of a capture as a multiple of that of a step on the edge. The king does not see our
/// men, but a king that tries all its moves finds unprotected ones.
const CAPTURE: f32 = 4.0;
/// The same for a step to a square by its distance from the edge: skilled kings avoid the edge.
const STEP: [f32; 4] = [1.0, 1.5, 2.0, 2.5];
/// Share of the likelihood that is spread evenly over all possible squares after each of the king's
/// moves, because the model may be wrong.
const DOUBT: f32 = 0.1;

/// Distance of each square from the edge, 0 to 3.
const RING: [u8; 64] = rings();

const fn rings() -> [u8; 64] {
    let mut rings = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let file = if file < 4 { file } else { 7 - file };
        let rank = if rank < 4 { rank } else { 7 - rank };
        rings[square] = if file < rank { file } else { rank } as u8;
        square += 1;
    }
    rings
}

/// Own men and possible squares of the enemy king. Likelihoods have any sum.
#[derive(Clone, Copy, Debug)]
pub struct KingBelief {
    /// Own men.
    pub own: Own,
    /// Squares where the king could stand.
    pub king: Bitboard,
    likely: [f32; 64],
}

/// An own move, for all possible squares of the king.
#[derive(Clone, Copy)]
pub struct Moved {
    /// Own men after it.
    pub own: Own,
    /// Squares on which the king is in check now, and which it may not enter.
    pub attacked: Bitboard,
    /// Squares of the king for which the move is legal.
    pub legal: Bitboard,
    /// Squares among them on which the king has no move: mate if attacked, else stalemate.
    pub shut: Bitboard,
}

impl Moved {
    /// Effect of `asked` for all squares `king` of the king.
    #[inline]
    pub fn of(own: &Own, king: Bitboard, asked: Try) -> Moved {
        let legal = king & !own.refusing(asked);
        let own = own.after(asked);
        let attacked = own.attacked();
        Moved {
            own,
            attacked,
            legal,
            shut: legal & !fill::around(!attacked),
        }
    }
}

/// Square of an own man with the likelihood that the king captured it.
pub type Loss = (Square, f32);

impl KingBelief {
    /// All squares of `king` equally likely.
    pub fn even(own: Own, king: Bitboard) -> KingBelief {
        let mut likely = [0.0; 64];
        for square in king {
            likely[square as usize] = 1.0;
        }
        KingBelief { own, king, likely }
    }

    /// Likelihood of one square.
    #[inline]
    pub fn likely(&self, square: Square) -> f32 {
        self.likely[square as usize]
    }

    /// Likelihood of `squares` together.
    #[inline]
    pub fn mass(&self, squares: Bitboard) -> f32 {
        (squares & self.king)
            .into_iter()
            .map(|square| self.likely(square))
            .sum()
    }

    /// Restricts the king to `squares`.
    pub fn narrow(&mut self, squares: Bitboard) {
        self.king &= squares;
    }

    /// Effect of `asked` for all squares of the king.
    #[inline]
    pub fn moved(&self, asked: Try) -> Moved {
        Moved::of(&self.own, self.king, asked)
    }

    /// Calls `group` with each set of the king's squares that gets the same announcement after
    /// `moved` while the game continues; squares without check first.
    #[inline]
    pub fn answers(moved: &Moved, mut group: impl FnMut(Bitboard)) {
        let playing = moved.legal & !moved.shut;
        let silent = playing & !moved.attacked;
        if silent.any() {
            group(silent);
        }
        let mut checked = playing & moved.attacked;
        if checked.is_empty() {
            return;
        }
        let lines = moved.own.lines();
        while let Some(first) = checked.first() {
            let alike = lines.seen_as(lines.on(first), checked);
            group(alike);
            checked &= !alike;
        }
    }

    /// The group of [`answers`](KingBelief::answers) for which the umpire announced `checks`.
    pub fn answered(moved: &Moved, checks: Checks) -> Bitboard {
        let heard: Directions = directions(checks);
        let playing = moved.legal & !moved.shut;
        if heard == 0 {
            playing & !moved.attacked
        } else {
            moved.own.lines().seen_as(heard, playing & moved.attacked)
        }
    }

    /// Moves the king, which stands on one of `from` after `moved`. Returns the belief if it
    /// captures nothing, and stores its possible captures in `losses`. Their likelihoods sum to
    /// that of `from`.
    #[must_use]
    pub fn king_moves(&self, moved: &Moved, from: Bitboard, losses: &mut Vec<Loss>) -> KingBelief {
        losses.clear();
        let own = moved.own.squares();
        let free = !moved.attacked;
        let hanging = own & free;
        let mut next = KingBelief {
            own: moved.own,
            king: arrivals(moved, from),
            likely: [0.0; 64],
        };
        for square in from {
            let reach = king_attacks(square) & free;
            let captures = reach & hanging;
            let steps = reach & !hanging;
            let mut ways = CAPTURE * captures.count() as f32;
            for to in steps {
                ways += step(to);
            }
            let share = self.likely(square) / ways;
            for to in steps {
                next.likely[to as usize] += share * step(to);
            }
            for to in captures {
                lose(losses, to, share * CAPTURE);
            }
        }
        next
    }

    /// Makes the likelihoods sum to one and spreads a share of them evenly.
    pub fn doubt(&mut self) {
        let sum = self.mass(self.king).max(f32::MIN_POSITIVE);
        let even = DOUBT / self.king.count() as f32;
        for square in self.king {
            let likely = &mut self.likely[square as usize];
            *likely = *likely / sum * (1.0 - DOUBT) + even;
        }
    }
}

/// Squares that a king on `from` may reach without capturing.
pub fn arrivals(moved: &Moved, from: Bitboard) -> Bitboard {
    fill::around(from) & !moved.attacked & !moved.own.squares()
}

#[inline]
fn step(to: Square) -> f32 {
    STEP[usize::from(RING[to as usize])]
}

fn lose(losses: &mut Vec<Loss>, square: Square, share: f32) {
    match losses.iter_mut().find(|(lost, _)| *lost == square) {
        Some((_, sum)) => *sum += share,
        None => losses.push((square, share)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Color, Position};
    use darkforge_kriegspiel::umpire::Direction;

    fn belief(fen: &str, king: &[Square]) -> KingBelief {
        let position: Position = fen.parse().unwrap();
        let king = king.iter().copied().fold(Bitboard::EMPTY, Bitboard::with);
        KingBelief::even(Own(position.men(Color::White)), king)
    }

    #[test]
    fn answers_part_the_wave_by_directions() {
        let belief = belief(
            "7k/8/8/8/8/8/8/KQ6 w - - 0 1",
            &[Square::H8, Square::D5, Square::G3, Square::F8],
        );
        let moved = belief.moved("b1b3".parse().unwrap());
        let mut groups = Vec::new();
        KingBelief::answers(&moved, |group| groups.push(group));
        assert_eq!(groups.len(), 3, "silence, a rank and a diagonal");
        let rank = KingBelief::answered(&moved, Checks::one(Direction::Rank));
        assert_eq!(rank.single_square(), Some(Square::G3));
        assert!(groups.contains(&rank));
    }

    #[test]
    fn mates_and_stalemates_are_shut_in() {
        let belief = belief(
            "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
            &[Square::H8, Square::F8, Square::C4],
        );
        let mate = belief.moved("a1a8".parse().unwrap());
        assert_eq!(mate.shut.single_square(), Some(Square::H8));
        assert!(mate.attacked.contains(Square::H8));
    }

    #[test]
    fn stalemates_are_shut_in_without_check() {
        let belief = belief("7k/8/8/8/8/8/8/K5Q1 w - - 0 1", &[Square::H8, Square::C3]);
        let moved = belief.moved("g1g6".parse().unwrap());
        assert_eq!(moved.shut.single_square(), Some(Square::H8));
        assert!(!moved.attacked.contains(Square::H8));
    }

    #[test]
    fn likelihood_is_neither_won_nor_lost_by_the_kings_moves() {
        let belief = belief(
            "7k/8/8/3R4/8/8/8/K7 w - - 0 1",
            &[Square::H8, Square::C4, Square::E6, Square::G1],
        );
        let moved = belief.moved("a1a2".parse().unwrap());
        let mut losses = Vec::new();
        let next = belief.king_moves(&moved, moved.legal, &mut losses);
        let lost: f32 = losses.iter().map(|(_, share)| share).sum();
        assert!((next.mass(next.king) + lost - 4.0).abs() < 1e-4);
        assert_eq!(losses.len(), 1, "the rook");
    }
}
