//! Prospects: value of a try one move ahead, as an expectation over the move, the enemy's answer
//! and our recapture (approach C with quiescence).

use super::super::evaluation::{MATE, is_ending, pawns, piece_square, value_of};
use super::situation::{CHOICES, Situation, liking};
use darkforge_board::{
    Bitboard, Men, ROLES, Role, Try, attacked_by, index, king_attacks, role_on, squares_of,
};
use darkforge_kriegspiel::umpire::play_own_move;

/// Share of a capturer's value that we expect to win back on protected squares.
const BACK: f32 = 0.9;
/// Greatest cost of an enemy without a move; otherwise the lead.
const MOST_LEAD: f32 = 40.0;

/// Numbers of a situation that all its tries share.
pub(super) struct Standing {
    /// Lead in pawns, with the placement of our men.
    pub ahead: f32,
    /// Enemy men beside the king.
    others: f32,
    ending: bool,
}

impl Standing {
    /// Numbers of the situation `now`.
    pub fn of(now: &Situation) -> Standing {
        let mut others = 0.0;
        let mut theirs = 0.0;
        let mut pieces = 0.0;
        for &role in &ROLES[..5] {
            let count = now.enemy.count(role);
            others += count;
            theirs += count * value_of(role);
            if role != Role::Pawn {
                pieces += count * value_of(role);
            }
        }
        let ending = pieces <= 13.0;
        let mut ours = 0;
        for (&role, &men) in ROLES.iter().zip(&now.men) {
            for square in men {
                ours += piece_square(role, now.color, square, ending);
            }
        }
        Standing {
            ahead: pawns(ours) - theirs,
            others,
            ending,
        }
    }
}

/// Value of `asked` if it is legal, in pawns.
pub(super) fn prospect(now: &Situation, standing: &Standing, asked: Try) -> f32 {
    let Some(role) = role_on(&now.men, asked.from) else {
        return f32::NEG_INFINITY;
    };
    let (mut men, mut castling) = (now.men, now.castling);
    play_own_move(now.color, &mut men, &mut castling, asked);
    let arrived = asked.promotion.unwrap_or(role);
    let worth = |role, square| piece_square(role, now.color, square, standing.ending);
    let moved = worth(arrived, asked.to) - worth(role, asked.from);
    let mut gain = 0.0;
    let captures = now.captures(asked);
    if captures > 0.0 {
        let man = |&role: &Role| now.enemy.man(role, asked.to) * value_of(role);
        gain = ROLES[..5].iter().map(man).sum::<f32>();
        if now.is_pawn_capture(asked) {
            gain /= now.enemy.any(asked.to).max(0.05);
        }
    }
    let lead = standing.ahead + pawns(moved) + gain;
    let attacked = attacked_by(&men, now.color, squares_of(&men));
    let (mate, stale) = shut_in(now, standing, attacked);
    lead - loss(now, &men, attacked, asked, captures) + mate * (MATE - lead.min(MATE))
        - stale * lead.clamp(0.0, MOST_LEAD)
        + net(now, &men, attacked, standing)
}

/// Expected loss by the enemy's answer, less our recapture.
fn loss(now: &Situation, men: &Men, attacked: Bitboard, asked: Try, captures: f32) -> f32 {
    let own = squares_of(men);
    let (mut loss, mut all) = (0.0, CHOICES);
    for (&role, &squares) in ROLES[..5].iter().zip(men) {
        for square in squares {
            let here = square == asked.to;
            let attackers = now.enemy.attackers(square, own);
            let back = if attacked.contains(square) { BACK } else { 0.0 };
            for (&capturer, attackers) in ROLES.iter().zip(attackers) {
                if attackers <= 0.0 {
                    continue;
                }
                let mut likes = liking(capturer, false);
                if here && captures > 0.0 {
                    likes += captures * (liking(capturer, true) - likes);
                }
                // A king captures only unprotected men.
                let guarded = capturer == Role::King && back > 0.0;
                let weight = if guarded { 0.0 } else { likes * attackers };
                all += weight;
                loss += weight * (value_of(role) - back * value_of(capturer));
            }
        }
    }
    loss / all
}

/// Likelihood that the enemy is mated, and that it has no move without being in check.
fn shut_in(now: &Situation, standing: &Standing, attacked: Bitboard) -> (f32, f32) {
    let (mut mate, mut stale) = (0.0, 0.0);
    for (king, likely) in now.enemy.squares(Role::King) {
        let certain = |square: &_| now.enemy.any(*square) < 0.9;
        let flights = (king_attacks(king) & !attacked).into_iter().filter(certain);
        if flights.count() > 0 {
            continue;
        }
        if attacked.contains(king) {
            mate += likely / (1.0 + 0.5 * standing.others);
        } else if standing.others < 2.5 {
            stale += likely / (1.0 + 2.0 * standing.others);
        }
    }
    (mate, stale)
}

/// A bonus when the enemy's king is nearly alone: the fewer squares it has, the better.
fn net(now: &Situation, men: &Men, attacked: Bitboard, standing: &Standing) -> f32 {
    if standing.others > 1.5 || !is_mating(men) {
        return 0.0;
    }
    let own = men[index(Role::King)].first();
    let mut worth = 0.0;
    for (king, likely) in now.enemy.squares(Role::King) {
        let flights = (king_attacks(king) & !attacked).count() as f32;
        let from_centre = |at: u32| (2 * at as i32 - 7).abs() / 2;
        let edge = from_centre(u32::from(king.file())) + from_centre(u32::from(king.rank()));
        let near = own.map_or(0, |own| 7 - own.distance(king) as i32);
        worth += likely * (0.15 * edge as f32 + 0.08 * near as f32 - 0.1 * flights);
    }
    worth
}

fn is_mating(men: &Men) -> bool {
    let heavy = men[index(Role::Queen)] | men[index(Role::Rook)];
    heavy.any() || !is_ending(men)
}
