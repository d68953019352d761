//! Waits: times between requests, and before one is sent again.

use std::time::Duration;

use darkforge_streams::{self as streams, Stream};

/// Times of a bot.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    /// Between two looks at a game in which the opponent is to move, and at the lobby.
    pub poll: Duration,
    /// For an answer; after it the connection counts as lost.
    pub answer: Duration,
    /// Before the first repetition of a request. Each further one waits twice as long.
    pub first: Duration,
    /// The longest wait before a repetition.
    pub most: Duration,
    /// Without any answer; after it the bot gives up.
    pub patience: Duration,
    /// Between two games that the bot joins: the server allows one a minute.
    pub join: Duration,
    /// A longer wait that a server asks for is cut to this.
    pub retry_after: Duration,
}

impl Default for Waits {
    fn default() -> Waits {
        Waits {
            poll: Duration::from_secs(2),
            answer: Duration::from_secs(30),
            first: Duration::from_millis(500),
            most: Duration::from_mins(1),
            patience: Duration::from_mins(30),
            join: Duration::from_mins(1),
            retry_after: Duration::from_mins(10),
        }
    }
}

impl Waits {
    /// The wait before a request is sent again after `failures` failures, at least one: between half of
    /// the usual time and all of it, so that bots that lost their server at once do not come back at
    /// once.
    pub(crate) fn after(&self, failures: u32, stream: &mut Stream) -> Duration {
        let doubled = self
            .first
            .saturating_mul(1 << (failures.max(1) - 1).min(20));
        doubled
            .min(self.most)
            .mul_f64(0.5 + streams::unit(stream) / 2.0)
    }

    /// The wait for the value of the header `Retry-After`, in seconds; for any other value, such as a
    /// date, the longest wait before a repetition.
    pub(crate) fn retry_after(&self, value: Option<&str>) -> Duration {
        let seconds = value.and_then(|value| value.trim().parse::<u64>().ok());
        let asked = seconds.map_or(self.most, Duration::from_secs);
        asked.min(self.retry_after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_bound_and_differ() {
        let waits = Waits::default();
        let mut stream = streams::open(1, "bot wait", 0);
        for failures in 1..100 {
            let wait = waits.after(failures, &mut stream).as_secs_f64();
            let usual = (0.5 * 2_f64.powi(failures as i32 - 1)).min(60.0);
            assert!(wait >= usual / 2.0 && wait <= usual, "{failures}: {wait}");
        }
        let mut other = streams::open(2, "bot wait", 0);
        let mut stream = streams::open(1, "bot wait", 0);
        assert_ne!(waits.after(9, &mut stream), waits.after(9, &mut other));
    }

    #[test]
    fn a_server_may_ask_for_a_wait_but_not_for_ever() {
        let waits = Waits::default();
        assert_eq!(waits.retry_after(Some("7")), Duration::from_secs(7));
        assert_eq!(waits.retry_after(Some("999999999")), waits.retry_after);
        assert_eq!(waits.retry_after(Some("Wed, 21 Oct 2026")), waits.most);
        assert_eq!(waits.retry_after(None), waits.most);
    }
}
