//! Tactics: gain and risk of a move, as a mean over believed boards: its capture, the enemy's
//! capture in reply, mate and stalemate. The tree of metapositions cannot show them, because it
//! predicts one silent answer to every move.
//!
//! A refused try costs nothing, so each move is valued as if it were legal: the mean is over the
//! boards on which it is.

use super::Weights;
use super::material::Material;
use super::options::Effort;
use super::stalemate;
use super::weights::Weight;
use darkforge_board::{
    Bitboard, Board, Move, MoveList, Role, Square, Try, attacked_by, captured_by, index,
};
use darkforge_kriegspiel::belief::OpponentModel;

/// Value of giving mate, in pawns. It is small: a side that can mate on some boards can soon mate
/// on more, if it loses nothing.
const MATE: f32 = 25.0;
/// Cost of a stalemate for each pawn of lead, up to [`LEAD`].
const STALEMATE: f32 = 50.0;
/// The same for the best moves, on all boards: nothing else matters in a game that is won.
const SHUNNED: f64 = 400.0;
/// Share of it for stalemates that no board shows: with all of it more games were drawn by fifty moves.
const UNSEEN: f64 = 0.1;
/// Greatest lead that counts in the cost of a stalemate, in pawns.
const LEAD: f64 = 5.0;
/// Greatest number of the belief's boards on which moves are tried.
const SAMPLES: usize = 128;
/// Marks a pair of squares that no move has.
const NONE: u16 = u16::MAX;

/// Numbers of best moves and of boards, stage by stage: all moves on a few boards, the best on
/// more.
type Stages = [(usize, usize); 3];
const STAGES: Stages = [(usize::MAX, 16), (12, 40), (6, SAMPLES)];
/// The same with a quarter of the work.
const FAST: Stages = [(usize::MAX, 8), (6, 16), (3, 32)];
/// The same with nearly three times the work.
const DEEP: Stages = [(usize::MAX, 64), (24, SAMPLES), (12, SAMPLES)];
/// Probability that an enemy pawn becomes a queen, by its steps to go, if nobody meets it.
const RUN: [f32; 4] = [0.0, 0.8, 0.4, 0.15];
/// The same as a share of that if a man of ours attacks the pawn or a square of its way, and if our
/// king is near enough.
const MET: f32 = 0.15;
const NEAR: f32 = 0.5;
/// Squares from which a pawn of White, and of Black, has one to three steps to go.
const RUNNERS: [Bitboard; 2] = [
    Bitboard(0x00ff_ffff_0000_0000),
    Bitboard(0x0000_0000_ffff_ff00),
];
/// Added to a move that is illegal on every board, in pawns.
const UNBELIEVED: f64 = -3.0;
/// Additional cost of being mated for each pawn of lead: a side that is winning has more to lose.
const CAUTION: f64 = 1.0;
/// Marks a move that has not been tried on a board.
const UNTRIED: f32 = f32::INFINITY;

/// Values of each move on each board, computed on first use.
pub struct Tactics {
    stages: Stages,
    values: [f32; 6],
    opponent: OpponentModel,
    back: f32,
    last_pawns: f32,
    last_mating: f32,
    /// Cost of a stalemate for each pawn of lead.
    stalemate: f32,
    /// The same for the best moves.
    shunned: f64,
    mated: f64,
    moves: Vec<Try>,
    /// For each pair of squares the place of its first move.
    places: Vec<u16>,
    /// The sample; its first boards are themselves a sample of it.
    rows: Vec<Row>,
    /// For each move its value on each board of the sample; NaN if it is illegal.
    table: Vec<f32>,
    /// For each move the recaptures after it.
    back_gains: Vec<Vec<TakenBack>>,
    loud: MoveList,
}

/// A board of the sample.
struct Row {
    /// Its place among all boards.
    board: usize,
    material: Material,
}

/// A recapture on `square`, on one board after one move.
struct TakenBack {
    row: u32,
    square: Square,
    /// Its gain in pawns times the probability of the capture; negative if the recapturing man is
    /// lost for less.
    gain: f32,
}

impl Tactics {
    /// The weights that [`new`](Tactics::new) reads.
    pub const READS: [Weight; 11] = [
        Weight::PawnValue,
        Weight::KnightValue,
        Weight::BishopValue,
        Weight::RookValue,
        Weight::QueenValue,
        Weight::EnemyInvited,
        Weight::EnemyBlind,
        Weight::CaptureBack,
        Weight::LastPawns,
        Weight::LastMating,
        Weight::Mated,
    ];

    /// Tactics with the piece values and the opponent model of `weights`; without `stalemate` a
    /// stalemate is a move like any other.
    pub fn new(weights: &Weights, stalemate: bool) -> Tactics {
        let w = |weight| weights[weight] as f32;
        let mut values = weights.of_men().map(|value| value as f32);
        values[index(Role::King)] = 0.0; // one that captures is never captured back
        Tactics {
            stages: STAGES,
            values,
            opponent: OpponentModel {
                invited: w(Weight::EnemyInvited),
                blind: w(Weight::EnemyBlind),
                captured_on: None,
            },
            back: w(Weight::CaptureBack),
            last_pawns: w(Weight::LastPawns),
            last_mating: w(Weight::LastMating),
            stalemate: if stalemate { STALEMATE } else { 0.0 },
            shunned: if stalemate { SHUNNED } else { 0.0 },
            mated: weights[Weight::Mated],
            moves: Vec::new(),
            places: Vec::new(),
            rows: Vec::new(),
            table: Vec::new(),
            back_gains: Vec::new(),
            loud: MoveList::new(),
        }
    }

    /// The same with the work of `pace`.
    #[must_use]
    pub fn paced(mut self, pace: Effort) -> Tactics {
        self.stages = match pace {
            Effort::Fast => FAST,
            Effort::Full => STAGES,
            Effort::Deep => DEEP,
        };
        self
    }

    /// Forgets the moves of the last turn.
    pub fn clear(&mut self) {
        self.moves.clear();
    }

    /// Whether no move of this turn was tried yet.
    pub fn is_clear(&self) -> bool {
        self.moves.is_empty()
    }

    /// Takes a sample of `boards` on which to try `moves`, in the umpire's frame.
    pub fn prepare(&mut self, boards: &[Board], moves: impl Iterator<Item = Try>) {
        self.moves.clear();
        self.moves.extend(moves);
        self.places.clear();
        self.places.resize(64 * 64, NONE);
        for (place, &asked) in self.moves.iter().enumerate() {
            let first = &mut self.places[pair(asked)];
            *first = (*first).min(place as u16);
        }
        let step = boards.len().div_ceil(SAMPLES).max(1);
        let mut sample: Vec<usize> = (0..boards.len().div_ceil(step)).collect();
        // Neighbours often come from one board.
        sample.sort_by_key(|&at| (at as u8).reverse_bits());
        self.rows.clear();
        self.rows.extend(sample.into_iter().map(|at| Row {
            board: at * step,
            material: Material::of(&boards[at * step], self.values, self.last_pawns),
        }));
        self.table.clear();
        let cells = self.rows.len() * self.moves.len();
        self.table.resize(cells, UNTRIED);
        self.back_gains.resize_with(self.moves.len(), Vec::new);
        self.back_gains.iter_mut().for_each(Vec::clear);
    }

    /// Adds to the `values` of `tries`, in pawns, `factor` times the gain and risk of each on the
    /// prepared `boards` that are `alive`. The result does not depend on earlier calls.
    #[inline(never)] // a part of its own in profiles
    pub fn add_prospects(
        &mut self,
        boards: &[Board],
        alive: &[bool],
        tries: &[Try],
        factor: f64,
        values: &mut [f64],
    ) {
        let rows = 0..self.rows.len();
        let rows: Vec<usize> = rows.filter(|&row| alive[self.rows[row].board]).collect();
        let before = values.to_vec();
        let mut order: Vec<usize> = (0..tries.len()).collect();
        for (best, some) in self.stages {
            let some = &rows[..some.min(rows.len())];
            for &at in order.iter().take(best) {
                let prospect = self.prospect(boards, tries[at], some);
                let prospect = prospect.or_else(|| self.prospect(boards, tries[at], &rows));
                let added = prospect.map_or(UNBELIEVED, |value| factor * value);
                values[at] = before[at] + added;
            }
            order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        }
    }

    /// The place of `asked` among the moves.
    fn place(&self, asked: Try) -> Option<usize> {
        let first = usize::from(*self.places.get(pair(asked))?);
        // Promotions of one pawn follow one another.
        let same = self.moves.iter().skip(first).take(4);
        same.zip(first..)
            .find(|&(&known, _)| known == asked)
            .map(|(_, place)| place)
    }

    /// Mean value of `asked`, in pawns, on the boards of `rows` on which it is legal; `None` if it
    /// is legal on none.
    fn prospect(&mut self, boards: &[Board], asked: Try, rows: &[usize]) -> Option<f64> {
        let place = self.place(asked)?;
        let (mut sum, mut legal) = (0.0, 0_u32);
        for &row in rows {
            let value = self.look(boards, place, row);
            if !value.is_nan() {
                sum += f64::from(value);
                legal += 1;
            }
        }
        sum += f64::from(self.back) * f64::from(self.taken_back(place, rows));
        (legal > 0).then(|| sum / f64::from(legal))
    }

    /// Value of the move at `place` on the board of this `row`.
    fn look(&mut self, boards: &[Board], place: usize, row: usize) -> f32 {
        let cell = place * self.rows.len() + row;
        if self.table[cell].to_bits() == UNTRIED.to_bits() {
            let board = &boards[self.rows[row].board];
            self.table[cell] = match board.legal_move(self.moves[place]) {
                Some(m) => self.value(board, m, place, row),
                None => f32::NAN,
            };
        }
        self.table[cell]
    }

    /// Shares of the boards on which `asked` was tried and is legal where it gains, and where it loses,
    /// half a pawn or more; `None` if there is no such board.
    pub fn outlook(&self, asked: Try) -> Option<[f64; 2]> {
        let place = self.place(asked)?;
        let rows = self.rows.len();
        let values = self.table.get(place * rows..(place + 1) * rows)?;
        let tried = values.iter().filter(|value| value.is_finite());
        let half = self.values[index(Role::Pawn)] / 2.0;
        let (mut legal, mut shares) = (0_u32, [0.0; 2]);
        for &value in tried {
            legal += 1;
            shares[0] += f64::from(u8::from(value >= half));
            shares[1] += f64::from(u8::from(value <= -half));
        }
        (legal > 0).then(|| shares.map(|sum| sum / f64::from(legal)))
    }

    /// Gain of recaptures after the move at `place`, summed over the boards of `rows`. The umpire
    /// announces only the square of a capture, so there is one decision for each square.
    fn taken_back(&self, place: usize, rows: &[usize]) -> f32 {
        let mut counted = [false; SAMPLES];
        for &row in rows {
            counted[row] = true;
        }
        let mut sums = [0.0_f32; 64];
        for gain in &self.back_gains[place] {
            if counted[gain.row as usize] {
                sums[gain.square as usize] += gain.gain;
            }
        }
        sums.iter().map(|sum| sum.max(0.0)).sum()
    }

    /// Cost of the risk that the game ends badly at once, in pawns: the answer to `asked` mates, or
    /// the enemy is in stalemate, on the boards or with its king on another of `kings`. It covers all
    /// `boards` that are `alive` and on which `asked` is legal, because both are rare. It is the
    /// slowest part and is computed for the best moves only.
    #[inline(never)] // a part of its own in profiles
    pub fn end_risk(&self, boards: &[Board], alive: &[bool], asked: Try, kings: Bitboard) -> f64 {
        let (mut mates, mut stalemates, mut legal) = (0.0, 0.0, 0_u32);
        let alive = boards.iter().zip(alive).filter(|&(_, &alive)| alive);
        for (board, _) in alive {
            let Some(m) = board.legal_move(asked) else {
                continue;
            };
            legal += 1;
            let mut after = board.clone();
            after.play(m);
            if !after.can_move() && !after.is_in_check() {
                stalemates += 1.0;
            } else if kings.any() {
                stalemates += UNSEEN * stalemate::unseen(&after, kings);
            }
            if !after.might_mate() {
                continue;
            }
            let heard = OpponentModel {
                captured_on: m.capture().map(|_| m.to()),
                ..self.opponent
            };
            let replies = after.legal_moves();
            let mating = after.mates(&replies);
            let weight: f32 = mating.map(|reply| heard.weight(reply)).sum();
            if weight > 0.0 {
                mates += f64::from(weight / heard.total(&replies));
            }
        }
        let legal = f64::from(legal.max(1));
        let caution = 1.0 + CAUTION * self.ahead();
        let mated = self.mated * caution * mates / legal;
        mated + self.shunned * self.lead() * stalemates / legal
    }

    /// Lead in material on the mean board of the sample, at least 0.
    fn ahead(&self) -> f64 {
        let sum: f32 = self.rows.iter().map(|row| row.material.ahead).sum();
        (f64::from(sum) / self.rows.len().max(1) as f64).max(0.0)
    }

    /// The same as far as it counts in the cost of a draw.
    pub fn lead(&self) -> f64 {
        self.ahead().min(LEAD)
    }

    /// Gain and risk of `m`, the move at `place`, on `board`, the board of `row`; stores
    /// recaptures.
    fn value(&mut self, board: &Board, m: Move, place: usize, row: usize) -> f32 {
        let mut after = board.clone();
        after.play(m);
        let captured = captured_by(m);
        let gain = captured.map_or(0.0, |(_, role)| self.values[index(role)]);
        let quiet = after.noisy_moves(&mut self.loud).count();
        let material = &self.rows[row].material;
        if quiet == 0 && self.loud.is_empty() {
            return if after.is_in_check() {
                MATE
            } else {
                -self.stalemate * (material.ahead + gain).clamp(-1.0, LEAD as f32)
            };
        }
        let heard = OpponentModel {
            captured_on: captured.map(|_| m.to()),
            ..self.opponent
        };
        let weights = self.loud.iter().map(|&reply| heard.weight(reply));
        let total = quiet as f32 + weights.sum::<f32>(); // a quiet move weighs 1
        let dear = self.last_mating * (material.ahead + gain).clamp(0.0, 5.0);
        let mut loss = 0.0;
        for &reply in &self.loud {
            let share = heard.weight(reply) / total;
            loss += share * self.loss(reply, material, dear);
            if let Some((square, won)) = self.back(&after, reply) {
                self.back_gains[place].push(TakenBack {
                    row: row as u32,
                    square,
                    gain: share * won,
                });
            }
        }
        gain - loss - self.running(&after)
    }

    /// Expected loss by enemy pawns that run to the last rank of `board`, where the enemy is to move.
    fn running(&self, board: &Board) -> f32 {
        let (enemy, us) = (board.turn(), !board.turn());
        let (ours, occupied, king) = (board.squares(us), board.occupied(), board.king(us));
        let ahead = enemy.fold_wb(8, -8);
        let [white, black] = RUNNERS;
        let runners = board.men(enemy)[index(Role::Pawn)] & enemy.fold_wb(white, black);
        if runners.is_empty() {
            return 0.0;
        }
        let met = attacked_by(&board.men(us), us, occupied);
        let mut queens = 0.0;
        for from in runners {
            let steps = enemy.fold_wb(7 - from.rank() as u32, from.rank() as u32);
            let way = (1..=steps).filter_map(|step| from.offset(ahead * step as i32));
            let way: Bitboard = way.collect();
            if (way & ours).any() {
                continue;
            }
            let last = from.offset(ahead * steps as i32);
            queens += RUN[steps as usize]
                * if (way.with(from) & met).any() {
                    MET
                } else if last.is_some_and(|last| king.distance(last) <= steps) {
                    NEAR
                } else {
                    1.0
                };
        }
        queens * (self.values[index(Role::Queen)] - self.values[index(Role::Pawn)])
    }

    /// Loss by the enemy's `reply`; the last hope to mate is worth `dear`.
    #[inline]
    fn loss(&self, reply: Move, material: &Material, dear: f32) -> f32 {
        let promoted = reply.promotion().map_or(0.0, |role| {
            self.values[index(role)] - self.values[index(Role::Pawn)]
        });
        captured_by(reply).map_or(promoted, |(_, role)| {
            promoted + material.values[index(role)] + dear * material.last[index(role)]
        })
    }

    /// The square of the capture by the enemy's `reply`, if a recapture is possible, and its gain.
    #[inline]
    fn back(&self, after: &Board, reply: Move) -> Option<(Square, f32)> {
        let (square, _) = captured_by(reply)?;
        let (us, to) = (!after.turn(), reply.to());
        let from = reply.from().map_or(Bitboard::EMPTY, Bitboard::from_square);
        let occupied = (after.occupied() & !from).without(square).with(to);
        let attackers = after.attackers_of_both(to, occupied);
        let backers = (attackers & after.squares(us)).without(square);
        let roles = backers.into_iter().filter_map(|at| after.role_at(at));
        let cheapest = roles.min_by_key(|&role| index(role))?;
        let won = self.values[index(reply.promotion().unwrap_or(reply.role()))];
        let guards = attackers & after.squares(!us) & !from;
        if guards.is_empty() {
            Some((to, won))
        } else {
            // A king's recapture would be refused.
            (cheapest != Role::King).then(|| (to, won - self.values[index(cheapest)]))
        }
    }
}

fn pair(asked: Try) -> usize {
    asked.from as usize * 64 + asked.to as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;

    /// The prospects of `asked` on `fens`.
    fn prospect(fens: &[&str], asked: &str) -> Option<f64> {
        let position = |fen: &&str| -> Board { fen.parse::<Position>().unwrap().board().clone() };
        let boards: Vec<Board> = fens.iter().map(position).collect();
        let asked: Try = asked.parse().unwrap();
        let mut tactics = Tactics::new(&Weights::default(), true);
        tactics.prepare(&boards, [asked].into_iter());
        let rows: Vec<usize> = (0..boards.len()).collect();
        tactics.prospect(&boards, asked, &rows)
    }

    #[test]
    fn a_move_is_valued_where_it_is_legal() {
        let fens = [
            "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/4P3/3n4/8/4K3 w - - 0 1",
        ];
        let found = prospect(&fens, "e4d5").unwrap();
        assert!((found - 2.8).abs() < 1e-6, "a knight for nothing");
        assert_eq!(prospect(&fens, "e4f5"), None);
    }

    #[test]
    fn on_few_boards_every_pace_finds_the_same() {
        let fen = "3rk3/8/8/3p4/4P3/8/8/3QK3 w - - 0 1";
        let boards = [fen.parse::<Position>().unwrap().board().clone()];
        let tries = ["e4d5", "d1d5", "e1f1"].map(|text| text.parse::<Try>().unwrap());
        let paces = [Effort::Fast, Effort::Full, Effort::Deep];
        let [fast, full, deep] = paces.map(|pace| {
            let mut tactics = Tactics::new(&Weights::default(), true).paced(pace);
            tactics.prepare(&boards, tries.into_iter());
            let mut values = [0.0; 3];
            tactics.add_prospects(&boards, &[true], &tries, 1.0, &mut values);
            values.map(f64::to_bits)
        });
        assert!(fast == full && full == deep);
    }

    #[test]
    fn a_guarded_man_is_paid_for() {
        let free = prospect(&["4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1"], "d1d5").unwrap();
        let guarded = prospect(&["4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1"], "d1d5").unwrap();
        assert!(free > 1.0);
        assert!(guarded < -3.0, "a queen for a pawn: {guarded}");
    }

    #[test]
    fn taking_back_is_one_decision_for_each_square() {
        // Black's rook takes on d4; on one board a bishop guards it there.
        let open = "3rk3/8/8/8/3P4/8/8/3RK3 w - - 0 1";
        let guarded = "3rk3/8/5b2/8/3P4/8/8/3RK3 w - - 0 1";
        let value = |fens: &[&str]| prospect(fens, "e1f1").unwrap();
        let (back, refrain) = (value(&[open]), value(&[guarded]));
        assert!(back > refrain, "{back} against {refrain}");
        // The boards cannot be distinguished, which is no better than if they could.
        assert!(value(&[open, guarded]) <= f64::midpoint(back, refrain) + 1e-6);
    }

    #[test]
    fn a_king_cannot_take_back_what_is_guarded() {
        // Gain of standing beside the pawn on d3, which a rook attacks.
        let gain = |fen: &str| {
            let value = |asked: &str| prospect(&[fen], asked).unwrap();
            value("e1e2") - value("e1f1")
        };
        let alone = gain("3rk3/8/8/8/8/3P4/8/4K3 w - - 0 1");
        let guarded = gain("3rk3/8/6b1/8/8/3P4/8/4K3 w - - 0 1");
        assert!(alone > guarded + 0.02, "{alone} against {guarded}");
    }

    #[test]
    fn who_is_ahead_fears_mate_more() {
        // Black threatens Qxg2 mate; White is a queen behind, or ahead.
        let risk = |fen: &str| {
            let board = fen.parse::<Position>().unwrap().board().clone();
            let asked: Try = "a2a3".parse().unwrap();
            let mut tactics = Tactics::new(&Weights::default(), true);
            tactics.prepare(std::slice::from_ref(&board), [asked].into_iter());
            tactics.end_risk(&[board], &[true], asked, Bitboard::EMPTY)
        };
        let behind = risk("4k3/8/8/8/8/5p1q/P5PP/6K1 w - - 0 1");
        let ahead = risk("4k3/8/8/8/8/5p1q/P5PP/QQ4K1 w - - 0 1");
        assert!(
            behind > 0.0 && ahead > 3.0 * behind,
            "{ahead} against {behind}"
        );
    }

    #[test]
    fn mate_is_sought_and_stalemate_shunned() {
        let board = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1";
        assert!(prospect(&[board], "g5g7").unwrap() > 20.0);
        assert!(prospect(&[board], "g5g6").unwrap() < -50.0);
    }

    #[test]
    fn the_last_mating_piece_is_dear() {
        // The queen takes the last pawn beside the king, with a rook left and without.
        let lost = |fen| -prospect(&[fen], "b1b6").unwrap();
        let alone = lost("8/3K4/1p6/k7/8/8/8/1Q6 w - - 0 1");
        let with_rook = lost("8/3K4/1p6/k7/8/8/8/1Q5R w - - 0 1");
        assert!(alone > with_rook + 5.0, "{alone} against {with_rook}");
    }

    #[test]
    fn the_last_pawns_are_dear() {
        let lost = |fen| -prospect(&[fen], "e1f1").unwrap();
        let alone = lost("4k3/8/8/8/3r4/8/3P4/4K3 w - - 0 1");
        let with_rook = lost("4k3/8/8/8/3r4/8/3P4/R3K3 w - - 0 1");
        assert!(alone > 1.5 * with_rook, "{alone} against {with_rook}");
    }
}
