//! Fixed schedules: no result changes the meetings.

use super::Pairing;

/// State of a fixed schedule.
#[derive(Clone, Debug)]
pub struct Fixed {
    meetings: Vec<Pairing>,
    over: bool,
}

impl Fixed {
    /// A schedule of all `meetings`, in playing order.
    pub fn new(meetings: Vec<Pairing>) -> Fixed {
        Fixed {
            meetings,
            over: false,
        }
    }

    pub(super) fn ask(&self) -> Vec<Pairing> {
        if self.over {
            return Vec::new();
        }
        self.meetings.clone()
    }

    pub(super) fn tell(&mut self) {
        self.over = true;
    }

    pub(super) fn pairs(&self) -> u64 {
        self.meetings.iter().map(|meeting| meeting.pairs).sum()
    }
}
