//! A book from games that were played (T 7.6.1): the winner's moves up to the umpire's
//! first word, of the games that ended in mate.

use std::collections::{BTreeMap, BTreeSet};

use super::{Book, Judge, Opening, Verdict};
use darkforge_board::{Color, SIDES, Try, side};
use darkforge_kriegspiel::record::Entry;
use darkforge_kriegspiel::record::read::ReadGame;
use darkforge_kriegspiel::umpire::Answer;

/// Criteria for openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Criteria {
    /// Own moves that an opening has at least.
    pub least_moves: usize,
    /// Players whose openings are taken, those with the most wins; all if `None`.
    pub top: Option<usize>,
    /// Openings of each colour at most, those of the most games; all if `None`.
    pub most: Option<usize>,
}

/// The end of one colour's mates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// Games that this colour won by mate.
    pub mates: usize,
    /// Of them, games of players that do not count.
    pub other_players: usize,
    /// Of them, games in which the umpire spoke too soon.
    pub short: usize,
    /// Different openings of the rest.
    pub different: usize,
    /// Of them, openings that the evaluation would undo.
    pub undone: usize,
    /// Of them, openings that the evaluation holds to be much worse than its own.
    pub worse: usize,
    /// Of them, openings beyond the number that was asked for.
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
    /// Wins of each player, however they came about.
    wins: BTreeMap<String, usize>,
}

/// The moves of `color` up to the umpire's first word, without the move that it spoke of.
fn opening(game: &ReadGame, color: Color) -> Vec<Try> {
    let silent = game.moves().take_while(|played| match played.answer {
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
    /// Takes in a game.
    pub fn add(&mut self, game: &ReadGame) {
        let winner = game
            .result
            .and_then(darkforge_kriegspiel::umpire::GameResult::winner);
        if let Some(winner) = winner.or(game.mated_by) {
            let player = game.players[side(winner)].clone();
            *self.wins.entry(player).or_default() += 1;
        }
        if let Some(color) = game.mated_by {
            self.won.push(Won {
                color,
                player: game.players[side(color)].clone(),
                moves: opening(game, color),
            });
        }
    }

    /// The book of these games: openings that `criteria` take and that `judge`, if there is
    /// one, can live with. What became of White's and Black's mates stands beside it.
    pub fn gather(&self, criteria: Criteria, judge: Option<&mut Judge>) -> (Book, [Gathered; 2]) {
        let players = criteria.top.map(|top| self.most_wins(top));
        let mut judge = judge;
        let mut counts = [Gathered::default(); 2];
        let openings = SIDES.map(|color| {
            let count = &mut counts[side(color)];
            let mut found = Vec::new();
            for won in self.won.iter().filter(|won| won.color == color) {
                count.mates += 1;
                if players
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
            // By their moves, so that the order of the games does not matter to a reader.
            openings.sort_by(|a, b| a.moves.cmp(&b.moves));
            openings
        });
        (Book::new(openings), counts)
    }

    /// The `top` players with the most wins, which is games times the share won (T 7.6.1);
    /// of equals the first by name.
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

/// Each opening once, with the number of its games: the most frequent first, of equals the
/// one that was found first.
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
        most: None,
    };

    /// Three silent moves of each side, then a scholar's mate: its queen's sally to f3 is
    /// silent, the capture on f7 is not.
    fn scholar(white: &str) -> String {
        format!(
            "[White \"{white}\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n\
             1. e3 b6 2. Bc4 a6 3. Qf3 h6 4. Qxf7# 1-0\n\n"
        )
    }

    /// A fool's mate after a move each: Black's check is the first word.
    const FOOL: &str = "[White \"Ann\"]\n[Black \"Bo\"]\n[Result \"0-1\"]\n\n\
        1. a3 a6 2. f3 e6 3. g4 Qh4# 0-1\n\n";

    /// No mate: Black resigned.
    const RESIGNED: &str = "[White \"Cy\"]\n[Black \"Bo\"]\n\n\
        1. a3 a6 2. f3 e6 3. g4 d6 4. h3 1-0\n\n";

    fn gather(text: &str, criteria: Criteria) -> (String, [Gathered; 2]) {
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
        let (book, [white, black]) = gather(&text, ALL);
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
        let (book, _) = gather(&text, shorter);
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
        let (book, [white, _]) = gather(&text, top);
        assert_eq!(book, "[white]\n1 e2e3 f1c4 d1f3\n[black]\n");
        assert_eq!(
            (white.mates, white.other_players),
            (2, 1),
            "Cy has two wins"
        );
    }

    #[test]
    fn the_most_frequent_openings_come_before_the_first_found() {
        let other = scholar("Ann").replace("1. e3", "1. e4").replace("b6", "h5");
        let other = other.replace("h6 4", "h4 4");
        let text = [other, scholar("Ann"), scholar("Ann")].concat();
        let (both, _) = gather(&text, ALL);
        assert_eq!(
            both,
            "[white]\n2 e2e3 f1c4 d1f3\n1 e2e4 f1c4 d1f3\n[black]\n"
        );
        let most = Criteria {
            most: Some(1),
            ..ALL
        };
        let (one, [white, _]) = gather(&text, most);
        assert_eq!(one, "[white]\n2 e2e3 f1c4 d1f3\n[black]\n");
        assert_eq!((white.beyond, white.kept), (1, 1));
    }
}
