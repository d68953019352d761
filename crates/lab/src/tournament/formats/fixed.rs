//! A schedule that is fixed beforehand: no result changes who meets whom.

use super::Pairing;

/// A fixed schedule under way.
#[derive(Clone, Debug)]
pub struct Fixed {
    meetings: Vec<Pairing>,
    over: bool,
}

impl Fixed {
    /// All of `meetings`, in the order in which they are played.
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
