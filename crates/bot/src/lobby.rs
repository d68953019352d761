//! The lobby: which games a bot opens and joins.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::rules::ServerRules;
use super::wire::OpenGame;

/// Games that a bot begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lobby {
    /// It opens games, and people and other bots join them.
    Open,
    /// It joins games that other bots have opened: the server lets a bot join no others.
    Join,
    /// Both.
    Both,
    /// Neither: it plays when a person chooses it.
    Wait,
}

impl Lobby {
    /// Whether it opens games.
    pub(crate) fn opens(self) -> bool {
        matches!(self, Lobby::Open | Lobby::Both)
    }

    /// Whether it joins games.
    pub(crate) fn joins(self) -> bool {
        matches!(self, Lobby::Join | Lobby::Both)
    }
}

impl FromStr for Lobby {
    type Err = String;

    fn from_str(text: &str) -> Result<Lobby, String> {
        Ok(match text {
            "open" => Lobby::Open,
            "join" => Lobby::Join,
            "both" => Lobby::Both,
            "wait" => Lobby::Wait,
            _ => return Err("must be open, join, both or wait".to_owned()),
        })
    }
}

impl fmt::Display for Lobby {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lobby::Open => "open",
            Lobby::Join => "join",
            Lobby::Both => "both",
            Lobby::Wait => "wait",
        })
    }
}

/// Colour of a bot in the games that it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourWish {
    /// White.
    White,
    /// Black.
    Black,
    /// White and Black in turn.
    Alternate,
    /// The server's choice.
    Random,
}

impl ColourWish {
    /// The wish for game `number`, in the server's words.
    pub(crate) fn of_game(self, number: usize) -> &'static str {
        match self {
            ColourWish::White => "white",
            ColourWish::Random => "random",
            ColourWish::Alternate if number.is_multiple_of(2) => "white",
            ColourWish::Black | ColourWish::Alternate => "black",
        }
    }

    fn fits(self, color: &str) -> bool {
        match self {
            ColourWish::White | ColourWish::Black => self.of_game(0) == color,
            ColourWish::Alternate | ColourWish::Random => true,
        }
    }
}

impl FromStr for ColourWish {
    type Err = String;

    fn from_str(text: &str) -> Result<ColourWish, String> {
        Ok(match text {
            "white" => ColourWish::White,
            "black" => ColourWish::Black,
            "alternate" => ColourWish::Alternate,
            "random" => ColourWish::Random,
            _ => return Err("must be white, black, alternate or random".to_owned()),
        })
    }
}

/// A request to open a game.
#[derive(Serialize)]
pub(crate) struct NewGame {
    pub(crate) rule_variant: &'static str,
    pub(crate) play_as: &'static str,
    time_control: &'static str,
    opponent_type: &'static str,
}

impl NewGame {
    /// Game `number` of a bot that plays `rules` in turn.
    pub(crate) fn of(rules: &[ServerRules], colour: ColourWish, number: usize) -> Option<NewGame> {
        // With two rulesets and alternate colours, each ruleset is played with both.
        let place = number / 2 % rules.len().max(1);
        Some(NewGame {
            rule_variant: rules.get(place)?.name(),
            play_as: colour.of_game(number),
            time_control: "rapid",
            opponent_type: "human",
        })
    }
}

/// Whether a bot of the name `own` wishes to join `game`.
pub(crate) fn wishes(
    game: &OpenGame,
    own: &str,
    rules: &[ServerRules],
    colour: ColourWish,
    opponent: Option<&str>,
) -> bool {
    let creator = game.created_by.as_str();
    !creator.eq_ignore_ascii_case(own)
        && opponent.is_none_or(|name| name.eq_ignore_ascii_case(creator))
        && rules.iter().any(|one| one.name() == game.rule_variant)
        && colour.fits(&game.available_color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_joins_what_it_plays_and_nobody_elses_wish() {
        let game = |by: &str, rules: &str, color: &str| OpenGame {
            game_code: "ABCDEF".to_owned(),
            rule_variant: rules.to_owned(),
            created_by: by.to_owned(),
            available_color: color.to_owned(),
        };
        let rules = [ServerRules::all()[0]];
        let asked =
            |game: &OpenGame, colour, opponent| wishes(game, "us", &rules, colour, opponent);
        let fine = game("them", "wild16", "black");
        assert!(asked(&fine, ColourWish::Random, None));
        assert!(asked(&fine, ColourWish::Black, Some("Them")));
        assert!(!asked(&fine, ColourWish::White, None));
        assert!(!asked(&fine, ColourWish::Random, Some("others")));
        assert!(!asked(
            &game("Us", "wild16", "black"),
            ColourWish::Random,
            None
        ));
        assert!(!asked(
            &game("them", "crazykrieg", "black"),
            ColourWish::Random,
            None
        ));
    }

    #[test]
    fn rulesets_and_colours_take_turns() {
        let rules = &ServerRules::all()[..2];
        let games = (0..5).filter_map(|number| NewGame::of(rules, ColourWish::Alternate, number));
        let games: Vec<_> = games
            .map(|game| (game.rule_variant, game.play_as))
            .collect();
        let expected = [
            ("wild16", "white"),
            ("wild16", "black"),
            ("berkeley", "white"),
            ("berkeley", "black"),
            ("wild16", "white"),
        ];
        assert_eq!(games, expected);
        assert!(NewGame::of(&[], ColourWish::White, 0).is_none());
    }
}
