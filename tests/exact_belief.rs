//! Exact beliefs about the enemy's last men, beside the metaposition, over whole games.

use std::collections::BTreeSet;

use darkforge_board::{Bitboard, Board, Color, Position, Role, SIDES, Try, index, side};
use darkforge_engine::endgame::ExactBelief;
use darkforge_kriegspiel::belief::{BeliefState, OpponentModel, Particles};
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::umpire::{Answer, ICC, Question, RULESETS, Ruleset, Umpire};
use darkforge_streams::{self as streams, Stream};

/// Knowledge of one side in all its forms.
struct Knower {
    tracker: Tracker,
    exact: ExactBelief,
    pool: Particles,
}

/// Any model will do: the pool must be right whatever it assumes.
const OPPONENT: OpponentModel = OpponentModel::COUNTS;
/// Boards of the pool.
const SIZE: usize = 64;

impl Knower {
    /// Squares of the enemy king, by the metaposition and by both.
    fn squares(&self) -> Option<(Bitboard, Bitboard)> {
        let wide = self.tracker.metaposition().enemy()[index(Role::King)];
        let wide = self.tracker.turned_set(wide);
        Some((wide, wide & self.exact.king()?))
    }

    /// Narrows the pool to the exact boards, and checks the result.
    fn narrow(&mut self) {
        let Some(exact) = self.exact.belief() else {
            return;
        };
        let (len, before) = (self.pool.boards().len(), living(&self.pool));
        let grew = self.pool.narrow(exact);
        let after = living(&self.pool);
        assert!(!after.is_empty() || exact.is_empty());
        assert!(after.iter().all(|board| exact.contains(board)));
        let stand: BTreeSet<String> = standing(after.iter().cloned()).into_iter().collect();
        let stay = before.into_iter().filter(|board| exact.contains(board));
        assert!(standing(stay).iter().all(|board| stand.contains(board)));
        if grew {
            assert_eq!(after.len(), self.pool.boards().len(), "none is dead");
        } else {
            assert_eq!(len, self.pool.boards().len());
        }
        if exact.len() <= SIZE / 4 {
            assert!(
                standing(exact.boards())
                    .iter()
                    .all(|board| stand.contains(board))
            );
        }
        assert!(after.len() >= (SIZE / 4).min(exact.len()));
        assert!(!self.pool.narrow(exact), "once is enough");
    }
}

fn living(pool: &Particles) -> Vec<Board> {
    let boards = pool.boards().iter().zip(pool.alive());
    let alive = boards.filter(|&(_, &alive)| alive);
    alive.map(|(board, _)| board.clone()).collect()
}

/// Counts over games of random players.
#[derive(Default)]
struct Shown {
    turns: u32,
    narrower: u32,
    /// Moments at which an enemy king was alone for the first time.
    alone: u32,
    squares: [usize; 2],
}

fn play(ruleset: &'static Ruleset, draws: &mut Stream, shown: &mut Shown) {
    let mut umpire = Umpire::new(ruleset, 500);
    let mut knowers = SIDES.map(|color| Knower {
        tracker: Tracker::new(color, 25).under(ruleset),
        exact: ExactBelief::default(),
        pool: Particles::new(
            ruleset,
            color,
            SIZE,
            OPPONENT,
            streams::beside(draws, "pool"),
        ),
    });
    let mut met = [false; 2];
    while umpire.outcome().is_none() {
        let color = umpire.turn();
        let knower = &knowers[side(color)];
        if let Some((wide, exact)) = knower.squares() {
            let king = umpire.position().king(!color);
            assert!(exact.contains(king), "{}", umpire.position().fen());
            shown.turns += 1;
            shown.narrower += u32::from(exact != wide);
            if knower.tracker.metaposition().is_king_alone() && !met[side(color)] {
                met[side(color)] = true;
                shown.alone += 1;
                shown.squares[0] += wide.count();
                shown.squares[1] += exact.count();
            }
        }
        let asked = Question::Try(choose(&umpire, &knower.tracker, color, draws));
        let answer = umpire.ask(asked).expect("the game is on");
        if umpire.outcome().is_some() {
            return;
        }
        let knower = &mut knowers[side(color)];
        knower.tracker.answered(asked, &answer);
        knower.exact.answered(asked, &answer);
        knower.pool.answered(asked, &answer, &knower.tracker);
        knower.narrow();
        if let Answer::Played(said) = answer {
            let other = &mut knowers[side(!color)];
            let view = umpire.view(!color);
            other.tracker.overhear(view.overheard());
            other.tracker.enemy_move(&said);
            other.exact.opponent_moved(view, &other.tracker);
            let overheard = view.overheard();
            other.pool.enemy_move(overheard, &said, &other.tracker);
            other.narrow();
        }
    }
}

/// Mostly a capture if there is one, so that few men are left; sometimes any try.
fn choose(umpire: &Umpire, tracker: &Tracker, color: Color, draws: &mut Stream) -> Try {
    let mut tries: Vec<Try> = Vec::new();
    if streams::below(draws, 4) == 0 {
        tracker.moves(&mut tries);
        let view = umpire.view(color);
        tries = tries.iter().map(|&asked| tracker.turned(asked)).collect();
        tries.retain(|&asked| view.allows(asked));
    }
    if tries.is_empty() {
        tries = umpire.position().legal_tries().collect();
        let enemy = darkforge_board::squares_of(&umpire.position().men(!color));
        let captures: Vec<Try> = tries
            .iter()
            .copied()
            .filter(|t| enemy.contains(t.to))
            .collect();
        if !captures.is_empty() {
            tries = captures;
        }
    }
    tries[streams::below(draws, tries.len())]
}

/// Placements on `boards`, whatever the number of played moves.
fn standing(boards: impl Iterator<Item = Board>) -> Vec<String> {
    let placed = |board: Board| {
        let fen = board.fen();
        let (fen, _) = fen.rsplit_once(' ').expect("six fields");
        let (fen, _) = fen.rsplit_once(' ').expect("six fields");
        fen.to_owned()
    };
    boards.map(placed).collect()
}

fn board(fen: &str) -> Board {
    let position: Position = fen.parse().expect("a legal position");
    position.board().clone()
}

#[test]
fn the_true_king_is_never_missed_and_the_set_is_narrower() {
    let mut shown = Shown::default();
    // Sets of a few boards: threads would wait for each other for most of the time.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    alone.expect("a thread").install(|| {
        for game in 0..14_u64 {
            let ruleset = RULESETS[game as usize % RULESETS.len()];
            let mut draws = streams::open(1, "remnant", game);
            play(ruleset, &mut draws, &mut shown);
        }
    });
    assert!(shown.turns > 100, "{} turns", shown.turns);
    assert!(shown.alone > 2, "{} kings alone", shown.alone);
    assert!(
        shown.narrower * 10 > shown.turns,
        "{} of {}",
        shown.narrower,
        shown.turns
    );
    assert!(shown.squares[1] <= shown.squares[0]);
}

#[test]
fn a_pool_that_believes_what_cannot_be_is_set_right() {
    let guarded = board("8/8/8/2k5/3n4/8/8/K2Q4 w - - 0 1");
    let loose = board("k7/8/8/8/3n4/8/8/K2Q4 w - - 0 1");
    let exactly = |boards: &[&Board]| {
        let boards: Vec<Board> = boards.iter().map(|&board| board.clone()).collect();
        BeliefState::of(&ICC, Color::White, 1000, &boards).expect("one view of things")
    };
    let stream = streams::open(1, "narrow", 0);
    let mut pool = Particles::new(&ICC, Color::White, SIZE, OPPONENT, stream);
    let counts = |pool: &Particles| {
        let stand = standing(living(pool).into_iter());
        let count = |sought: &Board| {
            let sought = standing(std::iter::once(sought.clone()));
            stand.iter().filter(|&board| *board == sought[0]).count()
        };
        [count(&loose), count(&guarded)]
    };
    // It begins with the board at the start of a game.
    assert!(pool.narrow(&exactly(&[&loose])));
    assert_eq!(counts(&pool), [SIZE / 4, 0]);
    assert!(pool.narrow(&exactly(&[&loose, &guarded])));
    assert_eq!(counts(&pool), [SIZE / 4, SIZE / 8]);
    assert!(!pool.narrow(&exactly(&[&guarded])));
    assert_eq!(counts(&pool), [0, SIZE / 8]);
    assert!(pool.narrow(&exactly(&[&loose])));
    assert_eq!(pool.boards().len(), SIZE / 4, "the dead are gone");
}
