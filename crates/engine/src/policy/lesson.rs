//! Lessons: what a side of a recorded game knew, and the moves that it made.

use std::sync::Arc;

use super::{enemy_move, own_move, synopsis};
use darkforge_board::{Color, Men, Try, side};
use darkforge_kriegspiel::belief::{EnemyChoice, MoveModel, OpponentModel, Particles};
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::record::read::ReadGame;
use darkforge_kriegspiel::umpire::{Answer, GameResult, Question, Umpire};
use darkforge_streams::{self as streams};
use darkforge_synoptic::Memory;
use darkforge_synoptic::action::Action;
use darkforge_synoptic::network::Example;

/// Number of boards of the belief with which a game is played again.
const PARTICLES: usize = 128;
/// Moves before which ages are counted no further.
const AGE_CAP: u8 = 25;
/// Own moves before the end of a game that are soon.
const SOON: usize = 5;

/// The moves of `color` in `game`, each with probability `share`, as examples for a network. A game without
/// a result has none, nor has a situation in which the enemy is alone.
pub fn lessons(game: &ReadGame, color: Color, share: f64, seed: u64) -> Vec<Example> {
    let outcome = match game.result {
        None => return Vec::new(),
        Some(GameResult::Draw) => 0.0,
        Some(result) if result == GameResult::win(color) => 1.0,
        Some(_) => -1.0,
    };
    let number = 2 * game.game + side(color) as u64;
    let stream = streams::open(seed, "lessons", number);
    let mut drawn = streams::beside(&stream, "draws");
    let learned: Arc<dyn EnemyChoice> = Arc::new(MoveModel::LEARNED);
    let mut umpire = Umpire::new(game.ruleset, u32::MAX);
    let mut tracker = Tracker::new(color, AGE_CAP)
        .deducing(true)
        .controlling(false)
        .under(game.ruleset);
    let model = OpponentModel::COUNTS;
    let mut pool = Particles::new(game.ruleset, color, PARTICLES, model, stream);
    pool = pool.expecting(vec![learned]);
    let mut last = Memory::default();
    let (mut moves, mut examples, mut numbers) = (0, Vec::new(), Vec::new());
    for entry in &game.entries {
        let asked = match entry.question {
            Question::Try(asked) if umpire.turn() == color => Some(asked),
            _ => None,
        };
        let take = asked.is_some() && streams::unit(&mut drawn) < share;
        let men = [color, !color].map(|side| umpire.position().men(side));
        let example = asked
            .filter(|_| take)
            .and_then(|asked| example(&tracker, &pool, &last, asked, men));
        let own = umpire.turn() == color;
        let Ok(answer) = umpire.ask(entry.question) else {
            break;
        };
        if own {
            tracker.answered(entry.question, &answer);
            if let (Some(asked), Answer::Played(said)) = (asked, &answer) {
                if let Some(example) = example {
                    examples.push(Example { outcome, ..example });
                    numbers.push(moves);
                }
                moves += 1;
                own_move(&mut last, asked, said);
            }
        }
        if umpire.outcome().is_some() {
            break;
        }
        if own {
            pool.answered(entry.question, &answer, &tracker);
        } else if let Answer::Played(said) = answer {
            let overheard = umpire.view(color).overheard();
            tracker.overhear(overheard);
            tracker.enemy_move(&said);
            pool.enemy_move(overheard, &said, &tracker);
            enemy_move(&mut last, &said);
        }
    }
    for (example, number) in examples.iter_mut().zip(numbers) {
        let soon = moves - number <= SOON;
        example.soon_win = soon && outcome > 0.0;
        example.soon_lose = soon && outcome < 0.0;
    }
    examples
}

/// The situation in which `asked` is asked, without its outcome.
fn example(
    tracker: &Tracker,
    pool: &Particles,
    last: &Memory,
    asked: Try,
    men: [Men; 2],
) -> Option<Example> {
    if tracker.metaposition().is_king_alone() {
        return None;
    }
    let place = |asked: Try| Action::Ask(asked).place(tracker.color());
    let mut tries = Vec::new();
    tracker.moves(&mut tries);
    let actions: Vec<u16> = tries
        .iter()
        .map(|&own| place(tracker.turned(own)))
        .collect();
    let mut pieces = [0; 12];
    for (count, squares) in pieces.iter_mut().zip(men.iter().flatten()) {
        *count = squares.count() as u8;
    }
    Some(Example {
        synopsis: synopsis(tracker, pool, last)?,
        positions: pool.boards().len(),
        chosen: actions.iter().position(|&one| one == place(asked))?,
        actions,
        outcome: 0.0,
        soon_win: false,
        soon_lose: false,
        pieces,
    })
}
