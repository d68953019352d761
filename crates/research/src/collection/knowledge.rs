//! Knowledge of the players: figures of their metapositions.

use super::answers::kind_of;
use super::course::Course;
use super::mean::{Cluster, Mean};
use super::possible::Possible;
use super::series::{LAST_MOVE, Phases, Series};
use darkforge_board::{Bitboard, Color, Position, SIDES, side};
use darkforge_engine::darkboard_2006::{Evaluator, Knowledge as Aged, Settings};
use darkforge_kriegspiel::metaposition::{Metaposition, Tracker};
use darkforge_kriegspiel::record::Entry;
use darkforge_kriegspiel::umpire::{Answer, AnyRule, Overheard, Ruleset};

/// Cap of the squares' ages.
const AGE_CAP: u8 = 25;

/// Parts of a bit and of a pawn, the units of information and of the chessboard entropy.
pub const PARTS: f64 = 1000.0;

/// Sources of knowledge, in the order of tables: answers to own tries, and announcements of the
/// opponent's moves.
pub const EVENTS: [&str; 11] = [
    "refused",
    "silent",
    "tries",
    "capture",
    "check",
    "capture_check",
    "enemy_silent",
    "enemy_tries",
    "enemy_capture",
    "enemy_check",
    "enemy_capture_check",
];

/// Measures by which one side knows more.
pub const MEASURES: [&str; 3] = ["king_set", "uncertainty", "entropy"];

/// A value for each of [`MEASURES`].
type Values = [i64; MEASURES.len()];

/// Games by the side that knew more: the winner, the loser, neither.
pub type Informed = [u64; 3];

/// Figures of the games of a sample.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Games in it.
    pub games: u64,
    /// Pseudolegal moves of a turn by move number.
    pub mobility: Series,
    /// The same by phase.
    pub mobility_phases: Phases,
    /// Squares on which the enemy king may stand.
    pub king_set: Series,
    /// Uncertainty in thousandths of a bit.
    pub uncertainty: Series,
    /// Chessboard entropy of T 7.5.3 in thousandths of a pawn.
    pub entropy: Series,
    /// For each of [`EVENTS`], the gained knowledge: of the king, and of all.
    pub learning: [[Mean; 2]; 11],
    /// For each of [`MEASURES`], games by the side that knew more after a move number.
    pub informed: [Vec<Informed>; MEASURES.len()],
    /// The same by the sums over each game.
    pub informed_games: [Informed; MEASURES.len()],
    /// Numbers of possible positions; empty unless they were asked for.
    pub possible: Possible,
}

/// Knowledge of a side at the beginning of its turn.
#[derive(Clone, Copy)]
struct Known {
    moves: i64,
    king: i64,
    bits: i64,
    entropy: i64,
}

/// Size of the enemy king's set, and uncertainty in thousandths of a bit.
fn measures(metaposition: &Metaposition) -> (i64, i64) {
    let king = metaposition.enemy()[5].count() as i64;
    (king, thousandths(uncertainty(metaposition)))
}

fn thousandths(bits: f64) -> i64 {
    (bits * PARTS).round() as i64
}

/// Sum over all squares without an own man of log2 of the number of their possible contents, in
/// bits.
pub fn uncertainty(metaposition: &Metaposition) -> f64 {
    let sets = metaposition.enemy().iter().copied();
    let sets = sets.chain([metaposition.empty()]);
    // Seven sets added square by square into three planes of bits.
    let (mut ones, mut twos, mut fours) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
    for set in sets {
        let carry = ones & set;
        ones ^= set;
        fours |= twos & carry;
        twos ^= carry;
    }
    let strange = !metaposition.own_squares();
    let plane = |set: Bitboard, bit: bool| if bit { set } else { !set };
    (2..=7_u32)
        .map(|count| {
            let squares = plane(ones, count & 1 > 0) & plane(twos, count & 2 > 0);
            let squares = squares & plane(fours, count & 4 > 0) & strange;
            squares.count() as f64 * libm::log2(f64::from(count))
        })
        .sum()
}

/// Trackers of the sides whose tries are recorded.
struct Watch {
    trackers: [Option<Tracker>; 2],
    /// The same with the ages and constants of the engine of 2006.
    aged: [Aged; 2],
    evaluator: Evaluator,
    /// The answer to "Any?" in this turn.
    any: Option<bool>,
    known: Vec<Option<Known>>,
    learnt: [[Cluster; 2]; 11],
    /// After each of Black's moves: the measures of White and of Black.
    compared: Vec<[Values; 2]>,
}

impl Watch {
    fn of(course: &Course<'_>) -> Watch {
        let game = course.game;
        let start = game.start.as_ref().map(Position::board);
        let tracker = |color: Color| {
            Tracker::new(color, AGE_CAP)
                .under(game.ruleset)
                .starting(start)
        };
        let trackers = SIDES.map(tracker);
        let aged = |tracker: &Tracker| Aged::of(&Settings::default(), *tracker.metaposition());
        let mut watch = Watch {
            aged: [aged(&trackers[0]), aged(&trackers[1])],
            trackers: trackers.map(|tracker| game.told[side(tracker.color())].then_some(tracker)),
            evaluator: Evaluator::new(Settings::default()),
            any: None,
            known: Vec::with_capacity(course.turns.len()),
            learnt: Default::default(),
            compared: Vec::new(),
        };
        let mut begins = true;
        for entry in &game.entries {
            if watch.known.len() == course.turns.len() && begins {
                break;
            }
            if begins {
                watch.begin(entry.side);
            }
            watch.see(entry, game.ruleset);
            begins = entry.played().is_some();
        }
        watch
    }

    fn begin(&mut self, color: Color) {
        let mut moves = Vec::with_capacity(64);
        let known = self.trackers[side(color)].as_ref().map(|tracker| {
            tracker.moves(&mut moves);
            let (king, bits) = measures(tracker.metaposition());
            Known {
                moves: moves.len() as i64,
                king,
                bits,
                entropy: thousandths(self.evaluator.entropy(&self.aged[side(color)])),
            }
        });
        self.known.push(known);
    }

    fn see(&mut self, entry: &Entry, ruleset: &Ruleset) {
        let event = match entry.answer {
            Answer::Refused => Some(0),
            // The kinds of answers without "refused" and "nonsense".
            Answer::Played(said) => Some(kind_of(&said) - 1),
            Answer::Nonsense | Answer::Any(_) => None,
        };
        if let Some(tracker) = &mut self.trackers[side(entry.side)] {
            let before = measures(tracker.metaposition());
            tracker.answered(entry.question, &entry.answer);
            self.aged[side(entry.side)].answered(tracker);
            if let Some(event) = event {
                let after = measures(tracker.metaposition());
                learn(&mut self.learnt[event], before, after);
            }
        }
        if let Answer::Any(any) = entry.answer {
            self.any = Some(any);
        }
        let Some((_, said)) = entry.played() else {
            return;
        };
        let any = self.any.take();
        if let Some(tracker) = &mut self.trackers[side(!entry.side)] {
            let before = measures(tracker.metaposition());
            tracker.overhear(Overheard {
                refusals: None,
                any: any.filter(|_| ruleset.any == AnyRule::OneTry),
            });
            tracker.enemy_move(&said);
            self.aged[side(!entry.side)].enemy_moved(tracker);
            let after = measures(tracker.metaposition());
            learn(&mut self.learnt[kind_of(&said) + 4], before, after);
        }
        if entry.side == Color::Black
            && let [Some(white), Some(black)] = &self.trackers
        {
            let of = |tracker: &Tracker, aged: &Aged| {
                let (king, bits) = measures(tracker.metaposition());
                [king, bits, thousandths(self.evaluator.entropy(aged))]
            };
            let [own, other] = &self.aged;
            self.compared.push([of(white, own), of(black, other)]);
        }
    }
}

fn learn(learnt: &mut [Cluster; 2], before: (i64, i64), after: (i64, i64)) {
    let log = |king: i64| libm::log2(king.max(1) as f64);
    learnt[0].push(thousandths(log(before.0) - log(after.0)));
    learnt[1].push(before.1 - after.1);
}

impl Knowledge {
    /// Whether a game has any recorded tries, and both sides knew its start.
    pub fn applies(course: &Course<'_>) -> bool {
        course.game.told != [false; 2] && course.game.knows_start
    }

    /// Adds a game; with `possible` positions of a side are counted up to this number.
    pub fn add(&mut self, course: &Course<'_>, possible: Option<usize>) {
        if let Some(limit) = possible {
            self.possible.add(course, limit);
        }
        let watch = Watch::of(course);
        let known = |of: fn(&Known) -> i64| {
            let known = &watch.known;
            move |turn: usize| known.get(turn)?.as_ref().map(of)
        };
        self.games += 1;
        self.mobility.add(course, known(|known| known.moves));
        self.mobility_phases.add(course, known(|known| known.moves));
        self.king_set.add(course, known(|known| known.king));
        self.uncertainty.add(course, known(|known| known.bits));
        self.entropy.add(course, known(|known| known.entropy));
        for (means, learnt) in self.learning.iter_mut().zip(watch.learnt) {
            means[0].add(learnt[0]);
            means[1].add(learnt[1]);
        }
        if let Some(winner) = course.winner {
            self.compare(&watch.compared, side(winner));
        }
    }

    fn compare(&mut self, compared: &[[Values; 2]], winner: usize) {
        if compared.is_empty() {
            return;
        }
        for measure in 0..MEASURES.len() {
            let who = |values: [i64; 2]| match values[winner].cmp(&values[1 - winner]) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Equal => 2,
            };
            let mut sums = [0; 2];
            for (number, sides) in compared.iter().enumerate() {
                let values = [sides[0][measure], sides[1][measure]];
                sums[0] += values[0];
                sums[1] += values[1];
                if number < LAST_MOVE {
                    let moves = &mut self.informed[measure];
                    if moves.len() <= number {
                        moves.resize(number + 1, Informed::default());
                    }
                    moves[number][who(values)] += 1;
                }
            }
            self.informed_games[measure][who(sums)] += 1;
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Knowledge) {
        self.games += other.games;
        self.mobility.merge(&other.mobility);
        self.mobility_phases.merge(&other.mobility_phases);
        self.king_set.merge(&other.king_set);
        self.uncertainty.merge(&other.uncertainty);
        self.entropy.merge(&other.entropy);
        self.possible.merge(&other.possible);
        let learning = self.learning.as_flattened_mut().iter_mut();
        for (own, more) in learning.zip(other.learning.as_flattened()) {
            own.merge(more);
        }
        for (own, more) in self.informed.iter_mut().zip(&other.informed) {
            if own.len() < more.len() {
                own.resize(more.len(), Informed::default());
            }
            own.iter_mut()
                .zip(more)
                .for_each(|(own, more)| add(own, more));
        }
        let games = self.informed_games.iter_mut();
        games
            .zip(&other.informed_games)
            .for_each(|(own, more)| add(own, more));
    }
}

fn add(own: &mut Informed, more: &Informed) {
    own.iter_mut()
        .zip(more)
        .for_each(|(own, more)| *own += more);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncertainty_adds_up_square_by_square() {
        let tracker = Tracker::new(Color::White, AGE_CAP);
        let metaposition = tracker.metaposition();
        let plain: f64 = (!metaposition.own_squares())
            .into_iter()
            .map(|square| {
                let kinds = metaposition.enemy().iter();
                let kinds = kinds.filter(|set| set.contains(square)).count();
                let empty = usize::from(metaposition.empty().contains(square));
                ((kinds + empty) as f64).log2()
            })
            .sum();
        assert!((uncertainty(metaposition) - plain).abs() < 1e-9);
    }
}
