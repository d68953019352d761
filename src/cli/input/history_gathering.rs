//! Counting of games of reconnaissance blind chess on all threads.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::cli::input::gathering::Counts;
use crate::cli::input::histories::{GameText, Problem};
use crate::cli::input::players::Players;
use crate::cli::output::progress_line::ProgressLine;
use crate::cli::terminal::Bar;
use crate::report::format::{duration, plural, thousands};
use darkforge_recon::record::History;
use darkforge_recon::statistics::Statistics;

/// Games to count.
pub(crate) struct Request<'a> {
    /// Only games of this player.
    pub(crate) player: Option<&'a str>,
    /// Least number of plies.
    pub(crate) min_plies: usize,
    /// Number of the first games whose beliefs are followed.
    pub(crate) sample: u64,
    /// Greatest number of positions of a belief.
    pub(crate) limit: usize,
    /// Threads.
    pub(crate) threads: usize,
    /// Without progress.
    pub(crate) quiet: bool,
}

impl Request<'_> {
    fn wants(&self, history: &History) -> bool {
        let named = self
            .player
            .is_none_or(|player| history.names.iter().any(|name| name == player));
        named && history.plies() >= self.min_plies
    }
}

/// Games that were counted.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// Their statistics.
    pub(crate) statistics: Statistics,
    /// Counts by input.
    pub(crate) counts: Vec<Counts>,
    /// The first damaged games by input and place in it, with their problems.
    pub(crate) damaged: BTreeMap<(usize, usize), String>,
    /// Players of all games that can be read, where one is asked for.
    pub(crate) players: Players,
}

impl Gathered {
    fn new(inputs: usize) -> Gathered {
        Gathered {
            counts: vec![Counts::default(); inputs],
            ..Gathered::default()
        }
    }

    /// The counts of all inputs together.
    pub(crate) fn total(&self) -> Counts {
        Counts::sum(&self.counts)
    }

    fn merge(&mut self, other: Gathered) {
        self.statistics.merge(&other.statistics);
        for (sum, counts) in self.counts.iter_mut().zip(other.counts) {
            sum.add(counts);
        }
        self.damaged.extend(other.damaged);
        self.players.merge(other.players);
        self.name_the_first();
    }
}

/// Greatest number of damaged games that are named.
const MOST_NAMED: usize = 1000;

/// Time between plain lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(15);

impl Gathered {
    fn count(
        &mut self,
        place: (usize, usize),
        game: &GameText,
        is_followed: bool,
        request: &Request<'_>,
    ) {
        let read = game.read();
        if request.player.is_some()
            && let Ok(history) = &read
        {
            history.names.iter().for_each(|name| self.players.add(name));
        }
        match read {
            Ok(history) if request.wants(&history) => {
                self.counts[place.0].used += 1;
                let limit = is_followed.then_some(request.limit);
                self.statistics.add(&history, limit);
            }
            Ok(_) => self.counts[place.0].not_asked += 1,
            Err(Problem::NotKept) => self.counts[place.0].without_tries += 1,
            Err(problem) => {
                self.counts[place.0].damaged += 1;
                self.damaged.insert(place, problem.to_string());
            }
        }
        self.name_the_first();
    }

    fn name_the_first(&mut self) {
        while self.damaged.len() > MOST_NAMED {
            self.damaged.pop_last();
        }
    }
}

/// Counts the games of all inputs. The result is the same at any number of threads.
pub(crate) fn gather(inputs: &[Vec<GameText>], request: &Request<'_>) -> Gathered {
    let games: Vec<((usize, usize), &GameText)> = inputs
        .iter()
        .enumerate()
        .flat_map(|(input, games)| {
            let games = games.iter().enumerate();
            games.map(move |(place, game)| ((input, place), game))
        })
        .collect();
    let progress = Progress::new(games.len() as u64, request.quiet);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut own = Gathered::new(inputs.len());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(place, game)) = games.get(number) else {
                return own;
            };
            own.count(place, game, (number as u64) < request.sample, request);
            progress.step();
        }
    };
    let all = std::thread::scope(|scope| {
        let threads = request.threads.min(games.len()).max(1);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut all = Gathered::new(inputs.len());
        for worker in workers {
            let own = worker.join();
            all.merge(own.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    progress.bar.end();
    all
}

/// Progress through the games.
struct Progress {
    bar: Bar,
    last_line: Mutex<Instant>,
}

impl Progress {
    fn new(games: u64, quiet: bool) -> Progress {
        Progress {
            bar: Bar::new(games, quiet),
            last_line: Mutex::new(Instant::now()),
        }
    }

    fn step(&self) {
        self.bar.advance(1);
        let now = self.bar.moment();
        let line = ProgressLine {
            stage: "",
            share: now.share(),
            count: format!("{}/{}", thousands(now.at), plural(now.total, "game")),
            speed: format!("{:.0}/s", now.speed),
            left: duration(now.left),
        };
        self.bar.draw(|room, _| line.text(room));
        let Ok(mut last) = self.last_line.try_lock() else {
            return;
        };
        if self.bar.is_lines() && last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            let games = plural(now.total, "game");
            self.bar
                .note(&format!("{} of {games} read", thousands(now.at)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::input::histories::games;

    #[test]
    fn games_are_counted_the_same_at_any_number_of_threads() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("games.txt");
        let game = "g6:e2e4 e7:f7f6 h8:d1h5 -:pass -:h5e8\n";
        let text = [game, "-:e2e5\n", game, "-:e2e4 e3:pass\n"].concat();
        std::fs::write(&path, text).unwrap();
        let inputs = [games(&path).unwrap().unwrap()];
        let of = |threads| {
            let request = Request {
                player: None,
                min_plies: 3,
                sample: 2,
                limit: 1000,
                threads,
                quiet: true,
            };
            gather(&inputs, &request)
        };
        let (one, four) = (of(1), of(4));
        assert_eq!(one.statistics, four.statistics);
        assert_eq!(one.damaged, four.damaged);
        assert_eq!(one.damaged[&(0, 1)].get(..5), Some("ply 1"));
        let total = one.total();
        assert_eq!((total.used, total.not_asked, total.damaged), (2, 1, 1));
        // The second of the first two games is damaged.
        assert_eq!((one.statistics.games, one.statistics.followed), (2, 1));
    }
}
