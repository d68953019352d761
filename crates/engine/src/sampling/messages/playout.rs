//! Playouts (approach B): long random games of messages, valued by the material at their end.

use super::super::evaluation::value_of;
use super::situation::{CHOICES, Situation, liking};
use darkforge_board::{ROLES, Role, Try, index};
use darkforge_streams::{self as streams, Stream};

/// Refused tries in a row after which a playout ends.
const MOST_REFUSED: u32 = 20;

/// Plays `moves` random own moves and answers from `now`; returns the lead at the end, in pawns.
pub(super) fn play_out(mut now: Situation, moves: u32, stream: &mut Stream) -> f32 {
    let mut tries: Vec<Try> = Vec::with_capacity(64);
    for _ in 0..moves {
        now.possible(&mut tries);
        let Some(asked) = legal_one(&now, &mut tries, stream) else {
            break;
        };
        let captured = now.play(asked, stream);
        let taken = captured.map(|_| asked.to);
        quick_answer(&mut now, taken, stream);
        now.hear_tries(stream);
    }
    ahead(&now)
}

fn legal_one(now: &Situation, tries: &mut Vec<Try>, stream: &mut Stream) -> Option<Try> {
    for _ in 0..MOST_REFUSED {
        if tries.is_empty() {
            return None;
        }
        let asked = tries.swap_remove(streams::below(stream, tries.len()));
        if (streams::unit(stream) as f32) < now.legal(asked) {
            return Some(asked);
        }
    }
    None
}

/// The enemy's answer, of which only one of our men is examined, with a probability that corrects
/// for it: faster, and right on average.
fn quick_answer(now: &mut Situation, taken: Option<darkforge_board::Square>, stream: &mut Stream) {
    let own = now.own();
    let count = own.count();
    let drawn = streams::below(stream, count.max(1));
    let Some(square) = own.into_iter().nth(drawn) else {
        return;
    };
    if now.men[index(Role::King)].contains(square) {
        return;
    }
    let attackers = now.enemy.attackers(square, own);
    let weight = |role: Role| attackers[index(role)] * liking(role, taken == Some(square));
    let all: f32 = ROLES.into_iter().map(weight).sum();
    let mut left = streams::unit(stream) as f32 * (CHOICES + all) / count as f32;
    for role in ROLES {
        left -= weight(role);
        if left < 0.0 {
            now.lose(square, role);
            return;
        }
    }
}

fn ahead(now: &Situation) -> f32 {
    let men = ROLES[..5].iter();
    men.map(|&role| {
        let ours = now.men[index(role)].count() as f32;
        (ours - now.enemy.count(role)) * value_of(role)
    })
    .sum()
}
