use std::sync::{LazyLock, Mutex};

use super::*;
use crate::bout::{Entrant, Openings};
use crate::config::MOST_GAMES;
use crate::kriegspiel::Kriegspiel;
use crate::terms::Terms;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::umpire::ICC;

static GAME: LazyLock<Kriegspiel> = LazyLock::new(|| Kriegspiel {
    ruleset: &ICC,
    ply_limit: 20,
    keep_tries: false,
    terms: Terms::default(),
});

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
    let played = pool.install(|| run.play(&*GAME, &stop, &mut order));
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
    run.play(&*GAME, &stop, &mut ()).unwrap();
    let mut run = Run::new(bouts(6), run.journal);
    run.replay().unwrap();
    assert_eq!((run.journal.len(), run.schedule.ask().len()), (3, 1));
    let mut order = Order::default();
    run.play(&*GAME, &stop, &mut order).unwrap();
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
    let stopped = run.play(&*GAME, &stop, &mut ());
    assert!(matches!(stopped, Err(RunError::Stopped)));
}

#[test]
fn forged_results_are_named_where_tries_were_kept() {
    let game = Kriegspiel {
        keep_tries: true,
        ..GAME.clone()
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

/// Two bouts, the second asked for once the first was told.
struct Two {
    bouts: Vec<Bout>,
    told: Vec<Vec<u64>>,
}

impl Two {
    fn new() -> Two {
        let first = bouts(4).bouts.remove(0);
        let second = Bout {
            id: 1,
            first_pair: 2,
            games: 3,
            ..first.clone()
        };
        Two {
            bouts: vec![first, second],
            told: Vec::new(),
        }
    }
}

impl Schedule for Two {
    fn seed(&self) -> u64 {
        1
    }

    fn ask(&self) -> Vec<Bout> {
        self.bouts
            .get(self.told.len())
            .cloned()
            .into_iter()
            .collect()
    }

    fn tell(&mut self, games: &[Vec<Outcome>]) {
        let told: usize = games.iter().map(Vec::len).sum();
        let asked: Vec<u64> = self.ask().iter().flat_map(Bout::numbers).collect();
        assert_eq!(told, asked.len());
        self.told.push(asked);
    }
}

/// Records what an observer hears.
#[derive(Default)]
struct Ear {
    replayed: Mutex<Vec<u64>>,
    caught_up: Vec<bool>,
    is_full: bool,
}

impl Observer<Two> for Ear {
    fn game_over(&self, game: &PlayedGame, replayed: bool) {
        if replayed {
            self.replayed.lock().unwrap().push(game.game);
        }
    }

    fn told(&mut self, schedule: &mut Two, _: &Journal, up: bool) -> Result<(), std::io::Error> {
        self.caught_up.push(up);
        assert_eq!(schedule.told.len(), self.caught_up.len());
        if self.is_full {
            return Err(std::io::Error::other("full"));
        }
        Ok(())
    }
}

#[test]
fn observers_hear_what_was_told_and_whether_the_journal_has_more() {
    let stop = AtomicBool::new(false);
    let mut run = Run::new(Two::new(), Journal::temporary().unwrap());
    let mut ear = Ear::default();
    run.play(&*GAME, &stop, &mut ear).unwrap();
    assert_eq!(run.schedule.told, [vec![0, 1, 2, 3], vec![4, 5, 6]]);
    assert_eq!(ear.caught_up, [true, true]);
    assert!(ear.replayed.lock().unwrap().is_empty());
    let mut again = Run::new(Two::new(), run.journal);
    let mut ear = Ear::default();
    again.play(&*GAME, &stop, &mut ear).unwrap();
    assert_eq!(again.schedule.told, [vec![0, 1, 2, 3], vec![4, 5, 6]]);
    assert_eq!(ear.caught_up, [false, true]);
    assert_eq!(*ear.replayed.lock().unwrap(), [0, 1, 2, 3, 4, 5, 6]);
    let mut replayed = Run::new(Two::new(), again.journal);
    replayed.replay().unwrap();
    assert_eq!(replayed.schedule.told.len(), 2);
    let mut stopped = Run::new(Two::new(), replayed.journal);
    let mut full = Ear {
        is_full: true,
        ..Ear::default()
    };
    let error = stopped.play(&*GAME, &stop, &mut full).unwrap_err();
    assert!(matches!(error, RunError::End(_)), "{error}");
}

#[test]
fn a_journal_with_a_game_of_another_run_is_refused() {
    let stop = AtomicBool::new(false);
    let foreign = |wanted: u64, schedule: Bouts, journal: Journal| {
        let mut run = Run::new(schedule, journal);
        let replayed = run.replay().unwrap_err();
        let Err(RunError::Journal(played)) = run.play(&*GAME, &stop, &mut ()) else {
            panic!("it should be refused");
        };
        for error in [replayed, played] {
            let JournalError::Foreign { game, .. } = error else {
                panic!("{error}");
            };
            assert_eq!(game, wanted);
        }
    };
    let played = |bouts: Bouts| {
        let mut run = Run::new(bouts, Journal::temporary().unwrap());
        run.play(&*GAME, &stop, &mut ()).unwrap();
        run.journal
    };
    let other_seed = Bouts {
        seed: 2,
        ..bouts(4)
    };
    foreign(0, other_seed, played(bouts(4)));
    let mut other_player = bouts(4);
    other_player.bouts[0].second.spec = PlayerSpec::semi_random();
    foreign(0, other_player, played(bouts(4)));
    foreign(2, bouts(2), played(bouts(3)));
    // The first game is there, the second is not, and a later one is of another run.
    let mut journal = Journal::temporary().unwrap();
    let other = played(bouts(6));
    for game in [0, 5] {
        journal
            .append_line(&other.read_line(game).unwrap())
            .unwrap();
    }
    foreign(5, bouts(4), journal);
}

/// A game for which this machine has no room, from the game `from` on.
struct NoRoom {
    from: u64,
}

impl Game for NoRoom {
    fn play(&self, fixture: &crate::bout::Fixture<'_>) -> Result<PlayedGame, Shortage> {
        if fixture.game < self.from {
            return GAME.play(fixture);
        }
        Err(Shortage {
            game: fixture.game,
            player: fixture.white.name.clone(),
            problem: "no room".to_owned(),
        })
    }

    fn confirm(&self, _: &PlayedGame) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn a_game_without_room_ends_the_run_and_the_games_before_are_kept() {
    let stop = AtomicBool::new(false);
    let mut run = Run::new(bouts(6), Journal::temporary().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
    let pool = pool.build().unwrap();
    let error = pool.install(|| run.play(&NoRoom { from: 2 }, &stop, &mut ()));
    let Err(RunError::Shortage(shortage)) = error else {
        panic!("{error:?}");
    };
    assert_eq!((shortage.game, shortage.player.as_str()), (2, "a"));
    assert_eq!(run.journal.len(), 2);
    run.play(&*GAME, &stop, &mut ()).unwrap();
    assert_eq!(run.journal.len(), 6);
}

#[test]
fn a_failure_is_told_rather_than_a_stop() {
    use std::sync::atomic::Ordering;

    /// Asks for a stop, and fails.
    struct Failing<'a>(&'a AtomicBool);

    impl Game for Failing<'_> {
        fn play(&self, fixture: &crate::bout::Fixture<'_>) -> Result<PlayedGame, Shortage> {
            self.0.store(true, Ordering::Relaxed);
            NoRoom { from: 0 }.play(fixture)
        }

        fn confirm(&self, _: &PlayedGame) -> Result<(), String> {
            Ok(())
        }
    }

    let pool = rayon::ThreadPoolBuilder::new().num_threads(4);
    let pool = pool.build().unwrap();
    for _ in 0..20 {
        let stop = AtomicBool::new(false);
        let mut run = Run::new(bouts(40), Journal::temporary().unwrap());
        let error = pool.install(|| run.play(&Failing(&stop), &stop, &mut ()));
        assert!(matches!(error, Err(RunError::Shortage(_))), "{error:?}");
    }
}

#[test]
fn games_that_a_schedule_does_not_ask_for_are_pruned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let stop = AtomicBool::new(false);
    let mut run = Run::new(bouts(8), Journal::create(&path).unwrap());
    run.play(&*GAME, &stop, &mut ()).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let mut journal = run.journal;
    assert_eq!(journal.remove(&BTreeSet::from([1, 3, 9])).unwrap(), 2);
    let numbers = |journal: &Journal| {
        journal
            .games()
            .filter_map(Result::ok)
            .map(|game| game.game)
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers(&journal), [0, 2, 4, 5, 6, 7]);
    let mut run = Run::new(bouts(6), journal);
    assert_eq!(run.prune().unwrap(), 2, "beyond the bout");
    assert_eq!(numbers(&run.journal), [0, 2, 4, 5]);
    drop(run);
    let journal = Journal::resume(&path).unwrap();
    assert_eq!(numbers(&journal), [0, 2, 4, 5], "also in the file");
    let mut run = Run::new(bouts(8), journal);
    run.play(&*GAME, &stop, &mut ()).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    let mut others = bouts(8);
    others.bouts[0].first.name = "c".to_owned();
    let mut run = Run::new(others, run.journal);
    assert_eq!(run.prune().unwrap(), 8, "of other players");
    assert!(run.journal.is_empty());
}
