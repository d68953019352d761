//! Begin and end of a session of a run.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Instant;

use async_nats::HeaderMap;
use futures_util::StreamExt as _;

use super::{Books, Desk, Settings, secret_of};
use crate::error::ClusterError;
use crate::job::{Contents, Job};
use crate::ledger::Ledger;
use crate::link::{Link, Queue};
use crate::pace::Pace;
use crate::players::Players;
use crate::run_info::RunInfo;
use crate::subject;
use darkforge_lab::journal::Journal;
use darkforge_lab::run::{Keeper, RunError};

impl Desk {
    pub(super) async fn open(settings: Settings) -> Result<Desk, ClusterError> {
        let info = settings.info.to_bytes();
        let run = RunInfo::hash_of(&info);
        let build = settings.info.build.hash();
        let name = format!("darkforge {}", settings.info.name);
        let link = Link::connect(&settings.server, &name, None, |_| {}).await?;
        if !link.claim(&subject::coordinator(&run)).await? {
            let run = settings.info.name;
            return Err(ClusterError::Claimed { run });
        }
        link.prepare(&build).await?;
        link.store(&subject::info(&run), HeaderMap::new(), info)
            .await?;
        let secret = secret_of(&link, &run).await?;
        let connections = link.connections();
        let (results, there) = link.results(&run, 0).await?;
        let mut excluded = BTreeSet::new();
        let mut ledger = Ledger::default();
        for subject in link
            .subjects(subject::RUNS, &subject::excluded(&run, "*"))
            .await?
        {
            let worker = subject.rsplit('.').next().unwrap_or_default();
            ledger.exclude(worker);
            excluded.insert(worker.to_owned());
        }
        let mut left = Vec::new();
        for subject in link
            .subjects(subject::JOBS, &subject::jobs_of_run(&build, &run))
            .await?
        {
            // One that has just been acknowledged is not there any more.
            let message = link.get(subject::JOBS, &subject).await?;
            left.extend(message.and_then(|message| Job::read(&message.payload).ok()));
        }
        Ok(Desk {
            settings,
            link,
            build,
            run,
            secret,
            results: Box::pin(results),
            connections,
            there,
            last_result: 0,
            is_catching_up: true,
            ledger,
            pace: Pace::default(),
            given: BTreeMap::new(),
            audits: BTreeMap::new(),
            held: VecDeque::new(),
            audited: BTreeSet::new(),
            left,
            attempts: BTreeMap::new(),
            early: BTreeMap::new(),
            ahead: Vec::new(),
            excluded,
            contents: Contents::new(),
            players: Players::default(),
            queue: Queue::default(),
            strange: 0,
            looked: None,
            called: None,
            searched: Instant::now(),
            is_connected: true,
            has_told_none: false,
            began: Instant::now(),
        })
    }

    pub(super) async fn catch_up(&mut self, journal: &mut Journal) -> Result<usize, RunError> {
        let mut keeper = Keeper::new(journal);
        while self.there > 0 {
            let mut books = Books {
                plan: None,
                keeper: &mut keeper,
                over: &|_| {},
            };
            match self.results.next().await {
                Some(Ok(message)) => {
                    self.there = message.info().map_or(0, |info| info.pending);
                    self.take_message(message, &mut books).await?;
                }
                Some(Err(_)) | None => self.reopen().await?,
            }
        }
        self.find_audits().await?;
        self.is_catching_up = false;
        let excluded = self.excluded.iter();
        let mut wrong: BTreeSet<u64> = excluded
            .flat_map(|worker| self.ledger.games_of(worker))
            .collect();
        for worker in &self.excluded {
            self.ledger.forget(worker);
        }
        self.early.retain(|game, _| !wrong.contains(game));
        drop(keeper);
        wrong.retain(|game| journal.has(*game));
        let removed = journal.remove(&wrong)?;
        if removed > 0 {
            (self.settings.note)(&format!(
                "{removed} games of excluded workers are played again"
            ));
        }
        Ok(removed)
    }

    pub(super) async fn close(&mut self) -> Result<(), ClusterError> {
        let jobs = subject::jobs_of_run(&self.build, &self.run);
        self.link.purge(subject::JOBS, &jobs).await?;
        let results = subject::results_of_run(&self.run);
        self.link.purge(subject::RESULTS, &results).await?;
        let secret = subject::secret(&self.run);
        self.link.purge(subject::RUNS, &secret).await?;
        self.link
            .purge(subject::RUNS, &subject::of_run(&self.run))
            .await
    }
}
