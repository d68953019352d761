//! Speed of the parts, one core each: `cargo bench`.

use darkforge_board::{Color, Square, Try, as_try};
use darkforge_engine::darkboard::{Algorithm, EngineOptions, Evaluator, Search, Tactics, Weights};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::belief::{OpponentModel, Particles};
use darkforge_kriegspiel::metaposition::{Metaposition, Tracker};
use darkforge_kriegspiel::record::GameRecord;
use darkforge_kriegspiel::umpire::{Announcement, Answer, ICC, Overheard, PawnTries};
use darkforge_lab::kriegspiel as game;
use darkforge_streams as streams;
use darkforge_synoptic::infostate::Infostate;
use darkforge_synoptic::network::{Network, Query, Shape, Workspace};
use darkforge_synoptic::synopsis::Synopsis;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn play(spec: &str, index: u64) -> GameRecord {
    let spec: PlayerSpec = spec.parse().expect("a player");
    let mut white = spec.build(streams::open(1, "bench", 2 * index));
    let mut black = spec.build(streams::open(1, "bench", 2 * index + 1));
    game::play(&ICC, 400, white.as_mut(), black.as_mut())
}

/// White's metapositions on its turn in an engine game, with the move, its announcement, and that
/// of the opponent's answer.
fn turns() -> Vec<(Tracker, Try, Announcement)> {
    let record = play("darkboard:depth=1,particles=0", 1);
    let mut tracker = Tracker::new(Color::White, 25);
    let mut found = Vec::new();
    for entry in &record.entries {
        match (entry.side, entry.answer) {
            (Color::White, answer) => {
                if let Some((asked, said)) = entry.played() {
                    found.push((tracker.clone(), asked, said));
                }
                tracker.answered(entry.question, &answer);
            }
            (Color::Black, Answer::Played(said)) => tracker.enemy_move(&said),
            (Color::Black, _) => {}
        }
    }
    found
}

#[divan::bench]
fn random_game(bencher: Bencher) {
    let mut index = 0;
    bencher.bench_local(|| {
        index += 1;
        play("random", index)
    });
}

#[divan::bench]
fn own_moves_of_a_game(bencher: Bencher) {
    let turns = turns();
    bencher
        .counter(divan::counter::ItemsCount::new(turns.len()))
        .bench_local(|| {
            for (before, asked, said) in &turns {
                let mut after = *before.metaposition();
                after.own_move(*asked, said);
                black_box(after);
            }
        });
}

#[divan::bench]
fn enemy_moves_of_a_game(bencher: Bencher) {
    let afters: Vec<Metaposition> = after_own_moves().into_iter().map(|(m, _)| m).collect();
    let silence = Announcement {
        pawn_tries: Some(PawnTries::Number(0)),
        ..Announcement::default()
    };
    bencher
        .counter(divan::counter::ItemsCount::new(afters.len()))
        .bench_local(|| {
            for after in &afters {
                let mut next = *after;
                next.enemy_move(&silence);
                black_box(next);
            }
        });
}

fn after_own_moves() -> Vec<(Metaposition, Square)> {
    turns()
        .into_iter()
        .map(|(before, asked, said)| {
            let mut after = *before.metaposition();
            after.own_move(asked, &said);
            (after, asked.to)
        })
        .collect()
}

#[divan::bench]
fn evaluations_of_a_game(bencher: Bencher) {
    let evaluator = Evaluator::new(Weights::default());
    let afters = after_own_moves();
    bencher
        .counter(divan::counter::ItemsCount::new(afters.len()))
        .bench_local(|| {
            for (after, moved) in &afters {
                black_box(evaluator.evaluate(after, *moved));
            }
        });
}

#[divan::bench]
fn move_generation_of_a_game(bencher: Bencher) {
    let turns = turns();
    let mut moves = Vec::new();
    bencher
        .counter(divan::counter::ItemsCount::new(turns.len()))
        .bench_local(|| {
            for (before, _, _) in &turns {
                before.moves(&mut moves);
                black_box(&moves);
            }
        });
}

#[divan::bench]
fn enhanced_search_of_one_move(bencher: Bencher) {
    let turns = turns();
    let options = EngineOptions {
        search: Algorithm::Enhanced,
        ..EngineOptions::default()
    };
    search_one_move(bencher, options, &turns[turns.len() / 2].0);
}

/// White's belief at the middle of an engine game.
fn middle_belief() -> (Particles, Tracker) {
    let record = play("darkboard:depth=1,particles=0", 1);
    let opponent = OpponentModel::COUNTS;
    let mut tracker = Tracker::new(Color::White, 25);
    let mut pool = Particles::new(
        &ICC,
        Color::White,
        1024,
        opponent,
        streams::open(1, "bench", 0),
    );
    for entry in &record.entries[..record.entries.len() / 2] {
        match (entry.side, entry.answer) {
            (Color::White, answer) => {
                tracker.answered(entry.question, &answer);
                pool.answered(entry.question, &answer, &tracker);
            }
            (Color::Black, Answer::Played(said)) => {
                tracker.enemy_move(&said);
                pool.enemy_move(Overheard::default(), &said, &tracker);
            }
            (Color::Black, _) => {}
        }
    }
    (pool, tracker)
}

#[divan::bench]
fn tactics_of_one_turn(bencher: Bencher) {
    let (pool, _) = middle_belief();
    let moves: Vec<Try> = pool.boards()[0]
        .legal_moves()
        .into_iter()
        .map(as_try)
        .collect();
    let mut tactics = Tactics::new(&Weights::default(), true);
    bencher.bench_local(|| {
        let mut values = vec![0.0; moves.len()];
        tactics.prepare(pool.boards(), moves.iter().copied());
        tactics.add_prospects(pool.boards(), pool.alive(), &moves, 1.0, &mut values);
        values
    });
}

#[divan::bench]
fn beliefs_of_a_game(bencher: Bencher) {
    bencher.bench_local(middle_belief);
}

fn search_one_move(bencher: Bencher, options: EngineOptions, root: &Tracker) {
    let mut search = Search::new(Evaluator::new(Weights::default()), options);
    let mut moves = Vec::new();
    root.moves(&mut moves);
    bencher.bench_local(|| {
        let mut values = vec![0.0; moves.len()];
        search.values(root, &moves, &mut values);
        values.last().copied()
    });
}

#[divan::bench(args = [1, 2, 3])]
fn search_of_one_move(bencher: Bencher, depth: u32) {
    let turns = turns();
    let (root, _, _) = &turns[turns.len() / 2];
    let options = EngineOptions {
        search: Algorithm::Basic,
        depth,
        ..EngineOptions::default()
    };
    search_one_move(bencher, options, root);
}

/// A set of 128 positions: Black's after four unseen moves of White.
fn unseen() -> Infostate {
    let mut stream = streams::open(1, "bench", 0);
    let mut state = Infostate::start(Color::Black);
    for _ in 0..4 {
        state.enemy_moved(None, None, 128, &mut stream);
    }
    assert_eq!(state.hidden.len(), 128);
    state
}

#[divan::bench]
fn synopses_of_128_positions(bencher: Bencher) {
    let state = unseen();
    bencher
        .counter(divan::counter::ItemsCount::new(100_usize))
        .bench_local(|| {
            for _ in 0..100 {
                black_box(Synopsis::of(black_box(&state)));
            }
        });
}

#[divan::bench]
fn evaluations_of_a_network(bencher: Bencher) {
    let shape = Shape {
        width: 32,
        blocks: 4,
        headsets: vec!["all".to_owned()],
    };
    let network = Network::random(shape, 1).expect("a network");
    let synopsis = Synopsis::of(&unseen());
    let actions: Vec<u16> = (0..64).map(|square| square * 65 + 64).collect();
    let queries = [Query {
        synopsis: &synopsis,
        policy: 0,
        value: 0,
        actions: &actions,
    }; 64];
    let mut space = Workspace::default();
    bencher
        .counter(divan::counter::ItemsCount::new(queries.len()))
        .bench_local(|| black_box(network.evaluate(&queries, &mut space)));
}
