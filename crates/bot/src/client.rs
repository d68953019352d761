//! Client: requests and their answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::http::{Response, StatusCode};
use ureq::{Agent, Body};

use super::address::Api;
use super::token::Token;
use super::waits::Waits;
use super::wire::problem;
use darkforge_streams::Stream;

/// Greatest size of an answer.
const MOST_BYTES: u64 = 32 << 20;
/// Longest piece of a wait, after which a stop is noticed.
const PIECE: Duration = Duration::from_millis(100);

/// A request without the answer that was hoped for.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The server refuses the request.
    #[error("the server refuses {path}: {status} {problem}")]
    Refused {
        /// Path of the request.
        path: String,
        /// Number of the status.
        status: u16,
        /// The server's code of the problem, such as `BOT_JOIN_COOLDOWN`, if it names one.
        code: String,
        /// Its words.
        problem: String,
    },
    /// The connection was lost before the answer: nobody knows whether the request was carried out.
    #[error("no answer to {path}: {problem}")]
    Unknown {
        /// Path of the request.
        path: String,
        /// The problem.
        problem: String,
    },
    /// There was no answer for as long as the bot waits.
    #[error("no answer to {path} for {} s: {problem}", .waited.as_secs())]
    Lost {
        /// Path of the request.
        path: String,
        /// The last problem.
        problem: String,
        /// Time since the last answer.
        waited: Duration,
    },
    /// The server points elsewhere.
    #[error("the server redirects {path} to {to}; nothing but the given address is contacted")]
    Redirected {
        /// Path of the request.
        path: String,
        /// The other address.
        to: String,
    },
    /// The answer is not of this interface.
    #[error("the answer to {path} is not understood: {problem}")]
    Foreign {
        /// Path of the request.
        path: String,
        /// The problem.
        problem: String,
    },
    /// The bot was told to stop.
    #[error("stopped")]
    Stopped,
}

impl Trouble {
    /// The status of a refusal, or 0.
    pub(crate) fn status(&self) -> u16 {
        match self {
            Trouble::Refused { status, .. } => *status,
            _ => 0,
        }
    }

    /// The server's code of a refusal, or nothing.
    pub(crate) fn code(&self) -> &str {
        match self {
            Trouble::Refused { code, .. } => code,
            _ => "",
        }
    }
}

/// Requests that did not succeed at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Setbacks {
    /// Answers 409.
    pub(crate) conflicts: u64,
    /// Answers 429.
    pub(crate) throttled: u64,
    /// Lost connections, answers too late, and answers 5xx.
    pub(crate) losses: u64,
}

/// A connection to one server.
pub struct Client {
    agent: Agent,
    api: Api,
    token: Option<Token>,
    waits: Waits,
    stream: Stream,
    stop: Arc<AtomicBool>,
    heard: Instant,
    failures: u32,
    pub(crate) setbacks: Setbacks,
    note: Box<dyn FnMut(&str) + Send>,
}

/// A kind of request.
enum Method<'a> {
    Get,
    Delete,
    Post(&'a str),
}

/// One sending of a request.
enum Sent {
    Answered(String),
    Later(Duration),
    Failed(String),
}

impl Client {
    /// A client of `api` that draws its waits from `stream`, ends waits when `stop` is set, and tells
    /// lost and found connections by `note`.
    pub fn new(
        api: Api,
        token: Option<Token>,
        waits: Waits,
        stream: Stream,
        stop: Arc<AtomicBool>,
        note: Box<dyn FnMut(&str) + Send>,
    ) -> Client {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .timeout_global(Some(waits.answer))
            .user_agent(concat!("darkforge/", env!("CARGO_PKG_VERSION")))
            .build();
        Client {
            agent: config.new_agent(),
            api,
            token,
            waits,
            stream,
            stop,
            heard: Instant::now(),
            failures: 0,
            setbacks: Setbacks::default(),
            note,
        }
    }

    /// The server's address.
    pub(crate) fn api(&self) -> &Api {
        &self.api
    }

    /// The times of this client.
    pub(crate) fn waits(&self) -> Waits {
        self.waits
    }

    /// Tells `line` to the user.
    pub(crate) fn tell(&mut self, line: &str) {
        (self.note)(line);
    }

    /// Whether the bot was told to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits for `time`.
    ///
    /// # Errors
    /// The bot is told to stop meanwhile.
    pub(crate) fn wait(&self, time: Duration) -> Result<(), Trouble> {
        let until = Instant::now() + time;
        loop {
            if self.is_stopped() {
                return Err(Trouble::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(PIECE));
        }
    }

    /// The answer at `path`; the request is repeated until there is one.
    ///
    /// # Errors
    /// A refusal, no answer for too long, or an answer that is not understood.
    pub(crate) fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, Trouble> {
        let text = self.repeat(path, &Method::Get)?;
        read(path, &text)
    }

    /// Deletes what is at `path`.
    ///
    /// # Errors
    /// As of [`get`](Client::get).
    pub(crate) fn delete(&mut self, path: &str) -> Result<(), Trouble> {
        self.repeat(path, &Method::Delete).map(drop)
    }

    /// Sends `body` to `path`; the request is repeated until there is an answer, so it must do the same
    /// twice as once.
    ///
    /// # Errors
    /// As of [`get`](Client::get).
    pub(crate) fn put<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Trouble> {
        let body = json(path, body)?;
        let text = self.repeat(path, &Method::Post(&body))?;
        read(path, &text)
    }

    /// Sends `body` to `path` once, or again after the server said that it did not take it.
    ///
    /// # Errors
    /// [`Trouble::Unknown`] after a lost connection, and those of [`get`](Client::get).
    pub(crate) fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, Trouble> {
        let body = json(path, body)?;
        loop {
            match self.send(path, &Method::Post(&body))? {
                Sent::Answered(text) => return read(path, &text),
                Sent::Later(time) => self.wait(time)?,
                Sent::Failed(problem) => {
                    let path = path.to_owned();
                    return Err(Trouble::Unknown { path, problem });
                }
            }
        }
    }

    fn repeat(&mut self, path: &str, method: &Method<'_>) -> Result<String, Trouble> {
        loop {
            match self.send(path, method)? {
                Sent::Answered(text) => return Ok(text),
                Sent::Later(time) => self.wait(time)?,
                Sent::Failed(problem) => {
                    let waited = self.heard.elapsed();
                    if waited >= self.waits.patience {
                        let path = path.to_owned();
                        return Err(Trouble::Lost {
                            path,
                            problem,
                            waited,
                        });
                    }
                    let wait = self.waits.after(self.failures, &mut self.stream);
                    self.wait(wait)?;
                }
            }
        }
    }

    /// Sends a request once.
    fn send(&mut self, path: &str, method: &Method<'_>) -> Result<Sent, Trouble> {
        let url = self.api.at(path);
        let header = self.token.as_ref().map(Token::header);
        let header = header.iter();
        let answer = match method {
            Method::Get => {
                let request = self.agent.get(&url);
                header
                    .fold(request, |one, value| one.header("Authorization", value))
                    .call()
            }
            Method::Delete => {
                let request = self.agent.delete(&url);
                header
                    .fold(request, |one, value| one.header("Authorization", value))
                    .call()
            }
            Method::Post(body) => {
                let request = self
                    .agent
                    .post(&url)
                    .header("Content-Type", "application/json");
                let request = header.fold(request, |one, value| one.header("Authorization", value));
                request.send(*body)
            }
        };
        let answer = answer
            .map_err(|error| error.to_string())
            .and_then(|mut answer| {
                let body = answer
                    .body_mut()
                    .with_config()
                    .limit(MOST_BYTES)
                    .read_to_string();
                let body = body.map_err(|error| error.to_string())?;
                Ok((answer, body))
            });
        match answer {
            Err(problem) => Ok(self.failed(problem)),
            Ok((answer, body)) => self.judge(path, &answer, body),
        }
    }

    fn judge(
        &mut self,
        path: &str,
        answer: &Response<Body>,
        body: String,
    ) -> Result<Sent, Trouble> {
        let status = answer.status();
        let header = |name| {
            answer
                .headers()
                .get(name)
                .and_then(|value| value.to_str().ok())
        };
        if status.is_server_error() {
            return Ok(self.failed(format!("{} {}", status.as_u16(), problem(&body).1)));
        }
        self.found();
        if status.is_success() {
            return Ok(Sent::Answered(body));
        }
        if status.is_redirection() {
            return Err(Trouble::Redirected {
                path: path.to_owned(),
                to: header("location").unwrap_or("nowhere").to_owned(),
            });
        }
        if status == StatusCode::TOO_MANY_REQUESTS {
            self.setbacks.throttled += 1;
            return Ok(Sent::Later(self.waits.retry_after(header("retry-after"))));
        }
        self.setbacks.conflicts += u64::from(status == StatusCode::CONFLICT);
        let (code, problem) = problem(&body);
        Err(Trouble::Refused {
            path: path.to_owned(),
            status: status.as_u16(),
            code,
            problem,
        })
    }

    fn failed(&mut self, problem: String) -> Sent {
        self.setbacks.losses += 1;
        self.failures += 1;
        if self.failures == 1 {
            (self.note)(&format!(
                "the server does not answer ({problem}); trying again"
            ));
        }
        Sent::Failed(problem)
    }

    fn found(&mut self) {
        if self.failures > 1 {
            let failures = self.failures;
            (self.note)(&format!(
                "the server answers again, after {failures} failures"
            ));
        }
        self.failures = 0;
        self.heard = Instant::now();
    }
}

fn json(path: &str, body: &impl Serialize) -> Result<String, Trouble> {
    serde_json::to_string(body).map_err(|error| foreign(path, &error))
}

fn read<T: DeserializeOwned>(path: &str, text: &str) -> Result<T, Trouble> {
    serde_json::from_str(text).map_err(|error| foreign(path, &error))
}

fn foreign(path: &str, error: &serde_json::Error) -> Trouble {
    Trouble::Foreign {
        path: path.to_owned(),
        problem: error.to_string(),
    }
}
