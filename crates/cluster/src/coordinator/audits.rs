//! Audits: jobs that a second worker plays, and the exclusion of workers.

use async_nats::HeaderMap;

use super::{Desk, excluded};
use crate::digest::digest;
use crate::error::ClusterError;
use crate::job::{AUDIT, Contents, Job, PlayerText, token};
use crate::ledger::First;
use crate::result::Said;
use crate::subject;
use darkforge_lab::game::Game as _;
use darkforge_lab::journal::line_of_game;
use darkforge_lab::run::RunError;
use darkforge_streams as streams;

impl Desk {
    /// Gives a job out once more, if it is among those that are checked.
    pub(super) async fn audit(&mut self, job: Job, worker: &str) -> Result<(), ClusterError> {
        let first = job.numbers().next().unwrap_or(0);
        // The secret is the seed, so that no worker can know which of its results are checked.
        let mut seed = [0; 8];
        for (byte, secret) in seed.iter_mut().zip(&self.secret) {
            *byte = *secret;
        }
        let mut stream = streams::open(u64::from_le_bytes(seed), "audit", first);
        if streams::unit(&mut stream) >= self.settings.audit {
            return Ok(());
        }
        let id = format!("{}{AUDIT}", job.id);
        let job = Job {
            token: token(&self.secret, &id),
            id,
            audited: Some(worker.to_owned()),
            excluded: self.excluded.iter().cloned().collect(),
            ..job
        };
        // Kept until the run ends, because it says how to play the games again if results differ.
        let kept = subject::audit(&self.run, &job.id);
        self.link
            .store(&kept, HeaderMap::new(), job.to_bytes())
            .await?;
        self.held.push_back(job);
        Ok(())
    }

    /// Gives out a few of the jobs that check results, if there is a worker for them: one that nobody
    /// may play comes back at once, and many of these would keep workers from the games.
    pub(super) async fn give_audits(&mut self) -> Result<(), ClusterError> {
        let most = self.threads() as usize / 2 + 1;
        let mut jobs = Vec::new();
        while self.audits.len() + jobs.len() < most
            && let Some(job) = self.held.pop_front()
        {
            if self.audited.contains(&job.id) {
                continue;
            }
            if !self
                .ledger
                .has_other(job.audited.as_deref().unwrap_or_default())
            {
                self.held.push_front(job);
                break;
            }
            jobs.push(job);
        }
        self.send(jobs, Contents::new()).await
    }

    /// The first of the jobs that check results.
    pub(super) fn first_audit(&self) -> Option<(String, Job)> {
        let given = self.audits.values().map(|given| &given.job);
        let job = given.chain(&self.held).next()?;
        Some((job.id.clone(), job.clone()))
    }

    /// Checks a result on this machine.
    pub(super) async fn check_here(&mut self, id: &str, job: &Job) -> Result<(), RunError> {
        self.audits.remove(id);
        self.held.retain(|job| job.id != id);
        if !self.audited.insert(id.to_owned()) {
            return Ok(());
        }
        let Some(first) = self.first_of(id) else {
            return Ok(());
        };
        let truth = self.truth(job).await?;
        if first.digest == truth {
            self.ledger.audit(&first.worker);
            return Ok(());
        }
        self.exclude_liars(job, &truth, &[first]).await
    }

    /// The result that the job `id` checks; none of an excluded worker.
    pub(super) fn first_of(&self, id: &str) -> Option<First> {
        let name = id.strip_suffix(AUDIT).unwrap_or(id);
        self.ledger.first(name).cloned()
    }

    /// Compares the result of a job that checks another.
    pub(super) async fn take_audit(
        &mut self,
        id: &str,
        said: &Said,
        body: &[u8],
    ) -> Result<(), RunError> {
        let given = self.audits.remove(id).map(|given| given.job);
        self.held.retain(|job| job.id != id);
        if !self.audited.insert(id.to_owned()) {
            return Ok(());
        }
        let Some(first) = self.first_of(id) else {
            return Ok(());
        };
        let second = First {
            worker: said.worker.clone(),
            digest: digest(&[body], 32),
        };
        if first.digest == second.digest {
            self.ledger.audit(&first.worker);
            return Ok(());
        }
        let job = match given {
            Some(job) => job,
            None => self.kept_audit(id).await?.ok_or_else(|| {
                ClusterError::Message(format!("job {id}: the server has lost it"))
            })?,
        };
        let truth = self.truth(&job).await?;
        self.exclude_liars(&job, &truth, &[first, second]).await
    }

    /// Excludes the workers whose results of `job` are not those of this machine.
    pub(super) async fn exclude_liars(
        &mut self,
        job: &Job,
        truth: &str,
        results: &[First],
    ) -> Result<(), RunError> {
        let problem = format!(
            "its result of {} games from game {} differs from what this machine plays",
            job.numbers().count(),
            job.numbers().next().unwrap_or(0)
        );
        let mut last = None;
        for result in results.iter().filter(|result| result.digest != truth) {
            self.exclude(&result.worker, &problem).await?;
            last = Some(result.worker.clone());
        }
        match last.filter(|_| !self.is_catching_up) {
            Some(worker) => Err(excluded(&worker, &problem).into()),
            None => Ok(()),
        }
    }

    /// Digest of the lines of a job's games, played on this machine.
    pub(super) async fn truth(&self, job: &Job) -> Result<String, RunError> {
        let mut contents = Contents::new();
        for content in job.players.iter().flat_map(PlayerText::digests) {
            let kept = self.contents.get(content).cloned();
            let kept = if kept.is_some() {
                kept
            } else {
                let subject = subject::content(&self.run, content);
                let message = self.link.get(subject::RUNS, &subject).await?;
                message.map(|message| message.payload.to_vec())
            };
            contents.extend(kept.map(|kept| (content.to_owned(), kept)));
        }
        let mut lines = Vec::new();
        for bout in job.bouts(|player| player.entrant(&contents))? {
            for fixture in bout.fixtures(self.settings.info.seed) {
                let game = self.settings.game.play(&fixture)?;
                lines.extend(line_of_game(&game));
            }
        }
        Ok(digest(&[&lines], 32))
    }

    /// Excludes a worker from the run, for good: its results count no longer.
    pub(super) async fn exclude(
        &mut self,
        worker: &str,
        problem: &str,
    ) -> Result<(), ClusterError> {
        let subject = subject::excluded(&self.run, worker);
        let problem_bytes = problem.as_bytes().to_vec();
        self.link
            .store(&subject, HeaderMap::new(), problem_bytes)
            .await?;
        self.excluded.insert(worker.to_owned());
        let ledger = &self.ledger;
        self.early
            .retain(|game, _| ledger.worker_of(*game) != Some(worker));
        self.ledger.exclude(worker);
        (self.settings.note)(&excluded(worker, problem).to_string());
        for id in self.ledger.drop_firsts(worker) {
            self.ask_again(&id).await?;
        }
        Ok(())
    }

    /// Finds the jobs of earlier sessions that check results and have none.
    pub(super) async fn find_audits(&mut self) -> Result<(), ClusterError> {
        self.left.retain(|job| job.audited.is_none());
        let filter = subject::audit(&self.run, "*");
        for subject in self.link.subjects(subject::RUNS, &filter).await? {
            let id = subject.rsplit('.').next().unwrap_or_default();
            if self.audited.contains(id) {
                continue;
            }
            self.held.extend(self.kept_audit(id).await?);
        }
        Ok(())
    }

    /// A job that checks a result, as it was given out.
    pub(super) async fn kept_audit(&self, id: &str) -> Result<Option<Job>, ClusterError> {
        let subject = subject::audit(&self.run, id);
        let message = self.link.get(subject::RUNS, &subject).await?;
        message
            .map(|message| Job::read(&message.payload))
            .transpose()
    }
}
