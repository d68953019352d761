//! Estimate: the number of own moves to mate as a weighted sum of features. These are the papers'
//! features, in a unit that can be averaged over answers, and a few more.
//!
//! The weights were fitted by least squares to the engine's networks on the beliefs of their own
//! games; [`fit`](super::fit) computes them again.

mod weights;

use std::sync::LazyLock;

use super::ending::Ending;
use super::features::{QUADRANTS, RHOMBS, between_lines, reach};
use darkforge_board::{Bitboard, Role, Square, index};
use darkforge_engine::endgame::KingBelief;
use darkforge_engine::endgame::Own;
use darkforge_kriegspiel::metaposition::fill;

/// Number of features.
pub const FEATURES: usize = 32;

/// Values of the features of a belief.
pub type Values = [f32; FEATURES];

/// Own moves to mate; `None` if the sum is too coarse: with bishop and knight, where the error is
/// four moves and the search does not converge (nor did the papers'), and for other material.
pub fn moves(belief: &KingBelief) -> Option<f32> {
    let ending = ending(&belief.own).filter(|ending| *ending != Ending::Kbnk)?;
    let weights = weights::of(ending);
    let values = features(belief);
    let products = values.iter().zip(weights);
    Some(products.map(|(value, weight)| value * weight).sum())
}

/// The ending that these men are in.
pub fn ending(own: &Own) -> Option<Ending> {
    let counts = own.0.map(Bitboard::count);
    match counts {
        [0, 0, 0, 1, 0, 1] => Some(Ending::Krk),
        [0, 0, 0, 0, 1, 1] => Some(Ending::Kqk),
        [0, 0, 2, 0, 0, 1] => Some(Ending::Kbbk),
        [0, 1, 1, 0, 0, 1] => Some(Ending::Kbnk),
        [1, 0, 0, 0, 0, 1] => Some(Ending::Kpk),
        _ => None,
    }
}

/// The square of the most important man besides the king, and of the other.
fn men(own: &Own) -> (Square, Square) {
    let king = own.king();
    let men = own.squares().without(king);
    let first = own.0[index(Role::Bishop)].first().or(men.first());
    let first = first.unwrap_or(king);
    (first, men.without(first).first().unwrap_or(first))
}

/// Values of all features; likelihoods are used as shares.
pub fn features(belief: &KingBelief) -> Values {
    let own = &belief.own;
    let home = own.king();
    let (first, second) = men(own);
    let attacked = own.attacked();
    let hanging = own.squares() & !attacked;
    let all = belief.mass(belief.king).max(f32::MIN_POSITIVE);
    let share = |squares: Bitboard| belief.mass(squares) / all;
    let count = belief.king.count() as f32;
    let room = reach(belief.king, !attacked & !own.squares());
    let mut far = 0;
    let (mut distance, mut steps, mut ring, mut corner, mut second_steps, mut freedom) =
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    let corners = corner_steps(own);
    for square in belief.king {
        let likely = belief.likely(square) / all;
        let apart = home.distance(square);
        far = far.max(apart);
        distance += likely * apart as f32;
        steps += likely * first.distance(square) as f32;
        second_steps += likely * second.distance(square) as f32;
        ring += likely * edge(square);
        corner += likely * corners[square as usize];
        freedom +=
            likely * (fill::around(Bitboard::from_square(square)) & !attacked).count() as f32;
    }
    let lines = if own.0[index(Role::Rook)].any() {
        [QUADRANTS[first as usize]; 2]
    } else if own.0[index(Role::Queen)].any() {
        [QUADRANTS[first as usize], RHOMBS[first as usize]]
    } else {
        [RHOMBS[first as usize], RHOMBS[second as usize]]
    };
    let held = lines.map(|areas| {
        areas
            .iter()
            .filter(|area| (**area & belief.king).any())
            .count()
    });
    let between = between_lines(home, first) & belief.king;
    let row = |square: Square| square.rank() as u32 as f32;
    [
        1.0,
        count / 10.0,
        (1.0 + count).log2(),
        room.count() as f32 / 10.0,
        (1.0 + room.count() as f32).log2(),
        distance,
        far as f32,
        ring,
        corner,
        freedom,
        share(fill::around(hanging)),
        flag((fill::around(hanging) & belief.king).any()),
        held[0] as f32,
        held[0] as f32 * count / 100.0,
        held[1] as f32,
        held[1] as f32 * count / 100.0,
        share(between),
        flag(between.any()),
        flag(home.distance(first) == 1),
        flag(home.distance(second) == 1),
        home.distance(first) as f32,
        home.distance(second) as f32,
        steps,
        second_steps,
        edge(home),
        edge(first),
        attacked.count() as f32 / 10.0,
        row(first),
        row(home) - row(first),
        ring * distance / 10.0,
        ring * (1.0 + count).log2() / 10.0,
        flag(first.distance(second) == 1),
    ]
}

fn flag(fact: bool) -> f32 {
    f32::from(u8::from(fact))
}

/// Distance from the edge, 0 to 3.
fn edge(square: Square) -> f32 {
    let (file, rank) = (square.file() as u32, square.rank() as u32);
    file.min(7 - file).min(rank).min(7 - rank) as f32
}

/// Steps to the nearest corner in which the king can be mated: with a knight one of the
/// bishop's colour.
fn corner_steps(own: &Own) -> &'static [f32; 64] {
    if own.0[index(Role::Knight)].is_empty() {
        return &CORNERS[2];
    }
    let dark = (own.0[index(Role::Bishop)] & Bitboard::DARK_SQUARES).any();
    &CORNERS[usize::from(dark)]
}

/// For the light corners, the dark ones, and all.
static CORNERS: LazyLock<[[f32; 64]; 3]> = LazyLock::new(|| {
    let all = Bitboard(0x8100_0000_0000_0081);
    let sets = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES, all];
    sets.map(|set| std::array::from_fn(|square| steps(Square::new(square as u32), set & all)))
});

fn steps(square: Square, corners: Bitboard) -> f32 {
    let steps = corners.into_iter().map(|corner| {
        let files = (corner.file() as i32 - square.file() as i32).abs();
        let ranks = (corner.rank() as i32 - square.rank() as i32).abs();
        files + ranks
    });
    steps.min().unwrap_or(0) as f32
}
