//! Given names: the option `name` that every player has.

use super::definition::SpecError;
use crate::options::{OptionError, Written};
use darkforge_kriegspiel::text::is_line;

/// The option.
const NAME: &str = "name";
/// Greatest number of letters.
const LONGEST: usize = 80;

/// Takes the name out of the options `written`.
///
/// # Errors
/// It is no name.
pub(super) fn take(written: &mut Written) -> Result<Option<String>, SpecError> {
    let Some(name) = written.remove(NAME) else {
        return Ok(None);
    };
    if is_name(&name) {
        return Ok(Some(name));
    }
    let right = format!("a name of 1 to {LONGEST} letters, without commas, brackets and quotes");
    Err(SpecError::Value(OptionError::Value {
        option: NAME.to_owned(),
        value: name,
        right,
    }))
}

/// Whether a text may be a player's name in tables and records: 1 to 80 letters in one line, without
/// brackets and quotes.
pub fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    (1..=LONGEST).contains(&length) && is_line(text) && !text.contains(['[', ']', '"'])
}

/// The `text` of a player called `player` with the name before its other options.
pub(super) fn put(text: &str, player: &str, name: &str) -> String {
    let rest = text.strip_prefix(player).unwrap_or_default();
    // The command of a program comes after a colon, and its options stand in brackets.
    let is_program = player == "process";
    match (is_program, rest.split_at_checked(1)) {
        (true, Some(("[", rest))) => format!("{player}[{NAME}={name},{rest}"),
        (true, _) => format!("{player}[{NAME}={name}]{rest}"),
        (false, Some((":", rest))) => format!("{player}:{NAME}={name},{rest}"),
        (false, _) => format!("{player}:{NAME}={name}"),
    }
}
