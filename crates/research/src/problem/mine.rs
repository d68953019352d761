//! Mining of problems from games: a player's knowledge on its turn, and a forced mate.

use std::collections::HashSet;

use super::solve::{Mode, Solver};
use super::{Problem, verify};
use darkforge_board::{
    Bitboard, Board, CastlingRights, Color, Diagram, Men, ROLES, Role, SIDES, Square, index, side,
    squares_of,
};
use darkforge_kriegspiel::belief::{HiddenState, would_go_on};
use darkforge_kriegspiel::metaposition::{Metaposition, Tracker};
use darkforge_kriegspiel::record::Entry;
use darkforge_kriegspiel::umpire::{
    Announcement, Checks, PawnTries, Ruleset, Umpire, stands_as_announced,
};

/// Number of enemy men besides the king up to which every turn of a game is examined; with more,
/// only those shortly before a mate.
const FEW_MEN: u32 = 1;

/// Turns before a mate that are examined.
const TURNS_BEFORE_MATE: usize = 4;

/// Greatest number of positions of a problem that differ in more than the enemy king's square.
const MOST_MIXED: usize = 12;

/// Greatest number of positions of a problem.
const MOST: usize = 64;

/// Age cap of the trackers; any value does, because ages exclude nothing.
const AGE_CAP: u8 = 25;

/// A mined problem, with its plan's size and the work to find it.
#[derive(Clone, Debug)]
pub struct Mined {
    /// The problem, with its keys.
    pub problem: Problem,
    /// Plies played before it.
    pub ply: u32,
}

/// Knowledge of one turn of a game.
struct Turn {
    ply: u32,
    board: Board,
    tracker: Tracker,
}

/// Problems of two or three moves from the game of `entries`: on a turn of either side, the
/// positions possible by its metaposition, or, if these are too many, all men except the enemy
/// king. A problem has no shorter mate, and its solution makes at most `budget` positions. `name`
/// is the game's.
pub fn mine(ruleset: &'static Ruleset, entries: &[Entry], name: &str, budget: u64) -> Vec<Mined> {
    let (turns, winner) = turns(ruleset, entries);
    let mut found = Vec::new();
    let mut known: HashSet<(Color, Vec<HiddenState>, u32)> = HashSet::new();
    for color in SIDES {
        let own: Vec<&Turn> = turns
            .iter()
            .filter(|turn| turn.board.turn() == color)
            .collect();
        for (at, turn) in own.iter().enumerate() {
            let near = winner == Some(color) && at + TURNS_BEFORE_MATE >= own.len();
            let few = turn.tracker.metaposition().enemy_men_left() <= FEW_MEN;
            if !near && !few {
                continue;
            }
            let Some(boards) = candidates(ruleset, turn) else {
                continue;
            };
            let hidden = boards
                .iter()
                .map(|board| HiddenState::of(board, !color))
                .collect();
            if !known.insert((color, hidden, own_code(&turn.board, color))) {
                continue;
            }
            let problem = Problem {
                name: format!("{name}, ply {}", turn.ply),
                source: String::new(),
                ruleset,
                color,
                moves: 0,
                material: false,
                boards,
                keys: None,
            };
            found.extend(solve(problem, budget).map(|problem| Mined {
                problem,
                ply: turn.ply,
            }));
        }
    }
    found.sort_by_key(|mined| mined.ply);
    found
}

/// Own men as a number, to distinguish turns.
fn own_code(board: &Board, color: Color) -> u32 {
    let men = board.men(color);
    let bits = men.iter().fold(0_u64, |code, men| {
        (code ^ men.0)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    });
    (bits >> 32) as u32
}

/// The problem with the least number of moves, two or three, in which it has a solution, and its
/// keys.
fn solve(mut problem: Problem, budget: u64) -> Option<Problem> {
    for moves in 1..=3 {
        problem.moves = moves;
        if moves == 1 {
            if Solver::new(&problem, Mode::Incremental, budget).is_solvable() {
                return None;
            }
            continue;
        }
        let solution = Solver::new(&problem, Mode::Incremental, budget).solve();
        if solution.exhausted {
            return None;
        }
        let Some((_, plan)) = solution.keys.first() else {
            continue;
        };
        debug_assert!(verify(&problem, plan).is_ok());
        let keys = solution
            .keys
            .iter()
            .map(|(asked, _)| asked.map_or_else(|| "any".to_owned(), |asked| asked.to_string()));
        problem.keys = Some(keys.collect());
        return Some(problem);
    }
    None
}

/// Every turn of the game at its beginning, as its player sees it, and the side that mated.
fn turns(ruleset: &'static Ruleset, entries: &[Entry]) -> (Vec<Turn>, Option<Color>) {
    let mut umpire = Umpire::new(ruleset, u32::MAX);
    let mut trackers = SIDES.map(|color| Tracker::new(color, AGE_CAP).under(ruleset));
    let mut turns = Vec::new();
    let mut fresh = true;
    for entry in entries {
        if umpire.outcome().is_some() {
            break; // such a game went on after its end
        }
        if fresh {
            turns.push(Turn {
                ply: umpire.plies(),
                board: umpire.position().board().clone(),
                tracker: trackers[side(entry.side)].clone(),
            });
        }
        let Ok(answer) = umpire.ask(entry.question) else {
            break;
        };
        trackers[side(entry.side)].answered(entry.question, &answer);
        fresh = false;
        if let (Some((_, said)), true) = (entry.played(), umpire.turn() != entry.side) {
            let other = &mut trackers[side(!entry.side)];
            other.overhear(umpire.view(!entry.side).overheard());
            other.enemy_move(&said);
            fresh = true;
        }
    }
    let mated = umpire
        .outcome()
        .is_some_and(|_| umpire.position().checkers().any());
    let winner = mated.then(|| umpire.outcome().and_then(|outcome| outcome.result.winner()));
    (turns, winner.flatten())
}

/// The positions possible for the player on turn, the true one among them.
fn candidates(ruleset: &'static Ruleset, turn: &Turn) -> Option<Vec<Board>> {
    let truth = &turn.board;
    let color = truth.turn();
    let now = turn.tracker.metaposition();
    let king = index(Role::King);
    let men = truth.men(!color);
    let mut placements = Vec::new();
    if now.placements() <= 4.0 * MOST as f64 && now.enemy_men_left() <= 3 {
        let squares: Vec<_> = now.enemy_squares().into_iter().collect();
        place(now, &squares, [Bitboard::EMPTY; 6], &mut placements);
        for enemy in &mut placements {
            *enemy = enemy.map(|set| turn.tracker.turned_set(set));
        }
    } else {
        for square in turn.tracker.turned_set(now.enemy()[king]) & !truth.occupied() {
            let mut other = men;
            other[king] = Bitboard::from_square(square);
            placements.push(other);
        }
        placements.push(men);
    }
    let heard = Announcement {
        checks: Checks::of(truth.king(color), truth.checkers()),
        pawn_tries: PawnTries::of(ruleset.pawn_tries, truth),
        ..Announcement::default()
    };
    let mut diagram = Diagram::from(truth);
    diagram.castling[side(!color)] = CastlingRights::default();
    let mut boards: Vec<Board> = placements
        .into_iter()
        .filter_map(|enemy| {
            diagram.men[side(!color)] = enemy;
            diagram.board().ok()
        })
        .filter(|board| stands_as_announced(board, &heard) && would_go_on(ruleset, board))
        .collect();
    boards.sort_by_key(|board| HiddenState::of(board, !color));
    boards.dedup_by_key(|board| HiddenState::of(board, !color));
    let others = |board: &Board| {
        let mut men = board.men(!color);
        men[king] = Bitboard::EMPTY;
        men
    };
    let most = if boards
        .iter()
        .all(|board| others(board) == others(&boards[0]))
    {
        MOST
    } else {
        MOST_MIXED
    };
    (!boards.is_empty() && boards.len() <= most).then_some(boards)
}

/// Every way to place all remaining men on `squares`, as `now` allows.
fn place(now: &Metaposition, squares: &[Square], men: Men, found: &mut Vec<Men>) {
    let wanted = now.enemy_men_left() as usize + 1;
    let placed = squares_of(&men).count();
    let king = index(Role::King);
    if placed == wanted {
        let fits = men[king].count() == 1 && now.misfit(&men, CastlingRights::default()).is_none();
        if fits {
            found.push(men);
        }
        return;
    }
    let Some((&square, rest)) = squares.split_first() else {
        return;
    };
    if placed + squares.len() < wanted {
        return;
    }
    if now.empty().contains(square) {
        place(now, rest, men, found);
    }
    for role in ROLES.map(index) {
        if now.enemy()[role].contains(square) && (role != king || men[king].is_empty()) {
            let mut next = men;
            next[role].add(square);
            place(now, rest, next, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_board::Position;
    use darkforge_kriegspiel::record::referee;
    use darkforge_kriegspiel::umpire::ICC;

    #[test]
    fn a_turn_of_a_game_is_a_problem_of_all_that_its_player_knows() {
        let game = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7";
        let questions = game.split(' ').map(|asked| asked.parse().unwrap());
        let (_, entries) = referee(&ICC, u32::MAX, questions).unwrap();
        let (turns, winner) = turns(&ICC, &entries);
        assert_eq!((turns.len(), winner), (7, Some(Color::White)));
        let last = &turns[6];
        let boards = candidates(&ICC, last).unwrap();
        let truth: Vec<String> = boards.iter().map(Board::fen).collect();
        let position: Position = last.board.fen().parse().unwrap();
        let mut plain = Diagram::from(position.board());
        plain.castling[1] = CastlingRights::default();
        assert!(truth.contains(&plain.fen()), "{truth:?}");
    }
}
