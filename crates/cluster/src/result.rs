//! Results of jobs: lines of a journal, with the worker that played them.

use async_nats::HeaderMap;

use crate::error::ClusterError;
use crate::subject::part_of;
use darkforge_lab::bout::PlayedGame;
use darkforge_lab::journal::game_of_line;

const WORKER: &str = "Darkforge-Worker";
const THREADS: &str = "Darkforge-Threads";
const SECONDS: &str = "Darkforge-Seconds";
const DELIVERED: &str = "Darkforge-Delivered";
const FAILED: &str = "Darkforge-Failed";

/// A worker's description of a result.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Said {
    /// Its name.
    pub worker: String,
    /// Threads of the worker.
    pub threads: u64,
    /// Seconds of play, for each part of the job.
    pub seconds: Vec<f64>,
    /// Number of workers that were given the job until then.
    pub delivered: u64,
    /// Why there are no games.
    pub failed: Option<String>,
}

impl Said {
    /// The headers of a message.
    pub(crate) fn headers(&self) -> HeaderMap {
        let seconds = self.seconds.iter().map(|part| format!("{part:.6}"));
        let seconds: Vec<String> = seconds.collect();
        let mut headers = HeaderMap::new();
        headers.insert(WORKER, self.worker.as_str());
        headers.insert(THREADS, self.threads.to_string());
        headers.insert(SECONDS, seconds.join(","));
        headers.insert(DELIVERED, self.delivered.to_string());
        if let Some(failed) = &self.failed {
            headers.insert(FAILED, failed.replace(['\r', '\n'], " "));
        }
        headers
    }

    /// Reads headers. What is missing or wrong is empty or 0: figures decide nothing.
    pub(crate) fn read(headers: &HeaderMap) -> Said {
        let text = |name: &str| headers.get(name).map(ToString::to_string);
        let number = |name: &str| text(name).and_then(|text| text.parse().ok()).unwrap_or(0);
        let seconds = text(SECONDS).unwrap_or_default();
        let seconds = seconds.split(',').filter_map(|part| part.parse().ok());
        Said {
            worker: text(WORKER).map(|name| part_of(&name)).unwrap_or_default(),
            threads: number(THREADS),
            seconds: seconds
                .filter(|part: &f64| part.is_finite() && *part >= 0.0)
                .collect(),
            delivered: number(DELIVERED),
            failed: text(FAILED),
        }
    }
}

/// The subject of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// Name of the job.
    pub id: String,
    /// The worker's proof that it was given the job.
    pub token: String,
    /// Whether there was a result of the job before.
    pub is_later: bool,
}

impl Address {
    /// Reads a subject; `None` if it is not that of a result.
    pub(crate) fn read(subject: &str) -> Option<Address> {
        let mut parts = subject.split('.').skip(3);
        let is_later = match parts.next()? {
            "first" => false,
            "later" => true,
            _ => return None,
        };
        Some(Address {
            id: parts.next()?.to_owned(),
            token: parts.next()?.to_owned(),
            is_later,
        })
    }
}

/// Games of the lines of a result.
///
/// # Errors
/// A line that is not one of a journal.
pub(crate) fn games(body: &[u8]) -> Result<Vec<PlayedGame>, ClusterError> {
    let lines = body.split_inclusive(|&byte| byte == b'\n');
    let games = lines.map(|line| game_of_line(line).map_err(ClusterError::Message));
    games.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject;

    #[test]
    fn headers_and_subjects_are_read_as_they_were_written() {
        let said = Said {
            worker: "node-1".to_owned(),
            threads: 2,
            seconds: vec![0.25, 1.5],
            delivered: 3,
            failed: Some("no room".to_owned()),
        };
        assert_eq!(Said::read(&said.headers()), said);
        assert_eq!(Said::read(&HeaderMap::new()), Said::default());
        let address = |is_later| Address {
            id: "4-2-ab-0".to_owned(),
            token: "t".to_owned(),
            is_later,
        };
        let first = subject::result("r", "4-2-ab-0", "t");
        assert_eq!(Address::read(&first), Some(address(false)));
        let later = subject::later_result("r", "4-2-ab-0", "t", "node-1");
        assert_eq!(Address::read(&later), Some(address(true)));
        assert_eq!(Address::read("darkforge.results.r"), None);
    }
}
