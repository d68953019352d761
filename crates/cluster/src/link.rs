//! Connections to the server, which outlive its restarts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, Event, HeaderMap, RequestErrorKind};
use futures_util::StreamExt as _;
use serde::Deserialize;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::error::ClusterError;
use crate::server::Server;
use crate::subject;

/// Time for an answer of the server.
const ANSWER: Duration = Duration::from_secs(5);
/// Time between tries.
const AGAIN: Duration = Duration::from_millis(200);
/// Time after which a job without a sign of life is given to another worker.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(10);
/// Most jobs in play at the same time.
const MOST_IN_PLAY: i64 = 100_000;
/// Most workers that wait for jobs at the same time.
const MOST_WAITING: i64 = 65_536;
/// Time after which the consumer of a build that nobody uses is removed.
const CONSUMER_LIFE: Duration = Duration::from_hours(14 * 24);

/// Whether a message was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// It was.
    New,
    /// There is one with this subject.
    Refused,
}

/// The server's answer to a message for a stream.
#[derive(Deserialize)]
struct Answer {
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    code: u64,
    #[serde(default)]
    err_code: u64,
    #[serde(default)]
    description: String,
}

/// State of the jobs of a build on the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Queue {
    /// Jobs that no worker has.
    pub waiting: u64,
    /// Jobs that a worker has.
    pub in_play: u64,
    /// Requests of workers for a job.
    pub requests: u64,
}

/// A connection.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) client: Client,
    context: Context,
    server: String,
    /// The last error that will not go away by itself.
    problem: Arc<Mutex<Option<String>>>,
    /// Woken when the connection is there again.
    connected: Arc<Notify>,
    /// Number of times that it was made.
    connections: Arc<AtomicU64>,
}

impl Link {
    /// Connects under `name`. A worker, which has a name of its own, waits for a server that cannot be
    /// reached and calls `waiting` once; its answers come under its name, so that a server can keep
    /// those of others from it.
    pub(crate) async fn connect(
        server: &Server,
        name: &str,
        worker: Option<&str>,
        waiting: impl Fn(&str),
    ) -> Result<Link, ClusterError> {
        let problem: Arc<Mutex<Option<String>>> = Arc::default();
        let connected: Arc<Notify> = Arc::default();
        let connections: Arc<AtomicU64> = Arc::default();
        let mut told = false;
        let unreachable = |problem: String| ClusterError::Unreachable {
            server: server.to_string(),
            problem,
        };
        let client = loop {
            let (seen, woken) = (Arc::clone(&problem), Arc::clone(&connected));
            let number = Arc::clone(&connections);
            let options = server.options()?.name(name).event_callback(move |event| {
                match &event {
                    Event::Connected => {
                        number.fetch_add(1, Ordering::Relaxed);
                        woken.notify_waiters();
                    }
                    Event::ServerError(error) => {
                        let error = error.to_string();
                        if error.to_lowercase().contains("permissions violation") {
                            *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        }
                    }
                    _ => {}
                }
                async {}
            });
            let inbox = worker.map_or("_INBOX".to_owned(), |worker| format!("_INBOX.{worker}"));
            let options = options
                .custom_inbox_prefix(inbox)
                .request_timeout(Some(ANSWER))
                .connection_timeout(ANSWER)
                .max_reconnects(None)
                .reconnect_delay_callback(|attempt| {
                    AGAIN * u32::try_from(attempt.clamp(1, 10)).unwrap_or(10)
                });
            let error = match options.connect(server.addresses()).await {
                Ok(client) => break client,
                Err(error) => error,
            };
            let is_lasting = matches!(
                error.kind(),
                ConnectErrorKind::Authentication
                    | ConnectErrorKind::AuthorizationViolation
                    | ConnectErrorKind::ServerParse
                    | ConnectErrorKind::Tls
            );
            if is_lasting || worker.is_none() {
                return Err(unreachable(error.to_string()));
            }
            if !told {
                waiting(&format!("waiting for the NATS server {server}: {error}"));
                told = true;
            }
            sleep(5 * AGAIN).await;
        };
        let mut context = jetstream::new(client.clone());
        context.set_timeout(ANSWER);
        Ok(Link {
            client,
            context,
            server: server.to_string(),
            problem,
            connected,
            connections,
        })
    }

    /// Number of times that the connection was made.
    pub(crate) fn connections(&self) -> u64 {
        self.connections.load(Ordering::Relaxed)
    }

    /// Waits until the connection is there again after it was lost.
    pub(crate) async fn reconnected(&self) {
        self.connected.notified().await;
    }

    /// The error of the server that will not go away, if there was one.
    fn lasting(&self, what: &str) -> Result<(), ClusterError> {
        let problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        match &*problem {
            None => Ok(()),
            Some(problem) => Err(ClusterError::Refused {
                what: what.to_owned(),
                problem: problem.clone(),
            }),
        }
    }

    /// Answers from now on at `subject`; returns whether nobody else does.
    pub(crate) async fn claim(&self, subject: &str) -> Result<bool, ClusterError> {
        let asked = self.client.request(subject.to_owned(), "".into());
        // A server that has lost sight of another does not answer for it.
        if let Ok(Ok(_)) = timeout(5 * AGAIN, asked).await {
            return Ok(false);
        }
        let subscribed = self.client.subscribe(subject.to_owned()).await;
        let mut calls = subscribed.map_err(|error| ClusterError::Unreachable {
            server: self.server.clone(),
            problem: error.to_string(),
        })?;
        let client = self.client.clone();
        tokio::spawn(async move {
            while let Some(call) = calls.next().await {
                if let Some(reply) = call.reply {
                    let _ = client.publish(reply, "".into()).await;
                }
            }
        });
        Ok(true)
    }

    /// Makes the streams, and the consumer from which the workers of `build` take jobs.
    pub(crate) async fn prepare(&self, build: &str) -> Result<(), ClusterError> {
        let once = |name: &str, subjects: &[&str], retention| stream::Config {
            name: name.to_owned(),
            subjects: subjects.iter().map(|&one| one.to_owned()).collect(),
            retention,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            max_messages_per_subject: 1,
            max_messages: -1,
            max_bytes: -1,
            storage: StorageType::File,
            num_replicas: 1,
            allow_direct: true,
            ..stream::Config::default()
        };
        let streams = [
            once(subject::RUNS, &subject::OF_RUNS, RetentionPolicy::Limits),
            once(
                subject::JOBS,
                &[subject::OF_JOBS],
                RetentionPolicy::WorkQueue,
            ),
            once(
                subject::RESULTS,
                &[subject::OF_RESULTS],
                RetentionPolicy::Limits,
            ),
        ];
        for config in streams {
            let what = format!("the stream {}", config.name);
            self.again(&what, async || {
                self.context.get_or_create_stream(config.clone()).await
            })
            .await?;
        }
        let name = subject::consumer(build);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: subject::jobs_of_build(build),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: MOST_IN_PLAY,
            max_waiting: MOST_WAITING,
            inactive_threshold: CONSUMER_LIFE,
            ..pull::Config::default()
        };
        self.again("the consumer of jobs", async || {
            let made = self
                .context
                .create_consumer_on_stream(config.clone(), subject::JOBS);
            made.await
        })
        .await?;
        Ok(())
    }

    /// Asks until there is an answer or an error that will not go away.
    async fn again<T, E: std::error::Error>(
        &self,
        what: &str,
        ask: impl AsyncFn() -> Result<T, E>,
    ) -> Result<T, ClusterError> {
        let mut tries = 0;
        loop {
            let error = match ask().await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            self.lasting(what)?;
            tries += 1;
            // A server that has just begun does not answer at once.
            if tries > 50 {
                return Err(ClusterError::Refused {
                    what: what.to_owned(),
                    problem: error.to_string(),
                });
            }
            sleep(AGAIN).await;
        }
    }

    /// Stores a message under a subject that has none; asks until it is stored.
    pub(crate) async fn store(
        &self,
        subject: &str,
        headers: HeaderMap,
        payload: Vec<u8>,
    ) -> Result<Stored, ClusterError> {
        loop {
            let asked = self.client.request_with_headers(
                subject.to_owned(),
                headers.clone(),
                payload.clone().into(),
            );
            let answer = tokio::select! {
                answer = asked => answer,
                () = self.reconnected() => continue,
            };
            self.lasting(subject)?;
            let refused = |problem: String| ClusterError::Refused {
                what: format!("a message for {subject}"),
                problem,
            };
            match answer {
                Ok(message) => {
                    let answer: Answer = serde_json::from_slice(&message.payload)
                        .map_err(|error| refused(error.to_string()))?;
                    match answer.error {
                        None => return Ok(Stored::New),
                        Some(Refusal {
                            err_code: 10_077,
                            description,
                            ..
                        }) if description.contains("per subject") => return Ok(Stored::Refused),
                        Some(refusal) if refusal.code == 503 => {}
                        Some(refusal) => return Err(refused(refusal.description)),
                    }
                }
                Err(error) if error.kind() == RequestErrorKind::MaxPayloadExceeded => {
                    return Err(refused(format!(
                        "it is longer than the server's max_payload of {} bytes",
                        self.client.max_payload()
                    )));
                }
                Err(_) => {}
            }
            sleep(AGAIN).await;
        }
    }

    /// The message of `stream` with this subject; `None` if there is none.
    pub(crate) async fn get(
        &self,
        stream: &str,
        subject: &str,
    ) -> Result<Option<async_nats::jetstream::message::StreamMessage>, ClusterError> {
        let stream = self.stream(stream).await?;
        self.again(subject, async || {
            match stream.direct_get_last_for_subject(subject).await {
                Ok(message) => Ok(Some(message)),
                Err(error) if error.kind() == stream::DirectGetErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            }
        })
        .await
    }

    async fn stream(&self, name: &str) -> Result<stream::Stream<()>, ClusterError> {
        self.again(name, async || self.context.get_stream_no_info(name).await)
            .await
    }

    /// Subjects of the messages of `stream` that fit `filter`.
    pub(crate) async fn subjects(
        &self,
        stream: &str,
        filter: &str,
    ) -> Result<Vec<String>, ClusterError> {
        let stream = self.stream(stream).await?;
        let mut found = self
            .again(filter, async || stream.info_with_subjects(filter).await)
            .await?;
        let mut subjects = Vec::new();
        while let Some(one) = found.next().await {
            let (subject, _) = one.map_err(|error| ClusterError::Refused {
                what: filter.to_owned(),
                problem: error.to_string(),
            })?;
            subjects.push(subject);
        }
        Ok(subjects)
    }

    /// Removes the messages of `stream` that fit `filter`.
    pub(crate) async fn purge(&self, stream: &str, filter: &str) -> Result<(), ClusterError> {
        let stream = self.stream(stream).await?;
        self.again(filter, async || stream.purge().filter(filter).await)
            .await?;
        Ok(())
    }

    /// State of the jobs of `build`; `None` if the server does not answer.
    pub(crate) async fn queue(&self, build: &str) -> Option<Queue> {
        let consumer = self.consumer(build).await.ok()?;
        let info = consumer.cached_info();
        Some(Queue {
            waiting: info.num_pending,
            in_play: info.num_ack_pending as u64,
            requests: info.num_waiting as u64,
        })
    }

    /// The consumer from which the workers of `build` take jobs.
    pub(crate) async fn consumer(
        &self,
        build: &str,
    ) -> Result<jetstream::consumer::Consumer<pull::Config>, String> {
        let name = subject::consumer(build);
        let found = self
            .context
            .get_consumer_from_stream(name, subject::JOBS)
            .await;
        self.lasting("jobs").map_err(|error| error.to_string())?;
        found.map_err(|error| error.to_string())
    }

    /// Results of the run from this place of the stream on, and the number of those that are there.
    pub(crate) async fn results(
        &self,
        run: &str,
        from: u64,
    ) -> Result<(pull::Ordered, u64), ClusterError> {
        let config = pull::OrderedConfig {
            filter_subject: subject::results_of_run(run),
            deliver_policy: match from {
                0 => DeliverPolicy::All,
                start_sequence => DeliverPolicy::ByStartSequence { start_sequence },
            },
            ..pull::OrderedConfig::default()
        };
        let consumer = self
            .again("the results", async || {
                let made = self
                    .context
                    .create_consumer_on_stream(config.clone(), subject::RESULTS);
                made.await
            })
            .await?;
        let there = consumer.cached_info().num_pending;
        let opened = consumer.messages().await;
        let messages = opened.map_err(|error| ClusterError::Unreachable {
            server: self.server.clone(),
            problem: error.to_string(),
        })?;
        Ok((messages, there))
    }
}
