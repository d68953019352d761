//! Games that a command leaves out, named with their places.

use std::path::Path;

use crate::cli::terminal::tell;
use crate::report::format::plural;
use darkforge_kriegspiel::record::read::{Found, FoundGame, ReadGame};

/// Greatest number of named games.
const NAMED: usize = 10;

/// Games that were left out.
#[derive(Debug, Default)]
pub(crate) struct PassedOver {
    /// Number of all of them.
    pub(crate) games: u64,
    /// Sentences on the first.
    first: Vec<String>,
}

impl PassedOver {
    /// Passes over a game of `file`: number `number`, if that is known, with a `problem` at `line`.
    pub(crate) fn add(&mut self, file: &Path, line: u64, number: Option<u64>, problem: &str) {
        self.games += 1;
        if self.first.len() < NAMED {
            let game = number.map_or_else(String::new, |number| format!("game {number} is "));
            let file = file.display();
            self.first
                .push(format!("{file}:{line}: {game}passed over: {problem}"));
        }
    }

    /// The game of `file` that was found, if it can be followed and has the moves of both sides;
    /// otherwise it is left out.
    pub(crate) fn unless_whole(&mut self, file: &Path, found: Found) -> Option<Box<ReadGame>> {
        let Found { number, line, game } = found;
        let (line, problem) = match game {
            Ok(FoundGame::Full(game)) => return Some(game),
            Ok(FoundGame::Filtered(game)) => (
                line,
                format!("it is filtered: it has only the moves of {:?}", game.color),
            ),
            Err(damaged) => (
                damaged.place.map_or(line, |place| place.line),
                damaged.problem,
            ),
        };
        self.add(file, line, Some(number as u64), &problem);
        None
    }

    /// Tells of them.
    pub(crate) fn tell(&self) {
        self.sentences().for_each(|sentence| tell(&sentence));
    }

    /// Sentences on them: on the first by their places, on the others by their number.
    fn sentences(&self) -> impl Iterator<Item = String> + '_ {
        let more = self.games - self.first.len() as u64;
        let rest = (more > 0).then(|| format!("{} passed over as well", plural(more, "more game")));
        self.first.iter().cloned().chain(rest)
    }
}

#[cfg(test)]
mod tests {
    use darkforge_kriegspiel::record::read::Games;

    use super::*;

    const GAMES: &str = "[White \"a\"]\n\n1. e4 e5 *\n\n\
                         [White \"b\"]\n\n1. e4 e4 *\n\n\
                         [White \"c\"]\n[Filtered \"black\"]\n\n1. ?? {:} e5 {:} *\n";

    #[test]
    fn games_that_cannot_be_followed_are_passed_over_by_their_place() {
        let mut passed = PassedOver::default();
        let games = Games::new(GAMES.as_bytes()).unwrap();
        let whole: Vec<_> = games
            .filter_map(|found| passed.unless_whole(Path::new("g.pgn"), found))
            .map(|game| game.players[0].clone())
            .collect();
        assert_eq!(whole, ["a"]);
        assert_eq!(passed.games, 2);
        let [damaged, filtered] = passed.first.as_slice() else {
            panic!("{:?}", passed.first);
        };
        assert!(
            damaged.starts_with("g.pgn:7: game 2 is passed over: ") && damaged.contains("'e4'"),
            "{damaged}"
        );
        assert!(
            filtered.starts_with("g.pgn:9: game 3 is passed over: ")
                && filtered.contains("only the moves of Black"),
            "{filtered}"
        );
    }

    #[test]
    fn no_more_games_are_named_than_a_screen_shows_and_all_are_counted() {
        let mut passed = PassedOver::default();
        for line in 0..25 {
            passed.add(Path::new("g"), line, None, "it is wrong");
        }
        assert_eq!(passed.games, 25);
        let told: Vec<String> = passed.sentences().collect();
        assert_eq!(told.len(), NAMED + 1);
        assert_eq!(told[0], "g:0: passed over: it is wrong");
        assert_eq!(told[NAMED], "15 more games passed over as well");
        let few = PassedOver {
            games: 1,
            first: told[..1].to_vec(),
        };
        assert!(few.sentences().eq([told[0].clone()]));
    }
}
