//! The server's six rulesets as the umpire of this program has them.
//!
//! The server's referee is the package `kriegspiel` 1.7.3. Its announcements are those of `docs/rules.md`, with these
//! differences: no repetition ends a game, and quiet moves only after 2000 plies; only material with which
//! mate is impossible is dead; a stalemated player loses under RAND, and a try that cannot answer a check is
//! refused there. Under Berkeley rules the opponent hears "Any?" with its answer, and a "No" is not heard as
//! refusals.

use std::fmt;
use std::str::FromStr;

use darkforge_kriegspiel::umpire::{
    BERKELEY, BERKELEY_ANY, CINCINNATI, DeadMaterial, ENGLISH, ICC, NonsenseRule, RAND_LADDER,
    RepetitionRule, Ruleset,
};

/// Plies without a capture or a pawn move after which the server draws a game.
const QUIET: Option<u32> = Some(2000);

/// The ruleset with the ends of games as on the server.
const fn ends(ruleset: &Ruleset) -> Ruleset {
    Ruleset {
        quiet_plies: QUIET,
        repetition: RepetitionRule::Never,
        dead_material: DeadMaterial::NoMate,
        ..*ruleset
    }
}

static WILD16: Ruleset = ends(&ICC);
static BERKELEY_THERE: Ruleset = ends(&BERKELEY);
static BERKELEY_ANY_THERE: Ruleset = ends(&BERKELEY_ANY);
static CINCINNATI_THERE: Ruleset = ends(&CINCINNATI);
static ENGLISH_THERE: Ruleset = ends(&ENGLISH);
static RAND_THERE: Ruleset = Ruleset {
    nonsense: NonsenseRule::OwnBoardAndTries,
    ..ends(&RAND_LADDER)
};

/// Names on the server, names here, and the rules there.
const ALL: [(&str, &str, &Ruleset); 6] = [
    ("wild16", ICC.name, &WILD16),
    ("berkeley", BERKELEY.name, &BERKELEY_THERE),
    ("berkeley_any", BERKELEY_ANY.name, &BERKELEY_ANY_THERE),
    ("cincinnati", CINCINNATI.name, &CINCINNATI_THERE),
    ("rand", "rand", &RAND_THERE),
    ("english", ENGLISH.name, &ENGLISH_THERE),
];

/// A ruleset of the server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ServerRules(usize);

/// A name that no ruleset has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the server has no ruleset '{0}'; there are icc (wild16), berkeley, berkeley-any, cincinnati, rand, english"
)]
pub struct UnknownRules(String);

impl ServerRules {
    /// Every ruleset.
    pub fn all() -> [ServerRules; 6] {
        std::array::from_fn(ServerRules)
    }

    /// Its name on the server.
    pub fn name(self) -> &'static str {
        ALL[self.0].0
    }

    /// The rules by which the server's referee plays.
    pub fn ruleset(self) -> &'static Ruleset {
        ALL[self.0].2
    }
}

impl FromStr for ServerRules {
    type Err = UnknownRules;

    /// Reads the server's name or this program's.
    fn from_str(name: &str) -> Result<ServerRules, UnknownRules> {
        let found = ALL
            .iter()
            .position(|(there, here, _)| *there == name || *here == name);
        found
            .map(ServerRules)
            .ok_or_else(|| UnknownRules(name.to_owned()))
    }
}

impl fmt::Display for ServerRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ALL[self.0].1)
    }
}

impl fmt::Debug for ServerRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ruleset_has_two_names() {
        for rules in ServerRules::all() {
            assert_eq!(rules.name().parse(), Ok(rules));
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(rules.ruleset().quiet_plies, QUIET);
        }
        let unknown = "crazykrieg".parse::<ServerRules>().unwrap_err().to_string();
        assert!(unknown.contains("wild16"), "{unknown}");
    }
}
