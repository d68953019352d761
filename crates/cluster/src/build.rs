//! Builds: programs that play the same games from the same seeds.

use serde::{Deserialize, Serialize};

use crate::digest::digest;
use darkforge_engine::player::PlayerSpec;
use darkforge_kriegspiel::umpire::ICC;
use darkforge_lab::bout::{Bout, Entrant, Openings};
use darkforge_lab::game::Game as _;
use darkforge_lab::journal::line_of_game;
use darkforge_lab::kriegspiel::Kriegspiel;
use darkforge_lab::terms::Terms;
use darkforge_streams::fnv1a;

/// Version of the messages between coordinator and workers.
const PROTOCOL: u32 = 1;

/// A build of the program. Coordinator and workers of one run have equal builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// Version of the messages.
    pub protocol: u32,
    /// Version of the program.
    pub version: String,
    /// Commit of the program, with a note if files have changed since; empty if it is not known.
    pub commit: String,
    /// Hash of a few games from fixed seeds.
    pub probe: u64,
}

impl Build {
    /// The build of this program, which plays a few games for it.
    pub fn of(version: &str, commit: &str) -> Build {
        Build {
            protocol: PROTOCOL,
            version: version.to_owned(),
            commit: commit.to_owned(),
            probe: probe(),
        }
    }

    /// Name of the build in subjects.
    pub fn hash(&self) -> String {
        let numbers = format!("{} {}", self.protocol, self.probe);
        digest(
            &[
                numbers.as_bytes(),
                self.version.as_bytes(),
                self.commit.as_bytes(),
            ],
            12,
        )
    }

    /// The build in words.
    pub fn title(&self) -> String {
        let commit = match self.commit.as_str() {
            "" => String::new(),
            commit => format!(" ({commit})"),
        };
        format!("darkforge {}{commit}, build {}", self.version, self.hash())
    }
}

/// Hash of short games between players of several kinds.
fn probe() -> u64 {
    let game = Kriegspiel {
        ruleset: &ICC,
        ply_limit: 8,
        keep_tries: true,
        terms: Terms::default(),
    };
    let specs = ["darkboard:positions=50", "hs:samples=20", "random"];
    let specs = specs.map(|spec| spec.parse().unwrap_or_else(|_| PlayerSpec::random()));
    let mut lines = Vec::new();
    for (id, pair) in specs.windows(2).enumerate() {
        let entrant = |name: &str, spec: &PlayerSpec| Entrant {
            name: name.to_owned(),
            spec: spec.clone(),
        };
        let bout = Bout {
            id: id as u64,
            first_pair: id as u64,
            step: 1,
            games: 2,
            keep_tries: true,
            openings: Openings::Own,
            first: entrant("a", &pair[0]),
            second: entrant("b", &pair[1]),
        };
        let played = bout
            .fixtures(1)
            .filter_map(|fixture| game.play(&fixture).ok());
        lines.extend(played.flat_map(|game| line_of_game(&game)));
    }
    fnv1a(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_commit_or_play_is_another_build() {
        let build = Build::of("0.1.0", "abc");
        assert_eq!(build, Build::of("0.1.0", "abc"));
        let others = [
            Build::of("0.1.1", "abc"),
            Build::of("0.1.0", "abd"),
            Build {
                probe: build.probe + 1,
                ..build.clone()
            },
        ];
        assert!(others.iter().all(|other| other.hash() != build.hash()));
    }
}
