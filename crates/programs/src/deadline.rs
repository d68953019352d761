//! Deadlines of a program. Time in which darkforge itself stood still, because it or its machine
//! was stopped, does not count against the program.

use std::time::{Duration, Instant};

/// Longest piece of a wait.
const PIECE: Duration = Duration::from_millis(100);
/// Allowance for a piece on a busy machine.
const SLACK: Duration = Duration::from_millis(200);

/// A deadline that moves when this program stands still.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    until: Instant,
    /// Time of the last check.
    seen: Instant,
}

impl Deadline {
    /// Deadline for `time` from now on.
    pub fn lasting(time: Duration) -> Deadline {
        Deadline::from(Instant::now(), time)
    }

    fn from(now: Instant, time: Duration) -> Deadline {
        Deadline {
            until: now + time,
            seen: now,
        }
    }

    /// Time until it passes.
    pub fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Time to wait before the next check; `None` at the end.
    pub fn piece(&mut self) -> Option<Duration> {
        self.piece_at(Instant::now())
    }

    fn piece_at(&mut self, now: Instant) -> Option<Duration> {
        let went = now.saturating_duration_since(self.seen);
        if went > PIECE + SLACK {
            self.until += went.saturating_sub(PIECE);
        }
        self.seen = now;
        let left = self.until.saturating_duration_since(now);
        (!left.is_zero()).then(|| left.min(PIECE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standing_still_does_not_count() {
        let began = Instant::now();
        let at = |milliseconds| began + Duration::from_millis(milliseconds);
        let some = |milliseconds| Some(Duration::from_millis(milliseconds));
        let mut deadline = Deadline::from(began, Duration::from_millis(250));
        assert_eq!(deadline.piece_at(at(0)), some(100));
        assert_eq!(deadline.piece_at(at(110)), some(100));
        // An hour passes, of which only a piece was asked for.
        assert_eq!(deadline.piece_at(at(3_600_110)), some(40));
        assert_eq!(deadline.piece_at(at(3_600_150)), None);
    }
}
