//! Score sheets: tags, moves and comments of a PGN game as text. Writing turns a record into a
//! sheet; reading turns a sheet into a record.

use std::io::{self, Write};

/// Width at which movetext is wrapped: PGN's export format allows 79 columns, and python-chess
/// writes at most 78, so its files stay unchanged.
const WIDTH: usize = 78;

/// A game as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreSheet {
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The moves of both sides in turn, White's first unless the tag `FEN` says otherwise.
    pub moves: Vec<ScoreSheetMove>,
    /// Comments and variations beside the moves, the umpire's left out, in order.
    pub asides: Vec<Aside>,
    /// End of the movetext: `1-0`, `0-1`, `1/2-1/2` or `*`; empty if it is missing.
    pub result: String,
}

/// Comments, signs and variations as written, with the number of moves before them.
pub type Aside = (usize, String);

/// A move as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreSheetMove {
    /// SAN; `None` for an unknown move (`??`).
    pub san: Option<String>,
    /// The umpire's words and the refused tries, if the game has them.
    pub comment: Option<Comment>,
}

/// Content of `{words:refused}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comment {
    /// The umpire's words as codes.
    pub words: Vec<String>,
    /// The mover's refused tries, or their number.
    pub refused: Vec<String>,
}

impl Comment {
    /// Reads the text between the braces; `None` for a comment that is not the umpire's. The words
    /// before the colon must look like codes, so "Note: good" is no such comment; they need not be
    /// correct.
    pub fn parse(text: &str) -> Option<Comment> {
        // Such a comment ends with its line, and could not be written between braces.
        let text = Some(text).filter(|text| !text.contains('}'))?;
        let (words, refused) = text.split_once(':')?;
        let list = |items: &str| -> Vec<String> {
            let items = items.split(',').map(str::trim);
            let items = items.filter(|item| !item.is_empty());
            items.map(str::to_owned).collect()
        };
        let words = list(words);
        let like_codes = words.iter().all(|word| {
            (2..=3).contains(&word.len())
                && word.is_ascii()
                && word.starts_with(['X', 'C', 'P', 'A'])
        });
        let refused_like = !refused.contains([':', '[', '{']);
        (like_codes && refused_like).then(|| Comment {
            words,
            refused: list(refused),
        })
    }
}

impl ScoreSheet {
    /// The value of the first tag called `name`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(tag, _)| tag == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// Adds an aside after the last move.
    pub fn add_aside(&mut self, text: &str) {
        let moves = self.moves.len();
        match self.asides.last_mut() {
            Some((at, texts)) if *at == moves => {
                texts.push(' ');
                texts.push_str(text);
            }
            _ => self.asides.push((moves, text.to_owned())),
        }
    }

    /// Number of plies before the first move, by the tag `FEN`.
    pub fn first_ply(&self) -> usize {
        let Some(fen) = self.tag("FEN") else { return 0 };
        let mut fields = fen.split_whitespace().skip(1);
        let black = fields.next() == Some("b");
        let number = fields.nth(3).and_then(|number| number.parse::<u16>().ok());
        2 * usize::from(number.unwrap_or(1).max(1) - 1) + usize::from(black)
    }

    /// Writes the game: tags, an empty line, movetext, an empty line.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let value = value.replace(['\n', '\r'], " ");
            writeln!(out, "[{name} \"{value}\"]")?;
        }
        writeln!(out)?;
        let mut lines = Lines { out, column: 0 };
        let mut asides = self.asides.iter().peekable();
        let first = self.first_ply();
        for (index, told) in self.moves.iter().enumerate() {
            while let Some((_, text)) = asides.next_if(|(at, _)| *at <= index) {
                lines.word(text)?;
            }
            let ply = first + index;
            if ply.is_multiple_of(2) {
                lines.word(&format!("{}.", ply / 2 + 1))?;
            } else if index == 0 {
                lines.word(&format!("{}...", ply / 2 + 1))?;
            }
            lines.word(told.san.as_deref().unwrap_or("??"))?;
            if let Some(comment) = &told.comment {
                let (words, refused) = (comment.words.join(","), comment.refused.join(","));
                lines.word(&format!("{{{words}:{refused}}}"))?;
            }
        }
        for (_, text) in asides {
            lines.word(text)?;
        }
        if !self.result.is_empty() {
            lines.word(&self.result)?;
        }
        lines.out.write_all(b"\n\n")
    }
}

/// Wraps words into lines.
struct Lines<'a, W: Write> {
    out: &'a mut W,
    column: usize,
}

impl<W: Write> Lines<'_, W> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        if self.column > 0 && self.column + 1 + word.len() > WIDTH {
            self.out.write_all(b"\n")?;
            self.column = 0;
        }
        if self.column > 0 {
            self.out.write_all(b" ")?;
            self.column += 1;
        }
        self.out.write_all(word.as_bytes())?;
        self.column = match word.rfind('\n') {
            Some(end) => word.len() - end - 1,
            None => self.column + word.len(),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_as_many_words_as_fit() {
        let (mut out, full) = (Vec::new(), "a".repeat(WIDTH));
        let mut lines = Lines {
            out: &mut out,
            column: 0,
        };
        for word in [&full, &full[2..], "b", "c", "d\nee", &full[3..], "f"] {
            lines.word(word).unwrap();
        }
        let (short, shorter) = (&full[2..], &full[3..]);
        let right = format!("{full}\n{short} b\nc d\nee {shorter}\nf");
        assert_eq!(String::from_utf8(out).unwrap(), right);
    }

    #[test]
    fn only_the_umpires_comments_are_taken() {
        let read = |text: &str| {
            let comment = Comment::parse(text)?;
            Some((comment.words.join(","), comment.refused.join(",")))
        };
        let umpires = [
            (":", "", ""),
            ("Xb5,P1: cxb3,\ngxf5", "Xb5,P1", "cxb3,gxf5"),
            ("CF,CS:??", "CF,CS", "??"),
            ("Xz9:3", "Xz9", "3"),
        ];
        for (text, words, refused) in umpires {
            assert_eq!(read(text), Some((words.into(), refused.into())), "{text}");
        }
        for other in [
            "",
            "good",
            "Note: good",
            "[%clk 0:01:02]",
            "Cool: x",
            "a:b:c",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
