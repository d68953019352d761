//! Situations: a player's knowledge in a simulation, with its own men and the likelihoods of the
//! enemy. A try and the enemy's answer are drawn as messages.

use super::likely::Likely;
use darkforge_board::{
    Bitboard, CastlingRights, Color, Men, PROMOTIONS, ROLES, Role, Square, Try, between, index,
    pawn_attacks, role_on, squares_of,
};
use darkforge_kriegspiel::belief::OpponentModel;
use darkforge_kriegspiel::umpire::{lose_own_man, own_board_tries, play_own_move};
use darkforge_streams::{self as streams, Stream};

/// Likelihood, as a multiple of a quiet move's, of a capture that the announcement suggests.
pub(super) const INVITED: f32 = OpponentModel::COUNTS.invited;
/// The same of any other capture.
pub(super) const BLIND: f32 = OpponentModel::COUNTS.blind;
/// Typical number of an enemy's moves.
pub(super) const CHOICES: f32 = 30.0;
/// Share of moves that give check by chance.
const CHECK: f32 = 0.03;

/// The messages between two own turns, as far as simulations distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Whether our move captured, and if a pawn.
    pub captured: Option<bool>,
    /// The square where the enemy captured.
    pub lost: Option<Square>,
    /// Whether we are in check.
    pub in_check: bool,
    /// Whether we have pawn tries.
    pub tries: bool,
}

/// One side's knowledge on its turn.
#[derive(Clone, Debug)]
pub struct Situation {
    /// Our side.
    pub color: Color,
    /// Our men.
    pub men: Men,
    /// Our rights to castle.
    pub castling: CastlingRights,
    /// Likelihoods of the enemy's men.
    pub enemy: Likely,
    /// Whether we may have pawn tries.
    pub tries: bool,
    /// Whether we are in check.
    pub in_check: bool,
}

impl Situation {
    /// Squares of our men.
    pub fn own(&self) -> Bitboard {
        squares_of(&self.men)
    }

    /// Whether `asked` is a pawn's move to another file.
    pub fn is_pawn_capture(&self, asked: Try) -> bool {
        self.men[index(Role::Pawn)].contains(asked.from) && asked.from.file() != asked.to.file()
    }

    /// The possible tries, in a fixed order; of promotions only those to a queen.
    pub fn possible(&self, tries: &mut Vec<Try>) {
        own_board_tries(&self.men, self.color, self.castling, self.tries, tries);
        tries.retain(|asked| asked.promotion.is_none_or(|role| role == PROMOTIONS[0]));
        if self.tries {
            let unlikely =
                |asked: &Try| self.is_pawn_capture(*asked) && self.enemy.any(asked.to) < 0.01;
            tries.retain(|asked| !unlikely(asked));
        }
    }

    /// Likelihood that `asked` is legal.
    pub fn legal(&self, asked: Try) -> f32 {
        let Some(role) = role_on(&self.men, asked.from) else {
            return 0.0;
        };
        let way = between(asked.from, asked.to);
        match role {
            Role::Pawn if self.is_pawn_capture(asked) => self.pawn_try(asked),
            Role::Pawn => self.enemy.all_free(way.with(asked.to)),
            Role::Knight => 1.0,
            Role::King => {
                let own = self.own().without(asked.from);
                let castling = if way.any() {
                    self.enemy.all_free(way.with(asked.to))
                } else {
                    1.0
                };
                castling * (1.0 - self.enemy.attack(asked.to, own))
            }
            _ => self.enemy.all_free(way),
        }
    }

    /// Likelihood that a pawn capture is legal: the announced try is one of the possible ones, each
    /// weighted by the likelihood of its target.
    fn pawn_try(&self, asked: Try) -> f32 {
        if !self.tries {
            return 0.0;
        }
        let targets = self.men[index(Role::Pawn)]
            .into_iter()
            .flat_map(|from| pawn_attacks(self.color, from) & !self.own());
        let all: f32 = targets.map(|to| self.enemy.any(to)).sum();
        (self.enemy.any(asked.to) / all.max(1e-3)).min(1.0)
    }

    /// Likelihood that `asked` captures, if it is legal.
    pub fn captures(&self, asked: Try) -> f32 {
        if self.is_pawn_capture(asked) {
            1.0
        } else if self.men[index(Role::Pawn)].contains(asked.from) {
            0.0
        } else {
            (self.enemy.any(asked.to) - self.enemy.man(Role::King, asked.to)).max(0.0)
        }
    }

    /// Plays `asked`, which is legal, and draws whether and what it captured.
    pub fn play(&mut self, asked: Try, stream: &mut Stream) -> Option<Role> {
        let captures = self.captures(asked);
        let captured = (captures > 0.0 && (streams::unit(stream) as f32) < captures)
            .then(|| self.draw_man(asked.to, stream));
        for square in between(asked.from, asked.to) {
            if self.enemy.any(square) > 0.0 {
                self.enemy.vacate(square, None);
            }
        }
        if captured.is_some() || self.enemy.any(asked.to) > 0.0 {
            self.enemy.vacate(asked.to, captured);
        }
        play_own_move(self.color, &mut self.men, &mut self.castling, asked);
        captured
    }

    /// Draws the man on `square`.
    fn draw_man(&self, square: Square, stream: &mut Stream) -> Role {
        let all: f32 = ROLES[..5]
            .iter()
            .map(|&role| self.enemy.man(role, square))
            .sum();
        let mut left = streams::unit(stream) as f32 * all;
        for &role in &ROLES[..5] {
            left -= self.enemy.man(role, square);
            if left < 0.0 {
                return role;
            }
        }
        Role::Pawn
    }

    /// Draws the enemy's move as its messages; `taken` is the square of our last capture.
    pub fn answer(&mut self, taken: Option<Square>, stream: &mut Stream) -> (Option<Square>, bool) {
        let own = self.own();
        let mut captures: Vec<(Square, Role, f32)> = Vec::new();
        let mut all = CHOICES;
        for square in own {
            if self.men[index(Role::King)].contains(square) {
                continue;
            }
            let attackers = self.enemy.attackers(square, own);
            for (&role, attackers) in ROLES.iter().zip(attackers) {
                if attackers > 0.0 {
                    let weight = attackers * liking(role, taken == Some(square));
                    all += weight;
                    captures.push((square, role, weight));
                }
            }
        }
        let mut left = streams::unit(stream) as f32 * all;
        let mut lost = None;
        for (square, role, weight) in captures {
            left -= weight;
            if left < 0.0 {
                lost = Some(square);
                self.lose(square, role);
                break;
            }
        }
        self.in_check = (streams::unit(stream) as f32) < CHECK;
        self.hear_tries(stream);
        (lost, self.in_check)
    }

    /// Takes a capture by the enemy on `square` with a man of `role`.
    pub fn lose(&mut self, square: Square, role: Role) {
        lose_own_man(self.color, &mut self.men, &mut self.castling, square);
        self.enemy.arrive(role, square);
    }

    /// Draws whether we have pawn tries.
    pub fn hear_tries(&mut self, stream: &mut Stream) {
        let mut none = 1.0;
        for from in self.men[index(Role::Pawn)] {
            none *= self
                .enemy
                .all_free(pawn_attacks(self.color, from) & !self.own());
        }
        self.tries = (streams::unit(stream) as f32) >= none;
    }
}

/// Weight of the enemy's capture with a man of `role`, on the square of our last capture
/// (`just_taken`) or elsewhere.
pub(super) fn liking(role: Role, just_taken: bool) -> f32 {
    if role == Role::Pawn || just_taken {
        INVITED
    } else {
        BLIND
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::{Board, Position};

    pub(crate) fn situation(fens: &[&str]) -> Situation {
        let boards: Vec<Board> = fens
            .iter()
            .map(|fen| fen.parse::<Position>().unwrap().board().clone())
            .collect();
        let all: Vec<&Board> = boards.iter().collect();
        Situation {
            color: Color::White,
            men: boards[0].men(Color::White),
            castling: boards[0].castling(Color::White),
            enemy: Likely::of(Color::Black, &all).unwrap(),
            tries: false,
            in_check: false,
        }
    }

    #[test]
    fn likelihoods_answer_tries() {
        let now = situation(&[
            "4k3/8/8/8/8/r7/8/R3K3 w - - 0 1",
            "4k3/8/r7/8/8/8/8/R3K3 w - - 0 1",
        ]);
        let legal = |asked: &str| now.legal(asked.parse().unwrap());
        assert!((legal("a1a2") - 1.0).abs() < 1e-6);
        assert!((legal("a1a4") - 0.5).abs() < 1e-6);
        assert!((legal("a1a8") - 0.25).abs() < 1e-6, "each square by itself");
        assert!((now.captures("a1a3".parse().unwrap()) - 0.5).abs() < 1e-6);
        let mut stream = streams::open(1, "test", 0);
        let mut after = now.clone();
        after.play("a1a5".parse().unwrap(), &mut stream);
        assert!((after.enemy.man(Role::Rook, Square::A6) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn an_enemy_that_was_captured_answers_on_that_square() {
        let now = situation(&["3rk3/8/8/3P4/8/8/8/4K3 w - - 0 1"]);
        let mut stream = streams::open(1, "test", 0);
        let mut lost = |taken| {
            let draws = (0..400).filter(|_| now.clone().answer(taken, &mut stream).0.is_some());
            draws.count()
        };
        assert!(lost(None) < 60, "two in 32");
        assert!(lost(Some(Square::D5)) > 120, "24 in 54");
    }
}
