//! Attacks: the squares on which players begin exchanges, their weak points, and what precedes an attack
//! (T 5.2.6).
//!
//! An attack is a capture on a square on which the ply before captured nothing. The exchange goes on while
//! each ply captures on the same square. Squares are in the own frame of the player who is counted.
//!
//! T is the thesis, see [the crate](crate).

use std::collections::BTreeMap;

use super::by_name::ByName;
use super::course::{Course, POINTS, Turn};
use super::mean::{Cluster, Mean};
use super::seats::is_nameless;
use darkforge_board::{
    Bitboard, Color, Men, Role, SIDES, Square, bishop_attacks, index, king_attacks, knight_attacks,
    rook_attacks, side, squares_of,
};
use darkforge_kriegspiel::umpire::{Answer, Question};

/// Greatest number of own moves before an attack.
pub const BEFORE: usize = 6;

/// Greatest number of names that are told apart in attacks: a player has kilobytes of figures.
pub const MOST_ATTACKERS: usize = 20_000;

/// Attacks on one square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Struck {
    /// Attacks.
    pub attacks: u32,
    /// Games with at least one.
    pub games: u32,
    /// Sum over the attacks of the attacker's men that attack the square before the first capture.
    pub men: u32,
    /// Men captured in these exchanges, by both sides.
    pub captures: u32,
    /// Points that the attacker captured less those it lost.
    pub gain: i32,
}

impl Struck {
    fn merge(&mut self, other: Struck) {
        self.attacks += other.attacks;
        self.games += other.games;
        self.men += other.men;
        self.captures += other.captures;
        self.gain += other.gain;
    }
}

/// Attacks by their squares.
pub type Squares = BTreeMap<Square, Struck>;

/// Figures of an own turn some moves before an attack; at distance 0 the attack itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prelude {
    /// Own men that attack the target at the beginning of the turn.
    pub men: Mean,
    /// Whether the move made more own men attack the target.
    pub brought: Mean,
    /// Whether the man moved that later captures.
    pub captor: Mean,
    /// Whether a try with this target was refused, where refused tries are known.
    pub tried: Mean,
    /// Whether the opponent's move before it was announced with a capture, a check or pawn tries.
    pub heard: Mean,
}

/// Figures of one player: as attacker, and as the one attacked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attacker {
    /// Squares that it attacked.
    pub targets: Squares,
    /// Squares on which it was attacked.
    pub weak: Squares,
    /// Turns before its attacks, by the number of own moves between.
    pub preludes: [Prelude; BEFORE + 1],
}

/// Attacks of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attacks {
    /// Of every seat of every game.
    pub all: Attacker,
    /// By the attacked or attacking player's name.
    pub named: ByName<Attacker, MOST_ATTACKERS>,
}

/// One attack.
struct Attack {
    /// Ply of the first capture.
    ply: usize,
    side: Color,
    target: Square,
    men: u32,
    captures: u32,
    gain: i32,
}

/// Figures of the plies before an attack, without games.
#[derive(Clone, Copy, Default)]
struct Found {
    men: Cluster,
    brought: Cluster,
    captor: Cluster,
    tried: Cluster,
    heard: Cluster,
}

impl Attacks {
    /// Adds a game.
    pub fn add(&mut self, course: &Course<'_>) {
        let attacks = attacks(course);
        let refused = refused(course);
        for color in SIDES {
            let targets = squares(&attacks, color, |attack| attack.side == color);
            let weak = squares(&attacks, color, |attack| attack.side != color);
            let mut found = [Found::default(); BEFORE + 1];
            for attack in attacks.iter().filter(|attack| attack.side == color) {
                look_back(course, attack, &refused, &mut found);
            }
            self.all.add(&targets, &weak, &found);
            let name = &course.game.players[side(color)];
            if is_nameless(name) {
                continue;
            }
            if let Some(player) = self.named.of(name) {
                player.add(&targets, &weak, &found);
            }
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Attacks) {
        self.all.merge(&other.all);
        self.named.merge(other.named, |own, more| own.merge(&more));
    }
}

impl Attacker {
    fn add(&mut self, targets: &Squares, weak: &Squares, found: &[Found]) {
        for (own, more) in [(&mut self.targets, targets), (&mut self.weak, weak)] {
            for (&square, &struck) in more {
                own.entry(square).or_default().merge(struck);
            }
        }
        for (own, found) in self.preludes.iter_mut().zip(found) {
            own.men.add(found.men);
            own.brought.add(found.brought);
            own.captor.add(found.captor);
            own.tried.add(found.tried);
            own.heard.add(found.heard);
        }
    }

    fn merge(&mut self, other: &Attacker) {
        self.add(&other.targets, &other.weak, &[]);
        for (own, more) in self.preludes.iter_mut().zip(&other.preludes) {
            own.men.merge(&more.men);
            own.brought.merge(&more.brought);
            own.captor.merge(&more.captor);
            own.tried.merge(&more.tried);
            own.heard.merge(&more.heard);
        }
    }
}

/// The attacks of a game in order.
fn attacks(course: &Course<'_>) -> Vec<Attack> {
    let mut attacks: Vec<Attack> = Vec::new();
    let mut before = None;
    for (ply, turn) in course.turns.iter().enumerate() {
        let Some((square, role)) = turn.captured else {
            before = None;
            continue;
        };
        let points = POINTS[index(role)] as i32;
        match attacks.last_mut() {
            Some(attack) if before == Some(square) => {
                attack.captures += 1;
                attack.gain += if attack.side == turn.side {
                    points
                } else {
                    -points
                };
            }
            _ => attacks.push(Attack {
                ply,
                side: turn.side,
                target: square,
                men: attackers(&course.men[ply], turn.side, square),
                captures: 1,
                gain: points,
            }),
        }
        before = Some(square);
    }
    attacks
}

/// The attacks that count, by squares in the frame of `color`.
fn squares(attacks: &[Attack], color: Color, counts: impl Fn(&Attack) -> bool) -> Squares {
    let mut squares = Squares::new();
    for attack in attacks.iter().filter(|attack| counts(attack)) {
        let own = color.fold_wb(attack.target, attack.target.flip_vertical());
        let struck = squares.entry(own).or_default();
        struck.attacks += 1;
        struck.games = 1;
        struck.men += attack.men;
        struck.captures += attack.captures;
        struck.gain += attack.gain;
    }
    squares
}

/// Number of the men of `color` that attack `target`.
fn attackers(men: &[Men; 2], color: Color, target: Square) -> u32 {
    let own = &men[side(color)];
    let all = squares_of(&men[0]) | squares_of(&men[1]);
    let of = |role| own[index(role)];
    let straight = rook_attacks(target, all) & (of(Role::Rook) | of(Role::Queen));
    let diagonal = bishop_attacks(target, all) & (of(Role::Bishop) | of(Role::Queen));
    let steps = knight_attacks(target) & of(Role::Knight) | king_attacks(target) & of(Role::King);
    let file = target.file() as i32;
    let rank = target.rank() as i32 - color.fold_wb(1, -1);
    let pawns = [file - 1, file + 1].into_iter().filter(|&file| {
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside && of(Role::Pawn).contains(Square::new((8 * rank + file) as u32))
    });
    (straight | diagonal | steps).count() as u32 + pawns.count() as u32
}

/// Targets of the refused tries of each turn.
fn refused(course: &Course<'_>) -> Vec<Bitboard> {
    let mut all = Vec::with_capacity(course.turns.len());
    let mut targets = Bitboard::EMPTY;
    for entry in &course.game.entries {
        match (entry.question, entry.answer) {
            (Question::Try(asked), Answer::Refused) => targets.add(asked.to),
            (Question::Try(_), Answer::Played(_)) => {
                all.push(targets);
                targets = Bitboard::EMPTY;
            }
            _ => {}
        }
    }
    all
}

/// Adds what precedes `attack` to `found`, by the number of own moves before.
fn look_back(
    course: &Course<'_>,
    attack: &Attack,
    refused: &[Bitboard],
    found: &mut [Found; BEFORE + 1],
) {
    let turn = |ply: usize| -> &Turn { &course.turns[ply] };
    let mut captor = turn(attack.ply).played.from;
    for (distance, found) in found.iter_mut().enumerate() {
        let Some(ply) = attack.ply.checked_sub(2 * distance) else {
            break;
        };
        let men = |ply: usize| attackers(&course.men[ply], attack.side, attack.target);
        found.men.push(i64::from(men(ply)));
        if distance > 0 {
            found.brought.push(i64::from(men(ply + 1) > men(ply)));
            let moved = turn(ply).played;
            let is_captor = moved.to == captor;
            if is_captor {
                captor = moved.from;
            }
            found.captor.push(i64::from(is_captor));
        }
        if course.is_told(ply) {
            let tried = refused[ply].contains(attack.target);
            found.tried.push(i64::from(tried));
        }
        if let Some(before) = ply.checked_sub(1) {
            found.heard.push(i64::from(!turn(before).said.is_silent()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::Game;
    use darkforge_kriegspiel::record::read;

    fn attacked(text: &str) -> Attacks {
        let game = read::games(text.as_bytes()).into_iter().next();
        let game = Game::of_file(game.unwrap().unwrap(), false);
        let mut attacks = Attacks::default();
        attacks.add(&Course::of(&game));
        attacks
    }

    #[test]
    fn an_exchange_is_one_attack_with_its_gain() {
        // White takes on d5 with two attackers against one: pawn, pawn, knight for two pawns.
        let found = attacked(
            "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 d5 2. Nc3 Nf6 3. exd5 Nxd5 4. Nxd5 Qxd5 *",
        );
        let ada = found.named.iter().find(|(name, _)| *name == "Ada").unwrap();
        let bob = found.named.iter().find(|(name, _)| *name == "Bob").unwrap();
        let struck = Struck {
            attacks: 1,
            games: 1,
            men: 2,
            captures: 4,
            gain: 0, // a pawn and a knight on each side
        };
        assert_eq!(ada.1.targets, Squares::from([(Square::D5, struck)]));
        assert_eq!(bob.1.weak, Squares::from([(Square::D4, struck)]));
        assert!(ada.1.weak.is_empty() && bob.1.targets.is_empty());
        let preludes = &ada.1.preludes;
        let sums = |of: fn(&Prelude) -> &Mean| preludes.each_ref().map(|one| of(one).sum());
        assert_eq!(sums(|one| &one.men)[..3], [2, 1, 0], "men on d5");
        assert_eq!(sums(|one| &one.brought)[1..3], [1, 1], "2. Nc3, 1. e4");
        assert_eq!(sums(|one| &one.captor)[1..3], [0, 1], "1. e4");
        assert_eq!(
            sums(|one| &one.heard)[..3],
            [1, 1, 0],
            "pawn tries from 1... d5 on"
        );
        assert_eq!(preludes[0].tried.count, 0, "tries are not told");
    }

    #[test]
    fn a_capture_elsewhere_is_another_attack() {
        let found = attacked("1. e4 d5 2. exd5 Qxd5 3. d4 Qxd4 4. Qxd4 *");
        let targets: Vec<(Square, u32)> = found
            .all
            .targets
            .iter()
            .map(|(&square, struck)| (square, struck.captures))
            .collect();
        // White's on d5; Black's on d4, which is d5 in its own frame.
        assert_eq!(targets, [(Square::D5, 4)]);
        assert_eq!(found.all.targets[&Square::D5].attacks, 2);
        assert_eq!(found.all.targets[&Square::D5].gain, 1 - 9);
        assert_eq!(found.all.weak[&Square::D4].attacks, 2);
    }
}
