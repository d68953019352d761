//! Terms of a move: logarithms of a player's counts, and of its likelihood by the player's factors.

use super::habits::{Habits, OPENING, Situation, Table, place};
use darkforge_board::{Move, as_try, index, side};

/// Names of the terms, in the order of the weights.
pub const TERMS: [&str; 10] = [
    "opening", "line", "stood", "arrived", "left", "kinds", "taken", "danger", "checks", "usual",
];
/// Place of the first term that comes from a [`Table`].
const FIRST: usize = 3;
/// Place of the term that comes from the move model.
const USUAL: usize = FIRST + Table::ALL.len();

/// Logarithms of a player's counts, each count increased by one.
///
/// | term | of a move |
/// |---|---|
/// | `opening` | times that the player made it with the same move number, in the first moves |
/// | `line` | times that it made it in the first moves |
/// | `stood` | turns with such a man on the destination over those with one on the square that it leaves |
/// | `arrived` | arrivals of such a man there, over those expected from equally likely moves |
/// | `left` | the same for the square that it leaves |
/// | `kinds` | the same for the kind of move and of man |
/// | `taken` | the same for the captured man |
/// | `danger` | the same for a man that is or will be attacked |
/// | `checks` | the same for a direct check |
/// | `usual` | its likelihood in the belief's move model with the player's factors |
#[derive(Clone, Debug)]
pub struct Terms {
    /// By colour and move number: pairs of squares in order, and their terms.
    openings: [[Vec<(u16, f32)>; OPENING]; 2],
    lines: [Vec<(u16, f32)>; 2],
    stood: Vec<f32>,
    tables: [Vec<f32>; 6],
}

impl Terms {
    /// The terms by `habits`.
    pub fn of(habits: &Habits) -> Terms {
        let log = |count: f64| libm::log(count + 1.0) as f32;
        let tables = habits.tables.each_ref().map(|table| {
            let pairs = table.iter();
            pairs
                .map(|pair| log(f64::from(pair.played)) - log(pair.expected))
                .collect()
        });
        let openings = habits.openings.each_ref().map(|numbers| {
            numbers.each_ref().map(|moves| {
                let moves = moves.iter();
                moves
                    .map(|(&(from, to), &times)| {
                        (pair(from as u16, to as u16), log(f64::from(times)))
                    })
                    .collect()
            })
        });
        let lines = habits.openings.each_ref().map(|numbers| {
            let mut times = std::collections::BTreeMap::<u16, u32>::new();
            for (&(from, to), &more) in numbers.iter().flatten() {
                *times.entry(pair(from as u16, to as u16)).or_default() += more;
            }
            let times = times.into_iter();
            times
                .map(|(squares, times)| (squares, log(f64::from(times))))
                .collect()
        });
        Terms {
            openings,
            lines,
            stood: habits
                .stood
                .iter()
                .map(|&times| log(f64::from(times)))
                .collect(),
            tables,
        }
    }

    /// The terms of a legal move, in the order of [`TERMS`]; `usual` is its likelihood in the move
    /// model, above 0.
    pub fn of_move(&self, situation: &Situation, m: Move, usual: f32) -> [f32; TERMS.len()] {
        let mut terms = [0.0; TERMS.len()];
        let (asked, color) = (as_try(m), side(situation.turn));
        if let Some(opening) = self.openings[color].get(situation.number) {
            let squares = pair(asked.from as u16, asked.to as u16);
            terms[0] = found(opening, squares);
            terms[1] = found(&self.lines[color], squares);
        }
        let role = index(m.role());
        let stood = |square: usize| self.stood[place(color, situation.phase, role, square)];
        terms[2] = stood(asked.to as usize) - stood(asked.from as usize);
        let tables = self.tables.iter().zip(situation.places(m));
        for (term, (table, place)) in terms[FIRST..].iter_mut().zip(tables) {
            *term = place.map_or(0.0, |place| table[place]);
        }
        terms[USUAL] = libm::logf(usual);
        terms
    }
}

// Every table has a term.
const _: () = assert!(TERMS.len() == USUAL + 1);

fn pair(from: u16, to: u16) -> u16 {
    from * 64 + to
}

/// The term of a pair of squares, 0 if it was never played.
fn found(terms: &[(u16, f32)], squares: u16) -> f32 {
    let place = terms.binary_search_by_key(&squares, |&(known, _)| known);
    place.map_or(0.0, |place| terms[place].1)
}
