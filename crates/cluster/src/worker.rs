//! Workers: take jobs, play them, and send their results.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{Notify, Semaphore};
use tokio::time::sleep;

use crate::build::Build;
use crate::digest::digest;
use crate::error::ClusterError;
use crate::hand::{Hand, Lines};
use crate::job::{Contents, Job, PlayerText, content_digest};
use crate::link::{ACK_WAIT, Link, Stored};
use crate::result::Said;
use crate::run_info::RunInfo;
use crate::server::Server;
use crate::subject;
use darkforge_lab::bout::{Bout, Entrant};
use darkforge_lab::game::Game;
use darkforge_lab::rules::RunGame;

/// Most workers that are given a job before it counts as failed.
const MOST_DELIVERIES: u64 = 10;
/// Time between two signs of life of a job.
const ALIVE: Duration = Duration::from_secs(3);
/// Time for a request for a job; an idle worker asks again after it.
const ASK: Duration = Duration::from_secs(20);
/// Time in which jobs in play may end after a request to stop, before they are given back.
const GRACE: Duration = Duration::from_secs(15);
/// Time between two looks at flags.
const LOOK: Duration = Duration::from_millis(100);
/// Bytes of the headers of a result at most.
const HEADERS: usize = 16 << 10;
/// Most players and contents that are kept.
const MOST_KEPT: usize = 4096;

/// The game of a run, by its config.
pub type GameOf = dyn Fn(RunGame) -> Box<dyn Game + Send> + Send + Sync;

/// Activity of a worker at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Activity {
    /// Name of the run that it plays for; empty before the first job.
    pub run: String,
    /// Jobs in play.
    pub playing: u64,
    /// Jobs that were played.
    pub jobs: u64,
    /// Games of them.
    pub games: u64,
    /// Seconds of play of all threads.
    pub seconds: f64,
    /// Jobs that were given back.
    pub given_back: u64,
}

/// A worker.
pub struct Worker {
    /// The server.
    pub server: Server,
    /// Its name, of letters, digits, `-` and `_`; each worker needs another one.
    pub name: String,
    /// Number of games that are played at the same time.
    pub threads: usize,
    /// This program.
    pub build: Build,
    /// Time without a job after which it ends.
    pub idle: Option<Duration>,
    /// The game of a run.
    pub game: Box<GameOf>,
    /// Called about once a second.
    pub show: Box<dyn Fn(&Activity) + Send + Sync>,
    /// Called with lines for the user.
    pub note: Box<dyn Fn(&str) + Send + Sync>,
}

impl Worker {
    /// Name of the worker number `process` of the machine `host`.
    pub fn name_of(host: &str, process: u32) -> String {
        subject::part_of(&format!("{host}-{process}"))
    }

    /// `name` with only characters that a worker's name may have.
    pub fn plain_name(name: &str) -> String {
        subject::part_of(name)
    }

    /// Takes jobs until `stop` is set, or nothing comes for the time of [`Worker::idle`].
    ///
    /// # Errors
    /// See [`ClusterError`].
    pub fn work(self, stop: &Arc<AtomicBool>) -> Result<Activity, ClusterError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            // Beside those that play, for names of servers that are looked up.
            .max_blocking_threads(self.threads + 2)
            .enable_all()
            .build()
            .map_err(|error| ClusterError::Machine(format!("cannot start a thread: {error}")))?;
        let stop = Arc::clone(stop);
        let worked = runtime.block_on(work(self, stop));
        // A game that takes longer than the time to end it is left alone.
        runtime.shutdown_background();
        worked
    }
}

/// State that all places of a worker share.
struct Shop {
    worker: Worker,
    link: Link,
    stop: Arc<AtomicBool>,
    /// As many as threads.
    benches: Semaphore,
    runs: Mutex<BTreeMap<String, Arc<Run>>>,
    kept: Mutex<Kept>,
    activity: Mutex<Activity>,
    /// The error that ends the worker.
    fatal: Mutex<Option<ClusterError>>,
    stopped: Mutex<Option<Instant>>,
    last_job: Mutex<Instant>,
    holding: AtomicU64,
    /// Woken by each call of a run of this build.
    called: Notify,
}

/// A run that the worker plays for.
struct Run {
    info: RunInfo,
    game: Box<dyn Game + Send>,
}

/// Players and their contents.
#[derive(Default)]
struct Kept {
    players: BTreeMap<PlayerText, Entrant>,
    contents: Contents,
}

/// Locks `mutex`; a panic elsewhere leaves nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn work(worker: Worker, stop: Arc<AtomicBool>) -> Result<Activity, ClusterError> {
    let name = format!("darkforge work {}", worker.name);
    let connecting = Link::connect(&worker.server, &name, Some(&worker.name), |line| {
        (worker.note)(line);
    });
    let link = tokio::select! {
        link = connecting => link?,
        () = stop_of(&stop) => return Ok(Activity::default()),
    };
    let places = worker.threads + worker.threads.div_ceil(4);
    let shop = Shop {
        benches: Semaphore::new(worker.threads),
        worker,
        link,
        stop,
        runs: Mutex::default(),
        kept: Mutex::default(),
        activity: Mutex::default(),
        fatal: Mutex::default(),
        stopped: Mutex::default(),
        last_job: Mutex::new(Instant::now()),
        holding: AtomicU64::new(0),
        called: Notify::new(),
    };
    let all = join_all((0..places).map(|_| take_jobs(&shop)));
    let listening = listen(&shop);
    tokio::pin!(all, listening);
    loop {
        tokio::select! {
            _ = &mut all => break,
            () = &mut listening => {}
            () = sleep(10 * LOOK) => (shop.worker.show)(&shop.activity()),
        }
    }
    let flushed = tokio::time::timeout(ACK_WAIT, shop.link.client.flush()).await;
    drop(flushed);
    let fatal = lock(&shop.fatal).take();
    match fatal {
        Some(error) => Err(error),
        None => Ok(shop.activity()),
    }
}

/// Waits until the flag is set.
async fn stop_of(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(LOOK).await;
    }
}

/// Says once for each run of another build that this worker does not play for it.
async fn listen(shop: &Shop) {
    let Ok(mut calls) = shop.link.client.subscribe(subject::CALLS).await else {
        return std::future::pending().await;
    };
    let own = shop.worker.build.hash();
    let mut told = std::collections::BTreeSet::new();
    while let Some(call) = calls.next().await {
        let text = String::from_utf8_lossy(&call.payload).into_owned();
        let mut lines = text.lines();
        let (Some(build), Some(run), Some(title)) = (lines.next(), lines.next(), lines.next())
        else {
            continue;
        };
        if build == own {
            shop.called.notify_waiters();
        } else if told.insert(text.clone()) {
            (shop.worker.note)(&format!(
                "refused: the run {run} is of {title}, and this worker is {}",
                shop.worker.build.title()
            ));
        }
    }
    std::future::pending::<()>().await;
}

/// Takes one job after another until the worker stops.
async fn take_jobs(shop: &Shop) {
    let mut consumer: Option<Consumer<pull::Config>> = None;
    while !shop.is_over() {
        let Some(open) = &consumer else {
            consumer = shop.link.consumer(&shop.worker.build.hash()).await.ok();
            if consumer.is_none() {
                // There is none before the first run of this build.
                tokio::select! {
                    () = sleep(10 * LOOK) => {}
                    () = shop.called.notified() => {}
                    () = shop.over() => {}
                }
            }
            continue;
        };
        let asked = async {
            let mut batch = open.batch().max_messages(1).expires(ASK).messages().await?;
            let next = batch.next().await;
            next.transpose()
                .map_err(|error| error.to_string())
                .map_err(Into::into)
        };
        let message: Result<Option<Message>, Box<dyn std::error::Error + Send + Sync>> = tokio::select! {
            message = asked => message,
            () = shop.link.reconnected() => Ok(None),
            () = shop.over() => return,
        };
        match message {
            Ok(Some(message)) => {
                shop.holding.fetch_add(1, Ordering::Relaxed);
                let done = shop.handle(message).await;
                shop.holding.fetch_sub(1, Ordering::Relaxed);
                *lock(&shop.last_job) = Instant::now();
                if let Err(error) = done {
                    shop.fail(error);
                }
            }
            Ok(None) => {}
            Err(_) => {
                consumer = None;
                sleep(LOOK).await;
            }
        }
    }
}

impl Shop {
    fn activity(&self) -> Activity {
        lock(&self.activity).clone()
    }

    /// Ends the worker with an error; the first counts.
    fn fail(&self, error: ClusterError) {
        lock(&self.fatal).get_or_insert(error);
    }

    /// Whether no more jobs are taken.
    fn is_over(&self) -> bool {
        let is_idle = || {
            let idle = lock(&self.last_job).elapsed();
            let nothing = self.holding.load(Ordering::Relaxed) == 0;
            nothing && self.worker.idle.is_some_and(|most| idle >= most)
        };
        self.stop.load(Ordering::Relaxed) || lock(&self.fatal).is_some() || is_idle()
    }

    /// Waits until no more jobs are taken.
    async fn over(&self) {
        while !self.is_over() {
            sleep(LOOK).await;
        }
    }

    /// Waits until jobs in play have to be given back.
    async fn out_of_time(&self) {
        loop {
            sleep(LOOK).await;
            if self.stop.load(Ordering::Relaxed) {
                let since = *lock(&self.stopped).get_or_insert_with(Instant::now);
                if since.elapsed() >= GRACE {
                    return;
                }
            }
        }
    }

    /// Plays a job and sends its result.
    async fn handle(&self, message: Message) -> Result<(), ClusterError> {
        let delivered = message.info().map_or(1, |info| info.delivered.max(1)) as u64;
        let Ok(job) = Job::read(&message.payload) else {
            // Nobody can play it.
            let _ = message.ack_with(AckKind::Term).await;
            return Ok(());
        };
        let run = match self.run_of(&job).await {
            Ok(run) => run,
            Err(ClusterError::Message(problem)) => {
                let said = self.said(delivered, Some(problem));
                return self.answer(&message, &job, said, Vec::new()).await;
            }
            Err(error) => return Err(error),
        };
        if job.excluded.contains(&self.worker.name) {
            let _ = message.ack_with(AckKind::Nak(None)).await;
            return Err(ClusterError::Distrusted {
                run: run.info.name.clone(),
            });
        }
        if job.audited.as_ref() == Some(&self.worker.name) {
            // Another worker has to check this one's result.
            let wait = LOOK * u32::try_from(delivered.min(30)).unwrap_or(30);
            let _ = message.ack_with(AckKind::Nak(Some(wait))).await;
            sleep(LOOK).await;
            return Ok(());
        }
        if delivered > MOST_DELIVERIES && job.audited.is_none() {
            let problem = format!(
                "{MOST_DELIVERIES} workers had this job, and none sent a result: they were killed or \
                 lost their connection; --resume gives it out again"
            );
            let said = self.said(delivered, Some(problem));
            return self.answer(&message, &job, said, Vec::new()).await;
        }
        let bouts = match self.bouts_of(&job).await {
            Ok(bouts) => bouts,
            Err(ClusterError::Message(problem)) => {
                let said = self.said(delivered, Some(problem));
                return self.answer(&message, &job, said, Vec::new()).await;
            }
            Err(error) => return Err(error),
        };
        let playing = self.play(&run, bouts);
        tokio::pin!(playing);
        let played = loop {
            tokio::select! {
                played = &mut playing => break played,
                () = sleep(ALIVE) => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
                () = self.out_of_time() => break Ok(None),
            }
        };
        let Some(played) = played? else {
            let _ = message.ack_with(AckKind::Nak(None)).await;
            lock(&self.activity).given_back += 1;
            return Ok(());
        };
        let mut said = self.said(delivered, None);
        let seconds: f64 = played.seconds.iter().sum();
        said.seconds = played.seconds;
        self.answer(&message, &job, said, played.bytes).await?;
        let mut activity = lock(&self.activity);
        activity.run.clone_from(&run.info.name);
        activity.jobs += 1;
        activity.games += played.games;
        activity.seconds += seconds;
        Ok(())
    }

    fn said(&self, delivered: u64, failed: Option<String>) -> Said {
        Said {
            worker: self.worker.name.clone(),
            threads: self.worker.threads as u64,
            seconds: Vec::new(),
            delivered,
            failed,
        }
    }

    /// Stores a result and acknowledges its job.
    async fn answer(
        &self,
        message: &Message,
        job: &Job,
        mut said: Said,
        mut lines: Vec<u8>,
    ) -> Result<(), ClusterError> {
        let most = self.link.client.max_payload();
        if lines.len() + HEADERS > most {
            said.failed = Some(format!(
                "their lines have {} bytes, more than the server takes: raise its max_payload of {most}",
                lines.len()
            ));
            lines = Vec::new();
        }
        let subject = subject::result(&job.run, &job.id, &job.token);
        let stored = self.store(&subject, said.headers(), lines.clone()).await?;
        if stored == Stored::Refused {
            let name = &self.worker.name;
            let subject = subject::later_result(&job.run, &job.id, &job.token, name);
            let digest = digest(&[&lines], 32).into_bytes();
            self.store(&subject, said.headers(), digest).await?;
        }
        // If this is lost, the job is played again and its result refused.
        let _ = message.ack().await;
        Ok(())
    }

    /// Stores a message; a stopped worker does not wait for the server without end.
    async fn store(
        &self,
        subject: &str,
        headers: HeaderMap,
        payload: Vec<u8>,
    ) -> Result<Stored, ClusterError> {
        tokio::select! {
            stored = self.link.store(subject, headers, payload) => stored,
            () = self.out_of_time() => Err(ClusterError::Unreachable {
                server: self.worker.server.to_string(),
                problem: "a result was not stored before the worker ended; another will play it".to_owned(),
            }),
        }
    }

    /// The run of a job.
    async fn run_of(&self, job: &Job) -> Result<Arc<Run>, ClusterError> {
        if let Some(run) = lock(&self.runs).get(&job.run) {
            return Ok(Arc::clone(run));
        }
        let message = self
            .link
            .get(subject::RUNS, &subject::info(&job.run))
            .await?;
        let message = message.ok_or_else(|| {
            ClusterError::Message(format!("run {}: it is not on the server", job.run))
        })?;
        let info = RunInfo::read(&message.payload, &job.run, &self.worker.build)?;
        let game = (self.worker.game)(info.game()?);
        let run = Arc::new(Run { info, game });
        let mut runs = lock(&self.runs);
        if runs.len() >= MOST_KEPT {
            runs.clear();
        }
        runs.insert(job.run.clone(), Arc::clone(&run));
        Ok(run)
    }

    /// The bouts of a job, with their players.
    async fn bouts_of(&self, job: &Job) -> Result<Vec<Bout>, ClusterError> {
        for player in &job.players {
            if lock(&self.kept).players.contains_key(player) {
                continue;
            }
            for content in player.digests() {
                if lock(&self.kept).contents.contains_key(content) {
                    continue;
                }
                let subject = subject::content(&job.run, content);
                let message = self.link.get(subject::RUNS, &subject).await?;
                let message = message.filter(|found| content_digest(&found.payload) == content);
                let message = message.ok_or_else(|| {
                    ClusterError::Message(format!("job {}: weights {content} are missing", job.id))
                })?;
                let mut kept = lock(&self.kept);
                if kept.contents.len() >= MOST_KEPT {
                    kept.contents.clear();
                }
                kept.contents
                    .insert(content.to_owned(), message.payload.to_vec());
            }
            let mut kept = lock(&self.kept);
            let entrant = player.entrant(&kept.contents)?;
            if kept.players.len() >= MOST_KEPT {
                kept.players.clear();
            }
            kept.players.insert(player.clone(), entrant);
        }
        let kept = lock(&self.kept);
        job.bouts(|player| match kept.players.get(player) {
            Some(entrant) => Ok(entrant.clone()),
            None => player.entrant(&kept.contents),
        })
    }

    /// Plays games on all threads that are free, at least on one; `None` if the worker stops before they
    /// begin.
    async fn play(&self, run: &Arc<Run>, bouts: Vec<Bout>) -> Result<Option<Lines>, ClusterError> {
        let hand = Arc::new(Hand::of(run.info.seed, bouts));
        let mut playing = FuturesUnordered::new();
        let mut played = Vec::new();
        let mut is_begun = false;
        while !(hand.is_empty() && playing.is_empty()) {
            tokio::select! {
                bench = self.benches.acquire(), if !hand.is_empty() => {
                    let bench = bench.map_err(|error| ClusterError::Machine(error.to_string()))?;
                    if hand.is_empty() {
                        continue;
                    }
                    if !is_begun {
                        is_begun = true;
                        lock(&self.activity).playing += 1;
                    }
                    let (run, hand) = (Arc::clone(run), Arc::clone(&hand));
                    playing.push(async {
                        let _bench = bench;
                        tokio::task::spawn_blocking(move || hand.play(&*run.game)).await
                    });
                }
                Some(ended) = playing.next() => {
                    let games = ended.map_err(|error| ClusterError::Machine(error.to_string()))?;
                    played.extend(games.map_err(|error| ClusterError::Machine(error.to_string()))?);
                }
                () = stop_of(&self.stop), if !is_begun => return Ok(None),
            }
        }
        if is_begun {
            lock(&self.activity).playing -= 1;
        }
        Ok(Some(hand.lines(played)))
    }
}
