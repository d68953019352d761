//! Jobs: how many there are, and what they hold.

use std::collections::BTreeSet;
use std::time::Instant;

use async_nats::HeaderMap;
use futures_util::future::try_join_all;

use super::{
    Books, Desk, Given, HEADERS, JOB_SECONDS, JOBS_A_THREAD, LEAST_SECONDS, MISSING, MOST_AT_ONCE,
    PARTS_LEFT,
};
use crate::error::ClusterError;
use crate::job::{Contents, Job, Part, PlayerText, token};
use crate::link::Stored;
use crate::plan::Plan;
use crate::subject;
use darkforge_lab::bout::{Bout, Entrant};
use darkforge_lab::run::RunError;

impl Desk {
    /// Gives out jobs until the workers have enough.
    pub(super) async fn fill(&mut self, plan: &mut Plan<'_>) -> Result<(), ClusterError> {
        while !plan.is_given() {
            let threads = self.threads();
            let least_threads = self.ledger.least_threads();
            let workers = threads.div_ceil(least_threads) as f64;
            let least = (LEAST_SECONDS * least_threads as f64).min(JOB_SECONDS);
            let most = (JOBS_A_THREAD * threads + 2) as usize;
            let room = most.saturating_sub(self.given.len()).min(MOST_AT_ONCE);
            if room == 0 {
                return Ok(());
            }
            let bytes = self.link.client.max_payload().saturating_sub(HEADERS) as f64 / 8.0;
            let mut left = plan.seconds(&self.pace);
            let mut jobs = Vec::new();
            let mut contents = Contents::new();
            while jobs.len() < room && !plan.is_given() {
                let share = left / (workers * PARTS_LEFT);
                let seconds = share.clamp(least, JOB_SECONDS);
                let bouts = plan.take(&self.pace, seconds, bytes);
                left = (left - seconds).max(0.0);
                jobs.push(self.job(&bouts, &mut contents)?);
            }
            self.send(jobs, contents).await?;
        }
        Ok(())
    }

    /// Threads of all workers, as far as they are known.
    pub(super) fn threads(&self) -> u64 {
        let requests = u64::midpoint(self.queue.requests, self.queue.in_play);
        self.ledger.threads().max(requests).max(1)
    }

    /// A job of these games.
    pub(super) fn job(
        &mut self,
        bouts: &[Bout],
        contents: &mut Contents,
    ) -> Result<Job, ClusterError> {
        let mut players: Vec<PlayerText> = Vec::new();
        let mut place = |entrant: &Entrant| -> Result<usize, ClusterError> {
            if let Some(place) = players.iter().position(|one| one.name == entrant.name) {
                return Ok(place);
            }
            let (text, own) = self.players.text(entrant)?;
            players.push(text.clone());
            let new = own
                .iter()
                .filter(|(digest, _)| !self.contents.contains_key(*digest));
            contents.extend(new.map(|(digest, content)| (digest.clone(), content.clone())));
            Ok(players.len() - 1)
        };
        let mut parts = Vec::new();
        for bout in bouts {
            let players = [place(&bout.first)?, place(&bout.second)?];
            parts.push(Part::of(bout, players));
        }
        let name = Job::name(&parts, &players);
        let attempts = self.attempts.get(&name).copied().unwrap_or(0)..;
        // The place of a result that is there cannot take another.
        let mut ids = attempts.map(|attempt| format!("{name}-{attempt}"));
        let id = ids.find(|id| self.ledger.first(id).is_none());
        let id = id.unwrap_or_default();
        Ok(Job {
            run: self.run.clone(),
            token: token(&self.secret, &id),
            id,
            parts,
            players,
            audited: None,
            excluded: self.excluded.iter().cloned().collect(),
        })
    }

    /// Sends jobs, and first the contents that they need and that this session has not sent.
    pub(super) async fn send(
        &mut self,
        jobs: Vec<Job>,
        contents: Contents,
    ) -> Result<(), ClusterError> {
        let (link, run) = (&self.link, &self.run);
        try_join_all(contents.iter().map(async |(digest, content)| {
            let subject = subject::content(run, digest);
            link.store(&subject, HeaderMap::new(), content.clone())
                .await
        }))
        .await?;
        self.contents.extend(contents);
        try_join_all(jobs.iter().map(|job| self.store(job))).await?;
        let at = Instant::now();
        for job in jobs {
            let jobs = if job.audited.is_some() {
                &mut self.audits
            } else {
                &mut self.given
            };
            jobs.insert(job.id.clone(), Given { job, at });
        }
        Ok(())
    }

    /// Puts a job into the server's queue; one that is there stays.
    pub(super) async fn store(&self, job: &Job) -> Result<Stored, ClusterError> {
        let subject = subject::job(&self.build, &self.run, &job.id);
        self.link
            .store(&subject, HeaderMap::new(), job.to_bytes())
            .await
    }

    /// Looks for jobs without a result that the server has lost, and sends them again: a killed
    /// server may lose its last messages.
    pub(super) async fn search(&mut self, books: &mut Books<'_, '_, '_>) -> Result<(), RunError> {
        if self.searched.elapsed() < MISSING || !self.is_connected {
            return Ok(());
        }
        self.searched = Instant::now();
        let is_old = |given: &&Given| given.at.elapsed() >= MISSING;
        let old: Vec<String> = self
            .given
            .values()
            .chain(self.audits.values())
            .filter(is_old)
            .map(|given| given.job.id.clone())
            .collect();
        if old.is_empty() {
            return Ok(());
        }
        let filter = subject::jobs_of_run(&self.build, &self.run);
        let there = self.link.subjects(subject::JOBS, &filter).await?;
        let there: BTreeSet<&str> = there
            .iter()
            .filter_map(|subject| subject.rsplit('.').next())
            .collect();
        for id in old.iter().filter(|id| !there.contains(id.as_str())) {
            let subject = subject::result(&self.run, id, &token(&self.secret, id));
            if let Some(message) = self.link.get(subject::RESULTS, &subject).await? {
                self.take(&message.subject, &message.headers, &message.payload, books)
                    .await?;
            } else if let Some(given) = self.given.get_mut(id).or_else(|| self.audits.get_mut(id)) {
                given.at = Instant::now();
                let job = given.job.clone();
                self.store(&job).await?;
            }
        }
        Ok(())
    }
}
