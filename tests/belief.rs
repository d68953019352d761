//! Particles: their boards agree with all that a player knows, the same seed gives the same boards,
//! and their probabilities are right on average.

use std::sync::Arc;

use darkforge_board::{Board, Position, SIDES, Try, side};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::belief::{EnemyChoice, MoveModel, OpponentModel, Particles};
use darkforge_kriegspiel::metaposition::Tracker;
use darkforge_kriegspiel::record::GameRecord;
use darkforge_kriegspiel::umpire::{ICC, RULESETS, Ruleset, Umpire};
use darkforge_lab::kriegspiel as game;
use darkforge_streams as streams;

const OPPONENT: OpponentModel = OpponentModel::COUNTS;

fn play(ruleset: &'static Ruleset, index: u64) -> GameRecord {
    let player = |name: &str, index| {
        let spec: PlayerSpec = name.parse().expect("a player");
        spec.build(streams::open(3, "belief", index))
    };
    let mut white = player("darkboard:depth=1,particles=0", 2 * index);
    let mut black = player(["semi-random", "random"][index as usize % 2], 2 * index + 1);
    game::play(ruleset, 300, white.as_mut(), black.as_mut())
}

/// The learned model of enemy moves.
fn learned() -> Vec<Arc<dyn EnemyChoice>> {
    vec![Arc::new(MoveModel::LEARNED)]
}

/// Follows a game from both sides with pools of `size` that expect what `models` say; `see` gets the
/// truth too.
fn follow(
    record: &GameRecord,
    size: usize,
    models: &[Arc<dyn EnemyChoice>],
    mut see: impl FnMut(&Particles, &Tracker, &Position),
) {
    let mut truth = Position::start();
    let mut umpire = Umpire::new(record.ruleset, u32::MAX);
    let mut trackers = SIDES.map(|color| Tracker::new(color, 25).under(record.ruleset));
    let mut pools = SIDES.map(|color| {
        let stream = streams::open(1, "pool", side(color) as u64);
        Particles::new(record.ruleset, color, size, OPPONENT, stream).expecting(models.to_vec())
    });
    for entry in &record.entries {
        let (mover, other) = (side(entry.side), side(!entry.side));
        trackers[mover].answered(entry.question, &entry.answer);
        pools[mover].answered(entry.question, &entry.answer, &trackers[mover]);
        umpire.ask(entry.question).expect("the game goes on");
        if let Some((asked, said)) = entry.played() {
            truth.play(asked).expect("a played move is legal");
            let overheard = umpire.view(!entry.side).overheard();
            trackers[other].overhear(overheard);
            trackers[other].enemy_move(&said);
            pools[other].enemy_move(overheard, &said, &trackers[other]);
        }
        for (pool, tracker) in pools.iter().zip(&trackers) {
            see(pool, tracker, &truth);
        }
    }
}

#[test]
fn every_believed_board_is_inside_the_metaposition() {
    for index in 0..14 {
        let ruleset = RULESETS[index as usize % RULESETS.len()];
        let models = if index < 7 { Vec::new() } else { learned() };
        follow(&play(ruleset, index), 64, &models, |pool, tracker, _| {
            for (board, _) in pool.boards().iter().zip(pool.alive()).filter(|b| *b.1) {
                let now = tracker.metaposition();
                let color = tracker.color();
                let turned = |set| tracker.turned_set(set);
                assert_eq!(board.men(color).map(turned), *now.own());
                let enemy = board.men(!color).map(turned);
                for (role, men) in enemy.iter().enumerate() {
                    assert!(
                        men.is_subset(now.enemy()[role]),
                        "game {index}: {}\n{}",
                        board.fen(),
                        now.drawing()
                    );
                }
                assert!(
                    tracker
                        .refused()
                        .iter()
                        .all(|&asked| board.legal_move(tracker.turned(asked)).is_none())
                );
            }
        });
    }
}

#[test]
fn the_same_stream_gives_the_same_boards() {
    let boards = || {
        let mut found = Vec::new();
        for models in [Vec::new(), learned()] {
            follow(&play(&ICC, 1), 32, &models, |pool, _, _| {
                found.extend(pool.boards().iter().map(Board::fen));
            });
        }
        found
    };
    assert_eq!(boards(), boards());
}

/// For every square that a move could reach: the belief's probability of an enemy man, compared
/// with its frequency.
#[test]
fn what_is_believed_comes_true_about_as_often() {
    let mut bins = [(0.0, 0.0, 0_u32); 5];
    let (mut surprise, mut count) = (0.0, 0.0);
    for index in 0..12 {
        follow(&play(&ICC, index), 1024, &[], |pool, tracker, truth| {
            let color = tracker.color();
            if truth.turn() != color || pool.boards().is_empty() {
                return;
            }
            let mut moves: Vec<Try> = Vec::new();
            tracker.moves(&mut moves);
            let alive: Vec<_> = pool.boards().iter().zip(pool.alive()).collect();
            let alive: Vec<_> = alive.into_iter().filter(|b| *b.1).map(|b| b.0).collect();
            for asked in moves.iter().map(|&m| tracker.turned(m)) {
                let there = alive
                    .iter()
                    .filter(|board| board.squares(!color).contains(asked.to));
                let share = there.count() as f64 / alive.len() as f64;
                let bin = &mut bins[((share * 5.0) as usize).min(4)];
                let enemy = darkforge_board::squares_of(&truth.men(!color));
                let is = enemy.contains(asked.to);
                let p = 0.01 + 0.98 * share;
                surprise -= if is { p.ln() } else { (1.0 - p).ln() };
                count += 1.0;
                bin.0 += share;
                bin.1 += f64::from(u8::from(is));
                bin.2 += 1;
            }
        });
    }
    // In nats for a square; a belief that only counts the men left has about 0.3.
    let surprise = surprise / count;
    println!("surprise {surprise:.4}");
    assert!(surprise < 0.16, "{surprise}");
    for (believed, true_ones, count) in bins {
        let (believed, found) = (believed / f64::from(count), true_ones / f64::from(count));
        println!("believed {believed:.3}, found {found:.3}, of {count}");
        assert!((believed - found).abs() < 0.2, "{believed} against {found}");
    }
}
