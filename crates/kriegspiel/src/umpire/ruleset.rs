//! Rulesets: the announcements of each variant of Kriegspiel, and the ends of its games, as pure
//! data.
//!
//! A new ruleset is a const in [`RULESETS`]. `docs/rules.md` has the source of each field.
//!
//! T is the thesis, see [the crate](crate).

use std::str::FromStr;

/// Rules of one variant, as far as variants differ.
#[derive(Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each is a yes or no of the rules, not a state
pub struct Ruleset {
    /// Name in flags, configs and files.
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Whether the umpire says if a captured man was a pawn or a piece.
    pub names_captured: bool,
    /// Announcement of a capture en passant.
    pub en_passant: EnPassant,
    /// Announcement of the pawn captures of the side to move.
    pub pawn_tries: TriesTold,
    /// Rule of the question "Any?", and the obligation after a yes.
    pub any: AnyRule,
    /// Tries that are answered "Nonsense" instead of refused.
    pub nonsense: NonsenseRule,
    /// Whether the opponent hears that a try was refused.
    pub refusals_heard: bool,
    /// Whether a promotion is announced.
    pub announces_promotion: bool,
    /// Whether the side that is stalemated loses.
    pub stalemate_loses: bool,
    /// Plies without a capture or a pawn move after which the game is drawn.
    pub quiet_plies: Option<u32>,
    /// Rule of draws by repetition.
    pub repetition: RepetitionRule,
    /// Material with which the game is drawn at once.
    pub dead_material: DeadMaterial,
}

/// Announcement of a capture en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnPassant {
    /// The square of the captured pawn, as in any other capture.
    Captured,
    /// The landing square of the capturing pawn, and that it was en passant.
    Landing,
}

/// Announcement of the pawn captures of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriesTold {
    /// Nothing.
    Nothing,
    /// Whether there is one.
    Whether,
    /// Their number, as distinct from-to pairs.
    Number,
    /// The squares of the pawns that have one.
    Squares,
}

/// Rule of the question "Are there any?": has the side to move a legal pawn capture?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyRule {
    /// The question does not exist.
    Never,
    /// Both sides hear question and answer; a yes obliges to try one pawn capture.
    OneTry,
    /// Only the mover hears the answer; a yes obliges to try pawn captures until one is played. A
    /// no counts as a refusal of each pawn capture on the own board.
    UntilPlayed,
}

/// Tries that are answered "Nonsense", because their mover could know that they are illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NonsenseRule {
    /// None, except tries that an obligation or a missing rule forbids.
    Never,
    /// Moves that the own board excludes, repeated tries, and pawn captures after a "No" to "Any?",
    /// which has counted them as refused.
    OwnBoard,
    /// Also pawn captures where none was announced.
    OwnBoardAndTries,
    /// Also tries that do not answer an announced check.
    OwnBoardTriesAndChecks,
}

/// Rule of draws by repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionRule {
    /// Never.
    Never,
    /// At this occurrence of the same true position.
    Occurrences(usize),
    /// After a player has made the same two successive moves this many times in a row, if the
    /// opponent could not mate at once.
    SameTwoMoves(usize),
}

/// Material with which the game is drawn at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadMaterial {
    /// Men that no sequence of legal moves can mate with: a king and at most one minor piece in
    /// all, or bishops on squares of one colour.
    NoMate,
    /// Each entry two sides, as letters with the king first.
    List(&'static [(&'static str, &'static str)]),
}

/// Kings with at most one minor piece each (T 5.2.4; Berkeley IV.B).
const ONE_MINOR_EACH: DeadMaterial = DeadMaterial::List(&[
    ("K", "K"),
    ("KB", "K"),
    ("KN", "K"),
    ("KN", "KN"),
    ("KB", "KB"),
    ("KB", "KN"),
]);

/// Rules of wild 16 on the Internet Chess Club, after "Cincinnati style" (T D).
pub const ICC: Ruleset = Ruleset {
    name: "icc",
    title: "Internet Chess Club, wild 16",
    names_captured: true,
    en_passant: EnPassant::Captured,
    pawn_tries: TriesTold::Number,
    any: AnyRule::Never,
    nonsense: NonsenseRule::Never,
    refusals_heard: false,
    announces_promotion: false,
    stalemate_loses: false,
    quiet_plies: Some(100),
    repetition: RepetitionRule::Occurrences(3),
    dead_material: ONE_MINOR_EACH,
};

/// "Cincinnati style" (T C).
pub const CINCINNATI: Ruleset = Ruleset {
    name: "cincinnati",
    title: "Cincinnati style",
    names_captured: true,
    en_passant: EnPassant::Captured,
    pawn_tries: TriesTold::Whether,
    any: AnyRule::Never,
    nonsense: NonsenseRule::OwnBoardAndTries,
    refusals_heard: true,
    announces_promotion: false,
    stalemate_loses: false,
    quiet_plies: Some(100),
    repetition: RepetitionRule::Occurrences(3),
    dead_material: DeadMaterial::NoMate,
};

/// Berkeley rules without "Any?".
pub const BERKELEY: Ruleset = Ruleset {
    name: "berkeley",
    title: "Berkeley",
    names_captured: false,
    en_passant: EnPassant::Captured,
    pawn_tries: TriesTold::Nothing,
    any: AnyRule::Never,
    nonsense: NonsenseRule::OwnBoard,
    refusals_heard: true,
    announces_promotion: false,
    stalemate_loses: false,
    quiet_plies: None,
    repetition: RepetitionRule::Never,
    dead_material: ONE_MINOR_EACH,
};

/// Berkeley rules with "Any?" (Berkeley III.E).
pub const BERKELEY_ANY: Ruleset = Ruleset {
    name: "berkeley-any",
    title: "Berkeley with \"Any?\"",
    any: AnyRule::UntilPlayed,
    ..BERKELEY
};

/// The rules of RAND (T B).
pub const RAND: Ruleset = Ruleset {
    name: "rand",
    title: "RAND",
    names_captured: true,
    en_passant: EnPassant::Captured,
    pawn_tries: TriesTold::Squares,
    any: AnyRule::Never,
    nonsense: NonsenseRule::OwnBoardTriesAndChecks,
    refusals_heard: true,
    announces_promotion: true,
    stalemate_loses: false,
    quiet_plies: Some(100),
    repetition: RepetitionRule::Occurrences(3),
    dead_material: DeadMaterial::NoMate,
};

/// The rules of RAND for ladder games: a stalemated player loses (T B.20).
pub const RAND_LADDER: Ruleset = Ruleset {
    name: "rand-ladder",
    title: "RAND, ladder games",
    stalemate_loses: true,
    ..RAND
};

/// ICC rules without a draw by repetition, which a server draws only on a player's claim: engines and
/// random players claim nothing.
pub const ICC_UNCLAIMED: Ruleset = Ruleset {
    name: "icc-unclaimed",
    title: "ICC, no repetition claimed",
    repetition: RepetitionRule::Never,
    ..ICC
};

/// English rules as played at the Gambit (T A).
pub const ENGLISH: Ruleset = Ruleset {
    name: "english",
    title: "English, as at the Gambit",
    names_captured: false,
    en_passant: EnPassant::Landing,
    pawn_tries: TriesTold::Nothing,
    any: AnyRule::OneTry,
    nonsense: NonsenseRule::Never,
    refusals_heard: true,
    announces_promotion: false,
    stalemate_loses: false,
    quiet_plies: Some(100),
    repetition: RepetitionRule::SameTwoMoves(3),
    dead_material: DeadMaterial::NoMate,
};

/// Every ruleset.
pub const RULESETS: [&Ruleset; 8] = [
    &ICC,
    &CINCINNATI,
    &BERKELEY,
    &BERKELEY_ANY,
    &RAND,
    &RAND_LADDER,
    &ENGLISH,
    &ICC_UNCLAIMED,
];

/// A name that no ruleset has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no ruleset '{name}'; there are {known}")]
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
