//! Faults: reasons on a player's side for which a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use darkforge_kriegspiel::umpire::Ending;

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Its program cannot be started, or ends before it is ready.
    Start,
    /// It panics, or its program ends or closes its output in the middle of a game.
    Crash,
    /// It says nothing within the deadline: neither that it is ready nor a first question.
    Silence,
    /// It asked earlier in this game, and exceeds the deadline now.
    Time,
    /// It says something that is not in the protocol.
    Garbage,
    /// It asks or talks without end.
    Flood,
    /// It has no try left.
    NoTry,
    /// It does not end after `quit`, or by a signal or with an exit status other than
    /// 0. The game is over on the board then; it is lost all the same.
    Quit,
}

impl FaultKind {
    /// Every kind, in the order in which reports list them.
    pub const ALL: [FaultKind; 8] = [
        FaultKind::Start,
        FaultKind::Crash,
        FaultKind::Silence,
        FaultKind::Time,
        FaultKind::Garbage,
        FaultKind::Flood,
        FaultKind::NoTry,
        FaultKind::Quit,
    ];

    /// Name of the kind in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            FaultKind::Start => "start",
            FaultKind::Crash => "crash",
            FaultKind::Silence => "silence",
            FaultKind::Time => "time",
            FaultKind::Garbage => "garbage",
            FaultKind::Flood => "flood",
            FaultKind::NoTry => "no_try",
            FaultKind::Quit => "quit",
        }
    }

    /// The ending that it causes.
    pub const fn ending(self) -> Ending {
        match self {
            FaultKind::Start | FaultKind::Crash => Ending::ForfeitCrash,
            FaultKind::Silence => Ending::ForfeitSilence,
            FaultKind::Time => Ending::ForfeitTime,
            FaultKind::Garbage | FaultKind::Flood | FaultKind::NoTry | FaultKind::Quit => {
                Ending::ForfeitProtocol
            }
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A player's fault in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Kind of the fault.
    pub kind: FaultKind,
    /// Short description without times and numbers of processes, so that a repeated run has the
    /// same text.
    pub detail: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault {
            kind,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.detail)
    }
}
