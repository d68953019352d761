//! Lines of a journal: a game as JSON, with a hash of all before the hash.

use crate::bout::PlayedGame;
use darkforge_kriegspiel::text::{is_line, one_line};
use darkforge_streams::fnv1a;

/// Text before a line's hash.
const CHECK: &[u8] = b",\"check\":\"";
/// Length of a line's end with its hash: `,"check":"0123456789abcdef"}`.
pub(super) const CHECK_LENGTH: usize = CHECK.len() + 16 + 2;

/// Bytes that hold most lines.
const USUAL_BYTES: usize = 512;

/// Greatest number of bytes of a line: a game of 100,000 plies has less.
pub(super) const MOST_BYTES_OF_LINE: usize = 64 << 20;

pub(super) fn too_long() -> String {
    format!("longer than {} MiB", MOST_BYTES_OF_LINE >> 20)
}

/// The hashed part of a line and the hash, if it has one.
pub(super) fn check_of(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let (object, check) = text.split_at(text.len().saturating_sub(CHECK_LENGTH));
    Some((object, check.strip_prefix(CHECK)?))
}

/// A game's JSON object as a line, with its hash.
pub(super) fn checked(mut object: Vec<u8>) -> Vec<u8> {
    object.pop(); // the closing brace
    let hash = fnv1a(&object);
    object.extend_from_slice(CHECK);
    object.extend_from_slice(format!("{hash:016x}\"}}\n").as_bytes());
    object
}

/// The line of a finished game.
///
/// # Panics
/// Never: a game has only strings and numbers.
pub fn line_of_game(game: &PlayedGame) -> Vec<u8> {
    let mut object = Vec::with_capacity(USUAL_BYTES);
    serde_json::to_writer(&mut object, game).expect("strings and numbers");
    checked(object)
}

/// The game of a journal's line.
///
/// # Errors
/// A sentence on the mistake in the line.
pub fn game_of_line(line: &[u8]) -> Result<PlayedGame, String> {
    let whole = match check_of(line) {
        Some((object, hash)) if hash == format!("{:016x}\"}}", fnv1a(object)).as_bytes() => {
            [object, b"}"].concat()
        }
        Some(_) => {
            return Err("it was changed since it was written: its check does not fit".to_owned());
        }
        None => line.to_vec(),
    };
    let game: PlayedGame = serde_json::from_slice(&whole).map_err(|problem| {
        // Each line is parsed by itself, so its line number is always 1.
        one_line(&problem.to_string()).replace("line 1 column", "column")
    })?;
    for name in [&game.white, &game.black] {
        if !is_line(name) {
            return Err(format!("the name {name:?} must be a line of text"));
        }
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBJECT: &str = "{\"game\":5,\"bout\":0,\"pair\":2,\"white\":\"a\",\"black\":\"b\",\"seed\":7,\
                          \"players\":[\"\",\"\"],\"result\":\"1-0\",\"ending\":\"checkmate\",\"plies\":9,\
                          \"white_refused\":1,\"black_refused\":2,\"white_material\":\"K\",\
                          \"black_material\":\"K\",\"final_fen\":\"-\"}";

    fn wrong(line: &str) -> String {
        game_of_line(line.as_bytes()).unwrap_err()
    }

    #[test]
    fn a_line_is_its_object_and_a_hash_of_it() {
        let line = checked(OBJECT.as_bytes().to_vec());
        let (object, hash) = check_of(&line).unwrap();
        assert_eq!([object, b"}"].concat(), OBJECT.as_bytes());
        assert_eq!(hash.len() + CHECK.len(), CHECK_LENGTH);
        let whole = line.strip_suffix(b"\n").unwrap();
        for line in [&line[..], whole, OBJECT.as_bytes()] {
            let game = game_of_line(line).unwrap();
            assert_eq!((game.game, game.plies, game.black_refused), (5, 9, 2));
        }
        assert_eq!(check_of(OBJECT.as_bytes()), None);
        assert_eq!(check_of(b"{}"), None);
    }

    #[test]
    fn what_is_wrong_in_a_line_is_said_in_one_line() {
        let line = String::from_utf8(checked(OBJECT.as_bytes().to_vec())).unwrap();
        let changed = wrong(&line.replace("\"plies\":9", "\"plies\":8"));
        assert!(changed.contains("its check does not fit"), "{changed}");
        let half = wrong(&OBJECT[..20]);
        assert!(
            half.contains("at column 2") && !half.contains("line 1"),
            "{half}"
        );
        let name = wrong(&OBJECT.replace("\"a\"", "\"a\\n\""));
        assert_eq!(name, "the name \"a\\n\" must be a line of text");
        let name = wrong(&OBJECT.replace("\"b\"", "\"\\u001b\""));
        assert!(name.contains("must be a line of text"), "{name}");
    }
}
