//! Tokens: the words of a game in PGN with their places, in one pass. It skips only spaces, move
//! numbers and lines that PGN hides (`%`).

use crate::umpire::GameResult;

/// A place in a text: line and column, both from 1; a column counts bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

/// A word of a game.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Name and value of a tag.
    Tag(&'a str, String),
    /// A supposed move.
    Move(&'a str),
    /// Text of a comment.
    Comment(&'a str),
    /// `!` and `?`.
    Glyphs(&'a str),
    /// A numeric annotation, a sign for a judgement, or a variation.
    Aside,
    /// End of the moves.
    End(&'static str),
    /// Unreadable text, with the problem.
    Broken(String),
}

/// A word and its place.
pub(super) struct Word<'a> {
    pub(super) token: Token<'a>,
    /// The text as written.
    pub(super) text: &'a str,
    pub(super) place: Place,
}

/// The words of a game's text.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: u64,
    /// Start of the line.
    begin: usize,
    /// Whether the tags are over.
    movetext: bool,
    /// Whether there was a move number.
    pub(super) numbered: bool,
}

impl<'a> Tokens<'a> {
    /// The words of `text`, whose first line is number `line`.
    pub(super) fn new(text: &'a str, line: u64) -> Tokens<'a> {
        Tokens {
            text,
            at: 0,
            line,
            begin: 0,
            movetext: false,
            numbered: false,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Moves on by `length` bytes and returns them.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        for (at, byte) in taken.bytes().enumerate() {
            if byte == b'\n' {
                self.line += 1;
                self.begin = self.at + at + 1;
            }
        }
        self.at += length;
        taken
    }

    fn skip_space(&mut self) {
        while let Some(first) = self.rest().chars().next() {
            let hidden = first == '%' && self.at == self.begin;
            // Old files end with the character 1a, and joined ones contain byte order marks.
            let space = first.is_whitespace() || matches!(first, '\u{1a}' | '\u{feff}');
            if !hidden && !space {
                return;
            }
            self.take(if hidden {
                line_length(self.rest())
            } else {
                first.len_utf8()
            });
        }
    }

    /// Length and kind of the next word.
    fn read(&mut self, rest: &'a str) -> (usize, Token<'a>) {
        if rest.starts_with('[') && !self.movetext {
            return tag(rest);
        }
        self.movetext = true;
        match rest.as_bytes()[0] {
            b'{' => match rest.find('}') {
                Some(end) => (end + 1, Token::Comment(&rest[1..end])),
                None => (rest.len(), Token::Broken("a comment has no end".to_owned())),
            },
            b';' => {
                let end = line_length(rest);
                (end, Token::Comment(&rest[1..end]))
            }
            b'(' => {
                let broken = || Token::Broken("a variation has no end".to_owned());
                variation(rest).map_or_else(|| (rest.len(), broken()), |end| (end, Token::Aside))
            }
            stray @ (b')' | b'}') => {
                let stray = char::from(stray);
                let problem = format!("'{stray}' closes a bracket that was not opened");
                (1, Token::Broken(problem))
            }
            b'$' => (
                1 + count(&rest[1..], |byte| byte.is_ascii_digit()),
                Token::Aside,
            ),
            b'!' | b'?' => {
                let length = count(rest, |byte| matches!(byte, b'!' | b'?'));
                (length, Token::Glyphs(&rest[..length]))
            }
            b'*' => (1, Token::End("*")),
            _ => word(rest),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        loop {
            self.skip_space();
            let rest = self.rest();
            if rest.is_empty() {
                return None;
            }
            if let Some((length, number)) = move_number(rest) {
                self.movetext = true;
                self.numbered |= number;
                self.take(length);
                continue;
            }
            let place = Place {
                line: self.line,
                column: (self.at - self.begin) as u64 + 1,
            };
            let (length, token) = self.read(rest);
            let text = self.take(length);
            return Some(Word { token, text, place });
        }
    }
}

/// Number of bytes at the front of `text` that are `wanted`.
fn count(text: &str, wanted: impl Fn(u8) -> bool) -> usize {
    let end = text.bytes().position(|byte| !wanted(byte));
    end.unwrap_or(text.len())
}

fn line_length(text: &str) -> usize {
    count(text, |byte| byte != b'\n')
}

/// Length of a word, up to a space or a sign that is a word of its own. A promotion may be in
/// parentheses: `e8(Q)`.
fn word_length(text: &str) -> usize {
    let ends = |letter: char| letter.is_whitespace() || "{}();$!?*".contains(letter);
    let end = text.find(ends).unwrap_or(text.len());
    let mut behind = text[end..].chars();
    let promotion = (behind.next(), behind.next(), behind.next());
    match promotion {
        (Some('('), Some(man), Some(')')) if end > 0 && (man.is_uppercase() || !man.is_ascii()) => {
            end + 2 + man.len_utf8()
        }
        _ => end,
    }
}

/// Length of a move's number with its dots or of dots alone, and whether it is a number; a number
/// without dots is a word of digits.
fn move_number(text: &str) -> Option<(usize, bool)> {
    let digits = count(text, |byte| byte.is_ascii_digit());
    let rest = &text[digits..];
    let dots = rest.len() - rest.trim_start_matches(['.', '…']).len();
    let behind = &rest[dots..];
    match (digits, dots) {
        (0, 0) => None,
        (_, 0) => (word_length(text) == digits).then_some((digits, false)),
        (0, _) => Some((dots, false)),
        _ => (!behind.starts_with(|next: char| next.is_ascii_digit()))
            .then_some((digits + dots, true)),
    }
}

/// Token of a text between spaces.
fn word(rest: &str) -> (usize, Token<'_>) {
    let length = word_length(rest).max(rest.chars().next().map_or(1, char::len_utf8));
    let text = &rest[..length];
    let passing = matches!(text, "e.p." | "e.p" | "ep");
    // Some programs write "--" for a passed move.
    let sign = |letter: char| "+-=/±∓⩲⩱∞#□⌓†‡".contains(letter);
    if passing || text != "--" && text.chars().all(sign) {
        return (length, Token::Aside);
    }
    match result(text) {
        Some(result) => (length, Token::End(result.as_str())),
        None => (length, Token::Move(text)),
    }
}

/// The result that a text names, with other dashes and fractions than PGN's allowed.
fn result(text: &str) -> Option<GameResult> {
    let first = text.chars().next()?;
    if !matches!(first, '0' | '1' | '½') || text.len() > 16 {
        return None;
    }
    let dash = |letter: char| matches!(letter, '\u{2010}'..='\u{2015}' | '\u{2212}');
    let plain = text.replace(dash, "-").replace('½', "1/2");
    let plain = if plain == "1/2" { "1/2-1/2" } else { &plain };
    GameResult::named(plain)
}

/// Length of the variation that begins with a parenthesis; `None` if it has no end.
fn variation(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'{' => at += text.as_bytes()[at..].iter().position(|&end| end == b'}')?,
            b';' => at += line_length(&text[at..]),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Reads a tag. Its value ends with a quotation mark before a bracket, or with the line: some
/// writers do not escape quotation marks inside.
fn tag(text: &str) -> (usize, Token<'_>) {
    let inner = &text[1 + spaces(&text[1..])..];
    let name = &inner[..count(inner, |byte| byte.is_ascii_alphanumeric() || byte == b'_')];
    let behind = &inner[name.len()..];
    let quoted = behind[spaces(behind)..].strip_prefix('"');
    let Some(quoted) = quoted.filter(|_| !name.is_empty()) else {
        let length = line_length(text);
        let shown: String = text[..length].trim_end().chars().take(60).collect();
        let problem = format!("'{shown}' is no tag; a tag is written [Name \"value\"]");
        return (length, Token::Broken(problem));
    };
    let begin = text.len() - quoted.len();
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\n' => {
                let length = value.trim_end().len();
                value.truncate(length);
                return (begin + at, Token::Tag(name, value));
            }
            '\\' => match letters.clone().next() {
                Some((_, escaped @ ('"' | '\\'))) => {
                    letters.next();
                    value.push(escaped);
                }
                _ => value.push('\\'),
            },
            '"' => {
                let behind = &quoted[at + 1..];
                let space = spaces(behind);
                if behind[space..].starts_with(']') {
                    return (begin + at + 1 + space + 1, Token::Tag(name, value));
                }
                value.push('"');
            }
            letter => value.push(letter),
        }
    }
    (text.len(), Token::Tag(name, value))
}

/// Number of spaces at the front of `text`, within its line.
fn spaces(text: &str) -> usize {
    count(text, |byte| matches!(byte, b' ' | b'\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(String, u64, u64)> {
        Tokens::new(text, 10)
            .map(|word| {
                let Place { line, column } = word.place;
                (format!("{:?}", word.token), line, column)
            })
            .collect()
    }

    #[test]
    fn every_word_has_its_place() {
        let text = "[White \"1. \\\"e4\\\"\"][Black \"the \"b\" of c\" ]\n% hidden\n\n1. e4! {a (c} e5 \
                    (1... d5 {)} 2. e4)\n2.Nf3 $4 ; d4\n  12...b1(Q)+ 0–0 1/2-1/2 0-1 e.p. = --";
        let told: Vec<String> = words(text)
            .into_iter()
            .map(|(token, line, column)| format!("{line}:{column} {token}"))
            .collect();
        assert_eq!(
            told,
            [
                "10:1 Tag(\"White\", \"1. \\\"e4\\\"\")",
                "10:20 Tag(\"Black\", \"the \\\"b\\\" of c\")",
                "13:4 Move(\"e4\")",
                "13:6 Glyphs(\"!\")",
                "13:8 Comment(\"a (c\")",
                "13:15 Move(\"e5\")",
                "13:18 Aside",
                "14:3 Move(\"Nf3\")",
                "14:7 Aside",
                "14:10 Comment(\" d4\")",
                "15:8 Move(\"b1(Q)\")",
                "15:13 Aside",
                "15:15 Move(\"0–0\")",
                "15:21 End(\"1/2-1/2\")",
                "15:29 End(\"0-1\")",
                "15:33 Aside",
                "15:38 Aside",
                "15:40 Move(\"--\")",
            ]
        );
    }

    #[test]
    fn what_cannot_be_read_is_broken_where_it_begins() {
        for (text, words_of_it, place) in [
            ("[White]\n1. e4", "no tag", (10, 1)),
            ("1. e4 {no end", "comment", (10, 7)),
            ("1. e4\n(1. d4 (1. c4)", "variation", (11, 1)),
            ("1. e4 (1. d4 {)", "variation", (10, 7)),
            ("1. e4) e5", "')'", (10, 6)),
            ("1. e4} e5", "'}'", (10, 6)),
        ] {
            let found = words(text);
            let broken = found
                .iter()
                .find(|(token, ..)| token.starts_with("Broken"))
                .unwrap_or_else(|| panic!("{text}: {found:?}"));
            assert!(broken.0.contains(words_of_it), "{broken:?}");
            assert_eq!((broken.1, broken.2), place, "{text}");
        }
    }
}
