//! Likelihoods: for each square and kind of man, the probability of an enemy man of that kind.

use darkforge_board::{
    Bitboard, Board, Color, Role, Square, index, king_attacks, knight_attacks, pawn_attacks,
};

/// Directions of sliders as steps of file and rank; those of rooks first.
const RAYS: [(i32, i32); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// Likelihoods of the enemy's men. For each kind they add up to the number of men.
#[derive(Clone, Debug)]
pub struct Likely {
    color: Color,
    men: [[f32; 64]; 6],
    /// Likelihood that any man stands there.
    any: [f32; 64],
}

impl Likely {
    /// Shares of `boards` with each man of `color` on each square; `None` without boards.
    pub fn of(color: Color, boards: &[&Board]) -> Option<Likely> {
        if boards.is_empty() {
            return None;
        }
        let mut likely = Likely {
            color,
            men: [[0.0; 64]; 6],
            any: [0.0; 64],
        };
        let share = 1.0 / boards.len() as f32;
        for board in boards {
            for (role, men) in board.men(color).into_iter().enumerate() {
                for square in men {
                    likely.men[role][square as usize] += share;
                }
            }
        }
        likely.add_up();
        Some(likely)
    }

    fn add_up(&mut self) {
        for (square, any) in self.any.iter_mut().enumerate() {
            let sum: f32 = self.men.iter().map(|role| role[square]).sum();
            *any = sum.min(1.0);
        }
    }

    /// The side whose men they are.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Likelihood that a man of `role` stands on `square`.
    #[inline]
    pub fn man(&self, role: Role, square: Square) -> f32 {
        self.men[index(role)][square as usize]
    }

    /// Likelihood that any man stands on `square`.
    #[inline]
    pub fn any(&self, square: Square) -> f32 {
        self.any[square as usize]
    }

    /// Likelihood that no man stands on any of `squares`, as if squares were independent.
    pub fn all_free(&self, squares: Bitboard) -> f32 {
        squares
            .into_iter()
            .map(|square| 1.0 - self.any(square))
            .product()
    }

    /// Expected number of men of `role`.
    pub fn count(&self, role: Role) -> f32 {
        self.men[index(role)].iter().sum()
    }

    /// Makes `square` empty: the men likely there stand elsewhere, except one of the kind
    /// `captured`, which is gone.
    pub fn vacate(&mut self, square: Square, captured: Option<Role>) {
        for role in 0..6 {
            let there = self.men[role][square as usize];
            let gone = f32::from(u8::from(captured.map(index) == Some(role)));
            if there <= 0.0 && gone <= 0.0 {
                continue;
            }
            let all: f32 = self.men[role].iter().sum();
            self.men[role][square as usize] = 0.0;
            let left = all - there;
            if left > 0.0 {
                let factor = (all - gone).max(0.0) / left;
                for likely in &mut self.men[role] {
                    *likely = (*likely * factor).min(1.0);
                }
            }
        }
        self.add_up();
    }

    /// Moves a man of `role` from elsewhere to `square`.
    pub fn arrive(&mut self, role: Role, square: Square) {
        for (kind, men) in self.men.iter_mut().enumerate() {
            if kind == index(role) {
                let all: f32 = men.iter().sum();
                let factor = if all > 0.0 {
                    (all - 1.0).max(0.0) / all
                } else {
                    0.0
                };
                for likely in men.iter_mut() {
                    *likely *= factor;
                }
                men[square as usize] = 1.0;
            } else {
                men[square as usize] = 0.0;
            }
        }
        self.add_up();
    }

    /// For each role the number of its men that attack `square`, when `own` men block lines.
    pub fn attackers(&self, square: Square, own: Bitboard) -> [f32; 6] {
        let mut found = [0.0; 6];
        let sum = |role: Role, squares: Bitboard| -> f32 {
            squares.into_iter().map(|from| self.man(role, from)).sum()
        };
        found[0] = sum(Role::Pawn, pawn_attacks(!self.color, square));
        found[1] = sum(Role::Knight, knight_attacks(square));
        found[5] = sum(Role::King, king_attacks(square));
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        for (place, (files, ranks)) in RAYS.into_iter().enumerate() {
            let slider = if place < 4 { Role::Rook } else { Role::Bishop };
            let mut free = 1.0;
            let (mut file, mut rank) = (file + files, rank + ranks);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let at = Square::new((8 * rank + file) as u32);
                if own.contains(at) {
                    break;
                }
                found[index(slider)] += free * self.man(slider, at);
                found[4] += free * self.man(Role::Queen, at);
                free *= 1.0 - self.any(at);
                if free < 0.02 {
                    break;
                }
                (file, rank) = (file + files, rank + ranks);
            }
        }
        found
    }

    /// Likelihood that `square` is attacked at all.
    pub fn attack(&self, square: Square, own: Bitboard) -> f32 {
        self.attackers(square, own).iter().sum::<f32>().min(1.0)
    }

    /// Squares of one role with positive likelihood, each with it.
    pub fn squares(&self, role: Role) -> impl Iterator<Item = (Square, f32)> + '_ {
        let men = self.men[index(role)].iter().enumerate();
        men.filter(|&(_, &likely)| likely > 0.005)
            .map(|(square, &likely)| (Square::new(square as u32), likely))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;

    fn likely(fens: &[&str]) -> Likely {
        let boards: Vec<Board> = fens
            .iter()
            .map(|fen| fen.parse::<Position>().unwrap().board().clone())
            .collect();
        let boards: Vec<&Board> = boards.iter().collect();
        Likely::of(Color::Black, &boards).unwrap()
    }

    #[test]
    fn shares_of_boards_are_likelihoods() {
        let likely = likely(&[
            "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
            "4k3/8/8/8/8/8/r7/4K3 w - - 0 1",
        ]);
        assert!((likely.man(Role::Rook, Square::A1) - 0.5).abs() < 1e-6);
        assert!((likely.any(Square::E8) - 1.0).abs() < 1e-6);
        let own = Bitboard::from_square(Square::E1);
        let attackers = likely.attackers(Square::D1, own);
        assert!((attackers[3] - 0.5).abs() < 1e-6, "from a1 only");
        // Through a2, where the other board has the rook.
        let attackers = likely.attackers(Square::A4, own);
        assert!((attackers[3] - 0.75).abs() < 1e-6, "{attackers:?}");
    }

    #[test]
    fn who_is_not_here_is_elsewhere() {
        let fens = [
            "4k3/8/8/8/8/8/8/r3K3 w - - 0 1",
            "4k3/8/8/8/8/8/r7/4K3 w - - 0 1",
        ];
        let mut moved = likely(&fens);
        moved.vacate(Square::A1, None);
        assert!((moved.man(Role::Rook, Square::A2) - 1.0).abs() < 1e-6);
        let mut taken = likely(&fens);
        taken.vacate(Square::A1, Some(Role::Rook));
        assert!(taken.count(Role::Rook) < 1e-6);
        let mut came = likely(&fens);
        came.arrive(Role::Rook, Square::H8);
        assert!((came.count(Role::Rook) - 1.0).abs() < 1e-6);
    }
}
