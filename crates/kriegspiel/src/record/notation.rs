//! Notation of moves: standard and long algebraic notation, figurines, UCI, and the letters of many
//! languages.
//!
//! ```
//! use darkforge_kriegspiel::record::notation::{ENGLISH, Language};
//!
//! assert_eq!(ENGLISH.code, "en");
//! assert!(Language::different().any(|language| language.name == "German"));
//! ```

use std::borrow::Cow;
use std::str::FromStr;

use darkforge_board::{File, Position, Rank, Role, Square, Try};

/// Roles that have letters, in the order of [`Language::letters`].
const MEN: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// A language's letters of men.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// Its code in ISO 639, as `de`.
    pub code: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// King, queen, rook, bishop, knight, and the pawn if its letter is written.
    letters: [&'static str; 6],
}

const fn language(
    code: &'static str,
    name: &'static str,
    [king, queen, rook, bishop, knight]: [&'static str; 5],
) -> Language {
    Language {
        code,
        name,
        letters: [king, queen, rook, bishop, knight, ""],
    }
}

/// Every known language. English, the language of standard PGN, is the first.
pub static LANGUAGES: [Language; 24] = [
    Language {
        code: "en",
        name: "English",
        letters: ["K", "Q", "R", "B", "N", "P"],
    },
    language("de", "German", ["K", "D", "T", "L", "S"]),
    language("fr", "French", ["R", "D", "T", "F", "C"]),
    language("es", "Spanish", ["R", "D", "T", "A", "C"]),
    language("it", "Italian", ["R", "D", "T", "A", "C"]),
    language("nl", "Dutch", ["K", "D", "T", "L", "P"]),
    language("pt", "Portuguese", ["R", "D", "T", "B", "C"]),
    language("sv", "Swedish", ["K", "D", "T", "L", "S"]),
    language("da", "Danish", ["K", "D", "T", "L", "S"]),
    language("no", "Norwegian", ["K", "D", "T", "L", "S"]),
    language("fi", "Finnish", ["K", "D", "T", "L", "R"]),
    language("is", "Icelandic", ["K", "D", "H", "B", "R"]),
    language("pl", "Polish", ["K", "H", "W", "G", "S"]),
    language("cs", "Czech", ["K", "D", "V", "S", "J"]),
    language("sk", "Slovak", ["K", "D", "V", "S", "J"]),
    language("hu", "Hungarian", ["K", "V", "B", "F", "H"]),
    language("hr", "Croatian", ["K", "D", "T", "L", "S"]),
    language("sl", "Slovene", ["K", "D", "T", "L", "S"]),
    language("ro", "Romanian", ["R", "D", "T", "N", "C"]),
    language("ca", "Catalan", ["R", "D", "T", "A", "C"]),
    language("et", "Estonian", ["K", "L", "V", "O", "R"]),
    language("tr", "Turkish", ["Ş", "V", "K", "F", "A"]),
    language("ru", "Russian", ["Кр", "Ф", "Л", "С", "К"]),
    language("bg", "Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
];

/// English.
pub static ENGLISH: &Language = &LANGUAGES[0];

impl Language {
    /// The languages with different letters, English first; of languages with the same letters the
    /// first.
    pub fn different() -> impl Iterator<Item = &'static Language> {
        let before = |place: usize| LANGUAGES[..place].iter();
        LANGUAGES
            .iter()
            .enumerate()
            .filter(move |(place, one)| before(*place).all(|other| other.letters != one.letters))
            .map(|(_, language)| language)
    }

    /// The man named at the start of `text`, and the rest of the text.
    fn man<'t>(&self, text: &'t str) -> Option<(Role, &'t str)> {
        let lettered = self.letters.iter().zip(MEN);
        lettered
            .filter(|(letter, _)| !letter.is_empty())
            .find_map(|(letter, role)| Some((role, text.strip_prefix(letter)?)))
            .or_else(|| figurine(text))
    }
}

/// An unknown language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no letters of '{name}'; write one of {known}")]
pub struct UnknownLanguage {
    name: String,
    known: String,
}

impl FromStr for &'static Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<&'static Language, UnknownLanguage> {
        LANGUAGES
            .iter()
            .find(|language| language.code == code)
            .ok_or_else(|| UnknownLanguage {
                name: code.to_owned(),
                known: LANGUAGES.each_ref().map(|known| known.code).join(", "),
            })
    }
}

fn figurine(text: &str) -> Option<(Role, &str)> {
    let first = text.chars().next()?;
    let place = match first {
        '♔'..='♙' => first as usize - '♔' as usize,
        '♚'..='♟' => first as usize - '♚' as usize,
        _ => return None,
    };
    Some((MEN[place], &text[first.len_utf8()..]))
}

/// Reason why a text that looks like a move names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// No possible move has this name.
    Impossible,
    /// More than one move has this name.
    Ambiguous,
}

/// A move as a text names it, in part or in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// `None` for any man: both squares are given.
    role: Option<Role>,
    from: (Option<File>, Option<Rank>),
    /// Destination; the rank is missing in pawn captures such as `exd`.
    to: (Option<File>, Option<Rank>),
    promotion: Option<Role>,
    /// File to which the king castles.
    castling: Option<File>,
    captures: bool,
    /// Whether this is standard algebraic notation in English letters.
    pub(crate) standard: bool,
}

impl Named {
    /// Reads a move in the letters of `language`; `None` for what does not look like a move.
    pub(crate) fn parse(text: &str, language: &Language) -> Option<Named> {
        let text = plain(text);
        let bare = without_marks(&text);
        let mut named = Named {
            role: None,
            from: (None, None),
            to: (None, None),
            promotion: None,
            castling: None,
            captures: false,
            standard: text.is_ascii(),
        };
        if let Some(file) = castling(bare) {
            named.role = Some(Role::King);
            named.castling = Some(file);
            named.standard = bare.starts_with('O') && bare.ends_with('O');
            return Some(named);
        }
        let (role, rest) = match language.man(bare) {
            Some((role, rest)) => (Some(role), rest),
            None => (None, bare),
        };
        named.standard &= role.is_none() || language == ENGLISH;
        let (squares, rest) = named.squares(rest)?;
        named.place(role, &squares)?;
        if rest.is_empty() {
            return Some(named);
        }
        let by_squares = role.is_none() && squares.len() == 4;
        named.promotion = match rest {
            "q" | "r" | "b" | "n" if by_squares => {
                named.standard = false;
                rest.chars().next().and_then(Role::from_char)
            }
            _ => {
                let letter = rest.trim_start_matches(['=', '/', '(']);
                named.standard &= rest.starts_with('=') && language == ENGLISH;
                match language.man(letter.trim_end_matches(')'))? {
                    (Role::King | Role::Pawn, _) => return None,
                    (promotion, "") => Some(promotion),
                    _ => return None,
                }
            }
        };
        Some(named)
    }

    /// Reads files and ranks from the start of `text`; returns them with the rest. A capture or a
    /// dash stands before the destination, or a colon behind it.
    fn squares<'t>(&mut self, text: &'t str) -> Option<(Vec<u8>, &'t str)> {
        let mut squares = Vec::with_capacity(4);
        let mut sign = None;
        let mut rest = text;
        while let Some(&byte) = rest.as_bytes().first() {
            match byte {
                b'a'..=b'h' | b'1'..=b'8' if squares.len() < 4 => squares.push(byte),
                b'x' | b':' | b'-' if sign.is_none() => {
                    sign = Some(squares.len());
                    self.captures = byte != b'-';
                    self.standard &= byte == b'x';
                }
                _ => break,
            }
            rest = &rest[1..];
        }
        let behind = text.as_bytes().get(squares.len()) == Some(&b':');
        let fits = |sign: usize| match squares[..] {
            [_, to] if to.is_ascii_lowercase() => sign == 1,
            _ => sign + 2 == squares.len() || behind && sign == squares.len(),
        };
        sign.is_none_or(fits).then_some((squares, rest))
    }

    /// Stores the meaning of the files and ranks of a move by `role`.
    fn place(&mut self, role: Option<Role>, squares: &[u8]) -> Option<()> {
        let file = |byte: u8| File::from_char(char::from(byte));
        let rank = |byte: u8| Rank::from_char(char::from(byte));
        let both = |a: u8, b: u8| Some((Some(file(a)?), Some(rank(b)?)));
        self.standard &= role != Some(Role::Pawn);
        self.role = Some(role.unwrap_or(Role::Pawn));
        match *squares {
            [a, b] if role.is_none() && file(b).is_some() => {
                self.from.0 = Some(file(a)?);
                self.to.0 = file(b);
                self.standard = false;
            }
            [a, b] => self.to = both(a, b)?,
            [from, a, b] => {
                self.from = (file(from), rank(from));
                self.to = both(a, b)?;
                self.standard &= self.captures || role.is_some();
            }
            [a, b, c, d] => {
                self.role = role;
                self.from = both(a, b)?;
                self.to = both(c, d)?;
                self.standard &= role.is_some();
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether the text names `asked`, made by a man of this role.
    pub(crate) fn fits(&self, role: Role, asked: Try) -> bool {
        let castles = role == Role::King && asked.from.distance(asked.to) == 2;
        if let Some(file) = self.castling {
            return castles && asked.to.file() == file;
        }
        let told = |(file, rank): (Option<File>, Option<Rank>), square: Square| {
            file.is_none_or(|file| square.file() == file)
                && rank.is_none_or(|rank| square.rank() == rank)
        };
        let straight =
            role != Role::Pawn || self.from.0.is_some() || asked.to.file() == asked.from.file();
        self.role.is_none_or(|told| told == role)
            && (!castles || self.tells_both_squares())
            && straight
            && told(self.from, asked.from)
            && told(self.to, asked.to)
            && asked.promotion == self.promotion
    }

    fn tells_both_squares(&self) -> bool {
        matches!(self.from, (Some(_), Some(_)))
    }

    /// The one legal move that the text names. A capture must be marked, except by a pawn or if
    /// both squares are given.
    pub(crate) fn legal(&self, position: &Position) -> Result<Try, Unread> {
        let board = position.board();
        let capture_fits = |role: Role, asked: Try| {
            let passes = role == Role::Pawn && asked.from.file() != asked.to.file();
            let captures = passes || board.role_at(asked.to).is_some();
            let silent = role == Role::Pawn || self.tells_both_squares();
            captures == self.captures || captures && silent
        };
        let fitting = position.legal_tries().filter(|&asked| {
            let role = board.role_at(asked.from);
            role.is_some_and(|role| self.fits(role, asked) && capture_fits(role, asked))
        });
        only(fitting)
    }
}

/// Whether a text has the form of descriptive notation, such as `P-K4`, `KtxP` and `R-QB8ch`.
pub(crate) fn is_descriptive(text: &str) -> bool {
    // The text behind the letters of a man, before which those of its side may stand.
    fn behind_man(text: &str) -> Option<&str> {
        let rest = text.trim_start_matches(['K', 'Q', 'R', 'B', 'N', 'P', 't']);
        (1..=4).contains(&(text.len() - rest.len())).then_some(rest)
    }
    let is_rank = |rest: &str| rest.starts_with(|first| matches!(first, '1'..='8'));
    let Some((man, goal)) = text.split_once(['-', 'x', 'X', '×']) else {
        return false;
    };
    let captures = !text[man.len()..].starts_with('-');
    behind_man(man) == Some("") && behind_man(goal).is_some_and(|rest| captures || is_rank(rest))
}

/// The only one of `tries`.
pub(crate) fn only(mut tries: impl Iterator<Item = Try>) -> Result<Try, Unread> {
    match (tries.next(), tries.next()) {
        (Some(asked), None) => Ok(asked),
        (Some(_), Some(_)) => Err(Unread::Ambiguous),
        (None, _) => Err(Unread::Impossible),
    }
}

/// The text with a single form of dashes and captures.
fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let letters = text.chars().filter_map(|letter| match letter {
        '\u{fe0e}' | '\u{fe0f}' => None, // how a figurine is drawn
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '×' | '✕' => Some('x'),
        letter => Some(letter),
    });
    Cow::Owned(letters.collect())
}

/// The text without marks of check, mate, quality and en passant.
fn without_marks(text: &str) -> &str {
    let mut bare = text;
    loop {
        let mut less = bare.trim_end_matches(['+', '#', '!', '?', '†', '‡']);
        for passing in ["e.p.", "e.p", "ep"] {
            less = less.strip_suffix(passing).unwrap_or(less);
        }
        if less.len() == bare.len() {
            return bare;
        }
        bare = less;
    }
}

/// File to which a castling king goes.
fn castling(text: &str) -> Option<File> {
    let castled = |letter: &str| matches!(letter, "O" | "o" | "0");
    let mut letters = text.split('-');
    match (
        letters.next(),
        letters.next(),
        letters.next(),
        letters.next(),
    ) {
        (Some(a), Some(b), None, _) if castled(a) && castled(b) => Some(File::G),
        (Some(a), Some(b), Some(c), None) if castled(a) && castled(b) && castled(c) => {
            Some(File::C)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUSY: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/1P4P1/2N1N3/3pP3/2N1N3/Q6Q/8/R3K2R w KQkq d6 0 1",
        "4k3/8/8/8/8/8/R6R/4K2R w K - 0 1",
    ];

    /// The text in the letters of `language`.
    fn translated(san: &str, language: &Language) -> String {
        let letters = san.chars().map(|letter| {
            let place = "KQRBN".find(letter);
            place.map_or_else(|| letter.to_string(), |at| language.letters[at].to_owned())
        });
        letters.collect()
    }

    #[test]
    fn what_only_looks_like_a_move_is_none() {
        for text in [
            "Nxxe5", "e4--e5", "Nf3x", "O-x", "x-O", "O-O-x", "O-x-O", "x-O-O", "e8q", "Re7e8q",
            "e7e8=K",
        ] {
            assert!(Named::parse(text, ENGLISH).is_none(), "{text}");
        }
    }

    #[test]
    fn standard_notation_is_told_from_what_is_understood_beside_it() {
        let standard = "O-O O-O-O e4 exd5 e8=Q Nf3 Nxe5 Ng1f3";
        let others = "0-0 O-0 0-O ed5 e8/Q e8Q e7e8q g1f3 Nf3: N:e5";
        for (texts, is_standard) in [(standard, true), (others, false)] {
            for text in texts.split(' ') {
                let named = Named::parse(text, ENGLISH).expect(text);
                assert_eq!(named.standard, is_standard, "{text}");
            }
        }
    }

    #[test]
    fn a_king_that_castles_is_named_by_both_squares() {
        let castled = "e1g1".parse().unwrap();
        let fits = |text: &str| {
            Named::parse(text, ENGLISH)
                .unwrap()
                .fits(Role::King, castled)
        };
        assert!(fits("Ke1g1") && fits("O-O"));
        assert!(!fits("Kg1") && !fits("O-O-O"));
    }

    #[test]
    fn every_legal_move_is_read_in_every_language_and_notation() {
        for fen in BUSY {
            let position: Position = fen.parse().unwrap();
            for asked in position.legal_tries() {
                let san = position.san(asked).unwrap();
                let (from, to) = (asked.from, asked.to);
                let role = position.board().role_at(from).unwrap();
                for language in &LANGUAGES {
                    let [told, man] = [san.clone(), role.upper_char().to_string()]
                        .map(|text| translated(&text, language));
                    let man = if role == Role::Pawn { "" } else { &man };
                    let promotion = asked.promotion.map(|role| role.upper_char().to_string());
                    let promotion = translated(&promotion.unwrap_or_default(), language);
                    let written = [
                        told.clone(),
                        told.replace('=', ""),
                        told.replace('x', ":") + "!?",
                        asked.to_string(),
                        format!("{man}{from}-{to}{promotion}"),
                        format!("{man}{from}–{to}{promotion}+"),
                    ];
                    for text in written {
                        let named = Named::parse(&text, language);
                        let read = named.map(|named| named.legal(&position));
                        assert_eq!(read, Some(Ok(asked)), "{text} ({}) on {fen}", language.code);
                    }
                }
                let figurines: String = san
                    .chars()
                    .map(|letter| {
                        let place = "KQRBN".find(letter);
                        place.map_or(letter, |at| "♔♕♖♗♘".chars().nth(at).unwrap())
                    })
                    .collect();
                let named = Named::parse(&figurines, ENGLISH).unwrap();
                assert_eq!(named.legal(&position), Ok(asked), "{figurines}");
                assert_eq!(named.standard, figurines == san, "{figurines}");
            }
        }
    }

    #[test]
    fn what_people_also_write_is_read() {
        let position: Position = BUSY[1].parse().unwrap();
        for (text, told) in [
            ("exd6e.p.", "e5d6"),
            ("exd6ep", "e5d6"),
            ("ed6", "e5d6"),
            ("exd", "e5d6"),
            ("0-0", "e1g1"),
            ("o-o-o", "e1c1"),
            ("Ke1-g1", "e1g1"),
            ("b8(R)", "b7b8r"),
            ("b8/N", "b7b8n"),
            ("b7b8b", "b7b8b"),
            ("♙exd6", "e5d6"),
        ] {
            let read = Named::parse(text, ENGLISH).map(|named| named.legal(&position));
            let read = read.map(|read| read.map(|asked| asked.to_string()));
            assert_eq!(read, Some(Ok(told.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_is_no_move_is_told_from_what_is_not_legal() {
        let position: Position = BUSY[2].parse().unwrap();
        let read = |text: &str| Named::parse(text, ENGLISH).map(|named| named.legal(&position));
        assert_eq!(read("Rd2"), Some(Err(Unread::Ambiguous)));
        assert_eq!(read("Qd2"), Some(Err(Unread::Impossible)));
        assert_eq!(read("Raxd2"), Some(Err(Unread::Impossible)), "no capture");
        for text in [
            "Sf3", "P-K4", "Ndx5", "--", "Z0", "", "x", "=Q", "O-O-O-O", "e9", "i4", "e8=K", "éa1",
            "Кра1", "e.p.", "1-0", "N", "-", "e4e5e6",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn languages_have_codes_of_their_own_and_letters_that_differ() {
        for (place, language) in LANGUAGES.iter().enumerate() {
            assert_eq!(language.code.parse(), Ok(language));
            for other in &LANGUAGES[..place] {
                assert_ne!(other.code, language.code);
            }
            for (at, letter) in language.letters[..5].iter().enumerate() {
                assert!(!language.letters[..at].contains(letter), "{language:?}");
            }
        }
        let error = "xx".parse::<&Language>().unwrap_err().to_string();
        assert!(
            error.contains("'xx'") && error.contains("en, de"),
            "{error}"
        );
        assert!(Language::different().count() > 10);
    }
}
