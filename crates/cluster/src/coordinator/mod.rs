//! The coordinator of a run: gives out jobs, and keeps their games in the journal.

mod audits;
mod jobs;
mod results;
mod session;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::pull::Ordered;
use futures_util::{FutureExt as _, StreamExt as _};
use rand::TryRng as _;
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

use crate::error::ClusterError;
use crate::job::{Contents, Job};
use crate::ledger::Ledger;
use crate::link::{Link, Queue, Stored};
use crate::pace::Pace;
use crate::plan::Plan;
use crate::players::Players;
use crate::run_info::RunInfo;
use crate::server::Server;
use crate::standing::Standing;
use crate::subject;
use darkforge_lab::bout::{Bout, PlayedGame};
use darkforge_lab::journal::Journal;
use darkforge_lab::rules::RunGame;
use darkforge_lab::run::{Arena, Batch, Keeper, RunError};

/// Play of a job, in seconds.
const JOB_SECONDS: f64 = 1.0;
/// Least play of a job towards the end of a batch, for each thread of the smallest worker.
const LEAST_SECONDS: f64 = 0.03;
/// Towards the end of a batch, a job is at most this part of what is left for each worker, or for each
/// part of a worker that has as many threads as the smallest: a worker plays a job on all of them.
const PARTS_LEFT: f64 = 1.5;
/// Jobs for each thread of the workers: one in play, one at hand, one that waits.
const JOBS_A_THREAD: u64 = 3;
/// Most jobs that are sent at once.
const MOST_AT_ONCE: usize = 256;
/// Time between two looks at the server's queue.
const LOOK: Duration = Duration::from_millis(500);
/// Time between two calls for workers.
const CALL: Duration = Duration::from_secs(5);
/// Age of jobs without a result that are looked for on the server.
const MISSING: Duration = Duration::from_secs(5);
/// Time without a result after which the coordinator checks results itself.
const ALONE: Duration = Duration::from_secs(10);
/// Time between two looks at the flag that stops the run.
const STOP: Duration = Duration::from_millis(100);
/// Time for a server that does not answer, once the run has been asked to stop or has ended.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of the headers of a result at most.
const HEADERS: usize = 16 << 10;

/// Settings of a coordinator.
pub struct Settings {
    /// The server.
    pub server: Server,
    /// The run.
    pub info: RunInfo,
    /// Its game.
    pub game: RunGame,
    /// Share of the jobs that are played twice, from 0 to 1.
    pub audit: f64,
    /// Called about twice a second with the state of the cluster.
    pub show: Box<dyn Fn(&Standing) + Send>,
    /// Called with lines for the user.
    pub note: Box<dyn Fn(&str) + Send>,
}

/// A job that was given out.
struct Given {
    job: Job,
    at: Instant,
}

/// Coordinator of a run.
pub struct Coordinator {
    runtime: Runtime,
    desk: Desk,
}

/// All but the runtime.
struct Desk {
    settings: Settings,
    link: Link,
    /// Names on the server.
    build: String,
    run: String,
    secret: Vec<u8>,
    results: Pin<Box<Ordered>>,
    /// Number of connections when they were asked for.
    connections: u64,
    /// Number of results that were there at the beginning.
    there: u64,
    /// Place of the last result in its stream.
    last_result: u64,
    /// Whether these are still being read.
    is_catching_up: bool,
    ledger: Ledger,
    pace: Pace,
    /// Jobs without a result.
    given: BTreeMap<String, Given>,
    /// Jobs that check results.
    audits: BTreeMap<String, Given>,
    /// Those of them that are not given out yet.
    held: VecDeque<Job>,
    /// Names of the latter that have a result.
    audited: BTreeSet<String>,
    /// Jobs of an earlier session that were on the server.
    left: Vec<Job>,
    /// Number of times that jobs with these names had to be given out again under another name.
    attempts: BTreeMap<String, u32>,
    /// Games that no batch has asked for yet.
    early: BTreeMap<u64, PlayedGame>,
    /// Bouts that were ahead of the last batch.
    ahead: Vec<Bout>,
    excluded: BTreeSet<String>,
    /// Contents that this session has put on the server.
    contents: Contents,
    /// Players of its jobs.
    players: Players,
    queue: Queue,
    strange: u64,
    looked: Option<Instant>,
    called: Option<Instant>,
    searched: Instant,
    is_connected: bool,
    has_told_none: bool,
    began: Instant,
}

impl Coordinator {
    /// Connects to the server and makes what the run needs there.
    ///
    /// # Errors
    /// See [`ClusterError`].
    pub fn open(settings: Settings) -> Result<Coordinator, ClusterError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| ClusterError::Machine(format!("cannot start a thread: {error}")))?;
        let desk = runtime.block_on(Desk::open(settings))?;
        Ok(Coordinator { runtime, desk })
    }

    /// Reads the results that are on the server, and removes the games of excluded workers from
    /// `journal`; returns how many there were.
    ///
    /// # Errors
    /// See [`RunError`].
    pub fn catch_up(&mut self, journal: &mut Journal) -> Result<usize, RunError> {
        self.runtime.block_on(self.desk.catch_up(journal))
    }

    /// Removes what the server keeps for the run, which has ended.
    ///
    /// # Errors
    /// See [`ClusterError`].
    pub fn close(mut self) -> Result<(), ClusterError> {
        let server = self.desk.settings.server.to_string();
        let closing = async { timeout(PATIENCE, self.desk.close()).await };
        let closed = self.runtime.block_on(closing);
        closed.unwrap_or_else(|_| {
            let problem = "it does not answer".to_owned();
            Err(ClusterError::Unreachable { server, problem })
        })
    }

    /// State of the cluster.
    pub fn standing(&mut self) -> Standing {
        self.desk.standing()
    }
}

/// Connects to `server` and leaves it again.
///
/// # Errors
/// See [`ClusterError`].
pub fn reach(server: &Server) -> Result<(), ClusterError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| ClusterError::Machine(format!("cannot start a thread: {error}")))?;
    let connecting = Link::connect(server, "darkforge", None, |_| {});
    runtime.block_on(connecting).map(drop)
}

impl Arena for Coordinator {
    fn play(&mut self, batch: Batch<'_>) -> Result<(), RunError> {
        let stop = batch.stop;
        let playing = unless_stopped(stop, self.desk.play(batch));
        self.runtime.block_on(playing)
    }

    fn finish(&mut self, journal: &mut Journal, stop: &AtomicBool) -> Result<(), RunError> {
        let finishing = unless_stopped(stop, self.desk.finish(journal, stop));
        self.runtime.block_on(finishing)
    }
}

/// Does `work`; leaves it if the run is stopped while the server does not answer.
async fn unless_stopped(
    stop: &AtomicBool,
    work: impl Future<Output = Result<(), RunError>>,
) -> Result<(), RunError> {
    let impatient = async {
        while !stop.load(Ordering::Relaxed) {
            sleep(STOP).await;
        }
        sleep(PATIENCE).await;
    };
    tokio::select! {
        done = work => done,
        () = impatient => Err(RunError::Stopped),
    }
}

impl From<ClusterError> for RunError {
    fn from(error: ClusterError) -> RunError {
        RunError::Arena(Box::new(error))
    }
}

/// Journal and plan that games go to.
struct Books<'a, 'p, 'j> {
    plan: Option<&'a mut Plan<'p>>,
    keeper: &'a mut Keeper<'j>,
    over: &'a (dyn Fn(&PlayedGame) + Sync),
}

impl Desk {
    /// Reads results from the last one on, after the connection was lost.
    async fn reopen(&mut self) -> Result<(), ClusterError> {
        let (results, there) = self.link.results(&self.run, self.last_result + 1).await?;
        (self.results, self.there) = (Box::pin(results), there);
        self.connections = self.link.connections();
        Ok(())
    }

    async fn play(&mut self, batch: Batch<'_>) -> Result<(), RunError> {
        let Batch {
            bouts,
            ahead,
            seed,
            journal,
            stop,
            over,
        } = batch;
        self.adopt(bouts)?;
        self.adopt(ahead)?;
        self.forget(bouts, ahead);
        let mut keeper = Keeper::new(journal);
        if !self.early.is_empty() {
            let there = |game: u64| keeper.journal.has(game);
            let mut plan = Plan::of(bouts, seed, &mut self.pace, there, |_| false);
            let mut books = Books {
                plan: Some(&mut plan),
                keeper: &mut keeper,
                over,
            };
            self.take_early(bouts, &mut books)?;
        }
        let given: BTreeSet<u64> = self.numbers_given().collect();
        let there = |game: u64| keeper.journal.has(game);
        let mut plan = Plan::of(bouts, seed, &mut self.pace, there, |game| {
            given.contains(&game)
        });
        let there = |game: u64| self.early.contains_key(&game);
        let mut next = Plan::of(ahead, seed, &mut self.pace, there, |game| {
            given.contains(&game)
        });
        while !plan.is_done() {
            if stop.load(Ordering::Relaxed) {
                return self.stop().await;
            }
            self.look().await;
            self.fill(&mut plan).await?;
            if plan.is_given() {
                // Nobody waits for the last games of the batch.
                self.fill(&mut next).await?;
            }
            self.give_audits().await?;
            let mut books = Books {
                plan: Some(&mut plan),
                keeper: &mut keeper,
                over,
            };
            self.wait(&mut books).await?;
            self.search(&mut books).await?;
        }
        // Others have played the games of jobs that are left, but for those ahead.
        self.given
            .retain(|_, given| given.job.numbers().any(|game| plan.bout(game).is_none()));
        Ok(())
    }

    async fn finish(&mut self, journal: &mut Journal, stop: &AtomicBool) -> Result<(), RunError> {
        let mut keeper = Keeper::new(journal);
        let (mut left, mut since) = (usize::MAX, Instant::now());
        while let Some((id, job)) = self.first_audit() {
            if stop.load(Ordering::Relaxed) {
                return self.stop().await;
            }
            let open = self.audits.len() + self.held.len();
            if open < left {
                (left, since) = (open, Instant::now());
            }
            if since.elapsed() >= ALONE {
                // There may be no second worker.
                self.check_here(&id, &job).await?;
                left = open - 1;
                continue;
            }
            self.give_audits().await?;
            let mut books = Books {
                plan: None,
                keeper: &mut keeper,
                over: &|_| {},
            };
            self.look().await;
            self.wait(&mut books).await?;
            self.search(&mut books).await?;
        }
        Ok(())
    }

    /// Takes the jobs back that no worker has yet.
    async fn stop(&mut self) -> Result<(), RunError> {
        let jobs = subject::jobs_of_run(&self.build, &self.run);
        self.link.purge(subject::JOBS, &jobs).await?;
        Err(RunError::Stopped)
    }

    /// Games that are in jobs.
    fn numbers_given(&self) -> impl Iterator<Item = u64> {
        self.given.values().flat_map(|given| given.job.numbers())
    }

    /// Takes jobs of an earlier session whose games are of `bouts`.
    fn adopt(&mut self, bouts: &[Bout]) -> Result<(), ClusterError> {
        if self.left.is_empty() {
            return Ok(());
        }
        let asked: BTreeMap<u64, &Bout> = bouts.iter().map(|bout| (bout.id, bout)).collect();
        let left = std::mem::take(&mut self.left);
        for job in left {
            let Some(bouts) = job.bouts_in(&asked) else {
                self.left.push(job);
                continue;
            };
            let same = self.job(&bouts, &mut Contents::new())?;
            // Another one was given out ahead, of a schedule that has changed since.
            if (&same.parts, &same.players) == (&job.parts, &job.players) {
                let at = Instant::now();
                self.given.insert(job.id.clone(), Given { job, at });
            }
        }
        Ok(())
    }

    /// Forgets jobs and games that were ahead and that the run does not ask for after all.
    fn forget(&mut self, bouts: &[Bout], ahead: &[Bout]) {
        let all = bouts.iter().chain(ahead);
        let all: BTreeMap<u64, &Bout> = all.map(|bout| (bout.id, bout)).collect();
        let earlier = std::mem::replace(&mut self.ahead, ahead.to_vec());
        let changed = |bout: &&Bout| all.get(&bout.id).is_some_and(|now| now != bout);
        let changed: BTreeSet<u64> = earlier.iter().filter(changed).map(|bout| bout.id).collect();
        let is_changed = |given: &Given| {
            let mut parts = given.job.parts.iter();
            parts.any(|part| changed.contains(&part.bout))
        };
        self.given.retain(|_, given| !is_changed(given));
        if self.early.is_empty() {
            return;
        }
        let asked: BTreeSet<u64> = all.values().flat_map(|bout| bout.numbers()).collect();
        let seed = self.settings.info.seed;
        self.early.retain(|number, game| {
            let bout = all.get(&game.bout).filter(|_| asked.contains(number));
            let fits = bout.is_some_and(|bout| game.fits(&bout.fixture(seed, *number)));
            fits || !asked.contains(number)
        });
    }

    /// Puts games of `bouts` into the journal that came before they were asked for.
    fn take_early(
        &mut self,
        bouts: &[Bout],
        books: &mut Books<'_, '_, '_>,
    ) -> Result<(), RunError> {
        for number in bouts.iter().flat_map(Bout::numbers) {
            let Some(game) = self.early.remove(&number) else {
                continue;
            };
            let asked = books.plan.as_deref().and_then(|plan| plan.fixture(number));
            let fits = asked.is_some_and(|asked| game.fits(&asked));
            if fits && !books.keeper.journal.has(number) {
                (books.over)(&books.keeper.keep(game)?);
            }
        }
        Ok(())
    }

    /// Waits for a result, and takes it and all that are there; or for a while.
    async fn wait(&mut self, books: &mut Books<'_, '_, '_>) -> Result<(), RunError> {
        let next = tokio::select! {
            next = self.results.next() => Some(next),
            () = sleep(STOP) => None,
        };
        let mut next = next;
        // All that are there, so that as many jobs are sent at once.
        for _ in 0..MOST_AT_ONCE {
            match next {
                Some(Some(Ok(message))) => self.take_message(message, books).await?,
                Some(Some(Err(_)) | None) => {
                    self.reopen().await?;
                    break;
                }
                None => break,
            }
            next = self.results.next().now_or_never();
        }
        if self.link.connections() != self.connections {
            // A server that was started again does not know who reads its results.
            self.reopen().await?;
        }
        Ok(())
    }

    /// Looks at the server's queue, shows it, and calls for workers, now and then.
    async fn look(&mut self) {
        if self.looked.is_some_and(|at| at.elapsed() < LOOK) {
            return;
        }
        let queue = self.link.queue(&self.build).await;
        self.looked = Some(Instant::now());
        self.is_connected = queue.is_some();
        self.queue = queue.unwrap_or(self.queue);
        if self.called.is_none_or(|at| at.elapsed() >= CALL) {
            self.called = Some(Instant::now());
            let info = &self.settings.info;
            let call = format!("{}\n{}\n{}", self.build, info.name, info.build.title());
            // Workers of other builds say that they do not take its jobs; no job needs it.
            let _ = self
                .link
                .client
                .publish(subject::CALLS, call.into_bytes().into())
                .await;
        }
        let is_idle = self.queue.requests + self.queue.in_play == 0 && self.ledger.threads() == 0;
        if is_idle && !self.has_told_none && self.began.elapsed() >= CALL {
            self.has_told_none = true;
            (self.settings.note)(&format!(
                "no worker takes jobs yet; start some with: darkforge work {} (of {})",
                self.settings.server,
                self.settings.info.build.title()
            ));
        }
        let standing = self.standing();
        (self.settings.show)(&standing);
    }

    fn standing(&mut self) -> Standing {
        Standing {
            workers: self.ledger.standings(),
            waiting: self.queue.waiting,
            in_play: self.queue.in_play,
            requests: self.queue.requests,
            strange: self.strange,
            is_connected: self.is_connected,
        }
    }
}

fn excluded(worker: &str, problem: &str) -> ClusterError {
    ClusterError::Excluded {
        worker: worker.to_owned(),
        problem: problem.to_owned(),
    }
}

fn failed(job: &Job, problem: String) -> ClusterError {
    ClusterError::Failed {
        first: job.numbers().next().unwrap_or(0),
        last: job.numbers().last().unwrap_or(0),
        problem,
    }
}

/// The secret of the run, made if there is none. It decides no result.
async fn secret_of(link: &Link, run: &str) -> Result<Vec<u8>, ClusterError> {
    let subject = subject::secret(run);
    loop {
        if let Some(message) = link.get(subject::RUNS, &subject).await? {
            return Ok(message.payload.to_vec());
        }
        let mut secret = vec![0; 32];
        rand::rngs::SysRng
            .try_fill_bytes(&mut secret)
            .map_err(|error| ClusterError::Machine(format!("no random bytes: {error}")))?;
        if link
            .store(&subject, HeaderMap::new(), secret.clone())
            .await?
            == Stored::New
        {
            return Ok(secret);
        }
    }
}
