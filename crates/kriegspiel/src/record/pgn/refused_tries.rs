//! The list of refused tries behind a move's colon.

use crate::record::notation::Language;
use crate::record::own_board::OwnBoard;
use crate::umpire::Question;

/// How the list names the question "Any?".
const ANY: &str = "any";

/// What was asked before a move was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedTry {
    /// A question that was not answered by a move.
    Question(Question),
    /// A text that names no question, kept as it stands.
    Unreadable(String),
}

/// The list as text, by the mover's own board. "Any?" is left out where the code `A`
/// (`any_told`) tells it all: when it was asked once and first.
pub fn write_list(asked: &[ListedTry], any_told: bool, board: &OwnBoard) -> Vec<String> {
    let is_any = |asked: &&ListedTry| **asked == ListedTry::Question(Question::Any);
    let implied = any_told
        && asked.first().as_ref().is_some_and(is_any)
        && asked.iter().filter(is_any).count() == 1;
    let told = asked[usize::from(implied)..].iter();
    told.map(|asked| match asked {
        ListedTry::Question(Question::Try(asked)) => board.san(*asked),
        ListedTry::Question(Question::Any) => ANY.to_owned(),
        ListedTry::Unreadable(text) => text.clone(),
    })
    .collect()
}

/// The inverse of [`write_list`], in the letters of `language`.
pub fn read_list(
    list: &[String],
    any_told: bool,
    board: &OwnBoard,
    language: &Language,
) -> Vec<ListedTry> {
    let mut asked: Vec<ListedTry> = list
        .iter()
        .map(|text| match text.as_str() {
            ANY => ListedTry::Question(Question::Any),
            text => board.read(text, language).map_or_else(
                |_| ListedTry::Unreadable(text.to_owned()),
                |asked| ListedTry::Question(Question::Try(asked)),
            ),
        })
        .collect();
    if any_told && !asked.contains(&ListedTry::Question(Question::Any)) {
        asked.insert(0, ListedTry::Question(Question::Any));
    }
    asked
}

/// The number of refused tries, where that is all that is told of them.
pub fn read_number(list: &[String]) -> Option<u32> {
    match list {
        [only] if only.bytes().all(|byte| byte.is_ascii_digit()) => only.parse().ok(),
        _ => None,
    }
}
