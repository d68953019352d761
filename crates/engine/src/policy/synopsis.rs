//! The synopsis of a belief of Kriegspiel.
//!
//! The planes are those of crate `synoptic`, with what an umpire of Kriegspiel says, and shares of the
//! believed boards, in the place of what a player of reconnaissance chess remembers of its last turn:
//!
//! | plane | squares, in the own frame |
//! |---|---|
//! | 86, 87 | all, if there is a pawn try, and if there are two |
//! | 88 to 92 | all, if there is a check along the rank, the file, the long and the short diagonal, by a knight |
//! | 93, 94 | where the enemy's king is, and a queen, on an eighth of the boards |
//! | 95 to 97 | of which nothing was learned for 2, 5 and 12 moves |
//! | 98 to 100 | where an enemy man is on a half, a quarter and an eighth of the boards |
//! | 101 to 103 | that the enemy attacks on a half, a quarter and an eighth of the boards |

use darkforge_board::{Bitboard, Board, Color, Role, Square, attacked_by, index};
use darkforge_kriegspiel::belief::Particles;
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::umpire::Direction;
use darkforge_recon::belief::{Hidden, Own};
use darkforge_synoptic::Memory;
use darkforge_synoptic::infostate::{Infostate, Stage};
use darkforge_synoptic::synopsis::Synopsis;

/// Greatest number of boards of a synopsis.
const BOARDS: usize = 64;
/// The first plane that is not one of crate `synoptic`.
const FIRST: usize = 86;
/// Ages of the planes 95 to 97, in own moves.
const AGES: [u8; 3] = [2, 5, 12];
/// Shares of the boards of the planes 98 to 103, as divisors.
const SHARES: [u16; 3] = [2, 4, 8];

/// The synopsis of what `tracker` and `pool` know where its side is to move, with the last moves of
/// both sides; `None` if no board is believed.
pub fn synopsis(tracker: &Tracker, pool: &Particles, last: &Memory) -> Option<Synopsis> {
    let color = tracker.color();
    let alive = pool.boards().iter().zip(pool.alive());
    let alive: Vec<&Board> = alive
        .filter_map(|(board, &on)| on.then_some(board))
        .collect();
    let step = alive.len().div_ceil(BOARDS).max(1);
    let boards: Vec<&Board> = alive.into_iter().step_by(step).collect();
    let first = boards.first()?;
    let hidden = |board: &&Board| {
        let (men, castling) = (board.men(!color), board.castling(!color));
        Hidden::new(&men, castling, board.passed())
    };
    let state = Infostate {
        own: Own {
            color,
            men: first.men(color),
            castling: first.castling(color),
            passed: None,
        },
        hidden: boards.iter().map(hidden).collect(),
        stage: Stage::Move,
        memory: *last,
    };
    let mut synopsis = Synopsis::of(&state);
    let known = tracker.metaposition();
    let (tries, checks) = (known.own_tries(), known.checks());
    let full = |on: bool| if on { !0 } else { 0 };
    let mut planes = vec![full(tries.least >= 1), full(tries.least >= 2)];
    planes.extend(Direction::ALL.map(|direction| full(checks.contains(direction))));
    let mut enemy = Counts::default();
    for board in &boards {
        enemy.add(board, !color);
    }
    let all = boards.len() as u16;
    let share = |counts: &[u16; 64], part: u16| {
        let often = |square: &Square| {
            let count = counts[*square as usize];
            count > 0 && count * part >= all
        };
        let squares: Bitboard = Square::ALL.into_iter().filter(often).collect();
        color.fold_wb(squares.0, squares.0.swap_bytes())
    };
    planes.extend([&enemy.kings, &enemy.queens].map(|counts| share(counts, 8)));
    planes.extend(AGES.map(|least| {
        let old = |square: &Square| known.ages().get(*square) >= least;
        let squares: Bitboard = Square::ALL.into_iter().filter(old).collect();
        squares.0
    }));
    planes.extend(SHARES.map(|part| share(&enemy.men, part)));
    planes.extend(SHARES.map(|part| share(&enemy.attacks, part)));
    synopsis.planes[FIRST..].copy_from_slice(&planes);
    Some(synopsis)
}

/// Numbers of boards, by square.
struct Counts {
    kings: [u16; 64],
    queens: [u16; 64],
    men: [u16; 64],
    attacks: [u16; 64],
}

impl Default for Counts {
    fn default() -> Counts {
        let none = [0; 64];
        Counts {
            kings: none,
            queens: none,
            men: none,
            attacks: none,
        }
    }
}

impl Counts {
    /// Counts the men of `enemy` on one more board.
    fn add(&mut self, board: &Board, enemy: Color) {
        let men = board.men(enemy);
        let attacks = attacked_by(&men, enemy, board.occupied());
        for (counts, squares) in [
            (&mut self.kings, men[index(Role::King)]),
            (&mut self.queens, men[index(Role::Queen)]),
            (&mut self.men, board.squares(enemy)),
            (&mut self.attacks, attacks),
        ] {
            for square in squares {
                counts[square as usize] += 1;
            }
        }
    }
}
