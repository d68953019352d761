//! Tests of games of reconnaissance blind chess.

use super::*;
use crate::bout::{Bout, Entrant, Openings};
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::protocol::Clock;
use std::time::Duration;

fn played(players: [&str; 2], games: u64) -> Vec<PlayedGame> {
    let entrant = |place: usize| Entrant {
        name: players[place].to_owned(),
        spec: players[place].parse::<PlayerSpec>().unwrap(),
    };
    let bout = Bout {
        id: 0,
        first_pair: 0,
        step: 1,
        games,
        keep_tries: false,
        openings: Openings::Own,
        first: entrant(0),
        second: entrant(1),
    };
    let game = Recon {
        ply_limit: 200,
        keep_tries: true,
        terms: Terms::default(),
    };
    let fixtures = bout.fixtures(3);
    fixtures
        .map(|fixture| game.play(&fixture).unwrap())
        .collect()
}

#[test]
fn games_follow_from_their_tries_and_a_changed_one_is_found() {
    let game = Recon {
        ply_limit: 200,
        keep_tries: true,
        terms: Terms::default(),
    };
    for mut played in played(["random:nonsense=0.5", "attacker"], 6) {
        assert_eq!(game.confirm(&played), Ok(()));
        let history = history(&played, 200).unwrap();
        assert_eq!(darkforge_recon::record::check(&history), Ok(()));
        played.plies += 1;
        assert!(game.confirm(&played).is_err());
        played.plies -= 1;
        played.tries = played.tries.map(|tries| tries.replacen(':', ":a1a1!", 1));
        assert!(game.confirm(&played).is_err());
    }
}

#[test]
fn nonsense_is_counted_and_the_same_seed_gives_the_same_game() {
    let games = played(["random:nonsense=0.5", "random"], 2);
    assert!(games[0].white_refused > 10 && games[1].black_refused > 10);
    assert_eq!(games, played(["random:nonsense=0.5", "random"], 2));
}

struct Faulty(u32);

impl ReconPlayer for Faulty {
    fn allow(&mut self, _clock: Option<Clock>, _margin: Duration) {}
    fn enemy_moved(&mut self, _view: &referee::View) {}
    fn sense(&mut self, _view: &referee::View) -> Option<Sense> {
        Some(Sense::NONE)
    }
    fn sensed(&mut self, _view: &referee::View) {}
    fn request(&mut self, _view: &referee::View) -> Option<ReconAnswer> {
        match self.0 {
            0 => panic!("a fault that a test makes on purpose"),
            1 => Some(ReconAnswer::Resign),
            _ => Some(ReconAnswer::Ask("a1a8".parse().expect("a move"))),
        }
    }
    fn moved(&mut self, _view: &referee::View, _report: &referee::Report) {}
}

#[test]
fn a_clock_runs_for_every_player() {
    let play = |clock: &str, margin| {
        let mut players = [Color::White, Color::Black].map(|color| {
            let scout: PlayerSpec = "scout:limit=1000,sensing=8,moving=16,depth=0"
                .parse()
                .unwrap();
            scout.build_recon(color, streams::open(1, "test", 0))
        });
        players[0].allow(Some(clock.parse().unwrap()), Duration::from_millis(margin));
        let mut table = Table::new(40, players);
        table.play(40);
        (table.record.outcome.unwrap().ending, table.faults)
    };
    let (ending, faults) = play("0.001", 0);
    assert_eq!(ending, Ending::ForfeitTime);
    let fault = faults[0].as_ref().unwrap();
    assert_eq!(fault.kind, FaultKind::Time);
    assert!(
        fault.detail.starts_with("its clock of "),
        "{}",
        fault.detail
    );
    assert_ne!(play("1000+1", 0).0, Ending::ForfeitTime);
    assert_ne!(play("0.001", 1_000_000).0, Ending::ForfeitTime);
}

#[test]
fn faults_and_resignations_end_a_game() {
    let random = || PlayerSpec::random().build_recon(Color::Black, streams::open(1, "test", 0));
    for (kind, ending) in [
        (0, Ending::ForfeitCrash),
        (1, Ending::Resignation),
        (2, Ending::ForfeitProtocol),
    ] {
        let mut table = Table::new(100, [Box::new(Faulty(kind)), random()]);
        table.play(100);
        let outcome = table.record.outcome.unwrap();
        assert_eq!(outcome.ending, ending);
        assert_eq!(outcome.result, GameResult::BlackWins);
        assert_eq!(table.record.plies, 0);
    }
}
