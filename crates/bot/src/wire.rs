//! The server's answers, as far as a bot needs them. Further fields are ignored.

use serde::Deserialize;

use super::words::Words;

/// Longest text of a server that is shown.
const SHOWN: usize = 200;

/// Code and words of a problem in `body`.
pub(crate) fn problem(body: &str) -> (String, String) {
    let value: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    let inner = ["error", "detail"]
        .into_iter()
        .find_map(|key| value.get(key).filter(|inner| inner.is_object()));
    let text = |key| inner.and_then(|inner| inner.get(key)?.as_str());
    let words = text("message")
        .or_else(|| value.get("detail")?.as_str())
        .unwrap_or(body);
    let words = words.trim().chars().take(SHOWN).collect();
    (text("code").unwrap_or_default().to_owned(), words)
}

/// The bot's own account.
#[derive(Debug, Deserialize)]
pub(crate) struct Me {
    pub(crate) username: String,
    pub(crate) role: String,
}

/// A registered bot.
#[derive(Deserialize)]
pub(crate) struct Registered {
    pub(crate) username: String,
    pub(crate) api_token: String,
}

/// Anything: the answer is not needed.
#[derive(Deserialize)]
pub(crate) struct Anything {}

/// A list of games.
#[derive(Debug, Deserialize)]
pub(crate) struct Listed<T> {
    pub(crate) games: Vec<T>,
}

/// A game of this bot.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GameInfo {
    pub(crate) game_id: String,
    pub(crate) game_code: String,
    pub(crate) rule_variant: String,
    pub(crate) state: String,
    pub(crate) white: Option<Person>,
    pub(crate) black: Option<Person>,
    pub(crate) result: Option<GameEnd>,
}

/// A player of a game.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Person {
    pub(crate) username: String,
}

/// Result of a game.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct GameEnd {
    pub(crate) winner: Option<String>,
    pub(crate) reason: Option<String>,
}

/// An open game of the lobby.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OpenGame {
    pub(crate) game_code: String,
    pub(crate) rule_variant: String,
    pub(crate) created_by: String,
    pub(crate) available_color: String,
}

/// A game that was just made or joined.
#[derive(Debug, Deserialize)]
pub(crate) struct Made {
    pub(crate) game_id: String,
}

/// A public profile.
#[derive(Debug, Deserialize)]
pub(crate) struct Profile {
    #[serde(default)]
    pub(crate) is_bot: bool,
}

/// A game as its player may see it.
#[derive(Debug, Deserialize)]
pub(crate) struct GameState {
    pub(crate) state: String,
    pub(crate) turn: Option<String>,
    pub(crate) your_color: String,
    pub(crate) scoresheet: Sheet,
}

/// All that a player asked and heard.
#[derive(Debug, Deserialize)]
pub(crate) struct Sheet {
    pub(crate) turns: Vec<SheetTurn>,
}

/// A move number of a sheet.
#[derive(Debug, Deserialize)]
pub(crate) struct SheetTurn {
    #[serde(default)]
    pub(crate) white: Vec<SheetEntry>,
    #[serde(default)]
    pub(crate) black: Vec<SheetEntry>,
}

/// A question with its answer, or words for the side to move (`status`).
#[derive(Debug, Deserialize)]
pub(crate) struct SheetEntry {
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) messages: Vec<String>,
    pub(crate) move_uci: Option<String>,
}

/// The answer to a question.
#[derive(Debug, Deserialize)]
pub(crate) struct Reply {
    #[serde(flatten)]
    pub(crate) words: Words,
    pub(crate) game_over: bool,
}

/// The moves of a game.
#[derive(Debug, Deserialize)]
pub(crate) struct Transcript {
    pub(crate) moves: Vec<TranscriptMove>,
}

/// A question of a finished game, with its answer.
#[derive(Clone, Debug, Deserialize)]
pub struct TranscriptMove {
    pub(crate) color: String,
    pub(crate) question_type: String,
    pub(crate) uci: Option<String>,
    pub(crate) answer: Words,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_read_in_each_of_the_servers_forms() {
        let game =
            r#"{"error":{"code":"GAME_FULL","message":"Game is not joinable","details":{}}}"#;
        let user = r#"{"detail":{"field":"username","code":"USERNAME_TAKEN","message":"Taken"}}"#;
        let plain = r#"{"detail":"Authentication required"}"#;
        assert_eq!(
            problem(game),
            ("GAME_FULL".into(), "Game is not joinable".into())
        );
        assert_eq!(problem(user), ("USERNAME_TAKEN".into(), "Taken".into()));
        assert_eq!(
            problem(plain),
            (String::new(), "Authentication required".into())
        );
        assert_eq!(problem("<html>"), (String::new(), "<html>".into()));
    }
}
