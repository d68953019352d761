//! King and rook against a king on an infinite board (T 6.1.2, after Shapley and Matros): a quarter
//! of the plane, as a board that doubles whenever a man would leave it.
//!
//! White's king stays on b2 and guards the rook, which searches for the enemy king: first over the
//! first three rows, then on a file drawn from the next 10, 20, 30, ..., with the rows cleared in
//! between, until a check is heard. The rook goes 100 files beyond, and searches in the same way on
//! ranks from there, moving on by 100 every 97 moves, because the enemy king would need more to
//! reach it. After the second check it goes 100 ranks beyond, and White's king comes to guard it.
//! The enemy king is then trapped in a finite corner, and the rest is the ending on a finite board.
//! The figure with the first placing is lost; the rook begins on a1.
//!
//! While White's king is on its way the rook must not wait more than 97 moves either. T has it go
//! "further to the right". So it can never be guarded: `docs/endgames.md` has the proof. [`Chase`]
//! distinguishes this from going right and up in turns.
//!
//! ```
//! use darkforge_research::laboratory::infinite::{Chase, Quarry, hunt};
//!
//! let draws = darkforge_streams::open(1, "hunt", 0);
//! let game = hunt(8, Quarry::Random, Chase::Turns, 2000, draws);
//! assert!(game.first.is_some(), "a check within 2000 moves");
//! ```
//!
//! T is the thesis, see [the crate](crate).

use darkforge_streams::{self as streams, Stream};

/// File and rank, from 0.
type Place = (i64, i64);

/// The place of White's king.
const HOME: Place = (1, 1);
/// Squares of the rook in the search of the first three rows (T: Ra3, Rb3, Rc3, Rc1, Rc2, Rc3).
const OPENING: [Place; 6] = [(0, 2), (1, 2), (2, 2), (2, 0), (2, 1), (2, 2)];
/// The same between two searches of a file (T: Rc1, Rc2, Rc3, Rc1).
const BETWEEN: [Place; 4] = [(2, 0), (2, 1), (2, 2), (2, 0)];
/// Lines among which the first searched line is drawn, and the number added each time.
const LINES: usize = 10;
/// Distance of the rook beyond the enemy king.
const BEYOND: i64 = 100;
/// Moves after which the rook must move again, unless its king guards it.
const SAFE: u32 = 97;

/// Distance from which our king reaches the rook in time, after these moves too.
const NEAR: i64 = 4;

/// Direction of the rook while its king comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chase {
    /// Always to the right, as T has it.
    Right,
    /// To the right and up in turns.
    Turns,
}

/// Models of the enemy king; the last two see the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quarry {
    /// To any square.
    Random,
    /// Away from the corner.
    Flees,
    /// To the rook.
    Hunts,
}

impl Quarry {
    /// Every model.
    pub const ALL: [Quarry; 3] = [Quarry::Random, Quarry::Flees, Quarry::Hunts];

    /// Name of the model in flags.
    pub const fn as_str(self) -> &'static str {
        match self {
            Quarry::Random => "random",
            Quarry::Flees => "flees",
            Quarry::Hunts => "hunts",
        }
    }
}

impl Chase {
    /// Both.
    pub const ALL: [Chase; 2] = [Chase::Right, Chase::Turns];

    /// Name of the direction in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Chase::Right => "right",
            Chase::Turns => "turns",
        }
    }
}

/// The course of a game; moves are own ones, from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hunt {
    /// Moves to the first check.
    pub first: Option<u32>,
    /// Moves to the check on the other axis.
    pub second: Option<u32>,
    /// Moves until the king is in a corner whose guard is guarded.
    pub trapped: Option<u32>,
    /// The rook was captured.
    pub lost: bool,
    /// Files and ranks of that corner.
    pub corner: (u64, u64),
    /// Side of the board at the end.
    pub board: u64,
}

/// The phase of White's play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Searching the first rows, or one of `lines` lines beyond them.
    Look { lines: usize },
    /// On the other axis, with the rook far beyond.
    Across { lines: usize, since: u32 },
    /// The king comes; the rook has moved on `turns` times.
    Come { since: u32, turns: u32 },
}

/// A game. The board is turned so that the first check is always on a file.
struct Game {
    king: Place,
    rook: Place,
    enemy: Place,
    stage: Stage,
    /// Next squares of the rook.
    plan: Vec<Place>,
    moves: u32,
    board: u64,
}

/// Plays from a place of the enemy king drawn on a board of `size` squares a side, for at
/// most `limit` own moves.
pub fn hunt(size: u64, quarry: Quarry, chase: Chase, limit: u32, mut draws: Stream) -> Hunt {
    let mut game = Game::start(size, &mut draws);
    let mut hunt = Hunt::default();
    while game.moves < limit {
        game.own_move(chase, &mut draws);
        game.moves += 1;
        game.grow();
        game.hear(&mut hunt);
        if hunt.trapped.is_some() {
            break;
        }
        if !game.enemy_moves(quarry, &mut draws) {
            hunt.lost = true;
            break;
        }
    }
    hunt.corner = (game.rook.0.unsigned_abs(), game.rook.1.unsigned_abs());
    hunt.board = game.board;
    hunt
}

fn apart(a: Place, b: Place) -> i64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

fn turned((file, rank): Place) -> Place {
    (rank, file)
}

impl Game {
    fn start(size: u64, draws: &mut Stream) -> Game {
        let mut game = Game {
            king: HOME,
            rook: (0, 0),
            enemy: (0, 0),
            stage: Stage::Look { lines: LINES },
            plan: OPENING.to_vec(),
            moves: 0,
            board: size,
        };
        let mut drawn = || streams::below(draws, size as usize) as i64;
        loop {
            game.enemy = (drawn(), drawn());
            if game.enemy != game.rook && !game.attacked(game.enemy) {
                return game;
            }
        }
    }

    /// Whether White attacks `place`.
    fn attacked(&self, place: Place) -> bool {
        apart(place, self.king) <= 1 || self.in_line(place)
    }

    /// Whether the rook attacks `place`: nothing but its king stands in its way.
    fn in_line(&self, place: Place) -> bool {
        let (rook, king) = (self.rook, self.king);
        let between = |low: i64, middle: i64, high: i64| (low < middle) == (middle < high);
        let file = rook.0 == place.0 && !(king.0 == rook.0 && between(rook.1, king.1, place.1));
        let rank = rook.1 == place.1 && !(king.1 == rook.1 && between(rook.0, king.0, place.0));
        place != rook && (file || rank)
    }

    fn own_move(&mut self, chase: Chase, draws: &mut Stream) {
        match &mut self.stage {
            Stage::Look { lines } => {
                if self.plan.is_empty() {
                    // The rows are clear: a search of a file from c1, and the rows once more.
                    if self.rook != BETWEEN[0] {
                        self.plan.push(BETWEEN[0]);
                    }
                    let drawn = streams::below(draws, *lines) as i64;
                    *lines += LINES;
                    self.plan.push((OPENING[2].0 + 1 + drawn, 0));
                    self.plan.extend(BETWEEN);
                }
                self.rook = self.plan.remove(0);
            }
            Stage::Across { lines, since } => {
                *since += 1;
                if *since > SAFE {
                    *since = 0;
                    self.rook.0 += BEYOND;
                    return;
                }
                let mut rank = streams::below(draws, *lines) as i64;
                if rank == self.rook.1 {
                    rank = if rank > 0 { rank - 1 } else { 1 };
                }
                *lines += LINES;
                self.rook.1 = rank;
            }
            Stage::Come { since, turns } => {
                *since += 1;
                // After later jumps the enemy king is a few moves farther away: enough for a king
                // near by, unless a refused step shows that the other king is there first.
                let near = *turns > 1 && apart(self.king, self.rook) <= NEAR;
                let (late, turn) = (*since > SAFE, *turns);
                let came = (!late || near) && self.come(late);
                if late && !came {
                    self.stage = Stage::Come {
                        since: 0,
                        turns: turn + 1,
                    };
                    if turn == 0 || chase == Chase::Turns && turn.is_multiple_of(2) {
                        self.rook.1 += BEYOND;
                    } else {
                        self.rook.0 += BEYOND;
                    }
                }
            }
        }
    }

    /// Moves White's king towards the rook from inside the corner, where it stops none of the
    /// rook's lines. If that is refused it takes the next best step, unless `only_best` is set.
    /// Returns whether the best was legal.
    fn come(&mut self, only_best: bool) -> bool {
        let (king, rook) = (self.king, self.rook);
        let steps = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
        let mut steps: Vec<Place> = steps
            .map(|(file, rank)| (king.0 + file, king.1 + rank))
            .filter(|to| *to != king && to.0 >= 0 && to.1 >= 0 && to.0 < rook.0 && to.1 < rook.1)
            .collect();
        steps.sort_by_key(|to| {
            let (files, ranks) = (rook.0 - to.0, rook.1 - to.1);
            (files.max(ranks), files.min(ranks))
        });
        let legal = steps.iter().position(|to| apart(*to, self.enemy) > 1);
        if let Some(place) = legal.filter(|place| *place == 0 || !only_best) {
            self.king = steps[place];
        }
        legal == Some(0)
    }

    fn grow(&mut self) {
        let men = [self.king, self.rook, self.enemy];
        let most = men.into_iter().map(|(file, rank)| file.max(rank)).max();
        while most.is_some_and(|most| most >= self.board as i64) {
            self.board *= 2;
        }
    }

    /// Takes the umpire's answer to White's move.
    fn hear(&mut self, hunt: &mut Hunt) {
        match self.stage {
            Stage::Look { .. } if self.in_line(self.enemy) => {
                hunt.first = Some(self.moves);
                if self.rook.1 == self.enemy.1 {
                    // On a rank: the rest is the same with files and ranks exchanged.
                    for place in [&mut self.king, &mut self.rook, &mut self.enemy] {
                        *place = turned(*place);
                    }
                }
                self.stage = Stage::Across {
                    lines: LINES,
                    since: SAFE,
                };
            }
            Stage::Across { .. } if self.in_line(self.enemy) => {
                hunt.second = Some(self.moves);
                self.stage = Stage::Come {
                    since: SAFE,
                    turns: 0,
                };
            }
            Stage::Come { .. } if apart(self.king, self.rook) == 1 => {
                hunt.trapped = Some(self.moves);
            }
            _ => {}
        }
    }

    /// Moves the enemy king; returns whether the rook is still there.
    fn enemy_moves(&mut self, quarry: Quarry, draws: &mut Stream) -> bool {
        let steps = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
        let from = self.enemy;
        let legal: Vec<Place> = steps
            .map(|(file, rank)| (from.0 + file, from.1 + rank))
            .filter(|to| *to != from && to.0 >= 0 && to.1 >= 0 && !self.attacked(*to))
            .collect();
        let liking = |to: &Place| match quarry {
            Quarry::Random => 0,
            Quarry::Flees => to.0 + to.1,
            Quarry::Hunts => -apart(*to, self.rook),
        };
        let Some(most) = legal.iter().map(liking).max() else {
            return true; // no move: it stays, which only helps it
        };
        let best: Vec<Place> = legal.into_iter().filter(|to| liking(to) == most).collect();
        self.enemy = best[streams::below(draws, best.len())];
        self.grow();
        self.enemy != self.rook
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(size: u64, quarry: Quarry, chase: Chase, limit: u32, game: u64) -> Hunt {
        hunt(
            size,
            quarry,
            chase,
            limit,
            streams::open(1, "infinite", game),
        )
    }

    #[test]
    fn the_rook_is_never_lost() {
        for quarry in Quarry::ALL {
            for chase in Chase::ALL {
                for game in 0..60 {
                    let hunt = play(16, quarry, chase, 4000, game);
                    assert!(!hunt.lost, "{quarry:?} {chase:?} {game}: {hunt:?}");
                }
            }
        }
    }

    #[test]
    fn stages_follow_each_other_and_the_trap_holds_the_king() {
        let mut trapped = 0;
        for game in 0..60 {
            let hunt = play(16, Quarry::Random, Chase::Turns, 20_000, game);
            assert!(hunt.second.is_none_or(|moves| Some(moves) > hunt.first));
            assert!(hunt.trapped.is_none_or(|moves| Some(moves) > hunt.second));
            assert!(hunt.board.is_power_of_two() && hunt.board >= 16);
            trapped += u32::from(hunt.trapped.is_some());
        }
        assert!(trapped > 20, "{trapped}");
    }

    #[test]
    fn a_rook_that_only_goes_right_is_never_trapping() {
        for quarry in Quarry::ALL {
            for game in 0..20 {
                let hunt = play(16, quarry, Chase::Right, 20_000, game);
                assert_eq!(hunt.trapped, None, "{quarry:?} {game}: {hunt:?}");
            }
        }
    }

    /// The king after `moves` steps towards a rook that nothing hinders it to reach.
    fn walked(king: Place, rook: Place, moves: i64) -> Place {
        let nearer = |from: i64, to: i64| from.max((from + moves).min(to - 1));
        (nearer(king.0, rook.0), nearer(king.1, rook.1))
    }

    /// The proof of `docs/endgames.md`, for every place of both checks on a board of 300 squares a side.
    #[test]
    fn the_rook_of_the_text_outruns_its_king_from_every_place() {
        for file in 0..300 {
            for rank in 0..300 {
                let mut king = HOME;
                let mut rook = (file + BEYOND, rank + BEYOND);
                for jump in 0..40 {
                    king = walked(king, rook, i64::from(SAFE));
                    assert!(
                        rook.0 - king.0 >= 2 + file + 3 * jump,
                        "{file} {rank} {jump}"
                    );
                    rook.0 += BEYOND;
                }
            }
        }
    }

    /// The same for jumps of any length with the longest wait after which the rook is still safe.
    #[test]
    fn no_length_of_the_jumps_lets_the_king_gain() {
        for length in 2..500 {
            // The enemy king beside the rook's old square needs `length` moves to stand beside it again.
            // Of as many own moves one is the rook's.
            let (mut king, mut rook) = ((0, 0), (length, length));
            let mut gap = rook.0 - king.0;
            for _ in 0..50 {
                king = walked(king, rook, length - 1);
                rook.0 += length;
                assert!(rook.0 - king.0 > gap, "{length}");
                gap = rook.0 - king.0;
            }
        }
    }

    #[test]
    fn a_king_stops_its_own_rook() {
        let mut game = Game::start(16, &mut streams::open(1, "test", 0));
        (game.king, game.rook) = ((1, 1), (1, 0));
        assert!(!game.in_line((1, 5)) && game.in_line((9, 0)));
    }
}
