//! Last moves: tries that mate wherever they are legal.

use super::Problem;
use super::material::is_material_mate;
use super::plan::{Plan, Step};
use darkforge_board::{Board, Move, Try, as_try};

/// The moves of one position, and whether each mates.
pub(super) type Row = Vec<(Try, bool)>;

/// Whether `after`, to which a move of the solving side led, is won.
pub(super) fn is_won(problem: &Problem, after: &Board) -> bool {
    after.checkers().any() && after.legal_moves().is_empty()
        || problem.material && is_material_mate(after, problem.color)
}

/// The moves on `board` to examine, with whether they win at once.
pub(super) fn row(problem: &Problem, board: &Board) -> Row {
    board
        .legal_moves()
        .into_iter()
        .map(|m| (as_try(m), wins(problem, board, m)))
        .collect()
}

/// Whether the legal move `m` wins at once.
pub(super) fn wins(problem: &Problem, board: &Board, m: Move) -> bool {
    let mut after = board.clone();
    after.play(m);
    is_won(problem, &after)
}

/// Whether some move on `board` wins at once.
pub(super) fn has_win(problem: &Problem, board: &Board) -> bool {
    board
        .legal_moves()
        .into_iter()
        .any(|m| wins(problem, board, m))
}

/// Tries that mate in all positions of `rows`, in an order in which each mates wherever it is legal
/// after the refusals before it. Of such tries the one that is legal most often comes first.
/// Returns the tries and the rows that are left.
pub(super) fn exhaust(
    mut rows: Vec<(usize, Row)>,
    steps: &mut Vec<Step>,
    boards: &[Board],
) -> Vec<usize> {
    loop {
        let mut counts: Vec<(Try, usize, usize)> = Vec::new();
        let mut all: Vec<(Try, bool)> = rows
            .iter()
            .flat_map(|(_, row)| row.iter().copied())
            .collect();
        all.sort_unstable();
        for (asked, mates) in all {
            match counts.last_mut() {
                Some((last, legal, mating)) if *last == asked => {
                    *legal += 1;
                    *mating += usize::from(mates);
                }
                _ => counts.push((asked, 1, usize::from(mates))),
            }
        }
        let safe = counts
            .into_iter()
            .filter(|(_, legal, mating)| legal == mating);
        let Some((asked, _, _)) =
            safe.max_by_key(|&(asked, legal, _)| (legal, std::cmp::Reverse(asked)))
        else {
            return rows.into_iter().map(|(at, _)| at).collect();
        };
        let legal = |row: &Row| row.iter().any(|&(other, _)| other == asked);
        let captures = rows
            .iter()
            .filter(|(_, row)| legal(row))
            .all(|(at, _)| captures(&boards[*at], asked));
        rows.retain(|(_, row)| !legal(row));
        steps.push(Step::Try {
            asked,
            captures,
            branches: Vec::new(),
        });
    }
}

/// Whether `asked` captures on `board`.
pub(super) fn captures(board: &Board, asked: Try) -> bool {
    board.legal_move(asked).is_some_and(Move::is_capture)
}

/// The plan of a last turn, if there is one without "Any?"; otherwise the boards that are left.
pub(super) fn last_turn(problem: &Problem, boards: &[Board]) -> Result<Plan, (Plan, Vec<usize>)> {
    let rows = boards
        .iter()
        .enumerate()
        .map(|(at, board)| (at, row(problem, board)))
        .collect();
    let mut steps = Vec::new();
    let left = exhaust(rows, &mut steps, boards);
    if left.is_empty() {
        Ok(Plan(steps))
    } else {
        Err((Plan(steps), left))
    }
}
