//! Refused tries: the list behind the colon of a move's comment.

use crate::record::notation::Language;
use crate::record::own_board::OwnBoard;
use crate::umpire::Question;

/// Name of the question "Any?" in the list.
const ANY: &str = "any";

/// A question before a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedTry {
    /// A question without a move as answer.
    Question(Question),
    /// A text that names no question, kept unchanged.
    Unreadable(String),
}

/// The list as text, by the mover's own board. "Any?" is left out if the code `A` (`any_told`) says
/// the same: when it was asked once and first.
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

/// The number of refused tries, if the list has nothing else.
pub fn read_number(list: &[String]) -> Option<u32> {
    match list {
        [only] if only.bytes().all(|byte| byte.is_ascii_digit()) => only.parse().ok(),
        _ => None,
    }
}
