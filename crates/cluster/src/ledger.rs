//! The ledger of a run: which worker played which games.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use crate::result::Said;
use crate::standing::WorkerStanding;

/// Time over which the speed of a worker is measured.
const RECENT: Duration = Duration::from_secs(30);

/// Time after its last result in which a worker counts as present.
const PRESENT: Duration = Duration::from_mins(5);

/// A worker.
#[derive(Debug)]
struct Entry {
    standing: WorkerStanding,
    /// Games of its last results.
    recent: VecDeque<(Instant, u64)>,
    since: Instant,
    last: Instant,
}

/// The first result of a job.
#[derive(Clone, Debug)]
pub(crate) struct First {
    /// The worker's name.
    pub worker: String,
    /// Digest of the lines.
    pub digest: String,
}

/// Workers, their results and games.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    workers: BTreeMap<String, Entry>,
    firsts: BTreeMap<String, First>,
    /// Ranges of games by their first, each with its end and worker.
    games: BTreeMap<u64, (u64, String)>,
}

impl Ledger {
    fn entry(&mut self, worker: &str) -> &mut Entry {
        let new = || Entry {
            standing: WorkerStanding {
                worker: worker.to_owned(),
                ..WorkerStanding::default()
            },
            recent: VecDeque::new(),
            since: Instant::now(),
            last: Instant::now(),
        };
        self.workers.entry(worker.to_owned()).or_insert_with(new)
    }

    /// Takes the first result of the job `id`, of which the `games` are new.
    pub(crate) fn record(&mut self, id: &str, said: &Said, digest: String, games: &[u64]) {
        let entry = self.entry(&said.worker);
        let standing = &mut entry.standing;
        standing.threads = said.threads;
        standing.jobs += 1;
        standing.games += games.len() as u64;
        standing.seconds += said.seconds.iter().sum::<f64>();
        standing.redelivered += said.delivered.saturating_sub(1);
        entry.last = Instant::now();
        entry.recent.push_back((Instant::now(), games.len() as u64));
        let worker = said.worker.clone();
        self.attribute(&worker, games);
        self.firsts.insert(id.to_owned(), First { worker, digest });
    }

    /// Notes that `worker` played these games.
    pub(crate) fn attribute(&mut self, worker: &str, games: &[u64]) {
        for &game in games {
            let last = self.games.range_mut(..=game).next_back();
            match last {
                Some((_, (end, of))) if *end == game && of == worker => *end += 1,
                _ => {
                    self.games.insert(game, (game + 1, worker.to_owned()));
                }
            }
        }
    }

    /// Forgets the first results of `worker`; returns the names of their jobs.
    pub(crate) fn drop_firsts(&mut self, worker: &str) -> Vec<String> {
        let own = self
            .firsts
            .iter()
            .filter(|(_, first)| first.worker == worker);
        let own: Vec<String> = own.map(|(id, _)| id.clone()).collect();
        self.firsts.retain(|_, first| first.worker != worker);
        own
    }

    /// The first result of the job `id`.
    pub(crate) fn first(&self, id: &str) -> Option<&First> {
        self.firsts.get(id)
    }

    /// The worker that played `game`, if it is known.
    pub(crate) fn worker_of(&self, game: u64) -> Option<&str> {
        let (_, (end, worker)) = self.games.range(..=game).next_back()?;
        (game < *end).then_some(worker.as_str())
    }

    /// Games that `worker` played.
    pub(crate) fn games_of(&self, worker: &str) -> BTreeSet<u64> {
        let own = self.games.iter().filter(|(_, (_, of))| of == worker);
        own.flat_map(|(&first, &(end, _))| first..end).collect()
    }

    /// Forgets who played these games: they will be played again.
    pub(crate) fn forget(&mut self, worker: &str) {
        self.games.retain(|_, (_, of)| of != worker);
    }

    /// Counts a result of `worker` that came too late.
    pub(crate) fn refuse(&mut self, worker: &str) {
        self.entry(worker).standing.refused += 1;
    }

    /// Counts a result of `worker` that another one has confirmed.
    pub(crate) fn audit(&mut self, worker: &str) {
        self.entry(worker).standing.audited += 1;
    }

    /// Marks `worker` as excluded.
    pub(crate) fn exclude(&mut self, worker: &str) {
        self.entry(worker).standing.is_excluded = true;
    }

    /// Threads of all workers that had a result in the last half minute.
    pub(crate) fn threads(&self) -> u64 {
        self.threads_of_each().sum()
    }

    /// Threads of the smallest of them.
    pub(crate) fn least_threads(&self) -> u64 {
        self.threads_of_each().min().unwrap_or(1)
    }

    fn threads_of_each(&self) -> impl Iterator<Item = u64> {
        let recent = |entry: &&Entry| {
            let last = entry.recent.back();
            last.is_some_and(|(at, _)| at.elapsed() < RECENT)
        };
        let recent = self.workers.values().filter(recent);
        recent.map(|entry| entry.standing.threads.max(1))
    }

    /// Whether a worker other than `worker` had a result in the last minutes.
    pub(crate) fn has_other(&self, worker: &str) -> bool {
        let others = self.workers.iter().filter(|(name, _)| *name != worker);
        others.into_iter().any(|(_, entry)| {
            let is_there = entry.last.elapsed() < PRESENT && entry.standing.jobs > 0;
            is_there && !entry.standing.is_excluded
        })
    }

    /// All workers.
    pub(crate) fn standings(&mut self) -> Vec<WorkerStanding> {
        let now = Instant::now();
        let standing = |entry: &mut Entry| {
            while let Some((at, _)) = entry.recent.front()
                && now.duration_since(*at) > RECENT
            {
                entry.recent.pop_front();
            }
            let games: u64 = entry.recent.iter().map(|(_, games)| games).sum();
            let seconds = now.duration_since(entry.since).min(RECENT).as_secs_f64();
            WorkerStanding {
                games_per_s: games as f64 / seconds.max(1.0),
                ..entry.standing.clone()
            }
        };
        self.workers.values_mut().map(standing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_the_worker_that_played_it() {
        let mut ledger = Ledger::default();
        let said = |worker: &str| Said {
            worker: worker.to_owned(),
            threads: 2,
            delivered: 2,
            ..Said::default()
        };
        ledger.record("a", &said("one"), "x".to_owned(), &[0, 1, 2, 3, 8, 9]);
        ledger.record("b", &said("two"), "y".to_owned(), &[4, 5]);
        ledger.record("c", &said("one"), "z".to_owned(), &[6, 7]);
        let workers: Vec<_> = (0..11).map(|game| ledger.worker_of(game)).collect();
        let (one, two) = (Some("one"), Some("two"));
        let wanted = [one, one, one, one, two, two, one, one, one, one, None];
        assert_eq!(workers, wanted);
        assert_eq!(ledger.games_of("two"), BTreeSet::from([4, 5]));
        assert_eq!(ledger.games_of("one").len(), 8);
        assert_eq!(ledger.first("b").unwrap().worker, "two");
        let standings = ledger.standings();
        assert_eq!((standings[0].games, standings[0].redelivered), (8, 2));
        assert_eq!((ledger.threads(), ledger.least_threads()), (4, 2));
        assert!(ledger.has_other("one"));
        ledger.exclude("two");
        assert!(!ledger.has_other("one") && ledger.has_other("three"));
        ledger.forget("one");
        assert_eq!(ledger.worker_of(0), None);
        assert_eq!(ledger.worker_of(4), two);
    }
}
