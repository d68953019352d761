//! Sums: all planes of a set at once. [`Plane::of`](super::Plane::of) is the plain version.

use super::plane::{COUNT, Formula, PLANES};
use super::seen::{castlings, corners};
use crate::infostate::{Infostate, Stage};
use crate::memory::REMEMBERED;
use darkforge_board::{
    Bitboard, Color, Men, bishop_attacks, king_attacks, knight_attacks, rook_attacks, squares_of,
};

/// The planes of a set of positions, in the view of the side that knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Synopsis {
    /// Planes in the order of [`PLANES`]. Bit 0 is the square a1 for White and a8 for Black.
    pub planes: [u64; COUNT],
}

/// Squares attacked once, and at least twice.
#[derive(Clone, Copy, Default)]
struct Attacks {
    once: u64,
    twice: u64,
}

impl Attacks {
    #[inline]
    fn add(&mut self, squares: u64) {
        self.twice |= self.once & squares;
        self.once |= squares;
    }

    #[inline]
    fn join(&mut self, other: Attacks) {
        self.twice |= other.twice | (self.once & other.once);
        self.once |= other.once;
    }
}

/// AND and OR of one set of squares over the positions.
#[derive(Clone, Copy)]
struct Sum {
    all: u64,
    any: u64,
}

impl Sum {
    const NONE: Sum = Sum { all: !0, any: 0 };

    #[inline]
    fn add(&mut self, squares: u64) {
        self.all &= squares;
        self.any |= squares;
    }
}

/// Attacks of pawns: by those to the west and those to the east.
#[inline]
fn pawns(color: Color, men: u64) -> Attacks {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (west, east) = match color {
        Color::White => ((men & NOT_A) << 7, (men & NOT_H) << 9),
        Color::Black => ((men & NOT_A) >> 9, (men & NOT_H) >> 7),
    };
    Attacks {
        once: west | east,
        twice: west & east,
    }
}

#[inline]
fn knights(men: Bitboard) -> Attacks {
    let mut attacks = Attacks::default();
    for from in men {
        attacks.add(knight_attacks(from).0);
    }
    attacks
}

/// Attacks of bishops and queens along diagonals, and of rooks and queens along lines; those of one
/// queen never meet.
#[inline]
fn sliders(men: &Men, occupied: Bitboard) -> [Attacks; 2] {
    let mut both = [Attacks::default(); 2];
    for from in men[2] | men[4] {
        both[0].add(bishop_attacks(from, occupied).0);
    }
    for from in men[3] | men[4] {
        both[1].add(rook_attacks(from, occupied).0);
    }
    both
}

/// Planes 18 to 35: the other side's men, and the last moves. Squares of the board.
pub fn remembered(state: &Infostate) -> [u64; REMEMBERED] {
    let mut roles = [Sum::NONE; 6];
    let mut free = Sum::NONE;
    for hidden in &state.hidden {
        let men = hidden.men();
        for (sum, squares) in roles.iter_mut().zip(men) {
            sum.add(squares.0);
        }
        free.add(!hidden.squares().0);
    }
    others(state, &roles, free)
}

fn others(state: &Infostate, roles: &[Sum; 6], free: Sum) -> [u64; REMEMBERED] {
    let mut planes = [0; REMEMBERED];
    planes[0] = free.all;
    planes[7] = free.any;
    for (place, sum) in roles.iter().enumerate() {
        planes[1 + place] = sum.all;
        planes[8 + place] = sum.any;
    }
    let memory = &state.memory;
    planes[14] = memory.last_from;
    planes[15] = memory.last_to;
    planes[16] = memory.own_capture;
    planes[17] = memory.opposing_capture;
    planes
}

/// Sums over the positions.
struct Sums {
    roles: [Sum; 6],
    free: Sum,
    empty: u64,
    own: Sum,
    own_twice: Sum,
    own_pawns: Sum,
    own_lines: [Sum; 2],
    without_king: u64,
    without_pawns: u64,
    other: Sum,
    other_twice: Sum,
    other_kinds: [Sum; 4],
    other_without_king: u64,
    other_without_pawns: u64,
    safe_king: u64,
    destinations: u64,
    corners: u64,
    checkers: [Sum; 3],
    castlings: Sum,
}

/// The own men, the same in all positions.
struct Own {
    men: Men,
    squares: Bitboard,
    color: Color,
    pawns: Attacks,
    knights: Attacks,
    king: u64,
    king_from: Option<darkforge_board::Square>,
}

impl Own {
    fn new(state: &Infostate) -> Own {
        let men = state.own.men;
        let king_from = men[5].first();
        Own {
            men,
            squares: squares_of(&men),
            color: state.color(),
            pawns: pawns(state.color(), men[0].0),
            knights: knights(men[1]),
            king: king_from.map_or(0, |king| king_attacks(king).0),
            king_from,
        }
    }

    /// All attacks of the own men.
    #[inline]
    fn attacks(&self, sliders: [Attacks; 2]) -> Attacks {
        let mut all = self.pawns;
        all.join(self.knights);
        all.join(sliders[0]);
        all.join(sliders[1]);
        all.add(self.king);
        all
    }
}

impl Sums {
    const NONE: Sums = Sums {
        roles: [Sum::NONE; 6],
        free: Sum::NONE,
        empty: !0,
        own: Sum::NONE,
        own_twice: Sum::NONE,
        own_pawns: Sum::NONE,
        own_lines: [Sum::NONE; 2],
        without_king: 0,
        without_pawns: 0,
        other: Sum::NONE,
        other_twice: Sum::NONE,
        other_kinds: [Sum::NONE; 4],
        other_without_king: 0,
        other_without_pawns: 0,
        safe_king: 0,
        destinations: 0,
        corners: 0,
        checkers: [Sum::NONE; 3],
        castlings: Sum::NONE,
    };

    #[inline]
    fn add(&mut self, own: &Own, state: &Infostate, hidden: &darkforge_recon::belief::Hidden) {
        let men = hidden.men();
        let others = hidden.squares();
        let occupied = own.squares | others;
        for (sum, squares) in self.roles.iter_mut().zip(men) {
            sum.add(squares.0);
        }
        self.free.add(!others.0);
        self.empty &= !occupied.0;

        let lines = sliders(&own.men, occupied);
        let attacks = own.attacks(lines);
        self.own.add(attacks.once);
        self.own_twice.add(attacks.twice);
        let passed = hidden.passed().map_or(0, |square| 1 << square.to_u32());
        self.own_pawns.add(own.pawns.once & (others.0 | passed));
        self.own_lines[0].add(lines[0].once);
        self.own_lines[1].add(lines[1].once);
        let sliding = lines[0].once | lines[1].once | own.knights.once;
        self.without_king |= sliding | own.pawns.once;
        self.without_pawns |= sliding | own.king;
        self.safe_king |= men[5].0 & !attacks.once;

        let enemy = !own.color;
        let by_pawns = pawns(enemy, men[0].0);
        let by_knights = knights(men[1]);
        let lines = sliders(&men, occupied);
        let king = men[5].first().map_or(0, |king| king_attacks(king).0);
        let mut all = by_pawns;
        all.join(by_knights);
        all.join(lines[0]);
        all.join(lines[1]);
        all.add(king);
        self.other.add(all.once);
        self.other_twice.add(all.twice);
        for (sum, attacks) in self
            .other_kinds
            .iter_mut()
            .zip([by_pawns, by_knights, lines[0], lines[1]])
        {
            sum.add(attacks.once);
        }
        let sliding = lines[0].once | lines[1].once | by_knights.once;
        self.other_without_king |= sliding | by_pawns.once;
        self.other_without_pawns |= sliding | king;
        let moves = (sliding | king) & !others.0 | by_pawns.once & own.squares.0;
        self.destinations |= moves | advances(enemy, men[0].0, !occupied.0);
        self.corners |= corners(enemy, hidden.castling()).0;

        if let Some(king) = own.king_from {
            self.checkers[0].add((knight_attacks(king) & men[1]).0);
            self.checkers[1].add((bishop_attacks(king, occupied) & (men[2] | men[4])).0);
            self.checkers[2].add((rook_attacks(king, occupied) & (men[3] | men[4])).0);
        }
        let castling = castlings(own.color, state.own.castling, occupied);
        self.castlings.add(castling.0);
    }
}

#[inline]
fn advances(color: Color, pawns: u64, free: u64) -> u64 {
    match color {
        Color::White => {
            let once = pawns << 8 & free;
            once | (once & 0x00ff_0000) << 8 & free
        }
        Color::Black => {
            let once = pawns >> 8 & free;
            once | (once & 0x0000_ff00_0000_0000) >> 8 & free
        }
    }
}

/// The constant planes.
const CONSTANTS: [u64; 10] = {
    let mut all = [0; 10];
    let mut place = 0;
    while place < 10 {
        if let Formula::Constant(squares) = PLANES[place].formula {
            all[place] = squares;
        }
        place += 1;
    }
    all
};

impl Synopsis {
    /// The planes of a set.
    pub fn of(state: &Infostate) -> Synopsis {
        let own = Own::new(state);
        let mut sums = Sums::NONE;
        for hidden in &state.hidden {
            sums.add(&own, state, hidden);
        }
        let blocked = Bitboard(own.squares.0 | !sums.free.all);
        let blocked = own.attacks(sliders(&own.men, blocked));
        let mut planes = [0; COUNT];
        planes[10] = if state.stage == Stage::Move { !0 } else { 0 };
        planes[11] = !own.squares.0;
        for (place, squares) in own.men.iter().enumerate() {
            planes[12 + place] = squares.0;
        }
        planes[18..36].copy_from_slice(&others(state, &sums.roles, sums.free));
        planes[36..51].copy_from_slice(&[
            blocked.once,
            sums.own.all,
            sums.own.any,
            blocked.twice,
            sums.own_twice.all,
            sums.own_twice.any,
            sums.own_pawns.all,
            sums.own_pawns.any,
            own.knights.once,
            sums.own_lines[0].all,
            sums.own_lines[0].any,
            sums.own_lines[1].all,
            sums.own_lines[1].any,
            sums.without_king,
            sums.without_pawns,
        ]);
        let mut place = 51;
        let doubles = [sums.other, sums.other_twice];
        for sum in doubles.iter().chain(&sums.other_kinds) {
            planes[place] = sum.all;
            planes[place + 1] = sum.any;
            place += 2;
        }
        let known = sums
            .roles
            .iter()
            .fold(!0, |known, sum| known & (sum.all | !sum.any));
        planes[63..69].copy_from_slice(&[
            sums.other_without_king,
            sums.other_without_pawns,
            sums.safe_king,
            sums.destinations,
            sums.corners,
            known,
        ]);
        if let Some(king) = own.king_from {
            planes[69] = own.king;
            planes[70] = knight_attacks(king).0;
            planes[73] = bishop_attacks(king, own.squares).0;
            planes[76] = rook_attacks(king, own.squares).0;
            for (place, sum) in [71, 74, 77].into_iter().zip(&sums.checkers) {
                planes[place] = sum.all;
                planes[place + 1] = sum.any;
            }
        }
        planes[79] = own.squares.0;
        planes[80] = sums.empty;
        planes[81] = corners(own.color, state.own.castling).0;
        planes[82] = sums.castlings.any;
        planes[83] = sums.castlings.all;
        for from in own.men[4] {
            planes[84] |= rook_attacks(from, own.squares).0;
            planes[85] |= bishop_attacks(from, own.squares).0;
        }
        planes[86..].copy_from_slice(&state.memory.previous);
        if own.color == Color::Black {
            for plane in &mut planes {
                *plane = plane.swap_bytes();
            }
        }
        planes[..10].copy_from_slice(&CONSTANTS);
        Synopsis { planes }
    }
}
