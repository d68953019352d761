//! Files of a folder that its page leaves out.

/// A file that cannot be shown, or is not of this program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// The file and the reason, in a sentence.
    pub problem: String,
    /// Whether runs write files of this name, so that the folder is damaged.
    pub is_damage: bool,
}

impl LeftOut {
    /// A file from which a part of the page should come. It can be of another version.
    pub(super) fn unread(problem: String) -> LeftOut {
        LeftOut {
            problem,
            is_damage: false,
        }
    }

    /// A file of the run.
    pub(super) fn damaged(problem: String) -> LeftOut {
        LeftOut {
            problem,
            is_damage: true,
        }
    }
}
