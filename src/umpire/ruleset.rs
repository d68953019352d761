//! What one variant of Kriegspiel announces, and when its games end: pure data.
//!
//! Adding a ruleset is adding a const to [`RULESETS`].

use std::str::FromStr;

/// The rules of one variant, as far as they differ between variants.
#[derive(Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// Name in flags, configs and files.
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Whether the umpire says if a captured man was a pawn or a piece.
    pub names_captured: bool,
    /// Whether the number of pawn tries of the side to move is announced to both.
    pub counts_pawn_tries: bool,
    /// Plies without a capture or a pawn move after which the game is drawn.
    pub quiet_plies: u32,
    /// The occurrence of the same true position with which the game is drawn.
    pub repetitions: usize,
    /// Material with which the game is drawn at once: one entry of two sides, each as
    /// letters with the king first.
    pub dead_material: &'static [(&'static str, &'static str)],
}

/// Rules of wild 16 on the Internet Chess Club, after "Cincinnati style".
///
/// Sources: announcements T appendix D; dead material T 5.2.4; the draws by fifty moves
/// and by repetition are those of chess, applied by the umpire.
pub const ICC: Ruleset = Ruleset {
    name: "icc",
    title: "Internet Chess Club, wild 16",
    names_captured: true,
    counts_pawn_tries: true,
    quiet_plies: 100,
    repetitions: 3,
    dead_material: &[
        ("K", "K"),
        ("KB", "K"),
        ("KN", "K"),
        ("KN", "KN"),
        ("KB", "KB"),
        ("KB", "KN"),
    ],
};

/// Every ruleset there is.
pub const RULESETS: [&Ruleset; 1] = [&ICC];

/// A name that no ruleset has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no ruleset '{name}'; there is {known}")]
pub struct UnknownRuleset {
    name: String,
    known: String,
}

impl FromStr for &'static Ruleset {
    type Err = UnknownRuleset;

    fn from_str(name: &str) -> Result<&'static Ruleset, UnknownRuleset> {
        RULESETS
            .into_iter()
            .find(|ruleset| ruleset.name == name)
            .ok_or_else(|| UnknownRuleset {
                name: name.to_owned(),
                known: RULESETS.map(|ruleset| ruleset.name).join(", "),
            })
    }
}
