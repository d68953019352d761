//! Names of players in games, for messages on a name that none of them has.

use crate::report::format::{plural, thousands};
use darkforge_research::collection::{ByName, MOST_NAMES};

/// Greatest number of players in a message.
const NAMED: usize = 12;

/// Games of each player.
#[derive(Debug, Default)]
pub(crate) struct Players(ByName<u64, MOST_NAMES>);

impl Players {
    /// Counts a game of the player of this name; the empty one is nobody's.
    pub(crate) fn add(&mut self, name: &str) {
        if !name.is_empty()
            && let Some(games) = self.0.of(name)
        {
            *games += 1;
        }
    }

    /// Adds the games of `other`.
    pub(crate) fn merge(&mut self, other: Players) {
        self.0.merge(other.0, |own, more| *own += more);
    }

    /// Whether a player has this name, as far as names are told apart.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.is_too_many() || self.0.iter().any(|(known, _)| known == name)
    }

    /// Whether no game names a player.
    pub(crate) fn is_empty(&self) -> bool {
        !self.0.is_too_many() && self.0.iter().next().is_none()
    }

    /// Message on the flag `--player` with a name that no player has.
    pub(crate) fn nobody(&self, player: &str) -> String {
        let none = format!("--player {player}: no game that can be followed is of that name");
        if self.0.is_too_many() {
            let most = thousands(MOST_NAMES as u64);
            return format!("{none}; there are more than {most} players");
        }
        let mut players: Vec<_> = self.0.iter().collect();
        if players.is_empty() {
            return format!("no game names its players, so none is known to be of '{player}'");
        }
        players.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let shown = players.iter().take(NAMED);
        let mut shown: Vec<String> = shown
            .map(|(name, games)| format!("{name} ({})", plural(**games, "game")))
            .collect();
        let rest = players.len().saturating_sub(NAMED);
        if rest > 0 {
            shown.push(format!("and {rest} more"));
        }
        format!("{none}; players are {}", shown.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_on_players_names_the_most_frequent_and_counts_the_others() {
        let played = |players: u64| {
            let mut all = Players::default();
            for number in 0..players {
                for _ in 0..if number == 14 { 3 } else { 1 } {
                    all.add(&format!("p{number:02}"));
                }
            }
            all
        };
        let nobody = played(15).nobody("x");
        assert!(
            nobody.contains("players are p14 (3 games), p00 (1 game), "),
            "{nobody}"
        );
        assert!(nobody.ends_with("p10 (1 game), and 3 more"), "{nobody}");
        assert!(played(12).nobody("x").ends_with("p11 (1 game)"));
        assert!(played(1).has("p00") && !played(1).has("p01"));
        let nameless = Players::default();
        assert!(nameless.is_empty() && nameless.nobody("x").contains("no game names its players"));
    }
}
