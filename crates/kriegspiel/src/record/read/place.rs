//! Where in the text of a game a move stands, for messages.

/// A place in a text: line and column, both from 1; a column counts bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// Where move number `ply`, from 0, begins in the game `text` whose first line is `line`.
pub(super) fn of_move(text: &[u8], line: u64, ply: usize) -> Option<Place> {
    walk(text, line, Some(ply)).0
}

/// Where the comment begins that has no end.
pub(super) fn of_open_comment(text: &[u8], line: u64) -> Option<Place> {
    walk(text, line, None).1
}

/// Walks through movetext: the place of move `ply`, and of a comment that is still open at
/// the end.
fn walk(text: &[u8], line: u64, ply: Option<usize>) -> (Option<Place>, Option<Place>) {
    let mut here = Place { line, column: 1 };
    let mut open = None;
    let mut depth = 0_u32;
    let mut moves = 0;
    let mut rest = text;
    while let Some(&byte) = rest.first() {
        let skipped = match byte {
            b'[' if here.column == 1 => to_line_end(rest),
            b';' | b'%' if byte == b';' || here.column == 1 => to_line_end(rest),
            b'{' => {
                let end = rest.iter().position(|&byte| byte == b'}');
                if end.is_none() {
                    open = Some(here);
                }
                end.map_or(rest.len(), |end| end + 1)
            }
            b'(' => {
                depth += 1;
                1
            }
            b')' => {
                depth = depth.saturating_sub(1);
                1
            }
            byte if byte.is_ascii_whitespace() => 1,
            _ => {
                let inside = |byte: &&u8| !byte.is_ascii_whitespace() && !b"{}();".contains(byte);
                let word = &rest[..rest.iter().take_while(inside).count().max(1)];
                let (number, san) = after_number(word);
                if depth == 0 && is_move(san) {
                    if Some(moves) == ply {
                        here.column += number as u64;
                        return (Some(here), open);
                    }
                    moves += 1;
                }
                word.len()
            }
        };
        for &byte in &rest[..skipped] {
            if byte == b'\n' {
                here.line += 1;
                here.column = 1;
            } else {
                here.column += 1;
            }
        }
        rest = &rest[skipped..];
    }
    (None, open)
}

fn to_line_end(text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| byte == b'\n');
    end.unwrap_or(text.len())
}

/// Length of a move number at the front of `word`, and what follows it.
fn after_number(word: &[u8]) -> (usize, &[u8]) {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = word[digits..]
        .iter()
        .take_while(|&&byte| byte == b'.')
        .count();
    let length = if dots > 0 { digits + dots } else { 0 };
    (length, &word[length..])
}

/// Whether a word is a move: no number, no result, no annotation.
fn is_move(word: &[u8]) -> bool {
    word.first().is_some_and(u8::is_ascii_alphabetic)
        || word.starts_with(b"0-0")
        || word == b"??"
        || word == b"--"
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[White \"1. e4\"]\n\n1. e4 {a (comment} e5 (1... d5 2. e4)\n2.Nf3 $4 ; d4\n  \
        Nc6 {no end";

    #[test]
    fn moves_are_found_behind_tags_comments_and_variations() {
        let place = |ply| of_move(GAME.as_bytes(), 10, ply).map(|place| (place.line, place.column));
        assert_eq!(place(0), Some((12, 4)));
        assert_eq!(place(1), Some((12, 20)));
        assert_eq!(place(2), Some((13, 3)));
        assert_eq!(place(3), Some((14, 3)));
        assert_eq!(place(4), None);
    }

    #[test]
    fn a_comment_without_an_end_is_found_where_it_begins() {
        let place = of_open_comment(GAME.as_bytes(), 1);
        assert_eq!(place, Some(Place { line: 5, column: 7 }));
        assert_eq!(of_open_comment(b"1. e4 {whole} e5", 1), None);
    }
}
