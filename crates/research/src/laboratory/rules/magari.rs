//! King and rook by Magari's sweep (T 6.1.1).
//!
//! King and rook stand side by side on the edge, and go up the board in turns: Kd2, Re2, Kd3, Re3,
//! ... Kd8, Re8. The enemy king never crosses the rook's file, and each of their ranks behind the
//! rook is swept. A check by the rook comes from its own side, one that our king uncovers or a
//! refused step from the other; without announcements the enemy king is on our king's side. For the
//! rest T only says that our king "is used to systematically reduce the possible locations": that
//! is done by [`Rook`].
//!
//! The diagram of the sweep's beginning is lost; its first moves, Kd2, then Re2, imply Kd1 Re1. Of
//! the eight symmetric sweeps the nearest is used.
//!
//! T is the thesis, see [the crate](crate).

use std::sync::LazyLock;

use super::Prospect;
use super::rook::Rook;
use crate::laboratory::ending::symmetries;
use crate::laboratory::state::{Answer, State};
use darkforge_board::{Bitboard, Role, Square, Try, index};
use darkforge_engine::endgame::Own;

/// Squares of our king and of the rook.
type Stand = (Square, Square);

/// Stands of a sweep; the first is before it begins.
const STANDS: usize = 15;
/// Own moves after which reaching the beginning of a sweep is given up: the enemy king is in the
/// way.
const GATHERING: u32 = 20;
/// Cost of an unguarded rook on the way there, in moves.
const UNGUARDED: u32 = 3;

/// State of the rules.
#[derive(Clone, Default)]
pub(super) struct Magari {
    /// Symmetry and stand of the current sweep.
    at: Option<(usize, usize)>,
    gathered: u32,
    /// Whether the sweep is over: [`Rook`] plays the rest.
    over: bool,
    rook: Rook,
}

impl Magari {
    pub(super) fn choose(&mut self, state: &State) -> Try {
        if !self.over {
            if let Some(asked) = self.sweep(state) {
                return asked;
            }
            if let Some(asked) = gather(state).filter(|_| self.at.is_none()) {
                return asked;
            }
            self.over = true;
        }
        self.rook.choose(state)
    }

    /// The next try of a sweep, if we stand at a beginning or inside one.
    fn sweep(&mut self, state: &State) -> Option<Try> {
        let stand = stand(state)?;
        if self.at.is_none() {
            let image = SWEEPS.iter().position(|sweep| sweep[0] == stand)?;
            self.at = Some((image, 0));
        }
        let (image, step) = self.at?;
        let next = SWEEPS[image].get(step + 1)?;
        let asked = if next.0 == stand.0 {
            Try::new(stand.1, next.1)
        } else {
            Try::new(stand.0, next.0)
        };
        let mut tries = Vec::new();
        state.tries(&mut tries);
        let safe = tries.contains(&asked) && !Prospect::of(state, asked).risky;
        safe.then_some(asked)
    }

    pub(super) fn told(&mut self, before: &State, asked: Try, answer: Answer) {
        self.rook.told(before, asked, answer);
        let quiet = matches!(answer, Answer::Played(checks) if !checks.any());
        match &mut self.at {
            Some((_, step)) if quiet => {
                *step += 1;
                self.over |= *step + 1 == STANDS;
            }
            Some(_) => self.over = true,
            None => {
                self.gathered += u32::from(answer != Answer::Refused);
                self.over |= self.gathered >= GATHERING;
            }
        }
    }
}

fn stand(state: &State) -> Option<Stand> {
    let rook = state.own[index(Role::Rook)].first()?;
    Some((Own(state.own).king(), rook))
}

/// The safe try that leads nearest to the beginning of a sweep.
fn gather(state: &State) -> Option<Try> {
    let (king, rook) = stand(state)?;
    let mut tries = Vec::new();
    state.tries(&mut tries);
    let safe = tries
        .into_iter()
        .filter(|asked| !Prospect::of(state, *asked).risky);
    safe.min_by_key(|asked| {
        if asked.from == king {
            cost((asked.to, rook))
        } else {
            cost((king, asked.to))
        }
    })
}

/// All eight symmetric sweeps.
static SWEEPS: LazyLock<Vec<[Stand; STANDS]>> = LazyLock::new(|| {
    let plain: [Stand; STANDS] = std::array::from_fn(|step| {
        let king = Square::new(8 * step.div_ceil(2) as u32 + 3);
        (king, Square::new(8 * (step / 2) as u32 + 4))
    });
    let mut sweeps = vec![plain];
    for turn in symmetries(false) {
        let turned = |square: Square| turn(Bitboard::from_square(square)).first();
        sweeps.push(
            plain.map(|(king, rook)| (turned(king).unwrap_or(king), turned(rook).unwrap_or(rook))),
        );
    }
    sweeps
});

fn place((king, rook): Stand) -> usize {
    64 * king as usize + rook as usize
}

fn guarded((king, rook): Stand) -> bool {
    king.distance(rook) == 1
}

/// Moves from a stand to the beginning of a sweep, on an empty board; leaving the rook unguarded
/// counts as more.
fn ways() -> Vec<u32> {
    const FAR: u32 = 1000;
    let mut ways = vec![FAR; 64 * 64];
    for sweep in SWEEPS.iter() {
        ways[place(sweep[0])] = 0;
    }
    let stands: Vec<(Stand, Vec<usize>)> = all_stands().map(|at| (at, after(at))).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (at, after) in &stands {
            let best = after.iter().map(|&next| {
                let next_stand = (Square::new(next as u32 / 64), Square::new(next as u32 % 64));
                let step = if guarded(next_stand) { 1 } else { UNGUARDED };
                ways[next] + step
            });
            let best = best.min().unwrap_or(FAR);
            if best < ways[place(*at)] {
                ways[place(*at)] = best;
                changed = true;
            }
        }
    }
    ways
}

static WAYS: LazyLock<Vec<u32>> = LazyLock::new(ways);

/// Cost of reaching a stand and of going on from there.
fn cost(at: Stand) -> u32 {
    WAYS[place(at)] + if guarded(at) { 1 } else { UNGUARDED }
}

fn all_stands() -> impl Iterator<Item = Stand> {
    let pairs = Square::ALL
        .into_iter()
        .flat_map(|king| Square::ALL.into_iter().map(move |rook| (king, rook)));
    pairs.filter(|(king, rook)| king != rook)
}

/// Places of all stands after one move.
fn after((king, rook): Stand) -> Vec<usize> {
    let mut men = [Bitboard::EMPTY; 6];
    men[index(Role::King)].add(king);
    men[index(Role::Rook)].add(rook);
    let mut moves = Vec::new();
    Own(men).moves(&mut moves);
    let next = moves.into_iter().map(|asked| {
        if asked.from == king {
            (asked.to, rook)
        } else {
            (king, asked.to)
        }
    });
    next.map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::Ending;

    #[test]
    fn the_sweep_goes_up_the_board_as_the_thesis_writes_it() {
        let names: Vec<String> = SWEEPS[0]
            .windows(2)
            .map(|pair| {
                let [(_, _), (king, rook)] = pair else {
                    unreachable!()
                };
                if pair[0].0 == *king {
                    format!("R{rook}")
                } else {
                    format!("K{king}")
                }
            })
            .collect();
        assert_eq!(names[..4], ["Kd2", "Re2", "Kd3", "Re3"]);
        assert_eq!(names[12..], ["Kd8", "Re8"]);
        assert_eq!(SWEEPS.len(), 8);
    }

    #[test]
    fn every_stand_leads_to_a_sweep() {
        let longest = all_stands().map(|at| WAYS[place(at)]).max();
        assert!(
            longest.is_some_and(|moves| moves <= GATHERING),
            "{longest:?}"
        );
    }

    #[test]
    fn silence_goes_on_and_a_check_ends_the_sweep() {
        let start = Ending::Krk.read_start("Kd1 Re1 kh8").unwrap();
        let mut rules = Magari::default();
        let state = start.state();
        let asked = rules.choose(&state);
        assert_eq!(asked, "d1d2".parse().unwrap());
        let silence = Answer::Played(darkforge_kriegspiel::umpire::Checks::NONE);
        rules.told(&state, asked, silence);
        let next = state.played(asked, darkforge_kriegspiel::umpire::Checks::NONE);
        assert_eq!(rules.choose(&next), "e1e2".parse().unwrap());
        let rank = darkforge_kriegspiel::umpire::Checks::one(
            darkforge_kriegspiel::umpire::Direction::Rank,
        );
        rules.told(&next, "e1e2".parse().unwrap(), Answer::Played(rank));
        assert!(rules.over);
    }

    #[test]
    fn with_no_word_the_king_is_on_our_kings_side() {
        let mut state = Ending::Krk.read_start("Kd1 Re1 kh8").unwrap().state();
        for pair in SWEEPS[0].windows(2) {
            let asked = if pair[0].0 == pair[1].0 {
                Try::new(pair[0].1, pair[1].1)
            } else {
                Try::new(pair[0].0, pair[1].0)
            };
            state = state.played(asked, darkforge_kriegspiel::umpire::Checks::NONE);
        }
        let left = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
        assert!(
            state.king.any() && state.king.is_subset(left),
            "{:?}",
            state.king
        );
    }
}
