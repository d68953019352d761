use std::sync::Mutex;

use super::*;
use crate::bout::{Entrant, Openings};
use crate::config::MOST_GAMES;
use crate::kriegspiel::Kriegspiel;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::umpire::ICC;

const GAME: Kriegspiel = Kriegspiel {
    ruleset: &ICC,
    ply_limit: 20,
    keep_tries: false,
};

fn bouts(games: u64) -> Bouts {
    let [first, second] = ["a", "b"].map(|name| Entrant {
        name: name.to_owned(),
        spec: PlayerSpec::random(),
    });
    let bout = Bout {
        id: 0,
        first_pair: 0,
        step: 1,
        games,
        keep_tries: false,
        openings: Openings::Own,
        first,
        second,
    };
    Bouts {
        seed: 1,
        bouts: vec![bout],
    }
}

/// Records the numbers of games as they end.
#[derive(Default)]
struct Order(Mutex<Vec<u64>>);

impl<S> Observer<S> for Order {
    fn game_over(&self, game: &PlayedGame, _replayed: bool) {
        self.0.lock().unwrap().push(game.game);
    }
}

fn played(threads: usize, stop: bool) -> (Result<(), RunError>, Vec<u64>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let mut order = Order::default();
    let mut run = Run::new(bouts(12), Journal::temporary().unwrap());
    let stop = AtomicBool::new(stop);
    let pool = pool.build().unwrap();
    let played = pool.install(|| run.play(&GAME, &stop, &mut order));
    (played, order.0.into_inner().unwrap())
}

#[test]
fn games_begin_in_the_order_of_the_schedule() {
    let (played, order) = self::played(1, false);
    assert!(played.is_ok());
    assert_eq!(order, (0..12).collect::<Vec<_>>());
}

#[test]
fn all_threads_together_play_each_game_once() {
    let (played, mut order) = self::played(3, false);
    assert!(played.is_ok());
    order.sort_unstable();
    assert_eq!(order, (0..12).collect::<Vec<_>>());
}

#[test]
fn nothing_begins_once_it_is_to_stop() {
    let (played, order) = self::played(2, true);
    assert!(matches!(played, Err(RunError::Stopped)));
    assert!(order.is_empty());
}

#[test]
fn a_run_goes_on_where_its_journal_ends() {
    let stop = AtomicBool::new(false);
    let mut run = Run::new(bouts(3), Journal::temporary().unwrap());
    run.play(&GAME, &stop, &mut ()).unwrap();
    let mut run = Run::new(bouts(6), run.journal);
    run.replay().unwrap();
    assert_eq!((run.journal.len(), run.schedule.ask().len()), (3, 1));
    let mut order = Order::default();
    run.play(&GAME, &stop, &mut order).unwrap();
    assert_eq!(run.journal.len(), 6);
    assert_eq!(order.0.into_inner().unwrap()[..3], [0, 1, 2], "replayed");
    let mut other = Run::new(bouts(4), run.journal);
    let error = other.replay().unwrap_err();
    assert!(matches!(error, JournalError::Foreign { game: 4, .. }));
}

#[test]
fn games_are_made_as_they_are_played_and_not_all_at_once() {
    let stop = AtomicBool::new(true);
    let mut run = Run::new(bouts(MOST_GAMES), Journal::temporary().unwrap());
    let stopped = run.play(&GAME, &stop, &mut ());
    assert!(matches!(stopped, Err(RunError::Stopped)));
}

#[test]
fn forged_results_are_named_where_tries_were_kept() {
    let game = Kriegspiel {
        keep_tries: true,
        ..GAME
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let stop = AtomicBool::new(false);
    let mut run = Run::new(bouts(4), Journal::create(&path).unwrap());
    run.play(&game, &stop, &mut ()).unwrap();
    drop(run);
    let text = std::fs::read_to_string(&path).unwrap();
    let line = text.lines().nth(2).unwrap();
    let (object, _) = line.split_once(",\"check\":").unwrap();
    let forged = object
        .replace("\"plies\":20", "\"plies\":19")
        .replace("\"ending\":\"ply_limit\"", "\"ending\":\"fifty_moves\"");
    assert_ne!(object, forged);
    let hash = darkforge_streams::fnv1a(forged.as_bytes());
    let forged = format!("{forged},\"check\":\"{hash:016x}\"}}");
    std::fs::write(&path, text.replace(line, &forged)).unwrap();
    let mut run = Run::new(bouts(6), Journal::resume(&path).unwrap());
    let refused = run.play(&game, &stop, &mut ()).unwrap_err();
    let RunError::Journal(JournalError::Untrue {
        line: 3, game: 2, ..
    }) = refused
    else {
        panic!("{refused}");
    };
}
