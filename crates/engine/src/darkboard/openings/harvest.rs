//! Harvest: a book from played games (T 7.6.1), namely the winner's moves up to the first
//! announcement in games that ended in mate.
//!
//! T is the thesis, see [the crate](crate).

use std::collections::{BTreeMap, BTreeSet};

use super::{Book, Judge, Opening, Verdict};
use darkforge_board::{Color, SIDES, Try, side};
use darkforge_kriegspiel::record::read::ReadGame;
use darkforge_kriegspiel::record::{Entry, GameRecord};
use darkforge_kriegspiel::umpire::{Answer, Ending, GameResult};

/// Criteria for openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Least number of own moves of an opening.
    pub least_moves: usize,
    /// Number of players with the most wins whose openings are taken; all if `None`.
    pub top: Option<usize>,
    /// Name of the one player whose openings are taken; all if `None`.
    pub player: Option<String>,
    /// Greatest number of openings of each colour, those with the most games; all if `None`.
    pub most: Option<usize>,
}

/// Numbers of games and openings of one colour, by reason of exclusion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// Games that this colour won by mate.
    pub mates: usize,
    /// Games among them of other players than the chosen ones.
    pub other_players: usize,
    /// Games among them with an announcement too early.
    pub short: usize,
    /// Number of different openings in the rest.
    pub different: usize,
    /// Openings among them that the evaluation would undo.
    pub undone: usize,
    /// Openings among them that the evaluation values far below its own moves.
    pub worse: usize,
    /// Openings among them beyond the requested number.
    pub beyond: usize,
    /// Openings in the book.
    pub kept: usize,
}

/// A won game's opening.
struct Won {
    color: Color,
    player: String,
    moves: Vec<Try>,
}

/// Games to make a book of.
#[derive(Default)]
pub struct Harvest {
    won: Vec<Won>,
    /// Wins of each player, for any reason.
    wins: BTreeMap<String, usize>,
}

/// The moves of `color` in a game with these `entries` before the one that caused the first
/// announcement.
pub fn silent_moves(entries: &[Entry], color: Color) -> Vec<Try> {
    let silent = entries.iter().take_while(|entry| match entry.answer {
        Answer::Played(said) => said.is_silent(),
        _ => true,
    });
    silent
        .filter(|entry| entry.side == color)
        .filter_map(Entry::played)
        .map(|(asked, _)| asked)
        .collect()
}

impl Harvest {
    /// Adds a game.
    pub fn add(&mut self, game: &ReadGame) {
        let winner = game.result.and_then(GameResult::winner);
        self.add_won(
            &game.players,
            winner.or(game.mated_by),
            game.mated_by,
            &game.entries,
        );
    }

    /// Adds a game of a run between White and Black of these names.
    pub fn add_record(&mut self, players: &[String; 2], game: &GameRecord) {
        let winner = game.outcome.result.winner();
        let mated_by = winner.filter(|_| game.outcome.ending == Ending::Checkmate);
        self.add_won(players, winner, mated_by, &game.entries);
    }

    fn add_won(
        &mut self,
        players: &[String; 2],
        winner: Option<Color>,
        mated_by: Option<Color>,
        entries: &[Entry],
    ) {
        if let Some(winner) = winner {
            let player = players[side(winner)].clone();
            *self.wins.entry(player).or_default() += 1;
        }
        if let Some(color) = mated_by {
            self.won.push(Won {
                color,
                player: players[side(color)].clone(),
                moves: silent_moves(entries, color),
            });
        }
    }

    /// The book of these games: openings that meet `criteria` and that `judge`, if there is one,
    /// accepts. The numbers of White's and Black's mates come with it.
    pub fn gather(&self, criteria: &Criteria, judge: Option<&mut Judge>) -> (Book, [Gathered; 2]) {
        let players = criteria.top.map(|top| self.most_wins(top));
        let mut judge = judge;
        let mut counts = [Gathered::default(); 2];
        let openings = SIDES.map(|color| {
            let count = &mut counts[side(color)];
            let mut found = Vec::new();
            for won in self.won.iter().filter(|won| won.color == color) {
                count.mates += 1;
                let is_other = |name: &String| *name != won.player;
                if criteria.player.as_ref().is_some_and(is_other)
                    || players
                        .as_ref()
                        .is_some_and(|top| !top.contains(&*won.player))
                {
                    count.other_players += 1;
                } else if won.moves.len() < criteria.least_moves.max(1) {
                    count.short += 1;
                } else {
                    found.push(won.moves.as_slice());
                }
            }
            let mut openings = different(&found);
            count.different = openings.len();
            openings.retain(|opening| {
                let judged = judge.as_deref_mut();
                match judged.map(|judge| judge.judge(color, &opening.moves)) {
                    None | Some(Verdict::Good) => return true,
                    Some(Verdict::Undone(_)) => count.undone += 1,
                    Some(Verdict::Worse(_)) => count.worse += 1,
                }
                false
            });
            let most = criteria.most.unwrap_or(usize::MAX);
            count.beyond = openings.len().saturating_sub(most);
            openings.truncate(most);
            count.kept = openings.len();
            // Sorted by their moves, so that the book does not depend on the order of the games.
            openings.sort_by(|a, b| a.moves.cmp(&b.moves));
            openings
        });
        (Book::new(openings), counts)
    }

    /// The `top` players with the most wins, that is games times share won (T 7.6.1); equal ones by
    /// name.
    fn most_wins(&self, top: usize) -> BTreeSet<&str> {
        let mut players: Vec<(&str, usize)> = self
            .wins
            .iter()
            .map(|(name, &wins)| (name.as_str(), wins))
            .collect();
        players.sort_by_key(|&(_, wins)| std::cmp::Reverse(wins));
        players
            .into_iter()
            .take(top)
            .map(|(name, _)| name)
            .collect()
    }
}

/// Each opening once, with its number of games: the most frequent first, equal ones in the order
/// found.
fn different(found: &[&[Try]]) -> Vec<Opening> {
    let mut places: BTreeMap<&[Try], usize> = BTreeMap::new();
    let mut openings: Vec<Opening> = Vec::new();
    for &moves in found {
        let place = *places.entry(moves).or_insert(openings.len());
        match openings.get_mut(place) {
            Some(opening) => opening.games += 1,
            None => openings.push(Opening {
                moves: moves.to_vec(),
                games: 1,
            }),
        }
    }
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.games));
    openings
}

#[cfg(test)]
mod tests {
    use super::*;
    use darkforge_kriegspiel::record::read;

    const ALL: Criteria = Criteria {
        least_moves: 3,
        top: None,
        player: None,
        most: None,
    };

    /// Three silent moves of each side, then a scholar's mate: the queen's move to f3 is silent,
    /// the capture on f7 is not.
    fn scholar(white: &str) -> String {
        format!(
            "[White \"{white}\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n\
             1. e3 b6 2. Bc4 a6 3. Qf3 h6 4. Qxf7# 1-0\n\n"
        )
    }

    /// A fool's mate after a move each: Black's check is the first announcement.
    const FOOL: &str = "[White \"Ann\"]\n[Black \"Bo\"]\n[Result \"0-1\"]\n\n\
        1. a3 a6 2. f3 e6 3. g4 Qh4# 0-1\n\n";

    /// No mate: Black resigned.
    const RESIGNED: &str = "[White \"Cy\"]\n[Black \"Bo\"]\n\n\
        1. a3 a6 2. f3 e6 3. g4 d6 4. h3 1-0\n\n";

    fn gather(text: &str, criteria: &Criteria) -> (String, [Gathered; 2]) {
        let mut harvest = Harvest::default();
        for game in read::games(text.as_bytes()) {
            harvest.add(&game.unwrap());
        }
        let (book, counts) = harvest.gather(criteria, None);
        (book.to_text(""), counts)
    }

    #[test]
    fn an_opening_is_the_winners_moves_before_the_first_word() {
        let text = [scholar("Ann"), FOOL.into(), RESIGNED.into(), scholar("Cy")].concat();
        let (book, [white, black]) = gather(&text, &ALL);
        assert_eq!(book, "[white]\n2 e2e3 f1c4 d1f3\n[black]\n");
        let count = Gathered {
            mates: 2,
            different: 1,
            kept: 1,
            ..Gathered::default()
        };
        assert_eq!(white, count);
        let count = Gathered {
            mates: 1,
            short: 1,
            ..Gathered::default()
        };
        assert_eq!(black, count, "two moves are fewer than three");
        let shorter = Criteria {
            least_moves: 2,
            ..ALL
        };
        let (book, _) = gather(&text, &shorter);
        assert_eq!(
            book, "[white]\n2 e2e3 f1c4 d1f3\n[black]\n1 a7a6 e7e6\n",
            "the mating move is spoken of"
        );
    }

    #[test]
    fn only_the_top_players_openings_are_taken() {
        let text = [scholar("Ann"), RESIGNED.into(), scholar("Cy")].concat();
        let top = Criteria {
            top: Some(1),
            ..ALL
        };
        let (book, [white, _]) = gather(&text, &top);
        assert_eq!(book, "[white]\n1 e2e3 f1c4 d1f3\n[black]\n");
        assert_eq!(
            (white.mates, white.other_players),
            (2, 1),
            "Cy has two wins"
        );
    }

    #[test]
    fn only_the_named_players_openings_are_taken() {
        let other = scholar("Cy").replace("1. e3", "1. e4").replace("b6", "h5");
        let other = other.replace("h6 4", "h4 4");
        let text = [scholar("Ann"), other, FOOL.into()].concat();
        let of = |name: &str| {
            let criteria = Criteria {
                least_moves: 2,
                player: Some(name.to_owned()),
                ..ALL
            };
            gather(&text, &criteria)
        };
        let (book, [white, black]) = of("Cy");
        assert_eq!(book, "[white]\n1 e2e4 f1c4 d1f3\n[black]\n");
        assert_eq!((white.other_players, black.other_players), (1, 1));
        let (book, _) = of("Bo");
        assert_eq!(book, "[white]\n[black]\n1 a7a6 e7e6\n", "Black's alone");
    }

    #[test]
    fn the_most_frequent_openings_come_before_the_first_found() {
        let other = scholar("Ann").replace("1. e3", "1. e4").replace("b6", "h5");
        let other = other.replace("h6 4", "h4 4");
        let text = [other, scholar("Ann"), scholar("Ann")].concat();
        let (both, _) = gather(&text, &ALL);
        assert_eq!(
            both,
            "[white]\n2 e2e3 f1c4 d1f3\n1 e2e4 f1c4 d1f3\n[black]\n"
        );
        let most = Criteria {
            most: Some(1),
            ..ALL
        };
        let (one, [white, _]) = gather(&text, &most);
        assert_eq!(one, "[white]\n2 e2e3 f1c4 d1f3\n[black]\n");
        assert_eq!((white.beyond, white.kept), (1, 1));
    }
}
