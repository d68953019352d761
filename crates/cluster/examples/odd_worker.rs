//! A worker that alters one game in fifty, for `scripts/cluster_test`, or one that sleeps for a time
//! after each game, for `scripts/cluster_model`: many of the latter play on few cores.
//!
//!     odd_worker URL VERSION COMMIT NAME lies
//!     odd_worker URL VERSION COMMIT NAME sleeps MILLISECONDS
//!
//! Version and commit are those of the coordinator, or it would be refused as another build.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use darkforge_cluster::{Build, Worker};
use darkforge_lab::bout::{Fixture, PlayedGame};
use darkforge_lab::game::{Game, Shortage};
use darkforge_lab::rules::RunGame;

/// A game that is not always told as it was, or takes longer.
struct Odd {
    game: RunGame,
    sleeps: Option<Duration>,
}

impl Game for Odd {
    fn play(&self, fixture: &Fixture<'_>) -> Result<PlayedGame, Shortage> {
        let mut game = self.game.play(fixture)?;
        if let Some(time) = self.sleeps {
            std::thread::sleep(time);
        } else if darkforge_streams::derive(1, "lie", fixture.game).is_multiple_of(50) {
            game.white_refused += 1;
        }
        Ok(game)
    }

    fn confirm(&self, played: &PlayedGame) -> Result<(), String> {
        self.game.confirm(played)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (&[url, version, commit, name], sleeps) = (match &words[..] {
        [start @ .., "lies"] => (start, None),
        [start @ .., "sleeps", time] => (start, Some(Duration::from_millis(time.parse()?))),
        _ => return Err("usage: odd_worker URL VERSION COMMIT NAME lies | sleeps MS".into()),
    }) else {
        return Err("usage: odd_worker URL VERSION COMMIT NAME lies | sleeps MS".into());
    };
    let worker = Worker {
        server: url.parse()?,
        name: name.to_owned(),
        threads: 1,
        build: Build::of(version, commit),
        idle: None,
        game: Box::new(move |game| Box::new(Odd { game, sleeps })),
        show: Box::new(|_| {}),
        note: Box::new(|_| {}),
    };
    worker.work(&Arc::new(AtomicBool::new(false)))?;
    Ok(())
}
