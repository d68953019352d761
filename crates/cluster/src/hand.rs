//! Hands: the games of a job, which one thread or more play.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use darkforge_lab::bout::Bout;
use darkforge_lab::game::{Game, Shortage};
use darkforge_lab::journal::line_of_game;

/// The games of a job. A thread takes the next that no other has, so they all end at about the same time.
pub(crate) struct Hand {
    seed: u64,
    bouts: Vec<Bout>,
    /// Place of the bout and number of each game, in order.
    games: Vec<(usize, u64)>,
    /// Place of the next game that no thread has.
    next: AtomicUsize,
}

/// A game of a hand that was played.
pub(crate) struct Played {
    place: usize,
    line: Vec<u8>,
    seconds: f64,
}

/// Games in the form of a result.
pub(crate) struct Lines {
    /// Lines of the journal, in order.
    pub bytes: Vec<u8>,
    /// Seconds of play of each bout.
    pub seconds: Vec<f64>,
    /// Number of games.
    pub games: u64,
}

impl Hand {
    /// The games of `bouts`, of a run with this seed.
    pub(crate) fn of(seed: u64, bouts: Vec<Bout>) -> Hand {
        let numbers = |(place, bout): (usize, &Bout)| bout.numbers().map(move |game| (place, game));
        Hand {
            seed,
            games: bouts.iter().enumerate().flat_map(numbers).collect(),
            bouts,
            next: AtomicUsize::new(0),
        }
    }

    /// Whether each game has a thread.
    pub(crate) fn is_empty(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.games.len()
    }

    /// Plays one game after another until the hand is empty.
    pub(crate) fn play(&self, game: &dyn Game) -> Result<Vec<Played>, Shortage> {
        let mut played = Vec::new();
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&(bout, number)) = self.games.get(place) else {
                return Ok(played);
            };
            let began = Instant::now();
            let fixture = self.bouts[bout].fixture(self.seed, number);
            let line = line_of_game(&game.play(&fixture)?);
            let seconds = began.elapsed().as_secs_f64();
            played.push(Played {
                place,
                line,
                seconds,
            });
        }
    }

    /// All its games, from what each thread has played.
    pub(crate) fn lines(&self, mut played: Vec<Played>) -> Lines {
        played.sort_unstable_by_key(|game| game.place);
        let mut seconds = vec![0.0; self.bouts.len()];
        for game in &played {
            seconds[self.games[game.place].0] += game.seconds;
        }
        Lines {
            seconds,
            games: played.len() as u64,
            bytes: played.into_iter().flat_map(|game| game.line).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use darkforge_engine::player::PlayerSpec;
    use darkforge_kriegspiel::umpire::ICC;
    use darkforge_lab::bout::{Entrant, Openings};
    use darkforge_lab::kriegspiel::Kriegspiel;
    use darkforge_lab::terms::Terms;

    #[test]
    fn any_number_of_threads_play_the_same_lines() {
        let game = Kriegspiel {
            ruleset: &ICC,
            ply_limit: 20,
            keep_tries: true,
            terms: Terms::default(),
        };
        let entrant = |name: &str| Entrant {
            name: name.to_owned(),
            spec: PlayerSpec::random(),
        };
        let bout = |id: u64| Bout {
            id,
            first_pair: 10 * id,
            step: 1,
            games: 7 + 6 * id,
            keep_tries: false,
            openings: Openings::Own,
            first: entrant("a"),
            second: entrant("b"),
        };
        let bouts: Vec<Bout> = (0..2).map(bout).collect();
        let fixtures = bouts.iter().flat_map(|bout| bout.fixtures(3));
        let wanted = fixtures.flat_map(|fixture| line_of_game(&game.play(&fixture).unwrap()));
        let wanted: Vec<u8> = wanted.collect();
        for threads in 1..5 {
            let hand = Hand::of(3, bouts.clone());
            let played = thread::scope(|scope| {
                let play = || hand.play(&game).unwrap();
                let threads: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
                let played = threads.into_iter().flat_map(|one| one.join().unwrap());
                played.collect::<Vec<_>>()
            });
            assert!(hand.is_empty());
            let lines = hand.lines(played);
            assert_eq!((lines.bytes, lines.games), (wanted.clone(), 20));
            assert!(lines.seconds.len() == 2 && lines.seconds.iter().all(|&seconds| seconds > 0.0));
        }
    }
}
